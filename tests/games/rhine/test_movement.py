"""Moving: how far, along what, past whom, and how a move under way is stopped and goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.marching import alone, move, verdict
from tests.games.rhine.skirmish import Skirmish, piece, way
from umpire.games.rhine.actions import movement, routes, terrain
from umpire.games.rhine.actions.movement import base_at, start_walk, walk_to

ROAD = piece("road", area=(35, 0, 37, 48))


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
        assert routes.allowance(s["u"], kind) == inches * 1000
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
    assert not terrain.on_road(s.state, s["u"].base.centre)


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
    s.play(move(s.state, "u", bent))
    assert s.at("u") == (38, 14)


@pytest.mark.rule("RHINE-MOVE-13")
def test_a_vehicle_ends_facing_as_its_owner_says() -> None:
    s = alone()
    s.play(move(s.state, "u", way((36, 10), (36, 15), facing=200)))
    assert s["u"].base.facing == 200
    assert s.rules == ["RHINE-MOVE-08"]


@pytest.mark.rule("RHINE-MOVE-12")
@pytest.mark.parametrize(("y", "told"), [(20.001, "10.001"), (22.5, "12.5")])
def test_how_much_too_long_a_path_is_can_be_read(y: float, told: str) -> None:
    s = alone()
    refusal = routes.check_move(s.state, s["u"], way((36, 10), (36, y)), "move")
    assert refusal is not None
    assert refusal.sentence == f"u goes up to 10 in, not {told}."


@pytest.mark.rule("RHINE-MOVE-13")
def test_turning_on_the_spot_is_a_move_of_no_length() -> None:
    s = alone()
    turn = way((36, 10), facing=135)
    assert verdict(s, "u", turn) == ""
    walk = s.play(move(s.state, "u", turn))
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
@pytest.mark.parametrize(("y", "rule"), [(16.2, ""), (16.21, "RHINE-MOVE-14"), (17, "RHINE-MOVE-14")])
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
    s.play(move(s.state, "u", way((36, 10), (36, 18))), dice=[2])
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
    s.play(move(s.state, "squad", into, "assault"))
    assert s.at("squad") == (36, 12.75)


@pytest.mark.rule("RHINE-ACT-12", "RHINE-ERR-02")
def test_the_destroyed_and_helicopters_do_not_move() -> None:
    s = alone(place="lost")
    s.unit("A", "helicopter", at=(36, 10), cls="HELO", mobility="air")
    assert verdict(s, "u", way((36, 10), (36, 12))) == "RHINE-ACT-12"
    assert verdict(s, "helicopter", way((36, 10), (36, 12))) == "RHINE-ACT-12"
    assert not routes.can_move(s.state, s["u"])


# --- MOVE-15: the table ---------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-15")
@pytest.mark.parametrize(("points", "facing", "rule"), [
    (((36, 4), (36, 1.4)), 180, ""), (((36, 4), (36, 1.39)), 180, "RHINE-MOVE-15"),
    (((36, 4), (36, 1)), 90, "RHINE-MOVE-15"), (((36, 4), (36, 1.2), (36, 4)), 0, "RHINE-MOVE-15"),
])  # fmt: skip
def test_no_part_of_a_unit_leaves_the_table(points: tuple[tuple[float, float], ...], facing: int, rule: str) -> None:
    assert verdict(alone(at=(36, 4)), "u", way(*points, facing=facing)) == rule


# --- A move under way -----------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-13")
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


@pytest.mark.rule("RHINE-MOVE-15")
@pytest.mark.parametrize(("y", "end", "facing"), [(1.0, 0.8, 90), (1.5, 1.5, 0)])
def test_who_is_stopped_as_it_turns_at_the_edge_does_not_stick_out_of_the_table(
    y: float, end: float, facing: int
) -> None:
    """A tank beside its edge turns inward: until it has gone 0.6 in its tail would be off the table."""
    s = alone(at=(36, 0.8), facing=90)
    walk = start_walk(s.state, "u", way((36, 0.8), (36, 9)).path, 0, "move")
    walk = s.play(walk_to(s.state, walk, y * 1000 - 800, arrive=False))
    movement.come_to_rest(s.state, walk)
    assert (s.at("u"), s["u"].base.facing) == ((36, end), facing)


@pytest.mark.rule("RHINE-TERR-14")
@pytest.mark.parametrize(("x", "end", "facing"), [(19.0, 19.2, 0), (18.5, 18.5, 270)])
def test_who_is_stopped_as_it_turns_away_from_a_building_does_not_stand_in_it(
    x: float, end: float, facing: int
) -> None:
    s = alone(piece("building", area=(20, 10, 24, 14)), at=(19.2, 12))
    walk = start_walk(s.state, "u", way((19.2, 12), (10, 12), facing=270).path, 270, "move")
    walk = s.play(walk_to(s.state, walk, 19_200 - x * 1000, arrive=False))
    movement.come_to_rest(s.state, walk)
    assert (s.at("u"), s["u"].base.facing) == ((end, 12), facing)


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
