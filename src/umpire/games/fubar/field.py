"""The battlefield as figures see it: distance, ground, cover, sight, and how deep a shot goes through cover.

All of it asks, nothing changes. What the ground alone says is kept in the content, for it never changes; wrecks,
vehicles and breached structures are looked at each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from umpire.games.fubar import sheet
from umpire.games.fubar.content import Content
from umpire.games.fubar.features import Feature
from umpire.games.fubar.model import State
from umpire.games.fubar.units import ACTIVE, CARRIED, Figure, Unit
from umpire.table import (
    Base,
    Point,
    Terrain,
    contains,
    eyes,
    gap,
    gap_to_polygon,
    groups,
    keep,
    overlap,
    segment_crosses_base,
    unit_vector,
    within,
)

SLACK = 1
"""FUBAR-GEN-10: a limit is reached within less than a thousandth of an inch of it, which is what snapping may take."""

_KEPT = 400_000


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


def distance(figures: Iterable[Figure], others: Iterable[Figure]) -> float:
    """The least distance between two groups of figures."""
    theirs = [figure.base for figure in others]
    return min((gap(figure.base, base) for figure in figures for base in theirs), default=float("inf"))


# --- The ground ----------------------------------------------------------------------------------------------


def under(state: State, point: Point) -> list[Terrain]:
    """The terrain at a point: what a standing bridge leads over is left out, a breached one is not there."""
    found = _under(state.content, point)
    if not found:
        return found
    features = state.content.features
    gone = state.breached
    if gone:
        found = [piece for piece in found if piece.id not in gone]
    over = [each for piece in found for each in features[piece.id].over]
    return [piece for piece in found if piece.id not in over] if over else found


def _under(content: Content, point: Point) -> list[Terrain]:
    found: list[Terrain] | None = content.under_memo.get(point)
    if found is None:
        found = keep(content.under_memo, point, content.ground.at(point), _KEPT)
    return found


def cover_at(state: State, point: Point) -> str:
    """FUBAR-COV-08: the cover of the areas that hold a point: "", soft, moderate or hard, the hardest of them."""
    best = ""
    for piece in under(state, point):
        feature = state.content.features[piece.id]
        if feature.cover and not feature.linear and _HARDNESS[feature.cover] > _HARDNESS[best]:
            best = feature.cover
    return best


_HARDNESS = {"": 0, "soft": 1, "moderate": 2, "hard": 3}


def areas_at(state: State, point: Point) -> list[str]:
    """The defined areas of cover that hold a point."""
    features = state.content.features
    return [piece.id for piece in under(state, point) if features[piece.id].area]


def wrecks(state: State) -> list[Base]:
    """FUBAR-DMG-13: what is left of vehicles on the table."""
    return [unit.figures[0].base for unit in state.units.values() if unit.out_of_action and unit.on_table]


def feature_of(state: State, piece: Terrain) -> Feature:
    return state.content.features[piece.id]


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
        found = keep(content.sight_memo, key, _ray(content, p, q), _KEPT)
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
    hulls = blocking_hulls(state, a, b)
    return _some_line(state, a, b, over, hulls) if hulls else _ground_lets_see(state, a, b, over)


def _ground_lets_see(state: State, a: Base, b: Base, over: Sequence[str]) -> bool:
    if over or state.breached:
        return _some_line(state, a, b, over, ())
    key = (a, b) if a < b else (b, a)
    memo = state.content.path_memo
    found = memo.get(key)
    if found is None:
        found = keep(memo, key, _some_line(state, a, b, over, ()), _KEPT)
    return bool(found)


def _some_line(state: State, a: Base, b: Base, over: Sequence[str], hulls: Sequence[Base]) -> bool:
    return any(True for _ in open_lines(state, a, b, over, hulls))


def open_lines(
    state: State, a: Base, b: Base, over: Sequence[str] = (), hulls: Sequence[Base] = ()
) -> Iterable[tuple[Point, Point, Ray]]:
    """The lines between two bases that nothing blocks: middle to middle first, then between middles and rims."""
    gone = state.breached
    for p, q in _lines(a, b):
        found = ray(state, p, q)
        if any(piece not in over and piece not in gone for piece in found.blockers):
            continue
        if any(segment_crosses_base(p, q, hull) for hull in hulls):
            continue
        yield p, q, found


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
    mine, theirs = eyes(a), eyes(b)
    yield mine[0], theirs[0]
    for eye in theirs[1:]:
        yield mine[0], eye
    for eye in mine[1:]:
        yield eye, theirs[0]


def may_shoot(state: State, firer: Figure, target: Base, over: Sequence[str] = (), aloft: bool = False) -> bool:
    """FUBAR-FIRE-08, COV-02 to 06, 11: whether some clear line is also not too deep in cover for a shot.

    With one end in an area at most 2 inches of the line lie in it; with both in one area they are at most 6 inches
    apart. FUBAR-PWR-02: for who wears powered armour and stands in soft cover, both are 8 inches.
    """
    if aloft:
        return True
    here = firer.base
    for _, _, found in open_lines(state, here, target, over, blocking_hulls(state, here, target)):
        if all(_shallow(state, firer, target, *deep) for deep in found.depth):
            return True
    return False


def _shallow(state: State, firer: Figure, target: Base, piece: str, size: int, mine: bool, theirs: bool) -> bool:
    here = firer.base
    if piece in state.breached:
        return True
    soft = mine and firer.profile.powered and state.content.features[piece].cover == "soft"
    if mine and theirs:
        return near(here, target, sheet.POWER_DEPTH if soft else sheet.SHARED_DEPTH)
    limit = sheet.POWER_DEPTH if soft else sheet.COVER_DEPTH
    rim = here if mine else target
    return size - min(rim.width, rim.depth) // 2 <= limit + SLACK


def blocking_hulls(state: State, a: Base, b: Base) -> list[Base]:
    """FUBAR-FIRE-08, VEH-11, DMG-13: hulls and wrecks near the line that stand in its way.

    Not those of the two themselves (nor one they ride in), nor one that the second is directly behind, nor aircraft.
    """
    found: list[Base] = []
    for unit in state.units.values():
        if unit.place != "table" or not unit.figures[0].profile.is_vehicle:
            continue
        hull = unit.figures[0].base
        if hull in (a, b) or unit.flying or not _near_line(hull, a, b):
            continue
        if not unit.out_of_action and near(hull, b, sheet.BEHIND):
            continue
        if overlap(hull, a) or overlap(hull, b):
            continue
        found.append(hull)
    return found


def _near_line(hull: Base, a: Base, b: Base) -> bool:
    room = hull.reach + max(a.reach, b.reach)
    ax, ay, bx, by = a.x, a.y, b.x, b.y
    x, y = hull.x, hull.y
    if x + room < min(ax, bx) or x - room > max(ax, bx) or y + room < min(ay, by) or y - room > max(ay, by):
        return False
    dx, dy = bx - ax, by - ay
    return abs((x - ax) * dy - (y - ay) * dx) <= room * sqrt(dx * dx + dy * dy)


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


# --- Units ---------------------------------------------------------------------------------------------------


def aloft(unit: Unit) -> bool:
    return unit.flying


def figure_sees(state: State, unit: Unit, figure: Figure, target: Unit, other: Figure) -> bool:
    """FUBAR-FIRE-08, VTL-05, GRV-04: whether one figure sees another where both stand.

    A grav vehicle that fired over terrain is seen over it.
    """
    return sees(state, figure.base, other.base, target.exposed, unit.flying or target.flying)


def sees_enemy(state: State, unit: Unit) -> bool:
    """FUBAR-ACT-03: whether any fit figure of a unit sees any enemy figure, vehicle or bike that is fit."""
    return any(unit_sees(state, unit, enemy) for enemy in state.enemies(unit.side))


def unit_sees(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether any active figure of a unit sees any active one of another."""
    theirs = enemy.active
    return any(figure_sees(state, unit, figure, enemy, other) for figure in unit.active for other in theirs)


def visible_enemies(state: State, unit: Unit) -> list[Unit]:
    return [enemy for enemy in state.enemies(unit.side) if enemy.active and unit_sees(state, unit, enemy)]


def nearest_visible(state: State, unit: Unit) -> Unit | None:
    """The nearest enemy unit that a unit sees."""
    seen = visible_enemies(state, unit)
    return min(seen, key=lambda enemy: (distance(unit.active, enemy.active), enemy.id), default=None)


def level(unit: Unit) -> str:
    """FUBAR-EXP-06, 07, VEH-12: the level most of its active figures have, of two equally frequent the lower."""
    counts: dict[str, int] = {}
    for figure in unit.active or unit.figures:
        name = figure.profile.level
        counts[name] = counts.get(name, 0) + 1
    most = max(counts.values())
    return next(name for name in sheet.LEVELS if counts.get(name) == most)


def bodies(figures: Sequence[Figure]) -> list[list[Figure]]:
    """FUBAR-UNIT-03: the groups of figures linked by gaps of at most 3 inches, in the order of their first ones."""
    return [[figures[i] for i in group] for group in groups([f.base for f in figures], sheet.COHESION + SLACK)]


def stragglers(unit: Unit) -> list[Figure]:
    """FUBAR-UNIT-03, 04, 06, PWR-04: the active figures outside the main body.

    The main body is the largest linked group; of equal ones that with the Leader, else the first. Figures in powered
    armour never are stragglers, and nobody is in a guard group or aboard.
    """
    active = unit.active
    if len(active) < 2 or unit.tending or unit.place == CARRIED:
        return []
    found = bodies(active)
    if len(found) == 1:
        return []
    size = max(len(group) for group in found)
    largest = [group for group in found if len(group) == size]
    main = next((group for group in largest if any(f.profile.has("leader") for f in group)), largest[0])
    inside = [figure.id for figure in main]
    return [figure for figure in active if figure.id not in inside and not figure.profile.powered]


def suppressed(state: State, figure: Figure) -> bool:
    """FUBAR-SUP-03, 07: whether a figure suffers from its markers.

    Option double_suppression = needs_two: who can take two is suppressed only from the second on.
    """
    if not figure.markers:
        return False
    if state.house.double_suppression == "needs_two" and sheet.ARMOURS[figure.profile.armour].markers > 1:
        return figure.markers > 1
    return True


def counted_markers(state: State, unit: Unit) -> int:
    """FUBAR-ACT-04: the markers of a unit as its activation counts them."""
    if state.house.double_suppression == "needs_two":
        return sum(suppressed(state, figure) for figure in unit.active)
    return unit.markers


def in_cover(state: State, figure: Figure) -> bool:
    """FUBAR-COV-08: whether the centre of its base is in an area of cover."""
    return cover_at(state, figure.base.centre) != ""


def behind_wall(state: State, firer: Base, target: Base) -> str:
    """FUBAR-COV-08: the cover of a linear obstacle that the target touches and that lies across the shot."""
    for piece in ray(state, firer.centre, target.centre).walls:
        found = state.content.ground.piece(piece)
        if found is not None and gap_to_polygon(target, found.shape) <= SLACK:
            return state.content.features[piece].cover or "soft"
    return ""


def hold_ground(unit: Unit) -> list[Base]:
    """The bases of a unit that take up room: of active figures, and of hulls."""
    return [f.base for f in unit.figures if f.status == ACTIVE or (f.profile.is_vehicle and unit.out_of_action)]
