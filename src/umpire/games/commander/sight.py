"""Sight over the ground: what a line passes, whether that stops it, and the search for a line that is clear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, product

from umpire.table import (
    XY,
    Base,
    Ground,
    Point,
    Screens,
    Terrain,
    closed,
    eyes,
    grazing_lines,
    keep,
    outer_eyes,
    outermost_lines,
    overlap,
    passed_at_least,
    shortest_line,
    silhouette_lines,
    stands_across,
    straight_lines,
    within,
)
from umpire.table.convex import is_convex

Passed = tuple[Terrain, float, float]
"""A piece of terrain that a line passes, and where it enters and leaves."""

Blocked = Callable[[Point, Point], bool]
"""Whether something blocks the line between two points."""

Line = tuple[Point, Point]

Walls = list[Sequence[XY]]
"""Corners of convex things that stop every line that runs through them."""

Stopped = Callable[[Sequence[Passed]], bool]
"""Whether what a line passes stops it."""


class Outlook:
    """The ground of a table as it stands in the way of sight. It never changes, so answers are kept by bases.

    `thicket` is the kind of ground one sees through for so little of it as `see_in`; `indoors` tells the buildings a
    base is in, which do not hide it for so little either.
    """

    __slots__ = (
        "_convex", "_footings", "_indoors", "_lines", "_parts", "_screens", "_see_in", "_thicket", "_thickets",
        "ground",
    )  # fmt: skip

    def __init__(
        self, pieces: Sequence[Terrain], thicket: str, see_in: float, indoors: Callable[[Base], Sequence[str]]
    ) -> None:
        self.ground = Ground(pieces)
        self._thicket = thicket
        self._see_in = see_in
        self._indoors = indoors
        self._convex = frozenset([piece.id for piece in pieces if is_convex(piece.shape)])
        self._screens = Screens([piece for piece in pieces if piece.kind == "building" or piece.height])
        self._thickets = Screens([piece for piece in pieces if piece.kind == thicket], see_in)
        self._footings: dict[Base, tuple[int, tuple[str, ...]]] = {}
        self._lines: dict[tuple[Base, Base], Line | None] = {}
        self._parts: dict[Base, tuple[Terrain, ...]] = {}

    def sees(self, a: Base, b: Base) -> bool:
        """Whether the ground leaves a line between two bases."""
        return self._line((a, b) if a < b else (b, a)) is not None

    def line(self, a: Base, b: Base) -> Line | None:
        """A line from one base to another that the ground leaves: the one between their middles if it does."""
        if a < b:
            return self._line((a, b))
        found = self._line((b, a))
        return found and (found[1], found[0])

    def _line(self, key: tuple[Base, Base]) -> Line | None:
        lines = self._lines
        if key not in lines:
            keep(lines, key, self._look(*key))
        return lines[key]

    def _look(self, a: Base, b: Base) -> Line | None:
        """Most pairs are settled by a glance at what hides everything, or by the lines between middles and outsides."""
        hiding = self._screens.hiding(a, b)
        between = a.centre, b.centre
        passed = self.ground.along(*between) if not hiding else []
        if not hiding and not passed:
            return between
        stance = self._stance(a, b)
        if hiding:
            if any(map(stance.solid, hiding)):
                return None
            passed = self.ground.along(*between)
        if self._thickets.hiding(a, b):
            return None
        if not stance.stops(passed):
            return between
        beside: list[list[Terrain]] = []
        for line in outermost_lines(a, b):
            passed = self.ground.along(*line)
            if not stance.stops(passed):
                return line
            beside.append([piece for piece, _, _ in passed])
        left, right = beside
        if not overlap(a, b) and any(piece in right and self._is_across(a, b, piece, stance) for piece in left):
            return None
        over = self._prospect(a, b, stance)
        return some_line(a, b, over.blocked, over.is_closed, over.narrow)

    def _is_across(self, a: Base, b: Base, piece: Terrain, stance: Stance) -> bool:
        """Whether a piece that both outermost lines run through is certain to stop all between them too."""
        if piece.id not in self._convex:
            return False
        if stance.solid(piece):
            return stands_across(a, b, piece.shape)
        return stance.thin(piece) and passed_at_least(a, b, piece.shape) > self._see_in + 1

    def prospect(self, a: Base, b: Base) -> Prospect:
        """The ground between two bases, for who looks at many lines there."""
        return self._prospect(a, b, self._stance(a, b))

    def _prospect(self, a: Base, b: Base, stance: Stance) -> Prospect:
        ground = self.ground.between(a, b)
        near = [*self._under(a), *self._under(b)]
        apart = [piece for piece in ground.pieces if piece not in near]
        hearts = [self._thickets.posts[piece.id] for piece in apart if piece.id in self._thickets.posts]
        fronts = [
            self._screens.posts[piece.id] for piece in apart if piece.id in self._screens.posts and stance.solid(piece)
        ]
        cut = [any(map(stance.solid, self._under(base))) for base in (a, b)]
        return Prospect(a, b, ground, stance, [*hearts, *fronts], cut)

    def stops(self, a: Base, b: Base) -> Stopped:
        """Whether what a line between two bases passes stops it."""
        return self._stance(a, b).stops

    def _stance(self, a: Base, b: Base) -> Stance:
        (high, mine), (other, yours) = self._footing(a), self._footing(b)
        return Stance(high if high > other else other, mine + yours, self._thicket, self._see_in)

    def _footing(self, base: Base) -> tuple[int, tuple[str, ...]]:
        """How high a base stands, and the buildings it is in."""
        found = self._footings.get(base)
        if found is None:
            found = self.ground.height_at(base.centre), tuple(self._indoors(base))
            keep(self._footings, base, found)
        return found

    def _under(self, base: Base) -> tuple[Terrain, ...]:
        found = self._parts.get(base)
        if found is None:
            found = tuple(self.ground.under(base, 0))
            keep(self._parts, base, found)
        return found


class Stance:
    """How two bases stand to the ground between them: `high` is how high the higher of them stands, `own` are the
    buildings they are in, `thicket` is the kind of ground one sees through for so little of it as `see_in`.
    """

    __slots__ = ("_high", "_own", "see_in", "thicket")

    def __init__(self, high: int, own: Sequence[str], thicket: str, see_in: float) -> None:
        self._high = high
        self._own = own
        self.thicket = thicket
        self.see_in = see_in

    def solid(self, piece: Terrain) -> bool:
        """What stops a line however little of it is passed: a height above both, a building neither is in."""
        return piece.height > self._high or (piece.kind == "building" and piece.id not in self._own)

    def thin(self, piece: Terrain) -> bool:
        """What stops a line if much of it is passed, and only then."""
        return piece.kind in (self.thicket, "building") and not self.solid(piece)

    def stops(self, passed: Sequence[Passed]) -> bool:
        """Whether what a line passes hides one end from the other.

        Where two thickets overlap the line passes one: they come in the order entered.
        """
        depth = end = 0.0
        for piece, enter, leave in passed:
            if self.solid(piece):
                return True
            if piece.kind == self.thicket:
                if leave > end:
                    depth += leave - (enter if enter > end else end)
                    end = leave
                if depth > self.see_in:
                    return True
            elif piece.kind == "building" and leave - enter > self.see_in:
                return True
        return False


class Prospect:
    """The ground between two bases. `walls` are corners of what touches neither of them and is sure to stop a line that
    runs through it: who looks through the heart of a thicket from outside has too much of it before and behind that.
    A base is `cut` where something solid lies over a part of it.
    """

    __slots__ = ("_a", "_b", "_cut", "_ground", "_stance", "_walls")

    def __init__(self, a: Base, b: Base, ground: Ground, stance: Stance, walls: Walls, cut: Sequence[bool]) -> None:
        self._a = a
        self._b = b
        self._ground = ground
        self._stance = stance
        self._walls = walls
        self._cut = cut

    def blocked(self, p: Point, q: Point) -> bool:
        return self._stance.stops(self._ground.along(p, q))

    def narrow(
        self,
        more: Iterable[Sequence[XY]] = (),
        part: Base | None = None,
        hidden: Callable[[], bool] = lambda: False,
    ) -> Iterator[Line]:
        """Lines of which one gets through if any does: past the corners of all that is there, and of more; where one
        sees through something, also those that may pass least of it, between the corners of the bases, by the shortest
        way, straight across; where a part of a base is cut off, between the eyes of what is left. With a
        `part` of the first base they all begin there.

        What passes least of two things at once may do so from anywhere: then all along both bases is looked, unless one
        of them alone stops all other lines; of the further ones `hidden` tells that.
        """
        a, b = self._a if part is None else part, self._b
        thin = [piece for piece in self._ground.pieces if self._stance.thin(piece)]
        others = list(more)
        tried: list[Line] = []
        for line in self._past_corners(a, b, thin, others):
            tried.append(line)
            yield line
        if len(thin) + len(others) < 2 or not thin:
            return
        if not any(self._stops_all(piece, tried) for piece in thin) and not hidden():
            yield from product(_all_along(a, b), _all_along(b, a))

    def _past_corners(self, a: Base, b: Base, thin: Sequence[Terrain], others: Walls) -> Iterator[Line]:
        see_in = self._stance.see_in
        if thin or any(self._cut):
            yield from product(self._ends(a, self._cut[0]), self._ends(b, self._cut[1]))
        if thin and within(a, b, see_in):
            yield shortest_line(a, b)
        yield from grazing_lines(a, b, [*self.shapes, *others], short=True)
        for piece in thin:
            yield from straight_lines(a, b, piece.shape, see_in)

    def _stops_all(self, piece: Terrain, lines: Sequence[Line]) -> bool:
        alone = Ground([piece])
        return all(self._stance.stops(alone.along(p, q)) for p, q in lines)

    def _ends(self, base: Base, cut: bool) -> Sequence[Point]:
        """The corners of a base; of one that is cut the eyes of what is left."""
        if not cut:
            return outer_eyes(base)
        return [eye for eye in eyes(base) if not any(map(self._stance.solid, self._ground.inside(eye)))]

    @property
    def shapes(self) -> Walls:
        """All the ground between the bases that may stop a line."""
        return [piece.shape for piece in self._ground.pieces]

    def is_closed(self, more: Iterable[Sequence[XY]] = (), part: Base | None = None) -> bool:
        """Whether it is sure that no line gets through: all that stops a line for certain, and more, leaves no gap."""
        return closed(self._a if part is None else part, self._b, [*self._walls, *more])


_PARTS = 8
"""Into how many parts a side of a base is divided to look from all of it."""


def _all_along(base: Base, other: Base) -> list[Point]:
    """Points on all sides of a base that face another: what begins behind them passes more on its way."""
    corners, others = base.corners, outer_eyes(other)
    points = list(corners[:1])
    for p, q in zip(corners, (*corners[1:], *corners[:1]), strict=True):
        dx, dy = q.x - p.x, q.y - p.y
        if any(dx * (y - p.y) > dy * (x - p.x) for x, y in others):
            points += [Point(p.x + dx * part // _PARTS, p.y + dy * part // _PARTS) for part in range(_PARTS + 1)]
    return list(dict.fromkeys(points))  # of a mere spot, or a front, many are the same


def some_line(
    a: Base, b: Base, blocked: Blocked, is_closed: Callable[[], bool], narrow: Callable[[], Iterable[Line]]
) -> Line | None:
    """A line between two bases that is not blocked, looked for first among those that settle most cases.

    `is_closed` tells whether it is sure that none gets past, `narrow` finds lines of which one does if any does. Bases
    that overlap have lines without a length between them: for those stands the one between their middles.
    """
    tried: set[Line] = set()  # to a mere spot many are the same
    lines = chain.from_iterable(find() for find in (partial(silhouette_lines, a, b), narrow))
    for number, line in enumerate(lines):
        if line not in tried:
            if not blocked(*line):
                return line
            tried.add(line)
        if number == 2 and is_closed():  # the line between their middles and those on both outsides are blocked
            return None
    return (a.centre, b.centre) if overlap(a, b) else None
