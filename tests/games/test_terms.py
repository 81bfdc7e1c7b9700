"""Short words on the table are spelled out for who has not read the rules, by the game itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import umpire
from umpire import games
from umpire.battle.view import View
from umpire.bots import make

NAMES = sorted(games.names())
PROPER = {"rhine"}
"""Whose units are called by what they are in the world, such as BMP-2."""


def views(name: str) -> Iterator[View]:
    """The first forty questions of each of its battles, as either side sees them."""
    for card in games.game(name).scenarios():
        battle = umpire.battle(name, card.id, seed=1)
        bot = make(battle.game, "random", seed=1)
        for _ in range(40):
            if (decision := battle.decision) is None:
                break
            yield battle.view(decision.seat)
            battle.answer(bot.answer(battle.state, decision), decision.seat)


@pytest.mark.parametrize("name", NAMES)
def test_every_word_of_capitals_is_told_in_full(name: str) -> None:
    for view in views(name):
        extra = dict(view.extra)
        texts = [extra["help"], *[text for piece in view.pieces for row in piece.card for text in row]]
        if name not in PROPER:
            texts += [piece.name for piece in view.pieces]
        short = {word for text in texts for word in re.findall(r"\b([A-Z]{2,})s?\b", text)}
        if name in PROPER:
            short -= {word for piece in view.pieces for word in re.findall(r"[A-Z]{2,}", piece.name)}
        assert short <= {*extra.get("terms", {})}
