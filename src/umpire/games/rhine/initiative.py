"""The start of a turn: command tokens for both sides, then who begins."""

from __future__ import annotations

from umpire.battle.rolling import EITHER, by
from umpire.battle.words import counted
from umpire.dice import Procedure
from umpire.games.rhine import procedures, scores
from umpire.games.rhine.model import SEATS, State, other


def fill_pools(state: State) -> Procedure[None]:
    """RHINE-POOL-01 to 07: tokens on units go, and each side gets a new pool for who is left to it.

    Passengers count; reserves, transports and helicopters do not. The command unit counts while it lives.
    """
    yield from ()
    state.turn += 1
    state.tell("turn", f"Turn {state.turn} of {state.content.file.turns}", "RHINE-POOL-01")
    for unit in list(state.units.values()):
        if unit.tokens or unit.aims:
            state.put(unit.fresh_turn())
    for seat in SEATS:
        side = state.sides[seat]
        here = [unit for unit in state.units.values() if unit.side == seat and unit.in_play]
        commander = state.commander(seat)
        alive = commander is not None and commander.in_play
        side.pool = scores.tokens_for([unit.profile.cls for unit in here], alive)
        side.must_spend = False
        side.checked = False
        state.tell("pool", f"{side.name}: {counted(side.pool, 'command token')}", "RHINE-POOL-01")
    state.phase = "initiative"


def roll_off(state: State) -> Procedure[None]:
    """RHINE-INIT-01 to 03, TURN-07: the higher die is active, ties are rolled again; an empty pool cannot begin."""
    outcome = yield from by(state, EITHER, procedures.roll_off(state.side_names))
    winner = "A" if outcome.winner == "a" else "B"
    state.tell("turn", f"{state.sides[winner].name} has the initiative", "RHINE-INIT-01")
    if not state.sides[winner].pool:
        state.tell("turn", f"{state.sides[winner].name} has no tokens to begin with", "RHINE-INIT-03")
        winner = other(winner)
    if not state.sides[winner].pool:
        state.phase = "turn_end"
        return
    state.active = winner
    state.sides[winner].must_spend = state.house.opening_must_spend
    state.phase = "active"
