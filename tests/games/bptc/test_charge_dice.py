"""Charges: dice and rounds, against an enumeration written from the specification."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import umpire
from tests.games.bptc.die_by_die import through
from tests.games.dice import F, plain
from umpire.dice import ScriptedDice, mean_runs, run, stage, value_of
from umpire.dice.offered import BadInput
from umpire.games.bptc import GAME, charges
from umpire.games.bptc.charges import Fighter, Fought
from umpire.games.bptc.sheet import charge_value

HOUSE = GAME.house({})
Shares = dict[str, F]


def odds(options: Any = None, **inputs: Any) -> umpire.Odds:
    return umpire.odds("bptc", "charge", options=options, **inputs)


# --- Dice -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arm", "mounted", "value"),
    [
        ("cavalry", True, 5), ("cavalry", False, 4), ("infantry", False, 4), ("engineer", False, 4),
        ("guerrilla", False, 4), ("artillery_foot", False, 2), ("artillery_horse", False, 2), ("transport", False, 2),
        ("boat", False, 2), ("command", True, 2), ("command", False, 2),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-CHG-04", "BPTC-CHG-05", "BPTC-CHG-06", "BPTC-CHG-30")
def test_what_each_arm_brings_to_a_charge(arm: str, mounted: bool, value: int) -> None:
    assert charge_value(arm, mounted) == value


@settings(deadline=None, max_examples=60)
@given(
    value=st.integers(0, 5),
    stands=st.integers(1, 6),
    charging=st.booleans(),
    support=st.integers(0, 3),
    suppressed=st.booleans(),
    flanked=st.integers(0, 3),
)
@pytest.mark.rule(
    "BPTC-CHG-07", "BPTC-CHG-08", "BPTC-CHG-09", "BPTC-CHG-10", "BPTC-CHG-11", "BPTC-CHG-22", "BPTC-GEN-05",
)  # fmt: skip
def test_the_dice_of_a_charge_stand_by_stand(
    value: int, stands: int, charging: bool, support: int, suppressed: bool, flanked: int
) -> None:
    each = value + (1 if charging else 0) + support - (1 if suppressed else 0) - 2 * flanked
    found = umpire.odds(
        "bptc", "charge_dice", value=value, stands=stands, charging=charging, support=support, suppressed=suppressed,
        flanked=flanked,
    )  # fmt: skip
    assert plain(found) == {(sum(max(0, each) for _ in range(stands)),): 1}


@pytest.mark.rule("BPTC-CHG-08", "BPTC-CHG-09", "BPTC-CHG-10", "BPTC-CHG-11", "BPTC-CHG-22")
def test_the_dice_of_a_charge_tell_their_reasons() -> None:
    dice = charges.charging_dice("Guard", 4, 2, True, 1, True, 3)
    assert [(reason.amount, reason.rule) for reason in dice.reasons] == [
        (8, "BPTC-CHG-22"),
        (2, "BPTC-CHG-08"),
        (2, "BPTC-CHG-09"),
        (-2, "BPTC-CHG-10"),
        (-12, "BPTC-CHG-11"),
        (2, "BPTC-CHG-22"),
    ]
    assert dice.value == 0


# --- Rounds ---------------------------------------------------------------------------------------------------


def judged(ours: int, theirs: int, zero: bool) -> str:
    """BPTC-CHG-25: twice as many knock out; any number is twice as many as none, unless the house rule says no."""
    more, fewer = max(ours, theirs), min(ours, theirs)
    if more == fewer:
        return "tie"
    loser = "defender" if ours > theirs else "attacker"
    doubled = more >= 2 * fewer and (fewer > 0 or zero)
    return f"{loser}_ko" if doubled else f"{loser}_retreats"


def blows(striker: Fighter, struck: Fighter, scored: bool) -> dict[int, F]:
    """The hits of one side in a round."""
    save = None if scored or struck.save is None else value_of(struck.save)
    return through([(value_of(striker.dice), value_of(struck.hit_on))], save, value_of(struck.save_dice))


def one_round(attacker: Fighter, defender: Fighter, zero: bool, scored: bool) -> Shares:
    shares: Shares = {}
    for ours, p in blows(attacker, defender, scored).items():
        hits = blows(defender, attacker, scored)
        for theirs, q in hits.items():
            result = judged(ours, theirs, zero)
            shares[result] = shares.get(result, F(0)) + p * q
    return shares


FIGHTERS = st.builds(
    Fighter,
    dice=st.integers(0, 3),
    hit_on=st.integers(4, 6),
    save=st.one_of(st.none(), st.integers(4, 6)),
    save_dice=st.integers(0, 1),
    hits=st.none(),
    prior=st.just(0),
    first_round=st.just(0),
)


def as_record(fighter: Fighter) -> dict[str, Any]:
    return fighter._asdict()


@settings(deadline=None, max_examples=60)
@given(
    attacker=FIGHTERS, defender=FIGHTERS, guns=st.booleans(), zero=st.booleans(),
    compare=st.sampled_from(["unsaved", "scored"]),
)  # fmt: skip
@pytest.mark.rule(
    "BPTC-CHG-14", "BPTC-CHG-15", "BPTC-CHG-17", "BPTC-CHG-23", "BPTC-CHG-25", "BPTC-CHG-26", "BPTC-RET-05",
)  # fmt: skip
def test_a_charge_is_fought_until_a_round_is_not_equal(
    attacker: Fighter, defender: Fighter, guns: bool, zero: bool, compare: str
) -> None:
    house = {"zero_is_double": zero, "charge_compare": compare}
    found = odds(house, attacker=as_record(attacker), defender=as_record(defender), defender_guns=guns)
    if attacker.dice == 0 and defender.dice == 0:
        assert plain(found) == {("abandoned",): 1}
        assert found.rounds == 0
        return
    shares = one_round(attacker, defender, zero, compare == "scored")
    tie = shares.pop("tie", F(0))
    wanted: dict[tuple[str], F] = {}
    for result, p in shares.items():
        final = "defender_ko" if guns and result == "defender_retreats" else result
        wanted[(final,)] = wanted.get((final,), F(0)) + p / (1 - tie)
    assert plain(found) == wanted
    assert found.rounds == 1 / (1 - tie)


@pytest.mark.rule("BPTC-CHG-26")
def test_where_neither_side_has_dice_the_charge_is_abandoned() -> None:
    nobody = {"dice": 0, "hit_on": 4}
    assert odds(attacker=nobody, defender=nobody).by("result") == {"abandoned": 1}


@pytest.mark.rule("BPTC-CHG-14", "BPTC-CHG-26")
def test_played_a_tied_round_is_fought_again_at_once() -> None:
    dice = ScriptedDice(4, 1, 4, 3, 2, 2, 1, 1, 5, 5, 6, 1)
    fought = run(stage(charges.fight, HOUSE, Fighter(2, 4), Fighter(2, 4)), dice)
    assert fought == Fought("defender_ko", 0, 0, "BPTC-CHG-17")
    assert dice.used_up()


@pytest.mark.rule("BPTC-CHG-26")
def test_by_house_rule_the_bonus_for_charging_holds_in_the_first_round_only() -> None:
    """Round 1: three dice against two, tied; round 2: two against two."""
    dice = ScriptedDice(4, 1, 1, 4, 3, 5, 5, 6, 1)
    fought = run(stage(charges.fight, HOUSE, Fighter(2, 4, first_round=1), Fighter(2, 4)), dice)
    assert fought == Fought("defender_ko", 0, 0, "BPTC-CHG-17")
    assert dice.used_up()
    later = one_round(Fighter(2, 4), Fighter(2, 4), True, False)
    first = one_round(Fighter(3, 4), Fighter(2, 4), True, False)
    found = odds(attacker={"dice": 2, "hit_on": 4, "first_round": 1}, defender={"dice": 2, "hit_on": 4})
    tie = later["tie"]
    assert found.p(result="defender_ko") == first["defender_ko"] + first["tie"] * later["defender_ko"] / (1 - tie)
    assert found.rounds == 1 + first["tie"] / (1 - tie)


# --- House rule charge_markers --------------------------------------------------------------------------------

MARKED = {"charge_markers": True}


@pytest.mark.rule("BPTC-CHG-24")
def test_hits_in_a_charge_are_not_marked() -> None:
    dice = ScriptedDice(6, 6, 6, 6, 6, 1)
    fought = run(charges.fight(HOUSE, Fighter(3, 4, prior=1, hits=2), Fighter(3, 4, prior=1, hits=2)), dice)
    assert fought == Fought("defender_retreats", 1, 1, "BPTC-CHG-15")
    assert dice.used_up()


@pytest.mark.rule("BPTC-CHG-24")
def test_by_house_rule_they_are_marked_and_knock_out_before_they_are_compared() -> None:
    house = GAME.house(MARKED)
    dice = ScriptedDice(6, 6, 6, 6, 6, 1)
    fought = run(charges.fight(house, Fighter(3, 4, hits=2), Fighter(3, 4, hits=5)), dice)
    assert fought == Fought("attacker_ko", 2, 3, "BPTC-CHG-24")
    assert dice.used_up()


@pytest.mark.rule("BPTC-CHG-24")
def test_by_house_rule_both_may_be_knocked_out_and_marks_carry_over() -> None:
    house = GAME.house(MARKED)
    dice = ScriptedDice(6, 1, 6, 1, 6, 1, 6, 1)
    fought = run(stage(charges.fight, house, Fighter(2, 4, hits=2), Fighter(2, 4, hits=2)), dice)
    assert fought == Fought("both_ko", 2, 2, "BPTC-CHG-24")
    assert dice.used_up()


@pytest.mark.rule("BPTC-CHG-24")
def test_by_house_rule_a_retreat_keeps_its_marks() -> None:
    house = GAME.house(MARKED)
    dice = ScriptedDice(6, 6, 6, 6, 6, 1)
    fought = run(charges.fight(house, Fighter(3, 4, hits=9), Fighter(3, 4, hits=9, prior=1)), dice)
    assert fought == Fought("defender_retreats", 2, 4, "BPTC-CHG-15")
    assert dice.used_up()


@pytest.mark.rule("BPTC-CHG-23", "BPTC-CHG-24")
def test_by_house_rules_scored_hits_are_compared_and_unsaved_ones_marked() -> None:
    """Three hits against one scored, two of the three saved."""
    house = GAME.house({**MARKED, "charge_compare": "scored"})
    dice = ScriptedDice(6, 6, 6, 5, 5, 1, 6, 1, 1, 2)
    fought = run(charges.fight(house, Fighter(3, 4, save=5, hits=9), Fighter(3, 4, save=5, hits=9)), dice)
    assert fought == Fought("defender_ko", 1, 1, "BPTC-CHG-17")
    assert dice.used_up()


@pytest.mark.rule("BPTC-CHG-24")
def test_marks_need_to_know_how_many_hits_a_side_takes() -> None:
    with pytest.raises(BadInput, match="hits"):
        odds(MARKED, attacker={"dice": 2, "hit_on": 4}, defender={"dice": 2, "hit_on": 4, "hits": 3})


@pytest.mark.rule("BPTC-CHG-24", "BPTC-CHG-26")
def test_the_mean_of_rounds_with_marks_is_that_of_the_chain() -> None:
    """Two dice each, two hits each: 0-0 repeats, 1-1 goes to a state that only 0-0 repeats, 2-2 ends it."""
    house = GAME.house(MARKED)
    worn = 1 / (1 - F(1, 16))
    fresh = (1 + F(4, 16) * worn) / (1 - F(1, 16))
    assert (
        mean_runs(charges.fight, house, Fighter(2, 4, hits=2, prior=1), Fighter(2, 4, hits=2, prior=1), False) == worn
    )
    assert mean_runs(charges.fight, house, Fighter(2, 4, hits=2), Fighter(2, 4, hits=2), False) == fresh


@pytest.mark.rule("BPTC-CHG-26")
def test_a_charge_that_runs_out_of_dice_is_abandoned_without_another_round() -> None:
    found = odds({}, attacker={"dice": 0, "hit_on": 6, "save": 3}, defender={"dice": 0, "hit_on": 4, "first_round": 1})
    assert found.rounds == 1
