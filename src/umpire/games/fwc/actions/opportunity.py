"""Opportunity fire: the other side's shots in the middle of an action."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Option, PickOne, PickSome
from umpire.dice import Procedure
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import fire
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.actions.hidden import reveal, spotted_by
from umpire.games.fwc.model import State, Unit, other
from umpire.table import Point, contacts, length, point_at, unit_vector


def may_react(state: State, unit: Unit) -> bool:
    """FWC-OPP-02: whether a unit has an opportunity shot left."""
    return (
        unit.reactions < state.house.opp_fire_limit
        and fire.armed(unit)
        and unit.profile.cls != "artillery"
        and not unit.profile.has("howitzer")
    )


def possible(state: State, mover: Unit) -> list[Unit]:
    """Units of the other side that might shoot at it somewhere on a move: a first sieve by range."""
    if state.phase == "setup":
        return []
    return [unit for unit in state.of(other(mover.side)) if may_react(state, unit)]


def able(state: State, reactors: Sequence[Unit], target: Unit) -> list[Unit]:
    """FWC-OPP-01: those of them with sight and range to the unit where it is now."""
    found: list[Unit] = []
    for unit in reactors:
        _, reach = fire.weapon(unit, target)
        if field.in_range(unit, target, reach) and fire.can_fire(state, unit, target):
            if field.sees(state, unit, target):
                found.append(unit)
    return found


def react_after(state: State, actor_id: str) -> Procedure[None]:
    """FWC-OPP-03: after an action that is not a move, the other side may fire at the unit that made it."""
    actor = state.units[actor_id]
    if not actor.on_table or actor.hidden:
        return
    reactors = able(state, possible(state, actor), actor)
    if reactors:
        yield from _volley(state, reactors, actor_id, "after its action")


def react_along(state: State, unit_id: str, path: tuple[Point, ...]) -> Procedure[str]:
    """FWC-OPP-03, OPP-05: the windows of a move, asked once for the whole path and, after a shot, for the rest.

    Returns "arrives", "short" (FWC-HID-03: stopped by what it revealed, and put there) or "halted" (it may not go on).
    """
    step = state.house.opp_step_cm * 1000
    marks = _marks(length(path), step)
    index = 0
    short = False
    while index < len(marks):
        stop, shown = _first_spotted(state, unit_id, path, marks, max(0, index - 1))
        last = stop if stop is not None else len(marks) - 1
        used = yield from _windows(state, unit_id, path, marks, index, last)
        if not _going(state, unit_id):
            return "halted"
        if used is not None:
            index = used + 1
        elif stop is None:
            break
        else:
            _put_at(state, unit_id, path, marks[stop])
            for hidden in shown:
                reveal(state, hidden, f"{state.units[unit_id].name} comes close")
            cut = _stopped_short(state, unit_id, path, marks[stop], shown)
            if cut is not None:
                short = True
                path, marks = _shortened(path, cut, step)
            index = stop
    if short:
        _put_at(state, unit_id, path, length(path))
        return "short"
    return "arrives"


def _marks(whole: float, step: int) -> list[float]:
    """Where windows open: at the start, every step, at the end."""
    marks = [0.0]
    while marks[-1] + step < whole:
        marks.append(marks[-1] + step)
    marks.append(whole)
    return marks


def _standing_at(unit: Unit, path: Sequence[Point], mark: float) -> Unit:
    point, facing = point_at(path, mark)
    if mark == 0:
        return unit
    return unit.at(unit.base.moved(point.x, point.y).turned(facing))


def _put_at(state: State, unit_id: str, path: Sequence[Point], mark: float) -> None:
    unit = state.units[unit_id]
    there = _standing_at(unit, path, mark)
    if there.base.centre != unit.base.centre:
        state.put(unit.went(there.base, state.player_turn))


def _going(state: State, unit_id: str) -> bool:
    unit = state.units[unit_id]
    return unit.on_table and not unit.suppressed and not unit.frozen


def _first_spotted(
    state: State, unit_id: str, path: Sequence[Point], marks: Sequence[float], start: int
) -> tuple[int | None, list[str]]:
    """FWC-HID-02: the first window at which the mover shows hidden enemies."""
    if not any(u.hidden for u in state.of(other(state.units[unit_id].side))):
        return None, []
    unit = state.units[unit_id]
    for index in range(start, len(marks)):
        shown = spotted_by(state, _standing_at(unit, path, marks[index]))
        if shown:
            return index, shown
    return None, []


def _stopped_short(
    state: State, unit_id: str, path: Sequence[Point], mark: float, shown: Sequence[str]
) -> float | None:
    """FWC-HID-03: how far along its path a mover gets that would touch what it has just revealed."""
    unit = state.units[unit_id]
    gone = 0.0
    bases = [(each, state.units[each].base) for each in shown]
    for p, q in zip(path, path[1:], strict=False):
        leg = length((p, q))
        if leg and gone + leg > mark:
            start = max(0.0, mark - gone)
            vector = unit_vector(p, q)
            from_here, facing = point_at((p, q), start)
            base = unit.base.moved(*from_here).turned(facing)
            met = contacts(base, vector, leg - start, bases)
            if met:
                clear = met[0].distance - sheet.ENEMY_CLEARANCE_CM * 1000
                return gone + start + max(0.0, clear)
        gone += leg
    return None


def _shortened(path: Sequence[Point], mark: float, step: int) -> tuple[tuple[Point, ...], list[float]]:
    kept: list[Point] = [path[0]]
    gone = 0.0
    for p, q in zip(path, path[1:], strict=False):
        leg = length((p, q))
        if gone + leg >= mark:
            kept.append(point_at(path, mark)[0])
            break
        kept.append(q)
        gone += leg
    return tuple(kept), _marks(length(kept), step)


def _windows(
    state: State, unit_id: str, path: Sequence[Point], marks: Sequence[float], first: int, last: int
) -> Procedure[int | None]:
    """Ask the other side where it fires along this part of the path; returns the window used."""
    unit = state.units[unit_id]
    reactors = _within_reach(possible(state, unit), unit, path)
    if not reactors:
        return None
    chances: list[tuple[int, list[Unit]]] = []
    for index in range(first, last + 1):
        found = able(state, reactors, _standing_at(unit, path, marks[index]))
        if found:
            chances.append((index, found))
    if not chances:
        return None
    options = [Option("pass", "hold fire")]
    for index, found in chances:
        there = _standing_at(unit, path, marks[index])
        names = ", ".join(each.name for each in found[:4]) + (" ..." if len(found) > 4 else "")
        odds = fire.call(state, [Shot(each.id) for each in found], there)
        label = f"fire after {marks[index] / 1000:g} cm: {names}"
        options.append(Option(str(index), label, "FWC-OPP-03", unit_id, odds))
    seat = other(unit.side)
    chosen: str = yield PickOne(seat, f"{unit.name} moves: opportunity fire?", "FWC-OPP-03", options)
    if chosen == "pass":
        return None
    index = int(chosen)
    _put_at(state, unit_id, path, marks[index])
    yield from _volley(state, next(found for at, found in chances if at == index), unit_id, "as it moves", 1)
    return index


def _within_reach(reactors: Sequence[Unit], mover: Unit, path: Sequence[Point]) -> list[Unit]:
    """Drop those who cannot reach any point of the path: distance to its box is beyond their range."""
    west, east = min(p.x for p in path), max(p.x for p in path)
    south, north = min(p.y for p in path), max(p.y for p in path)
    found: list[Unit] = []
    for unit in reactors:
        _, reach = fire.weapon(unit, mover)
        span = reach + unit.base.reach + mover.base.reach
        dx = max(west - unit.base.x, unit.base.x - east, 0)
        dy = max(south - unit.base.y, unit.base.y - north, 0)
        if dx * dx + dy * dy <= span * span:
            found.append(unit)
    return found


def _volley(
    state: State, reactors: Sequence[Unit], target_id: str, when: str, least: int = 0
) -> Procedure[None]:
    """FWC-OPP-04: all who react here make one attack."""
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
            f"Who fires at {target.name} {when}?",
            "FWC-OPP-04",
            options,
            least,
            len(options),
            None,
            suggested,
        )
    if not chosen:
        return
    for uid in chosen:
        state.put(state.units[uid].having_reacted())
    yield from fire.attack(state, [Shot(uid) for uid in chosen], target_id, "FWC-OPP-01")
