"""Finding places: for a base in contact with another, and for many bases in a zone. Always in the same
order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from umpire.table.convex import difference, ray_span
from umpire.table.fixed import UNITS, snap
from umpire.table.measure import on_table, overlap
from umpire.table.memo import KEPT
from umpire.table.polygons import contains, inside_share
from umpire.table.shapes import Base, Polygon, bounds, outline, rim

Legal = Callable[[Base], bool]
"""What the game has to say about a place, beyond its being free and on the table."""


def free(base: Base, others: Sequence[Base], table: tuple[int, int] | None = None) -> bool:
    """Whether a base lies on the table and overlaps none of the others."""
    if table is not None and not on_table(base, *table):
        return False
    return in_the_way(base, others) is None


def in_the_way(base: Base, others: Sequence[Base]) -> int | None:
    """The place in the list of the first of the others that a base overlaps."""
    x, y, _, width, depth, _ = base
    size = width if width > depth else depth
    for place, other in enumerate(others):
        ox, oy, _, wide, deep, _ = other
        far = size + (wide if wide > deep else deep)
        # Most bases are farther off than all their sides together: no need to measure them.
        if -far < ox - x < far and -far < oy - y < far and overlap(base, other):
            return place
    return None


def beside(base: Base, anchor: Base, bearing: int) -> Base:
    """The base put down in contact with an anchor, on this bearing from the anchor's centre, its facing kept.

    >>> beside(Base(0, 0, 0, 2000, 2000), Base(10_000, 10_000, 0, 3000, 3000), 90)
    Base(x=12500, y=10000, facing=0, width=2000, depth=2000, round=False)
    """
    dx, dy = _step_beside(base.moved(0, 0), anchor.moved(0, 0), bearing % 360)
    return base.moved(anchor.x + dx, anchor.y + dy)


@lru_cache(maxsize=KEPT)
def _step_beside(base: Base, anchor: Base, bearing: int) -> tuple[int, int]:
    """From the centre of an anchor to that of a base put down beside it; both are given around (0, 0)."""
    vx, vy = UNITS[bearing]
    if base.round or anchor.round:
        apart = difference(outline(anchor)[::-1], outline(base)[::-1])
        span = ray_span(apart, rim(base) + rim(anchor), (vx, vy))
        out = span[1] if span is not None else 0.0
    else:
        out = min(_out_of(anchor, base, bearing), _out_of(base, anchor, bearing))
    return snap(vx * out), snap(vy * out)


def _out_of(a: Base, b: Base, bearing: int) -> float:
    """How far along a bearing one of two rectangles around one centre must go to be clear of the sides of a."""
    sine, cosine = UNITS[(b.facing - a.facing) % 360]
    sine, cosine = abs(sine), abs(cosine)
    wide = (a.width + cosine * b.width + sine * b.depth) / 2
    deep = (a.depth + sine * b.width + cosine * b.depth) / 2
    across, along = UNITS[(bearing - a.facing) % 360]
    return min(
        wide / abs(across) if across else float("inf"),
        deep / abs(along) if along else float("inf"),
    )


@lru_cache(maxsize=360)
def _around(start: int) -> list[int]:
    """Bearings in the order tried: every 15 degrees to the right and left of the start, then every 5."""
    turns = [0] + [sign * turn for turn in range(15, 180, 15) for sign in (1, -1)] + [180]
    fine = [sign * turn for turn in range(5, 180, 5) if turn % 15 for sign in (1, -1)]
    return [(start + turn) % 360 for turn in turns + fine]


def place_touching(
    base: Base,
    anchor: Base,
    others: Sequence[Base] = (),
    table: tuple[int, int] | None = None,
    legal: Legal | None = None,
    start: int | None = None,
) -> Base | None:
    """A free place for a base in contact with an anchor, or None if there is none.

    Bearings from the anchor are tried right and left of `start` (if not given, the way the anchor faces).
    """
    x, y = anchor.x, anchor.y
    far = anchor.reach + 2 * base.reach
    near = [o for o in others if abs(o.x - x) <= far + o.reach and abs(o.y - y) <= far + o.reach]
    shape, around = base.moved(0, 0), anchor.moved(0, 0)
    for bearing in _around(anchor.facing if start is None else start):
        dx, dy = _step_beside(shape, around, bearing)
        place = base.moved(x + dx, y + dy)
        taken = in_the_way(place, near)
        if taken is not None:
            # Who is in the way here is likely to be in the way on the next bearing: he is looked at first there.
            near.insert(0, near.pop(taken))
        elif (table is None or on_table(place, *table)) and not overlap(place, anchor):
            if legal is None or legal(place):
                return place
    return None


def spread(
    bases: Sequence[Base],
    zone: Polygon,
    others: Sequence[Base] = (),
    table: tuple[int, int] | None = None,
    legal: Legal | None = None,
    spacing: int = 0,
    near: tuple[int, int] | None = None,
) -> list[Base] | None:
    """Places for bases inside a zone, in the order given, none overlapping; None if they do not all fit.

    Each takes the first free place of a grid in the zone: row by row from the south-west, or, with `near`,
    the places nearest to that point first. `spacing` is the room between two bases in a row and between rows; where it
    is as large as a base, another may stand in it.
    """
    taken = list(others)
    placed: list[Base] = []
    searches: dict[Base, Search] = {}
    for base in bases:
        shape = base.moved(0, 0)
        if shape not in searches:
            searches[shape] = Search(base, zone, table, legal, spacing, near)
        place = searches[shape].next(taken)
        if place is None:
            return None
        taken.append(place)
        placed.append(place)
    return placed


class Search:
    """The search of `spread` for one base after another of the same shape, each from where the last was found.

    A spot refused once is refused for good: what is taken may only grow from one to the next.
    """

    __slots__ = ("_base", "_legal", "_spots", "_table", "_zone")

    def __init__(
        self,
        base: Base,
        zone: Polygon,
        table: tuple[int, int] | None = None,
        legal: Legal | None = None,
        spacing: int = 0,
        near: tuple[int, int] | None = None,
    ) -> None:
        self._base = base
        self._zone = zone
        self._table = table
        self._legal = legal
        self._spots = iter(_grid(_room(base), zone, spacing, near))

    def next(self, taken: Sequence[Base]) -> Base | None:
        """The next place that is free; None if there is none any more."""
        zone, legal = self._zone, self._legal
        for x, y in self._spots:
            place = self._base.moved(x, y)
            if not contains(zone, (x, y)) or not free(place, taken, self._table):
                continue
            if inside_share(place, zone) >= 1.0 and (legal is None or legal(place)):
                return place
        return None


def _room(base: Base) -> tuple[int, int]:
    """The size of the upright box around a base, rounded up."""
    across = [x - base.x for x, _ in base.corners]
    along = [y - base.y for _, y in base.corners]
    wide, tall = 2 * max(across), 2 * max(along)
    return (base.width, base.width) if base.round else (wide, tall)


def _grid(
    room: tuple[int, int], zone: Polygon, spacing: int, near: tuple[int, int] | None
) -> Iterable[tuple[int, int]]:
    west, south, east, north = bounds(zone)
    wide, tall = room[0] + room[0] % 2, room[1] + room[1] % 2
    # Half steps, so that a place between two that are taken by bases of another size is found too.
    step_x, step_y = max((wide + spacing) // 2, 1), max((tall + spacing) // 2, 1)
    rows = range(south + tall // 2, north - tall // 2 + 1, step_y)
    columns = range(west + wide // 2, east - wide // 2 + 1, step_x)
    spots = ((x, y) for y in rows for x in columns)  # of which the first may do
    if near is None:
        return spots
    nx, ny = near
    return sorted(spots, key=lambda spot: ((spot[0] - nx) ** 2 + (spot[1] - ny) ** 2, spot[1], spot[0]))
