"""Hits on vehicles: markers, penetration, Foom and Kaboom, passengers, wrecks and shock."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.gunnery import APC, AUTOCANNON, GUN, MISS, SQUAD, Stats, chances, duel, shoot, why
from tests.games.rhine.skirmish import Skirmish, default, piece, refused, way
from umpire.dice import Odds
from umpire.games.rhine import field
from umpire.games.rhine.actions import damage, fire
from umpire.games.rhine.model import State

HIT = 10
FOOM, KABOOM = 1, 6


def gun(value: int, **more: Any) -> Stats:
    return {"weapons": [{"kind": "gun", "value": value, **more}]}


# --- One hit ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-DMG-01", "RHINE-DMG-02", "RHINE-DMG-03")
@pytest.mark.parametrize("face", [1, 3])
def test_a_hit_that_could_penetrate_leaves_a_marker_and_less_than_the_armour_nothing_more(face: int) -> None:
    s = duel(20, gun(10))
    shoot(s, [HIT, face])  # 13 against 14
    assert s["foe"].markers == 1
    assert s.events[-1] == "foe is hit: 1 morale marker of 5"


@pytest.mark.rule("RHINE-DMG-04", "RHINE-DMG-09", "RHINE-MOR-05")
def test_equal_to_the_armour_breaks_the_vehicle() -> None:
    s = duel(20, gun(10))
    shoot(s, [HIT, 4])
    assert (s["foe"].markers, s["foe"].broken) == (5, True)
    assert s.events[-1] == "foe is hit and is Broken (5 morale markers of 5)"


@pytest.mark.rule("RHINE-DMG-05", "RHINE-PEN-01", "RHINE-PEN-03")
@pytest.mark.parametrize(("die", "word"), [(1, "Foom!"), (4, "Foom!"), (5, "Kaboom!"), (6, "Kaboom!")])
def test_more_than_the_armour_goes_to_the_penetration_table(die: int, word: str) -> None:
    s = duel(20, gun(10))
    shoot(s, [HIT, 5, die])
    assert s["foe"].place == "lost"
    assert any(word in text for text in s.events)
    assert ("RHINE-PEN-01" in s.rules) is (word == "Foom!")
    assert ("RHINE-PEN-03" in s.rules) is (word == "Kaboom!")


@pytest.mark.rule("RHINE-DMG-06")
@pytest.mark.parametrize(("face", "markers"), [(9, 0), (10, 5)])
def test_where_only_a_10_equals_the_armour_there_is_no_marker_but_a_roll(face: int, markers: int) -> None:
    s = duel(20, gun(10), {"armour": (20, 20)})
    shoot(s, [HIT, face])
    assert s["foe"].markers == markers


@pytest.mark.rule("RHINE-DMG-07")
def test_a_weapon_that_cannot_even_equal_the_armour_does_nothing_and_rolls_nothing() -> None:
    s = duel(20, gun(8), {"armour": (19, 19)})
    shoot(s, [HIT])
    assert s["foe"].markers == 0
    assert s.events[-1] == "foe is none the worse for it"


@pytest.mark.rule("RHINE-DMG-08", "RHINE-FIRE-26")
def test_several_hits_are_resolved_one_after_another_until_the_target_is_destroyed() -> None:
    ours = {"cls": "LIGHT", "weapons": [AUTOCANNON]}
    s = duel(20, ours, {"armour": (10, 10)})
    shoot(s, [HIT, HIT, 5, 7, FOOM])  # 9 leaves a marker, 11 goes through
    assert s["foe"].place == "lost"
    s = duel(20, ours, {"armour": (10, 10)})
    shoot(s, [HIT, HIT, 7, FOOM])  # the second hit is not rolled for
    assert s["foe"].place == "lost"


@pytest.mark.rule("RHINE-DMG-09", "RHINE-MOR-04")
def test_markers_stop_at_the_morale_value() -> None:
    s = duel(20, {"cls": "LIGHT", "weapons": [AUTOCANNON]}, {**APC, "markers": 3})
    shoot(s, [HIT, HIT, 1, 1])
    assert s["foe"].markers == 4
    assert s["foe"].on_table


@pytest.mark.rule("RHINE-DMG-10")
@pytest.mark.parametrize(("law", "place"), [(8, "table"), (9, "lost")])
def test_infantry_fires_at_vehicles_with_8_unless_its_data_say_otherwise(law: int, place: str) -> None:
    s = duel(8, {**SQUAD, "law": law}, {"armour": (14, 14)})
    assert why(s, 1) == ""
    shoot(s, [HIT, 6, FOOM] if place == "lost" else [HIT, 6], 1)
    assert s["foe"].place == place
    assert s["foe"].markers == (0 if place == "lost" else 5)


@pytest.mark.rule("RHINE-DMG-10")
def test_as_often_as_it_likes() -> None:
    s = duel(8, SQUAD, {"armour": (17, 17)})
    for markers in (1, 2, 3):
        shoot(s, [HIT, 1], 1)
        assert s["foe"].markers == markers


@pytest.mark.rule("RHINE-DMG-11")
def test_a_machine_gun_has_a_value_of_0() -> None:
    s = duel(20, gun(0), {"armour": (9, 9)})
    assert fire.weapon_words(s["us"].profile.weapons[0]) == "machine gun"
    shoot(s, [HIT, 9])
    assert s["foe"].broken
    assert s.events[0] == "us fires its machine gun at foe"


@pytest.mark.rule("RHINE-FACE-01", "RHINE-FACE-02")
@pytest.mark.parametrize(("facing", "breaks_on"), [(180, 6), (90, 4), (0, 2)])
def test_the_armour_that_faces_the_shot_counts(facing: int, breaks_on: int) -> None:
    s = duel(20, gun(10), {"armour": (16, 14, 12), "facing": facing})
    s.stand("foe", (20, 40))
    shoot(s, [HIT, breaks_on])
    assert s["foe"].broken


@pytest.mark.rule("RHINE-DMG-02")
@pytest.mark.parametrize(
    ("house", "heat", "special", "lower"),
    [(True, True, True, True), (False, True, True, False), (True, False, True, False), (True, True, False, False)],
)
def test_heat_throws_two_at_special_armour_and_the_lower_counts(
    house: bool, heat: bool, special: bool, lower: bool
) -> None:
    s = duel(20, gun(10, heat=heat), {"special_armour": special}, options={"heat_vs_special": house})
    shoot(s, [HIT, 10, 2] if lower else [HIT, 2])
    assert s["foe"].markers == 1
    assert s.throws[1].dice == (2 if lower else 1)


@pytest.mark.rule("RHINE-DMG-02", "RHINE-MOD-05")
@pytest.mark.parametrize(("house", "chance"), [(False, Fraction(49, 100)), (True, Fraction(343, 1000))])
def test_the_exact_odds_of_a_missile_at_special_armour(house: bool, chance: Fraction) -> None:
    """Example 11: M901, 3+ and -1 for the reaction, W 12 at front 15."""
    ours = {"cls": "LIGHT", "weapons": [{"kind": "atgm", "value": 12, "heat": True, "to_hit": 3}]}
    s = duel(20, ours, {"armour": (15, 13), "special_armour": True}, options={"heat_vs_special": house})
    odds = s.odds(
        lambda state: fire.shoot(state, "us", "foe", 0, False, reacting_to_move=True),
        outcome=lambda state, _: state.units["foe"].place,
    )
    assert odds["lost"] == chance


# --- Foom and Kaboom -------------------------------------------------------------------------------------------


def blown_up(s: Skirmish) -> Odds:
    """How a hit that goes through ends: by the word in the events."""

    def ending(state: State, _: Any) -> str:
        told = [event.text for event in state.events or ()]
        return "kaboom" if any("Kaboom" in text for text in told) else "foom"

    def make(state: State) -> Any:
        state.events = []
        return fire.shoot(state, "us", "foe", 0, False)

    return s.odds(make, outcome=ending)


@pytest.mark.rule("RHINE-PEN-01", "RHINE-PEN-03", "RHINE-PEN-07", "RHINE-PEN-08")
@pytest.mark.parametrize(
    ("cls", "vulnerable", "chance"),
    [
        ("MBT", False, "1/3"),
        ("MBT", True, "1/2"),
        ("LIGHT", True, "1/2"),
        ("LIGHT", False, "1/3"),
        ("APC", False, "1/3"),
        ("APC", True, "1/3"),
    ],
)
def test_soviet_tanks_and_light_vehicles_blow_up_more_readily(cls: str, vulnerable: bool, chance: str) -> None:
    """Example 6; an APC never adds the 1."""
    ours = {"weapons": [{**GUN, "value": 20, "to_hit": 1}]}
    s = duel(20, ours, {"cls": cls, "armour": (10, 8), "vulnerable": vulnerable})
    assert blown_up(s)["kaboom"] == Fraction(chance)


@pytest.mark.rule("RHINE-PEN-07")
@pytest.mark.parametrize(("die", "rule"), [(3, "RHINE-PEN-01"), (4, "RHINE-PEN-03"), (6, "RHINE-PEN-03")])
def test_with_the_1_a_four_is_a_kaboom_and_seven_is_one_too(die: int, rule: str) -> None:
    s = duel(20, gun(10), {"vulnerable": True})
    shoot(s, [HIT, 10, die])
    assert rule in s.rules


@pytest.mark.rule("RHINE-DMG-01", "RHINE-DMG-04", "RHINE-DMG-05")
def test_the_exact_odds_of_a_whole_shot() -> None:
    """Examples 4 and 5: N2 at a T-55A's front, a T-72A at N2's."""
    s = duel(20, {**gun(10), "to_hit": 4}, {"vulnerable": True})
    assert chances(s) == {0: Fraction(3, 10), 1: Fraction(21, 100), 5: Fraction(7, 100), "lost": Fraction(42, 100)}
    s = duel(20, gun(10), {"armour": (19, 17), "morale": 6})
    assert chances(s) == {0: Fraction(2, 5), 1: Fraction(12, 25), 6: Fraction(3, 50), "lost": Fraction(3, 50)}
    s = duel(20, gun(10), {"armour": (20, 17), "morale": 6})
    assert chances(s) == {0: Fraction(47, 50), 6: Fraction(3, 50)}


@pytest.mark.rule("RHINE-DMG-08", "RHINE-FIRE-06")
def test_the_exact_odds_of_an_autocannon() -> None:
    """Example 7: LAV-25 at a BTR-60's front."""
    s = duel(20, {"cls": "LIGHT", "weapons": [{**AUTOCANNON, "to_hit": 4}]}, {**APC, "armour": (10, 8)})
    assert chances(s) == {
        0: Fraction(9, 100), 1: Fraction(21, 100), 2: Fraction(49, 400), 4: Fraction(959, 10000),
        "lost": Fraction(602, 1875) + Fraction(301, 1875),
    }  # fmt: skip


# --- Who was inside --------------------------------------------------------------------------------------------


def loaded(faces: Sequence[int], choices: Sequence[Any] = (default, default), **carrier: Any) -> Skirmish:
    """A carrier with two squads inside is hit."""
    s = duel(20, gun(10), {**APC, "capacity": 2, "bp": 1, **carrier})
    s.foot("B", "first", at=(20, 32), carried_by="foe", bp=3)
    s.foot("B", "second", at=(20, 32), carried_by="foe", bp=3, markers=2)
    shoot(s, [HIT, *faces], choices=choices)
    return s


@pytest.mark.rule("RHINE-PEN-02", "RHINE-PEN-11", "RHINE-TRN-05")
def test_after_a_foom_passengers_get_out_beside_the_wreck_with_all_their_markers() -> None:
    s = loaded([10, FOOM])
    for name in ("first", "second"):
        assert (s[name].place, s[name].carried_by, s[name].markers) == ("table", "", 5)
        assert field.rounded_within(s[name].base, s["foe"].base, 2000)
    assert [decision.seat for decision in s.asked] == ["B", "B"]
    assert s.state.sides["B"].lost_bp == 1
    assert "first has lost its transport and is Broken (5 morale markers of 5)" in s.events


@pytest.mark.rule("RHINE-PEN-02")
def test_passengers_who_were_broken_before_get_out_as_they_are() -> None:
    s = duel(20, gun(10), APC)
    s.foot("B", "squad", at=(20, 32), carried_by="foe", markers=5)
    shoot(s, [HIT, 10, FOOM], choices=[default])
    assert (s["squad"].on_table, s["squad"].markers) == (True, 5)
    assert s.events[-1] == "squad gets out"


@pytest.mark.rule("RHINE-PEN-11")
def test_their_owner_puts_them_within_2_inches_and_an_inch_clear_of_enemies() -> None:
    s = duel(20, gun(10), {**APC})
    s.foot("B", "squad", at=(20, 32), carried_by="foe")
    s.unit("A", "brave", at=(23.2, 32.8))
    far, near = way((20, 38), facing=0), way((21.8, 34.4), facing=0)
    chosen = way((20, 36.8), facing=0)  # 1.975 from the wreck's edge at 34.2
    shoot(s, [HIT, 10, FOOM], choices=[refused(far, "RHINE-PEN-02", refused(near, "RHINE-MOVE-14", chosen))])
    assert s.at("squad") == (20, 36.8)


@pytest.mark.rule("RHINE-PEN-11", "RHINE-WIN-01")
def test_those_for_whom_there_is_no_room_are_lost() -> None:
    s = duel(20, gun(10), {**APC, "bp": 1})
    s.foot("B", "squad", at=(20, 32), carried_by="foe", bp=3)
    ring = [(17.5, 32.8), (22.5, 32.8), (20, 37.3), (20, 28.3), (15, 36), (25, 36), (15, 29), (25, 29)]
    for number, at in enumerate(ring):
        s.unit("A", f"ring{number}", at=at, base=(2, 5))
    s.play(damage.destroy(s.state, "foe", damage.FOOM, "foe burns out", "RHINE-PEN-01"))
    assert s["squad"].place == "lost"
    assert "RHINE-PEN-11" in s.rules
    assert s.state.sides["B"].lost_bp == 4


@pytest.mark.rule("RHINE-PEN-11")
def test_a_gap_that_a_squad_fits_into_only_sideways_is_room_enough() -> None:
    s = Skirmish()
    s.unit("B", "apc", at=(20, 20), facing=0, **APC)
    s.foot("B", "squad", at=(20, 20), carried_by="apc")
    ring = [(16.2, 20, 6, 9), (23.8, 20, 6, 9), (17.25, 25.5, 4, 8.2), (22.75, 25.5, 4, 8.2), (20, 16.4, 14, 4.2)]
    for number, (x, y, wide, deep) in enumerate(ring):  # what is left is 1.5 in wide, north of the wreck
        s.unit("B", f"friend{number}", at=(x, y), facing=0, base=(wide, deep))
    s.play(damage.destroy(s.state, "apc", damage.FOOM, "apc burns out", "RHINE-PEN-01"), choices=[default])
    assert s["squad"].broken
    assert s["squad"].base.facing in (90, 270)


@pytest.mark.rule("RHINE-PEN-04")
def test_after_a_kaboom_everybody_inside_is_lost() -> None:
    s = loaded([10, KABOOM], choices=[])
    assert [s[name].place for name in ("first", "second")] == ["lost", "lost"]
    assert s.state.sides["B"].lost_bp == 7
    assert "first is lost with foe" in s.events


@pytest.mark.rule("RHINE-MOR-06", "RHINE-PEN-02")
def test_from_an_abandoned_transport_they_get_out_as_after_a_foom() -> None:
    s = loaded([], markers=4)
    assert s["foe"].place == "lost"
    assert [s[name].markers for name in ("first", "second")] == [5, 5]
    assert "foe is hit and its crew abandons it" in s.events


@pytest.mark.rule("RHINE-PEN-02", "RHINE-MOR-05")
def test_where_units_are_lost_at_their_morale_value_that_is_the_end_of_passengers_too() -> None:
    s = duel(20, gun(10), APC, options={"broken_rule": "destroyed_at_mv"})
    s.foot("B", "squad", at=(20, 32), carried_by="foe")
    shoot(s, [HIT, 7, FOOM], choices=[default])
    assert s["squad"].place == "lost"


# --- Shock -----------------------------------------------------------------------------------------------------


def crowd(options: dict[str, Any] | None = None, terrain: Sequence[Any] = (), **victim: Any) -> Skirmish:
    """A vehicle about to blow up at (20, 32.8), friends and enemies around it."""
    s = duel(20, gun(10), victim, options=options, terrain=terrain)
    s.unit("B", "beside", at=(25.4, 32.8))  # exactly 4 inches
    s.unit("B", "farther", at=(14.59, 32.8))  # 4.01
    s.foot("B", "behind", at=(20, 36))
    s.foot("A", "enemy", at=(20, 29))
    return s


@pytest.mark.rule("RHINE-PEN-05", "RHINE-PEN-06")
@pytest.mark.parametrize("cls", ["MBT", "LIGHT", "APC"])
def test_a_kaboom_shakes_every_friend_within_4_inches_whatever_blows_up(cls: str) -> None:
    s = crowd(cls=cls, armour=(10, 8))
    shoot(s, [HIT, 10, KABOOM])
    assert {name: s[name].markers for name in ("beside", "farther", "behind", "enemy", "us")} == {
        "beside": 1, "farther": 0, "behind": 1, "enemy": 0, "us": 0,
    }  # fmt: skip
    assert "beside is shaken by the explosion: 1 morale marker of 5" in s.events


@pytest.mark.rule("RHINE-PEN-05")
def test_a_foom_shakes_nobody() -> None:
    s = crowd()
    shoot(s, [HIT, 10, FOOM])
    assert s["beside"].markers == s["behind"].markers == 0


@pytest.mark.rule("RHINE-PEN-05", "RHINE-PEN-06")
def test_nobody_who_does_not_see_it_nor_rides_in_another_vehicle() -> None:
    s = crowd(terrain=[piece("building", area=(22, 28, 23, 38))])
    s.unit("B", "carrier", at=(16.5, 37), **APC)
    s.foot("B", "rider", at=(16.5, 37), carried_by="carrier")
    shoot(s, [HIT, 10, KABOOM])
    assert s["beside"].markers == 0
    assert s["carrier"].markers == 1
    assert s["rider"].markers == 0


@pytest.mark.rule("RHINE-PEN-06")
@pytest.mark.parametrize(("cls", "markers"), [("MBT", 0), ("LIGHT", 0), ("APC", 1)])
def test_the_house_may_have_only_apcs_do_it(cls: str, markers: int) -> None:
    s = crowd({"kaboom_shock": "apc_only"}, cls=cls, armour=(10, 8))
    shoot(s, [HIT, 10, KABOOM])
    assert s["beside"].markers == markers


@pytest.mark.rule("RHINE-PEN-10", "RHINE-MOR-04")
@pytest.mark.parametrize("rule", ["broken_then_destroyed", "destroyed_at_mv", "pinned_only"])
def test_its_markers_stop_at_the_morale_value_destroy_nobody_and_lead_to_nothing_more(rule: str) -> None:
    s = crowd({"broken_rule": rule})
    s.mark("beside", markers=4)
    s.mark("behind", markers=5)
    shoot(s, [HIT, 10, KABOOM])
    assert (s["beside"].markers, s["behind"].markers) == (5, 5)
    assert s["beside"].on_table
    assert s["behind"].on_table
    assert s.state.sides["B"].lost_bp == 5


@pytest.mark.rule("RHINE-PEN-06", "RHINE-PEN-04")
def test_survivors_only() -> None:
    s = crowd(cls="APC", armour=(10, 8), capacity=1)
    s.foot("B", "rider", at=(20, 32.8), carried_by="foe")
    shoot(s, [HIT, 10, KABOOM])
    assert (s["rider"].place, s["rider"].markers) == ("lost", 0)


# --- Wrecks ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-PEN-09")
@pytest.mark.parametrize("dice", [[HIT, 10, FOOM], [HIT, 10, KABOOM]])
def test_a_destroyed_vehicle_leaves_a_wreck_where_it_stood(dice: list[int]) -> None:
    s = duel(20, gun(10))
    shoot(s, dice)
    (wreck,) = s.state.wrecks
    assert (wreck.unit, wreck.base) == ("foe", s["foe"].base)
    feature = s.content.feature(wreck.terrain.id)
    assert (feature.vehicles, feature.foot, feature.los, feature.cover) == ("rough", "rough", "veil", "none")


@pytest.mark.rule("RHINE-PEN-09")
def test_foot_leaves_none() -> None:
    s = duel(8, SQUAD, {**SQUAD, "markers": 5})
    shoot(s, [HIT, MISS])
    assert s["foe"].place == "lost"
    assert s.state.wrecks == ()


@pytest.mark.rule("RHINE-POOL-09", "RHINE-WIN-01")
def test_the_lost_take_their_tokens_along_and_are_counted_once() -> None:
    s = duel(20, gun(10), {"tokens": 3, "bp": 6}, pools=(4, 7))
    shoot(s, [HIT, 10, FOOM])
    assert s["foe"].tokens == 0
    assert s.state.sides["B"].pool == 7
    assert s.state.sides["B"].lost_bp == 6
    s.play(damage.destroy(s.state, "foe"))
    assert s.state.sides["B"].lost_bp == 6
