"""First contact: what a base meets when it is pushed straight along a vector, keeping its facing.

What counts:
- The first touch counts if going on would push the base in by more than `EPSILON`. Sliding along something
  does not.
- A touch at exactly the end of the push counts. The table's edge alone must be passed: flush with it is still
  on it.
- What the base touches at the start counts, at distance 0, if the push goes into it.
- What it already overlaps counts, at distance 0, if the push goes further in: the way out ahead is longer
  than the way out behind. Pushed outward it is free of that thing, until it has left it and meets it again.
- Of a circle only the edge counts, from outside or from inside; the centre of the base says on which side it
  belongs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from umpire.table.bearings import direction
from umpire.table.convex import Outline, Span, convex_parts, difference, ray_span
from umpire.table.fixed import EPSILON, XY, grain, snap
from umpire.table.shapes import Base, Circle, Terrain, extents, outline, rim


class Contact(NamedTuple):
    """What is met, and after what distance. The id of an edge is the side of the table: "north", "east"
    ..."""

    distance: float
    kind: Literal["base", "terrain", "edge", "circle"]
    id: str


def contacts(
    base: Base,
    vector: int | XY,
    distance: float,
    bases: Sequence[tuple[str, Base]] = (),
    terrain: Sequence[Terrain] = (),
    table: tuple[int, int] | None = None,
    circles: Sequence[tuple[str, Circle]] = (),
    margins: Mapping[str, float] | None = None,
) -> list[Contact]:
    """Everything a push along a bearing or unit vector meets, in the order met; each thing once, as if
    alone. A base with a margin is met by what comes so near to it.

    >>> here = Base(5000, 5000, 0, 2000, 2000)
    >>> contacts(here, 0, 9000, [("enemy", here.moved(7500, 11_000))], margins={"enemy": 1300})
    [Contact(distance=2800.0, kind='base', id='enemy')]
    """
    way = direction(vector) if isinstance(vector, int) else vector
    push = _Push(base, way, distance)
    found: list[Contact] = []
    for name, other in bases:
        met = push.meets_base(other, margins.get(name, 0.0) if margins else 0.0)
        if met is not None:
            found.append(Contact(met, "base", name))
    for piece in terrain:
        met = push.meets_piece(piece)
        if met is not None:
            found.append(Contact(met, "terrain", piece.id))
    for name, circle in circles:
        met = push.meets_edge_of(circle)
        if met is not None:
            found.append(Contact(met, "circle", name))
    if table is not None:
        found += push.leaves(table)
    found.sort(key=_distance)
    return found


def _distance(contact: Contact) -> float:
    return contact.distance


def first_contact(
    base: Base,
    vector: int | XY,
    distance: float,
    bases: Sequence[tuple[str, Base]] = (),
    terrain: Sequence[Terrain] = (),
    table: tuple[int, int] | None = None,
    circles: Sequence[tuple[str, Circle]] = (),
) -> Contact | None:
    """The first thing met by a push; of several at one distance a base, then terrain, a circle, the table's
    edge.

    >>> here = Base(5000, 5000, 0, 2000, 2000)
    >>> first_contact(here, 0, 9000, [("friend", here.moved(6000, 11_000))])
    Contact(distance=4000.0, kind='base', id='friend')
    """
    found = contacts(base, vector, distance, bases, terrain, table, circles)
    return found[0] if found else None


def pushed(base: Base, vector: int | XY, distance: float) -> Base:
    """The base after a push of this length, snapped. After a push to a contact it touches but does not
    overlap."""
    way = direction(vector) if isinstance(vector, int) else vector
    return base.moved(base.x + snap(way[0] * distance), base.y + snap(way[1] * distance))


class _Meeting(NamedTuple):
    """When a pushed base meets something: touching, and deeper than `EPSILON`."""

    touch: float
    part: float
    enter: float
    leave: float


class _Push:
    """A base on its way along a vector."""

    __slots__ = ("base", "distance", "lane", "outline", "rim", "vector")

    def __init__(self, base: Base, vector: XY, distance: float) -> None:
        self.base = base
        self.vector = vector
        self.distance = distance
        self.outline: Outline = outline(base)[::-1]
        self.rim = rim(base)
        beside = [x * vector[1] - y * vector[0] for x, y in self.outline]
        self.lane = (min(beside), max(beside))
        """How far its outline reaches to both sides of its way, from a line along it through (0, 0)."""

    def meets_base(self, other: Base, margin: float = 0.0) -> float | None:
        """When another base is met, or neared by a margin, if it is."""
        if self._misses(other.x, other.y, other.reach + margin):
            return None
        return self._meets(outline(other)[::-1], rim(other) + margin)

    def _meets(self, shape: Outline, shape_rim: float) -> float | None:
        meeting = self._meeting(shape, shape_rim)
        return self._counts([meeting]) if meeting is not None else None

    def meets_piece(self, piece: Terrain) -> float | None:
        west, south, east, north = piece.bounds
        wide, tall = east - west, north - south
        reach = sqrt(wide * wide + tall * tall) / 2
        if self._misses((west + east) / 2, (south + north) / 2, reach):
            return None
        found: list[_Meeting] = []
        for part in convex_parts(piece.shape):
            meeting = self._meeting(part, 0.0)
            if meeting is not None:
                found.append(meeting)
        return self._counts(_joined(found))

    def meets_edge_of(self, circle: Circle) -> float | None:
        cx, cy, radius = circle
        dx, dy = self.base.x - cx, self.base.y - cy
        if dx * dx + dy * dy <= radius * radius:
            return self._breaks_out(circle)
        return None if self._misses(cx, cy, radius) else self._meets(((cx, cy),), radius)

    def leaves(self, table: tuple[int, int]) -> list[Contact]:
        ex, ey = extents(self.base)
        x, y = self.base.x, self.base.y
        vx, vy = self.vector
        found: list[Contact] = []
        for side, room, speed in (
            ("north", table[1] - y - ey, vy),
            ("east", table[0] - x - ex, vx),
            ("south", y - ey, -vy),
            ("west", x - ex, -vx),
        ):
            if speed > 0 and room + EPSILON < speed * self.distance:
                found.append(Contact(max(grain(room / speed), 0.0), "edge", side))
        return found

    def _misses(self, x: float, y: float, reach: float) -> bool:
        """Whether something around this place is out of reach all along the way."""
        dx, dy = x - self.base.x, y - self.base.y
        vx, vy = self.vector
        room = reach + self.base.reach + 1
        ahead = dx * vx + dy * vy
        return abs(dx * vy - dy * vx) > room or ahead < -room or ahead > self.distance + room

    def _passes(self, shape: Outline, room: float) -> bool:
        """Whether an outline lies beside all of the way, seen along it: most that are near are never met."""
        vx, vy = self.vector
        least, most = self.lane
        beside = [x * vy - y * vx for x, y in shape]
        return min(beside) - most > room or least - max(beside) > room

    def _meeting(self, shape: Outline, shape_rim: float) -> _Meeting | None:
        rims = self.rim + shape_rim
        if self._passes(shape, rims + 1):
            return None
        apart = difference(shape, self.outline)
        deep = ray_span(apart, rims - EPSILON, self.vector)
        touch: Span | None = ray_span(apart, rims, self.vector)
        if deep is None or touch is None:
            return None
        return _Meeting(touch[0], touch[1], deep[0], deep[1])

    def _counts(self, meetings: list[_Meeting]) -> float | None:
        """The distance of the first meeting that counts."""
        for touch, part, enter, leave in meetings:
            if leave <= 0:
                continue
            if enter < 0:
                if touch + part > 0:
                    return 0.0
                continue
            met = max(grain(touch), 0.0)
            return met if met <= self.distance else None
        return None

    def _breaks_out(self, circle: Circle) -> float | None:
        """When the first part of a base inside a circle passes out of it."""
        vx, vy = self.vector
        room = circle.radius - self.rim
        first = float("inf")
        for x, y in self.outline:
            dx, dy = x - circle.x, y - circle.y
            along, beside = dx * vx + dy * vy, dx * vy - dy * vx
            half2 = room * room - beside * beside
            if room > 0 and half2 > 0:
                first = min(first, max(sqrt(half2) - along, 0.0))
            elif along > 0:
                first = 0.0
        met = grain(first) if first <= self.distance + 1 else first
        return met if met <= self.distance else None


def _joined(meetings: list[_Meeting]) -> list[_Meeting]:
    """The meetings with the parts of one shape, put together where they run into each other."""
    joined: list[_Meeting] = []
    for meeting in sorted(meetings):
        if joined and meeting.touch <= joined[-1].part + EPSILON:
            last = joined[-1]
            joined[-1] = _Meeting(
                last.touch,
                max(last.part, meeting.part),
                min(last.enter, meeting.enter),
                max(last.leave, meeting.leave),
            )
        else:
            joined.append(meeting)
    return joined
