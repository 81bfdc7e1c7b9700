"""Forced moves: what blunders make units do, whether they like it or not (FWC-BLD-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne, PutInOrder
from umpire.battle.words import acts
from umpire.dice import Procedure
from umpire.games.fwc import field, obstacles, sheet
from umpire.games.fwc.actions import movement, pace
from umpire.games.fwc.actions.damage import knock_out
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.actions.opportunity import react_along
from umpire.games.fwc.model import SEATS, State, Unit
from umpire.table import (
    XY,
    Base,
    Contact,
    Rate,
    Terrain,
    affordable,
    along_vector,
    bearing,
    box_around,
    contacts,
    direction,
    gap,
    sweep_hits_base,
    unit_vector,
)

_CLOSE = sheet.ENEMY_CLEARANCE_CM * 1000

_NO_MOVE = 50
"""Who could go for less than half a millimetre stays: that is told as nothing."""


class Line(NamedTuple):
    """A straight line to go along: the exact one, which need not be that of a whole degree, and the bearing on it."""

    vector: XY
    facing: int


class Run(NamedTuple):
    """How far a unit gets on a line, in thousandths, how it faces, and whether it leaves the table there."""

    far: float
    facing: int
    leaves: bool


# --- The moves of the table ----------------------------------------------------------------------------------


def back(state: State, formation: Sequence[str], half: bool, rule: str) -> Procedure[None]:
    """FWC-BLD-05, 11: every unit straight to its own baseline, half a move or a whole one."""
    able = [uid for uid in formation if _can_go(state.units[uid])]
    order = yield from _in_order(state, able, rule)
    for uid in order:
        unit = state.units[uid]
        if _can_go(unit):
            yield from _march(state, unit, _homeward(state, unit), _share(unit, half), rule)


def forward(state: State, formation: Sequence[str], half: bool, rule: str) -> Procedure[None]:
    """FWC-BLD-07, 09, 15: every unit straight at its nearest visible enemy; who digs in or sees nobody stays."""
    able = [uid for uid in formation if _can_charge(state.units[uid])]
    order = yield from _in_order(state, able, rule)
    for uid in order:
        unit = state.units[uid]
        if not _can_charge(unit):
            continue
        enemy = yield from _nearest(state, unit, rule)
        if enemy is None:
            state.tell("blunder", f"{unit.name} sees no enemy and stays", "FWC-BLD-15", uid)
        elif enemy.base.centre != unit.base.centre:
            here, there = unit.base.centre, enemy.base.centre
            line = Line(unit_vector(here, there), bearing(here, there))
            yield from _march(state, unit, line, _share(unit, half), rule, enemy.id)


def flight(state: State, unit_id: str, cm: int, rule: str) -> Procedure[None]:
    """FWC-BLD-08: a command unit goes this far to its own baseline, whatever the ground costs."""
    unit = state.units[unit_id]
    if not _can_go(unit):
        return
    line = _homeward(state, unit)
    price = _driven(pace.rate_from(state, unit))

    def flat(under: tuple[Terrain, ...]) -> float | None:
        return None if price(under) is None else 1.0

    far = along_vector(unit.base.centre, line.vector, cm * 1000)
    most = affordable((unit.base.centre, far), state.content.ground, flat, cm * 1000)
    yield from _go(state, unit, line, _run(state, unit, line, most), rule)


def _homeward(state: State, unit: Unit) -> Line:
    heading = state.baseline_bearing(unit.side)
    return Line(direction(heading), heading)


def _can_go(unit: Unit) -> bool:
    """FWC-BLD-15: a unit without a move stays; so does one that cannot act at all (FWC-SUP-02)."""
    return pace.can_move(unit)


def _can_charge(unit: Unit) -> bool:
    rooted = unit.dug_in or unit.in_dugout or (unit.profile.is_gun and unit.deployed)
    return _can_go(unit) and not rooted


def _share(unit: Unit, half: bool) -> int:
    """FWC-GEN-04: half a move is exact."""
    return pace.allowance(unit) // 2 if half else pace.allowance(unit)


def _in_order(state: State, able: Sequence[str], rule: str) -> Procedure[Sequence[str]]:
    """Who moves first is the owner's choice."""
    if len(able) < 2:
        return able
    options = [Option(uid, state.units[uid].name, rule, uid) for uid in able]
    order: tuple[str, ...] = yield PutInOrder(
        state.units[able[0]].side, "In what order do they make their forced moves?", "FWC-BLD-15", options
    )
    return order


def _nearest(state: State, unit: Unit, rule: str) -> Procedure[Unit | None]:
    """The nearest visible enemy; the owner chooses between two equally near (as in FWC-INI-04)."""
    near = field.nearest_visible(state, unit)
    if len(near) < 2:
        return near[0] if near else None
    options = [Option(enemy.id, f"at {enemy.name}", rule, enemy.id) for enemy in near]
    key: str = yield PickOne(unit.side, f"{acts(unit.name, 'is')} drawn to whom?", "FWC-BLD-15", options, piece=unit.id)
    return state.units[key]


# --- One unit ------------------------------------------------------------------------------------------------


def _march(state: State, unit: Unit, line: Line, allowed: int, rule: str, enemy: str = "") -> Procedure[None]:
    """As far on a line as its movement and the ground allow."""
    most = float(allowed)
    if not unit.airborne:
        path = unit.base.centre, along_vector(unit.base.centre, line.vector, allowed)
        going = affordable(path, state.content.ground, _driven(pace.rate_from(state, unit)), allowed)
        most = max(0.0, going - 1)  # not onto the very edge of ground it may not enter
    yield from _go(state, unit, line, _run(state, unit, line, most, enemy), rule)


def _driven(price: Rate) -> Rate:
    """FWC-MOV-04: who is forced to goes onto scorched ground as onto any other; only by choice he may not."""
    return lambda under: price(tuple(piece for piece in under if piece.kind != "scorched"))


def _go(state: State, unit: Unit, line: Line, run: Run, rule: str) -> Procedure[None]:
    """FWC-BLD-15: the move itself, under the enemy's opportunity fire; over the edge is a knock-out (FWC-MOV-06)."""
    end = along_vector(unit.base.centre, line.vector, run.far)
    stays = run.far < _NO_MOVE or movement.still_inside(state, unit, unit.base.placed(*end, run.facing))
    if stays and not run.leaves:
        state.tell("blunder", f"{unit.name} finds its way barred and stays", "FWC-BLD-15", unit.id)
        return
    reveal(state, unit.id, "it moves")
    state.tell("move", f"{unit.name} is forced to move {run.far / 1000:.1f} cm", rule, unit.id)
    outcome: str = yield from react_along(state, unit.id, (unit.base.centre, end))
    if outcome != "arrives":
        return
    if run.leaves:
        yield from knock_out(state, unit.id, f"{unit.name} leaves the table and is lost", "FWC-BLD-15", True)
    else:
        movement.set_down(state, unit.id, end, run.facing)


def _run(state: State, unit: Unit, line: Line, most: float, enemy: str = "") -> Run:
    """How far it gets: facing where it goes or, where it has no room to turn, as it stands (FWC-MOV-01)."""
    turned = _run_facing(state, unit, line.facing, line.vector, most, enemy)
    if turned.far >= most or turned.leaves or (unit.base.facing - line.facing) % 180 == 0:  # the same room either way
        return turned
    as_it_stands = _run_facing(state, unit, unit.base.facing, line.vector, most, enemy)
    return as_it_stands if as_it_stands.far > turned.far else turned


def _run_facing(state: State, unit: Unit, facing: int, vector: XY, most: float, enemy: str) -> Run:
    """Until something stops it: obstacles on contact, units 1 cm before, the edge of the table not at all."""
    base = unit.base.turned(facing)
    far = most
    edge = most
    leaves = False
    for met in _obstacles(state, unit, base, vector, most):
        if met.kind == "edge":
            edge, leaves = min(edge, met.distance), True
        else:
            far = min(far, met.distance)
    for other in _on_the_line(state, base, vector, most):
        if _in_the_way(unit, other, enemy):
            far = _short_of(base, vector, far, other.base, other.side == unit.side)
    if leaves and edge <= far:
        return Run(edge, facing, True)
    return Run(far, facing, False)


def _obstacles(state: State, unit: Unit, base: Base, vector: XY, most: float) -> list[Contact]:
    """Impassable ground, wire and ditch but for gaps, domes, the edge of the table (FWC-MOV-03, FWC-DOM-01)."""
    pieces = [piece for piece in obstacles.barriers(state).pieces if _stops(unit, piece)]
    domes = [(zone.source, zone.circle) for zone in state.zones if zone.kind == "dome"]
    return contacts(base, vector, most, (), pieces, state.content.size, domes)


def _stops(unit: Unit, piece: Terrain) -> bool:
    return not unit.airborne and (piece.kind == "impassable" or not unit.profile.has("hover"))


def _on_the_line(state: State, base: Base, vector: XY, most: float) -> list[Unit]:
    """Whoever may be in the way, in the order in which it would pass them."""
    ranks, here = state.ranks(), base.centre
    box = box_around((here, along_vector(here, vector, most + _CLOSE)), base.reach + ranks.widest + _CLOSE + 10)
    found = [each for seat in SEATS for each in ranks.around(seat, *box)]
    return sorted(found, key=lambda each: (each.base.x - here.x) * vector[0] + (each.base.y - here.y) * vector[1])


def _in_the_way(unit: Unit, other: Unit, enemy: str) -> bool:
    """Whom it must stop before. What it does not know of stops it by being found (FWC-HID-03)."""
    if other.id in (unit.id, unit.inside) or (other.hidden and other.side != unit.side):
        return False
    return other.airborne == unit.airborne or other.id == enemy


def _short_of(base: Base, vector: XY, far: float, other: Base, friend: bool) -> float:
    """How far it gets without coming nearer than 1 cm; to what is nearer already, not nearer still.

    A friend it passes by does not stop it, only one it would run into: touching neighbours go side by side.
    """
    here = base.centre

    def meets(distance: float, margin: float) -> bool:
        return sweep_hits_base(base, here, along_vector(here, vector, distance), other, margin, base.facing)

    if not meets(far, _CLOSE):
        return far
    limit = min(gap(base, other), _CLOSE)
    if not meets(far, limit) or (friend and not meets(far + _CLOSE, 0)):
        return far
    clear, step = 0, 1
    for _ in range(4):  # by as much as there is room it can go; mostly that is all
        clear += max(0, int(gap(base.moved(*along_vector(here, vector, clear)), other) - limit) - 1)
    while not meets(clear + step, limit):
        clear, step = clear + step, 2 * step
    blocked = clear + step
    while blocked - clear > 1:
        middle = (clear + blocked) // 2
        if meets(middle, limit):
            blocked = middle
        else:
            clear = middle
    return float(clear)
