"""What comes and goes on the table and stands in the way of sight: smoke, domes, massive units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import hypot

from umpire.games.commander.sight import Blocked, Walls
from umpire.games.fwc.model import Zone
from umpire.table import (
    XY,
    Base,
    Point,
    circle_polygon,
    lines,
    segment_crosses_base,
    segment_crosses_circle_edge,
    segment_meets_circle,
)
from umpire.table.convex import segment_gap2

Blocker = Zone | Base
"""Smoke, a dome, or the base of a massive unit."""


def walls(blockers: Iterable[Blocker], a: Base, b: Base) -> Walls:
    """Corners of what is sure to stop a line between two bases that runs through it: no dome that both are in."""
    found: Walls = []
    for each in blockers:
        if isinstance(each, Base):
            found.append(each.corners)
        elif each.kind == "smoke" or _depth_in(each, a) < -a.reach or _depth_in(each, b) < -b.reach:
            found.append(_round_wall(each))
    return found


@lru_cache(maxsize=256)
def _round_wall(zone: Zone) -> Sequence[XY]:
    return circle_polygon((zone.x, zone.y), zone.radius - 1, 8)


def outlines(blockers: Iterable[Blocker]) -> Walls:
    """Corners of what lines have to get past: all of it lies inside them, but for what is round hardly more than it."""
    return [each.corners if isinstance(each, Base) else _round_outline(each) for each in blockers]


_AROUND = 1.00215
"""The corners of a polygon of 48 sides around a circle are so much farther from its middle."""


@lru_cache(maxsize=256)
def _round_outline(zone: Zone) -> Sequence[XY]:
    return circle_polygon((zone.x, zone.y), zone.radius * _AROUND, 48)


def lines_left(blockers: Iterable[Blocker], a: Base, b: Base) -> Iterable[tuple[Point, Point]]:
    """Where a cloud or a dome lies over a part of a base: the lines between eyes, those of what is left among them."""
    for each in blockers:
        if isinstance(each, Zone) and any(abs(_depth_in(each, base)) <= base.reach for base in (a, b)):
            return lines(a, b)
    return ()


def crossed(blockers: Iterable[Blocker]) -> Blocked:
    """FWC-OBS-01, DOM-01, MAS-01: whether a cloud, the edge of a dome or a massive unit is in a line."""
    bases = [blocker for blocker in blockers if isinstance(blocker, Base)]
    clouds = [blocker.circle for blocker in blockers if isinstance(blocker, Zone) and blocker.kind == "smoke"]
    domes = [blocker.circle for blocker in blockers if isinstance(blocker, Zone) and blocker.kind != "smoke"]

    def blocked(p: Point, q: Point) -> bool:
        for base in bases:
            if segment_crosses_base(p, q, base):
                return True
        for cloud in clouds:
            if segment_meets_circle(p, q, cloud):
                return True
        return any(segment_crosses_circle_edge(p, q, dome) for dome in domes)

    return blocked


def parts(zone: Zone, a: Base, b: Base) -> bool:
    """Whether a zone is certain to be in every line: one base is all in smoke, or inside a dome and the other not."""
    x, y, limit = zone.x, zone.y, zone.radius * zone.radius
    if (a.x - x) ** 2 + (a.y - y) ** 2 > limit and (b.x - x) ** 2 + (b.y - y) ** 2 > limit:
        return False  # most often both are outside
    near, far = _depth_in(zone, a), _depth_in(zone, b)
    if zone.kind == "smoke":
        return near > a.reach or far > b.reach
    return (near > a.reach and far < -b.reach) or (near < -a.reach and far > b.reach)


def _depth_in(zone: Zone, base: Base) -> float:
    """How far inside a zone the middle of a base is; below zero, how far outside."""
    return zone.radius - hypot(zone.x - base.x, zone.y - base.y)


def widest(a: Base, b: Base) -> int:
    """No part of either base is farther from its middle than this."""
    return (max(a.width, b.width) + max(a.depth, b.depth)) // 2 + 1


def near_line(x: int, y: int, room: int, a: Base, b: Base) -> bool:
    """Whether the line between the middles of two bases comes so near to a point: nothing but a first sieve."""
    if (x + room < a.x and x + room < b.x) or (x - room > a.x and x - room > b.x):
        return False
    if (y + room < a.y and y + room < b.y) or (y - room > a.y and y - room > b.y):
        return False
    return segment_gap2(x, y, a.x, a.y, b.x, b.y) <= room * room
