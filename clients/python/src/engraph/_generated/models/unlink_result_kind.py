from typing import Literal, cast

UnlinkResultKind = Literal[
    "caused", "contradicts", "derived_from", "followed_by", "part_of", "references", "similar_to", "supports"
]


def check_unlink_result_kind(value: str) -> UnlinkResultKind:
    """The value as it came: a newer service may have others."""
    return cast(UnlinkResultKind, value)
