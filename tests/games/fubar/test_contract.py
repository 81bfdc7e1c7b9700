"""The contract under other house rules than those of the sheet, to which `tests/battle/test_contract.py` holds.

And saving in the middle of an interrupt: after each decision of an action with reactions.
"""

from __future__ import annotations

import pytest

from tests.games.interrupts import check_saves_inside_plans
from umpire.games.fubar import GAME
from umpire.lab.contract import check_game

OTHERWISE = {
    "six_rule": "then",
    "one_six_in_melee": True,
    "suppression_penalty": "per_figure_capped",
    "suppress_on_miss": True,
    "double_suppression": "needs_two",
    "hero_suppressible": True,
    "coherency": "unit_per_figure",
    "morale": "activation_only",
    "rally_without_leader": True,
    "army_break_pct": 25,
    "graded_cover": True,
    "cover_save": 5,
    "star_mark": "beats_4plus",
    "flame_ignores_hull": True,
    "power_armour_mobile_support": False,
    "melee_mode": "unit_best",
    "force_sword_save_mod": -1,
    "nearest_target_rule": False,
    "pick_off": "off",
    "wounded_count_for_morale": False,
    "medic_heals_to": "wounded",
    "sapper_rules": False,
    "fire_missions": 5,
    "drift_distance": "shortfall",
    "aoe_is_radius": True,
    "start_on_guard": "all",
    "allow_pass": True,
}
"""Every option at another value than the sheet's."""


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [card.id for card in GAME.scenarios()])
def test_the_contract_holds_with_every_house_rule_turned_round(scenario: str) -> None:
    check_game(GAME, scenario, battles=1, every=40, seed=11, options=OTHERWISE)


@pytest.mark.slow
def test_and_with_every_die_of_a_melee_compared_and_armies_that_do_not_test() -> None:
    options = {"melee_mode": "all_dice", "morale": "off", "suppression_penalty": "once", "six_rule": "off"}
    check_game(GAME, "pump-house", battles=1, every=20, seed=3, options=options)


@pytest.mark.rule("FUBAR-REA-01", "FUBAR-REA-05")
@pytest.mark.parametrize("seed", range(2))
def test_a_battle_goes_on_from_the_save_file_of_any_point_of_an_interrupt(seed: int) -> None:
    assert check_saves_inside_plans(GAME, "pump-house", seed, enough=8) > 3
