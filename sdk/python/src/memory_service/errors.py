"""The errors of this package: `MemoryServiceError`, with a subclass for each code that programs handle."""

from __future__ import annotations

from typing import Any


class MemoryServiceError(Exception):
    """Any failure. `code` is for programs, `str(error)` for people; neither contains a secret.

    The service may add codes, so handle unknown ones.
    """

    codes: tuple[str, ...] = ()

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        status: int | None = None,
        details: Any = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code or (self.codes[0] if self.codes else "internal")
        self.status = status
        """The HTTP status, if there was a response."""
        self.details = details
        """More about the failure; depends on the code."""
        self.request_id = request_id
        """The id of this request in the service's logs."""
        self.retry_after = retry_after
        """Seconds to wait before a retry, if the service stated it."""
        self.attempts = 0
        """How often the request was sent."""

    def _detail(self, name: str) -> Any:
        return self.details.get(name) if isinstance(self.details, dict) else None


class ValidationError(MemoryServiceError):
    """The input was rejected."""

    codes = ("validation_failed",)

    @property
    def issues(self) -> list[dict[str, str]]:
        """What is wrong: `path`, `message` and `code` of each issue."""
        return self.details if isinstance(self.details, list) else []


class UnknownScopeError(MemoryServiceError):
    """No app has declared the top level of the scope."""

    codes = ("unknown_scope",)


class UnauthorizedError(MemoryServiceError):
    """The token is missing or unknown."""

    codes = ("unauthorized",)


class ConnectionRevokedError(UnauthorizedError):
    """The user ended the app's access; ask them to connect again."""

    codes = ("connection_revoked",)


class InvalidGrantError(MemoryServiceError):
    """The code is wrong, used or older than ten minutes."""

    codes = ("invalid_grant",)


class InvalidClientError(MemoryServiceError):
    """The client id or secret is wrong."""

    codes = ("invalid_client",)


class LimitExceededError(MemoryServiceError):
    """A limit of a plan was reached; nothing was stored."""

    codes = ("limit_exceeded",)

    @property
    def limit(self) -> str | None:
        """Which limit, such as `memories`."""
        limit: str | None = self._detail("limit")
        return limit


class ScopeDeniedError(MemoryServiceError):
    """The user has not granted the scope."""

    codes = ("scope_denied",)

    @property
    def missing_scope(self) -> str | None:
        """The consent scope to ask the user for."""
        scope: str | None = self._detail("missing_scope")
        return scope


class NotFoundError(MemoryServiceError):
    """There is nothing with this id."""

    codes = ("not_found",)


class ConflictError(MemoryServiceError):
    """The state of the resource does not allow it."""

    codes = ("conflict", "idempotency_in_progress")


class RateLimitedError(MemoryServiceError):
    """Too many requests; `retry_after` says how many seconds to wait."""

    codes = ("rate_limited",)


class ModelUnavailableError(MemoryServiceError):
    """No model is configured or reachable."""

    codes = ("model_unavailable",)


class UnreachableError(MemoryServiceError):
    """The network failed, before or after the service received the request."""

    codes = ("unreachable",)


class RequestTimeoutError(MemoryServiceError):
    """There was no complete response in time."""

    codes = ("timeout",)


class InvalidResponseError(MemoryServiceError):
    """The response is not from the service but, for example, from a proxy; see `status`."""

    codes = ("invalid_response",)


class InvalidSignatureError(MemoryServiceError):
    """A webhook is not from the service."""

    codes = ("invalid_signature",)

    @property
    def reason(self) -> str | None:
        """`missing`, `malformed`, `too_old` or `mismatch`."""
        reason: str | None = self._detail("reason")
        return reason


class AccessDeniedError(MemoryServiceError):
    """The user denied access."""

    codes = ("access_denied",)


class ConnectFailedError(MemoryServiceError):
    """The service could not ask the user; `details` holds the OAuth error."""

    codes = ("connect_failed",)


class InvalidCallbackError(MemoryServiceError):
    """A redirect does not belong to this session or service."""

    codes = ("invalid_callback",)

    @property
    def reason(self) -> str | None:
        """`malformed`, `state` or `issuer`."""
        reason: str | None = self._detail("reason")
        return reason


class InvalidArgumentError(MemoryServiceError, ValueError):
    """An argument cannot be sent."""

    codes = ("invalid_argument",)


def _below(base: type[MemoryServiceError]) -> list[type[MemoryServiceError]]:
    return [each for one in base.__subclasses__() for each in (one, *_below(one))]


_CLASSES = {code: each for each in _below(MemoryServiceError) for code in each.codes}


def error_of(code: str, message: str, **about: Any) -> MemoryServiceError:
    """The error of a code, as an instance of its class."""
    return _CLASSES.get(code, MemoryServiceError)(message, code=code, **about)
