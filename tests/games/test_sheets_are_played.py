"""What the tables of a game's sheet say is what is played: no figure is there for the printed sheet alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import umpire.games
from umpire import games

HOME = Path(umpire.games.__file__).parent
TABLES = ("sheet", "armoury")
"""The modules that hold the figures of a sheet."""

NO_TABLE: dict[str, str] = {
    "awt": "natural 1|many 1s|each 1 a|hits on 1|1 passes|1 \\(natural\\)|0 or less|ahead 1 in to Pace less 1|\\b1-",
    "bptc": "1/",
    "fubar": "natural 1 fails|natural 6|A 1 drifts, an 8 does not",
    "fwc": "double 1|1 die per",
    "rhine": "A 6 always|by a 6 on|range_12_is",
}
"""What the sheets say of single faces and the like: figures of the rules themselves, which stand in no table."""
DICE_AND_RULES = re.compile(r"[0-9]*D[0-9]*|[A-Z]+-[0-9]+|0[0-9]d?")


def tables(game: str) -> list[Path]:
    return [path for name in TABLES if (path := HOME / game / f"{name}.py").exists()]


def defined(tree: ast.Module) -> dict[str, ast.stmt]:
    """The constants, tables and functions of a module (records are no figures), each with what makes it."""
    found: dict[str, ast.stmt] = {}
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            found[statement.name] = statement
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for node in [node for target in targets for node in ast.walk(target)]:
                if isinstance(node, ast.Name):
                    found[node.id] = statement
    return found


def read_from(tree: ast.AST) -> Iterator[str]:
    """The names that code takes from a module of tables: `sheet.NAME`, or by importing it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in TABLES:
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and (node.module or "").rpartition(".")[2] in TABLES:
            yield from [alias.name for alias in node.names]


def plays(path: Path) -> bool:
    """Whether a module is play: neither the printed sheet, nor the tables themselves, nor a bot."""
    return not path.name.startswith("reference") and path.stem not in TABLES and path.parent.name != "bot"


def played(game: str) -> set[str]:
    """The names of its tables that play reads, and those that these are made of."""
    modules = [path for part in (game, "commander") for path in sorted((HOME / part).rglob("*.py")) if plays(path)]
    open_ = [name for path in modules for name in read_from(ast.parse(path.read_text()))]
    parts = [ast.parse(path.read_text()) for path in tables(game)]
    # An import from one module of tables into another is no use yet; the statement that names it is.
    made = {name: statement for tree in parts for name, statement in defined(tree).items()}
    found: set[str] = set()
    while open_:
        name = open_.pop()
        if name in made and name not in found:
            found.add(name)
            loaded = [node for node in ast.walk(made[name]) if isinstance(node, ast.Name)]
            open_ += [node.id for node in loaded if isinstance(node.ctx, ast.Load)]
    return found


@pytest.mark.parametrize("game", sorted(games.names()))
def test_play_reads_every_figure_of_the_sheet(game: str) -> None:
    names = [name for path in tables(game) for name in defined(ast.parse(path.read_text())) if name[0] != "_"]
    assert len(names) > 30
    used = played(game)
    assert [name for name in names if name not in used] == []


def sentences(path: Path) -> Iterator[str]:
    """The texts of a module, as far as they stand there word by word; nothing that documents it."""
    tree = ast.parse(path.read_text())
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


@pytest.mark.parametrize("game", sorted(games.names()))
def test_a_printed_sentence_takes_its_figures_from_the_tables(game: str) -> None:
    printed = [*tables(game), *sorted((HOME / game).glob("reference*.py"))]
    assert len(printed) > 1
    bare = [re.sub(NO_TABLE[game], "", DICE_AND_RULES.sub("", text)) for path in printed for text in sentences(path)]
    assert [text for text in bare if re.search("[0-9]", text)] == []


def test_a_figure_that_nobody_reads_would_be_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = {
        "chess/sheet.py": "A = 1\nB = A\nC, D = 3, 4\nE: int = 5\ndef f(): return E\nclass Row: ...\n",
        "chess/rule.py": "from umpire.games.chess import sheet\nsheet.B\n",
        "chess/actions/act.py": "from umpire.games.chess.sheet import C, f\n",
        "chess/reference.py": "from umpire.games.chess import sheet\nsheet.D\n",
        "chess/bot/value.py": "from umpire.games.chess.sheet import D\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr("tests.games.test_sheets_are_played.HOME", tmp_path)
    assert sorted(played("chess")) == ["A", "B", "C", "E", "f"]
    assert sorted(defined(ast.parse(files["chess/sheet.py"]))) == ["A", "B", "C", "D", "E", "f"]
