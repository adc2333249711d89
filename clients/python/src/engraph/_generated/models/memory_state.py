from typing import Literal, cast

MemoryState = Literal[0, 1]


def check_memory_state(value: int) -> MemoryState:
    """The value as it came: a newer service may have others."""
    return cast(MemoryState, value)
