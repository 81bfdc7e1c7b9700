"""`umpire fuzz`: looks for faults in a game by playing it and doubting everything."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Annotated

import typer

from umpire.battle.forces import FORCES
from umpire.battle.words import counted
from umpire.cli.batch import FirstBotOption, JobsOption, SecondBotOption, SeedOption, progress_bar
from umpire.cli.common import (
    ForcesOption,
    GameArgument,
    OptionsOption,
    ProfileOption,
    check_bot,
    check_forces,
    find_game,
    find_scenario,
    read_options,
)
from umpire.cli.frame import complain, console, typed
from umpire.lab import fuzz
from umpire.lab.processes import cores


def fuzz_command(
    game: GameArgument,
    scenario: Annotated[
        list[str] | None,
        typer.Option("--scenario", metavar="NAME", help="May be given several times; else all scenarios."),
    ] = None,
    battles: Annotated[
        int, typer.Option("--battles", metavar="N", min=1, help="How many battles of each scenario.")
    ] = 10,
    a: FirstBotOption = "random",
    b: SecondBotOption = "random",
    seed: SeedOption = 0,
    option: OptionsOption = None,
    profile: ProfileOption = None,
    force: ForcesOption = None,
    jobs: JobsOption = None,
    hash_seeds: Annotated[
        int,
        typer.Option(
            "--hash-seeds",
            metavar="N",
            min=0,
            help="So many battles of each scenario are played again in a process with another PYTHONHASHSEED.",
        ),
    ] = 1,
) -> None:
    """Look for faults by playing.

    So many battles of each scenario are played as --battles says; at every decision they are saved, loaded and
    compared, at the end replayed. The first crash, hang, dead end or difference ends it with exit code 1 and the
    scenario and seed that show the fault; the same seed shows it again.

    \b
    umpire fuzz fwc --battles 300
    umpire fuzz fwc --scenario first-contact --a greedy --b greedy --battles 100
    umpire fuzz fwc --scenario first-contact --force A=mine.json
    umpire fuzz fwc --a mybots:first           a bot of your own; `umpire battle --help` says how
    """
    found = find_game(game)
    names = [find_scenario(found, name).id for name in scenario or [card.id for card in found.scenarios()]]
    levels = (check_bot(found, a), check_bot(found, b))
    options = read_options(found, option, profile, force)
    for name in names:
        check_forces(found, name, options)
    work = fuzz.tasks(game, names, levels, battles, seed, hash_seeds, tuple(options.items()))
    begun, decisions = perf_counter(), 0
    try:
        with progress_bar(f"fuzzing {game}", len(work)) as step:
            for result in fuzz.run(work, jobs or cores()):
                step(1)
                decisions += result.decisions
                if result.fault:
                    _tell(result, force or ())
                    raise typer.Exit(1)
    except KeyboardInterrupt:
        complain("stopped before all battles were fought")
        raise typer.Exit(130) from None
    many = f"{counted(len(work), 'battle')} ({', '.join(names)}; {a} against {b}), {decisions} decisions"
    console().print(f"{many}: no fault. {perf_counter() - begun:.1f} s", soft_wrap=True)


def _tell(result: fuzz.Found, forces: Sequence[str]) -> None:
    task = result.task
    words: list[object] = ["fuzz", task.game, "--scenario", task.scenario, "--seed", task.seed, "--battles", 1]
    words += ["--hash-seeds", int(task.hash_seed is not None)]
    words += [word for seat, level in zip("ab", task.levels, strict=True) for word in (f"--{seat}", level)]
    words += [word for name, value in task.options if name != FORCES for word in ("--option", f"{name}={value}")]
    words += [word for force in forces for word in ("--force", force)]
    complain(
        f"scenario {task.scenario}, seed {task.seed}, after {result.decisions} decisions (line {result.at} of "
        f"the log): {result.fault}; again with: {typed(*words)}"
    )
