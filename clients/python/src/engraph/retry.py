"""When a failed attempt is made again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from tenacity import RetryCallState

from .errors import EngraphConnectionError, EngraphError

#: Statuses that say "later": the service's own 429 and 503, and those of proxies before it.
TRANSIENT = frozenset({429, 502, 503, 504})


@dataclass(frozen=True)
class Retry:
    """How failed attempts are made again. Times are in seconds.

    attempts: attempts in all, the first included; 1 for no retry.
    first_pause: pause before the second attempt; each further one is twice as long, with up to half of it random.
    max_pause: no pause is longer. A service that asks for a longer one ends the call with its error.
    """

    attempts: int = 5
    first_pause: float = 0.2
    max_pause: float = 20.0

    def pause(self, error: EngraphError, failures: int) -> float:
        """Seconds to wait after so many failures; what the service asks for is never undercut."""
        asked = error.retry_after or 0.0
        if asked > 0:
            return asked + random.random() * self.first_pause / 2
        backoff: float = min(self.max_pause, self.first_pause * 2.0 ** min(failures - 1, 30))
        return backoff * (1 - random.random() / 2)

    def is_over(self, error: EngraphError, failures: int) -> bool:
        """Whether no further attempt is to be made."""
        return failures >= self.attempts or (error.retry_after or 0.0) > self.max_pause


def is_transient(error: BaseException) -> bool:
    """Whether another attempt may succeed."""
    return isinstance(error, EngraphConnectionError) or (isinstance(error, EngraphError) and error.status in TRANSIENT)


def waiting(retry: Retry) -> Callable[[RetryCallState], float]:
    """The pauses of a policy, for tenacity."""
    return lambda state: retry.pause(_error_of(state), state.attempt_number)


def stopping(retry: Retry, deadline: float) -> Callable[[RetryCallState], bool]:
    """The end of a policy, for tenacity: also where a pause would go beyond the deadline of the monotonic clock."""

    def stop(state: RetryCallState) -> bool:
        is_late = time.monotonic() + state.upcoming_sleep >= deadline
        return is_late or retry.is_over(_error_of(state), state.attempt_number)

    return stop


def _error_of(state: RetryCallState) -> EngraphError:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, EngraphError), "only these are tried again"
    return error
