"""Battles brought forward before a page opens: most tests want one under way, and few how it came to that."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.installed import PATIENCE
from tests.server.players import Player

Standing = dict[str, Any]

MOST = 200
"""More answers than any test waits for."""


class Socket:
    """The words of the other side of a test's socket, over a real one."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def receive_text(self) -> str:
        return str(self._connection.recv())

    def send_json(self, said: Any) -> None:
        self._connection.send(json.dumps(said))


def bring_forward(url: str, made: dict[str, Any], enough: Callable[[Standing, int], bool]) -> None:
    """Answer for all people as the bot advises until, when somebody is asked, it is as wanted.

    `enough` is told how the battle stands for who is asked, and how many answers have been given.
    """
    address = f"{url.replace('http', 'ws', 1)}/api/battles/{made['id']}/live?token="
    tokens = [link["token"] for link in made["links"] if link["seats"]]
    with ExitStack() as opened:
        people = [Player(Socket(opened.enter_context(joined(address + token)))) for token in tokens]
        for answers in range(MOST):
            asked = whose_turn(people)
            assert not asked.now["result"], "the battle is over before it has come to that"
            if enough(asked.now, answers):
                return
            asked.answer()
    raise AssertionError("it never comes to that")


def joined(address: str) -> ClientConnection:
    """A connection that is not given up while a busy machine is slow to answer."""
    return connect(address, max_size=None, open_timeout=PATIENCE, ping_interval=None)


def whose_turn(people: list[Player]) -> Player:
    """Who is asked or has to roll, once everybody knows; after the end anybody."""
    while True:
        newest = max(person.now.get("version", 0) for person in people)
        for person in people:
            person.reach(newest)
        for person in people:
            if any(person.now[what] for what in ("decision", "throw", "result")):
                return person
        people[0].hear()
