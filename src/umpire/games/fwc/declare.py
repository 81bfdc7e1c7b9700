"""Declaring what the units of a formation do: one action each, with its path or target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne, Route
from umpire.dice import Procedure
from umpire.games.fwc import field
from umpire.games.fwc.actions import assault, engineers, fire, flying, movement, places, recon, smoke, transport
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.actions.opportunity import window_marks
from umpire.games.fwc.model import State, Unit
from umpire.table import length, point_at

SPECIAL = (recon, transport, engineers, smoke, flying)
"""FWC-CMD-25: actions by order besides moving, firing and assaulting."""


class Declared(NamedTuple):
    """What a unit is to do. kind: hold, move, fire, move_fire, assault, special."""

    unit: str
    kind: str
    route: Route | None = None
    target: str = ""
    mark: float = 0.0
    """For fire on the move: after how much of the path it shoots."""
    key: str = ""


def options_for(state: State, unit: Unit, assaults: bool) -> list[Option]:
    """FWC-CMD-25: everything this unit could be ordered to do."""
    options = [Option("hold", "hold", "FWC-CMD-25", unit.id)]
    for enemy in fire.targets(state, unit):
        odds = fire.call(state, [Shot(unit.id)], enemy)
        options.append(Option(f"fire:{enemy.id}", f"fire at {enemy.name}", "FWC-FIR-10", enemy.id, odds))
    if movement.can_move(unit):
        options.append(Option("move", "move", "FWC-MOV-01", unit.id))
        if unit.profile.has("stabilised") and fire.armed(unit):
            options.append(Option("move_fire", "move and fire", "FWC-FIR-07", unit.id))
        if assaults:
            for enemy in assault.candidates(state, unit):
                fight = assault.call(state, [unit], enemy)
                label = f"assault {enemy.name}"
                options.append(Option(f"assault:{enemy.id}", label, "FWC-CA-01", enemy.id, fight))
    for family in SPECIAL:
        options += family.options(state, unit)
    return options


def declare(state: State, unit_id: str, assaults: bool) -> Procedure[Declared]:
    """ORDER_DECLARE of section 2 for one unit."""
    unit = state.units[unit_id]
    options = options_for(state, unit, assaults)
    key: str = yield PickOne(unit.side, f"{unit.name}: what is it to do?", "FWC-CMD-25", options)
    kind, _, target = key.partition(":")
    if kind == "hold":
        return Declared(unit_id, "hold")
    if kind == "fire":
        return Declared(unit_id, "fire", target=target)
    if kind == "move":
        route: Route = yield places.move_decision(state, unit, "FWC-MOV-01")
        return Declared(unit_id, "move", route)
    if kind == "assault":
        return Declared(unit_id, "assault", assault.reach(state, unit, state.units[target]), target)
    if kind == "move_fire":
        return (yield from _on_the_move(state, unit))
    return Declared(unit_id, "special", key=key)


def _on_the_move(state: State, unit: Unit) -> Procedure[Declared]:
    """FWC-FIR-07, STB-01: a move, and one shot from any point of it."""
    route: Route = yield places.move_decision(state, unit, "FWC-FIR-07", most_on_the_move(state, unit))
    chances = shots_along(state, unit, route)
    if not chances:
        return Declared(unit.id, "move", route)
    options = [Option("none", "do not fire", "FWC-FIR-07")]
    keys: dict[str, tuple[Unit, float]] = {}
    for enemy, mark in chances:
        there = standing(unit, route, mark)
        groups = [(fire.dice(state, there, enemy, True).value, _score(state, there, enemy))]
        odds = fire.casualty_call(enemy, groups)
        label = f"fire at {enemy.name} after {mark / 1000:.3g} cm"
        keyed = f"{enemy.id}@{mark:.0f}"
        keys[keyed] = (enemy, mark)
        options.append(Option(keyed, label, "FWC-FIR-07", enemy.id, odds))
    key: str = yield PickOne(unit.side, f"What does {unit.name} fire at on its way?", "FWC-FIR-07", options)
    if key == "none":
        return Declared(unit.id, "move", route)
    target, after = keys[key]
    return Declared(unit.id, "move_fire", route, target.id, after)


def most_on_the_move(state: State, unit: Unit) -> int:
    """FWC-FIR-07: how far a unit may move in an action in which it also fires, in thousandths of a cm."""
    most = movement.allowance(unit)
    return most if state.house.stab_full_move else most // 2


def _score(state: State, firer: Unit, target: Unit) -> int:
    return field.score_to_hit(state, target, firer.base.centre).value


def standing(unit: Unit, route: Route, mark: float) -> Unit:
    """The unit as it would stand after so much of its route."""
    if mark <= 0:
        return unit
    point, facing = point_at(route.path, mark)
    return unit.at(unit.base.moved(point.x, point.y).turned(facing))


def shots_along(state: State, unit: Unit, route: Route) -> list[tuple[Unit, float]]:
    """FWC-FIR-07: each enemy it could fire at on its way, from the first point and the last from which it could,
    and from every one where the number of dice or their score is another than before.
    """
    chances: dict[str, list[float]] = {}
    worth: dict[str, tuple[int, int]] = {}
    last: dict[str, float] = {}
    for mark in window_marks(length(route.path), state.house.opp_step_cm * 1000):
        there = standing(unit, route, mark)
        for enemy in fire.targets(state, there):
            now = (fire.dice(state, there, enemy, True).value, _score(state, there, enemy))
            if worth.get(enemy.id) != now:
                chances.setdefault(enemy.id, []).append(mark)
            worth[enemy.id] = now
            last[enemy.id] = mark
    return [
        (state.units[enemy_id], mark)
        for enemy_id, marks in chances.items()
        for mark in dict.fromkeys((*marks, last[enemy_id]))
    ]


def moves_in_dense(state: State, declared: Sequence[Declared]) -> bool:
    """FWC-CMD-17, 18: whether any of them is to move in dense terrain or obscurants."""
    return any(
        order.route is not None
        and len(order.route.path) > 1
        and movement.enters(state, state.units[order.unit], order.route.path, ("dense",))
        for order in declared
    )
