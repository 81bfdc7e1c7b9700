"""Lines over the table: how far apart bases are, what a line passes, who sees whom; `cover.py` has who may shoot.

What the ground alone says is kept in the content, for it never changes; vehicles, wrecks and breached structures are
looked at each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from math import sqrt
from typing import NamedTuple

from umpire.games.fubar import sheet
from umpire.games.fubar.content import Content
from umpire.games.fubar.model import State
from umpire.table import (
    Base,
    Point,
    Polygon,
    Terrain,
    contains,
    eyes,
    gap,
    grazing_lines,
    is_convex,
    keep,
    overlap,
    segment_crosses_base,
    silhouette_lines,
    unit_vector,
    within,
)

SLACK = 1
"""FUBAR-GEN-10: a limit is reached within less than a thousandth of an inch of it, which is what snapping may take."""


# --- Distance ------------------------------------------------------------------------------------------------


def near(a: Base, b: Base, limit: int) -> bool:
    """FUBAR-GEN-10: whether two bases are no farther apart than a limit, edge to edge; exactly as far is within."""
    return within(a, b, limit + SLACK)


def apart(a: Base, b: Base) -> int:
    """Edge to edge, in thousandths of an inch."""
    return round(gap(a, b))


def spot(point: Point) -> Base:
    """A point of the ground as a base without size."""
    return Base(point.x, point.y, 0, 0, 0, True)


# --- Sight ---------------------------------------------------------------------------------------------------


class Ray(NamedTuple):
    """What the ground does to one line between two bases."""

    blockers: tuple[str, ...]
    """Terrain that blocks it; none if it is clear."""
    depth: tuple[tuple[str, int, bool, bool], ...]
    """How much of it lies in each area of cover that holds an end of it, and whether the first and the second do."""
    walls: tuple[str, ...]
    """Linear obstacles across it."""


def ray(state: State, p: Point, q: Point) -> Ray:
    """FUBAR-FIRE-08, COV-06, 11: the line from one point to another, over this ground."""
    content = state.content
    key = (p, q)
    found: Ray | None = content.sight_memo.get(key)
    if found is None:
        found = keep(content.sight_memo, key, _ray(content, p, q))
    return found


_CLEAR = Ray((), (), ())


def _ray(content: Content, p: Point, q: Point) -> Ray:
    passed = content.ground.along(p, q)
    if not passed:
        return _CLEAR
    blockers: list[str] = []
    depth: dict[str, tuple[float, bool, bool]] = {}
    walls: list[str] = []
    for piece, enter, leave in passed:
        feature = content.features[piece.id]
        if feature.solid:
            blockers.append(piece.id)
        elif feature.linear:
            walls.append(piece.id)
        elif feature.area:
            first, second = contains(piece.shape, p), contains(piece.shape, q)
            if first or second:
                so_far = depth.get(piece.id, (0.0, first, second))[0]
                depth[piece.id] = (so_far + leave - enter, first, second)
            else:
                blockers.append(piece.id)
    if not blockers and not depth and not walls:
        return _CLEAR
    deep = tuple([(piece, round(size), first, second) for piece, (size, first, second) in depth.items()])
    return Ray(tuple(blockers), deep, tuple(walls))


def sees(state: State, a: Base, b: Base, over: Sequence[str] = (), aloft: bool = False) -> bool:
    """FUBAR-FIRE-08: whether some straight line between two bases is clear of the ground and of vehicles.

    `over` is terrain that is looked over (FUBAR-GRV-04); with `aloft` one of them flies (FUBAR-VTL-05). Figures never
    block. A vehicle blocks unless the one seen is directly behind it (FUBAR-VEH-11), or it is one of the two.
    """
    if aloft:
        return True
    if not _ground_lets_see(state, a, b, over):
        return False
    hulls = blocking_hulls(state, a, b)
    return not hulls or _some_line(state, a, b, over, hulls)


def screened(state: State, a: Base, b: Base, over: Sequence[str] = ()) -> bool:
    """Whether some ground is certain to block every line from one base to another: a glance settles most of them."""
    return bool(hiding(state, a, b, over))


def hiding(state: State, a: Base, b: Base, over: Sequence[str] = ()) -> list[str]:
    """The ground that is certain to block every line from one base to another.

    An area of cover blocks only those who are both outside of it (FUBAR-COV-06).
    """
    found: list[str] = []
    for piece in state.content.screens.hiding(a, b):
        if piece.id in state.breached or piece.id in over:
            continue
        if state.content.features[piece.id].solid or not (_may_hold(piece, a) or _may_hold(piece, b)):
            found.append(piece.id)
    return found


def _may_hold(piece: Terrain, base: Base) -> bool:
    """Whether any part of a base may lie in a piece of terrain: by the boxes around them."""
    west, south, east, north = piece.bounds
    reach = base.reach
    return west <= base.x + reach and base.x - reach <= east and south <= base.y + reach and base.y - reach <= north


def _ground_lets_see(state: State, a: Base, b: Base, over: Sequence[str]) -> bool:
    if over or state.breached:
        return _some_line(state, a, b, over, ())
    key = (a, b) if a < b else (b, a)
    memo = state.content.path_memo
    found = memo.get(key)
    if found is None:
        found = keep(memo, key, not screened(state, a, b) and _some_line(state, a, b, over, ()))
    return bool(found)


def _some_line(state: State, a: Base, b: Base, over: Sequence[str], hulls: Sequence[Base]) -> bool:
    return any(True for _ in open_lines(state, a, b, over, hulls))


def open_lines(
    state: State, a: Base, b: Base, over: Sequence[str] = (), hulls: Sequence[Base] = ()
) -> Iterable[tuple[Point, Point, Ray]]:
    """FUBAR-FIRE-08: lines between two bases that nothing blocks; if there is any, one at least of those found is.

    First the few that settle most cases, then, where one of them is blocked, those through the gaps of what blocks.
    """
    blocked: list[list[str]] = []
    for p, q in _lines(a, b):
        found = ray(state, p, q)
        stands = _standing(state, found, over)
        if stands or any(segment_crosses_base(p, q, hull) for hull in hulls):
            blocked.append(stands)
        else:
            yield p, q, found
    if not blocked or _wall_across(state, a, b, blocked):
        return
    for p, q in grazing_lines(a, b, in_between(state, a, b, over, hulls)):
        clear = open_line(state, p, q, over, hulls)
        if clear is not None:
            yield p, q, clear


def open_line(state: State, p: Point, q: Point, over: Sequence[str], hulls: Sequence[Base]) -> Ray | None:
    """What the ground does to a line that nothing blocks; None if something does."""
    found = _ray(state.content, p, q)
    if _standing(state, found, over) or any(segment_crosses_base(p, q, hull) for hull in hulls):
        return None
    return found


def blocked(state: State, p: Point, q: Point) -> bool:
    """Whether the ground blocks a line."""
    return bool(_standing(state, _ray(state.content, p, q), ()))


def _standing(state: State, found: Ray, over: Sequence[str]) -> list[str]:
    """What blocks a line, but for what is looked over or gone."""
    if not found.blockers:
        return []
    gone = state.breached
    return [piece for piece in found.blockers if piece not in over and piece not in gone]


def _wall_across(state: State, a: Base, b: Base, blocked: Sequence[Sequence[str]]) -> bool:
    """Whether all lines tried, the outermost among them, meet one convex piece that is beside neither base."""
    if len(blocked) < _OUTERMOST:
        return False
    across = [name for name in blocked[0] if all(name in stands for stands in blocked[1:_OUTERMOST])]
    if not across:
        return False
    wide_a, wide_b = _wide(a, b), _wide(b, a)
    if (wide_a, wide_b) != (a, b):
        for p, q in islice(_lines(wide_a, wide_b), 1, _OUTERMOST):
            met = _ray(state.content, p, q).blockers
            across = [name for name in across if name in met]
    for name in across:
        piece = state.content.ground.piece(name)
        if piece is not None and is_convex(piece.shape):
            if not _may_hold(piece, wide_a) and not _may_hold(piece, wide_b):
                return True
    return False


def _wide(base: Base, other: Base) -> Base:
    """A base so wide that no line to another one leads past the two outermost of `_lines`.

    Those are the outermost of two hulls, and of round bases that are alike; opposite a hull a round base is taken for
    the eight points of its rim, beside which there is some room.
    """
    if not base.round:
        return base
    wide = max(base.width, other.width) if other.round else base.width * 1083 // 1000 + 1
    return base._replace(width=wide, depth=wide)


def in_between(state: State, a: Base, b: Base, over: Sequence[str] = (), hulls: Sequence[Base] = ()) -> list[Polygon]:
    """What a line between two bases has to get past: solid ground, areas of cover that hold neither, hulls."""
    found = [hull.corners for hull in hulls]
    features = state.content.features
    for piece in state.content.ground.between(a, b).pieces:
        feature = features[piece.id]
        if piece.id in over or piece.id in state.breached or feature.linear:
            continue
        if feature.solid or (
            feature.area and not contains(piece.shape, a.centre) and not contains(piece.shape, b.centre)
        ):
            found.append(piece.shape)
    return found


_OUTERMOST = 3


def _lines(a: Base, b: Base) -> Iterable[tuple[Point, Point]]:
    """Middle to middle, then the two outermost lines; of hulls, which are large, more of them."""
    if a.round and b.round:
        yield a.centre, b.centre
        side = unit_vector(a.centre, b.centre) if a.centre != b.centre else (0.0, 1.0)
        for turn in (1, -1):
            x, y = side[1] * turn / 2, -side[0] * turn / 2
            yield (
                Point(a.x + round(x * a.width), a.y + round(y * a.width)),
                Point(b.x + round(x * b.width), b.y + round(y * b.width)),
            )
        return
    yield from islice(silhouette_lines(a, b), _OUTERMOST)
    mine, theirs = eyes(a), eyes(b)
    for eye in theirs[1:]:
        yield mine[0], eye
    for eye in mine[1:]:
        yield eye, theirs[0]


def blocking_hulls(state: State, a: Base, b: Base) -> list[Base]:
    """FUBAR-FIRE-08, VEH-11, DMG-13: hulls and wrecks near the line that stand in its way.

    Not those of the two themselves (nor one they ride in), nor one that the second is directly behind, nor aircraft.
    """
    found: list[Base] = []
    ax, ay, bx, by = a.x, a.y, b.x, b.y
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    dx, dy = bx - ax, by - ay
    size = sqrt(dx * dx + dy * dy)
    rim = max(a.reach, b.reach)
    for unit in state.units.values():
        first = unit.figures[0]
        if unit.place != "table" or not first.profile.is_vehicle:
            continue
        hull = first.base
        x, y, room = hull.x, hull.y, hull.reach + rim
        if x + room < west or x - room > east or y + room < south or y - room > north:
            continue
        if abs((x - ax) * dy - (y - ay) * dx) > room * size:
            continue
        if hull in (a, b) or unit.flying or overlap(hull, a) or overlap(hull, b):
            continue
        if unit.out_of_action or not near(hull, b, sheet.BEHIND):
            found.append(hull)
    return found


def hull_before(state: State, firer: Base, target: Base) -> int:
    """FUBAR-VEH-06, 11: the save of an armoured vehicle directly behind which a target is, 0 if none.

    Directly behind: within 2 inches of its hull, and the shot crosses the hull.
    """
    best = 0
    for unit in state.units.values():
        if unit.place != "table" or unit.out_of_action or not unit.figures[0].profile.is_vehicle or unit.flying:
            continue
        profile = unit.figures[0].profile
        hull = unit.figures[0].base
        if not profile.save or hull in (target, firer) or not near(hull, target, sheet.BEHIND):
            continue
        if segment_crosses_base(firer.centre, target.centre, hull) and (not best or profile.save < best):
            best = profile.save
    return best
