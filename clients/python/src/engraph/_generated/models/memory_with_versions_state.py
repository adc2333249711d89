from typing import Literal, cast

MemoryWithVersionsState = Literal[0, 1]


def check_memory_with_versions_state(value: int) -> MemoryWithVersionsState:
    """The value as it came: a newer service may have others."""
    return cast(MemoryWithVersionsState, value)
