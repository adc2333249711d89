from typing import Any

from ...models.resolution import Resolution
from ...types import Operation


def operation(
    *,
    idempotency_key: str | None = None,
) -> Operation[Resolution]:
    """Resolve a name to an entity"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> Resolution:
        response_200 = Resolution.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/entities/resolve",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
