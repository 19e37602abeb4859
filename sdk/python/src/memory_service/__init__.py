"""Client of the Memory Service: remember, recall, context, chat and webhooks."""

from __future__ import annotations

from ._async.client import AsyncClient
from ._async.held import AsyncHeldMemories
from ._async.oauth import AsyncOAuthClient
from ._async.pager import AsyncPager
from ._async.schedule import AsyncSchedule
from ._retry import Retry
from ._sync.client import Client
from ._sync.held import HeldMemories
from ._sync.oauth import OAuthClient
from ._sync.pager import Pager
from ._sync.schedule import Schedule
from ._version import VERSION as __version__
from .errors import (
    AccessDeniedError,
    ConflictError,
    ConnectFailedError,
    ConnectionRevokedError,
    InvalidArgumentError,
    InvalidCallbackError,
    InvalidClientError,
    InvalidGrantError,
    InvalidResponseError,
    InvalidSignatureError,
    LimitExceededError,
    MemoryServiceError,
    ModelUnavailableError,
    NotFoundError,
    RateLimitedError,
    RequestTimeoutError,
    ScopeDeniedError,
    UnauthorizedError,
    UnknownScopeError,
    UnreachableError,
    ValidationError,
)
from .oauth import ConnectAttempt, connect_url, new_connect_attempt
from .scopes import allows
from .webhooks import verify_webhook

__all__ = [
    "AccessDeniedError",
    "AsyncClient",
    "AsyncHeldMemories",
    "AsyncOAuthClient",
    "AsyncPager",
    "AsyncSchedule",
    "Client",
    "ConflictError",
    "ConnectAttempt",
    "ConnectFailedError",
    "ConnectionRevokedError",
    "HeldMemories",
    "InvalidArgumentError",
    "InvalidCallbackError",
    "InvalidClientError",
    "InvalidGrantError",
    "InvalidResponseError",
    "InvalidSignatureError",
    "LimitExceededError",
    "MemoryServiceError",
    "ModelUnavailableError",
    "NotFoundError",
    "OAuthClient",
    "Pager",
    "RateLimitedError",
    "RequestTimeoutError",
    "Retry",
    "Schedule",
    "ScopeDeniedError",
    "UnauthorizedError",
    "UnknownScopeError",
    "UnreachableError",
    "ValidationError",
    "__version__",
    "allows",
    "connect_url",
    "new_connect_attempt",
    "verify_webhook",
]
