"""Terrain: who may go where, what has to be tested for, who sees past it (AWT-TE)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish, piece, way
from umpire.battle.decisions import Refused
from umpire.games.awt import field, sight
from umpire.games.awt.actions import charging, moving
from umpire.games.awt.actions.contact import Charge
from umpire.games.awt.model import Wreck

STRIP = (0, 14, 48, 17)
"""Across the way of everybody who goes from y = 10 to the north."""


def ground(kind: str) -> Skirmish:
    """The four movement classes, and those who go as infantry with exceptions, south of a strip of ground."""
    shape: dict[str, Any] = {"line": [(0, 15), (48, 15)]} if kind == "obstacle" else {"area": STRIP}
    s = Skirmish(terrain=[] if kind == "open" else [piece(kind, **shape)])
    s.unit("A", "infantry", at=(4, 12), pace=9)
    s.horse("A", "cavalry", at=(10, 12), models=1)
    s.car("A", "wheeled", at=(17, 10), facing=0)
    s.tank("A", "tracked", at=(24, 9), facing=0, pace=9)
    s.creature("A", "large", at=(31, 12), size="large", pace=9)
    s.team("A", "artillery", at=(37, 12), weapon="field_gun", keywords=("artillery", "weapon_team"), pace=9)
    s.creature("A", "tiny", at=(43, 12), pace=9)
    s.foot("B", "foe", at=(4, 46), models=2)
    return s


def enters(s: Skirmish, name: str) -> str:
    """The rule that keeps a unit from going six inches north, "" if none does."""
    unit = s[name]
    x, y = s.at(name)
    route = way((x, y), (x, y + 6), facing=0)
    found = moving.mover(s.state, unit, unit.pace).arrange(route)
    return found.rule if isinstance(found, Refused) else ""


EVERYBODY = ("infantry", "cavalry", "wheeled", "tracked", "large", "artillery", "tiny")
FOOT = ("infantry", "tiny", "large", "artillery")


@pytest.mark.rule(
    "AWT-TE-01", "AWT-TE-02", "AWT-TE-04", "AWT-TE-05", "AWT-TE-06", "AWT-TE-11", "AWT-TE-13", "AWT-TE-16",
    "AWT-TE-17", "AWT-TE-18", "AWT-TE-19",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "open_to", "rule"),
    [
        ("open", EVERYBODY, ""),
        ("broken", (*FOOT, "cavalry", "tracked"), "AWT-TE-02"),
        ("foxholes", EVERYBODY, ""),
        ("trenches", EVERYBODY, ""),
        ("wire", ("infantry", "tiny", "large", "tracked"), "AWT-TE-06"),
        ("woods", ("infantry", "tiny", "large", "cavalry"), "AWT-TE-11"),
        ("mire", EVERYBODY, ""),
        ("building", ("infantry", "tiny"), "AWT-TE-16"),
        ("impassable", (), "AWT-TE-17"),
        ("obstacle", (*FOOT, "cavalry", "tracked"), "AWT-TE-18"),
    ],
)
def test_who_may_enter_what(kind: str, open_to: tuple[str, ...], rule: str) -> None:
    s = ground(kind)
    for name in EVERYBODY:
        assert enters(s, name) == ("" if name in open_to else rule), name


# --- Charging -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-TE-07", "AWT-TE-14", "AWT-IN-06")
@pytest.mark.parametrize(
    ("kind", "who", "may"),
    [
        ("wire", "foot", False),
        ("mire", "foot", False),
        ("mire", "horse", False),
        ("broken", "horse", True),
        ("broken", "foot", True),
        ("trenches", "foot", True),
        ("mire", "tank", True),
        ("wire", "tank", True),
    ],
)
@pytest.mark.parametrize("where", ["into", "through", "out of"])
def test_nobody_on_foot_charges_over_wire_and_neither_foot_nor_horse_over_mire(
    kind: str, who: str, may: bool, where: str
) -> None:
    area = {"into": (0, 16, 48, 24), "through": (0, 14, 48, 16), "out of": (0, 6, 48, 14)}[where]
    s = Skirmish(terrain=[piece(kind, area=area)])
    getattr(s, who)("A", "ours", at=(10, 11), **({"models": 1} if who != "tank" else {"pace": 9}))
    s.unit("B", "foe", at=(10, 18))
    found = [foe.id for foe in Charge(s.state, s["ours"]).targets()]
    assert found == (["foe"] if may else [])


@pytest.mark.rule("AWT-TE-07", "AWT-CH-02")
def test_a_model_in_the_wire_does_not_charge_out_of_it_with_the_others() -> None:
    """It would have to stay, and the others would leave it: so nobody gets there."""
    s = Skirmish(terrain=[piece("wire", area=(9, 9, 11, 9.9))])
    s.foot("A", "ours", at=(10, 11), models=3, spots=[(11.2, 11), (10, 9.5)])
    s.foot("B", "foe", at=(10, 18), models=3)
    s.play(charging.charge(s.state, "ours", "foe"), dice=[6, 4])
    assert not s["ours"].engaged
    near = Skirmish(terrain=[piece("wire", area=(9, 9, 11, 9.9))])
    near.foot("A", "ours", at=(10, 11), models=3, spots=[(11.2, 11), (10, 9.5)])
    near.foot("B", "foe", at=(10, 12.4), models=3)
    near.play(charging.charge(near.state, "ours", "foe"), dice=[6])
    assert near["ours"].engaged
    assert near.at("ours", 3) == (10, 9.5)


@pytest.mark.rule("AWT-TE-12", "AWT-CH-05")
def test_horse_tests_though_only_some_of_it_rides_through_the_woods() -> None:
    """The first rider has open ground before him, the last rides through a copse."""
    s = Skirmish(terrain=[piece("woods", area=(13.6, 13, 17, 15))])
    s.horse("A", "lancers", at=(10, 10), models=4)
    s.foot("B", "foe", at=(10, 20), models=8)
    s.play(charging.charge(s.state, "lancers", "foe"), dice=[6, 1, 2, 3, 4], choices=[False])
    assert s.throws[1].dice == 4
    assert s["lancers"].engaged


@pytest.mark.rule("AWT-TE-03", "AWT-TE-12", "AWT-CH-05")
@pytest.mark.parametrize(
    ("kind", "faces", "left", "rule"),
    [
        ("broken", (6, 5, 1), 2, "AWT-TE-03"),
        ("woods", (6, 5, 1), 1, "AWT-TE-12"),
        ("broken", (5, 5, 5), 3, "AWT-TE-03"),
    ],
)
def test_charging_cavalry_tests_each_model_for_rough_ground(
    kind: str, faces: tuple[int, ...], left: int, rule: str
) -> None:
    s = Skirmish(terrain=[piece(kind, area=(0, 14, 48, 15.5))], troop="elite")
    s.horse("A", "lancers", at=(10, 10), models=3)
    s.foot("B", "foe", at=(10, 20), models=3)
    s.play(charging.charge(s.state, "lancers", "foe"), dice=[6, *faces], rest=True)
    assert s["lancers"].strength == left
    assert (rule in s.rules) is (left < 3)
    assert s["lancers"].engaged


@pytest.mark.rule("AWT-TE-03")
def test_cavalry_that_only_moves_or_by_house_rule_does_not_test() -> None:
    s = Skirmish(terrain=[piece("woods", area=(0, 14, 48, 15.5))], troop="elite")
    s.horse("A", "lancers", at=(10, 10), models=3)
    s.foot("B", "foe", at=(10, 40), models=3)
    s.go("lancers", "move", way((10, 10), (10, 19)))
    assert s["lancers"].strength == 3
    s = Skirmish(terrain=[piece("woods", area=(0, 14, 48, 15.5))], troop="elite", options={"terrain_tests": "none"})
    s.horse("A", "lancers", at=(10, 10), models=3)
    s.foot("B", "foe", at=(10, 20), models=3)
    s.play(charging.charge(s.state, "lancers", "foe"), dice=[6])
    assert s["lancers"].strength == 3


# --- Wire and mire ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-TE-08")
@pytest.mark.parametrize(("die", "y", "left"), [(3, 15.0, 3), (4, 11.5, 3), (5, 11.5, 3), (6, 11.5, 2)])
def test_infantry_crossing_wire_tests_once_and_may_halt_at_its_edge_with_a_wound(die: int, y: float, left: int) -> None:
    s = Skirmish(terrain=[piece("wire", area=(0, 12, 48, 13))])
    s.foot("A", "rifles", at=(10, 9), models=3)
    s.foot("B", "foe", at=(10, 46), models=3)
    s.go("rifles", "move", way((10, 9), (10, 15)), dice=[die], rest=True)
    assert s.at("rifles", 1)[1] == pytest.approx(y, abs=0.01)
    assert s["rifles"].strength == left
    assert len(s.throws) == 1


@pytest.mark.rule("AWT-TE-08")
def test_who_stays_out_of_the_wire_does_not_test() -> None:
    s = Skirmish(terrain=[piece("wire", area=(0, 12, 48, 13))])
    s.foot("A", "rifles", at=(10, 9), models=3)
    s.foot("B", "foe", at=(10, 46), models=3)
    s.go("rifles", "move", way((10, 9), (10, 11)))
    assert s.throws == []


@pytest.mark.rule("AWT-TE-09", "AWT-TE-15")
@pytest.mark.parametrize("kind", ["wire", "mire"])
@pytest.mark.parametrize(
    ("size", "die", "state"),
    [
        ("tank", 4, ""),
        ("tank", 5, "bogged"),
        ("tank", 6, "immobilised"),
        ("behemoth", 5, "bogged"),
        ("behemoth", 6, "bogged"),
    ],
)
def test_a_vehicle_entering_wire_or_mire_may_be_stuck(kind: str, size: str, die: int, state: str) -> None:
    s = Skirmish(terrain=[piece(kind, area=(0, 14, 48, 16))], troop="cannonade")
    s.tank("A", "tank", at=(10, 10), facing=0, keywords=("tracked", "armoured", size))
    s.foot("B", "foe", at=(40, 46), models=3)
    s.go("tank", "move", way((10, 10), (10, 15), facing=0), dice=[die], rest=True)
    tank = s["tank"]
    assert [name for name in ("bogged", "immobilised") if getattr(tank, name)] == ([state] if state else [])
    assert (s.at("tank") == (10, 15)) is (state == "")


@pytest.mark.rule("AWT-TE-09")
def test_a_vehicle_that_starts_its_move_in_mire_tests_there() -> None:
    s = Skirmish(terrain=[piece("mire", area=(0, 5, 48, 16))], troop="cannonade")
    s.tank("A", "tank", at=(10, 10), facing=0)
    s.foot("B", "foe", at=(40, 46), models=3)
    s.go("tank", "move", way((10, 10), (10, 15), facing=0), dice=[5], rest=True)
    assert s["tank"].bogged


@pytest.mark.rule("AWT-TE-10", "AWT-TE-09")
def test_wheels_do_not_enter_wire_but_test_where_they_begin_in_it() -> None:
    s = Skirmish(terrain=[piece("wire", area=(0, 14, 48, 16)), piece("wire", id="second", area=(20, 4, 28, 8))])
    s.state.troop = "cannonade"
    s.car("A", "car", at=(10, 10), facing=0)
    s.car("A", "caught", at=(24, 6), facing=90)
    s.foot("B", "foe", at=(40, 46), models=3)
    assert enters(s, "car") == "AWT-TE-06"
    s.go("caught", "move", way((24, 6), (24, 11.5), facing=0), dice=[2], rest=True)
    assert s.at("caught") == (24, 11.5)


@pytest.mark.rule("AWT-TE-09", "AWT-MV-10")
@pytest.mark.parametrize("kind", ["wire", "mire"])
def test_a_hull_that_turns_onto_wire_or_mire_or_off_it_tests_too(kind: str) -> None:
    def tank(facing: int) -> Skirmish:
        s = Skirmish(terrain=[piece(kind, area=(0, 12, 48, 16))], troop="cannonade")
        s.tank("A", "tank", at=(10, 10), facing=facing)
        s.foot("B", "foe", at=(40, 46), models=3)
        return s

    s = tank(90)
    s.go("tank", "move", way((10, 10), facing=0), dice=[5], rest=True)
    assert (s["tank"].bogged, s["tank"].leader.facing) == (True, 0)
    s = tank(0)
    s.go("tank", "move", way((10, 10), (14, 10), facing=90), dice=[5], rest=True)
    assert (s["tank"].bogged, s.at("tank")) == (True, (10, 10))
    s = tank(90)
    s.go("tank", "move", way((10, 10), (14, 10), facing=90), rest=True)
    assert s.at("tank") == (14, 10)


@pytest.mark.rule("AWT-TE-09", "AWT-MV-08")
def test_a_wheeled_vehicle_tests_for_mire_it_turns_onto_at_the_end() -> None:
    s = Skirmish(terrain=[piece("mire", area=(0, 11.5, 48, 16))], troop="cannonade")
    s.car("A", "car", at=(10, 10), facing=90)
    s.foot("B", "foe", at=(40, 46), models=3)
    s.go("car", "move", way((10, 10), (14, 10), facing=0), dice=[6], rest=True)
    assert (s["car"].immobilised, s.at("car"), s["car"].leader.facing) == (True, (14, 10), 0)


@pytest.mark.rule("AWT-TE-18")
def test_tracks_flatten_an_obstacle_they_turn_onto() -> None:
    s = Skirmish(terrain=[piece("obstacle", line=[(5, 12.2), (15, 12.2)])], troop="cannonade")
    s.tank("A", "tank", at=(10, 10), facing=90)
    s.foot("B", "foe", at=(40, 46), models=3)
    s.go("tank", "move", way((10, 10), facing=0), rest=True)
    assert field.lie(s.state).obstacles.piece("obstacle") is None


@pytest.mark.rule("AWT-TE-21")
def test_a_bogged_vehicle_may_get_free_and_shoot_but_not_move() -> None:
    s = Skirmish(troop="cannonade")
    s.tank("A", "tank", at=(10, 10), bogged=True)
    s.foot("B", "foe", at=(10, 25), models=3)
    s.go("tank", "unbog", dice=[4])
    assert s["tank"].bogged
    options = [option.key for option in s.asked[1].options]  # type: ignore[attr-defined]
    assert "move" not in options
    assert not [key for key in options if key.startswith("charge")]
    assert "shoot:six_pounder:foe" in options
    s.mark("tank", acted=0)
    s.state.phase, s.state.troop, s.state.active = "activate", "cannonade", "A"
    s.go("tank", "unbog", "no", dice=[3])
    assert not s["tank"].bogged
    assert s.at("tank") == (10, 10)


@pytest.mark.rule("AWT-TE-21")
def test_an_immobilised_vehicle_never_moves_again_but_shoots() -> None:
    s = Skirmish(troop="cannonade")
    s.tank("A", "tank", at=(10, 10), immobilised=True)
    s.foot("B", "foe", at=(10, 25), models=3)
    s.go("tank", "hold")
    options = [option.key for option in s.asked[1].options]  # type: ignore[attr-defined]
    assert options == ["hold", "shoot:six_pounder:foe", "shoot:vehicle_machine_gun:foe"]


@pytest.mark.rule("AWT-TE-18")
def test_tracks_flatten_obstacles_for_good_and_wheels_go_round() -> None:
    s = Skirmish(terrain=[piece("obstacle", line=[(5, 15), (15, 15)])], troop="cannonade")
    s.tank("A", "tank", at=(10, 10), facing=0)
    s.foot("B", "foe", at=(40, 46), models=3)
    s.state.wrecks = (Wreck("old", s["tank"].leader.moved(10_000, 18_500)),)
    s.go("tank", "move", way((10, 10), (10, 12.2), facing=0))
    assert field.lie(s.state).obstacles.piece("obstacle") is None
    assert field.lie(s.state).obstacles.piece("wreck-old") is not None


# --- Occupying and seeing -----------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-TE-20")
@pytest.mark.parametrize(("inside", "occupied"), [(2, False), (3, True)])
def test_more_than_half_the_centres_must_be_in_a_feature(inside: int, occupied: bool) -> None:
    s = Skirmish(terrain=[piece("foxholes", area=(0, 8, 10, 12))])
    s.foot("A", "rifles", at=(10 - (inside - 1), 10), models=4, spread=1.0)
    assert [each.kind for each in field.occupied(s.state, s["rifles"])] == (["foxholes"] if occupied else [])


@pytest.mark.rule("AWT-TE-20")
@pytest.mark.parametrize(("y", "beside"), [(13.3, True), (13.299, False)])
def test_an_obstacle_is_occupied_from_within_an_inch(y: float, beside: bool) -> None:
    """The wall is 0.4 wide: its near side is at 14.8, and a base of radius 0.5 within an inch of it from 13.3 on."""
    s = Skirmish(terrain=[piece("obstacle", line=[(5, 15), (15, 15)])])
    s.unit("A", "rifles", at=(10, y))
    assert [each.kind for each in field.beside(s.state, s["rifles"])] == (["obstacle"] if beside else [])


@pytest.mark.rule("AWT-TE-09")
def test_a_vehicle_that_bogs_down_where_it_began_its_move_stays_there() -> None:
    s = Skirmish(terrain=[piece("mire", area=(5, 5, 30, 30))], troop="cannonade")
    s.tank("A", "tank", at=(15, 15), facing=0)
    s.foot("B", "foe", at=(40, 40), models=2)
    s.go("tank", "move", way((15, 15), (15, 20), facing=0), dice=[5], rest=True)
    assert (s.at("tank"), s["tank"].bogged) == ((15, 15), True)


@pytest.mark.rule("AWT-TE-22")
@pytest.mark.parametrize(
    ("kind", "area", "seen"),
    [
        ("impassable", (0, 14, 48, 15), False),
        ("building", (0, 14, 48, 15), False),
        ("woods", (0, 14, 48, 16), True),
        ("woods", (0, 14, 48, 16.01), False),
        ("broken", (0, 12, 48, 18), True),
        ("wire", (0, 12, 48, 18), True),
        ("mire", (0, 12, 48, 18), True),
        ("trenches", (0, 12, 48, 18), True),
        ("building", (0, 19, 48, 22), True),
        ("building", (0, 8, 48, 12), True),
        ("woods", (0, 18.5, 48, 24), True),
    ],
)
def test_what_stops_a_line_of_sight(kind: str, area: tuple[float, float, float, float], seen: bool) -> None:
    """From (10, 10) to (10, 20); who is in a building, or has it around him, sees and is seen."""
    s = Skirmish(terrain=[piece(kind, area=area)])
    s.unit("A", "ours", at=(10, 10))
    s.unit("B", "foe", at=(10, 20))
    assert sight.sees(s.state, s["ours"], s["foe"]) is seen


@pytest.mark.rule("AWT-TE-22")
def test_woods_add_up_along_a_line() -> None:
    s = Skirmish(terrain=[piece("woods", area=(0, 12, 48, 13.2)), piece("woods", id="second", area=(0, 15, 48, 16))])
    s.unit("A", "ours", at=(10, 10))
    s.unit("B", "foe", at=(10, 20))
    assert not sight.sees(s.state, s["ours"], s["foe"])


@pytest.mark.rule("AWT-TE-22")
def test_other_units_stand_in_the_way_and_own_models_do_not() -> None:
    s = Skirmish()
    s.unit("A", "ours", at=(10, 10))
    s.foot("B", "foe", at=(10, 20), models=2, spots=[(10, 21.2)])
    eyes = sight.Eyes(s.state, s["ours"], s["foe"])
    assert eyes.sees(s["ours"].leader, s["foe"].models[1].base)
    s.tank("B", "tank", at=(10, 15))
    assert not sight.sees(s.state, s["ours"], s["foe"])


@pytest.mark.rule("AWT-TE-22")
@pytest.mark.parametrize(("x", "points"), [(11.5, 0), (11.8, 5), (12.5, 9)])
def test_a_wide_base_is_in_the_way_though_its_middle_is_beside_the_line(x: float, points: int) -> None:
    """A tank of 3.5 inches halfway to the target: at 11.8 it leaves half in sight, at 12.5 all of it."""
    s = Skirmish()
    s.unit("A", "ours", at=(10, 10))
    s.unit("B", "foe", at=(10, 30))
    s.tank("B", "tank", at=(x, 20), facing=0)
    eyes = sight.Eyes(s.state, s["ours"], s["foe"])
    assert eyes.seen(s["ours"].leader, s["foe"].leader) == points


@pytest.mark.rule("AWT-TE-22")
@pytest.mark.parametrize(("wall", "seen"), [(10.4, True), (10.49, True), (10.51, False)])
def test_a_model_is_seen_if_any_of_nine_points_across_it_is(wall: float, seen: bool) -> None:
    """A model half an inch to the right of the middle line can be seen by its edge alone."""
    s = Skirmish(terrain=[piece("impassable", area=(0, 19, wall, 19.2))])
    s.unit("A", "ours", at=(10.5, 10))
    s.unit("B", "foe", at=(10, 20))
    assert sight.sees(s.state, s["ours"], s["foe"]) is seen


@pytest.mark.rule("AWT-TE-22")
@pytest.mark.parametrize(("north", "seen"), [(21.5, True), (22.0, True), (22.1, False)])
def test_where_woods_overlap_a_line_passes_one(north: float, seen: bool) -> None:
    woods = [
        piece("woods", area=(10, 20, 20, 21.5), id="wood"),
        piece("woods", area=(10, north - 1.5, 20, north), id="copse"),
    ]
    s = Skirmish(terrain=woods)
    s.captain("A", "captain", at=(15, 15))
    s.captain("B", "foe", at=(15, 25))
    assert sight.sees(s.state, s["captain"], s["foe"]) is seen


@pytest.mark.rule("AWT-TE-22")
@pytest.mark.parametrize(("gap", "seen"), [(0, False), (1.1, True)])
@pytest.mark.parametrize("kind", ["building", "impassable", "woods"])
def test_nobody_looks_between_two_pieces_that_stand_wall_to_wall(kind: str, gap: float, seen: bool) -> None:
    west, east = piece(kind, area=(0, 14, 10, 18), id="west"), piece(kind, area=(10 + gap, 14, 48, 18), id="east")
    s = Skirmish(terrain=[west, east])
    s.unit("A", "ours", at=(10, 10))
    s.unit("B", "foe", at=(10, 22))
    eyes = sight.Eyes(s.state, s["ours"], s["foe"])
    assert eyes.sees(s["ours"].leader, s["foe"].leader) is seen


@pytest.mark.rule("AWT-TE-22")
def test_along_the_wall_of_ones_own_house_one_looks_past_the_next() -> None:
    """The line runs along the seam of two houses; the one that the shooter occupies stops nothing."""
    houses = [piece("building", area=(0, 8, 10, 18), id="own"), piece("building", area=(10, 12, 48, 18), id="next")]
    s = Skirmish(terrain=houses)
    s.unit("A", "ours", at=(10, 10))
    s.unit("B", "foe", at=(10, 22))
    lines = sight.Eyes(s.state, s["ours"], s["foe"]).seen(s["ours"].leader, s["foe"].leader)
    assert lines == 5
