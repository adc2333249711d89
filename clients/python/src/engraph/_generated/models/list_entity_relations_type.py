from typing import Literal, cast

ListEntityRelationsType = Literal[
    "core:attended",
    "core:born_in",
    "core:colleague_of",
    "core:created",
    "core:family_of",
    "core:founded",
    "core:friend_of",
    "core:knows",
    "core:lives_in",
    "core:located_in",
    "core:member_of",
    "core:owns",
    "core:parent_of",
    "core:part_of",
    "core:related_to",
    "core:reports_to",
    "core:sibling_of",
    "core:spouse_of",
    "core:studied_at",
    "core:uses",
    "core:visited",
    "core:works_at",
    "core:works_on",
]


def check_list_entity_relations_type(value: str) -> ListEntityRelationsType:
    """The value as it came: a newer service may have others."""
    return cast(ListEntityRelationsType, value)
