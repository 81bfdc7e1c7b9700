"""Whose dice they are: attacks and saves, reactions, what both sides roll."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import umpire
from umpire import games
from umpire.battle.events import Event
from umpire.bots import RandomBot

BOTH = {"AWT-PR-01", "AWT-PR-02", "AWT-CN-12", "RHINE-INIT-01", "RHINE-INIT-02", "BPTC-GEN-02", "FUBAR-INIT-01"}
"""Dice that both sides throw, or anybody for both."""


def played(game: str, seed: int) -> tuple[list[Event], dict[str, str]]:
    """What happened in a battle of random players, and the sides of all pieces."""
    battle = umpire.battle(game, seed=seed)
    bots = {seat: RandomBot(seed * 10 + at) for at, seat in enumerate(battle.game.seats)}
    while (decision := battle.decision) is not None:
        battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
    return battle.events, {piece.id: piece.side for piece in battle.view(None).pieces}


@pytest.mark.parametrize("game", sorted(games.names()))
def test_dice_belong_to_a_side_unless_both_throw_them(game: str) -> None:
    events, _ = played(game, 3)
    owners = Counter(throw.by for event in events if event.rule not in BOTH for throw in event.throws)
    seats = games.game(game).seats
    assert owners.pop("", 0) <= sum(owners.values()) / 10  # close fights of Imperial Commander are thrown by both
    assert all(seat in seats for seat in owners)
    assert not any(throw.by for event in events if event.rule in BOTH for throw in event.throws)


FIRING = {"fwc": ("FWC-FIR-09", "FWC-OPP-01"), "bptc": ("BPTC-FIR-10", "BPTC-OPP-01"), "awt": ("AWT-SH-01",),
          "rhine": ("RHINE-FIRE-27",), "fubar": ("FUBAR-FIRE-01",)}  # fmt: skip
"""Events that tell who fires at whom, firers first."""


@pytest.mark.parametrize("game", sorted(FIRING))
def test_hits_are_thrown_by_who_fires_and_saves_by_the_other(game: str) -> None:
    checked = 0
    for seed in (1, 2, 3):
        events, sides = played(game, seed)
        for told, dice in pairwise(events):
            if told.rule in FIRING[game] and dice.throws:
                firer = sides[told.pieces[0]]
                for throw in dice.throws:
                    assert (throw.by == firer) is not throw.theirs
                    checked += 1
    assert checked
