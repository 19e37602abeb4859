"""Stories against a running service. `WORLD` holds, as JSON, its address and the credentials of two apps."""

from __future__ import annotations

import json
import os
import unittest
from datetime import date, datetime, timedelta, timezone
from typing import Any

from stories import Asynchronous, Blocking

import memory_service as ms

WORLD = json.loads(os.environ.get("WORLD", "{}"))


class Stories:
    """One story after another with one client."""

    world = "blocking"

    def setUp(self) -> None:
        getattr(super(), "setUp", lambda: None)()
        mine = WORLD[self.world]
        self.spare = mine["spare"]
        self.memory = self.Client(WORLD["baseUrl"], mine["token"])

    def tearDown(self) -> None:
        self.call(self.memory.close())
        getattr(super(), "tearDown", lambda: None)()

    def remembered(self, *contents: str, scope: str = "fitness") -> list[str]:
        items = [{"scope": scope, "content": content} for content in contents]
        return self.call(self.memory.remember(items))["memoryIds"]

    def test_sends_lists_searches_and_deletes_turns(self) -> None:
        # Nothing is extracted from what the assistant says, so it stays as a transcript.
        said = [{"role": "assistant", "content": text} for text in ("So your left knee hurts.", "Since when?")]
        when = datetime(2026, 5, 3, tzinfo=timezone.utc)
        turns = self.memory.turns
        sent = self.call(turns.add(said, conversation_id="thread-1", scope="fitness", occurred_at=when))
        self.assertEqual((sent["extraction"], len(sent["results"])), ("off", 2))
        self.assertEqual(len(self.items(turns.list(limit=1))), 2)
        found = self.call(turns.list(query="knees", conversation_id="thread-1").first_page())["items"]
        self.assertEqual([one["content"] for one in found], ["So your left knee hurts."])
        self.assertEqual(self.call(turns.delete("thread-1")), {"deleted": True})
        self.assertEqual(self.call(turns.delete("thread-1")), {"deleted": False})

    def test_remembers_recalls_lists_collects_reads_updates_and_forgets_memories(self) -> None:
        happened = datetime(2026, 5, 3, tzinfo=timezone.utc)
        memories = [
            {"scope": "fitness", "kind": "preference", "content": "Runs along the river every Tuesday."},
            {"scope": "fitness.trail", "content": "Ran the Porto trail.", "occurredAt": happened, "importance": 70},
            {"scope": "finance", "content": "Pays the rent on the first."},
        ]
        remembered = self.call(self.memory.remember(memories))
        ids = remembered["memoryIds"]
        self.assertEqual([one["status"] for one in remembered["results"]], ["created", "created", "dropped"])
        query = "on which day does she run along the river"
        found = self.call(self.memory.recall(query, scope="fitness.*", limit=1))
        self.assertEqual([one["id"] for one in found["memories"]], ids[:1])
        self.assertEqual(self.call(self.memory.get(ids[1]))["occurredAt"], "2026-05-03T00:00:00.000Z")
        listed = [one["id"] for one in self.items(self.memory.list(scope="fitness.*", limit=1))]
        self.assertEqual(sorted(listed), sorted(ids))
        page = self.call(self.memory.list(limit=1).first_page())
        self.assertEqual(len(page["memories"]), 1)
        rest = self.items(self.memory.list(limit=1, cursor=page["next_cursor"]))
        self.assertEqual(len(rest), 1)
        self.assertEqual(len(self.call(self.memory.collect("river", cap=1))), 1)
        self.assertEqual(len(self.call(self.memory.collect())), 2)
        self.assertEqual(len(self.call(self.memory.collect(from_=date.today() + timedelta(days=2)))), 0)
        self.assertTrue(self.call(self.memory.update(ids[0], {"pinned": True}))["pinned"])
        self.assertEqual([one["id"] for one in self.items(self.memory.list(pinned=True))], ids[:1])
        self.assertEqual(self.call(self.memory.get(ids[0]))["type"], "preference")
        self.assertEqual(self.call(self.memory.graph(ids[0]))["memory_id"], ids[0])
        self.assertEqual(self.call(self.memory.forget(ids)), {"deleted": ids, "missing": []})
        with self.assertRaises(ms.NotFoundError) as raised:
            self.call(self.memory.get(ids[0]))
        self.assertEqual((raised.exception.status, raised.exception.attempts), (404, 1))

    def test_writes_a_memory_of_an_external_id_once_and_finds_it_by_its_metadata(self) -> None:
        one = {"scope": "fitness", "content": "Owns a kayak.", "externalId": "k1", "metadata": {"boat": "kayak"}}
        [first] = self.call(self.memory.remember(one))["memoryIds"]
        again = self.call(self.memory.remember({**one, "content": "Owns a red kayak."}))
        self.assertEqual((again["memoryIds"], again["results"][0]["status"]), ([first], "updated"))
        for filters in ({"external_id": "k1"}, {"metadata": {"boat": "kayak"}}):
            [found] = self.items(self.memory.list(**filters))
            self.assertEqual(found["content"], "Owns a red kayak.")
        self.call(self.memory.forget(first))

    def test_holds_memories_of_a_user_without_an_account_until_they_are_erased(self) -> None:
        held = self.HeldMemories(WORLD["baseUrl"], self.spare["clientId"], self.spare["clientSecret"])
        user = f"user {self.world}".replace(" ", "-")
        one = {"scope": "fitness", "content": "Runs along the river every Tuesday.", "externalId": "r1"}
        [id] = self.call(held.remember(user, one))["memoryIds"]
        found = self.call(held.recall(user, "where does she run along the river", limit=1))
        self.assertEqual([each["id"] for each in found["memories"]], [id])
        self.assertEqual([each["id"] for each in self.items(held.list(user, external_id="r1"))], [id])
        self.assertTrue(self.call(held.claim_link(user))["claim"])
        self.assertEqual(self.call(held.erase(user)), {"ok": True})
        self.assertEqual(self.items(held.list(user)), [])
        with self.assertRaises(ms.NotFoundError):
            self.call(held.claim_link(user))
        self.call(held.close())

    def test_lists_and_restores_earlier_states_supersedes_and_reinstates(self) -> None:
        road, gravel = self.remembered("Owns a road bike.", "Owns a gravel bike.")
        self.call(self.memory.update(road, {"content": "Owns a red road bike."}))
        states = [(one["change"], one["memory"]["content"]) for one in self.items(self.memory.history(road, limit=1))]
        self.assertEqual(states, [("edited", "Owns a red road bike."), ("created", "Owns a road bike.")])
        self.assertEqual(self.call(self.memory.restore(road, 1))["revision"], 3)
        self.assertEqual(self.call(self.memory.supersede(road, by=gravel))["supersededBy"], gravel)
        self.assertEqual([one["id"] for one in self.items(self.memory.list())], [gravel])
        self.assertEqual({one["id"] for one in self.items(self.memory.list(state="all"))}, {road, gravel})
        self.assertIsNone(self.call(self.memory.reinstate(road))["supersededBy"])
        self.call(self.memory.forget([road, gravel]))

    def test_stores_what_looks_like_a_secret_only_with_allow_secrets(self) -> None:
        secret = {"scope": "fitness", "content": "The password of the gym app is hunter2hunter2."}
        with self.assertRaises(ms.ValidationError) as raised:
            self.call(self.memory.remember(secret))
        self.assertTrue(raised.exception.issues[0]["path"])
        [id] = self.call(self.memory.remember(secret, allow_secrets=True))["memoryIds"]
        self.call(self.memory.forget(id))

    def test_returns_the_context_brief_connection_quota_scopes_and_catalog(self) -> None:
        self.assertTrue(self.call(self.memory.context("coach", query="run", limit=5))["identity"]["name"])
        self.assertTrue(self.call(self.memory.brief())["brief"])
        self.assertEqual(self.call(self.memory.connection())["status"], "active")
        self.assertGreater(self.call(self.memory.quota())["api_calls"]["used"], 0)
        self.assertIsInstance(self.call(self.memory.scopes())["scopes"], list)
        self.assertTrue(self.call(self.memory.catalog(view="ecosystem"))["standardScopes"])

    def test_sends_signals_and_creates_lists_and_cancels_triggers(self) -> None:
        self.assertTrue(self.call(self.memory.signal("workout.completed", {"activity": "run"}))["accepted"])
        soon = datetime.now(timezone.utc) + timedelta(hours=1)
        id = self.call(self.memory.schedule.create(fire_at=soon, kind="checkin", payload={"about": "the run"}))["id"]
        self.assertEqual([one["id"] for one in self.items(self.memory.schedule.list(status="pending"))], [id])
        self.assertEqual(self.call(self.memory.schedule.cancel(id)), {"ok": True})
        with self.assertRaises(ms.NotFoundError):
            self.call(self.memory.schedule.cancel(id))

    def test_returns_the_output_of_a_chat_complete_and_streamed(self) -> None:
        reply = self.call(self.memory.chat("coach", "How do I begin?"))["reply"]
        self.assertTrue(reply)
        frames = self.items(self.memory.chat_stream("coach", "How do I begin?"))
        self.assertEqual("".join(one["text"] for one in frames if one["type"] == "delta"), reply)
        self.assertEqual(frames[-1]["type"], "done")

    def test_raises_errors_with_typed_codes(self) -> None:
        with self.assertRaises(ms.ScopeDeniedError) as raised:
            self.items(self.memory.list(scope="finance"))
        error = raised.exception
        self.assertEqual((error.code, error.missing_scope), ("scope_denied", "memory:read:finance"))
        self.assertRegex(error.request_id, "^req_")
        with self.assertRaises(ms.UnknownScopeError):
            self.remembered("Is nowhere.", scope="nowhere")
        with self.assertRaises(ms.UnauthorizedError):
            self.call(self.Client(WORLD["baseUrl"], "mst_unknown").brief())

    def test_exchanges_a_code_once_and_revokes_the_connection(self) -> None:
        app = self.OAuthClient(WORLD["baseUrl"], self.spare["clientId"], self.spare["clientSecret"])
        exchanged = self.call(
            app.handle_callback(self.spare["redirect"], state="a-state", code_verifier=self.spare["codeVerifier"])
        )
        theirs = self.Client(WORLD["baseUrl"], exchanged["connection_token"])
        self.assertEqual(self.call(theirs.connection())["id"], exchanged["connection_id"])
        self.assertTrue(ms.allows(exchanged["scopes"], "memory:read:fitness.trail"))
        self.assertEqual(self.call(app.revoke(exchanged["connection_token"])), {"ok": True})
        with self.assertRaises(ms.ConnectionRevokedError):
            self.call(theirs.connection())
        with self.assertRaises(ms.InvalidGrantError):
            self.call(app.exchange_code("cod_1"))
        with self.assertRaises(ms.InvalidClientError):
            self.call(self.OAuthClient(WORLD["baseUrl"], "cli_1", "sec_1").exchange_code("cod_1"))


class TheBlockingClient(Stories, Blocking, unittest.TestCase):
    world = "blocking"


class TheAsynchronousClient(Stories, Asynchronous, unittest.TestCase):
    world = "asynchronous"


class AWebhook(unittest.TestCase):
    def test_of_the_service_is_verified_and_a_changed_one_rejected(self) -> None:
        sent: dict[str, Any] = WORLD["webhook"]
        event = ms.verify_webhook(sent["body"], sent["headers"], sent["secret"])
        self.assertEqual(event["type"], "memory.created")
        with self.assertRaises(ms.InvalidSignatureError) as raised:
            ms.verify_webhook(sent["body"] + " ", sent["headers"], sent["secret"])
        self.assertEqual(raised.exception.reason, "mismatch")
