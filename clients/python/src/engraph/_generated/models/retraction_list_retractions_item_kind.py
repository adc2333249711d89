from typing import Literal, cast

RetractionListRetractionsItemKind = Literal["relation", "statement"]


def check_retraction_list_retractions_item_kind(value: str) -> RetractionListRetractionsItemKind:
    """The value as it came: a newer service may have others."""
    return cast(RetractionListRetractionsItemKind, value)
