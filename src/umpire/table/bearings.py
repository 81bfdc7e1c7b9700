"""Bearings: whole degrees, 0 to the north, clockwise, all taken from one fixed table."""

from __future__ import annotations

from bisect import bisect_left
from math import sqrt
from typing import Final, Literal

from umpire.table.fixed import COSINES, SINES, UNITS, XY, snap
from umpire.table.shapes import Point

Edge = Literal["north", "east", "south", "west"]
EDGES: Final[dict[Edge, int]] = {"north": 0, "east": 90, "south": 180, "west": 270}
"""The edges of a table, each with the bearing that leads off it."""

# Half way between two whole degrees lies the sum of their unit vectors.
_HALFWAY_SINES: Final = tuple(SINES[d] + SINES[d + 1] for d in range(90))
_HALFWAY_COSINES: Final = tuple(COSINES[d] + COSINES[d + 1] for d in range(90))
_HALFWAY_TANGENTS: Final = tuple(
    s / c if c > 0 else float("inf") for s, c in zip(_HALFWAY_SINES, _HALFWAY_COSINES, strict=True)
)


def direction(bearing: int) -> XY:
    """The step of length one along a bearing.

    >>> direction(90)
    (1.0, 0.0)
    """
    return UNITS[bearing % 360]


def bearing(start: XY, end: XY) -> int:
    """The whole degree nearest to the way from one point to another; half way between two, the lower one.

    A point has no bearing to itself: that is answered with 0.

    >>> bearing(Point(0, 0), Point(1000, 0)), bearing(Point(0, 0), Point(-1000, -1000))
    (90, 225)
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    if dx >= 0 and dy > 0:
        quarter, side, ahead_ = 0, dx, dy
    elif dx > 0:
        quarter, side, ahead_ = 90, -dy, dx
    elif dy < 0:
        quarter, side, ahead_ = 180, -dx, -dy
    elif dx < 0:
        quarter, side, ahead_ = 270, dy, -dx
    else:
        return 0
    degree = bisect_left(_HALFWAY_TANGENTS, side / ahead_)
    # The quotient was rounded; the products below are exact, and decide.
    if degree > 0 and side * _HALFWAY_COSINES[degree - 1] <= ahead_ * _HALFWAY_SINES[degree - 1]:
        degree -= 1
    elif degree < 90 and side * _HALFWAY_COSINES[degree] > ahead_ * _HALFWAY_SINES[degree]:
        degree += 1
    return (quarter + degree) % 360


def opposite(bearing: int) -> int:
    """The bearing straight back.

    >>> opposite(270)
    90
    """
    return (bearing + 180) % 360


def turn_between(a: int, b: int) -> int:
    """How many degrees lie between two bearings, the short way round: 0 to 180.

    >>> turn_between(350, 20)
    30
    """
    turn = (b - a) % 360
    return turn if turn <= 180 else 360 - turn


def ahead(point: XY, bearing: int, distance: float) -> Point:
    """The snapped point at this distance along a bearing; snapping never takes it farther than the distance.

    So a piece that may move 10 cm may move to what this gives for 10 cm.

    >>> ahead(Point(0, 0), 30, 10_000)
    Point(x=5000, y=8660)
    """
    return along_vector(point, UNITS[bearing % 360], distance)


def along_vector(point: XY, vector: XY, distance: float) -> Point:
    """As `ahead`, along a vector of length one."""
    x, y = point
    sx, sy = snap(vector[0] * distance), snap(vector[1] * distance)
    limit = distance * distance
    while sx * sx + sy * sy > limit:
        # Give back the larger part first: it costs the least in direction. Equal parts both, to stay
        # symmetric.
        wide, tall = abs(sx), abs(sy)
        if wide >= tall:
            sx += -1 if sx > 0 else 1
        if tall >= wide:
            sy += -1 if sy > 0 else 1
    return Point(snap(x) + sx, snap(y) + sy)


def unit_vector(start: XY, end: XY) -> XY:
    """The exact way from one point to another as a step of length one; north if they are the same point.

    >>> unit_vector(Point(0, 0), Point(3000, 4000))
    (0.6, 0.8)
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = sqrt(dx * dx + dy * dy)
    if not size:
        return UNITS[0]
    return dx / size, dy / size
