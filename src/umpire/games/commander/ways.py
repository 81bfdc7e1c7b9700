"""A move under the enemy's eyes: where along its path he may fire, and what is left of a path cut short."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Protocol

from umpire.battle.decisions import Call, Option, Preview, Spot, Way
from umpire.battle.words import listed
from umpire.table import Base, Point, length, point_at


def window_marks(whole: float, step: int) -> list[float]:
    """Where on a path of this length the enemy may fire: at the start, every step, at the end."""
    marks = [0.0]
    while marks[-1] + step < whole - 1:
        marks.append(marks[-1] + step)
    if whole > 0:
        marks.append(whole)
    return marks


class Named(Protocol):
    """What is told of a unit that may fire."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def window_option(
    key: str, when: str, rule: str, firers: Sequence[Named], odds: Call, preview: Callable[[], Preview]
) -> Option:
    """To fire in one of the windows: of a single firer the option speaks, several are listed below it."""
    if len(firers) == 1:
        return Option(key, f"{when}: {firers[0].name}", rule, firers[0].id, odds, preview=preview)
    names = listed([each.name for each in firers])
    return Option(key, f"{when}: {len(firers)} units", rule, "", odds, names, preview)


def window_way(mover: str, path: Sequence[Point], marks: Sequence[float]) -> Way:
    """The way of a mover with the windows in which somebody can fire: the options are numbered like these."""
    spots = [Spot(point_at(path, mark)[0], str(at), f"{mark / 1000:.3g} cm") for at, mark in enumerate(marks)]
    return Way(mover, tuple(path), tuple(spots))


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
