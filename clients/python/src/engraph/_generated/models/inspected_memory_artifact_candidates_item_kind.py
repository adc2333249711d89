from typing import Literal, cast

InspectedMemoryArtifactCandidatesItemKind = Literal["fact", "relation"]


def check_inspected_memory_artifact_candidates_item_kind(value: str) -> InspectedMemoryArtifactCandidatesItemKind:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactCandidatesItemKind, value)
