from typing import Literal, cast

MemoryWithVersionsKind = Literal[0, 1, 2]


def check_memory_with_versions_kind(value: int) -> MemoryWithVersionsKind:
    """The value as it came: a newer service may have others."""
    return cast(MemoryWithVersionsKind, value)
