"""The procedures as they are offered: inputs, defaults, fields of the outcome, refusals; and played out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.awt.dice import odds
from tests.games.dice import F
from tests.games.offering import check_inputs, check_played
from umpire.dice.offered import REQUIRED, BadInput
from umpire.games.awt import GAME
from umpire.games.awt.offered import PROCEDURES

PLAYED: dict[str, dict[str, Any]] = {
    "ritual": {"dice": 4, "level": 2},
    "ruse": {"dice": 3, "level": 1},
    "manifestation": {"tokens": 3, "threshold": 8},
    "priority": {"bid_a": 1, "bid_b": 0},
    "attack_dice": {"start": 10, "current": 7, "zeal": 6},
    "save": {"save": 2, "advantage": 1, "reroll_failed": True},
    "close_combat": {"dice": 2, "skill": "high", "save": 2, "strength": 2, "fearsome": True},
    "rifle_fire": {"dice": 3, "skill": "high", "save": 2, "strength": 3},
    "rapid_fire": {"dice": 3, "save": 2, "strength": 3},
    "machine_gun_dice": {"dice": 4},
    "machine_gun": {"dice": 2, "zeal": 6, "save": 2, "current": 3, "start": 4},
    "duds": {"dice": 2},
    "scatter": {"size": 3, "models": [[0, 0], [1.1, 0.2]]},
    "high_explosive": {"size": 3, "models": [[0, 0]], "save": 2},
    "battle_shock": {"zeal": 4, "strength": 8},
    "devastating": {"wounds": 2, "zeal": 6, "current": 8, "start": 10, "stress": 1},
    "stress": {"markers": 3, "zeal": 6, "current": 8, "start": 10},
    "conclusion_number": {"zeal": 6, "suffered": 2, "inflicted": 1},
    "combat_conclusion": {"zeal": 6, "number": 3, "current": 7, "start": 10, "stress": 1},
    "manifestation_gain": {"points": 3},
    "charge_reach": {"pace": 6, "needed": 9.5},
    "cavalry_falls": {"riders": 4, "terrain": "woods"},
}
NOT_TO_THE_END = ("priority",)
"""Ties are thrown again without end: not every roll can be played."""

MORE_PLAYED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("manifestation", {"tokens": 3, "threshold": 5}, {"manifest_mode": "best_die"}),
    ("save", {"save": 2, "advantage": 1}, {"advantage_mode": "extra_die"}),
    (
        "rifle_fire",
        {"dice": 2, "skill": "high", "save": 2, "strength": 3, "to_hit_advantage": 1},
        {"advantage_mode": "extra_die"},
    ),
    ("duds", {"dice": 3}, {"dud_mode": "volley"}),
    ("high_explosive", {"size": 4, "models": [[0, 0], [1, 1]], "save": 1}, {"scatter_dir": "clock12"}),
    ("machine_gun", {"dice": 2, "zeal": 4, "save": None, "current": 3, "start": 8, "devastating": True}, {}),
    ("combat_conclusion", {"zeal": 6, "number": 1, "current": 3, "start": 10}, {"shock_breaks": True}),
    ("cavalry_falls", {"riders": 4, "terrain": "broken"}, {"terrain_tests": "none"}),
    ("charge_reach", {"pace": 6, "needed": 9}, {"charge_bonus": 3}),
]  # fmt: skip


def test_every_offered_procedure_is_played_here() -> None:
    assert set(PLAYED) == {offered.name for offered in PROCEDURES}


@pytest.mark.parametrize(
    ("name", "inputs", "options"),
    [*((name, inputs, {}) for name, inputs in PLAYED.items() if name not in NOT_TO_THE_END), *MORE_PLAYED],
)
def test_played_with_every_roll_a_procedure_comes_out_as_its_odds_say(
    name: str, inputs: dict[str, Any], options: dict[str, Any]
) -> None:
    check_played(GAME, name, inputs, options)


# --- As offered -------------------------------------------------------------------------------------------------

CONTRACT: Mapping[str, Mapping[str, Any]] = {
    "ritual": {"dice": REQUIRED, "level": REQUIRED},
    "ruse": {"dice": REQUIRED, "level": REQUIRED},
    "manifestation": {"tokens": REQUIRED, "threshold": REQUIRED},
    "priority": {"bid_a": 0, "bid_b": 0},
    "attack_dice": {"start": REQUIRED, "current": REQUIRED, "zeal": REQUIRED, "stress": 0},
    "save": {"save": None, "advantage": 0, "reroll_failed": False, "reroll_successful": False},
    "close_combat": {
        "dice": REQUIRED,
        "skill": REQUIRED,
        "save": None,
        "strength": REQUIRED,
        "fearsome": False,
        "brutal": False,
        "advantage": 0,
        "cavalry_charge": False,
        "hit_on": None,
    },
    "rifle_fire": {
        "dice": REQUIRED,
        "skill": REQUIRED,
        "save": REQUIRED,
        "strength": REQUIRED,
        "advantage": 0,
        "reroll_failed": False,
        "enhanced_cover": False,
        "difficult": False,
        "to_hit_advantage": 0,
    },
    "rapid_fire": {"dice": REQUIRED, "save": REQUIRED, "strength": REQUIRED, "advantage": 0, "reroll_failed": False},
    "machine_gun_dice": {"dice": REQUIRED},
    "machine_gun": {
        "dice": REQUIRED,
        "zeal": REQUIRED,
        "save": REQUIRED,
        "current": REQUIRED,
        "start": REQUIRED,
        "stress": 0,
        "leader": False,
        "advantage": 0,
        "reroll_failed": False,
        "devastating": False,
        "broken": False,
        "shaken": False,
    },
    "duds": {"dice": REQUIRED},
    "scatter": {"size": REQUIRED, "models": REQUIRED, "aim": (0, 0), "base": 0.5, "hull": 0, "facing": 0},
    "high_explosive": {
        "size": REQUIRED,
        "models": REQUIRED,
        "save": None,
        "aim": (0, 0),
        "enhanced_cover": False,
        "base": 0.5,
        "hull": 0,
        "facing": 0,
    },
    "battle_shock": {"zeal": REQUIRED, "strength": REQUIRED},
    "devastating": {
        "wounds": REQUIRED,
        "zeal": REQUIRED,
        "leader": False,
        "current": REQUIRED,
        "start": REQUIRED,
        "stress": 0,
    },
    "stress": {
        "markers": REQUIRED,
        "zeal": REQUIRED,
        "leader": False,
        "current": REQUIRED,
        "start": REQUIRED,
        "stress": 0,
    },
    "conclusion_number": {
        "zeal": REQUIRED,
        "suffered": REQUIRED,
        "inflicted": REQUIRED,
        "infantry_vs_cavalry": False,
        "friends_lost": 0,
        "friends": 0,
        "enemies_lost": 0,
    },
    "combat_conclusion": {
        "zeal": REQUIRED,
        "number": REQUIRED,
        "current": REQUIRED,
        "start": REQUIRED,
        "stress": 0,
        "leader": False,
    },
    "manifestation_gain": {"points": REQUIRED},
    "charge_reach": {"pace": REQUIRED, "needed": REQUIRED, "bonus": 0},
    "cavalry_falls": {"riders": REQUIRED, "terrain": REQUIRED},
}

FIELDS = {
    "ritual": ("result",),
    "ruse": ("result",),
    "manifestation": ("result",),
    "priority": ("winner",),
    "attack_dice": ("dice",),
    "save": ("saved",),
    "close_combat": ("wounds",),
    "rifle_fire": ("wounds",),
    "rapid_fire": ("wounds",),
    "machine_gun_dice": ("hits", "near"),
    "machine_gun": ("models", "stress", "pinned", "shaken"),
    "duds": ("duds",),
    "scatter": ("covered",),
    "high_explosive": ("wounds",),
    "battle_shock": ("losses",),
    "devastating": ("models", "stress", "failed"),
    "stress": ("models", "stress"),
    "conclusion_number": ("number",),
    "combat_conclusion": ("result", "models", "stress"),
    "manifestation_gain": ("gained",),
    "charge_reach": ("reached",),
    "cavalry_falls": ("falls",),
}


def test_procedures_are_offered_with_these_inputs_and_defaults() -> None:
    check_inputs(GAME, CONTRACT)


@pytest.mark.parametrize("name", FIELDS)
def test_outcomes_have_these_fields(name: str) -> None:
    assert odds(name, **PLAYED[name]).fields == FIELDS[name]


def test_only_close_combat_tells_a_mean_without_its_cap() -> None:
    assert [offered.name for offered in PROCEDURES if offered.more] == ["close_combat"]
    for save, charge, wanted in ((2, False, F(2)), (2, True, F(8, 3)), (None, False, F(3))):
        found: Any = odds("close_combat", dice=6, skill="medium", save=save, strength=1, cavalry_charge=charge)
        assert found.uncapped == wanted
        assert found.mean("wounds") < 1


@pytest.mark.parametrize(
    ("name", "inputs", "words"),
    [
        ("ritual", {"dice": 1, "level": 2}, "dice must be a whole number from the level of 2 to 100, not 1."),
        ("ruse", {"dice": 0, "level": 1}, "dice must be a whole number from 1 to 100, not 0."),
        ("manifestation", {"tokens": 0, "threshold": 4}, "tokens must be a whole number from 1 to 100, not 0."),
        ("priority", {"bid_a": -1}, "bid_a must be a whole number from 0 to 100, not -1."),
        ("attack_dice", {"start": 5, "current": 6, "zeal": 6}, "current must be no more than the start of 5, not 6."),
        ("save", {"save": 6}, "save must be a whole number from 0 to 5 or null (no save), not 6."),
        (
            "close_combat",
            {"dice": 2, "skill": "elite", "strength": 2},
            "skill must be one of low, medium, high, not 'elite'.",
        ),
        ("close_combat", {"dice": 2, "skill": "low"}, "close_combat needs strength: a whole number from 0 to 200."),
        (
            "close_combat",
            {"dice": 2, "skill": "low", "strength": 2, "hit_on": 0},
            "hit_on must be a whole number from 1 to 6 or null (by skill), not 0.",
        ),
        ("rifle_fire", {"dice": 1, "skill": "low", "strength": 1}, "rifle_fire needs save: "),
        ("scatter", {"size": 5, "models": []}, "size must be 3, 4 or 6, not 5."),
        ("scatter", {"size": 3, "models": [[0]]}, "models must be a list of [x, y] in inches"),
        ("scatter", {"size": 3, "models": [[0, float("nan")]]}, "models must be a list of [x, y] in inches"),
        ("scatter", {"size": 3, "models": [], "aim": 0}, "aim must be [x, y] in inches"),
        ("machine_gun", {"dice": 2, "zeal": 0, "save": 2, "current": 3, "start": 4}, "zeal must be a whole number"),
        ("stress", {"markers": 1, "zeal": 6, "current": 0, "start": 4}, "current must be a whole number from 1"),
        ("cavalry_falls", {"riders": 2, "terrain": "mire"}, "terrain must be one of broken, woods, not 'mire'."),
        ("charge_reach", {"pace": -1, "needed": 2}, "pace must be a length from 0 to 200 in, not -1."),
        ("duds", {"dices": 2}, "duds has no input 'dices'; it takes dice."),
    ],
)
def test_what_nobody_can_use_is_refused_in_one_sentence(name: str, inputs: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match="^" + re.escape(words)) as refusal:
        odds(name, **inputs)
    assert str(refusal.value).endswith(".")
