"""The move itself: along its path, test by test, as far as the enemy's trigger point or its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from umpire.battle.decisions import Route
from umpire.battle.words import tidy, way
from umpire.dice import Procedure
from umpire.games.rhine import field, sheet
from umpire.games.rhine.actions import standing, terrain
from umpire.games.rhine.actions.routes import allowance, clear_way, legs, rate_rule, start_base
from umpire.games.rhine.deploy import bring_in
from umpire.games.rhine.model import CARRIED, RESERVE, TABLE, State, Unit, other
from umpire.table import Base, Point, ahead, length, on_table, point_at


class Walk(NamedTuple):
    """A move under way: how much of its path is done, and what ground it has tested."""

    unit: str
    path: tuple[Point, ...]
    facing: int
    """How it will face at the end."""
    kind: str
    gone: float = 0.0
    tested: tuple[str, ...] = ()
    halted: bool = False
    start: Base | None = None
    """How it stood before it moved."""
    enters: bool = False
    """It comes from reserve."""


def base_at(unit: Unit, path: Sequence[Point], gone: float) -> Base:
    """RHINE-MOVE-13: the base of a unit after this much of a path, facing along the leg; before it moves, as it is."""
    if gone <= 0 and unit.base.centre == path[0]:
        return unit.base
    point, heading = point_at(path, gone)
    return unit.base.placed(point.x, point.y, heading if legs(path) else unit.base.facing)


def start_walk(state: State, unit_id: str, path: tuple[Point, ...], facing: int, kind: str) -> Walk:
    """RHINE-MOVE-01, TRN-03, ACT-12: a move begins; who was carried gets out first, a reserve comes to the edge."""
    unit = state.units[unit_id]
    enters, carried = unit.place == RESERVE, unit.place == CARRIED
    base = start_base(unit, Route(path, facing))
    if carried:
        name = state.units[unit.carried_by].name
        state.put(unit.put_down(base), f"{unit.name} gets out of {name}", "RHINE-TRN-03")
    elif enters:
        bring_in(state, unit_id, base)
        state.tell("move", f"{unit.name} enters the table", "RHINE-ACT-12", unit_id)
    if legs(path):
        words = f"{unit.name} moves {tidy(length(path))} in {way(path[0], path[-1])}"
        state.tell("move", words, rate_rule(unit, kind), unit_id)
    elif facing != base.facing:
        state.tell("move", f"{unit.name} turns on the spot", "RHINE-MOVE-13", unit_id)
    return Walk(unit_id, path, facing, kind, start=base, enters=enters)


def walk_to(state: State, walk: Walk, upto: float, arrive: bool = True) -> Procedure[Walk]:
    """Takes a unit along its path to this length, testing ground where its base first touches it.

    RHINE-MOVE-13, TERR-10, 11: at the end of the path it takes its final facing, unless `arrive` is False: then it
    still faces along the path, for a reaction at that point. A failed test halts it; so does an enemy who has come
    into its way since the move was declared (MOVE-14).
    """
    if walk.halted:
        return walk
    unit = state.units[walk.unit]
    start = walk.start or unit.base
    whole = length(walk.path)
    upto = min(upto, whole)
    arrives = arrive and upto >= whole
    if not legs(walk.path) and walk.facing == start.facing and not unit.bogged:
        return walk._replace(gone=upto)
    limit, enemy = _clear_to(state, unit, walk, start, upto)
    for touch in tests_ahead(state, unit, walk):
        if touch.at > limit or not (touch.at < upto or arrives):
            break
        _set_down(state, walk, base_at(state.units[walk.unit].at(start), walk.path, _short_of(touch.at)))
        passed = yield from terrain.roll(state, walk.unit, touch)
        if not passed:
            return _halted(state, walk, touch.at)
        walk = walk._replace(gone=max(walk.gone, touch.at), tested=(*walk.tested, *touch.pieces))
    if enemy and limit < upto:
        halts = "runs into" if walk.kind == "assault" else f"halts {sheet.ENEMY_CLEARANCE} inch short of"
        text = f"{unit.name} {halts} {state.units[enemy].name}"
        state.tell("move", text, "RHINE-MOVE-14", walk.unit, enemy)
        return _halted(state, walk, limit)
    walk = walk._replace(gone=upto)
    if arrives:
        come_to_rest(state, walk)
    else:
        _set_down(state, walk, base_at(unit.at(start), walk.path, upto))
    return walk


def tests_ahead(state: State, unit: Unit, walk: Walk) -> list[terrain.Touch]:
    """What is still to be tested on the way; who is bogged down tests that first. What has since come to lie behind
    it, a wreck, is not."""
    found = terrain.tests(state, unit, walk.start or unit.base, walk.path, walk.facing)
    mired = terrain.bogged_in(state, unit)
    if mired is not None:
        found = [mired, *[touch for touch in found if touch.at > 0 or not set(touch.pieces) <= set(mired.pieces)]]
    return [touch for touch in found if touch.at >= walk.gone and not set(touch.pieces) <= set(walk.tested)]


def _clear_to(state: State, unit: Unit, walk: Walk, start: Base, upto: float) -> tuple[float, str]:
    """How far the enemies, as they stand now, let the unit go on."""
    here = point_at(walk.path, walk.gone)[0]
    rest = [here, *_corners_after(walk.path, walk.gone)]
    limit, enemy = clear_way(state, unit, start.moved(*here), rest, walk.facing, walk.kind)
    return (upto, "") if walk.gone + limit >= upto else (walk.gone + limit, enemy)


def _corners_after(path: Sequence[Point], gone: float) -> list[Point]:
    found: list[Point] = []
    done = 0.0
    for p, q in legs(path):
        done += length((p, q))
        if done > gone:
            found.append(q)
    return found


def _short_of(at: float) -> float:
    """Just before a corner of the path, so that a unit halted there has not yet turned."""
    return max(0.0, at - 0.25)


def _set_down(state: State, walk: Walk, base: Base) -> None:
    state.put(state.units[walk.unit].at(base))


def _halted(state: State, walk: Walk, at: float) -> Walk:
    """RHINE-TERR-11: the move is over. A reserve that did not get wholly onto the table waits for another chance."""
    walk = walk._replace(gone=at, halted=True)
    come_to_rest(state, walk)
    unit = state.units[walk.unit]
    if walk.enters and not on_table(unit.base, *state.content.size):
        for rider in state.passengers(unit.id):
            state.put(rider._replace(place=RESERVE))
        waits = unit._replace(place=RESERVE, bogged=False)
        state.put(waits, f"{unit.name} does not get onto the table", "RHINE-TERR-11")
    return walk


_STEP, _TO_CONTACT = 100.0, 1.0
"""How finely the way to a free place is searched, in thousandths; an assault goes up to the very base of an enemy."""


def come_to_rest(state: State, walk: Walk) -> None:
    """RHINE-MOVE-14: a unit stops where it is on its path; where it may not stand, back before that.

    At the end of the path it takes its final facing, if there is room for that. Who is stopped while it enters the
    table, other than by the ground, still comes wholly onto it.
    """
    unit = state.units[walk.unit]
    if unit.place == TABLE:
        _set_down(state, walk, resting_place(state, unit, walk))


def resting_place(state: State, unit: Unit, walk: Walk) -> Base:
    """Where a unit comes to rest that stops as far along its path as it has come."""
    start = walk.start or unit.base
    places = _resting_places(unit.at(start), walk)
    return next((base for base in places if _may_rest(state, unit, walk, start, base)), start)


def _resting_places(unit: Unit, walk: Walk) -> Iterator[Base]:
    """Where a unit may come to rest, best first: at the end of its way, or ever farther back toward where it began."""
    end = unit.base.placed(*walk.path[-1], walk.facing)
    if walk.gone >= length(walk.path) and not walk.halted:
        yield end
    gone = walk.gone
    if walk.enters and not walk.halted:
        while gone < length(walk.path):
            yield base_at(unit, walk.path, gone)
            gone += _STEP
        yield end
    gone = walk.gone
    while gone > 0:
        yield base_at(unit, walk.path, _short_of(gone) if walk.halted else gone)
        gone -= _TO_CONTACT if walk.kind == "assault" else _STEP


def _may_rest(state: State, unit: Unit, walk: Walk, start: Base, base: Base) -> bool:
    """RHINE-MOVE-14, 15, TERR-14: on nobody, on the table, not in closed ground, an inch from enemies.

    The end of a path has been looked at when it was declared. Elsewhere a base may stick out where it only swings as
    it turns into a leg; whoever stops there has not made that turn.
    """
    if standing.on_somebody(state, unit, base) is not None:
        return False
    if not (walk.enters and walk.halted) and not on_table(base, *state.content.size):
        return False
    if base.centre != walk.path[-1] and standing.in_closed_ground(state, unit, base) is not None:
        return False
    if walk.kind == "assault":
        return True
    return all(
        standing.clear_of(base, enemy.base) or field.apart(base, enemy.base) >= field.apart(start, enemy.base)
        for enemy in state.of(other(unit.side))
    )


# --- Falling back ------------------------------------------------------------------------------------------------


def fall_back(state: State, unit_id: str) -> Procedure[bool]:
    """Option `broken_falls_back` (RHINE-MOR-08): at once a rapid move straight to the own edge; True if it stays.

    Whom it takes to the edge of the table is off it. Closed ground, a failed test or an enemy in the way ends it.
    """
    unit = state.units[unit_id]
    if terrain.stuck_in(state, unit):
        return True
    heading = state.content.baseline[unit.side]
    here = unit.base.centre
    far = allowance(unit, "rapid")
    leaves = not on_table(unit.base.turned(heading).moved(*ahead(here, heading, far)), *state.content.size)
    if leaves:
        far = max(0, _to_edge(state, unit, heading))
    end = ahead(here, heading, far)
    stopped, _ = terrain.closed_ahead(state, unit, (here, end))
    blocked = stopped < length((here, end))
    if blocked and stopped <= 1:
        return True  # no room even to turn that way
    if blocked:
        end = ahead(here, heading, stopped - 1)
    path = (here, end) if end != here else (here,)
    state.tell("move", f"{unit.name} falls back", "RHINE-MOR-08", unit_id)
    walk = yield from walk_to(state, Walk(unit_id, path, heading, "rapid", start=unit.base), length(path))
    return blocked or walk.halted or not leaves


def _to_edge(state: State, unit: Unit, heading: int) -> int:
    """How far a base facing its own edge can go until it is flush with it."""
    width, depth = state.content.size
    x, y = unit.base.centre
    room = {0: depth - y, 90: width - x, 180: y, 270: x}[heading]
    return room - unit.base.depth // 2
