"""The fuzzer: plays battles through sessions and doubts everything at every decision.

Each decision is saved, loaded and compared; the loaded battle must stand at the same decision with the same
state. At the end the log is played again from the start against its hashes, and now and then in another
process with another hash seed. The first thing that goes wrong ends the battle and is told with its seed.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, NamedTuple

from umpire import games
from umpire.battle import savefile
from umpire.battle.contract import Game
from umpire.battle.decisions import Call, Decision, Option, PickOne, PickSome, Place, PutInOrder, Refused, ShareOut
from umpire.battle.session import Battle
from umpire.bots import bot_seed
from umpire.lab.players import BotFailed, cause, open_decision, seated
from umpire.lab.processes import spread_out

LIMIT = 100_000
"""A battle of more decisions than this is taken for endless."""
PATIENCE = 120
"""Seconds after which a single step is taken for a hang."""
CANDIDATES_EVERY = 10
"""All candidates are checked at each so manieth decision."""


class Task(NamedTuple):
    """One battle for the fuzzer."""

    game: str
    scenario: str
    levels: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, Any], ...] = ()
    hash_seed: int | None = None
    """Play it again in another process with this PYTHONHASHSEED."""


class Found(NamedTuple):
    """What came of a task: how many decisions, and the fault in a sentence if there is one."""

    task: Task
    decisions: int
    fault: str
    at: int = 0
    """How long the log was then."""


class CheckFailed(Exception):
    """A check of the fuzzer that a battle does not stand."""


class Hang(BaseException):
    """Nothing happens any more. Not an `Exception`: no rule and no session may swallow it."""


def tasks(
    game: str,
    scenarios: Sequence[str],
    levels: tuple[str, ...],
    battles: int,
    seed: int,
    hash_seeds: int = 0,
    options: tuple[tuple[str, Any], ...] = (),
) -> list[Task]:
    """`battles` of each scenario; the first `hash_seeds` of each are also played in another process.

    The hash seed of that process follows from the seed of the battle, so that the one shows a fault again.
    """
    return [
        Task(game, scenario, levels, seed + n, options, (seed + n + 1) % 2**32 if n < hash_seeds else None)
        for n in range(battles)
        for scenario in scenarios
    ]


def run(tasks: Sequence[Task], jobs: int = 1) -> Iterator[Found]:
    """Fuzz all tasks, as they are done; whoever stops listening stops the work."""
    return spread_out(partial(fuzz, patience=PATIENCE), tasks, jobs)


def fuzz(task: Task, patience: float = PATIENCE) -> Found:
    """Play one battle with all checks."""
    walk = _Walk(games.game(task.game), task)
    gc.disable()  # a log is decoded at every decision: collecting in between costs half of the time
    try:
        with _watched(patience) as again:
            walk.through(again)
    except Hang:
        return Found(task, walk.taken, f"nothing happened for {patience:g} s", walk.at)
    except (BotFailed, CheckFailed) as found:
        return Found(task, walk.taken, str(found), walk.at)
    except Exception as error:
        return Found(task, walk.taken, f"crashed: {cause(error)}", walk.at)
    finally:
        gc.enable()
        gc.collect()
    fault = "" if task.hash_seed is None else elsewhere(task, savefile.save(walk.battle))
    return Found(task, walk.taken, fault, walk.at)


class _Walk:
    """One battle from beginning to end."""

    battle: Battle

    def __init__(self, game: Game, task: Task) -> None:
        self.game = game
        self.task = task
        self.bots = seated(game, task.levels, task.seed)
        self.rng = Random(bot_seed(task.seed, 15))
        self.taken = 0

    @property
    def at(self) -> int:
        return len(self.battle.log) if hasattr(self, "battle") else 0

    def through(self, again: Any) -> None:
        self.battle = battle = Battle(self.game, self.task.scenario, dict(self.task.options), self.task.seed)
        while battle.result is None:
            if self.taken >= LIMIT:
                raise CheckFailed(f"no end after {LIMIT} decisions")
            again()
            decision = open_decision(battle)
            self._check(decision)
            answer = self.bots[decision.seat].answer(battle.state, decision)
            try:
                battle.answer(answer, decision.seat)
            except Refused as refusal:
                raise CheckFailed(f"the bot's answer {answer!r} to {_name(decision)} is refused: {refusal}") from None
            self.taken += 1
        self._compare(reloaded(battle))
        replayed(battle)

    def _check(self, decision: Decision) -> None:
        try:
            answers = [decision.default()]
            if self.taken % CANDIDATES_EVERY == 0:
                answers.extend(decision.candidates())
        except LookupError:
            raise CheckFailed(f"dead end: nothing can be answered to {_name(decision)}") from None
        for answer in answers:
            try:
                decision.read(answer)
            except Refused as refusal:
                raise CheckFailed(f"{_name(decision)} offers {answer!r} and refuses it: {refusal}") from None
        self._compare(reloaded(self.battle))

    def _compare(self, loaded: Battle) -> None:
        battle = self.battle
        if loaded.notice:
            raise CheckFailed(f"loading gives a notice: {loaded.notice}")
        if loaded.digest() != battle.digest():
            raise CheckFailed("the state is not the same after saving and loading")
        if loaded.result != battle.result or loaded.dice_used != battle.dice_used:
            raise CheckFailed("result or dice are not the same after saving and loading")
        ours, theirs = list(map(described, battle.decisions())), list(map(described, loaded.decisions()))
        if ours != theirs:
            raise CheckFailed(f"after saving and loading another decision is open: {theirs!r} instead of {ours!r}")


def reloaded(battle: Battle) -> Battle:
    """The battle saved and loaded."""
    return savefile.load(savefile.read(savefile.save(battle)), battle.game)


def replayed(battle: Battle) -> None:
    """The log played again from the start: its hashes are checked on the way, the end here."""
    again = savefile.replay(savefile.read(savefile.save(battle)), battle.game)
    if again.digest() != battle.digest() or again.result != battle.result or again.log != battle.log:
        raise CheckFailed("the log played again ends differently")
    if again.events != battle.events:
        raise CheckFailed("the log played again tells other events")


def described(decision: Decision) -> tuple[Any, ...]:
    """All that a player is shown of a decision as plain data, odds included, routes not worked out."""
    more: tuple[Any, ...] = ()
    if isinstance(decision, PickOne):
        more = (decision.default(),)
    elif isinstance(decision, PickSome):
        more = (decision.least, decision.most, tuple(decision.suggested))
    elif isinstance(decision, ShareOut):
        more = (decision.total, dict(decision.most))
    elif isinstance(decision, Place):
        hangs = decision.odds(decision.stand) if decision.odds is not None and decision.stand is not None else None
        more = (decision.piece, decision.shape, decision.reach, decision.stand, _call(hangs))
    if isinstance(decision, PickOne | PickSome | PutInOrder | ShareOut):
        more += tuple(map(_option, decision.options))
    return (decision.seat, decision.kind, decision.rule, decision.prompt, *more)


def _option(option: Option) -> tuple[Any, ...]:
    return (option.key, option.label, option.rule, option.piece, option.detail, _call(option.odds))


def _call(call: Call | None) -> tuple[Any, ...] | None:
    """The inputs may be worked out late: here they are, before the battle goes on."""
    return None if call is None else (call.procedure, call.inputs)


def _name(decision: Decision) -> str:
    return f"{decision.prompt!r} ({decision.kind}, {decision.rule})"


# --- Another process ---


def elsewhere(task: Task, saved: bytes) -> str:
    """Replay and play a battle again in another process with another hash seed; the fault, if any."""
    command = [sys.executable, "-m", "umpire.lab.verify", *task.levels]
    environment = {**os.environ, "PYTHONHASHSEED": str(task.hash_seed)}
    done = subprocess.run(command, input=saved, env=environment, capture_output=True, check=False)
    if done.returncode == 0:
        return ""
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return f"with PYTHONHASHSEED={task.hash_seed}: {said[-1] if said else 'it fails'}"


# --- Patience ---


@contextmanager
def _watched(seconds: float) -> Iterator[Any]:
    """Raise `Hang` if the function given is not called again within so many seconds."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield lambda: None
        return

    def ring(number: int, frame: Any) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield lambda: signal.setitimer(signal.ITIMER_REAL, seconds)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
