"""Requests and responses as they are sent, without sending them."""

from __future__ import annotations

import base64
import json
import re
import uuid
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from typing import Any, Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

from ._retry import Repeatable, seconds_of
from ._version import VERSION
from .errors import InvalidArgumentError, InvalidResponseError, MemoryServiceError, error_of

RESPONSE_BYTES_MAX = 16 * 1024 * 1024


@dataclass(frozen=True)
class Request:
    """A request before it is sent."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    idempotency_key: Optional[str] = None
    repeatable: Repeatable = "always"


def get(path: str, **query: Any) -> Request:
    """A GET; parameters that are `None` are left out."""
    return Request("GET", path, query)


def keyed(path: str, body: Any, idempotency_key: str | None) -> Request:
    """A POST with an idempotency key, which can be retried safely."""
    return Request("POST", path, body=body, idempotency_key=idempotency_key or str(uuid.uuid4()))


def present(**fields: Any) -> dict[str, Any]:
    """The fields that are not `None`."""
    return {name: value for name, value in fields.items() if value is not None}


def searched(query: str) -> str:
    """The query of a search. An empty one would list memories, without scores."""
    if not query.strip():
        raise InvalidArgumentError("The query must not be empty; `list` returns memories without one.")
    return query


def segment(id: str) -> str:
    """An id as a path segment."""
    if id in ("", ".", ".."):
        raise InvalidArgumentError("The id must not be empty, `.` or `..`.")
    return quote(id, safe="")


def base_of(address: str) -> str:
    """An address without trailing slashes."""
    try:
        url = urlsplit(address)
        is_plain = not (url.username or url.password or url.query or url.fragment)
        fits = url.scheme in ("http", "https") and bool(url.hostname) and is_plain and (url.port or 1) > 0
    except (AttributeError, TypeError, ValueError):
        fits = False
    if not fits:
        raise InvalidArgumentError("The address of the service must be a URL such as https://memory.example.")
    if url.path.rstrip("/").endswith("/v1"):
        raise InvalidArgumentError("The address of the service ends before /v1: the client adds it.")
    return address.rstrip("/")


def token_of(token: str) -> str:
    """A token that can be sent in a header."""
    if not isinstance(token, str) or not re.fullmatch(r"[\x21-\x7e]+", token):
        raise InvalidArgumentError("The token is empty or contains characters that no token has.")
    return token


def path_of(request: Request) -> str:
    """The path with its query."""
    pairs = [(name, _text_of(value)) for name, value in request.query.items() if value is not None]
    return request.path + (f"?{urlencode(pairs)}" if pairs else "")


def basic_of(client_id: str, client_secret: str) -> str:
    """The credentials of an app as a header has them."""
    return base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()


def headers_of(request: Request, token: str | None, scheme: str = "Bearer") -> dict[str, str]:
    """The headers of a request."""
    headers = {"accept": "application/json, text/event-stream", "user-agent": f"memory-service-python/{VERSION}"}
    if token:
        headers["authorization"] = f"{scheme} {token}"
    if request.body is not None:
        headers["content-type"] = "application/json"
    if request.idempotency_key:
        headers["idempotency-key"] = request.idempotency_key
    return headers


def content_of(request: Request) -> bytes | None:
    """The body of a request as JSON."""
    if request.body is None:
        return None
    try:
        return json.dumps(request.body, default=_encoded, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        if isinstance(error, InvalidArgumentError):
            raise
        raise InvalidArgumentError(f"The value cannot be sent as JSON: {error}") from error


def parsed(content: bytes) -> Any:
    """A body as JSON, or `None` if it is none."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def failure_of(status: int, headers: Mapping[str, str], content: bytes) -> MemoryServiceError:
    """The error of a response that is no success."""
    body = parsed(content)
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict) or not isinstance(error.get("code"), str):
        return not_the_service(status, headers)
    return error_of(error["code"], str(error.get("message")), details=error.get("details"), **_about(status, headers))


def not_the_service(status: int, headers: Mapping[str, str]) -> MemoryServiceError:
    """The error of a response that the service does not send."""
    message = f"The response with status {status} is not from the service; it may be from a proxy."
    return InvalidResponseError(message, **_about(status, headers))


def _about(status: int, headers: Mapping[str, str]) -> dict[str, Any]:
    return {
        "status": status,
        "request_id": headers.get("x-request-id"),
        "retry_after": seconds_of(headers.get("retry-after")),
    }


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(_encoded(value) if isinstance(value, date) else value)


def _encoded(value: Any) -> str:
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise InvalidArgumentError(f"The time {value.isoformat()} has no time zone; pass an aware datetime.")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no JSON value")
