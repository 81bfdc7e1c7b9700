"""What strikes units on their way: minefields, booby traps, defence systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from umpire.battle.rolling import against
from umpire.battle.words import acts
from umpire.dice import Procedure
from umpire.games.fubar import field, hulls, needs, sheet
from umpire.games.fubar.actions import damage, fire, morale, scores
from umpire.games.fubar.actions.marching import March, at
from umpire.games.fubar.features import Defence
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.games.fubar.volleys import Group
from umpire.table import Base, Polygon, contains, gap_to_edge, gap_to_point, gap_to_polygon, length

_CLOSE = 5
"""By so much a figure goes on at least before it is looked at again whether it has come to a hazard."""
_GLANCE = 100
"""How closely a way within reach of a defence system is looked at for a place in its sight."""


class Met(NamedTuple):
    """A hazard, and after what distance it strikes."""

    at: float
    id: str


def ahead(state: State, march: March, upto: float) -> Met | None:
    """The first hazard that a unit comes upon on its way to this distance, of those that have not struck it yet."""
    if not state.mines and not state.content.traps and not state.content.systems:
        return None
    unit = state.units[march.unit]
    found: Met | None = None
    for hazard in _open(state, unit, march):
        gone = _met(state, march, unit, hazard, upto if found is None else found.at)
        if gone is not None and (found is None or gone < found.at):
            found = Met(gone, hazard)
    return found


def _open(state: State, unit: Unit, march: March) -> list[str]:
    """FUBAR-SAP-03 to 05, VTL-05: what may still strike a unit; who flies is over mines and traps, but in sight."""
    found: list[str] = []
    if state.house.sapper_rules and not unit.flying:
        found += [mine.id for mine in state.mines]
        found += [trap.id for trap in state.content.traps if trap.id not in state.sprung]
    found += [each.id for each in state.content.systems if each.id not in state.disabled and each.side != unit.side]
    return [each for each in found if each not in march.done]


def _met(state: State, march: March, unit: Unit, hazard: str, upto: float) -> float | None:
    """After what distance a hazard strikes a unit: that of the first of its figures that moves in it or comes to it."""
    where: Callable[[Figure], float | None] | None = None
    for mine in state.mines:
        if mine.id == hazard:
            where = partial(_into_field, march, upto, mine.shape)
    for trap in state.content.traps:
        piece = state.content.ground.piece(trap.terrain)
        if trap.id == hazard and piece is not None:
            where = partial(_into_place, march, upto, piece.shape)
    for system in state.content.systems:
        if system.id == hazard:
            where = partial(_into_reach, state, march, upto, system)
    if where is None:
        return None
    moving = [figure for figure in unit.active if figure.id in march.moving(0)]
    found = [gone for gone in map(where, moving) if gone is not None]
    return min(found, default=None)


def _into_field(march: March, upto: float, shape: Polygon, figure: Figure) -> float | None:
    """FUBAR-SAP-03: when the base of a figure comes into a minefield."""
    return _reached(march, figure, march.gone, upto, lambda here: gap_to_polygon(here.base, shape))


def _into_place(march: March, upto: float, shape: Polygon, figure: Figure) -> float | None:
    """FUBAR-SAP-04: when a figure enters a booby-trapped place; who is in it already does so if he comes back."""

    def off(here: Figure) -> float:
        return max(1.0, gap_to_edge(shape, here.base.x, here.base.y))

    def outside(here: Figure) -> float:
        return 0.0 if contains(shape, here.base.centre) else off(here)

    def inside(here: Figure) -> float:
        return off(here) if contains(shape, here.base.centre) else 0.0

    out = _reached(march, figure, 0.0, upto, inside)
    gone = None if out is None else _reached(march, figure, out, upto, outside)
    return None if gone is None else max(gone, march.gone)


def _into_reach(state: State, march: March, upto: float, system: Defence, figure: Figure) -> float | None:
    """FUBAR-SAP-05: when a figure is within reach of a defence system that is not disabled, and in its sight."""
    unit = state.units[march.unit]

    def strikes(gone: float) -> bool:
        return _reaches(state, system, unit, at(march, figure, gone))

    def off(here: Figure) -> float:
        return gap_to_point(here.base, *system.point) - system.radius - field.SLACK

    gone = march.gone
    hidden: float | None = None
    while True:
        near = _reached(march, figure, gone, upto, off)
        if near is None:
            return None
        if near > gone:
            hidden = None
        if strikes(near):
            return near if hidden is None else _first(strikes, hidden, near)
        if near >= upto:
            return None
        hidden, gone = near, min(upto, near + _GLANCE)


def _first(strikes: Callable[[float], bool], low: float, high: float) -> float:
    """Where it begins, between a distance at which it does not and one at which it does."""
    while high - low > _CLOSE:
        middle = (low + high) / 2
        low, high = (low, middle) if strikes(middle) else (middle, high)
    return high


def _reached(march: March, figure: Figure, start: float, stop: float, off: Callable[[Figure], float]) -> float | None:
    """After what distance a figure comes to something it is so far off from; None if it does not.

    Who is so far off does not come to it before he has gone as far; hulls are looked at again after each turn.
    """
    turns = _turns(march, figure)
    gone = start
    while True:
        far = off(at(march, figure, gone))
        if far <= 0:
            return gone
        if gone >= stop or turns is None:
            return None
        here = gone
        gone = min([stop, here + max(far, _CLOSE), *[turn for turn in turns if turn > here]])


def _turns(march: March, figure: Figure) -> list[float] | None:
    """After what distances a figure that is not round turns; None if it stays where it is."""
    for track in march.tracks:
        if track.figure == figure.id:
            ends = [length(track.path[: index + 1]) for index in range(1, len(track.path))]
            return [] if figure.base.round else [gone for end in ends for gone in (end, end + 1)]
    return None


def _in_reach(state: State, system: Defence, unit: Unit) -> list[str]:
    return [figure.id for figure in unit.active if _reaches(state, system, unit, figure)]


def _reaches(state: State, system: Defence, unit: Unit, figure: Figure) -> bool:
    eye = field.spot(system.point)
    return field.near(eye, figure.base, system.radius) and field.sees(
        state, eye, figure.base, field.exposed(state, unit, figure), unit.flying
    )


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


def entered(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-SAP-04: who gets out of a transport in an armed place has entered it."""
    if not state.house.sapper_rules:
        return
    for trap in state.content.traps:
        piece = state.content.ground.piece(trap.terrain)
        if trap.id in state.sprung or piece is None:
            continue
        if any(contains(piece.shape, figure.base.centre) for figure in state.units[unit_id].active):
            yield from spring(state, unit_id, trap.id)


def _system(state: State, unit_id: str, system: Defence) -> Procedure[None]:
    """A defence system of the scenario fires at a unit that moves near it in its sight."""
    unit = state.units[unit_id]
    state.tell("fire", f"{acts(system.name, 'fires')} at {unit.name}", "FUBAR-SAP-05", unit_id)
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
    need = needs.hit_number(
        state.house,
        field.level(unit),
        cover=found.cover,
        concealed=found.concealed != "",
        scouts=found.concealed == "scouts",
    )
    groups = (Group(dice, need, mark),)
    if unit.is_vehicle:
        save = state.house.cover_save if found.cover and state.house.cover_save else None
        hits = yield from against(state, unit.side, hulls.hull_hits(state.house, groups, damage.hull_save(unit), save))
        yield from morale.event(state, damage.suffer(state, unit_id, hits))
        return
    places = [] if source is None else [source]
    by_name = {name: scores.target_of(state, unit, unit.figure(name), places, found.cover > 0) for name in able}
    struck = against(state, unit.side, fire.hit_figures(state, unit_id, groups, able, by_name))
    yield from morale.event(state, struck)
