"""What can be measured from a unit: ranges, lines of sight, and what a way costs."""

from __future__ import annotations

from umpire.battle.contract import Leg, Look, Ring, Sighting
from umpire.battle.decisions import Refused, Route
from umpire.battle.words import acts, tidy
from umpire.games.fubar import field, sheet
from umpire.games.fubar.actions import aim, going, marching
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.actions.going import DRIVE, Cost
from umpire.games.fubar.model import CARRIED, EXITED, LOST, State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Point, segment_crosses_base


def look(state: State, seat: str | None, piece: str, route: Route | None) -> Look:
    """Everything may be measured at any time; at the end of a route as if the whole unit had followed it."""
    unit = state.units.get(piece)
    if unit is None:
        raise Refused(f"there is no piece {piece!r} on this table.")
    if unit.place in (LOST, EXITED) or (route is None and not unit.on_table) or not unit.figures:
        raise Refused(f"{acts(unit.name, 'is')} not on the table.")
    lead = marching.guide(unit) if marching.movers(unit) else unit.figures[0]
    there, base = state, lead.base
    if route is not None:
        unit = _moved(unit, lead, route)
        lead = unit.figure(lead.id)
        base = lead.base
        there = state.copy()
        there.units[unit.id] = unit
    enemies = [each for each in there.enemies(unit.side) if each.active]
    sightings = sorted(
        (_sighting(there, unit, lead, enemy) for enemy in enemies), key=lambda each: (each.distance, each.piece)
    )
    seen_by = tuple([each.piece for each in sightings if each.sees])
    rings = _rings(state, unit, lead)
    if route is None:
        return Look(base.x, base.y, base.facing, rings, tuple(sightings), seen_by)
    was = state.units[piece]
    kind = DRIVE if lead.profile.chassis else "walk"
    walker = was.figure(lead.id)
    used, allowed = _spent(state, was, walker, kind, route.path)
    legs = _legs(state, walker, kind, route.path)
    return Look(base.x, base.y, base.facing, rings, tuple(sightings), seen_by, used, allowed, legs)


def _moved(unit: Unit, lead: Figure, route: Route) -> Unit:
    """All figures shifted with the one that leads, whether that is allowed or not."""
    dx, dy = route.end.x - lead.base.x, route.end.y - lead.base.y
    by_hand = dict(route.figures)
    moved = [
        figure.at(
            by_hand.get(figure.id, Point(figure.base.x + dx, figure.base.y + dy)),
            route.facing if not figure.base.round else None,
        )
        for figure in unit.active
    ]
    place = "table" if unit.place == CARRIED else unit.place
    return unit.with_figures(moved)._replace(place=place, carried_by="")


def _rings(state: State, unit: Unit, lead: Figure) -> tuple[Ring, ...]:
    """The ranges of the unit's weapons, from the figure that leads it."""
    found: dict[int, list[str]] = {}
    for figure in unit.active:
        for index, weapon in enumerate(figure.profile.weapons):
            if index not in unit.lost_weapons:
                names = found.setdefault(aim.reach(state, unit, weapon), [])
                if weapon.name not in names:
                    names.append(weapon.name)
    rings = [Ring(", ".join(names), far, "FUBAR-FIRE-07") for far, names in sorted(found.items())]
    if lead.profile.has("leader"):
        rings.append(Ring("rallies within 6 inches", sheet.RALLY, "FUBAR-MOR-06"))
    return tuple(rings)


def _sighting(state: State, unit: Unit, lead: Figure, enemy: Unit) -> Sighting:
    pairs = [(field.apart(f.base, e.base), f.id, e.id) for f in unit.active or (lead,) for e in enemy.active]
    far, mine, theirs = min(pairs)
    apart = f"{tidy(far)} inches"
    if field.unit_sees(state, unit, enemy):
        open_ = aim.table(state, unit, Mode(only=enemy.id)) if unit.active else {}
        sheltered = sum(field.in_cover(state, figure) for figure in enemy.active)
        words = f"{apart}, {sheltered} of {len(enemy.active)} in cover" if sheltered else f"{apart}, in the open"
        return Sighting(enemy.id, far, True, words, bool(open_))
    between = _between(state, unit.figure(mine).base.centre, enemy.figure(theirs).base.centre, unit.id, enemy.id)
    names = ", ".join(dict.fromkeys(name for _, name in between))
    words = f"{apart}, hidden by {names}" if names else f"{apart}, out of sight"
    return Sighting(enemy.id, far, False, words, False, tuple([each for each, _ in between]), "FUBAR-FIRE-08")


def _between(state: State, p: Point, q: Point, *own: str) -> list[tuple[str, str]]:
    """What stands on the line between the two nearest figures: ids and names."""
    found: list[tuple[str, str]] = []
    for name in field.ray(state, p, q).blockers:
        piece = state.content.ground.piece(name)
        if piece is not None and name not in state.breached:
            found.append((name, piece.name or piece.kind))
    for each in state.on_table():
        if each.is_vehicle and each.id not in own and segment_crosses_base(p, q, each.figures[0].base):
            found.append((each.id, each.name))
    return list(dict.fromkeys(found))


def _spent(state: State, unit: Unit, lead: Figure, kind: str, path: tuple[Point, ...]) -> tuple[int, int]:
    """What the way costs the figure that leads, of what it has for a Walk or a drive."""
    spent = going.cost(state, unit, lead, path, kind)
    if isinstance(spent, Cost):
        return round(spent.used), spent.allowed
    return 0, going.allowance(state, unit, lead, kind)


def _legs(state: State, lead: Figure, kind: str, path: tuple[Point, ...]) -> tuple[Leg, ...]:
    """FUBAR-COV-01, VEH-08: the way as it is charged, stretch by stretch."""
    if len(path) < 2:
        return ()
    found: list[Leg] = []
    over = going.legs(state, path)
    for leg, rate in zip(over, going.rates(state, lead, path, kind, over), strict=True):
        words = ", ".join(dict.fromkeys(piece.name or piece.kind for piece in leg.terrain)) or "open ground"
        if rate is None:
            words += ", closed to it"
        elif rate == sheet.HALF_RATE:
            words += ", half rate"
        elif rate != 1:
            words += f", an inch counts {tidy(rate * sheet.INCH)}"
        found.append(Leg(words, round(leg.size), round(leg.size * (1 if rate is None else rate))))
    return tuple(found)
