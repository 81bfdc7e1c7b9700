"""After a close assault: the loser's retreat and what becomes of it, the winner's consolidation, steps back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from umpire.battle.decisions import Option, PickOne, Place, PutInOrder, Refused, Route
from umpire.battle.words import acts, does, listed
from umpire.dice import Procedure
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import movement, pace, places
from umpire.games.fwc.actions.damage import knock_out, suppress
from umpire.games.fwc.actions.falling import (
    RETREAT_FATE,
    away_vector,
    met_first,
    met_on_the_way,
    secret,
    units_met_first,
)
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.actions.opportunity import halt_before, make_room
from umpire.games.fwc.model import State, Unit, other
from umpire.table import Contact, Point, length, point_at, pushed

Foes = Mapping[str, Sequence[str]]
"""For each unit of a side in contact, the enemies it touches."""


# --- The loser -----------------------------------------------------------------------------------------------


def retreat_all(state: State, foes: Foes) -> Procedure[list[str]]:
    """FWC-CA-13: every losing unit retreats, in its owner's order; returns those that stay (FWC-RET-09)."""
    stayed: list[str] = []
    going: list[str] = []
    for uid, touched in foes.items():
        unit = state.units[uid]
        doom = lost_instead(unit)
        if not must_retreat(state, unit, touched):
            state.tell("result", f"{unit.name} stands its ground", "FWC-RET-09", uid)
            stayed.append(uid)
        elif doom is not None:
            words, rule = doom
            yield from knock_out(state, uid, f"{unit.name} is lost instead of retreating: {words}", rule)
        else:
            going.append(uid)
    order = tuple(going)
    if len(going) > 1:
        options = [Option(uid, state.units[uid].name, "FWC-RET-01", uid) for uid in going]
        seat = state.units[going[0]].side
        order = yield PutInOrder(seat, "In what order do your units retreat?", "FWC-RET-01", options)
    for uid in order:
        if state.units[uid].on_table:  # FWC-RET-03 may have taken it with another
            yield from retreat(state, uid, foes[uid])
    return stayed


def must_retreat(state: State, unit: Unit, touched: Sequence[str]) -> bool:
    """FWC-RET-08, MAS-01: a massive unit gives way only to another massive one."""
    return not unit.profile.is_massive or any(state.units[uid].profile.is_massive for uid in touched)


def lost_instead(unit: Unit) -> tuple[str, str] | None:
    """FWC-RET-04 to 07: units that are lost where others retreat, with the words and the rule for it."""
    if unit.profile.is_gun and unit.deployed:
        return "unlimbered", "FWC-RET-04"
    if unit.dug_in and unit.profile.cls == "afv":
        return "dug in", "FWC-RET-05"
    if unit.profile.is_air and not unit.airborne:
        return "on the ground", "FWC-RET-06"
    if unit.in_dugout:
        return "in a dug-out", "FWC-RET-07"
    return None


def retreat(state: State, unit_id: str, touched: Sequence[str]) -> Procedure[None]:
    """FWC-RET-01: straight away from an enemy in contact, the owner choosing which; then it is suppressed."""
    unit = state.units[unit_id]
    chosen = touched[0]
    if len(touched) > 1:
        chosen = yield _which_way(state, unit, touched)
    source = state.units[chosen].base.centre
    vector = away_vector(state, unit, source)
    cm = state.house.retreat_cm
    met = _in_the_way(state, unit, source)
    if met:
        yield from _lost_on_the_way(state, unit, vector, met)
        return
    base = pushed(unit.base, vector, cm * 1000)
    if movement.still_inside(state, unit, base):  # a short retreat is a house rule
        state.tell("result", f"{unit.name} does not get out of {state.units[unit.inside].name}", "FWC-INS-01", unit_id)
    else:
        state.put(unit.went(base, state.player_turn), f"{unit.name} retreats {cm} cm", "FWC-RET-01")
    if state.house.retreat_suppresses:
        suppress(state, unit_id, f"{unit.name} is suppressed", "FWC-RET-01")


def _in_the_way(state: State, unit: Unit, source: Point) -> list[Contact]:
    """FWC-RET-02: what is met first on a retreat from there; scorched ground is nothing (RET-10)."""
    vector = away_vector(state, unit, source)
    return met_first(met_on_the_way(state, unit, vector, state.house.retreat_cm, RETREAT_FATE))


def _which_way(state: State, unit: Unit, touched: Sequence[str]) -> PickOne:
    options: list[Option] = []
    sensible: str | None = None
    for uid in touched:
        enemy = state.units[uid]
        met = _in_the_way(state, unit, enemy.base.centre)
        known = any(not secret(state, unit, each) for each in met)
        detail = "the unit would be lost" if known else ""
        options.append(Option(uid, f"away from {enemy.name}", "FWC-RET-01", uid, None, detail))
        if sensible is None and not known:
            sensible = uid
    prompt = f"{acts(unit.name, 'retreats')}: away from which enemy?"
    return PickOne(unit.side, prompt, "FWC-RET-01", options, sensible)


def _lost_on_the_way(state: State, unit: Unit, vector: tuple[float, float], met: Sequence[Contact]) -> Procedure[None]:
    """FWC-RET-02, 03: knocked out by what it meets, where it meets it."""
    first = met[0]
    there = pushed(unit.base, vector, first.distance)
    if there.centre != unit.base.centre:
        state.put(unit.went(there, state.player_turn))
    if first.kind == "edge":
        yield from knock_out(state, unit.id, f"{unit.name} retreats off the table", "FWC-RET-02", True)
        return
    lost = f"{unit.name} retreats into "
    if first.kind == "circle":
        yield from knock_out(state, unit.id, lost + "a shield dome and is lost", "FWC-RET-02")
    elif first.kind == "terrain":
        piece = next(piece for piece in field.terrain_now(state) if piece.id == first.id)
        yield from knock_out(state, unit.id, f"{lost}{piece.name} and is lost", RETREAT_FATE[piece.kind])
    else:
        units = units_met_first(state, unit, met, "runs into")
        shaken = [each for each in units if each.side == unit.side and each.suppressed]
        if not shaken:
            yield from knock_out(state, unit.id, f"{lost}{units[0].name} and is lost", "FWC-RET-02")
            return
        names, who = listed(each.name for each in shaken), "both" if len(shaken) == 1 else "all"
        yield from knock_out(state, unit.id, f"{lost}suppressed {names}: {who} are lost", "FWC-RET-03")
        for friend in shaken:
            yield from knock_out(state, friend.id, f"{friend.name} is lost with {unit.name}", "FWC-RET-03")


# --- The winner ----------------------------------------------------------------------------------------------


def consolidate(state: State, winners: Sequence[str]) -> Procedure[None]:
    """FWC-CA-18: each winning unit may move a little, turn, or stay. Those that cannot act stay (SUP-02).

    What cannot move by itself, such as a limbered gun (MOV-07), may still turn.
    """
    for uid in winners:
        unit = state.units[uid]
        if not unit.ready:
            continue
        far = state.house.consolidate_cm * 1000 if pace.can_move(unit) else 0
        route: Route = yield _where_to(state, unit, far)
        if route != places.stay(unit):
            _move_up(state, uid, route)


def _where_to(state: State, unit: Unit, far: int) -> Place:
    def check(route: Route) -> Refused | None:
        if pace.can_move(unit) and length(route.path) > far + field.HAIR:  # whatever its Move, and by road no farther
            return Refused(f"{unit.name} consolidates by {far / 1000:g} cm at most.", "FWC-CA-18")
        return movement.check_move(state, unit, route, far)

    return Place(
        unit.side,
        f"Where {does(unit.name)} consolidate? ({far / 1000:g} cm)",
        "FWC-CA-18",
        unit.id,
        check,
        lambda: places.proposals(state, unit, far),
        reach=far,
        stand=places.stay(unit),
        draw=lambda rng: places.drawn(state, unit, far, far, rng),
    )


def _move_up(state: State, unit_id: str, route: Route) -> None:
    """No action, so no opportunity fire; but a hidden enemy in the way still stops it (FWC-HID-03)."""
    unit = state.units[unit_id]
    stop = halt_before(state, unit_id, route.path, 0, [each.id for each in state.of(other(unit.side)) if each.hidden])
    text = f"{unit.name} consolidates"
    if stop is None:
        movement.arrive(state, unit_id, route)
        state.tell("move", text, "FWC-CA-18", unit_id)
        return
    mark, hidden = stop
    point, facing = point_at(route.path, mark)
    movement.set_down(state, unit_id, point, facing)
    make_room(state, unit_id, route.path, mark, unit.base)
    state.tell("move", text, "FWC-CA-18", unit_id)
    reveal(state, hidden, "comes upon it", unit)


# --- Steps back ----------------------------------------------------------------------------------------------


def step_back(state: State, unit_id: str, enemy_id: str, cm: int, rule: str) -> None:
    """FWC-CA-16, RET-09: a unit moves back from an enemy as far as there is room (MOV-05); nothing befalls it.

    What cannot leave its place (FWC-FRZ-01: frozen, or in a dug-out or an installation) stays there.
    """
    unit = state.units[unit_id]
    if unit.frozen or unit.in_dugout or unit.inside:
        return
    vector = away_vector(state, unit, state.units[enemy_id].base.centre)
    room = cm * 1000.0
    for met in met_on_the_way(state, unit, vector, cm, RETREAT_FATE):
        clear = 0
        if met.kind == "base" and state.units[met.id].side != unit.side:
            reveal(state, met.id, "comes upon it", unit)
            clear = sheet.ENEMY_CLEARANCE_CM * 1000
        room = min(room, max(0.0, met.distance - clear))
    base = pushed(unit.base, vector, room)
    if base != unit.base:
        text = f"{unit.name} steps back {room / 1000:.1f} cm"
        state.put(unit.went(base, state.player_turn), text, rule)
