"""A move under the enemy's eyes: where along its path he may fire, and what is left of a path cut short."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeVar

from umpire.battle.decisions import Call, Option, PickOne, Preview, Sieved, Spot, Way
from umpire.battle.words import acts, listed
from umpire.dice import Procedure
from umpire.table import Base, Point, length, point_at


def window_marks(whole: float, step: int) -> list[float]:
    """Where on a path of this length the enemy may fire: at the start, every step, at the end."""
    marks = [0.0]
    while marks[-1] + step < whole - 1:
        marks.append(marks[-1] + step)
    if whole > 0:
        marks.append(whole)
    return marks


_ALIKE = 50
"""Marks so close to each other are one, in thousandths of a cm."""


def marks_and_turns(path: Sequence[Point], step: int) -> list[float]:
    """As `window_marks`, and where the path turns: who plans a way can so make any point of it a mark.

    >>> marks_and_turns((Point(0, 0), Point(0, 4000), Point(3000, 4000)), 5000)
    [0.0, 4000.0, 5000.0, 7000.0]
    """
    whole = length(path)
    begun = [part.begins for part in ahead_on(path, 0)]
    turns = [turn for turn in begun if _ALIKE <= turn <= whole - _ALIKE]
    marks = window_marks(whole, step)
    between = [mark for mark in marks[1:-1] if all(abs(mark - turn) >= _ALIKE for turn in turns)]
    return sorted({*marks[:1], *between, *turns, *marks[-1:]})


class Named(Protocol):
    """What is told of a unit that may fire."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class Window(NamedTuple):
    """A window in which a mover can be shot at: with what odds by those who can, and how it would stand there."""

    odds: Call
    standing: Callable[[], Preview]


F = TypeVar("F", bound=Named)


def pick_window(
    seat: str,
    mover: Named,
    path: Sequence[Point],
    marks: Sequence[float],
    rule: str,
    able: Callable[[float], Sequence[F]],
    window: Callable[[float, Sequence[F]], Window],
) -> Procedure[tuple[float, Sequence[F]] | None]:
    """Ask a seat in which window of a path it fires at the mover; that window, and who can; None if it holds its fire.

    `able` tells who can fire in a window: those with nobody are not offered, but one must have somebody.
    """
    keys = [str(number) for number in range(len(marks))]
    known: dict[str, Sequence[F]] = {}

    def firers(key: str) -> Sequence[F]:
        if key not in known:
            known[key] = able(marks[int(key)])
        return known[key]

    def look(key: str) -> Option | None:
        if key == _PASS:
            return Option(_PASS, "hold fire, keep the shot for later")
        mark, found = marks[int(key)], firers(key)
        return _window_option(key, mark, rule, found, window(mark, found)) if found else None

    def way() -> Way:
        return window_way(mover.id, path, [(key, marks[int(key)]) for key in keys if firers(key)])

    prompt = f"{acts(mover.name, 'moves')}: opportunity fire?"
    chosen: str = yield PickOne(seat, prompt, rule, Sieved([_PASS, *keys], look), piece=mover.id, way=way)
    return None if chosen == _PASS else (marks[int(chosen)], firers(chosen))


_PASS = "pass"


def _window_option(key: str, mark: float, rule: str, firers: Sequence[Named], window: Window) -> Option:
    """To fire in one of the windows: of a single firer the option speaks, several are listed below it."""
    when = f"fire after {mark / 1000:.3g} cm"

    def foreseen() -> Preview:
        return window.standing()._replace(pieces=tuple([each.id for each in firers]))

    if len(firers) == 1:
        return Option(key, f"{when}: {firers[0].name}", rule, firers[0].id, window.odds, preview=foreseen)
    names = listed([each.name for each in firers])
    return Option(key, f"{when}: {len(firers)} units", rule, "", window.odds, names, foreseen)


def window_way(mover: str, path: Sequence[Point], windows: Sequence[tuple[str, float]]) -> Way:
    """The way of a mover with the windows in which somebody can fire, each under the key of its option."""
    spots = [Spot(point_at(path, mark)[0], key, f"{mark / 1000:.3g} cm") for key, mark in windows]
    return Way(mover, tuple(path), tuple(spots))


class Stretch(NamedTuple):
    """A straight part of a path from somewhere on it: how far along the path it begins and how long it is, on which leg
    it lies and how far along that it begins.
    """

    begins: float
    size: float
    leg: tuple[Point, Point]
    skipped: float


def ahead_on(path: Sequence[Point], mark: float) -> Iterator[Stretch]:
    """The straight parts of a path from this length of it on.

    >>> [(each.begins, each.size) for each in ahead_on((Point(0, 0), Point(0, 4000), Point(3000, 4000)), 1000)]
    [(1000.0, 3000.0), (4000.0, 3000.0)]
    """
    gone = 0.0
    for leg in pairwise(path):
        size = length(leg)
        if size and gone + size > mark:
            skipped = max(0.0, mark - gone)
            yield Stretch(gone + skipped, size - skipped, leg, skipped)
        gone += size


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
