"""Bots of somebody's own in batches and in the fuzzer, by `package.module:factory`."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.cli.complaints import complaint
from tests.cli.conftest import Run
from tests.toy import TOY
from umpire import bots
from umpire.battle import savefile

SOURCE = """
from random import Random


class Mine:
    def __init__(self, seed):
        self.rng = Random(seed)

    def answer(self, state, decision):
        return decision.random(self.rng)

    def why(self):
        return "no reason"


def mine(game, seed):
    return Mine(seed)


def only_game(game):
    return Mine(0)


def silent(game, seed):
    return object()


class Stubborn(Mine):
    def answer(self, state, decision):
        return "nonsense"


def stubborn(game, seed):
    return Stubborn(seed)


class Leaver(Mine):
    def answer(self, state, decision):
        raise SystemExit(0)


def leaver(game, seed):
    return Leaver(seed)


class Interrupter(Mine):
    def answer(self, state, decision):
        raise KeyboardInterrupt


def interrupter(game, seed):
    return Interrupter(seed)


class Torn(Mine):
    def answer(self, state, decision):
        return [][3]


def torn_apart(game, seed):
    return Torn(seed)


def gone(game, seed):
    raise SystemExit(0)


number = 5
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module in the folder somebody works in, of a name that no other test has imported."""
    name = f"own_bots_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(SOURCE)
    (tmp_path / "torn.py").write_text("1 / 0")
    (tmp_path / "leaving.py").write_text("import sys; sys.exit(0)")
    monkeypatch.syspath_prepend("")  # so that what the program adds to the path is forgotten afterwards
    monkeypatch.chdir(tmp_path)
    return name


def test_a_bot_of_ones_own_fights_a_batch_in_any_number_of_processes(run: Run, own: str, tmp_path: Path) -> None:
    words = ("battle", "toy", "--a", f"{own}:mine", "--b", "greedy", "--battles", "6", "--swap", "--json")
    found = [
        json.loads(run(*words, *more).stdout)
        for more in (("--jobs", "1"), ("--jobs", "2", "--log", str(tmp_path / "l")))
    ]
    assert found[0]["outcomes"] == found[1]["outcomes"]
    assert set(found[0]["bots"]) == {f"{own}:mine", "greedy"}
    like = json.loads(run("battle", "toy", "--a", "random", *words[4:]).stdout)
    assert like["sides"] == found[0]["sides"], "it gets the same seeds as our own random bot, which answers as it does"
    saved = savefile.read(sorted((tmp_path / "l").iterdir())[1].read_bytes())
    assert saved.seats == {"a": "greedy", "b": f"{own}:mine"}


def test_the_fuzzer_plays_with_a_bot_of_ones_own_in_other_processes_too(
    run: Run, own: str, toy_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from tests.installed import environment

    monkeypatch.setenv("PYTHONPATH", environment(toy_folder, tmp_path)["PYTHONPATH"])
    words = ("fuzz", "toy", "--scenario", "wood", "--battles", "1", "--jobs", "1", "--hash-seeds", "1")
    result = run(*words, "--a", f"{own}:mine")
    assert result.exit_code == 0, result.output
    assert f"{own}:mine against random" in result.stdout
    assert "is refused" in complaint(run(*words, "--a", f"{own}:stubborn"), code=1)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nowhere:mine", "the bot 'nowhere:mine' cannot be imported (ModuleNotFoundError("),
        ("torn:mine", "the bot 'torn:mine' cannot be imported (ZeroDivisionError("),
        ("leaving:mine", "the bot 'leaving:mine' cannot be imported (SystemExit(0))."),
        ("{own}:gone", "the bot '{own}:gone' cannot be made of a game and a seed (SystemExit(0))."),
        ("{own}:yours", "the bot '{own}:yours' cannot be imported (AttributeError("),
        ("{own}:", "the bot '{own}:' cannot be imported (AttributeError("),
        (":mine", "the bot ':mine' cannot be imported (ValueError("),
        ("{own}:number", "the bot '{own}:number' does not fit: number cannot be called with a game and a seed."),
        ("{own}:only_game", "the bot '{own}:only_game' cannot be made of a game and a seed (TypeError("),
        (
            "{own}:silent",
            "the bot '{own}:silent' does not fit: it has no answer and no why; "
            "a bot has answer(state, decision) and why().",
        ),
    ],
)
def test_a_bot_that_is_not_there_or_does_not_fit_is_told_in_a_sentence(
    run: Run, own: str, name: str, told: str
) -> None:
    name, told = name.format(own=own), told.format(own=own)
    assert complaint(run("battle", "toy", "--a", name, "--b", "random")).startswith(told)
    assert complaint(run("battle", "toy", "--a", "random", "--b", name)).startswith(told)
    assert complaint(run("fuzz", "toy", "--a", name)).startswith(told)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_ends_the_program_is_told_by_its_name(run: Run, own: str, jobs: str) -> None:
    words = ("--b", "random", "--battles", "8", "--jobs", jobs)
    left = f"the bot '{own}:leaver' ends the program instead of answering (SystemExit(0))."
    sentence = complaint(run("battle", "toy", "--a", f"{own}:leaver", *words), code=1)
    assert sentence.startswith("a battle failed (toy, scenario ")
    assert sentence.endswith(left)
    told = left.replace(").", "); again with: ")
    assert told in complaint(run("fuzz", "toy", "--a", f"{own}:leaver", *words), code=1)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_breaks_off_is_told_by_its_name_with_file_and_line(run: Run, own: str, jobs: str) -> None:
    words = ("--a", f"{own}:torn_apart", "--b", "random", "--battles", "8", "--jobs", jobs)
    line = SOURCE.splitlines().index("        return [][3]") + 1
    error = f"IndexError('list index out of range') in {own}.py, line {line}"
    told = f"the bot '{own}:torn_apart' breaks off instead of answering ({error})"
    assert complaint(run("battle", "toy", *words), code=1).endswith(f"{told}.")
    assert told in complaint(run("fuzz", "toy", *words), code=1)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_whose_answer_is_not_allowed_is_told_the_refusal(run: Run, own: str, jobs: str) -> None:
    words = ("--a", f"{own}:stubborn", "--b", "random", "--battles", "8", "--jobs", jobs)
    assert "a bot's answer is refused: 'nonsense' is not" in complaint(run("battle", "toy", *words), code=1)


def test_a_bot_that_interrupts_is_told_as_what_it_is_where_nobody_else_can(run: Run, own: str) -> None:
    words = ("battle", "toy", "--a", f"{own}:interrupter", "--b", "random", "--battles", "8")
    sentence = complaint(run(*words, "--jobs", "2"), code=1)
    assert sentence.endswith(
        f"the bot '{own}:interrupter' ends the program instead of answering (KeyboardInterrupt())."
    )
    # In one process it may have been somebody at the keyboard, unless the tests themselves do not heed it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert complaint(run(*words, "--jobs", "1"), code=130) == "stopped before all battles were fought."
    finally:
        signal.signal(signal.SIGINT, before)


def test_where_a_bot_of_ones_own_breaks_down_is_shown_on_request(
    run: Run, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_DEBUG", "1")
    failed = run("battle", "toy", "--a", "torn:mine", "--b", "random").exception
    assert failed is not None
    assert isinstance(failed.__cause__, ZeroDivisionError)


def test_a_save_file_cannot_bring_code_along(run: Run, own: str, tmp_path: Path) -> None:
    run("battle", "toy", "--a", f"{own}:mine", "--b", "greedy", "--battles", "1", "--log", str(tmp_path / "logs"))
    (file,) = (tmp_path / "logs").iterdir()
    sentence = complaint(run("play", "--resume", str(file)))
    assert sentence == f"there is no player '{own}:mine'; there is human, random, greedy."


def test_a_bot_is_made_for_a_game_not_for_its_name() -> None:
    with pytest.raises(bots.UnknownBot, match=r"^a bot is made for a game, which 'fwc' is not; "):
        bots.make("fwc", "greedy")  # type: ignore[arg-type]
    with pytest.raises(
        bots.UnknownBot, match=r"^there is no bot 'clever'; there is random, greedy, or one of your own as "
    ):
        bots.make(TOY, "clever")
