# Generated from the asynchronous client by `npm run docs:api`; do not edit.
"""The triggers of one connection."""

from __future__ import annotations

from typing import Any, Literal, Mapping, cast

from .. import _wire as wire
from ..errors import NotFoundError
from ..types import Done, Scheduled, Time, Trigger, TriggerPage
from .http import Http
from .pager import Pager

PAGE_MAX = 100


class Schedule:
    """Triggers: at a given time, your app receives a `schedule.fired` webhook. Use it as `memory.schedule`."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def create(
        self,
        *,
        fire_at: Time,
        kind: str,
        payload: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Scheduled:
        """Creates a trigger; its time is in the future, within five years.

        Example::

            memory.schedule.create(fire_at="2029-12-24T17:00:00Z", kind="checkin")
        """
        body = wire.present(fireAt=fire_at, kind=kind, payload=payload)
        return cast(Scheduled, self._http.json(wire.keyed("/v1/schedule", body, idempotency_key)))

    def list(
        self,
        *,
        status: Literal["pending", "fired", "cancelled"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Pager[Trigger, TriggerPage]:
        """Lists the triggers of this connection, newest first."""
        return Pager(
            lambda at: self._http.json(wire.get("/v1/schedule", status=status, limit=limit, cursor=at)), cursor
        )

    def cancel(self, id: str) -> Done:
        """Cancels a trigger. Raises `NotFoundError` if it has fired, was already cancelled, or does not exist."""
        try:
            return cast(Done, self._http.json(wire.Request("DELETE", f"/v1/schedule/{wire.segment(id)}")))
        except NotFoundError as error:
            # An earlier attempt whose response was lost may have cancelled it.
            if error.attempts < 2 or not self._is_cancelled(id):
                raise
            return {"ok": True}

    def _is_cancelled(self, id: str) -> bool:
        # Both ids and the list are ordered by time.
        for trigger in self.list(status="cancelled", limit=PAGE_MAX):
            if trigger["id"] <= id:
                return trigger["id"] == id
        return False
