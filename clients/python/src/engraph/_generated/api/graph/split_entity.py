from typing import Any
from urllib.parse import quote

from ...models.resolved_entity import ResolvedEntity
from ...types import Operation


def operation(
    id: str,
    *,
    idempotency_key: str | None = None,
) -> Operation[ResolvedEntity]:
    """Split a name from an entity"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> ResolvedEntity:
        response_200 = ResolvedEntity.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/entities/{id}/split".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
