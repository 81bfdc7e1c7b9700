"""Distributions as integer weights over a common total: no Fraction inside the exact loop."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, gcd, lcm
from typing import Any, NamedTuple


class Weights(NamedTuple):
    """Outcomes with whole weights; `total` is the sum of all weights."""

    pairs: tuple[tuple[Any, int], ...]
    total: int


class Gathering:
    """Adds up weighted outcomes that come with different totals."""

    __slots__ = ("_leaves",)

    def __init__(self) -> None:
        self._leaves: list[tuple[Hashable, int, int]] = []

    def add(self, outcome: Hashable, weight: int, total: int) -> None:
        self._leaves.append((outcome, weight, total))

    def weights(self) -> Weights:
        totals = {total for _, _, total in self._leaves}
        common = lcm(*totals)
        scale = {total: common // total for total in totals}
        sums: dict[Hashable, int] = {}
        for outcome, weight, total in self._leaves:
            sums[outcome] = sums.get(outcome, 0) + weight * scale[total]
        return reduced(sums.items(), common)


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
def not_cancelled(
    dice: int, hit: tuple[int, int], save: tuple[int, int], spare: int, enough: int | None = None
) -> Weights:
    """Successes with chance `hit` less those cancelled by one try each and `spare` more, with chance `save`.

    A success outlives its own try or does not, and the spare tries cancel of what is left: two counts that know nothing
    of each other. (Without a success nobody makes the spare tries, but then there is nothing to cancel either.)

    >>> not_cancelled(1, (1, 2), (1, 3), 1)
    Weights(pairs=((0, 7), (1, 2)), total=9)
    """
    alive = successes(dice, hit[0] * (save[1] - save[0]), hit[1] * save[1])
    cancelled = successes(spare, *save)
    left: dict[int, int] = {}
    for count, weight in alive.pairs:
        for stopped, ways in cancelled.pairs:
            kept = max(0, count - stopped)
            if enough is not None:
                kept = min(kept, enough)
            left[kept] = left.get(kept, 0) + weight * ways
    return reduced(sorted(left.items()), alive.total * cancelled.total)


@lru_cache(maxsize=1024)
def sums(dice: int, sides: int, enough: int | None = None) -> Weights:
    """The sum of `dice` dice; all sums of `enough` and more are one class, called `enough`.

    >>> sums(2, 6, enough=4)
    Weights(pairs=((2, 1), (3, 2), (4, 33)), total=36)
    """
    top = dice * sides if enough is None else min(dice * sides, enough - 1)
    # With q = 1 + x + ... + x^(sides - 1) and p = q^dice, q p' = dice q' p: so each coefficient of p follows
    # from the `sides - 1` before it, of which two running sums are enough.
    ways = [1]
    plain = by_step = 0
    for above in range(1, top - dice + 1):
        newest = ways[above - 1]
        oldest = ways[above - sides] if above >= sides else 0
        by_step += plain + newest - sides * oldest
        plain += newest - oldest
        ways.append(((dice + 1) * by_step - above * plain) // above)
    total: int = sides**dice
    pairs = [(dice + above, count) for above, count in enumerate(ways) if count and dice + above <= top]
    rest = total - sum(count for _, count in pairs)
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


def forget() -> None:
    """Empty the caches of this module."""
    for cache in (successes, not_cancelled, sums, multisets, uniform):
        cache.cache_clear()
