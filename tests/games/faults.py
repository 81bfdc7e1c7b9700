"""Broken data files in tests: what is wrong is told with file, line and field, in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from umpire.battle.datafile import DataError, DataFile
from umpire.battle.scenarios import SCENARIO
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


def begun(name: str) -> Callable[[DataFile], Any]:
    """Begins a battle over a scenario of one's own, which tells what shows only there too: who has no room."""

    def begin(file: DataFile) -> None:
        game(name).begin(file.name.removesuffix(".toml"), {SCENARIO: file.text})

    return begin
