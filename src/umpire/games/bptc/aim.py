"""Aiming stand by stand: what lies before a stand's front edge, in its cone, in range and in a clear line of fire."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from umpire.games.bptc import field, sheet
from umpire.games.bptc.land import Scene
from umpire.games.bptc.model import State, Unit, other
from umpire.games.bptc.stands import Stand, stands_of
from umpire.games.bptc.units import ATTACK, GARRISON, MARCH
from umpire.games.commander.distance import HAIR
from umpire.table import XY, Base, Point, gap, keep, lines, segment_crosses_base, snap
from umpire.table.bearings import direction
from umpire.table.convex import clipped
from umpire.table.rounded import rounded_within
from umpire.table.shapes import outline

_HIGH = sheet.OVERHEAD_CM * 1000

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
    """The same at a footprint or a construction."""
    reach = firer.profile.range
    if not rounded_within(firer.base, target, reach):
        return NOBODY
    found = half = 0
    for stand in firing(firer):
        far = gap(stand.base, target)
        if far <= reach + HAIR and _clear(state, firer, stand, target, target_id):
            found += 1
            half += 2 * far <= reach + HAIR
    return _garrison(firer, Bearing(found, half))


def bears(state: State, firer: Unit, target: Unit) -> bool:
    """Whether any stand of a unit can fire at another."""
    reach = firer.profile.range
    if not rounded_within(firer.base, target.base, reach):
        return False
    return any(
        gap(stand.base, target.base) <= reach + HAIR and _clear(state, firer, stand, target.base, target.id)
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


def _clear(state: State, firer: Unit, stand: Stand, target: Base, target_id: str) -> bool:
    """BPTC-VIS-01, 02, 03, 04: whether some line from the stand's front edge to the target is in its cone and clear.

    A few lines settle most cases; only where all of them are stopped are more of them tried.
    """
    blockers: list[Base] | None = None
    for fine in (False, True):
        found = _over_the_ground(state, firer, stand.base, target, fine)
        if not found:
            continue
        if blockers is None:
            blockers = _in_between(state, firer, stand.base, target, target_id)
        if not blockers or any(not any(segment_crosses_base(p, q, base) for base in blockers) for p, q in found):
            return True
    return False


def _over_the_ground(state: State, firer: Unit, stand: Base, target: Base, fine: bool) -> tuple[Line, ...]:
    """The lines of fire that the ground leaves open."""
    scene = state.scene
    key = (stand, target, fine)
    found = scene.fire_memo.get(key)
    if found is None:
        if firer.shelter == GARRISON:
            candidates = tuple(lines(stand, target, fine))
        else:
            candidates = cone_lines(stand, target, state.house.fire_cone, fine)
        ground = scene.outlook.ground.between(stand, target)
        if candidates and ground.pieces:
            stops = scene.outlook.stops(stand, target)
            candidates = tuple([line for line in candidates if not stops(ground.along(*line))])
        found = candidates
        keep(scene.fire_memo, key, found)
    return found


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
    """BPTC-VIS-03: fire from or at high ground passes over who is at least 10 cm from there; infantry's not friends."""
    if each.side == firer.side and not firer.profile.is_gun:
        return False
    if not scene.outlook.ground.heights:
        return False
    for high in (firer.base, target):
        if field.level(scene, high.centre) > field.level(scene, each.base.centre) and gap(high, each.base) >= _HIGH:
            return True
    return False


def cone_lines(stand: Base, target: Base, cone: int, fine: bool = False) -> tuple[Line, ...]:
    """BPTC-VIS-01, 04: lines from a stand's front edge to what of the target lies in its cone; none if nothing does.

    A few of them, or many if `fine`: from both ends of the edge, to points all along the target's outline.
    """
    half = stand.width / 2
    sine, cosine = direction(stand.facing)
    fx, fy = stand.x + sine * stand.depth / 2, stand.y + cosine * stand.depth / 2
    shape: list[XY] = []
    for x, y in outline(target):
        dx, dy = x - fx, y - fy
        shape.append((dx * cosine - dy * sine, dx * sine + dy * cosine))
    slope = _slope(cone)
    shape = clipped(shape, 0.0, -1.0, 0.0)
    if slope is not None:
        shape = clipped(shape, 1.0, -slope, half)
        shape = clipped(shape, -1.0, -slope, half)
    if not shape:
        return ()
    middle = (sum([x for x, _ in shape]) / len(shape), sum([y for _, y in shape]) / len(shape))
    found: dict[Line, None] = {}
    for across, ahead in (middle, *(_along(shape) if fine else shape)):
        reach = half * 2 if slope is None else ahead * slope
        low, high = max(-half, across - reach), min(half, across + reach)
        straight = min(max(across, low), high)
        for eye in (straight, low, high) if fine or (across, ahead) == middle else (straight,):
            p = Point(round(fx) + snap(cosine * eye), round(fy) + snap(-sine * eye))
            q = Point(
                round(fx) + snap(sine * ahead + cosine * across), round(fy) + snap(cosine * ahead - sine * across)
            )
            found[(p, q)] = None
    return tuple(found)


def _along(shape: list[XY]) -> list[XY]:
    """The corners of an outline, and two points on each of its sides."""
    found: list[XY] = []
    for i, (x1, y1) in enumerate(shape):
        x0, y0 = shape[i - 1]
        found += [(x0 + (x1 - x0) * part / 3, y0 + (y1 - y0) * part / 3) for part in (1, 2, 3)]
    return found


def _slope(cone: int) -> float | None:
    """How far a cone opens to each side for every length ahead; None for one of half a circle or more."""
    if cone >= 180:
        return None
    one, two = direction(cone // 2), direction((cone + 1) // 2)
    return (one[0] + two[0]) / (one[1] + two[1])
