from typing import Literal, cast

InspectedMemoryArtifactVerdictsItemVerdict = Literal["ended", "holds", "not_said"]


def check_inspected_memory_artifact_verdicts_item_verdict(value: str) -> InspectedMemoryArtifactVerdictsItemVerdict:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactVerdictsItemVerdict, value)
