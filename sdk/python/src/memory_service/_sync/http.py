# Generated from the asynchronous client by `npm run docs:api`; do not edit.
"""Sends requests and retries them where that is safe."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import Any, Iterator

import httpx

from .. import _wire as wire
from .._retry import Retry, delay_before
from ..errors import InvalidArgumentError, MemoryServiceError, RequestTimeoutError, UnreachableError

# Without it, httpx could add credentials of its own.
NO_AUTH = httpx.Auth()
CHAT_TIMEOUT = 120.0


class Http:
    """The token is sent in one header and appears nowhere else."""

    def __init__(
        self,
        base_url: str,
        token: str | None,
        *,
        timeout: float,
        retry: Retry,
        http_client: httpx.Client | None,
        chat_timeout: float = CHAT_TIMEOUT,
        scheme: str = "Bearer",
    ) -> None:
        self.base = wire.base_of(base_url)
        self._token = None if token is None else wire.token_of(token)
        self._scheme = scheme
        self.timeout = timeout
        self.chat_timeout = chat_timeout
        self.retry = retry
        self._owns_client = http_client is None
        self._client = http_client or httpx.Client()

    def with_options(self, timeout: float | None, retry: Retry | None) -> Http:
        """The same connections with other options."""
        return Http(
            self.base,
            self._token,
            timeout=self.timeout if timeout is None else timeout,
            retry=retry or self.retry,
            http_client=self._client,
            chat_timeout=self.chat_timeout if timeout is None else timeout,
            scheme=self._scheme,
        )

    def close(self) -> None:
        """Closes the connections, unless the caller provided the client."""
        if self._owns_client:
            self._client.close()

    def json(self, request: wire.Request, timeout: float | None = None) -> Any:
        """Sends a request and returns its response as JSON."""
        attempt = 1
        while True:
            try:
                return self._json_once(request, self.timeout if timeout is None else timeout)
            except MemoryServiceError as error:
                self._before_next(error, attempt, request)
            attempt += 1

    @contextmanager
    def stream(self, request: wire.Request, timeout: float) -> Iterator[Iterator[bytes]]:
        """Sends a request and yields the bytes of its event stream; retried only if the service refused to start."""
        attempt = 1
        while True:
            try:
                response = self._open(request, timeout)
                break
            except MemoryServiceError as error:
                self._before_next(error, attempt, request)
            attempt += 1
        try:
            yield response.iter_bytes()
        finally:
            response.close()

    def _before_next(self, error: MemoryServiceError, attempt: int, request: wire.Request) -> None:
        error.attempts = attempt
        delay = delay_before(error, attempt, request.repeatable, self.retry)
        if delay is None:
            raise error
        (self.retry.sleep or time.sleep)(delay)

    def _json_once(self, request: wire.Request, timeout: float) -> Any:
        deadline = time.monotonic() + timeout
        response = self._send(request, timeout)
        content = self._content_of(request, response, deadline)
        if not response.is_success:
            raise wire.failure_of(response.status_code, response.headers, content)
        body = wire.parsed(content)
        if body is None:
            raise wire.not_the_service(response.status_code, response.headers)
        return body

    def _open(self, request: wire.Request, timeout: float) -> httpx.Response:
        deadline = time.monotonic() + timeout
        response = self._send(request, timeout)
        if response.is_success and response.headers.get("content-type", "").startswith("text/event-stream"):
            return response
        content = self._content_of(request, response, deadline)
        if response.is_success:
            raise wire.not_the_service(response.status_code, response.headers)
        raise wire.failure_of(response.status_code, response.headers, content)

    def _send(self, request: wire.Request, timeout: float) -> httpx.Response:
        content = wire.content_of(request)
        headers = wire.headers_of(request, self._token, self._scheme)
        url = self.base + wire.path_of(request)
        try:
            sent = self._client.build_request(request.method, url, content=content, headers=headers, timeout=timeout)
            # A redirect could send the token to another host.
            return self._client.send(sent, stream=True, auth=NO_AUTH, follow_redirects=False)
        except httpx.InvalidURL as error:
            raise InvalidArgumentError(f"The address of the service is no URL: {error}") from error
        except httpx.HTTPError as error:
            raise failure_in(request, self.base, error) from error

    def _content_of(self, request: wire.Request, response: httpx.Response, deadline: float) -> bytes:
        content = bytearray()
        try:
            for chunk in response.iter_bytes():
                content += chunk
                if len(content) > wire.RESPONSE_BYTES_MAX:
                    raise wire.not_the_service(response.status_code, response.headers)
                if time.monotonic() > deadline:
                    raise RequestTimeoutError(f"{request.method} {request.path}: no complete response in time.")
        except httpx.HTTPError as error:
            raise failure_in(request, self.base, error) from error
        finally:
            response.close()
        return bytes(content)


def failure_in(request: wire.Request, base: str, error: httpx.HTTPError) -> MemoryServiceError:
    """The error of a request without a complete response, with the address of the service and the reason."""
    what = f"{request.method} {request.path}"
    if isinstance(error, httpx.TimeoutException):
        return RequestTimeoutError(f"{what}: no response in time.")
    return UnreachableError(f"{what}: {base} could not be reached ({str(error) or type(error).__name__}).")
