"""Where rules are implemented and tested, and that a mark on a test which never runs its rule is found out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from umpire import games
from umpire.lab import coverage
from umpire.lab.coverage import expand, recorded, report, verify

GAME = '''
from types import SimpleNamespace

SCORE = {"open": 4}  # X-HIT-01


RULES = ("FIR-01", "FIR-02", "HIT-01", "MOV-01", "RET-01")


class Game:
    catalogue = SimpleNamespace(rules=[SimpleNamespace(id=f"X-{each}", title=each) for each in RULES])


def fire(dice):
    """X-FIR-01, 02: as many hits as dice."""
    return sum(1 for _ in range(dice))


def retreat():
    """X-RET-01: always."""
    return True


class Unit:
    def move(self):
        return "X-MOV-01"
'''
ADVICE = '''
def advise():
    """Remember X-RET-01."""
'''
TESTS = {
    "a/test_fire.py": """
import pytest
from hypothesis import given, strategies as st

from toy_rules_here.game import SCORE, Unit, fire, retreat


@pytest.mark.rule("X-FIR-01")
def test_fire():
    assert fire(2) == 2


@pytest.mark.rule("X-FIR-01", "X-MOV-01")
@pytest.mark.parametrize("dice", [0, 1])
def test_some(dice):
    assert fire(dice) == dice
    if dice:
        assert Unit().move()


@pytest.mark.rule("X-FIR-02", "X-RET-01")
@given(st.integers(0, 3))
def test_any(dice):
    assert fire(dice) == dice


@given(st.booleans())
def test_retreat_of_any(really):
    assert retreat()


@pytest.fixture
def gone():
    return retreat()


@pytest.mark.rule("X-RET-01")
def test_gone(gone):
    assert gone


@pytest.mark.rule("X-RET-01")
@pytest.mark.skip
def test_left_out():
    assert retreat()


@pytest.mark.rule("X-HIT-01")
def test_a_figure_nobody_reads():
    assert SCORE["open"] == 4
""",
    "b/test_fire.py": """
import pytest


@pytest.mark.rule("X-FIR-01")
def test_fire():
    assert True
""",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small game with tests."""
    folder = tmp_path_factory.mktemp("project")
    for name, text in {"__init__.py": "", "game.py": GAME, "bot/__init__.py": "", "bot/advice.py": ADVICE}.items():
        _write(folder / "toy_rules_here" / name, text)
    for name, text in TESTS.items():
        _write(folder / "tests" / name, text)
    _write(folder / "pytest.ini", "[pytest]\nmarkers = rule\naddopts = --import-mode=importlib -p no:cacheprovider\n")
    return folder


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def game(project: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(project))
    from toy_rules_here.game import Game  # type: ignore[import-not-found]

    return Game()


@pytest.fixture(scope="module")
def data(project: Path) -> Path:
    """What was recorded of the project's tests."""
    tool = coverage.tests_folder().parent / "tools" / "rule_tests.py"
    # No plugins of pytest but the one that is used: to load them all takes each of the processes seconds.
    words = [sys.executable, str(tool), "--of", "toy_rules_here", "-q", "-p", "xdist", "-n", "2"]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    subprocess.run(words, cwd=project, env=alone, check=True, capture_output=True)
    return project / ".rule_tests"


# --- Reading the source -----------------------------------------------------------------------------------------

IDS = [f"X-{group}-{number:02d}" for group in ("AA", "BB") for number in range(1, 13)]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("nothing of the kind", ""),
        ("AA-01 without the name of the game", ""),
        ("X-AA-03", "AA-03"),
        ("X-AA-03, X-BB-04 and AA-05", "AA-03 BB-04 AA-05"),
        ("X-AA-01 to 03, 07 and 09", "AA-01 AA-02 AA-03 AA-07 AA-09"),
        ("X-AA-01, to be had within 10 cm", "AA-01"),
        ("X-AA-01: up to 10 cm", "AA-01"),
        ("X-AA-01: a roll of 10, 11 or 12; X-BB-02, 03", "AA-01 BB-02 BB-03"),
        ("X-AA-01 to the 10, 11", "AA-01"),
        ("X-AA-01 to X-AA-03", "AA-01 AA-02 AA-03"),
        ("from X-AA-01 to X-BB-04", "AA-01 BB-04"),
        ("X-AA-99, X-CC-01", ""),
    ],
)
def test_what_ids_a_line_names(text: str, short: str) -> None:
    assert expand(text, IDS) == [f"X-{each}" for each in short.split()]


def test_a_rule_is_implemented_where_it_is_named_but_for_advice(game: Any, project: Path) -> None:
    found = report(game, project / "tests")
    assert {row.rule: [place.name for place in row.code] for row in found.rows} == {
        "X-FIR-01": ["fire"],
        "X-FIR-02": ["fire"],
        "X-HIT-01": ["SCORE"],
        "X-MOV-01": ["move"],
        "X-RET-01": ["retreat"],
    }


def test_a_rule_is_tested_by_the_tests_marked_with_it(game: Any, project: Path) -> None:
    found = report(game, project / "tests")
    fire = next(row for row in found.rows if row.rule == "X-FIR-01")
    assert fire.tests == (
        "tests/a/test_fire.py::test_fire",
        "tests/a/test_fire.py::test_some",
        "tests/b/test_fire.py::test_fire",
    )
    assert found.summary == "5 of 5 rules implemented, 5 of 5 tested"


# --- What tests really ran --------------------------------------------------------------------------------------

FALSE = [
    "tests/b/test_fire.py::test_fire is marked X-FIR-01 but never runs its code",
    "tests/a/test_fire.py::test_a_figure_nobody_reads is marked X-HIT-01 but never runs its code",
    "tests/a/test_fire.py::test_any is marked X-RET-01 but never runs its code",
    "tests/a/test_fire.py::test_left_out is marked X-RET-01 but never runs its code",
]


@pytest.mark.slow
def test_a_mark_is_false_if_the_test_never_runs_a_function_that_names_the_rule(
    game: Any, project: Path, data: Path
) -> None:
    assert verify(game, recorded(data), project / "tests") == FALSE


@pytest.mark.slow
def test_the_command_fails_and_names_the_false_marks(
    game: Any, project: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(games, "game", lambda slug: game)
    monkeypatch.setattr(coverage, "tests_folder", lambda: project / "tests")
    assert coverage.main([str(data), "toy"]) == 1
    summary = "toy: 5 of 5 rules implemented, 5 of 5 tested, 4 faults"
    assert capsys.readouterr().out.splitlines() == [*FALSE, summary]
