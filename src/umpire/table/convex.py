"""Convex outlines: hulls, how far apart two of them are, and when a ray passes through one.

An outline is a list of places: one (a point), two (a segment) or more (a polygon, counter-clockwise). A round
base is its centre with a rim around it; the functions here take the rims as extra lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from umpire.table.fixed import XY
from umpire.table.shapes import Polygon

Outline = Sequence[XY]
Span = tuple[float, float]
"""From and to, along a ray."""


def hull(points: Sequence[XY]) -> list[XY]:
    """The convex hull, counter-clockwise, without points in the middle of a side."""
    ordered = sorted(set(points))
    if len(ordered) <= 2:
        return ordered
    lower = _half_hull(ordered)
    ordered.reverse()
    upper = _half_hull(ordered)
    return lower[:-1] + upper[:-1]


def _half_hull(ordered: list[XY]) -> list[XY]:
    chain: list[XY] = []
    for x, y in ordered:
        while len(chain) >= 2:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain


def segment_gap2(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The square of the distance from a point to the segment from a to b."""
    dx, dy = bx - ax, by - ay
    ux, uy = px - ax, py - ay
    along = ux * dx + uy * dy
    if along <= 0:
        return ux * ux + uy * uy
    size2 = dx * dx + dy * dy
    if along >= size2:
        vx, vy = px - bx, py - by
        return vx * vx + vy * vy
    cross = ux * dy - uy * dx
    return cross * cross / size2


def separation(a: Outline, b: Outline) -> float:
    """How far apart two outlines are; below zero, how deep they lie in each other."""
    depth = max(_widest_cut(a, b), _widest_cut(b, a))
    if depth <= 0:
        return depth
    if len(a) == 1 and len(b) == 1:
        return depth
    return sqrt(min(_corner_gap2(a, b), _corner_gap2(b, a)))


def nearer(a: Outline, b: Outline, limit: float) -> bool:
    """Whether two outlines are less than this far apart: `separation` less than the limit, found sooner."""
    cut = _widest_cut(a, b, limit)
    if cut >= limit:
        return False
    other = _widest_cut(b, a, limit)
    if other >= limit:
        return False
    if (cut <= 0 and other <= 0) or (len(a) == 1 and len(b) == 1):
        return True
    return sqrt(min(_corner_gap2(a, b), _corner_gap2(b, a))) < limit


def _widest_cut(a: Outline, b: Outline, enough: float = float("inf")) -> float:
    """The widest strip between b and a side of a, seen across that side; or the first that is wide enough."""
    if len(a) == 1:
        if len(b) > 1:
            return -float("inf")
        dx, dy = b[0][0] - a[0][0], b[0][1] - a[0][1]
        return sqrt(dx * dx + dy * dy)
    widest = -float("inf")
    for i, (x1, y1) in enumerate(a):
        x0, y0 = a[i - 1]
        nx, ny = y1 - y0, x0 - x1
        size = sqrt(nx * nx + ny * ny)
        nearest = min([(x - x0) * nx + (y - y0) * ny for x, y in b]) / size
        if nearest > widest:
            widest = nearest
            if widest >= enough:
                return widest
    if len(a) == 2:
        # The ends of a segment are sides of no length: they can part it from what lies beyond them.
        widest = max(widest, _beyond(a[0], a[1], b), _beyond(a[1], a[0], b))
    return widest


def _beyond(start: XY, end: XY, b: Outline) -> float:
    nx, ny = end[0] - start[0], end[1] - start[1]
    size = sqrt(nx * nx + ny * ny)
    return min([(x - end[0]) * nx + (y - end[1]) * ny for x, y in b]) / size


def _corner_gap2(a: Outline, b: Outline) -> float:
    """The square of the least distance from a corner of a to a side of b."""
    best = float("inf")
    x0, y0 = b[-1]
    for x1, y1 in b:
        for px, py in a:
            found = segment_gap2(px, py, x0, y0, x1, y1)
            if found < best:
                best = found
        x0, y0 = x1, y1
    return best


def difference(a: Outline, b: Outline) -> list[XY]:
    """The hull of all steps from b to a: shifting b by any step inside it makes b meet a."""
    return hull([(ax - bx, ay - by) for ax, ay in a for bx, by in b])


def ray_span(shape: Outline, grow: float, vector: XY) -> Span | None:
    """Where the line through (0, 0) along a unit vector is inside a convex outline grown by a rim.

    A negative `grow` shrinks a polygon. None if the line stays outside or only touches.
    """
    if grow <= 0:
        return _polygon_span(shape, -grow, vector) if len(shape) > 2 else None
    spans: list[Span] = []
    if len(shape) > 2:
        _keep(spans, _polygon_span(shape, 0.0, vector))
    for point in shape:
        _keep(spans, _disc_span(point, grow, vector))
    if len(shape) > 1:
        for i, end in enumerate(shape):
            _keep(spans, _polygon_span(_strip(shape[i - 1], end, grow), 0.0, vector))
    if not spans:
        return None
    return min([low for low, _ in spans]), max([high for _, high in spans])


def _keep(spans: list[Span], span: Span | None) -> None:
    if span is not None:
        spans.append(span)


def _strip(start: XY, end: XY, width: float) -> list[XY]:
    """The rectangle to the right of a side (outside a counter-clockwise polygon)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = sqrt(dx * dx + dy * dy)
    ox, oy = dy / size * width, -dx / size * width
    return [start, (start[0] + ox, start[1] + oy), (end[0] + ox, end[1] + oy), end]


def _disc_span(centre: XY, radius: float, vector: XY) -> Span | None:
    vx, vy = vector
    middle = centre[0] * vx + centre[1] * vy
    beside = centre[0] * vy - centre[1] * vx
    half2 = radius * radius - beside * beside
    if half2 <= 0:
        return None
    half = sqrt(half2)
    return middle - half, middle + half


def _polygon_span(shape: Outline, inset: float, vector: XY) -> Span | None:
    vx, vy = vector
    low, high = -float("inf"), float("inf")
    for i, (x1, y1) in enumerate(shape):
        x0, y0 = shape[i - 1]
        dx, dy = x1 - x0, y1 - y0
        # How far inside this side the start lies, and how fast the ray goes further in; both times the side's
        # length.
        inside = dy * x0 - dx * y0 - inset * sqrt(dx * dx + dy * dy)
        speed = dx * vy - dy * vx
        if abs(speed) <= 1e-12 * (abs(dx) + abs(dy)):
            if inside <= 0:
                return None
        elif speed > 0:
            low = max(low, -inside / speed)
        else:
            high = min(high, -inside / speed)
    return (low, high) if low < high else None


@lru_cache(maxsize=4096)
def convex_parts(shape: Polygon) -> tuple[tuple[XY, ...], ...]:
    """A polygon cut into convex outlines: itself if it is convex, otherwise triangles."""
    ring = _plain_ring(shape)
    if len(ring) < 3:
        raise ValueError("a polygon needs three corners that are not in line")
    if all(turn(ring[i - 2], ring[i - 1], ring[i]) > 0 for i in range(len(ring))):
        return (tuple(ring),)
    parts: list[tuple[XY, ...]] = []
    while len(ring) > 3:
        ear = _find_ear(ring)
        parts.append((ring[ear - 1], ring[ear], ring[(ear + 1) % len(ring)]))
        del ring[ear]
        ring = _without_flat(ring)
    if len(ring) == 3:
        parts.append(tuple(ring))
    return tuple(parts)


def turn(a: XY, b: XY, c: XY) -> float:
    """Above zero if a, b, c turns to the left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def area2(shape: Outline) -> float:
    """Twice the area of a polygon; above zero if its corners run counter-clockwise."""
    total = 0.0
    x0, y0 = shape[-1]
    for x1, y1 in shape:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return total


def clipped(shape: list[XY], nx: float, ny: float, limit: float) -> list[XY]:
    """What of a polygon lies on the near side of a line: where nx * x + ny * y is no greater than the limit.

    Cutting a hollowed polygon leaves bridges of no width along the line; they have no area.
    """
    beyond = [x * nx + y * ny - limit for x, y in shape]
    if max(beyond, default=0.0) <= 0:
        return shape
    kept: list[XY] = []
    x0, y0 = shape[-1]
    before = beyond[-1]
    for (x1, y1), now in zip(shape, beyond, strict=True):
        if (before < 0 < now) or (now < 0 < before):
            share = before / (before - now)
            kept.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
        if now <= 0:
            kept.append((x1, y1))
        x0, y0, before = x1, y1, now
    return kept


@lru_cache(maxsize=4096)
def is_convex(shape: Polygon) -> bool:
    """Whether a polygon has an inside, no hollow, and does not cross itself.

    >>> from umpire.table.shapes import Point, box
    >>> is_convex(box(0, 0, 20, 10)), is_convex((Point(0, 0), Point(9, 0), Point(1, 1), Point(0, 9)))
    (True, False)
    """
    ring = _plain_ring(shape)
    if len(ring) < 3:
        return False
    first = ring.index(min(ring))
    return ring[first:] + ring[:first] == hull(ring)


def inset(shape: Polygon, by: float) -> list[XY]:
    """What of a convex polygon lies at least this far inside all its sides; nothing if it is too narrow.

    >>> from umpire.table.shapes import box
    >>> sorted(inset(box(0, 0, 20, 10), 3))
    [(-7.0, -2.0), (-7.0, 2.0), (7.0, -2.0), (7.0, 2.0)]
    """
    ring = _plain_ring(shape)
    left = ring
    for i, (x1, y1) in enumerate(ring):
        x0, y0 = ring[i - 1]
        dx, dy = x1 - x0, y1 - y0
        size = sqrt(dx * dx + dy * dy)
        left = clipped(left, dy / size, -dx / size, (dy * x0 - dx * y0) / size - by)
        if len(left) < 3:
            return []
    return left


def _plain_ring(shape: Polygon) -> list[XY]:
    ring: list[XY] = [(x, y) for x, y in shape]
    if area2(ring) < 0:
        ring.reverse()
    return _without_flat(ring)


def _without_flat(ring: list[XY]) -> list[XY]:
    """Drops repeated corners and those in the middle of a side."""
    i = 0
    while len(ring) >= 3 and i < len(ring):
        if turn(ring[i - 1], ring[i], ring[(i + 1) % len(ring)]) == 0:
            del ring[i]
            i = max(i - 2, 0)
        else:
            i += 1
    return ring


def _find_ear(ring: list[XY]) -> int:
    """A corner that can be cut off without cutting into another part of the polygon."""
    count = len(ring)
    for i in range(count):
        a, b, c = ring[i - 1], ring[i], ring[(i + 1) % count]
        if turn(a, b, c) <= 0:
            continue
        others = [p for p in ring if p not in (a, b, c)]
        if not any(turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0 for p in others):
            return i
    raise ValueError("the outline of the polygon crosses itself")
