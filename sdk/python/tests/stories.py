"""What the tests share: each story runs on the blocking and on the asynchronous client."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Callable

import httpx

import memory_service as ms


class Blocking:
    """Runs a story on the blocking client."""

    Client: Any = ms.Client
    OAuthClient: Any = ms.OAuthClient
    HeldMemories: Any = ms.HeldMemories
    HttpClient: Any = httpx.Client

    def call(self, result: Any) -> Any:
        return result

    def items(self, several: Any) -> list[Any]:
        return list(several)

    def close_of(self, client: Any) -> Any:
        return client.close

    def sleep(self, record: Callable[[float], None]) -> Any:
        return record


class Asynchronous:
    """Runs the same story on the asynchronous client."""

    Client: Any = ms.AsyncClient
    OAuthClient: Any = ms.AsyncOAuthClient
    HeldMemories: Any = ms.AsyncHeldMemories
    HttpClient: Any = httpx.AsyncClient

    def setUp(self) -> None:
        self.loop = asyncio.new_event_loop()

    def tearDown(self) -> None:
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()

    def call(self, result: Any) -> Any:
        return self.loop.run_until_complete(result) if inspect.isawaitable(result) else result

    def items(self, several: Any) -> list[Any]:
        async def collected() -> list[Any]:
            return [item async for item in several]

        return self.loop.run_until_complete(collected())

    def close_of(self, client: Any) -> Any:
        return client.aclose

    def sleep(self, record: Callable[[float], None]) -> Any:
        async def sleep(seconds: float) -> None:
            record(seconds)

        return sleep
