"""Terrain: what stops a unit, what slows it, what is dense for whom, what roads and bridges do about it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, house, piece, way
from tests.games.bptc.skirmish import refused as not_there
from tests.games.bptc.test_movement import ROAD, plan, refused
from umpire.battle.decisions import Refused, options_of
from umpire.games.bptc import field, going
from umpire.games.bptc.actions import forming, mounts, shelter
from umpire.games.bptc.actions.approach import Approach, approach
from umpire.games.bptc.actions.movement import Way, travel
from umpire.games.bptc.orders import command_units_move
from umpire.games.bptc.start import turn_start
from umpire.table import Point


def move(s: Skirmish, unit: str, *points: tuple[float, float], facing: int = 0, **terms: Any) -> tuple[float, float]:
    """Move and tell where the unit ends."""
    found = plan(s, unit, *points, facing=facing, **terms)
    assert isinstance(found, Way), found
    s.play(travel(s.state, unit, found))
    return s.at(unit)


def next_turn(s: Skirmish) -> None:
    """The owner's next player turn begins."""
    s.state.player_turn += 1
    s.play(turn_start(s.state), rest=True)


# --- Stops ----------------------------------------------------------------------------------------------------

AT = 68.0
"""Where the near edge of the ground is."""


@pytest.mark.parametrize(
    ("kind", "inside", "rule"),
    [
        ("hedge", 0, "BPTC-TER-01"), ("wall", 0, "BPTC-TER-01"), ("brook", 0, "BPTC-TER-10"),
        ("crops", 0.1, "BPTC-TER-03"), ("wood", 0.1, "BPTC-TER-05"), ("built_up", 0.1, "BPTC-TER-05"),
        ("marsh", 0.1, "BPTC-TER-09"),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-TER-01", "BPTC-TER-03", "BPTC-TER-05", "BPTC-TER-09", "BPTC-TER-10", "BPTC-TER-15")
def test_ground_stops_whoever_comes_to_it(kind: str, inside: float, rule: str) -> None:
    """The leading edge, 1 cm before the middle, ends at the obstacle or 0.1 cm inside the area."""
    s = Skirmish(terrain=[piece(kind, box=(90, AT + 5, 60, 10))])
    unit = s.unit("A", "unit", at=(90, 60))
    x, y = move(s, unit, (90, 70))
    assert x == 90
    assert y == pytest.approx(AT - 1 + inside, abs=0.02)
    assert s.rules[-1] == rule


@pytest.mark.rule("BPTC-TER-07")
def test_high_ground_neither_stops_nor_slows() -> None:
    s = Skirmish(terrain=[piece("gentle_hill", box=(90, AT + 5, 60, 10))])
    unit = s.unit("A", "unit", at=(90, 60))
    assert move(s, unit, (90, 70)) == (90, 70)


@pytest.mark.rule("BPTC-TER-14", "BPTC-TER-02")
def test_who_was_stopped_goes_on_in_his_next_turn_not_by_his_next_order() -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(60, AT), (120, AT)], width=0.4)])
    unit = s.unit("A", "unit", at=(90, 60))
    _, stopped = move(s, unit, (90, 70))
    assert stopped < AT
    assert move(s, unit, (90, stopped + 5)) == (90, stopped)
    next_turn(s)
    assert move(s, unit, (90, stopped + 10)) == (90, stopped + 10)


@pytest.mark.parametrize("kind", ["hedge", "crops"])
@pytest.mark.rule("BPTC-TER-14", "BPTC-TER-01", "BPTC-TER-03")
def test_who_left_ground_that_he_could_cross_and_comes_back_waits_for_his_next_turn(kind: str) -> None:
    """He stood at it when his turn began, goes 5 cm back, is stopped as he returns, and a third order is no help."""
    s = Skirmish(terrain=[piece(kind, box=(90, AT + 5, 60, 10))])
    unit = s.unit("A", "unit", at=(90, AT - 1))
    move(s, unit, (90, AT - 6))
    _, stopped = move(s, unit, (90, AT + 3))
    assert stopped == pytest.approx(AT - 1, abs=0.12)
    assert move(s, unit, (90, stopped + 1)) == (90, stopped)
    next_turn(s)
    assert move(s, unit, (90, stopped + 1)) == (90, stopped + 1)


CORNERS = piece("hedge", line=[(87, 50), (80, 50), (80, 70), (87, 70)], width=0.5)
"""A hedge on three sides of a yard, open to the east."""


@pytest.mark.rule("BPTC-TER-01", "BPTC-TER-02")
def test_each_side_of_a_hedge_round_a_corner_is_stopped_at_and_crossed_by_itself() -> None:
    """A column of horse at the south side comes over it, and stops at the north side."""
    s = Skirmish(terrain=[CORNERS])
    horse = s.unit("A", "horse", at=(83.5, 46.74), arm="cavalry", stands=2, formation="march_column")
    assert move(s, horse, (83.5, 76)) == (83.5, 69.75 - 3)


@pytest.mark.parametrize(("y", "cover"), [(30, "soft"), (90, "open")])
@pytest.mark.rule("BPTC-HIT-04")
def test_a_side_of_a_hedge_covers_only_who_touches_that_side(y: float, cover: str) -> None:
    s = Skirmish(terrain=[CORNERS])
    unit = s.unit("A", "unit", at=(83.6, 51.3), stands=1)
    assert field.cover(s.state, s[unit], Point(83_600, round(y * 1000)))[0] == cover


@pytest.mark.rule("BPTC-CHG-13")
def test_a_charge_over_one_side_of_a_hedge_begins_at_that_side() -> None:
    """The charger touches the west side; the enemy is beyond the north side."""
    s = Skirmish(terrain=[CORNERS])
    charger = s.unit("A", "charger", at=(82.27, 60), arm="cavalry", stands=2, formation="march_column")
    foe = s.unit("B", "foe", at=(84.5, 73), stands=1)
    found = approach(s.state, s[charger], s[foe])
    assert isinstance(found, Refused)
    assert found.rule == "BPTC-CHG-13"


@pytest.mark.rule("BPTC-TER-02", "BPTC-TER-10")
def test_a_brook_that_winds_is_one() -> None:
    s = Skirmish(terrain=[piece("brook", line=[(60, 66), (90, 60), (120, 66)], width=1)])
    horse = s.unit("A", "horse", at=(90, 58), arm="cavalry", stands=2)
    assert move(s, horse, (90, 75)) == (90, 75)


@pytest.mark.parametrize("kind", ["wood", "crops", "marsh"])
@pytest.mark.rule("BPTC-TER-14", "BPTC-TER-15")
def test_who_was_stopped_inside_does_not_creep_on_with_every_order(kind: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(90, AT + 10, 60, 20))])
    unit = s.unit("A", "unit", at=(90, 60))
    stopped = move(s, unit, (90, 70))
    assert stopped == (90, AT - 1 + 0.1)
    assert move(s, unit, (90, 75)) == stopped
    assert move(s, unit, (90, 62)) == (90, 62)  # out of it he may go


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("hedge", "BPTC-TER-01"), ("crops", "BPTC-TER-03"), ("wood", "BPTC-TER-05"), ("marsh", "BPTC-TER-09"),
        ("brook", "BPTC-TER-10"),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-TER-01", "BPTC-TER-03", "BPTC-TER-05", "BPTC-TER-09", "BPTC-TER-10")
def test_who_may_not_turn_into_ground_hears_by_which_rule(kind: str, rule: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(90, 70, 40, 14))])
    unit = s.unit("A", "unit", at=(90, 58.5), stops=())
    assert refused(plan(s, unit, facing=90)) == rule


@pytest.mark.rule("BPTC-TER-11", "BPTC-TER-17", "BPTC-CON-08")
def test_who_may_not_step_out_into_water_cliffs_or_houses_hears_by_which_rule() -> None:
    s = Skirmish(
        terrain=[piece("river", box=(90, 70, 40, 14)), piece("cliff", box=(150, 70, 40, 14))],
        built=[house("brick_building", at=(30, 70), size=(20, 14))],
    )
    unit = s.unit("A", "unit", at=(90, 50))
    for x, rule in ((90, "BPTC-TER-11"), (150, "BPTC-TER-17"), (30, "BPTC-CON-08")):
        found = shelter.outside(s.state, s[unit], s[unit].base.moved(x * 1000, 64_000))
        assert isinstance(found, Refused)
        assert found.rule == rule


@pytest.mark.rule("BPTC-TER-14")
def test_by_house_rule_the_next_action_is_enough() -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(60, AT), (120, AT)], width=0.4)], options={"terrain_wait": "action"})
    unit = s.unit("A", "unit", at=(90, 60))
    _, stopped = move(s, unit, (90, 70))
    assert move(s, unit, (90, stopped + 5)) == (90, stopped + 5)


@pytest.mark.parametrize(
    ("kind", "cm", "rule"),
    [("crops", 5, "BPTC-TER-04"), ("wood", 2.5, "BPTC-TER-06"), ("stream_bed", 2.5, "BPTC-TER-09")],
)
@pytest.mark.rule("BPTC-TER-04", "BPTC-TER-06", "BPTC-TER-09", "BPTC-TER-15")
def test_inside_each_centimetre_costs_more(kind: str, cm: float, rule: str) -> None:
    """A rate of 10, wholly inside."""
    s = Skirmish(terrain=[piece(kind, box=(90, 60, 80, 60))])
    unit = s.unit("A", "unit", at=(90, 60))
    assert refused(plan(s, unit, (90, 60 + cm))) == ""
    assert refused(plan(s, unit, (90, 60 + cm + 0.05))) == "BPTC-ACT-01"


@pytest.mark.rule("BPTC-TER-15", "BPTC-TER-04")
def test_the_rest_of_a_move_outside_goes_at_full_rate() -> None:
    """The leading edge at 61 leaves the crops at 63: 2 cm for 4, then 6 cm."""
    s = Skirmish(terrain=[piece("crops", box=(90, 53, 80, 20))])
    unit = s.unit("A", "unit", at=(90, 60))
    assert refused(plan(s, unit, (90, 68))) == ""
    assert refused(plan(s, unit, (90, 68.1))) == "BPTC-ACT-01"


# --- Water, impassable ground ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "fine"),
    [
        ({"arm": "infantry"}, True), ({"arm": "cavalry"}, False), ({"arm": "artillery_foot"}, False),
        ({"arm": "transport", "stands": 1}, False),
        ({"arm": "cavalry", "mode": "foot", "keywords": ["mounted_infantry"]}, True),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-TER-08")
def test_only_troops_on_foot_enter_partially_wet_ground(line: dict[str, Any], fine: bool) -> None:
    s = Skirmish(terrain=[piece("marsh", box=(90, AT - 1, 60, 10))])
    unit = s.unit("A", "unit", at=(90, 58), **line)
    found = plan(s, unit, (90, 62.5))
    assert (refused(found) == "BPTC-TER-08") is not fine


@pytest.mark.parametrize(("x", "rule"), [(91.9, ""), (93, "BPTC-TER-08")])
@pytest.mark.rule("BPTC-TER-08")
def test_no_part_of_a_line_of_horse_rides_through_a_marsh(x: float, rule: str) -> None:
    """Four stands abreast are 16 cm wide, the marsh begins at 100: beside it they pass, with their wing in it not."""
    s = Skirmish(terrain=[piece("marsh", box=(110, 60, 20, 20))])
    unit = s.unit("A", "horse", at=(x, 45), arm="cavalry", stands=4)
    assert refused(plan(s, unit, (x, 65))) == rule
    s.unit("A", "foot", at=(x, 30), stands=4)
    assert refused(plan(s, "foot", (x, 35))) == ""


@pytest.mark.rule("BPTC-TER-08", "BPTC-FMX-37")
def test_horse_does_not_deploy_into_a_marsh() -> None:
    s = Skirmish(terrain=[piece("marsh", box=(110, 60, 20, 20))])
    unit = s.unit("A", "horse", at=(95, 60), arm="cavalry", stands=4, formation="march_column")
    found = forming.why_not(s.state, s[unit], "line", 0)
    assert found is not None
    assert found.rule == "BPTC-FMX-37"
    assert forming.why_not(s.state, s[unit], "line", 90) is None


@pytest.mark.rule("BPTC-TER-08", "BPTC-CHG-20")
def test_horse_does_not_charge_with_a_wing_in_a_marsh() -> None:
    s = Skirmish(terrain=[piece("marsh", box=(110, 60, 20, 20))])
    unit = s.unit("A", "horse", at=(93, 45), arm="cavalry", stands=4)
    s.unit("B", "foe", at=(91, 60), stands=4)
    found = approach(s.state, s[unit], s["foe"])
    assert isinstance(found, Approach)
    assert found.base.x + found.base.width // 2 <= 100_000  # it keeps to the dry side
    s.unit("A", "friend", at=(80, 57), stands=1)
    blocked = approach(s.state, s[unit], s["foe"])
    assert isinstance(blocked, Refused)
    assert blocked.rule == "BPTC-CHG-20"


@pytest.mark.parametrize(("beyond", "fine"), [(2, True), (2.1, False)])
@pytest.mark.rule("BPTC-TER-08", "BPTC-TER-09", "BPTC-DEN-07")
def test_horse_that_was_driven_into_a_marsh_gets_out_of_it(beyond: float, fine: bool) -> None:
    """Its front is 3.5 cm from the edge, which takes 28 of its 30 cm: four times for the area, twice for dense."""
    s = Skirmish(terrain=[piece("marsh", box=(90, 60, 20, 20))])
    unit = s.unit("A", "horse", at=(90, 65), arm="cavalry", stands=2)
    assert refused(plan(s, unit, (90, 65 + 3.5 + beyond))) == ("" if fine else "BPTC-ACT-01")


@pytest.mark.parametrize(("x", "fine"), [(76, True), (76.1, False)])
@pytest.mark.rule("BPTC-TER-08", "BPTC-ACT-03")
def test_nobody_mounts_in_a_marsh(x: float, fine: bool) -> None:
    """The marsh begins at 80, the footprint of two stands reaches 4 cm to either side; a road leads over it."""
    s = Skirmish(terrain=[piece("marsh", box=(90, 60, 20, 20))], phase="command_move")
    s.unit("A", "troopers", at=(x, 60), arm="cavalry", keywords=["mounted_infantry"], mode="foot", stands=2)
    assert ("mount" in [option.key for option in mounts.options(s.state, s["troopers"])]) is fine
    s.unit("A", "hq", at=(x + 2.5, 66), arm="command", role="HQ", mode="foot")
    s.play(command_units_move(s.state), choices=["done"])
    assert ("horse:hq" in [option.key for option in options_of(s.asked[0])]) is fine
    s = Skirmish(terrain=[piece("marsh", box=(90, 60, 20, 20)), ROAD], phase="command_move")
    s.unit("A", "hq", at=(90, 60), arm="command", role="HQ", mode="foot")
    s.play(command_units_move(s.state), choices=["horse:hq"])
    assert s["hq"].mounted


@pytest.mark.rule("BPTC-TER-08", "BPTC-ACT-06")
def test_nobody_who_mounts_turns_into_a_marsh() -> None:
    s = Skirmish(terrain=[piece("marsh", box=(110, 60, 20, 20))])
    s.unit("A", "troopers", at=(95, 60), arm="cavalry", keywords=["mounted_infantry"], mode="foot", facing=90)
    into, along = way((95, 60), facing=0), way((95, 60), facing=90)
    with pytest.raises(Refused):
        s.play(mounts.perform(s.state, "troopers", "mount"), choices=[into])
    s.play(mounts.perform(s.state, "troopers", "mount"), choices=[along])
    assert s["troopers"].mounted


@pytest.mark.parametrize(("mode", "place"), [("mounted", "ko"), ("foot", "table")])
@pytest.mark.rule("BPTC-TER-08", "BPTC-CMD-18")
def test_a_new_commander_arrives_in_a_marsh_only_on_foot(mode: str, place: str) -> None:
    s = Skirmish(terrain=[piece("marsh", box=(90, 60, 60, 60))], phase="start")
    s.unit("A", "hq", at=(20, 20), arm="command", role="HQ", mode=mode, place="ko")
    s.unit("A", "line", at=(90, 60))
    s.play(turn_start(s.state), rest=True)
    assert s["hq"].place == place


@pytest.mark.rule("BPTC-TER-08", "BPTC-CMD-18")
def test_beside_a_marsh_a_new_commander_keeps_his_horse_dry() -> None:
    s = Skirmish(terrain=[piece("marsh", box=(90, 70, 60, 20))], phase="start")
    s.unit("A", "hq", at=(20, 20), arm="command", role="HQ", place="ko")
    s.unit("A", "line", at=(90, 59))
    s.play(turn_start(s.state), choices=["line", not_there(way((90, 61.5)), "BPTC-TER-08", way((90, 56.5)))])
    assert s.at("hq") == (90, 56.5)


@pytest.mark.parametrize(
    ("kind", "rule"), [("river", "BPTC-TER-11"), ("lake", "BPTC-TER-11"), ("cliff", "BPTC-TER-17")]
)
@pytest.mark.rule("BPTC-TER-11", "BPTC-TER-17")
def test_deep_water_and_impassable_ground_reject_a_move(kind: str, rule: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(90, 70, 60, 6))])
    unit = s.unit("A", "unit", at=(90, 60))
    assert refused(plan(s, unit, (90, 68))) == rule
    assert refused(plan(s, unit, (90, 65.9))) == ""


RIVER = piece("river", box=(90, 60, 180, 12))
BRIDGE = house("bridge", at=(90, 60), size=(6, 12))


@pytest.mark.parametrize(
    ("line", "fine"),
    [
        ({"formation": "march_column", "stands": 2}, True), ({"formation": "line", "stands": 1}, False),
        ({"arm": "artillery_horse", "mode": "limbered", "stands": 1}, True), ({"arm": "command", "role": "HQ"}, True),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-TER-12", "BPTC-TER-16")
def test_a_bridge_leads_over_deep_water_in_march_column_or_limbered(line: dict[str, Any], fine: bool) -> None:
    s = Skirmish(terrain=[RIVER, ROAD], built=[BRIDGE])
    unit = s.unit("A", "unit", at=(90, 50), **line)
    assert (refused(plan(s, unit, (90, 59))) == "") is fine


@pytest.mark.rule("BPTC-TER-12", "BPTC-CON-06")
def test_a_destroyed_bridge_leads_nowhere() -> None:
    s = Skirmish(terrain=[RIVER, ROAD], built=[BRIDGE])
    unit = s.unit("A", "unit", at=(90, 50), formation="march_column", stands=2)
    bridge = s.state.construction("bridge")
    assert bridge is not None
    s.state.build(bridge._replace(destroyed=True))
    assert refused(plan(s, unit, (90, 59))) == "BPTC-TER-11"


@pytest.mark.rule("BPTC-TER-13", "BPTC-TRN-02")
def test_a_boat_crosses_deep_water() -> None:
    s = Skirmish(terrain=[RIVER])
    boat = s.unit("A", "boat", at=(60, 56.5), arm="boat", stands=1)
    assert refused(plan(s, boat, (60, 63.5))) == ""


@pytest.mark.parametrize(
    ("kind", "formation", "fine"),
    [
        ("wood", "march_column", True),
        ("wood", "line", False),
        ("hedge", "march_column", True),
        ("crops", "march_column", True),
        ("brook", "march_column", True),
    ],
)
@pytest.mark.rule("BPTC-TER-16", "BPTC-DEN-02")
def test_a_road_through_ground_takes_its_effect_away_for_columns(kind: str, formation: str, fine: bool) -> None:
    """10 and 5 cm along the road, as if the ground were not there."""
    s = Skirmish(terrain=[piece(kind, box=(90, 45, 60, 30)), ROAD])
    unit = s.unit("A", "unit", at=(90, 20), formation=formation)
    found = plan(s, unit, (90, 35))
    assert isinstance(found, Way)
    assert found.stop == ("" if fine else kind)
    if fine:
        assert found.path[-1].y == 35_000


@pytest.mark.parametrize(("x", "stop"), [(90.9, ""), (92, "wood")])
@pytest.mark.rule("BPTC-TER-16", "BPTC-TER-05")
def test_who_leaves_the_road_inside_a_wood_is_stopped_there(x: float, stop: str) -> None:
    """The road is 3 cm wide, the wood begins at y = 50: a column comes to it by the road and steps off it beyond."""
    s = Skirmish(terrain=[piece("wood", box=(90, 70, 60, 40)), piece("road", line=[(90, 0), (90, 120)], width=3)])
    unit = s.unit("A", "unit", at=(90, 44), arm="cavalry", stands=2, formation="march_column")
    found = plan(s, unit, (x, 54.5))
    assert isinstance(found, Way)
    assert found.stop == stop
    assert (found.path[-1].y == 54_500) is not bool(stop)


@pytest.mark.parametrize("kind", ["wood", "mud"])
@pytest.mark.rule("BPTC-TER-16", "BPTC-DEN-02", "BPTC-MOV-14")
def test_a_column_follows_a_road_round_a_bend_though_its_head_swings_out(kind: str) -> None:
    """6 and 9 cm; the head is 4 cm before the middle, and at the bend 2.5 cm of that are beside the road."""
    road = piece("road", line=[(90, 0), (90, 50), (130, 50)], width=3)
    s = Skirmish(terrain=[piece(kind, box=(90, 70, 60, 50)), road])
    unit = s.unit("A", "unit", at=(90, 44), formation="march_column", stops=())
    found = plan(s, unit, (90, 50), (99, 50), facing=90, dense=False)
    assert isinstance(found, Way)
    assert (found.stop, found.path[-1].x) == ("", 99_000)
    assert isinstance(plan(s, unit, (90, 50), (99.1, 50), facing=90), Refused)


# --- Dense ground ---------------------------------------------------------------------------------------------

FOOT = {"arm": "infantry"}
HORSE = {"arm": "cavalry"}
GUNS = {"arm": "artillery_foot"}
CART = {"arm": "transport", "stands": 1}
STAFF = {"arm": "command", "role": "HQ"}
DENSE: list[tuple[str, dict[str, Any], str]] = [
    ("mud", FOOT, "BPTC-DEN-03"), ("soft_sand", FOOT, "BPTC-DEN-04"), ("deep_snow", FOOT, "BPTC-DEN-05"),
    ("swamp", FOOT, "BPTC-DEN-06"), ("marsh", FOOT, "BPTC-DEN-07"), ("mud", HORSE, "BPTC-DEN-03"),
    ("soft_sand", HORSE, "BPTC-DEN-04"), ("deep_snow", HORSE, "BPTC-DEN-05"), ("swamp", HORSE, "BPTC-DEN-06"),
    ("marsh", HORSE, "BPTC-DEN-07"), ("wood", FOOT, ""), ("rough", HORSE, ""), ("built_up", FOOT, ""),
    ("wood", GUNS, "BPTC-DEN-08"), ("mud", GUNS, "BPTC-DEN-08"), ("crops", GUNS, "BPTC-DEN-08"),
    ("hill", GUNS, "BPTC-DEN-08"), ("gentle_hill", GUNS, ""), ("road", GUNS, ""),
    ("rough", CART, "BPTC-DEN-09"), ("wood", CART, "BPTC-DEN-10"), ("mud", CART, "BPTC-DEN-11"),
    ("soft_sand", CART, "BPTC-DEN-12"), ("deep_snow", CART, "BPTC-DEN-13"), ("built_up", CART, "BPTC-DEN-14"),
    ("swamp", CART, ""), ("crops", CART, ""), ("mud", STAFF, "BPTC-DEN-03"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "line", "rule"), DENSE)
@pytest.mark.rule(
    "BPTC-DEN-03", "BPTC-DEN-04", "BPTC-DEN-05", "BPTC-DEN-06", "BPTC-DEN-07", "BPTC-DEN-08", "BPTC-DEN-09",
    "BPTC-DEN-10", "BPTC-DEN-11", "BPTC-DEN-12", "BPTC-DEN-13", "BPTC-DEN-14", "BPTC-DEN-15",
)  # fmt: skip
def test_what_is_dense_for_whom(kind: str, line: dict[str, Any], rule: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(90, 60, 80, 60))])
    unit = s.unit("A", "unit", at=(90, 60), **line)
    assert going.dense_rules(s[unit], s.state.scene.features[kind]) == ([rule] if rule else [])


@pytest.mark.rule("BPTC-DEN-08")
def test_guns_find_ground_dense_limbered_or_not() -> None:
    s = Skirmish(terrain=[piece("crops", box=(90, 60, 80, 60))])
    unit = s.unit("A", "unit", at=(90, 60), arm="artillery_foot", mode="limbered")
    assert going.dense_rules(s[unit], s.state.scene.features["crops"]) == ["BPTC-DEN-08"]


@pytest.mark.parametrize("kind", ["brook", "hedge", "ditch"])
@pytest.mark.parametrize("gap", [False, True])
@pytest.mark.rule("BPTC-DEN-08", "BPTC-DEN-01", "BPTC-CMD-05", "BPTC-ENG-01")
def test_brooks_and_obstacles_are_dense_for_guns_that_cross_them_but_not_a_gap(kind: str, gap: bool) -> None:
    """4 cm of the way are dense: limbered foot guns of 15 cm get 11 cm; infantry in column finds nothing dense."""
    s = Skirmish(terrain=[piece(kind, line=[(60, 66), (120, 66)], width=4)])
    guns = s.unit("A", "guns", at=(90, 62), arm="artillery_foot", mode="limbered", stands=1)
    foot = s.unit("A", "foot", at=(70, 62), formation="march_column", stands=2, move=12)
    if gap:
        s.gap(kind, (90, 64))
    far = 15 if gap else 11
    assert refused(plan(s, guns, (90, 62 + far))) == ""
    assert refused(plan(s, guns, (90, 62 + far + 0.1))) == "BPTC-ACT-01"
    assert refused(plan(s, foot, (70, 74))) == ""
    for uid, dense in ((guns, not gap), (foot, False)):
        legs = going.legs_of(s[uid].base, way(s.at(uid), (s.at(uid)[0], 70)).path, None)
        assert going.moves_in_dense(s.state, s[uid], legs) is dense


@pytest.mark.parametrize(
    ("kinds", "line", "cm"),
    [
        (["mud"], FOOT, 5), (["mud", "deep_snow"], FOOT, 2.5), (["wood", "mud"], FOOT, 1.25),
        (["crops", "mud"], FOOT, 2.5), (["swamp"], FOOT, 1.25), (["mud"], HORSE, 15),
        (["crops"], {**GUNS, "mode": "limbered"}, 3.75), (["wood"], CART, 1.875),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-DEN-01", "BPTC-DEN-03", "BPTC-DEN-05", "BPTC-DEN-06", "BPTC-DEN-08", "BPTC-DEN-10")
def test_every_cause_halves_movement_once_more(kinds: list[str], line: dict[str, Any], cm: float) -> None:
    s = Skirmish(terrain=[piece(kind, box=(90, 60, 80, 80)) for kind in kinds])
    unit = s.unit("A", "unit", at=(90, 60), **line)
    assert refused(plan(s, unit, (90, 60 + cm))) == ""
    assert refused(plan(s, unit, (90, 60 + cm + 0.05))) == "BPTC-ACT-01"


@pytest.mark.rule("BPTC-DEN-02", "BPTC-MOV-12")
def test_by_road_dense_ground_does_not_count() -> None:
    s = Skirmish(terrain=[piece("built_up", box=(90, 60, 80, 80)), piece("mud", box=(90, 60, 80, 80)), ROAD])
    cart = s.unit("A", "cart", at=(90, 60), arm="transport", stands=1)
    assert refused(plan(s, cart, (90, 80))) == ""
    assert refused(plan(s, cart, (90, 80.1))) == "BPTC-ACT-01"
