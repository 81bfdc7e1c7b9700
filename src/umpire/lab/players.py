"""Bots that play a battle out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from umpire.battle.contract import Game
from umpire.battle.decisions import Decision
from umpire.battle.session import Battle
from umpire.bots import Bot
from umpire.bots import seated as at_seats


def seated(game: Game, levels: Sequence[str], seed: int) -> dict[str, Bot]:
    """A bot for each seat, the first level at the first seat."""
    return at_seats(game, dict(zip(game.seats, levels, strict=True)), seed)


def play_on(battle: Battle, bots: Mapping[str, Bot], limit: int = 1_000_000) -> int:
    """Let the bots play a session to its end; returns the number of decisions."""
    taken = 0
    while battle.result is None and taken < limit:
        decision = open_decision(battle)
        battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
        taken += 1
    return taken


def open_decision(battle: Battle) -> Decision:
    decision = battle.decision
    assert decision is not None, "a battle with its own stream of dice always waits for a decision"
    return decision
