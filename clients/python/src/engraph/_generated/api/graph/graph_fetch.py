from typing import Any

from ...models.graph_page import GraphPage
from ...types import Operation


def operation(
    *,
    limit: int | None = None,
    cursor: str | None = None,
    include_statements: bool | None = None,
    include_memories: bool | None = None,
    include_candidates: bool | None = None,
    include_memory_edges: bool | None = None,
) -> Operation[GraphPage]:
    """Export the graph, page by page"""
    params: dict[str, Any] = {
        "limit": limit,
        "cursor": cursor,
        "include_statements": include_statements,
        "include_memories": include_memories,
        "include_candidates": include_candidates,
        "include_memory_edges": include_memory_edges,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> GraphPage:
        response_200 = GraphPage.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/graph",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
