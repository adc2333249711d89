from typing import Any
from urllib.parse import quote

from ...models.traversal import Traversal
from ...types import Operation


def operation(
    id: str,
) -> Operation[Traversal]:
    """Traverse relations from an entity, the shortest paths first"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Traversal:
        response_200 = Traversal.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/entities/{id}/traverse".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
