"""Moving a party: many bases that go together, keep their arrangement, and go round what is in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from umpire.table.fixed import UNITS, snap
from umpire.table.measure import near_any
from umpire.table.placing import free
from umpire.table.shapes import Base, Point

Fits = Callable[[int, Base], bool]
"""What the game has to say about a place for the figure of this number, beyond its being free and on the table."""

_RINGS = 8


def follow(
    figures: Sequence[Base],
    end: Point,
    *,
    facing: int | None = None,
    leader: int = 0,
    by_hand: Mapping[int, Point] | None = None,
    others: Sequence[Base] = (),
    table: tuple[int, int] | None = None,
    cohesion: int | None = None,
    fits: Fits | None = None,
) -> list[Base] | None:
    """Places for a party whose leader goes to `end`; None if somebody finds no place.

    Each keeps its place in the arrangement if it can, else it takes the nearest free place round it, else one near
    the leader. Those put `by_hand` and the leader stand where they are told, whether that is allowed or not: the game
    says so. With `cohesion` everybody else ends at most so far, edge to edge, from somebody already placed.

    >>> follow([Base(0, 0, 0, 1000, 1000), Base(2000, 0, 0, 1000, 1000)], Point(0, 5000))[1]
    Base(x=2000, y=5000, facing=0, width=1000, depth=1000, round=False)
    """
    told = dict(by_hand or {})
    told.setdefault(leader, end)
    first = figures[leader]
    dx, dy = end.x - first.x, end.y - first.y
    placed = {at: _turned(figures[at], facing).moved(*spot) for at, spot in told.items()}
    # The nearest to the leader come first, so that the party closes up round it.
    rest = [at for at in range(len(figures)) if at not in placed]
    rest.sort(key=lambda at: ((figures[at].x - first.x) ** 2 + (figures[at].y - first.y) ** 2, at))
    others = _nearby(figures, dx, dy, placed.values(), others)
    for at in rest:
        wanted = _turned(figures[at], facing).moved(figures[at].x + dx, figures[at].y + dy)
        taken = list(placed.values())
        for spot in _spots(wanted, end):
            near = cohesion is None or near_any(spot, taken, cohesion)
            if near and free(spot, taken, table) and free(spot, others) and (fits is None or fits(at, spot)):
                placed[at] = spot
                break
        else:
            return None
    return [placed[at] for at in range(len(figures))]


def _nearby(
    figures: Sequence[Base], dx: int, dy: int, placed: Iterable[Base], others: Sequence[Base]
) -> Sequence[Base]:
    """Those of the others that any place tried by `_spots` could overlap."""
    sizes = [max(base.width, base.depth) for base in figures]
    room = (_RINGS + 1) * max(sizes)
    across = [base.x + dx for base in figures] + [base.x for base in placed]
    along = [base.y + dy for base in figures] + [base.y for base in placed]
    west, east, south, north = min(across) - room, max(across) + room, min(along) - room, max(along) + room
    found: list[Base] = []
    for base in others:
        x, y, _, width, depth, _ = base
        size = width if width > depth else depth
        if west - size <= x <= east + size and south - size <= y <= north + size:
            found.append(base)
    return found


def _turned(base: Base, facing: int | None) -> Base:
    return base if facing is None else base.turned(facing)


def _spots(wanted: Base, end: Point) -> Iterator[Base]:
    """The place wanted, then rings round it, then rings round where the leader stands."""
    yield wanted
    size = max(wanted.width, wanted.depth)
    for middle in (wanted, wanted.moved(*end)):
        for ring in range(1, 2 * _RINGS + 1):
            out = size * ring // 2
            # About one place for each half base along the ring, in a fixed order.
            for turn in range(0, 360, 60 if ring == 1 else 30 if ring < 4 else 15):
                vx, vy = UNITS[turn]
                yield middle.moved(middle.x + snap(vx * out), middle.y + snap(vy * out))
