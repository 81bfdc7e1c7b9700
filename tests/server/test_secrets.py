"""Nobody hears over the wire what his seat may not know: neither the other side nor spectators."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.players import Player, make, sit, token
from umpire import games
from umpire.battle.session import Battle
from umpire.lab.secrecy import leaves


def battle_of(server: TestClient, made: dict[str, Any]) -> Battle:
    """The server's own battle, to know what is secret."""
    found: Battle = server.app.state.hall._live[made["id"]].battle  # type: ignore[attr-defined]
    return found


def words_of(text: str) -> Iterator[str]:
    """All that a message tells; what a seat itself asked for is no news."""
    yield from leaves(json.loads(text))


def assert_silent(heard: list[str], secrets: list[str], who: str) -> None:
    if not secrets:
        return
    words = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in secrets))
    for text in heard:
        for leaf in words_of(text):
            found = words.search(leaf)
            assert found is None, f"{who} is told of {found and found[0]}: {leaf!r}"


def games_with_secrets() -> list[tuple[str, str]]:
    found = [("toy", "wood")]
    for slug in games.names():
        for card in games.game(slug).scenarios():
            found.append((slug, card.id))
    return found


@pytest.mark.parametrize(("slug", "scenario"), games_with_secrets())
def test_no_message_holds_a_secret(server: TestClient, slug: str, scenario: str) -> None:
    seats = dict.fromkeys(games.game(slug).seats, "link")
    made = make(server, game=slug, scenario=scenario, seats=seats)
    first, second = games.game(slug).seats
    rng = Random(1)
    spent = 0
    with sit(server, made, first) as one, sit(server, made, second) as two, sit(server, made) as watcher:
        people: list[tuple[str | None, Player]] = [(first, one), (second, two), (None, watcher)]
        for _ in range(25):
            battle = battle_of(server, made)
            secrets = {who: list(battle.game.secrets(battle.state, who)) for who, _ in people}
            for who, player in people:
                assert_silent(player.heard, secrets[who], str(who))
                spent += len(secrets[who]) * len(player.heard)
                player.heard.clear()
            mine = next((each for each in (one, two) if each.now["decision"] is not None), None)
            if mine is None:
                break
            number = mine.now["decision"]["number"]
            for question in ("chips", "advise"):
                mine.done(question, number=number)
            pieces = [piece["id"] for piece in watcher.now["view"]["pieces"] if piece["on_table"]]
            if pieces and mine.now["view"]["measuring"]:
                mine.done("measure", piece=rng.choice(pieces))
            assert_silent(mine.heard, secrets[mine.now["seat"]], "who asks")
            mine.heard.clear()
            mine.answer()
            newest = mine.now["version"]
            for _, player in people:
                player.reach(newest)
                # What was secret and no longer is was shown by the rules.
                player.heard[:] = player.heard[-1:]
    if slug == "toy":
        assert spent, "there was something to keep secret"
    path = f"/api/battles/{made['id']}"
    battle = battle_of(server, made)
    for who in (first, second, None):
        text = server.get(path, params={"token": token(made, *([who] if who else []))}).text
        assert_silent([text], list(battle.game.secrets(battle.state, who)), str(who))
