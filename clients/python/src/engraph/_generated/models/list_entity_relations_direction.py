from typing import Literal, cast

ListEntityRelationsDirection = Literal["both", "from", "incoming", "outgoing", "to"]


def check_list_entity_relations_direction(value: str) -> ListEntityRelationsDirection:
    """The value as it came: a newer service may have others."""
    return cast(ListEntityRelationsDirection, value)
