"""Distributions as integer weights over a common total: no Fraction inside the exact loop."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, gcd, lcm
from typing import Any, NamedTuple


class Weights(NamedTuple):
    """Outcomes with whole weights; `total` is the sum of all weights."""

    pairs: tuple[tuple[Any, int], ...]
    total: int


class Gathering:
    """Adds up weighted outcomes that come with different totals."""

    __slots__ = ("_sums",)

    def __init__(self) -> None:
        self._sums: dict[Hashable, dict[int, int]] = {}

    def add(self, outcome: Hashable, weight: int, total: int) -> None:
        by_total = self._sums.get(outcome)
        if by_total is None:
            self._sums[outcome] = {total: weight}
        else:
            by_total[total] = by_total.get(total, 0) + weight

    def weights(self) -> Weights:
        totals = {total for by_total in self._sums.values() for total in by_total}
        common = lcm(*totals)
        scale = {total: common // total for total in totals}
        pairs = [
            (outcome, sum(weight * scale[total] for total, weight in by_total.items()))
            for outcome, by_total in self._sums.items()
        ]
        return reduced(pairs, common)


def reduced(pairs: Iterable[tuple[Any, int]], total: int) -> Weights:
    kept = [(outcome, weight) for outcome, weight in pairs if weight]
    divisor = gcd(total, *(weight for _, weight in kept))
    if divisor > 1:
        kept = [(outcome, weight // divisor) for outcome, weight in kept]
        total //= divisor
    return Weights(tuple(kept), total)


@lru_cache(maxsize=4096)
def successes(dice: int, good: int, of: int, enough: int | None = None) -> Weights:
    """How many of `dice` tries succeed, each with chance good/of; counted up to `enough`."""
    common = gcd(good, of)
    good, of = good // common, of // common
    bad = of - good
    if good <= 0:
        return Weights(((0, 1),), 1)
    if bad <= 0:
        return Weights(((dice if enough is None else min(dice, enough), 1),), 1)
    total = of**dice
    weight = bad**dice
    last = dice if enough is None or enough > dice else enough
    pairs: list[tuple[int, int]] = []
    left = total
    for count in range(last):
        pairs.append((count, weight))
        left -= weight
        weight = weight * (dice - count) * good // ((count + 1) * bad)
    pairs.append((last, left))
    return Weights(tuple(pairs), total)


@lru_cache(maxsize=1024)
def sums(dice: int, sides: int, enough: int | None = None) -> Weights:
    """The sum of `dice` dice; all sums of `enough` and more are one class, called `enough`.

    >>> sums(2, 6, enough=4)
    Weights(pairs=((2, 1), (3, 2), (4, 33)), total=36)
    """
    top = dice * sides if enough is None else min(dice * sides, enough - 1)
    ways = [1] + [0] * max(0, top)
    for _ in range(dice):
        running = 0
        fresh = [0] * len(ways)
        for score in range(1, len(ways)):
            running += ways[score - 1]
            if score > sides:
                running -= ways[score - 1 - sides]
            fresh[score] = running
        ways = fresh
    total: int = sides**dice
    pairs = [(score, count) for score, count in enumerate(ways) if count]
    rest = total - sum(ways)
    if rest and enough is not None:
        pairs.append((enough, rest))
    return Weights(tuple(pairs), total)


@lru_cache(maxsize=256)
def multisets(dice: int, sides: int) -> Weights:
    """All faces, sorted, without regard to which die shows which."""
    pairs = []
    for faces in combinations_with_replacement(range(1, sides + 1), dice):
        ways = factorial(dice)
        for face in range(1, sides + 1):
            ways //= factorial(faces.count(face))
        pairs.append((faces, ways))
    return Weights(tuple(pairs), sides**dice)


@lru_cache(maxsize=64)
def uniform(first: int, count: int) -> Weights:
    return Weights(tuple((value, 1) for value in range(first, first + count)), count)


def ways_at_least(count: int, dice: int, good: int, of: int) -> int:
    """Weight, out of of**dice, of at least `count` successes: the honest sum, for tests and doctests.

    >>> ways_at_least(1, 2, 1, 6)
    11
    """
    ways: int = sum(comb(dice, k) * good**k * (of - good) ** (dice - k) for k in range(count, dice + 1))
    return ways


def forget() -> None:
    """Empty the caches of this module."""
    for cache in (successes, sums, multisets, uniform):
        cache.cache_clear()
