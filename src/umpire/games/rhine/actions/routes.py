"""What a move may be: how far, from where, over what ground, past whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

from umpire.battle.decisions import Refused, Route
from umpire.battle.words import tidy
from umpire.games.rhine import field, sheet
from umpire.games.rhine.actions import standing, terrain, transport
from umpire.games.rhine.model import CARRIED, RESERVE, TABLE, State, Unit, other
from umpire.table import Base, Point, bearing, box_around, length, on_table, sweep_hits_base, unit_vector

_COLUMN = {"move": 0, "assault": 0, "rapid": 1, "rapid_road": 2}
"""The columns of the movement table; an assault is a normal move."""

Leg = tuple[Point, Point]


def allowance(unit: Unit, kind: str) -> int:
    """RHINE-MOVE-01 to 10: how far a unit goes with this kind of move, in thousandths of an inch."""
    rate = sheet.movement_rate(unit.profile.cls, unit.profile.fast)
    return (rate.normal, rate.rapid, rate.road)[_COLUMN[kind]] * 1000


def rate_rule(unit: Unit, kind: str) -> str:
    """RHINE-MOVE-02 to 10: the line of the movement table for a unit and a kind of move."""
    return sheet.movement_rate(unit.profile.cls, unit.profile.fast).rules[_COLUMN[kind]]


def can_move(state: State, unit: Unit) -> bool:
    """RHINE-TERR-13, MOR-05: whether a unit on the table could move at all."""
    return unit.ready and not terrain.stuck_in(state, unit)


def check_move(state: State, unit: Unit, route: Route, kind: str) -> Refused | None:
    """Why this move is not allowed; None if it is (RHINE-ERR-01, 02).

    RHINE-MOVE-13: it may end facing anywhere, and may be no more than a turn on the spot.
    """
    path = route.path
    refusal = _check_start(state, unit, route, kind) or _check_length(state, unit, path, kind)
    if refusal is not None or (len(path) == 1 and unit.on_table and route.facing == unit.base.facing):
        return refusal
    end = unit.base.placed(*path[-1], route.facing)
    return (
        _check_table(state, unit, path, end)
        or _check_ground(state, unit, route)
        or standing.on_somebody(state, unit, end)
        or _check_enemies(state, unit, route, end, kind)
    )


# --- From where, how far -----------------------------------------------------------------------------------------


def _check_start(state: State, unit: Unit, route: Route, kind: str) -> Refused | None:
    """RHINE-TERR-13, TRN-03, ACT-12: a path begins where the unit stands, gets out, or enters the table."""
    start = route.path[0]
    if unit.place == TABLE:
        if start != unit.base.centre:
            return Refused(f"the path of {unit.name} must begin where it stands.", "RHINE-MOVE-12")
        ground = terrain.stuck_in(state, unit)
        if ground:
            name = terrain.name_of(state, ground)
            return Refused(f"{unit.name} cannot move: {name} is closed to it.", "RHINE-TERR-13")
        return None
    if unit.place == CARRIED:
        if kind != "move":
            return Refused(f"{unit.name} may only move normally when it gets out.", "RHINE-TRN-03")
        return transport.check_place(state, unit, start_base(unit, route), "RHINE-TRN-03")
    if unit.place == RESERVE:
        return _check_entry(state, unit, route)
    return Refused(f"{unit.name} is not there to move.", "RHINE-ACT-12")


def _check_entry(state: State, unit: Unit, route: Route) -> Refused | None:
    """RHINE-ACT-12: a reserve enters from turn 2 on, with a move from any point of its own edge."""
    if unit.carried_by:
        return Refused(f"{unit.name} enters in its transport.", "RHINE-ACT-12")
    if state.turn < sheet.FIRST_ENTRY:
        return Refused(f"{unit.name} may not enter before turn {sheet.FIRST_ENTRY}.", "RHINE-ACT-12")
    if not on_own_edge(state, unit.side, route.path[0]):
        return Refused(f"{unit.name} must enter at its own edge of the table.", "RHINE-ACT-12")
    return None


def on_own_edge(state: State, seat: str, point: Point) -> bool:
    """Whether a point lies on the edge of the table where a side comes from."""
    width, depth = state.content.size
    home = state.content.baseline[seat]
    if not (0 <= point.x <= width and 0 <= point.y <= depth):
        return False
    return {0: point.y == depth, 90: point.x == width, 180: point.y == 0, 270: point.x == 0}[home]


def start_base(unit: Unit, route: Route) -> Base:
    """The base at the beginning of a path: as it stands, or, coming onto the table, facing the way it goes."""
    if unit.place == TABLE:
        return unit.base
    path = route.path
    ahead = next((point for point in path if point != path[0]), None)
    return unit.base.placed(*path[0], route.facing if ahead is None else bearing(path[0], ahead))


def _check_length(state: State, unit: Unit, path: Sequence[Point], kind: str) -> Refused | None:
    """RHINE-MOVE-11, 12: no longer than the rate, along the path of the centre; the road rate on road alone."""
    far, allowed = length(path), allowance(unit, kind)
    if kind == "rapid_road" and not terrain.on_road_all_the_way(state, path):
        allowed = allowance(unit, "rapid")
        if too_long(far, allowed):
            words = f"its centre must stay on the road to go farther than {tidy(allowed)} in"
            return Refused(f"{unit.name}: {words}.", "RHINE-MOVE-11")
    if too_long(far, allowed):
        return Refused(f"{unit.name} goes up to {tidy(allowed)} in, not {ceil(far - 0.001) / 1000:g}.", "RHINE-MOVE-12")
    return None


def too_long(far: float, allowed: int) -> bool:
    """Lengths are compared in whole thousandths of an inch."""
    return far >= allowed + 0.5


def _check_table(state: State, unit: Unit, path: Sequence[Point], end: Base) -> Refused | None:
    """RHINE-MOVE-15: no move leaves the table; who enters is wholly on it at the end."""
    width, depth = state.content.size
    bases = [end]
    if unit.place != RESERVE:
        bases += [unit.base.placed(q.x, q.y, bearing(p, q)) for p, q in legs(path)]
    off = any(not (0 <= point.x <= width and 0 <= point.y <= depth) for point in path)
    if off or any(not on_table(base, width, depth) for base in bases):
        return Refused(f"the path of {unit.name} leaves the table.", "RHINE-MOVE-15")
    return None


# --- Over what ---------------------------------------------------------------------------------------------------


def _check_ground(state: State, unit: Unit, route: Route) -> Refused | None:
    """RHINE-TERR-02, 14: nobody enters ground closed to it; no die is rolled."""
    _, piece = terrain.closed_ahead(state, unit, route.path, route.facing)
    if not piece:
        return None
    rule = terrain.closed_by(state.content, piece, terrain.mobility(unit.profile))
    return Refused(f"{unit.name} may not enter {terrain.name_of(state, piece)}.", rule)


# --- Past whom ---------------------------------------------------------------------------------------------------


def legs(path: Sequence[Point]) -> list[Leg]:
    return [(p, q) for p, q in pairwise(path) if p != q]


def _check_enemies(state: State, unit: Unit, route: Route, end: Base, kind: str) -> Refused | None:
    """RHINE-MOVE-14: through friends, but nobody comes within an inch of an enemy, unless to assault him."""
    start = start_base(unit, route)
    clear = 0 if kind == "assault" else standing.CLEAR
    for enemy in _near_path(state, unit, route.path, clear):
        room = _room(start, enemy, clear)
        near = any(_comes_near(start, p, q, route.facing, enemy, room) for p, q in legs(route.path))
        if near or field.apart(end, enemy.base) * 10 < room:
            words = "pass over" if kind == "assault" else f"come within {sheet.ENEMY_CLEARANCE} inch of"
            return Refused(f"{unit.name} would {words} {enemy.name}.", "RHINE-MOVE-14")
    return None


def _near_path(state: State, unit: Unit, path: Sequence[Point], clear: int) -> Iterator[Unit]:
    west, south, east, north = box_around(path, unit.base.reach + clear)
    for enemy in state.of(other(unit.side)):
        x, y, reach = enemy.base.x, enemy.base.y, enemy.base.reach
        if west - reach <= x <= east + reach and south - reach <= y <= north + reach:
            yield enemy


def _room(start: Base, enemy: Unit, clear: int) -> int:
    """How far from an enemy a unit stays: who is nearer already may at least go away."""
    return min(clear, field.apart(start, enemy.base) * 10)


def _comes_near(start: Base, p: Point, q: Point, facing: int, enemy: Unit, room: int) -> bool:
    """Whether a leg brings a base nearer to an enemy than this, however it turns on its way (RHINE-MOVE-12)."""
    margin = room - 5  # distances are told in hundredths
    if not sweep_hits_base(start, p, q, enemy.base, margin):
        return False
    return all(sweep_hits_base(start, p, q, enemy.base, margin, way) for way in (start.facing, facing))


def clear_way(
    state: State, unit: Unit, start: Base, path: Sequence[Point], facing: int, kind: str = "move", grain: int = 1
) -> tuple[float, str]:
    """RHINE-MOVE-14: how far along a path the enemies let a unit go, and who stops it; "" if nobody does.

    `start` is its base where the path begins, turned as it was before it moved; its own may have turned into the way.
    That is worked out to the thousandth, or to a coarser `grain`.
    """
    clear = 0 if kind == "assault" else standing.CLEAR
    limit, who = length(path), ""
    for enemy in _near_path(state, unit, path, clear):
        room = max(_room(start, enemy, clear), _room(unit.base, enemy, clear))
        done = 0.0
        for p, q in legs(path):
            if done >= limit:
                break
            if _comes_near(start, p, q, facing, enemy, room):
                met = done + _free_part(start, p, q, facing, enemy, room, grain)
                if met < limit:
                    limit, who = met, enemy.id
                break
            done += length((p, q))
    return limit, who


def _free_part(start: Base, p: Point, q: Point, facing: int, enemy: Unit, room: int, grain: int) -> float:
    """How much of a leg can be gone before it brings a base too near to an enemy."""
    vx, vy = unit_vector(p, q)
    free, over = 0, int(length((p, q)))
    while over - free > grain:
        middle = (free + over) // 2
        there = Point(round(p.x + vx * middle), round(p.y + vy * middle))
        if _comes_near(start, p, there, facing, enemy, room):
            over = middle
        else:
            free = middle
    return float(free)
