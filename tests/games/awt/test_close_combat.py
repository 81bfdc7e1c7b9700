"""Close combat: who is in it, how many dice, against whom, and whose the wounds are (AWT-CC, CW)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish, piece, refused
from umpire.battle.decisions import Together, options_of
from umpire.games.awt import combat, losses
from umpire.games.awt.combat import blows, dice_of

RABBLE = ("infantry", "rabble")


def fighting(**more: Any) -> Skirmish:
    """Step 4, with somebody on both sides who does not fight."""
    s = Skirmish(phase="combat", **more)
    s.horse("A", "patrol", at=(44, 2), models=1)
    s.horse("B", "watch", at=(44, 46), models=1)
    return s


# --- Dice ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-CC-01", "AWT-CC-02", "AWT-CC-03", "AWT-CC-04", "AWT-CC-05")
@pytest.mark.parametrize(("lost", "dice"), [(0, 6), (1, 5), (4, 5), (5, 4), (6, 3), (8, 3), (9, 1)])
def test_a_unit_of_many_has_dice_by_zeal_and_strength(lost: int, dice: int) -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=10, lost=lost, stress=2)
    assert dice_of(s.state, s["rifles"]).value == dice


@pytest.mark.rule("AWT-CC-07", "AWT-CC-09", "AWT-CC-13", "AWT-CC-15")
def test_single_models_have_their_dice_however_wounded() -> None:
    s = Skirmish()
    s.captain("A", "captain", at=(5, 5), lost=1)
    s.creature("A", "giant", at=(10, 5), size="large", wounds=6, lost=5)
    s.tank("A", "tank", at=(20, 5), lost=5)
    assert [dice_of(s.state, s[name]).value for name in ("captain", "giant", "tank")] == [2, 6, 2]


@pytest.mark.rule("AWT-CC-16")
def test_markers_do_not_cost_dice_unless_by_house_rule() -> None:
    s = Skirmish(options={"stress_attacks": True})
    s.foot("A", "rifles", at=(10, 10), models=10, stress=2)
    assert dice_of(s.state, s["rifles"]).value == 4


@pytest.mark.rule("AWT-CC-16", "AWT-CC-22")
def test_who_falls_in_this_step_has_fought_with_all_his_dice() -> None:
    """Four of five fall to the first unit that rolls, yet all dice of the five are rolled."""
    s = fighting()
    s.foot("A", "ours", at=(10, 10), models=10, save=None)
    s.foot("B", "theirs", at=(10, 11), models=5, save=None, zeal=5)
    s.lock("ours", "theirs")
    s.go(dice=[1, 1, 1, 1, 6, 6, *[6] * 5, 2, 3], rest=True)
    assert [throw.dice for throw in s.throws[:2]] == [6, 5]
    assert s["theirs"].strength == 1


# --- Who is in it -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-CC-20")
def test_units_joined_through_others_fight_one_combat_and_others_another() -> None:
    s = fighting()
    for side, name, x in (("A", "a", 5), ("B", "b", 5), ("A", "c", 9), ("A", "d", 30), ("B", "e", 30)):
        s.foot(side, name, at=(x, 10 if side == "A" else 11), models=2)
    s.lock("a", "b")
    s.lock("c", "b")
    s.lock("d", "e")
    assert combat.combats(s.state) == [("a", "b", "c"), ("d", "e")]


@pytest.mark.rule("AWT-CC-20")
def test_a_link_lasts_over_a_gap_and_ends_when_one_side_is_broken_or_destroyed() -> None:
    s = fighting()
    s.foot("A", "ours", at=(10, 10), models=2)
    s.foot("B", "theirs", at=(10, 14), models=2)
    s.foot("B", "others", at=(14, 10), models=2)
    s.lock("ours", "theirs")
    s.lock("ours", "others")
    assert combat.combats(s.state) == [("others", "ours", "theirs")]
    losses.break_unit(s.state, "theirs", "AWT-CN-13")
    assert s["ours"].in_combat == ("others",)
    losses.destroy(s.state, "others", "gone", "AWT-IN-09")
    assert not s["ours"].engaged


@pytest.mark.rule("AWT-CC-20")
def test_a_whole_unit_fights_though_one_model_touches() -> None:
    s = fighting()
    s.foot("A", "ours", at=(10, 10), models=5)
    s.captain("B", "captain", at=(10, 11), save=None)
    s.lock("ours", "captain")
    s.go(dice=[6] * 8)
    assert s.throws[-1].dice == 6


# --- Splitting ----------------------------------------------------------------------------------------------------


def between_two(**more: Any) -> Skirmish:
    s = fighting()
    s.foot("A", "ours", at=(10, 10), models=5, zeal=5, save=None, **more)
    s.foot("B", "high", at=(10, 11), models=5, zeal=6, save=None)
    s.foot("B", "low", at=(10, 9), models=5, zeal=4, save=None)
    s.lock("ours", "high")
    s.lock("ours", "low")
    return s


@pytest.mark.rule("AWT-CC-21")
def test_a_unit_against_two_shares_its_dice_before_any_roll() -> None:
    s = between_two()
    s.go(refused({"high": 2, "low": 2}, "AWT-CC-21", {"high": 4, "low": 1}), dice=[6] * 15)
    assert [throw.dice for throw in s.throws[:4]] == [6, 4, 4, 1]


@pytest.mark.rule("AWT-CC-21")
def test_unasked_the_split_is_even_with_the_rest_on_the_lowest_zeal() -> None:
    s = between_two()
    s.go(dice=[*[6] * 15], rest=True)
    assert s.asked[0].default() == {"high": 2, "low": 3}


@pytest.mark.rule("AWT-CC-21")
def test_both_sides_split_in_secret_before_anybody_rolls() -> None:
    s = between_two()
    s.foot("A", "friend", at=(16, 11), models=5, zeal=5, save=None)
    s.lock("friend", "high")
    running = combat.fight(s.state, ("friend", "high", "low", "ours"))
    asked = next(running)
    assert isinstance(asked, Together)
    assert [(decision.seat, decision.piece) for decision in asked.decisions] == [("A", "ours"), ("B", "high")]


def two_against_two() -> Skirmish:
    """Both units of either side fight both of the other."""
    s = fighting()
    for side, name, x in (("A", "left", 10), ("A", "right", 18), ("B", "east", 18), ("B", "west", 10)):
        s.foot(side, name, at=(x, 10 if side == "A" else 11), models=5, zeal=5, save=None)
    for ours in ("left", "right"):
        for theirs in ("east", "west"):
            s.lock(ours, theirs)
    return s


@pytest.mark.rule("AWT-CC-21")
def test_all_splits_of_both_sides_are_made_before_any_is_known() -> None:
    s = two_against_two()
    running = combat.fight(s.state, ("east", "left", "right", "west"))
    asked = next(running)
    assert isinstance(asked, Together)
    assert [decision.seat for decision in asked.decisions] == ["A", "B"]
    keys = [[option.key for option in options_of(decision)] for decision in asked.decisions]
    assert keys == [
        ["left:east", "left:west", "right:east", "right:west"],
        ["east:left", "east:right", "west:left", "west:right"],
    ]
    ours, theirs = [dict.fromkeys(each, 0) for each in keys]
    ours |= {"left:east": 5, "right:east": 1, "right:west": 4}
    theirs |= {"east:left": 2, "east:right": 3, "west:right": 5}
    answers = [each.read(shares) for each, shares in zip(asked.decisions, (ours, theirs), strict=True)]
    dice = running.send(tuple(answers))
    assert dice.next_throw(()).dice == 2, "what is asked for next is a roll, that of east at left"


@pytest.mark.rule("AWT-CC-21")
def test_each_of_several_units_shares_out_its_own_dice() -> None:
    s = two_against_two()
    ours = {"left:east": 5, "left:west": 1, "right:east": 0, "right:west": 4}
    right = {"left:east": 5, "left:west": 0, "right:east": 0, "right:west": 5}
    s.go(refused(ours, "AWT-CC-21", right), dice=[*[6] * 20, 1], rest=True)
    assert [throw.dice for throw in s.throws[:-1]] == [3, 2, 5, 5, 3, 2], "of east, left, right, west in turn"
    assert s.asked[1].default() == {"east:left": 3, "east:right": 2, "west:left": 3, "west:right": 2}


@pytest.mark.rule("AWT-CC-21", "AWT-CW-06")
def test_brutal_dice_go_at_the_target_of_the_die_that_brought_them() -> None:
    s = between_two(cc=["brutal"])
    s.go({"high": 1, "low": 4}, dice=[*[6] * 10, 1, 1, 2, 6, 6, 6, 6, 3, 2], rest=True)
    assert s["high"].strength == 2


# --- Wounds -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-CC-22", "AWT-SV-05")
def test_the_owner_takes_off_who_falls_after_all_saves() -> None:
    s = fighting()
    s.foot("A", "ours", at=(10, 10), models=5)
    s.captain("B", "captain", at=(10, 11), save=None)
    s.lock("ours", "captain")
    s.go(("ours.5",), dice=[1, 2, 6, 1, *[6] * 6, 3, 3])
    assert (s.asked[0].seat, s["ours"].strength) == ("A", 4)


@pytest.mark.rule("AWT-CC-23")
@pytest.mark.parametrize(("second", "credit"), [(2, "first"), (4, "second"), (3, "either")])
def test_wounds_beyond_what_the_target_had_are_credited_to_who_made_more(second: int, credit: str) -> None:
    """Three wounds of the first unit, and so many of the second, on three models."""
    s = fighting()
    for name, x in (("first", 10), ("second", 16)):
        s.foot("A", name, at=(x, 10), models=5, zeal=4, save=None)
        s.foot("B", f"witness {name}", at=(x, 20), models=1)
    s.foot("B", "victim", at=(12, 11), models=3, zeal=1, save=None)
    s.lock("first", "victim")
    s.lock("second", "victim")
    inflicted = {"first": 0, "second": 0}
    choices = ["second"] if credit == "either" else []
    s.play(combat._credit(s.state, "victim", {"first": 3, "second": second}, 3, inflicted), choices=choices)
    all_of_it = "first" if credit == "first" else "second"
    assert inflicted == {"first": 0, "second": 0, all_of_it: 3}


@pytest.mark.rule("AWT-CC-23")
def test_what_is_left_after_the_first_goes_to_the_next() -> None:
    s = fighting()
    s.foot("A", "first", at=(10, 10), models=2)
    s.foot("A", "second", at=(16, 10), models=2)
    s.foot("B", "victim", at=(12, 11), models=5)
    inflicted = {"first": 0, "second": 0}
    s.play(combat._credit(s.state, "victim", {"first": 3, "second": 4}, 5, inflicted))
    assert inflicted == {"first": 1, "second": 4}


# --- Weapons ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-CC-24")
def test_armour_is_hurt_by_natural_ones_alone_but_normally_by_creatures_and_vehicles() -> None:
    s = fighting()
    s.foot("A", "rifles", at=(10, 5), skill="high")
    s.creature("A", "hound", at=(20, 5))
    s.tank("A", "tank", at=(30, 8))
    s.tank("B", "foe", at=(10, 20))
    s.foot("B", "foot", at=(30, 20))
    assert [blows(s[name], s["foe"]).hit_on for name in ("rifles", "hound", "tank")] == [1, None, None]
    assert blows(s["rifles"], s["foot"]).hit_on is None
    assert s.play(combat.strike(s.state, s["rifles"], s["foe"], 4), dice=[1, 2, 3, 4, 6]) == 1


@pytest.mark.rule("AWT-CC-25")
def test_cover_is_no_help_in_close_combat() -> None:
    s = fighting(terrain=[piece("trenches", area=(5, 9, 20, 13))])
    s.foot("A", "ours", at=(10, 10), models=2, skill="high", cc=["fearsome"])
    s.foot("B", "theirs", at=(10, 11), models=2, save=2)
    assert s.play(combat.strike(s.state, s["ours"], s["theirs"], 2), dice=[1, 2, 3]) == 2


@pytest.mark.rule("AWT-CW-01", "AWT-CW-02", "AWT-CW-03", "AWT-CW-06")
@pytest.mark.parametrize(
    ("weapons", "advantage", "fearsome", "brutal"),
    [
        (["none"], 1, False, False),
        (["standard"], 0, False, False),
        (["fearsome"], 0, True, False),
        (["brutal"], 0, False, True),
        (["brutal", "fearsome"], 0, True, True),
    ],
)
def test_what_weapons_do(weapons: list[str], advantage: int, fearsome: bool, brutal: bool) -> None:
    s = fighting()
    s.foot("A", "ours", at=(10, 10), models=2, cc=weapons)
    s.foot("B", "theirs", at=(10, 11), models=2)
    how = blows(s["ours"], s["theirs"])
    assert (how.advantage, how.fearsome, how.brutal, how.cavalry) == (advantage, fearsome, brutal, False)


@pytest.mark.rule("AWT-CW-04", "AWT-CW-05")
def test_cavalry_weapons_count_in_the_first_combat_after_the_charge_alone() -> None:
    s = fighting()
    s.horse("A", "lancers", at=(10, 10), models=4, zeal=4)
    s.horse("B", "uhlans", at=(10, 11.5), models=4, zeal=5)
    s.lock("lancers", "uhlans", charged=True)
    assert blows(s["lancers"], s["uhlans"]).cavalry
    assert not blows(s["uhlans"], s["lancers"]).cavalry
    s.go(dice=[6] * 9)
    assert s["lancers"].engaged
    assert not blows(s["lancers"], s["uhlans"]).cavalry


@pytest.mark.rule("AWT-CW-05")
def test_a_charge_is_used_up_by_the_next_step_even_without_a_die() -> None:
    s = fighting()
    s.horse("A", "lancers", at=(10, 10), charged=True)
    s.go()
    assert s.state.phase == "flight"
    assert not s["lancers"].charged


# --- Supporters ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-CC-26")
@pytest.mark.parametrize(
    ("apart", "options", "supports"), [(3.0, {}, True), (3.001, {}, False), (5.0, {"support_range": 5}, True)]
)
def test_a_unit_within_three_inches_of_a_friend_who_fights_supports_him(
    apart: float, options: dict[str, Any], supports: bool
) -> None:
    s = Skirmish(phase="muster", options=options)
    s.foot("A", "ours", at=(10, 10), models=2)
    s.foot("B", "theirs", at=(10, 11), models=2)
    s.lock("ours", "theirs")
    s.foot("A", "friend", at=(10, 9 - apart), models=2)
    s.go()
    assert [(each.unit, each.friend) for each in s.state.support] == ([("friend", "ours")] if supports else [])


@pytest.mark.rule("AWT-CC-26", "AWT-ST-01")
def test_no_support_comes_from_the_broken_the_pinned_those_who_fight_vehicles_and_guns() -> None:
    s = Skirmish()
    s.foot("A", "fit", at=(5, 5))
    s.foot("A", "shaken", at=(5, 8), shaken=True)
    s.foot("A", "broken", at=(5, 11), broken=True)
    s.foot("A", "pinned", at=(5, 14), pinned=True)
    s.foot("A", "engaged", at=(5, 20))
    s.foot("B", "foe", at=(5, 21))
    s.lock("engaged", "foe")
    s.tank("A", "tank", at=(30, 8))
    s.team("A", "gun", at=(40, 8), weapon="field_gun", keywords=("artillery", "weapon_team"))
    able = [unit.id for unit in s.state.of("A") if combat.can_support(unit)]
    assert able == ["fit", "shaken"]


@pytest.mark.rule("AWT-CC-26")
@pytest.mark.parametrize(("at", "asked"), [(14.0, False), (15.0, True)])
def test_one_unit_supports_the_nearest_combat_or_which_its_owner_likes_of_two_as_near(at: float, asked: bool) -> None:
    s = Skirmish(phase="muster", options={"support_range": 5})
    for x, name in ((10.0, "west"), (20.0, "east")):
        s.unit("A", name, at=(x, 10))
        s.unit("B", f"foe {name}", at=(x, 11))
        s.lock(name, f"foe {name}")
    s.unit("A", "friend", at=(at, 10))
    s.go(*(["east"] if asked else []))
    assert [(each.unit, each.friend) for each in s.state.support] == [("friend", "east" if asked else "west")]
    assert [decision.seat for decision in s.asked] == (["A"] if asked else [])
