"""What is far too long, at the shell: files without an end, numbers and names of thousands of digits and letters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import umpire
from tests.cli.complaints import complaint
from tests.cli.conftest import Run
from umpire.battle import savefile
from umpire.battle.decisions import Option, ShareOut
from umpire.battle.view import View
from umpire.cli import asking
from umpire.cli.frame import Complaint

ENDLESS = Path("/dev/zero")


@pytest.mark.skipif(not ENDLESS.exists(), reason="there is no such thing here")
@pytest.mark.parametrize(
    "words", [("replay", str(ENDLESS)), ("play", "--resume", str(ENDLESS)), ("play", "fwc", "--force", f"A={ENDLESS}")]
)
def test_a_file_is_read_no_further_than_any_battle_is_long(run: Run, words: tuple[str, ...]) -> None:
    assert complaint(run(*words)) == "/dev/zero is longer than 30000 kB."


@pytest.mark.parametrize("digits", [101, 4300, 5000])
@pytest.mark.parametrize(
    "words",
    [("play", "toy"), ("battle", "toy", "--a", "random", "--b", "random"), ("fuzz", "toy")],
    ids=lambda words: words[0],
)
def test_a_seed_of_thousands_of_digits_is_refused(run: Run, words: tuple[str, ...], digits: int) -> None:
    sentence = complaint(run(*words, "--seed", "9" * digits))
    assert "--seed" in sentence
    assert len(sentence) < 200


def test_a_seed_may_have_as_many_digits_as_in_python(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    assert run("play", "toy", "--seed", f"-{'9' * 100}", "--save", str(file), typed="quit\n").exit_code == 0
    assert json.loads(file.read_bytes())["body"]["seed"] == 1 - 10**100


def forged(**fields: object) -> bytes:
    """A save file with a right checksum and other contents."""
    body = json.loads(umpire.save(umpire.battle("fwc")))["body"] | fields
    text = json.dumps(body, separators=(",", ":"))
    head = {"format": savefile.FORMAT, "version": savefile.VERSION, "checksum": savefile._checksum(text.encode())}
    return f'{json.dumps(head)[:-1]}, "body": {text}}}'.encode()


@pytest.mark.parametrize(
    "fields",
    [
        {"scenario": "x" * 100_000},
        {"game": "x" * 100_000},
        {"options": {"x" * 100_000: 1}},
        {"options": {"scenario": "", "y": "x" * 100_000}, "scenario": "x" * 100_000},
        {"x" * 100_000: 1},
        {"seats": {"A": "x" * 100_000}},
    ],
    ids=lambda fields: next(iter(fields))[:10],
)
def test_names_out_of_a_file_make_no_sentence_endless(run: Run, tmp_path: Path, fields: dict[str, object]) -> None:
    file = tmp_path / "forged.json"
    file.write_bytes(forged(**fields))
    assert len(complaint(run("play", "--resume", str(file)))) < 1000


def test_a_scenario_of_a_long_name_is_refused_in_short() -> None:
    with pytest.raises(umpire.Refused) as refused:
        umpire.battle("fwc", "x" * 100_000)
    assert len(str(refused.value)) < 200


def test_a_share_is_given_once() -> None:
    view = View("toy", "wood", None, "Turn 1", 1, "cm", (60_000, 40_000), (), (), ())
    decision = ShareOut("a", "Who?", "X-01", (Option("one", "One"), Option("two", "Two")), 3, {"one": 3, "two": 3})
    assert asking.read_answer("1=2 2=1", decision, view) == {"one": 2, "two": 1}
    with pytest.raises(Complaint, match=r"^1 is given twice\.$"):
        asking.read_answer("1=2 1=1 2=1", decision, view)
