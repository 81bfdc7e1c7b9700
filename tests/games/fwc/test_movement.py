"""Moving: how far, over what, past whom."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from umpire.battle.decisions import Route
from umpire.dice import Procedure
from umpire.games.fwc.actions import assault, movement, pace, places, transport
from umpire.games.fwc.actions.travel import travel
from umpire.games.fwc.schema import TerrainEntry


def verdict(s: Skirmish, unit: str, route: Route, **more: Any) -> str:
    """The rule under which a move is refused; "" if it is allowed."""
    refusal = movement.check_move(s.state, s[unit], route, **more)
    return "" if refusal is None else refusal.rule


def alone(*terrain: TerrainEntry, at: tuple[float, float] = (60, 20), **unit: Any) -> Skirmish:
    s = Skirmish(terrain=terrain, options=unit.pop("options", None))
    s.unit("A", "u", at=at, **unit)
    return s


def ordered(s: Skirmish, unit: str) -> Procedure[bool]:
    """A move action: where to, then the move itself."""
    route: Route = yield places.move_decision(s.state, s[unit], "FWC-MOV-01")
    return (yield from travel(s.state, unit, route))


@pytest.mark.rule("FWC-MOV-02", "FWC-MOV-03", "FWC-MOV-04")
@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("dense", "u may not enter dense terrain. (FWC-MOV-02)"),
        ("scorched", "u may not enter scorched terrain. (FWC-MOV-04)"),
        ("impassable", "u may not cross impassable terrain. (FWC-MOV-03)"),
        ("laser_wire", "u may not cross laser wire. (FWC-MOV-03)"),
        ("toxic_ditch", "u may not cross toxic ditch. (FWC-MOV-03)"),
    ],
)
def test_a_refusal_says_what_ground_is_in_the_way_even_if_the_scenario_gives_it_no_name(kind: str, told: str) -> None:
    s = alone(piece(kind, box=(60, 30, 20, 4)), cls="gun")
    assert str(movement.check_move(s.state, s["u"], way((60, 20), (60, 31)))) == told


# --- MOV-01 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-MOV-01")
@pytest.mark.parametrize(("y", "rule"), [(40, ""), (40.01, "FWC-MOV-01")])
def test_a_move_is_as_long_as_the_units_move(y: float, rule: str) -> None:
    assert verdict(alone(move=20), "u", way((60, 20), (60, y))) == rule


@pytest.mark.rule("FWC-GEN-03", "FWC-MOV-01")
@pytest.mark.parametrize(("y", "rule"), [(40.004, ""), (40.005, "FWC-MOV-01")])
def test_the_length_of_a_move_is_rounded_before_it_is_compared(y: float, rule: str) -> None:
    assert verdict(alone(move=20), "u", way((60, 20), (60, y))) == rule


@pytest.mark.rule("FWC-MOV-01")
def test_a_path_may_bend_and_only_its_length_counts() -> None:
    s = alone(move=20)
    bent = way((60, 20), (68, 20), (68, 32), facing=270)
    assert verdict(s, "u", bent) == ""
    assert verdict(s, "u", way((60, 20), (68, 20), (68, 32.1))) == "FWC-MOV-01"
    assert s.play(ordered(s, "u"), choices=[bent]) is True
    assert s.at("u") == (68, 32)
    assert s["u"].base.facing == 270


@pytest.mark.rule("FWC-MOV-01")
def test_a_path_begins_where_the_unit_stands() -> None:
    s = alone(move=20)
    elsewhere = way((61, 20), (61, 25))
    s.play(ordered(s, "u"), choices=[refused(elsewhere, "FWC-MOV-01", way((60, 20), (60, 25)))])
    assert s.at("u") == (60, 25)


@pytest.mark.rule("FWC-MOV-01")
def test_every_place_offered_for_a_move_is_legal() -> None:
    s = alone(piece("impassable", box=(60, 30, 60, 4)), piece("dense", box=(40, 15, 20, 20)), at=(60, 22))
    s.unit("B", "foe", at=(66, 22))
    decision = places.move_decision(s.state, s["u"], "FWC-MOV-01")
    answers = decision.candidates()
    assert len(answers) > 3
    for answer in [*answers, decision.default(), decision.random(Random(1))]:
        decision.read(answer)


# --- MOV-02 -----------------------------------------------------------------------------------------------------

WOOD = piece("dense", box=(60, 40, 40, 40))


@pytest.mark.rule("FWC-MOV-02")
@pytest.mark.parametrize(
    ("unit", "far"),
    [
        ({"cls": "infantry"}, 20), ({"cls": "walker"}, 20), ({"cls": "afv"}, 10), ({"cls": "recon"}, 10),
        ({"cls": "vehicle", "keywords": ["hover"]}, 10), ({"cls": "gunship"}, 20),
    ],
    ids=["infantry", "walker", "tank", "recon", "hover", "gunship"],
)  # fmt: skip
def test_dense_terrain_halves_the_rate_of_vehicles_only(unit: dict[str, Any], far: float) -> None:
    """All have a move of 20 and stand at the wood's edge."""
    s = alone(WOOD, move=20, **unit)
    assert verdict(s, "u", way((60, 20), (60, 20 + far))) == ""
    assert verdict(s, "u", way((60, 20), (60, 20.02 + far))) == "FWC-MOV-01"


@pytest.mark.rule("FWC-MOV-02")
def test_only_the_part_in_the_wood_costs_double() -> None:
    s = alone(piece("dense", box=(60, 32, 40, 4)), move=20)
    assert verdict(s, "u", way((60, 20), (60, 36))) == ""
    assert verdict(s, "u", way((60, 20), (60, 36.1))) == "FWC-MOV-01"


@pytest.mark.rule("FWC-MOV-02")
@pytest.mark.parametrize("unit", [{"cls": "gun"}, {"cls": "transport", "keywords": ["unarmoured"]}])
def test_guns_and_unarmoured_transport_enter_dense_terrain_only_by_road(unit: dict[str, Any]) -> None:
    s = alone(WOOD, move=20, at=(60, 15), **unit)
    assert verdict(s, "u", way((60, 15), (60, 21))) == "FWC-MOV-02"
    road = piece("road", line=[(60, 0), (60, 90)], width=4)
    s = alone(WOOD, road, move=20, at=(60, 15), **unit)
    assert verdict(s, "u", way((60, 15), (60, 35))) == ""


@pytest.mark.rule("FWC-MOV-02", "FWC-MOV-04")
@pytest.mark.parametrize("kind", ["dense", "scorched"])
def test_who_stands_on_the_edge_of_ground_it_may_not_enter_is_beside_it(kind: str) -> None:
    ground = piece(kind, box=(60, 40, 40, 40))
    rule = "FWC-MOV-02" if kind == "dense" else "FWC-MOV-04"
    s = alone(ground, move=10, cls="gun", at=(60, 20))
    assert verdict(s, "u", way((60, 20), (60, 21))) == rule
    assert verdict(s, "u", way((60, 20), (70, 20))) == ""
    s = alone(ground, move=10, cls="gun", at=(60, 20.001))
    assert verdict(s, "u", way((60, 20.001), (60, 21))) == "", "what was put inside may leave"


@pytest.mark.rule("FWC-MOV-02")
def test_on_a_road_a_vehicle_goes_through_a_wood_at_full_rate() -> None:
    s = alone(WOOD, piece("road", line=[(60, 0), (60, 90)], width=4), move=20, options={"road_bonus": False})
    assert verdict(s, "u", way((60, 20), (60, 40))) == ""


# --- MOV-03 -----------------------------------------------------------------------------------------------------

BARRIERS = ["impassable", "laser_wire", "toxic_ditch"]


@pytest.mark.rule("FWC-MOV-03")
@pytest.mark.parametrize("kind", BARRIERS)
@pytest.mark.parametrize("cls", ["infantry", "afv", "walker"])
def test_no_ground_unit_enters_what_is_closed(kind: str, cls: str) -> None:
    s = alone(piece(kind, line=[(40, 30), (80, 30)], width=1), cls=cls)
    assert verdict(s, "u", way((60, 20), (60, 28))) == ""  # its front stands at the edge
    assert verdict(s, "u", way((60, 20), (60, 28.1))) == "FWC-MOV-03"
    assert verdict(s, "u", way((60, 20), (60, 35))) == "FWC-MOV-03"


@pytest.mark.rule("FWC-MOV-03")
@pytest.mark.parametrize(("kind", "rule"), [("impassable", "FWC-MOV-03"), ("laser_wire", ""), ("toxic_ditch", "")])
def test_hover_crosses_wire_and_ditch_but_nothing_impassable(kind: str, rule: str) -> None:
    s = alone(piece(kind, line=[(40, 30), (80, 30)], width=1), keywords=["hover"])
    assert verdict(s, "u", way((60, 20), (60, 35))) == rule


@pytest.mark.rule("FWC-MOV-03", "FWC-FLY-01")
@pytest.mark.parametrize("kind", [*BARRIERS, "dense", "scorched", "building"])
def test_what_flies_ignores_terrain_and_obstacles(kind: str) -> None:
    s = alone(piece(kind, box=(60, 40, 60, 30)), cls="gunship", move=40)
    assert verdict(s, "u", way((60, 20), (60, 60))) == ""


@pytest.mark.rule("FWC-MOV-03", "FWC-DOM-01")
@pytest.mark.parametrize("cls", ["infantry", "gunship"])
def test_nobody_crosses_the_edge_of_a_dome(cls: str) -> None:
    s = alone(cls=cls, move=30)
    s.zone("dome", (60, 45), 10)
    assert verdict(s, "u", way((60, 20), (60, 33.5))) == ""
    assert verdict(s, "u", way((60, 20), (60, 34))) == "FWC-DOM-01"
    s.mark("u", base=s["u"].base.moved(60_000, 45_000))
    assert verdict(s, "u", way((60, 45), (60, 51))) == ""
    assert verdict(s, "u", way((60, 45), (60, 60))) == "FWC-DOM-01"


@pytest.mark.rule("FWC-MOV-03", "FWC-DOM-01")
def test_who_stood_across_the_edge_of_a_dome_stays_on_the_side_of_his_middle() -> None:
    s = alone(move=30, at=(60, 34.5))
    s.zone("dome", (60, 45), 10)
    assert verdict(s, "u", way((60, 34.5), (60, 25))) == ""
    assert verdict(s, "u", way((60, 34.5), (60, 40))) == "FWC-DOM-01"


@pytest.mark.rule("FWC-MOV-03")
def test_a_unit_that_touches_wire_may_turn_away_from_it_but_not_into_it() -> None:
    s = alone(piece("laser_wire", line=[(40, 30), (80, 30)], width=1), at=(60, 28))
    assert verdict(s, "u", way((60, 28), (65, 23), facing=135)) == ""
    assert verdict(s, "u", way((60, 28), (66, 28))) == ""
    assert verdict(s, "u", way((60, 28), facing=45)) == "FWC-MOV-03"


# --- MOV-04 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-MOV-04")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ({"cls": "afv"}, ""), ({"cls": "walker"}, ""), ({"cls": "vehicle", "keywords": ["massive"]}, ""),
        ({"cls": "infantry"}, "FWC-MOV-04"), ({"cls": "vehicle"}, "FWC-MOV-04"), ({"cls": "recon"}, "FWC-MOV-04"),
        ({"cls": "transport"}, "FWC-MOV-04"), ({"cls": "command", "role": "HQ"}, "FWC-MOV-04"),
    ],
)  # fmt: skip
def test_only_tanks_walkers_and_massive_units_enter_scorched_ground(unit: dict[str, Any], rule: str) -> None:
    s = alone(piece("scorched", box=(60, 40, 20, 20)), **unit)
    assert verdict(s, "u", way((60, 20), (60, 29))) == ""
    assert verdict(s, "u", way((60, 20), (60, 35))) == rule


@pytest.mark.rule("FWC-MOV-04")
def test_a_road_does_not_open_scorched_ground() -> None:
    s = alone(piece("scorched", box=(60, 40, 20, 20)), piece("road", line=[(60, 0), (60, 90)], width=4), cls="vehicle")
    assert verdict(s, "u", way((60, 20), (60, 35))) == "FWC-MOV-04"


@pytest.mark.rule("FWC-MOV-04")
def test_who_was_forced_onto_scorched_ground_may_leave_it() -> None:
    s = alone(piece("scorched", box=(60, 40, 20, 20)), cls="infantry", at=(60, 32))
    assert verdict(s, "u", way((60, 32), (60, 26))) == ""


# --- MOV-05 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-MOV-05")
def test_through_friends_but_not_through_suppressed_ones() -> None:
    s = alone()
    s.unit("A", "friend", at=(60, 28))
    over = way((60, 20), (60, 36))
    assert verdict(s, "u", over) == ""
    s.mark("friend", suppressed=True)
    assert verdict(s, "u", over) == "FWC-MOV-05"
    s.mark("friend", suppressed=False)
    assert verdict(s, "u", way((60, 20), (60, 27))) == "FWC-MOV-05"  # it would end on him
    assert verdict(s, "u", way((60, 20), (60, 25))) == ""  # contact with a friend is allowed


@pytest.mark.rule("FWC-MOV-05", "FWC-OPP-05")
def test_a_mover_halted_on_top_of_a_friend_stops_just_before_him() -> None:
    s = alone()
    s.unit("A", "friend", at=(60, 26))
    s.unit("B", "foe", at=(60, 70), attacks=1, range=60)
    # Fired at after 5 cm, where it overlaps the friend it is passing.
    s.play(ordered(s, "u"), dice=[4, 4], choices=[way((60, 20), (60, 36)), "1"])
    assert s["u"].suppressed
    assert s.at("u") == (60, 23)


@pytest.mark.rule("FWC-MOV-05")
@pytest.mark.parametrize(("x", "rule"), [(64.0, ""), (63.99, "FWC-MOV-05"), (62.0, "FWC-MOV-05")])
def test_a_move_keeps_1_cm_from_every_enemy(x: float, rule: str) -> None:
    """Past him: from south to north at x = 60, his middle at x, so that x = 64 leaves 1 cm."""
    s = alone()
    s.unit("B", "foe", at=(x, 28))
    assert verdict(s, "u", way((60, 20), (60, 36))) == rule


@pytest.mark.rule("FWC-MOV-05")
def test_a_move_may_end_at_1_cm() -> None:
    s = alone()
    s.unit("B", "foe", at=(60, 34))
    assert verdict(s, "u", way((60, 20), (60, 30))) == ""
    assert verdict(s, "u", way((60, 20), (60, 30.01))) == "FWC-MOV-05"


@pytest.mark.rule("FWC-MOV-05")
def test_a_turn_on_the_spot_may_not_swing_a_corner_closer_than_1_cm() -> None:
    s = alone()
    s.unit("B", "foe", at=(60, 24))
    assert verdict(s, "u", way((60, 20), facing=90)) == ""
    assert verdict(s, "u", way((60, 20), facing=45)) == "FWC-MOV-05"


@pytest.mark.rule("FWC-MOV-05")
def test_who_is_closer_already_may_only_go_away() -> None:
    s = alone()
    s.unit("B", "foe", at=(60, 23.5))
    assert verdict(s, "u", way((60, 20), (60, 15), facing=180)) == ""
    assert verdict(s, "u", way((60, 20), (53, 20), facing=270)) == ""
    assert verdict(s, "u", way((60, 20), (60, 20.2))) == "FWC-MOV-05"
    assert verdict(s, "u", way((60, 20), (61, 20))) == "FWC-MOV-05"  # along him is not away


@pytest.mark.rule("FWC-MOV-05", "FWC-CA-01")
def test_an_assault_goes_into_contact_with_its_target_but_over_nobody() -> None:
    s = alone(move=25)
    s.unit("B", "foe", at=(60, 34))
    s.unit("B", "other", at=(60, 28))
    assert verdict(s, "u", way((60, 20), (60, 31)), target="foe") == "FWC-MOV-05"
    s.mark("other", base=s["other"].base.moved(90_000, 80_000))
    assert verdict(s, "u", way((60, 20), (60, 31)), target="foe") == ""
    for short in (30, 22):  # near him and far from him: it does not reach him
        refusal = assault.check_charge(s.state, s["u"], way((60, 20), (60, short)), s["foe"])
        assert refusal is not None
        assert refusal.rule == "FWC-CA-01"
    assert verdict(s, "u", way((60, 20), (60, 37)), target="foe") == "FWC-MOV-05"  # through him to his rear


@pytest.mark.rule("FWC-MOV-05")
@pytest.mark.parametrize(("x", "rule"), [(63.9, "FWC-MOV-05"), (64, "")])
def test_on_its_way_an_assault_passes_others_at_1_cm(x: float, rule: str) -> None:
    s = alone(move=25)
    s.unit("B", "foe", at=(60, 38))
    s.unit("B", "other", at=(x, 28))
    assert verdict(s, "u", way((60, 20), (60, 35)), target="foe") == rule


@pytest.mark.rule("FWC-MOV-05")
def test_neighbours_of_the_enemy_assaulted_do_not_keep_it_from_him() -> None:
    s = alone(move=25)
    s.unit("B", "foe", at=(60, 38))
    s.unit("B", "left", at=(56.5, 38))
    s.unit("B", "right", at=(63.5, 38))
    assert verdict(s, "u", way((60, 20), (60, 35)), target="foe") == ""


@pytest.mark.rule("FWC-MOV-05", "FWC-FLY-01")
def test_what_flies_passes_over_everybody_on_the_ground() -> None:
    s = alone(cls="gunship", move=40)
    s.unit("B", "foe", at=(60, 30))
    s.unit("B", "bird", at=(60, 50), cls="gunship")
    assert verdict(s, "u", way((60, 20), (60, 30))) == ""
    assert verdict(s, "u", way((60, 20), (60, 50))) == "FWC-MOV-05"


@pytest.mark.rule("FWC-MOV-05")
@pytest.mark.parametrize(
    ("end", "rule"),
    [((60, 46), ""), ((60, 46.01), "FWC-MOV-05"), ((60, 56), "FWC-MOV-05")],
    ids=["up to 1 cm", "closer", "through it"],
)
def test_what_flies_keeps_clear_of_enemies_in_the_air(end: tuple[float, float], rule: str) -> None:
    s = alone(cls="gunship", move=40)
    s.unit("B", "bird", at=(60, 50), cls="gunship")
    assert verdict(s, "u", way((60, 20), end)) == rule
    s.mark("bird", airborne=False)
    assert verdict(s, "u", way((60, 20), end)) == ""


@pytest.mark.rule("FWC-MOV-05")
@pytest.mark.parametrize("suppressed", [False, True])
def test_what_flies_does_not_pass_through_a_suppressed_friend_in_the_air(suppressed: bool) -> None:
    s = alone(cls="gunship", move=40)
    s.unit("A", "bird", at=(60, 40), cls="gunship", suppressed=suppressed)
    assert verdict(s, "u", way((60, 20), (60, 50))) == ("FWC-MOV-05" if suppressed else "")


# --- MOV-06 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-MOV-06")
@pytest.mark.parametrize(("y", "rule"), [(1.5, ""), (1.4, "FWC-MOV-06"), (-3, "FWC-MOV-06")])
def test_no_voluntary_move_leaves_the_table(y: float, rule: str) -> None:
    assert verdict(alone(at=(60, 10)), "u", way((60, 10), (60, y), facing=180)) == rule


@pytest.mark.rule("FWC-MOV-06")
def test_not_even_on_the_way_or_by_turning_at_the_end() -> None:
    s = alone(at=(60, 3), move=30)
    assert verdict(s, "u", way((60, 3), (62, 1), (60, 5))) == "FWC-MOV-06"
    assert verdict(s, "u", way((60, 3), (60, 1.5), facing=45)) == "FWC-MOV-06"


@pytest.mark.rule("FWC-MOV-06", "FWC-FAL-12")
def test_a_forced_move_off_the_table_knocks_the_unit_out() -> None:
    from umpire.games.fwc.actions.falling import fall_back
    from umpire.table import Point

    s = alone(at=(60, 5), suppressed=True)
    s.play(fall_back(s.state, "u", 4, Point(60_000, 40_000)))
    assert s["u"].place == "ko"


# --- MOV-07 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-MOV-07")
def test_a_deployed_gun_is_pushed_by_hand_a_limbered_one_only_carried() -> None:
    s = alone(cls="gun", move=5)
    assert verdict(s, "u", way((60, 20), (60, 25))) == ""
    assert pace.can_move(s["u"])
    s.play(transport.perform(s.state, "u", "limber"))
    assert not s["u"].deployed
    assert not pace.can_move(s["u"])
    assert verdict(s, "u", way((60, 20), (60, 21))) == "FWC-MOV-07"
    s.play(transport.perform(s.state, "u", "deploy"))
    assert pace.can_move(s["u"])


@pytest.mark.rule("FWC-MOV-07")
def test_a_dug_in_unit_that_moves_is_no_longer_dug_in() -> None:
    s = alone(dug_in=True)
    s.play(ordered(s, "u"), choices=[way((60, 20), facing=90)])
    assert s["u"].dug_in  # a turn on the spot is no move
    s.play(ordered(s, "u"), choices=[way((60, 20), (60, 22))])
    assert not s["u"].dug_in


@pytest.mark.rule("FWC-MOV-07", "FWC-FLY-01")
def test_a_grounded_gunship_does_not_move() -> None:
    s = alone(cls="gunship", airborne=False)
    assert not pace.can_move(s["u"])


@pytest.mark.rule("FWC-MOV-07")
def test_frozen_units_have_no_move() -> None:
    s = alone(frozen=True)
    assert verdict(s, "u", way((60, 20), (60, 21))) == "FWC-MOV-07"


# --- MOV-08 -----------------------------------------------------------------------------------------------------

ROAD = piece("road", line=[(60, 0), (60, 90)], width=4)


@pytest.mark.rule("FWC-MOV-08")
@pytest.mark.parametrize(
    ("unit", "most"),
    [({"cls": "afv"}, 25), ({"cls": "transport"}, 25), ({"cls": "infantry"}, 20), ({"cls": "gunship"}, 20)],
    ids=["tank", "truck", "infantry", "gunship"],
)
def test_a_road_adds_5_cm_for_vehicles(unit: dict[str, Any], most: float) -> None:
    s = alone(ROAD, move=20, **unit)
    assert verdict(s, "u", way((60, 20), (60, 20 + most))) == ""
    assert verdict(s, "u", way((60, 20), (60, 20.01 + most))) == "FWC-MOV-01"


@pytest.mark.rule("FWC-MOV-08")
def test_the_whole_move_must_be_on_the_road() -> None:
    s = alone(ROAD, move=20)
    assert verdict(s, "u", way((60, 20), (60, 38), (64, 41))) == "FWC-MOV-01"
    assert verdict(s, "u", way((60, 20), (60, 35), (61, 44))) == ""


@pytest.mark.rule("FWC-MOV-08")
def test_the_road_bonus_is_a_house_rule() -> None:
    s = alone(ROAD, move=20, options={"road_bonus": False})
    assert verdict(s, "u", way((60, 20), (60, 41))) == "FWC-MOV-01"
