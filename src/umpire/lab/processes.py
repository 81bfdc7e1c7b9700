"""Work cut into chunks for several processes; the results do not depend on how many there are."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread_out(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """The results of `work` over all tasks, as they come; whoever cares about their order sorts them.

    With one job everything happens in this process. Whoever stops listening stops the work.
    """
    if jobs <= 1 or len(tasks) <= 1:
        for task in tasks:
            yield work(task)
        return
    with get_context().Pool(min(jobs, len(tasks)), _worker) as pool:  # leaving it ends the processes at once
        yield from pool.imap_unordered(work, tasks)


def _worker() -> None:
    """Ctrl-C reaches all processes of a terminal; only the first one answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def chunks(count: int, jobs: int, most: int = 5) -> list[range]:
    """The numbers below `count` in pieces: small enough to share out evenly and to show progress."""
    size = max(1, min(most, -(-count // (4 * max(1, jobs)))))
    return [range(start, min(count, start + size)) for start in range(0, count, size)]
