"""A move with fire on its way: with which weapons, when and from where, and the move carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from umpire.battle.decisions import Option, PickOne, Place, Refused, Route
from umpire.battle.words import acts, does
from umpire.dice import Procedure
from umpire.games.fubar import field, sheet
from umpire.games.fubar.actions import aim, fire, movement, transport, windows
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.actions.going import DRIVE
from umpire.games.fubar.actions.marching import March, imagined
from umpire.games.fubar.actions.windows import Moment, steps_of
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Unit
from umpire.table import closest_on, point_at

STEP = 2000
"""How closely a way is looked at for a place to fire from; what lasts for less is sought out where nothing is found.

Any other place may be named.
"""
BRIEF = 100
"""How soon after the start, and how late before the end, a place is one on the way."""


def weapons_after(unit: Unit, march: March) -> int:
    """FUBAR-VEH-03, 05, 09, GRV-01, 02, WLK-01, VTL-01, 02: how many weapons may fire with a move: 0 is all of them."""
    if not unit.is_vehicle or march.size <= 0:
        return 0
    return 0 if march.size <= sheet.CHASSIS[unit.profile.chassis].all_weapons + field.SLACK else 1


def fire_mode(state: State, march: March) -> Mode | None:
    """The circumstances of fire during a move; None if there can be none (FUBAR-ORD-02, 03, 05, VEH-04)."""
    unit = state.units[march.unit]
    if march.kind not in ("walk", DRIVE) or march.silent:
        return None
    return Mode(moving=march.size > 0 or not unit.is_vehicle, limit=weapons_after(unit, march))


def when_to_fire(state: State, march: March) -> Procedure[float | None]:
    """FUBAR-ORD-01: fire at any one point of the move, once for each figure; None is not at all."""
    mode = fire_mode(state, march)
    unit = state.units[march.unit]
    if mode is None:
        return None
    places = {"start": 0.0, "end": march.size}
    open_: list[Option] = []
    for key, words in (("end", "after the move"), ("start", "before the move")):
        if key == "start" and march.size <= 0:
            continue
        if _has_shot_at(state, march, places[key], mode):
            open_.append(Option(key, f"fire {words}", "FUBAR-ORD-01", unit.id))
    ends = [option.key for option in open_]
    if march.size > 0 and next(_between(state, march, mode, ends), None) is not None:
        open_.append(Option("between", "fire somewhere on the way", "FUBAR-ORD-01", unit.id))
    if not open_:
        return None
    open_.append(Option("never", "do not fire", "FUBAR-ORD-01", unit.id))
    key = yield PickOne(unit.side, f"When {does(unit.name)} fire?", "FUBAR-ORD-01", open_, piece=unit.id)
    if key == "between":
        return (yield from _firing_point(state, march, mode, list(_between(state, march, mode, ends))))
    return places.get(key)


def _has_shot_at(state: State, march: March, gone: float, mode: Mode, *pair: str) -> bool:
    twin = imagined(state, march, gone)
    return aim.has_shot(twin, twin.units[march.unit], mode, *pair)


def _between(state: State, march: March, mode: Mode, ends: Sequence[str]) -> Iterator[float]:
    """FUBAR-ORD-01: places on the way with a shot; at the `ends` there is one.

    Where there is none at any step, what lasts for less: from the start or to the end of the move, or for a moment.
    """
    size = march.size
    found = False
    for gone in steps_of(0.0, size, STEP)[1:-1]:
        if _has_shot_at(state, march, gone, mode):
            found = True
            yield gone
    if not found:
        brief = min(BRIEF, size / 2)
        beside = [Moment(gone) for key, gone in (("start", brief), ("end", size - brief)) if key in ends]
        for gone, *pair in chain(beside, windows.for_fire(state, march, mode, STEP)):
            if 0 < gone < size and _has_shot_at(state, march, gone, mode, *pair):
                yield gone
                return


def _firing_point(state: State, march: March, mode: Mode, good: Sequence[float]) -> Procedure[float]:
    """FUBAR-ORD-01: the point of the way from which a unit fires."""
    unit = state.units[march.unit]
    path = march.path

    def gone_at(route: Route) -> float | None:
        for gone in good:
            if point_at(path, gone)[0] == route.end:
                return gone
        gone, off = closest_on(path, route.end)
        return gone if off <= 250 else None

    def check(route: Route) -> Refused | None:
        gone = gone_at(route)
        if gone is None:
            return Refused(f"the point must lie on the path of {unit.name}.", "FUBAR-ORD-01")
        if not _has_shot_at(state, march, gone, mode):
            return Refused(f"{acts(unit.name, 'has')} nothing to fire at there.", "FUBAR-GEN-11")
        return None

    routes = [Route((point_at(path, gone)[0],), 0) for gone in good]
    prompt = f"Where on the way {does(unit.name)} fire?"
    route: Route = yield Place(unit.side, prompt, "FUBAR-ORD-01", unit.id, check, lambda: routes, "point", 0, routes[0])
    gone = gone_at(route)
    assert gone is not None
    return gone


def carry_out(state: State, march: March, when: float | None) -> Procedure[None]:
    """ACTIVATION.execute: the move, halted at each reaction, with fire where it was declared."""
    unit_id = march.unit
    march = yield from go_and_fire(state, march, when)
    movement.finish(state, march)
    unit = state.units[unit_id]
    if unit.is_vehicle and unit.on_table and not unit.out_of_action:
        yield from transport.after_move(state, unit_id, march.gone)


def go_and_fire(state: State, march: March, when: float | None) -> Procedure[March]:
    """The way itself, as far as the unit comes; it fires after `when` of it, if it still can."""
    movement.begin(state, march)
    mode = fire_mode(state, march)
    if when is not None and mode is not None:
        march = yield from movement.advance(state, march, when)
        if movement.can_go_on(state, march) or state.units[march.unit].immobile:
            yield from fire.volley(state, march.unit, mode)
    return (yield from movement.advance(state, march, march.size))
