"""What is told beforehand is told by the house rules that hold: those of a scenario, and those agreed in play."""

from __future__ import annotations

from functools import partial

import umpire
from umpire.battle.decisions import Decision, options_of
from umpire.battle.scenarios import SCENARIO, staging
from umpire.battle.session import Battle
from umpire.dice import Odds, solve
from umpire.games import game
from umpire.games.bptc import orders
from umpire.games.commander.procedures import command_result
from umpire.games.fubar import activation, procedures
from umpire.server import queries
from umpire.server.messages import OddsRow


def asked(battle: Battle) -> Decision:
    assert battle.decision is not None
    return battle.decision


def until(battle: Battle, words: str, key: str = "") -> None:
    """On until something is asked with these words; where it can be, this is chosen."""
    for _ in range(200):
        decision = asked(battle)
        if words in decision.prompt:
            return
        keys = [option.key for option in options_of(decision)]
        battle.answer(key if key in keys else decision.default())
    raise AssertionError(f"nobody asks {words!r}")


def exact(rows: list[OddsRow]) -> dict[str, str]:
    return {str(row.values[0]): row.exact for row in rows}


def test_odds_are_told_by_the_house_rules_of_the_scenario() -> None:
    text = staging(game("bptc")).scenario_text("farm-lane")
    stepped = text.replace("[side.A]", '[options]\ndistance_step = "part"\n\n[side.A]', 1)
    told = []
    for own in (text, stepped):
        battle = umpire.battle("bptc", "my-lane", seed=1, options={SCENARIO: own})
        until(battle, "orders whom", key="v-co")
        decision = asked(battle)
        unit = next(option for option in options_of(decision) if option.odds is not None)
        told.append(queries.odds(battle, decision, unit.key).rows)
        state = battle.state
        under = orders.undeclared([state.units[unit.key]])
        target = orders.target_of(state, state.units[state.commander], under)
        rolled = Odds(solve(partial(command_result, target, "BPTC-CMD-01", "the order")))
        assert exact(told[-1]) == {str(outcome.result): str(p) for outcome, p in rolled.items()}
    assert told[0] != told[1], "the example must hang on the house rule"


def test_odds_are_told_by_the_house_rules_that_were_agreed_in_play() -> None:
    battle = umpire.battle("fubar", "pump-house", seed=3)
    until(battle, "activate")
    seat = asked(battle).seat
    other = "A" if seat == "B" else "B"
    for figure in (1, 2, 3):
        battle.propose(seat, "overrule", {"figure": f"o1.{figure}", "markers": 1})
        battle.consent(other)
    before = queries.odds(battle, asked(battle), "o1").rows
    battle.propose(seat, "overrule", {"option": "six_rule", "value": "off"})
    battle.consent(other)
    need = activation.need(battle.state, battle.state.units["o1"])
    rolled = Odds(solve(lambda: procedures.activation_roll(battle.state.house, need)))
    after = queries.odds(battle, asked(battle), "o1").rows
    assert exact(after) == {str(outcome.unit): str(p) for outcome, p in rolled.items()}
    assert before != after, "the example must hang on the house rule"
