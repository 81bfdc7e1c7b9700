"""Gunships and dropships: landing and taking off."""

from __future__ import annotations

from umpire.battle.decisions import Option
from umpire.dice import Procedure
from umpire.games.fwc.actions import standing
from umpire.games.fwc.model import Profile, State, Unit
from umpire.table import free

TASKS = ("take off", "land")


def concerns(profile: Profile) -> bool:
    """Whether any unit of this kind does so."""
    return profile.is_air


def options(state: State, unit: Unit) -> list[Option]:
    """FWC-FLY-01, MOV-05, MOV-07: one action to land where it hovers or to take off, if there is room."""
    if not concerns(unit.profile) or not unit.ready:
        return []
    if not unit.airborne:
        above = [each.base for each in state.beside(unit.base, 0) if each.airborne]
        return [Option("take off", "take off", "FWC-MOV-07", unit.id)] if free(unit.base, above) else []
    if standing.why_not(state, unit, unit.base) is not None:
        return []
    return [Option("land", "land", "FWC-MOV-07", unit.id)]


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    """FWC-FLY-01; FWC-HID-03: it does not land on a hidden enemy, whom it finds below, nor close to one."""
    unit = state.units[unit_id]
    if all(option.key != key for option in options(state, unit)):
        state.tell("cannot", f"{unit.name} can no longer do that", "FWC-CMD-27", unit_id)
        return
    if key == "land" and standing.comes_upon(state, unit, unit.base):
        state.tell("cannot", f"{unit.name} stays in the air", "FWC-HID-03", unit_id)
        return
    word = "takes off" if key == "take off" else "lands"
    state.put(unit.with_airborne(key == "take off"), f"{unit.name} {word}", "FWC-FLY-01")
    yield from ()
