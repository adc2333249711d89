from typing import Literal, cast

EntityProfileTimelineItemKind = Literal["relation", "statement"]


def check_entity_profile_timeline_item_kind(value: str) -> EntityProfileTimelineItemKind:
    """The value as it came: a newer service may have others."""
    return cast(EntityProfileTimelineItemKind, value)
