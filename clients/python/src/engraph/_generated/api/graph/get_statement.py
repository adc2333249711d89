from typing import Any
from urllib.parse import quote

from ...models.statement import Statement
from ...types import Operation


def operation(
    id: str,
) -> Operation[Statement]:
    """Get a statement"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Statement:
        response_200 = Statement.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/statements/{id}".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
