"""Where to go: the routes offered for a move, for people, bots and the random player."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from umpire.battle.decisions import Place, Refused, Route
from umpire.battle.words import does, sentence
from umpire.games.commander.ways import shortened
from umpire.games.fwc import field
from umpire.games.fwc.actions import pace
from umpire.games.fwc.actions.movement import check_move, check_taken, strays
from umpire.games.fwc.model import State, Unit
from umpire.table import Base, Point, affordable, ahead, bearing, length, overlap, point_at
from umpire.table.convex import segment_gap2

ROUND = (180, 150, 210, 120, 240, 90, 270, 0)
"""All round, from straight ahead to straight back, as turns from the bearing of the own baseline."""


def straight(state: State, unit: Unit, heading: int, allowed: int) -> Route:
    """As far as the ground lets a unit go on a bearing with this much movement; other units are not looked at."""
    here = unit.base.centre
    far = ahead(here, heading, allowed)
    if not unit.airborne:
        used, stopped_at, _ = pace.path_cost(state, unit, (here, far))
        if stopped_at is not None or used > allowed:
            able = affordable((here, far), *pace.going(state, unit), allowed)
            far = ahead(here, heading, max(0.0, able - 1))
    return Route((here, far) if far != here else (here,), heading)


def stay(unit: Unit) -> Route:
    return Route((unit.base.centre,), unit.base.facing)


def goals(state: State, unit: Unit) -> list[Point]:
    """Where there is something to go for: objectives and the nearest enemies."""
    seen = field.by_distance(state, unit)[:3]
    found = [*state.content.goals, *(enemy.base.centre for _, enemy in seen)]
    return [goal for goal in found if goal != unit.base.centre]


def proposals(state: State, unit: Unit, allowed: int) -> list[Route]:
    """Places worth going to, not yet checked: objectives, enemies, all round."""
    found: list[Route] = []
    here = unit.base.centre
    for goal in goals(state, unit):
        far = min(allowed, int(length((here, goal))))
        heading = bearing(here, goal)
        found.append(straight(state, unit, heading, far))
        found.append(straight(state, unit, heading, far * 2 // 3))
    home = state.baseline_bearing(unit.side)
    for turn in ROUND:
        found.append(straight(state, unit, (home + turn) % 360, allowed))
        found.append(straight(state, unit, (home + turn) % 360, allowed // 2))
    return found


def by_road(state: State, unit: Unit, allowed: int, far: int) -> list[Route]:
    """FWC-MOV-08: so far both ways by the roads a unit stands on, if that is farther than it may go elsewhere."""
    found: list[Route] = []
    if far <= allowed:
        return found
    here = unit.base.centre
    under = state.content.going.at(here)
    for road, line in state.content.roads:
        if road not in under:
            continue
        for course in (line, line[::-1]):
            path = shortened(_from_here(here, course), far)
            if length(path) > allowed and pace.limit_for(state, unit, path, allowed) == far:
                found.append(Route(path, point_at(path, far)[1]))
    return found


def _from_here(here: Point, line: Sequence[Point]) -> tuple[Point, ...]:
    """What is ahead of a point on a line that it stands beside."""
    gaps = [segment_gap2(here.x, here.y, p.x, p.y, q.x, q.y) for p, q in pairwise(line)]
    return (here, *line[gaps.index(min(gaps)) + 1 :])


def drawn(state: State, unit: Unit, allowed: int, far: int, rng: Random) -> Route:
    """One such place at random, without working out the others or what the ground costs; by road it may be so far."""
    here = unit.base.centre
    if far > allowed and rng.random() < 0.25:
        ways = by_road(state, unit, allowed, far)
        if ways:
            return ways[int(rng.random() * len(ways))]
    heading = (state.baseline_bearing(unit.side) + ROUND[int(rng.random() * len(ROUND))]) % 360
    if state.content.goals and rng.random() < 0.5:
        goal = state.content.goals[int(rng.random() * len(state.content.goals))]
        if goal != here:
            heading = bearing(here, goal)
            allowed = min(allowed, int(length((here, goal))))
    if rng.random() >= 0.4:
        allowed = int(allowed * rng.random())
    end = ahead(here, heading, allowed)
    return Route((here, end) if end != here else (here,), heading)


def making_room(routes: Sequence[Route], base: Base, taken: Sequence[Base]) -> list[Route]:
    """Those routes, cut short before places that others are to take; left out where that leaves nothing."""
    if not taken:
        return list(routes)
    found: list[Route] = []
    for route in routes:
        path, far = route.path, length(route.path)
        heading = route.facing
        while far > 0 and any(overlap(base.moved(*path[-1]).turned(heading), each) for each in taken):
            far -= base.depth
            path, heading = shortened(route.path, max(0.0, far)), point_at(route.path, max(0.0, far))[1]
        if far > 0:
            found.append(Route(path, heading))
    return found


def move_decision(
    state: State,
    unit: Unit,
    rule: str,
    allowed: int | None = None,
    easy_going: bool = False,
    taken: Sequence[Base] = (),
    road: bool = True,
    wanted: Sequence[Base] = (),
    why: str = "",
) -> Place:
    """Where does it go? The answer is checked by `check_move`.

    With `easy_going` it may not move in dense terrain or obscurants: the order was not for that (FWC-CMD-18).
    `taken` are places that others of its formation are to take: no route may end there. Nor does one that is offered
    in those `wanted` by others who are yet to go; but who likes may be there before them. Without `road`
    it has left the road before: by road it comes no farther than elsewhere (FWC-MOV-08). `why` it is asked again.
    """
    most = pace.allowance(unit) if allowed is None else allowed
    reach = pace.farthest(state, unit, most) if road else most
    standing = stay(unit)

    def check(route: Route) -> Refused | None:
        refusal = strays(state, unit, route) if easy_going else None
        if refusal is None and taken and route != standing:
            refusal = check_taken(unit.base.placed(*route.end, route.facing), taken)
        return refusal if refusal is not None else check_move(state, unit, route, most, road=road)

    def prompt() -> str:
        again = f"{sentence(why)} Where {does(unit.name)} go instead?" if why else f"Where {does(unit.name)} go?"
        farther = f", {reach / 1000:g} cm by road" if reach > most else ""
        return f"{again} (up to {most / 1000:g} cm{farther})"

    kept = (*taken, *wanted)
    return Place(
        unit.side,
        prompt,
        rule,
        unit.id,
        check,
        lambda: making_room(proposals(state, unit, most) + by_road(state, unit, most, reach), unit.base, kept),
        reach=reach,
        stand=standing,
        draw=lambda rng: drawn(state, unit, most, reach, rng),
        allowance=lambda route: pace.limit_for(state, unit, route.path, most) if road else most,
    )
