"""Work in several processes: all of it is done, faults come back, and a death is noticed."""

from __future__ import annotations

import os
import time
from multiprocessing import active_children

import pytest

from umpire.lab.processes import WorkerLost, spread_out


def doubled(number: int) -> int:
    return 2 * number


def broken(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def deadly(number: int) -> int:
    if number == 3:
        os._exit(9)
    return number


def endless(number: int) -> int:
    while number:
        time.sleep(1)
    return number


@pytest.mark.parametrize("jobs", [1, 2, 50])
def test_everything_is_done_once(jobs: int) -> None:
    assert sorted(spread_out(doubled, range(20), jobs)) == list(range(0, 40, 2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_comes_back(jobs: int) -> None:
    with pytest.raises(ValueError, match="three"):
        list(spread_out(broken, range(8), jobs))


def test_a_process_that_dies_is_told_and_not_waited_for() -> None:
    with pytest.raises(WorkerLost, match="exit code 9"):
        list(spread_out(deadly, range(8), 2))


def test_who_stops_listening_stops_the_work() -> None:
    others = set(active_children())
    results = spread_out(endless, range(3), 2)
    assert next(results) == 0
    assert len(set(active_children()) - others) == 2
    results.close()  # type: ignore[attr-defined]
    assert set(active_children()) <= others
