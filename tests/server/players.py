"""People at a table of the server, as a browser would play for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fastapi.testclient import TestClient

MOST = 5_000
"""More messages than any test waits for."""


class Player:
    """One connection to one battle: what it was told last, and what it says."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.now: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.heard: list[str] = []
        self._said = 0

    def hear(self) -> dict[str, Any]:
        text = self.socket.receive_text()
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "standing":
            self.now = message
            del self.events[message["events_from"] :]
            self.events += message["events"]
        return message

    def wait(self, enough: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Listen until the standing is as wanted."""
        for _ in range(MOST):
            if self.now and enough(self.now):
                return self.now
            self.hear()
        raise AssertionError("it never came to that")

    def reach(self, version: int) -> dict[str, Any]:
        """Listen until this version of the battle, or a later one, is told."""
        return self.wait(lambda now: now["version"] >= version)

    def send(self, what: str, /, **fields: Any) -> int:
        self._said += 1
        self.socket.send_json({"type": what, "id": self._said, **fields})
        return self._said

    def say(self, what: str, /, **fields: Any) -> dict[str, Any]:
        """Say something and listen for the reply."""
        name = self.send(what, **fields)
        for _ in range(MOST):
            message = self.hear()
            if message["type"] == "reply" and message["id"] == name:
                return message
        raise AssertionError("no reply")

    def done(self, what: str, /, **fields: Any) -> Any:
        """Say something that must be granted; its result."""
        reply = self.say(what, **fields)
        assert reply["ok"], reply
        return reply.get("result")

    def refused(self, what: str, /, **fields: Any) -> dict[str, Any]:
        """Say something that must not be granted; why not."""
        reply = self.say(what, **fields)
        assert not reply["ok"], reply
        error: dict[str, Any] = reply["error"]
        assert error["sentence"].endswith((".", "!", "?")), error
        assert not error["sentence"][0].islower(), error
        return error

    def asked(self) -> dict[str, Any]:
        """The next decision of this player."""
        decision: dict[str, Any] = self.wait(lambda now: now["decision"])["decision"]
        return decision

    def answer(self, answer: Any = None) -> dict[str, Any]:
        """Answer what is asked; with nothing given, as the bot would. The decision answered."""
        decision = self.asked()
        if answer is None:
            answer = self.done("advise", number=decision["number"])["answer"]
        version = self.done("answer", number=decision["number"], answer=answer)["version"]
        self.reach(version)
        return decision


def make(server: TestClient, **wanted: Any) -> dict[str, Any]:
    """A battle; without anything said, of the toy game."""
    answer = server.post("/api/battles", json={"game": "toy", "pace": 0, "seed": 4, **wanted})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def token(made: dict[str, Any], *seats: str) -> str:
    return next(str(link["token"]) for link in made["links"] if link["seats"] == list(seats))


@contextmanager
def sit(server: TestClient, made: dict[str, Any], *seats: str) -> Iterator[Player]:
    """Sit down with the link of these seats; none is a spectator's."""
    with server.websocket_connect(f"/api/battles/{made['id']}/live?token={token(made, *seats)}") as socket:
        player = Player(socket)
        player.hear()
        yield player


TWO = {"a": "link", "b": "link"}
