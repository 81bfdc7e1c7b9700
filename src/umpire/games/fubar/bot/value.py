"""What figures, volleys and places are worth to a side, in points of the force lists.

Volleys that are chosen are weighed by exact odds; ways of moving, of which there are many, by a quick estimate that
uses the same scores and saves.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, exp
from typing import Any, NamedTuple

from umpire.battle.decisions import Call, Inputs
from umpire.dice.offered import BadInput
from umpire.games.fubar import field, needs, scoring, sheet
from umpire.games.fubar.actions import aim, damage
from umpire.games.fubar.actions.places import edge_point, works
from umpire.games.fubar.house import House
from umpire.games.fubar.model import State
from umpire.games.fubar.offered import PROCEDURES
from umpire.games.fubar.units import Unit, Weapon
from umpire.table import Base, Point, length
from umpire.table.memo import KEPT

VICTORY_POINT = 14.0
"""What a victory point counts against points of the force lists."""
MARKER = 0.12
"""What share of a figure's worth a suppression marker takes."""
FEAR = 0.16
"""How much of what the enemy could do to a unit counts against a place."""
ADVANCE = 1.2
"""What each inch is worth by which a unit comes nearer to where its weapons tell."""
SPARE = 0.2
"""How much of an objective's worth draws further units when others are nearer."""
FAR = 40_000

_OFFERED = {offered.name: offered for offered in PROCEDURES}


# --- Units ---------------------------------------------------------------------------------------------------


def figure_worth(unit: Unit) -> float:
    """The average worth of a fit figure of a unit."""
    active = unit.active
    return sum(figure.profile.points for figure in active) / len(active) if active else 0.0


def worth(state: State, unit: Unit) -> float:
    """What losing a whole unit costs its side."""
    value = float(sum(figure.profile.points for figure in unit.active))
    value += 0.7 * sum(worth(state, rider) for rider in state.passengers(unit.id)) if unit.profile.seats else 0.0
    return value + VICTORY_POINT * _prize(state, unit)


def _prize(state: State, unit: Unit) -> float:
    """Victory points for its loss."""
    found = 0.0
    for score in state.content.scoring:
        if score.side == unit.side:
            continue
        counts = {"destroyed": True, "vehicle": unit.is_vehicle, "leader": unit.leader is not None}
        if counts.get(score.kind):
            found += score.points
    return found


# --- Volleys by exact odds -----------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def _means(house: House, procedure: str, inputs: Inputs) -> tuple[tuple[str, float], ...]:
    if procedure == "fire" and _large(dict(inputs)):
        return _guessed(house, dict(inputs))
    try:
        odds = _OFFERED[procedure].odds(house, dict(inputs))
    except BadInput:  # more kinds of dice and figures than can be worked out
        return _guessed(house, dict(inputs))
    if procedure == "fire":
        return (("killed", float(odds.mean("killed"))), ("suppressed", float(odds.mean("suppressed"))))
    if procedure == "vehicle_fire":
        gone = float(odds.p(result="destroyed") + odds.p(result="wrecked"))
        return (("gone", gone), ("hurt", float(odds.p(result="damaged"))))
    name = next(iter(odds)).__class__._fields[0]
    return (("passed", float(odds.p(**{name: True}))),)


def _large(inputs: dict[str, Any]) -> bool:
    """Whether exact odds of a volley would take longer than a bot may think: many hits on each of many kinds."""
    groups, targets = inputs["groups"], inputs["targets"]
    dice = sum(group[0] for group in groups)
    kinds = len(dict.fromkeys(targets)) * len(dict.fromkeys(group[2] for group in groups))
    return dice > 3 * len(targets) or kinds > 4 or dice > 24


def _guessed(house: House, inputs: dict[str, Any]) -> tuple[tuple[str, float], ...]:
    """About what a volley does that is too large for exact odds."""
    through, stopped = 0.0, 0.0
    targets = inputs["targets"]
    for dice, score, mark in inputs["groups"]:
        for armour, cover, *_ in targets:
            hits = dice * (7 - min(6, max(2, score))) / 6 / len(targets)
            for save in needs.saves_against(house, mark, armour, cover):
                kept = hits * (1.0 if save <= 1 else (7 - min(6, save)) / 6)
                stopped += kept
                hits -= kept
            through += hits
    killed = len(targets) * (1.0 - exp(-through / len(targets)))
    return (("killed", killed), ("suppressed", min(len(targets) - killed, stopped)))


def chance(state: State, call: Call) -> float:
    """The chance that a roll passes or a unit activates."""
    return dict(_means(state.house, call.procedure, call.inputs)).get("passed", 0.5)


def call_value(state: State, call: Call, target: Unit) -> float:
    """What a volley promises, by its exact odds."""
    means = dict(_means(state.house, call.procedure, call.inputs))
    if call.procedure == "vehicle_fire":
        return means["gone"] * worth(state, target) + means["hurt"] * 0.25 * worth(state, target)
    if call.procedure != "fire":
        return 0.0
    each = figure_worth(target)
    left = max(1, len(target.active))
    finishing = VICTORY_POINT * _prize(state, target) * min(1.0, means["killed"] / left) ** 2
    return means["killed"] * each + means["suppressed"] * MARKER * each + finishing


# --- The quick estimate --------------------------------------------------------------------------------------


class Arms(NamedTuple):
    """A weapon as a unit brings it to bear: how far, how many dice, and what changes its score."""

    range: int
    fp: int
    mark: str
    change: int


def arms(state: State, unit: Unit, moving: bool, aimed: bool = False) -> list[Arms]:
    """The weapons a unit could fire, each figure with its best."""
    found: list[Arms] = []
    mode = aim.Mode(moving=moving and not unit.is_vehicle, aimed=aimed)
    for figure in unit.active:
        if figure.left:
            continue
        shift = int(field.suppressed(state, figure)) - int(aimed)
        for slot in aim.slots(state, unit, figure, mode):
            able = [index for index in slot if figure.profile.weapons[index].cls != "G"] or slot
            index = max(able, key=lambda each: _strength(figure.profile.weapons[each]))
            weapon = figure.profile.weapons[index]
            unskilled = sheet.TO_HIT["unskilled"].amount if aim.unskilled(figure, weapon) else 0
            extra = shift + unskilled + (sheet.TO_HIT["sniper"].amount if weapon.sniper else 0)
            found.append(Arms(aim.reach(state, unit, weapon), weapon.fp, weapon.mark, extra))
    return found


def _strength(weapon: Weapon) -> float:
    return weapon.fp * {"": 1.0, "*": 0.8, "**": 1.6, "***": 1.5, "**,*": 1.3}[weapon.mark] + weapon.range / 40_000


def estimate(state: State, carried: list[Arms], here: Base, target: Unit, limit: int = 0) -> float:
    """About what these weapons would do to a target from a place that sees it."""
    nearest = min(target.active, key=lambda other: field.apart(here, other.base))
    far = field.apart(here, nearest.base)
    covered = bool(field.cover_at(state, nearest.base.centre)) or target.weave
    base = needs.hit_number(state.house, field.level(target), cover=int(covered), ground=target.ground).value
    through, marked, used = 0.0, 0.0, 0
    for weapon in sorted(carried, key=lambda each: -each.fp):
        if weapon.range < far or (limit and used >= limit):
            continue
        used += 1
        score = min(6, max(2, base + weapon.change - (1 if covered and weapon.mark == "***" else 0)))
        hits = weapon.fp * (7 - score) / 6
        stopped = _stopped(state, weapon.mark, target)
        through += hits * (1 - stopped)
        marked += hits * stopped
    return _harm(state, target, through, marked)


def _stopped(state: State, mark: str, target: Unit) -> float:
    if target.is_vehicle:
        save = needs.hull_save(state.house, damage.hull_save(target), mark)
    else:
        saves = needs.saves_against(state.house, mark, target.active[0].profile.armour, None)
        save = saves[0] if saves else None
    if save is None:
        return 0.0
    return 1.0 if save <= 1 else (7 - min(6, save)) / 6


def _harm(state: State, target: Unit, through: float, marked: float) -> float:
    if target.is_vehicle:
        gone = 1.0 - exp(-through / 12)
        return gone * worth(state, target) + (1.0 - exp(-through / 2)) * 0.2 * worth(state, target)
    left = len(target.active)
    killed = left * (1.0 - exp(-through / left))
    each = figure_worth(target)
    finishing = VICTORY_POINT * _prize(state, target) * (killed / left) ** 3
    return killed * each + min(left, marked) * MARKER * each + finishing


def best_target(state: State, unit: Unit, here: Base, moving: bool, aimed: bool = False, limit: int = 0) -> float:
    """About what the best volley from a place promises."""
    return _best(state, unit, arms(state, unit, moving, aimed), here, limit)


def _best(state: State, unit: Unit, carried: list[Arms], here: Base, limit: int) -> float:
    if not carried:
        return 0.0
    reach = max(weapon.range for weapon in carried)
    best = 0.0
    for enemy in state.enemies(unit.side):
        if enemy.in_melee or not enemy.active:
            continue
        if field.apart(here, enemy.active[0].base) > reach + 8000:
            continue
        if sees_from(state, here, enemy, unit.flying):
            best = max(best, estimate(state, carried, here, enemy, limit))
    return best


def sees_from(state: State, here: Base, enemy: Unit, aloft: bool = False) -> bool:
    """Whether one of the first figures of an enemy is seen from a place: enough to weigh by."""
    active = enemy.active
    some = (active[0], active[-1]) if len(active) > 1 else active
    return any(
        field.sees(state, here, other.base, field.exposed(state, enemy, other), aloft or enemy.flying) for other in some
    )


# --- Places --------------------------------------------------------------------------------------------------


class Scene:
    """A unit and what could shoot at it: what each enemy carries is worked out once."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state = state
        self.unit = unit
        self.mine: dict[tuple[bool, bool], list[Arms]] = {}
        self.foes: list[tuple[Unit, list[Arms], int, Base]] = []
        for enemy in state.enemies(unit.side):
            if enemy.in_melee or not enemy.active or enemy.broken:
                continue
            carried = arms(state, enemy, False)
            if carried:
                self.foes.append((enemy, carried, max(each.range for each in carried), enemy.active[0].base))

    def threat(self, here: Base, cover: bool) -> float:
        """About what the enemy could do to the unit if it stood there, by fire."""
        total = 0.0
        unit = self.unit
        placed = unit.with_figures([figure._replace(base=here) for figure in unit.active[:1]])
        for enemy, carried, reach, eye in self.foes:
            if field.near(eye, here, reach + 4000) and field.sees(
                self.state, eye, here, (), unit.flying or enemy.flying
            ):
                total += estimate(self.state, carried, eye, placed)
        return total * (0.75 if cover else 1.0)

    def contact(self) -> bool:
        """Whether an enemy could come into range within a move."""
        carried = arms(self.state, self.unit, False)
        reach = max((each.range for each in carried), default=0) + 10_000
        return any(field.near(self.unit.active[0].base, eye, reach) for _, _, _, eye in self.foes)

    def shot(self, here: Base, moving: bool, aimed: bool = False, limit: int = 0) -> float:
        """About what the best volley of the unit from a place promises."""
        key = (moving, aimed)
        if key not in self.mine:
            self.mine[key] = arms(self.state, self.unit, moving, aimed)
        return _best(self.state, self.unit, self.mine[key], here, limit)


class Pull:
    """What draws a side's units: objectives, edges to leave by, enemies to get at."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.left = max(1, state.content.file.turns - state.turn + 1)
        self.urgent = min(1.0, state.turn / state.content.file.turns)
        self.goals = [(goal.point, goal.points * VICTORY_POINT) for goal in state.content.objectives]
        self.near: dict[Point, list[tuple[float, str]]] = {}
        for point, _ in self.goals:
            spots = [(length((point, each.active[0].base.centre)), each.id) for each in state.of(seat) if each.active]
            self.near[point] = sorted(spots)
        self.held = [scoring.holder(state, goal) == seat for goal in state.content.objectives]
        self.foes = [enemy.active[0].base.centre for enemy in state.enemies(seat) if enemy.active]
        self.reach: dict[str, int] = {}

    def at(self, unit: Unit, point: Point) -> float:
        """What it is worth to be there."""
        total = 0.0
        for index, (goal, prize) in enumerate(self.goals):
            rank = next((at for at, (_, name) in enumerate(self.near[goal]) if name == unit.id), 9)
            share = 1.0 if rank < 2 else SPARE
            far = length((goal, point))
            total += prize * share * max(0.0, 1 - far / FAR)
            if far <= 3_400:
                total += prize * share * ((0.5 if self.held[index] else 0.8) + self.urgent)
        total += self._enemy(unit, point) + self._porter(unit, point) + self._edge(unit, point)
        return total + self._sapper(unit, point)

    def _sapper(self, unit: Unit, point: Point) -> float:
        """Sappers are drawn to what their side has points for."""
        prize = sum(
            score.points
            for score in self.state.content.scoring
            if score.kind in ("breached", "disabled") and score.side in ("", self.seat)
        )
        if not prize:
            return 0.0
        spots = works(self.state, unit)
        far = min((length((spot, point)) for spot in spots), default=float(FAR))
        return 2.0 * VICTORY_POINT * prize * max(0.0, 1 - far / FAR)

    def _enemy(self, unit: Unit, point: Point) -> float:
        """Who has short arms wants to get near."""
        if any(figure.profile.porter for figure in unit.active):
            return 0.0
        if unit.id not in self.reach:
            carried = arms(self.state, unit, True)
            self.reach[unit.id] = max((weapon.range for weapon in carried), default=8_000)
        reach = self.reach[unit.id]
        if not self.foes:
            return 0.0
        far = min(length((point, spot)) for spot in self.foes)
        return -ADVANCE * max(0.0, far - min(reach, 24_000) * 0.7) / 1000

    def _porter(self, unit: Unit, point: Point) -> float:
        if not self.state.content.crates or not any(figure.profile.porter for figure in unit.active):
            return 0.0
        home = self.state.content.baseline[self.seat]
        if any(figure.crate for figure in unit.active):
            far = length((point, edge_point(self.state, point, home)))
        else:
            far = min(length((goal.point, point)) for goal in self.state.content.objectives)
        return 2.0 * VICTORY_POINT * len(unit.active) * max(0.0, 1 - far / FAR)

    def _edge(self, unit: Unit, point: Point) -> float:
        """FUBAR-VIC-01: what leaving by an edge promises who stands there: its points, if it obeys often enough."""
        edges, points = self.state.content.exits.get(self.seat, ()), self.exit_points(unit)
        if not points or not edges:
            return 0.0
        far = min(length((point, edge_point(self.state, point, edge))) for edge in edges)
        return VICTORY_POINT * points * self._obeys(unit, far / self._step(unit))

    def exit_points(self, unit: Unit) -> int:
        """The points for leaving with all aboard."""
        scoring = self.state.content.scoring
        each = sum(score.points for score in scoring if score.kind == "exit" and score.side in ("", self.seat))
        return each * (1 + (len(self.state.passengers(unit.id)) if unit.profile.seats else 0))

    def _step(self, unit: Unit) -> int:
        """How far a unit goes with one activation."""
        chassis = sheet.CHASSIS.get(unit.profile.chassis)
        return chassis.open if chassis is not None else sheet.MOVES["run"]

    def _obeys(self, unit: Unit, often: float) -> float:
        """The chance that a unit obeys so often in the turns to come; between whole numbers by the straight line."""
        turns = self.left - 1
        likely = (7 - sheet.LEVELS[unit.active[0].profile.level].activation) / 6
        below = int(often)
        if below >= turns:
            return 0.0
        each = [comb(turns, k) * likely**k * (1 - likely) ** (turns - k) for k in range(turns + 1)]
        least = sum(each[below + 1 :])
        return least + each[below] * (1 - (often - below))
