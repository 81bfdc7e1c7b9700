"""What the greedy bot answers, by the same exact odds that the players see."""

from __future__ import annotations

from picket.model import State
from picket.offered import PROCEDURES
from umpire.battle.advice import advice
from umpire.battle.contract import Advice
from umpire.battle.decisions import Decision, Option, PickOne, Place
from umpire.battle.seats import other
from umpire.table import gap

ENOUGH = 1.0
"""What a volley should take on average; if it takes less, going nearer is better."""


def advise(state: State, decision: Decision) -> Advice:
    return advice({("pick one", "PKT-ACT"): _act, ("place", "PKT-ACT"): _go}, state, decision)


def _act(state: State, decision: PickOne) -> Advice:
    best = max(decision.options, key=lambda option: _takes(state, option))
    return Advice(best.key, f"takes {_takes(state, best):.1f} men" if best.odds is not None else "goes nearer")


def _takes(state: State, option: Option) -> float:
    """How many men an option takes from the enemy on average; a move counts as `ENOUGH`."""
    if option.odds is None:
        return ENOUGH
    offered = next(each for each in PROCEDURES if each.name == option.odds.procedure)
    return float(offered.odds(state.house, dict(option.odds.inputs)).mean("losses"))


def _go(state: State, decision: Place) -> Advice:
    squad = state.squads[decision.piece]
    enemies = [each.base for each in state.of(other(squad.side))]
    near = [min(gap(squad.at(route).base, enemy) for enemy in enemies) for route in decision.routes()]
    return Advice(decision.candidates()[near.index(min(near))], "nearest to the enemy")
