from typing import Any

from ...models.batch_result import BatchResult
from ...types import Operation


def operation(
    *,
    prefer: str | None = None,
    idempotency_key: str | None = None,
) -> Operation[BatchResult]:
    """Store up to 1,000 memories"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Prefer": prefer,
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> BatchResult:
        response_200 = BatchResult.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/memories/batch",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
