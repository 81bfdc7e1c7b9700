"""Falling back: who must, how far, from whom, and what is met on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest

from tests.games.dice import F
from tests.games.fwc.skirmish import Skirmish, piece
from umpire.battle.decisions import PickOne
from umpire.dice import Odds
from umpire.games.fwc import field
from umpire.games.fwc.actions import fire
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.schema import InstallationEntry, TerrainEntry

SOUTH = 180
FROM_A = Source(units=("a",))


def driven(*terrain: TerrainEntry, size: tuple[float, float] = (120, 90), **line: Any) -> Skirmish:
    """Attacker `a`, and `foe` 25 cm north of him: suppressed, and falling back to the north unless told otherwise.

    Its rear edge is at 46.5: after 6 cm it is at 52.5.
    """
    s = Skirmish(size=size, terrain=terrain)
    s.unit("A", "a", at=(60, 20))
    s.unit("B", "foe", at=(60, 45), **{"suppressed": True, "hits": 30, **line})
    return s


def hit(s: Skirmish, *faces: int, source: Source = FROM_A, choices: tuple[Any, ...] = ()) -> str:
    """As many unsaved hits as faces, which are the dice thrown for them."""
    attack = take_attack(s.state, "foe", [(len(faces), 4)], source)
    result: str = s.play(attack, [*[4] * len(faces), *faces], choices)
    return result


def stands(s: Skirmish) -> bool:
    return s["foe"].place == "table"


# --- Who falls back, and how far --------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FAL-01")
@pytest.mark.parametrize(("suppressed", "y"), [(False, 45), (True, 51)])
def test_only_a_unit_suppressed_before_the_attack_falls_back(suppressed: bool, y: float) -> None:
    s = driven(suppressed=suppressed)
    hit(s, 6)
    assert s.at("foe") == (60, y)
    assert s["foe"].suppressed


@pytest.mark.rule("FWC-FAL-02")
def test_the_total_of_a_die_per_unsaved_hit_is_the_distance_in_cm() -> None:
    s = driven(save=4)
    s.play(take_attack(s.state, "foe", [(5, 4)], FROM_A), dice=[4, 4, 4, 1, 1, 4, 1, 1, 3, 5])
    assert s.at("foe") == (60, 53)
    assert s["foe"].hits == 2


@pytest.mark.rule("FWC-FAL-02")
def test_it_goes_straight_away_from_the_attacker() -> None:
    s = driven()
    s.mark("a", base=s["a"].base.moved(45_000, 25_000))  # 15 to the west, 20 to the south: 3, 4, 5
    hit(s, 5, 5)
    assert s.at("foe") == (66, 53)


@pytest.mark.rule("FWC-FAL-03")
@pytest.mark.parametrize(("faces", "lost"), [((6, 4), False), ((6, 5), True), ((4, 3, 3), False), ((4, 4, 3), True)])
def test_more_than_10_cm_is_the_end_exactly_10_is_not(faces: tuple[int, ...], lost: bool) -> None:
    s = driven()
    assert hit(s, *faces) == ("ko_fall_back" if lost else "fall_back")
    assert stands(s) is not lost
    if lost:
        assert s.rules[-1] == "FWC-FAL-03"
        assert s.state.sides["B"].losses == 1
    else:
        assert s.at("foe") == (60, 55)


@pytest.mark.rule("FWC-FAL-02", "FWC-FAL-03")
def test_the_odds_of_where_a_unit_ends_are_those_of_its_dice() -> None:
    def ends(dice: int) -> Odds:
        return driven().odds(
            lambda state: take_attack(state, "foe", [(dice, 4)], FROM_A),
            outcome=lambda state, _: state.units["foe"].on_table and state.units["foe"].base.y / 1000,
        )

    assert ends(1) == {45.0: F(1, 2), **{45.0 + far: F(1, 12) for far in range(1, 7)}}
    ways = {far: 6 - abs(7 - far) for far in range(2, 11)}  # of 36, for a total of two dice
    two = {45.0 + far: F(1, 4) * F(ways.get(far, 0), 36) for far in range(1, 11)}
    for far in range(1, 7):
        two[45.0 + far] += F(1, 12)
    assert ends(2) == {**two, 45.0: F(1, 4), False: F(1, 4) * F(3, 36)}


@pytest.mark.rule("FWC-FAL-13")
def test_the_odds_of_reaching_a_friend_4_cm_behind() -> None:
    s = driven()
    s.unit("B", "friend", at=(60, 52))
    odds = s.odds(
        lambda state: take_attack(state, "foe", [(1, 4)], FROM_A),
        outcome=lambda state, _: state.units["friend"].suppressed,
    )
    assert odds == {True: F(1, 2) * F(3, 6), False: F(3, 4)}


@pytest.mark.rule("FWC-FAL-04")
def test_recce_units_may_fall_back_more_than_10_cm() -> None:
    s = driven(cls="recon")
    assert hit(s, 6, 6, 6) == "fall_back"
    assert s.at("foe") == (60, 63)


@pytest.mark.rule("FWC-FAL-04", "FWC-FAL-12")
def test_recce_units_too_are_lost_to_what_they_meet() -> None:
    s = driven(cls="recon", size=(120, 60))
    hit(s, 6, 6, 6)
    assert not stands(s)


# --- What is met ------------------------------------------------------------------------------------------------


Scene = Callable[[float], Skirmish]
"""The falling unit with something behind it, whose near edge lies at this y."""


def behind(kind: str) -> Scene:
    return lambda y: driven(piece(kind, box=(60, y + 2, 20, 4)))


def line_behind(kind: str) -> Scene:
    return lambda y: driven(piece(kind, line=[(40, y + 1), (80, y + 1)], width=2))


def unit_behind(side: str, **marks: Any) -> Scene:
    def scene(y: float) -> Skirmish:
        s = driven()
        s.unit(side, "other", at=(60, y + 1.5), **marks)
        return s

    return scene


def dome_behind(y: float) -> Skirmish:
    s = driven()
    s.zone("dome", (60, y + 10), 10)
    return s


FATAL = [
    pytest.param(unit_behind("A"), "FWC-FAL-05", id="an enemy"),
    pytest.param(unit_behind("A", suppressed=True), "FWC-FAL-05", id="a suppressed enemy"),
    pytest.param(unit_behind("B", suppressed=True), "FWC-FAL-06", id="a suppressed friend"),
    pytest.param(behind("impassable"), "FWC-FAL-07", id="impassable terrain"),
    pytest.param(behind("scorched"), "FWC-FAL-08", id="scorched terrain"),
    pytest.param(dome_behind, "FWC-FAL-09", id="a dome"),
    pytest.param(line_behind("toxic_ditch"), "FWC-FAL-10", id="a toxic ditch"),
    pytest.param(line_behind("laser_wire"), "FWC-FAL-11", id="laser wire"),
    pytest.param(lambda y: driven(size=(120, y - 0.01)), "FWC-FAL-12", id="the table's edge"),
]


@pytest.mark.rule(
    "FWC-FAL-05", "FWC-FAL-06", "FWC-FAL-07", "FWC-FAL-08", "FWC-FAL-09", "FWC-FAL-10", "FWC-FAL-11", "FWC-FAL-12"
)
@pytest.mark.parametrize(("scene", "rule"), FATAL)
def test_a_unit_is_lost_if_it_falls_back_into(scene: Scene, rule: str) -> None:
    s = scene(52.5)  # touched at exactly the end of the way
    others = {name: unit for name, unit in s.state.units.items() if name != "foe"}
    hit(s, 6)
    assert not stands(s)
    assert s.rules[-1] == rule
    assert s.state.sides["B"].losses == 1
    assert {name: s[name] for name in others} == others  # FWC-FAL-17: nothing happens to anybody else


@pytest.mark.rule(
    "FWC-FAL-05", "FWC-FAL-06", "FWC-FAL-07", "FWC-FAL-08", "FWC-FAL-09", "FWC-FAL-10", "FWC-FAL-11", "FWC-FAL-12"
)
@pytest.mark.parametrize(("scene", "rule"), FATAL)
def test_what_begins_a_hair_beyond_the_way_does_no_harm(scene: Scene, rule: str) -> None:
    s = scene(52.51)
    hit(s, 6)
    assert stands(s)
    assert s.at("foe") == (60, 51)
    assert rule not in s.rules


@pytest.mark.rule("FWC-FAL-05", "FWC-HID-02")
def test_falling_back_into_a_hidden_enemy_shows_him() -> None:
    s = driven()
    s.unit("A", "ambush", at=(60, 50), cls="infantry", hidden=True)
    hit(s, 6)
    assert not stands(s)
    assert not s["ambush"].hidden


@pytest.mark.rule("FWC-FAL-09")
def test_out_of_a_dome_is_into_its_edge_and_on_inside_it_is_not() -> None:
    s = driven()
    s.zone("dome", (60, 45), 10)
    hit(s, 6)
    assert s.at("foe") == (60, 51)
    hit(s, 6)
    assert not stands(s)
    assert s.rules[-1] == "FWC-FAL-09"


@pytest.mark.rule("FWC-FAL-11", "FWC-ENG-02")
def test_the_gap_engineers_have_made_lets_it_through() -> None:
    s = line_behind("laser_wire")(49)
    s.gap("laser_wire", (60, 49))
    hit(s, 6)
    assert stands(s)


@pytest.mark.rule("FWC-FAL-12", "FWC-FAL-16")
def test_flush_with_the_edge_is_still_on_the_table_a_part_of_the_base_beyond_it_is_not() -> None:
    flush = driven(size=(120, 52.5))
    hit(flush, 6)
    assert flush.at("foe") == (60, 51)
    corner = driven(size=(60 + 1.5 + 3, 90))
    corner.mark("a", base=corner["a"].base.moved(45_000, 25_000))
    hit(corner, 5)  # 3 to the east and 4 to the north
    assert corner.at("foe") == (63, 49)
    beyond = driven(size=(60 + 1.5 + 2.99, 90))
    beyond.mark("a", base=beyond["a"].base.moved(45_000, 25_000))
    hit(beyond, 5)
    assert not stands(beyond)


@pytest.mark.rule("FWC-FAL-09", "FWC-FAL-12")
def test_what_flies_meets_nothing_on_the_ground_but_domes_and_the_tables_edge() -> None:
    over = driven(piece("impassable", box=(60, 51, 20, 4)), cls="gunship")
    over.unit("A", "enemy", at=(60, 50))
    hit(over, 6)
    assert over.at("foe") == (60, 51)
    dome = driven(cls="gunship")
    dome.zone("dome", (60, 62), 10)
    hit(dome, 6)
    assert dome.rules[-1] == "FWC-FAL-09"
    edge = driven(cls="gunship", size=(120, 50))
    hit(edge, 6)
    assert edge.rules[-1] == "FWC-FAL-12"
    assert not stands(dome)
    assert not stands(edge)


# --- Friends ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FAL-13")
def test_it_halts_at_an_unsuppressed_friend_who_is_suppressed_by_it() -> None:
    s = driven()
    s.unit("B", "friend", at=(60, 50))
    hit(s, 6)
    assert s.at("foe") == (60, 47)
    assert s["friend"].suppressed
    assert s.at("friend") == (60, 50)
    assert s.rules[-2:] == ["FWC-FAL-13", "FWC-FAL-13"]


@pytest.mark.rule("FWC-FAL-13")
def test_a_friend_it_touches_from_the_start_is_suppressed_too_one_beside_its_way_is_not() -> None:
    s = driven()
    s.unit("B", "close", at=(60, 48))
    s.unit("B", "beside", at=(63, 45))
    hit(s, 6)
    assert s.at("foe") == (60, 45)
    assert (s["close"].suppressed, s["beside"].suppressed) == (True, False)


@pytest.mark.rule("FWC-FAL-13", "FWC-FAL-06")
@pytest.mark.parametrize("shaken", [False, True])
def test_friends_touched_at_the_same_moment_all_count(shaken: bool) -> None:
    s = driven()
    s.unit("B", "west", at=(58, 50))
    s.unit("B", "east", at=(62, 50), suppressed=shaken)
    hit(s, 6)
    assert stands(s) is not shaken
    assert s["west"].suppressed is not shaken
    assert s["east"].suppressed
    if not shaken:
        assert s.at("foe") == (60, 47)
        assert "foe falls back onto west, east" in s.events


@pytest.mark.rule("FWC-FAL-13", "FWC-DOM-02")
def test_a_suppressed_friend_loses_his_dome_and_a_command_unit_is_suppressed_like_others() -> None:
    s = driven()
    s.unit("B", "dome", at=(60, 50), cls="vehicle", keywords=["dome_generator"])
    s.zone("dome", (60, 47), 10, source="dome")
    hit(s, 4)
    assert s["dome"].suppressed
    assert s.state.zones == ()
    chief = driven()
    chief.unit("B", "co", at=(60, 50), cls="command", role="CO")
    hit(chief, 4)
    assert chief["co"].suppressed


@pytest.mark.rule("FWC-FAL-17")
def test_the_suppression_goes_no_further_and_a_suppressed_friend_is_not_lost_with_it() -> None:
    s = driven()
    s.unit("B", "friend", at=(60, 50))
    s.unit("B", "next", at=(60, 53))
    hit(s, 6)
    assert (s["friend"].suppressed, s["next"].suppressed) == (True, False)
    hit(s, 6)  # once more: the friend is suppressed by now
    assert (s["foe"].place, s["friend"].place) == ("ko", "table")
    assert s.state.sides["B"].losses == 1


@pytest.mark.rule("FWC-FAL-17", "FWC-MAS-01")
def test_a_massive_friend_halts_it_but_is_not_suppressed() -> None:
    s = driven()
    s.unit("B", "titan", at=(60, 51), cls="walker", keywords=["massive"])
    hit(s, 6)
    assert s.at("foe") == (60, 46.5)
    assert not s["titan"].suppressed
    assert s["foe"].place == "table"


@pytest.mark.rule("FWC-FAL-13", "FWC-INS-01")
@pytest.mark.parametrize(("side", "at"), [("B", (60, 46.5)), ("A", None)])
def test_an_installation_of_its_own_side_halts_it_and_an_enemys_is_its_end(
    side: Literal["A", "B"], at: tuple[float, float] | None
) -> None:
    s = Skirmish(installations=[InstallationEntry("bunker", "Bunker", side, (60, 51), 8, 5)])
    s.unit("B", "foe", at=(60, 45), suppressed=True, hits=30)
    hit(s, 6, source=Source(point=(60_000, 20_000)))
    assert (s.at("foe") if stands(s) else None) == at
    assert not s["bunker"].suppressed


# --- Those who hold ---------------------------------------------------------------------------------------------


HOLDERS = [
    pytest.param({"cls": "infantry", "dug_in": True}, id="dug-in infantry"),
    pytest.param({"dug_in": True}, id="a dug-in tank"),
    pytest.param({"cls": "infantry", "in_dugout": True}, id="infantry in a dug-out"),
    pytest.param({"cls": "gun"}, id="a deployed gun"),
    pytest.param({"cls": "recon", "dug_in": True}, id="dug-in recce"),
]


@pytest.mark.rule("FWC-FAL-14", "FWC-FAL-16")
@pytest.mark.parametrize("line", HOLDERS)
def test_dug_in_troops_and_deployed_guns_hold_at_10_cm_and_are_lost_above(line: dict[str, Any]) -> None:
    s = driven(**line)
    assert hit(s, 5, 5) == "held"
    assert s.at("foe") == (60, 45)
    assert s["foe"].hits == 2
    assert hit(s, 5, 6) == "ko_fall_back"
    assert not stands(s)
    assert s.rules[-1] == "FWC-FAL-14"


@pytest.mark.rule("FWC-FAL-14")
def test_a_limbered_gun_falls_back_like_others() -> None:
    s = driven(cls="gun", deployed=False)
    hit(s, 5, 5)
    assert s.at("foe") == (60, 55)


@pytest.mark.rule("FWC-FAL-15", "FWC-FAL-16")
@pytest.mark.parametrize("marks", [{}, {"dug_in": True}, {"frozen": True}], ids=["as it is", "dug in", "frozen"])
def test_a_massive_unit_stays_and_throws_no_fall_back_dice(marks: dict[str, Any]) -> None:
    s = driven(cls="walker", keywords=["massive"], **marks)
    assert s.play(take_attack(s.state, "foe", [(3, 4)], FROM_A), dice=[6, 6, 6]) == "held"
    assert s.at("foe") == (60, 45)
    assert s["foe"].hits == 3


# --- In what order ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FAL-16")
def test_above_10_cm_it_is_lost_before_it_comes_to_anybody() -> None:
    s = driven()
    s.unit("B", "friend", at=(60, 50))
    hit(s, 6, 5)
    assert not stands(s)
    assert not s["friend"].suppressed


@pytest.mark.rule("FWC-FAL-16")
@pytest.mark.parametrize(("wire", "lost"), [(48.0, True), (54.0, False)])
def test_of_two_things_on_the_way_the_first_one_met_decides(wire: float, lost: bool) -> None:
    s = driven(piece("laser_wire", line=[(40, wire), (80, wire)]))
    s.unit("B", "friend", at=(60, 51))
    hit(s, 5, 5)
    assert stands(s) is not lost
    assert s["friend"].suppressed is not lost


# --- Facing and passengers --------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FAL-18")
def test_it_goes_its_full_way_through_any_ground_and_faces_the_attacker() -> None:
    s = driven(piece("dense", box=(60, 55, 30, 20)), move=5, facing=90, cls="vehicle")
    hit(s, 4, 5)
    assert s.at("foe") == (60, 54)
    assert s["foe"].base.facing == SOUTH


@pytest.mark.rule("FWC-FAL-18")
def test_passengers_share_the_way_of_their_carrier_and_its_loss_in_a_fall_back() -> None:
    for faces, place in (((4,), "carried"), ((6, 6), "ko")):
        s = driven(capacity=1)
        s.unit("B", "rider", at=None, cls="infantry", place="carried", carried_by="foe")
        hit(s, *faces)
        assert s["rider"].place == place
        assert s.state.sides["B"].losses == (2 if place == "ko" else 0)
    off = driven(capacity=1, size=(120, 50))
    off.unit("B", "rider", at=None, cls="infantry", place="carried", carried_by="foe")
    hit(off, 6)
    assert off["rider"].place == "ko"
    assert off.rules[-1] == "FWC-FAL-18"


@pytest.mark.rule("FWC-TRP-01", "FWC-BRK-05")
@pytest.mark.parametrize(("face", "place"), [(3, "ko"), (4, "table")])
def test_out_of_a_carrier_knocked_out_by_hits_passengers_save_themselves_on_4(face: int, place: str) -> None:
    s = driven(capacity=1, hits=2)
    s.unit("B", "rider", at=None, cls="infantry", place="carried", carried_by="foe")
    s.play(take_attack(s.state, "foe", [(2, 4)], FROM_A), dice=[4, 4, face])
    assert s["rider"].place == place
    assert s["rider"].suppressed is (place == "table")
    assert s.state.sides["B"].losses == (2 if place == "ko" else 1)


@pytest.mark.rule("FWC-TRP-01", "FWC-MOV-03")
def test_nobody_bails_out_into_water() -> None:
    river = [piece("impassable", box=(60, 48.6, 40, 4), id="north"), piece("impassable", box=(60, 41.4, 40, 4))]
    s = driven(*river, capacity=1, hits=1)
    s.unit("B", "rider", at=None, cls="infantry", place="carried", carried_by="foe")
    s.play(take_attack(s.state, "foe", [(1, 4)], FROM_A), dice=[4, 4])
    x, y = s.at("rider")
    assert s["rider"].place == "table"
    assert y == 45
    assert x in (57, 63)


# --- From whom --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CAS-11", "FWC-GEN-06")
def test_who_has_no_dice_left_is_no_attacker_to_fall_back_from() -> None:
    s = driven(cls="infantry")
    s.unit("A", "east", at=(70, 45), attacks=1, keywords=["stabilised"], range=12)
    volley = fire.attack(s.state, [Shot("a"), Shot("east", moving=True)], "foe")
    assert fire.dice(s.state, s["east"], s["foe"], moving=True).value == 0
    s.play(volley, [4, 1, 1, 1, 1, 5])
    assert s.at("foe") == (60, 50)


@pytest.mark.rule("FWC-FAL-19")
def test_seeing_none_of_its_attackers_it_falls_back_from_the_nearest_all_the_same() -> None:
    s = driven(piece("building", box=(60, 35, 120, 2)))
    s.unit("A", "far", at=(30, 20))
    assert not field.visible(s.state, s["foe"], s["a"])
    assert not field.visible(s.state, s["foe"], s["far"])
    hit(s, 6, source=Source(units=("far", "a")))
    assert s.at("foe") == (60, 51)


@pytest.mark.rule("FWC-FAL-19", "FWC-ART-22")
@pytest.mark.parametrize(
    ("source", "at"),
    [
        (Source(), (60, 51)),
        (Source(point=(60_000, 45_000)), (60, 51)),
        (Source(point=(60_000, 50_000)), (60, 39)),
        (Source(point=(50_000, 45_000)), (66, 45)),
    ],
    ids=["no attacker", "in the middle of a zone", "a zone to its north", "a zone to its west"],
)
def test_without_an_attacker_it_falls_back_from_the_zones_centre_or_to_its_own_baseline(
    source: Source, at: tuple[float, float]
) -> None:
    s = driven()
    hit(s, 6, source=source)
    assert s.at("foe") == at


@pytest.mark.rule("FWC-FAL-20")
@pytest.mark.parametrize(("chosen", "at"), [("a", (60, 51)), ("b", (54, 45))])
def test_of_two_attackers_equally_near_its_owner_chooses(chosen: str, at: tuple[float, float]) -> None:
    s = driven(cls="infantry")
    s.unit("A", "b", at=(85, 45), attacks=1)
    s.unit("A", "near", at=(60, 60))  # has no part in the attack
    s.play(fire.attack(s.state, [Shot("a"), Shot("b")], "foe"), [4, *[1] * 6, 6], [chosen])
    asked = s.asked[0]
    assert isinstance(asked, PickOne)
    assert (asked.seat, asked.rule, [option.key for option in asked.options]) == ("B", "FWC-FAL-20", ["a", "b"])
    assert s.at("foe") == at


@pytest.mark.rule("FWC-FAL-20", "FWC-FAL-06", "FWC-FAL-13")
@pytest.mark.parametrize(
    ("marks", "lost", "sensible"),
    [
        ({"side": "A"}, True, "b"),
        ({"side": "B", "suppressed": True}, True, "b"),
        ({"side": "B"}, False, "a"),
        ({"side": "A", "hidden": True}, False, "a"),
    ],
)
def test_its_owner_is_told_from_whom_it_would_be_lost(marks: dict[str, Any], lost: bool, sensible: str) -> None:
    """Away from `a` it goes north, where somebody is in the way; an enemy who hides there is not told of."""
    s = driven(cls="infantry")
    s.unit("A", "b", at=(85, 45), attacks=1)
    s.unit(marks.pop("side"), "in-the-way", at=(60, 52), **marks)
    s.play(fire.attack(s.state, [Shot("a"), Shot("b")], "foe"), [4, *[1] * 6, 6], ["b"])
    asked = s.asked[0]
    assert isinstance(asked, PickOne)
    assert [option.detail for option in asked.options] == ["the unit would be lost" if lost else "", ""]
    assert asked.default() == sensible


@pytest.mark.rule("FWC-FAL-20")
@pytest.mark.parametrize(("x", "asked"), [(85.004, 1), (85.006, 0)])
def test_equally_near_is_judged_by_hundredths_of_a_cm(x: float, asked: int) -> None:
    s = driven(cls="infantry")
    s.unit("A", "b", at=(x, 45))
    hit(s, 6, source=Source(units=("b", "a")), choices=("a",) * asked)
    assert len(s.asked) == asked
    assert s.at("foe") == (60, 51)
