"""When a request is retried, and after which delay."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Literal, Optional

from .errors import MemoryServiceError

RETRY_AFTER_MAX_SECONDS = 60.0
STATUS_TOO_MANY = 429
STATUS_UNAVAILABLE = 503
STATUS_SERVER_ERROR = 500

Repeatable = Literal["always", "refused"]
"""`always`: it reads, sets values or has an idempotency key. `refused`: only after a response that means that the
service did not process it."""


@dataclass(frozen=True)
class Retry:
    """How often requests are retried, and after which delays, in seconds."""

    attempts: int = 3
    """The maximum number of attempts; 1 means no retry."""
    initial_delay: float = 0.2
    """The delay before the second attempt; it doubles with each attempt."""
    max_delay: float = 4.0
    """The maximum delay; `Retry-After` may be longer."""
    jitter: float = 0.25
    """The fraction by which delays vary at random, so that clients do not retry together."""
    random: Callable[[], float] = random.random
    """Returns a number from 0 (inclusive) to 1 (exclusive). For tests."""
    sleep: Optional[Callable[[float], Any]] = None
    """Replaces waiting; a coroutine function in the asynchronous client. For tests."""


def delay_before(error: MemoryServiceError, attempt: int, repeatable: Repeatable, retry: Retry) -> float | None:
    """The seconds to wait before the next attempt, or `None` if there is none."""
    if attempt >= retry.attempts or not _is_transient(error, attempt, repeatable):
        return None
    if error.retry_after is not None:
        return None if error.retry_after > RETRY_AFTER_MAX_SECONDS else error.retry_after
    delay = min(retry.max_delay, retry.initial_delay * 2.0 ** min(attempt - 1, 64))
    return min(retry.max_delay, delay * (1 + retry.jitter * (2 * retry.random() - 1)))


def _is_transient(error: MemoryServiceError, attempt: int, repeatable: Repeatable) -> bool:
    status = error.status or 0
    if repeatable == "refused":
        return status in (STATUS_TOO_MANY, STATUS_UNAVAILABLE)
    # A previous attempt whose connection was lost is still running under the same key, so waiting for it helps.
    if error.code == "idempotency_in_progress":
        return attempt > 1
    return error.code in ("unreachable", "timeout") or status == STATUS_TOO_MANY or status >= STATUS_SERVER_ERROR


def seconds_of(retry_after: str | None, now: float | None = None) -> float | None:
    """Parses a `Retry-After` header, a number or a date, into seconds."""
    if not retry_after:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        at = parsedate_to_datetime(retry_after).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None
    return max(0.0, at - (time.time() if now is None else now))
