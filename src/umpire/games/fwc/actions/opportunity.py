"""Opportunity fire: the other side's shots in the middle of an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Option, PickSome
from umpire.battle.rolling import by
from umpire.battle.words import its, tidy
from umpire.dice import Procedure
from umpire.games.commander.ways import (
    Window,
    ahead_on,
    base_at,
    marks_and_turns,
    pick_window,
    shortened,
    window_marks,
)
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import fire, movement
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.actions.hidden import comes_close, expose, reveal, spotted_by
from umpire.games.fwc.figures import preview
from umpire.games.fwc.model import State, Unit, other
from umpire.table import Base, Point, box_around, first_contact, free, length, point_at, unit_vector

_BACK = 100
"""How finely a place to stop is looked for, in thousandths of a cm."""

_LOOK = 2500
"""How often a mover looks out for hidden enemies on its way, besides where it turns, in thousandths of a cm: less than
any base is deep, so that it passes none by unseen."""


def may_react(state: State, unit: Unit) -> bool:
    """FWC-OPP-02: whether a unit has an opportunity shot left."""
    return unit.profile.reacts and fire.armed(unit) and unit.reactions < state.house.opp_fire_limit


def possible(state: State, mover: Unit, path: Sequence[Point]) -> list[Unit]:
    """FWC-OPP-01: units of the other side that might shoot at it somewhere on a path, a first sieve by range."""
    if state.phase == "setup":
        return []
    west, south, east, north = box_around(path, mover.base.reach)
    found: list[Unit] = []
    for x, y, reach, unit in _with_shots_left(state, mover):
        dx = west - x if x < west else x - east if x > east else 0
        dy = south - y if y < south else y - north if y > north else 0
        if dx * dx + dy * dy <= reach * reach:
            found.append(unit)
    return found


_Reactor = tuple[int, int, int, Unit]
"""A unit that may react, with where it stands and how far any of its weapons reaches from there."""


def _with_shots_left(state: State, mover: Unit) -> list[_Reactor]:
    """All who may still react to a kind of mover; as they stay the same while it is his side's turn, they are noted."""
    ranks, seat = state.ranks(), other(mover.side)
    for_snipers = fire.for_snipers(mover)
    kind = "snipers" if for_snipers else "reactors"
    found: list[_Reactor] | None = ranks.notes[seat].get(kind)
    if found is None:
        wide = ranks.widest + 10
        mine = ranks.sides[seat]
        those = [unit for unit in mine if fire.may_aim_at(unit, mover)] if for_snipers else mine
        ready = [unit for unit in those if may_react(state, unit)]
        found = [(unit.base.x, unit.base.y, unit.profile.farthest + wide, unit) for unit in ready]
        ranks.notes[seat][kind] = found
    return found


def able(state: State, reactors: Sequence[Unit], target: Unit) -> list[Unit]:
    """FWC-OPP-01: those of them with sight and range to the unit where it is now."""
    return [unit for unit in reactors if fire.can_fire_directly(state, unit, target)]


def _anybody(state: State, reactors: Sequence[Unit], target: Unit) -> bool:
    return any(fire.can_fire_directly(state, unit, target) for unit in reactors)


def react_after(state: State, actor_id: str) -> Procedure[None]:
    """FWC-OPP-03: after an action that is not a move, the other side may fire at the unit that made it."""
    actor = state.units[actor_id]
    if not actor.on_table or actor.hidden:
        return
    expose(state, actor)
    reactors = able(state, possible(state, actor, (actor.base.centre,)), actor)
    if reactors:
        yield from _volley(state, reactors, actor_id, f"after {its(actor.name)} action")


def react_along(state: State, unit_id: str, path: tuple[Point, ...]) -> Procedure[str]:
    """FWC-OPP-03, OPP-05: the windows of a move, asked once for the whole path and, after a shot, for the rest.

    Returns "arrives", "short" (FWC-HID-03: stopped by what it revealed, and put there) or "halted" (it may not go on).
    """
    step = state.house.opp_step_cm * 1000
    start = state.units[unit_id].base
    expose(state, state.units[unit_id])
    used = -1.0  # windows up to here are closed
    short = False
    opened: list[float] = []  # FWC-HID-03: windows where hidden enemies were revealed
    secret = [each.id for each in state.hidden() if each.side != state.units[unit_id].side]
    while True:
        whole = length(path)
        ambush = _next_ambush(state, unit_id, path, used)
        fired_at: float | None = None
        if reactors := possible(state, state.units[unit_id], path):
            marks = sorted({*window_marks(whole, step), *opened})
            ahead = [mark for mark in marks if used < mark <= whole and (ambush is None or mark < ambush.mark)]
            fired_at = yield from _windows(state, unit_id, path, ahead, reactors)
        if not _going(state, unit_id):
            make_room(state, unit_id, path, fired_at or 0.0, start)
            _tell_stop(state, unit_id, fired_at or 0.0, "FWC-OPP-05")
            return "halted"
        if fired_at is not None:
            here = used = fired_at
        elif ambush is None:
            break
        else:
            here = ambush.mark
            _put_at(state, unit_id, path, here)
            for hidden in ambush.shown:
                reveal(state, hidden, "comes close", state.units[unit_id])
            opened.append(here)
            used = here - 1  # what was revealed may fire here
        # FWC-HID-03: whoever was revealed by this move stops it, close to him or shot at by him from afar.
        halt = halt_before(state, unit_id, path, here, [each for each in secret if not state.units[each].hidden])
        if halt is not None:
            short = True
            path = shortened(path, halt[0])
    if short:
        _put_at(state, unit_id, path, length(path))
        make_room(state, unit_id, path, length(path), start)
        _tell_stop(state, unit_id, length(path), "FWC-HID-03")
        return "short"
    return "arrives"


def _tell_stop(state: State, unit_id: str, mark: float, rule: str) -> None:
    """How far a mover came that was told to go farther; of one that is lost other words are told."""
    unit = state.units[unit_id]
    if unit.on_table and state.heard:
        state.tell("move", f"{unit.name} is stopped after {tidy(mark)} cm", rule, unit_id)


def _standing_at(state: State, unit: Unit, path: Sequence[Point], mark: float) -> Unit:
    """A mover after so much of its path. FWC-MOV-07: once on its way it has left its digging or what it was inside."""
    if mark == 0:
        return unit
    return movement.sheltered(state, unit.went(base_at(unit.base, path, mark), state.player_turn))


def _put_at(state: State, unit_id: str, path: Sequence[Point], mark: float) -> None:
    if mark > 0:
        state.put(_standing_at(state, state.units[unit_id], path, mark))


def make_room(state: State, unit_id: str, path: Sequence[Point], mark: float, start: Base) -> None:
    """FWC-OPP-05, HID-03, MOV-05: a mover halted on top of a friend it was passing stops just before him.

    FWC-MOV-03: one that would stand in an obstacle, turned as it went, is turned as it stood at first (MOV-01).
    FWC-INS-01: who was just coming out of an installation is inside it again.
    """
    unit = state.units[unit_id]
    if not unit.on_table:
        return
    near = state.along((*path, unit.base.centre), unit.base)
    others = [u.base for u in near if u.id not in (unit_id, unit.inside) and u.airborne == unit.airborne]
    setting_out = unit.at(start)

    def turned(base: Base) -> Base:
        return base.turned(start.facing) if movement.barred_from(state, setting_out, base) else base

    def clear(base: Base) -> bool:
        return free(base, others) and not movement.barred_from(state, setting_out, base)

    base = turned(unit.base)
    back = not clear(base)
    while not clear(base):
        mark -= _BACK
        if mark <= 0:
            base = start
            break
        base = turned(base_at(unit.base, path, mark))
    if base == unit.base:
        return
    movement.set_down(state, unit_id, base.centre, base.facing)
    if back:
        state.tell("unit", f"{unit.name} stops short", "FWC-MOV-05", unit_id)


def _going(state: State, unit_id: str) -> bool:
    unit = state.units[unit_id]
    return unit.on_table and not unit.suppressed and not unit.frozen


class _Ambush(NamedTuple):
    """Where on its way a mover shows hidden enemies, and which."""

    mark: float
    shown: list[str]


def _next_ambush(state: State, unit_id: str, path: Sequence[Point], since: float) -> _Ambush | None:
    """FWC-HID-02: the first point from there on at which the mover shows hidden enemies, at the latest before it
    touches one."""
    unit = state.units[unit_id]
    if not state.hidden():
        return None
    ranks = state.ranks()
    near = box_around(path, unit.base.reach + ranks.widest + sheet.HIDDEN_REVEAL_CM * 1000 + 10)
    hidden = [each for each in ranks.around(other(unit.side), *near) if each.hidden]
    marks = [mark for mark in marks_and_turns(path, _LOOK) if mark >= since] if hidden else []
    if not marks:
        return None
    touch = halt_before(state, unit_id, path, marks[0], [each.id for each in hidden])
    for mark in marks:
        if touch is not None and touch[0] <= mark:
            shown = spotted_by(state, _standing_at(state, unit, path, touch[0]))
            return _Ambush(touch[0], shown if touch[1] in shown else [*shown, touch[1]])
        base = base_at(unit.base, path, mark)
        if not any(comes_close(base, each) for each in hidden):
            continue
        shown = spotted_by(state, _standing_at(state, unit, path, mark))
        if shown:
            return _Ambush(mark, shown)
    return None


def halt_before(
    state: State, unit_id: str, path: Sequence[Point], mark: float, enemies: Sequence[str]
) -> tuple[float, str] | None:
    """FWC-HID-03: how far a mover gets, 1 cm short of the first of these enemies it would touch, and which that is.

    To touch is to be in contact, so enemies are taken to be as much larger. FWC-FLY-01: nothing on the ground stops
    what flies.
    """
    unit = state.units[unit_id]
    if unit.airborne:
        return None
    near = int(field.CONTACT * 10 + field.HAIR)
    bases = [(each, _wider(state.units[each].base, near)) for each in enemies if not state.units[each].airborne]
    for begins, size, leg, skipped in ahead_on(path, mark):
        from_here, facing = point_at(leg, skipped)
        met = first_contact(unit.base.placed(*from_here, facing), unit_vector(*leg), size, bases)
        if met is not None:
            clear = met.distance + near - sheet.ENEMY_CLEARANCE_CM * 1000
            return begins + max(0.0, clear), met.id
    return None


def _wider(base: Base, mils: int) -> Base:
    return Base(base.x, base.y, base.facing, base.width + 2 * mils, base.depth + 2 * mils, base.round)


def _windows(
    state: State, unit_id: str, path: Sequence[Point], marks: Sequence[float], reactors: Sequence[Unit]
) -> Procedure[float | None]:
    """Ask the other side where it fires along this part of the path; returns the window used."""
    unit = state.units[unit_id]

    def there(mark: float) -> Unit:
        return _standing_at(state, unit, path, mark)

    def firers(mark: float) -> list[Unit]:
        return able(state, reactors, there(mark))

    def window(mark: float, found: Sequence[Unit]) -> Window:
        target = there(mark)
        return Window(fire.call(state, [Shot(each.id) for each in found], target), lambda: preview(target))

    if not any(_anybody(state, reactors, there(mark)) for mark in marks):
        return None
    picked = yield from pick_window(other(unit.side), unit, path, marks, "FWC-OPP-03", firers, window)
    if picked is None:
        return None
    mark, found = picked
    _put_at(state, unit_id, path, mark)
    yield from _volley(state, found, unit_id, "on the move", 1)
    return mark


def _volley(state: State, reactors: Sequence[Unit], target_id: str, when: str, least: int = 0) -> Procedure[None]:
    """FWC-OPP-04: all who react here make one attack; FWC-OPP-06: to which nobody reacts in turn."""
    target = state.units[target_id]
    seat = reactors[0].side
    everybody = tuple(unit.id for unit in reactors)
    chosen = everybody
    if least == 0 or len(reactors) > 1:
        options = [
            Option(unit.id, unit.name, "FWC-OPP-04", unit.id, fire.call(state, [Shot(unit.id)], target))
            for unit in reactors
        ]
        suggested: list[tuple[str, ...]] = [everybody, *((each,) for each in everybody if len(everybody) > 1)]
        if least == 0:
            suggested.append(())
        chosen = yield PickSome(
            seat,
            f"Opportunity fire: who fires at {target.name} {when}?",
            "FWC-OPP-04",
            options,
            least,
            len(options),
            None,
            suggested,
            joint=lambda picked: fire.call(state, [Shot(uid) for uid in picked], target),
        )
    if not chosen:
        return
    for uid in chosen:
        state.put(state.units[uid].having_reacted())
    yield from by(
        state,
        other(state.units[target_id].side),
        fire.attack(state, [Shot(uid) for uid in chosen], target_id, "FWC-OPP-01"),
    )
