from typing import Literal, cast

LinkResultKind = Literal[
    "caused", "contradicts", "derived_from", "followed_by", "part_of", "references", "similar_to", "supports"
]


def check_link_result_kind(value: str) -> LinkResultKind:
    """The value as it came: a newer service may have others."""
    return cast(LinkResultKind, value)
