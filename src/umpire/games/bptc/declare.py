"""Declaring what the units of an order group do: one kind of action each, and whom they charge."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne, Sieved
from umpire.dice import Procedure
from umpire.games.bptc import going
from umpire.games.bptc.actions import charge, deploying, fire, leaving, squares
from umpire.games.bptc.actions.movement import Terms
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.units import CARRIED


class Declared(NamedTuple):
    """What a unit is to do. kind: hold, move, dense, prolonge, exit, fire, charge, deploy."""

    unit: str
    kind: str
    target: str = ""


MOVES = ("move", "dense", "prolonge", "exit")


def terms_for(state: State, unit: Unit, kind: str) -> Terms:
    """BPTC-CMD-05, MOV-10: what a declared move is allowed."""
    prolonge = kind == "prolonge"
    return Terms(going.allowance(state, unit, prolonge), prolonge, kind == "dense", not prolonge)


def options_for(state: State, unit: Unit, charges: bool, rolled: bool = False, alone: bool = True) -> Sieved:
    """BPTC-CMD-15, FRM-12: everything a unit could be ordered to do; before cavalry it forms square or does nothing.

    Once the order is `rolled` for, nothing makes it harder any more. Who is not `alone` in it may be told to fire when
    others have got out of his way.
    """
    bound = unit.place == CARRIED or bool(squares.must_form(state, unit))

    def look(kind: str) -> Option | None:
        label, rule, may = _KINDS[kind]
        if kind == "dense" and not rolled:
            label += " (-1 to the order)"
        if bound or may(state, unit):
            return Option(kind, label, rule, unit.id)
        if kind == "fire" and not alone and fire.masked(state, unit):
            return Option(kind, label, rule, unit.id, detail="others are in the way now")
        return None

    if bound:
        return Sieved(["hold", "deploy"], look)
    return Sieved([kind for kind in _KINDS if charges or kind != "charge"], look)


def _moves(state: State, unit: Unit) -> bool:
    return going.can_move(state, unit) and not going.stands_in_dense(state, unit)


def _by_prolonge(state: State, unit: Unit) -> bool:
    return unit.profile.prolonge_move > 0 and unit.mode == "unlimbered" and _moves(state, unit)


def _through_dense(state: State, unit: Unit) -> bool:
    return going.can_move(state, unit) and going.dense_in_reach(state, unit, going.allowance(state, unit))


def _leaves(state: State, unit: Unit) -> bool:
    return going.can_move(state, unit) and leaving.may_leave(state, unit)


def fire_targets(state: State, unit: Unit) -> bool:
    """Whether there is anything to fire at now."""
    if not fire.armed(unit):
        return False
    return bool(fire.targets(state, unit)) or bool(fire.constructions(state, unit))


_KINDS: dict[str, tuple[str, str, Callable[[State, Unit], object]]] = {
    "hold": ("hold: do nothing", "BPTC-CMD-15", lambda state, unit: True),
    "move": ("move", "BPTC-ACT-01", _moves),
    "prolonge": ("move by prolonge", "BPTC-MOV-06", _by_prolonge),
    "dense": ("move through dense ground", "BPTC-CMD-05", _through_dense),
    "exit": ("leave the table by the road", "BPTC-BRK-07", _leaves),
    "fire": ("fire", "BPTC-ACT-07", fire_targets),
    "charge": ("charge", "BPTC-ACT-08", charge.targets),
    "deploy": ("deploy: formation, horses, guns, cover, transport", "BPTC-ACT-04", deploying.options),
}
"""What a unit may be ordered to do: in words, by which rule, and whether it can."""


def declare(state: State, unit_id: str, alone: bool = True) -> Procedure[Declared]:
    """C2 of section 2 for one unit, `alone` in its order or not."""
    unit = state.units[unit_id]
    options = options_for(state, unit, True, alone=alone)
    return (yield from _declare(state, unit, "which order?", "BPTC-CMD-15", options))


def declare_second(state: State, unit_id: str, charges: bool) -> Procedure[Declared]:
    """BPTC-BON-02: what a unit does after its first action of a double one, the same or another; nobody charges twice.

    It is said only when the first is done, so it may depend on what came of that.
    """
    unit = state.units[unit_id]
    options = options_for(state, unit, charges, rolled=True)
    return (yield from _declare(state, unit, "which second action?", "BPTC-BON-02", options))


def _declare(state: State, unit: Unit, question: str, rule: str, options: Sieved) -> Procedure[Declared]:
    kind: str = yield PickOne(unit.side, f"{unit.name}: {question}", rule, options, piece=unit.id)
    if kind != "charge":
        return Declared(unit.id, kind)
    target = yield from charge.declare(state, unit, charge.targets(state, unit), "BPTC-CHG-02")
    return Declared(unit.id, kind, target)
