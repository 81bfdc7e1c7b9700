"""Morale: when a unit tests, what a broken one does, how it is rallied, and when an army breaks."""

from __future__ import annotations

from typing import Any

from umpire.battle.rolling import by
from umpire.battle.words import counted
from umpire.dice import Procedure
from umpire.games.fubar import field, procedures, sheet
from umpire.games.fubar.actions import casualties, going
from umpire.games.fubar.actions.standing import round_hull, settled
from umpire.games.fubar.model import CARRIED, OFF, TABLE, WOUNDED, Figure, State, Unit
from umpire.table import XY, Point, along_vector, bearing, direction, on_table, touching, unit_vector


def event(state: State, what: Procedure[Any]) -> Procedure[None]:
    """FUBAR-MOR-01, 07: a volley, a shell, a round of melee; when all of it is over, who lost figures in it tests once.

    So also those who were hit themselves and fell with their transport as well.
    """
    before = {unit.id: unit.lost for unit in state.units.values()}
    yield from what
    for name, lost in before.items():
        if state.units[name].lost > lost:
            yield from after_losses(state, name)


def after_losses(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-MOR-01, 02, 07: who lost a figure in an event tests, if at its level's share of losses.

    Broken units, vehicles and automatons do not. Option morale = activation_only or off: no test.
    """
    if state.house.morale == "test" and must_test(state.units[unit_id]):
        yield from test(state, unit_id)


def must_test(unit: Unit) -> bool:
    """FUBAR-MOR-01, 04, 07, GEN-09, AUT-06: lost x 100 >= share x starting strength; a Hero unit never tests.

    Who is shot at aboard an open transport (FUBAR-TRN-02) tests like everybody: only broken units, vehicles and
    automatons are let off.
    """
    if unit.broken or unit.is_vehicle or unit.is_automaton or not unit.in_play:
        return False
    return at_threshold(unit)


def at_threshold(unit: Unit) -> bool:
    """FUBAR-GEN-09, MOR-01: whether losses have reached the level's percentage of starting strength."""
    share = sheet.LEVELS[field.level(unit)].morale_pct
    return share is not None and unit.lost > 0 and unit.lost * 100 >= share * unit.start


def led(state: State, unit: Unit) -> bool:
    """FUBAR-LDR-06: a Leader in the unit, or the force's commander within 12 inches in sight of it."""
    if unit.leader is not None:
        return True
    found = state.commander(unit.side)
    if found is None:
        return False
    own, chief = found
    there = [figure._replace(base=field.stand(state, unit, figure)) for figure in unit.active]
    return any(
        field.near(chief.base, figure.base, sheet.COMMAND) and field.figure_sees(state, own, chief, unit, figure)
        for figure in there
    )


def test(state: State, unit_id: str) -> Procedure[bool]:
    """FUBAR-MOR-03 to 05, LDR-06, FAN-02: one morale test; who fails is broken, unless fanatic. True if it holds."""
    unit = state.units[unit_id]
    outcome = yield from by(
        state, unit.side, procedures.morale(state.house, field.level(unit), led(state, unit), unit.hero)
    )
    if outcome.passed:
        state.tell("morale", f"{unit.name} keeps its nerve", "FUBAR-MOR-03", unit_id)
        return True
    if unit.fanatic:
        state.tell("morale", f"{unit.name} fails its test, but fanatics do not retreat", "FUBAR-FAN-02", unit_id)
        return True
    breaks(state, unit_id)
    return False


def breaks(state: State, unit_id: str) -> None:
    """FUBAR-MOR-05, 06: the unit is broken, never On Guard, and goes back at once, out of a transport if need be."""
    unit = state.units[unit_id]
    broken = unit.off_guard()._replace(broken=True, ground=False, weave=False)
    state.put(broken, f"{unit.name} is broken", "FUBAR-MOR-05")
    if unit.place == CARRIED:
        _leap_out(state, unit_id)
    else:
        withdraw(state, unit_id)


def _leap_out(state: State, unit_id: str) -> None:
    """FUBAR-MOR-05, TRN-04, ACT-08: who breaks aboard gets out on the side away from the enemy, and runs from there.

    The withdrawal is at once, and nobody can rally aboard, where there are no attempts; so they do not stay. They are
    set down as passengers who dismount, the wounded lie where they were put. Out of the air nobody gets: they are
    broken aboard until they are on the ground.
    """
    unit = state.units[unit_id]
    carrier = state.units[unit.carried_by]
    if carrier.flying:
        return
    hull = carrier.figures[0].base
    heading = _away(state, unit)
    out = [figure for figure in unit.figures if figure.active or figure.status == WOUNDED]
    side = bearing(Point(0, 0), (heading[0] * sheet.WITHDRAWAL, heading[1] * sheet.WITHDRAWAL))
    placed = round_hull(state, hull, out, sheet.DISEMBARK, side)
    state.put(
        unit.with_figures(placed)._replace(place=TABLE, carried_by=""),
        f"{unit.name} leaps out of {carrier.name}",
        "FUBAR-MOR-05",
    )
    withdraw(state, unit_id, heading)


def withdraw(state: State, unit_id: str, heading: XY | None = None) -> None:
    """FUBAR-MOR-05, REA-08: 6 inches straight away from the nearest visible enemy, or towards the own table edge.

    It stops at impassable terrain and leaves melee. Who leaves the table is lost, and so is who cannot get clear of an
    enemy's base. Nobody reacts to it.
    """
    unit = state.units[unit_id]
    if heading is None:
        heading = _away(state, unit)
    what = going.obstacles(state, unit)
    moved: list[Figure] = []
    lost: list[Figure] = []
    for figure in unit.active:
        there = _back(state, figure, heading, what)
        if there is None:
            lost.append(figure.with_status(OFF, state.turn))
        else:
            moved.append(figure.at(there))
    others = [base for each in state.on_table() if each.id != unit_id for base in field.hold_ground(each)]
    moved = settled(state, moved, others)
    holding = [each for each in state.enemies(unit.side) if not each.flying and each.brawls]
    enemies = [figure.base for each in holding for figure in each.active]
    for figure in list(moved):
        if unit.in_melee and any(touching(figure.base, enemy) for enemy in enemies):
            moved.remove(figure)
            lost.append(figure.with_status(OFF, state.turn))
    count = sum(not figure.profile.has("medic") for figure in lost)
    after = unit.with_figures([*moved, *lost])._replace(in_melee=False, moved=True, lost=unit.lost + count)
    state.put(after, f"{unit.name} falls back", "FUBAR-MOR-05")
    if lost:
        state.tell("morale", f"{unit.name} loses {counted(len(lost), 'figure')} in flight", "FUBAR-MOR-05", unit_id)
    casualties.dismiss(state, unit_id)


def _away(state: State, unit: Unit) -> XY:
    """The way straight away from the nearest visible enemy; none: to the own edge."""
    unit = unit.with_figures([figure._replace(base=field.stand(state, unit, figure)) for figure in unit.active])
    nearest = field.nearest_visible(state, unit)
    if nearest is None or nearest.figure.base.centre == nearest.other.base.centre:
        return direction(state.content.baseline[unit.side])
    return unit_vector(nearest.other.base.centre, nearest.figure.base.centre)


_STEP = 50
"""How closely the way back is looked at for ground that somebody can stop on."""


def _back(state: State, figure: Figure, heading: XY, what: going.Obstacles) -> Point | None:
    """FUBAR-MOR-05: where a figure gets to, as far as nothing is in its way; None if that is off the table."""
    here = figure.base.centre
    solid = what._replace(bases=())

    def open_to(far: int) -> bool:
        return going.blocked(state, figure, (here, along_vector(here, heading, far)), "withdraw", solid) is None

    far = sheet.WITHDRAWAL
    if not open_to(far):
        shut, far = far, 0
        while shut - far > 1:
            middle = (far + shut) // 2
            far, shut = (middle, shut) if open_to(middle) else (far, middle)
    if not on_table(figure.base.moved(*along_vector(here, heading, far)), *state.content.size):
        return None
    while far > 0:
        there = along_vector(here, heading, far)
        if going.may_stand(state, figure, figure.base.moved(*there), solid) is None:
            return there
        far -= _STEP
    return here


# --- Rallying ------------------------------------------------------------------------------------------------


def can_rally(state: State, unit: Unit) -> bool:
    """FUBAR-MOR-06, LDR-05: only with a Leader in it or within 6 inches."""
    if unit.leader is not None:
        return True
    for friend in state.of(unit.side):
        leader = friend.leader
        if leader is not None and any(field.near(leader.base, f.base, sheet.RALLY) for f in unit.active):
            return True
    return False


def rally(state: State, unit_id: str) -> Procedure[bool]:
    """FUBAR-MOR-06, LDR-05: the attempt of a broken unit; a success clears its suppression and lets it act."""
    unit = state.units[unit_id]
    passed = False
    if can_rally(state, unit):
        outcome = yield from by(
            state, unit.side, procedures.morale(state.house, field.level(unit), led(state, unit), unit.hero)
        )
        passed = outcome.passed
    elif state.house.rally_without_leader:
        passed = yield from by(
            state, unit.side, procedures.check(state.house, 6, "FUBAR-MOR-06", "rallying without a Leader")
        )
    if passed:
        state.put(unit.unsuppressed()._replace(broken=False), f"{unit.name} is rallied", "FUBAR-MOR-06")
        return True
    state.tell("morale", f"{unit.name} is not rallied", "FUBAR-MOR-06", unit_id)
    withdraw(state, unit_id)
    return False


# --- The army ------------------------------------------------------------------------------------------------


def army_break(state: State) -> Procedure[None]:
    """FUBAR-MOR-08: at END a force that lost half its figures is broken; then its units test at every END, also aboard.

    Those with a Leader, a Hero or a Fanatic do not. Option army_break_pct: another share, or never.
    """
    share = state.house.army_break_pct
    if not share or state.house.morale == "off":
        return
    for seat in state.seats:
        side = state.sides[seat]
        lost = casualties.losses(state, seat)
        if not side.broken and side.start and lost * 100 >= share * side.start:
            side.broken = True
            state.tell("morale", f"The army of {side.name} is broken: {lost} of {side.start} lost", "FUBAR-MOR-08")
        if not side.broken:
            continue
        for name in [unit.id for unit in state.units.values() if unit.side == seat and unit.in_play]:
            if not _exempt(state.units[name]):
                yield from test(state, name)


def _exempt(unit: Unit) -> bool:
    """FUBAR-MOR-07, 08: who takes no test when the army breaks."""
    if unit.broken or unit.is_vehicle or unit.is_automaton or not unit.active:
        return True
    return unit.leader is not None or unit.hero or any(figure.profile.has("fanatic") for figure in unit.active)
