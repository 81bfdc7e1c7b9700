"""Setting up: unit by unit in turn, in the own zone, in cohesion (S0)."""

from __future__ import annotations

from typing import Any

import pytest

import umpire
from umpire.battle.decisions import Refused
from umpire.games.awt import field

SCENARIOS = ["old-sap", "drowned-crossroads", "wicker-king"]


def state_of(battle: umpire.Battle) -> Any:
    return battle.state


@pytest.mark.rule("AWT-PR-01")
def test_the_winner_of_the_roll_off_puts_down_the_first_unit_and_then_both_in_turn() -> None:
    battle = umpire.battle("awt", "old-sap", own_dice=True)
    battle.roll([5])
    battle.roll([2])
    seats: list[str] = []
    for _ in range(6):
        decision = battle.decision
        assert decision is not None
        seats.append(decision.seat)
        mine = [option.key for option in decision.options if option.piece]  # type: ignore[attr-defined]
        battle.answer(mine[0])
        placing = battle.decision
        assert placing is not None
        battle.answer(placing.default())
    assert seats == ["B", "A", "B", "A", "B", "A"]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("plan", ["west", "centre", "east"])
def test_all_the_rest_can_be_put_down_by_a_plan(scenario: str, plan: str) -> None:
    battle = umpire.battle("awt", scenario, seed=1)
    battle.answer(plan)
    battle.answer(plan)
    state = state_of(battle)
    assert state.round == 1
    for unit in state.units.values():
        assert unit.on_table
        assert field.cohesion(unit.bases) == 0
        west, south, east, north = (
            min(p.x for p in state.content.zones[unit.side]), min(p.y for p in state.content.zones[unit.side]),
            max(p.x for p in state.content.zones[unit.side]), max(p.y for p in state.content.zones[unit.side]),
        )  # fmt: skip
        assert all(west <= base.x <= east and south <= base.y <= north for base in unit.bases)


def test_nobody_is_put_down_outside_his_zone() -> None:
    battle = umpire.battle("awt", "old-sap", seed=1)
    decision = battle.decision
    assert decision is not None
    battle.answer(next(option.key for option in decision.options if option.piece))  # type: ignore[attr-defined]
    with pytest.raises(Refused):
        battle.answer({"path": [[18000, 15000]], "facing": 0})
