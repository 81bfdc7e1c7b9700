"""Moving: how far, along what, past whom, and how a move under way is stopped and goes on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, piece, refused, way
from umpire.battle.decisions import Route
from umpire.dice import Procedure
from umpire.games.rhine.actions import movement
from umpire.games.rhine.actions.movement import Walk, base_at, start_walk, walk_to
from umpire.games.rhine.schema import TerrainEntry
from umpire.table import length

ROAD = piece("road", area=(35, 0, 37, 48))


def verdict(s: Skirmish, unit: str, route: Route, kind: str = "move") -> str:
    """The rule under which a move is refused, with one sentence; "" if it is allowed."""
    refusal = movement.check_move(s.state, s[unit], route, kind)
    if refusal is None:
        return ""
    assert refusal.sentence.endswith(".")
    assert unit in refusal.sentence
    return refusal.rule


def alone(*terrain: TerrainEntry, at: tuple[float, float] = (36, 10), **unit: Any) -> Skirmish:
    s = Skirmish(terrain=terrain, options=unit.pop("options", None))
    s.unit("A", "u", at=at, **unit)
    return s


def move(s: Skirmish, unit: str, route: Route, kind: str = "move") -> Procedure[Walk]:
    """A whole move that nobody reacts to."""
    walk = start_walk(s.state, unit, route.path, route.facing, kind)
    return (yield from walk_to(s.state, walk, length(route.path)))


# --- MOVE-01 to 10: the rates -------------------------------------------------------------------------------------


RATES = [
    ({"cls": "INF"}, 6, 9, 12), ({"cls": "SUPPORT"}, 6, 9, 12), ({"cls": "LIGHT"}, 12, 18, 24),
    ({"cls": "APC"}, 12, 18, 24), ({"cls": "MBT", "fast": True}, 12, 18, 24), ({"cls": "MBT"}, 10, 15, 20),
]  # fmt: skip


@pytest.mark.rule(
    "RHINE-MOVE-01", "RHINE-MOVE-02", "RHINE-MOVE-03", "RHINE-MOVE-04", "RHINE-MOVE-05", "RHINE-MOVE-06",
    "RHINE-MOVE-07", "RHINE-MOVE-08", "RHINE-MOVE-09", "RHINE-MOVE-10",
)  # fmt: skip
@pytest.mark.parametrize(("unit", "normal", "rapid", "road"), RATES)
def test_each_class_goes_as_far_as_the_table_says(unit: dict[str, Any], normal: int, rapid: int, road: int) -> None:
    s = alone(ROAD, **unit)
    for kind, inches in (("move", normal), ("rapid", rapid), ("rapid_road", road)):
        assert movement.allowance(s["u"], kind) == inches * 1000
        assert verdict(s, "u", way((36, 10), (36, 10 + inches)), kind) == ""
        assert verdict(s, "u", way((36, 10), (36, 10 + inches + 0.001)), kind) == "RHINE-MOVE-12"


# --- MOVE-11: the road --------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-11")
@pytest.mark.parametrize(("points", "rule"), [
    (((36, 10), (36.9, 20), (36, 30)), ""), (((36, 10), (37.1, 20), (36, 30)), "RHINE-MOVE-11"),
    (((36, 10), (37.1, 20), (37.1, 26)), ""), (((36, 10), (36, 20), (40, 20)), ""),
])  # fmt: skip
def test_the_road_rate_needs_the_centre_on_the_road_all_the_way_else_it_is_plain_rapid(
    points: tuple[tuple[float, float], ...], rule: str
) -> None:
    assert verdict(alone(ROAD, fast=True), "u", way(*points), "rapid_road") == rule


@pytest.mark.rule("RHINE-MOVE-11")
def test_who_begins_beside_the_road_has_no_road_rate() -> None:
    s = alone(ROAD, at=(38, 10), fast=True)
    assert verdict(s, "u", way((38, 10), (36, 12), (36, 30)), "rapid_road") == "RHINE-MOVE-11"
    assert not movement.on_road(s.state, s["u"].base.centre)


@pytest.mark.rule("RHINE-MOVE-11")
def test_a_bridge_is_road_and_the_road_may_bend() -> None:
    s = alone(
        piece("road", id="r1", line=[(36, 0), (36, 22)], width=2), piece("river", area=(0, 22, 72, 25)),
        piece("bridge", area=(35, 22, 37, 25), replaces=["river"]),
        piece("road", id="r2", line=[(36, 25), (36, 30), (60, 30)], width=2), fast=True,
    )  # fmt: skip
    assert verdict(s, "u", way((36, 10), (36, 30), (40, 30)), "rapid_road") == ""
    assert verdict(s, "u", way((36, 10), (36, 28), (40, 30.2)), "rapid_road") == "RHINE-MOVE-11"


# --- MOVE-12, 13: measuring and facing ------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-12")
def test_only_the_length_of_the_polyline_counts_and_turns_are_free() -> None:
    s = alone()
    bent = way((36, 10), (40, 10), (40, 14), (38, 14))
    assert verdict(s, "u", bent) == ""
    assert verdict(s, "u", way((36, 10), (40, 10), (40, 14), (37.99, 14))) == "RHINE-MOVE-12"
    assert verdict(s, "u", way((36, 10), (36, 10.1))) == ""
    assert verdict(s, "u", way((36, 10.1), (36, 12))) == "RHINE-MOVE-12"  # not from where it stands
    s.play(move(s, "u", bent))
    assert s.at("u") == (38, 14)


@pytest.mark.rule("RHINE-MOVE-13", "RHINE-MOVE-12")
def test_a_vehicle_ends_facing_as_its_owner_says() -> None:
    s = alone()
    s.play(move(s, "u", way((36, 10), (36, 15), facing=200)))
    assert s["u"].base.facing == 200
    assert s.rules == ["RHINE-MOVE-08"]


@pytest.mark.rule("RHINE-MOVE-13")
def test_turning_on_the_spot_is_a_move_of_no_length() -> None:
    s = alone()
    turn = way((36, 10), facing=135)
    assert verdict(s, "u", turn) == ""
    walk = s.play(move(s, "u", turn))
    assert not walk.halted
    assert (s.at("u"), s["u"].base.facing) == ((36, 10), 135)
    assert s.rules == ["RHINE-MOVE-13"]


@pytest.mark.rule("RHINE-MOVE-13")
def test_on_its_way_a_unit_faces_along_each_leg() -> None:
    s = alone()
    path = way((36, 10), (36, 14), (40, 14)).path
    faces = [(gone, base_at(s["u"], path, gone)) for gone in (0.0, 1000.0, 3999.0, 4000.0, 8000.0)]
    assert [(gone, base.facing) for gone, base in faces] == [(0, 0), (1000, 0), (3999, 0), (4000, 90), (8000, 90)]
    assert [base.centre for _, base in faces][1] == (36_000, 11_000)
    s.mark("u", base=s["u"].base.turned(45))
    assert base_at(s["u"], path, 0.0).facing == 45  # before it moves it stands as it stands


# --- MOVE-14: other units -------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-14")
def test_friends_are_passed_through_but_not_ended_on() -> None:
    s = alone()
    s.unit("A", "friend", at=(36, 14))
    assert verdict(s, "u", way((36, 10), (36, 18))) == ""
    assert verdict(s, "u", way((36, 10), (36, 16.79))) == "RHINE-MOVE-14"
    assert verdict(s, "u", way((36, 10), (36, 16.8))) == ""


@pytest.mark.rule("RHINE-MOVE-14")
@pytest.mark.parametrize(("y", "rule"), [(16.2, ""), (16.18, "RHINE-MOVE-14"), (17, "RHINE-MOVE-14")])
def test_nobody_ends_within_an_inch_of_an_enemy_and_an_inch_is_enough(y: float, rule: str) -> None:
    s = alone()
    s.unit("B", "foe", at=(36, 20))
    assert verdict(s, "u", way((36, 10), (36, y))) == rule


@pytest.mark.rule("RHINE-MOVE-14")
@pytest.mark.parametrize(("x", "rule"), [(38.4, ""), (38.38, "RHINE-MOVE-14"), (36, "RHINE-MOVE-14")])
def test_nobody_comes_within_an_inch_of_an_enemy_on_the_way(x: float, rule: str) -> None:
    s = alone()
    s.unit("B", "foe", at=(x, 15), cls="INF", base=(1.4, 1.4))
    assert verdict(s, "u", way((36, 10), (36, 20))) == rule


@pytest.mark.rule("RHINE-MOVE-14")
def test_who_is_too_near_already_may_only_go_away() -> None:
    s = alone()
    s.unit("B", "foe", at=(36, 13))
    assert verdict(s, "u", way((36, 10), (36, 5))) == ""
    assert verdict(s, "u", way((36, 10), (36, 10.1))) == "RHINE-MOVE-14"


@pytest.mark.rule("RHINE-MOVE-14")
def test_turning_away_beside_an_enemy_is_free() -> None:
    s = alone(facing=90)  # its flank is exactly 1 inch from the enemy; along its path its nose would be nearer
    s.unit("B", "foe", at=(36, 13.1))
    assert verdict(s, "u", way((36, 10), (36, 4), facing=90)) == ""


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-PEN-09")
def test_a_wreck_is_crossed_but_not_ended_on() -> None:
    s = alone()
    s.wreck(at=(36, 14))
    assert verdict(s, "u", way((36, 10), (36, 16.79))) == "RHINE-MOVE-14"
    assert verdict(s, "u", way((36, 10), (36, 16.8))) == ""
    s.play(move(s, "u", way((36, 10), (36, 18))), dice=[2])
    assert s.at("u") == (36, 18)
    assert s.throws[0].need == 2


@pytest.mark.rule("RHINE-MOVE-14")
def test_only_an_assault_goes_into_contact() -> None:
    s = Skirmish(options={"close_assault": True})
    s.foot("A", "squad", at=(36, 10))
    s.foot("B", "foe", at=(36, 14))
    into = way((36, 10), (36, 12.75))
    assert verdict(s, "squad", into) == "RHINE-MOVE-14"
    assert verdict(s, "squad", into, "assault") == ""
    assert verdict(s, "squad", way((36, 10), (36, 12.76)), "assault") == "RHINE-MOVE-14"
    assert verdict(s, "squad", way((36, 10), (36, 16)), "assault") == "RHINE-MOVE-14"
    assert verdict(s, "squad", way((36, 10), (36, 3.9)), "assault") == "RHINE-MOVE-12"
    s.play(move(s, "squad", into, "assault"))
    assert s.at("squad") == (36, 12.75)


# --- MOVE-15: the table ---------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-15")
@pytest.mark.parametrize(("points", "facing", "rule"), [
    (((36, 4), (36, 1.4)), 180, ""), (((36, 4), (36, 1.39)), 180, "RHINE-MOVE-15"),
    (((36, 4), (36, 1)), 90, "RHINE-MOVE-15"), (((36, 4), (36, 1.2), (36, 4)), 0, "RHINE-MOVE-15"),
])  # fmt: skip
def test_no_part_of_a_unit_leaves_the_table(points: tuple[tuple[float, float], ...], facing: int, rule: str) -> None:
    assert verdict(alone(at=(36, 4)), "u", way(*points, facing=facing)) == rule


# --- A move under way -----------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-12")
def test_a_move_can_be_stopped_at_any_length_and_goes_on() -> None:
    s = alone()
    path = way((36, 10), (36, 14), (41, 14)).path
    walk = start_walk(s.state, "u", path, 180, "move")
    walk = s.play(walk_to(s.state, walk, 5500))
    assert (s.at("u"), s["u"].base.facing, walk.gone, walk.halted) == ((37.5, 14), 90, 5500, False)
    walk = s.play(walk_to(s.state, walk, 9000))
    assert (s.at("u"), s["u"].base.facing) == ((41, 14), 180)


@pytest.mark.rule("RHINE-MOVE-13")
def test_for_a_reaction_at_its_end_a_unit_still_faces_along_its_path() -> None:
    s = alone()
    walk = start_walk(s.state, "u", way((36, 10), (36, 14)).path, 180, "move")
    walk = s.play(walk_to(s.state, walk, 4000, arrive=False))
    assert (s.at("u"), s["u"].base.facing) == ((36, 14), 0)
    s.play(walk_to(s.state, walk, 4000))
    assert s["u"].base.facing == 180


@pytest.mark.rule("RHINE-MOVE-14")
def test_an_enemy_who_has_come_into_the_way_is_stopped_short_of() -> None:
    s = alone()
    s.unit("B", "foe", at=(50, 20))
    path = way((36, 10), (36, 19)).path
    walk = start_walk(s.state, "u", path, 0, "move")
    walk = s.play(walk_to(s.state, walk, 2000))
    s.stand("foe", (36, 20))
    walk = s.play(walk_to(s.state, walk, 9000))
    assert walk.halted
    assert s.at("u")[1] == pytest.approx(16.2, abs=0.01)
    assert s.rules[-1] == "RHINE-MOVE-14"
    assert s.play(walk_to(s.state, walk, 9000)) == walk


@pytest.mark.rule("RHINE-MOVE-14")
def test_who_stops_on_top_of_a_friend_goes_back_before_him() -> None:
    s = alone()
    s.unit("A", "friend", at=(36, 15))
    walk = start_walk(s.state, "u", way((36, 10), (36, 19)).path, 0, "move")
    walk = s.play(walk_to(s.state, walk, 5000))
    assert s.at("u") == (36, 15)
    movement.come_to_rest(s.state, walk)
    assert s.at("u")[1] == pytest.approx(12.2, abs=0.11)
    assert s.at("u")[1] <= 12.2


@pytest.mark.rule("RHINE-MOVE-14")
def test_who_has_nowhere_else_goes_back_to_where_it_began() -> None:
    s = alone(facing=90)
    for y in (12.8, 15.6, 18.4):
        s.unit("A", f"friend {y}", at=(36, y))
    walk = start_walk(s.state, "u", way((36, 10), (36, 20)).path, 0, "move")
    walk = s.play(walk_to(s.state, walk, 4000))
    movement.come_to_rest(s.state, walk)
    assert (s.at("u"), s["u"].base.facing) == ((36, 10), 90)


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
    s.play(move(s, "late", way((20, 0), (20, 8), facing=45)))
    assert (s["late"].place, s.at("late"), s["late"].base.facing) == ("table", (20, 8), 45)


@pytest.mark.rule("RHINE-ACT-12")
def test_nobody_enters_in_the_first_turn() -> None:
    s = reserve(turn=1)
    assert verdict(s, "late", way((20, 0), (20, 8))) == "RHINE-ACT-12"
    assert movement.entry(s.state, s["late"]) is None


@pytest.mark.rule("RHINE-ACT-12")
def test_a_loaded_transport_enters_with_its_passengers() -> None:
    s = reserve(cls="APC")
    s.foot("A", "squad", at=None)
    s.mark("squad", carried_by="late")
    assert verdict(s, "squad", way((20, 0), (20, 4))) == "RHINE-ACT-12"
    s.play(move(s, "late", way((20, 0), (20, 8))))
    assert (s["squad"].place, s["squad"].carried_by) == ("carried", "late")


@pytest.mark.rule("RHINE-ACT-12", "RHINE-MOVE-11")
def test_the_best_place_to_enter_is_the_road() -> None:
    s = reserve()
    entry = movement.entry(s.state, s["late"])
    assert entry is not None
    assert movement.on_road(s.state, entry.centre)
    decision = movement.move_decision(s.state, s["late"], "rapid_road", "Where?")
    assert decision.routes()
    for route in decision.routes():
        assert verdict(s, "late", route, "rapid_road") == ""
    s.unit("A", "on the road", at=(36, 1.4))
    entry = movement.entry(s.state, s["late"])
    assert entry is not None
    assert not movement.on_road(s.state, entry.centre)


@pytest.mark.rule("RHINE-TERR-11", "RHINE-ACT-12")
def test_a_reserve_that_fails_its_test_at_the_edge_is_still_off_the_table() -> None:
    s = Skirmish(terrain=[piece("field", area=(0, 0, 72, 20))], turn=2)
    s.unit("A", "late", at=None, cls="APC", mobility="wheeled")
    s.foot("A", "squad", at=None)
    s.mark("squad", carried_by="late")
    walk = s.play(move(s, "late", way((20, 0), (20, 8))), dice=[5])
    assert walk.halted
    assert (s["late"].place, s["squad"].place, s["squad"].carried_by) == ("reserve", "reserve", "late")


# --- Falling back ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOR-08")
@pytest.mark.parametrize(("y", "stays", "end"), [(20, True, 5), (16.4, True, 1.4), (16.39, False, 1.4)])
def test_a_unit_that_falls_back_goes_a_rapid_move_straight_home_and_off_the_table_it_is_lost(
    y: float, stays: bool, end: float
) -> None:
    s = alone(at=(20, y), facing=0)
    assert s.play(movement.fall_back(s.state, "u")) is stays
    assert s.at("u") == (20, end)
    assert s["u"].base.facing == 180
    assert s.rules == ["RHINE-MOR-08"]


@pytest.mark.rule("RHINE-MOR-08", "RHINE-TERR-11", "RHINE-TERR-14")
def test_closed_ground_a_failed_test_and_an_enemy_end_a_fall_back() -> None:
    river = alone(piece("river", area=(0, 4, 72, 7)), at=(20, 15))
    assert river.play(movement.fall_back(river.state, "u")) is True
    assert river.at("u")[1] == pytest.approx(8.4, abs=0.01)
    wood = alone(piece("wood", area=(0, 4, 72, 7)), at=(20, 15))
    assert wood.play(movement.fall_back(wood.state, "u"), dice=[2]) is True
    assert wood.at("u")[1] == pytest.approx(8.4, abs=0.01)
    assert wood.play(movement.fall_back(wood.state, "u"), dice=[3]) is False
    enemy = alone(at=(20, 15))
    enemy.unit("B", "foe", at=(20, 5))
    assert enemy.play(movement.fall_back(enemy.state, "u")) is True
    assert enemy.at("u")[1] == pytest.approx(8.8, abs=0.01)


@pytest.mark.rule("RHINE-MOR-08", "RHINE-TERR-13")
def test_who_stands_in_closed_ground_does_not_fall_back() -> None:
    s = alone(piece("marsh", area=(10, 10, 30, 30)), at=(20, 20), cls="LIGHT", mobility="wheeled")
    assert s.play(movement.fall_back(s.state, "u")) is True
    assert s.at("u") == (20, 20)


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
    routes = movement.offered(s.state, s["u"], kind)
    assert 10 <= len(routes) <= 25
    assert len(set(routes)) == len(routes)
    for route in routes:
        assert verdict(s, "u", route, kind) == ""
    ends = [route.end for route in routes]
    assert any(end.y > 26_000 for end in ends)
    assert any(end.y < 17_000 for end in ends)
    assert any(movement.on_road(s.state, end) for end in ends)


@pytest.mark.rule("RHINE-MOVE-11")
def test_by_road_the_ways_along_it_are_offered() -> None:
    s = crowded()
    s.stand("u", (36, 10))
    routes = movement.offered(s.state, s["u"], "rapid_road")
    assert routes
    assert any(length(route.path) > 15_000 for route in routes)
    for route in routes:
        assert verdict(s, "u", route, "rapid_road") == ""


@pytest.mark.rule("RHINE-ERR-01")
@pytest.mark.parametrize("unit", UNITS)
def test_the_random_player_draws_moves_that_are_mostly_legal(unit: dict[str, Any]) -> None:
    s = crowded(**unit)
    rng = Random(7)
    legal = [verdict(s, "u", movement.draw(s.state, s["u"], "move", rng)) == "" for _ in range(60)]
    assert sum(legal) > 30
    decision = movement.move_decision(s.state, s["u"], "move", "Where?")
    ends = {decision.read(decision.random(rng)).end for _ in range(40)}
    assert len(ends) > 5


@pytest.mark.rule("RHINE-ERR-01", "RHINE-MOVE-12")
def test_a_move_is_decided_by_its_owner_and_an_illegal_one_is_refused() -> None:
    s = alone()

    def ordered() -> Procedure[Walk]:
        route: Route = yield movement.move_decision(s.state, s["u"], "move", "Where does u go?")
        return (yield from move(s, "u", route))

    answer = refused(way((36, 10), (36, 20.1)), "RHINE-MOVE-12", way((36, 10), (36, 20)))
    s.play(ordered(), choices=[answer])
    assert s.at("u") == (36, 20)
    assert (s.asked[0].seat, s.prompts) == ("A", ["Where does u go? (up to 10 in)"])
    s.play(ordered(), rest=True)
    assert s.at("u") == (36, 20)


def test_a_reserve_is_drawn_onto_the_table() -> None:
    s = crowded()
    s.unit("A", "late", at=None)
    decision = movement.move_decision(s.state, s["late"], "move", "Where?")
    assert len(decision.routes()) >= 10
    for seed in range(10):
        route = decision.read(decision.random(Random(seed)))
        assert verdict(s, "late", route) == ""
