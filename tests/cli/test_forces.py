"""`umpire play --force`: a battle at the terminal with forces of the players' own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.complaints import complaint
from tests.cli.conftest import Run

FORCE = {"format": "umpire force", "game": "fwc", "roster": "patrol", "name": "Mine", "units": [{"kind": "co"}]}


def test_a_force_is_read_from_a_file_and_saved_with_the_battle(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(FORCE))
    save = tmp_path / "battle.json"
    result = run("play", "fwc", "--force", f"A={tmp_path / 'mine.json'}", "--save", str(save), "--seed", "3")
    assert "you lead Mine (A)" in result.output
    assert json.loads(save.read_bytes())["body"]["options"]["forces"]["A"]["name"] == "Mine"


def test_the_seat_of_a_force_may_be_typed_small_and_has_one_force(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(FORCE))
    words = ("play", "fwc", "--save", str(tmp_path / "battle.json"), "--force", f"a={tmp_path / 'mine.json'}")
    assert "you lead Mine (A)" in run(*words).output
    again = f"A={tmp_path / 'mine.json'}"
    assert complaint(run(*words, "--force", again)) == "a force for A is given twice."


@pytest.mark.parametrize(
    ("game", "word", "told"),
    [
        ("fwc", "Z=mine.json", "a force is given as SEAT=FILE, the seats being A and B."),
        ("fwc", "A=nothing.json", "nothing.json cannot be read: No such file or directory."),
        ("fwc", "A=torn.json", "torn.json holds no force."),
        ("toy", "a=mine.json", "toy has no force lists to choose from."),
    ],
)
def test_what_is_no_force_is_told_in_a_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, word: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.json").write_text(json.dumps(FORCE))
    (tmp_path / "torn.json").write_text("{")
    assert complaint(run("play", game, "--force", word)) == told
