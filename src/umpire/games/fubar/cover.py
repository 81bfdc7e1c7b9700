"""How deep a shot goes through cover: whether one of the lines between two bases is shallow enough for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from umpire.games.fubar import sheet
from umpire.games.fubar.model import State
from umpire.games.fubar.sight import SLACK, Ray, blocking_hulls, near, open_line, open_lines, screened
from umpire.games.fubar.units import Figure
from umpire.table import Base, Point, contains, direction, eyes, gap, snap, unit_vector


def may_shoot(state: State, firer: Figure, target: Base, over: Sequence[str] = (), aloft: bool = False) -> bool:
    """FUBAR-FIRE-08, COV-02 to 06, 11: whether some clear line is also not too deep in cover for a shot.

    With one end in an area at most 2 inches of the line lie in it; with both in one area they are at most 6 inches
    apart. FUBAR-PWR-02: for who wears powered armour and stands in soft cover, both are 8 inches.
    """
    if aloft:
        return True
    here = firer.base
    return not screened(state, here, target, over) and shallow(
        state, firer, target, over, blocking_hulls(state, here, target)
    )


def shallow(state: State, firer: Figure, target: Base, over: Sequence[str] = (), hulls: Sequence[Base] = ()) -> bool:
    """FUBAR-COV-02 to 04, 11: whether some line, clear of the ground and of these hulls, is not too deep in cover.

    Where the few lines that settle most cases are all too deep, those past the points of a base that are nearest to
    the edges of its cover are looked at.
    """
    clear = False
    for p, q, found in open_lines(state, firer.base, target, over, hulls):
        if not found.depth or _all_shallow(state, firer, target, p, q, found):
            return True
        clear = clear or not any(mine and theirs for _, _, mine, theirs in found.depth)
    if not clear:
        return False
    for p, q in _skimming(state, firer, target):
        skimming = open_line(state, p, q, over, hulls)
        if skimming is not None and _all_shallow(state, firer, target, p, q, skimming):
            return True
    return False


def _all_shallow(state: State, firer: Figure, target: Base, p: Point, q: Point, found: Ray) -> bool:
    return all(_shallow(state, firer, target, p, q, *deep) for deep in found.depth)


def _shallow(
    state: State, firer: Figure, target: Base, p: Point, q: Point, piece: str, size: int, mine: bool, theirs: bool
) -> bool:
    """FUBAR-COV-11: what of a line lies within a base is no part of the shot, which goes from edge to edge."""
    if piece in state.breached:
        return True
    soft = mine and firer.profile.powered and state.content.features[piece].cover == "soft"
    if mine and theirs:
        return near(firer.base, target, sheet.POWER_DEPTH if soft else sheet.SHARED_DEPTH)
    limit = sheet.POWER_DEPTH if soft else sheet.COVER_DEPTH
    return size <= limit or size - (_inside(firer.base, p, q) if mine else _inside(target, q, p)) <= limit + SLACK


def _inside(base: Base, p: Point, q: Point) -> float:
    """How much of a line from a point of a base lies within it."""
    if p == q:
        return 0.0
    ux, uy = unit_vector(p, q)
    x, y = p.x - base.x, p.y - base.y
    if base.round:
        along = x * ux + y * uy
        half2 = base.width * base.width / 4 - x * x - y * y + along * along
        return sqrt(half2) - along if half2 > 0 else 0.0
    sine, cosine = direction(base.facing)
    ends: list[float] = []
    for half, at, step in (
        (base.width / 2, x * cosine - y * sine, ux * cosine - uy * sine),
        (base.depth / 2, x * sine + y * cosine, ux * sine + uy * cosine),
    ):
        if step:
            ends.append(((half if step > 0 else -half) - at) / step)
    return max(0.0, min(ends))


def _skimming(state: State, firer: Figure, target: Base) -> Iterable[tuple[Point, Point]]:
    """FUBAR-COV-11: lines from and to the points of two bases that are nearest to the edges of their cover."""
    here = firer.base
    mine, theirs = _outer_points(here, target), _outer_points(target, here)
    limit = sheet.POWER_DEPTH if firer.profile.powered else sheet.COVER_DEPTH
    mine_in = _by_edges(state, here, target, limit)
    theirs_in = _by_edges(state, target, here, sheet.COVER_DEPTH)
    for p in mine_in:
        for q in (*theirs, *theirs_in):
            yield p, q
    for q in theirs_in:
        for p in mine:
            yield p, q


def _outer_points(base: Base, other: Base) -> list[Point]:
    """The outermost points of a base as another sees it, and its middle."""
    if not base.round:
        return list(eyes(base)[:5])
    x, y = unit_vector(base.centre, other.centre) if base.centre != other.centre else (0.0, 1.0)
    x, y = x * base.width / 2, y * base.width / 2
    return [base.centre, Point(snap(base.x + y), snap(base.y - x)), Point(snap(base.x - y), snap(base.y + x))]


def _by_edges(state: State, base: Base, other: Base, limit: int) -> list[Point]:
    """The points of a base nearest to those edges of the cover it stands in that may be no farther off than a limit,
    on a line to another."""
    found: list[Point] = []
    ux, uy = unit_vector(base.centre, other.centre)
    turn = (base.reach + other.reach) / max(1.0, gap(base, other))
    for piece in state.content.ground.pieces:
        if not state.content.features[piece.id].area or piece.id in state.breached:
            continue
        if not contains(piece.shape, base.centre):
            continue
        for index, (x, y) in enumerate(piece.shape):
            px, py = piece.shape[index - 1]
            dx, dy = x - px, y - py
            size = sqrt(dx * dx + dy * dy)
            if not size:
                continue
            off = ((base.x - px) * dy - (base.y - py) * dx) / size
            nx, ny = (-dy / size, dx / size) if off > 0 else (dy / size, -dx / size)  # straight out over this edge
            straight = min(1.0, ux * nx + uy * ny + turn)
            if straight <= 0 or abs(off) - base.reach > limit * straight:
                continue
            if not base.round:
                found += [corner for corner in base.corners if corner not in found]
                break
            found.append(Point(snap(base.x + nx * base.width / 2), snap(base.y + ny * base.width / 2)))
    return found
