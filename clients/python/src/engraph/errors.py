"""The errors with which calls end."""

from __future__ import annotations


class EngraphError(Exception):
    """Any error of a call.

    code: stable handle of the service, to branch on; `connection` or `timeout` where no answer came, `http_STATUS`
        where something between here and the service answered, `unexpected_answer` where this version of the client
        cannot read an answer.
    status: HTTP status; 0 where no answer came.
    request_id: the id under which the service's log has the request; None where no answer came.
    retry_after: seconds that the service asks to wait; None where it says nothing.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        suffix = "" if self.request_id is None else f", request {self.request_id}"
        return f"{self.message} ({self.code}{suffix})"


class BadRequestError(EngraphError):
    """The request is invalid; the message says which field, and why."""


class UnauthorizedError(EngraphError):
    """The credential is missing, unknown, revoked or expired."""


class ForbiddenError(EngraphError):
    """The credential lacks the permission of the operation."""


class NotFoundError(EngraphError):
    """What the request refers to does not exist in the scope of the credential."""


class ConflictError(EngraphError):
    """The idempotency key was used before with other fields, or the memory has another version."""


class RateLimitedError(EngraphError):
    """The quota of the credential is used up for now."""


class UnavailableError(EngraphError):
    """The service cannot do the work now."""


class EngineError(EngraphError):
    """The service met something that nobody foresaw; its log has it under the request id."""


class UnexpectedAnswerError(EngraphError):
    """The answer is not one that this version of the client can read, such as that of an older service."""


class EngraphConnectionError(EngraphError, ConnectionError):
    """No answer came: the connection could not be made, or broke."""


class EngraphTimeoutError(EngraphError, TimeoutError):
    """The time of the call was over before an answer came."""


KINDS: dict[str, type[EngraphError]] = {
    "bad_request": BadRequestError,
    "unauthorized": UnauthorizedError,
    "forbidden": ForbiddenError,
    "not_found": NotFoundError,
    "conflict": ConflictError,
    "rate_limited": RateLimitedError,
    "engine.unavailable": UnavailableError,
    "engine.error": EngineError,
}
