"""What can be measured from a unit: ranges, arcs, lines of sight, and what a way costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from umpire.battle.contract import Leg, Look, Ring, Sighting
from umpire.battle.decisions import Refused, Route
from umpire.battle.sheet import at_least
from umpire.battle.words import tidy
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import fire, pace
from umpire.games.fwc.command_rolls import command_step
from umpire.games.fwc.model import State, Unit
from umpire.games.fwc.units import UNLIMITED
from umpire.games.fwc.view import known
from umpire.table import Point, length, segment_crosses_base, segment_meets_circle, stretches

ARC_SHOWN = 6_000
"""How far out the front of a unit is drawn."""


def look(state: State, seat: str | None, piece: str, route: Route | None) -> Look:
    """FWC-GEN-03: everything may be measured at any time; of units this seat does not know nothing is told."""
    unit = state.units.get(piece)
    if unit is None or not known(unit, state, seat):
        raise Refused(f"there is no piece {piece!r} on this table.")
    state = _as_known(state, seat)
    here = unit
    if route is not None:
        base = unit.base.placed(*route.end, route.facing)
        here = unit.went(base, state.player_turn) if length(route.path) > 0 else unit.at(base)
    elif not unit.on_table:
        raise Refused(f"{unit.name} is not on the table.", "FWC-GEN-03")
    enemies = [
        each for each in state.units.values() if each.side != unit.side and each.on_table and known(each, state, seat)
    ]
    sightings = [_sighting(state, here, enemy) for enemy in enemies]
    sightings.sort(key=lambda each: (each.distance, each.piece))
    seen_by = tuple([enemy.id for enemy in enemies if field.sees(state, enemy, here)])
    used, legs = (None, ()) if route is None else _way(state, unit, route.path)
    allowed = None
    if route is not None:
        allowed = pace.limit_for(state, unit, route.path, pace.allowance(unit))
    base = here.base
    return Look(base.x, base.y, base.facing, _rings(state, here), tuple(sightings), seen_by, used, allowed, legs)


def _as_known(state: State, seat: str | None) -> State:
    """The battle without the massive units this seat does not know: no line it measures may end at one (FWC-HID-01)."""
    unknown = [unit for unit in state.massive() if not (unit.hidden or known(unit, state, seat))]
    if not unknown:
        return state
    state = state.copy()
    for unit in unknown:
        state.put(replace(unit, hidden=True))
    return state


def _rings(state: State, unit: Unit) -> tuple[Ring, ...]:
    profile = unit.profile
    found: list[Ring] = []
    reach = profile.range
    if profile.attacks and reach and reach < UNLIMITED:
        found.append(Ring(f"fire {tidy(reach)} cm", reach, "FWC-FIR-12"))
        if not profile.has("mortar") and not profile.has("howitzer"):
            found.append(Ring(f"half range {tidy(reach / 2)} cm: a die more", reach // 2, sheet.FIRING["half"].rule))
    if profile.aa_dice:
        found.append(Ring(f"anti-aircraft {tidy(profile.aa_range)} cm", profile.aa_range, "FWC-AAF-01"))
    if profile.designator:
        found.append(Ring(f"designator {tidy(profile.designator)} cm", profile.designator, "FWC-DES-01"))
    radius = state.content.radius(unit.side) * 1000
    if profile.is_command:
        step = command_step(state.house, radius // 10) * 10
        found.append(Ring(f"command radius {tidy(step)} cm", step, "FWC-TEC-07"))
    elif pace.can_move(unit) or profile.attacks:
        found.append(Ring(f"initiative {tidy(radius)} cm", radius, "FWC-INI-01"))
    if field.has_flank(state, unit):
        half = state.house.front_arc // 2
        facing = unit.base.facing
        arc = ((facing - half) % 360, (facing + half) % 360)
        found.append(Ring("front; fire from elsewhere strikes the flank", ARC_SHOWN, sheet.FIRING["flank"].rule, arc))
    return tuple(found)


def _sighting(state: State, unit: Unit, enemy: Unit) -> Sighting:
    far = field.distance(unit, enemy) * 10
    dice, reach = fire.weapon(unit, enemy)
    near = dice > 0 and field.in_range(unit, enemy, reach)
    apart = f"{tidy(far)} cm"
    if field.sees(state, unit, enemy):
        score = field.score_to_hit(state, enemy, unit.base.centre)
        words = score.reasons[0].text
        if enemy.profile.is_installation:  # FWC-INS-01: no cover tells what hits it
            words = f"{words}, hit on {at_least(score.value)}"
        return Sighting(enemy.id, far, True, f"{apart}, {words}", near)
    between = _between(state, unit, enemy)
    names = ", ".join(dict.fromkeys(name for _, name in between))
    words = f"{apart}, hidden by {names}" if names else f"{apart}, out of sight"
    return Sighting(enemy.id, far, False, words, near, tuple([each for each, _ in between]), "FWC-LOS-01")


def _between(state: State, unit: Unit, enemy: Unit) -> list[tuple[str, str]]:
    """What stands on the line between two middles and may hide one from the other: ids and names."""
    p, q = unit.base.centre, enemy.base.centre
    found: list[tuple[str, str]] = []
    for index, zone in enumerate(state.zones):
        if segment_meets_circle(p, q, zone.circle):
            found.append((f"{zone.kind}-{index}", zone.kind))
    if unit.airborne or enemy.airborne:
        return found
    for piece, _, _ in state.content.outlook.ground.along(p, q):
        found.append((piece.id, piece.name))
    for each in state.massive():
        if each.id not in (unit.id, enemy.id) and not each.hidden and segment_crosses_base(p, q, each.base):
            found.append((each.id, each.name))
    return list(dict.fromkeys(found))


def _way(state: State, unit: Unit, path: Sequence[Point]) -> tuple[int, tuple[Leg, ...]]:
    """What a way uses up, and its parts over ground that costs something else than its length."""
    if len(path) < 2:
        return 0, ()
    if unit.airborne:
        return round(length(path)), ()
    ground, price = pace.going(state, unit)
    legs: list[Leg] = []
    for part in stretches(path, ground):
        rate = price(part.terrain)
        far = part.end - part.start
        name = ", ".join(dict.fromkeys(piece.name for piece in part.terrain)) or "open ground"
        if rate is None:
            legs.append(Leg(f"{name}: no way through", round(far), 0))
        else:
            legs.append(Leg(name if rate == 1 else f"{name}, half speed", round(far), round(far * rate)))
    return round(pace.path_cost(state, unit, tuple(path)).used), tuple(legs)
