"""Lines through the gaps between things: those that a look at the outsides of two bases leaves out.

If any line between two bases gets past some things, it can be slid and turned until it grazes two of their corners, or
one corner and the rim of a base. So it is enough to try the lines that graze.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from umpire.table.convex import area2, is_convex
from umpire.table.fixed import XY, snap
from umpire.table.shapes import Base, Point, Polygon, corners, outline

_CLEAR = 2.0
"""How far beside a corner a line passes it, in thousandths: the ends of a line are whole thousandths."""


def grazing_lines(a: Base, b: Base, shapes: Sequence[Polygon]) -> Iterator[tuple[Point, Point]]:
    """The lines between two bases that graze two corners of these shapes, or one corner and a base.

    Whether they get past the shapes is for the game to see. A line ends in the middle of what it passes of a base.

    >>> from umpire.table import Ground, Terrain, box
    >>> near, far = box(4800, 1000, 10_000, 200), box(-3800, 11_000, 10_000, 200)
    >>> walls = [Terrain("near", "wall", near), Terrain("far", "wall", far)]
    >>> a, b = Base(0, 0, 0, 1000, 1000, True), Base(1000, 12_000, 0, 1000, 1000, True)
    >>> clear = [line for line in grazing_lines(a, b, [wall.shape for wall in walls]) if not Ground(walls).along(*line)]
    >>> all(p.x < -200 and q.x > 1200 for p, q in clear), bool(clear)
    (True, True)
    """
    dx, dy = b.x - a.x, b.y - a.y
    far = sqrt(dx * dx + dy * dy)
    if not far:
        return
    posts: list[tuple[int, XY]] = []
    for number, shape in enumerate(shapes):
        alone = -1 if not is_convex(shape) else number
        posts += [(alone, post) for post in _posts(a, b, shape, (dx / far, dy / far), far)]
    for index, (one, u) in enumerate(posts):
        for other, v in posts[:index]:
            if one != other or one < 0:
                yield from _along(a, b, u, v)
        for p in _rim_seen(a, u):
            yield from _along(a, b, p, u)
        for q in _rim_seen(b, u):
            yield from _along(a, b, u, q)


def _posts(a: Base, b: Base, shape: Polygon, ahead: XY, far: float) -> Iterator[XY]:
    """The corners of a shape that a line between the bases may graze, each moved a little away from the shape."""
    ux, uy = ahead
    room = max(a.reach, b.reach)
    slant = (a.reach + b.reach) / far
    count = len(shape)
    turning = 1 if area2(shape) > 0 else -1
    for index in range(count):
        x, y = shape[index]
        along = (x - a.x) * ux + (y - a.y) * uy
        if not -a.reach < along < far + b.reach or abs((y - a.y) * ux - (x - a.x) * uy) > room + slant * room:
            continue
        before, after = shape[index - 1], shape[(index + 1) % count]
        ex, ey, fx, fy = x - before[0], y - before[1], x - after[0], y - after[1]
        if (fx * ey - fy * ex) * turning <= 0:
            continue  # a hollow: no line grazes it
        # Seen along the lines that are there, both sides of a corner lie on the same hand, or it stands in the way.
        sides = [(_left((ex, ey), ahead, turn), _left((fx, fy), ahead, turn)) for turn in (slant, -slant)]
        if sides[0] == sides[1] and sides[0][0] != sides[0][1]:
            continue
        e, f = sqrt(ex * ex + ey * ey), sqrt(fx * fx + fy * fy)
        ox, oy = ex / e + fx / f, ey / e + fy / f
        out = sqrt(ox * ox + oy * oy)
        if out:
            yield x + ox / out * _CLEAR, y + oy / out * _CLEAR


def _left(side: XY, ahead: XY, slant: float) -> bool:
    """Whether a side of a corner lies to the left of a line through it, that is so much aslant."""
    ux, uy = ahead[0] - slant * ahead[1], ahead[1] + slant * ahead[0]
    return ux * side[1] - uy * side[0] > 0


def _rim_seen(base: Base, u: XY) -> Iterator[XY]:
    """The two outermost points of a base as they are seen from a point."""
    x, y = u[0] - base.x, u[1] - base.y
    if not base.round:
        yield from corners(base)
        return
    size2, radius = x * x + y * y, base.width / 2 - _CLEAR
    if size2 <= radius * radius:
        return
    # Where the tangents touch: so far towards the point, and so far aside.
    near = radius * radius / size2
    aside = radius * sqrt(size2 - radius * radius) / size2
    yield base.x + x * near - y * aside, base.y + y * near + x * aside
    yield base.x + x * near + y * aside, base.y + y * near - x * aside


def _along(a: Base, b: Base, u: XY, v: XY) -> Iterator[tuple[Point, Point]]:
    """The line through two points as far as it leads from one base to the other, if it meets both of them."""
    dx, dy = v[0] - u[0], v[1] - u[1]
    size = sqrt(dx * dx + dy * dy)
    if size < 1:
        return
    dx, dy = dx / size, dy / size
    p, q = _middle(a, u, dx, dy), _middle(b, u, dx, dy)
    if p is not None and q is not None and p != q:
        yield p, q


def _middle(base: Base, u: XY, dx: float, dy: float) -> Point | None:
    """The middle of what a line passes of a base; None if it passes it by."""
    if base.round:
        x, y = base.x - u[0], base.y - u[1]
        aside = x * dy - y * dx
        if abs(aside) > base.width / 2:
            return None
        along = x * dx + y * dy
        return Point(snap(u[0] + dx * along), snap(u[1] + dy * along))
    low, high = float("-inf"), float("inf")
    shape = outline(base)
    for index, (x, y) in enumerate(shape):
        ex, ey = shape[index - 1][0] - x, shape[index - 1][1] - y
        inside = ex * (base.y - y) - ey * (base.x - x)
        beyond = ex * (u[1] - y) - ey * (u[0] - x)
        rate = ex * dy - ey * dx
        if inside < 0:
            beyond, rate = -beyond, -rate
        if rate > 0:
            low = max(low, -beyond / rate)
        elif rate < 0:
            high = min(high, -beyond / rate)
        elif beyond < 0:
            return None
    if low > high:
        return None
    along = (low + high) / 2
    return Point(snap(u[0] + dx * along), snap(u[1] + dy * along))
