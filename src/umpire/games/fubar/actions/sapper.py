"""Sappers: charges, minefields, booby traps, defence systems."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from umpire.battle.decisions import Call, Option, PickOne, Place, Preview, Refused, Route
from umpire.battle.rolling import EITHER, by
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.fubar import field, hulls, needs, procedures, sheet
from umpire.games.fubar.actions import damage, hazards, morale
from umpire.games.fubar.model import Charge, Minefield, State
from umpire.games.fubar.units import Figure, Unit
from umpire.games.fubar.volleys import Group
from umpire.table import Point, gap_to_point, gap_to_polygon


class Task(NamedTuple):
    """Something a sapper of a unit could do."""

    key: str
    figure: str
    words: str
    rule: str


def tasks(state: State, unit: Unit) -> list[Task]:
    """FUBAR-SAP-02 to 05: what the sappers of a unit could do here; option sapper_rules = false: nothing."""
    if not state.house.sapper_rules:
        return []
    found: list[Task] = []
    for figure in unit.active:
        if not figure.profile.has("sapper") or figure.left:
            continue
        if figure.charges:
            found += _charges(state, unit, figure)
        if figure.mines:
            found.append(Task("mines", figure.id, "lay a minefield", "FUBAR-SAP-03"))
        found += _works(state, unit, figure)
    return list({task.key: task for task in reversed(found)}.values())[::-1]


def _charges(state: State, unit: Unit, figure: Figure) -> list[Task]:
    """FUBAR-SAP-02: vehicles and structures in contact."""
    found: list[Task] = []
    for enemy in state.enemies(unit.side):
        if enemy.is_vehicle and not enemy.flying and field.near(figure.base, enemy.figures[0].base, sheet.TOUCH):
            found.append(Task(f"charge:{enemy.id}", figure.id, f"set a charge at {enemy.name}", "FUBAR-SAP-02"))
    for name in state.content.structures:
        piece = state.content.ground.piece(name)
        if piece is None or name in state.breached or any(charge.target == name for charge in state.charges):
            continue
        if gap_to_polygon(figure.base, piece.shape) <= sheet.TOUCH:
            words = f"set a charge at {piece.name or piece.kind}"
            found.append(Task(f"breach:{name}", figure.id, words, "FUBAR-SAP-02"))
    return found


def _works(state: State, unit: Unit, figure: Figure) -> list[Task]:
    """FUBAR-SAP-04, 05: traps and systems in contact."""
    found: list[Task] = []
    for trap in state.content.traps:
        piece = state.content.ground.piece(trap.terrain)
        if trap.id in state.sprung or piece is None:
            continue
        if gap_to_polygon(figure.base, piece.shape) <= sheet.TOUCH:
            words = f"disarm the booby trap in {piece.name or piece.kind}"
            found.append(Task(f"disarm:{trap.id}", figure.id, words, "FUBAR-SAP-04"))
    for system in state.content.systems:
        if system.id in state.disabled or system.side == unit.side:
            continue
        if gap_to_point(figure.base, *system.point) <= sheet.AT_SYSTEM:
            found.append(Task(f"disable:{system.id}", figure.id, f"disable {system.name}", "FUBAR-SAP-05"))
    return found


def work(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-ORD-10, SAP-02 to 05: one task with the unit's action, by the expertise of the figure that does it."""
    unit = state.units[unit_id]
    open_ = tasks(state, unit)
    task = open_[0]
    if len(open_) > 1:
        options = [
            Option(each.key, each.words, each.rule, unit_id, None if each.key == "mines" else _odds(unit, each))
            for each in open_
        ]
        prompt = f"What do the sappers of {unit.name} do?"
        key: str = yield PickOne(unit.side, prompt, "FUBAR-SAP-01", options, piece=unit_id)
        task = next(each for each in open_ if each.key == key)
    what, _, target = task.key.partition(":")
    if what == "mines":
        yield from _lay(state, unit_id, task.figure)
        return
    level = unit.figure(task.figure).profile.level
    rolled = yield from procedures.expertise_roll(state.house, level, task.words, task.rule)
    if not rolled.passed:
        state.tell("sapper", f"{unit.name} fails to {task.words}", task.rule, unit_id)
        if rolled.one and what == "disarm":
            yield from hazards.spring(state, unit_id, target)
        return
    _DONE[what](state, unit_id, task.figure, target)
    state.tell("sapper", f"{unit.name} manages to {task.words}", task.rule, unit_id)


def _odds(unit: Unit, task: Task) -> Call:
    level = unit.figure(task.figure).profile.level
    return Call("expertise", (("level", level),), lambda: (("succeeds on", needs.expertise_need(level)),))


def _set_charge(state: State, unit_id: str, figure_id: str, target: str, structure: bool) -> None:
    """FUBAR-SAP-02: the charge is set and spent; it goes off at END."""
    unit = state.units[unit_id]
    figure = unit.figure(figure_id)
    state.put(unit.with_figure(figure._replace(charges=figure.charges - 1)))
    state.charges = (*state.charges, Charge(unit.side, target, structure))


def _disarm(state: State, unit_id: str, figure_id: str, target: str) -> None:
    state.sprung = (*state.sprung, target)


def _disable(state: State, unit_id: str, figure_id: str, target: str) -> None:
    """FUBAR-SAP-05: the system is out of order for the rest of the battle."""
    state.disabled = (*state.disabled, target)


_DONE: dict[str, Callable[[State, str, str, str], None]] = {
    "charge": lambda state, unit, figure, target: _set_charge(state, unit, figure, target, False),
    "breach": lambda state, unit, figure, target: _set_charge(state, unit, figure, target, True),
    "disarm": _disarm,
    "disable": _disable,
}


# --- Minefields ----------------------------------------------------------------------------------------------


def _lay(state: State, unit_id: str, figure_id: str) -> Procedure[None]:
    """FUBAR-SAP-03: a minefield of 6 by 6 inches that touches the sapper who lays it."""
    unit = state.units[unit_id]
    figure = unit.figure(figure_id)

    def check(point: Point) -> Refused | None:
        if gap_to_polygon(figure.base, _field(state, unit.side, point).shape) > 0:
            return Refused("the minefield must be laid where the sapper stands.", "FUBAR-SAP-03")
        return None

    here = figure.base.centre
    steps = [Point(here.x + dx, here.y + dy) for dx in (0, -3000, 3000) for dy in (0, -3000, 3000)]
    point = yield from mine_place(state, unit, check, steps)
    unit = state.units[unit_id]
    state.put(unit.with_figure(figure._replace(mines=figure.mines - 1)))
    lay(state, unit.side, point)


def mine_place(
    state: State, unit: Unit, check: Callable[[Point], Refused | None], offers: list[Point]
) -> Procedure[Point]:
    """FUBAR-SAP-03: where a minefield is laid: its middle."""
    half = sheet.MINEFIELD // 2
    width, depth = state.content.size

    def allowed(route: Route) -> Refused | None:
        point = route.end
        if not (half <= point.x <= width - half and half <= point.y <= depth - half):
            return Refused("the minefield must lie on the table.", "FUBAR-SAP-03")
        return check(point)

    onto = [Point(min(max(half, p.x), width - half), min(max(half, p.y), depth - half)) for p in offers]
    good = [Route((point,), 0) for point in dict.fromkeys(onto) if allowed(Route((point,), 0)) is None]
    assert good, "there is always room for a minefield where a sapper stands"

    def draw(rng: Random) -> Route:
        return good[int(rng.random() * len(good))]

    def preview(route: Route) -> Preview:
        return Preview(circles=((route.end.x, route.end.y, half),), lines=("a minefield of 6 by 6 inches",))

    prompt = f"Where {does(unit.name)} lay the minefield?"
    route: Route = yield Place(
        unit.side, prompt, "FUBAR-SAP-03", unit.id, allowed, lambda: good, "point", 0, good[0], draw, preview
    )
    return route.end


def _field(state: State, seat: str, point: Point) -> Minefield:
    return Minefield(f"mines-{len(state.mines) + 1}", seat, point.x, point.y, sheet.MINEFIELD)


def lay(state: State, seat: str, point: Point) -> None:
    """FUBAR-SAP-03: the minefield lies for the rest of the battle."""
    mine = _field(state, seat, point)
    state.mines = (*state.mines, mine)
    state.tell("mines", f"{state.sides[seat].name} lays a minefield", "FUBAR-SAP-03")


# --- Charges go off ------------------------------------------------------------------------------------------


def explode(state: State) -> Procedure[None]:
    """FUBAR-SAP-02: at END charges go off: a structure is breached, a vehicle takes 6 dice at its Score To Be Hit."""
    charges, state.charges = state.charges, ()
    for charge in charges:
        if charge.structure:
            piece = state.content.ground.piece(charge.target)
            name = piece.name or piece.kind if piece is not None else charge.target
            state.breached = (*state.breached, charge.target)
            state.tell("sapper", f"{name} is breached", "FUBAR-SAP-02")
            continue
        unit = state.units[charge.target]
        if unit.out_of_action or not unit.on_table:
            continue
        state.tell("sapper", f"The charge at {unit.name} goes off", "FUBAR-SAP-02", unit.id)
        need = needs.hit_number(state.house, field.level(unit))
        groups = (Group(sheet.CHARGE_DICE, need, sheet.CHARGE_MARK),)
        hits = yield from by(state, EITHER, hulls.hull_hits(state.house, groups, damage.hull_save(unit)))
        yield from morale.event(state, damage.suffer(state, unit.id, hits))
