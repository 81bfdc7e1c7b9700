"""`umpire fuzz`: looks for faults in a game by playing it and doubting everything."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Annotated

import typer

from umpire import games
from umpire.battle.scenarios import SCENARIO, house_rules_in
from umpire.battle.words import counted
from umpire.cli.batch import FirstBotOption, JobsOption, SecondBotOption, progress_bar
from umpire.cli.common import (
    ForcesOption,
    GameArgument,
    OptionsOption,
    ProfileOption,
    SeedOption,
    check_bot,
    check_own,
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
        typer.Option(
            "--scenario",
            metavar="NAME|FILE",
            help="A scenario of the game or a file of your own (NAME.toml), several times if you like; else all.",
        ),
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
    umpire fuzz fwc --scenario my-table.toml   a scenario of your own; docs/scenarios.md says how
    umpire fuzz fwc --a mybots:first           a bot of your own; `umpire battle --help` says how
    """
    found = games.game(game)
    words = scenario or [card.id for card in found.scenarios()]
    chosen = [find_scenario(found, word) for word in words]
    levels = (check_bot(found, a), check_bot(found, b))
    options = read_options(found, option, profile, force)
    work: list[fuzz.Task] = []
    for card, carried in chosen:
        check_own(found, card.id, options | carried)
        carrying = tuple((options | carried).items())
        work += fuzz.tasks(game, [card.id], levels, battles, seed, hash_seeds, carrying)
    work.sort(key=lambda task: task.seed)
    as_typed = {(card.id, own.get(SCENARIO)): word for word, (card, own) in zip(words, chosen, strict=True)}
    begun, decisions = perf_counter(), 0
    try:
        with progress_bar(f"fuzzing {game}", len(work)) as step:
            for result in fuzz.run(work, jobs or cores()):
                step(1)
                decisions += result.decisions
                if result.fault:
                    fought = (result.task.scenario, dict(result.task.options).get(SCENARIO))
                    _tell(result, as_typed[fought], force or ())
                    raise typer.Exit(1)
    except KeyboardInterrupt:
        complain("stopped before all battles were fought")
        raise typer.Exit(130) from None
    names = ", ".join(card.id for card, _ in chosen)
    many = f"{counted(len(work), 'battle')} ({names}; {a} against {b}), {decisions} decisions"
    console().print(f"{many}: no fault. {perf_counter() - begun:.1f} s", soft_wrap=True)


def _tell(result: fuzz.Found, scenario: str, forces: Sequence[str]) -> None:
    """The fault, and how to see it again: with the scenario and the forces as they were typed."""
    task = result.task
    words: list[object] = ["fuzz", task.game, "--scenario", scenario, "--seed", task.seed, "--battles", 1]
    words += ["--hash-seeds", int(task.hash_seed is not None)]
    words += [word for seat, level in zip("ab", task.levels, strict=True) for word in (f"--{seat}", level)]
    words += [
        word for name, value in house_rules_in(dict(task.options)).items() for word in ("--option", f"{name}={value}")
    ]
    words += [word for force in forces for word in ("--force", force)]
    complain(
        f"scenario {task.scenario}, seed {task.seed}, after {result.decisions} decisions (line {result.at} of "
        f"the log): {result.fault}; again with: {typed(*words)}"
    )
