"""The contract under other house rules than those of the sheet, to which `tests/battle/test_contract.py` holds.

And saving in the middle of an interrupt: at every decision of an activation with reactions, by either side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.interrupts import check_saves_inside_plans
from tests.games.rhine.skirmish import way
from umpire.battle import savefile
from umpire.battle.session import Battle
from umpire.games.rhine import GAME
from umpire.lab.contract import check_game, standing

SCENARIOS = [card.id for card in GAME.scenarios()]

OTHERWISE = {
    "opening_must_spend": True,
    "allow_discard": False,
    "free_first_needs_no_markers": True,
    "reaction_limit": "unlimited",
    "reaction_full_activation": True,
    "seize_cancels_activation": True,
    "atgm_min_uniform": True,
    "terrain_fail": "bogged",
    "range_12_is": "short",
    "natural_10_hits": True,
    "front_arc_degrees": 180,
    "kaboom_shock": "apc_only",
    "convert_effect": "base_destroyed",
    "broken_rule": "pinned_only",
    "broken_falls_back": True,
    "bmc_scope": "all_units",
    "command_rally_bonus": False,
    "close_assault": True,
    "break_fraction": "1",
    "list_checks": "off",
}
"""Every option at another value than both profiles have it, as far as a battle is left."""


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_contract_holds_under_the_published_rules(scenario: str) -> None:
    check_game(GAME, scenario, battles=1, every=40, seed=7, options={"profile": "published"})


@pytest.mark.slow
def test_and_with_every_other_house_rule_turned_round() -> None:
    check_game(GAME, "crossroads", battles=1, every=20, seed=11, options={"profile": "published", **OTHERWISE})


# --- Saving in the middle of an interrupt ---------------------------------------------------------------------------

Step = Any
"""An answer, a face of a die, or a function of the battle that gives the answer."""


def default(battle: Battle) -> Any:
    assert battle.decision is not None
    return battle.decision.default()


OPENING: list[Step] = [default, default, default, default, 9, 2]
"""Both sides deploy, and NATO has the initiative."""

INTERRUPTED: list[Step] = [
    # An M113 will drive south and let its squad out.
    "activate:n6", "move", way((20.3, 29.4), (20.3, 22), facing=180), ["n3"],
    # A tank tries to react and fails; a BMP gets away over a hedge.
    "fire:s1:0", way((20.3, 26), facing=180), 3,
    "move:s7", way((20.3, 25), facing=180), 4, way((30.8, 5.6), (33, 9), facing=0), 2,
    # A second tank takes a whole activation, and misses.
    "activate:s2", way((20.3, 24), facing=180), 5, "move+fire", way((23.8, 5.6), (23.8, 10), facing=0), "n6:0", 1,
    # A third seizes the initiative and sets the M113 on fire: its owner says where the squad gets out.
    "fire:s3:0", way((20.3, 23), facing=180), 6, 10, 9, 1, default,
]  # fmt: skip


def begun() -> Battle:
    options = {"reaction_limit": "unlimited", "reaction_full_activation": True}
    battle = Battle(GAME, "crossroads", options, own_dice=True)
    play(battle, OPENING)
    return battle


def play(battle: Battle, steps: Sequence[Step]) -> None:
    for step in steps:
        if battle.throw is not None:
            battle.roll([step])
        else:
            assert battle.decision is not None
            battle.answer(step(battle) if callable(step) else step, battle.decision.seat)


def loaded(battle: Battle, times: int = 1) -> Battle:
    """Saved and loaded so many times over."""
    for _ in range(times):
        battle = savefile.load(savefile.read(savefile.save(battle)), GAME)
        assert battle.notice == ""
    return battle


def told(battle: Battle) -> list[str]:
    battle.recall()
    return [event.text for event in battle.events]


def whole() -> Battle:
    battle = begun()
    play(battle, INTERRUPTED)
    return battle


def test_the_interrupt_asks_both_sides_and_ends_as_it_should() -> None:
    battle = begun()
    asked = []
    for step in INTERRUPTED:
        asked.append("" if battle.throw is not None or battle.decision is None else battle.decision.seat)
        play(battle, [step])
    assert "".join(asked) == 4 * "A" + 12 * "B" + "A"
    assert (battle.state.units["n6"].place, battle.state.units["n3"].broken) == ("lost", True)
    assert (battle.state.active, battle.state.sides["B"].must_spend) == ("B", True)
    assert told(battle)[-1] == "Soviet Army seizes the initiative"


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-12", "RHINE-ACT-14")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_saved_and_loaded_before_every_answer_and_die_it_is_the_same_battle(times: int) -> None:
    expected = whole()
    battle = begun()
    for step in INTERRUPTED:
        battle = loaded(battle, times)
        play(battle, [step])
    assert standing(battle) == standing(expected)
    assert battle.log == expected.log
    assert told(battle) == told(expected)


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-12", "RHINE-ACT-14")
@pytest.mark.parametrize("at", range(len(INTERRUPTED)))
def test_from_each_point_of_it_the_battle_goes_on_the_same(at: int) -> None:
    expected = whole()
    battle = begun()
    play(battle, INTERRUPTED[:at])
    twin = loaded(battle, 2)
    assert standing(twin) == standing(battle)
    assert twin.open_throws == battle.open_throws
    for each in (battle, twin):
        play(each, INTERRUPTED[at:])
        assert standing(each) == standing(expected)


@pytest.mark.rule("RHINE-REACT-01")
@pytest.mark.parametrize("seed", range(3))
def test_both_sides_in_turn_load_it_in_the_middle_of_reactions(seed: int) -> None:
    """A battle between two bots, played on after each decision of a reaction from the save file of it."""
    assert check_saves_inside_plans(GAME, "crossroads", seed, enough=12) > 5
