"""When requests are retried, against a server that fails."""

from __future__ import annotations

import json
import re
import time
import unittest
from datetime import datetime, timezone
from email.utils import formatdate
from typing import Any

from failing_server import FINE, Answer, Behaviour, FailingServer
from stories import Asynchronous, Blocking

import memory_service as ms
from memory_service._retry import delay_before, seconds_of

PATIENCE = 30.0
HANG = 0.25
MEMORY = {"scope": "fitness", "content": "Runs."}
NOW = datetime(2026, 11, 21, tzinfo=timezone.utc)
TRANSIENT: list[Behaviour] = [500, 502, 503, 429, "drop unread", "drop read", "drop midway", "garbage", "hang"]
PERMANENT: list[Behaviour] = [
    400,
    401,
    402,
    404,
    409,
    422,
    Answer(200, {}, "Welcome"),
    Answer(302, {"location": "/"}, ""),
]

CALLS: dict[str, Any] = {
    "remember": lambda memory: memory.remember(MEMORY),
    "recall": lambda memory: memory.recall("run"),
    "list": lambda memory: memory.list().first_page(),
    "update": lambda memory: memory.update("mem_1", {"pinned": True}),
    "forget": lambda memory: memory.forget("mem_1"),
    "signal": lambda memory: memory.signal("workout.completed"),
    "schedule.create": lambda memory: memory.schedule.create(fire_at=NOW, kind="checkin"),
    "schedule.cancel": lambda memory: memory.schedule.cancel("trg_1"),
    "chat": lambda memory: memory.chat("coach"),
}


class Retries:
    def setUp(self) -> None:
        getattr(super(), "setUp", lambda: None)()
        # One for all, since certificates take time to load.
        self.http_client = self.HttpClient(verify=False)

    def tearDown(self) -> None:
        self.call(self.close_of(self.http_client)())
        getattr(super(), "tearDown", lambda: None)()

    def client_of(self, *behaviours: Behaviour, **retry: Any) -> Any:
        """A client of a server that behaves so. Delays are recorded instead of waited for."""
        self.server = FailingServer(*behaviours)
        self.addCleanup(self.server.close)
        self.delays: list[float] = []
        sleep = self.sleep(self.delays.append)
        self.options = {
            # A short timeout only for requests that hang, so that a busy machine causes no timeouts.
            "timeout": HANG if "hang" in behaviours else PATIENCE,
            "http_client": self.http_client,
            "retry": ms.Retry(**{"random": lambda: 0.5, "sleep": sleep, **retry}),
        }
        return self.Client(self.server.url, "mst_secret", **self.options)

    def failed(self, call: Any) -> ms.MemoryServiceError:
        with self.assertRaises(ms.MemoryServiceError) as raised:
            self.call(call())
        return raised.exception

    def test_every_call_succeeds_after_two_transient_failures(self) -> None:
        for behaviour in TRANSIENT:
            for name, call in list(CALLS.items())[: 1 if behaviour == "hang" else None]:
                with self.subTest(behaviour=behaviour, call=name):
                    self.assertEqual(self.call(call(self.client_of(behaviour, behaviour))), FINE)
                    self.assertEqual((len(self.server.seen), self.delays), (3, [0.2, 0.4]))

    def test_a_call_fails_after_three_attempts(self) -> None:
        for behaviour in TRANSIENT:
            with self.subTest(behaviour=behaviour):
                error = self.failed(lambda: self.client_of(*[behaviour] * 5).remember(MEMORY))
                self.assertEqual((error.attempts, len(self.server.seen), self.delays), (3, 3, [0.2, 0.4]))
                codes = {"hang": "timeout", 429: "rate_limited"}
                expected = codes.get(behaviour, "unreachable" if isinstance(behaviour, str) else "internal")
                self.assertEqual(error.code, expected)
                self.assertNotIn("mst_secret", repr(error) + repr(error.__cause__))

    def test_a_lost_connection_is_reported_with_the_address_and_the_reason(self) -> None:
        error = self.failed(lambda: self.client_of(*["drop read"] * 3).remember(MEMORY))
        expected = rf"^POST /v1/memories: {re.escape(self.server.url)} could not be reached \(.+\)\.$"
        self.assertRegex(str(error), expected)

    def test_no_call_is_retried_after_a_permanent_error(self) -> None:
        for behaviour in PERMANENT:
            for name, call in CALLS.items():
                with self.subTest(behaviour=behaviour, call=name):
                    error = self.failed(lambda: call(self.client_of(behaviour)))
                    self.assertEqual((error.attempts, len(self.server.seen), self.delays), (1, 1, []))

    def test_all_attempts_have_the_same_idempotency_key_and_each_call_a_new_one(self) -> None:
        memory = self.client_of("drop read", 500, 200, 500)
        self.call(memory.remember(MEMORY))
        self.call(memory.remember(MEMORY))
        self.call(memory.remember(MEMORY, idempotency_key="mine"))
        keys = [one.headers["idempotency-key"] for one in self.server.seen]
        self.assertRegex(keys[0], r"^[\da-f-]{36}$")
        self.assertEqual(keys, [keys[0]] * 3 + [keys[3]] * 2 + ["mine"])
        self.assertEqual(len(set(keys)), 3)
        self.assertEqual({one.body for one in self.server.seen}, {json.dumps({"memories": [MEMORY]}).encode()})

    def test_options_replace_those_of_the_client(self) -> None:
        memory = self.client_of(500, 500, 500, 500, attempts=2)
        once = memory.with_options(retry=ms.Retry(attempts=1))
        self.assertEqual(self.failed(lambda: once.remember(MEMORY)).attempts, 1)
        self.assertEqual(self.failed(lambda: memory.brief()).attempts, 2)
        agents = {one.headers["user-agent"] for one in self.server.seen}
        self.assertEqual(agents, {f"memory-service-python/{ms.__version__}"})

    def test_a_call_waits_for_its_own_running_attempt_but_not_for_another_call(self) -> None:
        busy = Answer(409, {}, json.dumps({"error": {"code": "idempotency_in_progress", "message": "Busy."}}))
        memory = self.client_of("drop read", busy, 200, busy)
        self.assertEqual(self.call(memory.remember(MEMORY)), FINE)
        self.assertEqual(self.failed(lambda: memory.remember(MEMORY)).attempts, 1)

    def test_delays_double_up_to_the_maximum(self) -> None:
        self.call(self.client_of(*[500] * 8, attempts=9).brief())
        self.assertEqual(self.delays, [0.2, 0.4, 0.8, 1.6, 3.2, 4.0, 4.0, 4.0])

    def test_delays_follow_retry_after_in_seconds_or_as_a_date(self) -> None:
        def limited(value: str) -> Answer:
            return Answer(429, {"retry-after": value}, "{}")

        in_ten = formatdate(time.time() + 10, usegmt=True)
        memory = self.client_of(limited("7"), limited(in_ten), 200, limited("60"), limited("0"))
        self.call(memory.brief())
        self.call(memory.brief())
        self.assertEqual([self.delays[0], *self.delays[2:]], [7, 60, 0])
        self.assertTrue(0 < self.delays[1] <= 10)

    def test_a_longer_delay_than_a_minute_is_reported_instead_of_waited_for(self) -> None:
        error = self.failed(lambda: self.client_of(Answer(503, {"retry-after": "61"}, "{}")).brief())
        self.assertEqual((error.retry_after, error.attempts, self.delays), (61, 1, []))

    def test_what_is_not_idempotent_is_retried_only_after_429_and_503(self) -> None:
        def calls(memory: Any) -> list[Any]:
            app = self.OAuthClient(self.server.url, "cli_1", "sec_1", **self.options)
            return [lambda: app.exchange_code("cod_1"), lambda: app.revoke("mst_1")]

        for behaviour in [500, 502, "drop unread", "drop read", "drop midway", "garbage", "hang"]:
            for which in (0, 1):
                with self.subTest(behaviour=behaviour, which=which):
                    call = calls(self.client_of(behaviour))[which]
                    self.assertEqual(self.failed(call).attempts, 1)
                    self.assertEqual((len(self.server.seen), self.delays), (1, []))
        call = calls(self.client_of(429, 503))[0]
        self.assertEqual((self.call(call()), self.delays), (FINE, [0.2, 0.4]))
        self.assertNotIn("idempotency-key", self.server.seen[0].headers)

    def test_a_stream_is_retried_until_it_starts(self) -> None:
        frame = 'data: {"type":"delta","text":"Hello"}\n\n'
        memory = self.client_of(503, Answer(200, {"content-type": "text/event-stream"}, frame), 500)
        frames: list[Any] = []
        with self.assertRaises(ms.UnreachableError):
            self.items(self.recorded(memory.chat_stream("coach"), frames))
        self.assertEqual(frames, [{"type": "delta", "text": "Hello"}])
        self.assertEqual(len(self.server.seen), 2)
        with self.assertRaises(ms.MemoryServiceError) as raised:
            self.items(memory.chat_stream("coach"))
        self.assertEqual((raised.exception.status, raised.exception.attempts), (500, 1))

    def test_cancel_succeeds_if_an_earlier_attempt_has_cancelled_the_trigger(self) -> None:
        page = Answer(200, {}, json.dumps({"triggers": [{"id": "trg_1"}], "next_cursor": None}))
        self.assertEqual(self.call(self.client_of("drop read", 404, page).schedule.cancel("trg_1")), {"ok": True})
        other = self.client_of("drop read", 404, page)
        self.assertEqual(self.failed(lambda: other.schedule.cancel("trg_2")).code, "not_found")

    def test_a_list_that_repeats_a_cursor_ends_with_an_error(self) -> None:
        page = Answer(200, {}, json.dumps({"memories": [{"id": "mem_1"}], "next_cursor": "again"}))
        with self.assertRaises(ms.InvalidResponseError):
            self.items(self.client_of(page, page, page).list())


class TheBlockingClient(Retries, Blocking, unittest.TestCase):
    def recorded(self, frames: Any, seen: list[Any]) -> Any:
        for frame in frames:
            seen.append(frame)
            yield frame


class TheAsynchronousClient(Retries, Asynchronous, unittest.TestCase):
    async def recorded(self, frames: Any, seen: list[Any]) -> Any:
        async for frame in frames:
            seen.append(frame)
            yield frame


class ADelay(unittest.TestCase):
    def test_varies_by_up_to_a_quarter_and_never_exceeds_the_maximum(self) -> None:
        error = ms.UnreachableError("Away.")
        for attempt in range(1, 40):
            middle = min(4.0, 0.2 * 2 ** (attempt - 1))
            for fraction in (0.0, 0.5, 1.0):
                retry = ms.Retry(attempts=100, random=lambda fraction=fraction: fraction)
                delay = delay_before(error, attempt, "always", retry)
                assert delay is not None
                self.assertAlmostEqual(delay, min(4.0, middle * (0.75 + fraction / 2)))

    def test_is_parsed_from_seconds_and_dates(self) -> None:
        noon = datetime(2026, 11, 21, 12, tzinfo=timezone.utc).timestamp()
        self.assertEqual(seconds_of("Sat, 21 Nov 2026 12:00:10 GMT", noon), 10)
        self.assertEqual(seconds_of("Sat, 21 Nov 2026 12:00:10 GMT", noon + 3600), 0)
        self.assertEqual((seconds_of("7"), seconds_of("soon"), seconds_of(None)), (7, None, None))
