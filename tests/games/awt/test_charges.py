"""Charges: who may, how far, into what contact (AWT-CH, IN-06)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.dice import odds
from tests.games.awt.skirmish import Skirmish, piece
from tests.games.dice import F
from umpire.battle.decisions import Call
from umpire.games.awt import activation, field, forming
from umpire.games.awt.actions import charging, terrain
from umpire.games.awt.actions.contact import Charge
from umpire.games.awt.actions.marching import Placing
from umpire.games.awt.model import State
from umpire.table import touching
from umpire.table.paths import sweep_hits_polygon


def facing_off(apart: float = 8.0, **more: Any) -> Skirmish:
    """Six models and five, edge to edge so far apart."""
    s = Skirmish(**more)
    s.foot("A", "ours", at=(10, 10), models=6)
    s.foot("B", "foe", at=(10, 11 + apart), models=5)
    return s


def in_contact(s: Skirmish, a: str, b: str) -> int:
    return sum(any(touching(mine, theirs) for theirs in s[b].bases) for mine in s[a].bases)


@pytest.mark.rule("AWT-CH-01")
def test_a_charge_is_declared_before_the_die_that_lengthens_it() -> None:
    s = facing_off()
    s.go("ours", "charge:foe", dice=[2])
    assert s.throws[0].purpose == "charge"
    told = [event for event in s.state.events or () if event.kind == "charge"]
    assert told[0].text == "ours charges foe"
    assert s["ours"].acted == 1


@pytest.mark.rule("AWT-CH-01", "AWT-TE-22")
def test_only_an_enemy_in_sight_can_be_charged() -> None:
    s = facing_off()
    assert [foe.id for foe in Charge(s.state, s["ours"]).targets()] == ["foe"]
    hidden = facing_off(terrain=[piece("building", area=(0, 14, 48, 15))])
    assert Charge(hidden.state, hidden["ours"]).targets() == []


@pytest.mark.rule("AWT-CH-01", "AWT-CH-02", "AWT-CH-03")
@pytest.mark.parametrize(
    ("apart", "die", "reached"), [(8.0, 2, True), (8.0, 1, False), (8.5, 3, True), (8.001, 2, False)]
)
def test_reach_is_pace_and_the_die(apart: float, die: int, reached: bool) -> None:
    s = facing_off(apart)
    s.play(charging.charge(s.state, "ours", "foe"), dice=[die])
    assert s["ours"].engaged is reached
    assert (field.apart(s["ours"], s["foe"]) < 1) is reached


@pytest.mark.rule("AWT-CH-01")
def test_by_house_rule_the_reach_is_fixed() -> None:
    s = facing_off(9.0, options={"charge_bonus": 3})
    s.play(charging.charge(s.state, "ours", "foe"))
    assert s["ours"].engaged
    s = facing_off(9.1, options={"charge_bonus": 3})
    assert Charge(s.state, s["ours"]).targets() == []


@pytest.mark.rule("AWT-CH-02", "AWT-CC-20")
def test_a_charge_brings_models_into_contact_in_cohesion_and_both_units_into_combat() -> None:
    s = facing_off(6.0)
    s.play(charging.charge(s.state, "ours", "foe"), dice=[6])
    assert (s["ours"].in_combat, s["foe"].in_combat) == (("foe",), ("ours",))
    assert s["ours"].charged
    assert not s["foe"].charged
    assert in_contact(s, "ours", "foe") >= 4
    assert field.cohesion(s["ours"].bases) == 0
    assert s.state.phase == "activate"


@pytest.mark.rule("AWT-CH-03")
def test_a_charge_that_falls_short_goes_straight_on_up_to_its_pace_and_stops_an_inch_from_enemies() -> None:
    s = facing_off(9.0)
    s.play(charging.charge(s.state, "ours", "foe"), dice=[1])
    assert s.at("ours") == (10, 16)
    s = Skirmish(options={"charge_bonus": 0})
    s.foot("A", "ours", at=(10, 10), models=2)
    s.unit("B", "foe", at=(10, 17.5))
    s.unit("B", "picket", at=(12.6, 15))
    s.play(charging.charge(s.state, "ours", "foe"), rest=True)
    assert not s["ours"].engaged
    assert field.apart(s["ours"], s["picket"]) >= 1000 - 1


@pytest.mark.rule("AWT-CH-04")
@pytest.mark.parametrize(
    "state",
    ["pinned", "shaken", "broken", "bogged", "immobilised", ""],
)
def test_who_is_pinned_shaken_broken_or_stuck_does_not_charge(state: str) -> None:
    s = facing_off()
    s.tank("A", "tank", at=(30, 10))
    if state:
        s.mark("ours", **{state: True})
        s.mark("tank", **{state: True})
    assert charging.may_charge(s["ours"]) is (not state)
    assert charging.may_charge(s["tank"]) is (not state)


@pytest.mark.rule("AWT-CH-04")
def test_neither_weapon_teams_nor_guns_charge_but_armour_may_be_charged() -> None:
    s = Skirmish()
    s.team("A", "team", at=(10, 10))
    s.team("A", "gun", at=(20, 10), weapon="field_gun", keywords=("artillery",))
    s.foot("A", "ours", at=(30, 10), models=2)
    s.tank("B", "tank", at=(30, 18))
    assert [charging.may_charge(s[name]) for name in ("team", "gun", "ours")] == [False, False, True]
    assert [foe.id for foe in Charge(s.state, s["ours"]).targets()] == ["tank"]


@pytest.mark.rule("AWT-CH-05", "AWT-TE-12")
def test_falls_come_after_the_reach_roll_and_a_unit_that_all_fell_off_is_destroyed() -> None:
    s = Skirmish(terrain=[piece("woods", area=(0, 14, 48, 15))], troop="elite")
    s.horse("A", "lancers", at=(10, 10), models=2)
    s.horse("A", "patrol", at=(44, 2), models=1)
    s.foot("B", "foe", at=(10, 20), models=3)
    s.play(charging.charge(s.state, "lancers", "foe"), dice=[4, 5, 6])
    assert [throw.purpose for throw in s.throws] == ["charge", "riders who fall"]
    assert s["lancers"].place == "lost"
    assert not s["foe"].engaged


@pytest.mark.rule("AWT-CH-05")
def test_who_falls_short_has_not_ridden_through_the_rough() -> None:
    s = Skirmish(terrain=[piece("woods", area=(0, 22, 48, 23))], troop="elite")
    s.horse("A", "lancers", at=(10, 10), models=2)
    s.foot("B", "foe", at=(10, 26), models=3)
    s.play(charging.charge(s.state, "lancers", "foe"), dice=[1])
    assert s["lancers"].strength == 2


@pytest.mark.rule("AWT-CH-02", "AWT-CH-05")
@pytest.mark.parametrize(("answers", "dice", "left"), [((True,), [6], 1), ((False,), [6, 5], 0)])
def test_horse_with_a_way_round_the_rough_may_ride_through_it_all_the_same(
    answers: tuple[bool, ...], dice: list[int], left: int
) -> None:
    s = Skirmish(terrain=[piece("woods", area=(9, 14, 11, 15))])
    s.horse("A", "lancers", at=(10, 10), models=1)
    s.unit("B", "foe", at=(10, 20))
    s.play(charging.charge(s.state, "lancers", "foe"), dice=dice, choices=answers)
    assert s["lancers"].on_table is bool(left)
    assert s["lancers"].in_combat == (("foe",) if left else ())


@pytest.mark.rule("AWT-CH-02", "AWT-CH-05")
def test_horse_without_a_way_round_in_its_reach_is_not_asked() -> None:
    s = Skirmish(terrain=[piece("woods", area=(0, 14, 48, 15))])
    s.horse("A", "lancers", at=(10, 10), models=1)
    s.unit("B", "foe", at=(10, 20))
    s.play(charging.charge(s.state, "lancers", "foe"), dice=[6, 1])
    assert (s.asked, s["lancers"].in_combat) == ([], ("foe",))


@pytest.mark.rule("AWT-CH-06")
@pytest.mark.parametrize(("named", "engaged"), [((), ("foe",)), (("other",), ("foe", "other"))])
def test_further_enemies_are_touched_only_if_they_were_named(named: tuple[str, ...], engaged: tuple[str, ...]) -> None:
    s = Skirmish()
    s.foot("A", "ours", at=(10, 10), models=6)
    s.foot("B", "foe", at=(10, 16), models=2)
    s.foot("B", "other", at=(12.6, 16), models=2)
    s.play(charging.charge(s.state, "ours", "foe"), dice=[6], choices=[named])
    assert s["ours"].in_combat == engaged
    assert (in_contact(s, "ours", "other") > 0) is ("other" in engaged)


@pytest.mark.rule("AWT-CH-06")
@pytest.mark.parametrize("apart", [2.0, 2.5])
def test_two_enemies_are_charged_at_once_if_neighbours_in_cohesion_reach_both(apart: float) -> None:
    s = Skirmish()
    s.foot("A", "ours", at=(10, 10), models=8, spread=1.0)
    s.foot("B", "foe", at=(8, 18), models=3, spread=1.1)
    s.foot("B", "other", at=(11.2 + apart, 18), models=3, spread=1.1)
    s.play(charging.charge(s.state, "ours", "foe"), dice=[6], choices=[("other",)])
    assert s["ours"].in_combat == ("foe", "other")
    assert field.cohesion(s["ours"].bases) == 0


@pytest.mark.rule("AWT-IN-06")
@pytest.mark.parametrize("kind", ["wire", "mire", "impassable"])
def test_a_charge_without_a_way_open_to_it_is_not_offered(kind: str) -> None:
    s = Skirmish(terrain=[piece(kind, area=(0, 14, 48, 15))] if kind != "impassable" else [])
    if kind == "impassable":
        s = Skirmish(terrain=[piece(kind, area=(0, 14, 9.9, 15)), piece(kind, id="east", area=(10.1, 14, 48, 15))])
    s.unit("A", "ours", at=(10, 10))
    s.unit("B", "foe", at=(10, 18))
    assert not [option for option in activation.actions(s.state, s["ours"]) if option.key.startswith("charge")]


@pytest.mark.rule("AWT-CH-02")
def test_a_charge_may_go_round_what_is_in_the_way_if_its_longest_reach_allows() -> None:
    s = Skirmish(terrain=[piece("mire", area=(8, 13, 11, 15))])
    s.unit("A", "ours", at=(10, 10))
    s.unit("B", "foe", at=(10, 18))
    onset = Charge(s.state, s["ours"]).onsets(s["foe"], around=True)[0]
    assert len(onset.path) > 2
    assert 7000 < onset.needed < 9000


@pytest.mark.rule("AWT-CH-03", "AWT-TE-09")
def test_a_vehicle_that_falls_short_tests_for_the_ground_it_comes_onto() -> None:
    s = Skirmish(terrain=[piece("wire", area=(0, 14, 48, 15))], troop="cannonade")
    s.tank("A", "tank", at=(10, 10), facing=0)
    s.unit("B", "foe", at=(10, 22))
    s.play(charging.charge(s.state, "tank", "foe"), dice=[1, 5])
    assert s["tank"].bogged


@pytest.mark.rule("AWT-CH-02")
@pytest.mark.parametrize(("wire", "engaged"), [(15.5, True), (14.0, False)])
def test_a_vehicle_that_bogs_down_where_it_reaches_its_target_fights_there(wire: float, engaged: bool) -> None:
    """It stands an inch in what holds it: the enemy at 16.5 is reached if less than that is left."""
    s = Skirmish(terrain=[piece("wire", area=(0, wire, 48, 20))], troop="cannonade")
    s.tank("A", "tank", at=(10, 10), facing=0)
    s.unit("B", "foe", at=(10, 17))
    s.play(charging.charge(s.state, "tank", "foe"), dice=[6, 5])
    assert s["tank"].bogged
    assert (s["tank"].in_combat, s["foe"].in_combat) == ((("foe",), ("tank",)) if engaged else ((), ()))
    assert touching(s["tank"].leader, s["foe"].leader) is engaged


@pytest.mark.rule("AWT-CH-02", "AWT-CH-03")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_a_charge_ends_in_cohesion_or_falls_short(die: int) -> None:
    """Five in two ranks, a captain nearly ten inches from the nearest, and lancers and a seeress in between."""
    s = Skirmish()
    ranks = [(16.552, 12.479), (19.752, 12.479), (18.152, 10.879), (16.552, 10.879)]
    s.foot("A", "ours", at=(18.152, 12.479), models=5, spots=ranks)
    s.captain("B", "captain", at=(24.51, 22.01))
    s.witch("B", "seeress", at=(20.632, 16.953))
    s.horse("B", "lancers", at=(18, 15), models=2, spots=[(16.35, 15.201)])
    s.play(charging.charge(s.state, "ours", "captain"), dice=[die], rest=True)
    assert field.cohesion(s["ours"].bases) == 0


def past_a_friend() -> Skirmish:
    """Five whose nearest models have two friends between them and the enemy."""
    s = Skirmish()
    s.foot("A", "ours", at=(14.71, 10), models=5)
    s.foot("B", "foe", at=(9.38, 15.93), models=2)
    s.foot("A", "friends", at=(11.41, 12.79), models=2)
    return s


def between_house_and_mire() -> Skirmish:
    """Five who would not keep together if with a better die each went as far as it can."""
    house, mire = piece("building", area=(17.04, 12.06, 19.84, 13.26)), piece("mire", area=(23.38, 13.5, 28.9, 15.73))
    s = Skirmish(terrain=[house, mire])
    s.foot("A", "ours", at=(21.48, 10), models=5)
    s.foot("B", "foe", at=(20.38, 17.46), models=3)
    s.foot("A", "friends", at=(22.67, 12.53), models=2)
    return s


def beyond_a_mire() -> Skirmish:
    """Five of whom one could just be there with the best of dice, and the others hardly."""
    s = Skirmish(terrain=[piece("mire", area=(17.6, 13.3, 21.85, 13.85))])
    s.foot("A", "ours", at=(15.23, 10), models=5)
    s.foot("B", "foe", at=(20.85, 21.78), models=2)
    s.foot("A", "friends", at=(21.52, 11.97), models=2)
    return s


@pytest.mark.rule("AWT-CH-01", "AWT-CH-02", "AWT-MV-04")
@pytest.mark.parametrize("table", [past_a_friend, between_house_and_mire, beyond_a_mire])
def test_a_better_die_never_fails_where_a_worse_one_arrives_and_the_odds_tell_it(table: Any) -> None:
    s = table()
    call = charging.odds(Charge(s.state, s["ours"]), s["foe"])
    assert isinstance(call, Call)
    shown = odds(call.procedure, **dict(call.inputs)).p(reached=True)
    arrived = []
    for die in range(1, 7):
        s = table()
        s.play(charging.charge(s.state, "ours", "foe"), dice=[die])
        arrived.append(s["ours"].engaged)
        assert field.cohesion(s["ours"].bases) == 0
    assert arrived == sorted(arrived)
    assert shown == F(sum(arrived), 6) > 0


@pytest.mark.rule("AWT-IN-06", "AWT-MV-04")
def test_a_charge_that_would_end_out_of_cohesion_whatever_the_die_is_not_offered() -> None:
    """The first of the two reaches the enemy at 11.9 inches; the second, in the mire, stays behind."""
    s = Skirmish(terrain=[piece("mire", area=(11, 9, 13, 11))])
    s.foot("A", "ours", at=(10, 10), models=2, spread=2.0)
    s.foot("B", "foe", at=(10, 22.9), models=1)
    going = Charge(s.state, s["ours"])
    assert going.onsets(s["foe"], around=False)
    assert going.targets() == []


@pytest.mark.rule("AWT-IN-06", "AWT-CH-02")
def test_a_way_is_found_to_the_end_of_a_long_line_the_rest_of_which_is_shut_off() -> None:
    """The nearest pairs have impassable ground between them; only the far end of the enemy's line can be reached."""
    s = Skirmish(
        terrain=[piece("impassable", area=(15.1, 12.6, 17.5, 15.4)), piece("wire", area=(18.1, 15.6, 22.5, 17.0))]
    )
    ranks = [(12.51 + 1.2 * (k % 5), 10 - 1.2 * (k // 5)) for k in range(1, 10)]
    s.foot("A", "ours", at=(12.51, 10), models=10, spots=ranks)
    s.foot("B", "foe", at=(20.54, 16.2), models=4)
    s.foot("A", "friends", at=(8.4, 12.09), models=6)
    assert [foe.id for foe in Charge(s.state, s["ours"]).targets()] == ["foe"]
    s.play(charging.charge(s.state, "ours", "foe"), dice=[6])
    assert s["ours"].in_combat == ("foe",)


@pytest.mark.rule("AWT-CH-06")
@pytest.mark.parametrize(("die", "engaged"), [(1, ("foe", "other")), (6, ("foe",))])
def test_the_first_goes_a_longer_way_if_the_shortest_touches_an_enemy_who_was_not_named(
    die: int, engaged: tuple[str, ...]
) -> None:
    """Straight ahead it ends 7 inches on, between the two; a way round to the other side of its target is longer."""
    s = Skirmish()
    s.captain("A", "captain", at=(10, 10))
    s.unit("B", "foe", at=(10, 18))
    s.unit("B", "other", at=(11, 17))
    s.play(charging.charge(s.state, "captain", "foe"), dice=[die], choices=[()])
    assert s["captain"].in_combat == engaged


@pytest.mark.rule("AWT-SK-11", "AWT-CH-06")
@pytest.mark.parametrize("lit", [True, False])
def test_whom_false_lights_hide_is_not_named_besides(lit: bool) -> None:
    s = Skirmish()
    s.horse("A", "lancers", at=(20, 10), models=2)
    s.unit("B", "foe", at=(20, 22))
    s.unit("B", "other", at=(20, 24.2), effects=("lights",) if lit else ())
    assert field.misled(s["lancers"], s["other"]) is lit
    s.play(charging.charge(s.state, "lancers", "foe"), dice=[6], choices=[] if lit else [("other",)])
    assert len(s.asked) == (0 if lit else 1)


@pytest.mark.rule("AWT-CH-02", "AWT-TE-11", "AWT-TE-16", "AWT-TE-17")
@pytest.mark.parametrize("kind", ["impassable", "building", "woods"])
def test_a_vehicle_does_not_turn_onto_closed_ground_to_charge_over_it(kind: str) -> None:
    s = Skirmish(terrain=[piece(kind, area=(26.0, 11.5, 28, 17))], troop="cannonade")
    s.tank("A", "tank", at=(24, 10), facing=0)
    s.captain("B", "foe", at=(25.6, 19))
    found = Charge(s.state, s["tank"]).arrives(s["foe"], ("foe",), 11_000)
    assert found is not None
    p, q = found[0].path
    (rock,) = s.content.terrain
    assert not sweep_hits_polygon(found[0].end.moved(*p), p, q, rock.shape, found[0].end.facing)


@pytest.mark.rule("AWT-CH-03", "AWT-TE-17")
def test_a_vehicle_that_falls_short_does_not_turn_onto_closed_ground() -> None:
    s = Skirmish(terrain=[piece("impassable", area=(26.0, 11.5, 28, 13))], troop="cannonade")
    s.tank("A", "tank", at=(24, 10), facing=0)
    s.captain("B", "foe", at=(27.4, 20.6))
    s.play(charging.charge(s.state, "tank", "foe"), dice=[1], rest=True)
    assert forming.may_stand(s.state, s["tank"], s["tank"].leader)


@pytest.mark.rule("AWT-CH-03")
def test_a_charge_that_falls_short_stops_just_an_inch_from_the_enemy() -> None:
    s = Skirmish(terrain=[piece("mire", area=(21.2, 26, 26.8, 26.5))])
    s.captain("A", "ours", at=(24, 24))
    s.captain("B", "foe", at=(24, 29.15))
    s.play(charging.charge(s.state, "ours", "foe"), dice=[1], rest=True)
    assert "ours falls short" in s.events
    assert 0 <= field.apart(s["ours"], s["foe"]) - 1000 <= 2


@pytest.mark.rule("AWT-CH-01", "AWT-CH-02", "AWT-IN-06")
@pytest.mark.parametrize(
    ("foe", "areas", "friends"),
    [
        ((16.54, 24.75), [(18.92, 24.34, 21.73, 27.87), (19.56, 24.16, 20.14, 25.11)], []),
        ((17.21, 22.54), [], [(23.04, 24.41), (22.84, 22.39)]),
        ((28.89, 21.59), [(23.54, 20.75, 27.13, 22.17), (26.13, 23.18, 27.88, 25.05)], []),
    ],
)
def test_a_charge_takes_the_shortest_way_through_gaps_and_round_corners(
    foe: tuple[float, float],
    areas: list[tuple[float, float, float, float]],
    friends: list[tuple[float, float]],
) -> None:
    """Each can be reached with the lowest face of the die."""
    s = Skirmish(terrain=[piece("impassable", area=area, id=f"rock-{at}") for at, area in enumerate(areas)])
    for at, spot in enumerate(friends):
        s.captain("A", f"friend-{at}", at=spot)
    s.captain("A", "ours", at=(24, 24))
    s.captain("B", "foe", at=foe)
    s.go("ours", "charge:foe", dice=[1], rest=True)
    assert s["ours"].in_combat == ("foe",)


@pytest.mark.rule("AWT-CH-05", "AWT-TE-03", "AWT-TE-12")
@pytest.mark.parametrize("fallen", [(1,), (2,), (1, 2), (1, 3), (1, 2, 3)])
def test_horse_left_after_falls_rides_over_no_ground_it_did_not_test_for(
    fallen: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    rocks = piece("impassable", area=(20.0, 18.8, 23.2, 19.6))
    rough = [piece("woods", area=(15.4, 17.6, 19.2, 18.9)), piece("broken", area=(19.6, 19.7, 21.5, 22.4))]
    s = Skirmish(terrain=[rocks, *rough], troop="elite")
    s.horse("A", "horse", at=(22, 10), spots=[(23.8, 10), (22, 8.2), (23.8, 8.2)])
    s.foot("B", "foe", at=(16.5, 24), models=3)
    ridden: list[str] = []
    real = charging._close

    def close(state: State, uid: str, placing: Placing, named: tuple[str, ...]) -> None:
        ridden.extend(terrain.rough(state, state.units[uid], placing))
        real(state, uid, placing, named)

    monkeypatch.setattr(charging, "_close", close)
    dice = [6, *[5] * len(fallen), *[1] * (4 - len(fallen))]
    answers = [False, [f"horse.{number}" for number in fallen]]
    s.play(charging.charge(s.state, "horse", "foe"), dice, answers, rest=True)
    assert s["horse"].in_combat == ("foe",)
    assert ridden == ["woods"]


@pytest.mark.rule("AWT-CH-02", "AWT-MV-07", "AWT-IN-06")
def test_a_vehicle_charges_on_any_heading_on_which_it_runs_into_the_enemy() -> None:
    s = Skirmish(terrain=[piece("impassable", area=(21, 14, 22.5, 15))], troop="cannonade")
    s.tank("A", "tank", at=(24, 10), facing=0)
    s.captain("B", "foe", at=(24, 18))
    s.go("tank", "charge:foe", dice=[1], rest=True)
    assert s["tank"].in_combat == ("foe",)
    assert in_contact(s, "tank", "foe") == 1
    assert forming.may_stand(s.state, s["tank"], s["tank"].leader)


@pytest.mark.rule("AWT-CH-02", "AWT-MV-07", "AWT-MV-08")
@pytest.mark.parametrize(("vehicle", "offered"), [("car", True), ("tank", False)])
def test_only_a_wheeled_vehicle_turns_on_the_way_of_a_charge(vehicle: str, offered: bool) -> None:
    s = Skirmish(terrain=[piece("woods", area=(20, 13, 28, 13.4))], troop="cannonade")
    (s.car if vehicle == "car" else s.tank)("A", "ours", at=(24, 9), facing=0, pace=12)
    s.captain("B", "foe", at=(27, 18))
    assert [foe.id for foe in Charge(s.state, s["ours"]).targets()] == (["foe"] if offered else [])
    if offered:
        s.go("ours", "charge:foe", dice=[6], rest=True)
        assert s["ours"].in_combat == ("foe",)
        assert in_contact(s, "ours", "foe") == 1


@pytest.mark.rule("AWT-CH-02", "AWT-MV-08", "AWT-IN-06")
@pytest.mark.parametrize(
    ("area", "foe", "needed"),
    [((24.2, 18.0, 29.9, 18.5), (26.7, 19.4), 11.5), ((24.3, 12.4, 28.5, 15.4), (25.5, 17.1), 7.07)],
    ids=["onto one end of the base", "close round a corner"],
)
def test_a_wheeled_vehicle_turns_where_its_way_is_shortest(
    area: tuple[float, float, float, float], foe: tuple[float, float], needed: float
) -> None:
    """Told by a search of every third degree and quarter of an inch, and of every fifth degree after the turn."""
    s = Skirmish(terrain=[piece("broken", area=area)], troop="cannonade")
    s.car("A", "ours", at=(24, 9), facing=0, pace=12)
    s.captain("B", "foe", at=foe)
    least = Charge(s.state, s["ours"]).least(s["foe"])
    assert least is not None
    assert least / 1000 == pytest.approx(needed, abs=0.05)
    s.go("ours", "charge:foe", dice=[1], rest=True)
    assert s["ours"].in_combat == ("foe",)
