"""Artillery support: requests, deviation, fire zones, orbital strikes, counter-battery fire, obscurants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from umpire.battle.decisions import PickOne, PickSome
from umpire.games.fwc import field
from umpire.games.fwc.actions import aiming, artillery, batteries
from umpire.games.fwc.actions.aiming import Aim
from umpire.games.fwc.content import HoldFire
from umpire.table import XY, Point

FAIL = (6, 5)
NORTH, EAST, SOUTH, WEST = 360, 90, 180, 270
EXACT = (1, 1)
"""A double one: the mission goes through and does not deviate."""


def battery(guns: int = 1, attacks: int = 4, *, fao: tuple[float, float] = (20, 20), **more: Any) -> Skirmish:
    """An FAO with CV 8 and guns off the table."""
    s = Skirmish(phase="command", **more)
    s.unit("A", "fao", at=fao, cls="command", role="FAO", attacks=0, range=0, cv=8)
    for number in range(1, guns + 1):
        s.unit("A", f"gun{number}", at=None, cls="artillery", keywords=["howitzer"], attacks=attacks)
    return s


def infantry(s: Skirmish, name: str = "foe", at: tuple[float, float] = (20, 45), side: str = "B", **more: Any) -> str:
    return s.unit(side, name, at=at, cls="infantry", **more)


def ask(s: Skirmish, dice: Sequence[int], *choices: Any) -> None:
    s.play(artillery.support(s.state, "fao"), dice, choices)


def kinds(s: Skirmish) -> list[str]:
    return list(artillery.possible(s.state, s["fao"]))


def rolled(s: Skirmish, purpose: str) -> list[int]:
    """How many dice were thrown for this purpose, throw by throw."""
    return [throw.dice for throw in s.throws if throw.purpose == purpose]


# --- Requests ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-ART-01")
def test_equal_to_the_command_value_is_a_mission() -> None:
    s = battery()
    infantry(s)
    ask(s, [4, 4, 1, NORTH, 1, 1, 1, 1], "concentration", "foe")
    assert s.throws[0].goal == "8 or less"
    assert s["fao"].requests == 1
    assert not s["fao"].finished
    assert s["gun1"].fired_mission == 1
    assert s.state.sides["A"].has_fired


@pytest.mark.rule("FWC-ART-01")
def test_failure_finishes_the_fao_and_leaves_the_guns_unused() -> None:
    s = battery()
    infantry(s)
    ask(s, [4, 5], "concentration", "foe")
    assert s["fao"].finished
    assert s["gun1"].fired_mission == 0
    assert [unit.id for unit in batteries.available(s.state, "A")] == ["gun1"]
    assert not s.state.sides["A"].has_fired


@pytest.mark.rule("FWC-ART-01")
def test_an_fao_may_finish_without_a_request() -> None:
    s = battery()
    infantry(s)
    ask(s, [], "finish")
    assert s["fao"].finished


@pytest.mark.rule("FWC-ART-02")
@pytest.mark.parametrize(("earlier", "goal"), [(0, "8 or less"), (1, "7 or less"), (3, "5 or less")])
def test_each_successive_request_costs_one(earlier: int, goal: str) -> None:
    s = battery()
    infantry(s)
    s.mark("fao", requests=earlier)
    ask(s, FAIL, "concentration", "foe")
    assert s.throws[0].goal == goal


@pytest.mark.rule("FWC-ART-02")
def test_the_second_request_of_a_turn_is_counted() -> None:
    s = battery(2)
    infantry(s)
    ask(s, [1, 2, 1, NORTH, 1, 1, 1, 1], "concentration", "foe", ["gun1"])
    ask(s, FAIL, "concentration", "foe")
    assert s.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-ART-03", "FWC-ART-04")
@pytest.mark.parametrize(("guns", "goal"), [(1, 8), (3, 8), (4, 7), (6, 7), (7, 6)])
def test_every_three_guns_beyond_the_first_three_or_part_of_them_cost_one(guns: int, goal: int) -> None:
    s = battery(7)
    infantry(s)
    ask(s, FAIL, "concentration", "foe", [f"gun{n}" for n in range(1, guns + 1)])
    assert s.throws[0].goal == f"{goal} or less"


@pytest.mark.rule("FWC-ART-05")
@pytest.mark.parametrize(
    ("kind", "goal"),
    [
        ("concentration", 8),
        ("barrage", 8),
        ("orbital", 8),
        ("orbital_barrage", 8),
        ("heavy", 7),
        ("heavy_barrage", 7),
        ("obscurants_barrage", 7),
        ("obscurants_concentration", 7),
    ],
)
def test_obscurants_and_heavy_strikes_cost_one(kind: str, goal: int) -> None:
    s = battery()
    s.unit("A", "ship", at=None, cls="artillery", keywords=["spacecraft"], attacks=6, hits=None, save=3)
    infantry(s)
    ask(s, FAIL, kind, "foe")
    assert s.throws[0].goal == f"{goal} or less"


@pytest.mark.rule("FWC-ART-05")
def test_counter_battery_fire_costs_one() -> None:
    s = battery(player_turn=3)
    s.unit("B", "howitzer", at=None, cls="artillery", fired_mission=2)
    ask(s, FAIL, "counter_battery")
    assert s.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-ART-06", "FWC-CAM-01")
def test_a_camouflaged_target_costs_one() -> None:
    s = battery()
    infantry(s, keywords=["adaptive_camo"])
    ask(s, FAIL, "concentration", "foe")
    assert s.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-ART-06", "FWC-ART-07")
def test_the_target_is_the_enemy_named_and_aiming_at_his_base_names_him() -> None:
    on_it, beside_it = way((21, 45.5)), way((24, 45))
    for aim, goal in ((on_it, "7 or less"), (beside_it, "8 or less")):
        s = battery()
        infantry(s, keywords=["adaptive_camo"])
        ask(s, FAIL, "concentration", "point", aim)
        assert s.throws[0].goal == goal


@pytest.mark.rule("FWC-CAM-01")
def test_camouflage_does_not_help_against_the_shells_themselves() -> None:
    s = battery()
    infantry(s, keywords=["adaptive_camo"])
    ask(s, [*EXACT, 1, 1, 1, 1], "concentration", "foe")
    assert s.throws[1].need == 4


@pytest.mark.rule("FWC-ART-07")
def test_an_attack_is_aimed_at_what_the_fao_sees() -> None:
    s = battery(terrain=[piece("dense", box=(20, 40, 30, 12))])
    infantry(s, at=(20, 52))
    seen = infantry(s, "seen", at=(60, 20))
    unseen = refused(way((20, 52)), "FWC-ART-07", way((61, 21)))
    ask(s, FAIL, "barrage", "point", unseen)
    choice = s.asked[1]
    assert isinstance(choice, PickOne)
    assert [option.key for option in choice.options] == [seen, "point"]


@pytest.mark.rule("FWC-ART-07")
def test_the_aiming_point_lies_on_the_table() -> None:
    s = battery()
    infantry(s)
    ask(s, FAIL, "barrage", "point", refused(way((-1, 30)), "FWC-ART-07", way((20, 30))))


@pytest.mark.rule("FWC-ART-07", "FWC-OBS-01")
def test_obscurants_may_be_laid_unseen_but_within_twice_the_radius() -> None:
    s = battery(terrain=[piece("dense", box=(20, 40, 30, 12))])
    infantry(s, at=(100, 80))
    exactly = way((20, 61.5))
    too_far = refused(way((20, 61.51)), "FWC-ART-07", exactly)
    ask(s, EXACT, "obscurants_barrage", too_far)
    assert [(zone.x, zone.y) for zone in s.state.zones] == [(20_000, 61_500)]


@pytest.mark.rule("FWC-ART-08")
def test_a_gun_serves_one_mission_in_a_player_turn() -> None:
    s = battery()
    infantry(s)
    ask(s, [1, 2, 1, NORTH, 1, 1, 1, 1], "concentration", "foe")
    assert kinds(s) == []
    ask(s, [])
    assert s["fao"].finished, "nothing is left to ask for"
    s.state.player_turn = 3
    s.mark("fao", finished=False, requests=0)
    assert "concentration" in kinds(s)


@pytest.mark.rule("FWC-ART-08")
@pytest.mark.parametrize("mark", ["suppressed", "frozen", "carried", "limbered", "fired", "unavailable", "fit"])
def test_a_gun_on_the_table_must_be_deployed_and_fit(mark: str) -> None:
    marks: dict[str, dict[str, Any]] = {
        "suppressed": {"suppressed": True},
        "frozen": {"frozen": True},
        "carried": {"place": "carried", "carried_by": "truck"},
        "limbered": {"deployed": False},
        "fired": {"fired_mission": 1},
        "unavailable": {"unavailable_until": 1},
        "fit": {},
    }
    s = battery(0)
    s.unit("A", "howitzer", at=(5, 5), cls="artillery", range=150, **marks[mark])
    infantry(s)
    assert ("concentration" in kinds(s)) == (mark == "fit")


@pytest.mark.rule("FWC-ART-08")
@pytest.mark.parametrize(("reach", "inside"), [(40, True), (39, False)])
def test_the_aim_must_be_in_range_of_a_gun_on_the_table(reach: int, inside: bool) -> None:
    s = battery(0)
    s.unit("A", "howitzer", at=(20, 3.5), cls="artillery", range=reach)
    infantry(s)  # its middle is exactly 40 cm from the howitzer's edge
    s.unit("A", "off", at=None, cls="artillery")
    ask(s, FAIL, "concentration", "foe", *([["howitzer", "off"]] if inside else []))
    assert len(s.asked) == (3 if inside else 2), "a single gun in range is not asked about"
    assert s.throws[0].goal == "8 or less"


@pytest.mark.rule("FWC-ART-08")
def test_a_free_point_out_of_range_of_every_gun_is_refused() -> None:
    s = battery(0)
    s.unit("A", "howitzer", at=(20, 5), cls="artillery", range=50)
    infantry(s)
    ask(s, FAIL, "concentration", "point", refused(way((20, 60)), "FWC-ART-08", way((20, 50))))


@pytest.mark.rule("FWC-SUP-03")
def test_a_suppressed_fao_asks_for_nothing() -> None:
    s = battery()
    infantry(s)
    s.mark("fao", suppressed=True)
    assert kinds(s) == []


@pytest.mark.rule("FWC-REC-02")
def test_recon_helps_one_request_on_the_enemy_observed() -> None:
    s = battery(2)
    infantry(s)
    infantry(s, "other", at=(40, 45))
    s.state.recon = ("foe", "other")
    ask(s, [1, 2, 1, NORTH, 1, 1, 1, 1], "concentration", "foe", ["gun1"])
    assert s.throws[0].goal == "9 or less"
    assert list(s.state.recon) == ["other"]
    ask(s, FAIL, "concentration", "foe")
    assert s.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-GEN-05")
def test_a_side_that_holds_its_fire_calls_none_far_from_its_fao() -> None:
    s = battery(hold_fire=HoldFire(side="A", cm=30))
    infantry(s, at=(20, 60))
    near = infantry(s, "near", at=(20, 49))
    ask(s, FAIL, "barrage", "point", refused(way((20, 60)), "FWC-GEN-05", way((20, 51))))
    assert [option.key for option in s.asked[1].options] == [near, "point"]  # type: ignore[attr-defined]
    s.state.sides["B"].has_fired = True
    s.mark("fao", finished=False)
    ask(s, FAIL, "barrage", "foe")


# --- Deviation -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-ART-09")
def test_the_fire_shifts_by_the_dice_on_the_bearing_of_the_directional_die() -> None:
    s = battery()
    infantry(s, at=(100, 80))
    ask(s, [1, 2, 3, 4, EAST], "obscurants_barrage", way((20, 59.5)))
    assert rolled(s, "deviation") == [2]
    assert [(zone.x, zone.y) for zone in s.state.zones] == [(27_000, 59_500)]


@pytest.mark.rule("FWC-ART-09")
def test_distance_is_measured_to_the_edge_of_a_unit_named() -> None:
    s = battery()
    infantry(s, at=(20, 53))  # its edge is 30 cm away, its middle 31.5
    ask(s, [1, 2, 1, EAST, 1, 1, 1, 1], "concentration", "foe")
    assert rolled(s, "deviation") == [1]


def deviates(s: Skirmish, target: str, dice: int, face: int = 1) -> XY:
    """Where the fire on a unit falls; exactly so many dice must be rolled, all showing this face, to the north."""
    faces = [*[face] * dice, NORTH] if dice else []
    aim = Aim(s[target].base.centre, target)
    centre: XY = s.play(aiming.shifted(s.state, s["fao"], aim, False), faces)
    assert rolled(s, "deviation") == ([dice] if dice else [])
    return centre


STEPS = [("primitive", 20), ("contemporary", 30), ("advanced", 40)]


@pytest.mark.rule("FWC-ART-10", "FWC-TEC-02", "FWC-TEC-04", "FWC-TEC-06")
@pytest.mark.parametrize(("tech", "step"), STEPS)
def test_the_step_of_a_die_comes_from_the_tech_level(tech: str, step: int) -> None:
    for steps in (1, 2, 3):
        s = battery(tech=(tech, "contemporary"), fao=(20, 1.5), size=(120, 200))
        infantry(s, at=(20, 1.5 + 3 + steps * step))
        deviates(s, "foe", steps)


@pytest.mark.rule("FWC-TEC-08")
def test_the_tech_level_is_that_of_the_side_calling_the_fire() -> None:
    s = battery(tech=("primitive", "advanced"), fao=(20, 1.5))
    infantry(s, at=(20, 44.5))  # 40 cm away
    deviates(s, "foe", 2)


@pytest.mark.rule("FWC-ART-11")
def test_a_higher_observer_rolls_one_die_fewer() -> None:
    hill = piece("hill", circle=(20, 20, 8), height=1)
    s = battery(terrain=[hill])
    infantry(s, at=(20, 60))
    deviates(s, "foe", 1)
    level = battery(terrain=[piece("hill", box=(20, 45, 30, 80), height=1)])
    infantry(level, at=(20, 60))
    deviates(level, "foe", 2)


@pytest.mark.rule("FWC-ART-12")
@pytest.mark.parametrize(("far", "dice"), [(0, 1), (5, 1), (30, 1), (30.01, 2), (60, 2), (60.01, 3)])
def test_part_of_a_step_counts_and_one_die_is_the_least(far: float, dice: int) -> None:
    s = battery()
    infantry(s, at=(20, 23 + far))
    deviates(s, "foe", dice)


@pytest.mark.rule("FWC-ART-12")
def test_no_dice_means_no_shift() -> None:
    s = battery(terrain=[piece("hill", circle=(20, 20, 8), height=1)])
    infantry(s)
    assert deviates(s, "foe", 0) == (20_000.0, 45_000.0)


@pytest.mark.rule("FWC-ART-12")
def test_house_rule_only_complete_steps_count() -> None:
    s = battery(options={"deviation_round": "floor"})
    infantry(s, at=(20, 23 + 59))
    deviates(s, "foe", 1)


@pytest.mark.rule("FWC-DES-02")
def test_a_designated_target_costs_a_die_fewer_and_no_camouflage_penalty() -> None:
    s = battery()
    infantry(s, at=(20, 60), keywords=["adaptive_camo"], designated=True)
    ask(s, [4, 4, 1, NORTH, 1, 1, 1, 1], "concentration", "foe")
    assert s.throws[0].goal == "8 or less"
    assert rolled(s, "deviation") == [1]
    plain = battery(options={"designator_effect": False})
    infantry(plain, at=(20, 60), keywords=["adaptive_camo"], designated=True)
    ask(plain, [3, 4, 1, 1, NORTH, 1, 1, 1, 1], "concentration", "foe")
    assert plain.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-ART-13")
def test_the_directional_die_has_360_equal_bearings() -> None:
    s = battery()
    infantry(s)
    aim = Aim(s["foe"].base.centre, "foe")
    s.play(aiming.shifted(s.state, s["fao"], aim, False), [6, 123])
    assert s.throws[1].sides == 360
    assert "the fire deviates 6 cm on bearing 123" in s.events


@pytest.mark.rule("FWC-ART-13")
def test_house_rule_a_directional_die_of_four() -> None:
    s = battery(options={"bearings": 4})
    infantry(s)
    aim = Aim(s["foe"].base.centre, "foe")
    centre = s.play(aiming.shifted(s.state, s["fao"], aim, False), [6, 3])
    assert centre == (14_000.0, 45_000.0)


@pytest.mark.rule("FWC-ART-14")
def test_a_double_one_does_not_deviate() -> None:
    s = battery()
    infantry(s)
    ask(s, [1, 1, 1, 1, 1, 1], "concentration", "foe")
    assert rolled(s, "deviation") == []
    assert s["fao"].requests == 1


@pytest.mark.rule("FWC-ART-14")
def test_house_rule_a_double_one_gives_nothing() -> None:
    s = battery(options={"support_double_one": "none"})
    infantry(s)
    ask(s, [1, 1, 3, NORTH, 1, 1, 1, 1], "concentration", "foe")
    assert rolled(s, "deviation") == [1]


# --- The fire zone -------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-ART-15", "FWC-ART-16")
@pytest.mark.parametrize(
    ("kind", "far", "hit"),
    [("barrage", 15, True), ("barrage", 15.01, False), ("concentration", 10, True), ("concentration", 10.01, False)],
)
def test_the_zone_is_30_cm_across_for_a_barrage_and_20_for_a_concentration(kind: str, far: float, hit: bool) -> None:
    s = battery(attacks=2)
    infantry(s)
    infantry(s, "other", at=(20 + 1.5 + far, 45))
    dice = 2 if kind == "concentration" else 1
    ask(s, [*EXACT, *[1] * dice * (2 if hit else 1)], kind, "foe")
    assert ("fire falls on other" in s.events) == hit


@pytest.mark.rule("FWC-ART-17")
def test_a_concentration_has_the_attacks_of_all_guns() -> None:
    s = battery(2, attacks=4)
    s.unit("A", "light", at=None, cls="artillery", attacks=3)
    infantry(s)
    ask(s, [*EXACT, *[1] * 11], "concentration", "foe", ["gun1", "gun2", "light"])
    assert rolled(s, "hits") == [11]


@pytest.mark.rule("FWC-ART-18", "FWC-ART-19")
@pytest.mark.parametrize(("house", "dice"), [("up", 6), ("down", 5)])
def test_a_barrage_has_half_the_sum_of_their_attacks(house: str, dice: int) -> None:
    s = battery(2, attacks=4, options={"barrage_round": house})
    s.unit("A", "light", at=None, cls="artillery", attacks=3)
    infantry(s)
    ask(s, [*EXACT, *[1] * dice], "barrage", "foe", ["gun1", "gun2", "light"])
    assert rolled(s, "hits") == [dice]


@pytest.mark.rule("FWC-ART-19")
def test_no_firing_modifiers_apply() -> None:
    s = battery(0)
    s.unit("A", "howitzer", at=(20, 30), cls="artillery", attacks=4, range=150)
    s.unit("B", "tank", at=(20, 45), facing=0)  # within half range, its rear to the gun
    ask(s, [*EXACT, 1, 1, 1, 1], "concentration", "tank")
    assert rolled(s, "hits") == [4]


@pytest.mark.rule("FWC-ART-20")
def test_the_dice_are_rolled_separately_against_each_unit() -> None:
    s = battery()
    infantry(s)
    infantry(s, "second", at=(25, 45))
    infantry(s, "third", at=(20, 51), hits=1)
    ask(s, [*EXACT, 1, 1, 1, 4, 1, 1, 1, 1, 1, 6, 1, 1, 1], "concentration", "foe")
    assert rolled(s, "hits") == [4, 4, 4]
    assert (s["foe"].hits, s["second"].hits, s["third"].place) == (1, 0, "ko")


@pytest.mark.rule("FWC-CAS-14")
def test_the_unit_nearest_to_the_centre_is_resolved_first() -> None:
    s = battery(attacks=1)
    for name, x in (("far", 28.0), ("near", 24.0), ("middle", 20.0)):
        infantry(s, name, at=(x, 45))
    ask(s, [*EXACT, 1, 1, 1], "concentration", "middle")
    assert [text for text in s.events if "falls on" in text] == [
        f"fire falls on {n}" for n in ("middle", "near", "far")
    ]


@pytest.mark.rule("FWC-ART-21")
def test_friends_and_command_units_in_the_zone_are_attacked() -> None:
    s = battery(attacks=1, fao=(20, 36))
    infantry(s)
    infantry(s, "friend", at=(24, 45), side="A")
    s.unit("B", "hq", at=(16, 45), cls="command", role="HQ", attacks=0)
    ask(s, [*EXACT, 1, 1, 1, 1], "concentration", "foe")
    hit = {text.removeprefix("fire falls on ") for text in s.events if text.startswith("fire falls on ")}
    assert hit == {"foe", "friend", "hq", "fao"}


@pytest.mark.rule("FWC-ART-21", "FWC-DOM-01")
def test_what_a_dome_parts_from_the_centre_is_safe() -> None:
    s = battery(attacks=1)
    infantry(s)
    s.unit("B", "generator", at=(32, 45), cls="vehicle", keywords=["dome_generator"])
    infantry(s, "inside", at=(27, 45))
    s.zone("dome", (32, 45), 10, "generator")
    ask(s, [*EXACT, 1], "barrage", "foe")
    assert "fire falls on inside" not in s.events
    within = battery(attacks=1, fao=(35, 42))
    infantry(within, "inside", at=(27, 45))
    within.unit("B", "generator", at=(32, 45), cls="vehicle")
    infantry(within, "outside", at=(20, 45))
    within.zone("dome", (32, 45), 10, "generator")
    ask(within, [*EXACT, 1, 1, 1], "concentration", "inside")
    assert "fire falls on generator" in within.events
    assert "fire falls on outside" not in within.events


@pytest.mark.rule("FWC-ART-21")
def test_carried_units_are_not_attacked_themselves() -> None:
    s = battery(attacks=1)
    s.unit("B", "truck", at=(20, 45), cls="transport", capacity=1)
    infantry(s, "rider", at=(20, 45), place="carried", carried_by="truck")
    ask(s, [*EXACT, 1], "concentration", "truck")
    assert rolled(s, "hits") == [1]


@pytest.mark.rule("FWC-ART-22")
def test_fall_back_is_away_from_the_centre_of_the_zone() -> None:
    s = battery(attacks=1)
    infantry(s, "aim", at=(20, 45))
    infantry(s, at=(26, 45), suppressed=True)
    ask(s, [*EXACT, 1, 4, 5], "concentration", "aim")
    assert s.at("foe") == (31, 45)


@pytest.mark.rule("FWC-ART-22")
def test_a_unit_in_the_very_centre_falls_back_to_its_baseline() -> None:
    s = battery(attacks=1)
    infantry(s, suppressed=True)
    ask(s, [*EXACT, 4, 5], "concentration", "foe")
    assert s.at("foe") == (20, 50)


@pytest.mark.rule("FWC-ART-23")
def test_a_zone_shifted_off_the_table_affects_nobody() -> None:
    s = battery(fao=(20, 40))
    infantry(s, at=(20, 1.5))
    ask(s, [1, 2, 6, 6, SOUTH], "concentration", "foe")
    assert "FWC-ART-23" in s.rules
    assert not any(text.startswith("fire falls") for text in s.events)


@pytest.mark.rule("FWC-ART-23")
def test_a_zone_partly_off_the_table_hits_whom_it_covers_there() -> None:
    s = battery(fao=(20, 40), attacks=1)
    infantry(s, at=(20, 1.5))
    infantry(s, "north", at=(20, 12))
    ask(s, [1, 2, 4, 6, SOUTH, 1], "concentration", "foe")
    assert "fire falls on foe" in s.events
    assert "fire falls on north" not in s.events


@pytest.mark.rule("FWC-ART-24")
def test_an_orbital_strike_is_fired_by_spacecraft_alone() -> None:
    s = battery()
    s.unit("A", "ship", at=None, cls="artillery", keywords=["spacecraft"], attacks=6, hits=None)
    infantry(s)
    ask(s, [*EXACT, *[1] * 6], "orbital", "foe")
    assert rolled(s, "hits") == [6]
    assert (s["ship"].fired_mission, s["gun1"].fired_mission) == (1, 0)
    assert "orbital" not in kinds(s)
    assert "concentration" in kinds(s)


@pytest.mark.rule("FWC-ART-24")
@pytest.mark.parametrize(("kind", "dice"), [("heavy", 12), ("heavy_barrage", 6)])
def test_a_heavy_orbital_strike_doubles_the_attack_value(kind: str, dice: int) -> None:
    s = battery(0)
    s.unit("A", "ship", at=None, cls="artillery", keywords=["spacecraft"], attacks=6, hits=None)
    infantry(s)
    ask(s, [*EXACT, *[1] * dice], kind, "foe")
    assert rolled(s, "hits") == [dice]


@pytest.mark.rule("FWC-HID-02")
def test_hidden_units_under_area_fire_are_shown_and_attacked() -> None:
    s = battery(attacks=1)
    infantry(s)
    infantry(s, "ambush", at=(25, 45), hidden=True)
    ask(s, [*EXACT, 1, 1], "concentration", "foe")
    assert not s["ambush"].hidden
    assert "fire falls on ambush" in s.events
    aims = s.asked[1]
    assert isinstance(aims, PickOne)
    assert "ambush" not in [option.key for option in aims.options]


# --- Counter-battery fire ------------------------------------------------------------------------------------


def duel(turn: int = 3, **more: Any) -> Skirmish:
    """A gun of ours against a howitzer off the table that fired in the enemy's last turn."""
    s = battery(player_turn=turn, **more)
    s.unit("B", "howitzer", at=None, cls="artillery", attacks=4, hits=4, fired_mission=turn - 1)
    return s


@pytest.mark.rule("FWC-ART-25")
def test_counter_battery_fire_does_not_deviate_and_hits_on_five() -> None:
    s = duel()
    ask(s, [3, 4, 4, 4, 5, 5, 1, 1], "counter_battery")
    assert rolled(s, "deviation") == []
    assert [throw.need for throw in s.throws if throw.purpose == "hits"] == [5]
    assert s["howitzer"].hits == 2
    assert s["gun1"].fired_mission == 3


@pytest.mark.rule("FWC-ART-25")
def test_counter_battery_fire_can_knock_out_a_gun_off_the_table() -> None:
    s = duel()
    ask(s, [3, 4, 5, 5, 6, 6], "counter_battery")
    assert s["howitzer"].place == "ko"


@pytest.mark.rule("FWC-ART-25")
def test_a_gun_suppressed_off_the_table_misses_its_next_turn() -> None:
    s = duel()
    ask(s, [3, 4, 5, 1, 1, 1, 5], "counter_battery")
    for turn, there in ((4, False), (6, True)):
        s.state.player_turn = turn
        assert [unit.id for unit in batteries.available(s.state, "B")] == (["howitzer"] if there else [])


@pytest.mark.rule("FWC-ART-25")
def test_each_gun_named_takes_the_whole_concentration() -> None:
    s = duel()
    s.unit("B", "second", at=None, cls="artillery", fired_mission=2)
    s.unit("B", "silent", at=None, cls="artillery", fired_mission=0)
    s.unit("B", "older", at=None, cls="artillery", fired_mission=1)
    s.unit("B", "in-view", at=(90, 80), cls="artillery", fired_mission=2)
    ask(s, [3, 4, *[1] * 8], "counter_battery", ["howitzer", "second"])
    assert rolled(s, "hits") == [4, 4]
    naming = s.asked[1]
    assert isinstance(naming, PickSome)
    assert [option.key for option in naming.options] == ["howitzer", "second"]


@pytest.mark.rule("FWC-ART-25")
def test_nothing_has_fired_before_the_first_turn() -> None:
    s = battery(player_turn=1)
    s.unit("B", "howitzer", at=None, cls="artillery")
    assert "counter_battery" not in kinds(s)


@pytest.mark.rule("FWC-ART-25", "FWC-HID-02")
def test_hidden_artillery_that_fired_is_named_unseen_and_shown_by_the_fire() -> None:
    s = duel()
    s.unit("B", "lurker", at=(60, 80), cls="artillery", fired_mission=2, hidden=True)
    ask(s, [3, 4, 1, 1, 1, 1], "counter_battery", ["hidden-2"])
    naming = s.asked[1]
    assert isinstance(naming, PickSome)
    assert not any("lurker" in (option.key, option.label, option.piece) for option in naming.options)
    assert not s["lurker"].hidden


@pytest.mark.rule("FWC-ART-25")
def test_a_mission_served_from_hiding_does_not_betray_the_gun() -> None:
    s = battery(0)
    s.unit("A", "howitzer", at=(5, 5), cls="artillery", range=150, hidden=True)
    infantry(s)
    ask(s, [*EXACT, 1, 1, 1, 1], "concentration", "foe")
    assert s["howitzer"].hidden
    assert not any("howitzer" in event.text or "howitzer" in event.pieces for event in s.state.events or ())


# --- Obscurants ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-OBS-01")
@pytest.mark.parametrize(("kind", "radius"), [("obscurants_barrage", 15_000), ("obscurants_concentration", 10_000)])
def test_obscurants_make_a_cloud_of_the_zone_and_attack_nobody(kind: str, radius: int) -> None:
    s = battery()
    infantry(s)
    infantry(s, "ambush", at=(25, 45), hidden=True)
    ask(s, EXACT, kind, "foe")
    (cloud,) = s.state.zones
    assert (cloud.kind, cloud.x, cloud.y, cloud.radius, cloud.made) == ("smoke", 20_000, 45_000, radius, 1)
    assert rolled(s, "hits") == []
    assert s["ambush"].hidden
    assert not s.state.sides["A"].has_fired
    assert s["gun1"].fired_mission == 1


@pytest.mark.rule("FWC-OBS-01")
def test_a_cloud_blocks_the_line_of_sight() -> None:
    s = battery()
    infantry(s, at=(20, 75))
    assert field.visible(s.state, s["fao"], s["foe"])
    ask(s, EXACT, "obscurants_concentration", way((20, 50)))
    assert not field.visible(s.state, s["fao"], s["foe"])
    assert not field.point_visible(s.state, s["fao"], Point(20_000, 75_000))


@pytest.mark.rule("FWC-OBS-01", "FWC-ART-23")
def test_a_cloud_shifted_off_the_table_is_gone() -> None:
    s = battery(fao=(20, 41))
    infantry(s, at=(20, 1.5))
    ask(s, [1, 2, 6, 6, SOUTH], "obscurants_concentration", "foe")
    assert s.state.zones == ()
