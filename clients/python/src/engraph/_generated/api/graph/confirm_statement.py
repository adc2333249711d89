from typing import Any
from urllib.parse import quote

from ...models.statement import Statement
from ...types import Operation


def operation(
    id: str,
    *,
    idempotency_key: str | None = None,
) -> Operation[Statement]:
    """Confirm a statement"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> Statement:
        response_200 = Statement.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/statements/{id}/confirm".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
