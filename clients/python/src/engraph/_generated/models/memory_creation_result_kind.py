from typing import Literal, cast

MemoryCreationResultKind = Literal[0, 1, 2]


def check_memory_creation_result_kind(value: int) -> MemoryCreationResultKind:
    """The value as it came: a newer service may have others."""
    return cast(MemoryCreationResultKind, value)
