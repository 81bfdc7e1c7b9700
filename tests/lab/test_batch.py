"""Batches: the same battles whatever the number of processes, with logs or without."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.toy import TOY
from umpire.battle import savefile
from umpire.bots import RandomBot, UnknownBot
from umpire.bots.match import play_out
from umpire.dice.inputs import BadInput
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


@pytest.mark.usefixtures("toy_installed")
@pytest.mark.parametrize(
    ("changes", "jobs", "sentence"),
    [
        ({"battles": 1.5}, 1, "battles must be a whole number of 0 or more, not 1.5."),
        ({"battles": -1}, 1, "battles must be a whole number of 0 or more, not -1."),
        ({"seed": "7"}, 1, "seed must be a whole number, not '7'."),
        ({}, 0, "jobs must be a whole number of 1 or more, not 0."),
        ({"levels": ("greedy",)}, 1, "levels must be 2 names of bots, one for each seat, not ('greedy',)."),
        ({"levels": "greedy"}, 1, "levels must be 2 names of bots, one for each seat, not 'greedy'."),
    ],
)
def test_a_plan_that_cannot_be_played_is_told_in_a_sentence(changes: dict[str, Any], jobs: int, sentence: str) -> None:
    with pytest.raises(BadInput) as refusal:
        run(PLAN._replace(**changes), jobs)
    assert str(refusal.value) == sentence


@pytest.mark.usefixtures("toy_installed")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"scenario": "moon"}, "there is no scenario 'moon'"),
        ({"options": (("turns", 77),)}, "Option turns may be a whole number from 1 to 9, not 77."),
    ],
)
def test_a_battle_that_cannot_begin_is_not_put_down_to_a_bot(changes: dict[str, Any], why: str) -> None:
    plan = PLAN._replace(**changes)
    with pytest.raises(BattleFailed) as failure:
        run(plan, 1)
    assert str(failure.value).startswith(f"a battle failed (toy, scenario {plan.scenario}, seed 3): {why}")


def test_a_bot_sits_at_each_seat_of_a_battle_played_out() -> None:
    with pytest.raises(UnknownBot, match=r"^there is no bot at b; each seat of toy has one\.$"):
        play_out(TOY, "wood", {"a": RandomBot(1)})


def test_chunks_hold_each_number_once() -> None:
    for count in (1, 2, 7, 100, 1001):
        for jobs in (1, 2, 64):
            assert [n for chunk in chunks(count, jobs) for n in chunk] == list(range(count))


def test_work_spread_out_comes_back_whole() -> None:
    assert sorted(spread_out(abs, list(range(-20, 0)), 2)) == list(range(1, 21))
    assert list(spread_out(abs, [], 2)) == []
