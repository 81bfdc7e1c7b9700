"""Steps 7, 9 and 11: a side acts with its units one by one, then passes (AWT-RD-07, 09, 11 to 13)."""

from __future__ import annotations

from typing import Any

from umpire.battle.decisions import Listed, Option, PickOne, Refused
from umpire.battle.options import ready
from umpire.battle.seats import other
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.awt import ending, procedures
from umpire.games.awt.actions import charging, firing, moving
from umpire.games.awt.actions.contact import Charge
from umpire.games.awt.actions.shooting import Manner
from umpire.games.awt.model import TROOPS, State, Unit
from umpire.games.awt.skills import abilities

RULES = {"cannonade": "AWT-RD-07", "elite": "AWT-RD-09", "line": "AWT-RD-11"}

WORDS = {
    "hold": "hold",
    "move": "move",
    "clear": "clear its head: one Combat Stress Marker goes",
    "unbog": "try to get free",
}


def may_act(state: State, unit: Unit, troop: str) -> bool:
    """AWT-RD-07, 09, 11 to 13: of these troops or Unique, not yet this round, neither Broken nor in close combat."""
    return (
        unit.fights_on and not unit.in_combat and unit.acted != state.round and unit.profile.phase in (troop, "unique")
    )


def able(state: State, seat: str, troop: str) -> list[Unit]:
    return [unit for unit in state.of(seat) if may_act(state, unit, troop)]


def next_troop(state: State) -> None:
    """The next activation phase (AWT-RD-06, 08, 10), or the end of the round."""
    at = TROOPS.index(state.troop) + 1
    if at < len(TROOPS):
        state.troop = TROOPS[at]
        state.phase = "bid"
    else:
        state.phase = "round_end"


def _pass_on(state: State) -> None:
    """The other side acts, or if it has done so the phase is over."""
    if state.handed_over:
        next_troop(state)
    else:
        state.active = other(state.active)
        state.handed_over = True


def skip_idle(state: State) -> None:
    """A side without anybody to act is not asked."""
    while state.phase == "activate" and not able(state, state.active, state.troop):
        _pass_on(state)


def act(state: State) -> Procedure[None]:
    """AWT-RD-07, 09, 11, 12: one unit acts, or the side passes the phase on."""
    seat = state.active
    rule = RULES[state.troop]
    units = able(state, seat, state.troop)
    keys = [*[unit.id for unit in units], "pass"]

    def option(at: int) -> Option:
        if at == len(units):
            return Option("pass", "pass: nobody else acts in this phase", "AWT-RD-12")
        return Option(units[at].id, units[at].name, rule, units[at].id)

    prompt = f"{state.sides[seat].name}: who acts?"
    key: str = yield Who(state, prompt, rule, Listed(keys, option))
    if key == "pass":
        _pass_on(state)
    else:
        state.acting = key
        yield from activate(state, key)
        state.acting = ""
    ending.check_wiped_out(state)
    if not state.over:
        skip_idle(state)


class Who(PickOne):
    """Which unit acts next; who names another of his own is told why it does not (AWT-RD-12, 13)."""

    __slots__ = ("state",)

    def __init__(self, state: State, prompt: str, rule: str, options: Listed) -> None:
        super().__init__(state.active, prompt, rule, options, "pass")
        self.state = state

    def read(self, answer: Any) -> str:
        unit = self.state.units.get(answer) if isinstance(answer, str) else None
        if unit is not None and unit.side == self.seat and not may_act(self.state, unit, self.state.troop):
            raise _idle(self.state, unit)
        return super().read(answer)


def _idle(state: State, unit: Unit) -> Refused:
    """AWT-RD-07, 09, 11 to 13, IN-02: why a unit does not act now, in a sentence."""
    if not unit.on_table:
        return Refused(f"{unit.name} is destroyed.", "AWT-IN-02")
    if unit.broken or unit.in_combat:
        return Refused(
            f"{unit.name} is {'Broken' if unit.broken else 'in close combat'} and does not act.", "AWT-RD-13"
        )
    if unit.acted == state.round:
        return Refused(f"{unit.name} has acted in this round already.", "AWT-RD-12")
    return Refused(f"{unit.name} does not act in this phase.", RULES[state.troop])


def activate(state: State, uid: str) -> Procedure[None]:
    """One activation: a choice of action, what it asks and rolls, and its end."""
    unit = state.units[uid]
    key: str = yield Act(state, unit, RULES[state.troop])
    state.blasts = ()
    state.put(state.units[uid]._replace(acted=state.round))
    word, _, rest = key.partition(":")
    if word == "hold":
        state.tell("action", f"{unit.name} holds", "AWT-ST-03", uid)
    elif word == "move":
        yield from _move(state, uid)
    elif word == "shoot":
        mode, _, target = rest.partition(":")
        yield from firing.fire(state, uid, target, Manner(mode))
    elif word == "charge":
        yield from charging.charge(state, uid, rest)
    elif word == "clear":
        state.put(unit._replace(acted=state.round, stress=unit.stress - 1), f"{unit.name} clears its head", "AWT-ST-05")
    elif word == "unbog":
        yield from _unbog(state, uid)
    else:
        yield from abilities.use(state, uid, rest)
    end(state, unit)


class Act(PickOne):
    """What a unit does; who asks for something else is told why not (AWT-IN-03, 04, 06)."""

    __slots__ = ("state", "unit")

    def __init__(self, state: State, unit: Unit, rule: str) -> None:
        super().__init__(unit.side, f"What {does(unit.name)} do?", rule, actions(state, unit), "hold", unit.id)
        self.state = state
        self.unit = unit

    def read(self, answer: Any) -> str:
        why = firing.why_not(self.state, self.unit, answer, self.options)
        why = why or charging.why_not(self.state, self.unit, answer, self.options)
        why = why or moving.why_not(self.unit, answer)
        why = why or abilities.why_not(self.state, self.unit, answer, self.options)
        if why is not None:
            raise why
        return super().read(answer)


def end(state: State, before: Unit) -> None:
    """AWT-ST-03: Pinned and Shaken end with the unit's next activation; what it did to itself in this one stays."""
    unit = state.units[before.id]
    pinned, shaken = unit.pinned and not before.pinned, unit.shaken and not before.shaken
    if unit.on_table and (unit.pinned, unit.shaken) != (pinned, shaken):
        state.put(unit._replace(pinned=pinned, shaken=shaken), f"{unit.name} recovers", "AWT-ST-03")


# --- What it may do ----------------------------------------------------------------------------------------------


def actions(state: State, unit: Unit) -> Listed:
    """Section 2: Hold, Move (and Shoot), Shoot, Charge, an Ability, Clear, Unbog.

    AWT-ST-01, 02, TE-21, MV-05: what its state allows.
    """
    first = [Option("hold", WORDS["hold"], "AWT-RD-12", unit.id)]
    if moving.may_move(unit):
        first.append(Option("move", WORDS["move"], "AWT-MV-06", unit.id))
    then: list[Option] = []
    if charging.may_charge(unit):
        going = Charge(state, unit)
        then += [
            Option(f"charge:{foe.id}", f"charge {foe.name}", "AWT-CH-01", foe.id, charging.odds(going, foe))
            for foe in going.targets()
        ]
    then += abilities.options(state, unit)
    if unit.stress:
        then.append(Option("clear", WORDS["clear"], "AWT-ST-05", unit.id))
    if unit.bogged:
        then.append(Option("unbog", WORDS["unbog"], "AWT-TE-21", unit.id))
    return Listed.of([*map(ready, first), *firing.shots(state, unit, "shoot", False), *map(ready, then)])


# --- Doing it ----------------------------------------------------------------------------------------------------


def _move(state: State, uid: str) -> Procedure[None]:
    """AWT-WK-05, 10: move, and then shoot with what is Quickfire."""
    moved = yield from moving.move(state, uid, moving.pace(state.units[uid]))
    yield from firing.then_shoot(state, uid, moved)


def _unbog(state: State, uid: str) -> Procedure[None]:
    """AWT-TE-21: on 1 to 3 the vehicle is free, and may still shoot."""
    tried = yield from procedures.unbog(state.house)
    unit = state.units[uid]
    if not tried.passed:
        state.tell("action", f"{unit.name} stays bogged", "AWT-TE-21", uid)
        return
    state.put(unit._replace(bogged=False), f"{unit.name} gets free", "AWT-TE-21")
    yield from firing.then_shoot(state, uid, False)
