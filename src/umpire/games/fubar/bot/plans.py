"""What a unit could do with an action, and what each thing promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Route
from umpire.games.fubar import field, sheet
from umpire.games.fubar.actions import going, indirect, marching, melee, sapper
from umpire.games.fubar.actions.going import DRIVE
from umpire.games.fubar.actions.places import Planner, ways
from umpire.games.fubar.bot import brawl, dangers, value
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Base

MOST_WAYS = 14

GUARD = 0.45
"""What share of a volley's worth a reaction promises: the enemy has to move first."""


class Promise(NamedTuple):
    key: str
    route: Route | None
    worth: float


class Weigher:
    """Weighs the actions of one unit; what it finds out about a place it remembers."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state = state
        self.unit = unit
        self.pull = value.Pull(state, unit.side)
        self.scene = value.Scene(state, unit)
        self.lead = marching.guide(unit)
        self.seen: dict[Base, float] = {}
        self.shots: dict[tuple[Base, bool], float] = {}
        self.here = self.place(self.lead.base)

    def place(self, base: Base) -> float:
        """What standing there is worth: objectives and cover, less what the enemy could do."""
        found = self.seen.get(base)
        if found is None:
            cover = field.cover_at(self.state, base.centre) != ""
            found = self.pull.at(self.unit, base.centre)
            found -= value.FEAR * (1.3 - 0.6 * self.pull.urgent) * self.scene.threat(base, cover)
            self.seen[base] = found
        return found

    def shot(self, base: Base, moving: bool, limit: int = 0) -> float:
        key = (base, moving)
        found = self.shots.get(key)
        if found is None:
            found = self.shots[key] = self.scene.shot(base, moving, limit=limit)
        return found

    def best(self, keys: Sequence[str]) -> Promise:
        found = [self.weigh(key) for key in keys]
        return max(found, key=lambda each: each.worth, default=Promise(keys[0], None, 0.0))

    def weigh(self, key: str) -> Promise:
        what, _, target = key.partition(":")
        state, unit = self.state, self.unit
        if what == "on_guard":
            still = self.shot(self.lead.base, False)
            watch = max(still, 0.5 * _firepower(state, unit) if self.scene.contact() else 0.0)
            return Promise(key, None, GUARD * watch)
        if what == "aimed":
            return Promise(key, None, self.scene.shot(self.lead.base, False, aimed=True))
        if what == "fire":
            return Promise(key, None, self.shot(self.lead.base, False))
        if what in ("walk", "run", "duck_weave", "ground", DRIVE):
            return self._way(what)
        if what == "assault":
            return Promise(key, None, assault_worth(state, unit, state.units[target]))
        if what in ("indirect", "call"):
            return Promise(key, None, best_point(state, unit, what)[1])
        if what == "sapper":
            return Promise(
                key, None, max((task_worth(state, unit, task) for task in sapper.tasks(state, unit)), default=0)
            )
        if what == "leave":
            return Promise(key, None, self._leaving())
        return Promise(key, None, -1.0)

    def _leaving(self) -> float:
        crates = sum(figure.crate for figure in self.unit.active)
        if crates:
            return 3 * value.VICTORY_POINT * crates
        points = self.pull.exit_points(self.unit)
        keep = 0.4 * sum(f.profile.points for f in self.unit.active) * (self.pull.left - 1) / 4
        return value.VICTORY_POINT * points - keep

    def _way(self, kind: str) -> Promise:
        planner = Planner(self.state, self.unit, kind)
        routes = ways(self.state, planner)[:MOST_WAYS] if kind != "ground" else []
        best = Promise(kind, None, self._stay(kind))
        found = sorted(((self.way(kind, route), index) for index, route in enumerate(routes)), reverse=True)
        for worth, index in found:
            if worth <= best.worth:
                break
            route = routes[index]
            worth -= dangers.harm(self.state, self.unit, self.lead, route.path, kind)
            if worth > best.worth and planner.check(route) is None:
                best = Promise(kind, route, worth)
        return best

    def _stay(self, kind: str) -> float:
        if kind == "ground":
            danger = self.scene.threat(self.lead.base, True)
            return 0.12 * danger
        if kind == "walk" or kind == DRIVE:
            return 0.98 * self.shot(self.lead.base, True)
        return -1.0

    def way(self, kind: str, route: Route) -> float:
        """What it is worth to go there, and to fire if the move lets them."""
        base = self.lead.base.placed(*route.end, self.lead.base.facing)
        worth = self.place(base) - self.here
        if kind == "walk":
            worth += self.shot(base, True)
        elif kind == DRIVE:
            spent = going.cost(self.state, self.unit, self.lead, route.path, kind)
            silent = isinstance(spent, going.Cost) and spent.silent
            far = sheet.CHASSIS[self.unit.profile.chassis].all_weapons
            few = isinstance(spent, going.Cost) and spent.used > far
            worth += 0.0 if silent else self.shot(base, True, 1 if few and self.unit.is_vehicle else 0)
        elif kind == "duck_weave":
            worth += 0.1 * self.scene.threat(base, True)
        else:
            worth -= 0.05 * self.scene.threat(base, False)
        return worth


def _firepower(state: State, unit: Unit) -> float:
    """What a unit could do to an enemy of the usual kind, to judge what watching is worth."""
    return 1.2 * sum(weapon.fp for weapon in value.arms(state, unit, False))


def task_worth(state: State, unit: Unit, task: sapper.Task) -> float:
    """What the work of a sapper promises, by the chance of his expertise."""
    what, _, target = task.key.partition(":")
    if what == "mines":
        return 4.0
    likely = (7 - sheet.LEVELS[unit.figure(task.figure).profile.level].expertise) / 6
    if what == "charge":
        return likely * 0.5 * value.worth(state, state.units[target])
    kinds = {"breach": ("breached", "intact"), "disable": ("disabled",)}.get(what, ())
    points = sum(s.points for s in state.content.scoring if s.kind in kinds and s.target == target)
    return likely * (value.VICTORY_POINT * points + (15.0 if what == "disable" else 3.0))


# --- Assaults ------------------------------------------------------------------------------------------------


def assault_worth(state: State, unit: Unit, target: Unit) -> float:
    """About what an assault gains and costs: the first fights, one to one, and who is left over helping."""
    mine, theirs = list(unit.active), list(target.active)
    total = 0.0
    fights = min(len(mine), len(theirs))
    for index in range(fights):
        gain, loss = _fight(state, unit, mine[index], target, theirs[index])
        total += gain - 0.8 * loss
    if len(mine) > fights:
        total *= 1.25 if total > 0 else 0.9
    elif len(theirs) > fights:
        total -= 2.0 * (len(theirs) - fights)
    if target.is_vehicle:
        total = 0.15 * value.worth(state, target) - 0.05 * value.worth(state, unit)
    guarded = 0.3 * value.estimate(state, value.arms(state, target, False), theirs[0].base, unit) if target.guard else 0
    return total - guarded


def _fight(state: State, unit: Unit, figure: Figure, target: Unit, foe: Figure) -> tuple[float, float]:
    a, b = melee.Fighter(unit.id, figure.id), melee.Fighter(target.id, foe.id)
    wins, loses = brawl.chances(melee.bonus(state, a, b).value - melee.bonus(state, b, a).value, 1, 1)
    gain = wins * (1 - brawl.saved(foe, figure)) * foe.profile.points
    return gain, loses * (1 - brawl.saved(figure, foe)) * figure.profile.points


# --- Indirect fire -------------------------------------------------------------------------------------------


def best_point(state: State, unit: Unit, how: str) -> tuple[Route | None, float]:
    """The point that promises most for the unit's mortar, or for its call of artillery."""
    if how == "indirect":
        figure, index = indirect.mortars(unit)[0]
        barrel = indirect.barrel(state, unit, figure, index)
    else:
        figure = indirect.caller(unit)
        kinds = indirect.missions(state, unit.side)
        barrel = indirect.battery(unit, figure, kinds[-1])
    best: tuple[Route | None, float] = (None, -1.0)
    for point in indirect.points(state, unit):
        if not field.near(figure.base, field.spot(point), barrel.range):
            continue
        under = indirect.covered(state, (point.x, point.y), indirect.radius(state, barrel))
        worth = 0.0
        for name, figures in under.items():
            other = state.units[name]
            each = value.figure_worth(other) or 1.0
            killed = min(len(figures), len(figures) * barrel.fp * 0.35)
            if other.is_vehicle:
                killed *= 0.2
            worth += killed * each * (1.0 if other.side != unit.side else -1.5)
        worth *= 0.55
        if worth > best[1]:
            best = (Route((point,), 0), worth)
    return best
