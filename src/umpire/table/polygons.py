"""Measuring against polygons: is a point inside, how far is a base from it, what share of a base lies in
it."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from umpire.table.convex import area2, clipped, convex_parts, hull, segment_gap2, turn
from umpire.table.fixed import UNITS, XY, snap
from umpire.table.shapes import Base, Point, Polygon, bounds

_SHARE_DIGITS = 9
"""Shares are rounded so that a base split through its middle is half inside, at any angle."""

_ROUND_SIDES = 72
"""A round base is clipped as a polygon of this many sides, each at a whole bearing."""


def contains(polygon: Sequence[XY], point: XY) -> bool:
    """Whether a point lies in a polygon; on its edge counts.

    >>> from umpire.table.shapes import box
    >>> contains(box(0, 0, 20, 10), (10, 3)), contains(box(0, 0, 20, 10), (11, 3))
    (True, False)
    """
    x, y = point
    inside = False
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y0 > y) != (y1 > y):
            side = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
            if side == 0:
                return True
            if (side > 0) == (y1 > y0):
                inside = not inside
        elif y0 == y == y1 and (x0 <= x <= x1 or x1 <= x <= x0):
            return True
        if x1 == x and y1 == y:
            return True
        x0, y0 = x1, y1
    return inside


def has_area(polygon: Sequence[XY]) -> bool:
    """Whether its corners are not all in line.

    >>> has_area(((0, 0), (10, 0), (20, 0))), has_area(((0, 0), (10, 0), (20, 1)))
    (False, True)
    """
    return len(hull(polygon)) > 2


def crosses_itself(polygon: Polygon) -> bool:
    """Whether the outline meets itself anywhere but where one side ends and the next begins.

    >>> from umpire.table.shapes import Point, box
    >>> crosses_itself(box(0, 0, 20, 10)), crosses_itself((Point(0, 0), Point(9, 9), Point(0, 9), Point(9, 0)))
    (False, True)
    """
    ring = [corner for at, corner in enumerate(polygon) if corner != polygon[at - 1]]
    last = len(ring) - 1
    for at, b in enumerate(ring):
        a, c = ring[at - 1], ring[(at + 1) % len(ring)]
        if turn(a, b, c) == 0 and (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0:
            return True  # the next side runs back over this one
        for other in range(at + 2, last if at == 0 else last + 1):
            if _meet(a, b, ring[other - 1], ring[other]):
                return True
    return False


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a place in common."""
    if max(a.x, b.x) < min(c.x, d.x) or max(c.x, d.x) < min(a.x, b.x):
        return False
    if max(a.y, b.y) < min(c.y, d.y) or max(c.y, d.y) < min(a.y, b.y):
        return False
    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def gap_to_edge(polygon: Polygon, x: float, y: float) -> float:
    """The distance from a point to the outline of a polygon, from inside or outside.

    >>> from umpire.table.shapes import box
    >>> gap_to_edge(box(0, 0, 20, 10), 0, 2)
    3.0
    """
    best = float("inf")
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        found = segment_gap2(x, y, x0, y0, x1, y1)
        if found < best:
            best = found
        x0, y0 = x1, y1
    return sqrt(best)


def gap_to_polygon(base: Base, polygon: Polygon) -> float:
    """The distance between a base and a polygon; 0.0 if they touch or overlap.

    >>> from umpire.table.shapes import box
    >>> gap_to_polygon(Base(0, 0, 0, 3000, 3000), box(0, 10_000, 4000, 4000))
    6500.0
    """
    if contains(polygon, (base.x, base.y)):
        return 0.0
    if base.round:
        apart = gap_to_edge(polygon, base.x, base.y) - base.width / 2
        return apart if apart > 0 else 0.0
    half_wide, half_deep = base.width / 2, base.depth / 2
    best = float("inf")
    shape = _in_frame(base, polygon)
    x0, y0 = shape[-1]
    for x1, y1 in shape:
        west, east = (x0, x1) if x0 < x1 else (x1, x0)
        south, north = (y0, y1) if y0 < y1 else (y1, y0)
        dx = max(west - half_wide, -half_wide - east, 0.0)
        dy = max(south - half_deep, -half_deep - north, 0.0)
        if dx * dx + dy * dy < best:
            best = min(best, _side_to_box2(x0, y0, x1, y1, half_wide, half_deep))
        x0, y0 = x1, y1
    return sqrt(best)


def near_polygon(base: Base, polygon: Polygon, limit: float) -> bool:
    """Whether a base is at most this far from a polygon: `gap_to_polygon` no more than the limit, found sooner.

    >>> from umpire.table.shapes import box
    >>> near_polygon(Base(0, 0, 0, 3000, 3000), box(0, 10_000, 4000, 4000), 6500)
    True
    """
    west, south, east, north = bounds(polygon)
    far = base.reach + limit + 1
    if base.x < west - far or base.x > east + far or base.y < south - far or base.y > north + far:
        return False
    return gap_to_polygon(base, polygon) <= limit


def _in_frame(base: Base, polygon: Sequence[XY]) -> list[XY]:
    """A polygon as seen from a base: its centre at (0, 0), its front along y."""
    bx, by = base.x, base.y
    sine, cosine = UNITS[base.facing % 360]
    return [((x - bx) * cosine - (y - by) * sine, (x - bx) * sine + (y - by) * cosine) for x, y in polygon]


def _side_to_box2(x0: float, y0: float, x1: float, y1: float, wide: float, deep: float) -> float:
    """The square of the distance from a segment to the box from (-wide, -deep) to (wide, deep)."""
    if _enters_box(x0, y0, x1, y1, wide, deep):
        return 0.0
    ends = (_point_to_box2(x0, y0, wide, deep), _point_to_box2(x1, y1, wide, deep))
    corners = ((wide, deep), (-wide, deep), (wide, -deep), (-wide, -deep))
    return min(*ends, *[segment_gap2(cx, cy, x0, y0, x1, y1) for cx, cy in corners])


def _point_to_box2(x: float, y: float, wide: float, deep: float) -> float:
    ux, uy = max(abs(x) - wide, 0.0), max(abs(y) - deep, 0.0)
    return ux * ux + uy * uy


def _enters_box(x0: float, y0: float, x1: float, y1: float, wide: float, deep: float) -> bool:
    """Whether a segment meets the box, edge included."""
    if min(x0, x1) > wide or max(x0, x1) < -wide or min(y0, y1) > deep or max(y0, y1) < -deep:
        return False
    dx, dy = x1 - x0, y1 - y0
    beside = dx * y0 - dy * x0
    # The line misses the box if all its corners lie on one side of it.
    return abs(beside) <= abs(dx) * deep + abs(dy) * wide


def inside_share(base: Base, polygon: Polygon) -> float:
    """What share of the ground under a base lies in a polygon, 0.0 to 1.0.

    >>> from umpire.table.shapes import box
    >>> inside_share(Base(5000, 0, 37, 3000, 3000), box(0, 0, 10_000, 10_000))
    0.5
    """
    half_wide = base.width / 2
    is_point = base.width == 0 or (base.depth == 0 and not base.round)
    if is_point or (base.round and gap_to_edge(polygon, base.x, base.y) >= half_wide):
        return 1.0 if contains(polygon, (base.x, base.y)) else 0.0
    shape = _in_frame(base, polygon)
    half_deep = half_wide if base.round else base.depth / 2
    shape = _cut_to_box(shape, half_wide, half_deep)
    if len(shape) < 3:
        return 0.0
    if not base.round:
        share = abs(area2(shape)) / (2.0 * base.width * base.depth)
        return min(round(share, _SHARE_DIGITS), 1.0)
    turn = 360 // _ROUND_SIDES
    for side in range(_ROUND_SIDES):
        nx, ny = UNITS[side * turn]
        shape = clipped(shape, nx, ny, half_wide)
        if len(shape) < 3:
            return 0.0
    share = abs(area2(shape)) / (half_wide * half_wide * _ROUND_AREA2)
    return min(round(share, _SHARE_DIGITS), 1.0)


def _cut_to_box(shape: list[XY], wide: float, deep: float) -> list[XY]:
    for nx, ny, limit in ((1.0, 0.0, wide), (-1.0, 0.0, wide), (0.0, 1.0, deep), (0.0, -1.0, deep)):
        shape = clipped(shape, nx, ny, limit)
        if len(shape) < 3:
            return []
    return shape


def minus(shape: Polygon, hole: Polygon) -> list[Polygon]:
    """What is left of a polygon where another lies on it, in convex parts, snapped.

    >>> from umpire.table.shapes import box
    >>> [(part[0], part[2]) for part in minus(box(50, 0, 100, 10), box(50, 0, 20, 10))]
    [(Point(x=0, y=-5), Point(x=40, y=5)), (Point(x=60, y=-5), Point(x=100, y=5))]
    """
    parts: list[Sequence[XY]] = [*convex_parts(shape)]
    for inner in convex_parts(hole):
        parts = [rest for part in parts for rest in _beyond(part, inner)]
    left = [tuple([Point(snap(x), snap(y)) for x, y in part]) for part in parts]
    return [part for part in left if area2(part)]


def _beyond(part: Sequence[XY], inner: Sequence[XY]) -> list[Sequence[XY]]:
    """A convex outline less another: what lies beyond each of its sides in turn."""
    found: list[Sequence[XY]] = []
    rest = list(part)
    x0, y0 = inner[-1]
    for x1, y1 in inner:
        nx, ny = y1 - y0, x0 - x1
        limit = nx * x0 + ny * y0
        beyond = clipped(rest, -nx, -ny, -limit)
        if len(beyond) >= 3:
            found.append(beyond)
        rest = clipped(rest, nx, ny, limit)
        if len(rest) < 3:
            break
        x0, y0 = x1, y1
    return found


def _unit_round() -> float:
    """Twice the area of the many-sided stand-in for a circle of radius one."""
    shape: list[XY] = [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)]
    turn = 360 // _ROUND_SIDES
    for side in range(_ROUND_SIDES):
        shape = clipped(shape, *UNITS[side * turn], 1.0)
    return area2(shape)


_ROUND_AREA2 = _unit_round()
