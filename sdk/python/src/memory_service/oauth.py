"""Connecting a user: the address of the consent page, and the redirect back."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Sequence
from urllib.parse import parse_qs, urlencode, urlsplit

from ._wire import base_of, present
from .errors import AccessDeniedError, ConnectFailedError, InvalidCallbackError

SECRET_BYTES = 32
_PARAMETERS = ("code", "state", "iss", "error", "error_description")


@dataclass(frozen=True)
class ConnectAttempt:
    """The values of one attempt to connect a user. Store the first two in their session; they are secret."""

    state: str
    code_verifier: str
    code_challenge: str
    """The SHA-256 of the verifier, which is not secret."""


def new_connect_attempt() -> ConnectAttempt:
    """Creates a state and a PKCE pair (RFC 7636) for one attempt to connect a user."""
    verifier = secrets.token_urlsafe(SECRET_BYTES)
    digest = hashlib.sha256(verifier.encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return ConnectAttempt(secrets.token_urlsafe(SECRET_BYTES), verifier, challenge)


def connect_url(
    base_url: str,
    *,
    client: str,
    scopes: Sequence[str],
    redirect_uri: str | None = None,
    state: str | None = None,
    code_challenge: str | None = None,
    claim: str | None = None,
) -> str:
    """The address of the consent page, for a user whom you redirect.

    `base_url` is the address of the Hub, and `client` the slug or the client id of your app. `redirect_uri` is where
    they return to; it is required if several are registered. `claim` is from `HeldMemories.claim_link`: the person
    chooses what to save of what your app holds for them.
    """
    query = present(
        client=client,
        redirect_uri=redirect_uri,
        scope=" ".join(scopes),
        state=state,
        code_challenge=code_challenge,
        code_challenge_method=code_challenge and "S256",
        claim=claim,
    )
    return f"{base_of(base_url)}/connect?{urlencode(query)}"


def code_of(url: str, state: str | None, issuer: str) -> str:
    """The code in a redirect that belongs to this session (`state`) and comes from the service (`iss`, RFC 9207)."""
    answer = _answer_of(url)
    theirs = answer.get("state")
    if not state or theirs is None or not hmac.compare_digest(state.encode(), theirs.encode("utf-8", "replace")):
        raise _untrusted("state", "The redirect does not belong to this session: `state` differs.")
    if answer.get("iss") != issuer:
        named = answer.get("iss", "an unnamed issuer")
        hint = "Give the address by which the service names itself."
        raise _untrusted("issuer", f"The redirect is from {named}, not from {issuer}. {hint}")
    error = answer.get("error")
    if error == "access_denied":
        raise AccessDeniedError("The user denied access.")
    if error is not None:
        details = present(error=error, description=answer.get("error_description"))
        raise ConnectFailedError(
            f"The user could not be asked: {answer.get('error_description', error)}", details=details
        )
    if not answer.get("code"):
        raise _untrusted("malformed", "The redirect has no `code`.")
    return answer["code"]


def _answer_of(url: str) -> dict[str, str]:
    try:
        given = parse_qs(urlsplit(str(url)).query, keep_blank_values=True)
    except ValueError:
        raise _untrusted("malformed", "The callback address is not a URL.") from None
    # Parsers disagree about which of several values counts.
    repeated = [name for name in _PARAMETERS if len(given.get(name, ())) > 1]
    if repeated:
        raise _untrusted("malformed", f"The redirect has more than one `{repeated[0]}`.")
    return {name: given[name][0] for name in _PARAMETERS if name in given}


def _untrusted(reason: str, message: str) -> InvalidCallbackError:
    return InvalidCallbackError(message, details={"reason": reason})
