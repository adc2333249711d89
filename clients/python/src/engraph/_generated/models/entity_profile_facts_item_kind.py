from typing import Literal, cast

EntityProfileFactsItemKind = Literal["relation", "statement"]


def check_entity_profile_facts_item_kind(value: str) -> EntityProfileFactsItemKind:
    """The value as it came: a newer service may have others."""
    return cast(EntityProfileFactsItemKind, value)
