from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.installed import ROOT
from umpire import games
from umpire.battle.contract import Game
from umpire.cli import app
from umpire.dice import clear

PICKET = ROOT / "examples" / "picket"

Run = Callable[..., Result]


@pytest.fixture
def picket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The example as the program finds it: by the entry point that its own pyproject.toml declares.

    An installer would put the same two files beside the installed packages.
    """
    project = tomllib.loads((PICKET / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tmp_path / "site" / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(about, encoding="utf-8")
    points = project["entry-points"]["umpire.games"]
    listed = "".join(f"{slug} = {where}\n" for slug, where in points.items())
    (info / "entry_points.txt").write_text(f"[umpire.games]\n{listed}", encoding="utf-8")
    for folder in (info.parent, PICKET):
        monkeypatch.syspath_prepend(folder)
    # The fuzzer starts processes of its own.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (info.parent, PICKET))))
    clear()
    return games.game("picket")


@pytest.fixture
def run(picket: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The program in this process, with the example installed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*words: str, typed: str = "") -> Result:
        return CliRunner().invoke(app, list(words), input=typed)

    return run
