from typing import Literal, cast

InspectedMemoryArtifactRecordKind = Literal[0, 1, 2]


def check_inspected_memory_artifact_record_kind(value: int) -> InspectedMemoryArtifactRecordKind:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactRecordKind, value)
