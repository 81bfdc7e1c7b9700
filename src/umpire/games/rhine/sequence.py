"""The turn of Seven Days to the River Rhine, in the order of the reference sheet.

Set-up        both sides deploy
Turn          tokens: what lay on units goes, both pools are filled
              initiative: D10 each, the higher is active
              active: one token after the other, for an activation, a morale check or a helicopter's run, until both
                  pools are empty; the initiative may be handed over, or seized by a reaction
              end: smoke goes, break test, victory points, the last turn
"""

from __future__ import annotations

from collections.abc import Callable

from umpire.dice import Procedure
from umpire.games.rhine import deploy, ending, initiative, tokens
from umpire.games.rhine.model import State

PHASES: dict[str, Callable[[State], Procedure[None]]] = {
    "setup": deploy.deployment,
    "turn_start": initiative.fill_pools,
    "initiative": initiative.roll_off,
    "active": tokens.spend_one,
    "turn_end": ending.turn_end,
}
"""What happens next, by phase; each call is one activation."""


def activation(state: State) -> Procedure[None]:
    """The next piece of the battle; it asks, rolls, changes the state and ends where that says everything again."""
    yield from PHASES[state.phase](state)
