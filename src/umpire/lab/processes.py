"""Work cut into chunks for several processes; the results do not depend on how many there are."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import wait as connections
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerLost(RuntimeError):
    """A process died over its work: killed, or out of memory."""


def spread_out(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """The results of `work` over all tasks, as they come; whoever cares about their order sorts them.

    With one job everything happens in this process. Whoever stops listening stops the work. If a process dies,
    `WorkerLost` says so at once, where a pool of the standard library would wait for it for ever.
    """
    if jobs <= 1 or len(tasks) <= 1:
        for task in tasks:
            yield work(task)
        return
    workers: dict[Any, BaseProcess] = {}
    waiting = list(reversed(tasks))
    try:
        for _ in range(min(jobs, len(tasks))):
            ours, process = _hire(work)
            workers[ours] = process
            ours.send((waiting.pop(),))
        while workers:
            ready: list[Any] = list(connections(list(workers)))
            for ours in ready:
                yield _finished(ours, workers[ours])
                if waiting:
                    ours.send((waiting.pop(),))
                else:
                    ours.send(())  # nothing is left to do
                    workers.pop(ours)
    finally:
        for process in workers.values():
            process.terminate()
        for process in workers.values():
            process.join()


def _hire(work: Callable[[T], R]) -> tuple[Any, BaseProcess]:
    context = get_context()
    ours, theirs = context.Pipe()
    process = context.Process(target=_worker, args=(work, theirs, ours), daemon=True)
    process.start()
    theirs.close()  # so that the end of the process is the end of the pipe
    return ours, process


def _finished(ours: Any, process: BaseProcess) -> Any:
    try:
        done, result = ours.recv()
    except (EOFError, ConnectionError):
        process.join()
        raise WorkerLost(f"a process died over its work (exit code {process.exitcode}).") from None
    if not done:
        raise result
    return result


def _worker(work: Callable[[T], R], pipe: Any, other_end: Any) -> None:
    """Ctrl-C reaches all processes of a terminal; only the first one answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other_end.close()
    while tasks := pipe.recv():
        try:
            answer: tuple[bool, Any] = (True, work(*tasks))
        except Exception as error:
            answer = (False, error)
        pipe.send(answer)


def chunks(count: int, jobs: int, most: int = 5) -> list[range]:
    """The numbers below `count` in pieces: small enough to share out evenly and to show progress."""
    size = max(1, min(most, -(-count // (4 * max(1, jobs)))))
    return [range(start, min(count, start + size)) for start in range(0, count, size)]
