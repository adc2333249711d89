from typing import Literal, cast

InspectedMemoryArtifactRecordState = Literal[0, 1]


def check_inspected_memory_artifact_record_state(value: int) -> InspectedMemoryArtifactRecordState:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactRecordState, value)
