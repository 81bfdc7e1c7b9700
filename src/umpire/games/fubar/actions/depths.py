"""At which moments of a way a shot goes through the least of a wood (FUBAR-COV-02 to 04, 11).

A line of sight leaves the area of one who stands in it at a point of its edge, and is the shorter the nearer that point
is to him; how much of it lies in the area that a mover is in is a smooth function of the way. Both are least at a few
places that can be told, and so are the moments at which a mover is in an area at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from umpire.games.fubar import sheet
from umpire.games.fubar.model import State
from umpire.table import Base, Point, Polygon, Terrain, contains, is_convex

_DEEPEST = sheet.POWER_DEPTH
"""No shot goes deeper out of an area or into it."""

_TRIED = 8
"""In so many parts the way along an edge is looked at before the least depth is sought in the best of them."""

_HALVED = 16
"""So often a part is halved in which an edge is crossed."""

_NARROWED = 24
"""So often that part is narrowed, each time by a third: to less than a thousandth of an inch."""


class Leg(NamedTuple):
    """A straight way: who goes it, from where, how far east and north, between what shares of it he is in range."""

    base: Base
    dx: int
    dy: int
    low: float
    high: float

    def place(self, share: float) -> tuple[float, float]:
        return self.base.x + share * self.dx, self.base.y + share * self.dy

    def within(self, share: float) -> float:
        return min(self.high, max(self.low, share))


def moments(state: State, leg: Leg, other: Base) -> Iterator[float]:
    """The shares of a way at which least of a line to a base that stands lies in the cover that holds either end."""
    if leg.low > leg.high:
        return
    end = Point(leg.base.x + leg.dx, leg.base.y + leg.dy)
    for piece in state.content.ground.pieces:
        if not state.content.features[piece.id].area or piece.id in state.breached:
            continue
        if _beside(piece, other.x, other.x, other.y, other.y, other.reach):
            yield from _for_who_stands(leg, other, piece.shape)
        west, east = (leg.base.x, end.x) if leg.base.x < end.x else (end.x, leg.base.x)
        south, north = (leg.base.y, end.y) if leg.base.y < end.y else (end.y, leg.base.y)
        if _beside(piece, west, east, south, north, leg.base.reach):
            yield from _for_who_moves(leg, other, piece.shape)


def _beside(piece: Terrain, west: int, east: int, south: int, north: int, room: int) -> bool:
    left, bottom, right, top = piece.bounds
    return left <= east + room and right >= west - room and bottom <= north + room and top >= south - room


def _half(base: Base) -> float:
    return min(base.width, base.depth) / 2


# --- The lines -----------------------------------------------------------------------------------------------------


class _Edge(NamedTuple):
    """An edge of an area as lines between two bases meet it: where it begins, and its direction."""

    x: int
    y: int
    ex: float
    ey: float

    def off(self, x: float, y: float) -> float:
        """How far a place is off the edge, on one side of it or the other."""
        return (x - self.x) * self.ey - (y - self.y) * self.ex


def _edges(shape: Polygon) -> list[_Edge]:
    found: list[_Edge] = []
    for index in range(len(shape)):
        p, q = shape[index - 1], shape[index]
        dx, dy = q.x - p.x, q.y - p.y
        size = sqrt(dx * dx + dy * dy)
        if size:
            found.append(_Edge(p.x, p.y, dx / size, dy / size))
    return found


def _sides(base: Base) -> tuple[float, float, float]:
    """The lines that are tried: from the middle, and from both sides of a base as they lie to the other."""
    half = _half(base)
    return 0.0, half, -half


def _from(leg: Leg, other: Base, share: float, side: float, moving: bool) -> tuple[float, float]:
    """Where one of the lines ends at the base that moves, or at the one that stands."""
    mx, my = leg.place(share)
    x, y = mx - other.x, my - other.y
    size = sqrt(x * x + y * y) or 1.0
    bx, by = (mx, my) if moving else (float(other.x), float(other.y))
    return bx - side * y / size, by + side * x / size


def _stretches(leg: Leg, other: Base, edges: list[_Edge], side: float, moving: bool) -> Iterator[tuple[float, float]]:
    """The stretches of a way between the moments at which that end of a line crosses an edge."""
    cuts = [leg.low, leg.high]
    part = (leg.high - leg.low) / _TRIED
    if (moving or side) and part > 0:
        places = [_from(leg, other, leg.low + index * part, side, moving) for index in range(_TRIED + 1)]
        for edge in edges:
            offs = [edge.off(x, y) for x, y in places]
            for index in range(_TRIED):
                if offs[index] * offs[index + 1] < 0:
                    cuts.append(_crossing(leg, other, edge, side, moving, leg.low + index * part, part))
    cuts.sort()
    # A little inside: at a cut itself rounding decides.
    bit = 2 / (abs(leg.dx) + abs(leg.dy))
    for first, last in pairwise(cuts):
        inner = min(bit, (last - first) / 2)
        yield first + inner, last - inner


def _crossing(leg: Leg, other: Base, edge: _Edge, side: float, moving: bool, first: float, part: float) -> float:
    low, high = first, first + part
    before = edge.off(*_from(leg, other, low, side, moving))
    for _ in range(_HALVED):
        middle = (low + high) / 2
        if edge.off(*_from(leg, other, middle, side, moving)) * before > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _holds(leg: Leg, other: Base, shape: Polygon, share: float, side: float, moving: bool) -> bool:
    x, y = _from(leg, other, share, side, moving)
    return contains(shape, Point(round(x), round(y)))


# --- Who stands in it ----------------------------------------------------------------------------------------------


def _for_who_stands(leg: Leg, other: Base, shape: Polygon) -> Iterator[float]:
    """When a line to the mover passes the nearest point of each edge; before and after, more of it is in the area.

    So it is for the line from middle to middle and for both outermost ones, which touch the base: the piece of a
    tangent as far as the edge is least where the edge is nearest to the middle.
    """
    room = _half(other)
    points: list[tuple[float, float, float]] = []
    for index in range(len(shape)):
        x, y = _nearest_of(shape[index - 1], shape[index], other.x, other.y)
        x, y = x - other.x, y - other.y
        far = sqrt(x * x + y * y)
        if far <= _DEEPEST + 2 * room:
            points.append((x, y, far))
    if not points:
        return
    edges = _edges(shape)
    for side in _sides(other):
        passed = [_passing(leg, other, x, y, far, side) for x, y, far in points]
        for first, last in _stretches(leg, other, edges, side, False):
            if _holds(leg, other, shape, (first + last) / 2, side, False):
                yield from (first, last)
                for share in passed:
                    if share is not None and first < share < last:
                        yield share


def _passing(leg: Leg, other: Base, x: float, y: float, far: float, side: float) -> float | None:
    """When the line from so much beside the middle of a base passes a point that is `far` from it; None if never."""
    found: float | None = None
    beside = side
    for _ in range(3):  # bases of two sizes: how far beside, at that point, hangs on how far off the mover is
        if abs(beside) >= far:
            return None
        ahead = sqrt(far * far - beside * beside)
        ux, uy = (x * ahead + y * beside) / far, (y * ahead - x * beside) / far
        across = leg.dx * uy - leg.dy * ux
        if abs(across) < far / 1000:
            return None
        found = ((other.x - leg.base.x) * uy - (other.y - leg.base.y) * ux) / across
        mx, my = leg.place(found)
        off = (mx - other.x) * ux / far + (my - other.y) * uy / far
        if off <= 0:
            return None
        beside = side + (_half(leg.base) * (1 if side > 0 else -1) - side) * ahead / off if side else 0.0
    return found


def _nearest_of(p: Point, q: Point, x: int, y: int) -> tuple[float, float]:
    """The point of an edge that is nearest to a place."""
    dx, dy = q.x - p.x, q.y - p.y
    size2 = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - p.x) * dx + (y - p.y) * dy) / size2)) if size2 else 0.0
    return p.x + share * dx, p.y + share * dy


# --- Who moves in it -----------------------------------------------------------------------------------------------


def _for_who_moves(leg: Leg, other: Base, shape: Polygon) -> Iterator[float]:
    """In each stretch of a way in an area, and between two of them: its middle, and where least is to be crossed."""
    edges = _edges(shape)
    closest = _closest(leg, other)
    for side in _sides(leg.base):
        stretches = list(_stretches(leg, other, edges, side, True))
        for first, last in stretches:
            middle = (first + last) / 2
            holds = _holds(leg, other, shape, middle, side, True)
            if not holds and len(stretches) == 1:
                continue
            yield middle
            yield min(last, max(first, closest))
            if holds:
                for edge in edges:
                    depth = _depth(leg, other, edge, middle, side)
                    if depth is not None:
                        share = _least(depth, first, last)
                        if depth(share) <= _DEEPEST + _half(leg.base):
                            yield share
    if not is_convex(shape):
        for corner in shape:
            x, y = corner.x - other.x, corner.y - other.y
            across = leg.dx * y - leg.dy * x
            if across:
                yield leg.within(((other.x - leg.base.x) * y - (other.y - leg.base.y) * x) / across)


def _closest(leg: Leg, other: Base) -> float:
    x, y = other.x - leg.base.x, other.y - leg.base.y
    return leg.within((x * leg.dx + y * leg.dy) / (leg.dx * leg.dx + leg.dy * leg.dy))


def _depth(leg: Leg, other: Base, edge: _Edge, middle: float, side: float) -> Callable[[float], float] | None:
    """How much of a line from a mover lies before an edge of its area, after so much of the way.

    None if the one who stands is not beyond that edge.
    """
    beyond = edge.off(other.x, other.y)
    if beyond * edge.off(*leg.place(middle)) >= 0:
        return None
    away = abs(beyond)
    sign = 1.0 if beyond < 0 else -1.0

    def depth(share: float) -> float:
        mx, my = leg.place(share)
        x, y = mx - other.x, my - other.y
        off = sign * edge.off(mx, my)
        if off <= 0:
            return 0.0
        return (off * sqrt(x * x + y * y) - sign * side * (x * edge.ex + y * edge.ey)) / (off + away)

    return depth


def _least(function: Callable[[float], float], first: float, last: float) -> float:
    """Where a function is least."""
    part = (last - first) / _TRIED
    if part <= 0:
        return first
    best = min(range(_TRIED + 1), key=lambda index: function(first + index * part))
    low, high = max(first, first + (best - 1) * part), min(last, first + (best + 1) * part)
    for _ in range(_NARROWED):
        third = (high - low) / 3
        if function(low + third) <= function(high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2
