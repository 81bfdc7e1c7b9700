"""The battlefield as units see it: the ground as it is now, distances, what units occupy, cohesion.

All of it asks, nothing changes. Lengths are thousandths of an inch, from base edge to base edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from umpire.games.awt import sheet
from umpire.games.awt.model import State, Unit
from umpire.table import Base, Ground, Point, Terrain, contains, gap, gap_to_polygon, keep, near_any, within
from umpire.table.shapes import bounds

# --- The ground as it is now -----------------------------------------------------------------------------------

CLASSES = ("infantry", "cavalry", "wheeled", "tracked", "large", "artillery")
"""AWT-TE-19: the four movement classes, and two that go on foot but not everywhere."""


class Lie(NamedTuple):
    """How the land lies: terrain, sorted by what it does."""

    all: Ground
    sight: Ground
    """Impassable ground, buildings and woods."""
    closed: dict[str, Ground]
    """What a class may not enter."""
    tests: dict[str, Ground]
    """Wire and Mire, Broken Ground and Woods, by kind."""
    shelter: Ground
    """The rows of the cover table that are areas."""
    obstacles: Ground


def lie(state: State) -> Lie:
    """The terrain with what has been crushed, burnt out or dug since the battle began."""
    memo = state.content.lie_memo
    key = (state.altered, state.wrecks)
    found = memo.get(key)
    if found is None:
        found = keep(memo, key, _lie(state), 256)
    return found


def _lie(state: State) -> Lie:
    changed = dict(state.altered)
    pieces: list[Terrain] = []
    for piece in (*state.content.terrain, *[wreck.terrain for wreck in state.wrecks]):
        kind = changed.get(piece.id, piece.kind)
        if kind:
            pieces.append(piece._replace(kind=kind))

    def part(*kinds: str) -> Ground:
        return Ground([piece for piece in pieces if piece.kind in kinds])

    closed: dict[str, Ground] = {}
    for cls in CLASSES:
        barred = [kind for kind in sheet.GROUND if not _open_to(kind, cls)]
        closed[cls] = part(*barred)
    return Lie(
        Ground(pieces),
        part("impassable", "building", "woods"),
        closed,
        {kind: part(kind) for kind in ("wire", "mire", "broken", "woods")},
        part("foxholes", "trenches", "building"),
        part("obstacle"),
    )


def _open_to(kind: str, cls: str) -> bool:
    """AWT-TE-01 to 19: whether a class may enter a kind of ground."""
    going = sheet.GROUND[kind]
    if cls in sheet.CLOSED_TO:
        return "infantry" in going.open_to and kind not in sheet.CLOSED_TO[cls]
    return cls in going.open_to


def going_class(unit: Unit) -> str:
    """AWT-TE-19: Large creatures and Artillery go as Infantry, but keep out of some ground."""
    if unit.profile.move_class == "infantry":
        for special in sheet.CLOSED_TO:
            if unit.has(special):
                return special
    return unit.profile.move_class


def closed_to(state: State, unit: Unit) -> Ground:
    """AWT-TE-02, 06, 10, 11, 16, 17, 18: the ground a unit may not enter."""
    return lie(state).closed[going_class(unit)]


# --- Distance --------------------------------------------------------------------------------------------------

SLACK = 0.5
"""Lengths are compared in whole thousandths of an inch."""


def apart(a: Unit, b: Unit) -> float:
    """Between the nearest models of two units."""
    return nearest_gap(a.bases, b.bases)


def nearest_gap(ours: Iterable[Base], theirs: Sequence[Base]) -> float:
    best = 1e12
    for a in ours:
        x, y, reach = a.x, a.y, a.reach
        for b in theirs:
            far = best + reach + b.reach
            if -far < x - b.x < far and -far < y - b.y < far:
                found = gap(a, b)
                if found < best:
                    best = found
    return best


def beyond(a: Unit, b: Unit, limit: float) -> bool:
    """Whether two units are plainly farther apart than this: a sieve before models are measured."""
    left, bottom, right, top = a.box
    west, south, east, north = b.box
    return west - right > limit or left - east > limit or south - top > limit or bottom - north > limit


def near(a: Unit, b: Unit, limit: int) -> bool:
    """Whether two units are at most so far apart; exactly as far is near enough."""
    if beyond(a, b, limit):
        return False
    theirs = b.bases
    return any(near_any(mine, theirs, limit) for mine in a.bases)


def near_point(unit: Unit, point: Point, limit: int) -> bool:
    spot = Base(point.x, point.y, 0, 0, 0, True)
    return near_any(spot, unit.bases, limit)


def enemies(state: State, unit: Unit) -> list[Unit]:
    return [each for each in state.units.values() if each.place == "table" and each.side != unit.side]


def led(state: State, unit: Unit) -> bool:
    """AWT-BS-04: an unbroken friendly Captain or Lieutenant is within 6 inches, or is the unit itself."""
    return any(
        each.profile.commands and not each.broken and (each.id == unit.id or near(each, unit, sheet.LEADER_NEAR))
        for each in state.of(unit.side)
    )


def misled(by: Unit, target: Unit) -> bool:
    """False Lights: from more than twelve inches nobody can make this unit his target (AWT-SK-11)."""
    return target.under("lights") and not near(by, target, sheet.FAR)


# --- What a unit is in -----------------------------------------------------------------------------------------


def stands_in(state: State, base: Base) -> list[Terrain]:
    """The pieces that hold the centre of a base, edges included."""
    return lie(state).all.at(base.centre)


def occupied(state: State, unit: Unit) -> list[Terrain]:
    """AWT-TE-20: the areas that hold the centres of more than half of a unit's models."""
    models = unit.models
    left, bottom, right, top = unit.box
    found: list[Terrain] = []
    for piece in lie(state).all.pieces:
        west, south, east, north = bounds(piece.shape)
        if right < west or left > east or top < south or bottom > north or piece.kind == "obstacle":
            continue
        inside = 0
        for model in models:
            x, y = model.base.x, model.base.y
            if west <= x <= east and south <= y <= north and contains(piece.shape, (x, y)):
                inside += 1
        if 2 * inside > len(models):
            found.append(piece)
    return found


def beside(state: State, unit: Unit) -> list[Terrain]:
    """AWT-TE-20: the Obstacles within an inch of more than half of a unit's models."""
    found: list[Terrain] = []
    for piece in lie(state).obstacles.pieces:
        west, south, east, north = bounds(piece.shape)
        close = 0
        for model in unit.models:
            base = model.base
            room = base.reach + sheet.OBSTACLE_NEAR
            if west - room <= base.x <= east + room and south - room <= base.y <= north + room:
                close += gap_to_polygon(base, piece.shape) <= sheet.OBSTACLE_NEAR + SLACK
        if 2 * close > len(unit.models):
            found.append(piece)
    return found


def shelters(state: State, unit: Unit) -> list[str]:
    """The rows of the cover table that a unit occupies as an area, dug-in units their Foxholes (Dig In)."""
    rows = [piece.kind for piece in occupied(state, unit) if piece.kind in sheet.COVER]
    return [*rows, "foxholes"] if unit.dug_in else rows


def in_cover(state: State, unit: Unit) -> bool:
    """AWT-WK-03: in cover for a Bipod is to occupy anything of the cover table."""
    return bool(shelters(state, unit) or beside(state, unit))


# --- Cohesion --------------------------------------------------------------------------------------------------


def cohesion(bases: Sequence[Base]) -> int:
    """AWT-MV-01 to 03: how many conditions are broken: models alone, and pairs too far apart; 0 is in cohesion."""
    if len(bases) < 2:
        return 0
    broken = 0
    joined = [False] * len(bases)
    for i, a in enumerate(bases):
        for j in range(i):
            b = bases[j]
            if not (joined[i] and joined[j]) and within(a, b, sheet.COHESION):
                joined[i] = joined[j] = True
            if not within(a, b, sheet.SPREAD):
                broken += 1
    return broken + joined.count(False)


def scattered(bases: Sequence[Base]) -> float:
    """AWT-MV-05: by how much cohesion is lost: what models are beyond an inch from the next, and pairs beyond six."""
    if len(bases) < 2:
        return 0.0
    whole = 0.0
    for i, a in enumerate(bases):
        gaps = [gap(a, b) for j, b in enumerate(bases) if j != i]
        whole += max(0.0, min(gaps) - sheet.COHESION)
        whole += sum([max(0.0, far - sheet.SPREAD) for far in gaps]) / 2
    return whole
