from typing import Literal, cast

MemoryExtraction = Literal["done", "failed", "partial", "pending"]


def check_memory_extraction(value: str) -> MemoryExtraction:
    """The value as it came: a newer service may have others."""
    return cast(MemoryExtraction, value)
