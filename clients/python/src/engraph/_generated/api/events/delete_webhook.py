from typing import Any
from urllib.parse import quote

from ...models.webhook import Webhook
from ...types import Operation


def operation(
    id: str,
    *,
    idempotency_key: str | None = None,
) -> Operation[Webhook]:
    """Remove a webhook"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> Webhook:
        response_200 = Webhook.from_dict(data)

        return response_200

    return Operation(
        method="DELETE",
        path="/v1/webhooks/{id}".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
