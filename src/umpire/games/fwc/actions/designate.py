"""Target designators: marking an enemy for artillery, aircraft and guided weapons."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.battle.decisions import Option, PickOne
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.fwc import field
from umpire.games.fwc.model import Profile, State, Unit, other


def reach(unit: Unit) -> int:
    """FWC-DES-01: how far a designator reaches, in thousandths of a cm; 0 without one."""
    return unit.profile.designator


TASKS = ("designate",)


def concerns(profile: Profile) -> bool:
    """Whether any unit of this kind does so."""
    return profile.designator > 0


def options(state: State, unit: Unit) -> list[Option]:
    """FWC-INI-07, 10: a unit with a designator may mark a target in the initiative phase, if it can act."""
    if not concerns(unit.profile) or not unit.ready or next(_markable(state, unit), None) is None:
        return []
    return [Option("designate", "designate a target", "FWC-DES-01", unit.id)]


def markable(state: State, unit: Unit) -> list[Unit]:
    """FWC-DES-01: visible enemies within the designator's range not marked yet, nearest first."""
    return [enemy for _, enemy in field.nearest_first(unit, _markable(state, unit))]


def _markable(state: State, unit: Unit) -> Iterator[Unit]:
    limit = reach(unit)
    for enemy in state.near(other(unit.side), unit.base, limit) if limit > 0 else ():
        if not enemy.designated and field.in_range(unit, enemy, limit) and field.visible(state, unit, enemy):
            yield enemy


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    unit = state.units[unit_id]
    if all(option.key != key for option in options(state, unit)):
        state.tell("cannot", f"{unit.name} can no longer do that", "FWC-CMD-27", unit_id)
        return
    enemies = markable(state, unit)
    chosen = enemies[0].id
    if len(enemies) > 1:
        chosen = yield PickOne(
            unit.side,
            f"Which enemy {does(unit.name)} designate?",
            "FWC-DES-01",
            [Option(e.id, e.name, "FWC-DES-01", e.id) for e in enemies],
        )
    enemy = state.units[chosen]
    state.put(enemy.with_designated(True), f"{unit.name} designates {enemy.name}", "FWC-DES-01")
