"""What hits do to vehicles: the two damage tables, wrecks, and who gets out of them."""

from __future__ import annotations

from umpire.battle.decisions import Option, PickOne
from umpire.battle.rolling import by
from umpire.battle.words import counted
from umpire.dice import Procedure
from umpire.games.fubar import field, hulls, procedures, sheet
from umpire.games.fubar.actions import casualties
from umpire.games.fubar.actions.standing import round_hull, settled
from umpire.games.fubar.model import DEAD, TABLE, WOUNDED, Figure, State, Unit
from umpire.table import Base, closest_on, free, overlap, point_at


def working(unit: Unit) -> list[int]:
    """The weapons of a vehicle that are not destroyed, by index."""
    return [index for index in range(len(unit.profile.weapons)) if index not in unit.lost_weapons]


def activation_number(unit: Unit) -> int:
    """FUBAR-VEH-12: the number of the crew's level, without damage."""
    return sheet.LEVELS[unit.profile.level].activation


def suffer(state: State, unit_id: str, hits: int) -> Procedure[None]:
    """FUBAR-DMG-01 to 12: one damage roll for each unsaved hit, and what comes of them.

    FUBAR-DMG-13: hits on a wreck or a destroyed hull are ignored.
    """
    unit = state.units[unit_id]
    if hits <= 0 or unit.out_of_action:
        return
    before = working(unit)
    outcome = yield from hulls.vehicle_damage(
        state.house, hits, len(before), activation_number(unit), unit.light, unit.immobile, unit.profile.grav
    )
    if outcome.result == "destroyed":
        yield from destroy(state, unit_id)
        return
    if outcome.shaken and unit.shaken <= state.turn:
        unit = state.put(_shaken(unit, state.turn), f"{unit.name} is shaken", "FUBAR-DMG-02")
    if outcome.light_damage > unit.light:
        words = f"{unit.name} takes light damage ({outcome.light_damage})"
        unit = state.put(unit._replace(light=outcome.light_damage), words, "FUBAR-DMG-03")
    for _ in range(len(before) - outcome.weapons):
        yield from _lose_weapon(state, unit_id)
        unit = state.units[unit_id]
    if outcome.immobile and not unit.immobile:
        unit = state.put(unit._replace(immobile=True), f"{unit.name} is immobilised", "FUBAR-DMG-06")
    if outcome.result == "wrecked":
        yield from wreck(state, unit_id)


def _shaken(unit: Unit, turn: int) -> Unit:
    """FUBAR-DMG-11: it loses the next turn, and what is left of this one if it was losing that already."""
    lost = unit.shaken == turn
    return unit._replace(shaken=turn + 1, attempted=unit.attempted or lost, reacted=unit.reacted or lost)


def _lose_weapon(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-DMG-05: the owner says which weapon is destroyed."""
    unit = state.units[unit_id]
    left = working(unit)
    index = left[0]
    if len(left) > 1:
        options = [Option(str(each), unit.profile.weapons[each].name, "FUBAR-DMG-05", unit_id) for each in left]
        cheapest = min(left, key=lambda each: unit.profile.weapons[each].fp)
        prompt = f"Which weapon of {unit.name} is destroyed?"
        key: str = yield PickOne(unit.side, prompt, "FUBAR-DMG-05", options, str(cheapest), unit_id)
        index = int(key)
    words = f"{unit.name} loses its {unit.profile.weapons[index].name}"
    state.put(unit._replace(lost_weapons=(*unit.lost_weapons, index)), words, "FUBAR-DMG-05")


def destroy(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-DMG-07, 12, 13: the hull is destroyed; crew and passengers bail out, each on 5+ or its armour save."""
    unit = _come_to_rest(state, unit_id)
    hull = _dead_hull(unit, state.turn)
    state.put(hull._replace(destroyed=True), f"{unit.name} is destroyed", "FUBAR-DMG-07")
    yield from _crew_out(state, unit_id, harmed=True)
    for rider in state.passengers(unit_id):
        yield from _passengers_out(state, rider.id, unit.figures[0].base, harmed=True)
    _step_aside(state, unit_id)


def wreck(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-DMG-08, 12: beyond 9+ it is never activated again; who is inside gets out unharmed."""
    unit = _come_to_rest(state, unit_id)
    hull = _dead_hull(unit, state.turn)
    state.put(hull._replace(wrecked=True), f"{unit.name} is wrecked", "FUBAR-DMG-08")
    yield from _crew_out(state, unit_id, harmed=False)
    for rider in state.passengers(unit_id):
        yield from _passengers_out(state, rider.id, unit.figures[0].base, harmed=False)
    _step_aside(state, unit_id)


def _come_to_rest(state: State, unit_id: str) -> Unit:
    """FUBAR-DMG-13, ORD-11: where a hull that is hit on its way comes to lie: off the bases it was passing through.

    Friends may be passed, and a grav vehicle passes over anybody, but nothing lies on another: it is taken back along
    its path to the last place that was clear. What falls out of the air stays where it is (`_step_aside`).
    """
    unit = state.units[unit_id]
    base = unit.figures[0].base
    if state.plan is None or state.plan.unit != unit_id or unit.is_vtol:
        return unit
    path = state.plan.path
    ground = [each for each in state.on_table() if each.id != unit_id and not each.flying]
    others = [standing for each in ground for standing in field.hold_ground(each)]
    gone, _ = closest_on(path, base.centre)
    there = base
    while gone > 0 and not free(there, others):
        gone = max(0.0, gone - _STEP)
        point, heading = point_at(path, gone)
        there = base.placed(*point, heading)
    if there == base or not free(there, others):
        return unit
    return state.put(unit.with_figure(unit.figures[0]._replace(base=there)))


_STEP = 100
"""How closely a path is looked at for the last clear place, in thousandths."""


def _step_aside(state: State, unit_id: str) -> None:
    """Who is where a hull comes to lie makes room: below one that fell from the air, or with no clear place for it."""
    hull = state.units[unit_id].figures[0].base
    for each in state.on_table():
        if each.is_vehicle or not any(overlap(figure.base, hull) for figure in each.active):
            continue
        others = [hull, *state.bases((each.id, unit_id))]
        state.put(each.with_figures(settled(state, each.active, others)))


def _dead_hull(unit: Unit, turn: int) -> Unit:
    hull = unit.off_guard()._replace(in_melee=False, immobile=True, landed=True, lost=1)
    return hull.with_figure(unit.figures[0].with_status(DEAD, turn))


def _crew_out(state: State, unit_id: str, harmed: bool) -> Procedure[None]:
    """FUBAR-DMG-07, 12: the crew stands within 2 inches as a unit of its level, with Laser Pistols only."""
    unit = state.units[unit_id]
    profile = unit.profile
    if not profile.crew or not profile.out:
        return
    out = state.content.profiles[profile.out]
    crew: list[Figure] = []
    survivors = profile.crew
    if harmed:
        outcome = yield from by(state, unit.side, procedures.bail_out(state.house, profile.crew_armour, profile.crew))
        survivors = outcome.survivors
    here = unit.figures[0].base
    for index in range(profile.crew):
        base = Base(here.x, here.y, here.facing, out.width, out.depth, out.round)
        figure = Figure(f"{unit_id}-crew.{index + 1}", out, base)
        if index >= survivors:
            figure = yield from casualties.down(state, unit.side, figure)
        crew.append(figure)
    casualties.join(
        state,
        unit_id,
        f"{unit_id}-crew",
        f"Crew of {unit.name}",
        round_hull(state, here, crew, sheet.BAILED_WITHIN),
        "FUBAR-DMG-12",
    )


def _passengers_out(state: State, unit_id: str, hull: Base, harmed: bool) -> Procedure[None]:
    """FUBAR-DMG-12: passengers bail out like the crew, from a wreck unharmed.

    FUBAR-MED-09: the wounded too, who are dead if they fail.
    """
    unit = state.units[unit_id]
    out = [f for f in unit.figures if f.active or f.status == WOUNDED]
    fallen: list[str] = []
    killed: list[str] = []
    for figure in out if harmed else ():
        outcome = yield from by(state, unit.side, procedures.bail_out(state.house, figure.profile.armour, 1))
        if not outcome.survivors:
            (fallen if figure.active else killed).append(figure.id)
    placed = round_hull(state, hull, out, sheet.BAILED_WITHIN)
    state.put(
        unit.with_figures(placed)._replace(place=TABLE, carried_by="", made=state.turn),
        f"{unit.name} gets out",
        "FUBAR-DMG-12",
    )
    casualties.kill(state, unit_id, killed, f"{counted(len(killed), 'wounded figure')} killed", "FUBAR-MED-09")
    yield from casualties.fall(state, unit_id, fallen)


def hull_save(unit: Unit) -> int | None:
    """FUBAR-VEH-06, 07, VTL-04: the save of a hull, None without one."""
    if unit.is_vtol:
        return sheet.VTOL_SAVE
    return unit.profile.save or None
