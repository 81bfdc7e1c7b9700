"""Procedures offered to the outside: names, inputs, outcomes in the words of players, and odds.

Whoever asks for odds, a person at a shell, a page, a script, goes through here, so a wrong input is refused
with one sentence that names it and says what it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from umpire.dice.inputs import (
    REQUIRED,
    BadInput,
    Choice,
    Flag,
    Groups,
    Input,
    Length,
    Record,
    Row,
    Rows,
    Whole,
    Wholes,
    is_number,
    is_whole,
    shown,
)
from umpire.dice.odds import Odds
from umpire.dice.requests import Procedure
from umpire.dice.solve import TooManyBranches, solve_within
from umpire.dice.tally import Tally
from umpire.dice.too_large import differing, smaller

__all__ = [
    "FEW_BRANCHES",
    "MOST_BRANCHES",
    "REQUIRED",
    "BadInput",
    "Choice",
    "Figure",
    "Flag",
    "Groups",
    "Input",
    "Length",
    "Offered",
    "Record",
    "Row",
    "Rows",
    "Speech",
    "Told",
    "Whole",
    "Wholes",
    "count",
    "either",
    "fates",
    "is_number",
    "is_whole",
    "shown",
]

MOST_BRANCHES = 250_000
"""Beyond this, a second or two of work, an answer is refused rather than waited for."""

FEW_BRANCHES = 40_000
"""What can be worked out well within that limit is suggested instead."""


class Figure(NamedTuple):
    """The share of outcomes that players ask for first: its name, and which outcomes it counts."""

    label: str
    counts: Callable[[Any], bool]


class Told(NamedTuple):
    """What an outcome comes to in the words of players, and its place among the others: the lowest is told first."""

    place: int
    words: str


class Speech(NamedTuple):
    """How players speak of what comes of a procedure: its figures, and its outcomes in groups that add up to them."""

    figures: tuple[Figure, ...]
    told: Callable[[Any], Told] | None = None
    """Without it, the values of the first field."""


def fates(*figures: Figure) -> Callable[[Any], Told]:
    """Outcomes in groups, in this order: each belongs to the first that counts it."""

    def told(outcome: Any) -> Told:
        for place, figure in enumerate(figures):
            if figure.counts(outcome):
                return Told(place, figure.label)
        raise AssertionError(f"nobody has words for {outcome!r}")

    return told


def count(one: str, many: str = "") -> Callable[[Any], str]:
    """Numbers with their noun.

    >>> count("wound")(1), count("die", "dice")(3)
    ('1 wound', '3 dice')
    """

    def said(value: Any) -> str:
        return f"{value} {one if value == 1 else many or one + 's'}"

    return said


def either(yes: str, no: str) -> Callable[[Any], str]:
    """The words for what came true and for what did not."""

    def said(value: Any) -> str:
        return yes if value else no

    return said


class Offered(NamedTuple):
    """A dice procedure of a game as the odds tool offers it.

    The procedure takes the game's house rules first, then its inputs in this order.
    """

    name: str
    procedure: Callable[..., Procedure[Any]]
    inputs: tuple[Input, ...]
    text: str
    rules: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    """What stands on a target before anything else: the chance to hurt, the chance to destroy."""
    words: Mapping[str, str] = {}
    """Values of outcomes as players say them, where they say them differently."""
    more: Mapping[str, Callable[..., Fraction]] = {}
    """Figures beside the outcomes, worked out from house rules and inputs when somebody asks: the mean of rounds."""
    said: Mapping[str, Callable[[Any], str]] = {}
    """Fields of outcomes whose values need more than a word each: `3 dice`, `hit` or `missed`."""
    told: Callable[[Any], Told] | None = None
    """Outcomes in groups as players tell them, so that they add up to the figures; without it, the first field."""
    speech: Callable[[Mapping[str, Any]], Speech] | None = None
    """Figures and groups where what is said depends on the inputs: `hurt` is one marker more than before."""

    sum: Callable[..., Tally] | None = None
    """The number that comes of house rules and inputs, with its terms, where it is not the need of a throw."""

    def spoken(self, values: Mapping[str, Any]) -> Speech:
        """Figures and groups for these inputs."""
        if self.speech is None:
            return Speech(self.figures, self.told)
        given: dict[str, Any] = {item.name: item.default for item in self.inputs}
        return self.speech({**given, **values})

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """All inputs checked, in order, defaults filled in."""
        known = [item.name for item in self.inputs]
        for name in values:
            if name not in known:
                raise BadInput(f"{self.name} has no input {shown(name)}; it takes {', '.join(known) or 'none'}.")
        read: list[Any] = []
        for item in self.inputs:
            value = values.get(item.name, item.default)
            if value is REQUIRED:
                raise BadInput(f"{self.name} needs {item.name}: {item.says}.")
            read.append(item.read(value))
        return tuple(read)

    def odds(self, house: Any, values: Mapping[str, Any]) -> Odds:
        read = self.read(values)
        more = {name: partial(figure, house, *read) for name, figure in self.more.items()}
        try:
            return Odds(solve_within(MOST_BRANCHES, self.procedure, house, *read), more)
        except TooManyBranches:
            raise self._too_large(house, values) from None

    def _too_large(self, house: Any, values: Mapping[str, Any]) -> BadInput:
        """Names what is large, and the largest of smaller questions that is quickly worked out."""
        questions = smaller(values)
        would_do = "ask for fewer or smaller numbers"
        for question in questions:
            try:
                solve_within(FEW_BRANCHES, self.procedure, house, *self.read(question))
            except (BadInput, TooManyBranches):
                break
            would_do = f"{_listed(differing(question, values))} would do"
        large = _listed(differing(values, questions[0])) if questions else "these inputs"
        return BadInput(f"{self.name} is too large to work out with {large}; {would_do}.")


def _listed(values: Mapping[str, Any]) -> str:
    return " and ".join([f"{name} {shown(value)}" for name, value in values.items()])
