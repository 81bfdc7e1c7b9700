"""Where a unit may be set down without a move: out of a transport, out of the air, in place of one that was lost."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Refused
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.actions.pace import rate_on_ground
from umpire.games.fwc.model import State, Unit, other
from umpire.games.fwc.obstacles import barriers, stands_in
from umpire.table import Base, in_the_way, on_table


def neighbours(state: State, unit: Unit, base: Base, mils: int = 0) -> list[Unit]:
    """Whoever may be in the way of a unit set down on a base, or so far from one: gathered once for several places."""
    return [
        each
        for each in state.beside(base, mils + sheet.ENEMY_CLEARANCE_CM * 1000)
        if each.id != unit.id and not each.airborne and not (each.hidden and each.side != unit.side)
    ]


def why_not(state: State, unit: Unit, base: Base, near: Sequence[Unit] | None = None) -> Refused | None:
    """Why a unit may not be set down here; None if it may. What the enemy has hidden is not looked at.

    `near` are its `neighbours`, if they are known.
    """
    if not on_table(base, *state.content.size):
        return Refused(f"{unit.name} would stand off the table.", "FWC-MOV-06")
    refusal = _too_close(unit, base, near if near is not None else neighbours(state, unit, base))
    if refusal is not None:
        return refusal
    for piece in barriers(state).touched_by(base):
        if stands_in(base, piece):
            return Refused(f"{unit.name} cannot stand in {piece.name}.", "FWC-MOV-03")
    ground = tuple(state.content.ground.at(base.centre))
    if rate_on_ground(unit.profile)(ground) is None:
        scorched = any(piece.kind == "scorched" for piece in ground)
        return Refused(f"{unit.name} may not enter that ground.", "FWC-MOV-04" if scorched else "FWC-MOV-02")
    return None


def comes_upon(state: State, unit: Unit, base: Base) -> bool:
    """FWC-HID-03: whether hidden enemies are in the way of a unit that is to be set down here; that shows them."""
    close = sheet.ENEMY_CLEARANCE_CM
    near = state.near(other(unit.side), base, close * 1000)
    found = [each for each in near if each.hidden and field.apart(base, each.base) < close * 100]
    for each in found:
        reveal(state, each.id, "comes upon it", unit)
    return bool(found)


def _too_close(unit: Unit, base: Base, near: Sequence[Unit]) -> Refused | None:
    """FWC-MOV-05: on nobody, and not within 1 cm of an enemy."""
    taken = in_the_way(base, [each.base for each in near])
    if taken is not None:
        return Refused(f"{unit.name} would stand on {near[taken].name}.", "FWC-MOV-05")
    for each in near:
        if each.side != unit.side and field.apart(base, each.base) < sheet.ENEMY_CLEARANCE_CM * 100:
            return Refused(f"{unit.name} would be closer than 1 cm to {each.name}.", "FWC-MOV-05")
    return None
