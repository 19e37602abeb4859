"""The client of one connection."""

from __future__ import annotations

from types import TracebackType
from typing import Any, AsyncGenerator, Literal, Mapping, cast

import httpx

from .. import _wire as wire
from .._frames import FrameReader
from .._retry import Retry
from ..errors import UnreachableError
from ..types import (
    Catalog,
    ChatFrame,
    ChatReply,
    Connection,
    ContextBundle,
    IdentityBrief,
    Quota,
    ScopeList,
    SignalAccepted,
    Time,
)
from .http import AsyncHttp, failure_in
from .memories import AsyncMemories
from .schedule import AsyncSchedule
from .turns import AsyncTurns

TIMEOUT = 30.0


class AsyncClient(AsyncMemories):
    """The memory of one user, within the scopes granted to your app.

    Calls are retried after network failures, 429 and 5xx, up to three attempts in total; a retry never repeats an
    effect. Every error is a `MemoryServiceError`.

    Example::

        async with AsyncClient("https://memory.example", token) as memory:
            await memory.remember({"scope": "fitness", "content": "Runs along the river every Tuesday."})
            found = await memory.recall("On which day does she go running?")
    """

    schedule: AsyncSchedule
    turns: AsyncTurns

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float = TIMEOUT,
        retry: Retry = Retry(),
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """`token` is the connection token, `mst_…`: one user's consent to one app. It is a secret of your server.

        `timeout` is the time limit of one attempt in seconds; a chat has two minutes unless `with_options` says so.
        `http_client` is used if given, and not closed: share one between the clients of several users.
        """
        self._use(AsyncHttp(base_url, token, timeout=timeout, retry=retry, http_client=http_client))

    def _use(self, http: AsyncHttp) -> None:
        self._http = http
        self.schedule = AsyncSchedule(http)
        self.turns = AsyncTurns(http)

    def with_options(self, *, timeout: float | None = None, retry: Retry | None = None) -> AsyncClient:
        """A client with other options over the same connections.

        Example::

            await memory.with_options(timeout=5, retry=Retry(attempts=1)).brief()
        """
        other = AsyncClient.__new__(AsyncClient)
        other._use(self._http.with_options(timeout, retry))
        return other

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def context(
        self,
        intent: str,
        *,
        query: str | None = None,
        limit: int | None = None,
        valid_at: Time | None = None,
        as_of: Time | None = None,
    ) -> ContextBundle:
        """Returns the context for an intent: identity, memories and suggestions to put into a prompt.

        Example::

            bundle = await memory.context("coach", query="plan the weekend run")
        """
        query_of = {"intent": intent, "query": query, "limit": limit, "validAt": valid_at, "asOf": as_of}
        return cast(ContextBundle, await self._http.json(wire.get("/v1/context", **query_of)))

    async def brief(self) -> IdentityBrief:
        """Returns the assistant's description as one paragraph for a prompt. The service caches it for five minutes."""
        return cast(IdentityBrief, await self._http.json(wire.get("/v1/identity/brief")))

    async def signal(
        self, type: str, payload: Mapping[str, Any] | None = None, *, idempotency_key: str | None = None
    ) -> SignalAccepted:
        """Sends a signal to the user's other apps. Signals are never stored.

        Example::

            await memory.signal("workout.completed", {"activity": "run"})
        """
        body = wire.present(type=type, payload=payload)
        return cast(SignalAccepted, await self._http.json(wire.keyed("/v1/signals", body, idempotency_key)))

    async def chat(
        self,
        intent: str,
        user_message: str | None = None,
        *,
        app_context: Mapping[str, Any] | None = None,
        ephemeral: bool | None = None,
        await_candidates: bool | None = None,
        idempotency_key: str | None = None,
    ) -> ChatReply:
        """Takes one turn with the hosted model, which sees the user's memories. An attempt may take two minutes.

        With `await_candidates` the reply also holds what was recorded; otherwise that follows the reply. With
        `ephemeral` nothing is recorded. Raises `ModelUnavailableError`, `RateLimitedError`.
        """
        turn = _turn(intent, user_message, app_context, ephemeral, await_candidates)
        request = wire.keyed("/v1/gateway/chat", turn, idempotency_key)
        return cast(ChatReply, await self._http.json(request, self._http.chat_timeout))

    async def chat_stream(
        self,
        intent: str,
        user_message: str | None = None,
        *,
        app_context: Mapping[str, Any] | None = None,
        ephemeral: bool | None = None,
    ) -> AsyncGenerator[ChatFrame, None]:
        """Takes the same turn and streams the output: `delta` frames, `done`, then a `memory_recorded` frame for each
        memory that the turn left. Leaving the loop before `done` cancels the turn. It is retried only if the service
        refused to start; a later failure is an `error` frame, and a connection lost before `done` is raised.

        Example::

            async for frame in memory.chat_stream("coach", "How do I begin?"):
                if frame["type"] == "delta":
                    print(frame["text"], end="")
        """
        turn = _turn(intent, user_message, app_context, ephemeral, None)
        request = wire.Request("POST", "/v1/gateway/chat/stream", body=turn, repeatable="refused")
        reader = FrameReader()
        is_complete = False
        async with self._http.stream(request, self._http.chat_timeout) as chunks:
            try:
                async for chunk in chunks:
                    for frame in reader.feed(chunk):
                        yield cast(ChatFrame, frame)
                        if frame.get("type") == "error":
                            return
                        is_complete = is_complete or frame.get("type") == "done"
            except httpx.HTTPError as error:
                # Nothing that follows `done` is essential.
                if is_complete:
                    return
                raise failure_in(request, self._http.base, error) from error
        if not is_complete:
            raise UnreachableError("The stream ended before its last frame.")

    async def connection(self) -> Connection:
        """Returns what the token stands for: the user's identity, your app and the granted scopes."""
        return cast(Connection, await self._http.json(wire.get("/v1/connection")))

    async def quota(self) -> Quota:
        """Returns your plan's limits for this month and what is left of them."""
        return cast(Quota, await self._http.json(wire.get("/v1/quota")))

    async def scopes(self) -> ScopeList:
        """Returns the scopes that contain memories your app may read."""
        return cast(ScopeList, await self._http.json(wire.get("/v1/scopes")))

    async def catalog(self, *, view: Literal["ecosystem"] | None = None) -> Catalog:
        """Returns the shared vocabulary; with `view="ecosystem"` also what apps declared."""
        return cast(Catalog, await self._http.json(wire.get("/v1/catalog", view=view)))


def _turn(
    intent: str,
    user_message: str | None,
    app_context: Mapping[str, Any] | None,
    ephemeral: bool | None,
    await_candidates: bool | None,
) -> dict[str, Any]:
    return wire.present(
        intent=intent,
        userMessage=user_message,
        appContext=app_context,
        ephemeral=ephemeral,
        awaitCandidates=await_candidates,
    )
