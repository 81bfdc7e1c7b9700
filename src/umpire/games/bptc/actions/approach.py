"""The way of a charge: how far it is, what is in the way, and where the charger comes into contact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from umpire.battle.decisions import Refused
from umpire.battle.words import acts
from umpire.games.bptc import field, going, sheet
from umpire.games.bptc.actions.driven import is_passable
from umpire.games.bptc.actions.movement import may_pass
from umpire.games.bptc.land import AREAS
from umpire.games.bptc.model import State, Unit, other
from umpire.games.bptc.units import GARRISON, SQUARE
from umpire.games.commander.distance import HAIR
from umpire.table import (
    XY,
    Base,
    Point,
    Terrain,
    bearing,
    box_around,
    cost,
    length,
    on_table,
    overlap,
    snap,
    sweep_hits_base,
    sweep_hits_polygon,
)
from umpire.table.bearings import direction
from umpire.table.convex import segment_gap2

_TURN = {"front": 0, "right": 90, "rear": 180, "left": 270}
_SLIDES = (0, 1000, -1000, 2000, -2000, 4000, -4000, 6000, -6000, 8000, -8000)
_EQUAL = 2.0
"""Lengths that differ by no more than this, in thousandths, are equal: corners are snapped."""
_HOLD = 1000
"""A charger touches at least so much of the face it strikes, in thousandths of a cm."""


class Approach(NamedTuple):
    """Where a charge ends in contact: the charger's footprint there, the face it strikes, how it faces on its way."""

    base: Base
    face: str
    carried: int


def may_charge(state: State, unit: Unit) -> Refused | None:
    """BPTC-CHG-19, ACT-08, TRN-02: why a unit cannot charge at all; None if it can."""
    profile = unit.profile
    arms = ("infantry", "cavalry", "engineer", "guerrilla")
    if not unit.ready or profile.arm not in arms or unit.shelter == GARRISON or unit.formation == SQUARE:
        return Refused(f"{unit.name} cannot charge.", "BPTC-CHG-19")
    if unit.landed == state.player_turn:
        return Refused(f"{unit.name} can charge next turn.", "BPTC-TRN-02")
    return None


def reach(state: State, unit: Unit) -> int:
    """BPTC-CHG-01, 20: 20 cm for every arm; with the house rule `charge_reach` = min_move no farther than its move."""
    far = sheet.CHARGE_REACH_CM * 1000
    if state.house.charge_reach == "min_move":
        return min(far, going.allowance(state, unit))
    return far


def approach(state: State, unit: Unit, target: Unit, any_distance: bool = False) -> Approach | Refused:
    """BPTC-CHG-13, 20, 21: how a charge comes into contact, or why it does not.

    The way is straight to the nearest point of the target; what it costs is counted against the reach. The face struck
    is the one the charger's middle lies before when he declares. With `any_distance` only what bars the way counts:
    that can be seen without measuring.
    """
    face = field.face_towards(state, target, unit.base.centre)
    refusal = _way_barred(state, unit, target, any_distance)
    if refusal is not None:
        return refusal
    blocked: Refused | None = None
    for end in _places(unit, target, field.side_struck(state, target, unit.base.centre)):
        found = _carried(state, unit, target, end)
        if not isinstance(found, Refused):
            return Approach(end, face, found)
        blocked = blocked or found
    return blocked or Refused(f"{acts(unit.name, 'finds')} no room to strike {target.name}.", "BPTC-CHG-20")


def struck(state: State, unit: Unit, target: Unit) -> tuple[Unit, str]:
    """BPTC-CHG-02, 21: a charger where he would come into contact, whatever the distance, and the face he strikes.

    Who finds his way barred is taken to fight from where he stands.
    """
    found = approach(state, unit, target, any_distance=True)
    if isinstance(found, Approach):
        return unit.went(found.base), found.face
    return unit, field.face_towards(state, target, unit.base.centre)


def charges_through_dense(state: State, unit: Unit, target: Unit) -> bool:
    """BPTC-CMD-05, DEN-15: whether a charger begins in ground dense for him, or his front comes onto it on his way.

    Who marches along a road, or does not get there, is asked by the middle of his way.
    """
    if going.stands_in_dense(state, unit):
        return True
    box = box_around((unit.base.centre, target.base.centre), 2 * unit.base.reach + target.base.reach)
    near = state.scene.going.pieces_near(*box)
    dense = [piece for piece in near if going.dense_rules(unit, state.scene.features[piece.id])]
    if not dense:
        return False
    found = approach(state, unit, target)
    if isinstance(found, Refused) or going.keeps_to_road(unit):
        p, q = nearest_points(unit.base, target.base)
        point = unit.base._replace(x=p.x, y=p.y, width=0, depth=0)
        return p != q and going.moves_in_dense(state, unit, [(point, p, q)])
    return any(_front_crosses(unit, found.base, found.carried, piece) for piece in dense)


def _way_barred(state: State, unit: Unit, target: Unit, any_distance: bool) -> Refused | None:
    """What the straight line to the nearest point costs and crosses."""
    p, q = nearest_points(unit.base, target.base)
    scene = state.scene
    if p != q:
        spent = cost((p, q), scene.going, going.price(scene, unit))
        if spent.stopped_at is not None:
            return Refused(f"{unit.name} cannot enter that ground.", "BPTC-TER-08")
        if spent.used > reach(state, unit) + HAIR and not any_distance:
            return Refused(f"{acts(target.name, 'is')} out of reach.", "BPTC-CHG-20")
    here = going.at_ground(scene, unit.base)
    for piece, _, leave in scene.stopping.along(p, q):
        refusal = _crossed(unit, target, piece, here, leave < length((p, q)) - 1)
        if refusal is not None:
            return refusal
    return None


def _crossed(unit: Unit, target: Unit, piece: Terrain, here: Sequence[str], left: bool) -> Refused | None:
    """BPTC-CHG-13, 20: why a charge may not come over ground that it meets: an area that it has `left` again, or what
    else it was not at when it began.
    """
    if piece.kind in AREAS:
        if left and not _began_inside(unit, piece):
            return Refused(f"{acts(unit.name, 'does')} not get through {piece.name}.", "BPTC-CHG-20")
    elif piece.id not in here and not _contact_across(target, piece.id):
        return Refused(f"{acts(unit.name, 'is')} not at {piece.name or piece.kind}.", "BPTC-CHG-13")
    return None


def _began_inside(unit: Unit, piece: Terrain) -> bool:
    """BPTC-CHG-20: whether a charger was in an area when its turn began, and still is; beside it is not in it."""
    return piece.id in unit.stops and going.stands_on(unit.base, piece)


def _contact_across(target: Unit, piece: str) -> bool:
    """A garrison is struck at the walls of its building."""
    return target.shelter == GARRISON and target.inside == piece


def _places(unit: Unit, target: Unit, face: str) -> Iterator[Base]:
    """BPTC-CHG-21: footprints of the charger whose front lies along the face struck, the straightest first."""
    out = (target.base.facing + _TURN[face]) % 360
    wide, deep = (target.base.width, target.base.depth) if face in ("front", "rear") else (
        target.base.depth, target.base.width,
    )  # fmt: skip
    sine, cosine = direction(out)
    dx, dy = unit.base.x - target.base.x, unit.base.y - target.base.y
    across = dx * cosine - dy * sine
    most = (wide + unit.base.width) / 2 - _HOLD
    start = max(-wide / 2, min(wide / 2, across))
    ahead = (deep + unit.base.depth) / 2
    tried: list[Base] = []
    for slide in _SLIDES:
        aside = start + slide
        if abs(aside) > most:
            continue
        x = target.base.x + snap(sine * ahead + cosine * aside)
        y = target.base.y + snap(cosine * ahead - sine * aside)
        base = unit.base.placed(x, y, out + 180)
        if base not in tried:
            tried.append(base)
            yield base


def _carried(state: State, unit: Unit, target: Unit, end: Base) -> int | Refused:
    """How the footprint is carried there: as it will stand, along its way or as it stood; or why it does not get there.

    BPTC-TER-11, 17: it comes into no house or river. All that it sweeps counts, not its middle alone.
    """
    if not on_table(end, *state.content.size):
        return Refused(f"{acts(unit.name, 'has')} no room there.", "BPTC-CHG-20")
    here, there = unit.base.centre, end.centre
    box = box_around((here, there), unit.base.reach + state.ranks().widest)
    others = [
        each
        for seat in (unit.side, other(unit.side))
        for each in state.ranks().around(seat, *box)
        if each.id not in (unit.id, target.id) and not (each.hidden and each.side != unit.side)
    ]
    for each in others:
        if overlap(end, each.base) and not is_passable(unit, each):
            if each.side == unit.side:
                return Refused(f"{acts(unit.name, 'finds')} no room beside {each.name}.", "BPTC-CHG-20")
            return Refused(f"{unit.name} would strike {each.name} as well.", "BPTC-CHG-20")
    near = box_around((here, there), unit.base.reach)
    walls = [piece for piece in state.scene.barriers.pieces_near(*near) if piece.id not in (target.inside, unit.inside)]
    if not going.by_road(state.scene, unit, here, there):
        walls += going.closed(state.scene, unit, near)
    refusal: Refused | None = None
    if not any(going.stands_on(end, piece) for piece in walls):
        facings = (end.facing, bearing(here, there) if here != there else end.facing, unit.base.facing)
        for facing in dict.fromkeys(facings):
            if any(sweep_hits_polygon(unit.base, here, there, piece.shape, facing) for piece in walls):
                continue
            if any(_in_the_way(unit, here, there, each, facing) for each in others):
                continue
            found = _over_ground(state, unit, target, end, facing)
            if found is None:
                return facing
            refusal = refusal or found
    return refusal or Refused(f"the way of {unit.name} to {target.name} is barred.", "BPTC-CHG-20")


def _over_ground(state: State, unit: Unit, target: Unit, end: Base, facing: int) -> Refused | None:
    """BPTC-CHG-13, 20: what a footprint carried so meets: hedges with any part of it, areas with its front."""
    scene = state.scene
    here, there = unit.base.centre, end.centre
    pieces = scene.stopping.pieces_near(*box_around((here, there), unit.base.reach))
    if not pieces:
        return None
    at = going.at_ground(scene, unit.base)
    for piece in pieces:
        if piece.kind in AREAS:
            left = _front_crosses(unit, end, facing, piece) and not going.stands_on(_front(end), piece)
            refusal = _crossed(unit, target, piece, at, True) if left else None
        else:
            swept = sweep_hits_polygon(unit.base, here, there, piece.shape, facing) or going.stands_on(end, piece)
            refusal = _crossed(unit, target, piece, at, False) if swept else None
        if refusal is not None:
            return refusal
    return None


def _front_crosses(unit: Unit, end: Base, facing: int, piece: Terrain) -> bool:
    """Whether the front edge of a footprint that is carried so to where it ends comes onto a piece of ground."""
    first, last = _front(unit.base.turned(facing)), _front(end.turned(facing))
    return sweep_hits_polygon(first, first.centre, last.centre, piece.shape, facing)


def _front(base: Base) -> Base:
    """The front edge of a footprint."""
    sine, cosine = direction(base.facing)
    x, y = base.x + snap(sine * base.depth / 2), base.y + snap(cosine * base.depth / 2)
    return Base(x, y, base.facing, base.width, 0)


def _in_the_way(unit: Unit, here: Point, there: Point, each: Unit, facing: int) -> bool:
    if each.side == unit.side and may_pass(unit, each):
        return False
    if overlap(unit.base.turned(facing), each.base):
        return False
    return sweep_hits_base(unit.base, here, there, each.base, 0, facing)


def nearest_points(a: Base, b: Base) -> tuple[Point, Point]:
    """The nearest points of two footprints, each snapped; where whole edges are as near, the middle of these."""
    found: list[tuple[float, Point, Point, Point, bool]] = []
    for one, two, turned in ((a, b, False), (b, a, True)):
        corners = two.corners
        for corner in one.corners:
            for i, end in enumerate(corners):
                start = corners[i - 1]
                far2 = segment_gap2(corner.x, corner.y, start.x, start.y, end.x, end.y)
                found.append((far2, corner, start, end, turned))
    limit = (sqrt(min(found)[0]) + _EQUAL) ** 2
    equal: list[tuple[Point, Point]] = []
    for far2, corner, start, end, turned in found:
        if far2 <= limit:
            foot = _foot(corner, start, end)
            equal.append((foot, corner) if turned else (corner, foot))
    (p, q), (r, s) = min(equal), max(equal)
    p = Point((p.x + r.x) // 2, (p.y + r.y) // 2)
    return p, p if overlap(a, b) else Point((q.x + s.x) // 2, (q.y + s.y) // 2)


def _foot(p: XY, start: Point, end: Point) -> Point:
    dx, dy = end.x - start.x, end.y - start.y
    size2 = dx * dx + dy * dy
    share = ((p[0] - start.x) * dx + (p[1] - start.y) * dy) / size2 if size2 else 0.0
    share = min(1.0, max(0.0, share))
    return Point(snap(start.x + dx * share), snap(start.y + dy * share))


def toward(unit: Unit, target: Unit) -> XY:
    """The unit vector of the straight line from one footprint to the nearest point of another."""
    p, q = nearest_points(unit.base, target.base)
    if p == q:
        p, q = unit.base.centre, target.base.centre
    dx, dy = q.x - p.x, q.y - p.y
    size = sqrt(dx * dx + dy * dy)
    return (dx / size, dy / size) if size else direction(unit.base.facing)
