"""The commands typed at a question: what they show on a narrow screen, and what they leave as it was."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from tests.battle.toy_battles import battle_at
from tests.cli.complaints import complaint
from tests.cli.conftest import Run
from tests.cli.playing import FIRST, MOVED, after, choices, played
from umpire.cli import maps, scene
from umpire.cli.frame import heading
from umpire.cli.prompt import HELP


@pytest.mark.parametrize("width", ["40", "60", "80"])
def test_units_are_listed_with_their_whole_names_and_places_on_a_narrow_screen(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    lines = after(played(run, file, *FIRST, "units", "quit"), "units").splitlines()
    assert max(map(len, lines)) <= int(width)
    assert any("R1 Rifles 1" in line and "at 15, 20" in line for line in lines)
    assert any("l1 Lancers 1" in line for line in lines)


def test_each_command_is_told_in_one_line_of_80_columns(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = after(played(run, file, *FIRST, "?", "quit"), "?")
    lines = text.partition("\nIn the log")[0].splitlines()
    assert "such as: rule seq-01" in text
    assert [line.split("  ")[0].strip() for line in lines] == [word for word, _ in HELP]


def test_where_there_is_no_room_beside_it_the_rest_stands_below(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    result = played(run, file, *FIRST, "units", "?", "quit")
    assert "R1 Rifles 1\n     at 15, 20\n" in after(result, "units")
    help_ = after(result, "?")
    assert " quit  leave; the battle\n   can be resumed\n" in help_
    assert max(map(len, help_.partition("\nIn the log")[0].splitlines())) <= 24


def test_a_heading_is_told_whole_on_a_narrow_screen() -> None:
    told = io.StringIO()
    for width in (24, 60):
        heading(Console(width=width, file=told), "Turn 1 of 4: the militia has the initiative")
    lines = told.getvalue().splitlines()
    assert [each.strip() for each in lines[:2]] == ["Turn 1 of 4: the militia", "has the initiative"]
    assert " Turn 1 of 4: the militia has the initiative " in lines[2]
    assert len(lines[2]) == 60


def test_what_wins_is_headed_once(run: Run, file: Path) -> None:
    text = run("play", "fubar", "--seed", "1", "--save", str(file), typed="quit\n").stdout
    goals = text.partition("  to win: ")[2].partition("Seed 1;")[0].splitlines()
    assert len(goals) > 2
    assert all(goal.startswith(" " * 10) for goal in goals[1:])
    assert text.count("to win:") == 1


AGAIN = "what was answered in it is asked again"


def test_an_agreement_in_the_middle_of_an_activation_says_that_it_begins_anew(run: Run, file: Path) -> None:
    result = played(run, file, *MOVED, "dice 6 6 6", "quit")
    assert AGAIN in after(result, "dice 6 6 6")
    assert "Where does Rifles 1 go?" in after(result, "dice 6 6 6")
    file.unlink()
    assert AGAIN not in played(run, file, *FIRST, "dice 6 6 6", "quit").stdout


def test_undo_takes_the_answers_back_from_the_bot(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "auto", "undo", "quit", words=("--own-dice",))
    assert "Roll " in result.stdout.partition("> auto\n")[2], "the bot came to a shot"
    undone = result.stdout.partition("> undo\n")[2]
    assert undone.startswith("Undone.")
    assert "\na> quit" in undone, "the question is asked, not answered by the bot again"
    assert "Roll " not in undone


def test_lines_to_type_again_begin_as_the_program_was_called(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "two words.json"
    assert f"go on with: umpire play --resume '{file}'" in played(run, file, "quit").stdout
    monkeypatch.setenv("UMPIRE_COMMAND", "./umpire")
    again = run("play", "--resume", str(file), typed="concede\ny\n").stdout
    assert f"The whole battle: ./umpire replay '{file}'" in again
    assert "`./umpire scenarios` lists them" in complaint(run("play"))
    assert "`./umpire odds GAME` lists what can be asked for." in run("odds").stdout


def test_odds_are_refused_when_the_choice_is_made_and_dice_are_awaited(run: Run, file: Path) -> None:
    result = played(run, file, *MOVED, "2", "odds", "quit", words=("--own-dice",))
    assert "the choice is made: these dice are to be rolled." in result.stdout.partition("> odds\n")[2]


@pytest.mark.parametrize("terminal", [True, False])
def test_bars_are_explained_where_they_can_be_seen(terminal: bool) -> None:
    out = Console(file=io.StringIO(), width=100, force_terminal=terminal, markup=False)
    view = battle_at("place").view("a")
    view = view._replace(pieces=tuple(piece._replace(ready=True) for piece in view.pieces))
    scene.show(out, view, maps.Labels())
    assert isinstance(out.file, io.StringIO)
    assert ("on a bar: may still act" in out.file.getvalue()) == terminal


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("~nobody9/x.json", "Could not determine home directory"),
        ("n" * 300, "File name too long"),
        ("zero\0.json", "embedded null byte"),
        ("round.json", "Symlink loop from"),
        ("nowhere/x.json", "there is no folder nowhere"),
    ],
)
def test_a_copy_that_cannot_be_written_costs_no_battle(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "round.json").symlink_to("round.json")
    result = played(run, file, "2", f"save {name}", "save other.json", "quit")
    told = " ".join(after(result, f"save {name}").split())
    assert f"cannot be written: {why}" in told
    assert "Saved in other.json." in result.stdout
    assert choices(tmp_path / "other.json") == ["1"], "the bid that was answered before"


@pytest.mark.parametrize("words", ["NaN NaN", "1e999 1", "Infinity -Infinity", "true true"])
def test_a_part_of_the_map_is_asked_for_by_numbers_that_can_be_measured(run: Run, file: Path, words: str) -> None:
    result = played(run, file, *FIRST, f"map {words}", "quit")
    assert "there is no unit" in after(result, f"map {words}")


def test_the_map_beyond_the_table_ends_at_its_edge(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "map 60 40", "map 1e308 1e308", "quit")
    assert after(result, "map 60 40") == after(result, "map 1e308 1e308")


@pytest.mark.parametrize("value", ["1e308", "-1e308", "9" * 400])
def test_a_unit_is_overruled_to_no_place_off_the_table(run: Run, file: Path, value: str) -> None:
    settings = ("--seed", "1", "--save", str(file))
    result = run("play", "fwc", *settings, typed=f"overrule I1 x={value}\nquit\n")
    assert result.exit_code == 0, result.output
    assert "x must lie on the table, from 0 to " in result.stdout
