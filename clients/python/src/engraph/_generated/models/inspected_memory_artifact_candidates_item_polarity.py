from typing import Literal, cast

InspectedMemoryArtifactCandidatesItemPolarity = Literal["asserted", "ended"]


def check_inspected_memory_artifact_candidates_item_polarity(
    value: str,
) -> InspectedMemoryArtifactCandidatesItemPolarity:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactCandidatesItemPolarity, value)
