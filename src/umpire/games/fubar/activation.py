"""Activation: the holder of the initiative tries his units one after another until one of them fails."""

from __future__ import annotations

from umpire.battle.decisions import Call, Inputs, Numbers, Option, PickOne, Refused, Sieved
from umpire.battle.rolling import by
from umpire.battle.words import acts, counted
from umpire.dice import Procedure, Tally
from umpire.games.fubar import field, needs, orders, procedures, spoken
from umpire.games.fubar.actions import melee, morale
from umpire.games.fubar.model import PENALISED, State
from umpire.games.fubar.units import Figure, Unit

# --- Who -----------------------------------------------------------------------------------------------------


def eligible(state: State, unit: Unit) -> bool:
    """FUBAR-ACT-08, VEH-01, DMG-11, MED-04, MEL-10: one attempt for each unit or vehicle and turn, and none for some.

    Not in melee, shaken, wrecked or destroyed, guards with wounded, aboard, or made this turn by bailing out.
    """
    if not unit.on_table or unit.attempted or unit.in_melee or unit.tending or unit.out_of_action:
        return False
    if unit.is_vehicle and unit.shaken == state.turn:
        return False
    return bool(unit.active) and not (unit.made and unit.made == state.turn)


def why_not(state: State, seat: str, key: str) -> Refused | None:
    """FUBAR-ACT-08, GEN-08: why a unit of this side gets no attempt now; None if there is no such unit."""
    unit = state.units.get(key)
    if unit is None or unit.side != seat:
        return None
    if unit.in_melee:
        return Refused(f"{acts(unit.name, 'is')} in melee.", "FUBAR-MEL-10")
    if unit.tending:
        return Refused(f"{unit.name} cannot be activated while they guard the wounded.", "FUBAR-MED-04")
    if unit.out_of_action:
        return Refused(f"{acts(unit.name, 'is')} a wreck.", "FUBAR-DMG-08")
    if unit.is_vehicle and unit.shaken == state.turn:
        return Refused(f"{acts(unit.name, 'is')} shaken this turn.", "FUBAR-DMG-11")
    if unit.carried_by:
        return Refused(f"{acts(unit.name, 'is')} aboard {state.units[unit.carried_by].name}.", "FUBAR-ACT-08")
    if unit.made == state.turn:
        return Refused(f"{acts(unit.name, 'has')} got out only this turn.", "FUBAR-DMG-12")
    if unit.attempted:
        return Refused(f"{acts(unit.name, 'has')} had an attempt this turn.", "FUBAR-ACT-08")
    return Refused(f"{acts(unit.name, 'has')} nobody on the table who could act.", "FUBAR-ACT-08")


def waiting(state: State, seat: str) -> list[Unit]:
    return [unit for unit in state.of(seat) if eligible(state, unit)]


def attempt(state: State) -> Procedure[None]:
    """ACTIVATION of section 2; FUBAR-INIT-03, 04, 06, ACT-01, 09: one attempt by the holder of the initiative."""
    melee.settle_all(state)
    seat = state.active
    open_ = waiting(state, seat)
    if not open_:
        _pass_on(state)
        return
    options = [_option(state, unit) for unit in open_]
    if state.house.allow_pass:
        options += [
            Option(f"decline:{unit.id}", f"leave {unit.name} without an attempt", "FUBAR-ACT-09", unit.id)
            for unit in open_
        ]
    prompt = f"{state.sides[seat].name}: which unit do you activate?"
    offered = Sieved.of(options, lambda key: why_not(state, seat, key))
    key: str = yield PickOne(seat, prompt, "FUBAR-ACT-01", offered)
    if key.startswith("decline:"):
        unit = state.units[key.partition(":")[2]]
        state.put(unit._replace(attempted=True), f"{unit.name} is left without an attempt", "FUBAR-ACT-09")
    else:
        state.acting = key
        succeeded = yield from activate(state, key)
        state.acting = ""
        if not succeeded:
            _pass_on(state)
    if not waiting(state, state.active):
        _pass_on(state)


def _pass_on(state: State) -> None:
    """FUBAR-INIT-04 to 06: to the next player who has anything to attempt, cyclically; if nobody has, the turn ends."""
    order = state.order
    at = order.index(state.active)
    for step in range(1, len(order) + 1):
        seat = order[(at + step) % len(order)]
        if waiting(state, seat):
            if seat != state.active:
                state.active = seat
                state.tell("turn", f"The initiative passes to {state.sides[seat].name}", "FUBAR-INIT-04")
            return
    state.phase = "end"


# --- The roll ------------------------------------------------------------------------------------------------


def need(state: State, unit: Unit, straggler: bool = False) -> Tally:
    """FUBAR-ACT-02 to 05, AUT-03, UNIT-04: what the die must show."""
    return needs.activation_need(
        state.house,
        field.level(unit),
        field.counted_markers(state, unit),
        not field.sees_enemy(state, unit),
        unit.light,
        straggler,
        unit.is_automaton,
        len(field.stragglers(unit)),
    )


def _option(state: State, unit: Unit) -> Option:
    if unit.broken:
        call = _rally_call(state, unit) if morale.can_rally(state, unit) else None
        return Option(unit.id, f"{unit.name} (broken: rally)", "FUBAR-MOR-06", unit.id, call)
    call = Call("activation", lambda: _inputs(state, unit), lambda: (("activates on", need(state, unit)),))
    return Option(unit.id, unit.name, "FUBAR-ACT-01", unit.id, call)


def _inputs(state: State, unit: Unit) -> Inputs:
    return (
        ("level", field.level(unit)),
        ("suppressed", field.counted_markers(state, unit)),
        ("no_enemy", not field.sees_enemy(state, unit)),
        ("light_damage", unit.light),
        ("automaton", unit.is_automaton),
        ("stragglers", len(field.stragglers(unit))),
    )


def _rally_call(state: State, unit: Unit) -> Call:
    """FUBAR-MOR-06: the morale test by which a broken unit rallies."""
    level = field.level(unit)

    def inputs() -> Inputs:
        return (("level", level), ("leader", morale.led(state, unit)), ("hero", unit.hero))

    def why() -> Numbers:
        return (("rallies on", needs.morale_need(level, morale.led(state, unit), unit.hero)),)

    return Call("morale", inputs, why, speech=spoken.RALLY)


def activate(state: State, unit_id: str) -> Procedure[bool]:
    """ACTIVATION.roll of section 2; FUBAR-ACT-02, 06, 07, SUP-04 to 06: a die, and one action or a penalised guard.

    FUBAR-UNIT-05: stragglers whom the die does not reach stay behind On Guard at -1; the unit is still a success.
    """
    if state.units[unit_id].broken:
        return (yield from _rally(state, unit_id))
    unit = state.units[unit_id]
    main = yield from _main_body(state, unit)
    apart = [figure.id for figure in field.stragglers(unit, main)] if state.house.coherency == "figure" else []
    worse = need(state, unit, True) if apart else None
    rolled = yield from by(
        state,
        unit.side,
        procedures.activation_roll(state.house, need(state, unit), worse, f"activation of {unit.name}"),
    )
    unit = unit.fresh_attempt()
    if not rolled.unit:
        state.put(
            unit._replace(guard=PENALISED), f"{unit.name} fails to activate and is On Guard at -1", "FUBAR-ACT-07"
        )
        _falters(state, unit_id)
        return False
    unit = _activated(unit)
    if apart and not rolled.stragglers:
        unit = unit.with_figures([unit.figure(name)._replace(left=True) for name in apart])
        state.tell(
            "activation",
            f"{unit.name} leaves {counted(len(apart), 'straggler')} behind, out of touch",
            "FUBAR-UNIT-05",
            unit_id,
        )
    state.put(unit, f"{unit.name} is activated", "FUBAR-ACT-06")
    yield from orders.act(state, unit_id)
    _after_action(state, unit_id)
    return True


def _main_body(state: State, unit: Unit) -> Procedure[list[Figure] | None]:
    """FUBAR-UNIT-04: of several groups equally large, none with the Leader, its owner says which is the main body."""
    largest = field.main_bodies(unit)
    if len(largest) < 2 or not field.stragglers(unit) or state.house.coherency != "figure":
        return None
    options = [
        Option(
            group[0].id, f"the {len(group)} round {group[0].profile.name} {_number(group[0])}", "FUBAR-UNIT-04", unit.id
        )
        for group in largest
    ]
    prompt = f"{acts(unit.name, 'has')} fallen apart. Which is the main body?"
    key: str = yield PickOne(unit.side, prompt, "FUBAR-UNIT-04", options, piece=unit.id)
    return next(group for group in largest if group[0].id == key)


def _number(figure: Figure) -> str:
    return figure.id.rpartition(".")[2]


def _activated(unit: Unit) -> Unit:
    """FUBAR-SUP-05, AUT-05, SCT-04: all markers go before the action, those of automatons after it."""
    fresh = unit._replace(figures=tuple([f._replace(fired=False) if f.fired else f for f in unit.figures]))
    return fresh if unit.is_automaton else fresh.unsuppressed()


def _after_action(state: State, unit_id: str) -> None:
    """FUBAR-AUT-05: the markers of automatons go at the end of the action."""
    unit = state.units[unit_id]
    if unit.is_automaton and unit.markers:
        state.put(unit.unsuppressed(), f"{unit.name} is no longer suppressed", "FUBAR-AUT-05")


def _falters(state: State, unit_id: str) -> None:
    """Option morale = activation_only (FUBAR-MOR-01): who fails to activate at the threshold of losses withdraws.

    FUBAR-AUT-06, FAN-02: not who has no morale to lose, nor who does not retreat.
    """
    unit = state.units[unit_id]
    if state.house.morale == "activation_only" and morale.must_test(unit) and not unit.fanatic:
        morale.withdraw(state, unit_id)


def _rally(state: State, unit_id: str) -> Procedure[bool]:
    """FUBAR-MOR-06: the attempt of a broken unit; rallied, it may act but not assault. It is never On Guard."""
    unit = state.units[unit_id]
    state.put(unit.fresh_attempt())
    rallied = yield from morale.rally(state, unit_id)
    if not rallied:
        return False
    state.put(_activated(state.units[unit_id]))
    yield from orders.act(state, unit_id, rallied=True)
    _after_action(state, unit_id)
    return True
