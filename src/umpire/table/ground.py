"""The ground: all terrain of a table, and what a straight line passes on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import sqrt

from umpire.table.convex import area2, is_convex
from umpire.table.fixed import XY, grain
from umpire.table.memo import keep
from umpire.table.polygons import contains, gap_to_edge, gap_to_polygon, inside_share
from umpire.table.shapes import Base, Polygon, Terrain, bounds

Crossing = tuple[float, float]
"""Where a line enters and leaves a shape, in thousandths from its start."""

_Row = tuple[int, int, int, int, Terrain, int]
"""The box around a piece, the piece, and what form it has."""

_ANY, _CONVEX, _BOX = 0, 1, 2
"""Forms of pieces: hollowed, without hollows, an upright rectangle."""


class Ground:
    """Pieces of terrain, looked up by the boxes around them. It is never changed.

    >>> from umpire.table.shapes import Point, box
    >>> wood = Terrain("wood", "dense", box(10_000, 0, 4000, 4000))
    >>> (piece, enter, leave), = Ground([wood]).along(Point(0, 0), Point(20_000, 0))
    >>> piece.id, enter, leave
    ('wood', 8000.0, 12000.0)
    """

    __slots__ = ("_levels", "_rows", "heights", "pieces")

    def __init__(self, pieces: Iterable[Terrain] = ()) -> None:
        self.pieces: tuple[Terrain, ...] = tuple(pieces)
        self._rows: list[_Row] = [(*piece.bounds, piece, _form(piece.shape)) for piece in self.pieces]
        self.heights = any(piece.height for piece in self.pieces)
        """Whether any of it is higher than the table."""
        self._levels: dict[XY, int] = {}

    def piece(self, id: str) -> Terrain | None:
        for piece in self.pieces:
            if piece.id == id:
                return piece
        return None

    def along(self, p: XY, q: XY) -> list[tuple[Terrain, float, float]]:
        """The pieces a line passes through, each with where it enters and leaves, in the order entered.

        A hollowed piece may come twice. A piece that is only touched does not come, but where one lies on the left
        and another on the right of the line, side by side, both do. From q to p the answer is the same, mirrored, to
        the last bit.
        """
        backward = q < p
        if backward:
            p, q = q, p
        px, py = p
        qx, qy = q
        dx, dy = qx - px, qy - py
        south, north = (py, qy) if dy > 0 else (qy, py)
        size = sqrt(dx * dx + dy * dy)
        steep, flat = abs(dy), dx
        twice = 2 * (dx * py - dy * px)
        found: list[tuple[Terrain, float, float]] = []
        touched: list[Terrain] = []
        for x0, y0, x1, y1, piece, form in self._rows:
            if x0 > qx or x1 < px or y0 > north or y1 < south:
                continue
            # All four corners of the piece's box on one side of the line: it passes by.
            aside, room = abs(dx * (y0 + y1) - dy * (x0 + x1) - twice), flat * (y1 - y0) + steep * (x1 - x0)
            if aside >= room:
                if aside == room:
                    touched.append(piece)
                continue
            if form == _BOX:
                # Inside a box a line is from where it comes in by one side to where it goes out by another.
                enter, leave = 0.0, size
                if dx:
                    enter, leave = (x0 - px) / dx * size, (x1 - px) / dx * size
                if dy:
                    first, last = (y0 - py) / dy * size, (y1 - py) / dy * size
                    if first > last:
                        first, last = last, first
                    if first > enter or not dx:
                        enter = first
                    if last < leave or not dx:
                        leave = last
                start = grain(enter) if enter > 0 else 0.0
                stop = grain(leave if leave < size else size)
                if start < stop:
                    found.append((piece, start, stop))
                continue
            crossings = shape_crossings(px, py, dx, dy, size, piece.shape, form == _CONVEX)
            if not crossings:
                touched.append(piece)
            for enter, leave in crossings:
                found.append((piece, enter, leave))
        if len(touched) > 1:
            found += _seams(px, py, dx, dy, size, touched)
        if not found:
            return found
        if backward:
            size = grain(size)
            found = [(piece, size - leave, size - enter) for piece, enter, leave in found]
        if len(found) > 1:
            found.sort(key=_entered)
        return found

    def at(self, point: XY) -> list[Terrain]:
        """The pieces a point lies in, edges included, in the order given."""
        x, y = point
        return [
            piece
            for x0, y0, x1, y1, piece, form in self._rows
            if x0 <= x <= x1 and y0 <= y <= y1 and (form == _BOX or contains(piece.shape, point))
        ]

    def inside(self, point: XY) -> list[Terrain]:
        """The pieces a point lies in, not on the edge, in the order given."""
        return [piece for piece in self.at(point) if gap_to_edge(piece.shape, *point) > 0]

    def height_at(self, point: XY) -> int:
        """The height of the highest piece a point lies in; 0 outside all."""
        if not self.heights:
            return 0
        found = self._levels.get(point)
        if found is None:
            found = keep(self._levels, point, max([piece.height for piece in self.at(point)], default=0))
        return found

    def under(self, base: Base, share: float = 0.5) -> list[Terrain]:
        """The pieces that hold at least this share of a base (but not nothing of it)."""
        x, y = base.x, base.y
        # Half of a base or more lies in no box that its middle is outside of.
        reach = base.reach if share < 0.5 else 0
        found = []
        for x0, y0, x1, y1, piece, _ in self._rows:
            if x0 <= x + reach and x1 >= x - reach and y0 <= y + reach and y1 >= y - reach:
                held = inside_share(base, piece.shape)
                if held >= share and held > 0:
                    found.append(piece)
        return found

    def near(self, west: float, south: float, east: float, north: float) -> Ground:
        """The part of the ground whose pieces come into a box, edges included."""
        return self._part(self._rows_near(west, south, east, north))

    def pieces_near(self, west: float, south: float, east: float, north: float) -> list[Terrain]:
        """The pieces that come into a box, edges included, in the order given."""
        return [row[4] for row in self._rows_near(west, south, east, north)]

    def _rows_near(self, west: float, south: float, east: float, north: float) -> list[_Row]:
        return [r for r in self._rows if r[0] <= east and r[2] >= west and r[1] <= north and r[3] >= south]

    def touched_by(self, base: Base) -> list[Terrain]:
        """The pieces a base touches or overlaps, in the order given."""
        x, y, reach = base.x, base.y, base.reach
        return [
            piece
            for x0, y0, x1, y1, piece, _ in self._rows
            if x0 <= x + reach
            and x1 >= x - reach
            and y0 <= y + reach
            and y1 >= y - reach
            and gap_to_polygon(base, piece.shape) <= 0
        ]

    def between(self, a: Base, b: Base) -> Ground:
        """The part of the ground that a line from one base to the other can pass: look there for all such
        lines."""
        reach = max(a.reach, b.reach)
        west, east = (a.x, b.x) if a.x < b.x else (b.x, a.x)
        south, north = (a.y, b.y) if a.y < b.y else (b.y, a.y)
        west, south, east, north = west - reach, south - reach, east + reach, north + reach
        dx, dy = b.x - a.x, b.y - a.y
        middle = dx * a.y - dy * a.x
        half = reach * sqrt(dx * dx + dy * dy)
        wide, tall = abs(dx), abs(dy)
        rows: list[_Row] = []
        for row in self._rows:
            x0, y0, x1, y1, piece, _ = row
            if x0 > east or x1 < west or y0 > north or y1 < south:
                continue
            if half:
                # First by the corners of its box, which are fewer.
                if abs(dx * (y0 + y1) - dy * (x0 + x1) - 2 * middle) > wide * (y1 - y0) + tall * (x1 - x0) + 2 * half:
                    continue
                beside = [dx * y - dy * x for x, y in piece.shape]
                if min(beside) > middle + half or max(beside) < middle - half:
                    continue
            rows.append(row)
        return self if len(rows) == len(self._rows) else self._part(rows)

    def _part(self, rows: list[_Row]) -> Ground:
        part = Ground()
        part._rows = rows
        part.heights = self.heights
        part.pieces = tuple([row[4] for row in rows])
        return part


@lru_cache(maxsize=4096)
def _form(shape: Polygon) -> int:
    if _fills_its_box(shape):
        return _BOX
    return _CONVEX if is_convex(shape) else _ANY


def _fills_its_box(shape: Polygon) -> bool:
    """Whether a shape is an upright rectangle."""
    west, south, east, north = bounds(shape)
    corners = {(west, south), (east, south), (east, north), (west, north)}
    if len(shape) != 4 or set(shape) != corners:
        return False
    return all(shape[i - 1][0] == shape[i][0] or shape[i - 1][1] == shape[i][1] for i in range(4))


def _entered(found: tuple[Terrain, float, float]) -> float:
    return found[1]


def _seams(
    px: float, py: float, dx: float, dy: float, size: float, touched: list[Terrain]
) -> list[tuple[Terrain, float, float]]:
    """Where the line from (px, py) by (dx, dy) runs between two pieces that stand side by side: it is inside both."""
    middle = dx * py - dy * px
    sides: list[tuple[bool, Terrain, Crossing]] = []
    for piece in touched:
        shape = piece.shape
        beside = [dx * y - dy * x for x, y in shape]
        for i, (x1, y1) in enumerate(shape):
            if beside[i] == middle == beside[i - 1]:
                x0, y0 = shape[i - 1]
                first, last = (x0 - px) * dx + (y0 - py) * dy, (x1 - px) * dx + (y1 - py) * dy
                for span in _between([first, last], size):
                    sides.append(((first < last) == (area2(shape) > 0), piece, span))
    found: list[tuple[Terrain, float, float]] = []
    for left, piece, span in sides:
        for right, other, span2 in sides:
            if left and not right:
                for enter, leave in _common([span], [span2]):
                    found += [(piece, enter, leave), (other, enter, leave)]
    return found


def line_crossings(p: XY, q: XY, shape: Sequence[XY]) -> list[Crossing]:
    """Where the line from p to q is inside a polygon; mirrored exactly from q to p."""
    backward = q < p
    if backward:
        p, q = q, p
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = sqrt(dx * dx + dy * dy)
    found = shape_crossings(p[0], p[1], dx, dy, size, shape)
    if backward:
        end = grain(size)
        return [(end - leave, end - enter) for enter, leave in reversed(found)]
    return found


def shape_crossings(
    px: float, py: float, dx: float, dy: float, size: float, shape: Sequence[XY], convex: bool = False
) -> list[Crossing]:
    """Where the line from (px, py) by (dx, dy), of this size, is inside a polygon, in order and not meeting.

    Corners on the line itself are taken to lie a hair to one side of it, then to the other; what is inside
    both times is inside. So a line along an edge, or through a corner only, is outside, whichever side is
    asked. Of a `convex` shape nothing is left to be found behind the second cut.
    """
    middle = dx * py - dy * px
    x0, y0 = shape[-1]
    last = dx * y0 - dy * x0
    if last == middle:
        return _through_a_corner(px, py, dx, dy, size, shape)
    was_over = last > middle
    cuts: list[float] = []
    for x1, y1 in shape:
        side = dx * y1 - dy * x1
        if side == middle:
            return _through_a_corner(px, py, dx, dy, size, shape)
        over = side > middle
        if over is not was_over:
            share = (middle - last) / (side - last)
            cuts.append((x0 + (x1 - x0) * share - px) * dx + (y0 + (y1 - y0) * share - py) * dy)
            was_over = over
            if convex and len(cuts) == 2:
                break
        x0, y0, last = x1, y1, side
    return _between(cuts, size)


def _through_a_corner(px: float, py: float, dx: float, dy: float, size: float, shape: Sequence[XY]) -> list[Crossing]:
    middle = dx * py - dy * px
    beside = [dx * y - dy * x for x, y in shape]
    if min(beside) >= middle or max(beside) <= middle:
        return []
    spans = _spans(beside, middle, False, px, py, dx, dy, size, shape)
    if not spans:
        return spans
    return _common(spans, _spans(beside, middle, True, px, py, dx, dy, size, shape))


def _spans(
    beside: list[float],
    middle: float,
    lifted: bool,
    px: float,
    py: float,
    dx: float,
    dy: float,
    size: float,
    shape: Sequence[XY],
) -> list[Crossing]:
    """The stretches inside a polygon, given how far its corners lie beside the line; kept to the line's
    length.

    Corners on the line count as below it, or, lifted, as above.
    """
    cuts: list[float] = []
    last = beside[-1]
    was_over = last >= middle if lifted else last > middle
    for i, side in enumerate(beside):
        over = side >= middle if lifted else side > middle
        if over is not was_over:
            x0, y0 = shape[i - 1]
            x1, y1 = shape[i]
            share = (middle - last) / (side - last)
            cuts.append((x0 + (x1 - x0) * share - px) * dx + (y0 + (y1 - y0) * share - py) * dy)
            was_over = over
        last = side
    return _between(cuts, size)


def _between(cuts: list[float], size: float) -> list[Crossing]:
    """The stretches between cuts, which are still times the size of the line."""
    if not cuts:
        return []
    if len(cuts) == 2:
        first, second = cuts
        enter, leave = (first, second) if first < second else (second, first)
        if leave <= 0 or enter >= size * size:
            return []
        end = grain(size)
        start = grain(enter / size) if enter > 0 else 0.0
        stop = grain(leave / size)
        if stop > end:
            stop = end
        return [(start, stop)] if start < stop else []
    return _pairs(cuts, size)


def _pairs(cuts: list[float], size: float) -> list[Crossing]:
    """The stretches between the first and second cut, the third and fourth, and so on."""
    cuts.sort()
    spans: list[Crossing] = []
    end = grain(size)
    for i in range(0, len(cuts), 2):
        _join(spans, max(grain(cuts[i] / size), 0.0), min(grain(cuts[i + 1] / size), end))
    return spans


def _common(first: list[Crossing], second: list[Crossing]) -> list[Crossing]:
    """What two lists of stretches have in common."""
    common: list[Crossing] = []
    for a0, a1 in first:
        for b0, b1 in second:
            _join(common, max(a0, b0), min(a1, b1))
    return common


def _join(spans: list[Crossing], enter: float, leave: float) -> None:
    """Adds a stretch, if it has a length; stretches that meet in a point are one."""
    if enter < leave:
        if spans and enter <= spans[-1][1]:
            spans[-1] = (spans[-1][0], leave)
        else:
            spans.append((enter, leave))
