"""Sight over the ground: what a line passes, whether that stops it, and the search for a line that is clear."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from umpire.table import (
    Base,
    Ground,
    Screens,
    Terrain,
    contains,
    eyes,
    inset,
    is_convex,
    keep,
    lines_past,
    near_lines,
    silhouette_lines,
    within,
)

Passed = tuple[Terrain, float, float]
"""A piece of terrain that a line passes, and where it enters and leaves."""

Stopped = Callable[[Sequence[Passed]], bool]
"""Whether what a line passes stops it."""


class Outlook:
    """The ground of a table as it stands in the way of sight. It never changes, so answers are kept by bases.

    `thicket` is the kind of ground one sees through for so little of it as `see_in`; `indoors` tells the buildings a
    base is in, which do not hide it for so little either.
    """

    __slots__ = (
        "_cores", "_deep", "_indoors", "_parts", "_screens", "_see_in", "_seen", "_thicket", "_thickets", "ground",
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
        if not hiding:
            passed = self.ground.along(a.centre, b.centre)
            if not passed or not self._stopped(a, b, passed):
                return True
        if self._thickets.hiding(a, b):
            return False
        if hiding:
            high, own = self._stance(a, b, hiding)
            if any(solid(piece, high, own) for piece in hiding):
                return False
        if (self._is_deep(a) or self._is_deep(b)) and not within(a, b, self._see_in + 1):
            return False
        ground = self.ground.between(a, b)
        return some_line(ground, a, b, self.stops(a, b, ground), lambda: self._at_bases(a, b, ground))

    def _stopped(self, a: Base, b: Base, passed: Sequence[Passed]) -> bool:
        high, own = self._stance(a, b, [piece for piece, _, _ in passed])
        return opaque(passed, high, own, self._thicket, self._see_in)

    def _is_deep(self, base: Base) -> bool:
        """Whether a base is so deep in a thicket or a building that no line gets out of it, but to what is as near."""
        deep = self._deep.get(base)
        if deep is None:
            deep = any(all(contains(core, eye) for eye in eyes(base)) for core in self._cores)
            keep(self._deep, base, deep)
        return deep

    def stops(self, a: Base, b: Base, ground: Ground) -> Stopped:
        """Whether what a line between two bases passes of this ground stops it."""
        high, own = self._stance(a, b, ground.pieces)
        return lambda passed: bool(passed) and opaque(passed, high, own, self._thicket, self._see_in)

    def _stance(self, a: Base, b: Base, pieces: Sequence[Terrain]) -> tuple[int, list[str]]:
        """How high the higher of two bases stands, and the buildings they are in, if any of these pieces is one."""
        own: list[str] = []
        for piece in pieces:
            if piece.kind == "building":
                own = [*self._indoors(a), *self._indoors(b)]
                break
        high = 0
        if self.ground.heights:
            high = max(self.ground.height_at(a.centre), self.ground.height_at(b.centre))
        return high, own

    def _at_bases(self, a: Base, b: Base, ground: Ground) -> list[Terrain]:
        """What of this ground two bases stand in with any part of them."""
        return [piece for base in (a, b) for piece in self._under(base) if piece in ground.pieces]

    def _under(self, base: Base) -> tuple[Terrain, ...]:
        found = self._parts.get(base)
        if found is None:
            found = tuple(self.ground.under(base, 0))
            keep(self._parts, base, found)
        return found


def some_line(ground: Ground, a: Base, b: Base, stopped: Stopped, around: Callable[[], Sequence[Terrain]]) -> bool:
    """Whether some line between two bases gets past this ground.

    `around` gives the pieces of it that the two stand in with any part; it is asked only if a short look fails.
    """
    blocked: list[list[Passed]] = []
    for p, q in silhouette_lines(a, b):
        passed = ground.along(p, q)
        if not stopped(passed):
            return True
        blocked.append(passed)
    at_base = around()
    if len(ground.pieces) < 2 and not at_base:
        return False
    _, left, right, *_ = blocked
    for piece in ground.pieces:
        if piece not in at_base:
            there = [stopped([each for each in line if each[0] is piece]) for line in (left, right)]
            if all(there):  # it stands right across
                return False
    # Lines a short look leaves out: through a gap, or from the corner of a base that sees out.
    if at_base:
        return any(not stopped(ground.along(p, q)) for p, q in near_lines(a, b))
    walls = [piece.shape for piece in ground.pieces if stopped([(piece, 0.0, 0.0)]) and is_convex(piece.shape)]
    return any(not stopped(ground.along(p, q)) for p, q in lines_past(a, b, walls))


def solid(piece: Terrain, high: int, own: Sequence[str]) -> bool:
    """What stops a line however little of it is passed: a height above both, a building neither is in."""
    return piece.height > high or (piece.kind == "building" and piece.id not in own)


def opaque(passed: Sequence[Passed], high: int, own: Sequence[str], thicket: str, see_in: float) -> bool:
    """Whether what a line passes hides one end from the other.

    `high` is how high the higher of the two stands, `own` the buildings they are in, `thicket` the kind of ground one
    sees through for so little of it.
    """
    depth = 0.0
    for piece, enter, leave in passed:
        if solid(piece, high, own):
            return True
        if piece.kind == thicket:
            depth += leave - enter
            if depth > see_in:
                return True
        elif piece.kind == "building" and leave - enter > see_in:
            return True
    return False
