"""The command phase: orders, and the moves of the command units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.battle.decisions import Call, Inputs, Listed, Numbers, Option, PickOne, PickSome, Refused, Route
from umpire.battle.words import listed
from umpire.dice import Procedure, Tally
from umpire.games.bptc import going, sheet
from umpire.games.bptc.actions import blunders, deploying, mounts, places
from umpire.games.bptc.actions.approach import charges_through_dense
from umpire.games.bptc.actions.hidden import look_around
from umpire.games.bptc.actions.movement import Terms, Way, plan_move, travel
from umpire.games.bptc.declare import Declared, declare
from umpire.games.bptc.execute import execute
from umpire.games.bptc.groups import check_group, columns_touching, far_from, orderable, suggestions
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.procedures import command_roll, command_target, distance_steps
from umpire.games.bptc.units import FOOT, MOUNTED
from umpire.games.commander.distance import away
from umpire.games.commander.procedures import Command


def command_phase(state: State) -> Procedure[None]:
    """COMMAND of section 2: pick a command unit, then let it order, one roll at a time."""
    if not state.commander:
        yield from _pick_commander(state)
        return
    commander = state.units[state.commander]
    if can_command(state, commander):
        yield from _order(state, commander)
        look_around(state)
    if not can_command(state, state.units[commander.id]):
        state.commander = ""


def can_command(state: State, unit: Unit) -> bool:
    """BPTC-CMD-10, 11, 16: not suppressed, not finished, and the CO has not failed."""
    return unit.ready and not unit.finished and not state.command_over


def _pick_commander(state: State) -> Procedure[None]:
    """BPTC-CMD-12: one command unit finishes all its orders before the next begins."""
    able = [u for u in state.of(state.active) if u.profile.is_command and can_command(state, u) and orderable(state, u)]
    options = [Option(u.id, f"{u.name} (command value {u.profile.cv})", "BPTC-CMD-12", u.id) for u in able]
    options.append(Option("done", "end the command phase", "BPTC-CMD-12"))
    chosen = "done"
    if able:
        chosen = yield PickOne(state.active, "Command: who gives orders now?", "BPTC-CMD-12", options)
    if chosen == "done":
        state.phase = "command_move"
        return
    state.commander = chosen
    state.group = ()


# --- One order -----------------------------------------------------------------------------------------------


def _order(state: State, commander: Unit) -> Procedure[None]:
    """C2 to C7 of section 2: one order by a CO or HQ."""
    group = yield from _pick_group(state, commander)
    if not group:
        state.put(state.units[commander.id].done())
        return
    declared: list[Declared] = []
    for uid in group:
        declared.append((yield from declare(state, uid, len(group) == 1)))
    state.group = group
    outcome: Command = yield from _roll(state, commander, declared)
    band = state.units[group[0]].band or 1 + max([unit.band for unit in state.units.values()])
    for uid in group:
        unit = state.put(state.units[uid].under_orders(commander.id, band))
        if outcome.result in ("success", "double_one"):
            state.put(unit.having_obeyed())
    if outcome.result in ("failure", "blunder"):
        if outcome.result == "blunder":
            yield from blunders.blunder(state, commander.id, group)
            deploying.react_to_cavalry(state)
        _failed(state, commander.id)
        return
    yield from execute(state, declared, twice=outcome.result == "double_one")


def _pick_group(state: State, commander: Unit) -> Procedure[tuple[str, ...]]:
    """BPTC-CMD-13, 14: whom the order is for; nobody ends this command unit's turn."""
    units = orderable(state, commander)
    if not units:
        return ()

    def option(index: int) -> Option:
        unit = units[index]
        odds = _call(state, commander, [unit])
        return Option(unit.id, unit.name, "BPTC-CMD-14", unit.id, odds, _how_far(state, commander, unit))

    def check(picked: tuple[str, ...]) -> Refused | None:
        return check_group(state, picked) if picked else None

    options = Listed([unit.id for unit in units], option)
    value = commander.profile.cv
    prompt = f"{commander.name} orders whom? (2D6, {value} or less with the modifiers; none: finished for this turn)"
    picked: tuple[str, ...] = yield PickSome(
        commander.side,
        prompt,
        "BPTC-CMD-14",
        options,
        0,
        len(options),
        check,
        suggestions(state, units, commander),
        commander.id,
        joint=lambda some: _call(state, commander, [state.units[uid] for uid in some]),
    )
    return picked


def _call(state: State, commander: Unit, units: Sequence[Unit]) -> Call:
    """The roll if the order were for these units, before it is said what they are to do."""
    held = undeclared(units)

    def inputs() -> Inputs:
        given = command_inputs(state, commander, held)
        told = {"cv": commander.profile.cv, **given, "distance": given["distance"] / 100}
        return tuple(told.items())

    def why() -> Numbers:
        return (("two dice, at most", target_of(state, commander, held)),)

    return Call("command_roll", inputs, why)


def undeclared(units: Sequence[Unit]) -> list[Declared]:
    """An order to these units before it is said what they are to do."""
    return [Declared(unit.id, "hold") for unit in units]


def _cv(commander: Unit) -> Tally:
    return Tally.of(commander.profile.cv, f"{commander.name}'s command value", "BPTC-CMD-01")


def _how_far(state: State, commander: Unit, unit: Unit) -> str:
    """How far a unit is, and what that, its earlier orders and its initiative cost an order."""
    far = far_from(state, commander, unit)
    steps = 0 if unit.profile.has("recce") else distance_steps(state.house, far)
    costs = (
        ("", steps * sheet.COMMAND["distance"].amount),
        (", ordered before", unit.orders * sheet.COMMAND["successive"].amount),
        (", acted on initiative", -state.house.initiative_penalty if unit.acted else 0),
    )
    return away(far) + "".join(f"{words} ({cost})" for words, cost in costs if cost)


def command_inputs(state: State, commander: Unit, declared: Sequence[Declared]) -> dict[str, Any]:
    """BPTC-CMD-02 to 08, INI-07: the modifiers of an order, as inputs of the command roll."""
    units = [state.units[order.unit] for order in declared]
    counted = [unit for unit in units if not unit.profile.has("recce")]
    return {
        "successive": max(unit.orders for unit in units),
        "distance": max([far_from(state, commander, unit) for unit in counted], default=0),
        "dense": any(_dense(state, order) for order in declared),
        "charging": any(order.kind == "charge" for order in declared),
        "all_recce": not counted,
        "column_touching": columns_touching(commander, units),
        "acted": any(unit.acted for unit in units),
    }


def _dense(state: State, order: Declared) -> bool:
    """BPTC-CMD-05, DEN-15: a move declared through dense ground, or a charge that leads through it."""
    if order.kind == "dense":
        return True
    if order.kind != "charge":
        return False
    return charges_through_dense(state, state.units[order.unit], state.units[order.target])


def _roll(state: State, commander: Unit, declared: Sequence[Declared]) -> Procedure[Command]:
    """BPTC-CMD-01, 08, 09: two dice against the command value and its modifiers, and what they say."""
    given = command_inputs(state, commander, declared)
    names = listed(state.units[order.unit].name for order in declared)
    state.tell(
        "order", f"{commander.name} orders {names}", "BPTC-CMD-01", commander.id, *[order.unit for order in declared]
    )
    outcome: Command = yield from command_roll(state.house, _cv(commander), **given)
    words = {
        "success": "the order is obeyed",
        "double_one": "two ones: the order is obeyed, and they act twice",
        "failure": f"the order is not carried out, and {commander.name} gives no more this turn",
        "blunder": "two sixes: the order is not carried out but a blunder happens",
    }
    rules = {"success": "BPTC-CMD-01", "double_one": "BPTC-BON-01", "failure": "BPTC-CMD-10", "blunder": "BPTC-CMD-09"}
    state.tell("order", words[outcome.result], rules[outcome.result], commander.id)
    return outcome


def target_of(state: State, commander: Unit, declared: Sequence[Declared]) -> Tally:
    """What two dice may score at most for this order."""
    return command_target(state.house, _cv(commander), **command_inputs(state, commander, declared))


def _failed(state: State, commander_id: str) -> None:
    """BPTC-CMD-10, 11: the command unit is spent; if it is the CO nobody of his side orders any more."""
    commander = state.units[commander_id]
    state.put(commander.done())
    if commander.profile.role == "CO":
        state.command_over = True
        side = state.sides[commander.side].name
        state.tell("order", f"{side}: nobody gives orders any more this turn", "BPTC-CMD-11", commander_id)


# --- Command units move --------------------------------------------------------------------------------------


def command_units_move(state: State) -> Procedure[None]:
    """BPTC-CMD-17, ACT-03: each unsuppressed command unit may move up to its rate, or get on or off its horse."""
    able = [u for u in state.of(state.active) if u.profile.is_command and u.ready and not u.acted]
    chosen = "done"
    if able:
        options = [Option("done", "end the turn: no command unit moves any more", "BPTC-CMD-17")]
        for unit in able:
            options.append(Option(unit.id, f"{unit.name} moves", "BPTC-CMD-17", unit.id))
            if unit.mounted or mounts.may_mount(state, unit):
                word = "dismounts" if unit.mounted else "mounts"
                options.append(Option(f"horse:{unit.id}", f"{unit.name} {word}", "BPTC-ACT-03", unit.id))
        prompt = "Which command unit moves before the turn ends?"
        chosen = yield PickOne(state.active, prompt, "BPTC-CMD-17", options)
    if chosen == "done":
        state.phase = "end"
        return
    kind, _, rest = chosen.rpartition(":")
    unit = state.units[rest]
    if kind == "horse":
        mode = FOOT if unit.mounted else MOUNTED
        state.put(unit.in_mode(mode, unit.formation, unit.base).having_acted())
        return
    terms = Terms(going.allowance(state, unit))
    route: Route = yield places.move_decision(state, unit, "BPTC-CMD-17", terms)
    unit = state.put(unit.having_acted())
    way = plan_move(state, unit, route, terms)
    assert isinstance(way, Way)
    yield from travel(state, unit.id, way, "BPTC-CMD-17")
    look_around(state)
