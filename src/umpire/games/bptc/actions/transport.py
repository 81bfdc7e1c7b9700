"""Wagons and boats: getting on board, being carried, getting off."""

from __future__ import annotations

from umpire.battle.decisions import Option, Route
from umpire.dice import Procedure
from umpire.games.bptc import field, sheet
from umpire.games.bptc.actions.hidden import reveal
from umpire.games.bptc.actions.shelter import beside_decision, finds_room, spot_beside
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.stands import in_formation
from umpire.games.bptc.units import CARRIED, GARRISON
from umpire.table import Base


def whereabouts(state: State, unit: Unit) -> Base:
    """Where a unit is: who is carried is where his transport is."""
    return state.units[unit.carried_by].base if unit.place == CARRIED else unit.base


def seats(unit: Unit) -> int:
    """BPTC-TRN-01, 02: the capacity a unit takes up: its stands, guns twice."""
    return unit.stands * (sheet.GUN_SEATS if unit.profile.is_gun else 1)


def may_board(state: State, unit: Unit, carrier: Unit) -> bool:
    """BPTC-TRN-01, 02: one foot unit (or battery) that finds room, in contact with a transport of its side."""
    if carrier.side != unit.side or not carrier.profile.capacity or not carrier.on_table or carrier.suppressed:
        return False
    if unit.profile.is_command or unit.mounted or unit.profile.is_transport or unit.shelter == GARRISON:
        return False
    if seats(unit) > carrier.profile.capacity or state.passengers(carrier.id):
        return False
    return field.apart(unit.base, carrier.base) * 10 <= field.TOUCH


def options(state: State, unit: Unit) -> list[Option]:
    """BPTC-ACT-03, TRN-01: on board a transport it touches, or off the one it is in."""
    if unit.place == CARRIED:
        if _landing(state, unit) is None:
            return []
        return [Option("unload", "get off", "BPTC-TRN-01", unit.id)]
    if field.in_touch(state, unit):
        return []
    carriers = [each for each in state.near(unit.side, unit.base, 1000) if may_board(state, unit, each)]
    return [Option(f"board:{each.id}", f"board {each.name}", "BPTC-TRN-01", each.id) for each in carriers]


def _landing(state: State, unit: Unit) -> Base | None:
    carrier = state.units[unit.carried_by]
    if not carrier.on_table or carrier.suppressed:
        return None
    return spot_beside(state, unit, in_formation(unit, unit.formation, carrier.base), carrier.base)


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    """BPTC-TRN-01, 02: boarding and getting off."""
    unit = state.units[unit_id]
    if key == "unload":
        spot = _landing(state, unit)
        assert spot is not None
        carrier = state.units[unit.carried_by]
        route: Route = yield beside_decision(state, unit, carrier.base, spot, "BPTC-TRN-01", "gets", "off")
        base = spot.placed(*route.end, route.facing)
        if not finds_room(state, unit, base):
            return
        # BPTC-TRN-02: only a boat has its passengers wait with a charge.
        landed = unit.unloaded(base, unit.formation, state.player_turn if carrier.profile.arm == "boat" else 0)
        state.put(landed, f"{unit.name} gets off {carrier.name}", "BPTC-TRN-01")
        return
    reveal(state, unit_id, "they go on board")
    carrier = state.units[key.partition(":")[2]]
    state.put(state.units[unit_id].boarded(carrier.id, state.player_turn))
    state.tell("unit", f"{unit.name} boards {carrier.name}", "BPTC-TRN-01", unit_id, carrier.id)
