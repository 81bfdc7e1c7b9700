"""Sight over the ground: what a line passes, whether that stops it, and the search for a line that is clear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from umpire.table import (
    XY,
    Base,
    Ground,
    Point,
    Screens,
    Terrain,
    closed,
    contains,
    eyes,
    grazing_lines,
    inset,
    is_convex,
    keep,
    length,
    lies_across,
    lines_past,
    shortest_line,
    silhouette_lines,
    straight_lines,
    within,
)

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
        "_cores", "_deep", "_footings", "_indoors", "_parts", "_screens", "_see_in", "_seen", "_thicket", "_thickets",
        "ground",
    )  # fmt: skip

    def __init__(
        self, pieces: Sequence[Terrain], thicket: str, see_in: float, indoors: Callable[[Base], Sequence[str]]
    ) -> None:
        self.ground = Ground(pieces)
        self._thicket = thicket
        self._see_in = see_in
        self._indoors = indoors
        self._screens = Screens([piece for piece in pieces if piece.kind == "building" or piece.height])
        self._thickets = Screens([piece for piece in pieces if piece.kind == thicket], see_in)
        hollows = [piece.shape for piece in pieces if piece.kind in (thicket, "building") and is_convex(piece.shape)]
        self._cores = [core for shape in hollows if (core := inset(shape, see_in + 1))]
        self._deep: dict[Base, bool] = {}
        self._footings: dict[Base, tuple[int, tuple[str, ...]]] = {}
        self._seen: dict[tuple[Base, Base], bool] = {}
        self._parts: dict[Base, tuple[Terrain, ...]] = {}

    def sees(self, a: Base, b: Base) -> bool:
        """Whether the ground leaves a line between two bases."""
        key = (a, b) if a < b else (b, a)
        seen = self._seen.get(key)
        if seen is None:
            seen = self._look(*key)
            keep(self._seen, key, seen)
        return seen

    def _look(self, a: Base, b: Base) -> bool:
        """Most pairs are settled by a glance at what hides everything, or by the line between their middles."""
        hiding = self._screens.hiding(a, b)
        passed = self.ground.along(a.centre, b.centre) if not hiding else []
        if not hiding and not passed:
            return True
        stance = self._stance(a, b)
        if hiding and any(map(stance.solid, hiding)):
            return False
        if self._thickets.hiding(a, b):
            return False
        if not hiding and not stance.stops(passed):
            return True
        if (self._is_deep(a) or self._is_deep(b)) and not within(a, b, self._see_in + 1):
            return False
        return self._some_line(a, b, stance)

    def _some_line(self, a: Base, b: Base, stance: Stance) -> bool:
        """Whether some line between two bases gets past the ground."""
        over = self._prospect(a, b, stance)
        return some_line(a, b, over.blocked, lambda: None if over.is_lost() else over.walls, over.narrow, over.shut)

    def prospect(self, a: Base, b: Base) -> Prospect:
        """The ground between two bases, for who looks at many lines there."""
        return self._prospect(a, b, self._stance(a, b))

    def _prospect(self, a: Base, b: Base, stance: Stance) -> Prospect:
        ground = self.ground.between(a, b)
        near = (*self._under(a), *self._under(b))
        apart = [piece for piece in ground.pieces if piece not in near]
        hearts = [self._thickets.posts[piece.id] for piece in apart if piece.id in self._thickets.posts]
        fronts = [
            self._screens.posts[piece.id] for piece in apart if piece.id in self._screens.posts and stance.solid(piece)
        ]
        return Prospect(a, b, ground, stance, [*hearts, *fronts], len(apart) < len(ground.pieces))

    def _is_deep(self, base: Base) -> bool:
        """Whether a base is so deep in a thicket or a building that no line gets out of it, but to what is as near."""
        deep = self._deep.get(base)
        if deep is None:
            around = [core for core in self._cores if contains(core, base.centre)]
            deep = any(all(contains(core, eye) for eye in eyes(base)) for core in around)
            keep(self._deep, base, deep)
        return deep

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
    """

    __slots__ = ("_a", "_b", "_ground", "_is_touched", "_stance", "walls")

    def __init__(self, a: Base, b: Base, ground: Ground, stance: Stance, walls: Walls, is_touched: bool) -> None:
        self._a = a
        self._b = b
        self._ground = ground
        self._stance = stance
        self.walls = walls
        self._is_touched = is_touched

    def blocked(self, p: Point, q: Point) -> bool:
        return self._stance.stops(self._ground.along(p, q))

    def narrow(self, more: Iterable[Sequence[XY]] = (), part: Base | None = None) -> Iterator[Line]:
        """Lines that may get through where none between the eyes of the bases does: past the corners of all that is
        there, and of more; the one that passes least of what the bases stand in, or of what is thin. With a `part` of
        the first base they all begin there.
        """
        a, b, see_in = self._a if part is None else part, self._b, self._stance.see_in
        if within(a, b, see_in):
            yield shortest_line(a, b)
        yield from grazing_lines(a, b, [*self.shapes, *more], short=True)
        for piece in self._ground.pieces:
            if not self._stance.solid(piece):
                yield from straight_lines(a, b, piece.shape, see_in)

    @property
    def shapes(self) -> Walls:
        """All the ground between the bases that may stop a line."""
        return [piece.shape for piece in self._ground.pieces]

    def is_lost(self) -> bool:
        """Whether one thicket is sure to hide the bases from each other, however one looks."""
        see_in, pieces = self._stance.see_in, self._ground.pieces
        woods = [piece.shape for piece in pieces if piece.kind == self._stance.thicket and is_convex(piece.shape)]
        return any(lies_across(shape, self._a, self._b, see_in) for shape in woods)

    def shut(self, eye: Point, base: Base) -> bool:
        """Whether one piece is sure to stop all lines from an eye to a base; asked of what touches one of the two.

        Of a convex piece, all that is between what the outermost of these lines pass of it lies in it too. No line
        comes to that later than both of them, nor out of it sooner, but for as much as a chord is nearer than its ends.
        """
        near = length((eye, base.centre)) - base.reach
        if near <= 0 or not self._is_touched:
            return False
        left, right = _leftmost_rightmost(eye, eyes(base))
        beyond = self._ground.along(eye, right)
        for piece, enter, leave in self._ground.along(eye, left) if beyond else ():
            for other, enters, leaves in beyond:
                if other is piece and is_convex(piece.shape):
                    end, start = min(leave, leaves, near) * _cosine(eye, left, right), max(enter, enters)
                    if end - 1 > start and self._stance.stops([(piece, start, end - 1)]):
                        return True
        return False


def some_line(
    a: Base,
    b: Base,
    blocked: Blocked,
    walls: Callable[[], Walls | None],
    narrow: Callable[[], Iterable[Line]],
    shut: Callable[[Point, Base], bool] | None = None,
) -> bool:
    """Whether a line between two bases is not blocked: first those that settle most cases.

    `walls` finds what is sure to stop a line that runs through it; None if it is sure that no line gets past. `narrow`
    finds lines that get through where those between the eyes of the bases do not. `shut` tells whether all lines from
    an eye to a base are sure to be blocked.
    """
    tried: list[Line] = []
    known: Walls | None = None
    for line in silhouette_lines(a, b):
        if not blocked(*line):
            return True
        tried.append(line)
        if len(tried) == 3:  # between their middles, and on both outsides
            known = walls()
            if known is None or closed(a, b, known):
                return False
    assert known is not None
    # Lines a short look leaves out: through a gap, or from a base that sees out by one of its eyes.
    mine = [eye for eye in eyes(a) if shut is None or not shut(eye, b)]
    if any(line not in tried and not blocked(*line) for line in lines_past(mine, eyes(b), known)):
        return True
    return any(not blocked(*line) for line in narrow())


def _leftmost_rightmost(eye: Point, others: Sequence[Point]) -> tuple[Point, Point]:
    """Of some points, the one farthest to the left and the one farthest to the right, seen from an eye beside them."""
    x, y = eye
    left = right = others[0]
    for other in others:
        px, py = other
        if (left.x - x) * (py - y) > (left.y - y) * (px - x):
            left = other
        if (right.x - x) * (py - y) < (right.y - y) * (px - x):
            right = other
    return left, right


def _cosine(eye: Point, p: Point, q: Point) -> float:
    """Of the angle between two points, as an eye sees them."""
    along = (p.x - eye.x) * (q.x - eye.x) + (p.y - eye.y) * (q.y - eye.y)
    return along / (length((eye, p)) * length((eye, q)))
