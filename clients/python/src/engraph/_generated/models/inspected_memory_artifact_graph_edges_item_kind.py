from typing import Literal, cast

InspectedMemoryArtifactGraphEdgesItemKind = Literal["fact", "relation"]


def check_inspected_memory_artifact_graph_edges_item_kind(value: str) -> InspectedMemoryArtifactGraphEdgesItemKind:
    """The value as it came: a newer service may have others."""
    return cast(InspectedMemoryArtifactGraphEdgesItemKind, value)
