"""The procedures as they are offered: inputs, defaults, fields of the outcome, refusals; and played out."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, signature
from typing import Any

import pytest

from tests.games.offering import check_inputs, check_played
from tests.games.rhine.dice import odds
from umpire.dice.offered import REQUIRED, BadInput
from umpire.games.rhine import GAME
from umpire.games.rhine.offered import PROCEDURES

# --- The same procedures with dice on the table ----------------------------------------------------------------

_AT_TANK = {"target_kind": "vehicle", "target_morale": 5, "target_armour": 14}
_AT_FOOT = {"target_kind": "foot", "target_morale": 5}

PLAYED: dict[str, dict[str, Any]] = {
    "token_pool": {"units": ["MBT", "APC", "INF"]},
    "initiative": {"one_roll": True},
    "command_check": {"tokens": 2, "markers": 1},
    "reaction": {"target": "vehicle", "tokens": 1},
    "terrain_test": {"mobility": "tracked", "ground": "very_rough"},
    "fire_dice": {"firer": "gun", "target": "foot", "distance": 8.5},
    "to_hit": {"base": 5, "obscured": True},
    "fire_at_vehicle": {"dice": 2, "need": 4, "weapon": 4, "armour": 10, "morale": 4},
    "fire_at_foot": {"dice": 2, "need": 5, "weapon": "light", "ground": "cover", "morale": 5},
    "morale_check": {"markers": 5, "morale": 5, "near_command": True},
    "anti_aircraft": {"need": 6},
    "close_assault": {"morale": 5, "markers": 1, "enemy_morale": 3, "enemy_markers": 0},
    "move_then_fire": {
        "reaction_dice": 1,
        "reaction_need": 4,
        "reaction_weapon": 12,
        "mover_kind": "vehicle",
        "mover_morale": 5,
        "mover_armour": 15,
        "shot_dice": 1,
        "shot_need": 6,
        **_AT_FOOT,
    },
    "reaction_fire": {"tokens": 1, "shot_dice": 1, "shot_need": 6, "shot_weapon": 12, **_AT_TANK},
    "helicopter_run": {"defence": [[6, False]], "shot_dice": 1, "shot_need": 3, "shot_weapon": 12, **_AT_TANK},
}

MORE_PLAYED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("fire_at_vehicle", {"dice": 1, "need": 5, "weapon": 10, "armour": 20, "morale": 6}, {}),
    (
        "fire_at_vehicle",
        {"dice": 1, "need": 5, "weapon": 12, "armour": 18, "morale": 6, "heat": True, "special_armour": True},
        {"profile": "published"},
    ),
    (
        "fire_at_vehicle",
        {"dice": 1, "need": 4, "weapon": 4, "armour": 10, "morale": 4, "markers": 3},
        {"broken_rule": "destroyed_at_mv"},
    ),
    (
        "fire_at_foot",
        {"dice": 1, "need": 5, "weapon": "heavy", "ground": "open", "morale": 3, "markers": 1},
        {"convert_effect": "base_destroyed"},
    ),
    ("anti_aircraft", {"need": 5, "sam": True, "markers": 1}, {}),
]


def test_every_offered_procedure_is_played_here() -> None:
    assert set(PLAYED) == {offered.name for offered in PROCEDURES}


@pytest.mark.parametrize(
    ("name", "inputs", "options"),
    [*((name, inputs, {}) for name, inputs in PLAYED.items()), *MORE_PLAYED],
)
def test_played_with_every_roll_a_procedure_comes_out_as_its_odds_say(
    name: str, inputs: dict[str, Any], options: dict[str, Any]
) -> None:
    check_played(GAME, name, inputs, options)


# --- As offered -------------------------------------------------------------------------------------------------

_REACTOR = {"hidden": False, "tokens": 0, "markers": 0, "recce": False, "atgm": False, "concealed": False}


def _shot(prefix: str) -> dict[str, Any]:
    return {
        f"{prefix}dice": REQUIRED,
        f"{prefix}need": REQUIRED,
        f"{prefix}weapon": None,
        f"{prefix}caliber": "light",
        f"{prefix}heat": False,
        f"{prefix}autocannon": False,
        f"{prefix}mortar": False,
    }


def _target(prefix: str) -> dict[str, Any]:
    return {
        f"{prefix}kind": REQUIRED,
        f"{prefix}morale": REQUIRED,
        f"{prefix}markers": 0,
        f"{prefix}armour": None,
        f"{prefix}vulnerable": False,
        f"{prefix}special_armour": False,
        f"{prefix}ground": "open",
    }


CONTRACT: Mapping[str, Mapping[str, Any]] = {
    "token_pool": {"units": REQUIRED, "command_alive": True},
    "initiative": {"one_roll": False},
    "command_check": {"tokens": REQUIRED, "markers": REQUIRED},
    "reaction": {"target": REQUIRED, **_REACTOR},
    "terrain_test": {"mobility": REQUIRED, "ground": REQUIRED},
    "fire_dice": {"firer": REQUIRED, "target": REQUIRED, "distance": REQUIRED, "moving": False},
    "to_hit": {
        "base": REQUIRED,
        "vehicle_moved": False,
        "reacting_to_move": False,
        "obscured": False,
        "thermal": False,
        "enemy_foot_near": False,
        "markers": 0,
        "mortar": False,
        "dug_in": False,
        "earlier": 0,
        "helicopter": False,
    },
    "fire_at_vehicle": {
        "dice": REQUIRED,
        "need": REQUIRED,
        "weapon": REQUIRED,
        "armour": REQUIRED,
        "morale": REQUIRED,
        "markers": 0,
        "vulnerable": False,
        "heat": False,
        "special_armour": False,
        "mortar": False,
    },
    "fire_at_foot": {
        "dice": REQUIRED,
        "need": REQUIRED,
        "weapon": REQUIRED,
        "ground": REQUIRED,
        "morale": REQUIRED,
        "markers": 0,
        "autocannon": False,
    },
    "morale_check": {"markers": REQUIRED, "morale": REQUIRED, "near_command": False},
    "anti_aircraft": {"need": REQUIRED, "sam": False, "markers": 0},
    "close_assault": {
        "morale": REQUIRED,
        "markers": REQUIRED,
        "enemy_morale": REQUIRED,
        "enemy_markers": REQUIRED,
        "fortified": False,
        "enemy_fortified": False,
    },
    "move_then_fire": {
        **_REACTOR,
        **_shot("reaction_"),
        **_target("mover_"),
        **_shot("shot_"),
        **_target("target_"),
        "mobility": "tracked",
        "halts": (),
    },
    "reaction_fire": {**_REACTOR, **_shot("shot_"), **_target("target_")},
    "helicopter_run": {"defence": (), **_shot("shot_"), **_target("target_")},
}

FIELDS = {
    "token_pool": ("tokens",),
    "initiative": ("winner",),
    "command_check": ("passed",),
    "reaction": ("result",),
    "terrain_test": ("passed",),
    "fire_dice": ("dice",),
    "to_hit": ("hit",),
    "fire_at_vehicle": ("result", "markers"),
    "fire_at_foot": ("result", "markers"),
    "morale_check": ("result", "markers"),
    "anti_aircraft": ("result",),
    "close_assault": ("result",),
    "reaction_fire": ("result", "target"),
    "move_then_fire": ("seized", "mover", "target"),
    "helicopter_run": ("result", "target"),
}


COMPOSED = ("reaction_fire", "move_then_fire", "helicopter_run")
"""Whose inputs are put together into records."""


def test_procedures_are_offered_with_these_inputs_and_defaults() -> None:
    check_inputs(GAME, CONTRACT)


@pytest.mark.parametrize("name", [name for name in CONTRACT if name not in COMPOSED])
def test_a_battle_that_leaves_an_input_out_means_the_same_as_the_odds_tool(name: str) -> None:
    offered = next(each for each in PROCEDURES if each.name == name)
    taken = [item for item in signature(offered.procedure).parameters.values() if item.name != "house"]
    asked = {item.name: REQUIRED if item.default is Parameter.empty else item.default for item in taken}
    assert asked == CONTRACT[name]


@pytest.mark.parametrize("name", FIELDS)
def test_outcomes_have_these_fields(name: str) -> None:
    assert odds(name, **PLAYED[name]).fields == FIELDS[name]


_SHOT = {"shot_dice": 1, "shot_need": 5}
_MOVE = PLAYED["move_then_fire"]

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    (
        "token_pool",
        {"units": ["MBT", "TANK"]},
        "units must be a list, each one of MBT, LIGHT, APC, INF, SUPPORT, HELO, not ['MBT', 'TANK'].",
    ),
    (
        "token_pool",
        {"units": "MBT"},
        "units must be a list, each one of MBT, LIGHT, APC, INF, SUPPORT, HELO, not 'MBT'.",
    ),
    ("command_check", {"tokens": -1, "markers": 0}, "tokens must be a whole number of 0 or more, not -1."),
    ("reaction", {"target": "tank"}, "target must be one of vehicle, foot, not 'tank'."),
    ("terrain_test", {"mobility": "atv"}, "terrain_test needs ground: one of rough, very_rough."),
    (
        "fire_dice",
        {"firer": "gun", "target": "foot", "distance": -1},
        "distance must be a length from 0 to 1000 in, not -1.",
    ),
    ("to_hit", {"base": 0}, "base must be a whole number of 1 or more, not 0."),
    (
        "fire_at_vehicle",
        {"dice": 101, "need": 4, "weapon": 4, "armour": 10, "morale": 4},
        "dice must be a whole number from 0 to 100, not 101.",
    ),
    (
        "fire_at_vehicle",
        {"dice": 1, "need": 4, "weapon": 4, "armour": 10, "morale": 0},
        "morale must be a whole number of 1 or more, not 0.",
    ),
    (
        "fire_at_vehicle",
        {"dice": 1, "need": 4, "weapon": 4, "armour": 10, "morale": 4, "markers": 5},
        "markers must be a whole number from 0 to the morale value of 4, not 5.",
    ),
    (
        "morale_check",
        {"markers": 9 * 10**80, "morale": 4},
        f"markers must be a whole number from 0 to the morale value of 4, not 9{'0' * 56}....",
    ),
    (
        "fire_at_foot",
        {"dice": 1, "need": 4, "weapon": 7, "ground": "open", "morale": 4},
        "weapon must be one of light, heavy, not 7.",
    ),
    (
        "morale_check",
        {"markers": 4, "morale": 3},
        "markers must be a whole number from 0 to the morale value of 3, not 4.",
    ),
    ("anti_aircraft", {"need": 6, "sam": 1}, "sam must be true or false, not 1."),
    (
        "close_assault",
        {"morale": 5, "markers": 0, "enemy_morale": 3, "enemy_markers": 4},
        "enemy_markers must be a whole number from 0 to the morale value of 3, not 4.",
    ),
    (
        "move_then_fire",
        {**_MOVE, "mover_armour": None},
        "move_then_fire needs mover_armour: a whole number of 0 or more, as it is a vehicle.",
    ),
    (
        "move_then_fire",
        {**_MOVE, "reaction_weapon": None},
        "move_then_fire needs reaction_weapon: a whole number of 0 or more, as it is at a vehicle.",
    ),
    (
        "move_then_fire",
        {**_MOVE, "mover_markers": 5},
        "mover_markers must be less than the morale value of 5: a Broken unit stays.",
    ),
    (
        "move_then_fire",
        {**_MOVE, "halts": [["rough", 1]]},
        "halts must be a list of [test, reaction_dice, reaction_need, mover_armour, mover_ground, shot_dice, shot_need,"
        " target_armour, target_ground], not [['rough', 1]].",
    ),
    (
        "move_then_fire",
        {**_MOVE, "halts": [["open", 1, 5, 12, "open", 1, 5, 12, "open"]]},
        "halts: test must be one of rough, very_rough, not 'open'.",
    ),
    (
        "move_then_fire",
        {**_MOVE, "target_markers": 6},
        "target_markers must be a whole number from 0 to the morale value of 5, not 6.",
    ),
    (
        "helicopter_run",
        {"defence": [[6]], **_SHOT, **_AT_FOOT},
        "defence must be a list of [score of 1 or more, SAM vehicle true or false], not [[6]].",
    ),
    (
        "helicopter_run",
        {"defence": [[0, True]], **_SHOT, **_AT_FOOT},
        "defence must be a list of [score of 1 or more, SAM vehicle true or false], not [[0, True]].",
    ),
]


@pytest.mark.parametrize(("name", "inputs", "says"), REFUSED)
def test_a_wrong_input_is_refused_in_one_sentence(name: str, inputs: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        odds(name, **inputs)
    assert str(refused.value) == says


def test_many_dice_are_no_trouble() -> None:
    many = odds("fire_at_vehicle", dice=20, need=4, weapon=4, armour=12, morale=6)
    assert 0 < many.p(result="kaboom") < many.p(result="foom") < 1
    all_of_them = odds("fire_at_vehicle", dice=100, need=4, weapon=4, armour=14, morale=6)
    assert all_of_them.p(result="broken") > 0
    crowd = odds("fire_at_foot", dice=100, need=4, weapon="heavy", ground="cover", morale=6)
    assert crowd.p(result="broken") > crowd.p(result="standing")
