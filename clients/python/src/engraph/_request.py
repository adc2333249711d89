"""What a request is made of, and how an answer is read."""

from __future__ import annotations

import inspect
import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar, Union
from urllib.parse import urlsplit
from uuid import uuid4

import httpx

from ._generated.models import ImportReport
from ._generated.types import UNSET, Operation
from .errors import (
    KINDS,
    EngraphConnectionError,
    EngraphError,
    EngraphTimeoutError,
    UnexpectedAnswerError,
)

T = TypeVar("T")

ApiKey = Union[str, Callable[[], str]]
"""An API key or a JWT, or what gives one before every attempt."""
AsyncApiKey = Union[str, Callable[[], Union[str, Awaitable[str]]]]
SendPart = Callable[[str], ImportReport]
AsyncSendPart = Callable[[str], Awaitable[ImportReport]]

#: Seconds that an answer may wait for an extraction.
MAX_WAIT = 30

_VISIBLE = re.compile(r"[\x21-\x7e]+")


def address_of(base_url: str) -> str:
    """The address of the service without a slash at its end. ValueError for one that is none, or has a credential."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("base_url must be an address such as https://memory.example")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("base_url must have no user name, password, query or fragment")
    address = base_url.rstrip("/")
    if parts.path.rstrip("/").endswith("/v1"):
        raise ValueError("base_url must not end with /v1, which is part of every path")
    return address


def sync_key_of(api_key: ApiKey) -> str:
    """The credential of the next attempt."""
    return api_key() if callable(api_key) else api_key


async def async_key_of(api_key: AsyncApiKey) -> str:
    """The credential of the next attempt."""
    key = api_key() if callable(api_key) else api_key
    return await key if inspect.isawaitable(key) else key


def authorization_of(api_key: Any) -> dict[str, str]:
    """The header of a credential, without white space at its ends, such as the line feed at the end of a file.

    ValueError, without the credential, for one that no header can hold.
    """
    key = api_key.strip() if isinstance(api_key, str) else ""
    if not key:
        raise ValueError("the API key is empty, or no text: is the variable set that it comes from?")
    if not _VISIBLE.fullmatch(key):
        raise ValueError("the API key must be a text of visible ASCII characters")
    return {"Authorization": f"Bearer {key}"}


def idempotency_key(given: str | None) -> str:
    """The key under which a write is done once; a new one where none is given."""
    if given is None:
        return str(uuid4())
    if len(given) > 255 or not _VISIBLE.fullmatch(given):
        raise ValueError("idempotency_key must have 1 to 255 visible ASCII characters")
    return given


def preference(wait: int | None) -> str | None:
    """The header that lets an answer wait for the extraction. ValueError for what are no seconds from 0 to 30."""
    if wait is None:
        return None
    if not isinstance(wait, int) or isinstance(wait, bool) or not 0 <= wait <= MAX_WAIT:
        raise ValueError(f"wait must be a whole number of seconds from 0 to {MAX_WAIT}, not {wait!r}")
    return f"wait={wait}"


def fields(**given: Any) -> dict[str, Any]:
    """The fields that are given: those that are not None."""
    return {name: value for name, value in given.items() if value is not None}


def changes(**given: Any) -> dict[str, Any]:
    """The fields that are given, None among them."""
    return {name: value for name, value in given.items() if value is not UNSET}


def json_text(value: Any) -> str:
    """JSON of a value; integers are exact. ValueError for NaN, and for a time without a zone."""
    return json.dumps(_plain(value), allow_nan=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise ValueError("a datetime must have a time zone: datetime.now(timezone.utc)")
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(each) for each in value]
    return value


def path_of(operation: Operation[Any]) -> str:
    """The path of a request. ValueError for an id with which it would lead to another route."""
    if any(segment in ("", ".", "..") for segment in operation.path.split("/")[1:]):
        raise ValueError(f"{operation.path} has no id")
    return operation.path


def connection_error(error: Exception) -> EngraphConnectionError:
    """The error for a connection that broke."""
    return EngraphConnectionError(f"no answer: {error or type(error).__name__}", code="connection")


def timeout_error(seconds: float) -> EngraphTimeoutError:
    """The error for time that is over."""
    return EngraphTimeoutError(f"no answer within {seconds:g} s", code="timeout")


def answer_of(operation: Operation[T], response: httpx.Response, body: bytes) -> T:
    """What an answer says. EngraphError for an error, and for an answer that cannot be read."""
    data = _parsed(body)
    if not response.is_success or data is UNSET:
        raise error_of(response, data)
    try:
        return operation.parse(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        lacks = f" lacks {error}" if isinstance(error, KeyError) else f": {error}"
        raise UnexpectedAnswerError(
            f"the answer of {operation.method} {operation.path} is not that of this version of the client: it{lacks}",
            code="unexpected_answer",
            status=response.status_code,
            request_id=response.headers.get("x-request-id"),
        ) from error


def refusal_of(response: httpx.Response, body: bytes) -> EngraphError:
    """The error of a stream that was not opened."""
    return error_of(response, _parsed(body))


def error_of(response: httpx.Response, data: Any) -> EngraphError:
    """The named error of an answer; EngraphError itself for a code that this version does not know."""
    said = data.get("error") if isinstance(data, dict) else None
    said = said if isinstance(said, dict) else {}
    status = response.status_code
    # Something between here and the service answered, in words of its own.
    code = said["code"] if isinstance(said.get("code"), str) else f"http_{status}"
    message = said["message"] if isinstance(said.get("message"), str) else f"status {status} is no answer of Engraph"
    return KINDS.get(code, EngraphError)(
        message,
        code=code,
        status=status,
        request_id=response.headers.get("x-request-id"),
        retry_after=_seconds(response.headers.get("retry-after")),
    )


def _parsed(body: bytes) -> Any:
    """JSON with exact integers; UNSET where it is none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return UNSET


def _seconds(header: str | None) -> float | None:
    if header is None:
        return None
    if re.fullmatch("[0-9]{1,9}", header):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, TypeError):
        return None
