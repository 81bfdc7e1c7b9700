"""Scenarios of one's own at the shell: `umpire scenarios --file` and `--check`, and battles over `--scenario FILE`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.complaints import complaint
from tests.cli.conftest import Run
from umpire import games
from umpire.battle.scenarios import SCENARIO, staging

SOME = ("--a", "random", "--b", "random")


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with my-table.toml: the opening scenario of fwc with another title and three turns."""
    monkeypatch.chdir(tmp_path)
    text = staging(games.game("fwc")).scenario_text("first-contact")
    (tmp_path / "my-table.toml").write_text(text.replace("First contact", "My table").replace("turns = 6", "turns = 3"))
    return tmp_path / "my-table.toml"


# --- umpire scenarios ---


@pytest.mark.parametrize("name", sorted(games.names()))
def test_the_file_of_a_scenario_is_printed_as_it_is_and_is_fine(run: Run, name: str, tmp_path: Path) -> None:
    for card in games.game(name).scenarios():
        printed = run("scenarios", name, "--file", card.id)
        assert printed.exit_code == 0
        assert printed.stdout == staging(games.game(name)).scenario_text(card.id)
        (tmp_path / f"my-{card.id}.toml").write_text(printed.stdout, encoding="utf-8")
        checked = run("scenarios", name, "--check", str(tmp_path / f"my-{card.id}.toml"))
        assert checked.exit_code == 0, checked.output
        assert f"my-{card.id}.toml is fine." in checked.stdout
        assert card.title in checked.stdout


def test_the_fault_of_a_file_is_told(run: Run, mine: Path) -> None:
    text = mine.read_text()
    mine.write_text(text.replace("zone = [0, 0, 90, 12]", "zone = [0, 0, 4, 4]"))
    sentence = complaint(run("scenarios", "fwc", "--check", "my-table.toml"))
    assert sentence == "my-table.toml:15: side.A.zone: too small for its force."
    assert complaint(run("scenarios", "rhine", "--check", "my-table.toml")).startswith("my-table.toml:")


def test_what_goes_not_together_is_told(run: Run, mine: Path) -> None:
    for words in (
        ("--file", "first-contact"),
        ("--check", str(mine)),
        ("fwc", "--json", "--file", "first-contact"),
        ("fwc", "--check", str(mine), "--file", "first-contact"),
    ):
        assert complaint(run("scenarios", *words)) == "--file and --check each go with a GAME and nothing else."
    assert complaint(run("scenarios", "fwc", "--file", "nowhere")).startswith("fwc has no scenario 'nowhere'; it has ")
    for words in (("--file", "wood"), ("--check", str(mine))):
        assert complaint(run("scenarios", "toy", *words)) == "toy keeps no scenarios in files."


# --- Battles ---


@pytest.mark.slow
def test_a_batch_is_the_same_with_any_number_of_processes_and_logged(run: Run, mine: Path, tmp_path: Path) -> None:
    words = ("battle", "fwc", "--scenario", "my-table.toml", *SOME, "--battles", "4", "--json")
    found = [
        json.loads(run(*words, *more).stdout)
        for more in (("--jobs", "1"), ("--jobs", "2"), ("--jobs", "1", "--log", "logs"))
    ]
    for each in found:
        assert (each["scenario"], each["options"][SCENARIO]) == ("my-table", mine.read_text())
        assert all(outcome["turn"] <= 3 for outcome in each["outcomes"])
        assert [(one["seed"], one["winner"], one["decisions"]) for one in each["outcomes"]] == [
            (one["seed"], one["winner"], one["decisions"]) for one in found[0]["outcomes"]
        ]
    mine.unlink()
    for file in sorted((tmp_path / "logs").iterdir()):
        assert file.name.startswith("fwc-my-table-")
        told = run("replay", str(file))
        assert told.exit_code == 0, told.output
        assert "every hash as it was" in told.stdout


def test_a_battle_is_played_saved_and_gone_on_with_after_the_file_has_changed(run: Run, mine: Path, file: Path) -> None:
    begun = run("play", "fwc", "--scenario", "my-table.toml", "--save", str(file), "--seed", "3", typed="\n\nquit\n")
    assert "My table" in begun.stdout
    mine.write_text("turns = 100")
    goes_on = run("play", "--resume", str(file), "--a", "random", "--b", "random")
    assert goes_on.exit_code == 0, goes_on.output
    told = run("replay", str(file))
    assert told.exit_code == 0, told.output
    assert "Turn 3: Garrison" in told.stdout
    assert "the turns are over" in told.stdout, "as many as when the battle began"
    assert complaint(run("play", "--resume", str(file), "--scenario", "my-table.toml")).startswith("--scenario cannot")


@pytest.mark.slow
def test_the_fuzzer_takes_files_and_names_together(run: Run, mine: Path) -> None:
    words = ("fuzz", "fwc", "--scenario", str(mine), "--scenario", "first-contact", "--battles", "1", "--jobs", "2")
    done = run(*words)
    assert done.exit_code == 0, done.output
    assert "2 battles (my-table, first-contact; random against random)" in done.stdout


def test_a_fault_of_the_fuzzer_is_told_with_the_file_that_shows_it(
    run: Run, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("umpire.lab.fuzz.LIMIT", 3)
    more = ("--battles", "1", "--jobs", "1", "--hash-seeds", "0")
    sentence = complaint(
        run("fuzz", "fwc", "--scenario", "first-contact", "--scenario", "my-table.toml", *more), code=1
    )
    assert "--scenario first-contact --seed 0" in sentence
    sentence = complaint(run("fuzz", "fwc", "--scenario", str(mine), *more), code=1)
    assert sentence.startswith("scenario my-table, seed 0")
    assert sentence.endswith(f"--scenario {mine} --seed 0 --battles 1 --hash-seeds 0 --a random --b random.")


def test_forces_of_ones_own_fight_there(run: Run, mine: Path, tmp_path: Path) -> None:
    force = {"roster": "patrol", "name": "The few", "units": [{"kind": "co"}]}
    (tmp_path / "few.json").write_text(json.dumps(force))
    words = ("battle", "fwc", *SOME, "--battles", "1", "--jobs", "1", "--scenario", str(mine), "--force")
    found = json.loads(run(*words, "A=few.json", "--json").stdout)
    assert found["fielded"]["A"] == 1
    assert found["outcomes"][0]["turn"] <= 3
    (tmp_path / "horde.json").write_text(json.dumps(force | {"units": [{"kind": "co", "count": 120}]}))
    sentence = complaint(run(*words, "A=horde.json"))
    assert sentence.startswith("in my-table that cannot be fielded: The few needs more room")


COMMANDS = (("play", "fwc"), ("battle", "fwc", *SOME), ("fuzz", "fwc"), ("scenarios", "fwc", "--check"))


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_what_is_no_scenario_is_told_in_a_sentence_before_anything_is_fought(
    run: Run, mine: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    text = mine.read_text()
    bad: dict[str, tuple[bytes | None, str]] = {
        "nothing.toml": (None, "nothing.toml: cannot be read (No such file or directory)."),
        "torn.toml": (b'title = "My', "torn.toml:1: is not TOML: "),
        "bytes.toml": (b"\xff", "bytes.toml:1: is not UTF-8 text."),
        "huge.toml": (b"#" * 10_000_000, "huge.toml: is longer than 32 kB."),
        "first-contact.toml": (text.encode(), "first-contact.toml: fwc has a scenario 'first-contact': give the file"),
        "my table.toml": (text.encode(), "'my table': the name of a scenario has letters (a to z), digits"),
        "turns.toml": (
            text.replace("turns = 3", "turns = 0").encode(),
            "turns.toml:4: turns: expected a whole number >=",
        ),
        "room.toml": (text.replace("[0, 0, 90, 12]", "[0, 0, 9, 1]").encode(), "room.toml:15: side.A.zone: too small"),
    }
    (tmp_path / "folder.toml").mkdir()
    bad["folder.toml"] = (None, "folder.toml: cannot be read (Is a directory).")
    flag = () if words[-1] == "--check" else ("--scenario",)
    for name, (data, sentence) in bad.items():
        if data is not None:
            (tmp_path / name).write_bytes(data)
        assert complaint(run(*words, *flag, name)).startswith(sentence), name
    assert not (tmp_path / "data").exists(), "nothing has been begun"


def test_a_name_that_there_is_not_is_told_with_how_a_file_is_named(run: Run, mine: Path) -> None:
    sentence = complaint(run("battle", "fwc", *SOME, "--scenario", "my-table"))
    assert sentence.startswith("fwc has no scenario 'my-table'; it has first-contact, ")
    assert sentence.endswith("; a file of your own ends with .toml.")
    sentence = complaint(run("battle", "fwc", *SOME, "--option", "scenario=title"))
    assert sentence == "a scenario is given by --scenario, it is no option."
    assert complaint(run("battle", "toy", *SOME, "--scenario", str(mine))) == "toy keeps no scenarios in files."


def test_a_file_that_no_battle_could_name_is_not_said_to_be_fine(run: Run, mine: Path) -> None:
    other = mine.rename(mine.with_suffix(".txt"))
    said = complaint(run("scenarios", "fwc", "--check", str(other)))
    assert said.endswith("my-table.txt cannot be played: the name of a scenario ends with .toml.")
