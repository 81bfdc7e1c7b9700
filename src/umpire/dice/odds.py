"""The answer of the exact interpreter, as people use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from umpire.dice.weights import Weights


class Odds(Mapping[Any, Fraction]):
    """Outcomes with their exact probabilities, which sum to 1.

    >>> from umpire.dice.requests import Pool
    >>> odds = Odds(Pool(2, 4).weights())
    >>> odds[1]
    Fraction(1, 2)
    """

    __slots__ = ("_more", "_weights", "total", "weights")

    def __init__(self, weights: Weights, more: Mapping[str, Callable[[], Fraction]] | None = None) -> None:
        self.weights = weights
        self.total = weights.total
        self._weights: dict[Any, int] = dict(weights.pairs)
        if sum(self._weights.values()) != weights.total:
            raise AssertionError("probabilities do not sum to 1")
        self._more = dict(more or {})

    def __getitem__(self, outcome: Any) -> Fraction:
        return Fraction(self._weights[outcome], self.total)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields of an outcome."""
        for outcome in self._weights:
            names: tuple[str, ...] = outcome._fields
            return names
        return ()

    def p(self, **fields: Any) -> Fraction:
        """The probability that all named fields have these values."""
        self._known(*fields)
        weight = 0
        for outcome, share in self._weights.items():
            if all(getattr(outcome, name) == value for name, value in fields.items()):
                weight += share
        return Fraction(weight, self.total)

    def by(self, field: str) -> dict[Any, Fraction]:
        """The distribution of one field."""
        self._known(field)
        sums: dict[Any, int] = {}
        for outcome, share in self._weights.items():
            value = getattr(outcome, field)
            sums[value] = sums.get(value, 0) + share
        return {value: Fraction(weight, self.total) for value, weight in sums.items()}

    def mean(self, field: str) -> Fraction:
        """The mean of a field of numbers."""
        shares = self.by(field)
        for value in shares:
            if not isinstance(value, int | float):
                raise ValueError(f"{field} has no mean: {value!r} is not a number")
        return sum((Fraction(value) * share for value, share in shares.items()), Fraction(0))

    @property
    def more(self) -> tuple[str, ...]:
        """The names of figures beside the outcomes, such as the mean of rounds; each is an attribute."""
        return tuple(self._more)

    def __getattr__(self, name: str) -> Fraction:
        if name.startswith("_") or name not in self._more:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return self._more[name]()

    def sample(self, rng: Random) -> Any:
        """One outcome at random, by these odds."""
        mark = rng.randrange(self.total)
        for outcome, share in self._weights.items():
            mark -= share
            if mark < 0:
                return outcome
        raise AssertionError("unreachable: the weights sum to the total")

    def _known(self, *names: str) -> None:
        for name in names:
            if name not in self.fields:
                raise ValueError(f"unknown field {name!r}; the outcome has {', '.join(self.fields)}")

    def __repr__(self) -> str:
        return f"Odds({len(self)} outcomes)"
