"""What the odds tool takes and refuses."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.fubar.dice import odds
from umpire import BadInput
from umpire.dice.offered import REQUIRED
from umpire.games.fubar.offered import PROCEDURES

# From the list of procedures that every game keeps to: inputs with their defaults, and the fields of the outcome.
OFFERED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "initiative": ({"modifier": 0}, ("winner",)),
    "activation": (
        {
            "level": REQUIRED,
            "suppressed": 0,
            "no_enemy": False,
            "light_damage": 0,
            "straggler": False,
            "automaton": False,
        },
        ("activated",),
    ),
    "hit_number": (
        {
            "target": REQUIRED,
            "cover": False,
            "ground": False,
            "suppressed": False,
            "failed_guard": False,
            "aimed": False,
            "unskilled": False,
            "grenadier": False,
            "sniper": False,
            "flame": False,
            "concealed": False,
        },
        ("need",),
    ),
    "volley": (
        {"groups": REQUIRED, "figures": REQUIRED, "armour": REQUIRED, "cover_save": None},
        ("killed", "suppressed"),
    ),
    "wounded": ({"casualties": REQUIRED}, ("dead", "wounded")),
    "save": ({"armour": REQUIRED, "mark": "", "weapon": None}, ("saved",)),
    "melee": ({"attackers": REQUIRED, "defenders": REQUIRED}, ("result",)),
    "melee_modifier": (
        {
            "level": REQUIRED,
            "weapon": "normal",
            "armour": "UA",
            "foe_armour": "UA",
            "suppressed": False,
            "swordsman": False,
            "grenadier": False,
        },
        ("modifier",),
    ),
    "vehicle_attack": (
        {
            "dice": REQUIRED,
            "need": REQUIRED,
            "hull_save": None,
            "mark": "",
            "weapons": REQUIRED,
            "activation": REQUIRED,
            "light_damage": 0,
            "immobile": False,
            "grav": False,
        },
        ("result", "light_damage", "weapons", "immobile", "shaken"),
    ),
    "vehicle_damage": (
        {
            "hits": REQUIRED,
            "weapons": REQUIRED,
            "activation": REQUIRED,
            "light_damage": 0,
            "immobile": False,
            "grav": False,
        },
        ("result", "light_damage", "weapons", "immobile", "shaken"),
    ),
    "bail_out": ({"armour": REQUIRED, "crew": REQUIRED}, ("survivors",)),
    "indirect": (
        {
            "level": REQUIRED,
            "line_of_sight": True,
            "cover": False,
            "designator": 0,
            "leader": False,
            "unskilled": False,
        },
        ("on_target", "drift"),
    ),
    "morale": ({"level": REQUIRED, "leader": False, "hero": False}, ("passed",)),
    "expertise": ({"level": REQUIRED}, ("passed",)),
}

GIVEN: dict[str, Any] = {
    "level": "regular", "target": "regular", "groups": [[2, 4, ""]], "figures": 2, "armour": "LA", "casualties": 2,
    "attackers": [0], "defenders": [0], "dice": 2, "need": 4, "weapons": 1, "activation": 4, "hits": 1, "crew": 2,
}  # fmt: skip


@pytest.mark.parametrize("name", OFFERED)
def test_every_procedure_has_the_inputs_and_outcomes_agreed_on(name: str) -> None:
    (found,) = [offered for offered in PROCEDURES if offered.name == name]
    inputs, fields = OFFERED[name]
    defaults = {item.name: item.default for item in found.inputs}
    assert {key: defaults[key] for key in inputs} == inputs
    for extra in defaults.keys() - inputs.keys():
        assert defaults[extra] is not REQUIRED, f"{extra} is not in the list and has no default"
    result = odds(name, **{key: GIVEN[key] for key, value in inputs.items() if value is REQUIRED})
    assert sum(result.values()) == 1
    assert all(outcome._fields == fields for outcome in result)


def test_beside_those_only_fire_with_several_weapons_and_at_figures_that_differ_is_offered() -> None:
    assert {offered.name for offered in PROCEDURES} - OFFERED.keys() == {"fire", "vehicle_fire"}


@pytest.mark.rule("FUBAR-GEN-11")
@pytest.mark.parametrize(
    ("procedure", "change", "message"),
    [
        ("activation", {"level": "novice"}, "level must be one of civilian, green, regular, veteran, elite, hero"),
        ("activation", {"suppressed": -1}, "suppressed must be a whole number from 0 to 100"),
        ("activation", {"no_enemy": 1}, "no_enemy must be true or false"),
        ("hit_number", {"target": None}, "target must be one of"),
        ("volley", {"groups": [[2, 4, "****"]]}, "groups must be a list of"),
        ("volley", {"groups": [[-1, 4, ""]]}, "groups must be a list of"),
        ("volley", {"groups": [[2, 4]]}, "groups must be a list of"),
        ("volley", {"groups": 3}, "groups must be a list of"),
        ("volley", {"figures": -1}, "figures must be a whole number from 0"),
        ("volley", {"armour": "XX"}, "armour must be one of UA, FA, FI, LA, PA, AD, AUT"),
        ("volley", {"cover_save": 1}, "cover_save must be a whole number from 2 to 6 or null"),
        ("volley", {"cover_save": 7}, "cover_save must be a whole number from 2 to 6 or null"),
        ("save", {"mark": "+"}, "mark must be one of"),
        ("save", {"weapon": "axe"}, "weapon must be one of normal, force_sword, power_sword, power_fist or null"),
        ("melee", {"attackers": []}, "attackers must be a list of one or more whole numbers"),
        ("melee", {"attackers": [0, 0], "defenders": [0, 0]}, "defenders must be a list of one number"),
        ("melee", {"attackers": ["x"]}, "attackers must be a list of one or more whole numbers"),
        ("vehicle_attack", {"hull_save": 7}, "hull_save must be a whole number from 2 to 6 or null"),
        ("vehicle_attack", {"dice": -1}, "dice must be a whole number from 0"),
        ("vehicle_damage", {"activation": 1}, "activation must be a whole number from 2 to 6"),
        ("bail_out", {"crew": -1}, "crew must be a whole number from 0"),
        ("indirect", {"designator": 3}, "designator must be a whole number from 0 to 2"),
        ("wounded", {"casualties": 1.5}, "casualties must be a whole number"),
        ("expertise", {"levels": "green"}, "expertise has no input 'levels'"),
    ],
)
def test_senseless_inputs_are_refused_with_a_sentence(procedure: str, change: dict[str, Any], message: str) -> None:
    inputs = {key: GIVEN[key] for key, value in OFFERED[procedure][0].items() if value is REQUIRED} | change
    with pytest.raises(BadInput, match=re.escape(message)):
        odds(procedure, **inputs)


@pytest.mark.parametrize(
    "targets",
    [
        [["LA"]],
        [["LA", 9, False]],
        [["LA", None, 1]],
        "LA",
        [["XX", None, False]],
        [["LA", None, False, False]],
        [["LA", None, False, 1, 0]],
        [["LA", None, False, False, 3]],
    ],
)
def test_targets_that_are_none(targets: Any) -> None:
    with pytest.raises(BadInput, match=r"^targets must be a list of \[armour, cover save"):
        odds("fire", groups=[], targets=targets)


def test_what_is_missing_is_asked_for() -> None:
    with pytest.raises(BadInput, match=r"^bail_out needs crew: a whole number from 0 to 100\.$"):
        odds("bail_out", armour="LA")


def test_large_volleys_are_worked_out() -> None:
    found = odds("volley", groups=[[20, 3, "*"], [12, 4, ""], [6, 5, "**"]], figures=10, armour="PA")
    assert sum(found.values()) == 1
    assert 3 < found.mean("killed") < 12
