from typing import Literal, cast

MemoryWithVersionsExtraction = Literal["done", "failed", "partial", "pending"]


def check_memory_with_versions_extraction(value: str) -> MemoryWithVersionsExtraction:
    """The value as it came: a newer service may have others."""
    return cast(MemoryWithVersionsExtraction, value)
