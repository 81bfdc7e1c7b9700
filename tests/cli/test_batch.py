"""`umpire battle`, `umpire fuzz` and `umpire replay` at the shell."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.complaints import complaint
from tests.cli.conftest import Run


def counted(run: Run, *words: str) -> dict[str, Any]:
    result = run("battle", "toy", *words, "--json")
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    for timing in ("seconds", "wall_seconds", "decisions_per_second"):
        assert answer.pop(timing) > 0
    return answer


def test_a_batch_counts_every_battle_once(run: Run) -> None:
    answer = counted(run, "--a", "greedy", "--b", "random", "--battles", "30", "--jobs", "1")
    assert answer["battles"] == 30
    for parts in ("bots", "sides"):
        assert sum(part["count"] for part in answer[parts].values()) + answer["draws"]["count"] == 30
    assert sum(answer["reasons"].values()) == 30
    assert answer["bots"]["greedy"]["count"] == answer["sides"]["a"]["count"]
    for part in answer["bots"].values():
        assert 0 <= part["low"] <= part["share"] <= part["high"] <= 1


def test_a_batch_tells_each_battle_and_these_add_up_to_its_counts(run: Run) -> None:
    words = ("--a", "greedy", "--b", "random", "--battles", "6", "--seed", "3", "--jobs", "1")
    answer = counted(run, *words, "--swap")
    fought = answer["outcomes"]
    assert [each["number"] for each in fought] == list(range(6))
    assert [each["seed"] for each in fought] == [3, 3, 4, 4, 5, 5]
    assert [each["swapped"] for each in fought] == [False, True] * 3
    assert [each["seats"] for each in fought] == [
        {"a": "greedy", "b": "random"},
        {"a": "random", "b": "greedy"},
    ] * 3
    winners = [each["seats"][each["winner"]] for each in fought if each["winner"] is not None]
    assert {bot: part["count"] for bot, part in answer["bots"].items()} == {
        bot: winners.count(bot) for bot in ("greedy", "random")
    }
    assert sum(each["decisions"] for each in fought) == answer["decisions"]
    assert sum(each["losses"]["b"] for each in fought) / 6 == pytest.approx(answer["losses"]["b"]["mean"])
    assert {each["turn"] for each in fought} >= {answer["turns"]["least"], answer["turns"]["most"]}
    assert {each["reason"] for each in fought} == set(answer["reasons"])
    alone = counted(run, *words[:4], "--battles", "1", "--seed", "4", "--jobs", "1")["outcomes"][0]
    assert alone | {"number": 2} == fought[2], "a battle can be fought again by its seed"


def test_two_bots_of_one_level_are_followed_through_the_seats(run: Run) -> None:
    words = ("--a", "random", "--b", "random", "--battles", "2", "--swap", "--jobs", "1")
    assert [each["seats"]["a"] for each in counted(run, *words)["outcomes"]] == ["random (a)", "random (b)"]


def test_seconds_of_all_processes_are_not_taken_for_those_somebody_waited(run: Run) -> None:
    words = ("battle", "toy", "--a", "greedy", "--b", "greedy", "--battles", "8", "--jobs", "1", "--json")
    answer = json.loads(run(*words).stdout)
    assert 0 < answer["seconds"] <= answer["wall_seconds"], "in one process who waits, waits longer than is played"
    assert answer["decisions_per_second"] == pytest.approx(answer["decisions"] / answer["seconds"])


def test_the_result_does_not_depend_on_jobs_or_logs(run: Run, tmp_path: Path) -> None:
    words = ("--a", "random", "--b", "random", "--battles", "12", "--seed", "3")
    one = counted(run, *words, "--jobs", "1")
    assert counted(run, *words, "--jobs", "2") == one
    assert counted(run, *words, "--jobs", "1", "--log", str(tmp_path / "logs")) == one
    assert len(list((tmp_path / "logs").iterdir())) == 12
    assert counted(run, *words[:-1], "4", "--jobs", "1") != one


def test_logs_of_an_earlier_batch_are_not_written_over(run: Run, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    words = ("battle", "toy", "--a", "random", "--b", "random", "--jobs", "2", "--log", str(logs))
    assert run(*words, "--battles", "2", "--seed", "5").exit_code == 0
    before = {file: file.read_bytes() for file in logs.iterdir()}
    assert sorted(file.name for file in before) == ["toy-wood-0000-5.json", "toy-wood-0001-6.json"]
    sentence = complaint(run(*words, "--battles", "9", "--seed", "5", "--a", "greedy"))
    first = logs / "toy-wood-0000-5.json"
    assert sentence == f"{first} exists already (and 1 more); take another folder or another seed."
    assert {file: file.read_bytes() for file in logs.iterdir()} == before, "no battle was fought"
    assert run(*words, "--battles", "2", "--seed", "7").exit_code == 0, "other battles find room beside them"
    assert len(list(logs.iterdir())) == 4


def test_a_log_that_cannot_be_written_is_told_and_leaves_nothing_behind(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(old: str, new: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    few = ("--battles", "1", "--jobs", "1", "--log", str(tmp_path / "log"))
    sentence = complaint(run("battle", "toy", "--a", "random", "--b", "random", *few))
    assert sentence == f"{tmp_path / 'log' / 'toy-wood-0000-0.json'} cannot be written: No space left on device."
    assert list((tmp_path / "log").iterdir()) == []


def test_a_log_tells_who_sat_where(run: Run, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    words = ("battle", "toy", "--a", "greedy", "--b", "random", "--battles", "2", "--swap", "--seed", "5")
    run(*words, "--jobs", "1", "--log", str(logs))
    straight, swapped = sorted(logs.iterdir())
    assert (straight.name, swapped.name) == ("toy-wood-0000-5.json", "toy-wood-0001-5-swapped.json")
    assert "seed 5 (a: greedy, b: random)" in run("replay", str(straight)).stdout
    assert "seed 5 (a: random, b: greedy)" in run("replay", str(swapped)).stdout


def test_swapped_bots_fight_from_both_sides(run: Run) -> None:
    words = ("--a", "greedy", "--b", "random", "--battles", "40", "--swap", "--jobs", "1")
    answer = counted(run, *words)
    assert answer["bots"]["greedy"]["count"] > 20
    assert answer["bots"]["greedy"]["count"] != answer["sides"]["a"]["count"]


def test_battles_are_fought_by_the_profile_unless_an_option_says_otherwise(run: Run) -> None:
    words = ("--a", "random", "--b", "random", "--battles", "6", "--jobs", "1", "--profile", "brief")
    answer = counted(run, *words)
    assert answer["options"] == {"profile": "brief"}
    assert answer["turns"]["most"] == 2, "the one turn is over when the second would begin"
    assert counted(run, *words, "--option", "turns=3")["turns"]["most"] > 2


def test_two_bots_of_one_level_are_told_apart(run: Run) -> None:
    answer = counted(run, "--a", "random", "--b", "random", "--battles", "4", "--jobs", "1")
    assert list(answer["bots"]) == ["random (a)", "random (b)"]


def test_the_report_is_readable(run: Run) -> None:
    result = run("battle", "toy", "--a", "greedy", "--b", "random", "--battles", "10", "--jobs", "1")
    text = result.stdout
    for words in ("10 battles", "greedy", "The Reds (a)", "drawn", "Turns:", "Losses of The Blues (b):"):
        assert words in text
    assert "decisions/s" in text


def test_one_battle_is_not_spoken_of_as_many(run: Run) -> None:
    result = run("battle", "toy", "--a", "greedy", "--b", "random", "--battles", "1", "--jobs", "1")
    assert result.stdout.splitlines()[0] == "1 battle"
    fuzzed = run("fuzz", "toy", "--battles", "1", "--scenario", "wood", "--jobs", "1", "--hash-seeds", "0")
    assert fuzzed.stdout.startswith("1 battle (wood;")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--a", "random"], "Missing option '--b'."),
        (["--a", "random", "--b", "human"], "there is no bot 'human'; there is random, greedy, or one of your own"),
        (["--a", "random", "--b", "random", "--battles", "0"], "Invalid value for '--battles'"),
        (["--a", "random", "--b", "random", "--battles", "x"], "Invalid value for '--battles'"),
        (["--a", "random", "--b", "random", "--scenario", "moon"], "toy has no scenario 'moon'"),
        (["--a", "random", "--b", "random", "--option", "turns=0"], "Option turns may be a whole number"),
        (["--a", "random", "--b", "random", "--jobs", "0"], "Invalid value for '--jobs'"),
    ],
)
def test_wrong_words_are_told_in_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    assert complaint(run("battle", "toy", *words)).startswith(sentence)


def test_a_battle_that_breaks_down_is_told_with_its_seed(run: Run) -> None:
    words = ("battle", "toy", "--a", "random", "--b", "random", "--option", "faulty=true", "--jobs", "1")
    sentence = complaint(run(*words, "--seed", "7", "--battles", "1"), code=1)
    assert "scenario wood, seed 7" in sentence
    assert "the toy is broken" in sentence


def test_where_a_battle_broke_down_is_shown_on_request(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UMPIRE_DEBUG", "1")
    words = ("battle", "toy", "--a", "random", "--b", "random", "--option", "faulty=true", "--jobs", "1")
    failed = run(*words, "--seed", "7", "--battles", "1").exception
    assert failed is not None
    assert isinstance(failed.__cause__, ZeroDivisionError)


# --- fuzz ---


def test_the_fuzzer_finds_nothing_in_a_sound_game(run: Run) -> None:
    result = run("fuzz", "toy", "--battles", "1", "--hash-seeds", "0", "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("2 battles (wood, open; random against random), ")
    assert "no fault" in result.stdout
    assert "How many battles of each scenario." in " ".join(run("fuzz", "--help").stdout.split())


def test_the_fuzzer_tells_the_seed_that_shows_a_fault(run: Run) -> None:
    words = ("fuzz", "toy", "--option", "faulty=true", "--hash-seeds", "0", "--scenario", "open")
    sentence = complaint(run(*words, "--seed", "11", "--jobs", "1"), code=1)
    assert sentence.startswith("scenario open, seed 1")
    assert "crashed: ZeroDivisionError('the toy is broken') in toy_rules.py, line " in sentence
    again = sentence.partition("again with: umpire ")[2].rstrip(".").split()
    assert complaint(run(*again, "--jobs", "1", "--hash-seeds", "0"), code=1) == sentence


def test_the_fuzzer_plays_a_profile(run: Run) -> None:
    result = run("fuzz", "toy", "--battles", "1", "--hash-seeds", "0", "--jobs", "1", "--profile", "brief")
    assert result.exit_code == 0, result.output
    assert "no fault" in result.stdout
    assert complaint(run("fuzz", "toy", "--profile", "long")).startswith("There is no profile long: ")


# --- replay ---


@pytest.fixture
def saved(run: Run, tmp_path: Path) -> Path:
    words = ("battle", "toy", "--a", "greedy", "--b", "greedy", "--battles", "1", "--seed", "5", "--jobs", "1")
    run(*words, "--log", str(tmp_path / "logs"))
    (file,) = (tmp_path / "logs").iterdir()
    return file


def test_a_replay_tells_every_die_with_its_reasons_and_checks_the_hashes(run: Run, saved: Path) -> None:
    result = run("replay", str(saved))
    assert result.exit_code == 0, result.output
    text = result.stdout
    assert "Toy Skirmish, wood, seed 5 (a: greedy, b: greedy)" in text
    assert "Turn 1 begins.  [TOY-SEQ-01]" in text
    assert "shots: 3D6, 4+ needed (in the open 4 TOY-SHT-01): " in text
    assert "every hash as it was" in text
    assert "wins:" in text or "A draw:" in text


def test_a_replay_stops_where_it_is_told(run: Run, saved: Path) -> None:
    text = run("replay", str(saved), "--to", "4").stdout
    assert "4 lines of the log" in text
    assert "Open: " in text


def test_a_replay_refuses_to_stop_where_the_log_is_over(run: Run, saved: Path) -> None:
    lines = run("replay", str(saved)).stdout.split(" lines of the log")[0].split()[-1]
    assert run("replay", str(saved), "--to", lines).exit_code == 0
    said = complaint(run("replay", str(saved), "--to", str(int(lines) + 1)))
    assert said == f"the log of this battle has {lines} lines; --to is one of them."


def test_a_spectator_is_not_told_what_one_seat_alone_may_know(run: Run, saved: Path) -> None:
    early = ("replay", str(saved), "--to", "3")
    assert "Ambush gun" in run(*early, "--seat", "b").stdout
    assert "Ambush gun" not in run(*early).stdout
    assert "Ambush gun" not in run(*early, "--seat", "a").stdout


def test_a_seat_may_be_typed_in_capitals_or_not(run: Run, saved: Path) -> None:
    early = ("replay", str(saved), "--to", "3", "--seat")
    assert run(*early, "B").stdout == run(*early, "b").stdout
    assert "Ambush gun" in run(*early, "B").stdout


def test_a_log_that_drifts_is_told_with_exit_code_1(run: Run, saved: Path, tmp_path: Path) -> None:
    from tests.battle.test_savefile import file_of

    body = json.loads(saved.read_bytes())["body"]
    end = next(entry for entry in body["log"] if entry[0] == "end")
    end[4] = "0" * 24
    changed = tmp_path / "changed.json"
    changed.write_bytes(file_of(body))
    result = run("replay", str(changed))
    assert result.exit_code == 1
    assert "does not replay: the state is" in result.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere.json"], "nowhere.json cannot be read: No such file or directory."),
        (["."], ". cannot be read: Is a directory."),
        ([__file__], "this is not a whole Umpire save file: it is cut short or something else."),
    ],
)
def test_what_is_no_save_file_is_told_in_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    assert complaint(run("replay", *words)) == sentence


def test_an_unknown_seat_is_told_in_one_sentence(run: Run, saved: Path) -> None:
    assert complaint(run("replay", str(saved), "--seat", "c")) == "toy has no seat 'c'; it has a and b."
