from typing import Literal, cast

GraphPageEdgesItemKind = Literal[
    "caused",
    "contradicts",
    "derived_from",
    "fact",
    "followed_by",
    "has_statement",
    "mentions",
    "part_of",
    "references",
    "relation",
    "similar_to",
    "supports",
]


def check_graph_page_edges_item_kind(value: str) -> GraphPageEdgesItemKind:
    """The value as it came: a newer service may have others."""
    return cast(GraphPageEdgesItemKind, value)
