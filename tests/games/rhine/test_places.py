"""Where a unit may go: entering from reserve, the routes offered and drawn, and that each of them can be walked."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.rhine.marching import alone, move, verdict
from tests.games.rhine.skirmish import Skirmish, piece, refused, way
from tests.games.rhine.turns import DECLINE, activate
from umpire.battle.decisions import Route
from umpire.dice import FastDice, Procedure, run
from umpire.games.rhine import GAME, content, field, tokens
from umpire.games.rhine import plan as planning
from umpire.games.rhine.actions import movement, places, routes, terrain
from umpire.games.rhine.actions.movement import Walk
from umpire.games.rhine.deploy import deployment
from umpire.games.rhine.house import house_rules
from umpire.games.rhine.model import State, other
from umpire.table import length, on_table, overlap

ROAD = piece("road", area=(35, 0, 37, 48))

# --- Entering from reserve ------------------------------------------------------------------------------------------


def reserve(turn: int = 2, **more: Any) -> Skirmish:
    s = Skirmish(terrain=[ROAD], turn=turn)
    s.unit("A", "late", at=None, **more)
    return s


@pytest.mark.rule("RHINE-ACT-12", "RHINE-MOVE-12")
def test_a_reserve_enters_with_a_move_from_any_point_of_its_own_edge() -> None:
    s = reserve()
    assert verdict(s, "late", way((20, 0), (20, 10))) == ""
    assert verdict(s, "late", way((20, 0), (20, 10.01))) == "RHINE-MOVE-12"
    assert verdict(s, "late", way((20, 48), (20, 40))) == "RHINE-ACT-12"
    assert verdict(s, "late", way((20, 3), (20, 8))) == "RHINE-ACT-12"
    assert verdict(s, "late", way((20, 0), (20, 1.39))) == "RHINE-MOVE-15"
    assert verdict(s, "late", way((20, 0), (20, 1.4))) == ""
    s.play(move(s.state, "late", way((20, 0), (20, 8), facing=45)))
    assert (s["late"].place, s.at("late"), s["late"].base.facing) == ("table", (20, 8), 45)


@pytest.mark.rule("RHINE-ACT-12")
def test_nobody_enters_in_the_first_turn() -> None:
    s = reserve(turn=1)
    assert verdict(s, "late", way((20, 0), (20, 8))) == "RHINE-ACT-12"
    assert places.entry(s.state, s["late"]) is None


@pytest.mark.rule("RHINE-ACT-12")
def test_a_loaded_transport_enters_with_its_passengers() -> None:
    s = reserve(cls="APC")
    s.foot("A", "squad", at=None)
    s.mark("squad", carried_by="late")
    assert verdict(s, "squad", way((20, 0), (20, 4))) == "RHINE-ACT-12"
    s.play(move(s.state, "late", way((20, 0), (20, 8))))
    assert (s["squad"].place, s["squad"].carried_by) == ("carried", "late")


@pytest.mark.rule("RHINE-ACT-12", "RHINE-MOVE-11")
def test_the_best_place_to_enter_is_the_road() -> None:
    s = reserve()
    entry = places.entry(s.state, s["late"])
    assert entry is not None
    assert terrain.on_road(s.state, entry.centre)
    decision = places.move_decision(s.state, s["late"], "rapid_road", "Where?")
    assert decision.routes()
    for route in decision.routes():
        assert verdict(s, "late", route, "rapid_road") == ""
    s.unit("B", "on the road", at=(36, 1.4))
    entry = places.entry(s.state, s["late"])
    assert entry is not None
    assert not terrain.on_road(s.state, entry.centre)


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-MOVE-11", "RHINE-ACT-12")
def test_a_reserve_comes_in_by_road_past_a_friend_who_stands_on_it_at_the_edge() -> None:
    s = reserve()
    s.unit("A", "on the road", at=(36, 1.4))
    s.unit("B", "foe", at=(60, 40))
    assert "rapid_road" in planning.kinds(s.state, s["late"])
    decision = places.move_decision(s.state, s["late"], "rapid_road", "Where?")
    for route in (*decision.routes(), decision.read(decision.default())):
        assert verdict(s, "late", route, "rapid_road") == ""
    assert max(length(route.path) for route in decision.routes()) > 15_000
    assert verdict(s, "late", places.stay(s.state, s["late"]), "move") == ""
    activate(s, "late", "rapid_road", way((36, 0), (36, 20)), DECLINE)
    assert s.at("late") == (36, 20)


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-ACT-12")
@pytest.mark.parametrize(("deep", "enters"), [(4, True), (10, False)])
def test_friends_all_along_the_edge_are_passed_as_far_as_a_move_goes(deep: float, enters: bool) -> None:
    s = Skirmish(size=(12, 48), turn=2)
    for index in range(3):
        s.unit("A", f"friend-{index}", at=(2 + 4 * index, deep / 2), facing=0, base=(4, deep))
    s.unit("A", "late", at=None)
    assert (places.entry(s.state, s["late"]) is not None) is enters
    assert tokens.can_activate(s.state, s["late"]) is enters


@pytest.mark.rule("RHINE-TERR-11", "RHINE-ACT-12")
def test_a_reserve_that_fails_its_test_at_the_edge_is_still_off_the_table() -> None:
    s = Skirmish(terrain=[piece("field", area=(0, 0, 72, 20))], turn=2)
    s.unit("A", "late", at=None, cls="APC", mobility="wheeled")
    s.foot("A", "squad", at=None)
    s.mark("squad", carried_by="late")
    walk = s.play(move(s.state, "late", way((20, 0), (20, 8))), dice=[5])
    assert walk.halted
    assert (s["late"].place, s["squad"].place, s["squad"].carried_by) == ("reserve", "reserve", "late")
    assert places.entry(s.state, s["late"]) is not None


@pytest.mark.rule("RHINE-TERR-11", "RHINE-ACT-12")
@pytest.mark.parametrize(("edge", "place"), [(2.79, "reserve"), (2.8, "table")])
def test_a_reserve_halted_before_it_is_wholly_on_the_table_has_not_entered(edge: float, place: str) -> None:
    s = Skirmish(terrain=[piece("field", area=(0, edge, 72, 20))], turn=2)
    s.unit("A", "late", at=None)
    s.play(move(s.state, "late", way((20, 0), (20, 8))), dice=[1])
    assert s["late"].place == place


@pytest.mark.rule("RHINE-MOVE-14")
@pytest.mark.parametrize("gone", [0, 0.5])
def test_who_is_stopped_by_the_enemy_while_it_enters_still_comes_wholly_onto_the_table(gone: float) -> None:
    s = reserve()
    walk = movement.start_walk(s.state, "late", way((20, 0), (20, 8)).path, 0, "move")
    walk = s.play(movement.walk_to(s.state, walk, gone * 1000))
    assert s.at("late") == (20, gone)
    movement.come_to_rest(s.state, walk)
    assert s["late"].on_table
    assert s.at("late") == (20, 1.4)


@pytest.mark.rule("RHINE-MOVE-14")
def test_who_is_on_the_table_only_as_it_will_stand_at_the_end_stands_there() -> None:
    s = reserve()  # along its slanting path its corners would stay off the table
    walk = movement.start_walk(s.state, "late", way((20, 0), (23, 1)).path, 90, "move")
    walk = s.play(movement.walk_to(s.state, walk, 500))
    movement.come_to_rest(s.state, walk)
    assert (s.at("late"), s["late"].base.facing) == ((23, 1), 90)


# --- What is offered ------------------------------------------------------------------------------------------------


VILLAGE = (
    ROAD, piece("village", area=(30, 28, 42, 36)), piece("building", area=(33, 30, 34.9, 33)),
    piece("wood", area=(8, 20, 18, 30)), piece("river", area=(0, 38, 72, 41)),
    piece("bridge", area=(35, 38, 37, 41), replaces=["river"]), piece("hedge", area=(20, 24, 32, 24.3)),
)  # fmt: skip


def crowded(**unit: Any) -> Skirmish:
    s = Skirmish(terrain=VILLAGE, turn=2, objective=[{"id": "o", "name": "Church", "at": (34, 31.5), "points": 2}])
    s.unit("A", "u", at=(34, 20), **unit)
    s.unit("A", "friend", at=(38, 20))
    for i, at in enumerate(((34, 44), (20, 33), (50, 26))):
        s.unit("B", f"foe {i}", at=at)
    s.wreck(at=(36, 25))
    return s


UNITS: list[dict[str, Any]] = [
    {"cls": "MBT"}, {"cls": "LIGHT", "mobility": "wheeled"}, {"cls": "INF"}, {"cls": "APC", "mobility": "atv"},
]  # fmt: skip


@pytest.mark.rule("RHINE-ERR-01", "RHINE-ERR-02")
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("kind", ["move", "rapid"])
def test_the_routes_offered_are_few_varied_and_legal(unit: dict[str, Any], kind: str) -> None:
    s = crowded(**unit)
    found = places.offered(s.state, s["u"], kind)
    assert 10 <= len(found) <= 25
    assert len(set(found)) == len(found)
    for route in found:
        assert verdict(s, "u", route, kind) == ""
    ends = [route.end for route in found]
    assert any(end.y > 24_000 for end in ends)
    assert any(end.y < 17_000 for end in ends)
    assert any(terrain.on_road(s.state, end) for end in ends)


@pytest.mark.rule("RHINE-MOVE-11")
def test_by_road_the_ways_along_it_are_offered() -> None:
    s = crowded()
    s.stand("u", (36, 10))
    found = places.offered(s.state, s["u"], "rapid_road")
    assert found
    assert any(length(route.path) > 15_000 for route in found)
    for route in found:
        assert verdict(s, "u", route, "rapid_road") == ""


@pytest.mark.rule("RHINE-ERR-01")
@pytest.mark.parametrize("unit", UNITS)
def test_the_random_player_draws_moves_that_are_mostly_legal(unit: dict[str, Any]) -> None:
    s = crowded(**unit)
    rng = Random(7)
    legal = [verdict(s, "u", places.draw(s.state, s["u"], "move", rng)) == "" for _ in range(60)]
    assert sum(legal) > 30
    decision = places.move_decision(s.state, s["u"], "move", "Where?")
    ends = {decision.read(decision.random(rng)).end for _ in range(40)}
    assert len(ends) > 5


@pytest.mark.rule("RHINE-ERR-01", "RHINE-MOVE-12")
def test_a_move_is_decided_by_its_owner_and_an_illegal_one_is_refused() -> None:
    s = alone()

    def ordered() -> Procedure[Walk]:
        route: Route = yield places.move_decision(s.state, s["u"], "move", "Where does u go?")
        return (yield from move(s.state, "u", route))

    answer = refused(way((36, 10), (36, 20.1)), "RHINE-MOVE-12", way((36, 10), (36, 20)))
    s.play(ordered(), choices=[answer])
    assert s.at("u") == (36, 20)
    assert (s.asked[0].seat, s.prompts) == ("A", ["Where does u go? (up to 10 in)"])
    s.play(ordered(), rest=True)
    assert s.at("u") == (36, 20)


def test_a_reserve_is_drawn_onto_the_table() -> None:
    s = crowded()
    s.unit("A", "late", at=None)
    decision = places.move_decision(s.state, s["late"], "move", "Where?")
    assert len(decision.routes()) >= 10
    for seed in range(10):
        route = decision.read(decision.random(Random(seed)))
        assert verdict(s, "late", route) == ""


# --- On real tables -------------------------------------------------------------------------------------------------


def deployed(scenario: str) -> State:
    """A scenario after set-up, in its second turn."""
    options = GAME.catalogue.options.resolve({})
    made = content.Content(scenario, content.SHELF.scenario(scenario), house_rules(options))
    state = State(made, made.fresh())
    dice = FastDice(Random(1))
    while state.phase == "setup":
        run(deployment(state), dice, lambda decision: decision.read(decision.default()))
    state.turn = 2
    return state


def walked(state: State, unit: str, route: Route, kind: str, dice: FastDice) -> Walk:
    walk: Walk = run(move(state, unit, route, kind), dice)
    return walk


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-MOVE-15", "RHINE-TERR-11")
@pytest.mark.parametrize("scenario", ["kreuzdorf", "two-fords"])
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_drawn_and_allowed_can_be_walked_and_leaves_the_table_in_order(scenario: str, seed: int) -> None:
    """Three rounds of moves by everybody: who is not halted ends where he said, nobody on or too near another."""
    state = deployed(scenario)
    rng = Random(seed)
    dice = FastDice(rng)
    halted = arrived = 0
    for kind in ("rapid", "move", "rapid"):
        for unit in [unit for unit in state.units.values() if unit.place in ("table", "carried")]:
            going = "move" if unit.place == "carried" else kind
            decision = places.move_decision(state, unit, going, "Where?")
            route = decision.read(decision.random(rng))
            walk = walked(state, unit.id, route, going, dice)
            now = state.units[unit.id]
            halted += walk.halted
            arrived += not walk.halted
            if not walk.halted:
                assert (now.base.centre, now.base.facing) == (route.end, route.facing)
            assert on_table(now.base, *state.content.size)
            for each in state.on_table():
                assert each.id == unit.id or not overlap(now.base, each.base)
            for enemy in state.of(other(unit.side)):
                assert field.apart(now.base, enemy.base) >= 100
    assert halted > 3
    assert arrived > 40


@pytest.mark.rule("RHINE-ERR-01")
@pytest.mark.parametrize("scenario", ["kreuzdorf", "two-fords", "crossroads"])
def test_everybody_is_offered_a_few_good_moves_on_every_table(scenario: str) -> None:
    state = deployed(scenario)
    for unit in state.on_table():
        found = places.offered(state, unit, "move")
        assert 5 <= len(found) <= 25
        for route in found:
            assert routes.check_move(state, unit, route, "move") is None
