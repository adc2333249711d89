from typing import Any

from ...models.live import Live
from ...types import Operation


def operation() -> Operation[Live]:
    """Check liveness"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Live:
        response_200 = Live.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/health/live",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
