from typing import Literal, cast

ReadyExtractionType0 = Literal["ok", "stalled"]


def check_ready_extraction_type_0(value: str) -> ReadyExtractionType0:
    """The value as it came: a newer service may have others."""
    return cast(ReadyExtractionType0, value)
