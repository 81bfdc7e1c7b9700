"""Advice: always an answer that may be given, and a sensible one where the case is plain."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import umpire
from tests.games.fubar.skirmish import Skirmish, man, piece, way
from umpire.battle.decisions import Decision, PickOne
from umpire.dice import DiceRequest, FastDice, Procedure, Runner, roll_for
from umpire.games.fubar import GAME, deploy, orders, reaction
from umpire.games.fubar.actions import fire, marching, movement, places, sapper
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.bot import dangers, plans, value
from umpire.table import Point, length


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


@pytest.mark.parametrize("plan", ["left", "centre", "right"])
def test_sappers_are_set_up_where_their_work_is_not_far(plan: str) -> None:
    state = GAME.begin("causeway", {})
    assert deploy.set_up(state, "B", plan)
    assert length((state.units["b6"].figures[0].base.centre, Point(36_000, 24_000))) < 28_000


def test_wheels_are_offered_a_way_round_what_they_cannot_cross() -> None:
    s = Skirmish(terrain=[piece("ruins", area=(20, 20, 24, 26), cover="hard")])
    s.vehicle("A", "truck", (17, 24), chassis="wheeled", save=6, facing=90)
    s.squad("B", "enemy", (40, 24))
    route = places.toward(s.state, places.Planner(s.state, s["truck"], "drive"), Point(40_000, 24_000))
    assert route is not None
    assert route.path[1].y > 26_000, "past the nearer corner"


@pytest.mark.parametrize(("turn", "goes"), [(5, True), (6, False)])
def test_it_goes_for_the_edge_while_there_are_turns_left_to_leave_by_it(turn: int, goes: bool) -> None:
    score = {"kind": "exit", "points": 3, "text": "who gets off"}
    s = Skirmish(score=[score], side={"A": {"exits": ["north"]}}, turns=6, turn=turn)
    s.vehicle("A", "car", (36, 33), chassis="wheeled", save=6)
    s.squad("B", "enemy", (36, 10))
    car = value.Pull(s.state, "A")
    nearer, here = s.point(36, 42), s.point(36, 33)
    assert (car.at(s["car"], nearer) > car.at(s["car"], here)) is goes


@pytest.mark.parametrize("mined", [False, True])
def test_it_does_not_walk_into_a_minefield_where_there_is_another_way(mined: bool) -> None:
    s = Skirmish(objective=[{"id": "hut", "name": "Hut", "at": (20, 30), "points": 3}])
    s.squad("A", "squad", (20, 10), count=2)
    if mined:
        sapper.lay(s.state, "B", s.point(20, 17))
    weigher = plans.Weigher(s.state, s["squad"])
    route = weigher.weigh("run").route
    assert route is not None
    assert (route.end == s.point(20, 22)) is not mined
    assert dangers.harm(s.state, s["squad"], weigher.lead, route.path, "run") == 0


def test_it_reckons_with_each_hazard_on_a_way_once() -> None:
    system = [{"id": "guns", "name": "Guns", "at": (12, 14), "side": "B", "radius": 8, "dice": 3}]
    bunker = piece("bunker", area=(19, 14, 21, 16))
    s = Skirmish(terrain=[bunker], system=system, trap=[{"id": "trap", "terrain": "bunker"}])
    s.squad("A", "squad", (20, 9))

    def harm(y: float) -> float:
        return dangers.harm(s.state, s["squad"], s.fig("squad.1"), way((20, 9), (20, y)).path, "run")

    assert harm(10) == 0
    assert harm(12) > 0
    assert harm(17) == pytest.approx(2 * harm(12))
    sapper.lay(s.state, "B", s.point(20, 13))
    assert harm(17) == pytest.approx(3 * harm(9.6)) != 0
