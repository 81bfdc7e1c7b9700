"""Measuring between bases, points, polygons and circles, edge to edge.

Answers are in thousandths. A rectangle is measured in its own frame, where it is an upright box around (0,
0); that costs a fraction of measuring between general polygons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, sqrt
from typing import NamedTuple

from umpire.table.fixed import EPSILON, UNITS, XY, grain
from umpire.table.polygons import contains, gap_to_edge, gap_to_polygon, inside_share, near_polygon
from umpire.table.shapes import Base, Circle, extents

__all__ = [
    "Links",
    "chain_from",
    "chains",
    "clearance",
    "contains",
    "gap",
    "gap_to_edge",
    "gap_to_point",
    "gap_to_polygon",
    "groups",
    "in_zone",
    "inside_share",
    "links",
    "near_polygon",
    "nearest",
    "on_table",
    "overlap",
    "touching",
    "within",
]

_HALF_DIAGONAL = 0.70711
"""A rectangle reaches no farther from its centre than this times its longer side."""


def gap(a: Base, b: Base) -> float:
    """The distance between the nearest points of two bases; 0.0 if they touch or overlap.

    >>> gap(Base(0, 0, 0, 3000, 3000), Base(8000, 0, 90, 3000, 3000))
    5000.0
    """
    apart = clearance(a, b)
    return apart if apart > 0 else 0.0


def clearance(a: Base, b: Base) -> float:
    """As `gap`, but below zero for bases that overlap: how far one must be shifted to part them."""
    ax, ay, af, aw, ad, a_round = a
    bx, by, bf, bw, bd, b_round = b
    dx, dy = bx - ax, by - ay
    if a_round:
        if b_round:
            return sqrt(dx * dx + dy * dy) - (aw + bw) / 2
        return _to_box(-dx, -dy, bf, bw, bd) - aw / 2
    if b_round:
        return _to_box(dx, dy, af, aw, ad) - bw / 2
    turn = bf - af
    if turn % 90:
        return _askew(a, b)
    if turn % 180:
        bw, bd = bd, bw
    return _to_box(dx, dy, af, aw + bw, ad + bd)


def _to_box(dx: float, dy: float, facing: int, width: int, depth: int) -> float:
    """From a point at this offset to the edge of a rectangle; below zero inside."""
    sine, cosine = UNITS[facing % 360]
    x = abs(dx * cosine - dy * sine) - width / 2
    y = abs(dx * sine + dy * cosine) - depth / 2
    if x > 0 and y > 0:
        return sqrt(x * x + y * y)
    return x if x > y else y


def _askew(a: Base, b: Base) -> float:
    """Between two rectangles at any angle: the nearest points always include a corner of one of them."""
    apart, nearest2 = _corners_against(a, b)
    other_apart, other2 = _corners_against(b, a)
    if apart <= 0 and other_apart <= 0:
        return apart if apart > other_apart else other_apart
    return sqrt(nearest2 if nearest2 < other2 else other2)


def _corners_against(a: Base, b: Base, far: bool = True) -> XY:
    """In the frame of a: the widest strip between the two along its sides (below zero: how deep they
    overlap), and the squared distance to the nearest corner of b, if somebody wants to know how far that is."""
    ax, ay, af, aw, ad, _ = a
    bx, by, bf, bw, bd, _ = b
    dx, dy = bx - ax, by - ay
    sine, cosine = UNITS[af % 360]
    x, y = dx * cosine - dy * sine, dx * sine + dy * cosine
    sine, cosine = UNITS[(bf - af) % 360]
    rx, ry = cosine * bw / 2, -sine * bw / 2
    fx, fy = sine * bd / 2, cosine * bd / 2
    aw2, ad2 = aw / 2, ad / 2
    across, along = abs(x) - (abs(rx) + abs(fx)) - aw2, abs(y) - (abs(ry) + abs(fy)) - ad2
    strip, best = across if across > along else along, inf
    if not far:
        return strip, best
    # Corners ahead on the right, ahead on the left, and the two behind them.
    px, py, qx, qy = rx + fx, ry + fy, fx - rx, fy - ry
    for cx, cy in ((x + px, y + py), (x - px, y - py), (x + qx, y + qy), (x - qx, y - qy)):
        ux, uy = abs(cx) - aw2, abs(cy) - ad2
        if ux > 0:
            found = ux * ux + uy * uy if uy > 0 else ux * ux
        else:
            found = uy * uy if uy > 0 else 0.0
        if found < best:
            best = found
    return strip, best


def within(a: Base, b: Base, limit: float) -> bool:
    """Whether two bases are at most this far apart, edge to edge; exactly as far counts.

    >>> within(Base(0, 0, 0, 3000, 3000), Base(8000, 0, 90, 3000, 3000), 5000)
    True
    """
    ax, ay, _, aw, ad, a_round = a
    bx, by, _, bw, bd, b_round = b
    dx, dy = bx - ax, by - ay
    apart2 = dx * dx + dy * dy
    if limit < 0:
        return False
    if a_round and b_round:
        reach = 2 * limit + aw + bw
        return 4 * apart2 <= reach * reach
    # From the centres alone most pairs are decided: too far for the longest reach, or near enough for the
    # shortest.
    if not a_round:
        aw, ad = (aw, ad) if aw > ad else (ad, aw)
        far, near = limit + aw * _HALF_DIAGONAL, limit + ad / 2
    else:
        far = near = limit + aw / 2
    if not b_round:
        bw, bd = (bw, bd) if bw > bd else (bd, bw)
        far, near = far + bw * _HALF_DIAGONAL, near + bd / 2
    else:
        far, near = far + bw / 2, near + bw / 2
    if apart2 > far * far:
        return False
    if apart2 <= near * near:
        return True
    return gap(a, b) <= limit


def near_any(base: Base, others: Iterable[Base], limit: float) -> bool:
    """Whether any of the others is `within` this length of a base.

    >>> near_any(Base(0, 0, 0, 3000, 3000), [Base(40_000, 0, 0, 3000, 3000), Base(8000, 0, 90, 3000, 3000)], 5000)
    True
    """
    x, y, _, width, depth, _ = base
    size = limit + (width if width > depth else depth)
    for other in others:
        ox, oy, _, wide, deep, _ = other
        far = size + (wide if wide > deep else deep)
        # Most bases are farther off than all their sides together: no need to measure them.
        if -far <= ox - x <= far and -far <= oy - y <= far and within(base, other, limit):
            return True
    return False


def overlap(a: Base, b: Base) -> bool:
    """Whether two bases share ground. Touching is not overlapping, nor is what snapping alone can push in.

    >>> overlap(Base(0, 0, 0, 3000, 3000), Base(3000, 0, 0, 3000, 3000))
    False
    """
    ax, ay, af, aw, ad, a_round = a
    bx, by, bf, bw, bd, b_round = b
    dx, dy = bx - ax, by - ay
    apart2 = dx * dx + dy * dy
    # From the centres alone most pairs are decided: too far for the longest reach, or too near for the shortest.
    far = ((aw if aw > ad else ad) + (bw if bw > bd else bd)) * _HALF_DIAGONAL + 1
    if apart2 > far * far:
        return False
    if not a_round and not b_round:
        near = ((aw if aw < ad else ad) + (bw if bw < bd else bd)) / 2 - 1
        if near > 0 and apart2 < near * near:
            return True
        if (bf - af) % 90:
            # As `clearance`, but a strip of ground between them along the sides of one is enough.
            return _corners_against(a, b, False)[0] < -EPSILON and _corners_against(b, a, False)[0] < -EPSILON
        if not af % 90:
            # Both stand square on the table, as nearly all do that have not moved yet.
            wide, deep = (ad, aw) if af % 180 else (aw, ad)
            wide, deep = (wide + bd, deep + bw) if bf % 180 else (wide + bw, deep + bd)
            return abs(dx) - wide / 2 < -EPSILON and abs(dy) - deep / 2 < -EPSILON
    return clearance(a, b) < -EPSILON


def touching(a: Base, b: Base) -> bool:
    """Whether two bases are in contact, up to what snapping can part or push together.

    >>> touching(Base(0, 0, 0, 3000, 3000), Base(3000, 0, 0, 3000, 3000))
    True
    """
    return not _out_of_reach(a, b) and -EPSILON <= clearance(a, b) <= EPSILON


def _out_of_reach(a: Base, b: Base) -> bool:
    """Whether the centres are too far apart for the bases to touch."""
    ax, ay, _, aw, ad, _ = a
    bx, by, _, bw, bd, _ = b
    dx, dy = bx - ax, by - ay
    far = ((aw if aw > ad else ad) + (bw if bw > bd else bd)) * _HALF_DIAGONAL + 1
    return dx * dx + dy * dy > far * far


def gap_to_point(base: Base, x: float, y: float) -> float:
    """The distance from a base to a point; 0.0 if the point is on it."""
    if base.round:
        dx, dy = x - base.x, y - base.y
        apart = sqrt(dx * dx + dy * dy) - base.width / 2
    else:
        apart = _to_box(x - base.x, y - base.y, base.facing, base.width, base.depth)
    return apart if apart > 0 else 0.0


def in_zone(base: Base, circle: Circle) -> bool:
    """Whether any part of a base is at most the radius away from the centre of the circle.

    >>> in_zone(Base(0, 11_500, 0, 3000, 3000), Circle(0, 0, 10_000))
    True
    """
    if base.round:
        dx, dy = circle.x - base.x, circle.y - base.y
        reach = circle.radius + base.width / 2
        return dx * dx + dy * dy <= reach * reach
    return gap_to_point(base, circle.x, circle.y) <= circle.radius


def on_table(base: Base, width: int, depth: int) -> bool:
    """Whether the whole base lies on the table; flush with the edge is on it.

    >>> on_table(Base(1500, 1500, 90, 3000, 3000), 120_000, 80_000)
    True
    """
    ex, ey = extents(base)
    x, y = base.x, base.y
    return x - ex >= -EPSILON and x + ex <= width + EPSILON and y - ey >= -EPSILON and y + ey <= depth + EPSILON


def nearest(base: Base, others: Sequence[tuple[str, Base]]) -> tuple[str, ...]:
    """The names of the bases nearest to this one, in the order given; more than one if equally near.

    >>> here = Base(0, 0, 0, 1000, 1000)
    >>> nearest(here, [("a", here.moved(9000, 0)), ("b", here.moved(0, 5000)), ("c", here.moved(0, -5000))])
    ('b', 'c')
    """
    best = float("inf")
    found: list[str] = []
    for name, other in others:
        if best < float("inf") and not within(base, other, best + 1):
            continue
        apart = grain(gap(base, other))
        if apart < best:
            best, found = apart, [name]
        elif apart == best:
            found.append(name)
    return tuple(found)


def groups(bases: Sequence[Base], limit: float) -> list[tuple[int, ...]]:
    """Which bases hang together in chains of gaps no wider than the limit, by their places in the list.

    >>> at = Base(0, 0, 0, 1000, 1000)
    >>> groups([at, at.moved(30_000, 0), at.moved(3000, 0)], 2000)
    [(0, 2), (1,)]
    """
    found: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for i in range(len(bases)):
        if i not in taken:
            chain = chain_from(bases, i, limit)
            taken.update(chain)
            found.append(chain)
    return found


def chain_from(bases: Sequence[Base], start: int, limit: float) -> tuple[int, ...]:
    """All that hang together with one of the bases, itself included, by their places in the list.

    >>> at = Base(0, 0, 0, 1000, 1000)
    >>> chain_from([at, at.moved(30_000, 0), at.moved(3000, 0)], 2, 2000)
    (0, 2)
    """
    # From the centres alone most pairs are decided: edges are never farther apart, and not much nearer.
    far = limit + 2 * max([base.reach for base in bases])
    far2, near2 = far * far, limit * limit
    left = [(base.x, base.y, i, base) for i, base in enumerate(bases) if i != start]
    found, ends = [start], [bases[start]]
    while ends and left:
        end = ends.pop()
        x, y = end.x, end.y
        apart: list[tuple[int, int, int, Base]] = []
        for row in left:
            dx, dy = row[0] - x, row[1] - y
            apart2 = dx * dx + dy * dy
            if apart2 <= far2 and (apart2 <= near2 or within(end, row[3], limit)):
                found.append(row[2])
                ends.append(row[3])
            else:
                apart.append(row)
        left = apart
    return tuple(sorted(found))


class Links(NamedTuple):
    """Which bases stand near each other: for each, as the bits of a number, those within the limit of it."""

    limit: float
    bases: Sequence[Base | None]
    joined: list[int]


def links(bases: Sequence[Base | None], limit: float, before: Links | None = None) -> Links:
    """Who is no farther from whom than the limit, by places in the list; None stands nowhere.

    Given the answer for the same list from before, only for those who have moved is it measured again.

    >>> at = Base(0, 0, 0, 1000, 1000)
    >>> links([at, at.moved(30_000, 0), at.moved(3000, 0)], 2000).joined
    [4, 0, 1]
    """
    if before is None or before.limit != limit or len(before.bases) != len(bases):
        before = Links(limit, [None] * len(bases), [0] * len(bases))
    moved = [i for i, base in enumerate(bases) if base != before.bases[i]]
    if not moved:
        return before
    rest = ~sum([1 << i for i in moved])
    joined = [each & rest for each in before.joined]
    rows = [(other.x, other.y, j, other) for j, other in enumerate(bases) if other is not None]
    # From the centres alone most pairs are decided: edges are never farther apart, and not much nearer.
    far = limit + 2 * max([row[3].reach for row in rows], default=0)
    far2, near2 = far * far, limit * limit
    for i in moved:
        joined[i] = 0
        base = bases[i]
        if base is None:
            continue
        x, y = base.x, base.y
        for east, north, j, other in rows:
            dx, dy = east - x, north - y
            apart2 = dx * dx + dy * dy
            if apart2 <= far2 and j != i and (apart2 <= near2 or within(base, other, limit)):
                joined[i] |= 1 << j
                joined[j] |= 1 << i
    return Links(limit, bases, joined)


def chains(joined: Sequence[int], members: Sequence[int]) -> list[int]:
    """Which of the members hang together, given who is joined to whom: each chain as the bits of a number.

    >>> chains([0b100, 0b000, 0b001], [0, 1, 2])
    [5, 2]
    """
    left = sum([1 << member for member in members])
    found: list[int] = []
    for member in members:
        chain = ends = left & 1 << member
        left ^= chain
        while ends:
            end = ends & -ends
            more = joined[end.bit_length() - 1] & left
            left ^= more
            chain |= more
            ends ^= end | more
        if chain:
            found.append(chain)
    return found
