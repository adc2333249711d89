from typing import Any
from urllib.parse import quote

from ...models.resolved_entity import ResolvedEntity
from ...types import Operation


def operation(
    id: str,
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
) -> Operation[ResolvedEntity]:
    """Put the name or the type of an entity right"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "If-Match": if_match,
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> ResolvedEntity:
        response_200 = ResolvedEntity.from_dict(data)

        return response_200

    return Operation(
        method="PATCH",
        path="/v1/entities/{id}".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
