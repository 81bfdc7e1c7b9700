"""What strikes units on their way: minefields, booby traps, defence systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.rolling import against
from umpire.dice import Procedure
from umpire.games.fubar import field, hulls, needs, sheet
from umpire.games.fubar.actions import damage, fire, morale, scores
from umpire.games.fubar.actions.marching import March, unit_at
from umpire.games.fubar.features import Defence
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Unit
from umpire.games.fubar.volleys import Group
from umpire.table import Base, contains, gap_to_polygon

_STEP = 500


class Met(NamedTuple):
    """A hazard, and after what distance it strikes."""

    at: float
    id: str


def ahead(state: State, march: March, upto: float) -> Met | None:
    """The first hazard that a unit comes upon on its way to this distance, of those that have not struck it yet."""
    if not state.mines and not state.content.traps and not state.content.systems:
        return None
    unit = state.units[march.unit]
    gone, started = march.gone, unit_at(march, unit, 0)
    while True:
        here = unit_at(march, unit, gone)
        for hazard in _open(state, unit, march):
            if _strikes(state, hazard, here, started):
                return Met(gone, hazard)
        if gone >= upto:
            return None
        gone = min(upto, gone + _STEP)


def _open(state: State, unit: Unit, march: March) -> list[str]:
    if unit.flying:
        return []
    found = [mine.id for mine in state.mines] if state.house.sapper_rules else []
    if state.house.sapper_rules:
        found += [trap.id for trap in state.content.traps if trap.id not in state.sprung]
    found += [each.id for each in state.content.systems if each.id not in state.disabled and each.side != unit.side]
    return [each for each in found if each not in march.done]


def _strikes(state: State, hazard: str, unit: Unit, started: Unit) -> bool:
    """Whether a hazard strikes a unit where it has come to, from where it started.

    FUBAR-SAP-04: who was in a booby-trapped place already does not enter it.
    """
    for mine in state.mines:
        if mine.id == hazard:
            return any(gap_to_polygon(figure.base, mine.shape) <= 0 for figure in unit.active)
    for trap in state.content.traps:
        if trap.id == hazard:
            piece = state.content.ground.piece(trap.terrain)
            return piece is not None and any(
                contains(piece.shape, now.base.centre) and not contains(piece.shape, then.base.centre)
                for now, then in zip(unit.active, started.active, strict=True)
            )
    for system in state.content.systems:
        if system.id == hazard:
            return bool(_in_reach(state, system, unit))
    return False


def _in_reach(state: State, system: Defence, unit: Unit) -> list[str]:
    eye = field.spot(system.point)
    return [
        figure.id
        for figure in unit.active
        if field.near(eye, figure.base, system.radius)
        and field.sees(state, eye, figure.base, unit.exposed, unit.flying)
    ]


def strike(state: State, unit_id: str, hazard: str) -> Procedure[None]:
    """FUBAR-SAP-03, 04: a minefield, an armed trap or a defence system strikes a unit, once for each action."""
    for mine in state.mines:
        if mine.id == hazard:
            yield from _mines(state, unit_id)
    for trap in state.content.traps:
        if trap.id == hazard:
            yield from spring(state, unit_id, hazard)
    for system in state.content.systems:
        if system.id == hazard:
            yield from _system(state, unit_id, system)


def _mines(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-SAP-03, TRN-01, MED-09: 3 dice, unmarked, no cover."""
    state.tell("mines", f"{state.units[unit_id].name} is in a minefield", "FUBAR-SAP-03", unit_id)
    yield from blast(state, unit_id, sheet.MINE_DICE, "")


def spring(state: State, unit_id: str, trap: str) -> Procedure[None]:
    """FUBAR-SAP-04: an armed trap goes off once: 3 dice, unmarked, no cover."""
    state.sprung = (*state.sprung, trap)
    state.tell("trap", f"{state.units[unit_id].name} sets off a booby trap", "FUBAR-SAP-04", unit_id)
    yield from blast(state, unit_id, sheet.TRAP_DICE, "")


def _system(state: State, unit_id: str, system: Defence) -> Procedure[None]:
    """A defence system of the scenario fires at a unit that moves near it in its sight."""
    unit = state.units[unit_id]
    state.tell("fire", f"{system.name} fires at {unit.name}", "FUBAR-SAP-05", unit_id)
    names = _in_reach(state, system, unit)
    yield from blast(state, unit_id, system.dice, system.mark, names, field.spot(system.point))


def blast(
    state: State, unit_id: str, dice: int, mark: str, names: Sequence[str] | None = None, source: Base | None = None
) -> Procedure[None]:
    """So many dice at a unit from no firer: without cover, unless they come from a place."""
    unit = state.units[unit_id]
    able = [figure.id for figure in unit.active if names is None or figure.id in names]
    if not able:
        return
    found = scores.shelter(state, unit, able, [source]) if source is not None else scores.OPEN
    need = needs.hit_number(state.house, field.level(unit), cover=found.cover)
    groups = (Group(dice, need, mark),)
    before = unit.lost
    if unit.is_vehicle:
        hits = yield from against(state, unit.side, hulls.hull_hits(state.house, groups, damage.hull_save(unit)))
        yield from damage.suffer(state, unit_id, hits)
        return
    save = state.house.cover_save if found.cover and state.house.cover_save else None
    by_name = {name: scores.protected(unit.figure(name), save) for name in able}
    yield from against(state, unit.side, fire.hit_figures(state, unit_id, groups, able, by_name))
    if state.units[unit_id].lost > before:
        yield from morale.after_losses(state, unit_id)
