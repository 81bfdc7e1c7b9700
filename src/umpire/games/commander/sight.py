"""Sight over the ground: what a line passes, whether that stops it, and the search for a line that is clear."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from umpire.table import Base, Ground, Terrain, lines, near_lines, silhouette_lines

Passed = tuple[Terrain, float, float]
"""A piece of terrain that a line passes, and where it enters and leaves."""

Stopped = Callable[[Sequence[Passed]], bool]
"""Whether what a line passes stops it."""


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
    more = near_lines(a, b) if at_base else lines(a, b)
    return any(not stopped(ground.along(p, q)) for p, q in more)


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
