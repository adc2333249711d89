from typing import Any

from ...models.webhook_list import WebhookList
from ...types import Operation


def operation() -> Operation[WebhookList]:
    """List the webhooks of the scope, oldest first"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> WebhookList:
        response_200 = WebhookList.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/webhooks",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
