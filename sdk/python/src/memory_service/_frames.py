"""Reads the frames of a server-sent event stream."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any

from .errors import InvalidResponseError

EVENT_CHARS_MAX = 1024 * 1024


class FrameReader:
    """Takes bytes as they arrive, and returns the frames that are complete."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._open = ""

    def feed(self, chunk: bytes) -> list[Any]:
        """Returns the frames that end in this chunk."""
        self._open += self._decoder.decode(chunk)
        *events, self._open = re.split(r"\r?\n\r?\n", self._open)
        if len(self._open) > EVENT_CHARS_MAX:
            raise _garbled()
        return [frame for event in events for frame in _frame_of(event)]


def _frame_of(event: str) -> list[Any]:
    lines = [line[5:] for line in re.split(r"\r?\n", event) if line.startswith("data:")]
    if not lines:
        return []
    try:
        frame = json.loads("\n".join(lines))
    except (ValueError, RecursionError) as error:
        raise _garbled() from error
    if not isinstance(frame, dict):
        raise _garbled()
    return [frame]


def _garbled() -> InvalidResponseError:
    return InvalidResponseError("The stream contains an event that is not a frame.")
