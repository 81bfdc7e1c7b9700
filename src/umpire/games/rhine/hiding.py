"""What keeps a mover hidden from somebody all along a straight part of its way (RHINE-REACT-14), found at its two ends.

What is convex and lies across two sides of a triangle lies across all of it. So what blocks a line of sight by itself
where the mover begins and where it ends does so all the way, but for a house or a vehicle that one of the two comes to
be in. Where nothing of the kind is found nothing is known: the places on the way have to be looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from umpire.games.rhine import sheet
from umpire.games.rhine.features import Feature
from umpire.games.rhine.model import State
from umpire.table import Base, Ground, Point, Terrain, box_around, eyes, is_convex, overlap, segment_crosses_base
from umpire.table.convex import segment_gap2
from umpire.table.fixed import XY
from umpire.table.shapes import Bounds

_WOOD = sheet.WOOD_DEPTH * 1000 + 1
"""RHINE-LOS-03: more wood than one sees through, whatever rounding may add."""


class Wall(NamedTuple):
    """A vehicle, or a convex piece of the ground that blocks sight."""

    bounds: Bounds
    vehicle: Base | None
    ground: Ground
    """The piece alone."""
    depth: int
    """How much of it must lie in a line to block it."""

    def blocks(self, eye: Point, q: Point, r: Point) -> bool:
        """Whether it blocks all lines from an eye to what lies between two points."""
        if self.vehicle is not None:
            return segment_crosses_base(eye, q, self.vehicle) and segment_crosses_base(eye, r, self.vehicle)
        one = self.ground.along(eye, q)
        if not one:
            return False
        two = self.ground.along(eye, r)
        if not two or not self.depth:
            return bool(two)
        # The lines between the two pass what joins the ends of theirs.
        return _gap2(_ends(eye, q, *one[0][1:]), _ends(eye, r, *two[0][1:])) > self.depth * self.depth


def _ends(p: Point, q: Point, enter: float, leave: float) -> tuple[XY, XY]:
    dx, dy = q.x - p.x, q.y - p.y
    size = sqrt(dx * dx + dy * dy)
    return (p.x + dx * enter / size, p.y + dy * enter / size), (p.x + dx * leave / size, p.y + dy * leave / size)


def _gap2(one: tuple[XY, XY], two: tuple[XY, XY]) -> float:
    """The square of how far apart what joins the first ends of two lines is from what joins their second ends."""
    (a, b), (c, d) = one, two
    return min(segment_gap2(*a, *b, *d), segment_gap2(*c, *b, *d), segment_gap2(*b, *a, *c), segment_gap2(*d, *a, *c))


_BARE = Ground()


def walls_of(terrain: Iterable[Terrain], features: Mapping[str, Feature]) -> list[Wall]:
    """RHINE-LOS-03: those of the ground. Hills are none, as it hangs on where both stand what they hide."""
    found: list[Wall] = []
    for piece in terrain:
        feature = features[piece.id]
        wood = feature.los == "wood" and feature.cover != "fortification"
        if (wood or feature.los == "block") and is_convex(piece.shape):
            found.append(Wall(piece.bounds, None, Ground([piece]), _WOOD if wood else 0))
    return found


def stays_hidden(state: State, a: Base, b: Base, c: Base, mover: str) -> bool:
    """Whether each of the lines between a base and one that moves straight on from b to c stays blocked."""
    walls = _walls(state, a, b, c, mover)
    if not walls:
        return False
    eye, before, after = a.centre, b.centre, c.centre
    lines = [(eye, q, r) for q, r in zip(eyes(b), eyes(c), strict=True)]
    lines += [(p, before, after) for p in eyes(a)[1:]]
    for p, q, r in lines:
        for index, wall in enumerate(walls):
            if wall.blocks(p, q, r):
                # What blocks one line mostly blocks the next.
                walls[0], walls[index] = wall, walls[0]
                break
        else:
            return False
    return True


def _walls(state: State, a: Base, b: Base, c: Base, mover: str) -> list[Wall]:
    """The vehicles, and the pieces of the ground, between a base and another that moves on."""
    eye, before, after = a.centre, b.centre, c.centre
    around = box_around((eye, before, after), max(a.reach, b.reach))
    way = box_around((before, after), b.reach)
    found: list[Wall] = []
    for x, y, _, base, name in state.vehicles:
        room = base.reach
        bounds = (x - room, y - room, x + room, y + room)
        if not _apart(bounds, around) and _apart(bounds, way) and name != mover and not overlap(base, a):
            found.append(Wall(bounds, base, _BARE, 0))
    for wall in state.content.walls:
        if _apart(wall.bounds, around):
            continue
        # Who has more than half of his base in a house has his middle in it.
        if wall.depth or not (wall.ground.at(eye) or wall.ground.along(before, after)):
            found.append(wall)
    return found


def _apart(one: Bounds, other: Bounds) -> bool:
    return one[2] < other[0] or one[0] > other[2] or one[3] < other[1] or one[1] > other[3]
