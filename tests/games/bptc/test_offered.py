"""The procedures as they are offered: inputs, defaults, fields of the outcome, refusals; and played out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest

import umpire
from tests.games.offering import check_inputs, check_played
from umpire.dice.offered import REQUIRED, BadInput, Record
from umpire.games.bptc import GAME

# --- The same procedures with dice on the table ----------------------------------------------------------------

WEAK = {"dice": 1, "hit_on": 4}
PLAYED: dict[str, dict[str, Any]] = {
    "command_roll": {"cv": 7, "distance": 45.0, "dense": True},
    "fire_dice": {"arm": "infantry", "attack": 2, "stands": 4, "formation": "line"},
    "charge_dice": {"value": 4, "stands": 3, "charging": True},
    "attack": {"groups": [[1, 4], [1, 6]], "hits": 3, "save": 5},
    "charge": {"attacker": {"dice": 0, "hit_on": 4}, "defender": {"dice": 0, "hit_on": 4}},
    "construction": {"kind": "wood", "volleys": [2, 1]},
    "break_test": {"cv": 8, "lost": 7, "counting": 11},
    "blunder": {},
    "cease_firing": {"hits": 2},
}

MORE_PLAYED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("attack", {"groups": [[2, 4]], "hits": 1, "save": 5, "save_dice": 1}, {}),
    ("attack", {"groups": [[1, 4], [1, 5]], "hits": 1, "save": 5, "save_dice": 1}, {}),
    ("attack", {"groups": [[2, 4]], "hits": 3, "suppressed": True, "friend_at": 3.5, "wall_at": 6}, {}),
    ("attack", {"groups": [[2, 4]], "hits": 3, "suppressed": True, "long_fall_back": True}, {}),
    ("construction", {"kind": "brick", "volleys": [1], "turns": 2}, {"construction_damage_persists": True}),
]
"""A charge that may be tied has no last roll, and the six dice of cease firing are too many to lay out here: these are
held against enumerations in test_charge_dice and against the worked examples."""


def test_every_offered_procedure_is_played_here() -> None:
    assert set(PLAYED) == {offered.name for offered in GAME.procedures}


@pytest.mark.parametrize(
    ("name", "inputs", "options"),
    [*((name, inputs, {}) for name, inputs in PLAYED.items() if name != "cease_firing"), *MORE_PLAYED],
)
def test_played_with_every_roll_a_procedure_comes_out_as_its_odds_say(
    name: str, inputs: dict[str, Any], options: dict[str, Any]
) -> None:
    check_played(GAME, name, inputs, options)


# --- As offered -------------------------------------------------------------------------------------------------

CONTRACT: Mapping[str, Mapping[str, Any]] = {
    "command_roll": {
        "cv": REQUIRED,
        "successive": 0,
        "distance": 0.0,
        "dense": False,
        "charging": False,
        "all_recce": False,
        "column_touching": False,
        "acted": False,
    },
    "fire_dice": {
        "arm": REQUIRED,
        "attack": REQUIRED,
        "stands": REQUIRED,
        "formation": REQUIRED,
        "half_range": 0,
        "flank": False,
        "target_square": False,
        "front_rank": None,
        "face": "front",
        "eligible": None,
    },
    "charge_dice": {
        "value": REQUIRED,
        "stands": REQUIRED,
        "charging": False,
        "support": 0,
        "suppressed": False,
        "flanked": 0,
    },
    "attack": {
        "groups": REQUIRED,
        "hits": REQUIRED,
        "save": None,
        "save_dice": 0,
        "prior": 0,
        "suppressed": False,
        "holds": False,
        "long_fall_back": False,
        "wall_at": None,
        "friend_at": None,
    },
    "charge": {"attacker": REQUIRED, "defender": REQUIRED, "defender_guns": False},
    "construction": {"kind": REQUIRED, "volleys": REQUIRED, "turns": 1, "persists": False, "prior": 0},
    "break_test": {"cv": REQUIRED, "lost": REQUIRED, "counting": REQUIRED},
    "blunder": {},
    "cease_firing": {"hits": REQUIRED, "save": None, "hit_on": 4, "suppressed": False},
}
FIGHTER = {
    "dice": REQUIRED,
    "hit_on": REQUIRED,
    "save": None,
    "save_dice": 0,
    "hits": None,
    "prior": 0,
    "first_round": 0,
}

FIELDS = {
    "command_roll": ("result",),
    "fire_dice": ("dice",),
    "charge_dice": ("dice",),
    "attack": ("result", "unsaved", "fall_back"),
    "charge": ("result",),
    "construction": ("result",),
    "break_test": ("result",),
    "blunder": ("row",),
    "cease_firing": ("result", "attacks"),
}


def test_procedures_are_offered_with_these_inputs_and_defaults() -> None:
    check_inputs(GAME, CONTRACT)


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_each_side_of_a_charge_is_a_record_with_these_fields(side: str) -> None:
    charge = next(each for each in GAME.procedures if each.name == "charge")
    record = next(each for each in charge.inputs if each.name == side)
    assert isinstance(record, Record)
    assert {item.name: item.default for item in record.fields} == FIGHTER


@pytest.mark.parametrize("name", FIELDS)
def test_outcomes_have_these_fields(name: str) -> None:
    assert umpire.odds("bptc", name, **PLAYED[name]).fields == FIELDS[name]


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("command_roll", {}, "command_roll needs cv: a whole number."),
    ("command_roll", {"cv": 8, "order": 2}, "command_roll has no input 'order'; it takes cv, successive, distance,"),
    ("command_roll", {"cv": 8, "successive": -1}, "successive must be a whole number of 0 or more, not -1."),
    ("command_roll", {"cv": 8, "distance": -1}, "distance must be a length from 0 to 1000 cm, not -1."),
    ("fire_dice", {"arm": "guns"}, "arm must be one of infantry, cavalry, artillery, not 'guns'."),
    (
        "fire_dice",
        {"arm": "infantry", "attack": 2, "stands": 0, "formation": "line"},
        "stands must be a whole number from 1 to 50, not 0.",
    ),
    (
        "fire_dice",
        {**PLAYED["fire_dice"], "half_range": "some"},
        "half_range must be a whole number from 0 to 50 or \"all\", not 'some'.",
    ),
    (
        "fire_dice",
        {**PLAYED["fire_dice"], "formation": "wedge"},
        "formation must be one of line, extended_line, march_column, attack_column, square, disordered, garrison,",
    ),
    ("charge_dice", {"value": -1, "stands": 1}, "value must be a whole number from 0 to 50, not -1."),
    (
        "attack",
        {"groups": [[5, 7]], "hits": 4},
        "groups must be a list of [dice 0 to 500, score 2 to 6], not [[5, 7]].",
    ),
    ("attack", {"groups": []}, "attack needs hits: a whole number of 1 or more."),
    (
        "attack",
        {"groups": [], "hits": 4, "save": 1},
        "save must be a whole number from 2 to 6 or null (no save), not 1.",
    ),
    (
        "attack",
        {"groups": [], "hits": 4, "wall_at": -2},
        "wall_at must be a length from 0 to 1000 cm or null (nothing there), not -2.",
    ),
    (
        "charge",
        {"attacker": 6, "defender": WEAK},
        "attacker must be a record of dice, hit_on, save (null), save_dice (0)",
    ),
    ("charge", {"attacker": {"dice": 6}, "defender": WEAK}, "attacker needs hit_on: a whole number from 2 to 6."),
    (
        "charge",
        {"attacker": WEAK, "defender": {**WEAK, "hit_on": 7}},
        "defender: hit_on must be a whole number from 2 to 6, not 7.",
    ),
    (
        "charge",
        {"attacker": WEAK, "defender": {**WEAK, "shield": 1}},
        "defender has no 'shield'; it has dice, hit_on, save, save_dice, hits, prior, first_round.",
    ),
    ("construction", {"kind": "glass", "volleys": [1]}, "kind must be one of wood, brick, stone, fort, not 'glass'."),
    ("construction", {"kind": "wood", "volleys": 3}, "volleys must be a list of whole numbers from 0 to 500, not 3."),
    (
        "construction",
        {"kind": "wood", "volleys": [3], "turns": 0},
        "turns must be a whole number from 1 to 100, not 0.",
    ),
    ("break_test", {"cv": 8, "lost": -1, "counting": 5}, "lost must be a whole number from 0 to 500, not -1."),
    ("break_test", {"cv": 8, "lost": 5, "counting": 4}, "lost must be no more than the 4 counting units, not 5."),
    (
        "attack",
        {"groups": [], "hits": 3, "prior": 3},
        "prior must be less than the 3 hits that knock it out, not 3.",
    ),
    (
        "charge",
        {"attacker": {**WEAK, "hits": 2, "prior": 2}, "defender": WEAK},
        "attacker: prior must be less than the 2 hits that knock it out, not 2.",
    ),
    (
        "construction",
        {"kind": "wood", "volleys": [], "prior": 3},
        "prior must be less than the 3 hits that destroy wood, not 3.",
    ),
]


@pytest.mark.parametrize(("name", "inputs", "says"), REFUSED)
def test_a_wrong_input_is_refused_in_one_sentence(name: str, inputs: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        umpire.odds("bptc", name, **inputs)
    assert str(refused.value).startswith(says)
    assert str(refused.value).endswith(".")


def test_the_mean_of_rounds_is_told_with_a_charge_and_with_nothing_else() -> None:
    assert umpire.odds("bptc", "charge", attacker=WEAK, defender=WEAK).more == ("rounds",)
    with pytest.raises(AttributeError):
        _ = umpire.odds("bptc", "command_roll", cv=8).rounds


@pytest.mark.rule("BPTC-CON-04", "BPTC-CON-05", "BPTC-CON-07")
@pytest.mark.parametrize(("turns", "persists"), [(2, True), (3, True), (3, False), (10, True), (10, False)])
def test_a_siege_of_many_turns_is_worked_out_turn_by_turn(turns: int, persists: bool) -> None:
    """Twelve dice a turn at a fort of 12 hits with a save of 3+: one in 6 gets through."""
    through = [comb(12, n) * Fraction(1, 6) ** n * Fraction(5, 6) ** (12 - n) for n in range(13)]
    standing = [Fraction(1), *[Fraction(0)] * 11]
    for _ in range(turns):
        after = [sum((standing[now - n] * through[n] for n in range(now + 1)), Fraction(0)) for now in range(12)]
        standing = after if persists else [sum(after, Fraction(0)), *[Fraction(0)] * 11]
    found = umpire.odds("bptc", "construction", kind="fort", volleys=[12], turns=turns, persists=persists)
    assert found.p(result="stands") == sum(standing)


@pytest.mark.rule("BPTC-CON-03", "BPTC-CON-05")
def test_many_volleys_of_a_turn_batter_down_what_one_of_all_their_dice_does() -> None:
    one = umpire.odds("bptc", "construction", kind="stone", volleys=[400])
    assert umpire.odds("bptc", "construction", kind="stone", volleys=[20] * 20) == one
    assert 0 < one.p(result="stands") < Fraction(1, 10)


def test_numbers_of_thousands_of_digits_are_not_waited_for() -> None:
    with pytest.raises(BadInput, match=r"construction is too large to work out with volleys .* and turns 100; volleys"):
        umpire.odds("bptc", "construction", kind="fort", volleys=[500, 500, 500], turns=100, persists=True)
