from typing import Any

from ...models.statement import Statement
from ...types import Operation


def operation(
    *,
    idempotency_key: str | None = None,
) -> Operation[Statement]:
    """Assert a statement about an entity"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> Statement:
        response_200 = Statement.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/statements",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
