"""What units, shots and places are worth to a side, in points of the force lists."""

from __future__ import annotations

from functools import lru_cache

from umpire.battle.decisions import Call, Inputs
from umpire.dice import Odds, solve
from umpire.games.rhine import ending, field, procedures, sheet
from umpire.games.rhine.actions import fire
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.house import House
from umpire.games.rhine.model import State, Unit, other
from umpire.games.rhine.offered import PROCEDURES
from umpire.games.rhine.spoken import OUT
from umpire.table import Base, Point, ahead, bearing, length

BROKEN_SHARE = 0.6
"""How much of a unit's worth is gone while it is Broken."""
MARKER_SHARE = 0.35
"""How much is gone when all but the last marker lie on it."""
VICTORY_POINT = 35.0
"""What a victory point counts against points of the force lists."""
_OFFERED = {offered.name: offered for offered in PROCEDURES}
SPARE = 0.15
"""How much of an objective's worth draws further units when others hold it already."""
FEAR = 0.45
"""How much of what the enemy could do to a unit counts against a place."""


def worth(state: State, unit: Unit) -> float:
    """What losing this unit costs its side: its points, those it carries, and the break of its battlegroup."""
    value = float(max(unit.profile.points, 5))
    value += 0.6 * sum(each.profile.points for each in state.passengers(unit.id))
    side = state.sides[unit.side]
    left = max(1.0, float(side.start_bp * state.house.break_fraction) - side.lost_bp)
    value *= 1.0 + min(2.0, 1.5 * unit.profile.break_points / left)
    return value + VICTORY_POINT * sum(rule.points for rule in state.content.file.kill if rule.cls == unit.profile.cls)


# --- Shots ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=50_000)
def share(house: House, procedure: str, inputs: Inputs) -> float:
    """The share of its target's worth a shot takes, by exact odds."""
    given = dict(inputs)
    before, morale = given["markers"], given["morale"]
    weights = solve(getattr(procedures, procedure), house, *given.values())
    total = 0.0
    for hit, weight in weights.pairs:
        if hit.result in OUT:
            total += weight
        else:
            broken = hit.result == "broken"
            total += weight * (_shaken(hit.markers, morale, broken) - _shaken(before, morale, before >= morale))
    return total / weights.total


def _shaken(markers: int, morale: int, broken: bool) -> float:
    return BROKEN_SHARE if broken else MARKER_SHARE * markers / morale


def call_value(state: State, call: Call, target: Unit) -> float:
    """What the attack an option offers is worth."""
    if call.procedure in ("fire_at_vehicle", "fire_at_foot"):
        return share(state.house, call.procedure, call.inputs) * worth(state, target)
    # Without a limit, so that what one call needs is kept for the next: many are of the same shots.
    offered = _OFFERED[call.procedure]
    odds = Odds(solve(offered.procedure, state.house, *offered.read(dict(call.inputs))))
    taken = {"broken": BROKEN_SHARE, "standing": MARKER_SHARE / 4} | dict.fromkeys(OUT, 1.0)
    return worth(state, target) * sum(taken.get(fate, 0.0) * float(p) for fate, p in odds.by("target").items())


def shot_value(state: State, firing: Firing) -> float:
    return call_value(state, fire.call(state, firing), firing.target)


def best_shot(state: State, shooter: Unit, moving: bool, base: Base | None = None) -> float:
    """The most a unit can hope for with one shot, from where it stands or from somewhere else."""
    best = 0.0
    for target_id, weapon in fire.shots(state, shooter, moving, base):
        best = max(best, shot_value(state, Firing(shooter, state.units[target_id], weapon, moving, base=base)))
    return best


# --- Places --------------------------------------------------------------------------------------------------


def threat(state: State, unit: Unit, base: Base) -> float:
    """What the enemy could do to a unit that stands there: his two best shots, as far as he has tokens or turns."""
    fear = FEAR
    if state.turn >= state.content.file.turns:
        fear *= min(1.0, state.sides[other(unit.side)].pool / 3)
    if not fear:
        return 0.0
    dangers: list[float] = []
    for enemy in state.of(other(unit.side)):
        if enemy.broken or not field.sees(state, enemy.base, base, (unit.id,)):
            continue
        ways = [Firing(enemy, unit, weapon, at=base) for weapon in range(len(enemy.profile.weapons))]
        values = [shot_value(state, firing) for firing in ways if fire.why_not(state, firing) is None]
        if values:
            dangers.append(max(values))
    dangers.sort(reverse=True)
    return fear * sum(dangers[:2])


class Pull:
    """What draws the units of a side over the table: objectives, lines to cross, the enemy."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        left = state.content.file.turns - state.turn
        urgency = 1.0 + 2.0 / (1.0 + left)
        self.goals: list[tuple[Point, float]] = []
        self.holders: list[list[str]] = []
        for goal in state.content.objectives:
            self.goals.append((goal.point, goal.points * VICTORY_POINT * urgency / 2))
            here = field.spot(goal.point)
            held = [
                unit.id
                for unit in state.of(seat)
                if unit.ready and field.rounded_within(unit.base, here, sheet.OBJECTIVE_RADIUS * 1000)
            ]
            self.holders.append(held if ending.holder(state, goal) == seat else [])
        self.lines = [
            (rule.toward, round(rule.line * 1000), rule.points * VICTORY_POINT * urgency / 2)
            for rule in state.content.file.breakthrough
            if rule.side == seat
        ]
        self.enemies = [unit.base.centre for unit in state.of(other(seat))]

    def at(self, unit: Unit, point: Point) -> float:
        """How good it is to be there, without looking at fire."""
        best = 0.0
        for (goal, worth), held in zip(self.goals, self.holders, strict=True):
            if any(each != unit.id for each in held):
                worth *= SPARE
            far = max(0.0, length((point, goal)) - sheet.OBJECTIVE_RADIUS * 1000)
            best = max(best, worth * _near(far))
        if unit.profile.cls != "APC":
            for toward, line, worth in self.lines:
                best = max(best, worth * _near(max(0.0, _short_of(point, toward, line))))
        if self.enemies and unit.profile.weapons:
            near = min(length((point, enemy)) for enemy in self.enemies)
            best += 6.0 * _near(max(0.0, near - _likes(unit)))
        return best

    def gain(self, unit: Unit, here: Point, far: int) -> float:
        """How much better a straight move towards something could make it, whatever lies between."""
        now, best = self.at(unit, here), 0.0
        wanted = [goal for goal, _ in self.goals] + self.enemies[:1]
        for toward, line, _ in self.lines:
            wanted.append(Point(here.x, line) if toward in ("north", "south") else Point(line, here.y))
        for goal in wanted:
            if goal != here:
                end = ahead(here, bearing(here, goal), min(far, length((here, goal))))
                best = max(best, self.at(unit, end) - now)
        return best


def _near(mils: float) -> float:
    """1 when there, falling to nothing some way off."""
    return max(0.0, 1.0 - mils / 60_000) ** 2


def _short_of(point: Point, toward: str, line: int) -> float:
    along = point.y if toward in ("north", "south") else point.x
    return float(line - along if toward in ("north", "east") else along - line)


def _likes(unit: Unit) -> int:
    """How near to the enemy a unit wants to be."""
    if unit.profile.is_foot:
        return 11_000
    return 13_000 if any(weapon.is_atgm for weapon in unit.profile.weapons) else 20_000


def cover(state: State, unit: Unit, base: Base) -> float:
    """A little for standing where shots are harder."""
    if field.in_fortification(state, base):
        return 4.0 if unit.profile.is_foot else 2.0
    return 2.0 if field.shelter(state.content, base) else 0.0
