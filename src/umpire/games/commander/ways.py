"""A move under the enemy's eyes: where along its path he may fire, and what is left of a path cut short."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from umpire.table import Base, Point, length, point_at


def window_marks(whole: float, step: int) -> list[float]:
    """Where on a path of this length the enemy may fire: at the start, every step, at the end."""
    marks = [0.0]
    while marks[-1] + step < whole - 1:
        marks.append(marks[-1] + step)
    if whole > 0:
        marks.append(whole)
    return marks


def base_at(base: Base, path: Sequence[Point], mark: float) -> Base:
    """A base after so much of its path, facing along it; at the very start as it stands."""
    if mark == 0:
        return base
    point, facing = point_at(path, mark)
    return base.placed(point.x, point.y, facing)


def shortened(path: Sequence[Point], mark: float) -> tuple[Point, ...]:
    """A path up to this length of it."""
    kept: list[Point] = [path[0]]
    gone = 0.0
    for p, q in pairwise(path):
        leg = length((p, q))
        if gone + leg >= mark:
            kept.append(point_at(path, mark)[0])
            break
        kept.append(q)
        gone += leg
    return tuple(kept)
