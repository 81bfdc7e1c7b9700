"""Players of any game: random, greedy on the game's own advice, and bots of your own.

A bot answers decisions with plain data and says why in a line on request. It sees the state of the battle; a game's
advice is obliged to use only what the bot's seat may know.

A bot of your own is named `package.module:factory`, wherever Python finds that module. The factory is called with the
game and a seed for each battle and seat, and gives an object with `answer(state, decision)` and `why()`:

    class First:
        def answer(self, state, decision):
            return next(iter(decision.candidates()))  # or decision.default(), decision.random(rng), ...

        def why(self):
            return "it was offered first"

    def first(game, seed):
        return First()

In a file `mybots.py` this is `umpire battle fwc --a mybots:first --b greedy`, and `make(game, "mybots:first", seed)`.
Whatever chance it uses should come from the seed, so that the same battle can be fought again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any, Protocol

from umpire.battle.contract import Game
from umpire.battle.decisions import Decision
from umpire.dice.offered import shown

LEVELS = {
    "random": "Does anything that is legal: a patient opponent for a first battle.",
    "greedy": "Weighs every choice by exact odds, threat and objectives, one decision at a time.",
}
"""Our bots and how they play, the weaker first."""


class Bot(Protocol):
    """Somebody who answers decisions."""

    def answer(self, state: Any, decision: Decision) -> Any: ...

    def why(self) -> str:
        """Why the last answer was given, in a line."""
        ...


class UnknownBot(ValueError):
    """No bot of that name, or one that does not fit: one sentence says why."""


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
    """A bot of this level, or of your own (`package.module:factory`), for any seat of the game."""
    if not hasattr(game, "advise"):  # the name of a game, most likely
        raise UnknownBot(f"a bot is made for a game, which {shown(game)} is not; umpire.games.game(name) gives one.")
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return GreedyBot(game)
    if isinstance(level, str) and is_own(level):
        return _made(level, _factory(level), game, seed)
    raise UnknownBot(f"there is no bot {shown(level)}; there is {', '.join(LEVELS)}, or one of your own as {OWN}.")


OWN = "package.module:factory"
"""How a bot of one's own is named."""


def is_own(level: str) -> bool:
    """Whether this names a bot of somebody's own: that runs code, so names out of a file or the network never may."""
    return ":" in level


def _factory(name: str) -> Callable[[Game, int], Any]:
    module, _, called = name.partition(":")
    try:
        found: Any = import_module(module)
        for part in called.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:  # anything may go wrong in a module of somebody's own
        raise UnknownBot(f"the bot {name!r} cannot be imported ({error!r}).") from error
    if not callable(found):
        raise UnknownBot(f"the bot {name!r} does not fit: {called} cannot be called with a game and a seed.")
    made: Callable[[Game, int], Any] = found
    return made


def _made(name: str, factory: Callable[[Game, int], Any], game: Game, seed: int) -> Bot:
    try:
        bot = factory(game, seed)
    except (Exception, SystemExit) as error:
        raise UnknownBot(f"the bot {name!r} cannot be made of a game and a seed ({error!r}).") from error
    lacking = [what for what in ("answer", "why") if not callable(getattr(bot, what, None))]
    if lacking:
        raise UnknownBot(
            f"the bot {name!r} does not fit: it has no {' and no '.join(lacking)}; "
            "a bot has answer(state, decision) and why()."
        )
    own: Bot = bot
    return own


def seated(game: Game, levels: Mapping[str, str], seed: int) -> dict[str, Bot]:
    """A bot at each of these seats, the same wherever the battle is played: the seed of the battle is theirs too."""
    return {seat: make(game, levels[seat], bot_seed(seed, at)) for at, seat in enumerate(game.seats) if seat in levels}


def bot_seed(seed: int, at: int) -> int:
    """The seed of the bot at this seat: not that of the dice, and another one for each seat."""
    return seed * 16 + at
