from typing import Any

from ...models.created_webhook import CreatedWebhook
from ...types import Operation


def operation(
    *,
    idempotency_key: str | None = None,
) -> Operation[CreatedWebhook]:
    """Have events of the scope posted to a URL"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> CreatedWebhook:
        response_200 = CreatedWebhook.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/webhooks",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
