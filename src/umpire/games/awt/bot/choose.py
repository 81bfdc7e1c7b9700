"""The greedy answers, decision by decision."""

from __future__ import annotations

from umpire.battle.advice import advice
from umpire.battle.contract import Advice
from umpire.battle.decisions import Decision
from umpire.games.awt.model import State


def advise(state: State, decision: Decision) -> Advice:
    return advice({}, state, decision)
