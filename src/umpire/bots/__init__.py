"""Players of any game: random, and greedy on the game's own advice.

A bot answers decisions with plain data and says why in a line on request. It sees the state of the battle; a game's
advice is obliged to use only what the bot's seat may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from umpire.battle.contract import Game
from umpire.battle.decisions import Decision

LEVELS = ("random", "greedy")


class Bot(Protocol):
    """Somebody who answers decisions."""

    level: str

    def answer(self, state: Any, decision: Decision) -> Any: ...

    def why(self) -> str:
        """Why the last answer was given, in a line."""
        ...


class UnknownBot(ValueError):
    """No bot of that level."""


class RandomBot:
    """Answers anything that is legal."""

    level = "random"

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def answer(self, state: Any, decision: Decision) -> Any:
        return decision.random(self._rng)

    def why(self) -> str:
        return "drawn at random from what is legal"


class GreedyBot:
    """Takes the game's advice: the best answer by exact odds, one decision at a time."""

    level = "greedy"

    def __init__(self, game: Game) -> None:
        self._game = game
        self._why = ""

    def answer(self, state: Any, decision: Decision) -> Any:
        advice = self._game.advise(state, decision)
        self._why = advice.why
        return advice.answer

    def why(self) -> str:
        return self._why


def make(game: Game, level: str, seed: int = 0) -> Bot:
    """A bot of this level for any seat of the game."""
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return GreedyBot(game)
    raise UnknownBot(f"there is no bot {level!r}; there is {', '.join(LEVELS)}.")


def seated(game: Game, levels: Mapping[str, str], seed: int) -> dict[str, Bot]:
    """A bot at each of these seats, the same wherever the battle is played: the seed of the battle is theirs too."""
    return {seat: make(game, levels[seat], bot_seed(seed, at)) for at, seat in enumerate(game.seats) if seat in levels}


def bot_seed(seed: int, at: int) -> int:
    """The seed of the bot at this seat: not that of the dice, and another one for each seat."""
    return seed * 16 + at
