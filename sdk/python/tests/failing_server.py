"""A loopback server that handles the first requests as listed, and all later ones successfully."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any, Dict, NamedTuple, Union

FINE = {"fine": True}


class Answer(NamedTuple):
    status: int
    headers: Dict[str, str]
    body: str


Behaviour = Union[int, str, Answer]


class Seen(NamedTuple):
    target: str
    headers: Dict[str, str]
    body: bytes


class FailingServer:
    def __init__(self, *behaviours: Behaviour) -> None:
        self.behaviours = list(behaviours)
        self.seen: list[Seen] = []
        self._open: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        # A closed listener alone would not end `accept`.
        self._listening.shutdown(socket.SHUT_RDWR)
        for each in [self._listening, *self._open]:
            each.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self._open.append(connection)
            try:
                self._handle(connection)
            except OSError:
                connection.close()

    def _handle(self, connection: socket.socket) -> None:
        behaviour = self.behaviours.pop(0) if self.behaviours else 200
        stream = connection.makefile("rb")
        target = stream.readline().decode().split(" ")[1]
        headers = {}
        while (line := stream.readline().strip()) != b"":
            name, _, value = line.decode().partition(": ")
            headers[name.lower()] = value
        body = b"" if behaviour == "drop unread" else stream.read(int(headers.get("content-length", 0)))
        stream.close()
        self.seen.append(Seen(target, headers, body))
        if behaviour == "hang":
            return
        if behaviour == "drop midway":
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{")
        elif behaviour == "garbage":
            connection.sendall(b"once upon a time\r\n\r\n")
        elif not isinstance(behaviour, str):
            connection.sendall(_response(behaviour))
        connection.close()


def _response(behaviour: int | Answer) -> bytes:
    answer = _json_answer(behaviour) if isinstance(behaviour, int) else behaviour
    headers = {"content-type": "application/json", "connection": "close", **answer.headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {answer.status} Status\r\n{lines}\r\n{answer.body}".encode()


def _json_answer(status: int) -> Answer:
    code = "rate_limited" if status == 429 else "not_found" if status < 500 else "internal"
    body: Any = FINE if status < 400 else {"error": {"code": code, "message": "No."}}
    return Answer(status, {}, json.dumps(body))
