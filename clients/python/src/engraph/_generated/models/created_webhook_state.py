from typing import Literal, cast

CreatedWebhookState = Literal["active", "dead"]


def check_created_webhook_state(value: str) -> CreatedWebhookState:
    """The value as it came: a newer service may have others."""
    return cast(CreatedWebhookState, value)
