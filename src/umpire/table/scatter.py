"""Scatter: where a template really lands. Its centre is not snapped."""

from __future__ import annotations

from umpire.table.fixed import UNITS, XY
from umpire.table.shapes import Circle


def deviate(centre: XY, bearing: int, distance: float) -> XY:
    """An aiming point shifted along a bearing.

    >>> deviate((10_000, 10_000), 180, 3000)
    (10000.0, 7000.0)
    """
    dx, dy = UNITS[bearing % 360]
    return centre[0] + dx * distance, centre[1] + dy * distance


def deviated(circle: Circle, bearing: int, distance: float) -> Circle:
    """A template shifted along a bearing.

    >>> deviated(Circle(0, 0, 5000), 90, 2000)
    Circle(x=2000.0, y=0.0, radius=5000)
    """
    x, y = deviate((circle.x, circle.y), bearing, distance)
    return Circle(x, y, circle.radius)
