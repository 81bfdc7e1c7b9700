"""Set-up: one side whole and then the other, or unit by unit in turn; and where reserves come in later."""

from __future__ import annotations

from umpire.battle.decisions import Option, PickOne, Place, Refused, Route
from umpire.battle.options import Sieved
from umpire.battle.places import wholly_in
from umpire.battle.rolling import EITHER, by
from umpire.battle.words import does
from umpire.dice import Again, Die, Procedure, stage
from umpire.games.rhine import sheet
from umpire.games.rhine.layout import PLANS, barred, lay_out, places_by_hand, settle, zone
from umpire.games.rhine.model import CARRIED, RESERVE, SEATS, State, Unit, other
from umpire.table import Base, Point, free

ENTRY_STEP = 3000
"""How far apart the places of an edge are that are offered to reserves; they may enter anywhere on it."""
FINE_ENTRY_STEP = 100
"""How far apart where none of those will do."""


def deployment(state: State) -> Procedure[None]:
    """SETUP of section 2: as the scenario says, until both sides are ready."""
    if not state.on_table():
        for warning in state.content.warnings:
            state.tell("setup", f"A note on the lists. {warning}.")
        file = state.content.file
        for text in [*[each.text for each in file.breakthrough], *[each.text for each in file.kill]]:
            state.tell("setup", f"Also to win: {text}", "RHINE-WIN-03")
    if state.content.file.deploys == "alternating":
        yield from _in_turn(state)
    elif state.of(state.active):
        yield from _adjust(state, state.active)
    else:
        yield from _whole(state, state.active)


def waiting(state: State, seat: str) -> list[Unit]:
    """Who is off the table for now; a loaded transport is one, its passengers go with it."""
    return [unit for unit in _reserve(state, seat) if not unit.carried_by]


def riders(state: State, carrier: str) -> list[Unit]:
    """Who sits in a transport that is itself off the table."""
    return [unit for unit in state.units.values() if unit.carried_by == carrier and unit.place == RESERVE]


def _reserve(state: State, seat: str) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.side == seat and unit.place == RESERVE]


def bring_in(state: State, unit_id: str, base: Base) -> None:
    """A unit comes onto the table, its passengers in it."""
    state.put(state.units[unit_id].put_down(base))
    for rider in riders(state, unit_id):
        state.put(rider.mounted(unit_id))


def entry_points(state: State, seat: str, step: int = ENTRY_STEP) -> list[Point]:
    """Places of its own edge where reserves may begin their move from turn 2 on, those on a road first."""
    if state.turn < sheet.FIRST_ENTRY:
        return []
    content = state.content
    wide, deep = content.size
    bearing = content.baseline[seat]
    across = bearing in (0, 180)
    level = {0: deep, 180: 0, 90: wide, 270: 0}[bearing]

    def at(along: int) -> Point:
        return Point(along, level) if across else Point(level, along)

    size = wide if across else deep
    inside = 1 if level else -1  # a line on the very edge would only touch what ends there
    start, end = at(0), at(size)
    line = [Point(x, y - inside) if across else Point(x - inside, y) for x, y in (start, end)]
    roads = [at(int(enter + leave) // 2) for _, enter, leave in content.roads.along(*line)]
    return [*roads, *[at(along) for along in range(step // 2, size, step)]]


# --- A side as a whole ---------------------------------------------------------------------------------------


def _whole(state: State, seat: str) -> Procedure[None]:
    side = state.sides[seat]

    def look(plan: str) -> Option | None:
        return Option(plan, f"mass on the {plan}", "RHINE-ERR-01") if _fits(state, seat, plan) else None

    options = Sieved(list(PLANS), look)
    prompt = f"{side.name}: how do you deploy? (all are placed at once; single units can be moved afterwards)"
    plan: str = yield PickOne(seat, prompt, "RHINE-ERR-01", options)
    _place_rest(state, seat, plan)
    state.tell("setup", f"{side.name} deploys, massed on the {plan}")
    if not state.of(seat):  # nothing but helicopters and reserves
        _ready(state, seat)


def has_room(state: State, seat: str) -> bool:
    """Whether there is a plan by which all of a side can be set up."""
    return any(_fits(state, seat, plan) for plan in PLANS)


def _fits(state: State, seat: str, plan: str) -> bool:
    return lay_out(state, seat, _going(state, seat), plan) is not None


def _going(state: State, seat: str) -> list[Unit]:
    """Everybody who waits but the reserves of a plan."""
    kept = _kept_back(state, seat)
    return [unit for unit in _reserve(state, seat) if (unit.carried_by or unit.id) not in kept]


def _place_rest(state: State, seat: str, plan: str) -> None:
    """Everybody who waits but the reserves, by a plan."""
    units = _going(state, seat)
    places = lay_out(state, seat, units, plan)
    assert places is not None, "a plan that is offered has room for all"
    for uid in [unit.id for unit in units if unit.carried_by and unit.id in places]:
        bring_in(state, uid, places[uid])
    for uid in [unit.id for unit in units if not unit.carried_by]:
        bring_in(state, uid, places[uid])


def _kept_back(state: State, seat: str) -> list[str]:
    """The reserve of a plan: the cheapest that drive, so that they catch up; never the command unit."""
    able = [unit for unit in waiting(state, seat) if not _commands(state, unit)]
    able.sort(key=lambda unit: (not unit.profile.is_vehicle, _cost(state, unit)))
    return [unit.id for unit in able[: state.content.file.reserves]]


def _cost(state: State, unit: Unit) -> int:
    return unit.profile.points + sum(rider.profile.points for rider in riders(state, unit.id))


def _commands(state: State, unit: Unit) -> bool:
    """Whether it is the command unit or has it aboard."""
    return unit.profile.command or any(rider.profile.command for rider in riders(state, unit.id))


def _adjust(state: State, seat: str) -> Procedure[None]:
    """One change to a deployment, or ready."""
    options = [
        Option("ready", "no, I am ready", "RHINE-ERR-01"),
        Option("move", "put a unit elsewhere in the zone, or out of its transport", "RHINE-ERR-01"),
    ]
    if _may_mount(state, seat):
        options.append(Option("mount", "put a unit into its transport", "RHINE-TRN-01"))
    prompt = f"{state.sides[seat].name}: change your deployment?"
    key: str = yield PickOne(seat, prompt, "RHINE-ERR-01", options)
    if key == "ready":
        _ready(state, seat)
    elif key == "move":
        yield from _put_elsewhere(state, seat)
    else:
        yield from _mount(state, seat)


def _put_elsewhere(state: State, seat: str) -> Procedure[None]:
    aboard = [unit for unit in state.units.values() if unit.side == seat and unit.place == CARRIED]
    stands = {unit.id: unit.base for unit in state.of(seat)}
    for unit in aboard:
        beside = _room(state, unit, state.units[unit.carried_by].base.centre)
        if beside is not None:
            stands[unit.id] = beside
    options = [Option(uid, _where(state, state.units[uid]), "RHINE-ERR-01", uid) for uid in stands]
    uid: str = yield PickOne(seat, "Which unit is put elsewhere?", "RHINE-ERR-01", options)
    route: Route = yield _placing(state, state.units[uid], stands[uid])
    unit = state.units[uid]
    state.put(unit.put_down(unit.base.placed(*route.end, route.facing)))


def _where(state: State, unit: Unit) -> str:
    return f"{unit.name} (out of {state.units[unit.carried_by].name})" if unit.carried_by else unit.name


def _may_mount(state: State, seat: str) -> list[Unit]:
    """Foot units whose transport stands on the table and has room (RHINE-TRN-01)."""
    found: list[Unit] = []
    for unit in state.of(seat):
        carrier = state.units.get(state.content.rides.get(unit.id, ""))
        if carrier is not None and carrier.on_table:
            if len(state.passengers(carrier.id)) < carrier.profile.capacity:
                found.append(unit)
    return found


def _mount(state: State, seat: str) -> Procedure[None]:
    rides = state.content.rides
    options = [Option("back", "nobody", "RHINE-TRN-01")]
    for unit in _may_mount(state, seat):
        words = f"{unit.name} begins in {state.units[rides[unit.id]].name}"
        options.append(Option(unit.id, words, "RHINE-TRN-01", unit.id))
    uid: str = yield PickOne(seat, "Who begins the battle in a transport?", "RHINE-TRN-01", options)
    if uid != "back":
        state.put(state.units[uid].mounted(rides[uid]))


# --- In turn -------------------------------------------------------------------------------------------------


def _in_turn(state: State) -> Procedure[None]:
    """One unit of the side whose turn it is, or all the rest of it; who is left over at the end is in reserve."""
    if not state.on_table():
        state.active = yield from by(state, EITHER, stage(_roll_for_first))
        state.tell("setup", f"{state.sides[state.active].name} places the first unit", "RHINE-INIT-02")
    seat = state.active
    side = state.sides[seat]
    units = _next(state, seat)
    if units and not any(_first_place(state, unit) is not None for unit in units):
        _start_over(state, seat)
        return

    def look(key: str) -> Option | None:
        if key in PLANS:
            words = f"all at once, massed on the {key}"
            return Option(key, words, "RHINE-ERR-01") if _fits(state, seat, key) else None
        unit = state.units[key]
        there = _first_place(state, unit) is not None
        return Option(key, _label(state, unit), "RHINE-ERR-01", key) if there else None

    options = Sieved([*PLANS, *[unit.id for unit in units]], look)
    key: str = yield PickOne(seat, f"{side.name}: which unit do you place next?{_left(state)}", "RHINE-ERR-01", options)
    if key in PLANS:
        _place_rest(state, seat, key)
        state.tell("setup", f"{side.name} places all the rest, massed on the {key}")
    else:
        yield from _place_one(state, key)
    if len(waiting(state, seat)) <= state.content.file.reserves:
        _ready(state, seat)
    elif not state.sides[other(seat)].deployed:
        state.active = other(seat)


def _start_over(state: State, seat: str) -> None:
    """Who was placed by hand left no room for the rest: all are taken up again."""
    for unit in state.content.fresh().units:
        if unit.side == seat:
            state.put(unit)
    state.tell("setup", f"{state.sides[seat].name} has no room left for the rest and sets up anew", "RHINE-ERR-01")


def _roll_for_first() -> Procedure[str | Again]:
    """A D10 each, the higher places first; ties are rolled again."""
    rolls: list[int] = []
    for seat in SEATS:
        roll: int = yield Die(sides=10, rule="RHINE-INIT-02", label=f"side {seat}: who places first")
        rolls.append(roll)
    if rolls[0] == rolls[1]:
        return Again()
    return "A" if rolls[0] > rolls[1] else "B"


def _left(state: State) -> str:
    reserves = state.content.file.reserves
    if reserves == 1:
        return " (the last one stays in reserve)"
    return f" (the last {reserves} stay in reserve)" if reserves else ""


def _label(state: State, unit: Unit) -> str:
    if unit.carried_by:
        return f"{unit.name}, on foot"
    aboard = [rider.name for rider in riders(state, unit.id)]
    return f"{unit.name}, with {' and '.join(aboard)} aboard" if aboard else unit.name


def _next(state: State, seat: str) -> list[Unit]:
    """Who may be placed now: anybody, as long as the command unit does not stay behind as a reserve."""
    here = waiting(state, seat)
    last = len(here) - 1 == state.content.file.reserves
    command = [unit.id for unit in here if _commands(state, unit)]
    return [unit for unit in _reserve(state, seat) if unit.carried_by or not last or not command or unit.id in command]


def _place_one(state: State, uid: str) -> Procedure[None]:
    unit = state.units[uid]
    base = _first_place(state, unit)
    assert base is not None, "a unit that is offered has a place"
    route: Route = yield _placing(state, unit, base)
    state.tell("setup", f"{state.sides[unit.side].name} places {_label(state, unit)}", "", uid)
    bring_in(state, uid, unit.base.placed(*route.end, route.facing))


def _first_place(state: State, unit: Unit) -> Base | None:
    """Where a unit would be put down if nobody says otherwise; None if it has no room."""
    planned = lay_out(state, unit.side, [unit], "centre")
    if planned is not None and unit.id in planned:
        return planned[unit.id]
    return _room(state, unit, zone(state.content, unit.side).at(0.0, 0.5))


# --- Both ----------------------------------------------------------------------------------------------------


def _room(state: State, unit: Unit, near: Point) -> Base | None:
    return settle(state.content, unit, near, [each.base for each in state.on_table()])


def _placing(state: State, unit: Unit, stand: Base) -> Place:
    content = state.content
    area = zone(content, unit.side).shape
    others = [each.base for each in state.on_table() if each.id != unit.id]

    def check(route: Route) -> Refused | None:
        base = unit.base.placed(*route.end, route.facing)
        if not wholly_in(base, area):
            return Refused(f"{unit.name} must stand in its deployment zone.", "RHINE-ERR-01")
        if not free(base, others, content.size):
            return Refused(f"there is no room for {unit.name} there.", "RHINE-MOVE-14")
        rule = barred(content, unit, base)
        return Refused(f"{unit.name} cannot stand there.", rule) if rule else None

    def offered() -> list[Route]:
        return [Route((base.centre,), base.facing) for base in places_by_hand(content, unit)]

    here = Route((stand.centre,), stand.facing)
    return Place(
        unit.side, f"Where {does(unit.name)} stand?", "RHINE-ERR-01", unit.id, check, offered, "point", 0, here
    )


def _ready(state: State, seat: str) -> None:
    """The other side goes on, or the first turn begins."""
    state.sides[seat].deployed = True
    state.tell("setup", f"{state.sides[seat].name} is ready")
    left = waiting(state, seat)
    if left:
        names = ", ".join(_label(state, unit) for unit in left)
        state.tell("setup", f"In reserve: {names}", "RHINE-ACT-12", *[unit.id for unit in left])
    if state.sides[other(seat)].deployed:
        state.phase = "turn_start"
    else:
        state.active = other(seat)
