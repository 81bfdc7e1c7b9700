"""What things are worth to a side, in points of the force lists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from umpire.battle.decisions import Call
from umpire.dice import Number, Odds, solve
from umpire.games.commander import choosing
from umpire.games.commander.procedures import grouped
from umpire.games.fwc import ending, field
from umpire.games.fwc.actions import fire
from umpire.games.fwc.actions.damage import Condition, condition_of
from umpire.games.fwc.actions.opportunity import may_react
from umpire.games.fwc.command_rolls import command_step
from umpire.games.fwc.content import break_points
from umpire.games.fwc.house import House
from umpire.games.fwc.model import State, Unit, other
from umpire.games.fwc.offered import PROCEDURES
from umpire.games.fwc.procedures import casualties
from umpire.table import Point, length

OBJECTIVE_WORTH = 500.0
"""What a target that wins the battle counts, in points."""

SPARE = 0.4
"""What an area counts for a unit when others hold it."""

URGENCY = 4.0
"""How much more an area counts that is not held when the turns run out."""

_MARKED = 0.06
"""How much of a unit's worth a hit takes that does not knock it out."""

Groups = tuple[tuple[Number, Number], ...]
"""Dice with the score they need, those of one score together."""

_OFFERED = {offered.name: offered for offered in PROCEDURES}


def worth(state: State, unit: Unit) -> float:
    """What losing this unit costs its side."""
    if unit.profile.is_installation:
        return OBJECTIVE_WORTH
    side = state.sides[unit.side]
    return choosing.worth(unit.profile.points, side.breakpoint - side.losses if break_points(unit) else None)


def groups_value(state: State, groups: list[tuple[int, int]], target: Unit) -> float:
    if target.profile.is_installation:
        return _battering(state, groups, target)
    return _damage(state.house, grouped(groups), condition_of(target)) * worth(state, target)


@lru_cache(maxsize=50_000)
def _damage(house: House, groups: Groups, condition: Condition) -> float:
    """The share of a unit's worth an attack takes, by the exact odds of the casualty test."""
    return choosing.damage(solve(casualties, house, groups, *condition), _MARKED)


def _battering(state: State, groups: list[tuple[int, int]], target: Unit) -> float:
    """Hits on an installation count for the player turn only: worth most when the rest of them can follow."""
    hits = target.profile.hits or 1
    left = max(1, hits - target.hits)
    share = min(1.5, _unsaved(state.house, grouped(groups), condition_of(target)) / left)
    return OBJECTIVE_WORTH * share * (0.25 + 0.75 * target.hits / hits + 0.4 * share)


@lru_cache(maxsize=10_000)
def _unsaved(house: House, groups: Groups, condition: Condition) -> float:
    """The hits an attack is expected to mark a unit with."""
    return float(Odds(solve(casualties, house, groups, *condition)).mean("unsaved"))


def call_odds(state: State, call: Call) -> dict[Any, float]:
    """The odds an option carries, as result -> probability."""
    odds = _OFFERED[call.procedure].odds(state.house, dict(call.inputs))
    return {result: float(p) for result, p in odds.by("result").items()}


def assault_value(state: State, call: Call, unit: Unit, target: Unit) -> float:
    odds = call_odds(state, call)
    mine, theirs = worth(state, unit), worth(state, target)
    gain = odds.get("defender_ko", 0.0) + 0.6 * odds.get("defender_retreats", 0.0)
    loss = odds.get("attacker_ko", 0.0) + 0.5 * odds.get("attacker_retreats", 0.0)
    return gain * theirs - loss * mine


# --- Places --------------------------------------------------------------------------------------------------


def threat(state: State, unit: Unit) -> float:
    """What the enemy could do to a unit standing there by fire, his three best attackers counted."""
    dangers: list[float] = []
    for enemy in state.of(other(unit.side)):
        if enemy.hidden or not fire.armed(enemy) or enemy.profile.cls == "artillery":
            continue
        _, reach = fire.weapon(enemy, unit)
        if not field.in_range(enemy, unit, reach + enemy.profile.move // 2):
            continue
        if fire.can_fire(state, enemy, unit):
            dangers.append(shot_value(state, enemy, unit))
        else:
            dangers.append(0.15 * enemy.profile.attacks / 4 * worth(state, unit) * 0.3)
    dangers.sort(reverse=True)
    return sum(dangers[:3]) * 0.7


def shot_value(state: State, firer: Unit, target: Unit) -> float:
    """What a shot is expected to be worth, of units that stand where the state has them or elsewhere."""
    return groups_value(state, [_group(state, firer, target)], target)


def _group(state: State, firer: Unit, target: Unit) -> tuple[int, int]:
    """The dice of one unit's fire at another, and the score they need."""
    return fire.dice(state, firer, target).value, field.score_to_hit(state, target, firer.base.centre).value


def best_shot(state: State, unit: Unit) -> float:
    """The best it could do by fire from there."""
    return max((shot_value(state, unit, enemy) for enemy in fire.targets(state, unit)), default=0.0)


class Goal(NamedTuple):
    """Somewhere a side wants to be: to shoot at it, or to stand in it."""

    point: Point
    size: float
    """Half the width of an area to hold, in cm; 0 for a target to be shot at."""
    weight: float = 1.0
    garrison: tuple[str, ...] = ()
    """Units of the side that hold the area already: nobody else is needed there."""


def goals(state: State, seat: str) -> tuple[Goal, ...]:
    """What the objectives make of the table for a side now."""
    found: list[Goal] = []
    for objective in state.content.file.objective:
        if objective.kind == "knock_out":
            if objective.side in (seat, "both"):
                standing = [target for target in objective.targets if state.units[target].on_table]
                found += [Goal(state.content.goal(target), 0.0) for target in standing]
        else:
            late = state.turn / state.content.file.turns
            weight = 1.0 + URGENCY * late * late
            for target in objective.targets:
                held = ending.holder(state, target) == seat
                inside = tuple(u.id for u in state.of(seat) if _within(state, u, target)) if held else ()
                found.append(Goal(state.content.goal(target), _size(state, target), weight, inside))
    return tuple(found)


def _within(state: State, unit: Unit, area: str) -> bool:
    return not unit.airborne and any(piece.id == area for piece in state.content.under(unit.base))


def _size(state: State, area: str) -> float:
    west, south, east, north = next(p.bounds for p in state.content.terrain if p.id == area)
    return min(east - west, north - south) / 2000


def goal_pull(wanted: Sequence[Goal], unit: Unit, point: Point) -> float:
    """How much a place helps towards the objectives: each centimetre nearer counts."""
    best = 0.0
    for index, goal in enumerate(wanted):
        far = length((point, goal.point)) / 1000
        if goal.size:
            relieved = any(uid != unit.id for uid in goal.garrison)
            pull = (SPARE if relieved else goal.weight) * _hold(unit, far, goal.size)
        else:
            pull = goal.weight * _approach(unit, far)
        if index == 0 or pull > best:
            best = pull
    return best


def _approach(unit: Unit, far: float) -> float:
    """Into a good range of a target that is to be shot at."""
    reach = (unit.profile.range or 0) / 1000
    wanted = reach * 0.5 if reach else 30.0
    return 60.0 - max(0.0, far - wanted) * 0.9


def _hold(unit: Unit, far: float, size: float) -> float:
    """Into an area that is to be held; command and aircraft only near it."""
    if unit.profile.is_command or unit.profile.is_air:
        return 40.0 - max(0.0, far - 20.0) * 0.5
    return 60.0 - far * 0.8 + (25.0 if far <= size else 0.0)


def place_value(
    state: State, wanted: Sequence[Goal], unit: Unit, point: Point, facing: int, beat: float = -inf
) -> float:
    """What standing there is worth: objectives and fire, less the danger, on the way and afterwards.

    The danger of a place that is not worth more than `beat` even without it is not counted.
    """
    moves = point != unit.base.centre
    base = unit.base.moved(point.x, point.y).turned(facing)
    there = unit.went(base, state.player_turn) if moves else unit.at(base)
    value = goal_pull(wanted, there, point)
    if unit.profile.is_command:
        return value - 1.5 * _nearness(state, there) + _company(state, there)
    if unit.profile.attacks and unit.profile.cls != "artillery":
        value += 0.8 * best_shot(state, there)
    if value <= beat:
        return value
    value -= 0.5 * threat(state, there)
    return value - 0.8 * reaction(state, there) if moves and value > beat else value


def reaction(state: State, unit: Unit) -> float:
    """What opportunity fire at a unit that has just come there would cost: all who may react, in one attack."""
    groups = [
        _group(state, enemy, unit)
        for enemy in state.of(other(unit.side))
        if not enemy.hidden and may_react(state, enemy) and fire.can_fire(state, enemy, unit)
    ]
    return groups_value(state, groups, unit) if groups else 0.0


def _nearness(state: State, unit: Unit) -> float:
    """Command units keep away from enemies who could reach them."""
    rows = field.by_distance(state, unit)
    return max(0.0, 30.0 - rows[0][0] / 100) if rows else 0.0


def _company(state: State, unit: Unit) -> float:
    """Command units stay near those they command."""
    step = command_step(state.house, state.content.radius(unit.side) * 100)
    near = sum(not each.profile.is_command and field.apart(unit.base, each.base) < step for each in state.of(unit.side))
    return 2.0 * near
