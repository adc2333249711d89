from typing import Any

from ...models.retraction_list import RetractionList
from ...types import Operation


def operation(
    *,
    limit: int | None = None,
) -> Operation[RetractionList]:
    """List what callers retracted, the latest first"""
    params: dict[str, Any] = {
        "limit": limit,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> RetractionList:
        response_200 = RetractionList.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/retractions",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
