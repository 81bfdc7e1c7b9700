"""How far units get: their rates, what the ground costs them, and where it stops them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from umpire.games.bptc import field, sheet
from umpire.games.bptc.land import AREAS, Scene
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.records import Feature
from umpire.games.bptc.units import LIMBERED, MARCH, MOUNTED, SQUARE, UNLIMBERED
from umpire.table import (
    XY,
    Base,
    Contact,
    Point,
    Rate,
    Terrain,
    along_vector,
    bearing,
    contacts,
    cost,
    gap_to_polygon,
    inside_share,
    length,
    stretches,
    sweep_hits_polygon,
    unit_vector,
)
from umpire.table.bearings import direction

_INSIDE = round(sheet.STOP_INSIDE_CM * 1000)
_ON_ROAD = ("road", "bridge")


# --- Rates ---------------------------------------------------------------------------------------------------


def allowance(state: State, unit: Unit, prolonge: bool = False) -> int:
    """BPTC-MOV-01 to 10, ACT-01, FRM-14: how far a unit may move in one action as it is now, in thousandths of a cm."""
    rate = _rate(state, unit, prolonge)
    if unit.formation == SQUARE and state.house.square_move != "full":
        return rate // 2 if state.house.square_move == "half" else 0
    return rate


def _rate(state: State, unit: Unit, prolonge: bool = False) -> int:
    profile = unit.profile
    if unit.mode == MOUNTED:
        return profile.mounted_move
    if unit.mode == LIMBERED:
        return profile.limbered_move
    if unit.mode == UNLIMBERED:
        return profile.prolonge_move if prolonge else profile.move
    if state.house.rate_by_formation and profile.arm == "infantry":
        return sheet.RATES_BY_FORMATION[unit.formation] * 1000  # type: ignore[index]
    return profile.move


def half_move(state: State, unit: Unit) -> int:
    """BPTC-GEN-03, 04: half of the rate in the present mode, exact, without regard to road or ground."""
    return allowance(state, unit) // 2


def retreat(state: State, unit: Unit) -> int:
    """BPTC-GEN-04, CHG-15, RET-06: half its rate when beaten. A square too: `square_move` bounds only its own moves."""
    return _rate(state, unit) // 2


def can_move(state: State, unit: Unit) -> bool:
    """Whether a unit could leave its place by itself; a garrison first comes out by a Deploy (BPTC-CON-08)."""
    return unit.ready and unit.shelter != "garrison" and allowance(state, unit) > 0


# --- Ground --------------------------------------------------------------------------------------------------


def keeps_to_road(unit: Unit) -> bool:
    """BPTC-TER-16: who marches along a road: march columns, limbered guns, wagons, and commanders always."""
    return unit.formation == MARCH or unit.mode == LIMBERED or unit.profile.is_command


def dense_rules(unit: Unit, feature: Feature) -> list[str]:
    """BPTC-DEN-03 to 15: the rules by which a piece of ground is dense for a unit, one for each cause."""
    if unit.kind == "guns":
        level = feature.cls in ("open", "road", "bridge") or "gentle_hill" in feature.ground
        plain = level and all(word in sheet.NOT_DENSE_FOR_GUNS for word in feature.ground)
        return [] if plain else ["BPTC-DEN-08"]
    found = sheet.DENSE[unit.kind]
    return [found[word] for word in feature.ground if word in found]


def price(scene: Scene, unit: Unit) -> Rate:
    """What a length of ground costs a unit; None where it may not go.

    BPTC-TER-04, 06, 09, 15: twice or four times the length inside areas. BPTC-DEN-01: dense ground doubles it, and all
    that bears on it multiplies. BPTC-TER-16, DEN-02: on a road none of this. BPTC-TER-07: high ground costs nothing.
    BPTC-TER-08: who was driven into a marsh on horseback or wheels gets out of it as those on foot do.
    """
    road = keeps_to_road(unit)
    features = scene.features

    def rate(under: tuple[Terrain, ...]) -> float | None:
        if not under:
            return 1.0
        if road and any(piece.kind in _ON_ROAD for piece in under):
            return 1.0
        factor = 1.0
        for piece in under:
            if piece.kind == "partially_wet" and not unit.on_foot and not stands_on(unit.base, piece):
                return None
            if piece.kind in AREAS:
                factor *= sheet.CLASS_FACTOR[piece.kind][0]
            for _ in dense_rules(unit, features[piece.id]):
                factor *= sheet.DENSE_FACTOR
        return factor

    return rate


def stands_on(base: Base, piece: Terrain) -> bool:
    """Whether any part of a footprint is on a piece of ground; beside it is not on it."""
    return sweep_hits_polygon(base, base.centre, base.centre, piece.shape, base.facing)


def comes_onto(unit: Unit, base: Base, piece: Terrain) -> bool:
    """BPTC-TER-17: whether a footprint would stand on a piece of ground, or with more of it than the unit does now.

    Who has been set down with a corner in the water gets out of it, but no farther in.
    """
    if not stands_on(base, piece):
        return False
    return not stands_on(unit.base, piece) or inside_share(base, piece.shape) > inside_share(unit.base, piece.shape)


def closed(scene: Scene, unit: Unit, box: tuple[float, float, float, float]) -> list[Terrain]:
    """BPTC-TER-08: the marshes in a box that no part of a unit's footprint may enter; it gets out of one it is in."""
    if unit.on_foot or not scene.bogs.pieces:
        return []
    return [piece for piece in scene.bogs.pieces_near(*box) if not stands_on(unit.base, piece)]


def bogged(scene: Scene, unit: Unit, base: Base) -> bool:
    """BPTC-TER-08: whether a unit set down there would stand on horseback or wheels in a marsh; on a road it may."""
    if unit.on_foot or by_road(scene, unit, base.centre, base.centre):
        return False
    return any(stands_on(base, piece) for piece in scene.bogs.touched_by(base))


def by_road(scene: Scene, unit: Unit, p: Point, q: Point) -> bool:
    """BPTC-TER-16: whether the middle of a column follows a road; where that bends, head and tail swing out."""
    if not keeps_to_road(unit) or not scene.roads.at(p):
        return False
    return all(part.terrain for part in stretches((p, q), scene.roads))


def leading(base: Base, p: Point, q: Point) -> XY:
    """From the middle of a footprint to the middle of its leading edge on a leg."""
    vx, vy = unit_vector(p, q)
    sine, cosine = direction(base.facing)
    ahead, across = abs(vx * sine + vy * cosine), abs(vx * cosine - vy * sine)
    out = (ahead * base.depth + across * base.width) / 2
    return vx * out, vy * out


def used(state: State, unit: Unit, legs: Sequence[tuple[Base, Point, Point]]) -> tuple[float, str]:
    """What a way costs by its leading edge; and the ground it may not enter, if any."""
    scene = state.scene
    rate = price(scene, unit)
    total = 0.0
    for base, p, q in legs:
        if by_road(scene, unit, p, q):
            total += length((p, q))
            continue
        dx, dy = leading(base, p, q)
        spent = cost(((p.x + dx, p.y + dy), (q.x + dx, q.y + dy)), scene.going, rate)
        total += spent.used
        if spent.stopped_at is not None:
            return total, spent.stopped_by
    return total, ""


def moves_in_dense(state: State, unit: Unit, legs: Sequence[tuple[Base, Point, Point]]) -> bool:
    """BPTC-CMD-05: whether a way starts in, enters or crosses ground that is dense for its unit, off the road."""
    scene = state.scene
    if stands_in_dense(state, unit):
        return True
    for base, p, q in legs:
        if by_road(scene, unit, p, q):
            continue
        dx, dy = leading(base, p, q)
        for part in stretches(((p.x + dx, p.y + dy), (q.x + dx, q.y + dy)), scene.going):
            if _dense(scene, unit, part.terrain):
                return True
    return False


def stands_in_dense(state: State, unit: Unit) -> bool:
    scene = state.scene
    return _dense(scene, unit, scene.going.at(unit.base.centre))


def _dense(scene: Scene, unit: Unit, under: Sequence[Terrain]) -> bool:
    if keeps_to_road(unit) and any(piece.kind in _ON_ROAD for piece in under):
        return False
    return any(dense_rules(unit, scene.features[piece.id]) for piece in under)


def dense_in_reach(state: State, unit: Unit, mils: int) -> bool:
    """Whether a move of this length could meet dense ground at all."""
    base = unit.base
    far = mils + base.reach
    scene = state.scene
    near = scene.going.near(base.x - far, base.y - far, base.x + far, base.y + far)
    return any(dense_rules(unit, scene.features[piece.id]) for piece in near.pieces)


def road_bonus(state: State, unit: Unit, path: Sequence[Point]) -> int:
    """BPTC-MOV-11 to 14: what a move gains that keeps to the road all the way, in march column or limbered."""
    if not keeps_to_road(unit) or len(path) < 2:
        return 0
    roads = state.scene.roads
    if not roads.at(path[0]):
        return 0
    if any(not part.terrain for part in stretches(path, roads)):
        return 0
    kind = "transport" if unit.kind == "guns" else unit.kind
    return sheet.ROAD_BONUS_CM[kind] * 1000


# --- Stops ---------------------------------------------------------------------------------------------------


def at_ground(scene: Scene, base: Base) -> tuple[str, ...]:
    """The pieces of ground a footprint touches that stop those who come to them."""
    far = base.reach + field.TOUCH
    near = scene.stopping.near(base.x - far, base.y - far, base.x + far, base.y + far)
    found = [piece.id for piece in near.pieces if gap_to_polygon(base, piece.shape) <= field.TOUCH]
    return tuple(dict.fromkeys(found))


def crossable(state: State, unit: Unit) -> tuple[str, ...]:
    """BPTC-TER-02, 04, 06, 14: the ground a unit may cross now, having come to it before its turn began.

    With the house rule `terrain_wait` = action it is enough to be there when the action begins.
    """
    here = at_ground(state.scene, unit.base)
    if state.house.terrain_wait == "action":
        return here
    return tuple([id for id in here if id in unit.stops])


def arrived(state: State, unit: Unit) -> Unit:
    """BPTC-TER-14: a unit where it has gone; ground that it left stops it anew if it comes back this turn.

    Asked where it sets out as well: it may have been driven, or formed up, away from ground in between.
    """
    here = at_ground(state.scene, unit.base) if unit.stops else ()
    kept = tuple([id for id in unit.stops if id in here])
    return unit if kept == unit.stops else unit.with_stops(kept)


class Halt(NamedTuple):
    """Where on a way the ground stops a unit, and what does."""

    mark: float
    feature: str


def halt(state: State, unit: Unit, legs: Sequence[tuple[Base, Point, Point]], free: Sequence[str]) -> Halt | None:
    """BPTC-TER-01, 03, 05, 09, 10, 15: the first contact with ground that stops; inside by a hair if it is an area."""
    scene = state.scene
    gone = 0.0
    for base, p, q in legs:
        size = length((p, q))
        if by_road(scene, unit, p, q):
            gone += size
            continue
        far = base.reach + 100
        west, east = min(p.x, q.x) - far, max(p.x, q.x) + far
        south, north = min(p.y, q.y) - far, max(p.y, q.y) + far
        pieces = [piece for piece in scene.stopping.near(west, south, east, north).pieces if piece.id not in free]
        if pieces:
            vector = unit_vector(p, q)
            found: Halt | None = None
            for met in contacts(base.moved(p.x, p.y), vector, size, (), pieces):
                at: float | None = met.distance
                if _on_the_road(scene, unit, base, p, q, met.distance):
                    at = _leaves_road(scene, base, p, q, met)
                if at is None or (found is not None and gone + at >= found.mark):
                    continue
                inside = _INSIDE if scene.features[met.id].cls in AREAS and not _is_in(base, p, met, pieces) else 0
                found = Halt(gone + min(size, at + inside), met.id)
            if found is not None:
                return found
        gone += size
    return None


def _is_in(base: Base, p: Point, met: Contact, pieces: Sequence[Terrain]) -> bool:
    """BPTC-TER-14: whether a footprint is inside what it meets already: it does not creep on with every order."""
    here = base.moved(p.x, p.y)
    return met.distance == 0 and any(piece.id == met.id and stands_on(here, piece) for piece in pieces)


def _on_the_road(scene: Scene, unit: Unit, base: Base, p: Point, q: Point, far: float) -> bool:
    """BPTC-TER-16: whether the head of a column is on a road or bridge there."""
    if not keeps_to_road(unit):
        return False
    dx, dy = leading(base, p, q)
    spot = along_vector(p, unit_vector(p, q), far)
    return bool(scene.roads.at((spot.x + dx, spot.y + dy)))


def _leaves_road(scene: Scene, base: Base, p: Point, q: Point, met: Contact) -> float | None:
    """BPTC-TER-16: where on a leg the head of a column leaves the road in ground it came to by it, if it does."""
    dx, dy = leading(base, p, q)
    for part in stretches(((p.x + dx, p.y + dy), (q.x + dx, q.y + dy)), scene.going):
        if part.end > met.distance and met.id in part.ids and not any(kind in _ON_ROAD for kind in part.kinds):
            return max(part.start, met.distance)
    return None


def legs_of(base: Base, path: Sequence[Point], facing: int | None) -> list[tuple[Base, Point, Point]]:
    """The legs of a way, each with the footprint as it is carried: in this facing, or (None) along the leg."""
    found: list[tuple[Base, Point, Point]] = []
    for p, q in pairwise(path):
        if p != q:
            turned = base.turned(bearing(p, q) if facing is None else facing)
            found.append((turned, p, q))
    return found
