"""Scopes that users grant."""

from __future__ import annotations

from typing import Iterable


def allows(granted: Iterable[str], wanted: str) -> bool:
    """Whether the granted scopes cover another one. Memories outside the grants are dropped without an error.

    >>> allows(["memory:write:fitness.*"], "memory:write:fitness.trail")
    True
    """
    for grant in granted:
        base = grant[:-1]
        is_wildcard = grant.endswith((":*", ".*"))
        if grant == wanted or (is_wildcard and (wanted.startswith(base) or wanted == base[:-1])):
            return True
    return False
