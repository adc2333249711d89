from typing import Literal, cast

MemoryKind = Literal[0, 1, 2]


def check_memory_kind(value: int) -> MemoryKind:
    """The value as it came: a newer service may have others."""
    return cast(MemoryKind, value)
