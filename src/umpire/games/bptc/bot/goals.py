"""What a side wants of the table: the places that count for it, and how much a place helps towards them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.games.bptc import ending, going, sheet
from umpire.games.bptc.content import counts
from umpire.games.bptc.land import Scene
from umpire.games.bptc.model import State, Unit
from umpire.games.commander.ranks import Ranks
from umpire.table import Point, length, near_polygon
from umpire.table.chart import Chart

SPARE = 0.35
"""What an objective counts for a unit when others hold it."""

URGENCY = 3.0
"""How much more an objective counts that is not held when the turns run out."""

WEIGHT = 0.45
"""How much more an objective counts for each of its points."""

OBEYED = 0.6
"""How often a unit may be expected to move when it is to."""


class Goal(NamedTuple):
    """Somewhere a side wants to stand."""

    point: Point
    shape: tuple[Point, ...]
    weight: float
    chart: Chart
    garrison: tuple[str, ...] = ()
    """Units of the side that hold it already: nobody else is needed there."""


_LAST: dict[str, tuple[Ranks[Unit], Scene, int, tuple[Goal, ...]]] = {}
"""What was last worked out for a side, and for what table: it is asked for again and again before anybody moves."""


def wanted(state: State, seat: str) -> tuple[Goal, ...]:
    """What the objectives make of the table for a side now."""
    ranks, scene = state.ranks(), state.scene
    last = _LAST.get(seat)
    if last is not None and last[0] is ranks and last[1] is scene and last[2] == state.turn:
        return last[3]
    found = _goals(state, seat)
    _LAST[seat] = (ranks, scene, state.turn, found)
    return found


def _goals(state: State, seat: str) -> tuple[Goal, ...]:
    found: list[Goal] = []
    known = [unit for unit in state.on_table() if unit.side == seat or not unit.hidden]
    for objective in state.content.objectives:
        feature = state.scene.features.get(objective.target)
        if objective.kind != "hold" or feature is None:
            continue
        built = state.construction(objective.target)
        if built is not None and built.destroyed and objective.destroyed:
            continue
        across, along = [p.x for p in feature.shape], [p.y for p in feature.shape]
        middle = Point((min(across) + max(across)) // 2, (min(along) + max(along)) // 2)
        holder = ending.holder(state, objective.target, known)
        near = tuple([unit.id for unit in state.of(seat) if _holds(unit, feature.shape)]) if holder == seat else ()
        chart = state.scene.chart(middle, state.content.size)
        away = _turns_away(state, seat, chart) if holder in ("", seat) else 0.0
        late = min(1.0, (state.turn + away) / state.content.turns)
        weight = (0.6 + WEIGHT * objective.points) * (1.0 + URGENCY * late * late)
        found.append(Goal(middle, feature.shape, weight, chart, near))
    return tuple(found)


def _turns_away(state: State, seat: str, chart: Chart) -> float:
    """How many turns the three battalions need that could be there first, with orders that fail.

    For what is free to be taken, who must go goes now; what an enemy holds is shot at first.
    """
    ways = [
        chart.far(unit.base.centre) / (OBEYED * going.allowance(state, unit))
        for unit in state.of(seat)
        if counts(unit.profile) and unit.profile.arm == "infantry" and going.allowance(state, unit)
    ]
    first = sorted(ways)[:3]
    return sum(first) / len(first) if first else 0.0


def _holds(unit: Unit, shape: tuple[Point, ...]) -> bool:
    return counts(unit.profile) and near_polygon(unit.base, shape, sheet.HOLD_CM * 1000)


def pull(goals: Sequence[Goal], unit: Unit, point: Point) -> float:
    """How much a place helps towards the objectives: each centimetre nearer counts."""
    best = 0.0
    there, counting = unit.base.moved(*point), counts(unit.profile)
    for index, goal in enumerate(goals):
        far = (length((point, goal.point)) if unit.profile.arm == "boat" else goal.chart.far(point)) / 1000
        relieved = any(uid != unit.id for uid in goal.garrison)
        weight = SPARE if relieved else goal.weight
        if unit.profile.is_command:
            helps = 0.5 * (40.0 - max(0.0, far - 25.0) * 0.5)
        else:
            close = counting and near_polygon(there, goal.shape, sheet.HOLD_CM * 1000 - 500)
            helps = weight * (60.0 - far * 0.5 + (30.0 if close else 0.0))
        if index == 0 or helps > best:
            best = helps
    return best


def has_to_cross(state: State, unit: Unit) -> bool:
    """Whether what it wants most lies beyond deep water, and a bridge leads there."""
    if unit.profile.is_gun or unit.profile.arm == "boat":
        return False
    goals = wanted(state, unit.side)
    if not goals:
        return False
    here = unit.base.centre
    best = max(goals, key=lambda goal: pull((goal,), unit, here))
    return best.chart.leads(here) and bool(state.scene.water.along(here, best.point))
