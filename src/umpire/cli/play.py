"""`umpire play`: a battle at the terminal."""

from __future__ import annotations

from pathlib import Path
from secrets import randbelow
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from umpire import games
from umpire.battle import savefile
from umpire.battle.home import saves_folder
from umpire.battle.log import Drift
from umpire.battle.scenarios import card_for
from umpire.battle.session import Battle
from umpire.cli.common import (
    ForcesOption,
    OptionsOption,
    ProfileOption,
    ScenarioOption,
    check_level,
    check_own,
    checked_seed,
    find_scenario,
    fresh_file,
    new_file,
    read_file,
    read_options,
)
from umpire.cli.frame import Complaint, console, typed
from umpire.cli.prompt import Quit
from umpire.cli.scene import introduce
from umpire.cli.table import HUMAN, Table

USUAL = (HUMAN, "greedy")
"""Who sits where if nobody says otherwise."""


class Seating(NamedTuple):
    """A battle with the file it is saved in, who sits where, and how many events they know already."""

    battle: Battle
    levels: dict[str, str]
    file: Path
    told: int = 0


def play_command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game, such as fwc.")] = None,
    scenario: ScenarioOption = None,
    a: Annotated[
        str | None, typer.Option("--a", metavar="PLAYER", help="First seat: human (default), random, greedy.")
    ] = None,
    b: Annotated[
        str | None, typer.Option("--b", metavar="PLAYER", help="Second seat: greedy (default), random, human.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", callback=checked_seed, help="The same seed, the same dice."),
    ] = None,
    own_dice: Annotated[
        bool, typer.Option("--own-dice", help="Roll real dice at the table and type in their faces.")
    ] = False,
    option: OptionsOption = None,
    profile: ProfileOption = None,
    force: ForcesOption = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where the battle is kept while you play.")
    ] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved battle.")] = None,
) -> None:
    """Fight a battle.

    You against the bot, two people at one screen, or bots to watch.

    \b
    umpire play fwc                         you against greedy, on the opening scenario
    umpire play fwc --b human               two people at one screen
    umpire play fwc --scenario FILE         a scenario of your own: docs/scenarios.md says how
    umpire play fwc --own-dice              the umpire asks for the faces of your dice
    umpire play --resume FILE               go on where you left

    Choices have numbers, Enter answers as the bot would, ? explains the question. The battle is saved after
    every answer, so nothing is lost by Ctrl-C or a power cut.
    """
    out = console()
    if resume is not None:
        given = {
            "--scenario": scenario, "--seed": seed, "--option": option, "--profile": profile,
            "--own-dice": own_dice or None, "--force": force,
        }  # fmt: skip
        seating = resumed(resume, game, [a, b], save, [name for name, value in given.items() if value is not None])
        out.print(f"The battle of {resume} goes on.", soft_wrap=True)
        if seating.battle.notice:
            out.print(seating.battle.notice, style="bold red")
    else:
        if game is None:
            raise Complaint(f"which game? `{typed('scenarios')}` lists them, and `{typed('play', 'fwc')}` begins one.")
        seating = begun(game, scenario, [a, b], seed, own_dice, option, profile, save, force)
        card = card_for(seating.battle.game, seating.battle.scenario, seating.battle.options)
        assert card is not None
        introduce(out, seating.battle.view(None), card.title, card.text, seating.levels, HUMAN)
        out.print(f"Seed {seating.battle.seed}; saved in {seating.file}; ? for help.", soft_wrap=True)
    sit_down(seating, out)


def begun(
    slug: str,
    scenario: str | None,
    players: list[str | None],
    seed: int | None,
    own_dice: bool,
    option: list[str] | None,
    profile: str | None,
    save: Path | None,
    force: list[str] | None = None,
) -> Seating:
    """A new battle."""
    game = games.game(slug)
    card, carried = find_scenario(game, scenario)
    options = read_options(game, option, profile, force) | carried
    check_own(game, card.id, options)
    chosen = [check_level(player or USUAL[at], HUMAN) for at, player in enumerate(players)]
    battle = Battle(game, card.id, options, randbelow(1_000_000) if seed is None else seed, own_dice)
    if save is None:
        try:
            saves_folder().mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = error.strerror or error
            raise Complaint(f"battles cannot be kept in {saves_folder()}: {why}; name a file with --save.") from None
        save = fresh_file(saves_folder(), f"{slug}-{card.id}-{battle.seed}")
    else:
        save = new_file(save)
    return Seating(battle, dict(zip(game.seats, chosen, strict=True)), save)


def resumed(file: Path, slug: str | None, players: list[str | None], save: Path | None, fixed: list[str]) -> Seating:
    """A battle from a file."""
    if fixed:
        raise Complaint(f"{' and '.join(fixed)} cannot be given with --resume: the saved battle says that.")
    saved = savefile.read(read_file(file))
    if slug is not None and slug != saved.game:
        raise Complaint(f"{file} is a battle of {saved.game}, not of {slug}.")
    game = games.game(saved.game)
    battle = savefile.load(saved, game)
    try:
        battle.recall()
    except Drift as drift:
        battle.notice = battle.notice or f"The rules changed since: earlier points are not known ({drift})."
    levels = {
        seat: check_level(players[at] or saved.seats.get(seat, USUAL[at]), HUMAN) for at, seat in enumerate(game.seats)
    }
    kept = file if save is None else new_file(save, file)
    return Seating(battle, levels, kept, len(battle.events))


def sit_down(seating: Seating, out: Console) -> None:
    """Play until the end, or until somebody leaves."""
    table = Table(seating.battle, seating.levels, seating.file, out, seating.told)
    try:
        table.play()
    except Quit:
        _farewell(out, table)
    except KeyboardInterrupt:
        print()
        _farewell(out, table)
        raise typer.Exit(130) from None
    else:
        if not table.saved:
            _farewell(out, table)
            raise typer.Exit(1)


def _farewell(out: Console, table: Table) -> None:
    if table.saved:
        out.print(f"The battle is saved; go on with: {typed('play', '--resume', table.file)}", soft_wrap=True)
    else:
        out.print(f"The battle could not be saved in {table.file}.", soft_wrap=True)
