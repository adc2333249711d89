from typing import Any

from ...models.reasoning import Reasoning
from ...types import Operation


def operation() -> Operation[Reasoning]:
    """Infer claims from an observation, with the evidence for and against each"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Reasoning:
        response_200 = Reasoning.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/reason",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
