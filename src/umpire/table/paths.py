"""Paths: how long, where they lead, what they cross and what they cost, and what a base sweeps on its way.

A leg is straight; a base faces along the leg it is on, unless told to keep its facing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from umpire.table.bearings import bearing
from umpire.table.convex import convex_parts, hull, nearer, segment_gap2, separation
from umpire.table.fixed import EPSILON, XY, grain, snap
from umpire.table.ground import Ground
from umpire.table.shapes import Base, Bounds, Circle, Point, Polygon, Terrain, offsets, outline, rim

Path = tuple[Point, ...]
"""The points a piece moves through; the first is where it stands."""

Rate = Callable[[tuple[Terrain, ...]], "float | None"]
"""What a length costs on the pieces underfoot (none of them: open ground): 1.0 full rate, 2.0 half; None, no
entry."""


def _leg(p: XY, q: XY) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    return grain(sqrt(dx * dx + dy * dy))


def length(path: Sequence[XY]) -> float:
    """How long a path is.

    >>> length((Point(0, 0), Point(3000, 4000), Point(3000, 10_000)))
    11000.0
    """
    return sum([_leg(path[i - 1], path[i]) for i in range(1, len(path))], 0.0)


def box_around(path: Sequence[tuple[int, int]], beside: int = 0) -> Bounds:
    """The box around a path, with this much of the ground beside it.

    >>> box_around((Point(0, 0), Point(3000, -4000)), 100)
    (-100, -4100, 3100, 100)
    """
    west, south = east, north = path[0]
    for x, y in path:
        if x < west:
            west = x
        elif x > east:
            east = x
        if y < south:
            south = y
        elif y > north:
            north = y
    return west - beside, south - beside, east + beside, north + beside


def widened(box: Bounds, by: int) -> Bounds:
    """A box with this much more on all sides."""
    west, south, east, north = box
    return west - by, south - by, east + by, north + by


def point_at(path: Sequence[Point], distance: float) -> tuple[Point, int]:
    """Where a piece is after this much of its path, snapped, and the bearing of the leg that brought it
    there.

    Beyond the end it is the end. A path that goes nowhere has bearing 0.

    >>> point_at((Point(0, 0), Point(0, 4000), Point(6000, 4000)), 5000)
    (Point(x=1000, y=4000), 90)
    """
    heading = 0
    for i in range(1, len(path)):
        p, q = path[i - 1], path[i]
        size = _leg(p, q)
        if not size:
            continue
        heading = bearing(p, q)
        if distance < size:
            share = max(distance, 0.0) / size
            return Point(p.x + snap((q.x - p.x) * share), p.y + snap((q.y - p.y) * share)), heading
        distance -= size
    return path[-1], heading


def closest_on(path: Sequence[Point], point: XY) -> tuple[float, float]:
    """Where on a path one is nearest to a point: how far along it, and how far off.

    >>> closest_on([Point(0, 0), Point(0, 10000)], (300, 4000))
    (4000.0, 300.0)
    """
    best, gone = (0.0, _leg(path[0], point)), 0.0
    for start, end in pairwise(path):
        size = _leg(start, end)
        if size:
            share = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / size
            along = min(max(share, 0.0), size)
            foot = (start[0] + (end[0] - start[0]) * along / size, start[1] + (end[1] - start[1]) * along / size)
            off = _leg(foot, point)
            if off < best[1]:
                best = (gone + along, off)
        gone += size
    return best


def steps(path: Sequence[Point], every: float) -> list[Point]:
    """The start of a path, a point after every so many thousandths, and its end.

    >>> steps((Point(0, 0), Point(0, 12_000)), 5000)
    [Point(x=0, y=0), Point(x=0, y=5000), Point(x=0, y=10000), Point(x=0, y=12000)]
    """
    if every <= 0:
        raise ValueError("steps need a length")
    whole = length(path)
    points = [path[0]]
    number = 1
    while number * every < whole:
        points.append(point_at(path, number * every)[0])
        number += 1
    if whole > 0:
        points.append(path[-1])
    return points


class Stretch(NamedTuple):
    """A part of a path with the same terrain underfoot."""

    start: float
    end: float
    terrain: tuple[Terrain, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple([piece.id for piece in self.terrain])

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple([piece.kind for piece in self.terrain])


def stretches(path: Sequence[XY], ground: Ground) -> list[Stretch]:
    """The whole path in order, split where the terrain under the piece's centre changes.

    Along an edge a piece is beside the terrain, not in it.
    """
    found: list[Stretch] = []
    start = 0.0
    for i in range(1, len(path)):
        size = _leg(path[i - 1], path[i])
        passed = ground.along(path[i - 1], path[i])
        if not passed:
            if size:
                _append(found, Stretch(start, start + size, ()))
                start += size
            continue
        cuts = {0.0, size}
        for _, enter, leave in passed:
            cuts.add(enter)
            cuts.add(leave)
        marks = sorted(cuts)
        for j in range(1, len(marks)):
            low, high = marks[j - 1], marks[j]
            under = tuple([piece for piece, enter, leave in passed if enter <= low and leave >= high])
            _append(found, Stretch(start + low, start + high, _in_fixed_order(under, ground)))
        start += size
    return found


def _in_fixed_order(under: tuple[Terrain, ...], ground: Ground) -> tuple[Terrain, ...]:
    """As the ground lists them: the order in which they were entered must not part equal stretches."""
    return under if len(under) < 2 else tuple([piece for piece in ground.pieces if piece in under])


def _append(found: list[Stretch], stretch: Stretch) -> None:
    if found and found[-1].terrain == stretch.terrain:
        found[-1] = Stretch(found[-1].start, stretch.end, stretch.terrain)
    else:
        found.append(stretch)


class Cost(NamedTuple):
    """What a path uses up; if it enters what it may not, what it used until there, where, and what stopped
    it."""

    used: float
    stopped_at: float | None = None
    stopped_by: str = ""

    @property
    def possible(self) -> bool:
        return self.stopped_at is None


def cost(path: Sequence[XY], ground: Ground, rate: Rate) -> Cost:
    """The movement a path uses, by the rate of what lies underfoot.

    >>> from umpire.table.shapes import box
    >>> wood = Ground([Terrain("wood", "dense", box(0, 5000, 4000, 4000))])
    >>> cost((Point(0, 0), Point(0, 9000)), wood, lambda under: 2.0 if under else 1.0)
    Cost(used=13000.0, stopped_at=None, stopped_by='')
    >>> cost((Point(0, 0), Point(0, 9000)), wood, lambda under: None if under else 1.0)
    Cost(used=3000.0, stopped_at=3000.0, stopped_by='wood')
    """
    used = 0.0
    for stretch in stretches(path, ground):
        price = rate(stretch.terrain)
        if price is None:
            return Cost(used, stretch.start, stretch.terrain[0].id if stretch.terrain else "")
        used = grain(used + (stretch.end - stretch.start) * price)
    return Cost(used)


def affordable(path: Sequence[XY], ground: Ground, rate: Rate, allowance: float) -> float:
    """How far along a path an allowance of movement carries.

    >>> affordable((Point(0, 0), Point(0, 9000)), Ground(), lambda under: 2.0, 5000)
    2500.0
    """
    for stretch in stretches(path, ground):
        price = rate(stretch.terrain)
        if price is None:
            return stretch.start
        whole = (stretch.end - stretch.start) * price
        if grain(whole) > allowance:
            return stretch.start + allowance / price
        allowance -= grain(whole)
    return length(path)


def _sweep(base: Base, p: XY, q: XY, facing: int | None) -> list[XY]:
    """A convex outline, counter-clockwise, around the base at both ends of a leg."""
    px, py = p
    qx, qy = q
    if facing is None:
        facing = bearing(p, q) if px != qx or py != qy else base.facing
    if base.round or not base.width or not base.depth:
        around = outline(Base(0, 0, facing, base.width, base.depth, base.round))
        return hull([(end[0] + x, end[1] + y) for end in (p, q) for x, y in around])
    corners = offsets(facing, base.width, base.depth)[::-1]
    dx, dy = qx - px, qy - py
    # The sides that look ahead are those of the far end; between them and the others the outline follows the leg.
    ahead = [
        (y1 - y0) * dx > (x1 - x0) * dy for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    found: list[XY] = []
    for i, (x, y) in enumerate(corners):
        before, after = ahead[i - 1], ahead[i]
        if before:
            found.append((qx + x, qy + y))
        if not before or not after:
            found.append((px + x, py + y))
        if after and not before:
            found.append((qx + x, qy + y))
    return found


def _far_from_leg(base: Base, p: XY, q: XY, other: Base, margin: float) -> bool:
    """Whether the leg passes the other base so far off that nothing more need be measured."""
    reach = base.reach + other.reach + margin
    return segment_gap2(other.x, other.y, p[0], p[1], q[0], q[1]) > reach * reach


def sweep_hits_base(base: Base, p: XY, q: XY, other: Base, margin: float = 0, facing: int | None = None) -> bool:
    """Whether a base on its leg overlaps another, or comes nearer to it than the margin; just as near is no
    hit.

    >>> mover, other = Base(0, 0, 0, 2000, 2000), Base(3000, 5000, 0, 2000, 2000)
    >>> sweep_hits_base(mover, Point(0, 0), Point(0, 9000), other, 1000)
    False
    """
    if _far_from_leg(base, p, q, other, margin):
        return False
    limit = margin - EPSILON + rim(base) + rim(other)
    return nearer(_sweep(base, p, q, facing), outline(other)[::-1], limit)


def sweep_hits_polygon(base: Base, p: XY, q: XY, polygon: Polygon, facing: int | None = None) -> bool:
    """Whether any part of a base comes onto a polygon on a straight leg; sliding along its edge is no hit."""
    reach = base.reach
    west, east = min(p[0], q[0]) - reach, max(p[0], q[0]) + reach
    south, north = min(p[1], q[1]) - reach, max(p[1], q[1]) + reach
    near = [
        part for x0, y0, x1, y1, part in _parts(polygon) if x0 <= east and x1 >= west and y0 <= north and y1 >= south
    ]
    if not near:
        return False
    covered = _sweep(base, p, q, facing)
    limit = rim(base) - EPSILON
    return any(nearer(covered, part, limit) for part in near)


_Part = tuple[float, float, float, float, tuple[XY, ...]]
"""A convex outline and the box around it: west, south, east, north."""


@lru_cache(maxsize=4096)
def _parts(polygon: Polygon) -> tuple[_Part, ...]:
    """A polygon in convex parts: of a river or wire only a few are ever near."""
    found: list[_Part] = []
    for part in convex_parts(polygon):
        across, along = [x for x, _ in part], [y for _, y in part]
        found.append((min(across), min(along), max(across), max(along), part))
    return tuple(found)


def sweep_crosses_circle_edge(base: Base, p: XY, q: XY, circle: Circle, facing: int | None = None) -> bool:
    """Whether any part of a base passes the edge of a circle on a straight leg. Its centre at the start says
    on which side it belongs."""
    cx, cy, radius = circle
    reach = base.reach
    dx, dy = p[0] - cx, p[1] - cy
    outside = dx * dx + dy * dy > radius * radius
    # Well clear of it, or well inside at both ends: nothing need be measured.
    if outside:
        if segment_gap2(cx, cy, p[0], p[1], q[0], q[1]) > (radius + reach) ** 2:
            return False
    elif radius > reach:
        ex, ey = q[0] - cx, q[1] - cy
        if max(dx * dx + dy * dy, ex * ex + ey * ey) < (radius - reach) ** 2:
            return False
    covered = _sweep(base, p, q, facing)
    if outside:
        return separation(covered, ((cx, cy),)) - rim(base) < radius - EPSILON
    farthest2 = max([(x - cx) * (x - cx) + (y - cy) * (y - cy) for x, y in covered])
    return sqrt(farthest2) + rim(base) > radius + EPSILON
