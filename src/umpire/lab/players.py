"""Bots at the seats of a battle, the same wherever the battle is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from umpire.battle.contract import Game
from umpire.battle.decisions import Decision
from umpire.battle.session import Battle
from umpire.bots import Bot, make


def seated(game: Game, levels: Sequence[str], seed: int) -> dict[str, Bot]:
    """A bot for each seat, the first level at the first seat; the seed of the battle is theirs too."""
    pairs = zip(game.seats, levels, strict=True)
    return {seat: make(game, level, bot_seed(seed, at)) for at, (seat, level) in enumerate(pairs)}


def bot_seed(seed: int, at: int) -> int:
    """The seed of the bot at this seat: not that of the dice, and another one for each seat."""
    return seed * 16 + at


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
