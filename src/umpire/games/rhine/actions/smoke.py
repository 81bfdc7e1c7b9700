"""Smoke: discs that vehicles and mortars put on the table."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.battle.decisions import Place, Refused, Route
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.rhine import field, sheet
from umpire.games.rhine.actions import mortar
from umpire.games.rhine.model import Smoke, State, Unit, other
from umpire.table import Base, Point, ahead, bearing, beside

RADIUS = sheet.SMOKE_RADIUS * 1000


def can_smoke(state: State, unit: Unit, moving: bool) -> bool:
    """RHINE-SMK-01: a vehicle with a charge left, or a mortar that stays put and could fire."""
    if not state.house.smoke or not unit.ready:
        return False
    return _discharges(unit) or (_by_mortar(state, unit, moving) and any(True for _ in _mortar_places(state, unit)))


def _discharges(unit: Unit) -> bool:
    return unit.profile.is_vehicle and unit.smoke > 0


def _by_mortar(state: State, unit: Unit, moving: bool) -> bool:
    if not mortar.is_mortar(unit) or mortar.why_not_now(state, unit, moving) is not None:
        return False
    return mortar.why_not_here(state, unit, unit.base) is None


def check(state: State, unit: Unit, point: Point, moving: bool = False) -> Refused | None:
    """RHINE-SMK-01, ERR-01: a vehicle's disc touches its base, a mortar's lies in sight and 12 inches or more away."""
    width, depth = state.content.size
    if not (0 <= point.x <= width and 0 <= point.y <= depth):
        return Refused("smoke is laid on the table.", "RHINE-SMK-01")
    spot = field.spot(point)
    if _discharges(unit):
        if touches(unit, point):
            return None
        if not _by_mortar(state, unit, moving):
            return Refused(
                f"the smoke must touch {unit.name}: at most {sheet.SMOKE_RADIUS} inches from it to the middle.",
                "RHINE-SMK-01",
            )
    if field.apart(unit.base, spot) < sheet.SMOKE_LEAST * 100:
        return Refused(f"{unit.name} lays smoke at {sheet.SMOKE_LEAST} inches or more only.", "RHINE-SMK-01")
    if not mortar.watched(state, unit, unit.base, spot):
        return Refused(f"nobody who could direct {unit.name} sees that place.", "RHINE-SMK-01")
    return None


def touches(unit: Unit, point: Point) -> bool:
    """Whether a disc with its middle here touches a unit."""
    return field.rounded_within(unit.base, field.spot(point), RADIUS)


def places(state: State, unit: Unit, moving: bool = False) -> list[Route]:
    """Good places for a disc: a vehicle's around it, that toward the nearest enemy first; a mortar's before enemies."""
    points: list[Point] = []
    if _discharges(unit):
        enemies = _enemies(state, unit)
        start = bearing(unit.base.centre, enemies[0].base.centre) if enemies else unit.base.facing
        around = [_touching(unit.base, (start + turn) % 360) for turn in (0, 45, 315, 90, 270, 135, 225, 180)]
        points += [point for point in dict.fromkeys(around) if check(state, unit, point) is None]
    if _by_mortar(state, unit, moving):
        points += _mortar_places(state, unit)
    return [Route((point,), 0) for point in points]


def _enemies(state: State, unit: Unit) -> list[Unit]:
    """The enemies, the nearest first."""
    return sorted(state.of(other(unit.side)), key=lambda enemy: field.apart(unit.base, enemy.base))


def _mortar_places(state: State, unit: Unit) -> Iterator[Point]:
    """Before the enemies, on them, all round; where none of that is in sight, anywhere else."""
    enemies = _enemies(state, unit)
    points = [_before(unit, enemy) for enemy in enemies] + [enemy.base.centre for enemy in enemies]
    points += [ahead(unit.base.centre, turn, 16_000) for turn in range(0, 360, 45)]
    found = False
    for some in (dict.fromkeys(points), field.all_over(state)):
        for point in some:
            if not touches(unit, point) and check(state, unit, point) is None:
                found = True
                yield point
        if found:
            return


def _touching(base: Base, toward: int) -> Point:
    """The middle of a disc that just touches a base on this side."""
    return beside(Base(0, 0, 0, 2 * RADIUS, 2 * RADIUS, True), base, toward).centre


def _before(unit: Unit, enemy: Unit) -> Point:
    """A little way from an enemy toward the mortar's own side of him."""
    return ahead(enemy.base.centre, bearing(enemy.base.centre, unit.base.centre), 3000)


def lay(state: State, unit_id: str, moving: bool = False) -> Procedure[None]:
    """RHINE-SMK-01, 02: the disc is put down where its owner likes and stays until the end of the next turn."""
    unit = state.units[unit_id]
    route: Route = yield Place(
        unit.side,
        f"Where {does(unit.name)} lay its smoke?",
        "RHINE-SMK-01",
        unit_id,
        lambda at: check(state, unit, at.end, moving),
        lambda: places(state, unit, moving),
        shape="point",
        reach=0 if _by_mortar(state, unit, moving) else RADIUS,
    )
    left = ""
    if _discharges(unit) and touches(unit, route.end):
        state.put(unit._replace(smoke=unit.smoke - 1))
        left = f" ({unit.smoke - 1} left)"
    state.smoke = (*state.smoke, Smoke(route.end.x, route.end.y, RADIUS, state.turn + 1))
    state.tell("smoke", f"{unit.name} lays smoke{left}", "RHINE-SMK-01", unit_id)


def age(state: State) -> None:
    """RHINE-SMK-02: smoke goes at the end of the turn after it was laid."""
    kept = tuple(disc for disc in state.smoke if disc.last > state.turn)
    if len(kept) < len(state.smoke):
        state.smoke = kept
        state.tell("smoke", "old smoke has drifted off", "RHINE-SMK-02")
