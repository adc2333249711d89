"""The signature of a webhook's request."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest

from engraph import WebhookVerificationError, verify_webhook

KEY = b"0123456789abcdef01234567"
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"
BODY = b'{"id":"e","type":"engraph.MemoryEncoded","subject":"1","time":"t","data":{"memory_id":"1"}}'
NOW = 1_800_000_000


def signed(body: bytes = BODY, at: int = NOW) -> dict[str, str]:
    digest = hmac.new(KEY, f"e.{at}.".encode() + body, hashlib.sha256).digest()
    signature = f"v1,AAAA v1,{base64.b64encode(digest).decode()}"
    return {"Webhook-Id": "e", "Webhook-Timestamp": str(at), "Webhook-Signature": signature}


def test_a_signed_request_is_its_event() -> None:
    event = verify_webhook(SECRET, signed(), BODY, now=NOW + 299)
    assert (event.type, event.subject, event.data) == ("MemoryEncoded", "1", {"memory_id": "1"})


@pytest.mark.parametrize(
    ("headers", "body", "now", "secret"),
    [
        (signed(), BODY + b" ", NOW, SECRET),
        (signed(), BODY, NOW + 301, SECRET),
        (signed(), BODY, NOW, "whsec_AAAA"),
        (signed(), BODY, NOW, "whsec_!"),
        ({**signed(), "Webhook-Timestamp": "nan"}, BODY, NOW, SECRET),
        ({**signed(), "Webhook-Signature": "v2,é"}, BODY, NOW, SECRET),
        ({}, BODY, NOW, SECRET),
    ],
)
def test_any_other_request_is_refused(headers: dict[str, str], body: bytes, now: int, secret: str) -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(secret, headers, body, now=now)
