"""Rituals of the Witches (AWT-SK-03, 11): on whom each may be cast, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from umpire.battle.decisions import Place, Refused, Route
from umpire.battle.words import counted, tidy
from umpire.dice import Procedure
from umpire.games.awt import field, forming, losses, scores, sheet
from umpire.games.awt.actions import aiming, blasting
from umpire.games.awt.model import Model, State, Unit
from umpire.table import Base, Point, ahead, beside, free, near_any

LAID = ("T6",)
"""Rituals that are laid on a place, not cast on a unit."""
_REND_RADIUS = sheet.TEMPLATES["small"].diameter // 2


def targets(state: State, witch: Unit, ritual: str) -> list[str]:
    """AWT-SK-10: the units within 18 inches on which a Witch may cast a Ritual; her own id where she needs none.

    False Lights keep a unit from those of the enemy beyond 12 inches.
    """
    if ritual in LAID:
        return [witch.id] if _rend_spots(state, witch) else []
    friends = ritual in ("T1", "T2", "T3")
    return [
        unit.id
        for unit in state.on_table()
        if (unit.side == witch.side) == friends
        and _fits(unit, ritual)
        and field.near(witch, unit, sheet.RITUAL_RANGE)
        and (friends or not field.misled(witch, unit))
    ]


def _fits(unit: Unit, ritual: str) -> bool:
    if ritual == "T1":
        return not unit.profile.is_vehicle and unit.strength < unit.start
    if ritual == "T2":
        return not unit.under("fog")
    if ritual == "T3":
        return unit.has("infantry")
    if ritual == "T5":
        return not unit.profile.is_vehicle and not unit.profile.is_creature and not unit.pinned and not unit.broken
    return not unit.profile.is_vehicle


def knit_flesh(state: State, seat: str, target: str) -> Procedure[None]:
    """T1: one wound or model back; a new model is put down in cohesion."""
    unit = state.units[target]
    if unit.profile.single:
        state.put(unit._replace(wounds=unit.wounds + 1), f"{unit.name} regains a wound", "AWT-SK-11")
        return
    spots = _beside(state, unit)
    if not spots:
        state.tell("skill", f"there is no room for another model of {unit.name}", "AWT-SK-11", target)
        return

    def check(route: Route) -> Refused | None:
        return _refused(state, unit, unit.leader.moved(*route.end))

    stand = Route((spots[0],), unit.leader.facing)
    route: Route = yield Place(
        seat, f"Where does the model stand that comes back to {unit.name}?", "AWT-SK-11", unit.id, check,
        lambda: [Route((spot,), unit.leader.facing) for spot in spots], "point", 0, stand,
    )  # fmt: skip
    here = [model.number for model in unit.models]
    number = next(k for k in range(1, unit.profile.models + 1) if k not in here)
    models = (*unit.models, Model(number, unit.leader.moved(*route.end)))
    state.put(unit._replace(models=models), f"{unit.name} regains a model", "AWT-SK-11")


def _refused(state: State, unit: Unit, base: Base) -> Refused | None:
    others = [each for other in state.on_table() for each in other.bases]
    if not free(base, others, state.content.size) or not forming.may_stand(state, unit, base):
        return Refused(f"there is no room for a model of {unit.name} there.", "AWT-IN-08")
    foes = [b for foe in field.enemies(state, unit) if foe.id not in unit.in_combat for b in foe.bases]
    if near_any(base, foes, sheet.CLEAR - 1):
        return Refused(f"it may not come down within {tidy(sheet.CLEAR)} inch of an enemy.", "AWT-MV-06")
    if field.cohesion([*unit.bases, base]) > field.cohesion(unit.bases):
        return Refused(f"{unit.name} would not be in cohesion.", "AWT-MV-04")
    return None


def _beside(state: State, unit: Unit) -> list[Point]:
    """Places beside models of a unit where another fits; where there is little room, just clear of two others."""
    coarse = [
        ahead(beside(unit.leader, model.base, turn).centre, turn, 200)
        for model in unit.models
        for turn in range(0, 360, 45)
    ]
    for spots in (iter(coarse), _narrow(state, unit)):
        found: list[Point] = []
        for spot in spots:
            if _refused(state, unit, unit.leader.moved(*spot)) is None:
                found.append(spot)
                if len(found) >= 6:
                    break
        if found:
            return found
    return []


def _narrow(state: State, unit: Unit) -> Iterator[Point]:
    west, south, east, north = unit.box
    width = unit.leader.width
    for model in unit.models:
        for out in range(width + 2, width + sheet.COHESION, 250):
            for turn in range(0, 360, 10):
                yield ahead(model.base.centre, turn, out)
    circles: list[forming.Circle] = []
    for base in unit.bases:
        circles += [(base.x, base.y, width + 2), (base.x, base.y, width + sheet.COHESION - 2)]
    for other in state.on_table():
        clear = sheet.CLEAR if other.side != unit.side and other.id not in unit.in_combat else 0
        for base in other.bases:
            room = base.reach + width // 2 + clear + 2
            far = room + width + sheet.COHESION
            if other.id != unit.id and west - far < base.x < east + far and south - far < base.y < north + far:
                circles.append((base.x, base.y, room))
    yield from forming.meeting_points(circles)


def moor_fog(state: State, seat: str, target: str) -> Procedure[None]:
    """T2: shots at it from more than twelve inches are Difficult, automatic fire and shells from there impossible."""
    unit = state.units[target]
    state.put(unit.with_effect("fog"), f"fog hides {unit.name}", "AWT-SK-11")
    return
    yield


def blood_price(state: State, seat: str, target: str) -> Procedure[None]:
    """T3: a model of Infantry for a Manifestation token, two if it is Rabble."""
    unit = state.units[target]
    gained = sheet.BLOOD_OF_RABBLE if unit.has("rabble") else sheet.BLOOD
    yield from losses.suffer(state, target, 1, "AWT-SK-11")
    side = state.sides[seat]
    side.manifest += gained
    state.tell("tokens", f"{side.name} gains {counted(gained, 'Manifestation token')}", "AWT-SK-11")


def dread_whisper(state: State, seat: str, target: str) -> Procedure[None]:
    """T4: a Combat Stress Marker."""
    yield from losses.stress(state, target, 1, "AWT-SK-11")


def grasping_roots(state: State, seat: str, target: str) -> Procedure[None]:
    """T5: Pinned, but by no Support unit."""
    unit = state.units[target]
    state.put(unit._replace(pinned=True), f"{unit.name} is held by roots and is Pinned", "AWT-SK-11")
    return
    yield


def _rend_spots(state: State, witch: Unit) -> list[Point]:
    """Places within 18 inches that cover an enemy and no friend: their centres, or if none will do, beside them."""
    centres = [base.centre for foe in field.enemies(state, witch) for base in foe.bases]
    near = [spot for spot in centres if field.near_point(witch, spot, sheet.RITUAL_RANGE + _REND_RADIUS)]
    found = [spot for spot in near if _may_rend(state, witch, spot) is None]
    if not found:
        aside = [ahead(spot, turn, _REND_RADIUS - 2) for spot in near for turn in range(0, 360, 45)]
        found = [spot for spot in aside if _may_rend(state, witch, spot) is None]
    if not found:
        found = [spot for spot in _between(state, witch, near) if _may_rend(state, witch, spot) is None]
    return found[:24]


def _between(state: State, witch: Unit, enemies: Sequence[Point]) -> Iterator[Point]:
    """Places where the template just covers an enemy, and just not one or two of those it must not cover."""
    lead, most = witch.leader, sheet.RITUAL_RANGE + witch.leader.width // 2 - 2
    spared = [base for unit in state.on_table() if unit.side == witch.side or unit.in_combat for base in unit.bases]
    for spot in enemies:
        near = [base for base in spared if (base.x - spot.x) ** 2 + (base.y - spot.y) ** 2 <= (2 * _REND_RADIUS) ** 2]
        edges: list[forming.Circle] = [(base.x, base.y, _REND_RADIUS + 2) for base in near]
        for point in forming.meeting_points([(spot.x, spot.y, _REND_RADIUS - 2), (lead.x, lead.y, most), *edges]):
            if scores.covers(point.x, point.y, _REND_RADIUS, spot.x, spot.y):
                yield point


def _may_rend(state: State, witch: Unit, point: Point) -> Refused | None:
    if not field.near_point(witch, point, sheet.RITUAL_RANGE):
        return Refused(f"that is farther than {tidy(sheet.RITUAL_RANGE)} inches from {witch.name}.", "AWT-SK-10")
    return aiming.forbidden(state, witch.side, point.x, point.y, _REND_RADIUS)


def earth_rend(state: State, seat: str, target: str) -> Procedure[None]:
    """T6: a small template anywhere within 18 inches of the Witch."""
    witch = state.units[target]
    spots = _rend_spots(state, witch)
    route: Route = yield Place(
        seat, "Where does the earth open?", "AWT-SK-11", witch.id, lambda route: _may_rend(state, witch, route.end),
        lambda: [Route((spot,), 0) for spot in spots], "point", 0, Route((spots[0],), 0), None,
        lambda route: blasting.preview(state, seat, route.end.x, route.end.y, _REND_RADIUS),
    )  # fmt: skip
    yield from blasting.earth_rend(state, target, route.end.x, route.end.y)


def wrath(state: State, seat: str, target: str) -> Procedure[None]:
    """T7: three Combat Stress Markers."""
    yield from losses.stress(state, target, sheet.WRATH, "AWT-SK-11")


HOOKS: dict[str, Callable[[State, str, str], Procedure[None]]] = {
    "T1": knit_flesh,
    "T2": moor_fog,
    "T3": blood_price,
    "T4": dread_whisper,
    "T5": grasping_roots,
    "T6": earth_rend,
    "T7": wrath,
}
