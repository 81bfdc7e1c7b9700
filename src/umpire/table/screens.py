"""What hides one base from another at a glance: convex pieces that stand right across."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from umpire.table.convex import inset, is_convex, separation
from umpire.table.fixed import XY
from umpire.table.ground import line_crossings
from umpire.table.measure import gap_to_point
from umpire.table.polygons import contains
from umpire.table.shapes import Base, Point, Polygon, Terrain, outline
from umpire.table.sight import outer_eyes, outermost_lines, segment_crosses_base


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
        """Corners of each that is looked at, by its id: `closed` takes them for walls."""

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


def closed(a: Base, b: Base, walls: Iterable[Sequence[XY]]) -> bool:
    """Whether some of these convex shapes together are certain to stand in every line between two bases; not all their
    corners need be told.

    >>> from umpire.table.shapes import box
    >>> here, there = Base(0, 0, 0, 3000, 3000), Base(0, 40_000, 0, 3000, 3000)
    >>> houses = [box(-5000, 20_000, 10_000, 4000), box(5000, 24_000, 12_000, 4000)]
    >>> closed(here, there, houses), closed(here, there, houses[:1])
    (True, False)

    A line that nothing stops has each shape on its left or on its right. Whatever reaches beyond the outermost line on
    the left it has on its left; and with that also what leaves no room for a line between the two. If what reaches
    beyond the outermost line on the right is among them, there is no such line.
    """
    dx, dy = b.x - a.x, b.y - a.y
    size = sqrt(dx * dx + dy * dy)
    if not size:
        return False
    ux, uy = dx / size, dy / size

    def seen_along(spots: Sequence[XY]) -> list[XY]:
        """How far aside of the way from one to the other, to the left, and how far along it."""
        return [(ux * y - uy * x, ux * x + uy * y) for x, y in spots]

    mine, yours = seen_along(outer_eyes(a)), seen_along(outer_eyes(b))
    start, end = max([along for _, along in mine]), min([along for _, along in yours])
    if start >= end:
        return False
    left_line, right_line = map(seen_along, outermost_lines(a, b))
    left_end, right_end = min(left_line)[0], max(right_line)[0]
    reached: list[XY] = []  # right ends of what is on the left
    others: list[tuple[XY, XY]] = []  # left and right ends of the rest
    for shape in walls:
        spots = seen_along(shape)
        # What does not reach over an end of both outermost lines is not in both of them: no need to look closely.
        if max(spots)[0] > left_end and min(spots)[0] < right_end and stands_across(a, b, shape):
            return True
        ends = [each for each in spots if start <= each[1] <= end]
        if ends:
            left, right = max(ends), min(ends)
            if _aside(left_line, left) > _HAIR:
                reached.append(right)
            else:
                others.append((left, right))
    while reached:
        far = reached.pop()
        if _aside(right_line, far) < -_HAIR:
            return True
        joined = [each for each in others if _no_room(far, each[0], mine, yours)]
        others = [each for each in others if each not in joined]
        reached += [right for _, right in joined]
    return False


_HAIR = 2.0
"""A line that runs so near beside a thing, in thousandths, may get past: its ends are whole thousandths."""


def _aside(line: Sequence[XY], spot: XY) -> float:
    """How far to the left of a line a place is, all told as seen along the way."""
    (aside, along), (other, farther) = line
    return spot[0] - aside - (other - aside) * (spot[1] - along) / (farther - along)


def _no_room(left: XY, right: XY, mine: Sequence[XY], yours: Sequence[XY]) -> bool:
    """Whether no line from one base to another has this place on its left and that one on its right.

    Before both of them such a line is on one side of the line that joins them, and behind both on the other side.
    """
    if abs(left[1] - right[1]) < 1:
        return right[0] - left[0] > _HAIR
    before, behind = (mine, yours) if left[1] < right[1] else (yours, mine)
    joining = left, right
    return all(_aside(joining, eye) > _HAIR for eye in before) or all(_aside(joining, eye) < -_HAIR for eye in behind)


def stands_across(a: Base, b: Base, shape: Sequence[XY]) -> bool:
    """Whether a convex shape is certain to stand in every line between two bases: both outermost lines run through it,
    and what joins these inside it is on neither base.
    """
    left_line, right_line = outermost_lines(a, b)
    on_the_left = _inside(left_line, shape)
    on_the_right = _inside(right_line, shape) if on_the_left else None
    if on_the_left is None or on_the_right is None:
        return False
    return not any(_lies_over(base, on_the_left, on_the_right) for base in (a, b))


def _lies_over(base: Base, p: XY, q: XY) -> bool:
    """Whether what joins two points is on a base; on a mere front also if it is in line with it."""
    return segment_crosses_base(p, q, base) or (not base.depth and gap_to_point(base, *p) <= 0)


def passed_at_least(a: Base, b: Base, shape: Polygon) -> float:
    """So much of a convex shape every line between two bases passes; 0 where that is not plain.

    >>> from umpire.table.shapes import box
    >>> here, there = Base(0, 0, 0, 3000, 3000), Base(0, 40_000, 0, 3000, 3000)
    >>> passed_at_least(here, there, box(0, 20_000, 9000, 6000)), passed_at_least(here, there, box(0, 0, 9000, 8000))
    (6000.0, 2500.0)

    They all cross what joins the points where the outermost lines enter it, unless they begin on the base behind that;
    then they begin inside the shape. And so it is where they leave it.
    """
    if (a.round and a.width) or (b.round and b.width):
        return 0.0
    lines = outermost_lines(a, b)
    spans = [span for line in lines for span in line_crossings(*line, shape)]
    if len(spans) < 2:
        return 0.0
    starts = _joined(a, b, shape, [_along(line, enter) for line, (enter, _) in zip(lines, spans, strict=True)])
    ends = _joined(b, a, shape, [_along(line, leave) for line, (_, leave) in zip(lines, spans, strict=True)])
    return max(min([separation(start, end) for start in starts for end in ends], default=0.0), 0.0)


def _joined(base: Base, other: Base, shape: Polygon, ends: list[XY]) -> list[Sequence[XY]]:
    """From what on all lines from a base are inside a shape: what joins the ends of the outermost ones on its rim, or
    the base itself, or one of the two; nothing if that is not certain."""
    if all(contains(shape, eye) for eye in outer_eyes(base)):
        return [outline(base)]
    one, two = ends
    if segment_crosses_base(one, two, other):
        return []
    joined: Sequence[XY] = ends if one != two else ends[:1]
    partly_inside = segment_crosses_base(one, two, base) or all(gap_to_point(base, *end) <= 1 for end in ends)
    return [joined, outline(base)] if partly_inside else [joined]


def _inside(line: tuple[Point, Point], shape: Sequence[XY]) -> XY | None:
    """The middle of what a line passes of a convex shape; None if it passes it by."""
    for enter, leave in line_crossings(*line, shape):
        return _along(line, (enter + leave) / 2)
    return None


def _along(line: tuple[Point, Point], far: float) -> XY:
    """The point so far along a line."""
    p, q = line
    dx, dy = q.x - p.x, q.y - p.y
    share = far / sqrt(dx * dx + dy * dy)
    return p.x + dx * share, p.y + dy * share
