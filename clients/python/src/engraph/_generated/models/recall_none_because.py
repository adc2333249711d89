from typing import Literal, cast

RecallNoneBecause = Literal["filter_excludes_all", "not_found", "nothing_stored"]


def check_recall_none_because(value: str) -> RecallNoneBecause:
    """The value as it came: a newer service may have others."""
    return cast(RecallNoneBecause, value)
