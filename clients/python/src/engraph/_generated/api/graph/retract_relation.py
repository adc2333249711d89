from typing import Any
from urllib.parse import quote

from ...models.retracted_relation import RetractedRelation
from ...types import Operation


def operation(
    id: str,
    *,
    idempotency_key: str | None = None,
) -> Operation[RetractedRelation]:
    """Retract a relation"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> RetractedRelation:
        response_200 = RetractedRelation.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/relations/{id}/retract".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
