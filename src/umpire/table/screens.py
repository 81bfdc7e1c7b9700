"""What hides one base from another at a glance: convex pieces that stand right across, and the lines that get past."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from umpire.table.convex import inset, is_convex
from umpire.table.fixed import XY
from umpire.table.shapes import Base, Point, Terrain
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


def lines_past(a: Base, b: Base, walls: Sequence[Sequence[XY]]) -> Iterator[tuple[Point, Point]]:
    """The lines between the eyes of two bases, without some that run through one of these convex shapes, of which not
    all corners need be told.

    Seen from a point outside it, a convex shape reaches from one corner to another, and what joins those two lies in
    it: a line across that passes the shape. So from each eye a wall is looked at once, and not for every line.

    >>> from umpire.table.shapes import box
    >>> wall = box(0, 5000, 9000, 500)
    >>> len(list(lines_past(Base(0, 0, 0, 3000, 3000), Base(0, 12_000, 180, 3000, 3000), [wall])))
    0
    """
    theirs = eyes(b)
    for p in eyes(a):
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
