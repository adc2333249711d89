from typing import Literal, cast

InspectedMemoryArtifactVerdictsItemKind = Literal["fact", "relation"]


def check_inspected_memory_artifact_verdicts_item_kind(value: str) -> InspectedMemoryArtifactVerdictsItemKind:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactVerdictsItemKind, value)
