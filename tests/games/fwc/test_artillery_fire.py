"""Artillery fire: zones, orbital strikes, counter-battery fire, obscurants."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from tests.games.fwc.support import EXACT, FAIL, SOUTH, airfield, ask_fac, ask_fao, battery, infantry, missions, rolled
from umpire.battle.decisions import PickOne, PickSome
from umpire.games.fwc import field
from umpire.games.fwc.actions import aiming, batteries
from umpire.table import Point

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
    ask_fao(s, [*EXACT, *[1] * dice * (2 if hit else 1)], kind, "foe")
    assert ("fire falls on other" in s.events) == hit


@pytest.mark.rule("FWC-ART-17")
def test_a_concentration_has_the_attacks_of_all_guns() -> None:
    s = battery(2, attacks=4)
    s.unit("A", "light", at=None, cls="artillery", attacks=3)
    infantry(s)
    ask_fao(s, [*EXACT, *[1] * 11], "concentration", "foe", ["gun1", "gun2", "light"])
    assert rolled(s, "hits") == [11]


@pytest.mark.rule("FWC-ART-18", "FWC-ART-19")
@pytest.mark.parametrize(("house", "dice"), [("up", 6), ("down", 5)])
def test_a_barrage_has_half_the_sum_of_their_attacks(house: str, dice: int) -> None:
    s = battery(2, attacks=4, options={"barrage_round": house})
    s.unit("A", "light", at=None, cls="artillery", attacks=3)
    infantry(s)
    ask_fao(s, [*EXACT, *[1] * dice], "barrage", "foe", ["gun1", "gun2", "light"])
    assert rolled(s, "hits") == [dice]


@pytest.mark.rule("FWC-ART-19")
def test_no_firing_modifiers_apply() -> None:
    s = battery(0)
    s.unit("A", "howitzer", at=(20, 30), cls="artillery", attacks=4, range=150)
    s.unit("B", "tank", at=(20, 45), facing=0)  # within half range, its rear to the gun
    ask_fao(s, [*EXACT, 1, 1, 1, 1], "concentration", "tank")
    assert rolled(s, "hits") == [4]


@pytest.mark.rule("FWC-ART-20")
def test_the_dice_are_rolled_separately_against_each_unit() -> None:
    s = battery()
    infantry(s)
    infantry(s, "second", at=(25, 45))
    infantry(s, "third", at=(20, 51), hits=1)
    ask_fao(s, [*EXACT, 1, 1, 1, 4, 1, 1, 1, 1, 1, 6, 1, 1, 1], "concentration", "foe")
    assert rolled(s, "hits") == [4, 4, 4]
    assert (s["foe"].hits, s["second"].hits, s["third"].place) == (1, 0, "ko")


@pytest.mark.rule("FWC-CAS-14")
def test_the_unit_nearest_to_the_centre_is_resolved_first() -> None:
    s = battery(attacks=1)
    for name, x in (("far", 28.0), ("near", 24.0), ("middle", 20.0)):
        infantry(s, name, at=(x, 45))
    ask_fao(s, [*EXACT, 1, 1, 1], "concentration", "middle")
    assert [text for text in s.events if "falls on" in text] == [
        f"fire falls on {n}" for n in ("middle", "near", "far")
    ]


@pytest.mark.rule("FWC-ART-21")
def test_friends_and_command_units_in_the_zone_are_attacked() -> None:
    s = battery(attacks=1, fao=(20, 36))
    infantry(s)
    infantry(s, "friend", at=(24, 45), side="A")
    s.unit("B", "hq", at=(16, 45), cls="command", role="HQ", attacks=0)
    ask_fao(s, [*EXACT, 1, 1, 1, 1], "concentration", "foe")
    hit = {text.removeprefix("fire falls on ") for text in s.events if text.startswith("fire falls on ")}
    assert hit == {"foe", "friend", "hq", "fao"}


@pytest.mark.rule("FWC-ART-21", "FWC-DOM-01")
def test_what_a_dome_parts_from_the_centre_is_safe() -> None:
    s = battery(attacks=1)
    infantry(s)
    s.unit("B", "generator", at=(32, 45), cls="vehicle", keywords=["dome_generator"])
    infantry(s, "inside", at=(27, 45))
    s.zone("dome", (32, 45), 10, "generator")
    ask_fao(s, [*EXACT, 1], "barrage", "foe")
    assert "fire falls on inside" not in s.events
    within = battery(attacks=1, fao=(35, 42))
    infantry(within, "inside", at=(27, 45))
    within.unit("B", "generator", at=(32, 45), cls="vehicle")
    infantry(within, "outside", at=(20, 45))
    within.zone("dome", (32, 45), 10, "generator")
    ask_fao(within, [*EXACT, 1, 1, 1], "concentration", "inside")
    assert "fire falls on generator" in within.events
    assert "fire falls on outside" not in within.events


def across_the_edge(s: Skirmish) -> None:
    """A dome with somebody deep inside it and somebody on its southern edge, his middle within."""
    s.unit("B", "generator", at=(20, 54), keywords=["dome_generator"], attacks=0)
    s.zone("dome", (20, 54), 10, "generator")
    infantry(s, "deep", at=(24, 50), attacks=0)
    infantry(s, "edge", at=(20, 45), attacks=0)


@pytest.mark.rule("FWC-DOM-01", "FWC-ART-07")
def test_who_stands_on_the_edge_of_a_dome_does_not_open_it_to_fire_from_outside() -> None:
    s = battery()
    across_the_edge(s)
    infantry(s, "free", at=(60, 30), attacks=0)
    assert field.sees(s.state, s["fao"], s["edge"]), "a part of him"
    ask_fao(s, FAIL, "concentration", refused("edge", "FWC-ART-07", "free"))


@pytest.mark.rule("FWC-DOM-01", "FWC-AIR-01")
def test_nor_to_aircraft() -> None:
    s = airfield()
    across_the_edge(s)
    infantry(s, "free", at=(60, 30), attacks=0)
    ask_fac(s, FAIL, "strike", refused("edge", "FWC-AIR-01", "free"))


@pytest.mark.rule("FWC-ART-07")
def test_fire_on_somebody_half_in_smoke_is_aimed_at_the_half_that_is_seen() -> None:
    s = battery(attacks=1)
    infantry(s)
    s.zone("smoke", (20, 54.8), 10)
    refusal = aiming.why_not_here(s.state, s["fao"], s["foe"].base.centre)
    assert refusal is not None, "his middle is in the cloud"
    point = aiming.seen_targets(s.state, s["fao"]).point(s["foe"])
    assert point in s["foe"].base.corners, "where the line ends by which he is seen"
    assert aiming.why_not_here(s.state, s["fao"], point) is None


@pytest.mark.rule("FWC-ART-07", "FWC-LOS-01")
def test_who_is_seen_by_a_chink_alone_can_be_fired_on() -> None:
    west = piece("building", box=(10.56, 36.5, 21.12, 13), id="west")
    east = piece("building", box=(31.22, 36.5, 20, 13), id="east")
    s = battery(attacks=1, terrain=[west, east])
    infantry(s)
    assert field.sees(s.state, s["fao"], s["foe"])
    assert not field.part_visible(s.state, s["fao"], s["foe"], s["foe"].base.centre)
    point = aiming.seen_targets(s.state, s["fao"]).point(s["foe"])
    assert point is not None
    assert 21_000 < point.x < 21_300, "1 mm between two houses"
    ask_fao(s, [*EXACT, 1], "concentration", "foe")
    assert "fire falls on foe" in s.events


@pytest.mark.rule("FWC-ART-21")
def test_carried_units_are_not_attacked_themselves() -> None:
    s = battery(attacks=1)
    s.unit("B", "truck", at=(20, 45), cls="transport", capacity=1)
    infantry(s, "rider", at=(20, 45), place="carried", carried_by="truck")
    ask_fao(s, [*EXACT, 1], "concentration", "truck")
    assert rolled(s, "hits") == [1]


@pytest.mark.rule("FWC-ART-22")
def test_fall_back_is_away_from_the_centre_of_the_zone() -> None:
    s = battery(attacks=1)
    infantry(s, "aim", at=(20, 45))
    infantry(s, at=(26, 45), suppressed=True)
    ask_fao(s, [*EXACT, 1, 4, 5], "concentration", "aim")
    assert s.at("foe") == (31, 45)


@pytest.mark.rule("FWC-ART-22")
def test_a_unit_in_the_very_centre_falls_back_to_its_baseline() -> None:
    s = battery(attacks=1)
    infantry(s, suppressed=True)
    ask_fao(s, [*EXACT, 4, 5], "concentration", "foe")
    assert s.at("foe") == (20, 50)


@pytest.mark.rule("FWC-ART-23")
def test_a_zone_shifted_off_the_table_affects_nobody() -> None:
    s = battery(fao=(20, 40))
    infantry(s, at=(20, 1.5))
    ask_fao(s, [1, 2, 6, 6, SOUTH], "concentration", "foe")
    assert s.rules[-1] == "FWC-ART-23"
    assert not any(text.startswith("fire falls") for text in s.events)
    assert s.state.sides["A"].has_fired


@pytest.mark.rule("FWC-ART-23")
def test_a_zone_partly_off_the_table_hits_whom_it_covers_there() -> None:
    s = battery(fao=(20, 40), attacks=1)
    infantry(s, at=(20, 1.5))
    infantry(s, "north", at=(20, 12))
    ask_fao(s, [1, 2, 4, 6, SOUTH, 1], "concentration", "foe")
    assert "fire falls on foe" in s.events
    assert "fire falls on north" not in s.events


@pytest.mark.rule("FWC-ART-24")
def test_an_orbital_strike_is_fired_by_spacecraft_alone() -> None:
    s = battery()
    s.unit("A", "ship", at=None, cls="artillery", keywords=["spacecraft"], attacks=6, hits=None)
    infantry(s)
    ask_fao(s, [*EXACT, *[1] * 6], "orbital", "foe")
    assert rolled(s, "hits") == [6]
    assert (s["ship"].fired_mission, s["gun1"].fired_mission) == (1, 0)
    assert "orbital" not in missions(s)
    assert "concentration" in missions(s)


@pytest.mark.rule("FWC-ART-24")
@pytest.mark.parametrize(("kind", "dice"), [("heavy", 12), ("heavy_barrage", 6)])
def test_a_heavy_orbital_strike_doubles_the_attack_value(kind: str, dice: int) -> None:
    s = battery(0)
    s.unit("A", "ship", at=None, cls="artillery", keywords=["spacecraft"], attacks=6, hits=None)
    infantry(s)
    ask_fao(s, [*EXACT, *[1] * dice], kind, "foe")
    assert rolled(s, "hits") == [dice]


@pytest.mark.rule("FWC-HID-02")
def test_hidden_units_under_area_fire_are_shown_and_attacked() -> None:
    s = battery(attacks=1)
    infantry(s)
    infantry(s, "ambush", at=(25, 45), hidden=True)
    ask_fao(s, [*EXACT, 1, 1], "concentration", "foe")
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
    ask_fao(s, [3, 4, 4, 4, 5, 5, 1, 1], "counter_battery")
    assert rolled(s, "deviation") == []
    assert [throw.need for throw in s.throws if throw.purpose == "hits"] == [5]
    assert s["howitzer"].hits == 2
    assert s["gun1"].fired_mission == 3


@pytest.mark.rule("FWC-ART-25")
def test_counter_battery_fire_can_knock_out_a_gun_off_the_table() -> None:
    s = duel()
    ask_fao(s, [3, 4, 5, 5, 6, 6], "counter_battery")
    assert s["howitzer"].place == "ko"


@pytest.mark.rule("FWC-ART-25")
def test_a_gun_suppressed_off_the_table_misses_its_next_turn() -> None:
    s = duel()
    ask_fao(s, [3, 4, 5, 1, 1, 1, 5], "counter_battery")
    assert s["howitzer"].unavailable_until == 4
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
    ask_fao(s, [3, 4, *[1] * 8], "counter_battery", ["howitzer", "second"])
    assert rolled(s, "hits") == [4, 4]
    naming = s.asked[1]
    assert isinstance(naming, PickSome)
    assert [option.key for option in naming.options] == ["howitzer", "second"]


@pytest.mark.rule("FWC-ART-25")
def test_nothing_has_fired_before_the_first_turn() -> None:
    s = battery(player_turn=1)
    s.unit("B", "howitzer", at=None, cls="artillery")
    assert "counter_battery" not in missions(s)


@pytest.mark.rule("FWC-ART-25", "FWC-HID-02")
def test_hidden_artillery_that_fired_is_named_unseen_and_shown_by_the_fire() -> None:
    s = duel()
    s.unit("B", "lurker", at=(60, 80), cls="artillery", fired_mission=2, hidden=True)
    ask_fao(s, [3, 4, 1, 1, 1, 1], "counter_battery", ["hidden-2"])
    naming = s.asked[1]
    assert isinstance(naming, PickSome)
    assert not any("lurker" in (option.key, option.label, option.piece) for option in naming.options)
    assert not s["lurker"].hidden


@pytest.mark.rule("FWC-ART-25", "FWC-DOM-01")
@pytest.mark.parametrize("ours", ["off the table", "outside", "inside"])
def test_counter_battery_fire_does_not_cross_the_edge_of_a_dome_from_wherever_it_comes(ours: str) -> None:
    s = battery(0, player_turn=3)
    at = {"off the table": None, "outside": (60, 60), "inside": (66, 80)}[ours]
    s.unit("A", "gun", at=at, cls="artillery", attacks=1, range=100)
    s.unit("B", "lurker", at=(60, 80), cls="artillery", fired_mission=2, hidden=True)
    assert "counter_battery" in missions(s)
    s.zone("dome", (60, 80), 10, "generator", made=2)
    assert ("counter_battery" in missions(s)) == (ours == "inside")


@pytest.mark.rule("FWC-ART-25")
def test_a_mission_served_from_hiding_does_not_betray_the_gun() -> None:
    s = battery(0)
    s.unit("A", "howitzer", at=(5, 5), cls="artillery", range=150, hidden=True)
    infantry(s)
    ask_fao(s, [*EXACT, 1, 1, 1, 1], "concentration", "foe")
    assert s["howitzer"].hidden
    assert not any("howitzer" in event.text or "howitzer" in event.pieces for event in s.state.events or ())


# --- Obscurants ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-OBS-01")
@pytest.mark.parametrize(("kind", "radius"), [("obscurants_barrage", 15_000), ("obscurants_concentration", 10_000)])
def test_obscurants_make_a_cloud_of_the_zone_and_attack_nobody(kind: str, radius: int) -> None:
    s = battery()
    infantry(s)
    infantry(s, "ambush", at=(25, 45), hidden=True)
    ask_fao(s, EXACT, kind, "foe")
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
    ask_fao(s, EXACT, "obscurants_concentration", way((20, 50)))
    assert not field.visible(s.state, s["fao"], s["foe"])
    assert not field.point_visible(s.state, s["fao"], Point(20_000, 75_000))


@pytest.mark.rule("FWC-OBS-01", "FWC-ART-23")
def test_a_cloud_shifted_off_the_table_is_gone() -> None:
    s = battery(fao=(20, 41))
    infantry(s, at=(20, 1.5))
    ask_fao(s, [1, 2, 6, 6, SOUTH], "obscurants_concentration", "foe")
    assert s.state.zones == ()
    assert s.rules[-1] == "FWC-ART-23"
    assert not s.state.sides["A"].has_fired
