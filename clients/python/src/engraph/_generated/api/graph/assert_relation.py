from typing import Any

from ...models.relation import Relation
from ...types import Operation


def operation(
    *,
    idempotency_key: str | None = None,
) -> Operation[Relation]:
    """Assert a relation between two entities"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> Relation:
        response_200 = Relation.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/relations",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
