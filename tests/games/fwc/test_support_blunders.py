"""Support blunders: the tables for a double six by an FAO or an FAC."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish
from tests.games.fwc.support import EAST, NORTH, value
from umpire.battle.decisions import Decision
from umpire.games.fwc import GAME
from umpire.games.fwc.actions import air, artillery, batteries, sorties, support_blunders
from umpire.games.fwc.actions.aiming import Aim
from umpire.games.fwc.actions.batteries import Mission
from umpire.games.fwc.actions.sorties import Strike
from umpire.games.fwc.model import Effect

DOUBLE_SIX = (6, 6)

# --- Artillery support blunders ------------------------------------------------------------------------------


def guns(**more: Any) -> tuple[Skirmish, Mission]:
    """An FAO who asked two guns for a concentration on an enemy 25 cm away."""
    more.setdefault("player_turn", 3)
    s = Skirmish(phase="command", **more)
    s.unit("A", "fao", at=(20, 20), cls="command", role="FAO", attacks=0, cv=8)
    for name in ("gun1", "gun2"):
        s.unit("A", name, at=None, cls="artillery", attacks=2, hits=4)
    s.unit("B", "foe", at=(20, 45), cls="infantry")
    return s, Mission("concentration", ("gun1", "gun2"), Aim(s["foe"].base.centre, "foe"))


def artillery_blunder(s: Skirmish, mission: Mission, dice: Sequence[int], *choices: Any) -> None:
    s.play(support_blunders.artillery(s.state, "fao", mission), dice, choices)


@pytest.mark.rule("FWC-ABL-09")
def test_a_double_six_by_an_fao_consults_his_table_whatever_his_command_value() -> None:
    s, _ = guns()
    s.state.effects = (Effect("fao", "A", 6, 1, None, "test"),)
    s.play(artillery.support(s.state, "fao"), [*DOUBLE_SIX, 1, 2], ["concentration", "foe", ["gun1"]])
    assert s.throws[0].goal == "14 or less"
    assert s.throws[1].purpose == "artillery support blunder"
    assert s["fao"].finished
    assert s["gun1"].fired_mission == 0


@pytest.mark.rule("FWC-ABL-01")
@pytest.mark.parametrize("row", [1, 2])
def test_a_blundering_fao_has_a_lower_value_next_turn(row: int) -> None:
    for face, loss in ((2, 1), (3, 2), (6, 3)):
        s, mission = guns()
        artillery_blunder(s, mission, [row, face])
        assert [value(s, "fao", turn) for turn in (3, 5, 7)] == [8, 8 - loss, 8]


@pytest.mark.rule("FWC-ABL-02", "FWC-ABL-03")
@pytest.mark.parametrize("row", [3, 4])
def test_each_gun_asked_for_takes_attacks_in_partial_cover(row: int) -> None:
    s, mission = guns()
    s.unit("A", "not-asked", at=None, cls="artillery")
    artillery_blunder(s, mission, [row, 3, 4, 4, 5, 1, 4, 5, 5, 1, 1])
    assert [(throw.dice, throw.need) for throw in s.throws if throw.purpose == "hits"] == [(3, 5), (3, 5)]
    assert (s["gun1"].hits, s["gun2"].hits, s["not-asked"].hits) == (1, 2, 0)


@pytest.mark.rule("FWC-ABL-04")
def test_spacecraft_are_in_full_cover_with_save_3_and_unlimited_hits() -> None:
    s, _ = guns()
    s.unit("A", "ship", at=None, cls="artillery", keywords=["spacecraft"], hits=None, save=None)
    mission = Mission("orbital", ("ship",), Aim(s["foe"].base.centre, "foe"))
    artillery_blunder(s, mission, [3, 6, *[6] * 6, *[2] * 6, *[5] * 6])
    needs = {throw.purpose: throw.need for throw in s.throws}
    assert (needs["hits"], needs["saves"], needs["suppression"]) == (6, 3, 6)
    assert s["ship"].place == "off"
    assert s["ship"].unavailable_until == 0


@pytest.mark.rule("FWC-ABL-05", "FWC-ABL-07")
def test_a_suppressed_gun_is_not_available_for_the_whole_next_turn() -> None:
    s, mission = guns()
    artillery_blunder(s, mission, [3, 1, 5, 5, 4])
    for turn, there in ((3, ["gun2"]), (5, ["gun2"]), (7, ["gun1", "gun2"])):
        s.state.player_turn = turn
        assert [unit.id for unit in batteries.available(s.state, "A")] == there


@pytest.mark.rule("FWC-ABL-06")
@pytest.mark.parametrize("row", [5, 6])
def test_the_fire_falls_on_the_nearest_friend_with_deviation(row: int) -> None:
    s, mission = guns()
    s.unit("A", "friend", at=(20, 35), cls="infantry")
    # 12 cm from the FAO: one die, 2 cm to the north; concentration of 4 dice, the friend first, then the foe.
    artillery_blunder(s, mission, [row, 2, NORTH, 4, 1, 1, 1, 1, *[1] * 4])
    assert "the fire deviates 2 cm on bearing 0" in s.events
    assert [t for t in s.events if t.startswith("fire falls")] == ["fire falls on friend", "fire falls on foe"]
    assert s["friend"].hits == 1
    assert (s["gun1"].fired_mission, s["gun2"].fired_mission) == (3, 3)


@pytest.mark.rule("FWC-ABL-07")
def test_one_die_serves_all_guns_hits_knock_out_and_nothing_falls_back() -> None:
    s, mission = guns()
    s.mark("gun1", hits=3)
    s.unit("A", "on-table", at=(5, 5), cls="artillery", range=150)
    asked = mission._replace(pieces=("gun1", "on-table"))
    artillery_blunder(s, asked, [3, 2, 5, 1, 6, 6, 5, 1])
    assert [throw.dice for throw in s.throws if throw.purpose == "attacks on each piece asked for"] == [1]
    assert s["gun1"].place == "ko"
    assert s["on-table"].suppressed
    assert s.at("on-table") == (5, 5)
    assert s["on-table"].unavailable_until == 5
    again = asked._replace(pieces=("on-table",))
    artillery_blunder(s, again, [3, 1, 5])
    assert s.at("on-table") == (5, 5), "already suppressed it does not fall back"


@pytest.mark.rule("FWC-ABL-07")
def test_the_chances_of_an_attacked_battery() -> None:
    s, mission = guns()
    one = mission._replace(pieces=("gun1",))
    odds = s.odds(
        lambda state: support_blunders._battery_attacked(state, one),
        outcome=lambda state, _: (state.units["gun1"].place, state.units["gun1"].unavailable_until),
    )
    assert odds["off", 5] == Fraction(35785, 118098)
    assert odds["ko", 0] == Fraction(115, 4374)


@pytest.mark.rule("FWC-ABL-08")
def test_between_two_friends_equally_near_the_opponent_chooses() -> None:
    s, mission = guns()
    s.unit("A", "left", at=(10, 45), cls="infantry")
    s.unit("A", "right", at=(30, 45), cls="infantry")
    artillery_blunder(s, mission, [5, 1, NORTH, *[1] * 8], "right")
    assert s.asked[0].seat == "B"
    assert "the fire is called on right" in s.events


@pytest.mark.rule("FWC-ABL-08")
def test_the_kind_of_mission_stays() -> None:
    s, mission = guns()
    s.unit("A", "friend", at=(20, 35), cls="infantry")
    artillery_blunder(s, mission._replace(kind="obscurants_barrage"), [5, 3, EAST])
    (cloud,) = s.state.zones
    assert (cloud.x, cloud.y, cloud.radius) == (23_000, 35_000, 15_000)


@pytest.mark.rule("FWC-ABL-08")
def test_hidden_friends_are_not_named_to_the_opponent() -> None:
    s, mission = guns()
    s.unit("A", "left", at=(10, 45), cls="infantry", hidden=True)
    s.unit("A", "right", at=(30, 45), cls="infantry")
    artillery_blunder(s, mission, [5, 1, EAST, *[1] * 8])
    assert "the fire is called on right" in s.events


@pytest.mark.rule("FWC-ABL-08")
def test_counter_battery_fire_gone_wrong_falls_on_the_friend_nearest_the_enemy_edge() -> None:
    s, _ = guns()
    s.unit("B", "howitzer", at=None, cls="artillery", fired_mission=2)
    s.unit("A", "forward", at=(20, 80), cls="infantry")
    s.play(
        artillery.support(s.state, "fao"),
        [*DOUBLE_SIX, 5, 1, 1, NORTH, 1, 1],
        ["counter_battery", ["gun1"]],
    )
    assert "fire falls on forward" in s.events
    assert s["howitzer"].hits == 0


# --- Air support blunders ------------------------------------------------------------------------------------


def jets(**more: Any) -> tuple[Skirmish, Strike]:
    """An FAC who asked two jets for a strike on an enemy 25 cm away."""
    more.setdefault("player_turn", 3)
    s = Skirmish(phase="command", **more)
    s.unit("A", "fac", at=(20, 20), cls="command", role="FAC", attacks=0, cv=8)
    for name in ("jet1", "jet2"):
        s.unit("A", name, at=None, cls="aircraft", attacks=2, hits=None)
    s.unit("B", "foe", at=(20, 45), cls="infantry")
    return s, Strike(("jet1", "jet2"), Aim(s["foe"].base.centre, "foe"))


def air_blunder(s: Skirmish, strike: Strike, dice: Sequence[int], *choices: Any) -> None:
    s.play(support_blunders.air(s.state, "fac", strike), dice, choices)


@pytest.mark.rule("FWC-XBL-06")
def test_a_double_six_by_an_fac_consults_his_table() -> None:
    s, _ = jets()
    s.play(air.support(s.state, "fac"), [*DOUBLE_SIX, 2, 2], ["strike", "foe", ["jet1"]])
    assert s.throws[1].purpose == "air support blunder"
    assert s["fac"].finished
    assert s["jet1"].fired_mission == 0


@pytest.mark.rule("FWC-XBL-01")
@pytest.mark.parametrize("row", [1, 2])
def test_a_blundering_fac_has_a_lower_value_next_turn(row: int) -> None:
    for face, loss in ((1, 1), (4, 2), (5, 3)):
        s, strike = jets()
        air_blunder(s, strike, [row, face])
        assert [value(s, "fac", turn) for turn in (3, 5, 7)] == [8, 8 - loss, 8]


@pytest.mark.rule("FWC-XBL-02", "FWC-XBL-05")
@pytest.mark.parametrize(("own", "need"), [("none", 4), ("partial", 5), ("full", 6)])
def test_each_aircraft_takes_attacks_scored_by_air_superiority(own: str, need: int) -> None:
    s, strike = jets(air=(own, "none"))
    air_blunder(s, strike, [4, 2, need - 1, need - 1, need, 1, 1])
    assert [(throw.dice, throw.need) for throw in s.throws if throw.purpose == "hits"] == [(2, need), (2, need)]


@pytest.mark.rule("FWC-XBL-03")
def test_a_suppressed_aircraft_is_not_available_next_turn() -> None:
    s, strike = jets()
    air_blunder(s, strike, [3, 1, 4, 4, 3])
    for turn, there in ((5, ["jet2"]), (7, ["jet1", "jet2"])):
        s.state.player_turn = turn
        assert [unit.id for unit in sorties.available(s.state, "A")] == there


@pytest.mark.rule("FWC-XBL-04")
@pytest.mark.parametrize("row", [5, 6])
def test_the_aircraft_attack_the_nearest_friend_with_deviation(row: int) -> None:
    s, strike = jets()
    s.unit("A", "friend", at=(20, 30), cls="infantry")
    air_blunder(s, strike, [row, 2, EAST, 4, 1, 1, 1, 1, 1, 1, 1, 1], "spread")
    assert s["friend"].hits == 1
    assert [t for t in s.events if t.startswith("fire falls")] == ["fire falls on friend", "fire falls on fac"]
    assert s["jet1"].fired_mission == 3


@pytest.mark.rule("FWC-XBL-05")
def test_no_saves_and_no_knock_out_of_aircraft() -> None:
    s, strike = jets()
    s.unit("A", "gunship", at=None, cls="gunship", hits=2, save=2, called=True)
    one = strike._replace(aircraft=("gunship",))
    air_blunder(s, one, [3, 6, *[4] * 6, *[1] * 6])
    assert [throw.purpose for throw in s.throws][2:] == ["hits", "suppression"]
    assert (s["gunship"].place, s["gunship"].hits) == ("off", 0)


@pytest.mark.rule("FWC-XBL-05")
def test_a_strike_astray_meets_no_own_flak_and_the_enemy_may_decline() -> None:
    for firing, flak in (([], []), (["enemy-flak"], [1, 1, 1])):
        s, strike = jets()
        one = strike._replace(aircraft=("jet1",))
        s.unit("A", "friend", at=(20, 30), cls="infantry")
        s.unit("A", "own-flak", at=(60, 30), keywords=["aa"], aa=(3, 60))
        s.unit("B", "enemy-flak", at=(60, 45), keywords=["aa"], aa=(3, 60))
        air_blunder(s, one, [5, 1, EAST, *flak, 1, 1, 1, 1], firing, "spread")
        assert s.asked[0].seat == "B"
        assert [throw.dice for throw in s.throws if throw.purpose == "anti-aircraft fire"] == ([3] if flak else [])


@pytest.mark.rule("FWC-XBL-05")
@pytest.mark.parametrize("near", [True, False])
@pytest.mark.parametrize("aircraft", [("jet1",), ("jet1", "jet2")])
def test_it_is_sensible_to_let_a_strike_astray_pass_that_falls_on_nobody_else(
    aircraft: tuple[str, ...], near: bool
) -> None:
    s, strike = jets()
    s.unit("A", "friend", at=(20, 30), cls="infantry")
    s.unit("B", "enemy-flak", at=(30 if near else 60, 30), keywords=["aa"], aa=(1, 60))
    fire, hold = ("jet1", "hold") if len(aircraft) > 1 else (["enemy-flak"], [])

    def held(decision: Decision) -> object:
        wanted = fire if near else hold
        assert (decision.default(), GAME.advise(s.state, decision).answer) == (wanted, wanted)
        return hold

    hits = [1] * (2 * sum(s[jet].profile.attacks for jet in aircraft))
    air_blunder(s, strike._replace(aircraft=aircraft), [5, 1, EAST, *hits], held, "friend")
