"""Procedures offered to the outside: inputs are checked, and what is wrong is told in one sentence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.dice import Pool, Procedure
from umpire.dice.offered import (
    REQUIRED,
    BadInput,
    Choice,
    Flag,
    Groups,
    Input,
    Length,
    Offered,
    Record,
    Whole,
    Wholes,
)

INPUTS: dict[str, Input] = {
    "any": Whole("cv"),
    "least": Whole("order", 1),
    "most": Whole("loss", None, 3),
    "range": Whole("score", 2, 6),
    "or none": Whole("save", 2, 6, default=None, none="no save"),
    "length": Length("distance", most=300),
    "step": Length("step", least=1, most=300),
    "flag": Flag("dense"),
    "choice": Choice("kind", ("normal", "massive")),
    "wholes": Wholes("attacks", 0, 20),
    "groups": Groups("groups", dice=40),
}

GOOD: list[tuple[str, Any, Any]] = [
    ("any", -7, -7),
    ("any", 10**30, 10**30),
    ("least", 1, 1),
    ("most", -9, -9),
    ("range", 2, 2),
    ("range", 6, 6),
    ("or none", None, None),
    ("or none", 6, 6),
    ("length", 0, 0),
    ("length", 33, 3300),
    ("length", 12.34, 1234),
    ("length", 0.1 + 0.2, 30),
    ("length", 10.005, 1001),
    ("length", 20.005, 2001),
    ("length", 30.004999, 3000),
    ("step", 1, 100),
    ("step", 20.0, 2000),
    ("flag", True, True),
    ("flag", False, False),
    ("choice", "massive", "massive"),
    ("wholes", [], ()),
    ("wholes", [4, 0, 20], (4, 0, 20)),
    ("wholes", (1,), (1,)),
    ("groups", [], ()),
    ("groups", [[5, 4], [2, 6]], ((5, 4), (2, 6))),
    ("groups", ((0, 2),), ((0, 2),)),
]

BAD: list[tuple[str, Any, str]] = [
    ("any", 8.0, "cv must be a whole number, not 8.0."),
    ("any", "8", "cv must be a whole number, not '8'."),
    ("any", None, "cv must be a whole number, not None."),
    ("any", True, "cv must be a whole number, not True."),
    ("least", 0, "order must be a whole number of 1 or more, not 0."),
    ("most", 4, "loss must be a whole number of 3 or less, not 4."),
    ("range", 1, "score must be a whole number from 2 to 6, not 1."),
    ("range", 7, "score must be a whole number from 2 to 6, not 7."),
    ("range", None, "score must be a whole number from 2 to 6, not None."),
    ("or none", 1, "save must be a whole number from 2 to 6 or null (no save), not 1."),
    ("or none", "", "save must be a whole number from 2 to 6 or null (no save), not ''."),
    ("length", -0.01, "distance must be a length from 0 to 300 cm, not -0.01."),
    ("length", 300.5, "distance must be a length from 0 to 300 cm, not 300.5."),
    ("length", float("nan"), "distance must be a length from 0 to 300 cm, not nan."),
    ("length", float("inf"), "distance must be a length from 0 to 300 cm, not inf."),
    ("length", True, "distance must be a length from 0 to 300 cm, not True."),
    ("length", "20", "distance must be a length from 0 to 300 cm, not '20'."),
    ("length", None, "distance must be a length from 0 to 300 cm, not None."),
    ("step", 0, "step must be a length from 1 to 300 cm, not 0."),
    ("flag", 1, "dense must be true or false, not 1."),
    ("flag", "true", "dense must be true or false, not 'true'."),
    ("flag", None, "dense must be true or false, not None."),
    ("choice", "huge", "kind must be one of normal, massive, not 'huge'."),
    ("choice", 1, "kind must be one of normal, massive, not 1."),
    ("choice", ["normal"], "kind must be one of normal, massive, not ['normal']."),
    ("wholes", 4, "attacks must be a list of whole numbers from 0 to 20, not 4."),
    ("wholes", [4, 21], "attacks must be a list of whole numbers from 0 to 20, not [4, 21]."),
    ("wholes", [4, 1.5], "attacks must be a list of whole numbers from 0 to 20, not [4, 1.5]."),
    ("wholes", [True], "attacks must be a list of whole numbers from 0 to 20, not [True]."),
    ("wholes", {"a": 1}, "attacks must be a list of whole numbers from 0 to 20, not {'a': 1}."),
    ("groups", 5, "groups must be a list of [dice 0 to 40, score 2 to 6], not 5."),
    ("groups", [5, 4], "groups must be a list of [dice 0 to 40, score 2 to 6], not [5, 4]."),
    ("groups", [[5]], "groups must be a list of [dice 0 to 40, score 2 to 6], not [[5]]."),
    ("groups", [[41, 4]], "groups must be a list of [dice 0 to 40, score 2 to 6], not [[41, 4]]."),
    ("groups", [[-1, 4]], "groups must be a list of [dice 0 to 40, score 2 to 6], not [[-1, 4]]."),
    ("groups", [[5, 7]], "groups must be a list of [dice 0 to 40, score 2 to 6], not [[5, 7]]."),
    ("groups", [[5, "4"]], "groups must be a list of [dice 0 to 40, score 2 to 6], not [[5, '4']]."),
    ("groups", "54", "groups must be a list of [dice 0 to 40, score 2 to 6], not '54'."),
]


@pytest.mark.parametrize(("name", "value", "read"), GOOD)
def test_a_good_value_is_read_as_the_procedure_takes_it(name: str, value: Any, read: Any) -> None:
    found = INPUTS[name].read(value)
    assert found == read
    assert type(found) is type(read)
    hash(found)


@pytest.mark.parametrize(("name", "value", "says"), BAD)
def test_a_bad_value_is_refused_with_one_sentence_that_names_the_input(name: str, value: Any, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        INPUTS[name].read(value)
    assert str(refused.value) == says


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
)


@pytest.mark.parametrize("name", INPUTS)
@settings(deadline=None)
@given(ANYTHING)
def test_anything_at_all_is_read_or_refused_by_name(name: str, value: Any) -> None:
    item = INPUTS[name]
    said = ""
    try:
        hash(item.read(value))
    except BadInput as refused:
        said = str(refused)
    assert not said or said.startswith(f"{item.name} must be {item.says}, not ")
    assert len(said) < 200


# --- A procedure with its inputs ------------------------------------------------------------------


class Volley(NamedTuple):
    hits: int


def volley(house: int, dice: int, need: int, sure: bool) -> Procedure[Volley]:
    hits: int = yield Pool(dice, 1 if sure else need)
    return Volley(hits + house)


OFFERED = Offered(
    "volley",
    volley,
    (Whole("dice", 0, 400), Whole("need", 2, 6, default=4), Flag("sure")),
    "Hits of a volley.",
)


def test_inputs_are_read_in_order_with_defaults_filled_in() -> None:
    assert OFFERED.read({"dice": 3}) == (3, 4, False)
    assert OFFERED.read({"sure": True, "need": 6, "dice": 0}) == (0, 6, True)


def test_the_odds_are_those_of_the_procedure_under_the_house_rules() -> None:
    odds = OFFERED.odds(10, {"dice": 2})
    assert odds.by("hits") == {10: Fraction(1, 4), 11: Fraction(1, 2), 12: Fraction(1, 4)}
    assert OFFERED.odds(0, {"dice": 2, "sure": True}).p(hits=2) == 1


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({}, "volley needs dice: a whole number from 0 to 400."),
        ({"need": 4}, "volley needs dice: a whole number from 0 to 400."),
        ({"dice": 1, "dise": 2}, "volley has no input 'dise'; it takes dice, need, sure."),
        ({"dice": -1}, "dice must be a whole number from 0 to 400, not -1."),
        ({"dice": 1, "sure": 1}, "sure must be true or false, not 1."),
    ],
)
def test_wrong_inputs_are_told_in_one_sentence(values: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        OFFERED.odds(0, values)
    assert str(refused.value) == says


def test_a_procedure_without_inputs_says_so() -> None:
    def flip(house: int) -> Procedure[Volley]:
        hits: int = yield Pool(1, 4)
        return Volley(hits)

    offered = Offered("flip", flip, (), "A coin.")
    assert offered.odds(0, {}).p(hits=1) == Fraction(1, 2)
    with pytest.raises(BadInput, match="flip has no input 'dice'; it takes none"):
        offered.odds(0, {"dice": 1})


def test_an_input_is_required_unless_it_has_a_default() -> None:
    assert Whole("cv").default is REQUIRED
    assert Whole("order", 1, default=1).default == 1
    assert Whole("save", 2, 6, default=None, none="no save").default is None
    assert Flag("dense").default is False


def test_odds_too_large_to_work_out_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("umpire.dice.offered.MOST_BRANCHES", 300)
    assert len(OFFERED.odds(0, {"dice": 299})) == 300
    monkeypatch.setattr("umpire.dice.offered.FEW_BRANCHES", 100)
    with pytest.raises(BadInput) as refused:
        OFFERED.odds(0, {"dice": 300})
    assert str(refused.value) == "volley is too large to work out with dice 300; dice 75 would do."
    monkeypatch.setattr("umpire.dice.offered.FEW_BRANCHES", 5)
    with pytest.raises(BadInput) as refused:
        OFFERED.odds(0, {"dice": 300})
    assert str(refused.value) == "volley is too large to work out with dice 300; ask for fewer or smaller numbers."
    monkeypatch.setattr("umpire.dice.offered.MOST_BRANCHES", 5)
    with pytest.raises(BadInput, match="volley is too large to work out with these inputs; ask for fewer"):
        OFFERED.odds(0, {"dice": 6})


def test_a_list_that_is_too_long_is_told_how_long_it_may_be() -> None:
    with pytest.raises(BadInput, match="losses may have up to 200 entries, not 201"):
        Wholes("losses", 0, 6).read([1] * 201)
    with pytest.raises(BadInput, match="groups may have up to 50 entries, not 51"):
        Groups("groups").read([[1, 4]] * 51)


class _Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (10**5000, "a number too long to write"),
        ([10**5000], "something that cannot be written"),
        (_Unspeakable(), "something that cannot be written"),
        ("x" * 100, "'" + "x" * 56 + "..."),
    ],
    ids=["number", "list", "object", "text"],
)
def test_whatever_is_refused_can_be_told(value: Any, words: str) -> None:
    with pytest.raises(BadInput) as refused:
        Whole("cv", 1, 6).read(value)
    assert str(refused.value) == f"cv must be a whole number from 1 to 6, not {words}."


@pytest.mark.parametrize(
    "value", [10**100, -(10**100), 10**5000], ids=["long", "long below 0", "longer than Python writes"]
)
def test_a_number_without_limits_may_be_long_but_not_endless(value: int) -> None:
    assert Whole("cv").read(10**100 - 1) == 10**100 - 1
    with pytest.raises(BadInput) as refused:
        Whole("cv").read(value)
    assert str(refused.value) == "cv must be a whole number, not one of more than 100 digits."


# --- Records ---------------------------------------------------------------------------------------------------


class Side(NamedTuple):
    dice: int
    need: int


SIDE = Record("side", (Whole("dice", 0, 20), Whole("need", 2, 6, default=4)), Side, "who throws")


def test_a_record_reads_its_fields_with_defaults_filled_in() -> None:
    assert SIDE.says == "a record of dice, need (4)"
    assert SIDE.read({"dice": 3}) == Side(3, 4)
    assert SIDE.read({"need": 6, "dice": 0}) == Side(0, 6)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (3, "side must be a record of dice, need (4), not 3."),
        ({}, "side needs dice: a whole number from 0 to 20."),
        ({"dice": 3, "save": 5}, "side has no 'save'; it has dice, need."),
        ({"dice": 21}, "side: dice must be a whole number from 0 to 20, not 21."),
    ],
)
def test_a_wrong_record_is_told_in_one_sentence(value: Any, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        SIDE.read(value)
    assert str(refused.value) == says


# --- Figures beside the outcomes -------------------------------------------------------------------------------


def test_figures_beside_the_outcomes_are_worked_out_when_asked_for() -> None:
    asked: list[tuple[Any, ...]] = []

    def twice(*inputs: Any) -> Fraction:
        asked.append(inputs)
        return Fraction(2 * inputs[1])

    odds = OFFERED._replace(more={"twice": twice}).odds(5, {"dice": 3})
    assert odds.more == ("twice",)
    assert asked == []
    assert odds.twice == 6
    assert asked == [(5, 3, 4, False)]
    with pytest.raises(AttributeError, match="rounds"):
        _ = odds.rounds
    assert OFFERED.odds(5, {"dice": 3}).more == ()
