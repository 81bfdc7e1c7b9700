"""Transports: who gets in where, and where passengers get out."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.battle.decisions import Place, Refused, Route
from umpire.battle.words import does, tidy
from umpire.dice import Procedure
from umpire.games.rhine import field, sheet
from umpire.games.rhine.actions import room, standing
from umpire.games.rhine.model import State, Unit
from umpire.table import Base, Point, ahead, beside

_REACH = sheet.DISMOUNT * 1000
"""RHINE-TRN-03, 04, PEN-11: how far from the transport, or its wreck, passengers are put down, in thousandths."""


# --- Getting in --------------------------------------------------------------------------------------------------


def carriers_near(state: State, unit: Unit, base: Base) -> list[Unit]:
    """RHINE-TRN-01, 02: transports of its side with room within an inch of a foot unit that ends its move here.

    None of them may have moved in this activation. In the foot unit's own none can have; in one that it reacts to, a
    house rule may have let the transport react before it.
    """
    if not unit.profile.is_foot:
        return []
    moved = state.plan.moved if state.plan is not None else ()
    return [
        carrier
        for carrier in state.of(unit.side)
        if carrier.id not in moved
        and carrier.profile.capacity > len(state.passengers(carrier.id))
        and field.rounded_within(base, carrier.base, sheet.MOUNT * 1000)
    ]


def mount(state: State, unit_id: str, carrier_id: str) -> None:
    """RHINE-TRN-02: a foot unit gets in at the end of its normal move."""
    unit, carrier = state.units[unit_id], state.units[carrier_id]
    state.put(unit.mounted(carrier_id))
    state.tell("unit", f"{unit.name} gets into {carrier.name}", "RHINE-TRN-02", unit_id, carrier_id)


# --- Getting out -------------------------------------------------------------------------------------------------


def unload(state: State, carrier_id: str, passenger_ids: tuple[str, ...]) -> Procedure[None]:
    """RHINE-TRN-04: by the transport's token: passengers are put down and do nothing more."""
    for uid in passenger_ids:
        carrier, unit = state.units[carrier_id], state.units[uid]
        if not carrier.on_table or unit.carried_by != carrier_id:
            continue
        placed = yield from put_out(state, uid, carrier.base, "RHINE-TRN-04")
        if not placed:
            state.tell("cannot", f"{unit.name} finds no room to get out", "RHINE-TRN-04", uid)


def put_out(state: State, unit_id: str, carrier_base: Base, rule: str) -> Procedure[bool]:
    """RHINE-TRN-04, PEN-11: the owner puts a passenger down near its transport or the wreck. False: no room."""
    unit = state.units[unit_id]
    first = room_beside(state, unit, carrier_base)
    if first is None:
        return False
    route: Route = yield Place(
        unit.side,
        f"Where {does(unit.name)} get out? (within {tidy(_REACH)} in)",
        rule,
        unit_id,
        lambda route: check_near(state, unit, unit.base.placed(*route.end, route.facing), carrier_base, rule),
        lambda: [Route((base.centre,), base.facing) for base in places(state, unit, carrier_base)],
        "point",
        stand=Route((first.centre,), first.facing),
    )
    base = unit.base.placed(*route.end, route.facing)
    state.put(unit.put_down(base), f"{unit.name} gets out", rule)
    return True


def check_place(state: State, unit: Unit, base: Base, rule: str) -> Refused | None:
    """RHINE-TRN-03: whether a passenger may get out here by its own token, whatever state its transport is in."""
    carrier = state.units[unit.carried_by]
    if not carrier.on_table:
        return Refused(f"{unit.name} is not on the table yet.", "RHINE-ACT-12")
    return check_near(state, unit, base, carrier.base, rule)


def check_near(state: State, unit: Unit, base: Base, carrier: Base, rule: str) -> Refused | None:
    """RHINE-TRN-03, 04, PEN-11: within 2 inches of the transport, an inch clear of enemies, on nobody."""
    if not field.rounded_within(base, carrier, _REACH):
        return Refused(f"{unit.name} must get out within {tidy(_REACH)} in of its transport.", rule)
    return standing.why_not(state, unit, base)


def room_beside(state: State, unit: Unit, carrier: Base) -> Base | None:
    """The first place found for a passenger to get out, behind its transport if possible; None if there is none."""
    found = next(_places(state, unit, carrier, _FINELY), None)
    if found is not None:
        return found
    return room.gap_for(
        state, unit, carrier, _REACH, lambda base: check_near(state, unit, base, carrier, "RHINE-TRN-04") is None
    )


def places(state: State, unit: Unit, carrier: Base) -> list[Base]:
    """Some places for a passenger to get out: all round, close to the transport and as far off as may be."""
    found = list(_places(state, unit, carrier, _COARSELY))
    if not found and (first := room_beside(state, unit, carrier)) is not None:
        found.append(first)
    return found


_COARSELY = ((180, 135, 225, 90, 270, 45, 315, 0), (0, _REACH - 100), (0,))
_FINELY = (
    tuple([180] + [180 + sign * turn for turn in range(10, 180, 10) for sign in (1, -1)] + [360]),
    (0, 500, 1000, 1500, _REACH - 10),
    (0, 90),
)
"""The bearings from a transport, as turns from its front, the gaps at which places beside it are tried, and how a
passenger then faces: away from it, or sideways, where there is a narrow gap only."""

_Places = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _places(state: State, unit: Unit, carrier: Base, tried: _Places) -> Iterator[Base]:
    turns, gaps, facings = tried
    for facing in facings:
        for gap in gaps:
            for turn in turns:
                heading = (carrier.facing + turn) % 360
                close = beside(unit.base.turned(heading + facing), carrier, heading)
                there: Point = ahead(close.centre, heading, gap) if gap else close.centre
                base = close.moved(*there)
                if check_near(state, unit, base, carrier, "RHINE-TRN-04") is None:
                    yield base
