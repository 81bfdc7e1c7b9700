"""Units driven back: straight away from somebody, or home if there is nobody to turn from."""

from __future__ import annotations

from umpire.table import XY, Base, Point, direction, unit_vector


def away_from(base: Base, source: Point | None, home: int) -> XY:
    """Straight away from a place; without one, or on top of it, on the bearing home."""
    if source is None or source == base.centre:
        return direction(home)
    return unit_vector(source, base.centre)
