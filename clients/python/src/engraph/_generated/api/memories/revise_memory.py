from typing import Any
from urllib.parse import quote

from ...models.revision_result import RevisionResult
from ...types import Operation


def operation(
    id: str,
    *,
    if_match: str | None = None,
    prefer: str | None = None,
    idempotency_key: str | None = None,
) -> Operation[RevisionResult]:
    """Change a memory"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "If-Match": if_match,
        "Prefer": prefer,
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> RevisionResult:
        response_200 = RevisionResult.from_dict(data)

        return response_200

    return Operation(
        method="PATCH",
        path="/v1/memories/{id}".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
