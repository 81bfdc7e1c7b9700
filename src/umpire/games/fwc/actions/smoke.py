"""Smoke dischargers: a small cloud around the unit that makes it."""

from __future__ import annotations

from umpire.battle.decisions import Option
from umpire.dice import Procedure
from umpire.games.fwc import sheet
from umpire.games.fwc.model import Profile, State, Unit, Zone

TASKS = ("smoke",)


def concerns(profile: Profile) -> bool:
    """Whether any unit of this kind does so."""
    return profile.has("smoke")


def options(state: State, unit: Unit) -> list[Option]:
    """FWC-OBS-01: a unit with dischargers may make a cloud for one action."""
    if not concerns(unit.profile) or not unit.ready or not state.house.smoke_discharger:
        return []
    if _cloud(state, unit) in state.zones:
        return []
    return [Option("smoke", "make smoke", "FWC-OBS-01", unit.id)]


def _cloud(state: State, unit: Unit) -> Zone:
    radius = sheet.DISCHARGER_RADIUS * 1000
    return Zone("smoke", unit.base.x, unit.base.y, radius, state.player_turn, unit.id)


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    unit = state.units[unit_id]
    if all(option.key != key for option in options(state, unit)):
        state.tell("cannot", f"{unit.name} can no longer do that", "FWC-CMD-27", unit_id)
        return
    state.zones = (*state.zones, _cloud(state, unit))
    state.tell("zone", f"{unit.name} discharges obscurants", "FWC-OBS-01", unit_id)
    yield from ()
