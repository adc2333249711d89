from typing import Literal, cast

GraphPageNodesItemKind = Literal["entity", "memory", "statement"]


def check_graph_page_nodes_item_kind(value: str) -> GraphPageNodesItemKind:
    """The value as it came: a newer service may have others."""
    return cast(GraphPageNodesItemKind, value)
