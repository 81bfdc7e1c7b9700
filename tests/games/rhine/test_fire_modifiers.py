"""The modifiers of fire: what each D10 needs, and why."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.gunnery import (
    AUTOCANNON,
    GRENADES,
    MISS,
    SQUAD,
    TANK,
    TEAM,
    Stats,
    chances,
    duel,
    needed,
    shoot,
    to_hit,
)
from tests.games.rhine.skirmish import Skirmish, piece
from umpire.games.rhine.actions import fire
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.activation import carry_out
from umpire.games.rhine.model import Plan

LIGHT: Stats = {"cls": "LIGHT", "weapons": [AUTOCANNON], "armour": (10, 8)}
CARRIER: Stats = {"cls": "APC", "weapons": [AUTOCANNON], "armour": (10, 8)}


# --- The firer moved -------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOD-01", "RHINE-MOD-04")
@pytest.mark.parametrize(
    ("ours", "worse"), [(TANK, 1), (LIGHT, 1), (CARRIER, 1), (SQUAD, 0)], ids=["MBT", "light", "APC", "infantry"]
)
def test_a_vehicle_that_moves_in_its_activation_fires_worse_infantry_does_not(ours: Stats, worse: int) -> None:
    s = duel(20, ours, SQUAD)
    assert needed(s, moving=False) == 5
    assert needed(s, moving=True) == 5 + worse


@pytest.mark.rule("RHINE-MOD-02", "RHINE-MOD-03")
@pytest.mark.parametrize(("actions", "need"), [(("fire",), 5), (("move", "fire"), 6), (("fire", "move"), 6)])
def test_it_counts_whether_it_moves_before_or_after_the_shot(actions: tuple[str, ...], need: int) -> None:
    s = duel(20)
    path = (s["us"].base.centre, s["us"].base.moved(20_000, 12_000).centre)
    plan = Plan("us", actions, path if "move" in actions else (), 0, "foe", 0)
    s.play(carry_out(s.state, plan, reactions=False), [MISS])
    assert to_hit(s) == (1, need)


@pytest.mark.rule("RHINE-MOD-02")
def test_a_move_in_an_earlier_activation_of_the_turn_does_not_matter() -> None:
    s = duel(20)
    path = (s["us"].base.centre, s["us"].base.moved(20_000, 12_000).centre)
    s.play(carry_out(s.state, Plan("us", ("move",), path, 0), reactions=False))
    assert s.at("us") == (20, 12)
    s.play(carry_out(s.state, Plan("us", ("fire",), (), 0, "foe", 0), reactions=False), [MISS])
    assert to_hit(s) == (1, 5)


# --- Reactions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOD-05")
def test_reaction_fire_at_a_unit_that_moves_is_worse() -> None:
    s = duel(20)
    shoot(s, [MISS], reacting=True)
    assert to_hit(s) == (1, 6)
    shoot(s, [MISS])
    assert to_hit(s) == (1, 5)


@pytest.mark.rule("RHINE-MOD-06", "RHINE-MOD-05")
@pytest.mark.parametrize(("actions", "need"), [(("fire",), 5), (("move",), 6), (("fire", "move"), 6)])
def test_whichever_action_of_a_plan_with_a_move_is_reacted_to(actions: tuple[str, ...], need: int) -> None:
    s = duel(20, active="B")
    foe = s["foe"].base
    path = (foe.centre, foe.moved(foe.x, foe.y - 1000).centre) if "move" in actions else ()
    plan = Plan("foe", actions, path, 180, "us", 0)
    start = {"path": [[foe.x, foe.y]], "facing": 180}
    # The first action is reacted to: a trigger point if it moves, 4 on the reaction roll, a miss; then foe goes on.
    shots = [MISS] if "fire" in actions else []
    choices: list[Any] = ["fire:us:0", *([start] if actions[0] == "move" else [])]
    if "fire" in actions:
        choices.append("us:0")
    s.play(carry_out(s.state, plan, reactions=True), [4, MISS, *shots], choices)
    assert s.throws[1].need == need


# --- Hidden targets --------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOD-07", "RHINE-MOD-08")
@pytest.mark.parametrize(("thermal", "need"), [(False, 6), (True, 5)])
@pytest.mark.parametrize("kind", ["wood", "village", "trench", "hedge", "smoke", "wreck"])
def test_a_target_within_terrain_or_mostly_hidden_is_harder_to_hit_without_thermal_sights(
    kind: str, thermal: bool, need: int
) -> None:
    pieces = {
        "wood": [piece("wood", area=(10, 29, 30, 40))],
        "village": [piece("village", area=(10, 29, 30, 40))],
        "trench": [piece("trench", area=(10, 29, 30, 40))],
        "hedge": [piece("hedge", line=[(0, 24), (40, 24)], width=0.3)],
    }
    s = duel(20, {**TANK, "thermal": thermal}, TANK, terrain=pieces.get(kind, ()))
    if kind == "smoke":
        s.smoke((20, 25))
    if kind == "wreck":
        s.wreck((20, 25), facing=90)
    shoot(s, [MISS])
    assert to_hit(s) == (1, need)


@pytest.mark.rule("RHINE-MOD-07")
def test_it_counts_once_however_much_there_is() -> None:
    terrain = [
        piece("village", area=(10, 29, 30, 40)),
        piece("hedge", line=[(0, 24), (40, 24)], width=0.3),
        piece("hedge", id="second", line=[(0, 26), (40, 26)], width=0.3),
    ]
    s = duel(20, terrain=terrain)
    s.smoke((20, 22))
    assert needed(s) == 6


@pytest.mark.rule("RHINE-MOD-09")
@pytest.mark.parametrize(("south", "need"), [(32.8, 5), (32.79, 6), (34.2, 5)])
def test_half_of_the_base_in_a_piece_of_cover_is_not_within_terrain(south: float, need: int) -> None:
    s = duel(20, terrain=[piece("rubble", area=(10, south, 30, 45))])
    assert s.at("foe") == (20, 32.8)
    assert needed(s) == need


@pytest.mark.rule("RHINE-MOD-07", "RHINE-MOD-09")
@pytest.mark.parametrize(("kind", "need"), [("field", 5), ("marsh", 5), ("rubble", 6)])
def test_ground_without_cover_does_not_hide(kind: str, need: int) -> None:
    s = duel(20, terrain=[piece(kind, area=(10, 28, 30, 45))])
    assert needed(s) == need


# --- Enemy foot near -------------------------------------------------------------------------------------------


def with_foot(enemy: float | None, friend: float | None, **more: Any) -> Skirmish:
    """A tank that fires at a tank 30 inches away, with foot so far to its east (enemy) and west (own)."""
    s = duel(30, {**TANK, **more}, TANK)
    if enemy is not None:
        s.foot("B", "enemy", at=(20 + 0.7 + enemy + 1, 10), facing=180)
    if friend is not None:
        s.foot("A", "friend", at=(20 - 0.7 - friend - 1, 10), facing=0)
    return s


@pytest.mark.rule("RHINE-MOD-10")
@pytest.mark.parametrize(("enemy", "need"), [(None, 5), (3, 6), (12, 6), (12.01, 5)])
def test_enemy_foot_within_12_inches_worries_a_vehicle_whatever_it_fires_at(enemy: float | None, need: int) -> None:
    s = with_foot(enemy, None)
    shoot(s, [MISS])
    assert to_hit(s) == (1, need)


@pytest.mark.rule("RHINE-MOD-10")
def test_once_only_and_without_sight() -> None:
    s = Skirmish(size=(100, 90), terrain=[piece("building", area=(22, 0, 24, 30))])
    s.unit("A", "us", at=(20, 10))
    s.unit("B", "foe", at=(20, 42.8))
    for number in range(3):
        s.unit("B", f"team{number}", at=(28, 8 + 2 * number), cls="SUPPORT")
    assert not any(uid.startswith("team") for uid, _ in fire.shots(s.state, s["us"], False))
    assert needed(s) == 6


@pytest.mark.rule("RHINE-MOD-10")
@pytest.mark.parametrize("cls", ["INF", "SUPPORT"])
def test_it_may_be_the_target_itself(cls: str) -> None:
    assert needed(duel(8, TANK, {"cls": cls})) == 6
    assert needed(duel(12, TANK, {"cls": cls})) == 6
    assert needed(duel(12.01, TANK, {"cls": cls})) == 5


@pytest.mark.rule("RHINE-MOD-10", "RHINE-MOD-11")
def test_where_the_target_is_imagined_it_is_measured_there() -> None:
    s = duel(20, TANK, SQUAD)
    near = s["foe"].base.moved(20_000, 20_000)
    assert fire.need(s.state, Firing(s["us"], s["foe"], 0, at=near)) == 6
    assert fire.need(s.state, Firing(s["us"], s["foe"], 0)) == 5


@pytest.mark.rule("RHINE-MOD-10")
@pytest.mark.parametrize("place", [{"carried_by": "carrier"}, {"place": "reserve"}, {"place": "lost"}])
def test_who_rides_or_is_not_there_does_not_count(place: dict[str, Any]) -> None:
    s = with_foot(None, None)
    s.unit("B", "carrier", at=(28, 10), **CARRIER)
    s.foot("B", "rider", at=(28, 10), **place)
    assert needed(s) == 5


@pytest.mark.rule("RHINE-MOD-11")
@pytest.mark.parametrize(("enemy", "friend", "need"), [(5, 5, 5), (5, 4, 5), (5, 5.01, 6), (5, 11, 6), (12, 12, 5)])
def test_own_foot_as_near_or_nearer_takes_the_worry_away(enemy: float, friend: float, need: int) -> None:
    assert needed(with_foot(enemy, friend)) == need


@pytest.mark.rule("RHINE-MOD-11")
def test_own_foot_that_rides_does_not_and_it_is_measured_at_the_shot() -> None:
    s = with_foot(5, 4)
    s.unit("A", "carrier", at=(10, 10), **CARRIER)
    s.mark("friend", place="carried", carried_by="carrier")
    assert needed(s) == 6
    s = with_foot(5, 4)
    away = s["us"].base.moved(26_000, 10_000)
    assert fire.need(s.state, Firing(s["us"], s["foe"], 0, True, base=away)) == 7


@pytest.mark.rule("RHINE-MOD-12")
@pytest.mark.parametrize("ours", [SQUAD, {**TEAM, "weapons": [GRENADES]}], ids=["infantry", "support"])
def test_foot_that_fires_is_its_own_friend(ours: Stats) -> None:
    s = duel(8, ours, SQUAD)
    s.unit("B", "team", at=(24, 14), cls="SUPPORT")
    assert needed(s) == 5


# --- Markers, and all together ---------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOD-13", "RHINE-MOR-02")
@pytest.mark.parametrize("ours", [TANK, SQUAD])
@pytest.mark.parametrize("markers", [0, 1, 3, 4])
def test_each_marker_on_the_firer_makes_it_worse(ours: Stats, markers: int) -> None:
    s = duel(20, {**ours, "markers": markers}, SQUAD)
    shoot(s, [MISS])
    assert to_hit(s) == (1, 5 + markers)


@pytest.mark.rule("RHINE-MOD-14", "RHINE-MOD-01", "RHINE-MOD-07", "RHINE-MOD-10", "RHINE-MOD-13", "RHINE-MOD-08")
@pytest.mark.parametrize(("thermal", "need", "chance"), [(False, 9, Fraction(1, 5)), (True, 8, Fraction(3, 10))])
def test_all_of_them_add_up(thermal: bool, need: int, chance: Fraction) -> None:
    """Example 3: moved, target obscured, enemy squad 7 inches away and no own foot nearer, one marker."""
    ours = {"thermal": thermal, "markers": 1, "weapons": [{"kind": "gun", "value": 8}]}
    s = duel(20, ours, {"armour": (18, 18)}, terrain=[piece("village", area=(10, 29, 30, 40))])
    s.foot("B", "squad", at=(28.7, 10), facing=180)
    s.foot("A", "own", at=(10.2, 10), facing=0)
    assert needed(s, moving=True) == need
    # A hit at W + 10 = A counts only if its D10 is a 10.
    assert chances(s, moving=True)[5] == chance / 10
    shoot(s, [MISS], moving=True)
    reasons = {reason.rule for reason in s.throws[0].reasons}
    assert {"RHINE-FIRE-24", "RHINE-MOD-01", "RHINE-MOD-10", "RHINE-MOD-13"} <= reasons
    assert ("RHINE-MOD-07" in reasons) is not thermal


@pytest.mark.rule("RHINE-MOD-05", "RHINE-MOD-07", "RHINE-MOD-14")
def test_a_reaction_at_an_obscured_mover() -> None:
    """Example 3: a 4+ firer without thermal sights needs 6."""
    s = duel(20, {"to_hit": 4}, TANK, terrain=[piece("village", area=(10, 29, 30, 40))])
    assert needed(s, reacting=True) == 6
