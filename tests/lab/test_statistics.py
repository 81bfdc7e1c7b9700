"""Shares with their intervals, and what a batch adds up to."""

from __future__ import annotations

from math import comb

import pytest

from umpire.lab.statistics import Outcome, named, plain, report, spread, wilson


def test_wilson_gives_the_known_interval() -> None:
    share = wilson(65, 100)
    assert (share.value, share.times, share.of) == (0.65, 65, 100)
    assert (share.low, share.high) == pytest.approx((0.5525, 0.7364), abs=5e-5)


@pytest.mark.parametrize("of", [1, 2, 10, 1000])
def test_wilson_stays_between_nothing_and_all(of: int) -> None:
    none, all_ = wilson(0, of), wilson(of, of)
    assert none.low == 0
    assert 0 < none.high < 1
    assert all_.high == 1
    assert all_.low == pytest.approx(1 - none.high)
    assert wilson(0, 0).high == 1


def test_wilson_holds_the_truth_about_95_times_out_of_100() -> None:
    of, truth = 40, 0.3
    held = 0.0
    for count in range(of + 1):
        share = wilson(count, of)
        if share.low <= truth <= share.high:
            held += comb(of, count) * truth**count * (1 - truth) ** (of - count)
    assert 0.92 < held < 0.98


def outcome(number: int, winner: str | None, swapped: bool = False, lost: int = 1) -> Outcome:
    return Outcome(number, number, swapped, winner, "so", 4 + number, {"a": lost, "b": 0}, {"a": 5, "b": 6}, 10, 0.5)


def test_a_swapped_battle_counts_for_the_bot_that_sat_there() -> None:
    outcomes = [outcome(0, "a"), outcome(1, "a", swapped=True), outcome(2, "b", swapped=True), outcome(3, None)]
    found = report(outcomes, ("greedy", "random"), ("a", "b"))
    assert {name: share.times for name, share in found.bots.items()} == {"greedy": 2, "random": 1}
    assert {seat: share.times for seat, share in found.sides.items()} == {"a": 2, "b": 1}
    assert found.draws.times == 1
    assert found.draws.of == 4


def test_a_report_has_means_and_ends() -> None:
    found = report([outcome(0, "a", lost=3), outcome(1, "b", lost=0)], ("random", "random"), ("a", "b"))
    assert found.turns == (4.5, 4, 5)
    assert found.losses["a"] == (1.5, 0, 3)
    assert found.fielded == {"a": 5, "b": 6}
    assert found.reasons == {"so": 2}
    assert (found.decisions, found.seconds, found.decisions_per_second) == (20, 1.0, 20.0)
    assert list(plain(found)["bots"]) == ["random (a)", "random (b)"]


def test_bots_of_different_levels_keep_their_names() -> None:
    assert named(("greedy", "random"), ("a", "b")) == ("greedy", "random")
    assert spread([]) == (0, 0, 0)
