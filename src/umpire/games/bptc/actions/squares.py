"""Squares: who must form one before enemy cavalry, and must stay in it."""

from __future__ import annotations

from umpire.games.bptc import field, sheet
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.units import DISORDERED, EXTENDED, LINE, SQUARE
from umpire.table import inside_share


def threatened(state: State, unit: Unit) -> bool:
    """BPTC-FRM-09, 12: infantry before enemy cavalry within 30 cm that it sees, without cavalry of its own there."""
    if not unit.ready or unit.profile.arm != "infantry" or unit.shelter or unit.place != "table":
        return False
    near = [each for each in state.cavalry() if each.mounted and field.units_within(unit, each, sheet.SQUARE_THREAT_CM)]
    if not near or any(each.side == unit.side for each in near):
        return False
    if not any(not each.suppressed and field.visible(state, unit, each) for each in near):
        return False
    return not _in_high_area(state, unit)


def _in_high_area(state: State, unit: Unit) -> bool:
    """BPTC-FRM-12: inside a wood, a village or a swamp no square is formed."""
    here = state.scene.covering.touched_by(unit.base)
    return any(piece.kind == "high" and inside_share(unit.base, piece.shape) >= 0.5 for piece in here)


def must_form(state: State, unit: Unit) -> tuple[str, ...]:
    """BPTC-FRM-09, 12, 13: the formations a threatened unit must take up next; none if it need not or has no room.

    Out of extended line there is no way straight into square: into line or disorder first.
    """
    from umpire.games.bptc.actions.forming import why_not

    if unit.formation == SQUARE or not threatened(state, unit):
        return ()
    wanted = (LINE, DISORDERED) if unit.formation == EXTENDED else (SQUARE,)
    return tuple([to for to in wanted if why_not(state, unit, to) is None])


def must_stay(state: State, unit: Unit) -> bool:
    """BPTC-FRM-12: a square may not change out while the threat holds."""
    return unit.formation == SQUARE and threatened(state, unit)
