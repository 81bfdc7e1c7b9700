"""Brute force: what the clever code is held against. Every face of every die is tried, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from umpire.dice import DiceRequest, Procedure, Roll, Throw, Weights, run


def probabilities(weights: Weights) -> dict[Any, Fraction]:
    """Weights as fractions; an outcome may stand there once only."""
    shares = {outcome: Fraction(weight, weights.total) for outcome, weight in weights.pairs}
    assert len(shares) == len(weights.pairs), "an outcome is listed twice"
    return shares


def faces_of(throw: Throw) -> Iterator[tuple[int, ...]]:
    return product(range(1, throw.sides + 1), repeat=throw.dice)


def every_roll(request: DiceRequest) -> Iterator[tuple[Roll, Fraction]]:
    """Every way the dice of one request can fall, throw after throw, with its probability."""
    waiting: list[tuple[Roll, Fraction]] = [((), Fraction(1))]
    while waiting:
        roll, p = waiting.pop()
        throw = request.next_throw(roll)
        if throw is None:
            yield roll, p
            continue
        for faces in faces_of(throw):
            waiting.append(((*roll, faces), p / throw.sides**throw.dice))


def answers(request: DiceRequest) -> dict[Any, Fraction]:
    """The answers of a request with their probabilities, by reading every roll."""
    shares: Counter[Any] = Counter()
    for roll, p in every_roll(request):
        shares[request.read(roll)] += p  # type: ignore[assignment]
    return dict(shares)


class _More(Exception):
    def __init__(self, throw: Throw) -> None:
        super().__init__()
        self.throw = throw


class _Replay:
    """Throws laid down in advance; the first one beyond them is told by `_More`."""

    def __init__(self, throws: tuple[tuple[int, ...], ...]) -> None:
        self.throws = list(throws)

    def throw(self, throw: Throw) -> tuple[int, ...]:
        if not self.throws:
            raise _More(throw)
        return self.throws.pop(0)


def played(start: Callable[[], Procedure[Any]]) -> dict[Any, Fraction]:
    """The outcomes of a procedure by playing it with every roll there is."""
    shares: Counter[Any] = Counter()
    waiting: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        throws, p = waiting.pop()
        try:
            outcome = run(start(), _Replay(throws))
        except _More as more:
            for faces in faces_of(more.throw):
                waiting.append(((*throws, faces), p / more.throw.sides**more.throw.dice))
        else:
            shares[outcome] += p  # type: ignore[assignment]
    return dict(shares)
