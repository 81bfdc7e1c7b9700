"""Odds: exact fractions by outcome and by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.dice import Odds, Weights


class Shot(NamedTuple):
    result: str
    hits: int


ODDS = Odds(Weights(((Shot("ko", 3), 1), (Shot("ko", 4), 2), (Shot("hurt", 1), 4), (Shot("fine", 0), 5)), 12))


def test_odds_are_a_mapping_from_outcome_to_fraction() -> None:
    assert ODDS[Shot("ko", 4)] == Fraction(1, 6)
    assert list(ODDS) == [Shot("ko", 3), Shot("ko", 4), Shot("hurt", 1), Shot("fine", 0)]
    assert len(ODDS) == 4
    assert sum(ODDS.values()) == 1
    assert isinstance(ODDS[Shot("fine", 0)], Fraction)
    assert Shot("ko", 9) not in ODDS
    with pytest.raises(KeyError):
        ODDS[Shot("ko", 9)]


def test_p_is_the_probability_of_all_named_fields_together() -> None:
    assert ODDS.p(result="ko") == Fraction(1, 4)
    assert ODDS.p(result="ko", hits=4) == Fraction(1, 6)
    assert ODDS.p(result="ko", hits=1) == 0
    assert ODDS.p() == 1


def test_by_is_the_distribution_of_one_field() -> None:
    assert ODDS.by("result") == {"ko": Fraction(1, 4), "hurt": Fraction(1, 3), "fine": Fraction(5, 12)}
    assert sum(ODDS.by("hits").values()) == 1


def test_mean_is_exact() -> None:
    assert ODDS.mean("hits") == Fraction(3 + 8 + 4, 12)


def test_a_field_of_words_has_no_mean() -> None:
    with pytest.raises(ValueError, match="result has no mean: 'ko' is not a number"):
        ODDS.mean("result")


@pytest.mark.parametrize("ask", [lambda: ODDS.p(wounds=1), lambda: ODDS.by("wounds"), lambda: ODDS.mean("wounds")])
def test_an_unknown_field_is_named_with_those_there_are(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="unknown field 'wounds'; the outcome has result, hits"):
        ask()


def test_the_fields_are_those_of_the_outcome() -> None:
    assert ODDS.fields == ("result", "hits")


def test_weights_that_do_not_sum_to_their_total_are_a_bug() -> None:
    with pytest.raises(AssertionError, match="do not sum to 1"):
        Odds(Weights(((Shot("ko", 3), 1),), 2))


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_a_sample_is_an_outcome_that_can_happen(seed: int) -> None:
    assert ODDS.sample(Random(seed)) in ODDS


def test_samples_follow_the_odds() -> None:
    rng = Random(7)
    drawn = Counter(ODDS.sample(rng) for _ in range(12_000))
    for outcome, p in ODDS.items():
        assert drawn[outcome] == pytest.approx(12_000 * p, rel=0.1)


def test_the_same_seed_draws_the_same_samples() -> None:
    one, other = Random(3), Random(3)
    assert [ODDS.sample(one) for _ in range(20)] == [ODDS.sample(other) for _ in range(20)]


def test_odds_print_short() -> None:
    assert repr(ODDS) == "Odds(4 outcomes)"
