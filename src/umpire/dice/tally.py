"""Whole numbers that remember why they are what they are."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """One term of a sum: what it is called, how much it adds, and the rule that says so."""

    text: str
    amount: int
    rule: str = ""


class Tally:
    """A score to roll, a number of dice or a command value, with the terms that made it.

    Equal and hashed by its value alone, so that results of a dice procedure merge whatever the story behind
    their numbers is.

    >>> need = Tally.of(4, "in the open", "X-01").plus(1, "soft cover", "X-02")
    >>> need.value, need == 5, str(need)
    (5, True, '5 = 4 in the open +1 soft cover')
    """

    __slots__ = ("reasons", "value")

    value: int
    reasons: tuple[Reason, ...]

    def __init__(self, value: int, reasons: tuple[Reason, ...] = ()) -> None:
        self.value = value
        self.reasons = reasons

    @staticmethod
    def of(amount: int, text: str, rule: str = "") -> Tally:
        return Tally(amount, (Reason(text, amount, rule),))

    def plus(self, amount: int, text: str, rule: str = "") -> Tally:
        """The number with one more term; a term of nothing is left out."""
        if amount == 0:
            return self
        return Tally(self.value + amount, (*self.reasons, Reason(text, amount, rule)))

    def at_least(self, least: int, text: str, rule: str = "") -> Tally:
        return self.plus(max(0, least - self.value), text, rule)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Tally):
            return self.value == other.value
        if isinstance(other, int):
            return self.value == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"Tally({self.value})"

    def __str__(self) -> str:
        if not self.reasons:
            return str(self.value)
        first, *rest = self.reasons
        terms = [f"{first.amount} {first.text}", *(f"{r.amount:+d} {r.text}" for r in rest)]
        return f"{self.value} = {' '.join(terms)}"


Number = Tally | int


def value_of(number: Number) -> int:
    return number.value if isinstance(number, Tally) else number


def reasons_of(number: Number | None) -> tuple[Reason, ...]:
    return number.reasons if isinstance(number, Tally) else ()
