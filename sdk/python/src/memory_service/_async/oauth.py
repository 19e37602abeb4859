"""Exchanges codes for tokens, and revokes tokens."""

from __future__ import annotations

from types import TracebackType
from typing import cast

import httpx

from .. import _wire as wire
from .._retry import Retry
from ..oauth import code_of
from ..types import Done, Exchanged
from .http import AsyncHttp

TIMEOUT = 30.0


class AsyncOAuthClient:
    """Your app, with its credentials. They are secrets of your server.

    Example::

        async with AsyncOAuthClient("https://memory.example", client_id, client_secret) as app:
            exchanged = await app.handle_callback(url, state=session["state"], code_verifier=session["verifier"])
    """

    def __init__(
        self,
        base_url: str,
        client_id: str,
        client_secret: str,
        *,
        timeout: float = TIMEOUT,
        retry: Retry = Retry(),
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = AsyncHttp(base_url, None, timeout=timeout, retry=retry, http_client=http_client)
        self._credentials = {"client_id": client_id, "client_secret": client_secret}

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.close()

    async def __aenter__(self) -> AsyncOAuthClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def handle_callback(
        self,
        url: str,
        *,
        state: str | None,
        code_verifier: str | None = None,
        redirect_uri: str | None = None,
        issuer: str | None = None,
    ) -> Exchanged:
        """Handles the redirect from the consent page: checks it, and exchanges its code for the connection token.

        `url` is the full URL, or its path and query; `state` and `code_verifier` are those of the user's session, to be
        deleted after the first redirect, whatever its result. `issuer` is the service's `BASE_URL` if it differs from
        yours.

        Raises `AccessDeniedError` if the user denied access; `ConnectFailedError` if the service could not ask;
        `InvalidCallbackError` if the redirect cannot be trusted; and what `exchange_code` raises.
        """
        code = code_of(url, state, issuer or self._http.base)
        return await self.exchange_code(code, code_verifier=code_verifier, redirect_uri=redirect_uri)

    async def exchange_code(
        self, code: str, *, code_verifier: str | None = None, redirect_uri: str | None = None
    ) -> Exchanged:
        """Exchanges a code for the connection token; `handle_callback` does it for you.

        Using a code twice ends the connection, so this is retried only after 429 and 503, which mean that the service
        did not process it. Raises `InvalidGrantError`, `InvalidClientError`, `LimitExceededError`.
        """
        body = wire.present(code=code, code_verifier=code_verifier, redirect_uri=redirect_uri)
        return cast(Exchanged, await self._http.json(self._post("/v1/oauth/token", body)))

    async def revoke(self, token: str) -> Done:
        """Revokes a connection; its token is invalid from then on. Raises `InvalidClientError`."""
        return cast(Done, await self._http.json(self._post("/v1/oauth/revoke", {"token": token})))

    def _post(self, path: str, body: dict[str, str]) -> wire.Request:
        return wire.Request("POST", path, body={**body, **self._credentials}, repeatable="refused")
