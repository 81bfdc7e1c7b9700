"""Set-up: each side deploys, digs in and hides as the scenario allows."""

from __future__ import annotations

from random import Random

from umpire.battle.decisions import Option, PickOne, Place, Refused, Route
from umpire.battle.options import Sieved
from umpire.battle.places import wholly_in
from umpire.battle.rolling import EITHER, by
from umpire.battle.words import does
from umpire.dice import Die, Procedure
from umpire.games.bptc import sheet
from umpire.games.bptc.actions import forming
from umpire.games.bptc.actions.shelter import may_dig_in
from umpire.games.bptc.layout import PLANS, RULE, in_cover, legal, set_up
from umpire.games.bptc.model import SEATS, State, Unit, other
from umpire.games.bptc.stands import in_formation, stands_of
from umpire.games.bptc.units import DUG_IN, LIMBERED, LINE, MARCH, OFF, UNLIMBERED
from umpire.table import Point, keep
from umpire.table.shapes import bounds


def deployment(state: State) -> Procedure[None]:
    """SETUP of section 2: first the whole side by a plan, then unit by unit until its owner is ready."""
    seat = state.active
    if any(unit.place == OFF for unit in state.army(seat)):
        yield from _by_plan(state, seat)
        return
    yield from _adjust(state, seat)


# --- By plan -------------------------------------------------------------------------------------------------


def _by_plan(state: State, seat: str) -> Procedure[None]:
    side = state.sides[seat]

    def look(plan: str) -> Option | None:
        return Option(plan, f"mass on the {plan}", RULE) if _fits(state, seat, plan) else None

    options = Sieved(list(PLANS), look)
    prompt = f"{side.name}: how do you deploy? (all are placed at once; single units can be moved afterwards)"
    plan: str = yield PickOne(seat, prompt, RULE, options)
    there = set_up(state, seat, plan)
    assert there, "a plan that is offered has room for all"
    state.tell("setup", f"{side.name} deploys, massed on the {plan}", RULE, only=seat)


def has_room(state: State, seat: str) -> bool:
    """Whether there is a plan by which all of a side can be set up."""
    return any(_fits(state, seat, plan) for plan in PLANS)


def _fits(state: State, seat: str, plan: str) -> bool:
    """Whether a plan has room for all of a side; tried once for each plan and what already stands on the table."""
    memo = state.content.deploy_memo
    key = (seat, plan, tuple([unit.base for unit in state.on_table()]))
    if key not in memo:
        keep(memo, key, set_up(state.copy(), seat, plan), 1000)
    return memo[key]


# --- By hand -------------------------------------------------------------------------------------------------


def _adjust(state: State, seat: str) -> Procedure[None]:
    """One change to a deployment, or ready."""
    options = [
        Option("ready", "no, I am ready", RULE),
        Option("move", "put a unit elsewhere in the zone", RULE),
        Option("form", "another formation, limbered or not, dug in or not", RULE),
    ]
    prompt = f"{state.sides[seat].name}: change your deployment?"
    key: str = yield PickOne(seat, prompt, RULE, options)
    if key == "ready":
        yield from _ready(state, seat)
    elif key == "move":
        yield from _put_elsewhere(state, seat)
    else:
        yield from _change_form(state, seat)


def _put_elsewhere(state: State, seat: str) -> Procedure[None]:
    options = [Option(unit.id, unit.name, RULE, unit.id) for unit in state.of(seat) if _movable(state, unit)]
    if not options:
        return
    prompt = "Which unit is put elsewhere? (out of its works, if it is behind any)"
    uid: str = yield PickOne(seat, prompt, RULE, options)
    route: Route = yield _placing(state, state.units[uid])
    unit = state.units[uid]
    state.put(unit.went(unit.base.placed(*route.end, route.facing)))


def _movable(state: State, unit: Unit) -> bool:
    """Whom his owner may put elsewhere: not what the scenario itself has placed outside the zone."""
    return unit.hidden or legal(state, unit, unit.base, state.content.zones[unit.side]) is None


def _placing(state: State, unit: Unit) -> Place:
    """Anywhere in the zone; a hidden unit in cover of its own zone."""
    zone = state.content.hidden_zone[unit.side] if unit.hidden else state.content.zones[unit.side]
    assert zone is not None
    west, south, east, north = bounds(zone)

    def check(route: Route) -> Refused | None:
        base = unit.base.placed(*route.end, route.facing)
        refusal = legal(state, unit, base, zone)
        if refusal is None and unit.hidden and not in_cover(state, unit, unit.formation, base):
            return Refused(f"{unit.name} may hide only in area terrain.", RULE)
        return refusal

    def offered() -> list[Route]:
        return [
            Route((Point(west + (east - west) * i // 8, south + (north - south) * j // 4),), unit.base.facing)
            for i in range(1, 8)
            for j in range(1, 4)
        ]

    def draw(rng: Random) -> Route:
        x = west + int((east - west) * rng.random())
        y = south + int((north - south) * rng.random())
        return Route((Point(x, y),), unit.base.facing)

    stand = Route((unit.base.centre,), unit.base.facing)
    prompt = f"Where {does(unit.name)} stand?"
    return Place(unit.side, prompt, RULE, unit.id, check, offered, "point", 0, stand, draw)


def _change_form(state: State, seat: str) -> Procedure[None]:
    """BPTC-SET-02, FRM-15: any legal formation for its arm, guns limbered or not, behind works where it may be."""
    options = [Option("back", "leave it as it is", RULE)]
    for unit in state.of(seat):
        options += form_options(state, unit)
    key: str = yield PickOne(seat, "What is to change?", RULE, options)
    kind, _, rest = key.partition(":")
    uid, _, to = rest.partition(":")
    if kind == "back":
        return
    unit = state.units[uid]
    if kind == "form":
        state.put(unit.formed(to, in_formation(unit, to)))
    elif kind == "limber":
        mode, form = (UNLIMBERED, LINE) if unit.mode == LIMBERED else (LIMBERED, MARCH)
        state.put(unit.in_mode(mode, form, in_formation(unit, form)))
    elif kind == "dig_in":
        state.put(unit.sheltered(to, DUG_IN, unit.base))
    elif kind == "hide":
        state.put(unit.with_hidden(True))
    else:
        state.put(unit.with_hidden(False).went(unit.base))


def form_options(state: State, unit: Unit) -> list[Option]:
    found: list[Option] = []
    zone = state.content.zones[unit.side] if _movable(state, unit) else None
    if not unit.shelter and not unit.hidden:
        for to in sheet.formations_of(unit.profile.arm, unit.mode):
            if to != unit.formation and legal(state, unit, in_formation(unit, to), zone) is None:
                words = f"{unit.name} in {forming.NAMES[to]}"
                found.append(Option(f"form:{unit.id}:{to}", words, "BPTC-FRM-15", unit.id))
        if unit.profile.is_gun:
            form = LINE if unit.mode == LIMBERED else MARCH
            if legal(state, unit, in_formation(unit, form), zone) is None:
                found.append(Option(f"limber:{unit.id}", f"{unit.name} limbered or not", "BPTC-FRM-15", unit.id))
    for id in state.content.dug_in[unit.side]:
        built = state.construction(id)
        if built is not None and may_dig_in(unit, built) and state.garrison(id) is None:
            found.append(Option(f"dig_in:{unit.id}:{id}", f"{unit.name} behind {built.name}", "BPTC-CON-08", unit.id))
    if unit.shelter:
        found.append(Option(f"show:{unit.id}", f"{unit.name} not dug in", "BPTC-CON-08", unit.id))
    elif unit.hidden:
        found.append(Option(f"show:{unit.id}", f"{unit.name} not hidden", RULE, unit.id))
    elif _may_hide(state, unit):
        found.append(Option(f"hide:{unit.id}", f"{unit.name} hidden", RULE, unit.id))
    return found


def _may_hide(state: State, unit: Unit) -> bool:
    """House rule `guerrilla_hidden`: guerrillas in area terrain of the part of the table the scenario names."""
    zone = state.content.hidden_zone[unit.side]
    if zone is None or unit.profile.arm != "guerrilla" or not state.house.guerrilla_hidden:
        return False
    inside = all(wholly_in(stand.base, zone) for stand in stands_of(unit))
    return inside and in_cover(state, unit, unit.formation, unit.base)


def _ready(state: State, seat: str) -> Procedure[None]:
    """BPTC-GEN-02: the other side deploys, or the first player turn begins; where nobody is named a roll decides."""
    state.sides[seat].deployed = True
    both = state.sides[other(seat)].deployed
    # When both are ready each sees what the other has deployed: that cannot be undone.
    state.tell("setup", f"{state.sides[seat].name} is ready", RULE, reveals=both)
    if not both:
        state.active = other(seat)
        return
    first = state.content.first or (yield from by(state, EITHER, roll_for_first(state)))
    state.active = first
    state.phase = "start"


def roll_for_first(state: State) -> Procedure[str]:
    """BPTC-GEN-02: the higher die begins, equal dice are rolled again."""
    while True:
        faces: dict[str, int] = {}
        for seat in SEATS:
            faces[seat] = yield Die(rule="BPTC-GEN-02", label=f"who begins: {state.sides[seat].name}")
        if faces["A"] != faces["B"]:
            return "A" if faces["A"] > faces["B"] else "B"
