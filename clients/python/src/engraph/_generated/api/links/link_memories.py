from typing import Any

from ...models.link_result import LinkResult
from ...types import Operation


def operation(
    *,
    idempotency_key: str | None = None,
) -> Operation[LinkResult]:
    """Link two memories"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> LinkResult:
        response_200 = LinkResult.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/links",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
