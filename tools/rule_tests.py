"""Run tests, and record the functions of the games that each test marked with a rule ran.

    python tools/rule_tests.py [--of PACKAGE] PYTEST_ARGUMENTS

Such a test must have run the rule's code: `python -m umpire.lab.coverage .rule_tests` compares. The functions say
themselves that they ran: this file is also a plugin of pytest, which puts a call at the head of each of them when its
module is imported. To trace every line, as coverage.py does, would take nearly as long as the tests. Each process that
runs tests writes a record of its own.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

RECORD = ".rule_tests"
PACKAGE = "umpire.games"
WATCHED = "UMPIRE_RULE_TESTS_OF"
"""The variable that tells the processes of pytest whose functions are watched."""


def main(arguments: Sequence[str]) -> int:
    package = PACKAGE
    if arguments[:1] == ["--of"]:
        package, arguments = arguments[1], arguments[2:]
    shutil.rmtree(RECORD, ignore_errors=True)
    path = os.pathsep.join(filter(None, [str(Path(__file__).resolve().parent), os.environ.get("PYTHONPATH")]))
    words = [sys.executable, "-m", "pytest", "-p", "rule_tests", *arguments]
    return subprocess.run(words, env={**os.environ, "PYTHONPATH": path, WATCHED: package}).returncode


# --- The functions say that they ran ------------------------------------------------------------------------------

SAY = "_umpire_ran"
ran: set[tuple[str, int]] = set()
"""File and line of the functions that ran since the test began."""


class Telling(ast.NodeTransformer):
    """Puts a call at the head of every function of a file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.body.insert(ast.get_docstring(node) is not None, ast.Expr(self._say(node)))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        node.body = ast.BoolOp(ast.Or(), [self._say(node), node.body])  # what is said is None
        return node

    def _say(self, node: ast.FunctionDef | ast.Lambda) -> ast.Call:
        return ast.Call(ast.Name(SAY, ast.Load()), [ast.Constant((self.file, node.lineno))], [])  # type: ignore[arg-type]


class Loader(SourceFileLoader):
    """Imports a module whose functions say that they ran."""

    def get_code(self, fullname: str) -> CodeType:
        tree = Telling(self.path).visit(ast.parse(self.get_data(self.path)))
        code: CodeType = compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        setattr(module, SAY, ran.add)
        super().exec_module(module)


class Finder(MetaPathFinder):
    """Finds the modules of the watched package as Python does."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if not f"{fullname}.".startswith(f"{self.package}."):
            return None
        found = PathFinder.find_spec(fullname, path)
        if found is not None and type(found.loader) is SourceFileLoader:
            found.loader = Loader(fullname, found.loader.path)
        return found


# --- The plugin ---------------------------------------------------------------------------------------------------

kept: dict[str, set[tuple[str, int]]] = {}
"""What each test ran, whatever its parameters."""


def pytest_configure() -> None:
    package = os.environ[WATCHED]
    sys.meta_path.insert(0, Finder(package))
    early = [name for name in sys.modules if name.startswith(f"{package}.")]
    assert not early, f"imported before it could be watched: {early}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test with its fixtures."""
    ran.clear()
    result = yield
    if item.get_closest_marker("rule") is not None:
        kept.setdefault(item.nodeid.partition("[")[0], set()).update(ran)
    return result


def pytest_sessionfinish() -> None:
    folder = Path(RECORD)
    folder.mkdir(exist_ok=True)
    record = {test: sorted(places) for test, places in sorted(kept.items())}
    (folder / f"{os.getpid()}.json").write_text(json.dumps(record), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
