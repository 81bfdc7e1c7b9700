"""Arcs and sides: what a base sees in front of it, and from which side something comes."""

from __future__ import annotations

from typing import Literal

from umpire.table.fixed import COSINES, EPSILON, SCALE, SINES, UNITS, XY
from umpire.table.shapes import Base, offsets

Side = Literal["front", "left", "right", "rear"]


def in_arc(base: Base, point: XY, degrees: int) -> bool:
    """Whether a point lies in the front arc of so many degrees, seen from the centre; on its edge counts.

    >>> in_arc(Base(0, 0, 0, 3000, 3000), (5000, 5000), 90)
    True
    """
    dx, dy = point[0] - base.x, point[1] - base.y
    if degrees >= 360 or (dx == 0 and dy == 0):
        return True
    if degrees < 0:
        return False
    left = _cross(2 * base.facing - degrees, dx, dy)
    right = _cross(2 * base.facing + degrees, dx, dy)
    if degrees > 180:
        return left >= 0 or right <= 0
    if left < 0 or right > 0:
        return False
    return degrees > 0 or dx * SINES[base.facing % 360] + dy * COSINES[base.facing % 360] > 0


def _cross(half_degrees: int, dx: float, dy: float) -> float:
    """Above zero if the offset lies to the right of a bearing given in half degrees; exact on whole
    numbers."""
    low, high = half_degrees // 2 % 360, (half_degrees + 1) // 2 % 360
    # Half way between two whole degrees lies the sum of their unit vectors.
    return dx * (COSINES[low] + COSINES[high]) - dy * (SINES[low] + SINES[high])


def behind_front(base: Base, point: XY) -> bool:
    """Whether a point lies behind the endless line through the front edge; on the line it does not.

    >>> tank = Base(0, 0, 0, 3000, 3000)
    >>> behind_front(tank, (9000, 1499)), behind_front(tank, (9000, 1500))
    (True, False)
    """
    dx, dy = point[0] - base.x, point[1] - base.y
    depth = base.width if base.round else base.depth
    return 2 * (dx * SINES[base.facing % 360] + dy * COSINES[base.facing % 360]) < depth * SCALE


def side_of(base: Base, point: XY) -> Side:
    """On which side of a base a point lies, parted by its diagonals; on a diagonal the front comes before the
    sides, and the sides before the rear.

    >>> side_of(Base(0, 0, 90, 3000, 3000), (0, 9000))
    'left'
    """
    dx, dy = point[0] - base.x, point[1] - base.y
    sine, cosine = SINES[base.facing % 360], COSINES[base.facing % 360]
    across, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    wide, deep = (1, 1) if base.round else (base.width, base.depth)
    if ahead * wide >= abs(across) * deep:
        return "front"
    if -ahead * wide > abs(across) * deep:
        return "rear"
    return "right" if across > 0 else "left"


def touched_side(base: Base, other: Base) -> Side:
    """The side of a base that another one touches or is nearest to.

    It is the side beyond whose line the other lies farthest; corner to corner, the other's centre decides.

    >>> touched_side(Base(0, 0, 0, 3000, 3000), Base(2000, -3000, 0, 3000, 3000))
    'rear'
    """
    by_centre = side_of(base, (other.x, other.y))
    if base.round:
        return by_centre
    sine, cosine = UNITS[base.facing % 360]
    dx, dy = other.x - base.x, other.y - base.y
    across, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    if other.round:
        wide = deep = other.width / 2
    else:
        around = offsets((other.facing - base.facing) % 360, other.width, other.depth)
        wide = max([x for x, _ in around])
        deep = max([y for _, y in around])
    beyond: dict[Side, float] = {
        "front": ahead - deep - base.depth / 2,
        "right": across - wide - base.width / 2,
        "left": -across - wide - base.width / 2,
        "rear": -ahead - deep - base.depth / 2,
    }
    farthest = max(beyond.values())
    if beyond[by_centre] >= farthest - EPSILON:
        return by_centre
    return next(side for side, distance in beyond.items() if distance >= farthest - EPSILON)
