"""Whose dice they are: attacks and saves, reactions, what both sides roll."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import umpire
from tests.games.fwc.support import ask_fao, battery, infantry
from tests.games.rig import Rig
from umpire import games
from umpire.battle.events import Event
from umpire.bots import RandomBot
from umpire.dice import ScriptedDice, run
from umpire.games.bptc.charges import Fighter, fight
from umpire.games.fwc.procedures import close_assault

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


def whose(s: Rig[Any]) -> list[tuple[str, str]]:
    return [(throw.purpose, seat) for throw, seat in zip(s.throws, s.throwers, strict=True)]


@pytest.mark.rule("FWC-CAS-04")
def test_who_hits_his_own_throws_their_saves_too() -> None:
    s = battery(1)
    infantry(s, "own", at=(20, 45), side="A", save=5)
    infantry(s, "foe", at=(20, 49), save=5)
    ask_fao(s, [1, 1, 6, 1, 1, 1, 6, 6, 1, 1, 1, 6], "concentration", "foe")
    saves = [seat for purpose, seat in whose(s) if purpose == "saves"]
    assert saves == ["B", "A"], "the named one first"


@pytest.mark.rule("FWC-CA-11")
@pytest.mark.parametrize("shield", [0, 1])
def test_both_sides_of_a_close_assault_throw_their_own_dice(shield: int) -> None:
    dice = ScriptedDice(*([6, 6, 1, 6, 6, 1, 1] if shield else [6, 6, 1, 1, 6, 6, 1, 1]))
    house = games.game("fwc").house({})
    run(close_assault(house, 2, 4, 5, 2, 4, 5, 0, shield), dice)
    assert [throw.theirs for throw in dice.throws] == [False, True, True, False]
    assert dice.used_up()


@pytest.mark.rule("BPTC-CHG-23")
@pytest.mark.parametrize("compare", ["unsaved", "scored"])
@pytest.mark.parametrize("markers", [False, True])
def test_both_sides_of_a_charge_throw_their_own_dice(compare: str, markers: bool) -> None:
    dice = ScriptedDice(*([6, 6, 1, 1, 6, 6, 1, 1] if markers or compare == "unsaved" else [6, 6, 6, 1]))
    house = games.game("bptc").house({"charge_markers": markers, "charge_compare": compare})
    run(fight(house, Fighter(2, 4, 5, hits=2), Fighter(2, 4, 5, hits=3)), dice)
    saves = [True, False] if len(dice.throws) == 4 else []
    assert [throw.theirs for throw in dice.throws] == [False, *saves[:1], True, *saves[1:]]
    assert dice.used_up()
