"""Timing shared by the benchmarks: peers take turns, the median counts, the garbage collector rests."""

from __future__ import annotations

import argparse
import gc
import json
import platform
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from statistics import median
from time import perf_counter_ns
from typing import Any

Call = Callable[[], Any]


def nothing() -> None:
    """Preparation of a warm run."""


def timed(call: Call) -> float:
    """Seconds of one call."""
    start = perf_counter_ns()
    call()
    return (perf_counter_ns() - start) / 1e9


BLOCK = 5
"""Calls of one peer in a row, before the next has its turn."""


def medians(
    calls: Mapping[str, Call], prepare: Mapping[str, Call] | None = None, repeats: int = 60
) -> dict[str, float]:
    """Median seconds of each call. The calls take turns in short blocks: a busy moment hits all of them.

    `prepare` runs before each single call and is not counted: it clears caches for a cold run.
    """
    before = prepare or {}
    spent: dict[str, list[float]] = {name: [] for name in calls}
    collecting = gc.isenabled()
    try:
        for _ in range(-(-repeats // BLOCK)):
            gc.enable()
            gc.collect(0)
            gc.disable()
            for name, call in calls.items():
                for _ in range(BLOCK):
                    before.get(name, nothing)()
                    spent[name].append(timed(call))
    finally:
        if collecting:
            gc.enable()
    return {name: median(times) for name, times in spent.items()}


def micro(seconds: float) -> str:
    """A time as people read it."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A plain table: first column to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = []
    for row in (head, ["-" * width for width in widths], *rows):
        cells = [
            cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def versions(*packages: str) -> dict[str, str]:
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def arguments(text: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON and nothing else")
    return parser


def show(as_json: bool, figures: Mapping[str, Any], text: str) -> None:
    print(json.dumps(figures, indent=2) if as_json else text)
