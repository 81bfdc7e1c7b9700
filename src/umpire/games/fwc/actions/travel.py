"""The move itself, with the enemy's reactions."""

from __future__ import annotations

from umpire.battle.decisions import Route
from umpire.battle.words import tidy, way
from umpire.dice import Procedure
from umpire.games.fwc.actions import movement
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.actions.opportunity import react_after, react_along
from umpire.games.fwc.model import State
from umpire.table import length


def travel(state: State, unit_id: str, route: Route) -> Procedure[bool]:
    """Carry a move out along its path, the enemy reacting where he may. True if the unit arrives able to act on.

    FWC-OPP-03, OPP-05, HID-02, HID-03.
    """
    reveal(state, unit_id, "it moves")
    unit = state.units[unit_id]
    path = route.path
    if len(path) < 2:
        movement.arrive(state, unit_id, route)
        if route.facing != unit.base.facing:  # no way to fire along, but an action; who stays as he is makes none
            yield from react_after(state, unit_id)
        return state.units[unit_id].ready
    if state.heard:
        leads = way(path[0], path[-1])
        state.tell("move", f"{unit.name} moves {tidy(length(path))} cm {leads}", "FWC-MOV-01", unit_id)
    outcome: str = yield from react_along(state, unit_id, path)
    if outcome == "arrives":
        movement.arrive(state, unit_id, route)
    return outcome != "halted"
