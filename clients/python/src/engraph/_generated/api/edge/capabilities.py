from typing import Any

from ...models.capabilities import Capabilities
from ...types import Operation


def operation() -> Operation[Capabilities]:
    """Get features and limits of the deployment"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Capabilities:
        response_200 = Capabilities.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/capabilities",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
