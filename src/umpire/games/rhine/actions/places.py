"""Where to go: the routes offered for a move, for people, bots and the random player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from umpire.battle.decisions import Place, Refused, Route
from umpire.battle.words import tidy
from umpire.games.rhine.actions import terrain, transport
from umpire.games.rhine.actions.routes import (
    allowance,
    check_move,
    clear_way,
    legs,
    rate_rule,
)
from umpire.games.rhine.content import Content
from umpire.games.rhine.deploy import ENTRY_STEP, FINE_ENTRY_STEP, entry_points
from umpire.games.rhine.model import CARRIED, RESERVE, State, Unit, other
from umpire.table import Base, Point, ahead, bearing, closest_on, contacts, length, mils, point_at, unit_vector

MOST = 24
"""So many routes are offered at most."""

_ROUND = (180, 150, 210, 90, 270, 120, 240, 0, 30, 330)
"""All round, from straight ahead to straight back, as turns from the bearing of the own edge."""

_SHORTER = (0, 1500, 3000, 5000)
"""How much shorter a way is tried where others stand at its end."""

Path = tuple[Point, ...]


# --- Where a unit could want to go ---------------------------------------------------------------------------------


def offered(state: State, unit: Unit, kind: str) -> list[Route]:
    """A few good and legal routes: to objectives and enemies, into cover, along roads, all round, and away."""
    found: list[Route] = []
    foes = [enemy.base.centre for enemy in state.of(other(unit.side))]
    for start in _starts(state, unit):
        for path in _proposals(state, start, kind):
            route = _legal(state, unit, start, path, kind, foes)
            if route is not None and route not in found:
                found.append(route)
                if len(found) == MOST:
                    return found
    return found


def _starts(state: State, unit: Unit) -> list[Unit]:
    """The unit as it will stand when its move begins: where it is, or the places where it can come onto the table."""
    if unit.place == CARRIED:
        carrier = state.units[unit.carried_by]
        return [unit.put_down(base) for base in transport.places(state, unit, carrier.base)[:4]]
    if unit.place == RESERVE:
        return [unit.put_down(base) for base in _some_entries(state, unit)]
    return [unit]


def _some_entries(state: State, unit: Unit) -> list[Base]:
    """Up to four places to enter: the best, and others far apart along the edge."""
    bases = list(_entries(state, unit))
    return bases if len(bases) <= 4 else [bases[0], *bases[1 :: max(1, (len(bases) - 1) // 3)]][:4]


def _proposals(state: State, unit: Unit, kind: str) -> Iterator[Path]:
    """Ways worth going, best first; none of them checked yet."""
    here, allowed = unit.base.centre, allowance(unit, kind)
    if kind == "rapid_road":
        yield from _along_roads(state, unit, allowed)
        return
    goals = _goals(state, unit)
    for goal in goals:
        yield here, goal
    for shelter in _shelters(state, unit, allowed):
        yield here, shelter
    yield from _along_roads(state, unit, allowed)
    home = state.content.baseline[unit.side]
    for turn in _ROUND:
        yield here, ahead(here, (home + turn) % 360, allowed)
    for goal in goals:
        yield here, ahead(here, bearing(here, goal), min(allowed / 2, length((here, goal))))
    for turn in _ROUND[::2]:
        yield here, ahead(here, (home + turn) % 360, allowed / 2)


def _goals(state: State, unit: Unit) -> list[Point]:
    """Where there is something to go for: objectives, the nearest enemies, the ways over a river."""
    here = unit.base.centre
    found = [goal.point for goal in state.content.objectives]
    foes = [enemy.base.centre for enemy in state.of(other(unit.side))]
    found += sorted(foes, key=lambda foe: (_far2(foe, here), foe))[:3]
    found += [_middle(piece.bounds) for piece in state.content.crossings.pieces]
    return [goal for goal in dict.fromkeys(found) if goal != here]


def _far2(p: Point, q: Point) -> int:
    return (p.x - q.x) ** 2 + (p.y - q.y) ** 2


def _middle(box: tuple[int, int, int, int]) -> Point:
    west, south, east, north = box
    return Point((west + east) // 2, (south + north) // 2)


def _shelters(state: State, unit: Unit, allowed: int) -> Iterator[Point]:
    """Places just inside the nearest cover: into its middle, but no farther than a base is deep."""
    here = unit.base.centre
    content = state.content
    pieces = [piece for piece in content.sheltering.pieces if not content.features[piece.id].linear]
    pieces.sort(key=lambda piece: (_far2(_middle(piece.bounds), here), piece.id))
    for piece in pieces[:4]:
        middle = _middle(piece.bounds)
        far = length((here, middle))
        if not far:
            continue
        turned = unit.base.turned(bearing(here, middle))
        met = contacts(turned, unit_vector(here, middle), far, terrain=[piece])
        inside = (met[0].distance if met else 0.0) + unit.base.depth + 100
        if met and inside - unit.base.depth < allowed:
            yield ahead(here, bearing(here, middle), min(inside, far, allowed))


# --- Roads -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _road_lines(content: Content) -> tuple[Path, ...]:
    """The middle lines of the roads."""
    found: list[Path] = []
    for entry in content.file.terrain:
        if not content.features[entry.id].road:
            continue
        if entry.line is not None:
            found.append(tuple([Point(mils(x), mils(y)) for x, y in entry.line]))
        elif entry.area is not None:
            west, south, east, north = (mils(edge) for edge in entry.area)
            x, y = (west + east) // 2, (south + north) // 2
            upright = north - south >= east - west
            found.append((Point(x, south), Point(x, north)) if upright else (Point(west, y), Point(east, y)))
    return tuple(found)


def _along_roads(state: State, unit: Unit, allowed: int) -> Iterator[Path]:
    """To the nearest road and along it, both ways, as far as the move goes."""
    here = unit.base.centre
    for line in _road_lines(state.content):
        gone, off = closest_on(line, here)
        if off >= allowed:
            continue
        joint = point_at(line, gone)[0]
        left = allowed - length((here, joint)) - 1
        for far in (left, left * 0.6):
            for way in (_part(line, gone, gone + far), _part(line, gone, gone - far)):
                if len(way) > 1:
                    yield (here, *way) if here != way[0] else way


def _part(line: Path, start: float, end: float) -> Path:
    """The points of a line between two lengths, in the order gone."""
    end = min(max(end, 0.0), length(line))
    low, high = min(start, end), max(start, end)
    done = 0.0
    corners: list[Point] = []
    for p, q in legs(line):
        done += length((p, q))
        if low < done < high:
            corners.append(q)
    way = [point_at(line, low)[0], *corners, point_at(line, high)[0]]
    if start > end:
        way.reverse()
    return tuple([point for i, point in enumerate(way) if i == 0 or point != way[i - 1]])


# --- Making it legal -----------------------------------------------------------------------------------------------


def _legal(state: State, unit: Unit, start: Unit, path: Path, kind: str, foes: Sequence[Point]) -> Route | None:
    """The way as far as it can be gone: by the rate, the ground, the enemies; shorter if others stand at its end."""
    path = _short(path, float(allowance(unit, kind)))
    path = _short(path, terrain.closed_ahead(state, start, path)[0] - 1)
    path = _short(path, clear_way(state, start, start.base, path, start.base.facing, kind, _ROUGHLY)[0])
    far = length(path)
    for less in _SHORTER:
        if far - less <= 0:
            return None
        route = _facing_enemies(_short(path, far - less), start, foes)
        if check_move(state, unit, route, kind) is None:
            return route
    return None


_ROUGHLY = 100
"""How finely, in thousandths, it is worked out for an offer where an enemy stops a way."""


def _facing_enemies(path: Path, unit: Unit, foes: Sequence[Point]) -> Route:
    """A path that ends with the front to the nearest enemy."""
    end = path[-1]
    nearest = min(foes, key=lambda foe: (_far2(foe, end), foe), default=None)
    return Route(path, unit.base.facing if nearest is None else bearing(end, nearest))


def _short(path: Path, far: float) -> Path:
    """The first part of a path, no longer than this."""
    if far >= length(path):
        return path
    done = 0.0
    points = [path[0]]
    for p, q in legs(path):
        size = length((p, q))
        if done + size >= far:
            share = max(0.0, far - done)
            vx, vy = unit_vector(p, q)
            points.append(Point(p.x + int(vx * share), p.y + int(vy * share)))
            break
        points.append(q)
        done += size
    return tuple([point for i, point in enumerate(points) if i == 0 or point != points[i - 1]])


def draw(state: State, unit: Unit, kind: str, rng: Random) -> Route:
    """One such way at random, without working out the others; it may turn out not to be allowed."""
    start = unit
    if not unit.on_table:
        starts = _starts(state, unit)
        start = starts[int(rng.random() * len(starts))]
    here, allowed = start.base.centre, allowance(unit, kind)
    path: Path
    goals = state.content.objectives
    roll = rng.random()
    if kind == "rapid_road" or (roll < 0.15 and terrain.on_road(state, here)):
        ways = list(_along_roads(state, start, allowed))
        path = ways[int(rng.random() * len(ways))] if ways else (here,)
    elif roll < 0.5 and goals:
        path = (here, goals[int(rng.random() * len(goals))].point)
    else:
        home = state.content.baseline[unit.side]
        path = (here, ahead(here, (home + _ROUND[int(rng.random() * len(_ROUND))]) % 360, allowed))
    if not legs(path):
        return stay(state, start)
    path = _short(path, float(allowed))
    path = _short(path, terrain.closed_ahead(state, start, path)[0] - 1)
    path = _short(path, length(path) * (1.0 if rng.random() < 0.6 else 0.5))
    if not legs(path):
        return stay(state, start)
    foes = [enemy.base.centre for enemy in state.of(other(unit.side))]
    return _facing_enemies(path, start, foes)


# --- The decision ------------------------------------------------------------------------------------------------


def move_decision(state: State, unit: Unit, kind: str, prompt: str) -> Place:
    """Where does it go? The answer is checked by `check_move`. A passenger's path begins where it gets out, that of a
    reserve on its own edge."""
    known: dict[Route, Refused | None] = {}

    def check(route: Route) -> Refused | None:
        if route not in known:
            known[route] = check_move(state, unit, route, kind)
        return known[route]

    def legal() -> Sequence[Route]:
        routes = offered(state, unit, kind)
        known.update(dict.fromkeys(routes))
        return routes

    return Place(
        unit.side,
        f"{prompt} (up to {tidy(allowance(unit, kind))} in)",
        rate_rule(unit, kind),
        unit.id,
        check,
        legal,
        reach=allowance(unit, kind),
        stand=stay(state, unit),
        draw=lambda rng: draw(state, unit, kind, rng),
    )


def stay(state: State, unit: Unit) -> Route:
    """The least move: none; for who comes onto the table, just onto it."""
    if unit.place == RESERVE:
        base = entry(state, unit)
        route = _entering(state, unit, base) if base is not None else None
        assert route is not None, f"{unit.name} cannot enter"
        return route
    if unit.place == CARRIED:
        place = transport.room_beside(state, unit, state.units[unit.carried_by].base)
        assert place is not None, f"{unit.name} cannot get out"
        return Route((place.centre,), place.facing)
    return Route((unit.base.centre,), unit.base.facing)


# --- Entering the table --------------------------------------------------------------------------------------------


def entry(state: State, unit: Unit) -> Base | None:
    """RHINE-ACT-12: the best place on its own edge where a reserve can enter now, by road if there is one; or None."""
    return next(_entries(state, unit), None)


def _entries(state: State, unit: Unit) -> Iterator[Base]:
    inward = (state.content.baseline[unit.side] + 180) % 360
    shut = True
    for step in (ENTRY_STEP, FINE_ENTRY_STEP):
        for point in entry_points(state, unit.side, step) if shut else ():
            base = unit.base.placed(point.x, point.y, inward)
            if _entering(state, unit, base) is not None:
                shut = False
                yield base


_FARTHER_IN = 1000
"""How much farther in it is tried, in thousandths, where somebody stands at the edge."""


def _entering(state: State, unit: Unit, base: Base) -> Route | None:
    """The shortest way straight in, until the whole base is on the table, past friends who stand there (MOVE-14)."""
    for far in range(base.depth // 2 + 1, allowance(unit, "move") + 1, _FARTHER_IN):
        route = Route((base.centre, ahead(base.centre, base.facing, far)), base.facing)
        refusal = check_move(state, unit, route, "move")
        if refusal is None:
            return route
        if refusal.rule != "RHINE-MOVE-14":  # closed ground stays closed farther in
            break
    return None
