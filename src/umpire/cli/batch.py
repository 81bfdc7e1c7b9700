"""`umpire battle`: bots against each other, many times, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from umpire import games
from umpire.battle.contract import ScenarioCard
from umpire.battle.forces import FORCES
from umpire.battle.words import counted as number_of
from umpire.cli.common import (
    ForcesOption,
    GameArgument,
    JsonOption,
    OptionsOption,
    ProfileOption,
    ScenarioOption,
    SeedOption,
    check_bot,
    check_own,
    find_scenario,
    read_options,
)
from umpire.cli.frame import Complaint, complain, console, debugging, error_console, typed
from umpire.lab import batch
from umpire.lab.processes import cores
from umpire.lab.statistics import Report, Share, plain, plain_outcomes, report

JobsOption = Annotated[
    int | None, typer.Option("--jobs", metavar="J", min=1, help="Processes; else one for each core.")
]


FirstBotOption = Annotated[
    str,
    typer.Option(
        "--a",
        metavar="BOT",
        help="Bot at the first seat: random, greedy, or one of your own as package.module:factory.",
    ),
]
SecondBotOption = Annotated[str, typer.Option("--b", metavar="BOT", help="Bot at the second seat: the same.")]


def battle_command(
    game: GameArgument,
    a: FirstBotOption,
    b: SecondBotOption,
    scenario: ScenarioOption = None,
    battles: Annotated[int, typer.Option("--battles", metavar="N", min=1, help="How many battles.")] = 100,
    swap: Annotated[bool, typer.Option("--swap", help="In every second battle the bots change seats.")] = False,
    seed: SeedOption = 0,
    option: OptionsOption = None,
    profile: ProfileOption = None,
    force: ForcesOption = None,
    as_json: JsonOption = False,
    jobs: JobsOption = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="DIR", help="Write a save file of each battle there; none is written over."),
    ] = None,
) -> None:
    """Let bots fight each other, and count.

    Counted are wins with their intervals, turns, losses and decisions a second.

    \b
    umpire battle fwc --a greedy --b random --battles 100 --swap
    umpire battle fwc --a greedy --b greedy --log /tmp/battles --json
    umpire battle fwc --a greedy --b greedy --swap --force A=mine.json --force B=theirs.json
    umpire battle fwc --a mybots:first --b greedy --swap
    umpire battle fwc --a greedy --b greedy --scenario my-table.toml

    The same seed gives the same battles, with any number of processes, with logs or without. A force belongs to its
    seat: with --swap the bots change seats, the forces stay.

    A bot of your own: factory(game, seed) gives an object with answer(state, decision) and why(); it is called for each
    battle and seat. The module is looked for where Python looks and in this folder. `help(umpire.bots)` has an example.

    A save file has the seed in its name, with --swap also whether the bots had changed seats, and tells who sat
    where: `umpire replay FILE` says it first.

    In JSON, `battles` is how many there were and `outcomes` a list of them: number and seed, who sat where, the
    winner's seat (null if drawn), why, turn, losses, decisions. `seconds` is time spent playing, added up over all
    processes, so `decisions_per_second` is of one process; `wall_seconds` is what you waited.
    """
    found = games.game(game)
    card, carried = find_scenario(found, scenario)
    levels = (check_bot(found, a), check_bot(found, b))
    options = read_options(found, option, profile, force) | carried
    check_own(found, card.id, options)
    if log is not None:
        log.mkdir(parents=True, exist_ok=True)
    plan = batch.Plan(game, card.id, levels, battles, swap, seed, tuple(options.items()), str(log) if log else "")
    begun = perf_counter()
    try:
        with progress_bar(f"{game} {card.id}", battles) as step:
            outcomes = batch.run(plan, jobs or cores(), step)
    except batch.BadLog as error:
        raise Complaint(str(error)) from None
    except batch.BattleFailed as failed:
        if debugging():
            raise
        complain(str(failed))
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        complain("stopped before all battles were fought")
        raise typer.Exit(130) from None
    waited = perf_counter() - begun
    counted = report(outcomes, levels, found.seats)
    if as_json:
        settings = {"game": game, "scenario": card.id, "a": a, "b": b, "swap": swap, "seed": seed, "options": options}
        each = plain_outcomes(outcomes, levels, found.seats)
        print(json.dumps(settings | plain(counted) | {"wall_seconds": waited, "outcomes": each}))
        return
    print_report(console(), counted, found.turn_word, {seat: side_name(card, options, seat) for seat in found.seats})
    console().print(f"{waited:.1f} s in all", style="dim")
    if log is not None:
        console().print(f"Save files are in {log}; `{typed('replay', 'FILE')}` tells one.", soft_wrap=True)


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Progressing]:
    """A bar on stderr while it is a terminal."""
    out = error_console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Refreshed by hand: a thread would be copied into the processes that do the work.
    with Progress(*columns, console=out, transient=True, auto_refresh=False, disable=not out.is_terminal) as bar:
        yield Progressing(bar, bar.add_task(title, total=total))


class Progressing:
    """Called with how much more is done."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self._bar = bar
        self._task = task

    def __call__(self, more: int) -> None:
        self._bar.advance(self._task, more)
        self._bar.refresh()


def side_name(card: ScenarioCard, options: Mapping[str, Any], seat: str) -> str:
    """What fights at this seat: a force of the player's own by its name, else as the scenario has it."""
    own = options.get(FORCES, {}).get(seat) or {}
    return own.get("name") or card.sides.get(seat, seat)


def print_report(out: Console, counted: Report, turn: str, sides: dict[str, str]) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("", "wins", "share", "95 of 100 between"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, share in counted.bots.items():
        _row(table, name, share)
    for seat, share in counted.sides.items():
        _row(table, f"{sides[seat]} ({seat})", share)
    _row(table, "drawn", counted.draws)
    out.print(number_of(counted.battles, "battle"))
    out.print(table)
    turns = counted.turns
    out.print(f"{turn.capitalize()}s: {turns.mean:.1f} (from {turns.least:g} to {turns.most:g})")
    for seat, losses in counted.losses.items():
        span = f"from {losses.least:g} to {losses.most:g}"
        out.print(f"Losses of {sides[seat]} ({seat}): {losses.mean:.1f} of {counted.fielded[seat]:g} ({span})")
    for reason, count in list(counted.reasons.items())[:5]:
        out.print(f"{count:5}  {reason}", style="dim")
    if len(counted.reasons) > 5:
        out.print(f"       and {number_of(len(counted.reasons) - 5, 'other end')}", style="dim")
    each = counted.decisions / counted.battles
    out.print(f"{each:.0f} decisions a battle, {counted.decisions_per_second:,.0f} decisions/s in each process")


def _row(table: Table, name: str, share: Share) -> None:
    table.add_row(name, str(share.times), f"{share.value:.1%}", f"{share.low:.1%} and {share.high:.1%}")
