"""Odds stand on a target within a tenth of a second, on the largest scenario of every game."""

from __future__ import annotations

from time import perf_counter

import pytest
from fastapi.testclient import TestClient

from tests.server.players import make, sit
from umpire import games
from umpire.battle.contract import Game

ENOUGH = 12
"""So many targets are pointed at."""


def largest(game: Game) -> str:
    """The scenario with the most pieces."""
    return max(game.scenarios(), key=lambda card: sum(game.summary(game.begin(card.id, {})).fielded.values())).id


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize("slug", games.names())
def test_odds_are_there_within_a_tenth_of_a_second(server: TestClient, slug: str) -> None:
    game = games.game(slug)
    made = make(server, game=slug, scenario=largest(game), seats=dict.fromkeys(game.seats, "here"))
    waited: list[float] = []
    with sit(server, made, *game.seats) as screen:
        for _ in range(300):
            now = screen.wait(lambda now: now["decision"] or now["curtain"] or now["result"])
            if now["result"] or len(waited) >= ENOUGH:
                break
            if now["curtain"]:
                screen.done("sit", seat=now["curtain"])
                screen.wait(lambda now: not now["curtain"])
                continue
            decision = now["decision"]
            targets = [option["key"] for option in decision.get("options", ()) if option["odds"]]
            if targets:
                start = perf_counter()
                odds = screen.done("odds", number=decision["number"], option=targets[-1])
                waited.append(perf_counter() - start)
                assert odds["rows"]
            screen.answer()
    assert len(waited) >= ENOUGH
    assert sorted(waited)[len(waited) // 2] < 0.1
