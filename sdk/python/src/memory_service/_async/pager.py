"""Lists that are fetched page by page."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Optional, TypeVar

from ..errors import InvalidResponseError

COLLECT_CAP = 1_000

T = TypeVar("T")
P = TypeVar("P")


class AsyncPager(Generic[T, P]):
    """A list that is fetched when it is used. Iteration yields the items of all pages, each fetched when it is reached.

    `first_page()` returns the first page, which is fetched only once.
    """

    def __init__(self, fetch: Callable[[Optional[str]], Awaitable[P]], cursor: str | None = None) -> None:
        self._fetch = fetch
        self._cursor = cursor
        self._first: P | None = None

    async def first_page(self) -> P:
        """Returns the first page, with `next_cursor`."""
        if self._first is None:
            self._first = await self._fetch(self._cursor)
        return self._first

    async def pages(self) -> AsyncIterator[P]:
        """Yields the pages."""
        seen = {self._cursor}
        page = await self.first_page()
        while True:
            yield page
            cursor = _page_of(page).get("next_cursor")
            if cursor is None:
                return
            if cursor in seen:
                raise InvalidResponseError("The list returned the same cursor twice.")
            seen.add(cursor)
            page = await self._fetch(cursor)

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in _items_of(page):
                yield item

    async def collect(self, cap: int = COLLECT_CAP) -> list[T]:
        """Returns the items of all pages, at most `cap`."""
        items: list[T] = []
        if cap <= 0:
            return items
        async for item in self:
            items.append(item)
            if len(items) >= cap:
                break
        return items


def _page_of(page: Any) -> Any:
    if not isinstance(page, dict):
        raise InvalidResponseError("The list returned no page.")
    return page


def _items_of(page: Any) -> Any:
    for name in ("items", "memories", "triggers"):
        if name in _page_of(page):
            return page[name]
    raise InvalidResponseError("The list returned a page without items.")
