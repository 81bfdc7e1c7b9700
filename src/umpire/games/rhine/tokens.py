"""Spending command tokens: whose turn it is to spend one, on what, and when the initiative passes."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Option, PickOne
from umpire.battle.words import counted
from umpire.dice import Procedure
from umpire.games.rhine import activation, ending
from umpire.games.rhine.actions import helicopter, rally
from umpire.games.rhine.model import CARRIED, RESERVE, TABLE, State, Unit, other


def spend_one(state: State) -> Procedure[None]:
    """RHINE-TURN-01 to 05, 08, 10: the active side spends a token, hands over or gives up the rest.

    What cannot be done is not offered: a Broken unit, a second run of a helicopter, a morale check without markers, a
    hand-over that comes too early or to an empty pool (RHINE-ERR-01, 02). RHINE-POOL-08: nothing is paid for from an
    empty pool, which the players may have agreed on.
    """
    seat = state.active
    if not state.sides[seat].pool:
        after(state)
        return
    options = choices(state, seat)
    if not any(_spends(option.key) for option in options):
        _give_up_pool(state, seat)
        return
    prompt = f"{counted(state.sides[seat].pool, 'command token')} left: what now?"
    key: str = yield PickOne(seat, prompt, "RHINE-TURN-01", options, _unasked(state, options))
    seized = False
    what, _, unit_id = key.partition(":")
    if what == "hand_over":
        state.tell("turn", f"{state.sides[seat].name} hands over the initiative", "RHINE-TURN-04")
        receive(state, other(seat))
        return
    if what == "discard":
        state.sides[seat].pool = 0
        state.tell("turn", f"{state.sides[seat].name} gives up the rest of its tokens", "RHINE-TURN-08")
        state.phase = "turn_end"
        return
    state.spend(seat)
    state.sides[seat].must_spend = False
    if what == "activate":
        seized = yield from activation.activate(state, unit_id)
    elif what == "rally":
        yield from rally.rally(state, unit_id)  # RHINE-BMC-01: the token is discarded
    else:
        yield from helicopter.run(state, unit_id)  # RHINE-HEL-01: the token is discarded
    state.plan = None
    after(state, seized)


def _spends(key: str) -> bool:
    return key not in ("hand_over", "discard")


def _unasked(state: State, options: Sequence[Option]) -> str:
    """What is done for somebody who does not say: hand over, or discard, or a unit that can hold, or a rally."""
    keys = [option.key for option in options]
    free = [key for key in ("hand_over", "discard") if key in keys]
    holds = [each.key for each in options if each.key.startswith("activate:") and state.units[each.piece].on_table]
    rallies = [key for key in keys if key.startswith("rally:")]
    return [*free, *holds, *rallies, *keys][0]


def choices(state: State, seat: str) -> list[Option]:
    """RHINE-TURN-01, 02, 04, 05, 08, 10: everything a side with the initiative may do now."""
    options = [
        Option(f"activate:{unit.id}", _activate_label(state, unit), "RHINE-TURN-01", unit.id)
        for unit in state.units.values()
        if unit.side == seat and can_activate(state, unit)
    ]
    for unit in helicopter.ready(state, seat):
        options.append(Option(f"helicopter:{unit.id}", f"attack run by {unit.name}", "RHINE-HEL-01", unit.id))
    options += rally.options(state, seat)
    side, enemy = state.sides[seat], state.sides[other(seat)]
    if enemy.pool and not side.must_spend:
        options.append(Option("hand_over", "hand over the initiative", "RHINE-TURN-04"))
    if not enemy.pool and state.house.allow_discard:
        options.append(Option("discard", "give up the remaining tokens", "RHINE-TURN-08"))
    return options


def _activate_label(state: State, unit: Unit) -> str:
    odds = activation.check_label(state, unit)
    where = " (enters)" if unit.place == RESERVE else f" (in {_carrier(state, unit)})" if unit.carried_by else ""
    return f"activate {unit.name}{where}{odds}"


def _carrier(state: State, unit: Unit) -> str:
    return state.units[unit.carried_by].name


def can_activate(state: State, unit: Unit) -> bool:
    """RHINE-ACT-12, MOR-05: not Broken, not destroyed; a passenger only to get out, a reserve only to enter."""
    if unit.broken or unit.profile.is_helicopter:
        return False
    if unit.place == TABLE:
        return True
    return unit.place in (CARRIED, RESERVE) and activation.can_appear(state, unit)


def receive(state: State, seat: str) -> None:
    """RHINE-TURN-05, 06: who gets the initiative must spend a token before handing it back."""
    state.active = seat
    state.sides[seat].must_spend = True


def after(state: State, seized: bool = False) -> None:
    """AFTER of section 2: seizing, the end of the turn, an empty pool (RHINE-REACT-12, TURN-03, 06, 09)."""
    ending.check_wiped_out(state)
    if state.over:
        return
    if seized:
        state.tell("turn", f"{state.sides[other(state.active)].name} seizes the initiative", "RHINE-REACT-11")
        receive(state, other(state.active))
    if not state.sides["A"].pool and not state.sides["B"].pool:
        state.phase = "turn_end"
    elif not state.sides[state.active].pool:
        receive(state, other(state.active))
        state.tell("turn", f"{state.sides[state.active].name} takes over the initiative", "RHINE-TURN-03")


def _give_up_pool(state: State, seat: str) -> None:
    """RHINE-TURN-10: tokens that cannot be spent on anything are lost, and the initiative passes."""
    state.sides[seat].pool = 0
    state.tell("turn", f"{state.sides[seat].name} has nothing to spend a token on", "RHINE-TURN-10")
    after(state)
