"""Installs the toy game for the program: as a package elsewhere would, by an entry point, without building one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PATIENCE = 120
"""Seconds until something that should happen is given up. Only what never happens is waited for so long: a machine that
has much else to do may be slow, and no test is about that but those marked `timed`."""

GAMES = {"toy": "tests.toy:TOY", "parade": "tests.parade:PARADE"}


def install_toy(folder: Path, *games: str) -> Path:
    """Write what `importlib.metadata` looks for, of the toy or of these games; the folder belongs on the path."""
    info = folder / "toy-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[umpire.games]\n" + "".join(f"{game} = {GAMES[game]}\n" for game in games or ("toy",))
    )
    return folder


def environment(folder: Path, home: Path) -> dict[str, str]:
    """The surroundings of a process that finds the toy game and keeps its battles under `home`."""
    path = os.pathsep.join([str(folder), str(ROOT), str(ROOT / "src")])
    return {**os.environ, "PYTHONPATH": path, "XDG_DATA_HOME": str(home), "NO_COLOR": "1", "COLUMNS": "100"}


def command(*words: str) -> list[str]:
    return [sys.executable, "-c", "from umpire.cli import main; main()", *words]


def umpire(words: list[str], env: dict[str, str], typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program as the shell does."""
    return subprocess.run(
        command(*words), input=typed, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
