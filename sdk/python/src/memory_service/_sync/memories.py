# Generated from the asynchronous client by `npm run docs:api`; do not edit.
"""The calls about memories."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, Mapping, Optional, Sequence, Union, cast

from .. import _wire as wire
from ..types import (
    EditedMemory,
    Forgotten,
    Graph,
    Memory,
    MemoryHistory,
    MemoryInput,
    MemoryPage,
    MemoryPatch,
    MemoryRevision,
    RecalledMemory,
    Remembered,
    Time,
)
from .http import Http
from .pager import Pager

PAGE_MAX = 100

State = Literal["current", "superseded", "all"]
Day = Union[datetime, date, str]
"""A time, or a UTC day."""
Field = Union[str, float, bool]


class Memories:
    """The part of the client that is about memories."""

    _http: Http

    def remember(
        self,
        memories: MemoryInput | Sequence[MemoryInput],
        *,
        allow_secrets: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Remembered:
        """Stores one memory, or up to 100. Memories outside the write grants are dropped without an error.

        `allow_secrets` also stores what looks like a key, a card number or a password; set it only if the user asks.
        Raises `UnknownScopeError`, `ScopeDeniedError`, `LimitExceededError` (nothing was stored).

        Example::

            memory.remember({"scope": "fitness", "kind": "goal", "content": "Wants to run a marathon."})
        """
        items = [memories] if isinstance(memories, Mapping) else list(memories)
        body = wire.present(memories=items, allow_secrets=allow_secrets)
        return cast(Remembered, self._http.json(wire.keyed("/v1/memories", body, idempotency_key)))

    def recall(
        self,
        query: str,
        *,
        scope: str | None = None,
        min_score: float | None = None,
        state: State | None = None,
        valid_at: Time | None = None,
        as_of: Time | None = None,
        type: str | None = None,
        app: str | None = None,
        from_: Day | None = None,
        to: Day | None = None,
        pinned: bool | None = None,
        external_id: str | None = None,
        metadata: Mapping[str, Field] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> MemoryPage:
        """Searches by meaning. Returns the best results; `cursor` continues with further ones, up to 200.

        Raises `InvalidArgumentError` if the query is empty or blank; `list` returns memories without one.

        Example::

            found = memory.recall("where does she run", scope="fitness.*", limit=5)
        """
        filters = _filters(scope, state, valid_at, as_of, type, app, from_, to, pinned, external_id, metadata)
        more = {"query": wire.searched(query), "min_score": min_score, "limit": limit, "cursor": cursor}
        return cast(MemoryPage, self._find({**filters, **more}))

    def list(
        self,
        *,
        scope: str | None = None,
        state: State | None = None,
        valid_at: Time | None = None,
        as_of: Time | None = None,
        type: str | None = None,
        app: str | None = None,
        from_: Day | None = None,
        to: Day | None = None,
        pinned: bool | None = None,
        external_id: str | None = None,
        metadata: Mapping[str, Field] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Pager[Memory, MemoryPage]:
        """Lists memories, newest first. Iteration yields those of all pages; `limit` is the size of a page.

        Example::

            for one in memory.list(scope="fitness.*"):
                print(one["content"])
        """
        filters = _filters(scope, state, valid_at, as_of, type, app, from_, to, pinned, external_id, metadata)
        return Pager(lambda at: self._find({**filters, "limit": limit, "cursor": at}), cursor)

    def collect(
        self,
        query: str | None = None,
        *,
        cap: int = 1_000,
        scope: str | None = None,
        min_score: float | None = None,
        state: State | None = None,
        valid_at: Time | None = None,
        as_of: Time | None = None,
        type: str | None = None,
        app: str | None = None,
        from_: Day | None = None,
        to: Day | None = None,
        pinned: bool | None = None,
        external_id: str | None = None,
        metadata: Mapping[str, Field] | None = None,
    ) -> Sequence[RecalledMemory]:
        """Collects all pages of `list`, or with `query` of `recall`, into one list of at most `cap` items.

        Example::

            everything = memory.collect(scope="fitness.*", cap=5_000)
        """
        filters = _filters(scope, state, valid_at, as_of, type, app, from_, to, pinned, external_id, metadata)
        more = {"query": query, "min_score": min_score, "limit": min(PAGE_MAX, max(1, cap))}
        pager: Pager[RecalledMemory, MemoryPage]
        pager = Pager(lambda at: self._find({**filters, **more, "cursor": at}))
        return pager.collect(cap)

    def get(self, id: str) -> Memory:
        """Returns one memory. Raises `NotFoundError`, `ScopeDeniedError`."""
        return cast(Memory, self._http.json(wire.get(f"/v1/memories/{wire.segment(id)}")))

    def graph(self, id: str) -> Graph:
        """Returns a memory and the memories related to it."""
        return cast(Graph, self._http.json(wire.get(f"/v1/memories/{wire.segment(id)}/graph")))

    def update(self, id: str, changes: MemoryPatch) -> EditedMemory:
        """Changes the given fields of a memory. Raises `NotFoundError`, `ScopeDeniedError`, `UnknownScopeError`.

        Example::

            memory.update(id, {"pinned": True})
        """
        # Setting values is idempotent, so a retry is safe.
        request = wire.Request("PATCH", f"/v1/memories/{wire.segment(id)}", body=changes)
        return cast(EditedMemory, self._http.json(request))

    def forget(self, ids: str | Sequence[str], *, idempotency_key: str | None = None) -> Forgotten:
        """Deletes one memory, or up to 100; the user can restore them from the trash.

        Deletes none if one of them is outside the write grants. Raises `ScopeDeniedError`.
        """
        body = {"ids": [ids] if isinstance(ids, str) else [*ids]}
        return cast(Forgotten, self._http.json(wire.keyed("/v1/memories/delete", body, idempotency_key)))

    def history(
        self, id: str, *, limit: int | None = None, cursor: str | None = None
    ) -> Pager[MemoryRevision, MemoryHistory]:
        """Lists the states of a memory, the newest first: what it was, and who changed it."""
        path = f"/v1/memories/{wire.segment(id)}/history"
        return Pager(lambda at: self._http.json(wire.get(path, limit=limit, cursor=at)), cursor)

    def restore(self, id: str, revision: int, *, idempotency_key: str | None = None) -> EditedMemory:
        """Restores an earlier state of a memory, as a new revision."""
        return self._change(id, "restore", {"revision": revision}, idempotency_key)

    def supersede(self, id: str, *, by: str, idempotency_key: str | None = None) -> EditedMemory:
        """Ends a memory because another one replaces it. It stays readable with `state="all"`.

        A new memory does the same with its field `supersedes`. Raises `ConflictError` if a third one has replaced it.
        """
        return self._change(id, "supersede", {"by": by}, idempotency_key)

    def reinstate(self, id: str, *, idempotency_key: str | None = None) -> EditedMemory:
        """Takes back that a memory was replaced: it and the one that replaced it are both true."""
        return self._change(id, "reinstate", {}, idempotency_key)

    def _change(self, id: str, how: str, body: Any, idempotency_key: str | None) -> EditedMemory:
        request = wire.keyed(f"/v1/memories/{wire.segment(id)}/{how}", body, idempotency_key)
        return cast(EditedMemory, self._http.json(request))

    def _find(self, query: Mapping[str, Any]) -> Any:
        return self._http.json(wire.get("/v1/memories", **query))


def _filters(
    scope: Optional[str],
    state: Optional[State],
    valid_at: Optional[Time],
    as_of: Optional[Time],
    type: Optional[str],
    app: Optional[str],
    from_: Optional[Day],
    to: Optional[Day],
    pinned: Optional[bool],
    external_id: Optional[str],
    metadata: Optional[Mapping[str, Field]],
) -> dict[str, Any]:
    return {
        "scope": scope,
        "state": state,
        "validAt": valid_at,
        "asOf": as_of,
        "type": type,
        "app": app,
        "from": from_,
        "to": to,
        "pinned": pinned,
        "externalId": external_id,
        **{f"metadata.{name}": value for name, value in (metadata or {}).items()},
    }
