"""The procedures as they are offered: inputs, defaults, fields of the outcome, refusals; and played out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import umpire
from tests.games.offering import check_inputs, check_played
from umpire.dice.offered import REQUIRED, BadInput
from umpire.games.fwc import GAME

# --- The same procedures with dice on the table ----------------------------------------------------------------

PLAYED: dict[str, dict[str, Any]] = {
    "command_roll": {"cv": 7, "distance": 45.0, "dense": True},
    "artillery_request": {"cv": 8, "units": 4},
    "air_request": {"cv": 8, "aircraft": 2, "enemy_air": "partial"},
    "artillery_dice": {"attacks": [4, 3], "mode": "barrage"},
    "casualties": {"groups": [[1, 4], [1, 6]], "save": 5, "hits": 3},
    "close_assault": {
        "attacker_dice": 1,
        "defender_hit_on": 4,
        "defender_save": 5,
        "defender_dice": 1,
        "attacker_hit_on": 5,
        "one_round": True,
    },
    "deviation": {"distance": 55, "step": 20, "designated": True},
    "anti_aircraft": {"dice": [1, 1], "attacks": 3, "score": 5},
    "break_test": {"cv": 8, "over": 2},
    "command_blunder": {},
    "recon": {"score": 5},
}

MORE_PLAYED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("casualties", {"groups": [[2, 4]], "suppressed": True, "hits": 3}, {}),
    ("casualties", {"groups": [[2, 4]], "suppressed": True, "kind": "recce"}, {}),
    ("casualties", {"groups": [[2, 4]], "save": 4, "shield": 1}, {}),
    ("casualties", {"groups": [[1, 4], [1, 5]], "shield": 2}, {"shield_mode": "save"}),
    (
        "close_assault",
        {
            "attacker_dice": 1,
            "defender_hit_on": 4,
            "defender_dice": 1,
            "attacker_hit_on": 4,
            "defender_shield": 1,
            "one_round": True,
        },
        {},
    ),
]


def test_every_offered_procedure_is_played_here() -> None:
    assert set(PLAYED) == {offered.name for offered in GAME.procedures}


@pytest.mark.parametrize(
    ("name", "inputs", "options"),
    [*((name, inputs, {}) for name, inputs in PLAYED.items()), *MORE_PLAYED],
)
def test_played_with_every_roll_a_procedure_comes_out_as_its_odds_say(
    name: str, inputs: dict[str, Any], options: dict[str, Any]
) -> None:
    check_played(GAME, name, inputs, options)


# --- As offered -------------------------------------------------------------------------------------------------

CONTRACT: Mapping[str, Mapping[str, Any]] = {
    "command_roll": {
        "cv": REQUIRED,
        "order": 1,
        "distance": 0.0,
        "radius": 20,
        "reacted": False,
        "dense": False,
        "assault": False,
        "elite": False,
        "independent": False,
        "recon": False,
        "both": False,
    },
    "artillery_request": {
        "cv": REQUIRED,
        "request": 1,
        "units": 1,
        "special": False,
        "camouflaged": False,
        "recon": False,
    },
    "air_request": {
        "cv": REQUIRED,
        "request": 1,
        "aircraft": 1,
        "enemy_air": "none",
        "camouflaged": False,
        "recon": False,
    },
    "artillery_dice": {"attacks": REQUIRED, "mode": REQUIRED},
    "casualties": {
        "groups": REQUIRED,
        "save": None,
        "hits": 4,
        "prior": 0,
        "suppressed": False,
        "shield": 0,
        "kind": "normal",
    },
    "close_assault": {
        "attacker_dice": REQUIRED,
        "defender_hit_on": REQUIRED,
        "defender_save": None,
        "defender_dice": REQUIRED,
        "attacker_hit_on": REQUIRED,
        "attacker_save": None,
        "attacker_shield": 0,
        "defender_shield": 0,
        "one_round": False,
        "first_round_dice": 0,
    },
    "deviation": {"distance": REQUIRED, "step": REQUIRED, "higher": False, "designated": False},
    "anti_aircraft": {"dice": REQUIRED, "attacks": REQUIRED, "score": REQUIRED},
    "break_test": {"cv": REQUIRED, "over": REQUIRED},
    "command_blunder": {},
    "recon": {"score": REQUIRED},
}

FIELDS = {
    "command_roll": ("result",),
    "artillery_request": ("result",),
    "air_request": ("result",),
    "artillery_dice": ("dice",),
    "casualties": ("result", "unsaved", "fall_back", "shield"),
    "close_assault": ("result", "attacker_shield", "defender_shield"),
    "deviation": ("cm",),
    "anti_aircraft": ("result", "attacks"),
    "break_test": ("result",),
    "command_blunder": ("row",),
    "recon": ("success",),
}


def test_procedures_are_offered_with_these_inputs_and_defaults() -> None:
    check_inputs(GAME, CONTRACT)


@pytest.mark.parametrize("name", FIELDS)
def test_outcomes_have_these_fields(name: str) -> None:
    assert umpire.odds("fwc", name, **PLAYED[name]).fields == FIELDS[name]


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("command_roll", {}, "command_roll needs cv: a whole number."),
    ("command_roll", {"cv": 8.5}, "cv must be a whole number, not 8.5."),
    ("command_roll", {"cv": 8, "order": 0}, "order must be a whole number of 1 or more, not 0."),
    ("command_roll", {"cv": 8, "distance": -1}, "distance must be a length from 0 to 1000 cm, not -1."),
    ("command_roll", {"cv": 8, "radius": 0}, "radius must be a length from 1 to 1000 cm, not 0."),
    ("command_roll", {"cv": 8, "dense": "yes"}, "dense must be true or false, not 'yes'."),
    ("artillery_request", {"cv": 8, "units": 0}, "units must be a whole number of 1 or more, not 0."),
    ("air_request", {"cv": 8, "enemy_air": "some"}, "enemy_air must be one of none, partial, full, not 'some'."),
    ("artillery_dice", {"attacks": [4]}, "artillery_dice needs mode: one of concentration, barrage."),
    ("casualties", {"groups": [[5, 7]]}, "groups must be a list of [dice 0 to 500, score 2 to 6], not [[5, 7]]."),
    ("casualties", {"groups": [], "save": 1}, "save must be a whole number from 2 to 6 or null (no save), not 1."),
    ("casualties", {"groups": [], "hits": 0}, "hits must be a whole number of 1 or more or null (unlimited), not 0."),
    ("casualties", {"groups": [], "prior": -1}, "prior must be a whole number of 0 or more, not -1."),
    (
        "casualties",
        {"groups": [], "hits": 3, "prior": 3},
        "prior must be less than the 3 hits that knock it out, not 3.",
    ),
    ("casualties", {"groups": [], "kind": "big"}, "kind must be one of normal, recce, hold, massive, not 'big'."),
    ("deviation", {"distance": 10, "step": 0}, "step must be a length from 1 to 1000 cm, not 0."),
    (
        "anti_aircraft",
        {"dice": 3, "attacks": 1, "score": 4},
        "dice must be a list of whole numbers from 0 to 100, not 3.",
    ),
    ("anti_aircraft", {"dice": [], "attacks": 1, "score": 1}, "score must be a whole number from 2 to 6, not 1."),
    ("break_test", {"cv": 8, "over": -1}, "over must be a whole number of 0 or more, not -1."),
    ("recon", {"need": 4}, "recon has no input 'need'; it takes score."),
]


@pytest.mark.parametrize(("name", "inputs", "says"), REFUSED)
def test_a_wrong_input_is_refused_in_one_sentence(name: str, inputs: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        umpire.odds("fwc", name, **inputs)
    assert str(refused.value) == says


def test_odds_nobody_could_wait_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("umpire.dice.offered.MOST_BRANCHES", 10_000)
    every_score = [[500, score] for score in (2, 3, 4, 5, 6)]
    with pytest.raises(BadInput, match="casualties is too large to work out with groups"):
        umpire.odds("fwc", "casualties", groups=every_score)
