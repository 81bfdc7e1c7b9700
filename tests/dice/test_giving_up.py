"""Questions with a limit: the same answers, and no long wait where there is none."""

from __future__ import annotations

import pytest

from umpire.dice import Again, Procedure
from umpire.dice.requests import Die, Pool
from umpire.dice.solve import TooManyBranches, clear, solve, solve_within


def three_pools(dice: int) -> Procedure[tuple[int, ...]]:
    first: int = yield Pool(dice, 4)
    second: int = yield Pool(dice + first % 2, 5)
    third: int = yield Die(sides=6)
    return first, second, third


def test_with_a_limit_and_without_outcomes_come_in_the_same_order() -> None:
    clear()
    free, limited = solve(three_pools, 6), solve_within(10_000, three_pools, 6)
    assert limited == free
    assert [outcome for outcome, _ in free.pairs] == sorted([outcome for outcome, _ in free.pairs])


def test_a_question_is_answered_if_its_branches_are_no_more_than_the_limit() -> None:
    """Seven numbers of hits; with an even one seven more, else eight; and six faces: a branch for each way."""
    branches = (4 * 7 + 3 * 8) * 6
    clear()
    with pytest.raises(TooManyBranches):
        solve_within(branches - 1, three_pools, 6)
    assert len(solve_within(branches, three_pools, 6).pairs) == branches


def test_what_is_far_too_large_is_given_up_after_a_few_runs() -> None:
    runs = 0

    def five_pools() -> Procedure[int]:
        nonlocal runs
        runs += 1
        total = 0
        for need in (2, 3, 4, 5, 6):
            hits: int = yield Pool(500, need)
            total += hits
        return total

    with pytest.raises(TooManyBranches):
        solve_within(250_000, five_pools)
    assert runs < 1000


def worn_down(left: int) -> Procedure[int | Again]:
    """Three hundred dice; what scores is taken off, until none does or nothing is left."""
    hits: int = yield Pool(300, 6, enough=left)
    if hits == 0:
        return left
    return Again(left - hits) if hits < left else 0


def test_the_long_numbers_of_a_loop_count_as_work() -> None:
    """Forty states of forty branches at the most: what takes time is the fractions between them, long as they are."""
    clear()
    with pytest.raises(TooManyBranches):
        solve_within(100_000, worn_down, 40)
    assert solve_within(200_000, worn_down, 40).total > 10**1000
