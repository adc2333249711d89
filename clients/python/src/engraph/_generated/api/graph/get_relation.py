from typing import Any
from urllib.parse import quote

from ...models.relation import Relation
from ...types import Operation


def operation(
    id: str,
) -> Operation[Relation]:
    """Get a relation"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Relation:
        response_200 = Relation.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/relations/{id}".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
