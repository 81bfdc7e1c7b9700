"""Morale: what markers do, when a unit is Broken, and what then becomes of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.gunnery import APC, AUTOCANNON, GUN, MISS, SQUAD, TANK, TEAM, Stats, chances, duel, shoot, why
from tests.games.rhine.skirmish import Skirmish, default, piece
from umpire.games.rhine import activation, ending, tokens
from umpire.games.rhine.actions import damage, morale, rally
from umpire.games.rhine.model import Plan

HIT = 10
GUNS: dict[str, Any] = {"weapons": [GUN]}


# --- Markers ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOR-01", "RHINE-HEL-07")
def test_every_unit_takes_markers_up_to_its_morale_value_but_helicopters() -> None:
    s = Skirmish()
    for cls in ("MBT", "LIGHT", "APC", "INF", "SUPPORT"):
        s.unit("A", cls, at=(5 + 5 * len(s.state.units), 10), cls=cls, morale=3)
        s.play(damage.mark(s.state, cls, 1, "RHINE-PEN-05"))
        assert s[cls].markers == 1
    s.unit("A", "gunship", at=(50, 10), cls="HELO")
    s.play(damage.mark(s.state, "gunship", 5, "RHINE-PEN-05"))
    assert s["gunship"].markers == 0
    assert not s["gunship"].broken


@pytest.mark.rule("RHINE-MOR-02", "RHINE-MOD-13", "RHINE-ACT-02", "RHINE-REACT-08")
@pytest.mark.parametrize(("markers", "check", "react", "hit"), [(0, 2, 3, 5), (2, 4, 5, 7)])
def test_markers_make_checks_reactions_and_fire_worse(markers: int, check: int, react: int, hit: int) -> None:
    s = duel(20, {**TANK, "markers": markers, "tokens": 1})
    s.play(activation.activate(s.state, "us"), [check - 1])
    assert s.throws[0].need == check
    s = duel(20, {**TANK, "markers": markers}, active="B")
    plan = Plan("foe", ("fire",), (), 0, "us", 0)
    s.play(activation.carry_out(s.state, plan, reactions=True), [react - 1, MISS], ["fire:us:0"], rest=True)
    s.mark("us", tokens=0)
    s.play(activation.carry_out(s.state, plan, reactions=True), [react, MISS, MISS], ["fire:us:0"], rest=True)
    assert s.throws[1].need == hit


@pytest.mark.rule("RHINE-MOR-03")
def test_markers_stay_until_a_morale_check_takes_them_off() -> None:
    s = Skirmish(phase="turn_end", turn=1)
    s.unit("A", "us", at=(20, 10), markers=3)
    s.unit("B", "foe", at=(20, 40))
    s.play(ending.turn_end(s.state))
    assert s["us"].fresh_turn().markers == 3
    assert s["us"].markers == 3
    s.play(rally.rally(s.state, "us"), [6])
    assert s["us"].markers == 1


@pytest.mark.rule("RHINE-MOR-04")
@pytest.mark.parametrize(("before", "more", "after"), [(0, 1, 1), (3, 1, 4), (3, 9, 5), (5, 1, 5)])
def test_never_more_than_the_morale_value(before: int, more: int, after: int) -> None:
    s = Skirmish()
    s.unit("A", "us", at=(20, 10), morale=5, markers=before)
    s.play(damage.mark(s.state, "us", more, "RHINE-PEN-05"))
    assert s["us"].markers == after
    assert morale.words(s["us"]) == f"{after} morale marker{'s' if after > 1 else ''} of 5"


# --- Broken ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOR-05")
def test_a_broken_unit_neither_activates_nor_reacts_nor_fires_nor_holds() -> None:
    s = duel(20, objective=[{"id": "hill", "name": "hill", "at": (20, 13), "points": 2}])
    plan = Plan("foe", ("fire",), (), 0, "us", 0)

    def facts() -> list[bool]:
        s.play(activation.carry_out(s.state, plan, reactions=True), [MISS], rest=True)
        return [
            tokens.can_activate(s.state, s["us"]),
            [decision.seat for decision in s.asked] == ["A"],  # whether to react
            why(s) == "",
            ending.holder(s.state, s.content.objectives[0]) == "A",
        ]

    s.mark("us", markers=4)
    assert facts() == [True] * 4
    s.mark("us", markers=5)
    assert facts() == [False] * 4
    assert why(s) == "RHINE-MOR-05"


@pytest.mark.rule("RHINE-MOR-05")
def test_passengers_of_a_broken_transport_may_still_get_out() -> None:
    s = Skirmish()
    s.unit("A", "carrier", at=(20, 10), **{**APC, "markers": 4})
    s.foot("A", "squad", at=(20, 10), carried_by="carrier")
    assert not tokens.can_activate(s.state, s["carrier"])
    assert tokens.can_activate(s.state, s["squad"])
    s.play(activation.activate(s.state, "squad"), choices=["move", default], rest=True)
    assert s["squad"].on_table


@pytest.mark.rule("RHINE-MOR-06")
@pytest.mark.parametrize("theirs", [{**SQUAD, "markers": 5}, {**TANK, "markers": 5}, {**TEAM, "markers": 3}])
def test_who_was_broken_when_an_attack_began_is_destroyed_by_its_first_hit(theirs: Stats) -> None:
    s = duel(20, TANK, theirs)
    shoot(s, [HIT])  # no penetration roll, no conversion
    assert s["foe"].place == "lost"
    assert "RHINE-MOR-06" in s.rules


@pytest.mark.rule("RHINE-MOR-06", "RHINE-DMG-06", "RHINE-DMG-07")
@pytest.mark.parametrize(("armour", "dice"), [(20, [HIT, 10]), (20, [HIT, 9]), (21, [HIT]), (14, [MISS])])
def test_a_hit_that_would_leave_no_marker_does_not(armour: int, dice: list[int]) -> None:
    s = duel(20, TANK, {"armour": (armour, armour), "markers": 5})
    shoot(s, dice)
    assert s["foe"].on_table
    assert s["foe"].broken


@pytest.mark.rule("RHINE-MOR-07")
def test_who_breaks_during_an_attack_is_not_destroyed_by_its_later_dice_for_that() -> None:
    s = duel(20, {"cls": "LIGHT", "weapons": [AUTOCANNON]}, {**APC, "markers": 2})
    shoot(s, [HIT, HIT, 6, 1])  # 10 equals the armour and breaks it, the second hit only would leave a marker
    assert (s["foe"].on_table, s["foe"].broken) == (True, True)
    s = duel(8, TANK, {**TEAM, "markers": 2})
    shoot(s, [HIT, HIT, 6, 6, 6, 6])
    assert (s["foe"].on_table, s["foe"].broken) == (True, True)


@pytest.mark.rule("RHINE-MOR-07")
def test_though_a_later_hit_may_still_go_through() -> None:
    s = duel(20, {"cls": "LIGHT", "weapons": [AUTOCANNON]}, APC)
    shoot(s, [HIT, HIT, 6, 7, 1])
    assert s["foe"].place == "lost"
    assert "RHINE-PEN-01" in s.rules


@pytest.mark.rule("RHINE-MOR-06", "RHINE-MOR-07")
def test_the_exact_odds_at_a_broken_squad_are_those_of_any_hit() -> None:
    s = duel(8, SQUAD, {**SQUAD, "markers": 5})
    assert chances(s) == {5: Fraction(4, 25), "lost": Fraction(21, 25)}


# --- House rules about breaking --------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOR-05")
@pytest.mark.parametrize(
    ("theirs", "dice"),
    [({**SQUAD, "markers": 4}, [HIT, MISS, 1, 1]), ({**TANK, "markers": 4}, [HIT]), (TANK, [HIT, 4])],
    ids=["foot", "vehicle by a marker", "vehicle by an equal roll"],
)
def test_where_the_morale_value_is_the_end_a_unit_that_reaches_it_is_lost(theirs: Stats, dice: list[int]) -> None:
    s = duel(8, TANK, theirs, options={"broken_rule": "destroyed_at_mv"})
    shoot(s, dice)
    assert s["foe"].place == "lost"
    assert s.state.sides["B"].lost_bp == 5
    assert s.rules[-1] == "RHINE-MOR-05"


@pytest.mark.rule("RHINE-MOR-05")
def test_so_it_is_by_markers_from_elsewhere() -> None:
    s = Skirmish(options={"broken_rule": "destroyed_at_mv"})
    s.unit("A", "us", at=(20, 10), **{**APC, "markers": 3})
    s.foot("A", "squad", at=(20, 10), carried_by="us")
    s.play(damage.mark(s.state, "us", 1, "RHINE-FIRE-20"), choices=[default])
    assert s["us"].place == "lost"
    assert [wreck.unit for wreck in s.state.wrecks] == ["us"]
    assert s["squad"].place == "lost"  # it bails out with all its markers, which is the end there


@pytest.mark.rule("RHINE-MOR-06")
def test_where_units_are_only_pinned_a_further_hit_does_not_destroy_for_that() -> None:
    house = {"broken_rule": "pinned_only"}
    s = duel(8, TANK, {**SQUAD, "markers": 5}, options=house)
    shoot(s, [HIT, HIT, 6, 6, 6, 6])
    assert (s["foe"].on_table, s["foe"].markers) == (True, 5)
    assert why(s, ours="foe", theirs="us") == "RHINE-MOR-05"
    s = duel(8, TANK, {**TANK, "markers": 5}, options=house)
    shoot(s, [HIT, 1])
    assert s["foe"].on_table
    shoot(s, [HIT, 10, 1])  # but a shot that goes through does what it does
    assert s["foe"].place == "lost"


# --- Falling back ----------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOR-08")
@pytest.mark.parametrize(("falls", "y"), [(False, 20.0), (True, 11.0)])
def test_a_unit_that_breaks_stays_unless_the_house_has_it_fall_back(falls: bool, y: float) -> None:
    s = duel(20, GUNS, SQUAD, options={"broken_falls_back": falls}, baselines=("north", "south"))
    s.stand("us", (20, 45), 180)
    s.stand("foe", (20, 20), 0)
    s.mark("foe", markers=4)
    shoot(s, [HIT, 1, 1])
    assert s["foe"].broken
    assert s.at("foe")[1] == pytest.approx(y, abs=0.01)


@pytest.mark.rule("RHINE-MOR-08")
def test_whom_that_takes_off_the_table_is_lost_with_all_aboard() -> None:
    s = Skirmish(options={"broken_falls_back": True})
    s.unit("A", "carrier", at=(20, 10), bp=2, **{**APC, "markers": 3})
    s.foot("A", "squad", at=(20, 10), carried_by="carrier", bp=3)
    s.play(damage.mark(s.state, "carrier", 1, "RHINE-PEN-05"))
    assert [s[name].place for name in ("carrier", "squad")] == ["lost", "lost"]
    assert s.state.wrecks == ()
    assert s.state.sides["A"].lost_bp == 5
    assert "carrier flees from the table and is lost" in s.events


@pytest.mark.rule("RHINE-MOR-08", "RHINE-TERR-10")
def test_it_tests_the_ground_on_its_way_and_may_be_held_up() -> None:
    s = Skirmish(options={"broken_falls_back": True}, terrain=[piece("marsh", area=(10, 10, 30, 20))])
    s.unit("A", "us", at=(20, 30), markers=4)
    s.play(damage.mark(s.state, "us", 1, "RHINE-PEN-05"), [1])
    assert s["us"].broken
    assert 20 < s.at("us")[1] < 22


@pytest.mark.rule("RHINE-MOR-08", "RHINE-PEN-02")
def test_passengers_who_bail_out_fall_back_too() -> None:
    s = duel(20, GUNS, APC, options={"broken_falls_back": True})
    s.foot("B", "squad", at=(20, 32), carried_by="foe")
    shoot(s, [HIT, 10, 1], choices=[default])
    assert s["squad"].broken
    assert s.at("squad")[1] > 40


@pytest.mark.rule("RHINE-MOR-08", "RHINE-TERR-14")
def test_who_stands_along_a_building_does_not_turn_into_it_to_fall_back() -> None:
    s = Skirmish(options={"broken_falls_back": True}, terrain=[piece("building", area=(30, 10, 40, 19))])
    s.unit("A", "tank", at=(35, 20), facing=90, markers=4)
    s.play(damage.mark(s.state, "tank", 1, "RHINE-PEN-05"))
    assert s["tank"].broken
    assert (s.at("tank"), s["tank"].base.facing) == ((35, 20), 90)


@pytest.mark.rule("RHINE-MOR-08", "RHINE-PEN-10")
def test_all_who_are_shaken_take_their_marker_before_the_first_falls_back() -> None:
    s = duel(20, GUNS, TANK, options={"broken_falls_back": True})
    s.foot("B", "first", at=(17, 32.8), markers=4)
    s.foot("B", "second", at=(23, 32.8), markers=4)
    shoot(s, [HIT, 10, 6])
    told = [text for text in s.events if "shaken by the explosion" in text or "falls back" in text]
    assert ["shaken" in text for text in told] == [True, True, False, False]
    assert all(s[name].broken and s.at(name)[1] > 40 for name in ("first", "second"))
