"""The parts that need no server."""

from __future__ import annotations

import base64
import hashlib
import inspect
import typing
import unittest
from datetime import datetime, timezone
from urllib.parse import parse_qs, urlsplit

import memory_service as ms
from memory_service import types, webhooks
from memory_service._frames import FrameReader
from memory_service._wire import Request, base_of, content_of, path_of, searched, segment
from memory_service.oauth import code_of

ISSUER = "https://memory.example"
# The test vector of docs/webhooks.md.
SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
BODY = (
    '{"id":"evt_01kb5dd9v2000m4h2n8y7tq3wz","type":"webhook.test","created_at":"2026-05-03T07:31:12.000Z",'
    '"data":{"message":"This is a test."}}'
)
SIGNED_AT = 1777793472
MAC = "7740b4f03ff9104bfa910611f664b54e749de320a8ea98b0d83be6b263282686"
HEADERS = {
    "X-Service-Delivery": "dlv_01kb5dd9v2000m4h2n8y7tq3wz5b1f0c3a",
    "X-Service-Signature": f"t={SIGNED_AT},v1={MAC}",
}


class VerifyWebhook(unittest.TestCase):
    def reason(self, body: str = BODY, late: int = 0, **headers: str) -> "str | None":
        now = datetime.fromtimestamp(SIGNED_AT + late, timezone.utc)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            ms.verify_webhook(body, {**HEADERS, **named}, SECRET, now=now)
        except ms.InvalidSignatureError as error:
            return error.reason
        return None

    def test_accepts_the_documented_vector_as_text_bytes_and_pairs_of_headers(self) -> None:
        now = datetime.fromtimestamp(SIGNED_AT, timezone.utc)
        for body in (BODY, BODY.encode(), bytearray(BODY.encode())):
            for headers in (HEADERS, list(HEADERS.items())):
                event = webhooks.verify_webhook(body, headers, SECRET, now=now)
                self.assertEqual(event["type"], "webhook.test")

    def test_rejects_what_is_changed_late_malformed_or_missing(self) -> None:
        self.assertIsNone(self.reason(late=300))
        self.assertIsNone(self.reason(late=-300))
        self.assertEqual(self.reason(late=301), "too_old")
        self.assertEqual(self.reason(late=-301), "too_old")
        self.assertEqual(self.reason(BODY + " "), "mismatch")
        self.assertEqual(self.reason(X_Service_Delivery="dlv_2"), "mismatch")
        two = f"t={SIGNED_AT},v1={'0' * 64},v1={MAC}"
        self.assertIsNone(self.reason(X_Service_Signature=two))
        for header in (
            "",
            "t=1",
            f"v1={MAC}",
            f"t=1,t=2,v1={MAC}",
            f"t={SIGNED_AT},v1=zz",
            f"t=x,v1={MAC}",
            "x" * 5_000,
        ):
            self.assertEqual(self.reason(X_Service_Signature=header), "malformed", header)
        self.assertEqual(self.reason(**{"x_service_signature": "again"}), "malformed")
        with self.assertRaises(ms.InvalidSignatureError) as raised:
            ms.verify_webhook(BODY, {}, SECRET)
        self.assertEqual(raised.exception.reason, "missing")

    def test_rejects_a_parsed_body_and_a_malformed_secret(self) -> None:
        with self.assertRaises(ms.InvalidArgumentError):
            ms.verify_webhook({"type": "x"}, HEADERS, SECRET)  # type: ignore[arg-type]
        for secret in ("", "sec_1", "whsec_!!"):
            with self.assertRaises(ms.InvalidArgumentError):
                ms.verify_webhook(BODY, HEADERS, secret)


class Connecting(unittest.TestCase):
    def test_has_a_fresh_state_and_a_pkce_pair_for_each_attempt(self) -> None:
        one, other = ms.new_connect_attempt(), ms.new_connect_attempt()
        self.assertEqual(len({one.state, one.code_verifier, other.state, other.code_verifier}), 4)
        digest = hashlib.sha256(one.code_verifier.encode()).digest()
        self.assertEqual(base64.urlsafe_b64decode(one.code_challenge + "="), digest)

    def test_leads_to_the_consent_page(self) -> None:
        url = ms.connect_url(
            ISSUER + "/", client="a", scopes=["signal:emit", "memory:read:x"], state="s", code_challenge="c"
        )
        self.assertTrue(url.startswith(f"{ISSUER}/connect?"))
        self.assertEqual(
            parse_qs(urlsplit(url).query),
            {
                "client": ["a"],
                "scope": ["signal:emit memory:read:x"],
                "state": ["s"],
                "code_challenge": ["c"],
                "code_challenge_method": ["S256"],
            },
        )

    def test_takes_a_code_only_from_this_session_and_service(self) -> None:
        self.assertEqual(code_of(f"/callback?code=c&state=s&iss={ISSUER}", "s", ISSUER), "c")
        reasons = {
            "code=c&state=t&iss=https://memory.example": "state",
            "code=c&iss=https://memory.example": "state",
            "code=c&state=s": "issuer",
            "code=c&state=s&iss=https://evil.example": "issuer",
            "code=c&code=d&state=s&iss=https://memory.example": "malformed",
            "state=s&iss=https://memory.example": "malformed",
        }
        for query, reason in reasons.items():
            with self.assertRaises(ms.InvalidCallbackError) as raised:
                code_of(f"https://app.example/callback?{query}", "s", ISSUER)
            self.assertEqual(raised.exception.reason, reason, query)
        for state in (None, ""):
            with self.assertRaises(ms.InvalidCallbackError):
                code_of(f"/callback?code=c&state=&iss={ISSUER}", state, ISSUER)

    def test_tells_a_denial_from_a_failure(self) -> None:
        with self.assertRaises(ms.AccessDeniedError):
            code_of(f"/callback?error=access_denied&state=s&iss={ISSUER}", "s", ISSUER)
        with self.assertRaises(ms.ConnectFailedError) as raised:
            code_of(f"/callback?error=invalid_scope&state=s&iss={ISSUER}", "s", ISSUER)
        self.assertEqual(raised.exception.details, {"error": "invalid_scope"})


class ARequest(unittest.TestCase):
    def test_is_refused_before_it_is_sent_if_an_argument_cannot_be_sent(self) -> None:
        for base in (
            "",
            "memory.example",
            "ftp://memory.example",
            "https://a:b@memory.example",
            "https://m.example?x=1",
            "https://m.example/v1/",
        ):
            with self.assertRaises(ms.InvalidArgumentError, msg=base):
                ms.Client(base, "mst_1")
        for token in ("", "mst 1", "mst_\n", "mst_é"):
            with self.assertRaises(ms.InvalidArgumentError, msg=token):
                ms.Client(ISSUER, token)
        for id in ("", ".", ".."):
            with self.assertRaises(ValueError):
                segment(id)
        for query in ("", " \n"):
            with self.assertRaises(ms.InvalidArgumentError):
                searched(query)
        self.assertEqual(searched("where does she run"), "where does she run")
        for body in ({"at": datetime(2026, 1, 1)}, {"n": float("nan")}, {"s": {1}}):
            with self.assertRaises(ms.InvalidArgumentError):
                content_of(Request("POST", "/", body=body))

    def test_writes_times_and_conditions_as_the_service_reads_them(self) -> None:
        at = datetime(2026, 5, 3, 9, 30, tzinfo=timezone.utc)
        path = path_of(Request("GET", "/v1/memories", {"from": at, "pinned": True, "scope": None, "metadata.a b": 1}))
        self.assertEqual(path, "/v1/memories?from=2026-05-03T09%3A30%3A00.000Z&pinned=true&metadata.a+b=1")
        self.assertEqual(content_of(Request("POST", "/", body={"at": at})), b'{"at": "2026-05-03T09:30:00.000Z"}')
        self.assertEqual((segment("a/b"), base_of("https://m.example//")), ("a%2Fb", "https://m.example"))


class FramesOfAStream(unittest.TestCase):
    def test_are_read_whatever_the_chunks(self) -> None:
        text = ': wait\n\ndata: {"type":"delta","text":"é"}\r\n\r\ndata: {"type":\ndata: "done"}\n\n'.encode()
        expected = [{"type": "delta", "text": "é"}, {"type": "done"}]
        for size in range(1, len(text)):
            reader = FrameReader()
            chunks = [text[at : at + size] for at in range(0, len(text), size)]
            self.assertEqual([frame for chunk in chunks for frame in reader.feed(chunk)], expected, size)

    def test_fail_if_they_are_no_frames_or_have_no_end(self) -> None:
        for text in (b"data: once\n\n", b"data: 1\n\n", b"data: " + b"x" * 2_000_000):
            with self.assertRaises(ms.InvalidResponseError):
                FrameReader().feed(text)


class ThePackage(unittest.TestCase):
    def test_has_the_same_methods_and_parameters_in_both_clients(self) -> None:
        pairs = [(ms.Client, ms.AsyncClient), (ms.OAuthClient, ms.AsyncOAuthClient), (ms.Pager, ms.AsyncPager)]
        for blocking, asynchronous in pairs:
            for name, method in inspect.getmembers(asynchronous, inspect.isfunction):
                if not name.startswith("_"):
                    mine = inspect.signature(getattr(blocking, name)).parameters
                    self.assertEqual(list(mine), list(inspect.signature(method).parameters), name)
                    self.assertTrue(inspect.getdoc(method), name)

    def test_has_types_that_resolve(self) -> None:
        named = [one for one in vars(types).values() if isinstance(one, type) and typing.is_typeddict(one)]
        self.assertGreater(len(named), 50)
        for one in named:
            typing.get_type_hints(one)
        self.assertEqual(types.MemoryInput.__required_keys__, {"content", "scope"})

    def test_has_a_class_for_each_error_code_that_it_names(self) -> None:
        own = {"unreachable", "timeout", "invalid_response", "invalid_signature", "access_denied", "connect_failed"}
        own |= {"invalid_callback", "invalid_argument"}
        for one in ms.MemoryServiceError.__subclasses__():
            for code in one.codes:
                self.assertIn(code, {*typing.get_args(types.ErrorCode), *own})

    def test_covers_scopes_as_the_service_does(self) -> None:
        cases = {
            ("memory:read:fitness.*", "memory:read:fitness"): True,
            ("memory:read:fitness.*", "memory:read:fitness.trail"): True,
            ("memory:read:fitness.*", "memory:read:fitnessy"): False,
            ("memory:read:*", "memory:read:finance"): True,
            ("memory:read:*", "memory:write:finance"): False,
            ("memory:read:fitness", "memory:read:fitness.trail"): False,
        }
        for (grant, wanted), expected in cases.items():
            self.assertEqual(ms.allows([grant], wanted), expected, (grant, wanted))
