"""Engineers: digging in, laying wire, opening gaps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from umpire.battle.decisions import Option, Place, Refused, Route
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.fwc import field, sheet
from umpire.games.fwc.model import Gap, Profile, State, Unit
from umpire.games.fwc.obstacles import barriers, nearest_point
from umpire.table import Base, Terrain, beside, gap_to_polygon, on_table, overlap

_WIRE_DEPTH = round(sheet.WIRE_DEPTH_CM * 1000)
_OPENED = ("laser_wire", "toxic_ditch")


TASKS = ("dig in", "breach", "wire")


def concerns(profile: Profile) -> bool:
    """Whether any unit of this kind does so."""
    return profile.cls == "engineer"


def options(state: State, unit: Unit) -> list[Option]:
    """FWC-ENG-01, 02: the tasks of engineers, one action each, all in contact."""
    if not concerns(unit.profile) or not unit.ready:
        return []
    found: list[Option] = []
    for friend in state.near(unit.side, unit.base, field.CONTACT * 10):
        if (friend.id == unit.id or field.in_contact(unit.base, friend.base)) and can_dig_in(friend):
            words = "dig in" if friend.id == unit.id else f"dig {friend.name} in"
            found.append(Option(f"dig in:{friend.id}", words, "FWC-ENG-01", friend.id))
    for piece in touched(state, unit):
        found.append(Option(f"breach:{piece.id}", f"open a gap in the {piece.name.lower()}", "FWC-ENG-02", unit.id))
    if next(wire_places(state, unit), None) is not None:
        found.append(Option("wire", "lay laser wire", "FWC-ENG-01", unit.id))
    return found


def can_dig_in(unit: Unit) -> bool:
    """Any unit on the ground that is not in the ground already."""
    sheltered = unit.dug_in or unit.in_dugout or bool(unit.inside)
    return not sheltered and not unit.profile.is_air and not unit.profile.is_installation


def touched(state: State, unit: Unit) -> list[Terrain]:
    """Wire and ditches in contact with a unit, each once, the nearest part of each."""
    found: dict[str, tuple[float, Terrain]] = {}
    for piece in barriers(state).pieces:
        if piece.kind in _OPENED:
            far = gap_to_polygon(unit.base, piece.shape)
            if far <= field.CONTACT * 10 and (piece.id not in found or far < found[piece.id][0]):
                found[piece.id] = (far, piece)
    return [piece for _, piece in found.values()]


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    unit = state.units[unit_id]
    task, _, target = key.partition(":")
    if all(option.key != key for option in options(state, unit)):
        state.tell("cannot", f"{unit.name} can no longer do that", "FWC-CMD-27", unit_id)
    elif task == "dig in":
        _dig_in(state, unit, state.units[target])
    elif task == "breach":
        _breach(state, unit, next(piece for piece in touched(state, unit) if piece.id == target))
    else:
        yield from _lay_wire(state, unit)


def _dig_in(state: State, unit: Unit, friend: Unit) -> None:
    """FWC-ENG-01, HIT-05; where a hidden friend is dug in, only its owner is told."""
    words = f"{unit.name} digs in" if friend.id == unit.id else f"{unit.name} digs {friend.name} in"
    state.put(friend.with_dug_in(True))
    state.tell("unit", words, "FWC-ENG-01", unit.id, friend.id, only=unit.side if friend.hidden else "")


def _breach(state: State, unit: Unit, piece: Terrain) -> None:
    """FWC-ENG-02: an opening where the engineers stand."""
    spot = nearest_point(piece.shape, unit.base.x, unit.base.y)
    state.gaps = (*state.gaps, Gap(piece.id, spot.x, spot.y))
    state.tell("terrain", f"{unit.name} opens a gap in the {piece.name.lower()}", "FWC-ENG-02", unit.id)


# --- Wire ----------------------------------------------------------------------------------------------------


def _strip(route: Route) -> Base:
    """The wire as a base: it lies across the way it faces."""
    return Base(route.end.x, route.end.y, route.facing, sheet.WIRE_CM * 1000, _WIRE_DEPTH)


def check_wire(state: State, unit: Unit, route: Route) -> Refused | None:
    """FWC-ENG-01: touching the engineers, on free ground. What the enemy has hidden is not looked at."""
    wire = _strip(route)
    if not on_table(wire, *state.content.size):
        return Refused("the wire must lie on the table.", "FWC-ENG-01")
    if not field.in_contact(wire, unit.base):
        return Refused(f"the wire must touch {unit.name}.", "FWC-ENG-01")
    for each in state.beside(wire, 0):
        if each.airborne or (each.hidden and each.side != unit.side):
            continue
        if overlap(wire, each.base):
            return Refused(f"the wire cannot lie under {each.name}.", "FWC-ENG-01")
    for piece in barriers(state).touched_by(wire):
        if piece.kind == "impassable":
            return Refused(f"no wire can be laid in {piece.name}.", "FWC-ENG-01")
    return None


def wire_places(state: State, unit: Unit) -> Iterator[Route]:
    """Places for wire all round the engineers: along their sides, across their front first, then end on; where there
    is no room for that, the first place at any angle."""
    found = False
    for lying in (0, 90):
        for turn in (0, 45, 315, 90, 270, 135, 225, 180):
            route = _wire_beside(unit, turn, lying)
            if check_wire(state, unit, route) is None:
                found = True
                yield route
    if not found:
        anyhow = (_wire_beside(unit, turn, lying) for turn in range(0, 360, 10) for lying in range(0, 180, 15))
        yield from islice((route for route in anyhow if check_wire(state, unit, route) is None), 1)


def _wire_beside(unit: Unit, turn: int, lying: int) -> Route:
    """Wire that touches the engineers so far to the right of their front, and lies at this angle to their side."""
    heading = (unit.base.facing + turn) % 360
    facing = (heading + lying) % 360
    strip = beside(Base(0, 0, facing, sheet.WIRE_CM * 1000, _WIRE_DEPTH), unit.base, heading)
    return Route((strip.centre,), facing)


def _lay_wire(state: State, unit: Unit) -> Procedure[None]:
    """FWC-ENG-01: 5 cm of laser wire."""
    route: Route = yield Place(
        unit.side,
        f"Where {does(unit.name)} lay wire? (across the way the wire faces)",
        "FWC-ENG-01",
        unit.id,
        lambda route: check_wire(state, unit, route),
        lambda: list(wire_places(state, unit)),
        "point",
    )
    name = f"laid-{len(state.laid) + 1}"
    state.laid = (*state.laid, Terrain(name, "laser_wire", _strip(route).corners, 0, "Laser wire"))
    state.tell("terrain", f"{unit.name} lays laser wire", "FWC-ENG-01", unit.id)
