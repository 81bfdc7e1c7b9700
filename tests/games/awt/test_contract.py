"""The game holds to the contract under other house rules too; with the usual ones tests/battle plays every game."""

from __future__ import annotations

from typing import Any

import pytest

from umpire.games.awt.game import AWarTransformed
from umpire.lab.contract import check_game, check_own_dice

GAME = AWarTransformed()

OTHERWISE: dict[str, Any] = {
    "advantage_mode": "extra_die", "priority_mode": "plain", "dud_mode": "volley", "template_touch": "any",
    "scatter_dir": "clock12", "target_priority": "free", "shock_breaks": True, "stress_attacks": True,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["drowned-crossroads", "wicker-king"])
def test_random_battles_hold_to_the_contract_with_other_house_rules(scenario: str) -> None:
    check_game(GAME, scenario, battles=1, every=40, seed=7, options=OTHERWISE)


@pytest.mark.slow
def test_the_opening_scenario_is_doubted_more_often() -> None:
    check_game(GAME, "old-sap", battles=1, every=10, seed=3, options={"terrain_tests": "none", "charge_bonus": 3})


def test_own_dice() -> None:
    check_own_dice(GAME, "old-sap")
