"""The triggers of one connection."""

from __future__ import annotations

from typing import Any, Literal, Mapping, cast

from .. import _wire as wire
from ..errors import NotFoundError
from ..types import Done, Scheduled, Time, Trigger, TriggerPage
from .http import AsyncHttp
from .pager import AsyncPager

PAGE_MAX = 100


class AsyncSchedule:
    """Triggers: at a given time, your app receives a `schedule.fired` webhook. Use it as `memory.schedule`."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create(
        self,
        *,
        fire_at: Time,
        kind: str,
        payload: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Scheduled:
        """Creates a trigger; its time is in the future, within five years.

        Example::

            await memory.schedule.create(fire_at="2029-12-24T17:00:00Z", kind="checkin")
        """
        body = wire.present(fireAt=fire_at, kind=kind, payload=payload)
        return cast(Scheduled, await self._http.json(wire.keyed("/v1/schedule", body, idempotency_key)))

    def list(
        self,
        *,
        status: Literal["pending", "fired", "cancelled"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPager[Trigger, TriggerPage]:
        """Lists the triggers of this connection, newest first."""
        return AsyncPager(
            lambda at: self._http.json(wire.get("/v1/schedule", status=status, limit=limit, cursor=at)), cursor
        )

    async def cancel(self, id: str) -> Done:
        """Cancels a trigger. Raises `NotFoundError` if it has fired, was already cancelled, or does not exist."""
        try:
            return cast(Done, await self._http.json(wire.Request("DELETE", f"/v1/schedule/{wire.segment(id)}")))
        except NotFoundError as error:
            # An earlier attempt whose response was lost may have cancelled it.
            if error.attempts < 2 or not await self._is_cancelled(id):
                raise
            return {"ok": True}

    async def _is_cancelled(self, id: str) -> bool:
        # Both ids and the list are ordered by time.
        async for trigger in self.list(status="cancelled", limit=PAGE_MAX):
            if trigger["id"] <= id:
                return trigger["id"] == id
        return False
