"""Welcome, help, rules and scenarios."""

from __future__ import annotations

import json
import os
import re
import socket
from pathlib import Path

import pytest

from tests.cli.complaints import complaint
from tests.cli.conftest import Run
from umpire import __version__, games
from umpire.cli.frame import Complaint
from umpire.cli.serve import listen


def test_without_words_the_program_says_what_to_try_and_sets_the_table(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[str] = []
    monkeypatch.setattr("umpire.cli.serve", lambda: served.append("served"))
    result = run()
    assert result.exit_code == 0
    assert served == ["served"]
    assert "umpire play " in result.stdout
    assert "--help" in result.stdout
    assert len(result.stdout.splitlines()) < 15


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").stdout.strip() == f"umpire {__version__}"


def test_a_port_that_is_taken_is_told_in_words(run: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence = complaint(run("serve", "--port", str(port), "--data", str(tmp_path / "battles.db")))
    assert sentence == f"nothing can listen at 127.0.0.1 port {port}: Address already in use."


@pytest.mark.parametrize("host", ["", " ", "\udcff", "x" * 70, "x..y"])
def test_what_is_no_address_is_listened_at_nowhere(host: str) -> None:
    with pytest.raises(Complaint, match=r"^--host is an address or a name of this machine, which '.* is not\.$"):
        listen(host, 0)


COMMANDS = ("serve", "play", "join", "scenarios", "odds", "rules", "sheet", "replay", "battle", "fuzz")


def test_help_names_every_command(run: Run) -> None:
    text = run("--help").stdout
    for name in COMMANDS:
        assert f"\n  {name} " in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_every_option_explained(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for at, line in enumerate(lines):
        if line.startswith("  --"):
            explained = len(line.split("  ")) > 2 or lines[at + 1].startswith("      ")
            assert explained, f"{name}: {line}"


def test_an_unknown_command_is_told_in_one_sentence(run: Run) -> None:
    assert complaint(run("plya")).startswith("No such command 'plya'")
    assert complaint(run("--luck")) == "No such option: --luck."


def test_rules_are_listed_by_group_and_counted(run: Run) -> None:
    text = run("rules", "toy").stdout
    assert "SHT  Shooting" in text
    assert "TOY-MOV-02" in text
    assert text.rstrip().endswith("10 rules.")


def test_rules_are_searched_by_id_group_and_words(run: Run) -> None:
    assert "A wood adds 1." in run("rules", "toy", "sht-02").stdout
    assert run("rules", "toy", "sht-02").stdout.count("TOY-") == 1
    assert run("rules", "toy", "mov").stdout.count("TOY-MOV") == 2
    assert "TOY-AMM-01" in run("rules", "toy", "cartridges", "shared").stdout


def test_a_search_without_result_says_so(run: Run) -> None:
    sentence = complaint(run("rules", "toy", "dragons"), code=1)
    assert sentence == "no rule of toy has 'dragons' in its ID, title or text."


def test_options_are_listed_with_what_they_may_be(run: Run) -> None:
    text = run("rules", "toy", "--options").stdout
    assert "turns = 3  (a whole number from 1 to 9)" in text
    assert "[TOY-END-01]" in text
    assert "sharp = false  (true or false)" in text


def test_options_are_searched_by_words(run: Run) -> None:
    text = run("rules", "toy", "--options", "sharp").stdout
    assert text.startswith("sharp = false")
    assert "turns = 3" not in text
    assert run("rules", "toy", "--options", "end-01").stdout.startswith("turns = 3")
    sentence = complaint(run("rules", "toy", "--options", "dragons"), code=1)
    assert sentence == "no house rule of toy has 'dragons' in its name, text or rules."


def test_profiles_are_listed_before_the_options_with_what_they_set(run: Run) -> None:
    text = run("rules", "toy", "--options").stdout
    assert "profile usual  (the default)\n    As the toy is played.\n" in text
    assert "profile brief\n    A short fight between good shots. [turns = 1, sharp = true]\n" in text
    assert text.index("profile brief") < text.index("turns = 3")


def test_scenarios_are_listed_with_sides_and_size(run: Run) -> None:
    text = run("scenarios", "toy").stdout
    assert "wood  At the wood  (to begin with)" in text
    assert "The Reds (a) against The Blues (b); 60 x 40 cm, 3 turns, about 5 minutes" in text
    assert "4 rounds" in run("scenarios", "awt").stdout, "what players of the game call a turn"
    everything = run("scenarios").stdout
    assert "\n\ntoy  Toy Skirmish" in everything, "a gap between the games"


def test_scenarios_are_told_as_json(run: Run) -> None:
    toy = json.loads(run("scenarios", "toy", "--json").stdout)
    assert (toy["game"], toy["title"], toy["length_unit"]) == ("toy", "Toy Skirmish", "cm")
    assert [each["id"] for each in toy["scenarios"]] == ["wood", "open"]
    wood = toy["scenarios"][0]
    assert wood.pop("text")
    assert wood == {
        "id": "wood",
        "title": "At the wood",
        "sides": {"a": "The Reds", "b": "The Blues"},
        "size": [60, 40],
        "turns": 3,
        "minutes": 5,
        "opening": True,
    }
    everything = json.loads(run("scenarios", "--json").stdout)
    assert toy["scenarios"][1] in next(each for each in everything["games"] if each["game"] == "toy")["scenarios"]


def test_rules_are_told_as_json(run: Run) -> None:
    everything = json.loads(run("rules", "toy", "--json").stdout)
    assert everything["game"] == "toy"
    assert len(everything["rules"]) == 10
    (rule,) = json.loads(run("rules", "toy", "end-01", "--json").stdout)["rules"]
    assert rule in everything["rules"]
    assert rule.pop("text") in run("rules", "toy", "end-01").stdout
    (switched,) = json.loads(run("rules", "fwc", "tec-07", "--json").stdout)["rules"]
    assert (switched["source"], switched["options"]) == ("ruling", ["radius_for_command"])
    assert (rule["id"], rule["source"], rule["group"]) == ("TOY-END-01", "sheet", "END")
    assert list(rule) == ["id", "title", "source", "group", "group_title", "options"]
    assert complaint(run("rules", "toy", "dragons", "--json"), code=1).startswith("no rule of toy has 'dragons'")
    assert complaint(run("rules", "fwc", "--coverage", "--json")) == "--coverage is not told as JSON."


def test_options_are_told_as_json(run: Run) -> None:
    told = json.loads(run("rules", "toy", "--options", "--json").stdout)
    assert {each["name"]: each["values"] for each in told["profiles"]}["brief"] == {"turns": 1, "sharp": True}
    turns = next(each for each in told["options"] if each["name"] == "turns")
    assert (turns["default"], turns["may_be"], turns["rules"]) == (3, "a whole number from 1 to 9", ["TOY-END-01"])
    (share,) = json.loads(run("rules", "awt", "--options", "shaken_fraction", "--json").stdout)["options"]
    assert share["default"] == "1/4"


@pytest.mark.parametrize("name", ["scenarios", "rules", "sheet", "play", "fuzz"])
def test_an_unknown_game_is_told_in_one_sentence(run: Run, name: str) -> None:
    assert complaint(run(name, "chess")).startswith("there is no game 'chess'; there is ")


@pytest.mark.parametrize("name", ["sheet", "fuzz", "battle"])
def test_who_names_no_game_is_told_which_there_are(run: Run, name: str) -> None:
    assert complaint(run(name)) == (
        f"Missing argument 'GAME'. There is {', '.join(games.names())}. `umpire {name} --help` tells more."
    )


def test_without_a_game_the_rules_of_each_are_counted(run: Run) -> None:
    lines = run("rules").stdout.splitlines()
    assert "fwc    Future War Commander: 279 rules" in lines
    assert [line.split()[0] for line in lines[:-1]] == games.names()
    counts = {each["game"]: each["rules"] for each in json.loads(run("rules", "--json").stdout)["games"]}
    assert (counts["fwc"], counts["fubar"]) == (279, 319)
    assert complaint(run("rules", "--options")) == "house rules belong to a game: name it first."


@pytest.mark.slow
def test_without_a_game_the_coverage_of_all_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "names", lambda: ["awt", "rhine"])
    lines = run("rules", "--coverage").stdout.splitlines()
    assert lines[0] == games.game("awt").title
    assert [line for line in lines if "rules implemented" in line] == [
        "253 of 253 rules implemented, 253 of 253 tested",
        "219 of 219 rules implemented, 219 of 219 tested",
    ]


def test_the_sheet_is_shown_and_written_as_a_page(run: Run, tmp_path: Path) -> None:
    assert "A wood adds 1." in run("sheet", "toy").stdout
    result = run("sheet", "toy", "--html", str(tmp_path / "sheet.html"))
    assert result.exit_code == 0
    page = (tmp_path / "sheet.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "A wood adds 1." in page
    nowhere = str(tmp_path / "no" / "sheet.html")
    assert complaint(run("sheet", "toy", "--html", nowhere)) == (
        f"{nowhere} cannot be written: No such file or directory."
    )


def test_the_page_of_the_sheet_goes_through_a_pipe(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("sheet", "toy", "--html", str(pipe)).exit_code == 0
        assert os.read(reader, 100).startswith(b"<!DOCTYPE html>")
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_coverage_ends_with_the_count_of_rules(run: Run) -> None:
    last = run("rules", "fwc", "--coverage").stdout.rstrip().splitlines()[-1]
    assert re.fullmatch(r"\d+ of 279 rules implemented, \d+ of 279 tested", last)


def test_coverage_tells_only_the_rules_asked_for(run: Run) -> None:
    lines = run("rules", "fwc", "--coverage", "ini-01").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["FWC-INI-01", "1"]
    assert lines[-1] == "1 of 1 rules implemented, 1 of 1 tested"
    assert complaint(run("rules", "fwc", "--coverage", "dragons"), code=1).startswith("no rule of fwc has 'dragons'")
    assert complaint(run("rules", "fwc", "--coverage", "--options")) == (
        "--coverage and --options tell different things: give one of them."
    )
