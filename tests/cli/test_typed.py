"""What somebody types as an answer, and how it is understood."""

from __future__ import annotations

import pytest

from umpire.battle.decisions import Option, PickOne, PickSome
from umpire.battle.view import View
from umpire.cli import asking
from umpire.cli.frame import Complaint

VIEW = View("toy", "wood", None, "Turn 1", 1, "cm", (60_000, 40_000), (), (), ())
LABELS = {"a": "I1", "b": "I2", "c": "I4", "d": "T1"}
UNITS = tuple(Option(f"{piece}-key", f"unit {piece}", piece=piece) for piece in LABELS)


def several(text: str) -> object:
    return asking.read_answer(text, PickSome("a", "Which?", "X-01", UNITS, 0, 4), VIEW, LABELS)


def test_a_row_of_numbers_may_be_typed_from_its_end() -> None:
    assert several("3-2") == ["c-key", "b-key"]
    assert several("2-2") == ["b-key"]


def test_a_row_of_labels_is_typed_by_its_ends() -> None:
    assert several("I1-I4") == several("I1-4") == ["a-key", "b-key", "c-key"], "I3 is not offered"
    assert several("I1 T1-T3") == ["a-key", "d-key"]
    with pytest.raises(Complaint):
        several("G1-G4")


@pytest.mark.parametrize("text", [",", ", ,"])
def test_what_names_nothing_is_not_taken_for_none(text: str) -> None:
    with pytest.raises(Complaint, match="names nothing"):
        several(text)


def test_capitals_do_not_matter_where_only_one_unit_can_be_meant() -> None:
    assert several("i1 t1") == ["a-key", "d-key"]
    both = (Option("ours", "unit one", piece="d"), Option("theirs", "unit two", piece="e"))
    decision = PickOne("a", "Which?", "X-01", both)
    labels = {"d": "T1", "e": "t1"}
    assert asking.read_answer("t1", decision, VIEW, labels) == "theirs"
    assert asking.read_answer("T1", decision, VIEW, labels) == "ours"


def test_a_lone_choice_is_not_spoken_of_as_many() -> None:
    with pytest.raises(Complaint, match="'y' is neither 1 nor a command"):
        asking.read_answer("y", PickSome("a", "Which?", "X-01", UNITS[:1], 0, 1), VIEW, LABELS)
