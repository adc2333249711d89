from typing import Literal, cast

WebhookState = Literal["active", "dead"]


def check_webhook_state(value: str) -> WebhookState:
    """The value as it came: a newer service may have others."""
    return cast(WebhookState, value)
