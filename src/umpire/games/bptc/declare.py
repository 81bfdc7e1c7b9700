"""Declaring what the units of an order group do: one kind of action each, and whom they charge."""

from __future__ import annotations

from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne
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


def options_for(state: State, unit: Unit, charges: bool) -> list[Option]:
    """BPTC-CMD-15, FRM-12: everything a unit could be ordered to do; before cavalry it forms square or does nothing."""
    options = [Option("hold", "hold: do nothing", "BPTC-CMD-15", unit.id)]
    deploy = Option("deploy", "deploy: formation, horses, guns, cover, transport", "BPTC-ACT-04", unit.id)
    if unit.place == CARRIED or squares.must_form(state, unit):
        return [*options, deploy]
    if going.can_move(state, unit):
        options += _moves(state, unit)
    if fire_targets(state, unit):
        options.append(Option("fire", "fire", "BPTC-ACT-07", unit.id))
    if charges and charge.targets(state, unit):
        options.append(Option("charge", "charge", "BPTC-ACT-08", unit.id))
    if deploying.options(state, unit):
        options.append(deploy)
    return options


def _moves(state: State, unit: Unit) -> list[Option]:
    found: list[Option] = []
    most = going.allowance(state, unit)
    if not going.stands_in_dense(state, unit):
        found.append(Option("move", "move", "BPTC-ACT-01", unit.id))
        if unit.profile.prolonge_move and unit.mode == "unlimbered":
            found.append(Option("prolonge", "move by prolonge", "BPTC-MOV-06", unit.id))
    if going.dense_in_reach(state, unit, most):
        found.append(Option("dense", "move through dense ground (-1 to the order)", "BPTC-CMD-05", unit.id))
    if leaving.may_leave(state, unit):
        found.append(Option("exit", "leave the table by the road", "BPTC-BRK-07", unit.id))
    return found


def fire_targets(state: State, unit: Unit) -> bool:
    """Whether there is anything to fire at now."""
    if not fire.armed(unit):
        return False
    return bool(fire.targets(state, unit)) or bool(fire.constructions(state, unit))


def declare(state: State, unit_id: str, charges: bool = True) -> Procedure[Declared]:
    """C2 of section 2 for one unit."""
    unit = state.units[unit_id]
    options = options_for(state, unit, charges)
    prompt = f"{unit.name}: what is it to do?"
    kind: str = yield PickOne(unit.side, prompt, "BPTC-CMD-15", options, piece=unit.id)
    if kind != "charge":
        return Declared(unit_id, kind)
    target = yield from charge.declare(state, unit, charge.targets(state, unit), "BPTC-CHG-02")
    return Declared(unit_id, kind, target)
