from typing import Any

from ...models.operation_figures import OperationFigures
from ...types import Operation


def operation(
    *,
    storage: bool | None = None,
) -> Operation[OperationFigures]:
    """Get how the service keeps up with the scope"""
    params: dict[str, Any] = {
        "storage": storage,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> OperationFigures:
        response_200 = OperationFigures.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/operation",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
