"""The command phase: orders, requests for support, and the moves of the command units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.battle.decisions import Call, Inputs, Listed, Numbers, Option, PickOne, PickSome, Refused, Route
from umpire.battle.words import listed
from umpire.dice import Procedure, Tally
from umpire.games.commander.distance import away
from umpire.games.commander.procedures import Command
from umpire.games.fwc.actions import aiming, air, artillery, command_blunders, pace, places
from umpire.games.fwc.actions.hidden import look_around, reveal, secretly
from umpire.games.fwc.actions.travel import travel
from umpire.games.fwc.command_rolls import command_roll, command_target, distance_steps
from umpire.games.fwc.declare import Declared, declare_all, moves_in_dense
from umpire.games.fwc.execute import execute
from umpire.games.fwc.formations import (
    anybody_available,
    available,
    can_act,
    check_chain,
    drawn,
    far_from,
    still_ordered,
    suggestions,
)
from umpire.games.fwc.model import State, Unit
from umpire.games.fwc.units import is_command


def command_phase(state: State) -> Procedure[None]:
    """COMMAND of section 2: pick a command unit, then let it order or request, one roll at a time."""
    if not state.commander:
        yield from _pick_commander(state)
        return
    commander = state.units[state.commander]
    if not can_command(state, commander):
        state.commander = ""
        return
    if commander.profile.role == "FAO":
        yield from artillery.support(state, commander.id)
    elif commander.profile.role == "FAC":
        yield from air.support(state, commander.id)
    else:
        yield from _order(state, commander)
    look_around(state)
    if not can_command(state, state.units[commander.id]):
        state.commander = ""


def can_command(state: State, unit: Unit) -> bool:
    """FWC-SUP-03, CMD-05, CMD-06: able, not finished, and command not at an end."""
    if not unit.ready or unit.finished:
        return False
    if not state.command_over:
        return True
    return unit.profile.role in ("FAO", "FAC") and not state.house.co_fail_stops_support


def _pick_commander(state: State) -> Procedure[None]:
    """FWC-CMD-07: one command unit finishes before the next begins, in the order its owner likes."""
    able = [unit for unit in state.army(state.active, is_command) if can_command(state, unit)]

    def option(index: int) -> Option:
        if index == len(able):
            return Option("done", "end the command phase", "FWC-CMD-07")
        unit = able[index]
        return Option(unit.id, f"{unit.name} (command value {state.command_value(unit)})", "FWC-CMD-07", unit.id)

    chosen = "done"
    if able:
        options = Listed([*[unit.id for unit in able], "done"], option)
        chosen = yield PickOne(state.active, "Command: who gives orders or calls support now?", "FWC-CMD-07", options)
    if chosen == "done":
        state.phase = "command_move"
        return
    state.commander = chosen
    state.formation = ()
    state.orders = 0


# --- One order -----------------------------------------------------------------------------------------------


def _order(state: State, commander: Unit) -> Procedure[None]:
    """ORDER_DECLARE to EXECUTE of section 2: one order by a CO or HQ."""
    formation = yield from _formation(state, commander)
    if not formation:
        _finish_formation(state)
        state.put(state.units[commander.id].done())
        return
    _leave_out(state, formation)
    state.formation = formation  # who is ordered together bears on what each can be told to do
    declared: list[Declared] = yield from declare_all(state, formation, True)
    given = command_inputs(state, commander, declared)
    outcome: Command = yield from _roll(state, commander, declared, given)
    state.orders += 1
    for uid in formation:
        unit = state.units[uid]
        if unit.ordered_by != commander.id or unit.formation != state.formation_number:
            state.put(unit.under_orders(commander.id, state.formation_number))
    if outcome.result in ("failure", "blunder"):
        if outcome.result == "blunder":
            yield from command_blunders.blunder(state, commander.id, formation)
        _failed(state, commander.id)
        return
    yield from execute(state, declared, given["dense"])
    if outcome.result == "double_one":
        yield from _second_action(state, formation)


def _formation(state: State, commander: Unit) -> Procedure[tuple[str, ...]]:
    """FWC-CMD-08 to 10: whom the order is for; nobody ends this command unit's turn."""
    members = still_ordered(state)
    if members:
        options = [Option("again", "another order to the same units, at -1 for each before", "FWC-CMD-12")]
        if anybody_available(state):
            options.append(Option("new", "an order to other units; these are finished", "FWC-CMD-10"))
        options.append(Option("finish", f"{commander.name} is finished for this turn", "FWC-CMD-07"))
        orders = "1 order" if state.orders == 1 else f"{state.orders} orders"
        prompt = f"{commander.name} has given {orders}: what next?"
        key: str = yield PickOne(commander.side, prompt, "FWC-CMD-10", options, piece=commander.id)
        if key == "finish":
            return ()
        if key == "again":
            return (yield from _members(state, commander, members, 1))
    _finish_formation(state)
    fresh = available(state)
    if not fresh:
        return ()
    state.formation_number += 1
    return (yield from _members(state, commander, fresh, 0))


def _members(state: State, commander: Unit, units: Sequence[Unit], least: int) -> Procedure[tuple[str, ...]]:
    def option(index: int) -> Option:
        unit = units[index]
        odds = _call(state, commander, [unit])
        return Option(unit.id, unit.name, "FWC-CMD-08", unit.id, odds, _how_far(state, commander, unit))

    def check(picked: tuple[str, ...]) -> Refused | None:
        return check_chain(state, picked) if picked else None

    options = Listed([unit.id for unit in units], option)

    def prompt() -> str:
        word = "; none: finished for this turn" if least == 0 else ""
        base = command_target(state.house, state.command_value(commander), state.orders + 1).value
        return f"{commander.name} orders whom? (2D6 for all together, {base} or less with the modifiers below{word})"

    picked: tuple[str, ...] = yield PickSome(
        commander.side,
        prompt,
        "FWC-CMD-08",
        options,
        least,
        len(options),
        check,
        lambda: suggestions(state, units, commander, least == 0),
        piece=commander.id,
        draw=lambda rng: drawn(state, units, least == 0, rng),
        joint=lambda some: _call(state, commander, [state.units[uid] for uid in some]),
    )
    return picked


def _call(state: State, commander: Unit, units: Sequence[Unit]) -> Call:
    """The roll if the order were for these units, before it is said what they are to do."""
    held = undeclared(units)

    def inputs() -> Inputs:
        given = command_inputs(state, commander, held)
        told = {
            "cv": state.command_value(commander),
            **given,
            "distance": given["distance"] / 100,
            "radius": state.content.radius(commander.side),
            "reacted": bool(given["reacted"]),
            "both": given["reacted"] == 2,
        }
        return tuple(told.items())

    def why() -> Numbers:
        return (("two dice, at most", target_of(state, commander, held)),)

    return Call("command_roll", inputs, why)


def undeclared(units: Sequence[Unit]) -> list[Declared]:
    """An order to these units before it is said what they are to do."""
    return [Declared(unit.id, "hold") for unit in units]


def target_of(state: State, commander: Unit, declared: Sequence[Declared], order: int | None = None) -> Tally:
    """What two dice may score at most for this order: the next one, or the first, second ... of its formation."""
    given = command_inputs(state, commander, declared)
    if order is not None:
        given["order"] = order
    return command_target(state.house, aiming.command_value(state, commander, "FWC-CMD-01"), **given)


def _how_far(state: State, commander: Unit, unit: Unit) -> str:
    """How far a unit is, and what that and its reactions cost an order."""
    far = far_from(state, commander, unit)
    independent = unit.profile.has("independent")
    steps = 0 if independent else distance_steps(state.house, far, state.content.radius(commander.side) * 100)
    words = away(far)
    if steps:
        words += f" (-{steps})"
    if unit.reacted and unit.acted and state.house.opp_init_cumulative:
        words += ", opportunity fire and initiative (-2)"
    elif unit.reacted or unit.acted:
        words += ", opportunity fire or initiative (-1)"
    return words


def _leave_out(state: State, formation: Sequence[str]) -> None:
    """FWC-CMD-09: units left out of a further order are not ordered again this turn."""
    for uid in state.formation:
        if uid not in formation:
            state.put(state.units[uid].done())


def _finish_formation(state: State) -> None:
    """FWC-CMD-10: a formation is finished before the next begins."""
    _leave_out(state, ())
    state.formation = ()
    state.orders = 0


def command_inputs(state: State, commander: Unit, declared: Sequence[Declared]) -> dict[str, Any]:
    """FWC-CMD-11 to 21, 26: the modifiers of an order, as inputs of the command roll."""
    units = [state.units[order.unit] for order in declared]
    dependent = [unit for unit in units if not unit.profile.has("independent")]  # FWC-CMD-15, 16
    farthest = max((far_from(state, commander, unit) for unit in dependent), default=0)
    assaulting = [state.units[order.unit] for order in declared if order.kind == "assault"]
    drilled = all(unit.profile.has("elite") or unit.profile.has("assault") for unit in assaulting)
    reacted = any(unit.reacted for unit in units) + any(unit.acted for unit in units)
    return {
        "order": state.orders + 1,
        "distance": farthest,
        "radius": state.content.radius(commander.side) * 100,
        "reacted": reacted,
        "dense": moves_in_dense(state, declared),
        "assault": bool(assaulting),
        "elite": drilled,
        "independent": not dependent,
        "recon": any(order.target in state.recon for order in declared if order.target),
    }


def _roll(state: State, commander: Unit, declared: Sequence[Declared], given: Mapping[str, Any]) -> Procedure[Command]:
    """FWC-CMD-01, 02, 03, 04, 05: two dice against the command value and its modifiers, and what they say.

    FWC-CMD-24: however low or high that value is, a double one goes through and a double six is a blunder.
    """
    if state.heard:
        names = listed(state.units[order.unit].name for order in declared)
        pieces = [order.unit for order in declared]
        state.tell("order", f"{commander.name} orders {names}", "FWC-CMD-01", commander.id, *pieces)
    roll = command_roll(state.house, aiming.command_value(state, commander, "FWC-CMD-01"), **given)
    involved = [commander.id, *[order.unit for order in declared]]
    outcome: Command = yield from secretly(state, involved, roll)
    if given["recon"]:  # FWC-REC-02: the bonus is for the next roll only
        aims = [order.target for order in declared]
        state.recon = tuple(each for each in state.recon if each not in aims)
    words, rule = _OUTCOMES[outcome.result]
    state.tell("order", words.format(commander.name), rule, commander.id)
    return outcome


_OUTCOMES = {
    "success": ("the order goes through", "FWC-CMD-02"),
    "double_one": ("two ones: the order goes through, and they act twice", "FWC-CMD-03"),
    "failure": ("the order is not carried out, and {} gives no more this turn", "FWC-CMD-05"),
    "blunder": ("two sixes: the order is not carried out but a blunder happens", "FWC-CMD-04"),
}


def _failed(state: State, commander_id: str) -> None:
    """FWC-CMD-05, 06, BLD-17: the command unit is finished, its formation too; a CO ends all command."""
    _finish_formation(state)
    commander = state.units[commander_id]
    state.put(commander.done())
    if commander.profile.role == "CO":
        state.command_over = True
        side = state.sides[commander.side].name
        state.tell("order", f"{side}: nobody gives orders any more this turn", "FWC-CMD-06", commander_id)


def _second_action(state: State, formation: Sequence[str]) -> Procedure[None]:
    """FWC-CMD-03, 21: the second action of a double one, declared after the first; no assaults are added."""
    able = [uid for uid in formation if can_act(state, state.units[uid])]
    declared: list[Declared] = yield from declare_all(state, able, False)
    yield from execute(state, declared, moves_in_dense(state, declared))


# --- Command units move --------------------------------------------------------------------------------------


def may_move(unit: Unit) -> bool:
    """FWC-CMD-23, SUP-02: a command unit that can move and has not yet done so at the end of this phase."""
    return is_command(unit) and not unit.acted and pace.can_move(unit)


def command_units_move(state: State) -> Procedure[None]:
    """FWC-CMD-23: each command unit may make one move."""
    able = [unit for unit in state.army(state.active, is_command) if may_move(unit)]

    def option(index: int) -> Option:
        if index == 0:
            return Option("done", "end the turn: no command unit moves any more", "FWC-CMD-23")
        unit = able[index - 1]
        return Option(unit.id, unit.name, "FWC-CMD-23", unit.id)

    chosen = "done"
    if able:
        options = Listed(["done", *[unit.id for unit in able]], option)
        chosen = yield PickOne(state.active, "Which command unit moves before the turn ends?", "FWC-CMD-23", options)
    if chosen == "done":
        state.phase = "end"
        return
    route: Route = yield places.move_decision(state, state.units[chosen], "FWC-CMD-23")
    state.put(state.units[chosen].having_acted())
    reveal(state, chosen, "it moves")
    yield from travel(state, chosen, route)
    look_around(state)
