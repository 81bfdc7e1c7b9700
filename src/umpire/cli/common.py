"""What several commands look up: games, scenarios, options, players, files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from umpire import games
from umpire.battle.contract import Game, scenario_card
from umpire.battle.datafile import beginning
from umpire.battle.decisions import Refused
from umpire.battle.forces import FORCES, armies_of, fielding, plain_army, read_force_file
from umpire.battle.reading import GivenTwice, once
from umpire.battle.savefile import MOST_SAVE
from umpire.battle.scenarios import SCENARIO, Chosen, read_scenario
from umpire.battle.switches import PROFILE
from umpire.bots import LEVELS, is_own, make
from umpire.cli.frame import Complaint, complain
from umpire.dice.offered import Whole, shown

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game, as `umpire scenarios` lists it.")]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "--options",
        metavar="NAME=VALUE",
        help="A house-rule switch; may be given several times. `umpire rules GAME --options` lists them.",
    ),
]

ProfileOption = Annotated[
    str | None,
    typer.Option("--profile", metavar="NAME", help="A named set of house rules; an --option goes before it."),
]


ScenarioOption = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        metavar="NAME|FILE",
        help="A scenario of the game, or a file of your own (NAME.toml); else the one to begin with.",
    ),
]

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

ForcesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--force",
        metavar="SEAT=FILE",
        help="A force of your own, as the page saves it, for a seat; may be given for each.",
    ),
]


def checked_seed(seed: int | None) -> int | None:
    """A seed that can be written into a file; said here, before anything is done with it."""
    return None if seed is None else Whole("--seed").read(seed)


SeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", callback=checked_seed, help="Seed of the first battle.")
]


def every_game() -> list[Game]:
    """All games installed; those that cannot be loaded are complained of and left out."""
    found, broken = games.sound()
    for each in broken:
        complain(str(each))
    return found


def find_scenario(game: Game, wanted: str | None) -> Chosen:
    """The scenario of this name, or in this file; without a name the game's opening one."""
    cards = game.scenarios()
    card = scenario_card(cards, wanted)
    if card is not None:
        return Chosen(card, {})
    if wanted is not None and wanted.endswith(".toml"):
        return read_scenario(game, wanted)
    known = ", ".join(card.id for card in cards)
    raise Complaint(f"{game.slug} has no scenario {wanted!r}; it has {known}; a file of your own ends with .toml.")


def find_seat(game: Game, typed: str) -> str | None:
    """The seat that somebody typed, in capitals or not; None if the game has no such seat."""
    if typed in game.seats:
        return typed
    return next((seat for seat in game.seats if seat.casefold() == typed.casefold()), None)


def check_level(level: str, *more: str) -> str:
    """The name of somebody who can play."""
    known = (*more, *LEVELS)
    if level not in known:
        raise Complaint(f"there is no player {level!r}; there is {', '.join(known)}.")
    return level


def check_bot(game: Game, name: str) -> str:
    """The name of a bot, of ours or of somebody's own; what cannot be imported or does not fit is told now."""
    if is_own(name) and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # a module in this folder, as `python -m` would find it; the last place to look
    make(game, name)
    return name


def read_value(text: str) -> Any:
    """A value as people type it: JSON, or a bare word as a text."""
    try:
        return json.loads(text, object_pairs_hook=once)
    except GivenTwice as error:
        raise Complaint(str(error)) from None
    except (ValueError, RecursionError):
        return text


def read_pairs(words: Iterable[str], what: str) -> dict[str, Any]:
    """`name=value` words as a record."""
    pairs: dict[str, Any] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Complaint(f"{what} are written name=value, which {word!r} is not.")
        if name in pairs:
            raise Complaint(f"{name} is given twice.")
        pairs[name] = read_value(value)
    return pairs


def with_profile(options: dict[str, Any], profile: str | None) -> dict[str, Any]:
    """The options with the profile, if one is named, among them."""
    if profile is None:
        return options
    if PROFILE in options:
        raise Complaint(f"{PROFILE} is given twice.")
    return {PROFILE: profile, **options}


def read_options(
    game: Game, words: Iterable[str] | None, profile: str | None = None, force: Iterable[str] | None = None
) -> dict[str, Any]:
    """Options for a battle, checked by the game; forces of the players' own are among them."""
    options = with_profile(read_pairs(words or (), "options"), profile)
    if SCENARIO in options:
        raise Complaint("a scenario is given by --scenario, it is no option.")
    game.house(options)
    if force:
        if FORCES in options:
            raise Complaint(f"{FORCES} are given twice.")
        options[FORCES] = read_forces(game, force)
    return options


def read_forces(game: Game, words: Iterable[str]) -> dict[str, Any]:
    """`A=mine.json`: lists as the page saves them, by seat; what is wrong with them does not stop a battle."""
    musters = fielding(game)
    if musters is None:
        raise Complaint(f"{game.slug} has no force lists to choose from.")
    forces: dict[str, Any] = {}
    for word in words:
        typed, sign, name = word.partition("=")
        seat = find_seat(game, typed)
        if not sign or seat is None:
            raise Complaint(f"a force is given as SEAT=FILE, the seats being {' and '.join(game.seats)}.")
        if seat in forces:
            raise Complaint(f"a force for {seat} is given twice.")
        try:
            forces[seat] = plain_army(read_force_file(read_file(Path(name)), game.slug, musters.rosters()))
        except Refused as refusal:
            raise Complaint(f"{name}: {refusal.sentence}") from None
    return forces


def check_own(game: Game, scenario: str, options: Mapping[str, Any]) -> None:
    """Refuse forces that cannot be fielded, and a scenario that has no room: better told now than by the first battle.

    Which rules of their game forces break is told; they fight all the same.
    """
    if FORCES not in options and SCENARIO not in options:
        return
    try:
        game.begin(scenario, options)
    except Refused as refused:
        raise Complaint(f"in {scenario} that cannot be fielded: {refused}") from None
    musters = fielding(game)
    if FORCES not in options or musters is None:
        return
    for seat, army in armies_of(options, musters.rosters(), game.seats).items():
        for fault in musters.army_faults(army, scenario, seat, options):
            complain(f"the force of {seat}: {fault.sentence}{f' ({fault.rule})' if fault.rule else ''}")


def is_host(name: str) -> bool:
    """Whether a machine can be called so."""
    try:
        return bool(name.encode("idna").strip())
    except UnicodeError:  # an empty part, one of more than 63 letters, or what is no letter
        return False


# --- Files ---


def read_file(file: Path) -> bytes:
    try:
        data = beginning(file, MOST_SAVE)
    except OSError as error:
        raise Complaint(f"{file} cannot be read: {error.strerror or error}.") from None
    if len(data) > MOST_SAVE:
        raise Complaint(f"{file} is longer than {MOST_SAVE // 1000} kB.")
    return data


def new_file(name: str | Path, own: Path | None = None) -> Path:
    """A file that can be written without writing over another; the battle's own, if there is one, is no other."""
    try:
        file = Path(name).expanduser()
        real, folder, there, home = file.resolve(), file.is_dir(), file.exists(), file.parent.is_dir()
        if own is not None and real == own.resolve():
            return file
    except (OSError, RuntimeError, ValueError) as error:  # too long, `~nobody`, a link to itself, a zero in the name
        why = getattr(error, "strerror", None) or error
        raise Complaint(f"{shown(str(name))} cannot be written: {why}.") from None
    if folder:
        raise Complaint(f"{file} is a folder; name a file in it.")
    if there:
        instead = f", or go on with --resume {file}" if own is None else ""
        raise Complaint(f"{file} exists already; take another name{instead}.")
    if not home:
        raise Complaint(f"{file} cannot be written: there is no folder {file.parent}.")
    return file


def fresh_file(folder: Path, name: str) -> Path:
    """A file of this name that does not exist yet."""
    number = 1
    while True:
        file = folder / (f"{name}.json" if number == 1 else f"{name}-{number}.json")
        if not file.exists():
            return file
        number += 1
