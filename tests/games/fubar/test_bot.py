"""Advice: always an answer that may be given, and a sensible one where the case is plain."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import umpire
from tests.games.fubar.skirmish import Skirmish, man, way
from umpire.battle.decisions import Decision, PickOne
from umpire.dice import DiceRequest, FastDice, Procedure, Runner, roll_for
from umpire.games.fubar import GAME, orders, reaction
from umpire.games.fubar.actions import fire, marching, movement
from umpire.games.fubar.actions.aim import Mode


def asked(s: Skirmish, procedure: Procedure[Any]) -> Decision:
    """The first decision of a rule."""
    runner: Runner[Any] = Runner(procedure)
    dice = FastDice(Random(1))
    while isinstance(runner.request, DiceRequest):
        runner.send(runner.request.answer(roll_for(runner.request, dice)))
    assert isinstance(runner.request, Decision)
    return runner.request


def advised(s: Skirmish, procedure: Procedure[Any]) -> Any:
    return GAME.advise(s.state, asked(s, procedure)).answer


@pytest.mark.parametrize("seed", range(2))
def test_every_answer_of_a_battle_may_be_given(seed: int) -> None:
    battle = umpire.battle("fubar", "pump-house", seed=seed)
    count = 0
    while battle.result is None and count < 60:
        decision = battle.decision
        assert decision is not None
        found = GAME.advise(battle.state, decision)
        assert found.why
        battle.answer(found.answer, decision.seat)
        count += 1
    assert count > 25


def test_of_two_targets_it_fires_at_the_one_it_can_hurt_more() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), figures=[man(weapons=["Bolter"], skills=["leader"]), man(weapons=["Bolter"])])
    s.squad("B", "rabble", (10, 25), count=4, level="green")
    s.squad("B", "armoured", (16, 25), count=4, level="veteran", armour="PA")
    assert advised(s, fire.volley(s.state, "squad", Mode(aimed=True))) == "fire:rabble"


def test_it_fires_rather_than_waits_when_somebody_stands_in_the_open() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), count=5, level="veteran", armour="LA")
    s.squad("B", "rabble", (10, 20), count=6, level="green")
    key = advised(s, orders.act(s.state, "squad"))
    assert key in ("aimed", "walk", "assault:rabble")


def test_a_guard_shoots_at_who_runs_past() -> None:
    s = Skirmish()
    s.squad("A", "runners", (10, 10), count=5)
    s.squad("B", "guard", (14, 20), count=5, level="veteran", marks={"guard": "normal"})
    march = marching.plan(s.state, s["runners"], way((10, 10), (18, 10)), "run")
    assert isinstance(march, marching.March)
    movement.begin(s.state, march)
    decision = asked(s, reaction.window(s.state, march, march.size))
    assert isinstance(decision, PickOne)
    assert GAME.advise(s.state, decision).answer == "guard"


def test_a_sapper_beside_what_he_was_sent_for_does_it() -> None:
    system = {"id": "guns", "name": "Guns", "at": (20, 20), "side": "B", "dice": 3, "radius": 8}
    score = {"kind": "disabled", "side": "A", "points": 3, "target": "guns", "text": "the guns"}
    s = Skirmish(system=[system], score=[score])
    s.squad("A", "sappers", (20, 19.2), figures=[man(skills=["sapper"], weapons=["Laser Pistol"])])
    s.squad("B", "far", (60, 40))
    assert advised(s, orders.act(s.state, "sappers")) == "sapper"
