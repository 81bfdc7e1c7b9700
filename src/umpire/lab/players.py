"""Bots that play a battle out."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from umpire.battle.contract import Game
from umpire.battle.decisions import Decision
from umpire.battle.session import Battle
from umpire.bots import Bot, is_own
from umpire.bots import seated as at_seats


class BotFailed(RuntimeError):
    """A bot of somebody's own that has no answer: the message names it, and where it broke off."""


def cause(error: BaseException) -> str:
    """The first error of a chain, with the place where it was raised."""
    while error.__cause__ is not None:
        error = error.__cause__
    frames = traceback.extract_tb(error.__traceback__)
    return f"{error!r} in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else repr(error)


class OwnBot:
    """A bot of somebody's own. One that calls `sys.exit` must not end a batch as if all of it had been fought."""

    def __init__(self, name: str, bot: Bot) -> None:
        self._name = name
        self._bot = bot

    def answer(self, state: Any, decision: Decision) -> Any:
        try:
            return self._bot.answer(state, decision)
        except (SystemExit, KeyboardInterrupt) as error:
            # Where Ctrl-C is not heeded, as in the processes of a batch, nobody but the bot can have raised that.
            if isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
                raise
            raise BotFailed(f"the bot {self._name!r} ends the program instead of answering ({error!r})") from error
        except Exception as error:
            raise BotFailed(f"the bot {self._name!r} breaks off instead of answering ({cause(error)})") from error

    def why(self) -> str:
        return self._bot.why()


def seated(game: Game, levels: Sequence[str], seed: int) -> dict[str, Bot]:
    """A bot for each seat, the first level at the first seat."""
    at = dict(zip(game.seats, levels, strict=True))
    made = at_seats(game, at, seed)
    return {seat: OwnBot(at[seat], bot) if is_own(at[seat]) else bot for seat, bot in made.items()}


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
