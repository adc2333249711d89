from typing import Any

from ...models.memory_creation_result import MemoryCreationResult
from ...types import Operation


def operation(
    *,
    prefer: str | None = None,
    idempotency_key: str | None = None,
) -> Operation[MemoryCreationResult]:
    """Store a memory"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Prefer": prefer,
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> MemoryCreationResult:
        response_200 = MemoryCreationResult.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/memories",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
