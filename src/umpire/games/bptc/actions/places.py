"""Where to go: the routes offered for a move, for people, bots and the random player."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from umpire.battle.decisions import Place, Refused, Route
from umpire.battle.preview import Preview
from umpire.battle.words import does
from umpire.games.bptc import field, going
from umpire.games.bptc.actions import forced
from umpire.games.bptc.actions.movement import Terms, Way, allowance, check_move, farthest, plan_move
from umpire.games.bptc.figures import preview
from umpire.games.bptc.model import State, Unit
from umpire.table import XY, Point, affordable, ahead, bearing, length, snap, unit_vector
from umpire.table.bearings import direction

ROUND = (180, 150, 210, 120, 240, 90, 270, 0)
"""All round, from straight ahead to straight back, as turns from the bearing of the own base edge."""

_CLEAR = 200
"""How far before the water a unit that waits to cross stands, in thousandths."""


def stay(unit: Unit) -> Route:
    return Route((unit.base.centre,), unit.base.facing)


def rough(state: State, unit: Unit, heading: int, most: int) -> Route:
    """As far as the ground lets a unit go on a bearing; other units and what stops it are not looked at."""
    here = unit.base.centre
    far = ahead(here, heading, most)
    dx, dy = going.leading(unit.base.turned(heading), here, far) if far != here else (0.0, 0.0)
    track = ((here.x + dx, here.y + dy), (far.x + dx, far.y + dy))
    able = affordable(track, state.scene.going, going.price(state.scene, unit), most)
    end = ahead(here, heading, max(0.0, able - 1))
    return Route((here, end) if end != here else (here,), heading)


def goals(state: State, unit: Unit) -> list[Point]:
    """Where there is something to go for: objectives, bridges on the way to them, and the nearest enemies."""
    seen = field.by_distance(state, unit)[:2]
    found = [*objectives(state), *bridgeheads(state, unit), *(enemy.base.centre for _, enemy in seen)]
    return [goal for goal in found if goal != unit.base.centre]


def objectives(state: State) -> list[Point]:
    """The middles of what is to be held."""
    found: list[Point] = []
    for objective in state.content.objectives:
        feature = state.scene.features.get(objective.target)
        if objective.kind == "hold" and feature is not None:
            across = [point.x for point in feature.shape]
            along = [point.y for point in feature.shape]
            found.append(Point((min(across) + max(across)) // 2, (min(along) + max(along)) // 2))
    return found


def bridgeheads(state: State, unit: Unit) -> list[Point]:
    """Where a unit stands before a bridge that is up, all of it on the bank, to either side."""
    found: list[Point] = []
    for built in state.constructions:
        if built.kind == "bridge" and not built.destroyed:
            sine, cosine = direction(built.base.facing)
            out = (built.base.depth + unit.base.depth) / 2 + _CLEAR
            for way in (out, -out):
                found.append(Point(built.base.x + snap(sine * way), built.base.y + snap(cosine * way)))
    return found


def proposals(state: State, unit: Unit, terms: Terms) -> list[Way]:
    """Ways worth going: to objectives, to enemies, all round; as far as there is room, facing where they lead."""
    found: list[Way] = []
    here = unit.base.centre
    most = farthest(state, unit, terms)
    for goal in goals(state, unit):
        far = min(most, int(length((here, goal))))
        vector = unit_vector(here, goal)
        found += _runs(state, unit, vector, (far, far * 2 // 3), terms, bearing(here, goal))
    home = state.baseline_bearing(unit.side)
    for turn in ROUND:
        heading = (home + turn) % 360
        found += _runs(state, unit, direction(heading), (most,), terms, heading)
    return found


def _runs(state: State, unit: Unit, vector: XY, lengths: Sequence[int], terms: Terms, facing: int) -> list[Way]:
    return forced.straights(state, unit, vector, lengths, unit.base.facing if terms.prolonge else facing, terms)


def drawn(state: State, unit: Unit, terms: Terms, rng: Random) -> Route:
    """One such place at random, without working out the others."""
    here = unit.base.centre
    most = terms.allowed
    heading = (state.baseline_bearing(unit.side) + ROUND[int(rng.random() * len(ROUND))]) % 360
    places = objectives(state)
    if places and rng.random() < 0.5:
        goal = places[int(rng.random() * len(places))]
        if goal != here:
            heading = bearing(here, goal)
            most = min(most, int(length((here, goal))))
    route = rough(state, unit, heading, most if rng.random() < 0.6 else most // 2)
    return Route(route.path, unit.base.facing if terms.prolonge or rng.random() < 0.3 else heading)


def move_decision(state: State, unit: Unit, rule: str, terms: Terms) -> Place:
    """Where does it go? The answer is checked by `check_move`."""

    clear: list[Route] = []

    def check(route: Route) -> Refused | None:
        return None if route in clear else check_move(state, unit, route, terms)

    def offered() -> list[Route]:
        ways = proposals(state, unit, terms)
        # A way is planned as it is made: one that nothing stops need not be looked at again.
        clear[:] = [Route(way.path, way.facing) for way in ways if not way.stop]
        return list(dict.fromkeys([Route(way.path, way.facing) for way in ways]))

    most = farthest(state, unit, terms)
    by_road = f", {most / 1000:g} along the road" if most > terms.allowed else ""
    return Place(
        unit.side,
        f"Where {does(unit.name)} go? (up to {terms.allowed / 1000:g} cm{by_road})",
        rule,
        unit.id,
        check,
        offered,
        reach=most,
        stand=stay(unit),
        draw=lambda rng: drawn(state, unit, terms, rng),
        preview=lambda route: _shown(state, unit, route, terms),
        allowance=lambda route: allowance(state, unit, route.path, terms),
    )


def _shown(state: State, unit: Unit, route: Route, terms: Terms) -> Preview:
    """A unit where its move would bring it: the ground may stop it before."""
    way = plan_move(state, unit, route, terms)
    if isinstance(way, Refused):
        return preview(unit.at(unit.base.placed(*route.end, route.facing)), way.sentence)
    there = unit.at(unit.base.placed(*way.path[-1], way.facing))
    if not way.stop:
        return preview(there)
    return preview(there, f"stops at {state.scene.features[way.stop].name}")
