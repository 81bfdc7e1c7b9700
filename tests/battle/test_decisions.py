"""Decisions whose answers are looked at only when somebody asks for them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from umpire.battle.decisions import Option, PickOne, PickSome, Place, Refused, Route, Sieved
from umpire.table import Point

ALLOWED = ("b", "d", "e")


class Looking:
    """Looks at options and remembers at which."""

    def __init__(self) -> None:
        self.at: list[str] = []

    def __call__(self, key: str) -> Option | None:
        self.at.append(key)
        return Option(key, f"take {key}") if key in ALLOWED else None


def pick() -> tuple[PickOne, Looking]:
    look = Looking()
    return PickOne("A", "Which?", "TOY-1", Sieved("abcdef", look)), look


def test_an_answer_has_only_itself_looked_at() -> None:
    decision, look = pick()
    assert decision.read("d") == "d"
    assert look.at == ["d"]


@pytest.mark.parametrize("answer", ["a", "z", "", None, 3, ["b"], {"b": 1}])
def test_what_is_not_allowed_is_refused_with_all_that_is(answer: object) -> None:
    decision, _ = pick()
    with pytest.raises(Refused, match=r"is not one of the choices: b, d, e\. \(TOY-1\)"):
        decision.read(answer)


@pytest.mark.parametrize("answer", ["b" * 10_000, [["b"] * 5_000]], ids=["text", "list"])
def test_a_refusal_is_a_short_sentence_however_long_the_answer_is(answer: object) -> None:
    decision, _ = pick()
    with pytest.raises(Refused, match=r"is not one of the choices") as refusal:
        decision.read(answer)
    assert len(str(refusal.value)) < 150


def test_whoever_looks_at_the_list_sees_what_is_allowed_in_order() -> None:
    decision, look = pick()
    assert [option.label for option in decision.options] == ["take b", "take d", "take e"]
    assert len(decision.options) == 3
    assert decision.options[-1].key == "e"
    assert decision.options[:2] == [Option("b", "take b"), Option("d", "take d")]
    assert decision.default() == "b"
    assert decision.candidates() == ["b", "d", "e"]
    assert look.at == list("abcdef"), "each is looked at once"


def test_at_random_all_that_is_allowed_is_as_likely() -> None:
    rng = Random(1)
    drawn = Counter(pick()[0].random(rng) for _ in range(3000))
    assert set(drawn) == set(ALLOWED)
    assert all(900 < times < 1100 for times in drawn.values())


def test_what_is_drawn_and_then_given_is_looked_at_once() -> None:
    decision, look = pick()
    key = decision.random(Random(1))
    seen = len(look.at)
    assert decision.read(key) == key
    assert len(look.at) == seen
    other = next(each for each in ALLOWED if each != key)
    assert decision.read(other) == other
    assert look.at[seen:] == [other], "another answer is looked at all the same"


def test_nothing_is_looked_at_twice_and_no_more_than_it_takes() -> None:
    look = Looking()
    options = Sieved("abcdef", look)
    assert options.has_any("abc")
    assert look.at == ["a", "b"], "the first that is allowed answers it"
    assert not options.has_any("ac")
    assert look.at == ["a", "b", "c"]
    for seed in range(20):
        options.drawn(Random(seed))
    assert [option.key for option in options] == ["b", "d", "e"]
    assert sorted(look.at) == list("abcdef")


def test_a_list_may_have_an_order_that_only_who_wants_all_asks_for() -> None:
    look = Looking()
    places: list[str] = []

    def place(key: str) -> int:
        places.append(key)
        return -ord(key)

    options = Sieved("abcdef", look, place)
    assert options.has("b")
    options.drawn(Random(1))
    assert places == []
    assert [option.key for option in options] == ["e", "d", "b"]


def test_with_nothing_allowed_nothing_is_drawn() -> None:
    nothing = PickOne("A", "Which?", "TOY-1", Sieved(["a"], Looking()))
    assert len(nothing.options) == 0
    with pytest.raises(IndexError):
        nothing.random(Random(1))


def test_a_sensible_answer_may_be_found_when_it_is_wanted() -> None:
    assert PickOne("A", "Which?", "TOY-1", [Option("a", "a"), Option("b", "b")], lambda: "b").default() == "b"


def test_suggestions_are_worked_out_once_and_only_if_wanted() -> None:
    asked: list[str] = []

    def suggested() -> list[tuple[str, ...]]:
        asked.append("now")
        return [("a",), ("a", "b")]

    options = [Option("a", "a"), Option("b", "b")]
    decision = PickSome("A", "Who?", "TOY-1", options, 1, 2, None, suggested, draw=lambda rng: ("b",))
    assert decision.random(Random(1)) == ["b"]
    assert decision.read(["b"]) == ("b",)
    assert not asked
    assert decision.default() == ["a"]
    assert decision.candidates() == [["a"], ["a", "b"]]
    assert asked == ["now"]


def test_a_place_at_random_is_any_that_is_allowed_and_few_are_checked() -> None:
    checked: list[Route] = []

    def check(route: Route) -> Refused | None:
        checked.append(route)
        return None if route.end.x % 2 == 0 else Refused("odd.", "TOY-2")

    stand = Route((Point(0, 0),), 0)
    routes = [Route((Point(0, 0), Point(x, 0)), 0) for x in range(1, 20)]
    drawn: Counter[int] = Counter()
    rng = Random(1)
    for _ in range(2000):
        place = Place("A", "Where?", "TOY-2", "unit", check, lambda: [stand, *routes], stand=stand)
        drawn[place.read(place.random(rng)).end.x] += 1
    assert set(drawn) == set(range(0, 20, 2))
    assert all(150 < times < 250 for times in drawn.values())
    assert len(checked) < 2000 * 3


def test_a_place_with_nowhere_to_go_is_not_drawn() -> None:
    place = Place("A", "Where?", "TOY-2", "unit", lambda route: Refused("no.", "TOY-2"), lambda: [], "point")
    with pytest.raises(IndexError):
        place.random(Random(1))


def test_a_point_without_a_place_to_stand_is_drawn_and_if_need_be_found() -> None:
    allowed = Route((Point(5, 5),), 0)

    def place(*drawn: Route) -> Place:
        deck = iter(drawn)
        return Place(
            "A",
            "Where?",
            "TOY-1",
            "",
            lambda route: None if route == allowed else Refused("not there.", "TOY-1"),
            lambda: [Route((Point(1, 1),), 0), allowed],
            "point",
            draw=lambda rng: next(deck),
        )

    aside = Route((Point(9, 9),), 0)
    assert place(aside, allowed).random(Random(1)) == {"path": [[5, 5]], "facing": 0}
    assert place(aside, aside, aside).random(Random(1)) == {"path": [[5, 5]], "facing": 0}


class Vague:
    """As arrays compare: with each of their numbers."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        raise ValueError("the truth value of an array is ambiguous")

    def __repr__(self) -> str:
        return "array([1, 2])"


def test_an_answer_that_cannot_be_compared_is_the_fault_of_who_gives_it() -> None:
    which = PickOne("A", "Which?", "TOY-1", [Option("a", "a"), Option("b", "b")])
    with pytest.raises(Refused, match=r"^array\(\[1, 2\]\) is not one of the choices: a, b\. \(TOY-1\)$"):
        which.read(Vague())


def test_a_prompt_is_worded_once_when_somebody_looks() -> None:
    worded: list[str] = []

    def prompt() -> str:
        worded.append("Which?")
        return "Which?"

    decision = PickOne("A", prompt, "TOY-1", [Option("a", "a"), Option("b", "b")])
    assert decision.read(decision.random(Random(1))) in ("a", "b")
    assert not worded
    assert (decision.prompt, decision.prompt, repr(decision)) == ("Which?", "Which?", "<PickOne for A: Which? [TOY-1]>")
    assert worded == ["Which?"]
