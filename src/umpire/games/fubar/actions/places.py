"""Where a unit may go: the decision for the path of a move, good ways to offer, and what would come of one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from umpire.battle.decisions import Place, Preview, Refused, Route
from umpire.battle.view import figure_on
from umpire.battle.words import tidy
from umpire.games.fubar import field
from umpire.games.fubar.actions import going, marching
from umpire.games.fubar.actions.marching import March
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Unit
from umpire.table import Point, Terrain, ahead, bearing, length

SHORT = 300
"""A way shorter than this, in thousandths, is not worth offering."""


class Planner:
    """Plans of one unit for one kind of move, each worked out once."""

    def __init__(
        self,
        state: State,
        unit: Unit,
        kind: str,
        also: Callable[[March], Refused | None] | None = None,
        forced: bool = False,
    ) -> None:
        self.state = state
        self.unit = unit
        self.kind = kind
        self.also = also
        self.forced = forced
        self.known: dict[Route, March | Refused] = {}
        self.near = marching.around(state, unit)

    def plan(self, route: Route) -> March | Refused:
        found = self.known.get(route)
        if found is None:
            found = marching.plan(self.state, self.unit, route, self.kind, self.forced, self.near)
            if self.also is not None and not isinstance(found, Refused):
                found = self.also(found) or found
            self.known[route] = found
        return found

    def check(self, route: Route) -> Refused | None:
        found = self.plan(route)
        return found if isinstance(found, Refused) else None

    def may_lead(self, route: Route) -> bool:
        """Whether the guide itself may go so: a first sieve, for all figures are looked at only where it matters."""
        return marching.guide_refused(self.state, self.unit, route, self.kind, self.near) is None

    def preview(self, route: Route) -> Preview:
        """FUBAR-UNIT-03: where each figure would come to stand, and who would be a straggler."""
        return foreseen(self.unit, self.plan(route))


def foreseen(unit: Unit, found: March | Refused) -> Preview:
    """FUBAR-UNIT-03: where each figure would come to stand by a move, and who would be a straggler; or why not."""
    if isinstance(found, Refused):
        return Preview(lines=(found.sentence,))
    ended = marching.unit_at(found, unit, found.size)
    apart = [figure.id for figure in field.stragglers(ended)]
    figures = [
        figure_on(f.base, f.id, markers=("straggler",) if f.id in apart else (), name=f.profile.name)
        for f in ended.active
    ]
    lines = [f"{tidy(found.size)} in for who goes farthest"] if len(ended.active) > 1 else []
    if apart:
        lines.append(f"{len(apart)} would be out of cohesion")
    return Preview(figures=tuple(figures), lines=tuple(lines))


def route_decision(state: State, planner: Planner, prompt: str, rule: str) -> Place:
    """FUBAR-ORD-11: the path of the guide; all others follow, or are put by hand."""
    unit, kind = planner.unit, planner.kind
    first = marching.guide(unit)
    here = first.base.centre
    far = going.allowance(state, unit, first, kind)
    stand = Route((here,), first.base.facing)

    def draw(rng: Random) -> Route:
        turn = int(rng.random() * 360)
        reach = far * (0.25 + 0.75 * rng.random())
        end = ahead(here, turn, reach)
        return Route((here, end), first.base.facing if first.base.round else turn)

    def offered() -> list[Route]:
        return ways(state, planner)

    party = [figure.id for figure in marching.movers(unit) if figure.id != first.id]
    return Place(
        unit.side, prompt, rule, unit.id, planner.check, offered, "path", far, stand, draw, planner.preview, party
    )


# --- Good ways -----------------------------------------------------------------------------------------------


def ways(state: State, planner: Planner) -> list[Route]:
    """Ways worth weighing: toward objectives and enemies, into cover near by, back, and round the compass."""
    unit = planner.unit
    here = marching.guide(unit).base.centre
    far = going.allowance(state, unit, marching.guide(unit), planner.kind)
    if not far:
        return []
    found: list[Route] = []
    for goal in goals(state, unit):
        route = toward(state, planner, goal)
        if route is not None:
            found.append(route)
    for point in covers(state, here, far):
        route = straight(planner, here, point, far)
        if route is not None:
            found.append(route)
    for turn in range(0, 360, 45):
        route = straight(planner, here, ahead(here, turn, far), far)
        if route is not None:
            found.append(route)
    return list(dict.fromkeys(found))


def goals(state: State, unit: Unit) -> list[Point]:
    """Objectives, and the nearest enemies; for porters the crates and the way home."""
    here = marching.guide(unit).base.centre
    found = [goal.point for goal in state.content.objectives]
    enemies = [enemy for enemy in state.enemies(unit.side) if enemy.active]
    enemies.sort(key=lambda enemy: field.distance(unit.active, enemy.active))
    for enemy in enemies[:2]:
        nearest = min(enemy.active, key=lambda f: (f.base.x - here.x) ** 2 + (f.base.y - here.y) ** 2)
        found.append(nearest.base.centre)
    found += works(state, unit)
    for edge in state.content.exits.get(unit.side, ()):
        found.append(edge_point(state, here, edge))
    if any(figure.crate for figure in unit.active):
        found.append(edge_point(state, here, state.content.baseline[unit.side]))
    return found


def works(state: State, unit: Unit) -> list[Point]:
    """What sappers of a unit could do on this table: structures to breach, systems to disable."""
    able = [figure for figure in unit.active if figure.profile.has("sapper")]
    if not able or not state.house.sapper_rules:
        return []
    found = [s.point for s in state.content.systems if s.side != unit.side and s.id not in state.disabled]
    if any(figure.charges for figure in able):
        for name in state.content.structures:
            piece = state.content.ground.piece(name)
            if piece is not None and name not in state.breached:
                west, south, east, north = piece.bounds
                found.append(Point((west + east) // 2, (south + north) // 2))
    return found


def edge_point(state: State, here: Point, edge: int) -> Point:
    """The nearest point of an edge of the table."""
    width, depth = state.content.size
    return {
        0: Point(here.x, depth), 90: Point(width, here.y), 180: Point(here.x, 0), 270: Point(0, here.y)
    }[edge]  # fmt: skip


def covers(state: State, here: Point, far: int) -> list[Point]:
    """Points a little inside of the cover that could be reached."""
    found: list[Point] = []
    for piece in state.content.ground.pieces:
        feature = state.content.features[piece.id]
        if not feature.cover or feature.linear or feature.impassable:
            continue
        point = _into(piece, here)
        if length((here, point)) <= far:
            found.append(point)
    return found


def _into(piece: Terrain, here: Point) -> Point:
    """The point of a piece's box nearest to here, an inch inside it."""
    west, south, east, north = piece.bounds
    inset = min(1000, (east - west) // 3, (north - south) // 3)
    return Point(
        min(max(here.x, west + inset), east - inset),
        min(max(here.y, south + inset), north - inset),
    )


_SHARES = (1.0, 0.75, 0.5, 0.3)


def straight(planner: Planner, here: Point, goal: Point, far: int) -> Route | None:
    """As far toward a point as may be gone on a straight way."""
    whole = length((here, goal))
    if whole < SHORT:
        return None
    heading = bearing(here, goal)
    base = marching.guide(planner.unit).base
    for share in _SHARES:
        reach = min(whole, far) * share
        end = ahead(here, heading, reach) if reach < whole else goal
        route = Route((here, end), base.facing if base.round else heading)
        if length((here, end)) >= SHORT and planner.may_lead(route):
            return route
    return None


def toward(state: State, planner: Planner, goal: Point) -> Route | None:
    """As far toward a point as may be gone: straight, or round the corner of what is in the way."""
    here = marching.guide(planner.unit).base.centre
    first = marching.guide(planner.unit)
    far = going.allowance(planner.state, planner.unit, first, planner.kind)
    found = straight(planner, here, goal, far)
    best_left = length((found.end, goal)) if found is not None else length((here, goal))
    if found is not None and length(found.path) >= 0.7 * min(far, length((here, goal))):
        return found
    for corner in _corners(state, planner.unit, here, goal):
        route = _round(planner, here, corner, goal, far)
        if route is not None and length((route.end, goal)) < best_left - SHORT:
            best_left, found = length((route.end, goal)), route
    return found


def _corners(state: State, unit: Unit, here: Point, goal: Point) -> list[Point]:
    """Points just outside the corners of closed terrain that lies between here and there."""
    reach = marching.guide(unit).base.reach + 1200
    found: list[Point] = []
    for piece, _, _ in state.content.ground.along(here, goal):
        if not going.closed(state, unit, piece):
            continue
        west, south, east, north = piece.bounds
        found += [
            Point(west - reach, south - reach), Point(west - reach, north + reach), Point(east + reach, south - reach),
            Point(east + reach, north + reach),
        ]  # fmt: skip
    return found


def _round(planner: Planner, here: Point, corner: Point, goal: Point, far: int) -> Route | None:
    first = length((here, corner))
    if first < SHORT:
        return None
    if first >= far:
        return straight(planner, here, corner, far)
    rest = min(far - first, length((corner, goal)))
    heading = bearing(corner, goal) if corner != goal else 0
    base = marching.guide(planner.unit).base
    for share in _SHARES:
        end = ahead(corner, heading, rest * share)
        route = Route((here, corner, end), base.facing if base.round else heading)
        if planner.may_lead(route):
            return route
    return straight(planner, here, corner, far)
