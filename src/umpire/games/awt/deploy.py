"""Set-up: unit by unit in turn, or all the rest at once (S0)."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Option, PickOne, Place, Preview, Refused, Route
from umpire.battle.options import Sieved
from umpire.battle.rolling import EITHER, by
from umpire.battle.seats import other
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.awt import forming, procedures
from umpire.games.awt.actions.marching import figures, party
from umpire.games.awt.content import Places
from umpire.games.awt.model import RESERVE, TABLE, State, Unit
from umpire.table import Base, Point, keep
from umpire.table.shapes import bounds, extents

PLANS = ("west", "centre", "east")
_TRIED = ("centre", "west", "east")
"""The same, the usual one first."""

RULE = "AWT-IN-08"

_FRONT = {"line": 0, "elite": 1, "cannonade": 0, "unique": 3}
"""How many ranks behind the front of the zone units of a phase are set up; guns stay behind all."""
_STEP = 1500


def deployment(state: State) -> Procedure[None]:
    """S0: who wins the roll-off puts down the first unit, then both in turn."""
    if not state.on_table():
        for warning in state.content.warnings:
            state.tell("setup", f"A note on the lists: {warning}.")
        won = yield from by(state, EITHER, procedures.roll_off(state.house, state.side_names))
        state.active = won.winner.upper()
        state.tell("setup", f"{state.sides[state.active].name} places the first unit", "AWT-PR-01")
    seat = state.active
    side = state.sides[seat]
    units = waiting(state, seat)
    if not any(first_place(state, unit, "centre") is not None for unit in units):
        _start_over(state, seat)
        return

    def look(key: str) -> Option | None:
        if key in PLANS:
            words = f"all the rest at once, massed in the {key}"
            return None if laid_out(state, seat, key) is None else Option(key, words, RULE)
        unit = state.units[key]
        return None if first_place(state, unit, "centre") is None else Option(key, unit.name, RULE, key)

    options = Sieved([*PLANS, *[unit.id for unit in units]], look)

    def sensible() -> str:
        return "centre" if options.has("centre") else options.first()

    key: str = yield PickOne(seat, f"{side.name}: which unit do you place next?", RULE, options, sensible)
    if key in PLANS:
        places = laid_out(state, seat, key)
        assert places is not None, "a plan that is offered has room for all"
        for uid, bases in places.items():
            _put_down(state, state.units[uid], bases)
        state.tell("setup", f"{side.name} places all the rest, massed in the {key}")
    else:
        yield from _place_one(state, state.units[key])
    if not waiting(state, seat):
        side.deployed = True
        state.tell("setup", f"{side.name} is ready")
    if not state.sides[other(seat)].deployed:
        state.active = other(seat)
    elif side.deployed:
        state.phase = "tokens"


def waiting(state: State, seat: str) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.side == seat and unit.place == RESERVE]


def has_room(state: State, seat: str) -> bool:
    """Whether there is a plan by which all of a side can be set up."""
    return any(laid_out(state, seat, plan) is not None for plan in _TRIED)


def _start_over(state: State, seat: str) -> None:
    """Who was placed by hand left no room for the rest: all are taken up again."""
    for unit in state.content.fresh().units:
        if unit.side == seat:
            state.put(unit)
    state.tell("setup", f"{state.sides[seat].name} has no room left for the rest and sets up anew", RULE)


def _put_down(state: State, unit: Unit, bases: dict[int, Base]) -> None:
    state.put(unit.standing(bases)._replace(place=TABLE))


def _in_zone(state: State, seat: str, base: Base) -> bool:
    west, south, east, north = bounds(state.content.zones[seat])
    wide, tall = extents(base)
    return (
        west - 1 <= base.x - wide
        and base.x + wide <= east + 1
        and south - 1 <= base.y - tall
        and base.y + tall <= north + 1
    )


def _facing(state: State, seat: str) -> int:
    return (state.content.edges[seat] + 180) % 360


def _settled(state: State, unit: Unit, route: Route) -> dict[int, Base] | Refused:
    by_hand = {int(key.rpartition(".")[2]): point for key, point in route.figures}
    lead = forming.ranks(unit, route.end, route.facing)[0]
    if not _in_zone(state, unit.side, lead):
        return Refused(f"{unit.name} must stand in its deployment zone.", RULE)
    return forming.settle(state, unit, route.end, route.facing, lambda base: _in_zone(state, unit.side, base), by_hand)


def _place_one(state: State, unit: Unit) -> Procedure[None]:
    def check(route: Route) -> Refused | None:
        found = _settled(state, unit, route)
        return found if isinstance(found, Refused) else None

    def preview(route: Route) -> Preview:
        found = _settled(state, unit, route)
        return Preview(lines=(str(found),)) if isinstance(found, Refused) else Preview(figures=figures(unit, found))

    stand = first_place(state, unit, "centre")
    assert stand is not None, "a unit that is offered has a place"
    route: Route = yield Place(
        unit.side, f"Where {does(unit.name)} stand?", RULE, unit.id, check, lambda: places(state, unit), "point", 0,
        stand, None, preview, party(unit),
    )  # fmt: skip
    found = _settled(state, unit, route)
    assert not isinstance(found, Refused)
    _put_down(state, unit, found)
    state.tell("setup", f"{state.sides[unit.side].name} places {unit.name}", "", unit.id)


def _rank(unit: Unit) -> int:
    return 4 if unit.has("artillery") else _FRONT[unit.profile.phase]


def spots(state: State, unit: Unit, plan: str) -> list[Point]:
    """Places for a leader in the zone: from the front backwards, nearest to the middle of the plan first."""
    seat = unit.side
    west, south, east, north = bounds(state.content.zones[seat])
    edge = state.content.edges[seat]
    share = {"west": 0.25, "centre": 0.5, "east": 0.75}[plan]
    back = _rank(unit) * 1500
    room = max(unit.profile.width, unit.profile.depth) // 2 + 10
    across = edge in (0, 180)
    low, high = (west, east) if across else (south, north)
    near, far = {0: (south, north), 180: (north, south), 90: (west, east), 270: (east, west)}[edge]
    step = _STEP if far > near else -_STEP
    first = near + (room if step > 0 else -room)
    lines = list(range(first, far, step))
    lines.sort(key=lambda line: (abs(line - first) < back, abs(line - first)))
    middle = round(low + (high - low) * share)
    along = sorted(range(low + room, high - room + 1, _STEP), key=lambda at: (abs(at - middle), at))
    return [Point(at, line) if across else Point(line, at) for line in lines for at in along]


def first_place(state: State, unit: Unit, plan: str) -> Route | None:
    facing = _facing(state, unit.side)
    for spot in spots(state, unit, plan):
        route = Route((spot,), facing)
        if not isinstance(_settled(state, unit, route), Refused):
            return route
    return None


def places(state: State, unit: Unit) -> list[Route]:
    """One place for each plan, and some more across the zone."""
    found = [route for plan in PLANS if (route := first_place(state, unit, plan)) is not None]
    some = spots(state, unit, "centre")
    return found + [Route((spot,), _facing(state, unit.side)) for spot in some[:: max(1, len(some) // 8)]]


def laid_out(state: State, seat: str, plan: str) -> Places | None:
    """Everybody who waits, by a plan: the fighting line in front, guns and leaders behind; None if not all fit."""
    units = sorted(waiting(state, seat), key=lambda unit: (_rank(unit), -unit.profile.models, unit.id))
    placed = tuple([(unit.id, unit.bases) for unit in state.of(seat)])
    key = (seat, plan, placed)
    memo = state.content.setup_memo
    if key not in memo:
        keep(memo, key, _lined_up(state.copy(), units, plan), 256)
    return memo[key]


def _lined_up(twin: State, units: Sequence[Unit], plan: str) -> Places | None:
    found: Places = {}
    for unit in units:
        route = first_place(twin, unit, plan)
        if route is None:
            return None
        bases = _settled(twin, unit, route)
        assert not isinstance(bases, Refused)
        found[unit.id] = bases
        _put_down(twin, unit, bases)
    return found
