"""What lies on a table: points, bases, circles, polygons, pieces of terrain.

Lengths are thousandths of the game's unit, x to the east, y to the north, from the table's south-west corner.
Facings are whole degrees, 0 to the north, clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt, sqrt
from typing import NamedTuple

from umpire.table.fixed import UNITS, XY, snap
from umpire.table.memo import KEPT


def mils(length: float) -> int:
    """A length in the game's unit as whole thousandths.

    >>> mils(2.5), mils(0.0004)
    (2500, 0)
    """
    return round(length * 1000)


_new = tuple.__new__
"""What the constructors below come down to. Bases and their middles are made so often that the call more shows."""


class Point(NamedTuple):
    """A place on the table."""

    x: int
    y: int


Polygon = tuple[Point, ...]
"""Corners in order, either way round, the last joined to the first. It may be hollowed but not cross
itself."""

Bounds = tuple[int, int, int, int]
"""West, south, east and north end of a shape."""


class Base(NamedTuple):
    """What a piece stands on: a rectangle that faces somewhere, or a circle of diameter `width`.

    >>> Base(0, 0, 90, 4000, 2000).corners[0]
    Point(x=1000, y=2000)
    """

    x: int
    y: int
    facing: int
    width: int
    """Across the front."""
    depth: int
    """From front to back; a round base takes its diameter from the width alone."""
    round: bool = False

    @property
    def corners(self) -> tuple[Point, ...]:
        """Front left, front right, rear right, rear left, snapped; of a round base the same places on its
        rim."""
        return corners(self)

    @property
    def centre(self) -> Point:
        return _new(Point, self[:2])

    @property
    def reach(self) -> int:
        """No part of the base, and none of its snapped corners, lies farther from its centre than this."""
        return _reach(self.width, self.depth, self.round)

    def moved(self, x: int, y: int) -> Base:
        return _new(Base, (x, y, *self[2:]))

    def placed(self, x: int, y: int, facing: int) -> Base:
        """Moved and turned."""
        return _new(Base, (x, y, facing % 360, *self[3:]))

    def turned(self, facing: int) -> Base:
        return _new(Base, (self.x, self.y, facing % 360, *self[3:]))


@lru_cache(maxsize=1024)
def _reach(width: int, depth: int, is_round: bool) -> int:
    """See `Base.reach`: kept, because it is the first sieve of nearly every measurement."""
    return width // 2 + 2 if is_round else isqrt(width * width + depth * depth) // 2 + 2


class Circle(NamedTuple):
    """A template, cloud or dome. Its centre need not be snapped: scattered ones are not."""

    x: float
    y: float
    radius: float


class Terrain(NamedTuple):
    """A piece of terrain: what `kind` and `height` mean is the game's business."""

    id: str
    kind: str
    shape: Polygon
    height: int = 0
    name: str = ""

    @property
    def bounds(self) -> Bounds:
        return bounds(self.shape)


@lru_cache(maxsize=4096)
def bounds(shape: Polygon) -> Bounds:
    """The box around a polygon: west, south, east, north."""
    across = [x for x, _ in shape]
    along = [y for _, y in shape]
    return min(across), min(along), max(across), max(along)


@lru_cache(maxsize=16384)
def offsets(facing: int, width: int, depth: int) -> tuple[XY, ...]:
    """The true corners of a rectangle around its centre, not snapped: front left, then clockwise."""
    sine, cosine = UNITS[facing % 360]
    fx, fy = sine * depth / 2, cosine * depth / 2
    rx, ry = cosine * width / 2, -sine * width / 2
    return ((fx - rx, fy - ry), (fx + rx, fy + ry), (-fx + rx, -fy + ry), (-fx - rx, -fy - ry))


@lru_cache(maxsize=16384)
def _snapped_offsets(facing: int, width: int, depth: int, is_round: bool) -> tuple[tuple[int, int], ...]:
    if not is_round:
        return tuple((snap(x), snap(y)) for x, y in offsets(facing, width, depth))
    shrink = sqrt(0.5)
    return tuple((snap(x * shrink), snap(y * shrink)) for x, y in offsets(facing, width, width))


@lru_cache(maxsize=KEPT)
def corners(base: Base) -> tuple[Point, ...]:
    """See `Base.corners`."""
    x, y, facing, width, depth, is_round = base
    return tuple([Point(x + dx, y + dy) for dx, dy in _snapped_offsets(facing, width, depth, is_round)])


@lru_cache(maxsize=KEPT)
def outline(base: Base) -> tuple[XY, ...]:
    """The true corners of a rectangular base, not snapped, of a mere front the two there are; of a round one its centre
    alone (see `rim`)."""
    x, y, facing, width, depth, is_round = base
    if is_round:
        return ((x, y),)
    around = offsets(facing, width, depth)
    return tuple([(x + dx, y + dy) for dx, dy in (around if depth else around[:2])])


def rim(base: Base) -> float:
    """How far the base reaches beyond its outline: a circle is its centre with a rim."""
    return base.width / 2 if base.round else 0.0


def extents(base: Base) -> XY:
    """How far a base reaches from its centre to the east (and west), and to the north (and south)."""
    _, _, facing, width, depth, is_round = base
    if is_round:
        return width / 2, width / 2
    sine, cosine = UNITS[facing % 360]
    sine, cosine = abs(sine), abs(cosine)
    return (cosine * width + sine * depth) / 2, (sine * width + cosine * depth) / 2


def circle_polygon(centre: XY, radius: float, sides: int = 48) -> Polygon:
    """A round piece of terrain as a polygon with its corners on the circle, the first to the north.

    >>> circle_polygon(Point(0, 0), 1000, 4)
    (Point(x=0, y=1000), Point(x=1000, y=0), Point(x=0, y=-1000), Point(x=-1000, y=0))
    """
    if sides < 3:
        raise ValueError("a polygon has three sides or more")
    x, y = centre
    spokes = [_between_degrees(360 * i, sides) for i in range(sides)]
    return tuple(Point(snap(x + radius * sx), snap(y + radius * sy)) for sx, sy in spokes)


def _between_degrees(numerator: int, denominator: int) -> XY:
    """The unit vector for a bearing given as a fraction of degrees."""
    degree, rest = divmod(numerator, denominator)
    x0, y0 = UNITS[degree % 360]
    if not rest:
        return x0, y0
    x1, y1 = UNITS[(degree + 1) % 360]
    share = rest / denominator
    x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
    size = sqrt(x * x + y * y)
    return x / size, y / size


def box(x: int, y: int, width: int, depth: int, facing: int = 0) -> Polygon:
    """A rectangular piece of terrain around its centre.

    >>> box(0, 0, 20, 10)
    (Point(x=-10, y=5), Point(x=10, y=5), Point(x=10, y=-5), Point(x=-10, y=-5))
    """
    return corners(Base(x, y, facing, width, depth))


def line_polygon(points: Sequence[Point], width: int) -> Polygon:
    """A road, wall or river of this width along a line, as one polygon with mitred bends.

    At bends sharper than a right angle the outer corner is cut off. Legs should be longer than the width.

    >>> line_polygon((Point(0, 0), Point(100, 0), Point(100, 100)), 20)[:3]
    (Point(x=0, y=10), Point(x=90, y=10), Point(x=90, y=100))
    """
    line = [point for i, point in enumerate(points) if i == 0 or point != points[i - 1]]
    if len(line) < 2:
        raise ValueError("a line needs two different points")
    normals = [_left_normal(p, q) for p, q in pairwise(line)]
    half = width / 2
    left = [_offset(line[0], normals[0], half)]
    right = [_offset(line[0], normals[0], -half)]
    for i in range(1, len(line) - 1):
        left += _bend(line[i], normals[i - 1], normals[i], half)
        right += _bend(line[i], normals[i - 1], normals[i], -half)
    left.append(_offset(line[-1], normals[-1], half))
    right.append(_offset(line[-1], normals[-1], -half))
    return tuple(left + right[::-1])


def _left_normal(p: Point, q: Point) -> XY:
    dx, dy = q.x - p.x, q.y - p.y
    size = sqrt(dx * dx + dy * dy)
    return -dy / size, dx / size


def _offset(p: Point, normal: XY, distance: float) -> Point:
    return Point(p.x + snap(normal[0] * distance), p.y + snap(normal[1] * distance))


def _bend(p: Point, before: XY, after: XY, distance: float) -> list[Point]:
    """The corner points on one side of a bend; a positive distance is the left side."""
    cosine = before[0] * after[0] + before[1] * after[1]
    if cosine < -0.9:
        raise ValueError(f"the line turns back on itself at {p.x}, {p.y}")
    turns_left = before[0] * after[1] - before[1] * after[0] > 0
    outer = turns_left == (distance < 0)
    if outer and cosine < -1e-9:
        return [_offset(p, before, distance), _offset(p, after, distance)]
    return [_offset(p, (before[0] + after[0], before[1] + after[1]), distance / (1 + cosine))]
