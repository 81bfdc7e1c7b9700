"""A game of somebody's own that is installed and cannot be loaded: it is told by name, and the others go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.installed import environment, umpire

BROKEN = {
    "nowhere": ("nowhere:GAME", "No module named 'nowhere'"),
    "shouting": ("shouting:GAME", "it is not ready"),
    "numbered": ("numbered:GAME", "numbered:GAME is no game of that name"),
}


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / "packages"
    info = folder / "broken-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    points = "".join(f"{name} = {where}\n" for name, (where, _) in BROKEN.items())
    (info / "entry_points.txt").write_text(f"[umpire.games]\n{points}")
    (folder / "shouting.py").write_text("raise RuntimeError('it is not ready')\n")
    (folder / "numbered.py").write_text("GAME = 3\n")
    return environment(folder, tmp_path / "home")


@pytest.mark.parametrize("words", [["scenarios"], ["rules"], ["odds"]])
def test_a_list_of_all_games_leaves_it_out_and_says_why(words: list[str], env: dict[str, str]) -> None:
    done = umpire(words, env)
    assert done.returncode == 0
    assert "Future War Commander" in done.stdout
    for name, (_, reason) in BROKEN.items():
        assert f"umpire: the game '{name}' is installed but" in done.stderr
        assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_a_list_for_programs_has_the_others(env: dict[str, str]) -> None:
    done = umpire(["scenarios", "--json"], env)
    assert [each["game"] for each in json.loads(done.stdout)["games"]] == ["awt", "bptc", "fubar", "fwc", "rhine"]


@pytest.mark.parametrize("name", BROKEN)
def test_who_asks_for_it_is_told_in_a_sentence(name: str, env: dict[str, str]) -> None:
    done = umpire(["scenarios", name], env)
    assert done.returncode == 2
    assert done.stdout == ""
    assert BROKEN[name][1] in done.stderr
    assert done.stderr.count("\n") == 1
