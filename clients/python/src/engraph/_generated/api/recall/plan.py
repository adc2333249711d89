from typing import Any

from ...models.plan import Plan
from ...types import Operation


def operation() -> Operation[Plan]:
    """Find a path of memories from a start to a goal"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Plan:
        response_200 = Plan.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/plan",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
