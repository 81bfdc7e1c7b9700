"""docs/adding-a-game.md cannot go stale: its code is the example's, and what it shows of the program is what it does.

A block that names a file is a piece of that file; all pieces of a file, one after the other, are the file. A `pycon`
block is run as a doctest. In a `console` block each `$ umpire ...` is run, with what follows the prompt `A> ` typed in.
"""

from __future__ import annotations

import doctest
import re
import shlex
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.examples.conftest import PICKET, Run
from tests.installed import ROOT
from umpire.battle.contract import Game

TEXT = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
TESTS = "tests/examples/test_picket.py"
"""Shown in part: it belongs to the tests, not to the game."""


class Block(NamedTuple):
    language: str
    file: str
    text: str


def blocks() -> list[Block]:
    found = re.findall(r"^```(\w*) ?(.*)\n((?:.*\n)*?)```$", TEXT, re.MULTILINE)
    return [Block(*each) for each in found]


def pieces(file: str) -> list[str]:
    return [block.text for block in blocks() if block.file == file]


def source(file: str) -> Path:
    return ROOT / file if file == TESTS else PICKET / file


def lines(text: str) -> list[str]:
    """Blank lines at either end of a piece do not count."""
    return [line for line in text.splitlines() if line]


FILES = [path.relative_to(PICKET).as_posix() for path in sorted(PICKET.rglob("*")) if path.suffix in (".py", ".toml")]


def test_every_block_is_of_a_kind_that_is_checked() -> None:
    assert blocks()
    assert TEXT.count("```") == 2 * len(blocks())
    for block in blocks():
        if block.file:
            assert block.file in (*FILES, TESTS)
        elif block.language == "sh":  # how to set up: it takes a network
            assert all(line.startswith(("uv ", ". build/", "./check")) for line in lines(block.text))
        else:
            assert block.language in ("pycon", "console")


@pytest.mark.parametrize("block", [each for each in blocks() if each.file], ids=lambda each: each.file)
def test_a_block_is_an_excerpt_word_for_word(block: Block) -> None:
    assert f"\n{block.text}" in f"\n{source(block.file).read_text(encoding='utf-8')}"


@pytest.mark.parametrize("file", FILES)
def test_the_blocks_of_a_file_are_the_whole_file(file: str) -> None:
    assert lines("".join(pieces(file))) == lines(source(file).read_text(encoding="utf-8"))


def test_what_is_typed_into_python_gives_what_is_shown(picket: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PICKET)
    session = "\n".join(block.text for block in blocks() if block.language == "pycon")
    test = doctest.DocTestParser().get_doctest(session, {}, "adding-a-game", None, 0)
    assert test.examples
    told: list[str] = []
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test, out=told.append).failed == 0, "".join(told)


def commands() -> list[tuple[str, str]]:
    """Each command of the console blocks with what it is said to print."""
    found: list[tuple[str, str]] = []
    for block in blocks():
        if block.language == "console":
            _, *parts = re.split(r"^\$ umpire (.*)\n", block.text, flags=re.MULTILINE)
            found += zip(parts[::2], parts[1::2], strict=True)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("command", "printed"), [pytest.param(*each, id=each[0]) for each in commands()])
def test_a_command_prints_what_is_shown(command: str, printed: str, run: Run) -> None:
    typed = re.findall(r"^A> (.*)$", printed, re.MULTILINE)
    done = run(*shlex.split(command), typed="".join(f"{line}\n" for line in typed))
    assert done.exit_code == 0, done.output
    assert doctest.OutputChecker().check_output(printed, done.output, FLAGS), done.output


def test_names_of_the_core_exist() -> None:
    """`umpire.battle.contract.Game` and the like."""
    names = re.findall(r"`(umpire(?:\.\w+)+)`", TEXT)
    assert names
    for name in names:
        try:
            import_module(name)
        except ModuleNotFoundError:
            module, _, attribute = name.rpartition(".")
            assert hasattr(import_module(module), attribute), name


def test_files_of_the_house_exist() -> None:
    named = re.findall(r"`((?:src|tests|docs|examples)/[\w/.-]+)`", TEXT)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
