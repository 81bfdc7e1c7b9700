"""Batches: the same battles whatever the number of processes, with logs or without."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.toy import TOY
from umpire.battle import savefile
from umpire.lab.batch import BattleFailed, Plan, one, run
from umpire.lab.processes import chunks, spread_out
from umpire.lab.statistics import Outcome

PLAN = Plan("toy", "wood", ("greedy", "random"), 10, seed=3)


def timeless(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome._replace(seconds=0) for outcome in outcomes]


@pytest.mark.usefixtures("toy_installed")
def test_a_batch_is_the_same_in_any_number_of_processes() -> None:
    heard: list[int] = []
    alone = run(PLAN, 1, heard.append)
    assert sum(heard) == 10
    assert [outcome.number for outcome in alone] == list(range(10))
    assert [outcome.seed for outcome in alone] == list(range(3, 13))
    assert timeless(run(PLAN, 2)) == timeless(alone)


@pytest.mark.usefixtures("toy_installed")
def test_a_log_of_each_battle_replays_to_its_outcome(tmp_path: Path) -> None:
    outcomes = run(PLAN._replace(log=str(tmp_path)), 1)
    assert timeless(outcomes) == timeless(run(PLAN, 1))
    files = sorted(tmp_path.glob("*.json"))
    assert len(files) == 10
    for outcome, file in zip(outcomes, files, strict=True):
        battle = savefile.replay(savefile.read(file.read_bytes()), TOY)
        assert battle.result is not None
        assert (battle.result.winner, battle.seed) == (outcome.winner, outcome.seed)


def test_swapped_battles_share_their_seed_and_change_the_seats() -> None:
    plan = PLAN._replace(swap=True)
    pairs = [one(TOY, plan, number) for number in range(4)]
    assert [(each.seed, each.swapped) for each in pairs] == [(3, False), (3, True), (4, False), (4, True)]
    turned = PLAN._replace(levels=("random", "greedy"))
    assert pairs[1]._replace(number=0, swapped=False, seconds=0) == one(TOY, turned, 0)._replace(seconds=0)


def test_a_battle_that_breaks_down_names_its_seed() -> None:
    plan = PLAN._replace(levels=("random", "random"), options=(("faulty", True),))
    with pytest.raises(BattleFailed, match=r"toy, scenario wood, seed 3\): ZeroDivisionError"):
        one(TOY, plan, 0)


def test_chunks_hold_each_number_once() -> None:
    for count in (1, 2, 7, 100, 1001):
        for jobs in (1, 2, 64):
            assert [n for chunk in chunks(count, jobs) for n in chunk] == list(range(count))


def test_work_spread_out_comes_back_whole() -> None:
    assert sorted(spread_out(abs, list(range(-20, 0)), 2)) == list(range(1, 21))
    assert list(spread_out(abs, [], 2)) == []
