"""Sends requests, each until it has an answer that stands or its time is over."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx
from tenacity import AsyncRetrying, retry_if_exception

from .._generated.types import Operation
from .._request import (
    AsyncApiKey,
    address_of,
    answer_of,
    async_key_of,
    authorization_of,
    connection_error,
    json_text,
    path_of,
    refusal_of,
    timeout_error,
)
from ..retry import Retry, is_transient, stopping, waiting

T = TypeVar("T")


class AsyncTransport:
    """The connections to one service with one credential."""

    def __init__(
        self, base_url: str, api_key: AsyncApiKey, *, timeout: float, retry: Retry, http: httpx.AsyncClient | None
    ) -> None:
        self.address = address_of(base_url)
        self.timeout = timeout
        self.retry = retry
        self._api_key = api_key
        if not callable(api_key):
            authorization_of(api_key)
        self._http = http or httpx.AsyncClient()

    def patient(self, timeout: float) -> AsyncTransport:
        """The same connections, with another timeout."""
        return AsyncTransport(self.address, self._api_key, timeout=timeout, retry=self.retry, http=self._http)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def send(
        self, operation: Operation[T], *, body: Any = None, lines: str | None = None, wait: float | None = None
    ) -> T:
        """The answer of an operation. EngraphError where it fails for good, or its time is over.

        wait: seconds that the answer may take longer than the timeout.
        """
        seconds = self.timeout + (wait or 0)
        deadline = time.monotonic() + seconds
        content = lines if lines is not None else None if body is None else json_text(body)
        retrying = AsyncRetrying(
            retry=retry_if_exception(is_transient),
            wait=waiting(self.retry),
            stop=stopping(self.retry, deadline),
            reraise=True,
        )
        kind = "application/x-ndjson" if lines is not None else "application/json"

        async def attempt() -> T:
            request = await self._request(operation, content, kind)
            response, answer = await self._receive(request, seconds, deadline)
            return answer_of(operation, response, answer)

        answer: T = await retrying(attempt)
        return answer

    @asynccontextmanager
    async def open(self, operation: Operation[Any], *, silence: float) -> AsyncIterator[httpx.Response]:
        """A stream, opened in one attempt. The connection counts as lost after so many seconds of silence."""
        request = await self._request(operation, None, "application/json")
        request.extensions["timeout"] = httpx.Timeout(silence).as_dict()
        try:
            response = await self._http.send(request, stream=True)
            try:
                if not response.is_success:
                    raise refusal_of(response, await response.aread())
                yield response
            finally:
                await response.aclose()
        except httpx.RequestError as error:
            raise connection_error(error) from error

    async def _request(self, operation: Operation[Any], content: str | None, kind: str) -> httpx.Request:
        headers = {**operation.headers, **authorization_of(await async_key_of(self._api_key))}
        if content is not None:
            headers["Content-Type"] = kind
        url = self.address + path_of(operation)
        return self._http.build_request(
            operation.method, url, params=operation.params or None, headers=headers, content=content
        )

    async def _receive(self, request: httpx.Request, seconds: float, deadline: float) -> tuple[httpx.Response, bytes]:
        request.extensions["timeout"] = httpx.Timeout(max(0.001, deadline - time.monotonic())).as_dict()
        parts: list[bytes] = []
        try:
            response = await self._http.send(request, stream=True, follow_redirects=False)
            try:
                async for part in response.aiter_bytes():
                    parts.append(part)
                    # Each read has its own timeout: an answer that comes in drops would have no end.
                    if time.monotonic() > deadline:
                        raise timeout_error(seconds)
            finally:
                await response.aclose()
        except httpx.TimeoutException as error:
            raise timeout_error(seconds) from error
        except httpx.RequestError as error:
            raise connection_error(error) from error
        return response, b"".join(parts)
