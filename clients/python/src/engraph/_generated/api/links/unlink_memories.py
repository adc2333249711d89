from typing import Any

from ...models.unlink_memories_kind import UnlinkMemoriesKind
from ...models.unlink_result import UnlinkResult
from ...types import Operation


def operation(
    *,
    source: str | None = None,
    target: str | None = None,
    kind: UnlinkMemoriesKind | None = None,
    idempotency_key: str | None = None,
) -> Operation[UnlinkResult]:
    """Remove a link"""
    params: dict[str, Any] = {
        "source": source,
        "target": target,
        "kind": kind,
    }
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> UnlinkResult:
        response_200 = UnlinkResult.from_dict(data)

        return response_200

    return Operation(
        method="DELETE",
        path="/v1/links",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
