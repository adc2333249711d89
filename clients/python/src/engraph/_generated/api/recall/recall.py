from typing import Any

from ...models.recall import Recall
from ...types import Operation


def operation() -> Operation[Recall]:
    """Search memories by a query, best first"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Recall:
        response_200 = Recall.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/recall",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
