"""The turn of Future War Commander, in the order of the reference sheet.

Set-up          both sides deploy
Player turn     start: lost command units return, marks of the last turn go
                initiative phase: unit by unit, one action against the nearest enemy
                command phase: one order or request after the other
                command units move
                end phase: hits, recovery, markers, zones, break test, end of the battle
"""

from __future__ import annotations

from collections.abc import Callable

from umpire.dice import Procedure
from umpire.games.fwc import deploy, ending, initiative, orders, start
from umpire.games.fwc.model import State

PHASES: dict[str, Callable[[State], Procedure[None]]] = {
    "setup": deploy.deployment,
    "start": start.turn_start,
    "initiative": initiative.initiative_phase,
    "command": orders.command_phase,
    "command_move": orders.command_units_move,
    "end": ending.end_phase,
}
"""FWC-GEN-01: what happens next, by phase; each call is one activation."""


def activation(state: State) -> Procedure[None]:
    """FWC-GEN-01: the next activation; it asks, rolls, changes the state and ends where that says everything again."""
    return PHASES[state.phase](state)
