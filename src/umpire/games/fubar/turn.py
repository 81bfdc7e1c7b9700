"""The beginning of a turn: new attempts and reactions, who arrives, melees that go on, and the initiative."""

from __future__ import annotations

from umpire.battle.rolling import EITHER, by
from umpire.dice import Procedure
from umpire.games.fubar import deploy, procedures
from umpire.games.fubar.actions import closing, melee
from umpire.games.fubar.model import RESERVE, State


def begin(state: State) -> Procedure[None]:
    """TURN of section 2: reactions are reset, and units arrive that the scenario sends this turn."""
    state.turn += 1
    state.plan = None
    state.tell("turn", f"Turn {state.turn} of {state.content.file.turns}", "FUBAR-INIT-01")
    for unit in list(state.units.values()):
        if unit.attempted or unit.reacted:
            state.put(unit.fresh_turn())
    for unit in list(state.units.values()):
        due = state.content.arrivals.get(unit.id, 0)
        if unit.place == RESERVE and not unit.carried_by and due <= state.turn:
            yield from deploy.arrive(state, unit.id)
    state.phase = "melee"


def melees(state: State) -> Procedure[None]:
    """MELEE of section 2; FUBAR-MEL-09, 10, 12, SUP-06: every melee still in contact fights a round.

    Both sides may pile in first as their owners say, who had the initiative last turn before the other. Their units
    count as activated, and keep their suppression.
    """
    melee.settle_all(state)
    for group in melee.groups(state):
        for seat in state.order or state.seats:
            mine = [name for name in group if state.units[name].side == seat]
            foes = [name for name in group if name not in mine]
            for name in mine:
                yield from closing.pile_in(state, name, foes, may=True)
        for name in group:
            state.put(state.units[name].fresh_attempt())
        names = [state.units[name].name for name in group]
        state.tell("melee", f"The melee goes on: {', '.join(names)}", "FUBAR-MEL-09", *group)
        yield from melee.round_of(state, group)
    state.phase = "initiative"


def roll_off(state: State) -> Procedure[None]:
    """INITIATIVE of section 2; FUBAR-INIT-01 to 03, 05: a d6 for each player, the highest begins."""
    seats = state.seats
    modifiers = tuple([_modifier(state, seat) for seat in seats])
    names = tuple([state.sides[seat].name for seat in seats])
    order: tuple[int, ...] = yield from by(state, EITHER, procedures.initiative_order(state.house, modifiers, names))
    state.order = tuple([seats[index] for index in order])
    state.active = state.order[0]
    state.tell("turn", f"{state.sides[state.active].name} has the initiative", "FUBAR-INIT-03")
    state.phase = "activation"


def _modifier(state: State, seat: str) -> int:
    """FUBAR-INIT-01: what the scenario adds to the die of a side this turn."""
    return next(
        (extra for (side, turn), extra in state.content.initiative.items() if (side, turn) == (seat, state.turn)), 0
    )
