"""The Deploy action: another formation, horses and limbers, buildings and works, wagons and boats."""

from __future__ import annotations

from umpire.battle.decisions import Option
from umpire.dice import Procedure
from umpire.games.bptc.actions import forming, mounts, shelter, squares, transport
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.units import CARRIED


def options(state: State, unit: Unit) -> list[Option]:
    """BPTC-ACT-03 to 06, FRM-12: everything a unit could do by a Deploy now; before cavalry only what it must."""
    if unit.place == CARRIED:
        return transport.options(state, unit)
    must = squares.must_form(state, unit)
    if must:
        return forming.options(state, unit, must)
    return [
        *forming.options(state, unit),
        *mounts.options(state, unit),
        *shelter.options(state, unit),
        *transport.options(state, unit),
    ]


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    """BPTC-ACT-06: the Deploy takes the whole action."""
    kind, _, rest = key.partition(":")
    if kind == "form":
        yield from forming.perform(state, unit_id, rest)
    elif kind in ("mount", "dismount", "limber", "unlimber"):
        yield from mounts.perform(state, unit_id, key)
    elif kind in ("board", "unload"):
        yield from transport.perform(state, unit_id, key)
    else:
        yield from shelter.perform(state, unit_id, key)


def react_to_cavalry(state: State) -> None:
    """House rule `square_reaction` = immediate: infantry forms square at once when cavalry has come near."""
    if state.house.square_reaction != "immediate":
        return
    for unit in list(state.on_table()):
        if unit.side != state.active:
            for to in squares.must_form(state, unit)[:1]:
                forming.form(state, unit.id, to)
