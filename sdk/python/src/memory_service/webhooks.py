"""Verifies webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from datetime import datetime
from typing import Iterable, Mapping, Tuple, Union, cast

from .errors import InvalidArgumentError, InvalidSignatureError
from .types import WebhookEvent

TOLERANCE_SECONDS = 300.0
SIGNATURE = "x-service-signature"
DELIVERY = "x-service-delivery"
SECRET_PREFIX = "whsec_"
HEADER_CHARS_MAX = 4_096

WebhookHeaders = Union[Mapping[str, str], Iterable[Tuple[str, str]]]
"""Headers of any framework: a mapping or pairs of name and value."""

_MESSAGES = {
    "missing": "A signature header is missing.",
    "malformed": "A signature header is malformed.",
    "too_old": "The time of the signature is out of tolerance.",
    "mismatch": "No signature matches this body and secret.",
}


def verify_webhook(
    raw_body: bytes | str,
    headers: WebhookHeaders,
    secret: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: datetime | None = None,
) -> WebhookEvent:
    """Verifies the signature of a delivery and returns its event. Pass the raw body, before it is parsed.

    A delivery may arrive twice; its `X-Service-Delivery` header is the same each time.

    Raises `InvalidSignatureError` (see `reason`), and `InvalidArgumentError` if the body was parsed or the secret is
    malformed.
    """
    if not isinstance(raw_body, (bytes, bytearray, memoryview, str)):
        raise InvalidArgumentError("The body was already parsed; pass the raw bytes or text.")
    key = _key_of(secret)
    delivery = _header_of(headers, DELIVERY)
    seconds, macs = _signature_of(_header_of(headers, SIGNATURE))
    current = time.time() if now is None else now.timestamp()
    if not abs(current - int(seconds)) <= tolerance_seconds:
        raise _refused("too_old")
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    mine = hmac.new(key, f"{delivery}.{seconds}.".encode() + body, hashlib.sha256).hexdigest()
    # All are compared, so that the duration does not reveal a match.
    if not any([hmac.compare_digest(mine, mac) for mac in macs]):
        raise _refused("mismatch")
    return cast(WebhookEvent, json.loads(body))


def _key_of(secret: str) -> bytes:
    try:
        if not secret.startswith(SECRET_PREFIX):
            raise ValueError
        return base64.b64decode(secret[len(SECRET_PREFIX) :], validate=True)
    except (AttributeError, ValueError, binascii.Error):
        raise InvalidArgumentError("The signing secret must be `whsec_` followed by base64.") from None


def _header_of(headers: WebhookHeaders, wanted: str) -> str:
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    # The service sends each header once.
    values = [value for name, value in pairs if name.lower() == wanted]
    if not values:
        raise _refused("missing")
    [value, *others] = values
    if others or not isinstance(value, str) or len(value) > HEADER_CHARS_MAX:
        raise _refused("malformed")
    return value


def _signature_of(header: str) -> tuple[str, list[str]]:
    """`t=<unix seconds>,v1=<hex>`, with a `v1` for each signing secret; unknown parts are ignored."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    macs = [value for name, _, value in parts if name == "v1"]
    is_read = len(times) == 1 and re.fullmatch(r"[0-9]{1,12}", times[0]) and macs
    if not is_read or not all(re.fullmatch(r"[0-9a-f]{64}", mac) for mac in macs):
        raise _refused("malformed")
    return times[0], macs


def _refused(reason: str) -> InvalidSignatureError:
    return InvalidSignatureError(_MESSAGES[reason], details={"reason": reason})
