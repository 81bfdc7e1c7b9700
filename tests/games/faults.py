"""Broken data files in tests: what is wrong is told with file, line and field, in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from umpire.battle.datafile import DataError, DataFile
from umpire.battle.shelf import Shelf
from umpire.battle.tabletop import Tabletop
from umpire.games import game

Fault = tuple[str, str, int, str, str]
"""What stands in the good file, what in the broken one, the line and field of the fault, words of the message."""


def told(text: str, check: Callable[[DataFile], Any], fault: Fault) -> None:
    """Break a good file in one place: it is refused with the line, the field and the words of the fault."""
    old, new, line, field, words = fault
    assert old in text
    with pytest.raises(DataError) as caught:
        check(DataFile("broken.toml", text.replace(old, new, 1)))
    error = caught.value
    assert (error.file, error.line, error.field) == ("broken.toml", line, field)
    assert words in error.message
    assert str(error).startswith(f"broken.toml:{line}: ")
    assert "\n" not in str(error)


def begun(name: str, check: Callable[[DataFile], Any]) -> Callable[[DataFile], Any]:
    """Begins a battle of this game over a scenario, which tells what shows only there too: who has no room."""

    def begin(file: DataFile) -> None:
        found: Any = type(game(name))()
        assert isinstance(found, Tabletop)
        found.shelf = _Lone(file, check)
        found.begin(file.name.removesuffix(".toml"), {})

    return begin


class _Lone(Shelf[Any, Any]):
    """A shelf with a single scenario; the forces are those of the game."""

    def __init__(self, file: DataFile, check: Callable[[DataFile], Any]) -> None:
        super().__init__(Path(), check, check)
        self._lone = file

    def _file(self, folder: str, name: str) -> DataFile:
        return self._lone

    def _names(self, folder: str) -> tuple[str, ...]:
        return (self._lone.name.removesuffix(".toml"),)
