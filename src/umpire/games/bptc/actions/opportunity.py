"""Opportunity fire: the other side's shots in the middle of a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Option, PickSome
from umpire.battle.rolling import by
from umpire.battle.words import acts
from umpire.dice import Procedure
from umpire.games.bptc import field, sheet
from umpire.games.bptc.actions import fire
from umpire.games.bptc.actions.hidden import NEAR, found_by, reveal
from umpire.games.bptc.actions.movement import halfway
from umpire.games.bptc.figures import preview
from umpire.games.bptc.model import State, Unit, other
from umpire.games.commander.ways import Window, ahead_on, pick_window, shortened, window_marks
from umpire.table import Base, Point, box_around, contacts, free, length, point_at, unit_vector

_CLEAR = sheet.ENEMY_CLEARANCE_CM * 1000
_BACK = 100
"""How finely a place to stop is looked for, in thousandths of a cm."""


def may_react(unit: Unit) -> bool:
    """BPTC-OPP-01: unsuppressed, able to fire, and not yet fired in this enemy player turn."""
    return not unit.reacted and fire.armed(unit)


def possible(state: State, mover: Unit, path: Sequence[Point]) -> list[Unit]:
    """BPTC-OPP-01: units of the other side that might shoot at it somewhere on a path, a first sieve by range."""
    if not state.house.opportunity_fire or state.phase == "setup" or mover.profile.is_command:
        return []
    west, south, east, north = box_around(path, mover.base.reach)
    found: list[Unit] = []
    for unit in state.of(other(mover.side)):
        if not may_react(unit):
            continue
        base = unit.base
        reach = unit.profile.range + base.reach + 10
        dx = west - base.x if base.x < west else base.x - east if base.x > east else 0
        dy = south - base.y if base.y < south else base.y - north if base.y > north else 0
        if dx * dx + dy * dy <= reach * reach and not field.in_touch(state, unit):
            found.append(unit)
    return found


def able(state: State, reactors: Sequence[Unit], target: Unit) -> list[Unit]:
    """BPTC-OPP-01: those of them with range, line of fire and cone to the unit where it is now."""
    return [unit for unit in reactors if fire.can_fire(state, unit, target)]


def react_along(
    state: State,
    unit_id: str,
    path: tuple[Point, ...],
    carried: int | None,
    under_fire: bool = True,
    clear: int = _CLEAR,
) -> Procedure[str]:
    """BPTC-OPP-01, 02: the windows of a move, asked once for the whole path and, after a shot, for the rest.

    BPTC-SET-02, ACT-02: hidden enemies who are near it are shown, and it keeps as `clear` of them as of all others; who
    is not `under_fire` has nothing else to fear.

    Returns "arrives", "short" (stopped by hidden enemies it came upon, and put there) or "halted" (it may not go on).
    """
    step = sheet.WINDOW_CM * 1000
    start = state.units[unit_id].base
    used = -1.0  # windows up to here are closed
    short = False
    opened: list[float] = []  # windows where hidden enemies were found
    while True:
        whole = length(path)
        ambush = _next_ambush(state, unit_id, path, carried, max(used, 0.0))
        marks = sorted({*window_marks(whole, step), *opened})
        ahead = [mark for mark in marks if used < mark <= whole and (ambush is None or mark < ambush.mark)]
        fired_at: float | None = None
        if under_fire:
            fired_at = yield from _windows(state, unit_id, path, carried, ahead)
        if not state.units[unit_id].ready:
            _make_room(state, unit_id, path, fired_at or 0.0, carried, start)
            return "halted"
        if fired_at is not None:
            used = fired_at
        elif ambush is None:
            break
        else:
            _put_at(state, unit_id, path, ambush.mark, carried)
            for hidden in ambush.shown:
                reveal(state, hidden, f"{acts(state.units[unit_id].name, 'comes')} close")
            halt = _halt_before(state, unit_id, path, ambush.mark, carried, ambush.shown, clear)
            if halt is not None:
                short = True
                path = shortened(path, halt)
            opened.append(ambush.mark)
            used = ambush.mark - 1  # those who were found may fire here
    if short:
        _put_at(state, unit_id, path, length(path), carried)
        _make_room(state, unit_id, path, length(path), carried, start)
        return "short"
    return "arrives"


def _put_at(state: State, unit_id: str, path: Sequence[Point], mark: float, carried: int | None) -> None:
    unit = state.units[unit_id]
    base = halfway(unit.base, path, mark, carried)
    if base.centre != unit.base.centre:
        state.put(_moved_to(unit, base))


def _moved_to(unit: Unit, base: Base) -> Unit:
    """A mover on its way: once it has set out it is no longer behind its works."""
    return unit.went(base) if base.centre != unit.base.centre else unit.at(base)


def _make_room(
    state: State, unit_id: str, path: Sequence[Point], mark: float, carried: int | None, start: Base
) -> None:
    """BPTC-ACT-02, MOV-15: a mover halted on top of a friend it was passing, or a charger with a wing off the table,
    stops just before that.
    """
    unit = state.units[unit_id]
    others = [each.base for each in state.beside(unit.base, int(mark)) if each.id != unit_id]
    if not unit.on_table or free(unit.base, others, state.content.size):
        return
    base = unit.base
    while not free(base, others, state.content.size) and base != start:
        mark -= _BACK
        base = halfway(start, path, mark, carried)
    state.put(unit.at(base), f"{unit.name} stops short", "BPTC-ACT-02")


# --- Hidden enemies ------------------------------------------------------------------------------------------


class _Ambush(NamedTuple):
    """Where on its way a mover comes upon hidden enemies, and which."""

    mark: float
    shown: list[str]


def _next_ambush(state: State, unit_id: str, path: Sequence[Point], carried: int | None, mark: float) -> _Ambush | None:
    """BPTC-SET-02: where the mover first comes within 10 cm of hidden enemies, from here on."""
    unit = state.units[unit_id]
    hidden = [(each.id, each.base) for each in state.hidden() if each.side != unit.side]
    if not hidden:
        return None
    near = dict.fromkeys([id for id, _ in hidden], NEAR)
    for begins, size, leg, skipped in ahead_on(path, mark):
        base = _leg_base(unit, leg, skipped, carried)
        shown = found_by(state, unit.at(base)) if begins > 0 else []
        if shown:
            return _Ambush(begins, shown)
        met = contacts(base, unit_vector(*leg), size, hidden, margins=near)
        if met:
            there = begins + met[0].distance
            shown = found_by(state, unit.at(halfway(unit.base, path, there, carried)))
            return _Ambush(there, shown if met[0].id in shown else [*shown, met[0].id])
    return None


def _leg_base(unit: Unit, leg: tuple[Point, Point], far: float, carried: int | None) -> Base:
    """A mover's footprint on a leg of its way, as it is carried there."""
    point, heading = point_at(leg, far)
    return unit.base.placed(*point, heading if carried is None else carried)


def _halt_before(
    state: State,
    unit_id: str,
    path: Sequence[Point],
    mark: float,
    carried: int | None,
    enemies: Sequence[str],
    clear: int,
) -> float | None:
    """How far a mover gets, 1 cm short of the first of these enemies it would come so near to."""
    unit = state.units[unit_id]
    bases = [(each, state.units[each].base) for each in enemies]
    margins = dict.fromkeys(enemies, float(clear))
    for begins, size, leg, skipped in ahead_on(path, mark):
        met = contacts(_leg_base(unit, leg, skipped, carried), unit_vector(*leg), size, bases, margins=margins)
        if met:
            return begins + max(0.0, met[0].distance - (_CLEAR - clear))
    return None


# --- Windows -------------------------------------------------------------------------------------------------


def _windows(
    state: State, unit_id: str, path: Sequence[Point], carried: int | None, marks: Sequence[float]
) -> Procedure[float | None]:
    """Ask the other side where it fires along this part of the path; returns the window used."""
    unit = state.units[unit_id]
    reactors = possible(state, unit, path)
    if not reactors or not marks:
        return None

    def there(mark: float) -> Unit:
        return _moved_to(unit, halfway(unit.base, path, mark, carried))

    def firers(mark: float) -> list[Unit]:
        return able(state, reactors, there(mark))

    def window(mark: float, found: Sequence[Unit]) -> Window:
        target = there(mark)
        return Window(fire.call(state, found, target), lambda: preview(target))

    if not any(_anybody(state, reactors, there(mark)) for mark in marks):
        return None
    picked = yield from pick_window(other(unit.side), unit, path, marks, "BPTC-OPP-01", firers, window)
    if picked is None:
        return None
    mark, found = picked
    _put_at(state, unit_id, path, mark, carried)
    yield from _volley(state, found, unit_id)
    return mark


def _anybody(state: State, reactors: Sequence[Unit], target: Unit) -> bool:
    return any(fire.can_fire(state, unit, target) for unit in reactors)


def _volley(state: State, reactors: Sequence[Unit], target_id: str) -> Procedure[None]:
    """BPTC-OPP-01, 02: all who fire here make one attack, to which nobody reacts in turn."""
    target = state.units[target_id]
    everybody = tuple([unit.id for unit in reactors])
    chosen = everybody
    if len(reactors) > 1:
        options = [
            Option(unit.id, unit.name, "BPTC-OPP-01", unit.id, fire.call(state, [unit], target)) for unit in reactors
        ]
        chosen = yield PickSome(
            reactors[0].side,
            f"Opportunity fire: who fires at {target.name}?",
            "BPTC-OPP-01",
            options,
            1,
            len(options),
            None,
            [everybody, *((each,) for each in everybody)],
            joint=lambda picked: fire.call(state, [state.units[uid] for uid in picked], target),
        )
    for uid in chosen:
        state.put(state.units[uid].having_reacted())
    yield from by(state, other(state.units[target_id].side), fire.attack(state, chosen, target_id, "BPTC-OPP-01"))
