"""Lines through the gaps between things: those that a look at the outsides of two bases leaves out.

If any line between two bases gets past some things, it can be slid and turned until it grazes two of their corners, or
one corner and the rim of a base. So it is enough to try the lines that graze. What one sees through for some depth is
passed least by them too, or straight across one of its sides, or by the shortest line there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt

from umpire.table.convex import area2, is_convex
from umpire.table.fixed import XY, snap
from umpire.table.shapes import Base, Point, Polygon, corners, outline, rim

_CLEAR = 2.0
"""How far beside a corner a line passes it, in thousandths: the ends of a line are whole thousandths."""


Line = tuple[Point, Point]


def grazing_lines(a: Base, b: Base, shapes: Sequence[Sequence[XY]], short: bool = False) -> Iterator[Line]:
    """The lines between two bases that graze two corners of these shapes, or one corner and a base.

    Whether they get past the shapes is for the game to see. A line ends in the middle of what it passes of a base; a
    `short` one as soon as it meets it.

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
                yield from _along(a, b, u, v, short)
        for p in _rim_seen(a, u):
            yield from _along(a, b, p, u, short)
        for q in _rim_seen(b, u):
            yield from ((there, here) for here, there in _along(b, a, q, u, short))


def slanting_lines(a: Base, b: Base, shapes: Sequence[Sequence[XY]], vector: XY) -> Iterator[Line]:
    """The lines between two bases, in this direction alone, that graze a corner of these shapes or of a base. They end
    as soon as they meet it.

    >>> list(slanting_lines(Base(0, 0, 0, 2000, 0), Base(0, 5000, 0, 2000, 2000), [], (0.0, 1.0)))[0]
    (Point(x=-1000, y=0), Point(x=-1000, y=4000))
    """
    dx, dy = b.x - a.x, b.y - a.y
    far = sqrt(dx * dx + dy * dy)
    spots: list[XY] = [*corners(a), *corners(b)]
    for shape in shapes if far else ():
        spots += _posts(a, b, shape, (dx / far, dy / far), far)
    for x, y in spots:
        yield from _along(a, b, (x, y), (x + vector[0] * _FAR, y + vector[1] * _FAR), True)


def straight_lines(a: Base, b: Base, shape: Polygon, depth: float) -> Iterator[Line]:
    """The lines between two bases past a corner of one of them and straight across a side of a shape, where that may
    be for no more than a depth: where the corner lies so near inside that side, or the shape is so thin.
    """
    turning = 1 if area2(shape) > 0 else -1
    for index, (x, y) in enumerate(shape):
        ex, ey = x - shape[index - 1][0], y - shape[index - 1][1]
        size = sqrt(ex * ex + ey * ey) * turning
        ix, iy = -ey / size, ex / size  # straight in
        thin = max([(px - x) * ix + (py - y) * iy for px, py in shape]) <= depth
        for corner in (*corners(a), *corners(b)):
            inside = (corner.x - x) * ix + (corner.y - y) * iy
            if thin or 0 < inside <= depth:
                yield from _along(a, b, corner, (corner.x + ix * _FAR, corner.y + iy * _FAR), True)


_FAR = 1000


def shortest_line(a: Base, b: Base) -> Line:
    """The shortest line between two bases that do not overlap.

    >>> shortest_line(Base(0, 0, 0, 3000, 3000), Base(750, 6000, 45, 2000, 2000))
    (Point(x=750, y=1500), Point(x=750, y=4586))
    """
    best, line = inf, ((0.0, 0.0), (0.0, 0.0))
    for one, other, swapped in ((outline(a), outline(b), False), (outline(b), outline(a), True)):
        for px, py in one:
            for index, (x, y) in enumerate(other):
                dx, dy = other[index - 1][0] - x, other[index - 1][1] - y
                size2 = dx * dx + dy * dy
                share = ((px - x) * dx + (py - y) * dy) / size2 if size2 else 0.0
                share = min(max(share, 0.0), 1.0)
                qx, qy = x + dx * share, y + dy * share
                apart2 = (qx - px) * (qx - px) + (qy - py) * (qy - py)
                if apart2 < best:
                    best, line = apart2, ((qx, qy), (px, py)) if swapped else ((px, py), (qx, qy))
    (px, py), (qx, qy) = line
    size = sqrt(best) or 1.0
    mine, theirs = rim(a) / size, rim(b) / size
    dx, dy = qx - px, qy - py
    return (
        Point(snap(px + dx * mine), snap(py + dy * mine)),
        Point(snap(qx - dx * theirs), snap(qy - dy * theirs)),
    )


def _posts(a: Base, b: Base, shape: Sequence[XY], ahead: XY, far: float) -> Iterator[XY]:
    """The corners of a shape that a line between the bases may graze, each moved a little away from the shape."""
    ux, uy = ahead
    ax, ay, mine, theirs = a.x, a.y, a.reach, b.reach
    slant = (mine + theirs) / far
    room = max(mine, theirs)
    aside, end = room + slant * room, far + theirs
    count = len(shape)
    turning = 1 if area2(shape) > 0 else -1
    for index in range(count):
        x, y = shape[index]
        dx, dy = x - ax, y - ay
        if not -mine < dx * ux + dy * uy < end or abs(dy * ux - dx * uy) > aside:
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


def _along(a: Base, b: Base, u: XY, v: XY, short: bool) -> Iterator[Line]:
    """The line through two points as far as it leads from one base to the other, if it meets both of them; b is looked
    at first, as the first point is often on a.
    """
    dx, dy = v[0] - u[0], v[1] - u[1]
    size = sqrt(dx * dx + dy * dy)
    if size < 1:
        return
    dx, dy = dx / size, dy / size
    theirs = _passed(b, u, dx, dy)
    mine = _passed(a, u, dx, dy) if theirs is not None else None
    if mine is None or theirs is None:
        return
    start, end = sum(mine) / 2, sum(theirs) / 2
    if short:
        start, end = (mine[1], theirs[0]) if start < end else (mine[0], theirs[1])
    p = Point(snap(u[0] + dx * start), snap(u[1] + dy * start))
    q = Point(snap(u[0] + dx * end), snap(u[1] + dy * end))
    if p != q:
        yield p, q


def _passed(base: Base, u: XY, dx: float, dy: float) -> tuple[float, float] | None:
    """From where to where along a line it passes a base; None if it passes it by."""
    x, y = base.x - u[0], base.y - u[1]
    off = x * dy - y * dx
    if abs(off) > base.reach:
        return None
    if base.round:
        half2 = base.width * base.width / 4 - off * off
        if half2 < 0:
            return None
        along, half = x * dx + y * dy, sqrt(half2)
        return along - half, along + half
    shape = outline(base)
    aside = [dx * (y - u[1]) - dy * (x - u[0]) for x, y in shape]
    if min(aside) > _TOUCH or max(aside) < -_TOUCH:
        return None
    ends: list[float] = []
    (x0, y0), last = shape[-1], aside[-1]
    for (x1, y1), now in zip(shape, aside, strict=True):
        if (last < 0 < now) or (now < 0 < last):
            share = last / (last - now)
            ends.append((x0 + (x1 - x0) * share - u[0]) * dx + (y0 + (y1 - y0) * share - u[1]) * dy)
        if -_TOUCH <= now <= _TOUCH:
            ends.append((x1 - u[0]) * dx + (y1 - u[1]) * dy)
        x0, y0, last = x1, y1, now
    return min(ends), max(ends)


_TOUCH = 1e-6
"""A line that comes so near to a corner passes through it."""
