"""Openings that engineers make in obstacles: what is left of a wall, wire or works once there is a way through."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Protocol

from umpire.table import XY, Point, Polygon, Terrain, snap
from umpire.table.convex import area2, clipped, convex_parts, segment_gap2


class Opening(Protocol):
    """An opening in an obstacle: which, and where."""

    @property
    def terrain(self) -> str: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...


def opened(pieces: Sequence[Terrain], gaps: Sequence[Opening], wide: float, deep: float) -> tuple[Terrain, ...]:
    """These pieces with openings so wide cut through them; one with openings is several pieces of one id.

    `deep` is how far to each side of its point an opening reaches across: through anything that narrow.
    """
    found: list[Terrain] = []
    for piece in pieces:
        here = [gap for gap in gaps if gap.terrain == piece.id]
        found += _without(piece, here, wide / 2, deep) if here else [piece]
    return tuple(found)


def _without(piece: Terrain, gaps: Sequence[Opening], half: float, deep: float) -> list[Terrain]:
    """What is left of an obstacle, in convex parts."""
    parts = [list(part) for part in convex_parts(piece.shape)]
    for gap in gaps:
        vector = _direction(piece.shape, gap)
        parts = [rest for part in parts for rest in _around(part, gap, vector, half, deep)]
    shapes = [tuple(Point(snap(x), snap(y)) for x, y in part) for part in parts]
    return [Terrain(piece.id, piece.kind, shape, piece.height, piece.name) for shape in shapes if _solid(shape)]


def _solid(shape: Polygon) -> bool:
    return len(shape) >= 3 and area2(shape) != 0


def _direction(shape: Polygon, gap: Opening) -> XY:
    """Along which way the obstacle runs at a point on its edge: that of the nearest side, the longest if equal."""
    best = (float("inf"), 0.0)
    vector = (1.0, 0.0)
    for i, (x1, y1) in enumerate(shape):
        x0, y0 = shape[i - 1]
        size = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
        if size:
            rank = (segment_gap2(gap.x, gap.y, x0, y0, x1, y1), -size)
            if rank < best:
                best, vector = rank, ((x1 - x0) / size, (y1 - y0) / size)
    return vector


def _around(part: list[XY], gap: Opening, vector: XY, half: float, deep: float) -> list[list[XY]]:
    """A convex part less the box of the opening: what lies beyond each of the box's four sides."""
    vx, vy = vector
    found: list[list[XY]] = []
    for nx, ny, reach in ((vx, vy, half), (-vx, -vy, half), (-vy, vx, deep), (vy, -vx, deep)):
        limit = gap.x * nx + gap.y * ny + reach
        beyond = clipped(part, -nx, -ny, -limit)
        if len(beyond) >= 3:
            found.append(beyond)
        part = clipped(part, nx, ny, limit)
        if len(part) < 3:
            break
    return found


def nearest_point(shape: Polygon, x: float, y: float) -> Point:
    """The point on the outline of a polygon nearest to a place."""
    best = float("inf")
    found = shape[0]
    for i, (x1, y1) in enumerate(shape):
        x0, y0 = shape[i - 1]
        dx, dy = x1 - x0, y1 - y0
        size2 = dx * dx + dy * dy
        share = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / size2)) if size2 else 0.0
        px, py = x0 + dx * share, y0 + dy * share
        far = (px - x) ** 2 + (py - y) ** 2
        if far < best:
            best, found = far, Point(snap(px), snap(py))
    return found
