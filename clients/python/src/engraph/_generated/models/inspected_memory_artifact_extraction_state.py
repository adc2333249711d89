from typing import Literal, cast

InspectedMemoryArtifactExtractionState = Literal["done", "failed", "partial", "pending"]


def check_inspected_memory_artifact_extraction_state(value: str) -> InspectedMemoryArtifactExtractionState:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactExtractionState, value)
