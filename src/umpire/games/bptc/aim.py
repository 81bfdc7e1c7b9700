"""Aiming stand by stand: what lies before a stand's front edge, in its cone, in range and in a clear line of fire."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import sqrt
from typing import NamedTuple

from umpire.games.bptc import field, sheet
from umpire.games.bptc.land import Scene
from umpire.games.bptc.model import State, Unit, other
from umpire.games.bptc.stands import Stand, stands_of
from umpire.games.bptc.units import ATTACK, GARRISON, MARCH, SQUARE
from umpire.games.commander.distance import HAIR
from umpire.table import XY, Base, Point, gap, keep, lines, segment_crosses_base, slanting_lines, snap
from umpire.table.bearings import direction
from umpire.table.convex import clipped
from umpire.table.rounded import rounded_within
from umpire.table.shapes import outline

_HIGH = sheet.OVERHEAD_CM * 100
"""In hundredths of a cm."""

Line = tuple[Point, Point]


class Bearing(NamedTuple):
    """How many stands of a unit can fire at another, and how many of these within half range."""

    stands: int
    half: int


NOBODY = Bearing(0, 0)


def bearing_on(state: State, firer: Unit, target: Unit) -> Bearing:
    """BPTC-FRM-05 to 07, 11, 14, FIR-09: the stands of a unit that can fire at another, judged one by one."""
    return bearing_on_base(state, firer, target.base, target.id)


def bearing_on_base(state: State, firer: Unit, target: Base, target_id: str) -> Bearing:
    """The same at a footprint or a construction. BPTC-GEN-03: what rounds to half the range is within it."""
    reach = firer.profile.range
    if not rounded_within(firer.base, target, reach):
        return NOBODY
    found = half = 0
    for stand in firing(firer):
        far = gap(stand.base, target)
        if far <= reach + HAIR and _clear(state, firer, stand, target, target_id):
            found += 1
            half += far <= reach / 2 + HAIR
    return _garrison(firer, Bearing(found, half))


def bears(state: State, firer: Unit, target: Base, target_id: str, unmasked: bool = False) -> bool:
    """Whether any stand of a unit can fire at a footprint; or could, if it were `unmasked` by all other units."""
    reach = firer.profile.range
    if not rounded_within(firer.base, target, reach):
        return False
    return any(
        gap(stand.base, target) <= reach + HAIR and _clear(state, firer, stand, target, target_id, unmasked)
        for stand in firing(firer)
    )


def _garrison(firer: Unit, found: Bearing) -> Bearing:
    """BPTC-CON-08: half of the stands of a garrison fire, rounded up, from any face."""
    if firer.shelter != GARRISON or not found.stands:
        return found
    most = -(-firer.stands // 2)
    return Bearing(most, most if found.half else 0)


def firing(unit: Unit) -> Sequence[Stand]:
    """BPTC-FRM-05, 07, 11: the stands a formation lets fire at all."""
    stands = stands_of(unit)
    if unit.shelter == GARRISON:
        return stands[:1]
    if unit.formation == MARCH:
        return stands[:1]
    if unit.formation == ATTACK:
        return [stand for stand in stands if stand.rank == 0]
    return stands


# --- A clear line of fire ------------------------------------------------------------------------------------


def _clear(state: State, firer: Unit, stand: Stand, target: Base, target_id: str, unmasked: bool = False) -> bool:
    """BPTC-VIS-01, 02, 03, 04: whether some line from the stand's front edge to the target is in its cone and clear.

    A few lines settle most cases; only where all of them are stopped are the gaps looked for.
    """
    found = _over_the_ground(state, firer, stand.base, target)
    if found is None:
        return False
    blockers = [] if unmasked else _in_between(state, firer, stand.base, target, target_id)
    if any(not any(segment_crosses_base(p, q, base) for base in blockers) for p, q in found):
        return True
    key = (stand.base, target, cone_of(state, firer), tuple(blockers))
    memo = state.scene.gap_memo
    if key not in memo:
        keep(memo, key, _through_gap(state, firer, stand.base, target, blockers))
    return memo[key]


def _over_the_ground(state: State, firer: Unit, stand: Base, target: Base) -> tuple[Line, ...] | None:
    """A few lines of fire, those that the ground leaves open; None if nothing of the target lies in the cone."""
    scene = state.scene
    cone = cone_of(state, firer)
    key = (stand, target, cone)
    if key not in scene.fire_memo:
        garrison = firer.shelter == GARRISON
        found = tuple(lines(stand, target, False)) if garrison else cone_lines(stand, target, cone)
        ground = scene.outlook.ground.between(stand, target)
        if found and ground.pieces:
            stops = scene.outlook.stops(stand, target)
            keep(scene.fire_memo, key, tuple([line for line in found if not stops(ground.along(*line))]))
        else:
            keep(scene.fire_memo, key, found or None)
    return scene.fire_memo[key]


def _through_gap(state: State, firer: Unit, stand: Base, target: Base, blockers: Sequence[Base]) -> bool:
    """Whether a line of fire gets through between all that is there, however narrow the gap."""
    front, cone = stand if firer.shelter == GARRISON else _front(stand), cone_of(state, firer)
    bodies = [base.corners for base in blockers]
    over = state.scene.outlook.prospect(stand, target)
    if over.is_closed(bodies, front):
        return False
    candidates = [lines(front, target, False), over.narrow(bodies, front)]
    if cone < 360:
        candidates += [slanting_lines(front, target, [*over.shapes, *bodies], edge) for edge in _edges(stand, cone)]
    for p, q in chain(*candidates):
        if _in_cone(stand, cone, p, q) and not any(segment_crosses_base(p, q, base) for base in blockers):
            if not over.blocked(p, q):
                return True
    return False


def _in_between(state: State, firer: Unit, stand: Base, target: Base, target_id: str) -> list[Base]:
    """BPTC-VIS-03: the units whose footprints could stop a line of fire: neither of the two, nor what is fired over."""
    dx, dy = target.x - stand.x, target.y - stand.y
    size = sqrt(dx * dx + dy * dy)
    if not size:
        return []
    wide = max(stand.reach, target.reach)
    scene = state.scene
    found: list[Base] = []
    for seat in (firer.side, other(firer.side)):
        for each in state.of(seat):
            if each.id in (firer.id, target_id) or (each.hidden and each.side != firer.side):
                continue
            base = each.base
            ex, ey = base.x - stand.x, base.y - stand.y
            room = wide + base.reach
            if abs(ex * dy - ey * dx) > room * size:
                continue
            along = ex * dx + ey * dy
            if along < -room * size or along > size * (size + room):
                continue
            if not _fired_over(scene, firer, target, each):
                found.append(base)
    return found


def _fired_over(scene: Scene, firer: Unit, target: Base, each: Unit) -> bool:
    """BPTC-VIS-03, GEN-03: fire from or at high ground passes over who is 10 cm from there; infantry's not friends."""
    if each.side == firer.side and not firer.profile.is_gun:
        return False
    if not scene.outlook.ground.heights:
        return False
    for high in (firer.base, target):
        if (
            field.level(scene, high.centre) > field.level(scene, each.base.centre)
            and field.apart(high, each.base) >= _HIGH
        ):
            return True
    return False


# --- The cone ------------------------------------------------------------------------------------------------


def cone_of(state: State, firer: Unit) -> int:
    """BPTC-VIS-04, CON-08: how wide the cone of a unit's stands is, in degrees; a garrison fires from any face.

    BPTC-FRM-05, 06, 14: a march column fires to its front and each face of a square to its own, whatever the house rule
    `fire_cone` lets others do.
    """
    if firer.shelter == GARRISON:
        return 360
    cone = state.house.fire_cone
    return min(cone, 180) if firer.formation in (MARCH, SQUARE) else cone


def cone_lines(stand: Base, target: Base, cone: int) -> tuple[Line, ...]:
    """BPTC-VIS-01, 04: a few lines from a stand's front edge to what of the target lies in its cone; none if nothing
    does.
    """
    half = stand.width / 2
    sine, cosine = direction(stand.facing)
    front = _front(stand)
    fx, fy = front.x, front.y
    shape: list[XY] = []
    for x, y in outline(target):
        dx, dy = x - fx, y - fy
        shape.append((dx * cosine - dy * sine, dx * sine + dy * cosine))
    slope = _slope(cone)
    found: dict[Line, None] = {}
    for part in _parts_in_cone(shape, cone, half):
        middle = (sum([x for x, _ in part]) / len(part), sum([y for _, y in part]) / len(part))
        for across, ahead in (middle, *part):
            low, high = -half, half
            if cone < 180:
                low, high = max(-half, across - ahead * slope), min(half, across + ahead * slope)
            elif ahead < 0 and across > 0:
                high = min(half, across + ahead * slope)
            elif ahead < 0:
                low = max(-half, across - ahead * slope)
            straight = min(max(across, low), high)
            for eye in (straight, low, high) if (across, ahead) == middle else (straight,):
                p = Point(fx + snap(cosine * eye), fy + snap(-sine * eye))
                q = Point(fx + snap(sine * ahead + cosine * across), fy + snap(cosine * ahead - sine * across))
                found[(p, q)] = None
    return tuple(found)


def _front(stand: Base) -> Base:
    """The front edge of a stand."""
    sine, cosine = direction(stand.facing)
    x, y = stand.x + sine * stand.depth / 2, stand.y + cosine * stand.depth / 2
    return Base(round(x), round(y), stand.facing, stand.width, 0)


def _parts_in_cone(shape: list[XY], cone: int, half: float) -> list[list[XY]]:
    """What of an outline, told from the front edge, some point of that edge has in its cone: to both sides of what lies
    behind, if it is wider than half a circle.
    """
    if cone >= 360:
        return [shape]
    slope = _slope(cone)
    if cone > 180:
        parts = [clipped(shape, 0.0, -1.0, 0.0), clipped(shape, 1.0, -slope, half), clipped(shape, -1.0, -slope, half)]
        return [part for part in parts if part]
    ahead = clipped(shape, 0.0, -1.0, 0.0)
    if cone < 180:
        ahead = clipped(clipped(ahead, 1.0, -slope, half), -1.0, -slope, half)
    return [ahead] if ahead else []


def _slope(cone: int) -> float:
    """How far a cone opens to each side for every length ahead, or what lies outside of it for every length back."""
    if cone in (180, 360):
        return 0.0
    aside, ahead = _half(cone)
    return aside / abs(ahead)


def _half(cone: int) -> XY:
    """The right edge of a cone: how far aside and how far ahead it leads."""
    one, two = direction(cone // 2), direction((cone + 1) // 2)
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def _edges(stand: Base, cone: int) -> list[XY]:
    """The directions of both edges of a stand's cone."""
    sine, cosine = direction(stand.facing)
    aside, ahead = _half(cone)
    return [(sine * ahead + cosine * side, cosine * ahead - sine * side) for side in (aside, -aside)]


_HAIR = 2.0
"""How far beside its cone a line may end, in thousandths: ends of lines are whole."""


def _in_cone(stand: Base, cone: int, p: Point, q: Point) -> bool:
    """BPTC-VIS-04: whether a line of fire is in a stand's cone."""
    if cone >= 360:
        return True
    sine, cosine = direction(stand.facing)
    dx, dy = q.x - p.x, q.y - p.y
    ahead, aside = dx * sine + dy * cosine, abs(dx * cosine - dy * sine)
    if cone <= 180:
        return ahead > -_HAIR and (cone == 180 or aside <= ahead * _slope(cone) + _HAIR)
    return ahead > 0 or aside >= -ahead * _slope(cone) - _HAIR
