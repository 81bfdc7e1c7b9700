"""Scenarios of the players' own: files as those of a game, each carried by the battles that are fought over it.

The text of the file stands among the options of a battle under the name `SCENARIO`, and so it is saved, copied and sent
with it; the file itself is not looked at again. It may come from anywhere, so what it may ask for has its limits.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from umpire.battle.asking import Refused
from umpire.battle.contract import Game, ScenarioCard, scenario_card
from umpire.battle.datafile import DataError, DataFile
from umpire.battle.forces import FORCES

SCENARIO = "scenario"
"""The name among the options of a battle under which the text of its scenario stands, if it is not the game's."""

MOST_BYTES = 32_000
MOST_LINE = 1_000
"""Letters of a line: a name of thousands of parts keeps the reader of TOML busy for minutes."""
MOST_ENTRIES = 200
"""Of any list or table: no real table has so much terrain on it."""
MOST_LETTERS = 600
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
"""Names go into names of files, and ids into the keys of options."""
_NAMED = "letters (a to z), digits, - and _, at most 60"


@runtime_checkable
class Staging(Protocol):
    """What a game gives besides `Game` if its scenarios are files, and players may write their own."""

    def scenario_text(self, name: str) -> str:
        """The file of one of the game's scenarios."""
        ...

    def own_card(self, name: str, text: Any) -> ScenarioCard:
        """The card of a scenario of somebody's own; `DataError` with file, line and field if something is wrong."""
        ...


class Chosen(NamedTuple):
    """A scenario to fight over: its card, and what battles carry of it among their options if it is not the game's."""

    card: ScenarioCard
    carried: dict[str, Any]


def staging(game: Game) -> Staging:
    """The game as one whose scenarios are files."""
    if not isinstance(game, Staging):
        raise Refused(f"{game.slug} keeps no scenarios in files.")
    return game


def read_scenario(game: Game, path: str | os.PathLike[str]) -> Chosen:
    """A scenario of somebody's own, from its file, as which it is called."""
    stage, file = staging(game), DataFile.read(path, MOST_BYTES)
    return _chosen(game, stage, Path(path).stem, file)


def own_scenario(game: Game, name: str, text: str) -> Chosen:
    """A scenario of somebody's own, from what stands in its file."""
    return _chosen(game, staging(game), name, DataFile(f"{name}.toml", text))


def _chosen(game: Game, stage: Staging, name: str, file: DataFile) -> Chosen:
    """It is not called as one of the game's: their battles would mix."""
    if scenario_card(game.scenarios(), name) is not None:
        raise DataError(file.name, None, "", f"{game.slug} has a scenario {name!r}: give the file another name")
    return Chosen(stage.own_card(name, file.text), {SCENARIO: file.text})


def card_for(game: Game, scenario: str, options: Mapping[str, Any]) -> ScenarioCard | None:
    """The card of the scenario that a battle is fought over."""
    if SCENARIO in options and isinstance(game, Staging):
        return game.own_card(scenario, options[SCENARIO])
    return scenario_card(game.scenarios(), scenario)


def house_rules_in(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The house rules among the options of a battle."""
    return {name: value for name, value in options.items() if name not in (FORCES, SCENARIO)} if options else options


# --- Limits ---


def own_file(name: str, text: Any) -> DataFile:
    """The file of a scenario that a battle carries, if it asks for no more than it may."""
    if not _NAME.fullmatch(name):
        raise Refused(f"{name[:60]!r}: the name of a scenario has {_NAMED}.")
    if not isinstance(text, str):
        raise Refused("a scenario is carried as the text of its file.")
    file = DataFile(f"{name}.toml", text)
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise file.too_long(MOST_BYTES)
    if text.encode(errors="ignore") != text.encode(errors="replace"):
        raise DataError(file.name, None, "", "is not UTF-8 text")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_LINE:
            raise DataError(file.name, number, "", f"the line has more than {MOST_LINE} letters: write it in several")
    found = [("$", file.data())]
    for path, value in found:  # it grows while we go
        found.extend(_inside(file, path, value))
    return file


def _inside(file: DataFile, path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """What stands in a table or list, each with its place; a value that is too much is told."""
    if isinstance(value, dict | list) and len(value) > MOST_ENTRIES:
        raise file.error(path, f"has {len(value)} entries; at most {MOST_ENTRIES} are read")
    if isinstance(value, list):
        yield from ((f"{path}[{at}]", each) for at, each in enumerate(value))
    elif isinstance(value, dict):
        for key, each in value.items():
            for said in (key, each) if key == "id" and isinstance(each, str) else (key,):
                if not _NAME.fullmatch(said):
                    raise file.error(path if said is key else f"{path}.id", f"{said[:60]!r}: a name has {_NAMED}")
            yield f"{path}.{key}", each
    elif isinstance(value, str):
        if len(value) > MOST_LETTERS:
            raise file.error(path, f"has {len(value)} letters; at most {MOST_LETTERS} are read")
        if not value.replace("\n", "").isprintable():
            raise file.error(path, "has signs that cannot be printed")
