"""The contract under other house rules than those of the sheet, to which `tests/battle/test_contract.py` holds."""

from __future__ import annotations

import pytest

from umpire.games.bptc import GAME
from umpire.lab.contract import check_game

OTHERWISE = {
    "distance_step": "part",
    "hq_restricts": False,
    "formation_chain_cm": 30,
    "initiative_distance": 40,
    "initiative_penalty": 1,
    "opportunity_fire": False,
    "counter_charge": True,
    "stand_loss": True,
    "save_die_scope": "per_unit",
    "extended_line_on": "both",
    "disorder_on_fallback": False,
    "disordered_fire": "half",
    "front_arc": 120,
    "fire_cone": 120,
    "square_move": "half",
    "square_reaction": "immediate",
    "charge_measuring": "open",
    "charge_reach": "min_move",
    "charge_compare": "scored",
    "charge_markers": True,
    "zero_is_double": False,
    "charge_bonus_rounds": "first",
    "support_to": "friend",
    "consolidate": "10cm",
    "retreat_suppresses": True,
    "rate_by_formation": True,
    "engineer_points": "quick",
    "guerrilla_hidden": False,
    "construction_damage_persists": True,
    "brick_log_cover": "hard",
    "collapse": "ko",
    "breakpoint_effect": "immediate",
    "replace_command": False,
    "pool_fire": False,
    "terrain_wait": "action",
}
"""Every option at another value than the sheet's."""

MILD = {"save_die_scope": "pip", "disordered_fire": "none", "square_move": "none", "consolidate": "none"}
"""The third values of those options that have three."""


def test_every_option_is_turned_round() -> None:
    usual = GAME.house({})._asdict()
    assert set(OTHERWISE) == set(usual)
    assert all(str(usual[name]) != str(value) for name, value in OTHERWISE.items())


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [card.id for card in GAME.scenarios()])
def test_the_contract_holds_with_every_house_rule_turned_round(scenario: str) -> None:
    check_game(GAME, scenario, battles=1, every=40, seed=11, options=OTHERWISE)


@pytest.mark.slow
def test_and_with_the_third_values() -> None:
    check_game(GAME, "farm-lane", battles=1, every=20, seed=5, options=MILD)
