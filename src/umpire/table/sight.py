"""Lines of sight. What blocks one is the game's rule; here are the lines, what they pass, and the search.

A game writes its rule as a function that says what blocks the line from one point to another, if anything:

    def blocks(p, q):
        for piece, enter, leave in ground.along(p, q):
            if piece.kind == "building" or leave - enter > 5000:
                return piece.id
        return ""

and asks `sight(a, b, blocks)`. Of two bases that cannot see each other every line must be tried, so let
`ground` be `whole_ground.between(a, b)` there, and keep the answers while nobody moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from umpire.table.fixed import UNITS, XY, snap
from umpire.table.ground import Crossing, Ground, line_crossings
from umpire.table.memo import KEPT
from umpire.table.shapes import Base, Circle, Point, Polygon, Terrain, corners

__all__ = [
    "Blocked",
    "Blocks",
    "Ground",
    "Sight",
    "crossings",
    "eyes",
    "length_inside",
    "lines",
    "segment_crosses_base",
    "segment_crosses_circle_edge",
    "segment_meets_circle",
    "sight",
    "solid",
]


class Blocked(NamedTuple):
    """What blocks a line, and where."""

    id: str
    at: Point


Blocks = Callable[[Point, Point], "str | Blocked"]
"""What blocks the line between two points: its id, with or without the place; "" if nothing does."""


class Sight(NamedTuple):
    """Whether two bases see each other, and by which line; if not, what blocks the line between their
    centres."""

    clear: bool
    blocked_by: str
    at: Point | None
    line: tuple[Point, Point]


@lru_cache(maxsize=KEPT)
def eyes(base: Base) -> tuple[Point, ...]:
    """The points of a base that look and are looked at: its centre, its four corners, the middles of its
    sides."""
    x, y, facing, width, depth, is_round = base
    sine, cosine = UNITS[facing % 360]
    wide, deep = width / 2, (width if is_round else depth) / 2
    front = Point(snap(sine * deep), snap(cosine * deep))
    right = Point(snap(cosine * wide), snap(-sine * wide))
    return (
        Point(x, y),
        *corners(base),
        Point(x + front.x, y + front.y),
        Point(x + right.x, y + right.y),
        Point(x - front.x, y - front.y),
        Point(x - right.x, y - right.y),
    )


_CORNERS_TOO = 5


def lines(a: Base, b: Base, fine: bool = True) -> Iterator[tuple[Point, Point]]:
    """The lines between the eyes of two bases: centre to centre, then from a centre, then all others.

    Not `fine` leaves out the middles of the sides: 25 lines instead of 81.
    """
    mine, theirs = eyes(a), eyes(b)
    if not fine:
        mine, theirs = mine[:_CORNERS_TOO], theirs[:_CORNERS_TOO]
    centre, other_centre = mine[0], theirs[0]
    yield centre, other_centre
    for i in range(1, len(mine)):
        yield centre, theirs[i]
        yield mine[i], other_centre
    for i in range(1, len(mine)):
        for j in range(1, len(theirs)):
            yield mine[i], theirs[j]


def sight(a: Base, b: Base, blocks: Blocks | Ground, *, fine: bool = True, ground: Ground | None = None) -> Sight:
    """Whether some line between the eyes of two bases is clear; stops at the first that is.

    Given a Ground in place of a rule, every piece passed blocks. If the rule answers with ids alone, `ground`
    lets the answer say where the line between the centres is blocked.

    >>> from umpire.table.shapes import box
    >>> wall = Ground([Terrain("wall", "wall", box(0, 5000, 20_000, 500))])
    >>> sight(Base(0, 0, 0, 3000, 3000), Base(0, 9000, 180, 3000, 3000), wall)[:3]
    (False, 'wall', Point(x=0, y=4750))
    """
    if isinstance(blocks, Ground):
        blocks = solid(blocks.between(a, b))
    first: Sight | None = None
    for p, q in lines(a, b, fine):
        found = blocks(p, q)
        if not found:
            return Sight(True, "", None, (p, q))
        if first is None:
            if isinstance(found, str):
                first = Sight(False, found, _entry(found, p, q, ground), (p, q))
            else:
                first = Sight(False, found.id, found.at, (p, q))
    assert first is not None
    return first


def solid(ground: Ground) -> Blocks:
    """The plainest rule: whatever piece the line passes first blocks it."""

    def blocks(p: Point, q: Point) -> str | Blocked:
        passed = ground.along(p, q)
        return Blocked(passed[0][0].id, _place(p, q, passed[0][1])) if passed else ""

    return blocks


def _entry(id: str, p: Point, q: Point, ground: Ground | None) -> Point | None:
    piece = ground.piece(id) if ground is not None else None
    passed = line_crossings(p, q, piece.shape) if piece is not None else []
    return _place(p, q, passed[0][0]) if passed else None


def _place(p: Point, q: Point, distance: float) -> Point:
    dx, dy = q.x - p.x, q.y - p.y
    share = distance / sqrt(dx * dx + dy * dy)
    return Point(p.x + snap(dx * share), p.y + snap(dy * share))


def crossings(p: XY, q: XY, terrain: Terrain) -> tuple[Crossing, ...]:
    """Where the line from p to q enters and leaves a piece of terrain; an edge only touched does not count.

    >>> from umpire.table.shapes import box
    >>> crossings((0, 0), (0, 9000), Terrain("wood", "dense", box(0, 5000, 4000, 4000)))
    ((3000.0, 7000.0),)
    """
    return tuple(line_crossings(p, q, terrain.shape))


def length_inside(p: XY, q: XY, polygon: Polygon) -> float:
    """How much of the line from p to q lies inside a polygon."""
    return sum([leave - enter for enter, leave in line_crossings(p, q, polygon)], 0.0)


def segment_meets_circle(p: XY, q: XY, circle: Circle) -> bool:
    """Whether any of the line from p to q lies inside a circle; touching it from outside does not count.

    >>> cloud = Circle(0, 0, 5)
    >>> segment_meets_circle((-9, 5), (9, 5), cloud), segment_meets_circle((-9, 4), (9, 4), cloud)
    (False, True)
    """
    cx, cy, radius = circle
    dx, dy = q[0] - p[0], q[1] - p[1]
    ux, uy = cx - p[0], cy - p[1]
    along = ux * dx + uy * dy
    limit = radius * radius
    if along <= 0:
        return ux * ux + uy * uy < limit
    size2 = dx * dx + dy * dy
    if along >= size2:
        vx, vy = cx - q[0], cy - q[1]
        return vx * vx + vy * vy < limit
    beside = ux * dy - uy * dx
    return beside * beside < limit * size2


def segment_crosses_circle_edge(p: XY, q: XY, circle: Circle) -> bool:
    """Whether the line from p to q passes the edge of a circle, inward or outward.

    >>> dome = Circle(0, 0, 5)
    >>> segment_crosses_circle_edge((0, 0), (3, 4), dome), segment_crosses_circle_edge((0, 0), (4, 4), dome)
    (False, True)
    """
    cx, cy, radius = circle
    limit = radius * radius
    px, py, qx, qy = p[0] - cx, p[1] - cy, q[0] - cx, q[1] - cy
    if px * px + py * py <= limit and qx * qx + qy * qy <= limit:
        return False
    return segment_meets_circle(p, q, circle)


def segment_crosses_base(p: XY, q: XY, base: Base) -> bool:
    """Whether the line from p to q passes over a base; touching its edge does not count."""
    x, y, facing, width, depth, is_round = base
    if is_round:
        return segment_meets_circle(p, q, Circle(x, y, width / 2))
    px, py, qx, qy = p[0] - x, p[1] - y, q[0] - x, q[1] - y
    sine, cosine = UNITS[facing % 360]
    wide, deep = width / 2, depth / 2
    x0, x1 = px * cosine - py * sine, qx * cosine - qy * sine
    if (x0 >= wide and x1 >= wide) or (x0 <= -wide and x1 <= -wide):
        return False
    y0, y1 = px * sine + py * cosine, qx * sine + qy * cosine
    if (y0 >= deep and y1 >= deep) or (y0 <= -deep and y1 <= -deep):
        return False
    dx, dy = x1 - x0, y1 - y0
    return abs(dx * y0 - dy * x0) < abs(dx) * deep + abs(dy) * wide or (dx == 0 and dy == 0)


def silhouette_lines(a: Base, b: Base) -> Iterator[tuple[Point, Point]]:
    """A few lines that settle most cases: centre to centre, the two outermost lines between the bases, those between
    their centres and corners that stand out, and across.

    If one convex thing stands between two rectangular bases and touches neither, and some line passes it, an outermost
    line does: sliding the line outward never meets the thing. Of a round base its eyes stand for all of its rim.
    """
    centre, other_centre = a.centre, b.centre
    yield centre, other_centre
    left, right = outermost_lines(a, b)
    yield left
    yield right
    yield centre, left[1]
    yield centre, right[1]
    yield left[0], other_centre
    yield right[0], other_centre
    yield left[0], right[1]
    yield right[0], left[1]


@lru_cache(maxsize=KEPT)
def outermost_lines(a: Base, b: Base) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """The lines between two bases that have both of them on their right, and on their left."""
    return _outermost_line(a, b, 1), _outermost_line(a, b, -1)


@lru_cache(maxsize=KEPT)
def outer_eyes(base: Base) -> tuple[Point, ...]:
    """The eyes that all others lie between: those at the corners, or all on a rim."""
    around = eyes(base)[1:] if base.round else eyes(base)[1:_CORNERS_TOO]
    return tuple(dict.fromkeys(around))


def _outermost_line(a: Base, b: Base, side: int) -> tuple[Point, Point]:
    """The line between two bases that has both of them on its right (side 1) or left (side -1)."""
    mine, theirs = outer_eyes(a), outer_eyes(b)
    p, q = a.centre, b.centre  # they only give the first direction
    for _ in range(8):
        dx, dy = (q.x - p.x) * side, (q.y - p.y) * side
        start, end = p, q
        best = dx * p.y - dy * p.x
        for point in mine:
            x, y = point
            aside = dx * y - dy * x
            if aside > best:
                best, p = aside, point
        best = dx * q.y - dy * q.x
        for point in theirs:
            x, y = point
            aside = dx * y - dy * x
            if aside > best:
                best, q = aside, point
        if p is start and q is end:
            break
    return p, q
