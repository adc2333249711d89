from typing import Any
from urllib.parse import quote

from ...models.relation import Relation
from ...types import Operation


def operation(
    id: str,
    *,
    idempotency_key: str | None = None,
) -> Operation[Relation]:
    """Confirm a relation"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> Relation:
        response_200 = Relation.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/relations/{id}/confirm".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
