"""Ruses of the Captain (AWT-SK-01, 11): whom each may be played for, and what it does."""

from __future__ import annotations

from collections.abc import Callable

from umpire.battle.decisions import Place, Preview, Refused, Route
from umpire.battle.seats import other
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.awt import field, forming, sheet
from umpire.games.awt.actions import moving
from umpire.games.awt.actions.marching import figures, party
from umpire.games.awt.model import State, Unit
from umpire.table import Base, Point, near_any


def targets(state: State, seat: str, ruse: str) -> list[str]:
    """The units a Ruse may be played for; [""] if it needs none."""
    if ruse == "R3":
        return [] if state.sides[other(seat)].jammed else [""]
    mine = state.of(seat)
    if ruse == "R2":
        return [unit.id for unit in mine if not unit.under("lights")]
    foot = [unit for unit in mine if unit.has("infantry") and not unit.broken and not unit.in_combat]
    if ruse == "R1":
        return [unit.id for unit in foot if not unit.pinned]
    return [unit.id for unit in foot if _alone(state, unit) and sap_heads(state, unit, 1)]


def _alone(state: State, unit: Unit) -> bool:
    return all(not field.near(unit, foe, sheet.SAP_ALONE) for foe in field.enemies(state, unit))


def night_sap(state: State, seat: str, target: str) -> Procedure[None]:
    """R1: up to three inches now; that is no move of its phase."""
    yield from moving.move(state, target, sheet.NIGHT_SAP, "AWT-SK-11")


def false_lights(state: State, seat: str, target: str) -> Procedure[None]:
    """R2: not to be targeted from more than twelve inches until the round ends."""
    unit = state.units[target]
    state.put(unit.with_effect("lights"), f"false lights cover {unit.name}", "AWT-SK-11")
    return
    yield


def jammed_wires(state: State, seat: str, target: str) -> Procedure[None]:
    """R3: the opponent bids nothing in the next competition."""
    side = state.sides[other(seat)]
    side.jammed = True
    state.tell("skill", f"{side.name} may lay down no tokens in the next competition", "AWT-SK-11")
    return
    yield


def forgotten_sap_head(state: State, seat: str, target: str) -> Procedure[None]:
    """R4: put down again touching a side edge, more than nine inches from every enemy."""
    unit = state.units[target]
    spots = sap_heads(state, unit)

    def arranged(route: Route) -> dict[int, Base] | Refused:
        by_hand = {int(key.rpartition(".")[2]): point for key, point in route.figures}
        return _sap_head(state, unit, route.end, route.facing, by_hand)

    def check(route: Route) -> Refused | None:
        found = arranged(route)
        return found if isinstance(found, Refused) else None

    def preview(route: Route) -> Preview:
        found = arranged(route)
        return Preview(lines=(str(found),)) if isinstance(found, Refused) else Preview(figures=figures(unit, found))

    route: Route = yield Place(
        seat, f"At which side edge {does(unit.name)} come out?", "AWT-SK-11", unit.id, check,
        lambda: spots, "point", 0, spots[0], None, preview, party(unit),
    )  # fmt: skip
    found = arranged(route)
    assert not isinstance(found, Refused)
    state.put(unit.standing(found)._replace(dug_in=False), f"{unit.name} comes out of a forgotten sap", "AWT-SK-11")


def _sap_head(
    state: State, unit: Unit, lead: Point, facing: int, by_hand: dict[int, Point]
) -> dict[int, Base] | Refused:
    room = unit.leader.width // 2
    edges = _side_edges(state, unit)
    foes = [foe for each in field.enemies(state, unit) for foe in each.bases]

    def clear(base: Base) -> bool:
        return not near_any(base, foes, sheet.SAP_CLEAR)

    found = forming.settle(state, unit, lead, facing, clear, by_hand)
    if isinstance(found, Refused):
        return found
    if not any(_off(state, edge, base) <= room + 1 for base in found.values() for edge in edges):
        return Refused(f"{unit.name} must touch a side edge.", "AWT-SK-11")
    return found


def _side_edges(state: State, unit: Unit) -> list[int]:
    """The edges to the right and left of a unit's own, by their bearings; the one at 0 first."""
    own = state.content.edges[unit.side]
    return sorted([(own + 90) % 360, (own + 270) % 360], reverse=True)


def _off(state: State, edge: int, base: Base) -> int:
    """How far the middle of a base is from an edge of the table."""
    wide, deep = state.content.size
    return {0: deep - base.y, 90: wide - base.x, 180: base.y, 270: base.x}[edge]


def _inward(state: State, edge: int, along: int, far: int) -> Point:
    """A place so far along an edge, and so far from it."""
    wide, deep = state.content.size
    return {
        0: Point(along, deep - far),
        90: Point(wide - far, along),
        180: Point(along, far),
        270: Point(far, along),
    }[edge]


def sap_heads(state: State, unit: Unit, most: int = 8) -> list[Route]:
    """Some places of the side edges where a unit could come out: its last rank at the edge, facing the field."""
    edges = _side_edges(state, unit)
    wide, deep = state.content.size
    found: list[Route] = []
    for along in range(6000, (deep if 90 in edges else wide) - 5000, 6000):
        for edge in edges:
            facing = (edge + 180) % 360
            shape = forming.ranks(unit, _inward(state, edge, along, 0), facing)
            back = max([abs(_off(state, edge, base)) for base in shape]) + unit.leader.width // 2
            route = Route((_inward(state, edge, along, back),), facing)
            if not isinstance(_sap_head(state, unit, route.end, facing, {}), Refused):
                found.append(route)
                if len(found) >= most:
                    return found
    return found


HOOKS: dict[str, Callable[[State, str, str], Procedure[None]]] = {
    "R1": night_sap,
    "R2": false_lights,
    "R3": jammed_wires,
    "R4": forgotten_sap_head,
}
