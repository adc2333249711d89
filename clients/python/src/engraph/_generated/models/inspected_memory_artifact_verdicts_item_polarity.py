from typing import Literal, cast

InspectedMemoryArtifactVerdictsItemPolarity = Literal["asserted", "ended"]


def check_inspected_memory_artifact_verdicts_item_polarity(value: str) -> InspectedMemoryArtifactVerdictsItemPolarity:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactVerdictsItemPolarity, value)
