"""The shortest way round what stands in the way, by points beside it.

What is in the way, and how near to it one may pass, the caller says: a game has its own rules for that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import sqrt
from typing import Generic, TypeVar

from umpire.table.fixed import UNITS, snap
from umpire.table.paths import Path
from umpire.table.shapes import Base, Point, Polygon

T = TypeVar("T")
"""Something that stands in the way, as the caller knows it."""

_OUTSIDE = {45: 1.0824, 20: 1.01543}
"""Points at every so many degrees, and at so many radii, round a disc can be joined without touching it."""
FINE = 20

_TRIES = 4
_MOST_POINTS = 120


def round_base(base: Base, room: float, every: int = 45) -> list[Point]:
    """Places round a base where a mover just passes who needs so much room beside it, at every 45 or 20 degrees."""
    out = ((base.width / 2 if base.round else base.reach) + room) * _OUTSIDE[every]
    units = [UNITS[turn] for turn in range(0, 360, every)]
    return [Point(snap(base.x + vx * out), snap(base.y + vy * out)) for vx, vy in units]


def round_shape(shape: Polygon, room: float) -> list[Point]:
    """The same at the corners of a piece of ground."""
    step = snap(room)
    return [
        Point(corner.x + dx * step, corner.y + dy * step)
        for corner in shape
        for dx, dy in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]


def round_corners(shape: Polygon, room: float) -> list[Point]:
    """The same as `round_shape`, but closer: in an arc round each corner."""
    return [spot for x, y in shape for spot in round_base(Base(snap(x), snap(y), 0, 0, 0, True), room, FINE)]


def way_round(
    start: Point,
    ends: Sequence[Point],
    limit: float,
    in_the_way: Callable[[Point, Point], T | None],
    beside: Callable[[T], Sequence[Point]],
    *,
    thorough: bool = False,
) -> Path | None:
    """The shortest way to any of these places that is no longer than a limit; None if none is found.

    `in_the_way` tells what stops the mover on a straight leg, `beside` where he could pass that. Only what was met is
    gone round, so a way may be missed where there is much in the way, and a way found first may not be the shortest:
    a `thorough` search goes on until nothing more is met.

    >>> from umpire.table.paths import sweep_hits_polygon
    >>> from umpire.table.shapes import box
    >>> man, wall = Base(0, 0, 0, 2000, 2000, True), box(0, 15_000, 10_000, 10_000)
    >>> def stopped(p: Point, q: Point) -> str | None:
    ...     return "wall" if sweep_hits_polygon(man, p, q, wall) else None
    >>> way_round(man.centre, [Point(0, 30_000)], 40_000, stopped, lambda _: round_shape(wall, 1100))
    (Point(x=0, y=0), Point(x=-6100, y=8900), Point(x=-6100, y=21100), Point(x=0, y=30000))
    >>> way_round(man.centre, [Point(0, 30_000)], 32_000, stopped, lambda _: round_shape(wall, 1100)) is None
    True
    """
    near = sorted([end for end in ends if _leg(start, end) <= limit], key=lambda end: (_leg(start, end), end))
    if not near:
        return None
    first = in_the_way(start, near[0])
    if first is None:
        return (start, near[0])
    search = _Search(start, near, limit, in_the_way, beside, thorough)
    search.met.append(first)
    best: Path | None = None
    for _ in range(_TRIES):
        found = search.run()
        if found is not None:
            best = found
            search.limit = sum([_leg(p, q) for p, q in pairwise(found)])
        if (found is not None and not thorough) or len(search.met) == search.known:
            break
        if len(search.met) * 8 > _MOST_POINTS and not thorough:
            break
    return best


class _Search(Generic[T]):
    """A search from place to place, the one first by which the way could be shortest."""

    def __init__(
        self,
        start: Point,
        ends: Sequence[Point],
        limit: float,
        in_the_way: Callable[[Point, Point], T | None],
        beside: Callable[[T], Sequence[Point]],
        thorough: bool,
    ) -> None:
        self.start = start
        self.ends = ends
        self.limit = limit
        self.in_the_way = in_the_way
        self.beside = beside
        self.thorough = thorough
        self.met: list[T] = []
        """What stood in the way so far."""
        self.known = 0
        """How much of it the last run knew from its beginning."""

    def _meet(self, thing: T | None) -> bool:
        if thing is not None and thing not in self.met:
            self.met.append(thing)
        return thing is not None

    def run(self) -> Path | None:
        """The shortest way by places beside what is known to be in the way; what else is met is noted."""
        start, ends, limit = self.start, self.ends, self.limit
        nodes = [start, *ends]
        left = [0.0] * len(nodes)
        last = len(ends)
        for thing in self.met:
            for spot in self.beside(thing):
                ahead = min([_leg(spot, end) for end in ends])
                if _leg(start, spot) + ahead > limit:
                    continue
                if self.thorough and self._meet(self.in_the_way(spot, spot)):
                    continue
                nodes.append(spot)
                left.append(ahead)
        self.known = len(self.met)
        left[0] = min([_leg(start, end) for end in ends])
        best: dict[int, float] = {0: 0.0}
        came: dict[int, int] = {}
        queue: list[tuple[float, int]] = [(left[0], 0)]
        done: list[bool] = [False] * len(nodes)
        while queue:
            _, at = heappop(queue)
            if done[at]:
                continue
            done[at] = True
            if 0 < at <= last:
                return _walked(nodes, came, at)
            here, gone = nodes[at], best[at]
            for to in range(1, len(nodes)):
                if done[to]:
                    continue
                far = gone + _leg(here, nodes[to])
                total = far + left[to]
                if total > limit or (to in best and far >= best[to]):
                    continue
                if self._meet(self.in_the_way(here, nodes[to])):
                    continue
                best[to] = far
                came[to] = at
                heappush(queue, (total, to))
        return None


def _leg(p: Point, q: Point) -> float:
    dx, dy = q.x - p.x, q.y - p.y
    return sqrt(dx * dx + dy * dy)


def _walked(nodes: list[Point], came: dict[int, int], end: int) -> Path:
    way = [end]
    while way[-1] != 0:
        way.append(came[way[-1]])
    return tuple([nodes[at] for at in reversed(way)])
