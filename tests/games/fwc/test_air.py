"""Air support: requests, deviation, anti-aircraft fire, attacks from the air."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from tests.games.fwc.support import EAST, EXACT, FAIL, NORTH, airfield, ask_fac, infantry, rolled
from umpire.battle.decisions import Decision, PickOne, PickSome
from umpire.games.fwc import GAME
from umpire.games.fwc.actions import sorties
from umpire.games.fwc.content import SHELF


def flak(s: Skirmish, name: str = "flak", at: tuple[float, float] = (40, 45), dice: int = 2, **more: Any) -> str:
    return s.unit("B", name, at=at, keywords=["aa"], aa=(dice, 60), **more)


def keys(s: Skirmish, index: int) -> list[str]:
    decision = s.asked[index]
    assert isinstance(decision, PickOne | PickSome)
    return [option.key for option in decision.options]


# --- Requests ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-AIR-01")
def test_success_brings_the_aircraft() -> None:
    s = airfield()
    infantry(s)
    ask_fac(s, [4, 4, 1, NORTH, 1, 1, 1], "strike", "foe", "spread")
    assert s.throws[0].goal == "8 or less"
    assert (s["fac"].requests, s["fac"].finished, s["jet1"].fired_mission) == (1, False, 1)
    assert s.state.sides["A"].has_fired


@pytest.mark.rule("FWC-AIR-01")
def test_failure_finishes_the_fac_and_leaves_the_aircraft_available() -> None:
    s = airfield()
    infantry(s)
    ask_fac(s, [4, 5], "strike", "foe")
    assert s["fac"].finished
    assert [unit.id for unit in sorties.available(s.state, "A")] == ["jet1"]


@pytest.mark.rule("FWC-AIR-01")
def test_the_fac_aims_at_what_he_sees() -> None:
    s = airfield(terrain=[piece("dense", box=(20, 40, 30, 12))])
    infantry(s, at=(20, 52))
    infantry(s, "seen", at=(60, 20))
    ask_fac(s, FAIL, "strike", "point", refused(way((20, 52)), "FWC-ART-07", way((61, 21))))
    assert keys(s, 1) == ["seen", "point"]


@pytest.mark.rule("FWC-AIR-01")
def test_without_aircraft_the_fac_is_finished() -> None:
    s = airfield(0)
    infantry(s)
    ask_fac(s, [])
    assert s["fac"].finished


@pytest.mark.rule("FWC-AIR-02")
def test_each_successive_request_costs_one() -> None:
    s = airfield(2)
    infantry(s)
    ask_fac(s, [1, 2, 1, NORTH, 1, 1, 1], "strike", "foe", ["jet1"], "spread")
    ask_fac(s, FAIL, "strike", "foe")
    assert s.throws[0].goal == "7 or less"


@pytest.mark.rule("FWC-AIR-03")
@pytest.mark.parametrize(("jets", "goal"), [(1, 8), (2, 7), (3, 6)])
def test_each_further_aircraft_costs_one(jets: int, goal: int) -> None:
    s = airfield(3)
    infantry(s)
    ask_fac(s, FAIL, "strike", "foe", [f"jet{n}" for n in range(1, jets + 1)])
    assert s.throws[0].goal == f"{goal} or less"


@pytest.mark.rule("FWC-AIR-04", "FWC-AIR-05")
@pytest.mark.parametrize(("enemy", "goal"), [("none", 8), ("partial", 7), ("full", 6)])
def test_enemy_air_superiority_costs_one_or_two(enemy: str, goal: int) -> None:
    s = airfield(air=("none", enemy))
    infantry(s)
    ask_fac(s, FAIL, "strike", "foe")
    assert s.throws[0].goal == f"{goal} or less"


@pytest.mark.rule("FWC-AIR-04", "FWC-AIR-05")
def test_own_air_superiority_does_not_change_the_request() -> None:
    s = airfield(air=("full", "none"))
    infantry(s)
    ask_fac(s, FAIL, "strike", "foe")
    assert s.throws[0].goal == "8 or less"


@pytest.mark.rule("FWC-AIR-06", "FWC-CAM-01")
def test_a_camouflaged_target_costs_one_unless_designated() -> None:
    for designated, goal in ((False, "7 or less"), (True, "8 or less")):
        s = airfield()
        infantry(s, keywords=["adaptive_camo"], designated=designated)
        ask_fac(s, FAIL, "strike", "foe")
        assert s.throws[0].goal == goal


@pytest.mark.rule("FWC-REC-02")
def test_recon_helps_the_request() -> None:
    s = airfield()
    infantry(s)
    s.state.recon = ("foe",)
    ask_fac(s, FAIL, "strike", "foe")
    assert s.throws[0].goal == "9 or less"
    assert not s.state.recon


@pytest.mark.rule("FWC-AIR-15")
def test_air_superiority_comes_from_the_scenario_and_one_side_at_most_has_it() -> None:
    having = []
    for name in SHELF.scenario_names:
        sides = SHELF.checked(SHELF.file_of(name)).side
        strong = [seat for seat in ("A", "B") if sides[seat].air != "none"]
        assert len(strong) <= 1
        having += strong
    assert having, "no scenario has any"


# --- Deviation -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-AIR-07")
def test_aircraft_deviate_by_the_distance_from_the_fac() -> None:
    s = airfield()
    infantry(s, at=(20, 60))
    infantry(s, "east", at=(32, 60))
    ask_fac(s, [1, 2, 6, 6, EAST, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "deviation") == [2]
    assert s.rules[s.events.index("the fire deviates 12 cm on bearing 90")] == "FWC-AIR-07"
    assert "fire falls on east" in s.events
    assert "fire falls on foe" not in s.events


@pytest.mark.rule("FWC-AIR-08")
def test_a_higher_fac_rolls_one_die_fewer() -> None:
    s = airfield(terrain=[piece("hill", circle=(20, 20, 8), height=1)])
    infantry(s, at=(20, 60))
    ask_fac(s, [1, 2, 1, NORTH, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "deviation") == [1]
    throw = next(throw for throw in s.throws if throw.purpose == "deviation")
    assert [(reason.rule, reason.amount) for reason in throw.reasons] == [("FWC-AIR-07", 2), ("FWC-AIR-08", -1)]


@pytest.mark.rule("FWC-AIR-09")
def test_rounding_least_dice_and_double_one_are_as_for_artillery() -> None:
    exactly = airfield()
    infantry(exactly, at=(20, 53))
    ask_fac(exactly, [1, 2, 1, NORTH, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(exactly, "deviation") == [1]
    beyond = airfield(tech=("primitive", "advanced"))
    infantry(beyond, at=(20, 43.01))
    ask_fac(beyond, [1, 2, 1, 1, NORTH, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(beyond, "deviation") == [2]
    lucky = airfield()
    infantry(lucky)
    ask_fac(lucky, [*EXACT, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(lucky, "deviation") == []
    assert lucky.rules[lucky.events.index("the fire falls exactly on the aiming point")] == "FWC-AIR-09"


# --- Attacks -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-AIR-10")
@pytest.mark.parametrize(("far", "hit"), [(10, True), (10.01, False)])
def test_the_fire_zone_is_20_cm_across(far: float, hit: bool) -> None:
    s = airfield(attacks=1)
    infantry(s)
    infantry(s, "other", at=(21.5 + far, 45))
    ask_fac(s, [*EXACT, 1, *([1] if hit else [])], "strike", "foe", "spread")
    assert ("fire falls on other" in s.events) == hit


@pytest.mark.rule("FWC-AIR-10", "FWC-FLY-02")
def test_a_called_gunship_strikes_like_an_aircraft() -> None:
    s = airfield(0)
    s.unit("A", "gunship", at=None, cls="gunship", attacks=4, called=True)
    infantry(s)
    ask_fac(s, [*EXACT, 1, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "hits") == [4]
    assert (s["gunship"].place, s["gunship"].fired_mission) == ("off", 1)


@pytest.mark.rule("FWC-FLY-02")
def test_a_gunship_under_orders_is_not_called() -> None:
    s = airfield(0)
    s.unit("A", "gunship", at=(5, 5), cls="gunship", attacks=4)
    infantry(s)
    ask_fac(s, [])
    assert s["fac"].finished


@pytest.mark.rule("FWC-AIR-11")
def test_attacks_are_rolled_against_each_unit_in_the_zone() -> None:
    s = airfield()
    infantry(s)
    infantry(s, "friend", at=(25, 45), side="A")
    ask_fac(s, [*EXACT, 1, 1, 4, 1, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "hits") == [3, 3]
    assert s["foe"].hits == 1


@pytest.mark.rule("FWC-AIR-12")
def test_or_double_attacks_against_one_unit() -> None:
    s = airfield()
    infantry(s)
    infantry(s, "second", at=(25, 45))
    ask_fac(s, [*EXACT, *[1] * 6], "strike", "foe", "second")
    assert rolled(s, "hits") == [6]
    assert [text for text in s.events if text.startswith("fire falls")] == ["fire falls on second"]


@pytest.mark.rule("FWC-FRZ-01")
def test_an_aircraft_with_a_freeze_weapon_freezes_unless_it_is_turned_away() -> None:
    for abort in (False, True):
        s = airfield(attacks=1)
        s.unit("A", "cold", at=None, cls="aircraft", keywords=["freeze"], attacks=1, hits=None)
        infantry(s, hits=9)
        flak(s, dice=1)
        shot = [4, 4] if abort else [1]
        hits = [4] if abort else [4, 4]
        dice = [*EXACT, *shot, *hits, *[1] * len(hits)]
        ask_fac(s, dice, "strike", "foe", ["jet1", "cold"], "cold", "spread")
        assert s["foe"].hits == len(hits)
        assert s["foe"].frozen != abort


@pytest.mark.rule("FWC-AIR-13")
def test_several_aircraft_add_their_attacks_and_choose_once_after_the_flak() -> None:
    s = airfield(2)
    infantry(s)
    infantry(s, "outside", at=(60, 45))
    flak(s, at=(20, 70), dice=1)
    # Two jets with 3 attacks each, one hit on the first by the flak, which does not make it abort: 5 attacks, doubled.
    ask_fac(s, [*EXACT, 4, 3, *[1] * 10], "strike", "foe", ["jet1", "jet2"], "jet1", "foe")
    assert rolled(s, "hits") == [10]
    assert [decision.rule for decision in s.asked][-2:] == ["FWC-AAF-02", "FWC-AIR-13"]
    assert keys(s, -1) == ["spread", "foe"], "only units in the zone may be singled out"


@pytest.mark.rule("FWC-AIR-13", "FWC-HID-01")
def test_a_hidden_enemy_is_not_singled_out_but_hit_when_the_attacks_are_spread() -> None:
    s = airfield(attacks=1)
    infantry(s)
    infantry(s, "ambush", at=(25, 45), hidden=True)
    ask_fac(s, [*EXACT, 1, 1], "strike", "foe", "spread")
    assert keys(s, -1) == ["spread", "foe"]
    assert not s["ambush"].hidden


@pytest.mark.rule("FWC-AIR-14")
def test_each_aircraft_flies_once_in_a_player_turn() -> None:
    s = airfield(2)
    infantry(s)
    ask_fac(s, [*EXACT, 1, 1, 1], "strike", "foe", ["jet1"], "spread")
    assert [unit.id for unit in sorties.available(s.state, "A")] == ["jet2"]
    s.state.player_turn = 3
    assert [unit.id for unit in sorties.available(s.state, "A")] == ["jet1", "jet2"]


@pytest.mark.rule("FWC-AIR-14")
def test_the_sequence_is_request_deviation_flak_attacks() -> None:
    s = airfield()
    infantry(s)
    flak(s, dice=1)
    ask_fac(s, [1, 2, 1, NORTH, 1, 1, 1, 1], "strike", "foe", "spread")
    purposes = [throw.purpose for throw in s.throws]
    assert purposes == ["air request", "deviation", "direction of deviation", "anti-aircraft fire", "hits"]


# --- Anti-aircraft fire --------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-AAF-01")
def test_all_aa_co_and_hq_units_in_range_and_sight_fire() -> None:
    s = airfield()
    infantry(s)
    flak(s, dice=2)
    s.unit("B", "co", at=(20, 70), cls="command", role="CO", attacks=0)
    s.unit("B", "hq", at=(30, 70), cls="command", role="HQ", attacks=0)
    s.unit("B", "enemy-fac", at=(25, 70), cls="command", role="FAC", attacks=0)
    s.unit("A", "own-flak", at=(10, 20), keywords=["aa"], aa=(4, 60))
    ask_fac(s, [*EXACT, 1, 1, 1, 1, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "anti-aircraft fire") == [4]
    assert len(s.asked) == 3, "nobody is asked about fire at a single aircraft"


@pytest.mark.rule("FWC-AAF-02")
@pytest.mark.parametrize("why", ["suppressed", "frozen", "out of range", "no sight", "limbered", "able"])
def test_who_does_not_fire_at_aircraft(why: str) -> None:
    wood = [piece("dense", box=(35, 45, 12, 30))] if why == "no sight" else []
    s = airfield(terrain=wood)
    infantry(s)
    x = 82.0 if why == "out of range" else 45.0
    marks: dict[str, Any] = {why: True} if why in ("suppressed", "frozen") else {}
    if why == "limbered":
        marks = {"cls": "gun", "deployed": False}
    flak(s, at=(x, 45), **marks)
    faces = [1, 1] if why == "able" else []
    ask_fac(s, [*EXACT, *faces, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "anti-aircraft fire") == ([2] if why == "able" else [])


@pytest.mark.rule("FWC-AAF-02")
def test_range_is_to_the_shifted_aiming_point_and_its_limit_is_inside() -> None:
    s = airfield()
    infantry(s)
    flak(s, at=(20 + 6 + 60 + 1.5, 45))
    ask_fac(s, [1, 2, 6, EAST, 1, 1, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "anti-aircraft fire") == [2]
    away = airfield()
    infantry(away)
    flak(away, at=(20 + 6 + 60 + 1.5, 45))
    ask_fac(away, [1, 2, 6, NORTH, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(away, "anti-aircraft fire") == []


@pytest.mark.rule("FWC-AAF-02", "FWC-MAS-01")
def test_a_strike_on_a_massive_unit_is_fired_at_from_behind_it() -> None:
    s = airfield(attacks=1)
    s.unit("B", "titan", at=(20, 45), cls="walker", keywords=["massive"])
    flak(s, at=(20, 60))
    ask_fac(s, [*EXACT, 1, 1, 1], "strike", "titan", "spread")
    assert rolled(s, "anti-aircraft fire") == [2]


@pytest.mark.rule("FWC-AAF-02")
def test_each_gun_fires_at_one_aircraft_allotted_by_its_owner_before_any_die() -> None:
    s = airfield(2)
    infantry(s)
    flak(s, dice=2)
    flak(s, "flak2", at=(45, 45), dice=1)
    ask_fac(s, [*EXACT, 1, 1, 1, *[1] * 6], "strike", "foe", ["jet1", "jet2"], "jet2", "jet1", "spread")
    assert rolled(s, "anti-aircraft fire") == [1, 2]
    assert [decision.seat for decision in s.asked] == ["A", "A", "A", "B", "B", "A"]
    assert (s["flak"].reactions, s["flak"].reacted) == (0, False), "fire at aircraft is free"


@pytest.mark.rule("FWC-AAF-02")
def test_the_bot_allots_a_gun_to_the_aircraft_it_takes_most_attacks_from() -> None:
    s = airfield(2)
    infantry(s)
    flak(s, dice=2)
    flak(s, "flak2", at=(45, 45), dice=2)

    def advised(decision: Decision) -> object:
        return GAME.advise(s.state, decision).answer

    ask_fac(s, [*EXACT, 1, 1, 1, 1, *[1] * 6], "strike", "foe", ["jet1", "jet2"], advised, advised, "spread")
    assert rolled(s, "anti-aircraft fire") == [2, 2], "the first has jet1 for its own, the second does more to jet2"


@pytest.mark.rule("FWC-AAF-02", "FWC-HID-02")
def test_a_hidden_gun_may_hold_its_fire_and_is_shown_if_it_does_not() -> None:
    for firing, faces, hidden in (([], [], True), (["flak"], [1, 1], False)):
        s = airfield()
        infantry(s)
        flak(s, hidden=True)
        ask_fac(s, [*EXACT, *faces, 1, 1, 1], "strike", "foe", firing, "spread")
        assert s["flak"].hidden == hidden


@pytest.mark.rule("FWC-AAF-03")
@pytest.mark.parametrize(("far", "dice"), [(30, 1), (30.01, 0)])
def test_a_co_or_hq_without_a_value_has_one_die_at_30_cm(far: float, dice: int) -> None:
    s = airfield()
    infantry(s)
    s.unit("B", "hq", at=(20 + far + 1.5, 45), cls="command", role="HQ", attacks=0)
    ask_fac(s, [*EXACT, *[1] * dice, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "anti-aircraft fire") == ([1] if dice else [])


@pytest.mark.rule("FWC-AAF-03")
def test_a_listed_value_counts_for_a_co_too() -> None:
    s = airfield()
    infantry(s)
    s.unit("B", "co", at=(65, 45), cls="command", role="CO", attacks=0, aa=(3, 50))
    ask_fac(s, [*EXACT, 1, 1, 1, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "anti-aircraft fire") == [3]


@pytest.mark.rule("FWC-AAF-04")
@pytest.mark.parametrize(("own", "need"), [("none", 4), ("partial", 5), ("full", 6)])
def test_the_score_depends_on_the_air_superiority_of_the_aircraft(own: str, need: int) -> None:
    s = airfield(air=(own, "none"))
    infantry(s)
    flak(s)
    ask_fac(s, [*EXACT, 1, 1, 1, 1, 1], "strike", "foe", "spread")
    assert [throw.need for throw in s.throws if throw.purpose == "anti-aircraft fire"] == [need]


@pytest.mark.rule("FWC-AAF-04")
def test_house_rule_aircraft_are_always_hit_on_four() -> None:
    s = airfield(air=("full", "none"), options={"aa_score_by_superiority": False})
    infantry(s)
    flak(s)
    ask_fac(s, [*EXACT, 1, 1, 1, 1, 1], "strike", "foe", "spread")
    flaks = [throw for throw in s.throws if throw.purpose == "anti-aircraft fire"]
    assert [throw.need for throw in flaks] == [4]
    told = [reason.text for throw in flaks for reason in throw.reasons if reason.rule == "FWC-AAF-04"]
    assert told == ["whoever has air superiority"], "it has full air superiority, which does not count"


@pytest.mark.rule("FWC-AAF-05", "FWC-AAF-06")
def test_a_die_for_each_hit_and_any_that_scores_makes_it_abort() -> None:
    s = airfield()
    infantry(s)
    flak(s, dice=3)
    ask_fac(s, [*EXACT, 4, 5, 1, 3, 4], "strike", "foe")
    assert rolled(s, "does it abort") == [2]
    assert "jet1 aborts its attack" in s.events
    assert rolled(s, "hits") == []
    assert s["jet1"].fired_mission == 1
    assert s["jet1"].place == "off"


@pytest.mark.rule("FWC-AAF-06", "FWC-AAF-08")
def test_house_rule_what_aborts_is_shot_down() -> None:
    s = airfield(options={"aa_shootdown": True})
    infantry(s)
    flak(s, dice=1)
    ask_fac(s, [*EXACT, 4, 4], "strike", "foe")
    assert s["jet1"].place == "ko"
    s.state.player_turn = 3
    assert sorties.available(s.state, "A") == []


@pytest.mark.rule("FWC-AAF-07")
def test_each_hit_takes_one_attack() -> None:
    s = airfield()
    infantry(s)
    flak(s, dice=3)
    ask_fac(s, [*EXACT, 4, 5, 1, 3, 3, 1], "strike", "foe", "spread")
    assert rolled(s, "hits") == [1]


@pytest.mark.rule("FWC-AAF-08", "FWC-GEN-06")
def test_attacks_do_not_fall_below_none_and_come_back_next_time() -> None:
    s = airfield()
    infantry(s)
    flak(s, dice=4)
    ask_fac(s, [*EXACT, 4, 4, 4, 4, 1, 1, 1, 1], "strike", "foe")
    assert rolled(s, "hits") == []
    assert "jet1 flies on with 0 attacks" in s.events
    s.state.player_turn = 3
    s.mark("flak", suppressed=True)
    ask_fac(s, [*EXACT, 1, 1, 1], "strike", "foe", "spread")
    assert rolled(s, "hits") == [3]
