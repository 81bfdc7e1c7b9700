"""Moving: rates, facing, clearance, roads, friends in the way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, piece, way
from umpire.battle.decisions import Refused
from umpire.games.bptc import going
from umpire.games.bptc.actions import places
from umpire.games.bptc.actions.forced import straight, straights
from umpire.games.bptc.actions.movement import Terms, Way, plan_move, travel
from umpire.table import length
from umpire.table.bearings import direction


def plan(s: Skirmish, unit: str, *points: tuple[float, float], facing: int = 0, **terms: Any) -> Way | Refused:
    """A move along these places with the unit's own allowance."""
    allowed = going.allowance(s.state, s[unit], terms.get("prolonge", False))
    return plan_move(s.state, s[unit], way(s.at(unit), *points, facing=facing), Terms(allowed, **terms))


def refused(found: Way | Refused) -> str:
    return found.rule if isinstance(found, Refused) else ""


# --- Rates ----------------------------------------------------------------------------------------------------

RATES: list[tuple[dict[str, Any], float]] = [
    ({"arm": "command", "role": "HQ", "mode": "foot"}, 10),
    ({"arm": "command", "role": "HQ"}, 30),
    ({"arm": "infantry", "move": 8}, 8),
    ({"arm": "infantry", "move": 12}, 12),
    ({"arm": "infantry"}, 10),
    ({"arm": "cavalry"}, 30),
    ({"arm": "cavalry", "mode": "foot", "keywords": ["mounted_infantry"]}, 10),
    ({"arm": "artillery_foot"}, 5),
    ({"arm": "artillery_foot", "mode": "limbered"}, 15),
    ({"arm": "artillery_horse", "mode": "limbered"}, 30),
    ({"arm": "transport", "stands": 1}, 15),
    ({"arm": "boat", "stands": 1}, 15),
    ({"arm": "cavalry", "mounted": 24}, 24),
]


@pytest.mark.parametrize(("line", "cm"), RATES)
@pytest.mark.rule(
    "BPTC-MOV-01", "BPTC-MOV-02", "BPTC-MOV-03", "BPTC-MOV-04", "BPTC-MOV-05", "BPTC-MOV-07", "BPTC-MOV-08",
    "BPTC-MOV-09", "BPTC-MOV-10",
)  # fmt: skip
def test_how_far_each_goes(line: dict[str, Any], cm: float) -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), **line)
    assert going.allowance(s.state, s[unit]) == cm * 1000


@pytest.mark.parametrize(("y", "fine"), [(70, True), (70.1, False)])
@pytest.mark.rule("BPTC-ACT-01", "BPTC-MOV-03")
def test_a_move_goes_no_farther_than_the_rate(y: float, fine: bool) -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60))
    assert refused(plan(s, unit, (90, y))) == ("" if fine else "BPTC-ACT-01")


@pytest.mark.rule("BPTC-ACT-01", "BPTC-ACT-02")
def test_in_any_direction_with_any_facing_for_nothing() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60))
    found = plan(s, unit, (96, 60), (96, 56), facing=200)
    assert isinstance(found, Way)
    s.play(travel(s.state, unit, found))
    assert (s.at(unit), s[unit].base.facing) == ((96, 56), 200)


@pytest.mark.rule("BPTC-MOV-06", "BPTC-MOV-10")
def test_by_prolonge_guns_go_ten_centimetres_and_keep_their_facing() -> None:
    s = Skirmish()
    guns = s.unit("A", "guns", at=(90, 60), arm="artillery_horse", stands=2, keywords=["prolonge"])
    assert refused(plan(s, guns, (90, 70), prolonge=True)) == ""
    assert refused(plan(s, guns, (90, 70.1), prolonge=True)) == "BPTC-ACT-01"
    assert refused(plan(s, guns, (90, 70), facing=10, prolonge=True)) == "BPTC-MOV-10"
    assert refused(plan(s, guns, (90, 66))) == "BPTC-ACT-01"


@pytest.mark.rule("BPTC-MOV-06", "BPTC-MOV-10")
def test_prolonge_is_for_guns_that_have_it() -> None:
    s = Skirmish()
    guns = s.unit("A", "guns", at=(90, 60), arm="artillery_foot")
    assert going.allowance(s.state, s[guns], True) == 0


@pytest.mark.parametrize("kind", ["hedge", "mud"])
@pytest.mark.rule("BPTC-MOV-10")
def test_prolonge_may_touch_no_obstacle_and_no_dense_ground(kind: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(90, 67, 40, 2))])
    guns = s.unit("A", "guns", at=(90, 60), arm="artillery_horse", stands=2, keywords=["prolonge"])
    assert refused(plan(s, guns, (90, 68), prolonge=True)) == "BPTC-MOV-10"


@pytest.mark.rule("BPTC-MOV-10")
def test_prolonge_crosses_no_hedge_though_the_guns_have_stood_at_it() -> None:
    """The hedge is not before the middle of the guns; along it and away from it they may go."""
    s = Skirmish(terrain=[piece("hedge", box=(84, 65, 8, 0.5))])
    guns = s.unit("A", "guns", at=(90, 62.7), arm="artillery_horse", stands=3, keywords=["prolonge"])
    assert s[guns].stops
    assert refused(plan(s, guns, (90, 70), prolonge=True)) == "BPTC-MOV-10"
    assert refused(plan(s, guns, (90, 56), prolonge=True)) == ""


@pytest.mark.rule("BPTC-MOV-10", "BPTC-TER-13")
def test_a_boat_moves_on_water_alone() -> None:
    s = Skirmish(terrain=[piece("river", box=(90, 60, 100, 12))])
    boat = s.unit("A", "boat", at=(90, 60), arm="boat", stands=1)
    assert refused(plan(s, boat, (104, 60))) == ""
    assert refused(plan(s, boat, (90, 68))) == "BPTC-MOV-10"


@pytest.mark.rule("BPTC-MOV-10", "BPTC-TER-13")
def test_a_boat_neither_turns_nor_is_carried_with_a_side_ashore() -> None:
    """The boat is 6 cm wide and 4 cm deep, the river 5 cm wide."""
    s = Skirmish(terrain=[piece("river", box=(90, 60, 180, 5))])
    boat = s.unit("A", "boat", at=(90, 60), arm="boat", stands=1)
    assert refused(plan(s, boat, facing=90)) == "BPTC-MOV-10"
    assert refused(plan(s, boat, (95, 60), facing=90)) == "BPTC-MOV-10"
    found = plan(s, boat, (95, 60))
    assert isinstance(found, Way)
    assert found.carried == 0


@pytest.mark.parametrize(("y", "rule"), [(64, ""), (65, "BPTC-MOV-10")])
@pytest.mark.rule("BPTC-MOV-10", "BPTC-TER-13")
def test_where_waters_overlap_they_are_no_more_water(y: float, rule: str) -> None:
    """A quarter of the boat is ashore at y = 65."""
    waters = [piece("river", box=(90, 60, 180, 12)), piece("lake", box=(90, 60, 60, 12))]
    s = Skirmish(terrain=waters)
    boat = s.unit("A", "boat", at=(90, 60), arm="boat", stands=1)
    assert refused(plan(s, boat, (90, y))) == rule


@pytest.mark.parametrize(
    ("formation", "cm"),
    [("line", 8), ("extended_line", 10), ("attack_column", 10), ("march_column", 12), ("square", 8), ("disordered", 8)],
)
@pytest.mark.rule("BPTC-MOV-03")
def test_by_house_rule_the_rate_of_infantry_is_that_of_its_formation(formation: str, cm: int) -> None:
    s = Skirmish(options={"rate_by_formation": True})
    unit = s.unit("A", "unit", at=(90, 60), formation=formation)
    assert going.allowance(s.state, s[unit]) == cm * 1000


@pytest.mark.parametrize(("option", "cm"), [("full", 10), ("half", 5), ("none", 0)])
@pytest.mark.rule("BPTC-ACT-01", "BPTC-MOV-03")
def test_how_far_a_square_moves(option: str, cm: int) -> None:
    s = Skirmish(options={"square_move": option})
    unit = s.unit("A", "unit", at=(90, 60), formation="square")
    assert going.allowance(s.state, s[unit]) == cm * 1000


@pytest.mark.parametrize(("option", "cm"), [("full", 8), ("half", 4), ("none", 0)])
@pytest.mark.rule("BPTC-FRM-14", "BPTC-MOV-03")
def test_both_house_rules_on_rates_hold_for_a_square(option: str, cm: int) -> None:
    s = Skirmish(options={"square_move": option, "rate_by_formation": True})
    unit = s.unit("A", "unit", at=(90, 60), formation="square")
    assert going.allowance(s.state, s[unit]) == cm * 1000


@pytest.mark.parametrize(
    ("line", "cm"), [({"move": 9}, 4.5), ({"arm": "cavalry"}, 15), ({"arm": "artillery_foot"}, 2.5)]
)
@pytest.mark.rule("BPTC-GEN-03", "BPTC-GEN-04")
def test_half_a_move_is_exact_and_of_the_present_mode(line: dict[str, Any], cm: float) -> None:
    s = Skirmish(terrain=[piece("road", line=[(90, 0), (90, 120)], width=4)])
    unit = s.unit("A", "unit", at=(90, 60), **line)
    assert going.half_move(s.state, s[unit]) == cm * 1000


# --- Clearance ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "fine"), [(67.0, True), (67.1, False)])
@pytest.mark.rule("BPTC-ACT-02")
def test_nobody_moves_closer_than_a_centimetre_to_an_enemy(y: float, fine: bool) -> None:
    """The enemy's front edge is at 69, the mover's 1 cm before its middle."""
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60))
    s.unit("B", "foe", at=(90, 70))
    assert refused(plan(s, unit, (90, y))) == ("" if fine else "BPTC-ACT-02")


@pytest.mark.rule("BPTC-ACT-02")
def test_who_is_closer_already_only_moves_away() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60))
    s.unit("B", "foe", at=(90, 62.5))
    assert refused(plan(s, unit, (90, 60.2))) == "BPTC-ACT-02"
    assert refused(plan(s, unit, (94, 60))) == "BPTC-ACT-02"  # along his front
    assert refused(plan(s, unit, (94, 59.9))) == ""
    assert refused(plan(s, unit, (90, 55))) == ""


@pytest.mark.rule("BPTC-ACT-02")
def test_who_has_moved_away_does_not_come_close_again_on_another_leg() -> None:
    """He begins half a centimetre from the enemy: back 5 and forward 4 leaves him 1.5 away, forward 4.9 does not."""
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), stands=2)
    s.unit("B", "foe", at=(90, 62.5))
    assert refused(plan(s, unit, (90, 55), (90, 59))) == ""
    assert refused(plan(s, unit, (90, 55), (90, 59.9))) == "BPTC-ACT-02"
    assert refused(plan(s, unit, (90, 57), (94, 59.8), (94, 58))) == "BPTC-ACT-02"  # near again in passing
    assert refused(plan(s, unit, (94, 60), (94, 57))) == "BPTC-ACT-02"  # first along his front


@pytest.mark.rule("BPTC-ACT-02")
def test_footprints_do_not_overlap_at_the_end() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60))
    s.unit("A", "friend", at=(90, 68))
    assert refused(plan(s, unit, (90, 67))) in ("BPTC-ACT-02", "BPTC-MOV-15")
    assert refused(plan(s, unit, (90, 66))) == ""


@pytest.mark.rule("BPTC-ACT-02")
def test_nobody_leaves_the_table() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 4))
    assert refused(plan(s, unit, (90, 0.5))) == "BPTC-ACT-02"


@pytest.mark.parametrize(("x", "fine"), [(3.6, True), (3.4, False)])
@pytest.mark.rule("BPTC-ACT-02")
def test_nor_wheels_off_it_where_a_way_turns(x: float, fine: bool) -> None:
    """A line 8 cm wide goes west narrow end first; wheeled to the north-east its wing is 3.54 cm from its middle."""
    s = Skirmish()
    unit = s.unit("A", "unit", at=(10, 50), stands=2, move=12)
    assert refused(plan(s, unit, (x, 50), (x + 3, 53))) == ("" if fine else "BPTC-ACT-02")


@pytest.mark.parametrize(("y", "fine"), [(8, True), (7.9, False)])
@pytest.mark.rule("BPTC-ACT-02")
def test_nor_turns_off_it_on_the_spot(y: float, fine: bool) -> None:
    """A line 16 cm wide before the edge, its wing 8 cm from its middle."""
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, y), stands=4)
    found = plan_move(s.state, s[unit], way((90, y), facing=90), Terms(10_000))
    assert isinstance(found, Way) is fine
    assert fine or refused(found) == "BPTC-ACT-02"


@pytest.mark.rule("BPTC-MOV-15")
def test_friends_are_not_passed_through_but_commanders_and_guns_in_line_are() -> None:
    s = Skirmish()
    foot = s.unit("A", "foot", at=(90, 60), move=12, stands=1)
    horse = s.unit("A", "horse", at=(120, 60), arm="cavalry", stands=1)
    s.unit("A", "friend", at=(90, 64))
    assert refused(plan(s, foot, (90, 68))) == "BPTC-MOV-15"
    s.mark("friend", base=s["friend"].base.moved(20_000, 20_000))
    s.unit("A", "hq", at=(90, 64), arm="command", role="HQ")
    assert refused(plan(s, foot, (90, 70))) == ""
    s.mark("hq", place="off")
    s.unit("A", "guns", at=(90, 65), arm="artillery_foot", stands=3)
    assert refused(plan(s, foot, (90, 70))) == ""
    s.mark("guns", base=s["guns"].base.moved(120_000, 65_000))
    assert refused(plan(s, horse, (120, 75))) == "BPTC-MOV-15"


# --- Roads ----------------------------------------------------------------------------------------------------

ROAD = piece("road", line=[(90, 0), (90, 120)], width=4)
BONUS: list[tuple[dict[str, Any], float]] = [
    ({"formation": "march_column"}, 15),
    ({"formation": "line"}, 10),
    ({"formation": "attack_column"}, 10),
    ({"arm": "transport", "stands": 1}, 20),
    ({"arm": "artillery_foot", "mode": "limbered", "stands": 2}, 20),
    ({"arm": "artillery_horse", "mode": "limbered", "stands": 2}, 35),
    ({"arm": "cavalry", "formation": "march_column", "stands": 2}, 40),
    ({"arm": "command", "role": "HQ"}, 40),
    ({"arm": "command", "role": "HQ", "mode": "foot"}, 15),
]


@pytest.mark.parametrize(("line", "cm"), BONUS)
@pytest.mark.rule("BPTC-MOV-11", "BPTC-MOV-12", "BPTC-MOV-13", "BPTC-MOV-14")
def test_by_road_columns_limbered_guns_and_commanders_go_farther(line: dict[str, Any], cm: float) -> None:
    s = Skirmish(terrain=[ROAD])
    unit = s.unit("A", "unit", at=(90, 30), **line)
    assert refused(plan(s, unit, (90, 30 + cm))) == ""
    assert refused(plan(s, unit, (90, 30 + cm + 0.1))) == "BPTC-ACT-01"


@pytest.mark.rule("BPTC-MOV-14")
def test_the_whole_move_must_follow_the_road() -> None:
    s = Skirmish(terrain=[ROAD])
    unit = s.unit("A", "unit", at=(90, 30), formation="march_column")
    assert refused(plan(s, unit, (90, 35), (96, 35), (96, 38))) == "BPTC-ACT-01"
    off = s.unit("A", "off", at=(60, 30), formation="march_column")
    assert refused(plan(s, off, (60, 42))) == "BPTC-ACT-01"


@pytest.mark.rule("BPTC-MOV-14")
def test_forced_moves_and_consolidation_have_no_bonus() -> None:
    s = Skirmish(terrain=[ROAD])
    unit = s.unit("A", "unit", at=(90, 30), formation="march_column")
    assert refused(plan(s, unit, (90, 42))) == ""
    assert refused(plan(s, unit, (90, 42), road=False)) == "BPTC-ACT-01"


@pytest.mark.rule("BPTC-MOV-11", "BPTC-MOV-14")
def test_how_far_it_is_said_to_go_is_how_far_it_may() -> None:
    s = Skirmish(terrain=[ROAD])
    s.unit("A", "column", at=(90, 30), formation="march_column")
    s.unit("A", "off", at=(60, 30), formation="march_column")
    asked = places.move_decision(s.state, s["column"], "BPTC-ACT-01", Terms(10_000))
    assert (asked.prompt, asked.reach) == ("Where does column go? (up to 10 cm, 15 along the road)", 15_000)
    assert asked.allowance is not None
    assert asked.allowance(way((90, 30), (90, 45))) == 15_000
    assert asked.allowance(way((90, 30), (96, 30))) == 10_000
    asked = places.move_decision(s.state, s["off"], "BPTC-ACT-01", Terms(10_000))
    assert (asked.prompt, asked.reach) == ("Where does off go? (up to 10 cm)", 10_000)
    asked = places.move_decision(s.state, s["column"], "BPTC-CHG-29", Terms(5000, road=False))
    assert (asked.prompt, asked.reach) == ("Where does column go? (up to 5 cm)", 5000)


# --- Straight runs --------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-ACT-02")
@pytest.mark.parametrize("gap", [1.9, 6, 9.99, 10, 10.005, 10.01, 10.1, 14, 16.01, 40])
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_shorter_run_on_the_same_line_goes_as_it_would_alone(side: str, gap: float) -> None:
    """Another unit stands somewhere ahead: before, at or beyond the end of the runs."""
    s = Skirmish()
    s.unit("A", "horse", (60, 30), arm="cavalry", facing=0)
    s.unit(side, "other", (60, 30 + gap + 3), facing=0)
    unit, north = s["horse"], direction(0)
    lengths = (15_000, 10_000, 9000)
    for facing in (0, 90):
        found = straights(s.state, unit, north, lengths, facing)
        assert found == [straight(s.state, unit, north, each, facing) for each in lengths]
        assert (gap < 3) == all(length(each.path) < 3000 for each in found)
