"""Weights: the quick counting against slow counting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dice.honest import probabilities
from umpire.dice import Weights
from umpire.dice.weights import (
    Gathering,
    forget,
    multisets,
    not_cancelled,
    reduced,
    successes,
    sums,
    uniform,
)


@settings(deadline=None)
@given(st.integers(0, 7), st.integers(0, 4), st.integers(1, 4), st.none() | st.integers(0, 9))
def test_successes_are_those_of_dice_tried_one_by_one(dice: int, good: int, of: int, enough: int | None) -> None:
    good = min(good, of)
    counted: Counter[int] = Counter()
    for tries in product(range(of), repeat=dice):
        hits = sum(each < good for each in tries)
        counted[hits if enough is None else min(hits, enough)] += 1
    assert probabilities(successes(dice, good, of, enough)) == {
        hits: Fraction(ways, of**dice) for hits, ways in counted.items()
    }


@settings(deadline=None)
@given(st.integers(0, 300), st.integers(0, 36), st.none() | st.integers(0, 20))
def test_weights_of_successes_sum_to_their_total(dice: int, good: int, enough: int | None) -> None:
    weights = successes(dice, good, 36, enough)
    assert sum(weight for _, weight in weights.pairs) == weights.total
    assert all(weight > 0 for _, weight in weights.pairs)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 4), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.none() | st.integers(0, 4))
def test_what_spare_tries_cancel_is_that_of_tries_made_one_by_one(
    dice: int, hit: int, save: int, spare: int, enough: int | None
) -> None:
    counted: Counter[int] = Counter()
    for tries in product(range(3), repeat=dice):
        hits = sum(each < hit for each in tries)
        second = hits + spare if hits else 0
        for saves in product(range(3), repeat=second):
            kept = max(0, hits - sum(each < save for each in saves))
            counted[kept if enough is None else min(kept, enough)] += 3 ** (dice + spare - second)
    assert probabilities(not_cancelled(dice, (hit, 3), (save, 3), spare, enough)) == {
        kept: Fraction(ways, 3 ** (2 * dice + spare)) for kept, ways in counted.items()
    }


def test_successes_are_those_of_the_binomial_sum() -> None:
    pairs = tuple((hits, comb(9, hits) * 2**hits) for hits in range(10))
    assert successes(9, 2, 3) == (pairs, 3**9)


@pytest.mark.parametrize("sides", [1, 2, 3, 6])
@pytest.mark.parametrize("dice", range(6))
def test_sums_are_those_of_faces_added_up(dice: int, sides: int) -> None:
    counted = Counter(sum(faces) for faces in product(range(1, sides + 1), repeat=dice))
    assert dict(sums(dice, sides).pairs) == counted
    for enough in range(dice * sides + 3):
        capped: Counter[int] = Counter()
        for score, ways in counted.items():
            capped[min(score, enough)] += ways
        assert dict(sums(dice, sides, enough).pairs) == capped


def test_sums_of_many_dice_are_symmetric_and_complete() -> None:
    weights = sums(60, 6)
    ways = dict(weights.pairs)
    assert sum(ways.values()) == weights.total == 6**60
    assert all(ways[score] == ways[420 - score] for score in range(60, 361))
    assert ways[60] == 1
    assert ways[61] == 60


@pytest.mark.parametrize(("dice", "sides"), [(0, 6), (1, 6), (2, 6), (4, 6), (5, 3)])
def test_multisets_are_sorted_faces(dice: int, sides: int) -> None:
    counted = Counter(tuple(sorted(faces)) for faces in product(range(1, sides + 1), repeat=dice))
    weights = multisets(dice, sides)
    assert dict(weights.pairs) == counted
    assert weights.total == sides**dice


def test_uniform_gives_each_value_the_same_weight() -> None:
    assert uniform(3, 4) == Weights(((3, 1), (4, 1), (5, 1), (6, 1)), 4)


def test_reduced_divides_by_what_all_weights_share_and_drops_the_impossible() -> None:
    assert reduced([("a", 6), ("b", 0), ("c", 9)], 15) == Weights((("a", 2), ("c", 3)), 5)


def test_gathering_adds_weights_over_different_totals() -> None:
    gathered = Gathering()
    gathered.add("a", 1, 2)
    gathered.add("b", 1, 3)
    gathered.add("a", 1, 6)
    weights = gathered.weights()
    assert weights == Weights((("a", 2), ("b", 1)), 3)


def test_forget_empties_every_cache() -> None:
    caches = (successes, sums, multisets, uniform)
    successes(1, 1, 2), sums(1, 6), multisets(1, 6), uniform(1, 6)
    assert all(cache.cache_info().currsize > 0 for cache in caches)
    forget()
    assert all(cache.cache_info().currsize == 0 for cache in caches)
