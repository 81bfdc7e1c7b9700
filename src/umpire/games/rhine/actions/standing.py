"""Where a unit may stand: on the table, on nobody, clear of enemies, on ground it may be on."""

from __future__ import annotations

from umpire.battle.decisions import Refused
from umpire.games.rhine import field, sheet
from umpire.games.rhine.actions import terrain
from umpire.games.rhine.model import State, Unit
from umpire.table import Base, on_table, overlap

CLEAR = sheet.ENEMY_CLEARANCE * 1000
"""RHINE-MOVE-14: how far from an enemy a unit stays, in thousandths."""


def why_not(state: State, unit: Unit, base: Base) -> Refused | None:
    """Why a unit may not be set down here; None if it may.

    RHINE-MOVE-14, 15, TERR-14, PEN-11: an inch from enemies is far enough.
    """
    if not on_table(base, *state.content.size):
        return Refused(f"{unit.name} would stand off the table.", "RHINE-MOVE-15")
    refusal = on_somebody(state, unit, base)
    if refusal is not None:
        return refusal
    for each in state.units.values():
        if each.on_table and each.side != unit.side and not clear_of(base, each.base):
            return Refused(f"{unit.name} would be within {sheet.ENEMY_CLEARANCE} inch of {each.name}.", "RHINE-MOVE-14")
    return in_closed_ground(state, unit, base)


def in_closed_ground(state: State, unit: Unit, base: Base) -> Refused | None:
    """RHINE-TERR-14, 12: nobody stands in ground closed to it, unless its centre is on a road that leads through it."""
    led = terrain.led_through(state.content)
    for piece in terrain.going(state.content, terrain.mobility(unit.profile)).closed.pieces:
        if terrain.stands_on(base, piece) and not (piece.id in led and terrain.on_road(state, base.centre)):
            return Refused(f"{unit.name} cannot stand in {piece.name or piece.kind}.", "RHINE-TERR-14")
    return None


def on_somebody(state: State, unit: Unit, base: Base) -> Refused | None:
    """RHINE-MOVE-14: nobody ends on another unit or on a wreck."""
    for each in state.units.values():
        if each.on_table and each.id != unit.id and overlap(base, each.base):
            return Refused(f"{unit.name} would end on top of {each.name}.", "RHINE-MOVE-14")
    for wreck in state.wrecks:
        if overlap(base, wreck.base):
            name = state.units[wreck.unit].name
            return Refused(f"{unit.name} would end on the wreck of {name}.", "RHINE-MOVE-14")
    return None


def clear_of(base: Base, enemy: Base) -> bool:
    """RHINE-MOVE-14: whether an enemy is an inch off or more."""
    return not field.rounded_within(base, enemy, CLEAR - 10)
