"""What can be measured from a unit: ranges, arcs, lines of sight, and what a way costs."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.contract import Leg, Look, Ring, Sighting
from umpire.battle.decisions import Refused, Route
from umpire.battle.words import acts, counted, tidy
from umpire.games.bptc import aim, field, going, sheet
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.units import SQUARE
from umpire.games.bptc.view import known
from umpire.table import Point, segment_crosses_base, stretches

ARC_SHOWN = 6_000
"""How far out the front of a unit is drawn."""


def look(state: State, seat: str | None, piece: str, route: Route | None) -> Look:
    """BPTC-GEN-08, CHG-02: everything may be measured, but nothing while a charge is being declared."""
    unit = state.units.get(piece)
    if unit is None or not known(unit, state, seat):
        raise Refused(f"there is no piece {piece!r} on this table.")
    if not state.measuring:
        raise Refused("nobody measures while a charge is being declared.", "BPTC-CHG-02")
    here = unit
    if route is not None:
        here = unit.at(unit.base.placed(*route.end, route.facing))
    elif not unit.on_table:
        raise Refused(f"{acts(unit.name, 'is')} not on the table.", "BPTC-GEN-08")
    enemies = [
        each for each in state.units.values() if each.side != unit.side and each.on_table and known(each, state, seat)
    ]
    sightings = [_sighting(state, here, enemy) for enemy in enemies]
    sightings.sort(key=lambda each: (each.distance, each.piece))
    seen_by = tuple([enemy.id for enemy in enemies if field.sees(state, enemy, here)])
    used, allowed, legs = (None, None, ()) if route is None else _way(state, unit, route.path)
    base = here.base
    return Look(base.x, base.y, base.facing, _rings(state, here), tuple(sightings), seen_by, used, allowed, legs)


def _rings(state: State, unit: Unit) -> tuple[Ring, ...]:
    found: list[Ring] = []
    reach = unit.profile.range
    if unit.attack and reach:
        arc = _cone(state, unit)
        found.append(Ring(f"fire {tidy(reach)} cm", reach, "BPTC-ACT-07", arc))
        found.append(Ring(f"half range {tidy(reach / 2)} cm: a die more", reach // 2, "BPTC-FIR-02", arc))
    if unit.profile.is_command:
        step = sheet.COMMAND_STEP_CM * 1000
        found.append(Ring(f"each {tidy(step)} cm costs an order 1", step, "BPTC-CMD-03"))
    else:
        near = state.sides[unit.side].initiative
        found.append(Ring(f"initiative {tidy(near)} cm", near, "BPTC-INI-02"))
        if unit.is_cavalry:
            threat = sheet.SQUARE_THREAT_CM * 1000
            found.append(Ring(f"infantry within {tidy(threat)} cm forms square", threat, "BPTC-FRM-09"))
    if field.has_flank(unit) and state.house.front_arc < 360:
        half = state.house.front_arc // 2
        facing = unit.base.facing
        arc = ((facing - half) % 360, (facing + half) % 360)
        found.append(Ring("front; attacks from elsewhere strike the flank", ARC_SHOWN, "BPTC-VIS-05", arc))
    return tuple(found)


def _cone(state: State, unit: Unit) -> tuple[int, int] | None:
    """BPTC-VIS-04: the firing cone; squares and garrisons fire all round."""
    half = aim.cone_of(state, unit) // 2
    if unit.formation == SQUARE or half >= 180:
        return None
    return (unit.base.facing - half) % 360, (unit.base.facing + half) % 360


def _sighting(state: State, unit: Unit, enemy: Unit) -> Sighting:
    far = field.distance(unit, enemy) * 10
    apart = f"{tidy(far)} cm"
    if field.sees(state, unit, enemy):
        kind, name = field.cover(state, enemy, unit.base.centre)
        cover = name if kind == "open" else f"{kind} cover ({name})"
        stands = aim.bearing_on(state, unit, enemy).stands if unit.attack else 0
        bears = f", {counted(stands, 'stand')} {'bears' if stands == 1 else 'bear'}" if stands else ""
        return Sighting(enemy.id, far, True, f"{apart}, {cover}{bears}", stands > 0)
    between = _between(state, unit, enemy)
    names = ", ".join(dict.fromkeys(name for _, name in between))
    words = f"{apart}, hidden by {names}" if names else f"{apart}, out of sight"
    return Sighting(enemy.id, far, False, words, False, tuple([each for each, _ in between]), "BPTC-VIS-02")


def _between(state: State, unit: Unit, enemy: Unit) -> list[tuple[str, str]]:
    """What stands on the line between two middles and may hide one from the other: ids and names."""
    p, q = unit.base.centre, enemy.base.centre
    found = [(piece.id, piece.name or piece.kind) for piece, _, _ in state.scene.outlook.ground.along(p, q)]
    for each in state.on_table():
        if each.id not in (unit.id, enemy.id) and not each.hidden and segment_crosses_base(p, q, each.base):
            found.append((each.id, each.name))
    return list(dict.fromkeys(found))


def _way(state: State, unit: Unit, path: Sequence[Point]) -> tuple[int, int, tuple[Leg, ...]]:
    """What a way uses up, what is allowed, and its parts over ground that costs something else than its length."""
    allowed = going.allowance(state, unit)
    if len(path) < 2:
        return 0, allowed, ()
    legs = going.legs_of(unit.base, path, None)
    used, _ = going.used(state, unit, legs)
    rate = going.price(state.scene, unit)
    found: list[Leg] = []
    for base, p, q in legs:
        dx, dy = going.leading(base, p, q)
        for part in stretches(((p.x + dx, p.y + dy), (q.x + dx, q.y + dy)), state.scene.going):
            price = rate(part.terrain)
            far = part.end - part.start
            name = ", ".join(dict.fromkeys(piece.name or piece.kind for piece in part.terrain)) or "open ground"
            if price is None:
                found.append(Leg(f"{name}: no way through", round(far), 0))
            else:
                slow = "" if price == 1 else f", costs {price:g} times"
                found.append(Leg(f"{name}{slow}", round(far), round(far * price)))
    return round(used), allowed + going.road_bonus(state, unit, path), tuple(found)
