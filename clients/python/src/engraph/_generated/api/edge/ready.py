from typing import Any

from ...models.ready import Ready
from ...types import Operation


def operation() -> Operation[Ready]:
    """Check readiness"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Ready:
        response_200 = Ready.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/health/ready",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
