"""The procedures that every game offers."""

from __future__ import annotations

from typing import Any

import pytest

import umpire
from umpire import games
from umpire.dice import clear
from umpire.dice.offered import Whole


@pytest.mark.parametrize("name", sorted(games.names()))
def test_every_offered_procedure_says_what_it_is_and_names_rules_there_are(name: str) -> None:
    game = games.game(name)
    assert game.procedures
    for offered in game.procedures:
        assert offered.text.endswith((".", "?"))
        assert offered.rules
        assert [rule for rule in offered.rules if rule not in game.catalogue.by_id] == []


@pytest.mark.parametrize("value", [10**400, 10**5000], ids=["no float", "longer than Python writes"])
@pytest.mark.parametrize("name", sorted(games.names()))
def test_a_number_of_endless_digits_is_refused_by_the_name_of_its_input(name: str, value: int) -> None:
    for offered in games.game(name).procedures:
        for item in offered.inputs:
            if isinstance(item, Whole):
                with pytest.raises(umpire.BadInput) as refused:
                    item.read(value)
                assert str(refused.value).startswith(f"{item.name} must be a whole number")
                assert len(str(refused.value)) < 200


def test_what_there_is_not_is_told_in_one_short_sentence() -> None:
    for game, procedure in (("fwc", "x" * 9999), ("x" * 9999, "save")):
        with pytest.raises(ValueError, match=r"^(there is no game|fwc has no procedure) 'x+\.\.\.; .*\.$") as refused:
            umpire.odds(game, procedure)
        assert len(str(refused.value)) < 300


SIDE = {"dice": 20, "hit_on": 6, "save": 2, "hits": 30}

LARGE: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "vehicle_attack": ("fubar", {"dice": 20, "need": 3, "weapons": 6, "activation": 4}, {}),
    "vehicle_damage": ("fubar", {"hits": 20, "weapons": 10, "activation": 2}, {}),
    "machine_gun": (
        "awt",
        {"dice": 32, "zeal": 6, "save": 2, "current": 40, "start": 40, "devastating": True},
        {},
    ),
    "devastating": ("awt", {"wounds": 40, "zeal": 6, "current": 60, "start": 60}, {}),
    "construction": ("bptc", {"kind": "fort", "volleys": [500, 500, 500], "turns": 100}, {}),
    "charge": ("bptc", {"attacker": SIDE, "defender": SIDE}, {"charge_markers": True}),
    "close_assault": (
        "fwc",
        {
            "attacker_dice": 10,
            "defender_hit_on": 6,
            "defender_dice": 10,
            "attacker_hit_on": 6,
            "attacker_shield": 15,
            "defender_shield": 15,
        },
        {},
    ),
    "casualties": (
        "fwc",
        {"groups": [[14, 4], [14, 5], [14, 6]], "hits": None, "save": 5, "suppressed": True, "kind": "recce"},
        {},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("procedure", LARGE)
def test_what_is_large_but_can_be_worked_out_is_answered(procedure: str) -> None:
    game, inputs, options = LARGE[procedure]
    clear()
    assert sum(umpire.odds(game, procedure, options=options, **inputs).values()) == 1


@pytest.mark.slow
def test_what_is_too_large_is_refused_as_often_as_it_is_asked() -> None:
    """Whatever was worked out before: a smaller question of the same kind, and the first part of this one."""
    marks = ("", "*", "**", "***", "**,*")

    def asked(dice: int) -> umpire.Odds:
        groups = [[dice, 4, mark] for mark in marks]
        return umpire.odds("fubar", "volley", groups=groups, figures=10, armour="LA", cover_save=5)

    asked(8)
    for _ in range(2):
        with pytest.raises(umpire.BadInput, match="volley is too large to work out with groups"):
            asked(20)
