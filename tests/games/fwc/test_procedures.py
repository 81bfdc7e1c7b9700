"""Casualties and close assault against an enumeration written from the specification, die by die."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import umpire
from tests.games.dice import F, Shares, add, plain
from tests.games.fwc.die_by_die import scores
from umpire.dice import ScriptedDice, run, stage
from umpire.games.fwc import GAME, procedures

HOUSE = GAME.house({})

# --- Casualties -----------------------------------------------------------------------------------------------


def attack(
    groups: list[tuple[int, int]],
    save: int | None,
    hits: int | None,
    prior: int,
    suppressed: bool,
    shield: int,
    kind: str,
    shield_mode: str,
) -> Shares:
    """FWC-CAS-01 to 12, FAL-01 to 04, FAL-14 to 16, SHD-02: every die rolled by itself."""
    needs = sorted(need for dice, need in groups for _ in range(dice))
    shares: Shares = {}

    def fire(at: int, points: int, unsaved: tuple[int, ...], p: F) -> None:
        if not p:
            return
        if at == len(needs):
            after(unsaved, points, p)
            return
        need = needs[at]
        for hit, share in scores(need):
            if not hit:
                fire(at + 1, points, unsaved, p * share)
            elif points and shield_mode == "ablative":
                fire(at + 1, points - 1, unsaved, p * share)
            else:
                for stopped, held in scores(max(2, 7 - points)) if points else [(False, F(1))]:
                    for saved, armour in scores(save) if save is not None else [(False, F(1))]:
                        through = unsaved if stopped or saved else (*unsaved, need)
                        fire(at + 1, points, through, p * share * held * armour)

    def after(unsaved: tuple[int, ...], points: int, p: F) -> None:
        count = len(unsaved)
        if hits is not None and prior + count >= hits:
            add(shares, ("ko", count, 0, points), p)
        elif not suppressed:
            calm = F(1)
            for need in unsaved:
                calm *= F(need - 1, 6)
            add(shares, ("suppressed", count, 0, points), p * (1 - calm))
            add(shares, ("unaffected", count, 0, points), p * calm)
        elif count == 0 or kind == "massive":
            add(shares, ("held", count, 0, points), p)
        else:
            for faces in product(range(1, 7), repeat=count):
                add(shares, falls(sum(faces), count, points), p / 6**count)

    def falls(cm: int, count: int, points: int) -> tuple[Any, ...]:
        if kind == "recce":
            return "fall_back", count, cm, points
        if cm > 10:
            return "ko_fall_back", count, 0, points
        return ("held", count, 0, points) if kind == "hold" else ("fall_back", count, cm, points)

    fire(0, shield, (), F(1))
    return shares


GROUPS = st.lists(st.tuples(st.integers(0, 3), st.integers(2, 6)), max_size=3).filter(
    lambda groups: sum(dice for dice, _ in groups) <= 5
)


@settings(deadline=None, max_examples=150)
@given(
    groups=GROUPS,
    save=st.none() | st.integers(2, 6),
    hits=st.none() | st.integers(1, 6),
    prior=st.integers(0, 3),
    suppressed=st.booleans(),
    shield=st.integers(0, 3),
    kind=st.sampled_from(["normal", "recce", "hold", "massive"]),
    shield_mode=st.sampled_from(["ablative", "save"]),
)
@pytest.mark.rule(
    "FWC-CAS-02", "FWC-CAS-03", "FWC-CAS-04", "FWC-CAS-05", "FWC-CAS-06", "FWC-CAS-08", "FWC-CAS-09",
    "FWC-CAS-10", "FWC-CAS-11", "FWC-CAS-12", "FWC-SUP-01", "FWC-FAL-01", "FWC-FAL-02", "FWC-FAL-03",
    "FWC-FAL-04", "FWC-FAL-14", "FWC-FAL-15", "FWC-FAL-16", "FWC-SHD-02", "FWC-GEN-06",
)  # fmt: skip
def test_casualties_are_those_of_dice_rolled_one_by_one(
    groups: list[tuple[int, int]],
    save: int | None,
    hits: int | None,
    prior: int,
    suppressed: bool,
    shield: int,
    kind: str,
    shield_mode: str,
) -> None:
    hits = None if hits is None else prior + hits
    odds = umpire.odds(
        "fwc",
        "casualties",
        options={"shield_mode": shield_mode},
        groups=groups,
        save=save,
        hits=hits,
        prior=prior,
        suppressed=suppressed,
        shield=shield,
        kind=kind,
    )
    assert plain(odds) == attack(groups, save, hits, prior, suppressed, shield, kind, shield_mode)


@pytest.mark.rule("FWC-CAS-02", "FWC-CAS-10")
def test_groups_of_one_score_are_one_group_in_any_order() -> None:
    apart = umpire.odds("fwc", "casualties", groups=[[2, 6], [1, 4], [0, 5], [3, 6]], save=5, shield=1)
    together = umpire.odds("fwc", "casualties", groups=[[1, 4], [5, 6]], save=5, shield=1)
    assert plain(apart) == plain(together)


@pytest.mark.rule("FWC-SHD-02")
def test_a_shield_takes_the_hits_of_the_lowest_score_first() -> None:
    """A hit at 2+ would nearly always suppress, one at 6 seldom: the shield takes the worse one."""
    odds = umpire.odds("fwc", "casualties", groups=[[1, 6], [1, 2]], shield=1)
    both = F(5, 6) * F(1, 6)
    assert odds.p(unsaved=1, result="suppressed") == both * F(1, 6)


@pytest.mark.rule("FWC-SHD-02")
@pytest.mark.parametrize(("shield", "stops"), [(1, 6), (2, 5), (5, 2), (6, 2), (9, 2)])
def test_a_shield_as_a_save_is_2_at_best_and_is_not_used_up(shield: int, stops: int) -> None:
    rules = {"shield_mode": "save"}
    odds = umpire.odds("fwc", "casualties", options=rules, groups=[[1, 4]], shield=shield)
    assert odds.p(unsaved=1) == F(1, 2) * F(stops - 1, 6)
    assert odds.p(shield=shield) == 1


@pytest.mark.rule("FWC-GEN-06")
@pytest.mark.parametrize(("suppressed", "result"), [(False, "unaffected"), (True, "held")])
@pytest.mark.parametrize("groups", [[], [[0, 4]]])
def test_no_dice_are_no_attack(groups: list[list[int]], suppressed: bool, result: str) -> None:
    odds = umpire.odds("fwc", "casualties", groups=groups, suppressed=suppressed, shield=2)
    assert plain(odds) == {(result, 0, 0, 2): F(1)}


@pytest.mark.rule("FWC-FAL-03")
def test_ten_cm_are_survived_and_eleven_are_not() -> None:
    odds = umpire.odds("fwc", "casualties", groups=[[3, 2]], suppressed=True)
    assert odds.p(result="fall_back", fall_back=10) > 0
    assert max(outcome.fall_back for outcome in odds) == 10
    assert odds.p(result="ko_fall_back") > 0


# --- Close assault ---------------------------------------------------------------------------------------------


def blows(dice: int, need: int, save: int | None, shield: int, shield_mode: str) -> dict[tuple[int, int], F]:
    """Unsaved hits and shield points left, of one side's dice."""
    shares = attack([(dice, need)], save, None, 0, True, shield, "massive", shield_mode)
    return {(unsaved, left): p for (_, unsaved, _, left), p in shares.items()}


def fight(
    attacker: tuple[int, int, int | None, int],
    defender: tuple[int, int, int | None, int],
    *,
    one_round: bool = False,
    extra: int = 0,
    zero_ko: bool = True,
    shield_mode: str = "ablative",
) -> Shares:
    """FWC-CA-11 to 16. A side is its dice, the score and save the enemy meets, and its shield."""
    a_dice, a_score, a_save, a_shield = attacker
    d_dice, d_score, d_save, d_shield = defender
    if a_dice + extra == 0 and d_dice == 0:
        return {("no_result", a_shield, d_shield): F(1)}
    shares: Shares = {}
    again = F(0)
    for (mine, d_left), p in blows(a_dice + extra, d_score, d_save, d_shield, shield_mode).items():
        for (yours, a_left), q in blows(d_dice, a_score, a_save, a_shield, shield_mode).items():
            if mine != yours:
                more, less = max(mine, yours), min(mine, yours)
                doubled = more >= 2 * less and (less > 0 or zero_ko)
                loser = "defender" if mine > yours else "attacker"
                add(shares, (f"{loser}_{'ko' if doubled else 'retreats'}", a_left, d_left), p * q)
            elif one_round:
                add(shares, ("draw", a_left, d_left), p * q)
            elif (a_left, d_left, extra) == (a_shield, d_shield, 0):
                again += p * q
            else:
                rest = fight(
                    (a_dice, a_score, a_save, a_left),
                    (d_dice, d_score, d_save, d_left),
                    zero_ko=zero_ko,
                    shield_mode=shield_mode,
                )
                for outcome, share in rest.items():
                    add(shares, outcome, p * q * share)
    return {outcome: p / (1 - again) for outcome, p in shares.items()}


SIDE = st.tuples(st.integers(0, 4), st.integers(2, 6), st.none() | st.integers(2, 6), st.sampled_from([0, 0, 1, 2]))


@settings(deadline=None, max_examples=60)
@given(
    attacker=SIDE,
    defender=SIDE,
    one_round=st.booleans(),
    extra=st.sampled_from([0, 0, 1]),
    zero_ko=st.booleans(),
    saves=st.booleans(),
    shield_mode=st.sampled_from(["ablative", "save"]),
)
@pytest.mark.rule(
    "FWC-CA-09", "FWC-CA-11", "FWC-CA-12", "FWC-CA-13", "FWC-CA-14", "FWC-CA-15", "FWC-CA-16", "FWC-SHD-02"
)
def test_a_close_assault_is_that_of_dice_rolled_one_by_one(
    attacker: tuple[int, int, int | None, int],
    defender: tuple[int, int, int | None, int],
    one_round: bool,
    extra: int,
    zero_ko: bool,
    saves: bool,
    shield_mode: str,
) -> None:
    odds = umpire.odds(
        "fwc",
        "close_assault",
        options={"assault_zero_ko": zero_ko, "assault_saves": saves, "shield_mode": shield_mode},
        attacker_dice=attacker[0],
        attacker_hit_on=attacker[1],
        attacker_save=attacker[2],
        attacker_shield=attacker[3],
        defender_dice=defender[0],
        defender_hit_on=defender[1],
        defender_save=defender[2],
        defender_shield=defender[3],
        one_round=one_round,
        first_round_dice=extra,
    )
    if not saves:
        attacker = (*attacker[:2], None, attacker[3])
        defender = (*defender[:2], None, defender[3])
    expected = fight(attacker, defender, one_round=one_round, extra=extra, zero_ko=zero_ko, shield_mode=shield_mode)
    assert plain(odds) == expected


@pytest.mark.rule("FWC-CA-15")
@pytest.mark.parametrize(("zero_ko", "result"), [(True, "defender_ko"), (False, "defender_retreats")])
def test_hits_against_none_are_twice_as_many_unless_the_house_says_otherwise(zero_ko: bool, result: str) -> None:
    odds = umpire.odds(
        "fwc",
        "close_assault",
        options={"assault_zero_ko": zero_ko},
        attacker_dice=3,
        defender_hit_on=4,
        defender_dice=0,
        attacker_hit_on=4,
    )
    assert odds.p(result=result) == 1


@pytest.mark.rule("FWC-CA-16")
def test_no_dice_on_either_side_are_no_result() -> None:
    odds = umpire.odds(
        "fwc",
        "close_assault",
        attacker_dice=0,
        defender_hit_on=4,
        defender_dice=0,
        attacker_hit_on=4,
        attacker_shield=1,
    )
    assert plain(odds) == {("no_result", 1, 0): F(1)}


# --- With dice on the table -----------------------------------------------------------------


@pytest.mark.rule("FWC-CAS-03", "FWC-CAS-04", "FWC-CAS-08", "FWC-CAS-10")
def test_an_attack_is_rolled_group_by_group_then_tested_for_suppression() -> None:
    dice = ScriptedDice(*(4, 3, 6), *(5, 1), *(6, 5), *(4,), *(3,), *(5,))
    result = run(procedures.casualties(HOUSE, ((2, 6), (3, 4)), 5, 4), dice)
    assert result == procedures.Casualties("unaffected", 2, 0, 0)
    assert dice.used_up()
    assert [(throw.purpose, throw.dice, throw.need) for throw in dice.throws] == [
        ("hits", 3, 4),
        ("saves", 2, 5),
        ("hits", 2, 6),
        ("saves", 1, 5),
        ("suppression", 1, 4),
        ("suppression", 1, 6),
    ]


@pytest.mark.rule("FWC-SHD-02", "FWC-CAS-04")
def test_hits_a_shield_takes_are_not_saved_and_not_counted() -> None:
    dice = ScriptedDice(4, 5, 6, 1, 2, 6)
    result = run(procedures.casualties(HOUSE, ((4, 4),), 5, 4, 0, False, 2), dice)
    assert result == procedures.Casualties("suppressed", 1, 0, 0)
    assert dice.used_up()
    assert [(throw.purpose, throw.dice) for throw in dice.throws] == [
        ("hits", 4),
        ("saves", 1),
        ("suppression", 1),
    ]


@pytest.mark.rule("FWC-CA-12", "FWC-SHD-02")
def test_equal_hits_are_fought_again_and_spent_shields_stay_spent() -> None:
    dice = ScriptedDice(4, 5, 4, 1, 6, 6, 1, 6)
    fight = stage(procedures.close_assault, HOUSE, 2, 4, None, 2, 4, None, 0, 1)
    assert run(fight, dice) == procedures.Assault("defender_ko", 0, 0)
    assert dice.used_up()
