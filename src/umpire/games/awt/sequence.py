"""The round of A War Transformed, in the order of the reference sheet.

Set-up        both sides deploy, unit by unit in turn
Round   1     both sides count their Command Tokens
        2     roll-off for priority in the Command Phase
        3     Ruses, Orders, Rituals and Manifestations, one side and then the other
        4     supporters join, then every close combat is fought and reckoned
        5     compulsory moves: the Broken flee, who was told to falls back
        6, 7  bids for priority, then Cannonade and Unique units act
        8, 9  the same with Elite and Unique units
        10, 11  the same with Line and Unique units
        end   effects go, victory points, the last round
"""

from __future__ import annotations

from collections.abc import Callable

from umpire.dice import Procedure
from umpire.games.awt import activation as acting
from umpire.games.awt import bidding, combat, command, deploy, ending, flight, tokens
from umpire.games.awt.model import State

PHASES: dict[str, Callable[[State], Procedure[None]]] = {
    "setup": deploy.deployment,
    "tokens": tokens.count_tokens,
    "roll_off": bidding.roll_off,
    "command": command.command,
    "muster": combat.muster,
    "combat": combat.next_combat,
    "flight": flight.compulsory,
    "bid": bidding.compete,
    "activate": acting.act,
    "round_end": ending.round_end,
}
"""What happens next, by phase; each call is one activation."""


def activation(state: State) -> Procedure[None]:
    """The next piece of the battle; it asks, rolls, changes the state and ends where that says everything again."""
    yield from PHASES[state.phase](state)
