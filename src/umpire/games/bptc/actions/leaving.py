"""Leaving the table by the road, for scenarios that have it as an objective."""

from __future__ import annotations

from umpire.battle.decisions import Route
from umpire.dice import Procedure
from umpire.games.bptc import going
from umpire.games.bptc.actions.movement import Terms, Way, plan_move, travel
from umpire.games.bptc.content import counts
from umpire.games.bptc.model import State, Unit
from umpire.table import Point, ahead, bearing, length


def exit_of(state: State, unit: Unit) -> Point | None:
    """Where a side leaves the table, if the scenario has it do so."""
    for objective in state.content.objectives:
        if objective.kind == "exit":
            for seat, point in objective.exits:
                if seat == unit.side:
                    return point
    return None


def _way(state: State, unit: Unit) -> Way | None:
    """The last stretch of a unit's road, if its move takes it off the table."""
    point = exit_of(state, unit)
    if point is None or not counts(unit.profile) or not going.keeps_to_road(unit) or not going.can_move(state, unit):
        return None
    here = unit.base.centre
    if point == here or not state.scene.roads.at(here):
        return None
    heading = bearing(here, point)
    far = length((here, point))
    bonus = going.road_bonus(state, unit, (here, point))
    if not bonus or far > going.allowance(state, unit) + bonus:
        return None
    last = ahead(here, heading, max(0.0, far - unit.base.depth / 2 - 50))
    found = plan_move(state, unit, Route((here, last), heading), Terms(going.allowance(state, unit)))
    return found if isinstance(found, Way) and not found.stop else None


def may_leave(state: State, unit: Unit) -> bool:
    return _way(state, unit) is not None


def leave(state: State, unit_id: str) -> Procedure[None]:
    """BPTC-BRK-07, MOV-14: by a Move along the road off the enemy's edge; it is not lost."""
    way = _way(state, state.units[unit_id])
    if way is None:
        state.tell("lost", f"{state.units[unit_id].name} can no longer leave", "BPTC-BRK-07", unit_id)
        return
    arrives: bool = yield from travel(state, unit_id, way)
    unit = state.units[unit_id]
    if arrives and unit.ready and unit.base.centre == way.path[-1]:
        state.sides[unit.side].exited += 1
        state.put(unit.gone(), f"{unit.name} leaves the table by the road", "BPTC-BRK-07")
