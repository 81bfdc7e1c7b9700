"""The game holds to the contract: random battles, doubted at every decision."""

from __future__ import annotations

import pytest

from umpire.games.awt.game import AWarTransformed
from umpire.lab.contract import check_game, check_own_dice

GAME = AWarTransformed()


@pytest.mark.parametrize("scenario", ["old-sap", "drowned-crossroads", "wicker-king"])
def test_random_battles_hold_to_the_contract(scenario: str) -> None:
    check_game(GAME, scenario, battles=1)


def test_house_rules_hold_to_the_contract() -> None:
    options = {
        "advantage_mode": "extra_die", "priority_mode": "plain", "dud_mode": "volley", "template_touch": "any",
        "scatter_dir": "clock12", "target_priority": "free", "shock_breaks": True, "stress_attacks": True,
    }  # fmt: skip
    check_game(GAME, "old-sap", battles=2, options=options)


def test_own_dice() -> None:
    check_own_dice(GAME, "old-sap")
