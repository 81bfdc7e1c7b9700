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
        "_cores", "_deep", "_homes", "_indoors", "_parts", "_screens", "_see_in", "_seen", "_thicket", "_thickets",
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
        self._homes: dict[Base, tuple[str, ...]] = {}
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
        if self._thickets.hiding(a, b):
            return False
        stopped = self.stops(a, b)
        if any(_by_any(stopped, piece) for piece in hiding):
            return False
        if not hiding and not stopped(passed):
            return True
        if (self._is_deep(a) or self._is_deep(b)) and not within(a, b, self._see_in + 1):
            return False
        return self._some_line(a, b, stopped)

    def _some_line(self, a: Base, b: Base, stopped: Stopped) -> bool:
        """Whether some line between two bases gets past the ground; a short look first."""
        blocked: list[list[Passed]] = []
        for p, q in silhouette_lines(a, b):
            passed = self.ground.along(p, q)
            if not stopped(passed):
                return True
            blocked.append(passed)
            if len(blocked) == _OUTERMOST and self._wall_across(a, b, blocked, stopped):
                return False
        ground = self.ground.between(a, b)
        at_base = [piece for base in (a, b) for piece in self._under(base) if piece in ground.pieces]
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
        walls = [piece.shape for piece in ground.pieces if _by_any(stopped, piece) and is_convex(piece.shape)]
        return any(not stopped(ground.along(p, q)) for p, q in lines_past(a, b, walls))

    def _wall_across(self, a: Base, b: Base, blocked: Sequence[Sequence[Passed]], stopped: Stopped) -> bool:
        """Whether both outermost lines pass one convex thing that stops a line however little of it is passed.

        If it touches neither base, every line between them passes it.
        """
        _, left, right = blocked
        beyond = [piece for piece, _, _ in right]
        for piece, _, _ in left:
            if piece in beyond and is_convex(piece.shape) and _by_any(stopped, piece):
                if piece not in self._under(a) and piece not in self._under(b):
                    return True
        return False

    def _is_deep(self, base: Base) -> bool:
        """Whether a base is so deep in a thicket or a building that no line gets out of it, but to what is as near."""
        deep = self._deep.get(base)
        if deep is None:
            deep = any(all(contains(core, eye) for eye in eyes(base)) for core in self._cores)
            keep(self._deep, base, deep)
        return deep

    def stops(self, a: Base, b: Base) -> Stopped:
        """Whether what a line between two bases passes stops it."""
        high, own = self._stance(a, b)
        return lambda passed: bool(passed) and opaque(passed, high, own, self._thicket, self._see_in)

    def _stance(self, a: Base, b: Base) -> tuple[int, tuple[str, ...]]:
        """How high the higher of two bases stands, and the buildings they are in."""
        if not self.ground.heights:
            return 0, self._inside(a) + self._inside(b)
        high, other = self.ground.height_at(a.centre), self.ground.height_at(b.centre)
        return (high if high > other else other), self._inside(a) + self._inside(b)

    def _inside(self, base: Base) -> tuple[str, ...]:
        found = self._homes.get(base)
        if found is None:
            found = tuple(self._indoors(base))
            keep(self._homes, base, found)
        return found

    def _under(self, base: Base) -> tuple[Terrain, ...]:
        found = self._parts.get(base)
        if found is None:
            found = tuple(self.ground.under(base, 0))
            keep(self._parts, base, found)
        return found


_OUTERMOST = 3
"""After so many lines between two bases those between their middles and on both outsides are known."""


def _by_any(stopped: Stopped, piece: Terrain) -> bool:
    """Whether a line is stopped by a piece however little of it is passed."""
    return stopped([(piece, 0.0, 0.0)])


def solid(piece: Terrain, high: int, own: Sequence[str]) -> bool:
    """What stops a line however little of it is passed: a height above both, a building neither is in."""
    return piece.height > high or (piece.kind == "building" and piece.id not in own)


def opaque(passed: Sequence[Passed], high: int, own: Sequence[str], thicket: str, see_in: float) -> bool:
    """Whether what a line passes hides one end from the other.

    `high` is how high the higher of the two stands, `own` the buildings they are in, `thicket` the kind of ground one
    sees through for so little of it. Where two thickets overlap the line passes one: they come in the order entered.
    """
    depth = end = 0.0
    for piece, enter, leave in passed:
        if solid(piece, high, own):
            return True
        if piece.kind == thicket:
            if leave > end:
                depth += leave - (enter if enter > end else end)
                end = leave
            if depth > see_in:
                return True
        elif piece.kind == "building" and leave - enter > see_in:
            return True
    return False
