# Generated from the asynchronous client by `npm run docs:api`; do not edit.
"""The conversations of one connection."""

from __future__ import annotations

from typing import Any, Mapping, Sequence, cast

from .. import _wire as wire
from ..types import Time, TurnMessage, TurnPage, TurnsAccepted, TurnsDeleted
from .http import Http
from .pager import Pager


class Turns:
    """Conversations as they are: the service extracts memories from them. Use it as `memory.turns`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def add(
        self,
        messages: Mapping[str, Any] | Sequence[Mapping[str, Any]],
        *,
        conversation_id: str | None = None,
        scope: str | None = None,
        occurred_at: Time | None = None,
        idempotency_key: str | None = None,
    ) -> TurnsAccepted:
        """Sends new messages of a conversation, as the APIs of models have them. Send each message once.

        Where the service has a chat model, it extracts memories in the background and deletes the messages; elsewhere
        they stay as a transcript. Raises `ScopeDeniedError`, `ConflictError`, `LimitExceededError`, `RateLimitedError`.

        Example::

            memory.turns.add([{"role": "user", "content": "My left knee hurts."}], conversation_id="thread-42")
        """
        items = [messages] if isinstance(messages, Mapping) else list(messages)
        body = wire.present(messages=items, conversationId=conversation_id, scope=scope, occurredAt=occurred_at)
        return cast(TurnsAccepted, self._http.json(wire.keyed("/v1/turns", body, idempotency_key)))

    def list(
        self,
        *,
        query: str | None = None,
        conversation_id: str | None = None,
        scope: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Pager[TurnMessage, TurnPage]:
        """Lists the messages of the transcripts that your app sent, newest first; with `query`, the best matches."""
        filters: dict[str, Any] = {"query": query, "conversationId": conversation_id, "scope": scope, "limit": limit}
        return Pager(lambda at: self._http.json(wire.get("/v1/turns", **filters, cursor=at)), cursor)

    def delete(self, conversation_id: str) -> TurnsDeleted:
        """Deletes the transcript of a conversation. Memories that were extracted from it stay."""
        request = wire.Request("DELETE", "/v1/turns", query={"conversationId": conversation_id})
        return cast(TurnsDeleted, self._http.json(request))
