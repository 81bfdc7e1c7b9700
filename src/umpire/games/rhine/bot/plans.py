"""What a unit could do with an activation, and what each way promises."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from umpire.battle.decisions import Route
from umpire.games.rhine import gauntlet
from umpire.games.rhine import plan as planning
from umpire.games.rhine.actions import places, routes
from umpire.games.rhine.bot import value
from umpire.games.rhine.model import CARRIED, MOVES, RESERVE, Plan, State, Unit
from umpire.table import Base

MOST_ROUTES = 12
"""So many ways of moving are weighed."""


COMING_ON = 4.0
"""What it is worth to have one more unit on the table."""


class Promise(NamedTuple):
    """A kind of plan, the way it goes, and what it is worth."""

    kind: str
    route: Route | None
    worth: float


def best(state: State, unit: Unit, kinds: Sequence[str] | None = None) -> Promise:
    """The plan that promises most."""
    weigher = Weigher(state, unit)
    found = [weigher.weigh(kind) for kind in (planning.kinds(state, unit) if kinds is None else kinds)]
    return max(found, key=lambda each: each.worth, default=Promise("hold", None, 0.0))


def outlook(state: State, unit: Unit, pull: value.Pull) -> tuple[str, float]:
    """What an activation is likely to be worth, without looking at every way: a shot from here, or a move on."""
    start = planning.first_place(state, unit)
    if start is None:
        return "hold", 0.0
    shot = value.best_shot(state, unit, False) if unit.on_table else 0.0
    gain = 0.0
    if unit.place == CARRIED or unit.place == RESERVE or routes.can_move(state, unit):
        gain = pull.gain(unit, start.centre, routes.allowance(unit, "move"))
        if not unit.on_table:
            gain += COMING_ON
    if shot > 0 and planning.fires_moving(state, unit):
        return ("fire", shot) if gain < 1 else ("move and fire", 0.85 * shot + gain)
    return ("move", gain) if gain > shot else ("fire", shot)


def best_route(state: State, unit: Unit, routes: Sequence[Route], fires: bool, kind: str) -> tuple[float, Route]:
    """Of these ways the one that promises most, the enemy's reaction on the way counted."""
    weigher = Weigher(state, unit)
    return weigher.best_way(routes, fires, kind) or (float("-inf"), routes[0])


class Weigher:
    """Weighs the plans of one unit; what it finds out about a place it remembers."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state = state
        self.unit = unit
        self.pull = value.Pull(state, unit.side)
        self.threats: dict[Base, float] = {}
        self.routes: dict[str, list[Route]] = {}
        stays = unit.on_table
        self.here = self.lure(unit.base) - self.threat(unit.base) if stays else 0.0

    def lure(self, base: Base) -> float:
        """What standing there is worth: objectives and cover."""
        return self.pull.at(self.unit, base.centre) + value.cover(self.state, self.unit, base)

    def threat(self, base: Base) -> float:
        """What the enemy could do there."""
        found = self.threats.get(base)
        if found is None:
            found = self.threats[base] = value.threat(self.state, self.unit, base)
        return found

    def weigh(self, kind: str) -> Promise:
        state, unit = self.state, self.unit
        if kind == "hold":
            return Promise(kind, None, 0.0)
        if kind == "fire":
            return Promise(kind, None, value.best_shot(state, unit, False))
        if "smoke" in kind or kind == "assault":
            return Promise(kind, None, 0.1)
        action = next(each for each in planning.KINDS[kind][0] if each in MOVES)
        if action not in self.routes:
            self.routes[action] = places.offered(state, unit, action)[:MOST_ROUTES]
        routes = self.routes[action]
        fires_after, fires_before = kind == "move+fire", kind == "fire+move"
        worth = value.best_shot(state, unit, True) if fires_before else 0.0
        top = self.best_way(routes, fires_after)
        return Promise(kind, top[1], worth + top[0]) if top is not None else Promise(kind, None, -1.0)

    def best_way(self, routes: Sequence[Route], fires: bool, kind: str = "") -> tuple[float, Route] | None:
        """The way that promises most, and how much; the first of them if several do. None if there is none.

        With the kind of move the enemy's best reaction on the way is counted. It only takes away, as does what he could
        do in the end, and both cost much to work out: so that is done for a way only while it may still be the best.
        """
        ends = [self.unit.base.placed(*route.end, route.facing) for route in routes]
        open_ways = [(-self.hope(end, fires), index, 0) for index, end in enumerate(ends)]
        heapify(open_ways)
        while open_ways:
            less, index, known = heappop(open_ways)
            if known == 0:
                less += self.threat(ends[index])
            elif known == 1 and kind:
                less += self.risk(routes[index], kind)
            else:
                return -less, routes[index]
            heappush(open_ways, (less, index, known + 1))
        return None

    def hope(self, end: Base, fires: bool) -> float:
        """What it is worth to go there, and to fire from there, if nobody does anything about it."""
        state, unit = self.state, self.unit
        worth = self.lure(end) - self.here
        if fires:
            shooter = unit if unit.on_table else unit.put_down(end)
            worth += value.best_shot(state, shooter, True, end)
        return worth

    def risk(self, route: Route, action: str) -> float:
        """What the enemy's best reaction on the way would cost."""
        state, unit = self.state, self.unit
        plan = Plan(unit.id, (action,), route.path, route.facing)
        mover = unit if unit.on_table else unit.put_down(unit.base.placed(*route.path[0], route.facing))
        answer = gauntlet.best_answer(state, mover, plan)
        return answer.stops * value.worth(state, unit) if answer is not None else 0.0
