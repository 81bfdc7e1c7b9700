"""Moving through terrain: what is tested when, what a failure does, what is closed to whom."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine import marching
from tests.games.rhine.marching import move, verdict
from tests.games.rhine.skirmish import Skirmish, piece, way
from umpire.battle.decisions import Route
from umpire.games.rhine.actions import routes, standing, terrain
from umpire.games.rhine.actions.movement import start_walk, walk_to
from umpire.games.rhine.schema import TerrainEntry

FIELD = piece("field", area=(0, 14, 72, 18))
MARSH = piece("marsh", area=(0, 14, 72, 18))
ACROSS = way((20, 10), (20, 20))


def alone(*terrain: TerrainEntry, at: tuple[float, float] = (20, 10), **unit: Any) -> Skirmish:
    return marching.alone(*terrain, at=at, **unit)


def touches(s: Skirmish, route: Route) -> list[tuple[float, tuple[str, ...], str]]:
    found = terrain.tests(s.state, s["u"], s["u"].base, route.path, route.facing)
    return [(round(touch.at), touch.pieces, touch.ground) for touch in found]


# --- TERR-01 to 09: what the die must show --------------------------------------------------------------------------


@pytest.mark.rule(
    "RHINE-TERR-01", "RHINE-TERR-03", "RHINE-TERR-04", "RHINE-TERR-05", "RHINE-TERR-06", "RHINE-TERR-08",
)  # fmt: skip
@pytest.mark.parametrize(("unit", "ground", "need"), [
    ({"cls": "LIGHT", "mobility": "wheeled"}, FIELD, 6), ({"cls": "APC", "mobility": "atv"}, FIELD, 3),
    ({"cls": "APC", "mobility": "atv"}, MARSH, 4), ({"cls": "LIGHT", "mobility": "tracked"}, FIELD, 2),
    ({"cls": "APC", "mobility": "tracked"}, MARSH, 3), ({"cls": "INF"}, MARSH, 4), ({"cls": "SUPPORT"}, MARSH, 4),
])  # fmt: skip
def test_the_test_by_what_a_unit_runs_on_and_the_ground(unit: dict[str, Any], ground: TerrainEntry, need: int) -> None:
    for face in (need - 1, need):
        s = alone(ground, at=(20, 12), **unit)
        walk = s.play(move(s.state, "u", way((20, 12), (20, 16))), dice=[face])
        assert s.throws[0].need == need
        assert walk.halted is (face < need)
    s = alone(ground, at=(20, 12), **unit)
    odds = s.odds(lambda state: move(state, "u", way((20, 12), (20, 16))), outcome=lambda _, walk: walk.halted)
    assert odds[False] == Fraction(7 - need, 6)


@pytest.mark.rule("RHINE-TERR-07")
@pytest.mark.parametrize("cls", ["INF", "SUPPORT"])
def test_foot_crosses_rough_ground_without_a_die(cls: str) -> None:
    s = alone(FIELD, at=(20, 12), cls=cls)
    s.play(move(s.state, "u", way((20, 12), (20, 18))))
    assert s.at("u") == (20, 18)


@pytest.mark.rule("RHINE-TERR-02", "RHINE-ERR-02")
def test_very_rough_ground_is_closed_to_wheels_and_no_die_is_rolled() -> None:
    s = alone(MARSH, cls="LIGHT", mobility="wheeled")
    assert verdict(s, "u", ACROSS) == "RHINE-TERR-02"
    assert verdict(s, "u", way((20, 10), (20, 12.6))) == ""  # its nose at the edge
    assert verdict(s, "u", way((20, 10), (20, 12.61))) == "RHINE-TERR-02"
    assert verdict(s, "u", way((20, 10), (20, 13), facing=90)) == "RHINE-TERR-02"


@pytest.mark.rule("RHINE-TERR-09")
@pytest.mark.parametrize("fast", [False, True])
def test_tanks_are_tracked(fast: bool) -> None:
    s = alone(FIELD, fast=fast)
    assert terrain.mobility(s["u"].profile) == "tracked"
    s.play(move(s.state, "u", ACROSS), dice=[2])
    assert s.throws[0].need == 2


@pytest.mark.rule("RHINE-TERR-09")
@pytest.mark.parametrize("mobility", ["wheeled", "atv", "tracked"])
@pytest.mark.parametrize("cls", ["LIGHT", "APC"])
def test_light_vehicles_and_transports_say_what_they_run_on(cls: str, mobility: str) -> None:
    s = alone(cls=cls, mobility=mobility)
    assert terrain.mobility(s["u"].profile) == mobility


# --- TERR-10: when to test ------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TERR-10")
def test_a_piece_is_tested_once_when_the_base_first_touches_it_and_passed_costs_nothing() -> None:
    s = alone(FIELD)
    assert touches(s, ACROSS) == [(2600, ("field",), "rough")]
    s.play(move(s.state, "u", ACROSS), dice=[2])
    assert s.at("u") == (20, 20)
    s = alone(FIELD)
    bent = way((20, 10), (20, 13), (20, 11), (20, 14))
    assert touches(s, bent) == [(2600, ("field",), "rough")]
    s.play(move(s.state, "u", bent), dice=[2])
    assert s.at("u") == (20, 14)


@pytest.mark.rule("RHINE-TERR-10")
def test_who_stops_with_its_nose_at_the_edge_does_not_test() -> None:
    s = alone(FIELD)
    s.play(move(s.state, "u", way((20, 10), (20, 12.6))))
    assert s.at("u") == (20, 12.6)
    s.play(move(s.state, "u", way((20, 12.6), (20, 12.7))), dice=[2])


@pytest.mark.rule("RHINE-TERR-10")
def test_who_begins_inside_tests_at_the_outset() -> None:
    s = alone(FIELD, at=(20, 16))
    out = way((20, 16), (20, 22))
    assert touches(s, out) == [(0, ("field",), "rough")]
    walk = s.play(move(s.state, "u", out), dice=[1])
    assert walk.halted
    assert s.at("u") == (20, 16)
    s.play(move(s.state, "u", out), dice=[2])
    assert s.at("u") == (20, 22)


@pytest.mark.rule("RHINE-TERR-10", "RHINE-MOVE-13")
def test_turning_inside_is_a_move_too_and_standing_still_is_none() -> None:
    s = alone(FIELD, at=(20, 16))
    s.play(move(s.state, "u", way((20, 16), facing=0)))
    s.play(move(s.state, "u", way((20, 16), facing=90)), dice=[1])
    assert s["u"].base.facing == 0
    s.play(move(s.state, "u", way((20, 16), facing=90)), dice=[2])
    assert s["u"].base.facing == 90


@pytest.mark.rule("RHINE-TERR-10")
def test_each_piece_has_its_own_test() -> None:
    s = alone(piece("field", area=(0, 13, 72, 14)), piece("marsh", area=(0, 16, 72, 17)), cls="APC", mobility="atv")
    assert touches(s, ACROSS) == [(1600, ("field",), "rough"), (4600, ("marsh",), "very_rough")]
    s.play(move(s.state, "u", ACROSS), dice=[3, 4])
    assert [throw.need for throw in s.throws] == [3, 4]
    s = alone(piece("field", area=(0, 13, 72, 14)), piece("marsh", area=(0, 16, 72, 17)), cls="APC", mobility="atv")
    odds = s.odds(lambda state: move(state, "u", ACROSS), outcome=lambda _, walk: walk.halted)
    assert odds[False] == Fraction(1, 3)  # worked example 14


@pytest.mark.rule("RHINE-TERR-10")
def test_ground_of_two_classes_is_one_test_of_the_worse() -> None:
    s = alone(piece("field", area=(0, 14, 72, 18)), piece("marsh", area=(10, 14, 30, 18)))
    assert touches(s, ACROSS) == [(2600, ("field", "marsh"), "very_rough")]
    s.play(move(s.state, "u", ACROSS), dice=[3])
    assert s.throws[0].need == 3


@pytest.mark.rule("RHINE-TERR-10")
@pytest.mark.parametrize(
    ("marsh", "found"),
    [
        ((20.1, 5, 30, 20), [("field", "rough"), ("marsh", "very_rough")]),
        ((20, 5, 30, 20), [("field", "rough"), ("marsh", "very_rough")]),
        ((19.8, 5, 30, 20), [("field marsh", "very_rough")]),
    ],
)
def test_pieces_side_by_side_are_tested_each_those_on_each_other_together(
    marsh: tuple[float, float, float, float], found: list[tuple[str, str]]
) -> None:
    """Whether touched at once, on the way and at the outset."""
    side_by_side = (piece("field", area=(10, 5, 20, 20)), piece("marsh", area=marsh))
    for y in (2, 10):
        s = alone(*side_by_side, at=(20, y))
        out = way((20, y), (20, y + 6))
        assert [(" ".join(pieces), ground) for _, pieces, ground in touches(s, out)] == found
        s.play(move(s.state, "u", out), dice=[6] * len(found))
        assert len(s.throws) == len(found)


@pytest.mark.rule("RHINE-TERR-10")
def test_a_base_touches_what_its_centre_passes_by() -> None:
    s = alone(piece("field", area=(20.6, 12, 30, 20)))
    assert touches(s, ACROSS) == [(600, ("field",), "rough")]
    s = alone(piece("field", area=(20.7, 12, 30, 20)))
    assert touches(s, ACROSS) == []


@pytest.mark.rule("RHINE-TERR-10")
def test_turning_into_terrain_at_the_end_is_touching_it() -> None:
    s = alone(piece("field", area=(21, 10, 30, 20)))
    assert touches(s, way((20, 10), (20, 16), facing=0)) == []
    across = way((20, 10), (20, 16), facing=90)
    assert touches(s, across) == [(6000, ("field",), "rough")]
    s.play(move(s.state, "u", across), dice=[1])
    assert (s.at("u"), s["u"].base.facing) == ((20, 16), 0)


@pytest.mark.rule("RHINE-TERR-10")
def test_what_the_base_only_swings_over_when_it_turns_away_does_not_count() -> None:
    s = alone(piece("field", area=(21, 5, 30, 20)))
    assert touches(s, way((20, 10), (14, 10), facing=270)) == []


# --- TERR-11: a failed test -----------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TERR-11")
def test_who_fails_halts_at_the_edge_and_the_move_is_over() -> None:
    s = alone(FIELD)
    walk = s.play(move(s.state, "u", way((20, 10), (20, 20), facing=90)), dice=[1])
    assert walk.halted
    assert (s.at("u"), s["u"].base.facing) == ((20, 12.6), 0)
    assert s.rules[-1] == "RHINE-TERR-11"
    assert s.play(walk_to(s.state, walk, 10_000)) == walk
    s.play(move(s.state, "u", way((20, 12.6), (20, 8))))
    assert s.at("u") == (20, 8)


@pytest.mark.rule("RHINE-TERR-11", "RHINE-MOVE-14")
def test_who_would_halt_on_a_friend_halts_before_him() -> None:
    s = alone(piece("field", area=(0, 17, 72, 20)))
    s.unit("A", "friend", at=(20, 15))
    s.play(move(s.state, "u", ACROSS), dice=[1])
    assert s.at("u")[1] == pytest.approx(12.2, abs=0.11)


@pytest.mark.rule("RHINE-TERR-11")
def test_only_the_tests_up_to_the_trigger_point_are_rolled_first() -> None:
    s = alone(FIELD)
    walk = start_walk(s.state, "u", ACROSS.path, 0, "move")
    walk = s.play(walk_to(s.state, walk, 2600))
    assert s.at("u") == (20, 12.6)
    walk = s.play(walk_to(s.state, walk, 5000), dice=[2])
    assert (s.at("u"), walk.tested) == ((20, 15), ("field",))
    walk = s.play(walk_to(s.state, walk, 10_000))
    assert s.at("u") == (20, 20)


@pytest.mark.rule("RHINE-TERR-11")
def test_a_trigger_at_the_start_comes_before_the_test_there() -> None:
    s = alone(FIELD, at=(20, 16))
    walk = start_walk(s.state, "u", way((20, 16), (20, 22)).path, 0, "move")
    walk = s.play(walk_to(s.state, walk, 0))
    assert walk.tested == ()
    s.play(walk_to(s.state, walk, 6000), dice=[2])


@pytest.mark.rule("RHINE-TERR-11")
def test_bogged_down_a_unit_goes_nowhere_until_it_has_passed() -> None:
    s = alone(FIELD, options={"terrain_fail": "bogged"})
    s.play(move(s.state, "u", ACROSS), dice=[1])
    assert s["u"].bogged
    back = way((20, 12.6), (20, 8))
    s.play(move(s.state, "u", back), dice=[1])
    assert s["u"].bogged
    assert s.at("u") == (20, 12.6)
    s.play(move(s.state, "u", back), dice=[2])
    assert not s["u"].bogged
    assert s.at("u") == (20, 8)


@pytest.mark.rule("RHINE-TERR-11")
def test_who_is_bogged_down_as_it_turns_into_a_wood_cannot_just_drive_off() -> None:
    """It halts before it turns, and so does not touch the wood; it is stuck all the same."""
    s = alone(piece("wood", area=(30, 0, 40, 40)), at=(29, 10), cls="LIGHT", options={"terrain_fail": "bogged"})
    s.play(move(s.state, "u", way((29, 10), (29, 16), facing=90)), dice=[2])
    assert s["u"].bogged
    assert s["u"].base.facing == 0
    away = way((29, 16), (20, 16))
    s.play(move(s.state, "u", away), dice=[2])
    assert s.at("u") == (29, 16)
    s.play(move(s.state, "u", away), dice=[3])
    assert s.at("u") == (20, 16)
    assert not s["u"].bogged


@pytest.mark.rule("RHINE-TERR-11")
def test_a_reserve_bogged_down_at_the_edge_of_the_table_may_come_in_elsewhere() -> None:
    s = Skirmish(terrain=[piece("wood", area=(0, 0, 30, 10))], options={"terrain_fail": "bogged"}, turn=2)
    s.unit("A", "late", at=None, cls="LIGHT")
    s.play(move(s.state, "late", way((20, 0), (20, 6))), dice=[2])
    assert s["late"].place == "reserve"
    s.play(move(s.state, "late", way((50, 0), (50, 6))))
    assert s.at("late") == (50, 6)


@pytest.mark.rule("RHINE-TERR-11")
def test_bogged_down_and_through_it_is_one_test() -> None:
    s = alone(FIELD, options={"terrain_fail": "bogged"})
    s.play(move(s.state, "u", ACROSS), dice=[1])
    s.play(move(s.state, "u", way((20, 12.6), (20, 20))), dice=[2])
    assert s.at("u") == (20, 20)
    assert not s["u"].bogged


# --- TERR-12: roads -------------------------------------------------------------------------------------------------


ROAD = piece("road", area=(19, 0, 21, 48))


@pytest.mark.rule("RHINE-TERR-12")
def test_a_road_lifts_the_test_while_the_centre_stays_on_it() -> None:
    s = alone(FIELD, ROAD)
    s.play(move(s.state, "u", way((20, 10), (20.5, 20), facing=90)))
    assert s.at("u") == (20.5, 20)


@pytest.mark.rule("RHINE-TERR-12")
def test_who_leaves_the_road_inside_terrain_tests_there() -> None:
    s = alone(FIELD, ROAD)
    leaving = way((20, 10), (20, 16), (23, 16))
    assert touches(s, leaving) == [(7000, ("field",), "rough")]
    s.play(move(s.state, "u", leaving), dice=[1])
    assert s.at("u") == (21, 16)
    s = alone(FIELD, ROAD, at=(20, 16))
    assert touches(s, way((20, 16), (20, 22))) == []
    assert touches(s, way((20, 16), (24, 16))) == [(1000, ("field",), "rough")]


@pytest.mark.rule("RHINE-TERR-12", "RHINE-TERR-02")
def test_wheels_go_through_a_wood_by_road_only() -> None:
    s = alone(piece("wood", area=(0, 14, 72, 18)), ROAD, cls="LIGHT", mobility="wheeled")
    assert verdict(s, "u", ACROSS) == ""
    assert verdict(s, "u", way((20, 10), (20, 16), (23, 16))) == "RHINE-TERR-02"
    s.play(move(s.state, "u", ACROSS))
    s.play(move(s.state, "u", way((20, 20), (20, 16), facing=180)))
    assert verdict(s, "u", way((20, 16), (20, 22))) == ""  # its centre is on the road: it is not stuck


@pytest.mark.rule("RHINE-TERR-12", "RHINE-TERR-14")
@pytest.mark.parametrize(("x", "rule"), [(20.0, ""), (19.7, ""), (19.6, "RHINE-TERR-14")])
def test_a_building_beside_the_road_stays_closed(x: float, rule: str) -> None:
    s = alone(piece("building", area=(17, 14, 19, 18)), ROAD, at=(x, 10))
    assert verdict(s, "u", way((x, 10), (x, 16))) == rule
    through = alone(piece("building", area=(17, 14, 20, 18)), ROAD, at=(x, 10))
    assert verdict(through, "u", way((x, 10), (x, 16))) == ""


@pytest.mark.rule("RHINE-TERR-12", "RHINE-TERR-10")
def test_a_field_beside_the_road_is_tested_by_who_drives_over_its_edge() -> None:
    field = piece("field", area=(5, 14, 19, 18))
    assert touches(alone(field, ROAD, at=(19.7, 10)), way((19.7, 10), (19.7, 16))) == []
    assert touches(alone(field, ROAD, at=(19.6, 10)), way((19.6, 10), (19.6, 16))) == [(2600, ("field",), "rough")]


@pytest.mark.rule("RHINE-TERR-12", "RHINE-TERR-14")
def test_nobody_is_put_down_in_a_building_beside_the_road() -> None:
    s = alone(piece("building", area=(17, 14, 19, 18)), ROAD)
    for x, rule in ((19.7, ""), (19.6, "RHINE-TERR-14")):
        refusal = standing.why_not(s.state, s["u"], s["u"].base.placed(int(x * 1000), 16_000, 0))
        assert ("" if refusal is None else refusal.rule) == rule


@pytest.mark.rule("RHINE-TERR-12", "RHINE-PEN-09")
def test_a_wreck_on_the_road_is_tested() -> None:
    s = alone(ROAD)
    s.wreck(at=(20, 15))
    assert touches(s, ACROSS) == [(2200, ("wreck-wrecked",), "rough")]
    walk = s.play(move(s.state, "u", ACROSS), dice=[1])
    assert walk.halted
    assert s.at("u") == (20, 12.2)
    assert "the wreck of wrecked" in s.events[-1]


# --- TERR-13, 14: closed ground -------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TERR-13")
def test_a_unit_set_up_in_closed_ground_cannot_even_turn() -> None:
    s = alone(MARSH, at=(20, 16), cls="LIGHT", mobility="wheeled")
    assert not routes.can_move(s.state, s["u"])
    for route in (way((20, 16), (20, 20)), way((20, 16), facing=90), way((20, 16), facing=0)):
        assert verdict(s, "u", route) == "RHINE-TERR-13"
    s.stand("u", (20, 13.5))  # half on it: its centre is outside
    assert routes.can_move(s.state, s["u"])
    assert verdict(s, "u", way((20, 13.5), (20, 10))) == ""
    assert verdict(s, "u", way((20, 13.5), (20, 13.6))) == "RHINE-TERR-02"


@pytest.mark.rule("RHINE-TERR-14")
@pytest.mark.parametrize(("kind", "vehicle", "foot"), [
    ("building", "closed", 0), ("bunker", "closed", 0), ("trench", 2, 0), ("hill", 0, 0), ("river", "closed", 4),
    ("village", 2, 0), ("wood", 3, 4), ("road", 0, 0), ("hedge", 2, 0), ("wall", 2, 0), ("rubble", 2, 0),
    ("ford", 2, 0),
])  # fmt: skip
def test_ground_may_be_of_one_class_for_vehicles_and_another_for_foot(kind: str, vehicle: Any, foot: int) -> None:
    ground = piece(kind, area=(0, 14, 72, 16), height=1 if kind == "hill" else 0)
    for unit, need in (({"cls": "MBT"}, vehicle), ({"cls": "INF"}, foot)):
        s = alone(ground, at=(20, 12), **unit)
        across = way((20, 12), (20, 18))
        if need == "closed":
            assert verdict(s, "u", across) == "RHINE-TERR-14"
            continue
        assert verdict(s, "u", across) == ""
        s.play(move(s.state, "u", across), dice=[need] if need else [])
        assert [throw.need for throw in s.throws] == ([need] if need else [])
        assert s.at("u") == (20, 18)


RIVER = piece("river", area=(0, 14, 72, 17))
FORD = piece("ford", area=(12, 14, 18, 17), replaces=["river"])
BRIDGE = piece("bridge", area=(35, 14, 37, 17), replaces=["river"])


@pytest.mark.rule("RHINE-TERR-14")
def test_a_ford_replaces_the_river_under_it() -> None:
    s = alone(RIVER, FORD, BRIDGE, at=(15, 10))
    across = way((15, 10), (15, 20))
    assert verdict(s, "u", across) == ""
    assert touches(s, across) == [(2600, ("ford",), "rough")]
    s.stand("u", (12.7, 10))
    assert verdict(s, "u", way((12.7, 10), (12.7, 20))) == ""
    s.stand("u", (12.69, 10))
    assert verdict(s, "u", way((12.69, 10), (12.69, 20))) == "RHINE-TERR-14"


@pytest.mark.rule("RHINE-TERR-14", "RHINE-TERR-12")
def test_a_bridge_replaces_the_river_and_is_road() -> None:
    s = alone(RIVER, FORD, BRIDGE, piece("road", area=(35, 0, 37, 48)), at=(36.8, 10), cls="LIGHT", mobility="wheeled")
    assert verdict(s, "u", way((36.8, 10), (36.8, 20))) == ""  # wheels over the side, the centre on the road
    s.play(move(s.state, "u", way((36.8, 10), (36.8, 20))))
    squad = alone(RIVER, FORD, BRIDGE, at=(36, 12), cls="INF", base=(2, 1))
    squad.play(move(squad.state, "u", way((36, 12), (36, 18))))
    assert squad.at("u") == (36, 18)


@pytest.mark.rule("RHINE-TERR-14")
def test_a_very_rough_ford_is_as_it_says_of_itself() -> None:
    ford = piece("ford", area=(12, 14, 18, 17), replaces=["river"], vehicles="very_rough", foot="very_rough")
    s = alone(RIVER, ford, at=(15, 10))
    assert touches(s, way((15, 10), (15, 20))) == [(2600, ("ford",), "very_rough")]
    wheels = alone(RIVER, ford, at=(15, 10), cls="LIGHT", mobility="wheeled")
    assert verdict(wheels, "u", way((15, 10), (15, 20))) == "RHINE-TERR-02"
