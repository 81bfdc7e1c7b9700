"""The three activation phases of a round, one after the other."""

from __future__ import annotations

from umpire.games.awt.model import TROOPS, State


def next_troop(state: State) -> None:
    """The next activation phase (AWT-RD-06, 08, 10), or the end of the round."""
    at = TROOPS.index(state.troop) + 1
    if at < len(TROOPS):
        state.troop = TROOPS[at]
        state.phase = "bid"
    else:
        state.phase = "round_end"
