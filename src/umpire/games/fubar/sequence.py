"""The turn of FUBAR Imperial Commander, in the order of the reference sheet.

Set-up        the sides deploy in the order of the scenario, mines are laid
Turn          who arrives comes on
              melee: every melee still in contact fights a round
              initiative: a d6 each, ties again
              activation: the holder tries his units one by one until one fails, then the next player, until every
                  unit had its attempt; units On Guard break into moves
              end: charges go off, medics work, the dead are taken off, captures, army break, the last turn
"""

from __future__ import annotations

from collections.abc import Callable

from umpire.dice import Procedure
from umpire.games.fubar import activation as activating
from umpire.games.fubar import deploy, ending, turn
from umpire.games.fubar.model import State

PHASES: dict[str, Callable[[State], Procedure[None]]] = {
    "setup": deploy.deployment,
    "turn": turn.begin,
    "melee": turn.melees,
    "initiative": turn.roll_off,
    "activation": activating.attempt,
    "end": ending.turn_end,
}
"""What happens next, by phase; each call is one activation."""


def activation(state: State) -> Procedure[None]:
    """The next piece of the battle; it asks, rolls, changes the state and ends where that says everything again."""
    yield from PHASES[state.phase](state)
    state.end_event()
