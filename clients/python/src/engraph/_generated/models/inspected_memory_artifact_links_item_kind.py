from typing import Literal, cast

InspectedMemoryArtifactLinksItemKind = Literal[
    "caused", "contradicts", "derived_from", "followed_by", "part_of", "references", "similar_to", "supports"
]


def check_inspected_memory_artifact_links_item_kind(value: str) -> InspectedMemoryArtifactLinksItemKind:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactLinksItemKind, value)
