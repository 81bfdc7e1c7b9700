"""What lies on a way and strikes who comes by: minefields, booby traps, defence systems."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.games.fubar import sheet
from umpire.games.fubar.actions import hazards
from umpire.games.fubar.actions.marching import March, Track
from umpire.games.fubar.bot import value
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Point


def harm(state: State, unit: Unit, lead: Figure, path: Sequence[Point], kind: str) -> float:
    """FUBAR-SAP-03 to 05: about what the hazards that the figure which leads comes upon on a way do to its unit."""
    if len(path) < 2 or not (state.mines or state.content.traps or state.content.systems):
        return 0.0
    march = March(unit.id, kind, (Track(lead.id, tuple(path), lead.base.facing),), lead.id)
    total = 0.0
    while (met := hazards.ahead(state, march, march.size)) is not None:
        march = march._replace(gone=met.at, done=(*march.done, met.id))
        dice, mark = _dice(state, met.id)
        total += value.estimate(state, [value.Arms(sheet.INCH, dice, mark, 0)], lead.base, unit)
    return total


def _dice(state: State, hazard: str) -> tuple[int, str]:
    for system in state.content.systems:
        if system.id == hazard:
            return system.dice, system.mark
    return (sheet.TRAP_DICE if any(trap.id == hazard for trap in state.content.traps) else sheet.MINE_DICE), ""
