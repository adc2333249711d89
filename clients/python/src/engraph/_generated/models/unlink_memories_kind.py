from typing import Literal, cast

UnlinkMemoriesKind = Literal[
    "caused", "contradicts", "derived_from", "followed_by", "part_of", "references", "similar_to", "supports"
]


def check_unlink_memories_kind(value: str) -> UnlinkMemoriesKind:
    """The value as it came: a newer service may have others."""
    return cast(UnlinkMemoriesKind, value)
