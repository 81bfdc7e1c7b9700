"""What fire does to a unit: markers, destruction, the fate of passengers, the shock of an explosion."""

from __future__ import annotations

from umpire.battle.words import plural
from umpire.dice import Procedure
from umpire.games.rhine import field, sheet
from umpire.games.rhine.actions import movement, standing, transport
from umpire.games.rhine.actions.morale import put_markers, takes_markers, words
from umpire.games.rhine.actions.movement import Walk
from umpire.games.rhine.model import LOST, State, Unit, Wreck
from umpire.table import Base, closest_on

FOOM, KABOOM, ABANDONED, KILLED, GONE = "foom", "kaboom", "abandoned", "killed", "gone"
"""How a unit is destroyed: burnt out, blown up, left by its crew, wiped out; or it has left the table."""


def given_up(unit: Unit) -> str:
    """How a unit is destroyed that does not burn or blow up."""
    return ABANDONED if unit.profile.is_vehicle else KILLED


# --- What comes of an attack ---------------------------------------------------------------------------------


_OF_ONE = ("It burns", "It blows", "its crew abandons it")
_OF_MANY = ("They burn", "They blow", "their crews abandon them")
"""What becomes of a vehicle that is lost, and of vehicles that are one unit."""


def vehicle_under_fire(state: State, target_id: str, result: str, markers: int | None) -> Procedure[None]:
    """RHINE-DMG-08, 09, MOR-06, PEN-01, 03: what the hits on a vehicle come to, as `fire_at_vehicle` names it.

    Who was not Broken before is abandoned only under option `broken_rule` = destroyed_at_mv (RHINE-MOR-05).
    """
    name = state.units[target_id].name
    burns, blows, leaves = _OF_MANY if plural(name) else _OF_ONE
    if result == "foom":
        yield from destroy(state, target_id, FOOM, f"{name} is hit: Foom! {burns} out", "RHINE-PEN-01")
    elif result == "kaboom":
        yield from destroy(state, target_id, KABOOM, f"{name} is hit: Kaboom! {blows} up", "RHINE-PEN-03")
    elif result == "abandoned":
        text = f"{name} is hit and {leaves}"
        rule = "RHINE-MOR-06" if state.units[target_id].broken else "RHINE-MOR-05"
        yield from destroy(state, target_id, ABANDONED, text, rule)
    else:
        assert markers is not None
        yield from _marked_by_fire(state, target_id, markers, "RHINE-DMG-01")


def foot_under_fire(state: State, target_id: str, result: str, markers: int | None) -> Procedure[None]:
    """RHINE-INF-01, 12, 16, MOR-06: what the hits on infantry or a support team come to, as `fire_at_foot` names it.

    Who was not Broken before is destroyed only by a house rule: `convert_effect` or `broken_rule` (RHINE-MOR-05).
    """
    target = state.units[target_id]
    if result == "destroyed":
        rule = "RHINE-INF-12" if state.house.convert_effect == "base_destroyed" else "RHINE-MOR-05"
        rule = "RHINE-MOR-06" if target.broken else rule
        yield from destroy(state, target_id, KILLED, f"{target.name} is wiped out", rule)
    else:
        assert markers is not None
        yield from _marked_by_fire(state, target_id, markers, "RHINE-INF-01")


def _marked_by_fire(state: State, target_id: str, markers: int, rule: str) -> Procedure[None]:
    target = state.units[target_id]
    if markers == target.markers:
        state.tell("result", f"{target.name} is none the worse for it{_so_far(target)}", rule, target_id)
    elif put_markers(state, target_id, markers, f"{target.name} is hit", rule):
        yield from _breaks(state, target_id)


def _so_far(unit: Unit) -> str:
    return f" ({words(unit)})" if unit.markers else ""


# --- Markers and breaking ------------------------------------------------------------------------------------


def mark(state: State, unit_id: str, markers: int, rule: str, why: str = "") -> Procedure[None]:
    """RHINE-MOR-04, 05: some more markers on a unit, and what comes of it if they break it."""
    unit = state.units[unit_id]
    if put_markers(state, unit_id, unit.markers + markers, why or f"{unit.name} is shaken", rule):
        yield from _breaks(state, unit_id)


def _breaks(state: State, unit_id: str, spared: bool = False) -> Procedure[None]:
    """RHINE-MOR-05, 08: a unit that becomes Broken stays where it is, unless a house rule says otherwise.

    `spared`: what broke it cannot destroy (RHINE-PEN-10), not even under option `broken_rule` = destroyed_at_mv.
    """
    unit = state.units[unit_id]
    if state.house.broken_rule == "destroyed_at_mv" and not spared:
        yield from destroy(
            state, unit_id, given_up(unit), f"{unit.name} has taken all {_it(unit)} can and is lost", "RHINE-MOR-05"
        )
    elif state.house.broken_falls_back and unit.on_table:
        stays = yield from movement.fall_back(state, unit_id)
        if not stays:
            yield from destroy(state, unit_id, GONE, f"{unit.name} flees from the table and is lost", "RHINE-MOR-08")


def _it(unit: Unit) -> str:
    return "they" if plural(unit.name) else "it"


# --- Destruction ---------------------------------------------------------------------------------------------


def destroy(
    state: State, unit_id: str, how: str = KILLED, text: str = "", rule: str = "RHINE-WIN-01"
) -> Procedure[None]:
    """A unit is lost: counted (RHINE-WIN-01, 02), its tokens gone (POOL-09), its wreck left, its passengers out.

    RHINE-PEN-04, 05: who is inside when it blows up is lost too, and friends near by are shaken; who is inside when it
    leaves the table is lost with it.
    """
    unit = state.units[unit_id]
    if unit.place == LOST:
        return
    unit = _off_friends(state, unit)
    passengers = state.passengers(unit_id)
    state.sides[unit.side].lost_bp += unit.profile.break_points
    state.put(unit.destroyed(), text or f"{unit.name} is destroyed", rule)
    if unit.on_table and unit.profile.is_vehicle and how != GONE:
        leave_wreck(state, unit)
    for passenger in passengers:
        if how in (KABOOM, GONE):
            lost = f"{passenger.name} is lost with {unit.name}"
            yield from destroy(state, passenger.id, KILLED, lost, "RHINE-PEN-04" if how == KABOOM else rule)
        else:
            yield from _bail_out(state, passenger, unit.base, "RHINE-PEN-02" if how == FOOM else "RHINE-MOR-06")
    if how == KABOOM:
        yield from shock(state, unit)


def _off_friends(state: State, unit: Unit) -> Unit:
    """RHINE-MOVE-14, PEN-09: whoever is lost on its way, as it passes a friend, is left before him and not on him."""
    plan = state.plan
    if plan is None or plan.unit != unit.id or not plan.path or not unit.on_table:
        return unit
    if standing.on_somebody(state, unit, unit.base) is not None:
        gone, _ = closest_on(plan.path, unit.base.centre)
        movement.come_to_rest(state, Walk(unit.id, plan.path, plan.facing, "move", gone, start=plan.start))
    return state.units[unit.id]


def leave_wreck(state: State, unit: Unit) -> None:
    """RHINE-PEN-09: a destroyed vehicle stays on the table as a wreck."""
    state.wrecks = (*state.wrecks, Wreck(unit.id, unit.base))


def _bail_out(state: State, passenger: Unit, wreck: Base, rule: str) -> Procedure[None]:
    """RHINE-PEN-02, 11, TRN-05: passengers get out beside the wreck with all their markers; without room they die."""
    placed = yield from transport.put_out(state, passenger.id, wreck, rule)
    if not placed:
        text = f"{passenger.name} finds no room to get out and is lost"
        yield from destroy(state, passenger.id, KILLED, text, "RHINE-PEN-11")
    elif not passenger.broken:
        yield from mark(state, passenger.id, passenger.profile.morale, rule, f"{passenger.name} has lost its transport")


def shock(state: State, unit: Unit) -> Procedure[None]:
    """RHINE-PEN-05, 06, 10: an explosion shakes every friend within 4 inches and in sight of it.

    All of them at once; nobody is destroyed by it, and nobody else blows up.
    """
    if state.house.kaboom_shock == "apc_only" and unit.profile.cls != "APC":
        return
    shaken = [
        friend
        for friend in state.of(unit.side)
        if takes_markers(friend)
        and field.rounded_within(friend.base, unit.base, sheet.KABOOM_RADIUS * 1000)
        and field.sees(state, unit.base, friend.base)
    ]
    broken = [
        friend.id
        for friend in shaken
        if put_markers(
            state, friend.id, friend.markers + 1, f"{friend.name} is shaken by the explosion", "RHINE-PEN-05"
        )
    ]
    for friend_id in broken:
        yield from _breaks(state, friend_id, spared=True)
