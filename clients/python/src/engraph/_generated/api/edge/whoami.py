from typing import Any

from ...models.whoami import Whoami
from ...types import Operation


def operation() -> Operation[Whoami]:
    """Get identity, scope and permissions of the credential"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Whoami:
        response_200 = Whoami.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/whoami",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
