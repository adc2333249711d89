from typing import Literal, cast

ResolutionOutcome = Literal["ambiguous", "created", "not_found", "resolved"]


def check_resolution_outcome(value: str) -> ResolutionOutcome:
    """The value as it came: a newer service may have others."""
    return cast(ResolutionOutcome, value)
