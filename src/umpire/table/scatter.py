"""Scatter: where a template really lands. Its centre is not snapped."""

from __future__ import annotations

from umpire.table.fixed import UNITS, XY


def deviate(centre: XY, bearing: int, distance: float) -> XY:
    """An aiming point shifted along a bearing.

    >>> deviate((10_000, 10_000), 180, 3000)
    (10000.0, 7000.0)
    """
    dx, dy = UNITS[bearing % 360]
    return centre[0] + dx * distance, centre[1] + dy * distance
