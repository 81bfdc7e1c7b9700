"""Mortars."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.gunnery import (
    APC,
    MISS,
    MORTAR,
    SQUAD,
    TANK,
    TEAM,
    Stats,
    called,
    chances,
    duel,
    needed,
    shoot,
    to_hit,
    why,
)
from tests.games.rhine.skirmish import Skirmish, piece
from umpire.games.rhine.actions import fire
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.model import Aim

TUBE: Stats = {**TEAM, "weapons": [MORTAR]}
HIT = 10


@pytest.mark.rule("RHINE-MTR-01")
@pytest.mark.parametrize(("inches", "rule"), [(6, "RHINE-MTR-01"), (11.99, "RHINE-MTR-01"), (12, ""), (60, "")])
@pytest.mark.parametrize("theirs", [SQUAD, TANK])
def test_at_12_inches_and_beyond(inches: float, rule: str, theirs: Stats) -> None:
    assert why(duel(inches, TUBE, theirs)) == rule


@pytest.mark.rule("RHINE-MTR-01", "RHINE-FIRE-23")
def test_not_on_the_move_carried_or_not() -> None:
    assert why(duel(20, TUBE, SQUAD), moving=True) == "RHINE-FIRE-23"
    assert why(duel(20, {"cls": "APC", "weapons": [MORTAR]}, SQUAD), moving=True) == "RHINE-MTR-01"
    assert why(duel(20, {"cls": "APC", "weapons": [MORTAR]}, SQUAD)) == ""


@pytest.mark.rule("RHINE-MTR-01")
@pytest.mark.parametrize(
    ("kind", "rule"), [("wood", "RHINE-MTR-01"), ("building", "RHINE-MTR-01"), ("trench", ""), ("rubble", "")]
)
def test_not_from_woods_or_buildings(kind: str, rule: str) -> None:
    s = duel(20, TUBE, SQUAD, terrain=[piece(kind, area=(15, 9, 25, 11.5))])
    assert why(s) == rule


def behind_the_house(**watcher: Any) -> Skirmish:
    """A mortar that does not see its target, and perhaps somebody who does."""
    s = duel(20, TUBE, SQUAD, terrain=[piece("building", area=(10, 18, 30, 22))])
    if watcher:
        s.unit("A", "watcher", **watcher)
    return s


@pytest.mark.rule("RHINE-MTR-01")
@pytest.mark.parametrize(
    ("watcher", "rule"),
    [
        ({}, "RHINE-MTR-01"),
        ({"at": (40, 20)}, ""),
        ({"at": (40, 20), "cls": "APC", "weapons": ()}, ""),
        ({"at": (40, 20), "cls": "INF", "markers": 5}, "RHINE-MTR-01"),
        ({"at": (22, 14)}, "RHINE-MTR-01"),
        ({"at": None}, "RHINE-MTR-01"),
    ],
    ids=["nobody", "a tank", "an APC", "a Broken squad", "one behind the house", "a reserve"],
)
def test_it_fires_at_what_any_friend_that_is_not_broken_sees(watcher: dict[str, Any], rule: str) -> None:
    assert why(behind_the_house(**watcher)) == rule


@pytest.mark.rule("RHINE-MTR-01")
def test_what_it_sees_itself_needs_no_watcher_and_other_weapons_have_no_watchers() -> None:
    assert why(duel(20, TUBE, SQUAD)) == ""
    s = duel(20, TANK, SQUAD, terrain=[piece("building", area=(10, 18, 30, 22))])
    s.unit("A", "watcher", at=(40, 20))
    assert why(s) == "RHINE-FIRE-27"


@pytest.mark.rule("RHINE-MTR-01")
def test_where_the_house_has_no_mortars_they_do_not_fire() -> None:
    assert why(duel(20, TUBE, SQUAD, options={"mortars": False})) == "RHINE-MTR-01"


# --- Ranging in ------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MTR-02")
def test_it_needs_8_and_one_less_for_each_earlier_shot_this_turn_at_this_target() -> None:
    s = duel(20, TUBE, SQUAD)
    for need in (8, 7, 6, 5):
        shoot(s, [MISS])
        assert to_hit(s) == (1, need)
    assert s["us"].aims == (Aim("foe", s["foe"].base.centre, 4),)
    s.foot("B", "other", at=(40, 40))
    assert fire.need(s.state, Firing(s["us"], s["other"], 0)) == 8


@pytest.mark.rule("RHINE-MTR-02")
@pytest.mark.parametrize(("moved", "need"), [(3, 7), (3.001, 8)])
def test_while_the_target_is_within_3_inches_of_its_first_place(moved: float, need: int) -> None:
    s = duel(20, TUBE, SQUAD)
    shoot(s, [MISS])
    x, y = s.at("foe")
    s.stand("foe", (x + moved, y))
    assert needed(s) == need
    assert needed(s) == fire.need(s.state, Firing(s["us"], s["foe"], 0, at=s["foe"].base))
    s.stand("foe", (x, y))
    assert needed(s) == 7


@pytest.mark.rule("RHINE-MTR-02")
def test_it_is_the_first_place_that_counts_not_the_last() -> None:
    s = duel(20, TUBE, SQUAD)
    x, y = s.at("foe")
    for step, need in ((0, 8), (2, 7), (4, 8)):
        s.stand("foe", (x + step, y))
        shoot(s, [MISS])
        assert to_hit(s) == (1, need)


@pytest.mark.rule("RHINE-MTR-02", "RHINE-POOL-07")
def test_in_a_new_turn_it_starts_afresh() -> None:
    s = duel(20, TUBE, SQUAD)
    shoot(s, [MISS])
    s.state.put(s["us"].fresh_turn())
    assert needed(s) == 8


@pytest.mark.rule("RHINE-MTR-02", "RHINE-MOD-13")
def test_markers_on_the_mortar_count_all_the_same() -> None:
    s = duel(20, {**TUBE, "markers": 1}, SQUAD)
    assert needed(s) == 9


# --- Effect ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MTR-03", "RHINE-MOD-07")
@pytest.mark.parametrize(("kind", "need"), [("wood", 8), ("village", 8), ("building", 8), ("bunker", 9), ("trench", 9)])
def test_cover_counts_only_for_who_is_in_a_bunker_or_trench(kind: str, need: int) -> None:
    s = duel(20, TUBE, SQUAD, terrain=[piece(kind, area=(15, 30, 25, 32.5))])
    shoot(s, [MISS])
    assert to_hit(s) == (1, need)


@pytest.mark.rule("RHINE-MTR-03", "RHINE-MOD-07")
def test_smoke_does_not_count_either() -> None:
    s = duel(20, TUBE, SQUAD)
    s.smoke((20, 20))
    assert needed(s) == 8


@pytest.mark.rule("RHINE-MTR-03")
@pytest.mark.parametrize("inches", [12, 40])
@pytest.mark.parametrize("theirs", [SQUAD, TANK])
def test_one_die_at_anything(theirs: Stats, inches: float) -> None:
    s = duel(inches, TUBE, theirs)
    shoot(s, [MISS])
    assert to_hit(s)[0] == 1


@pytest.mark.rule("RHINE-MTR-03", "RHINE-DMG-01")
def test_at_vehicles_its_value_is_0() -> None:
    s = duel(20, TUBE, APC)
    shoot(s, [HIT, 10])  # armour 10
    assert s["foe"].broken
    s = duel(20, TUBE, {**APC, "armour": (11, 9)})
    shoot(s, [HIT])
    assert s["foe"].markers == 0


@pytest.mark.rule("RHINE-MTR-03")
@pytest.mark.parametrize("vulnerable", [False, True])
def test_its_penetration_die_is_halved_so_that_nothing_blows_up(vulnerable: bool) -> None:
    """Even 6 + 1 is halved to 4, a Foom."""
    s = duel(20, TUBE, {"cls": "LIGHT", "armour": (9, 9), "vulnerable": vulnerable})
    s.foot("B", "beside", at=(23, 31))
    shoot(s, [HIT, 10, 6])
    assert s["foe"].place == "lost"
    assert "RHINE-PEN-01" in s.rules
    assert s["beside"].markers == 0


@pytest.mark.rule("RHINE-MTR-03", "RHINE-INF-14")
def test_the_exact_odds_at_a_squad_in_the_open() -> None:
    s = duel(20, TUBE, SQUAD)
    assert chances(s) == {0: Fraction(7, 10), 1: Fraction(3, 40), 2: Fraction(3, 20), 3: Fraction(3, 40)}
    shown = called(s, fire.call(s.state, Firing(s["us"], s["foe"], 0)))
    assert shown.p(markers=3) == Fraction(3, 40)


@pytest.mark.rule("RHINE-MTR-03", "RHINE-DMG-05")
def test_the_exact_odds_at_a_light_vehicle() -> None:
    s = duel(20, TUBE, {"cls": "LIGHT", "armour": (8, 8), "vulnerable": True, "morale": 4})
    shown = called(s, fire.call(s.state, Firing(s["us"], s["foe"], 0)))
    assert shown.by("result") == {
        "standing": Fraction(7, 10) + Fraction(21, 100), "broken": Fraction(3, 100), "foom": Fraction(6, 100),
    }  # fmt: skip
    assert chances(s)["lost"] == Fraction(6, 100)


@pytest.mark.rule("RHINE-MTR-01", "RHINE-FIRE-31")
@pytest.mark.parametrize(("x", "seen"), [(39.3, False), (41, True)])
def test_a_friend_does_not_spot_through_the_vehicle_that_carries_the_mortar(x: float, seen: bool) -> None:
    west, east = (
        piece("building", area=(20, 24, 38.55, 25), id="b1"),
        piece("building", area=(38.65, 24, 60, 25), id="b2"),
    )
    s = Skirmish(terrain=[west, east])
    s.unit("A", "us", at=(x, 10), facing=90, cls="LIGHT", weapons=[MORTAR])
    s.foot("A", "spotter", at=(38.6, 4))
    s.unit("B", "foe", at=(38.6, 40), cls="SUPPORT")
    assert (fire.why_not(s.state, Firing(s["us"], s["foe"], 0)) is None) is seen
