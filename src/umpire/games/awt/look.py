"""What can be measured from a unit: ranges, lines of sight, and how far a way is."""

from __future__ import annotations

from umpire.battle.contract import Leg, Look, Ring, Sighting
from umpire.battle.decisions import Refused, Route
from umpire.battle.words import tidy
from umpire.games.awt import field, sheet, sight
from umpire.games.awt.actions import moving, shooting
from umpire.games.awt.actions.shooting import Manner
from umpire.games.awt.model import LOST, State, Unit
from umpire.games.awt.units import base_of, carried
from umpire.table import Point, length, segment_crosses_base, stretches


def look(state: State, seat: str | None, piece: str, route: Route | None) -> Look:
    """Everything may be measured at any time, along a path too (AWT-MV-03)."""
    unit = state.units.get(piece.partition(".")[0])
    if unit is None:
        raise Refused(f"there is no piece {piece!r} on this table.")
    if unit.place == LOST or (route is None and not unit.on_table):
        raise Refused(f"{unit.name} is not on the table.")
    there = unit if route is None else _at(unit, route)
    lead = there.leader
    enemies = [each for each in state.on_table() if each.side != unit.side]
    sightings = sorted(
        [_sighting(state, there, enemy, route is not None) for enemy in enemies],
        key=lambda each: (each.distance, each.piece),
    )
    seen_by = tuple([enemy.id for enemy in enemies if sight.sees(state, enemy, there)])
    if route is None:
        return Look(lead.x, lead.y, lead.facing, _rings(state, there), tuple(sightings), seen_by)
    used, allowed = round(length(route.path)), moving.pace(unit)
    legs = _legs(state, route.path)
    return Look(lead.x, lead.y, lead.facing, _rings(state, there), tuple(sightings), seen_by, used, allowed, legs)


def _at(unit: Unit, route: Route) -> Unit:
    """The unit as it would stand at the end of a route, legal or not: everybody moved by the same step.

    Who goes anywhere is dug in no more (Dig In).
    """
    dx, dy = route.end.x - unit.leader.x, route.end.y - unit.leader.y
    told = {int(key.rpartition(".")[2]): point for key, point in route.figures if key.rpartition(".")[2].isdigit()}
    bases = {}
    for model in unit.models:
        at = told.get(model.number, Point(model.base.x + dx, model.base.y + dy))
        bases[model.number] = base_of(unit.profile, at, route.facing)
    there = unit.standing(bases)
    return there if there.models == unit.models else there._replace(dug_in=False)


def _rings(state: State, unit: Unit) -> tuple[Ring, ...]:
    """How far weapons reach that somebody still carries, those with a bipod by whether it is in cover (AWT-WK-02)."""
    found: list[Ring] = []
    covered = field.in_cover(state, unit)
    for name in carried(unit):
        weapon = shooting.in_use(name, covered)
        if weapon.minimum:
            found.append(Ring(f"{weapon.name}, no nearer", weapon.minimum, weapon.rule))
        if weapon.effective != weapon.maximum:
            found.append(Ring(f"{weapon.name}, effective", weapon.effective, "AWT-DS-02"))
        found.append(Ring(weapon.name, weapon.maximum, weapon.rule))
    if unit.profile.commands:
        found.append(Ring("steadies units", sheet.LEADER_NEAR, "AWT-BS-04"))
        found.append(Ring("gives orders", sheet.ORDER_RANGE, "AWT-SK-10"))
    if unit.has("witch"):
        found.append(Ring("rituals", sheet.RITUAL_RANGE, "AWT-SK-10"))
    return tuple(found)


def _sighting(state: State, unit: Unit, enemy: Unit, moving_: bool) -> Sighting:
    far = round(field.apart(unit, enemy))
    apart = f"{tidy(far)} inches"
    seen = sight.sees(state, unit, enemy)
    in_range = any(shooting.can_shoot(state, unit, enemy, Manner(mode, moving_)) for mode in shooting.modes(unit))
    if seen:
        row = sight.cover_row(state, enemy)
        words = f"{apart}, in {row}" if row else f"{apart}, in sight"
        return Sighting(enemy.id, far, True, words, in_range)
    between = _between(state, unit, enemy)
    names = ", ".join(dict.fromkeys(name for _, name in between))
    words = f"{apart}, hidden by {names}" if names else f"{apart}, out of sight"
    return Sighting(enemy.id, far, False, words, in_range, tuple([each for each, _ in between]), "AWT-TE-22")


def _between(state: State, unit: Unit, enemy: Unit) -> list[tuple[str, str]]:
    """What stands on the line between two leaders and may hide one from the other: ids and names."""
    p, q = unit.leader.centre, enemy.leader.centre
    found = [(piece.id, piece.name or piece.kind) for piece, _, _ in field.lie(state).sight.along(p, q)]
    for each in state.on_table():
        if each.id not in (unit.id, enemy.id) and any(segment_crosses_base(p, q, base) for base in each.bases):
            found.append((each.id, each.name))
    return list(dict.fromkeys(found))


def _legs(state: State, path: tuple[Point, ...]) -> tuple[Leg, ...]:
    """The parts of a way by the ground they cross."""
    if len(path) < 2:
        return ()
    legs: list[Leg] = []
    for part in stretches(path, field.lie(state).all):
        far = round(part.end - part.start)
        name = ", ".join(dict.fromkeys(piece.name or piece.kind for piece in part.terrain)) or "open ground"
        notes = dict.fromkeys(
            sheet.GROUND[piece.kind].notes for piece in part.terrain if sheet.GROUND[piece.kind].notes
        )
        legs.append(Leg(f"{name} ({'; '.join(notes)})" if notes else name, far, far))
    return tuple(legs)
