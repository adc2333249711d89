"""A client of Engraph, the memory and typed-graph service for AI agents.

`Engraph` and `AsyncEngraph` have a method for each operation of the API; the classes of its answers are in
`engraph.models`.
"""

from ._async.client import AsyncEngraph
from ._generated.types import UNSET, Unset
from ._sync.client import Engraph
from .errors import (
    BadRequestError,
    ConflictError,
    EngineError,
    EngraphConnectionError,
    EngraphError,
    EngraphTimeoutError,
    ForbiddenError,
    NotFoundError,
    RateLimitedError,
    UnauthorizedError,
    UnavailableError,
    UnexpectedAnswerError,
)
from .events import ScopeEvent, WebhookVerificationError, verify_webhook
from .retry import Retry
from .values import BatchItem, Filter

__all__ = [
    "UNSET",
    "AsyncEngraph",
    "BadRequestError",
    "BatchItem",
    "ConflictError",
    "EngineError",
    "Engraph",
    "EngraphConnectionError",
    "EngraphError",
    "EngraphTimeoutError",
    "Filter",
    "ForbiddenError",
    "NotFoundError",
    "RateLimitedError",
    "Retry",
    "ScopeEvent",
    "UnauthorizedError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "Unset",
    "WebhookVerificationError",
    "verify_webhook",
]
