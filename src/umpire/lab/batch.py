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
from umpire.battle.session import Battle
from umpire.bots import Bot
from umpire.bots.match import Played, play_out
from umpire.dice import SeededDice
from umpire.lab.players import play_on, seated
from umpire.lab.processes import chunks, spread_out
from umpire.lab.statistics import Outcome

LIMIT = 1_000_000


class BattleFailed(RuntimeError):
    """A battle of a batch that could not be played to its end: the message names its scenario and seed."""


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
    outcomes: list[Outcome] = []
    for some in spread_out(partial(_chunk, plan), chunks(plan.battles, jobs), jobs):
        outcomes.extend(some)
        if heard is not None:
            heard(len(some))
    return sorted(outcomes, key=lambda outcome: outcome.number)


def _chunk(plan: Plan, numbers: range) -> list[Outcome]:
    game = games.game(plan.game)
    return [one(game, plan, number) for number in numbers]


def one(game: Game, plan: Plan, number: int) -> Outcome:
    """Play the battle of this number of a batch."""
    swapped = plan.swap and number % 2 == 1
    seed = plan.seed + (number // 2 if plan.swap else number)
    bots = seated(game, plan.levels[::-1] if swapped else plan.levels, seed)
    begun = perf_counter()
    try:
        played = _played(game, plan, bots, seed, number)
    except Exception as error:
        where = f"{plan.game}, scenario {plan.scenario}, seed {seed}"
        raise BattleFailed(f"a battle failed ({where}): {error!r}.") from error
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


def _played(game: Game, plan: Plan, bots: dict[str, Bot], seed: int, number: int) -> Played:
    # A session rolls from the same stream, so that a battle comes out the same with its log as without.
    if not plan.log:
        return play_out(game, plan.scenario, bots, seed, dict(plan.options), LIMIT, SeededDice(seed))
    battle = Battle(game, plan.scenario, dict(plan.options), seed)
    decisions = play_on(battle, bots, LIMIT)
    if battle.result is None:
        raise RuntimeError(f"no end after {LIMIT} decisions")
    levels = {seat: bot.level for seat, bot in bots.items()}
    file = Path(plan.log) / f"{plan.game}-{plan.scenario}-{number:04}-{seed}.json"
    file.write_bytes(savefile.save(battle, levels))
    return Played(battle.result, battle.state, decisions)
