from typing import Literal, cast

RelationSource = Literal["asserted", "confirmed", "read"]


def check_relation_source(value: str) -> RelationSource:
    """The value as it came: a newer service may have others."""
    return cast(RelationSource, value)
