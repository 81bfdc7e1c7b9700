"""Where each rule of a game is implemented and which test runs it.

Code names the rules it implements by their IDs, in docstrings and in the requests and events it makes; tests carry
them by the marker `@pytest.mark.rule("X-01", ...)`. Both are read from the source. `verify` goes further: with the
record of `tools/rule_tests.py` it tells whether a marked test really ran the code of its rule.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from umpire.battle.contract import Game


class Place(NamedTuple):
    """A function (or module-level table) that names a rule."""

    file: str
    line: int
    last: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}"


class Row(NamedTuple):
    rule: str
    title: str
    code: tuple[Place, ...]
    tests: tuple[str, ...]


class Report(NamedTuple):
    """The coverage of a game's catalogue."""

    rows: tuple[Row, ...]

    @property
    def implemented(self) -> int:
        return sum(bool(row.code) for row in self.rows)

    @property
    def tested(self) -> int:
        return sum(bool(row.tests) for row in self.rows)

    @property
    def summary(self) -> str:
        count = len(self.rows)
        return f"{self.implemented} of {count} rules implemented, {self.tested} of {count} tested"

    def lines(self) -> Iterator[str]:
        for row in self.rows:
            code = str(row.code[0]) if row.code else "NOT IMPLEMENTED"
            more = f" (+{len(row.code) - 1})" if len(row.code) > 1 else ""
            test = row.tests[0] if row.tests else "NOT TESTED"
            others = f" (+{len(row.tests) - 1})" if len(row.tests) > 1 else ""
            yield f"{row.rule}  {code}{more}  {test}{others}"
        yield self.summary


def report(game: Game, tests: Path | None = None) -> Report:
    """Rules, code and tests of a game, read from the source."""
    ids = [rule.id for rule in game.catalogue.rules]
    code = _code(game, ids)
    marked = _marked(tests or tests_folder(), ids)
    rows = [
        Row(rule.id, rule.title, tuple(code.get(rule.id, ())), tuple(marked.get(rule.id, ())))
        for rule in game.catalogue.rules
    ]
    return Report(tuple(rows))


def tests_folder() -> Path:
    """The tests beside the source, in a checkout."""
    return Path(__file__).resolve().parents[3] / "tests"


# --- Code ----------------------------------------------------------------------------------------------------


def _code(game: Game, ids: Sequence[str]) -> dict[str, list[Place]]:
    folder = _home(game)
    found: dict[str, list[Place]] = {}
    for path in [path for each in (folder, *_shared(folder)) for path in sorted(each.rglob("*.py"))]:
        if "bot" in path.relative_to(folder.parent).parts:  # advice cites rules, it does not implement them
            continue
        for rule, place in _named(path.read_text(encoding="utf-8"), path.relative_to(folder.parent).as_posix(), ids):
            places = found.setdefault(rule, [])
            if place not in places:
                places.append(place)
    return found


def _home(game: Game) -> Path:
    """The folder of the module that holds the game."""
    return Path(str(import_module(type(game).__module__).__file__)).parent


def _shared(folder: Path) -> list[Path]:
    """What games of one package share: the folders beside this game's that have no rules of their own."""
    house = folder.parent
    if not (house / "__init__.py").exists():  # a game that lives by itself
        return []
    return [each for each in sorted(house.iterdir()) if each.is_dir() and not (each / "rules.toml").exists()]


def _named(text: str, file: str, ids: Sequence[str]) -> Iterator[tuple[str, Place]]:
    """Every rule ID in the file, with the outermost function, method or statement that holds it."""
    lines = text.splitlines()
    for name, first, last in _holders(text):
        place = Place(file, first, last, name)
        for line in lines[first - 1 : last]:
            for rule in expand(line, ids):
                yield rule, place


# Every game looks through all tests and through what games share: what a file holds is worked out once.
@cache
def _holders(text: str) -> tuple[tuple[str, int, int], ...]:
    """The functions, methods and statements of a file: each with its name, first and last line."""
    found: list[tuple[str, int, int]] = []
    for node in ast.parse(text).body:
        for holder in node.body if isinstance(node, ast.ClassDef) else [node]:
            name = getattr(holder, "name", "") or getattr(node, "name", "") or _target(holder)
            found.append((name, holder.lineno, holder.end_lineno or holder.lineno))
    return tuple(found)


def _target(node: ast.stmt) -> str:
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return ""


def expand(text: str, ids: Sequence[str]) -> list[str]:
    """The rule IDs a text names, ranges and lists written out.

    >>> ids = [f"X-{group}-{n:02d}" for group in ("AA", "BB") for n in range(1, 5)]
    >>> expand("X-AA-01 to 03, 04 and X-BB-02, BB-04", ids)
    ['X-AA-01', 'X-AA-02', 'X-AA-03', 'X-AA-04', 'X-BB-02', 'X-BB-04']
    """
    prefix = ids[0].partition("-")[0] if ids else ""
    if f"{prefix}-" not in text:  # nearly every line of the source
        return []
    known = set(ids)
    found: list[str] = []
    token = re.compile(rf"(?:{re.escape(prefix)}-)?([A-Z]{{2,}})-(\d\d)|(?<=[, d])(\d\d)(?!\d)|\bto\b")
    group, last, span = "", 0, False
    started = False
    listing = False  # numbers belong to the ID before them until other words come between
    end = 0
    for match in token.finditer(text):
        gap = text[end : match.start()].strip(" ,")
        end = match.end()
        if match.group(0) == "to":
            span = listing = listing and gap == ""
            continue
        if match.group(1):
            if not started and not match.group(0).startswith(prefix):
                continue
            started = listing = True
            span = span and match.group(1) == group
            group, number = match.group(1), int(match.group(2))
        else:
            listing = listing and gap in ("", "and")
            if not listing:
                span = False
                continue
            number = int(match.group(3))
        first = last + 1 if span else number
        for each in range(first, number + 1):
            rule = f"{prefix}-{group}-{each:02d}"
            if rule in known and rule not in found:
                found.append(rule)
        last, span = number, False
    return found


# --- Tests ---------------------------------------------------------------------------------------------------


def _marked(folder: Path, ids: Sequence[str]) -> dict[str, list[str]]:
    known = set(ids)
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        file = path.relative_to(folder.parent).as_posix()
        for test, rule in _marks_in(path.read_text(encoding="utf-8")):
            if rule in known:
                found.setdefault(rule, []).append(f"{file}::{test}")
    return found


@cache
def _marks_in(text: str) -> tuple[tuple[str, str], ...]:
    """The tests of a file that are marked, each with a rule."""
    if "mark.rule" not in text:
        return ()
    top = ast.parse(text).body
    tests = [each for node in top for each in (node.body if isinstance(node, ast.ClassDef) else [node])]
    return tuple(
        (node.name, rule)
        for node in tests
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for rule in _marks(node)
    )


def _marks(node: ast.FunctionDef) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
            for argument in mark.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


Ran = Mapping[str, Collection[tuple[str, int]]]
"""For each test, whatever its parameters, the functions it ran: file and line."""


def verify(game: Game, ran: Ran, tests: Path | None = None) -> list[str]:
    """Marked tests that never ran a function of their rule's code."""
    root = _home(game).parent
    faults: list[str] = []
    for row in report(game, tests).rows:
        code = [(str(root / place.file), place.line, place.last) for place in row.code]
        for test in row.tests:
            functions = ran.get(test, ())
            if not any(file == at and first <= line <= last for at, first, last in code for file, line in functions):
                faults.append(f"{test} is marked {row.rule} but never runs its code")
    return faults


def recorded(folder: Path) -> Ran:
    """What the processes that ran tests recorded there."""
    found: dict[str, set[tuple[str, int]]] = {}
    for path in sorted(folder.glob("*.json")):
        for test, functions in json.loads(path.read_text(encoding="utf-8")).items():
            found.setdefault(test, set()).update((file, line) for file, line in functions)
    return found


def main(arguments: Sequence[str]) -> int:
    """`python -m umpire.lab.coverage RECORD GAME...`: are all rules implemented, tested, and the marks true?"""
    from umpire import games

    if not arguments:
        print(
            "usage: python -m umpire.lab.coverage RECORD [GAME ...]; tools/rule_tests.py makes the record",
            file=sys.stderr,
        )
        return 2
    ran = recorded(Path(arguments[0]))
    wrong = 0
    for slug in arguments[1:] or games.names():
        game = games.game(slug)
        found = report(game)
        gaps = [f"{row.rule} is not implemented" for row in found.rows if not row.code]
        gaps += [f"{row.rule} is not tested" for row in found.rows if not row.tests]
        faults = gaps + verify(game, ran)
        for fault in faults:
            print(fault)
        print(f"{slug}: {found.summary}, {len(faults)} faults")
        wrong += len(faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
