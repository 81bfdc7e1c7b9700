"""Artillery support: what an FAO may ask for, the request, and how far the fire deviates."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from tests.games.fwc.support import EAST, EXACT, FAIL, NORTH, ask_fao, battery, infantry, missions, rolled
from umpire.battle.decisions import Decision, PickOne
from umpire.games.fwc import GAME
from umpire.games.fwc.actions import aiming, batteries
from umpire.games.fwc.actions.aiming import Aim
from umpire.games.fwc.schema import HoldFire
from umpire.table import XY, Point

# --- Requests ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-ART-01")
def test_equal_to_the_command_value_is_a_mission() -> None:
    s = battery()
    infantry(s)
    ask_fao(s, [4, 4, 1, NORTH, 1, 1, 1, 1], "concentration", "foe")
    assert s.throws[0].goal == "8 or less"
    assert s["fao"].requests == 1
    assert not s["fao"].finished
    assert s["gun1"].fired_mission == 1
    assert s.state.sides["A"].has_fired


@pytest.mark.rule("FWC-ART-01")
def test_failure_finishes_the_fao_and_leaves_the_guns_unused() -> None:
    s = battery()
    infantry(s)
    ask_fao(s, [4, 5], "concentration", "foe")
    assert s["fao"].finished
    assert s["gun1"].fired_mission == 0
    assert [unit.id for unit in batteries.available(s.state, "A")] == ["gun1"]
    assert not s.state.sides["A"].has_fired


@pytest.mark.rule("FWC-ART-01")
def test_an_fao_may_finish_without_a_request() -> None:
    s = battery()
    infantry(s)
    ask_fao(s, [], "finish")
    assert s["fao"].finished


@pytest.mark.rule("FWC-ART-02")
@pytest.mark.parametrize(("earlier", "goal"), [(0, "8 or less"), (1, "7 or less"), (3, "5 or less")])
def test_each_successive_request_costs_one(earlier: int, goal: str) -> None:
    s = battery()
    infantry(s)
    s.mark("fao", requests=earlier)
    ask_fao(s, FAIL, "concentration", "foe")
    assert s.throws[0].goal == goal


@pytest.mark.rule("FWC-ART-02")
def test_the_second_request_of_a_turn_is_counted() -> None:
    s = battery(2)
    infantry(s)
    ask_fao(s, [1, 2, 1, NORTH, 1, 1, 1, 1], "concentration", "foe", ["gun1"])
    ask_fao(s, FAIL, "concentration", "foe")
    assert s.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-ART-03", "FWC-ART-04")
@pytest.mark.parametrize(("guns", "goal"), [(1, 8), (3, 8), (4, 7), (6, 7), (7, 6)])
def test_every_three_guns_beyond_the_first_three_or_part_of_them_cost_one(guns: int, goal: int) -> None:
    s = battery(7)
    infantry(s)
    ask_fao(s, FAIL, "concentration", "foe", [f"gun{n}" for n in range(1, guns + 1)])
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
    ask_fao(s, FAIL, kind, "foe")
    assert s.throws[0].goal == f"{goal} or less"


@pytest.mark.rule("FWC-ART-05")
def test_counter_battery_fire_costs_one() -> None:
    s = battery(player_turn=3)
    s.unit("B", "howitzer", at=None, cls="artillery", fired_mission=2)
    ask_fao(s, FAIL, "counter_battery")
    assert s.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-ART-06", "FWC-CAM-01")
def test_a_camouflaged_target_costs_one() -> None:
    s = battery()
    infantry(s, keywords=["adaptive_camo"])
    ask_fao(s, FAIL, "concentration", "foe")
    assert s.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-ART-06", "FWC-ART-07")
def test_the_target_is_the_enemy_named_and_aiming_at_his_base_names_him() -> None:
    on_it, beside_it = way((21, 45.5)), way((24, 45))
    for aim, goal in ((on_it, "7 or less"), (beside_it, "8 or less")):
        s = battery()
        infantry(s, keywords=["adaptive_camo"])
        ask_fao(s, FAIL, "concentration", "point", aim)
        assert s.throws[0].goal == goal


@pytest.mark.rule("FWC-CAM-01")
def test_camouflage_does_not_help_against_the_shells_themselves() -> None:
    s = battery()
    infantry(s, keywords=["adaptive_camo"])
    ask_fao(s, [*EXACT, 1, 1, 1, 1], "concentration", "foe")
    assert s.throws[1].need == 4


@pytest.mark.rule("FWC-ART-07")
def test_an_attack_is_aimed_at_what_the_fao_sees() -> None:
    s = battery(terrain=[piece("dense", box=(20, 40, 30, 12))])
    infantry(s, at=(20, 52))
    seen = infantry(s, "seen", at=(60, 20))
    unseen = refused(way((20, 52)), "FWC-ART-07", way((61, 21)))
    ask_fao(s, FAIL, "barrage", "point", unseen)
    choice = s.asked[1]
    assert isinstance(choice, PickOne)
    assert [option.key for option in choice.options] == [seen, "point"]


@pytest.mark.rule("FWC-ART-07", "FWC-MAS-01")
def test_a_massive_unit_hides_what_is_behind_it_but_not_the_point_it_stands_on() -> None:
    s = battery()
    s.unit("B", "titan", at=(20, 45), cls="walker", keywords=["massive"])
    assert aiming.why_not_here(s.state, s["fao"], s["titan"].base.centre) is None
    behind = aiming.why_not_here(s.state, s["fao"], Point(20_000, 55_000))
    assert behind is not None
    assert behind.rule == "FWC-ART-07"


@pytest.mark.rule("FWC-ART-07")
def test_the_aiming_point_lies_on_the_table() -> None:
    s = battery()
    infantry(s)
    ask_fao(s, FAIL, "barrage", "point", refused(way((-1, 30)), "FWC-ART-07", way((20, 30))))


@pytest.mark.rule("FWC-ART-07", "FWC-OBS-01")
def test_obscurants_may_be_laid_unseen_but_within_twice_the_radius() -> None:
    s = battery(terrain=[piece("dense", box=(20, 40, 30, 12))])
    infantry(s, at=(100, 80))
    exactly = way((20, 61.5))
    too_far = refused(way((20, 61.51)), "FWC-ART-07", exactly)
    ask_fao(s, EXACT, "obscurants_barrage", too_far)
    assert [(zone.x, zone.y) for zone in s.state.zones] == [(20_000, 61_500)]


@pytest.mark.rule("FWC-ART-08")
def test_a_gun_serves_one_mission_in_a_player_turn() -> None:
    s = battery()
    infantry(s)
    ask_fao(s, [1, 2, 1, NORTH, 1, 1, 1, 1], "concentration", "foe")
    assert missions(s) == []
    ask_fao(s, [])
    assert s["fao"].finished, "nothing is left to ask for"
    s.state.player_turn = 3
    s.mark("fao", finished=False, requests=0)
    assert "concentration" in missions(s)


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
    assert ("concentration" in missions(s)) == (mark == "fit")


@pytest.mark.rule("FWC-ART-08")
@pytest.mark.parametrize(("reach", "inside"), [(40, True), (39, False)])
def test_the_aim_must_be_in_range_of_a_gun_on_the_table(reach: int, inside: bool) -> None:
    s = battery(0)
    s.unit("A", "howitzer", at=(20, 3.5), cls="artillery", range=reach)
    infantry(s)  # its middle is exactly 40 cm from the howitzer's edge
    s.unit("A", "off", at=None, cls="artillery")
    ask_fao(s, FAIL, "concentration", "foe", *([["howitzer", "off"]] if inside else []))
    assert len(s.asked) == (3 if inside else 2), "a single gun in range is not asked about"
    assert s.throws[0].goal == "8 or less"


@pytest.mark.rule("FWC-ART-08")
def test_a_free_point_out_of_range_of_every_gun_is_refused() -> None:
    s = battery(0)
    s.unit("A", "howitzer", at=(20, 5), cls="artillery", range=50)
    infantry(s)
    ask_fao(s, FAIL, "concentration", "point", refused(way((20, 60)), "FWC-ART-08", way((20, 50))))


@pytest.mark.rule("FWC-ART-08", "FWC-DOM-01")
def test_a_piece_on_the_table_does_not_fire_through_the_edge_of_a_dome() -> None:
    s = battery(0)
    s.unit("A", "gun", at=(40, 20), cls="artillery", keywords=["howitzer"], attacks=4, range=100)
    infantry(s)
    s.unit("B", "theirs", at=None, cls="artillery", fired_mission=2)
    s.state.player_turn = 3
    assert {"concentration", "counter_battery"} <= set(missions(s))
    s.zone("dome", (40, 20), 10, "gun")
    assert missions(s) == []
    infantry(s, "inside", at=(45, 20))
    s.mark("fao", base=s["fao"].base.moved(35_000, 20_000))
    assert "concentration" in missions(s), "inside it still fires at what is inside"
    assert "counter_battery" not in missions(s)
    through = refused(way((20, 45)), "FWC-ART-07", way((43, 20)))
    ask_fao(s, FAIL, "concentration", "point", through)


@pytest.mark.rule("FWC-ART-07", "FWC-ART-08")
def test_a_free_point_may_be_chosen_by_an_fao_who_is_out_of_range_himself() -> None:
    s = Skirmish(phase="command")
    s.unit("A", "fao", at=(20, 20), cls="command", role="FAO", attacks=0, range=0)
    s.unit("A", "gun", at=(100, 20), cls="artillery", attacks=1, range=60)
    infantry(s, at=(60, 20))
    assert batteries.reaches(s.state, s["gun"], s["foe"].base.centre)
    assert not batteries.reaches(s.state, s["gun"], s["fao"].base.centre)
    own = refused(way((20, 20)), "FWC-ART-08", way((70, 20)))
    ask_fao(s, FAIL, "concentration", aiming.POINT, own)
    assert s["fao"].finished


@pytest.mark.rule("FWC-ART-07", "FWC-ART-08")
@pytest.mark.parametrize("seen", [True, False])
def test_where_he_sees_ground_in_range_far_off_he_may_have_it_shelled_though_nobody_is_there(seen: bool) -> None:
    hall = piece("building", line=[(60, 0), (60, 90)], width=2)
    s = Skirmish(phase="command", terrain=() if seen else [hall])
    s.unit("A", "fao", at=(20, 20), cls="command", role="FAO", attacks=0, range=0)
    s.unit("A", "gun", at=(110, 20), cls="artillery", attacks=1, range=40)
    assert ("concentration" in missions(s)) is seen
    if seen:
        ask_fao(s, FAIL, "concentration", refused(way((60, 20)), "FWC-ART-08", way((90, 30))))
        assert s["fao"].finished


@pytest.mark.rule("FWC-SUP-03")
def test_a_suppressed_fao_asks_for_nothing() -> None:
    s = battery()
    infantry(s)
    s.mark("fao", suppressed=True)
    assert missions(s) == []


@pytest.mark.rule("FWC-REC-02")
def test_recon_helps_one_request_on_the_enemy_observed() -> None:
    s = battery(2)
    infantry(s)
    infantry(s, "other", at=(40, 45))
    s.state.recon = ("foe", "other")
    ask_fao(s, [1, 2, 1, NORTH, 1, 1, 1, 1], "concentration", "foe", ["gun1"])
    assert s.throws[0].goal == "9 or less"
    assert list(s.state.recon) == ["other"]
    ask_fao(s, FAIL, "concentration", "foe")
    assert s.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-GEN-05")
def test_a_side_that_holds_its_fire_calls_none_far_from_its_fao() -> None:
    s = battery(hold_fire=HoldFire(side="A", cm=30))
    infantry(s, at=(20, 60))
    near = infantry(s, "near", at=(20, 49))
    ask_fao(s, FAIL, "barrage", "point", refused(way((20, 60)), "FWC-GEN-05", way((20, 51))))
    assert [option.key for option in s.asked[1].options] == [near, "point"]  # type: ignore[attr-defined]
    s.state.sides["B"].has_fired = True
    s.mark("fao", finished=False)
    ask_fao(s, FAIL, "barrage", "foe")


@pytest.mark.rule("FWC-GEN-05", "FWC-ART-25")
def test_nor_does_it_answer_guns_that_have_laid_nothing_but_obscurants_so_far() -> None:
    s = battery(hold_fire=HoldFire(side="A", cm=30), player_turn=3)
    s.unit("B", "mortars", at=None, cls="artillery", keywords=["howitzer"], fired_mission=2)
    assert "counter_battery" not in missions(s)
    s.state.sides["B"].has_fired = True
    assert "counter_battery" in missions(s)


# --- Deviation -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-ART-09")
def test_the_fire_shifts_by_the_dice_on_the_bearing_of_the_directional_die() -> None:
    s = battery()
    infantry(s, at=(100, 80))
    ask_fao(s, [1, 2, 3, 4, EAST], "obscurants_barrage", way((20, 59.5)))
    assert rolled(s, "deviation") == [2]
    assert [(zone.x, zone.y) for zone in s.state.zones] == [(27_000, 59_500)]


@pytest.mark.rule("FWC-ART-09")
def test_distance_is_measured_to_the_edge_of_a_unit_named() -> None:
    s = battery()
    infantry(s, at=(20, 53))  # its edge is 30 cm away, its middle 31.5
    ask_fao(s, [1, 2, 1, EAST, 1, 1, 1, 1], "concentration", "foe")
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


@pytest.mark.rule("FWC-ART-07", "FWC-ART-11", "FWC-ART-12")
def test_whoever_aims_at_a_unit_is_higher_than_it_wherever_on_its_base_he_aims() -> None:
    """Both stand on one level; a corner of the enemy's base juts out over the slope below him, and is aimed at."""
    s = battery(terrain=[piece("hill", box=(20, 40, 30, 45), height=1)])  # up to 62.5
    infantry(s, at=(20, 62))
    ask_fao(s, [4, 4, 1, 1, NORTH, 1, 1, 1, 1], "concentration", "point", way((20, 63.2)))
    assert rolled(s, "deviation") == [2]


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
    ask_fao(s, [4, 4, 1, NORTH, 1, 1, 1, 1], "concentration", "foe")
    assert s.throws[0].goal == "8 or less"
    assert rolled(s, "deviation") == [1]
    plain = battery(options={"designator_effect": False})
    infantry(plain, at=(20, 60), keywords=["adaptive_camo"], designated=True)
    ask_fao(plain, [3, 4, 1, 1, NORTH, 1, 1, 1, 1], "concentration", "foe")
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
    ask_fao(s, [1, 1, 1, 1, 1, 1], "concentration", "foe")
    assert rolled(s, "deviation") == []
    assert s["fao"].requests == 1


@pytest.mark.rule("FWC-ART-14")
def test_house_rule_a_double_one_gives_nothing() -> None:
    s = battery(options={"support_double_one": "none"})
    infantry(s)
    ask_fao(s, [1, 1, 3, NORTH, 1, 1, 1, 1], "concentration", "foe")
    assert rolled(s, "deviation") == [1]


@pytest.mark.rule("FWC-ART-15", "FWC-ART-18")
@pytest.mark.parametrize(("kind", "aim"), [("concentration", "alone"), ("barrage", "pair")])
def test_the_bot_aims_with_the_zone_of_the_mission(kind: str, aim: str) -> None:
    """From the middle of one of the pair it is 11.5 cm to the other: a barrage covers both."""
    s = battery()
    infantry(s, "alone", at=(20, 45))
    infantry(s, "pair", at=(80, 60))
    infantry(s, "other", at=(80, 73))

    def advised(decision: Decision) -> object:
        answer = GAME.advise(s.state, decision).answer
        assert answer == aim
        return answer

    ask_fao(s, FAIL, kind, advised)
