"""Close assault until contact: who may assault whom, the way in, the enemy's reactions, the odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from umpire.battle.decisions import Call, Option, Refused, Route
from umpire.dice import Procedure
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import melee, movement, pace, places, standing
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.actions.melee import pools, touched_base
from umpire.games.fwc.actions.opportunity import halt_before, make_room, react_along
from umpire.games.fwc.actions.travel import travel
from umpire.games.fwc.model import State, Unit, other
from umpire.table import (
    Base,
    Point,
    ahead,
    bearing,
    beside,
    direction,
    free,
    length,
    opposite,
    point_at,
    snap,
)
from umpire.table.rounded import rounded_within

__all__ = [
    "PLACES",
    "Charge",
    "call",
    "candidates",
    "charge",
    "check_charge",
    "farthest",
    "flush",
    "in_reach",
    "option",
    "plan",
    "pools",
    "reach",
    "way_in",
    "why_not",
]

Charge = tuple[str, Route]
"""A unit and its way into contact."""


# --- Who may assault whom ------------------------------------------------------------------------------------


def why_not(state: State, unit: Unit, target: Unit) -> Refused | None:
    """FWC-CA-01: why a unit may not assault another, its way not yet looked at; None if it may.

    Command units may be assaulted (FWC-LOS-04); what flies (FLY-01) and installations (INS-01) may not.
    """
    if not unit.ready:
        return Refused(f"{unit.name} cannot act now.", "FWC-GEN-05")
    if unit.profile.attacks <= 0 or unit.profile.is_command or unit.profile.is_installation:
        return Refused(f"{unit.name} has no attack value to assault with.", "FWC-CA-01")
    if unit.airborne:
        return Refused(f"{unit.name} is in the air and cannot assault.", "FWC-FLY-01")
    if not pace.can_move(unit):
        return Refused(f"{unit.name} cannot move.", "FWC-MOV-07")
    if not target.on_table or target.side == unit.side:
        return Refused(f"{target.name} is no enemy on the table.", "FWC-GEN-05")
    if target.profile.is_installation:
        return Refused(f"{target.name} is an installation and cannot be assaulted.", "FWC-INS-01")
    if not field.visible(state, unit, target):
        return Refused(f"{unit.name} does not see {target.name}.", "FWC-CA-01")
    if target.airborne:
        return Refused(f"{target.name} is in the air and cannot be assaulted.", "FWC-FLY-01")
    return None


def candidates(state: State, unit: Unit, limit_mils: int | None = None, easy_going: bool = False) -> list[Unit]:
    """Every enemy a unit could assault now, nearest first; with `limit_mils` it may move no farther than that.

    `easy_going` is as in `check_charge`.
    """
    near = [enemy for _, enemy in field.nearest_first(unit, in_reach(state, unit, limit_mils))]
    return [enemy for enemy in near if way_in(state, unit, enemy, limit_mils, easy_going) is not None]


def in_reach(state: State, unit: Unit, limit_mils: int | None = None) -> list[Unit]:
    """Every enemy near enough to be assaulted if there is a way."""
    if not pace.can_move(unit):
        return []
    # Who shelters in an installation is reached where its wall is reached.
    most = farthest(state, unit, limit_mils)
    near = state.near(other(unit.side), unit.base, most + sheet.MASSIVE_BASE_CM * 1000)
    return [enemy for enemy in near if not enemy.hidden and rounded_within(unit.base, touched_base(state, enemy), most)]


def way_in(
    state: State, unit: Unit, enemy: Unit, limit_mils: int | None = None, easy_going: bool = False
) -> Route | None:
    """A way to assault this enemy; None if he may not be assaulted or there is none."""
    return reach(state, unit, enemy, limit_mils, easy_going) if why_not(state, unit, enemy) is None else None


def option(state: State, unit: Unit, enemy_id: str, rule: str) -> Option | None:
    """The choice to assault an enemy, with its odds; None if that cannot be."""
    enemy = state.units[enemy_id]
    way = way_in(state, unit, enemy)
    if way is None:
        return None
    return Option(
        f"assault:{enemy_id}", f"assault {enemy.name}", rule, enemy_id, call(state, unit, enemy, [(unit.id, way)])
    )


def farthest(state: State, unit: Unit, allowed: int | None) -> int:
    """No way into contact is longer than this."""
    return pace.farthest(state, unit, pace.allowance(unit) if allowed is None else allowed)


# --- The way into contact ------------------------------------------------------------------------------------

_DETOURS = (5000, -5000, 10_000, -10_000)
"""How far to the right or left of the straight way a unit may go round something."""


def reach(state: State, unit: Unit, target: Unit, allowed: int | None = None, easy_going: bool = False) -> Route | None:
    """FWC-CA-01: a legal way into base contact; None if there is none within the unit's move.

    Straight at it if possible, else to another side of it, else round something by one waypoint.
    """
    most = farthest(state, unit, allowed)
    if field.apart(unit.base, touched_base(state, target)) * 10 > most:
        return None
    for route in approaches(state, unit, target):
        if length(route.path) > most + 1 or movement.leads_over_barrier(state, unit, route):
            continue
        if check_charge(state, unit, route, target, allowed, easy_going) is None:
            return route
    return None


def check_charge(
    state: State, unit: Unit, route: Route, target: Unit, allowed: int | None = None, easy_going: bool = False
) -> Refused | None:
    """Why this is no legal way into contact; None if it is.

    FWC-CA-01: the enemy must stand within the unit's Move; turning a corner of the base forward gains nothing.
    With `easy_going` it may not lead through dense terrain or obscurants: the order was not for that (FWC-CMD-18).
    """
    most = pace.allowance(unit) if allowed is None else allowed
    far = field.apart(unit.base, touched_base(state, target)) * 10
    if far > most and far > pace.limit_for(state, unit, route.path, most):
        return Refused(f"{target.name} is farther from {unit.name} than it can move.", "FWC-CA-01")
    refusal = movement.check_move(state, unit, route, allowed, target.inside or target.id)
    if refusal is None and not field.in_contact(
        unit.base.placed(*route.end, route.facing), touched_base(state, target)
    ):
        refusal = Refused(f"{unit.name} does not reach {target.name}.", "FWC-CA-01")
    if refusal is None and easy_going:
        refusal = movement.strays(state, unit, route)
    return refusal


def approaches(state: State, unit: Unit, target: Unit) -> Iterator[Route]:
    """Ways into contact worth trying, in a fixed order, not yet checked."""
    here = unit.base.centre
    anchor = touched_base(state, target)
    if field.in_contact(unit.base, anchor):
        yield places.stay(unit)
    around = bearing(anchor.centre, here)
    straight = beside(unit.base.turned(opposite(around)), anchor, around)
    yield Route((here, straight.centre), straight.facing)
    ends = [straight, *sorted(flush(unit.base, anchor), key=lambda end: length((here, end.centre)))[:15]]
    for end in ends[1:]:
        yield Route((here, end.centre), end.facing)
    middle = ahead(here, opposite(around), length((here, anchor.centre)) / 2)
    for aside in _DETOURS:
        waypoint = ahead(middle, (around + (270 if aside > 0 else 90)) % 360, abs(aside))
        for end in ends[:4]:
            yield Route((here, waypoint, end.centre), end.facing)
    yield from _into_a_crowd(state, unit, anchor, around, ends)


def _into_a_crowd(state: State, unit: Unit, anchor: Base, around: int, ends: Sequence[Base]) -> Iterator[Route]:
    """Where others stand in most of these places beside a base: straight ways to wherever they leave room, all round
    it, first on this bearing from it.
    """
    here, base = unit.base.centre, unit.base
    others = [each.base for each in standing.neighbours(state, unit, anchor, 2 * base.reach) if not each.airborne]
    if 2 * sum(free(end, others) for end in ends) > len(ends):
        return
    for turn in sorted(range(-175, 181, 5), key=abs):
        out = (around + turn) % 360
        for facing in (opposite(out), anchor.facing):
            end = beside(base.turned(facing), anchor, out)
            if free(end, others):
                yield Route((here, end.centre), end.facing)


PLACES = 5
"""How many places along each side of a base another may be squared up to it."""


def flush(base: Base, anchor: Base) -> list[Base]:
    """The base squared up against each side of the anchor: in the middle, half over to either side, at the corners."""
    found: list[Base] = []
    for turn in (0, 90, 180, 270):
        deep, wide = (anchor.depth, anchor.width) if turn % 180 == 0 else (anchor.width, anchor.depth)
        out = direction(anchor.facing + turn)
        along = direction(anchor.facing + turn + 90)
        far = (deep + base.depth) / 2
        corner = (wide + base.width) / 2
        for shift in (0.0, corner / 2, -corner / 2, corner, -corner):  # PLACES of them
            x, y = out[0] * far + along[0] * shift, out[1] * far + along[1] * shift
            place = base.moved(anchor.x + snap(x), anchor.y + snap(y))
            found.append(place.turned(anchor.facing + turn + 180))
    return found


def plan(state: State, units: Sequence[Unit], target: Unit) -> list[Charge]:
    """Ways into contact for several units together, each leaving room for those before it."""
    table = state.copy()
    found: list[Charge] = []
    for unit in units:
        route = reach(table, unit, target)
        if route is not None:
            found.append((unit.id, route))
            table.put(at_end(state, unit, route))
    return found


def at_end(state: State, unit: Unit, route: Route) -> Unit:
    """The unit as it stands after its charge."""
    base = unit.base.placed(*route.end, route.facing)
    return unit.went(base, state.player_turn) if len(route.path) > 1 else unit.at(base)


def call(
    state: State, units: Unit | Sequence[Unit], target: Unit, charges: Sequence[Charge] | None = None
) -> Call | None:
    """The odds of a charge as a call of the close assault procedure, without supports and the enemy's reactions.

    None if nobody gets there. Command units alone are lost for certain (FWC-CA-19): that is a fight against no dice,
    unless the house has no knock-out of those without hits; then there is no call for it.
    """
    if not target.on_table:
        return None
    chargers = [units] if isinstance(units, Unit) else list(units)
    if charges is None:
        charges = plan(state, chargers, target)
    if not charges:
        return None
    there = [at_end(state, state.units[uid], route) for uid, route in charges]
    if not state.house.assault_zero_ko and melee.command_alone(melee.linked(state, target, there)):
        return None
    return melee.call_of(lambda: pools(state, melee.linked(state, target, there)), target.id)


# --- The charge ----------------------------------------------------------------------------------------------


def charge(
    state: State,
    attackers: Sequence[Charge],
    target_id: str,
    busy: list[str] | None = None,
    easy_going: bool = False,
) -> Procedure[None]:
    """Each attacker goes in along its way, the enemy firing at it before contact; those who arrive fight.

    `busy` names units that have supported another combat of the same action; supporters of this one are added.
    `easy_going` is as in `check_charge`, for those who need another way.
    """
    arrived: list[str] = []
    for uid, route in attackers:
        if state.units[uid].ready and state.units[target_id].on_table:
            there: bool = yield from _go_in(state, uid, route, target_id, easy_going)
            if there:
                arrived.append(uid)
    target = state.units[target_id]
    arrived = [uid for uid in arrived if state.units[uid].ready and melee.in_contact(state, state.units[uid], target)]
    if arrived and target.on_table:
        yield from melee.combat(state, arrived, target_id, busy if busy is not None else [])


def _go_in(state: State, unit_id: str, route: Route, target_id: str, easy_going: bool) -> Procedure[bool]:
    """FWC-CA-01, OPP-03, OPP-05, HID-03: one unit's way in; True if it comes into contact able to fight."""
    reveal(state, unit_id, "it assaults")
    unit, target = state.units[unit_id], state.units[target_id]
    if check_charge(state, unit, route, target) is not None:
        # Those who went in before it may have taken its place.
        another = reach(state, unit, target, easy_going=easy_going)
        if another is None:
            state.tell("lost", f"{unit.name} cannot reach {target.name} any more", "FWC-CMD-27", unit_id)
            return False
        route = another
    state.tell("assault", f"{unit.name} assaults {target.name}", "FWC-CA-01", unit_id, target_id)
    anchor = touched_base(state, target)
    short = _short_of_contact(unit, route.path, anchor)
    able = True
    if len(short.path) > 1:
        able = yield from travel(state, unit_id, short)
    elif not field.in_contact(unit.base, anchor):  # hardly a step away: the enemy may still fire first
        able = (yield from react_along(state, unit_id, short.path)) == "arrives"
    there = state.units[unit_id]
    if not able or there.base.centre != short.end:
        return False
    last = Route((short.end, route.end) if route.end != short.end else (short.end,), route.facing)
    # Looked at as the whole way was: it may go in turned as it stood at first (FWC-MOV-01).
    as_it_stood = there.at(there.base.turned(unit.base.facing))
    if check_charge(state, as_it_stood, last, target) is not None or _comes_upon(state, there, last):
        state.tell("lost", f"the way of {unit.name} is barred", "FWC-HID-03", unit_id)
        make_room(state, unit_id, short.path, length(short.path), unit.base)
        return False
    movement.set_down(state, unit_id, route.end, route.facing)
    return True


def _comes_upon(state: State, unit: Unit, last: Route) -> bool:
    """FWC-HID-03: whether on its last step a unit would touch enemies hidden even from close by; that shows them."""
    end = unit.base.placed(*last.end, last.facing)
    hidden = [each for each in state.hidden() if each.side != unit.side and not each.airborne]
    met = halt_before(state, unit.id, last.path, 0, [each.id for each in hidden])
    found = [each for each in hidden if field.in_contact(end, each.base) or (met is not None and each.id == met[1])]
    for each in found:
        reveal(state, each.id, "comes upon it", unit)
    return bool(found)


def _short_of_contact(unit: Unit, path: tuple[Point, ...], anchor: Base) -> Route:
    """The part of a charge on which the enemy may react: all but the last step, before contact (FWC-OPP-03).

    It does not turn to the enemy before it is there: next to him there may be no room for that.
    """
    whole = length(path)
    mark = whole - min(sheet.ENEMY_CLEARANCE_CM * 1000, whole / 2)
    while mark > 0:
        point, facing = point_at(path, mark)
        if not field.in_contact(unit.base.placed(*point, facing), anchor):
            break
        mark -= 500
    if mark <= 0:
        return Route(path[:1], unit.base.facing)
    kept = [path[0]]
    gone = 0.0
    for p, q in pairwise(path):
        gone += length((p, q))
        if gone >= mark:
            break
        kept.append(q)
    point, facing = point_at(path, mark)
    return Route((*kept, point), facing)
