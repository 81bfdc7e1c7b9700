"""Deployment unseen by the other: what was seen cannot be undone."""

from __future__ import annotations

import pytest

import umpire


@pytest.mark.parametrize("game", ["fwc", "bptc"])
def test_ready_can_be_undone_until_both_are(game: str) -> None:
    battle = umpire.battle(game, seed=1)
    seats: list[str] = []
    while battle.state.phase == "setup":
        decision = battle.decision
        assert decision is not None
        if seats and decision.seat != seats[-1]:
            assert battle.can_undo(seats[-1])  # he has seen nothing yet
        seats.append(decision.seat)
        battle.answer(decision.default(), decision.seat)
    assert len(dict.fromkeys(seats)) == 2
    assert not any(battle.can_undo(seat) for seat in seats)
