"""Events of a scope, and the requests of webhooks that bring them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ScopeEvent:
    """Something that happened in the scope.

    position: for `after`; None in a request of a webhook.
    type: such as MemoryEncoded.
    id: UUID of the event; a repetition has the same.
    subject: memory or entity that the event is about.
    time: RFC 3339.
    """

    position: str | None
    type: str
    id: str
    subject: str | None
    time: str
    data: Mapping[str, Any]


class WebhookVerificationError(ValueError):
    """A request that is not signed with the secret, or was signed too long ago."""


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: bytes | str, *, tolerance: float = 300, now: float | None = None
) -> ScopeEvent:
    """The event of a webhook's request, after a check of its signature (https://www.standardwebhooks.com).

    secret: as it was shown when the webhook was made, `whsec_…`. body: as it came. tolerance: seconds.
    WebhookVerificationError for a request that is not the service's.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        id, timestamp, signatures = (lower[f"webhook-{part}"] for part in ("id", "timestamp", "signature"))
        age = abs((time.time() if now is None else now) - float(timestamp))
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except KeyError as error:
        raise WebhookVerificationError(f"the request has no {error.args[0]}") from None
    except (ValueError, binascii.Error):
        raise WebhookVerificationError("the timestamp or the secret is none") from None
    # `not <=` refuses NaN too.
    if not age <= tolerance:
        raise WebhookVerificationError("the request was signed too long ago")
    content = body.encode() if isinstance(body, str) else body
    digest = hmac.digest(key, f"{id}.{timestamp}.".encode() + content, hashlib.sha256)
    expected = f"v1,{base64.b64encode(digest).decode()}".encode()
    if not any(hmac.compare_digest(expected, each.encode()) for each in signatures.split(" ")):
        raise WebhookVerificationError("the signature is not that of the secret")
    return event_of(None, content)


def event_of(position: str | None, cloud_event: bytes | str) -> ScopeEvent:
    """An event of its CloudEvent."""
    event = json.loads(cloud_event)
    return ScopeEvent(
        position=position,
        type=event["type"].removeprefix("engraph."),
        id=event["id"],
        subject=event.get("subject"),
        time=event["time"],
        data=event.get("data") or {},
    )
