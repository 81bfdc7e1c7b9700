"""What can be measured from a unit: ranges, arcs, lines of sight, and how far a way is."""

from __future__ import annotations

from umpire.battle.contract import Leg, Look, Ring, Sighting
from umpire.battle.decisions import Refused, Route
from umpire.battle.words import tidy
from umpire.games.rhine import field, sheet
from umpire.games.rhine.actions import fire, routes, terrain
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.model import LOST, State, Unit
from umpire.table import Base, Ground, Point, length, segment_crosses_base, segment_meets_circle, stretches

ARC_SHOWN = 4_000
"""How far out the front of a vehicle is drawn."""


def look(state: State, seat: str | None, piece: str, route: Route | None) -> Look:
    """Everything may be measured at any time; a way along its path (RHINE-MOVE-12).

    RHINE-HEL-02: a helicopter is measured from its point, which is no move; nor is being set up.
    """
    unit = state.units.get(piece)
    if unit is None:
        raise Refused(f"there is no piece {piece!r} on this table.")
    if unit.place == LOST or (route is None and not unit.on_table):
        raise Refused(f"{unit.name} is not on the table.")
    flies = unit.profile.is_helicopter
    base = unit.base if route is None else unit.base.placed(*route.end, route.facing)
    if flies:
        base = field.spot(base.centre).turned(base.facing)
    moving = route is not None and not flies and state.phase != "setup"
    enemies = [each for each in state.on_table() if each.side != unit.side]
    sightings = sorted(
        (_sighting(state, unit, base, enemy, moving) for enemy in enemies),
        key=lambda each: (each.distance, each.piece),
    )
    seen_by = tuple(each.piece for each in sightings if each.sees)  # RHINE-LOS-04: sight is mutual
    rings = _rings(state, unit, base)
    if route is None or flies:
        return Look(base.x, base.y, base.facing, rings, tuple(sightings), seen_by)
    return Look(
        base.x,
        base.y,
        base.facing,
        rings,
        tuple(sightings),
        seen_by,
        round(length(route.path)),
        routes.allowance(unit, "move"),
        _legs(state, unit, route.path),
    )


def _rings(state: State, unit: Unit, base: Base) -> tuple[Ring, ...]:
    band = sheet.RANGE_BAND * 1000
    found = [Ring(f"short range up to {sheet.RANGE_BAND} inches", band, "RHINE-FIRE-02")]
    if unit.profile.command and state.house.command_rally_bonus:
        near = sheet.COMMAND_RADIUS * 1000
        found.append(Ring(f"helps to rally within {sheet.COMMAND_RADIUS} inches", near, "RHINE-BMC-03"))
    if unit.profile.is_vehicle:
        half = state.house.front_arc_degrees // 2
        arc = ((base.facing - half) % 360, (base.facing + half) % 360)
        found.append(Ring("front armour", ARC_SHOWN, "RHINE-FACE-01", arc))
    return tuple(found)


def _sighting(state: State, unit: Unit, base: Base, enemy: Unit, moving: bool) -> Sighting:
    far = field.apart(base, enemy.base) * 10
    inches = tidy(far)
    apart = f"{inches} inch{'' if inches == '1' else 'es'}"
    weapons = range(len(unit.profile.weapons))
    in_range = any(fire.why_not(state, Firing(unit, enemy, weapon, moving, base=base)) is None for weapon in weapons)
    if field.sees(state, base, enemy.base, (unit.id,)):
        hidden = field.obscured(state, base, enemy.base, (unit.id,))
        return Sighting(enemy.id, far, True, f"{apart}, {'obscured' if hidden else 'in plain sight'}", in_range)
    between = _between(state, unit, base, enemy)
    names = ", ".join(dict.fromkeys(name for _, name in between))
    words = f"{apart}, hidden by {names}" if names else f"{apart}, out of sight"
    return Sighting(enemy.id, far, False, words, in_range, tuple(each for each, _ in between), "RHINE-LOS-01")


def _between(state: State, unit: Unit, base: Base, enemy: Unit) -> list[tuple[str, str]]:
    """What stands on the line between two middles and may hide one from the other: ids and names.

    RHINE-LOS-03, SMK-02: not what only veils, such as a hedge or a single disc of smoke.
    """
    p, q = base.centre, enemy.base.centre
    found = [
        (f"smoke-{index}", "smoke") for index, each in enumerate(state.smoke) if segment_meets_circle(p, q, each.circle)
    ]
    found = found if len(found) > 1 else []
    for piece, _, _ in state.content.ground.along(p, q):
        if field.may_block(state.content, piece, base, enemy.base):
            found.append((piece.id, piece.name or piece.kind))
    for each in state.on_table():
        vehicle = each.profile.is_vehicle and each.id not in (unit.id, enemy.id)
        if vehicle and segment_crosses_base(p, q, each.base):
            found.append((each.id, each.name))
    return list(dict.fromkeys(found))


def _legs(state: State, unit: Unit, path: tuple[Point, ...]) -> tuple[Leg, ...]:
    """The parts of a way by the ground they cross, and what is tested there."""
    if len(path) < 2:
        return ()
    legs: list[Leg] = []
    wrecks = [wreck.terrain for wreck in state.wrecks]
    ground = Ground([*state.content.ground.pieces, *wrecks]) if wrecks else state.content.ground
    for part in stretches(path, ground):
        far = round(part.end - part.start)
        name = ", ".join(dict.fromkeys(piece.name or piece.kind for piece in part.terrain)) or "open ground"
        test = _test(state, unit, part.ids)
        legs.append(Leg(f"{name}, {test}" if test else name, far, far))
    return tuple(legs)


def _test(state: State, unit: Unit, pieces: tuple[str, ...]) -> str:
    """What a unit must roll to enter ground like this, in words (RHINE-TERR-01 to 08).

    RHINE-TERR-12, 14: a road leads through everything but a wreck, a bridge or ford over its river.
    """
    content, moves = state.content, terrain.mobility(unit.profile)
    features = [content.feature(piece) for piece in pieces]
    crossed = {river for feature in features for river in feature.replaces}
    by_road = any(feature.road for feature in features)
    hard_ones = [piece for piece in pieces if piece.startswith("wreck-") or not (by_road or piece in crossed)]
    classes = {terrain.class_of(content, piece, moves) for piece in hard_ones}
    if "impassable" in classes:
        return "no way through"
    hard: sheet.Going | None = "very_rough" if "very_rough" in classes else "rough" if "rough" in classes else None
    if hard is None:
        return ""
    test = sheet.TERRAIN[moves][hard]
    return f"test {test.need}+" if test.need else ""
