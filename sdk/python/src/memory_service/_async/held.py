"""Memories that an app holds for users who have no account yet."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Mapping, Sequence, cast

import httpx

from .. import _wire as wire
from .._retry import Retry
from ..types import ClaimLink, Done, Memory, MemoryInput, MemoryPage, Remembered
from .http import AsyncHttp
from .pager import AsyncPager

TIMEOUT = 30.0


class AsyncHeldMemories:
    """Memories under your own user ids. Only your app sees them, until the person claims them at consent.

    Example::

        async with AsyncHeldMemories("https://memory.example", client_id, client_secret) as held:
            await held.remember("user-4711", {"scope": "fitness", "content": "Runs along the river every Tuesday."})
            found = await held.recall("user-4711", "On which day does she go running?")
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
        """The client secret belongs on your server."""
        basic = wire.basic_of(client_id, client_secret)
        self._http = AsyncHttp(
            base_url, basic, timeout=timeout, retry=retry, http_client=http_client, scheme="Basic"
        )

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.close()

    async def __aenter__(self) -> AsyncHeldMemories:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def remember(
        self,
        user_id: str,
        memories: MemoryInput | Sequence[MemoryInput],
        *,
        allow_secrets: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Remembered:
        """Stores one memory of a user, or up to 100. Raises `UnknownScopeError`, `LimitExceededError`."""
        items = [memories] if isinstance(memories, Mapping) else [*memories]
        body = wire.present(memories=items, allow_secrets=allow_secrets)
        request = wire.keyed(f"{_path_of(user_id)}/memories", body, idempotency_key)
        return cast(Remembered, await self._http.json(request))

    async def recall(
        self,
        user_id: str,
        query: str,
        *,
        scope: str | None = None,
        min_score: float | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> MemoryPage:
        """Searches by meaning; empty for an unknown user. `cursor` continues with further results.

        Raises `InvalidArgumentError` if the query is empty or blank.
        """
        filters = {"query": wire.searched(query), "scope": scope, "min_score": min_score, "limit": limit, "cursor": cursor}
        return cast(MemoryPage, await self._find(user_id, filters))

    def list(
        self,
        user_id: str,
        *,
        scope: str | None = None,
        external_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPager[Memory, MemoryPage]:
        """Lists memories, newest first; empty for an unknown user. Iteration yields those of all pages."""
        filters = {"scope": scope, "externalId": external_id, "limit": limit}
        return AsyncPager(lambda at: self._find(user_id, {**filters, "cursor": at}), cursor)

    async def erase(self, user_id: str) -> Done:
        """Erases all that is held for a user."""
        return cast(Done, await self._http.json(wire.Request("DELETE", _path_of(user_id))))

    async def claim_link(self, user_id: str, *, idempotency_key: str | None = None) -> ClaimLink:
        """Makes a ticket for `connect_url(claim=...)`: at consent, the person chooses which topics to save.

        It is valid once, for an hour. Raises `NotFoundError` if nothing is held.
        """
        request = wire.keyed(f"{_path_of(user_id)}/claim-link", None, idempotency_key)
        return cast(ClaimLink, await self._http.json(request))

    async def _find(self, user_id: str, query: Mapping[str, Any]) -> Any:
        return await self._http.json(wire.get(f"{_path_of(user_id)}/memories", **query))


def _path_of(user_id: str) -> str:
    return f"/v1/held/{wire.segment(user_id)}"
