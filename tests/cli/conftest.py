from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.installed import install_toy
from umpire.cli import app

Run = Callable[..., Result]


@pytest.fixture
def toy_folder(tmp_path: Path) -> Path:
    return install_toy(tmp_path / "site")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "battle.json"


@pytest.fixture
def run(toy_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The program in this process, with the toy game installed: `run("odds", "toy", typed="...")`."""
    monkeypatch.syspath_prepend(toy_folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*words: str, typed: str = "") -> Result:
        return CliRunner().invoke(app, list(words), input=typed)

    return run
