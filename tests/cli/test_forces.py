"""`--force`: battles at the terminal, one or many, with forces of the players' own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.complaints import complaint
from tests.cli.conftest import Run

TORN = "torn.json: line 1, column 2: this is not JSON (Expecting property name enclosed in double quotes)."
FORCE = {"format": "umpire force", "game": "fwc", "roster": "patrol", "name": "Mine", "units": [{"kind": "co"}]}
UNITS = [{"kind": "co", "count": 1}]


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
        ("fwc", "A=torn.json", TORN),
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
    assert complaint(run("battle", game, "--a", "random", "--b", "random", "--force", word)) == told
    assert complaint(run("fuzz", game, "--force", word)) == told


# --- Many battles ---


@pytest.fixture
def weak(tmp_path: Path) -> str:
    (tmp_path / "weak.json").write_text(json.dumps(FORCE | {"name": "The few"}))
    return f"b={tmp_path / 'weak.json'}"


@pytest.mark.slow
def test_a_batch_is_fought_with_the_force_and_says_so(run: Run, weak: str, tmp_path: Path) -> None:
    words = ("battle", "fwc", "--a", "random", "--b", "greedy", "--battles", "4", "--swap", "--force", weak)
    logs = tmp_path / "logs"
    found = [
        json.loads(run(*words, "--json", *more).stdout)
        for more in (("--jobs", "1"), ("--jobs", "2"), ("--jobs", "1", "--log", str(logs)))
    ]
    for each in found:
        assert each["options"]["forces"] == {"B": {"roster": "patrol", "name": "The few", "units": UNITS}}
        assert each["fielded"]["B"] == 1, "the force stays at its seat when the bots change theirs"
        assert each["fielded"]["A"] > 1
        assert (each["sides"], each["losses"]) == (found[0]["sides"], found[0]["losses"])
    saved = [json.loads(file.read_bytes())["body"] for file in sorted(logs.iterdir())]
    assert [body["options"]["forces"]["B"]["name"] for body in saved] == ["The few"] * 4
    assert [body["seats"]["B"] for body in saved] == ["greedy", "random"] * 2


def test_the_report_calls_the_side_by_the_name_of_its_force(run: Run, weak: str) -> None:
    text = run("battle", "fwc", "--a", "random", "--b", "random", "--battles", "1", "--force", weak).stdout
    assert "The few (B)" in text
    assert "Losses of The few (B):" in text


@pytest.mark.slow
def test_the_fuzzer_plays_with_the_force(run: Run, weak: str) -> None:
    words = ("fuzz", "fwc", "--scenario", "first-contact", "--battles", "1", "--jobs", "1", "--force", weak)
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "no fault" in result.stdout


def test_a_fault_of_the_fuzzer_is_told_with_the_force_that_shows_it(
    run: Run, weak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("umpire.lab.fuzz.LIMIT", 3)
    words = ("fuzz", "fwc", "--scenario", "first-contact", "--battles", "1", "--jobs", "1", "--hash-seeds", "0")
    sentence = complaint(run(*words, "--force", weak), code=1)
    assert sentence.endswith(f"--a random --b random --force {weak}.")
    again = sentence.partition("again with: umpire ")[2].rstrip(".").split()
    assert complaint(run(*again, "--jobs", "1", "--hash-seeds", "0"), code=1) == sentence


def test_a_force_that_cannot_be_set_up_is_refused_before_any_battle(run: Run, tmp_path: Path) -> None:
    (tmp_path / "horde.json").write_text(json.dumps(FORCE | {"units": [{"kind": "co", "count": 120}]}))
    force = f"A={tmp_path / 'horde.json'}"
    for words in (("battle", "fwc", "--a", "random", "--b", "random"), ("fuzz", "fwc", "--scenario", "first-contact")):
        sentence = complaint(run(*words, "--force", force))
        assert sentence.startswith("in first-contact that cannot be fielded: Mine needs more room")
    twice = complaint(run("battle", "fwc", "--a", "random", "--b", "random", "--option", "forces={}", "--force", force))
    assert twice == "forces are given twice."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"roster":"patrol","name":"\\ud800x","units":[{"kind":"co"}]}', "name: has signs that cannot be printed."),
        ('{"roster":"patrol","game":"awt","units":[{"kind":"co"}]}', "game: this force is for 'awt', not for 'fwc'."),
    ],
)
def test_a_force_that_is_not_for_this_game_or_has_no_name_is_refused(
    run: Run, tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "force.json"
    file.write_text(text)
    assert complaint(run("play", "fwc", "--force", f"A={file}")) == f"{file}: {told}"


def test_the_rules_a_force_breaks_are_told_and_it_fights_all_the_same(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "headless.json"
    file.write_text(json.dumps({"roster": "patrol", "units": [{"kind": "battle-tank", "count": 2}]}))
    force = ("--force", f"A={file}")
    for words in (("battle", "fwc", "--battles", "1", "--jobs", "1"), ("play", "fwc", "--seed", "1")):
        done = run(*words, "--a", "random", "--b", "random", *force)
        assert done.exit_code == 0, done.output
        assert "umpire: the force of A: " in done.stderr
        assert "(FWC-" in done.stderr
