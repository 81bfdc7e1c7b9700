"""Shields of units, and the domes that generators raise."""

from __future__ import annotations

from umpire.battle.decisions import Option
from umpire.dice import Procedure
from umpire.games.fwc.model import KO, Profile, State, Unit, Zone, other
from umpire.table import Circle, in_zone


def restore(state: State, seat: str) -> None:
    """FWC-SHD-01, INI-08, 10: at the start of its initiative phase a side's shields are full again, by themselves."""
    for unit in state.army(seat):
        if unit.place != KO and unit.shield < unit.profile.shield:
            text = f"the shield of {unit.name} is restored"
            state.put(unit.with_shield(unit.profile.shield))
            state.tell("unit", text, "FWC-SHD-01", unit.id, only=seat if unit.hidden else "")


TASKS = ("dome",)


def concerns(profile: Profile) -> bool:
    """Whether any unit of this kind does so."""
    return profile.has("dome_generator")


def options(state: State, unit: Unit) -> list[Option]:
    """FWC-INI-09, 10: a generator may raise a dome in the initiative phase, if it can act."""
    if not concerns(unit.profile) or not unit.ready or not may_raise(state, unit):
        return []
    return [Option("dome", "raise a shield dome", "FWC-DOM-01", unit.id)]


def may_raise(state: State, unit: Unit) -> bool:
    """FWC-DOM-02: not over an enemy, and no two domes overlap. A hidden enemy blocks nothing (FWC-HID-01)."""
    dome = _dome(state, unit)
    for zone in state.zones:
        if zone.kind == "dome":
            apart2 = (zone.x - dome.x) ** 2 + (zone.y - dome.y) ** 2
            if apart2 < (zone.radius + dome.radius) ** 2:
                return False
    near = state.near(other(unit.side), unit.base, state.house.dome_radius * 1000)
    return not any(not each.hidden and in_zone(each.base, dome) for each in near)


def _dome(state: State, unit: Unit) -> Circle:
    return Circle(unit.base.x, unit.base.y, state.house.dome_radius * 1000)


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    """FWC-DOM-01: the dome stands around the generator, where it is now."""
    unit = state.units[unit_id]
    if all(option.key != key for option in options(state, unit)):
        state.tell("cannot", f"{unit.name} can no longer do that", "FWC-CMD-27", unit_id)
        return
    radius = state.house.dome_radius * 1000
    zone = Zone("dome", unit.base.x, unit.base.y, radius, state.player_turn, unit_id)
    state.zones = (*state.zones, zone)
    state.tell("zone", f"{unit.name} raises a shield dome", "FWC-DOM-01", unit_id)
    yield from ()
