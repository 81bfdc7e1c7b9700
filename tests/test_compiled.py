"""The compiled build plays the same battles as its source."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from tools import compile as compiling

HERE = Path(__file__).resolve().parent


def _played(package: Path) -> Any:
    env = {**os.environ, "PYTHONPATH": str(package)}
    words = [sys.executable, str(HERE / "same_battles.py")]
    return json.loads(subprocess.run(words, env=env, capture_output=True, text=True, check=True, timeout=600).stdout)


@pytest.mark.slow
@pytest.mark.skipif(not compiling.current(), reason="no compiled build of this source: python tools/compile.py")
def test_the_same_seeds_lead_to_the_same_states_compiled_and_not() -> None:
    compiled, source = _played(compiling.FOLDER), _played(compiling.SOURCE.parent)
    assert all(Path(path).suffix in (".so", ".pyd") for path in compiled["modules"])
    assert all(Path(path).suffix == ".py" for path in source["modules"])
    assert len(source["battles"]) == 75
    assert compiled["battles"] == source["battles"]


def test_nothing_compiled_lies_in_the_source_where_it_would_hide_what_is_edited() -> None:
    assert not [path for path in compiling.SOURCE.rglob("*") if path.suffix in (".so", ".pyd")]


def test_what_is_to_be_compiled_is_there() -> None:
    assert all(list(compiling.SOURCE.glob(pattern)) for pattern in compiling.COMPILED)
    names = {path.name for path in compiling.SOURCE.rglob("*.py")}
    assert all(any(fnmatch(name, pattern) for name in names) for pattern in compiling.AS_IT_IS)


def _inner_functions(tree: ast.AST) -> list[ast.FunctionDef]:
    outer = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = [inner for each in outer for inner in ast.walk(each) if inner is not each]
    return [inner for inner in inside if isinstance(inner, ast.FunctionDef)]


def test_no_function_inside_another_is_decorated() -> None:
    """Compiled, one beside it does not find it (`local variable referenced before assignment`)."""
    found = [
        (str(module), inner.name, inner.decorator_list)
        for module in compiling.modules()
        for inner in _inner_functions(ast.parse((compiling.SOURCE / module).read_text(encoding="utf-8")))
    ]
    assert found
    assert not [each for each in found if each[2]]
