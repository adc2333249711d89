from typing import Any

from ...models.redriven import Redriven
from ...types import Operation


def operation(
    *,
    idempotency_key: str | None = None,
) -> Operation[Redriven]:
    """Extract memories again whose extraction was given up"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> Redriven:
        response_200 = Redriven.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/operation/redrive",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
