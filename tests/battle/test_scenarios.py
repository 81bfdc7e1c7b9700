"""Scenarios of the players' own: what is read, what is refused, and how much they may ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.toy import TOY
from umpire.battle.datafile import DataError
from umpire.battle.decisions import Refused
from umpire.battle.scenarios import (
    MOST_BYTES,
    MOST_ENTRIES,
    MOST_LETTERS,
    MOST_LINE,
    SCENARIO,
    card_for,
    house_rules_in,
    own_file,
    read_scenario,
    staging,
)
from umpire.games import game

FWC = game("fwc")
GOOD = staging(FWC).scenario_text("first-contact").replace("First contact", "My table")


def test_a_file_is_read_with_its_card_and_what_battles_carry(tmp_path: Path) -> None:
    file = tmp_path / "my-table.toml"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    card, carried = read_scenario(FWC, file)
    assert (card.id, card.title, card.opening) == ("my-table", "My table", False)
    assert carried == {SCENARIO: GOOD}
    assert read_scenario(FWC, str(file)) == (card, carried)


def test_the_card_of_a_battle_is_that_of_the_scenario_it_carries() -> None:
    own = card_for(FWC, "mine", {SCENARIO: GOOD})
    usual = card_for(FWC, "first-contact", {})
    assert own is not None
    assert usual is not None
    assert (own.title, usual.title) == ("My table", "First contact")
    assert card_for(FWC, "mine", {}) is None


def test_what_a_battle_carries_is_no_house_rule() -> None:
    assert house_rules_in({"road_bonus": True, SCENARIO: GOOD, "forces": {}}) == {"road_bonus": True}
    assert FWC.house({SCENARIO: GOOD}) == FWC.house({})


# --- Files that are none ---


def told(path: Path) -> str:
    with pytest.raises((DataError, Refused)) as caught:
        read_scenario(FWC, path)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe", "mine.toml:1: is not UTF-8 text"),
        (GOOD.encode() + b"\n# \xe9\n", "is not UTF-8 text"),
        (b"PK\x03\x04 a zip", "mine.toml:1: is not TOML"),
        (b'{"title": "JSON"}', "mine.toml:1: is not TOML"),
        (b"", "mine.toml:1: title: is missing"),
        (b"x" * (MOST_BYTES + 1), "mine.toml: is longer than 32 kB"),
        (b"a = " + b"[\n" * 5_000, "mine.toml: is nested too deeply"),
    ],
)
def test_what_is_no_scenario_is_told_in_a_sentence(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "mine.toml").write_bytes(data)
    assert words in told(tmp_path / "mine.toml")


def test_what_cannot_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert told(tmp_path / "nothing.toml").endswith("nothing.toml: cannot be read (No such file or directory)")
    assert told(tmp_path / "folder.toml").endswith("folder.toml: cannot be read (Is a directory)")
    assert "cannot be read" in told(Path("a\0b.toml"))
    assert told(Path("/dev/zero")) == "/dev/zero: is longer than 32 kB"


def test_a_file_has_a_name_that_battles_can_have_and_no_scenario_of_the_game(tmp_path: Path) -> None:
    for name in ("first-contact", "my table", "tisch-ä", ".hidden", "x" * 61, "a.b"):
        (tmp_path / f"{name}.toml").write_text(GOOD, encoding="utf-8")
    assert told(tmp_path / "first-contact.toml").endswith(
        "first-contact.toml: fwc has a scenario 'first-contact': give the file another name"
    )
    for name in ("my table", "tisch-ä", ".hidden", "x" * 61, "a.b"):
        sentence = told(tmp_path / f"{name}.toml")
        assert sentence.endswith(": the name of a scenario has letters (a to z), digits, - and _, at most 60.")
        assert name[:60] in sentence


def test_a_game_whose_scenarios_are_no_files_says_so(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="toy keeps no scenarios in files"):
        read_scenario(TOY, tmp_path / "mine.toml")


# --- Limits ---


@pytest.mark.parametrize("text", [None, 7, b"title", ["title"], {"title": "T"}])
def test_a_scenario_is_carried_as_text(text: Any) -> None:
    with pytest.raises(Refused, match="as the text of its file"):
        FWC.begin("mine", {SCENARIO: text})


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "a\nb", 'a"b', "x" * 61])
def test_a_name_from_a_save_file_is_checked_too(name: str) -> None:
    with pytest.raises(Refused, match="the name of a scenario has"):
        FWC.begin(name, {SCENARIO: GOOD})


def entries(count: int) -> str:
    return "".join(f"k{at} = 1\n" for at in range(count))


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        ("#" + "x" * 999, "#" + "x" * 1000, f":1: the line has more than {MOST_LINE} letters"),
        ("#\n" * (MOST_BYTES // 2), "#\n" * (MOST_BYTES // 2) + "#", ": is longer than 32 kB"),
        (entries(MOST_ENTRIES), entries(MOST_ENTRIES + 1), f":1: has {MOST_ENTRIES + 1} entries"),
        (f"a = [{'1,' * MOST_ENTRIES}]", f"b = 1\na = [{'1,' * 201}]", ":2: a: has 201 entries; at most 200 are read"),
        (f'a = "{"x" * MOST_LETTERS}"', f'a = "{"x" * 601}"', ":1: a: has 601 letters; at most 600 are read"),
        ('a = "Füße, 10°\\n"', 'a = "\\u001b[2J"', ":1: a: has signs that cannot be printed"),
        ('[[t]]\nid = "a-1_b"', '[[t]]\nid = "a b"', ":2: t[0].id: 'a b': a name has letters (a to z), digits"),
        ("[s.A]\nx = {a-1 = 1}", '[s.A]\nx = {"a 1" = 1}', ":2: s.A.x: 'a 1': a name has letters"),
        ("# ok", "# \ud800", ": is not UTF-8 text"),
    ],
)
def test_how_much_a_scenario_may_ask_for_has_its_limits(good: str, bad: str, words: str) -> None:
    assert own_file("mine", good).name == "mine.toml"
    with pytest.raises(DataError) as caught:
        own_file("mine", bad)
    assert f"mine.toml{words}" in str(caught.value)
