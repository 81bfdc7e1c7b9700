"""Batches: bots against each other by the hundred, on as many processes as there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from umpire import games
from umpire.battle import savefile
from umpire.battle.contract import Game
from umpire.battle.datafile import DataError
from umpire.battle.decisions import Refused
from umpire.battle.home import write_file
from umpire.battle.session import Battle
from umpire.battle.switches import BadOption
from umpire.bots import Bot
from umpire.bots.match import Played, play_out
from umpire.dice import SeededDice
from umpire.dice.inputs import BadInput, Whole, shown
from umpire.lab.players import BotFailed, cause, play_on, seated
from umpire.lab.processes import chunks, spread_out
from umpire.lab.statistics import Outcome

LIMIT = 1_000_000


class BattleFailed(RuntimeError):
    """A battle of a batch that could not be played to its end: the message names its scenario and seed."""


class BadLog(ValueError):
    """A save file of a battle that cannot be written, or only over one of an earlier batch: the message names it."""


class Plan(NamedTuple):
    """A batch to be played. Battle number `n` has the seed `seed + n`; swapped, two battles share one."""

    game: str
    scenario: str
    levels: tuple[str, ...]
    battles: int
    swap: bool = False
    seed: int = 0
    options: tuple[tuple[str, Any], ...] = ()
    log: str = ""
    """A directory for save files; without one the battles are played without session, which is faster."""


def run(plan: Plan, jobs: int = 1, heard: Callable[[int], None] | None = None) -> list[Outcome]:
    """Play a batch; `heard` is told how many more battles are done. The same for any number of jobs."""
    _check(plan, jobs)
    _keep_earlier_logs(plan)
    outcomes: list[Outcome] = []
    for some in spread_out(partial(_chunk, plan), chunks(plan.battles, jobs), jobs):
        outcomes.extend(some)
        if heard is not None:
            heard(len(some))
    return sorted(outcomes, key=lambda outcome: outcome.number)


def _check(plan: Plan, jobs: int) -> None:
    """Refuse a batch none of whose battles can begin."""
    Whole("battles", 0).read(plan.battles)
    Whole("seed").read(plan.seed)
    Whole("jobs", 1).read(jobs)
    game = games.game(plan.game)
    if not isinstance(plan.levels, list | tuple) or len(plan.levels) != len(game.seats):
        raise BadInput(f"levels must be {len(game.seats)} names of bots, one for each seat, not {shown(plan.levels)}.")
    try:
        game.begin(plan.scenario, dict(plan.options))
    except (Refused, BadOption, DataError) as error:
        raise _failed(plan, plan.seed, str(error)) from error
    except Exception as error:
        raise _failed(plan, plan.seed, f"{cause(error)}.") from error


def _failed(plan: Plan, seed: int, why: str) -> BattleFailed:
    return BattleFailed(f"a battle failed ({plan.game}, scenario {plan.scenario}, seed {seed}): {why}")


def _keep_earlier_logs(plan: Plan) -> None:
    """A log is never written over another: `BadLog` before any battle is fought."""
    there = [file for number in range(plan.battles) if plan.log and (file := log_file(plan, number)).exists()]
    if there:
        more = f" (and {len(there) - 1} more)" if len(there) > 1 else ""
        raise BadLog(f"{there[0]} exists already{more}; take another folder or another seed.")


def log_file(plan: Plan, number: int) -> Path:
    """Where the battle of this number is saved: the name tells its seed, and whether the bots had changed seats."""
    swapped = "-swapped" if is_swapped(plan, number) else ""
    return Path(plan.log) / f"{plan.game}-{plan.scenario}-{number:04}-{seed_of(plan, number)}{swapped}.json"


def is_swapped(plan: Plan, number: int) -> bool:
    return plan.swap and number % 2 == 1


def seed_of(plan: Plan, number: int) -> int:
    return plan.seed + (number // 2 if plan.swap else number)


def _chunk(plan: Plan, numbers: range) -> list[Outcome]:
    game = games.game(plan.game)
    return [one(game, plan, number) for number in numbers]


def one(game: Game, plan: Plan, number: int) -> Outcome:
    """Play the battle of this number of a batch."""
    swapped, seed = is_swapped(plan, number), seed_of(plan, number)
    levels = plan.levels[::-1] if swapped else plan.levels
    bots = seated(game, levels, seed)
    begun = perf_counter()
    try:
        if plan.log:
            played = _logged(game, plan, bots, seed, dict(zip(game.seats, levels, strict=True)), log_file(plan, number))
        else:
            played = play_out(game, plan.scenario, bots, seed, dict(plan.options), LIMIT, SeededDice(seed))
    except BadLog:
        raise
    except Exception as error:
        raise _failed(plan, seed, _why(error)) from error
    seconds = perf_counter() - begun
    result, summary = played.result, game.summary(played.state)
    return Outcome(
        number,
        seed,
        swapped,
        result.winner,
        result.reason,
        summary.turn,
        dict(summary.lost),
        dict(summary.fielded),
        played.decisions,
        seconds,
    )


def _why(error: Exception) -> str:
    """Why a battle could not go on; a bot of somebody's own that answers what is not allowed reads the refusal."""
    if isinstance(error, Refused):
        return f"a bot's answer is refused: {error}"
    return f"{error if isinstance(error, BotFailed) else cause(error)}."


def _logged(game: Game, plan: Plan, bots: dict[str, Bot], seed: int, levels: dict[str, str], file: Path) -> Played:
    """Play through a session and save it; it rolls from the same stream, so the battle comes out as without log."""
    battle = Battle(game, plan.scenario, dict(plan.options), seed)
    decisions = play_on(battle, bots, LIMIT)
    if battle.result is None:
        raise RuntimeError(f"no end after {LIMIT} decisions")
    try:
        write_file(file, savefile.save(battle, levels))
    except OSError as error:
        raise BadLog(f"{file} cannot be written: {error.strerror or error}.") from None
    return Played(battle.result, battle.state, decisions)
