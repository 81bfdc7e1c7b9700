"""What hides one base from another at a glance: convex pieces that stand right across, and the lines that get past."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from umpire.table.convex import inset, is_convex
from umpire.table.fixed import XY
from umpire.table.ground import shape_crossings
from umpire.table.shapes import Base, Point, Polygon, Terrain
from umpire.table.sight import eyes


class Screens:
    """The convex ones of some pieces of terrain, made ready to tell at a glance which hide one base from another.

    >>> from umpire.table.shapes import box
    >>> wall = Terrain("wall", "wall", box(0, 5000, 9000, 500))
    >>> [piece.id for piece in Screens([wall]).hiding(Base(0, 0, 0, 3000, 3000), Base(0, 12_000, 180, 3000, 3000))]
    ['wall']

    Of pieces one sees through for less than a `depth`, only what lies half of it inside them is looked at: a line
    through there passes that much of the piece.
    """

    __slots__ = ("_inset", "_rows", "posts")

    def __init__(self, pieces: Iterable[Terrain], depth: float = 0) -> None:
        self._inset = depth / 2 + 1 if depth else 0
        self._rows: list[_Screen] = []
        for piece in pieces:
            if not is_convex(piece.shape):
                continue
            core = inset(piece.shape, self._inset) if depth else piece.shape
            if core:
                self._rows.append((*piece.bounds, tuple(core[:: max(1, len(core) // _POSTS)]), piece))
        self.posts: dict[str, tuple[XY, ...]] = {piece.id: corners for _, _, _, _, corners, piece in self._rows}
        """Corners of each that is looked at, by its id: `lines_past` takes them for walls."""

    def hiding(self, a: Base, b: Base) -> list[Terrain]:
        """The pieces that are certain to stand in every line between two bases; others may do so too.

        What joins two corners lies in a convex shape. If it lies across all the ground between the bases, and beside
        neither of them, no line gets past.
        """
        ax, ay, bx, by = a.x, a.y, b.x, b.y
        west, east = (ax, bx) if ax < bx else (bx, ax)
        south, north = (ay, by) if ay < by else (by, ay)
        dx, dy = bx - ax, by - ay
        size = sqrt(dx * dx + dy * dy)
        if not size:
            return []
        mine, yours = a.reach, b.reach
        room = (mine if mine > yours else yours) * size
        start, end = (mine + self._inset) * size, size * (size - yours - self._inset)
        twice, flat, steep = 2 * (dx * ay - dy * ax), abs(dx), abs(dy)
        found: list[Terrain] = []
        for x0, y0, x1, y1, posts, piece in self._rows:
            if x1 < west or x0 > east or y1 < south or y0 > north:
                continue
            # All four corners of the piece's box on one side of the line between the middles: it passes by.
            if abs(dx * (y0 + y1) - dy * (x0 + x1) - twice) >= flat * (y1 - y0) + steep * (x1 - x0):
                continue
            most = least = at_left = at_right = 0.0
            for x, y in posts:
                aside = dx * (y - ay) - dy * (x - ax)
                if aside > most:
                    most, at_left = aside, dx * (x - ax) + dy * (y - ay)
                elif aside < least:
                    least, at_right = aside, dx * (x - ax) + dy * (y - ay)
            if most >= room and -least >= room and start <= at_left <= end and start <= at_right <= end:
                found.append(piece)
        return found


_Screen = tuple[int, int, int, int, tuple[XY, ...], Terrain]

_POSTS = 8
"""Of a rounder shape only so many corners are looked at."""


def lies_across(shape: Polygon, a: Base, b: Base, depth: float) -> bool:
    """Whether a convex shape is certain to be passed for more than a depth by every line between two bases.

    >>> from umpire.table.shapes import box
    >>> here, there = Base(0, 0, 0, 3000, 3000), Base(20_000, 40_000, 0, 3000, 3000)
    >>> lies_across(box(9000, 24_000, 16_000, 12_000), here, there, 5000)
    True

    On both sides of the line between their middles, as far off as the bases reach, runs a line parallel to it. What
    lies between their two ways through the shape is in it too, and every line between the bases goes in by the one end
    of that and out by the other. Both ends may be aslant, and so may the line: that much it may be shorter.
    """
    dx, dy = b.x - a.x, b.y - a.y
    size = sqrt(dx * dx + dy * dy)
    mine, yours = a.reach, b.reach
    clear = size - mine - yours
    if clear <= 0:
        return False
    aside = max(mine, yours) / size
    ways: list[tuple[float, float]] = []
    for side in (aside, -aside):
        ways += shape_crossings(a.x - dy * side, a.y + dx * side, dx, dy, size, shape, True)
    if len(ways) < 2:
        return False
    (enter, leave), (enters, leaves) = ways
    if min(enter, enters) < mine or max(leave, leaves) > size - yours:
        return False
    slant = min(abs(enter - enters), abs(leave - leaves)) / clear
    return min(leave - enter, leaves - enters) > (depth + 1) * (1 + slant)


def closed(a: Base, b: Base, walls: Iterable[Sequence[XY]]) -> bool:
    """Whether some of these convex shapes together are certain to stand in every line between two bases; not all their
    corners need be told.

    >>> from umpire.table.shapes import box
    >>> here, there = Base(0, 0, 0, 3000, 3000), Base(0, 40_000, 0, 3000, 3000)
    >>> houses = [box(-5000, 20_000, 10_000, 4000), box(5000, 24_000, 12_000, 4000)]
    >>> closed(here, there, houses), closed(here, there, houses[:1])
    (True, False)

    All lines between their eyes run in a strip of ground no wider than the bases, and no farther aslant than from one
    edge of it to the other. A line that nothing stops has each shape on its left or on its right. What reaches beyond
    the left edge it has on its left; and with that also what overlaps it, seen along the strip, by more than the line
    can be aslant between the two. If what reaches beyond the right edge is among them, there is no such line.
    """
    dx, dy = b.x - a.x, b.y - a.y

    def seen_along(spots: Sequence[XY]) -> list[XY]:
        """How far aside of the way from one to the other, to the left, and how far along it."""
        return [(dx * y - dy * x, dx * x + dy * y) for x, y in spots]

    mine, yours = seen_along(eyes(a)), seen_along(eyes(b))
    left_edge, right_edge = max(max(mine), max(yours))[0], min(min(mine), min(yours))[0]
    start, end = max([along for _, along in mine]), min([along for _, along in yours])
    if start >= end:
        return False
    slant = (left_edge - right_edge) / (end - start)
    hair = sqrt(dx * dx + dy * dy)
    reached: list[XY] = []  # right ends of what is on the left
    others: list[tuple[XY, XY]] = []  # left and right ends of the rest
    for wall in walls:
        ends = [each for each in seen_along(wall) if start <= each[1] <= end]
        if ends:
            left, right = max(ends), min(ends)
            if left[0] > left_edge + hair:
                reached.append(right)
            else:
                others.append((left, right))
    while reached:
        aside, along = reached.pop()
        if aside < right_edge - hair:
            return True
        joined = [each for each in others if each[0][0] - aside > slant * abs(each[0][1] - along) + hair]
        others = [each for each in others if each not in joined]
        reached += [right for _, right in joined]
    return False


def lines_past(
    mine: Iterable[Point], theirs: Sequence[Point], walls: Sequence[Sequence[XY]]
) -> Iterator[tuple[Point, Point]]:
    """The lines from some eyes to others, without some that run through one of these convex shapes, of which not all
    corners need be told.

    Seen from a point outside it, a convex shape reaches from one corner to another, and what joins those two lies in
    it: a line across that passes the shape. So from each eye a wall is looked at once, and not for every line.

    >>> from umpire.table.shapes import box
    >>> wall = box(0, 5000, 9000, 500)
    >>> len(list(lines_past(eyes(Base(0, 0, 0, 3000, 3000)), eyes(Base(0, 12_000, 180, 3000, 3000)), [wall])))
    0
    """
    for p in mine:
        px, py = p
        cuts = [_cut(px, py, wall) for wall in walls]
        for q in theirs:
            dx, dy = q[0] - px, q[1] - py
            for lx, ly, rx, ry, area in cuts:
                # Between both ends, and the two points on different sides of what joins these.
                if dx * ly - dy * lx > 0 and dx * ry - dy * rx < 0:
                    there = (lx - rx) * (dy - ry) - (ly - ry) * (dx - rx)
                    if area > 0 > there or area < 0 < there:
                        break
            else:
                yield p, q


_Cut = tuple[float, float, float, float, float]
"""What joins two corners of a shape, both told from where one looks, and twice the area between all three."""


def _cut(px: float, py: float, shape: Sequence[XY]) -> _Cut:
    """From the corner of a convex shape that is farthest to the left, seen from a point outside it, to that on the
    right."""
    x, y = shape[0]
    lx = rx = x - px
    ly = ry = y - py
    for x, y in shape:
        x, y = x - px, y - py
        if lx * y - ly * x > 0:
            lx, ly = x, y
        if rx * y - ry * x < 0:
            rx, ry = x, y
    return lx, ly, rx, ry, (ly - ry) * rx - (lx - rx) * ry
