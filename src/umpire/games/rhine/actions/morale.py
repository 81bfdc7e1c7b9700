"""Morale markers: who takes them, when a unit is Broken, and what it then cannot do."""

from __future__ import annotations

from umpire.battle.decisions import Refused
from umpire.battle.words import counted
from umpire.games.rhine.model import State, Unit
from umpire.games.rhine.units import AIR, CARRIED, LOST, RESERVE


def why_idle(unit: Unit, placed: bool = False) -> Refused | None:
    """RHINE-MOR-05, TRN-05, ACT-12: why a unit cannot act on the table; None if it can.

    With `placed` it is thought of as standing there: one that is to get out of its transport, to enter the table, or a
    helicopter at its firing point.
    """
    if unit.place == LOST:
        return Refused(f"{unit.name} is destroyed.", "RHINE-ERR-02")
    if unit.broken:
        return Refused(f"{unit.name} is Broken and can do nothing.", "RHINE-MOR-05")
    if placed or unit.on_table:
        return None
    if unit.place == CARRIED:
        return Refused(f"{unit.name} rides in a transport and can only get out.", "RHINE-TRN-05")
    if unit.place == RESERVE:
        return Refused(f"{unit.name} is not on the table yet.", "RHINE-ACT-12")
    assert unit.place == AIR
    return Refused(f"{unit.name} is off the table: it attacks only by a run.", "RHINE-HEL-01")


def takes_markers(unit: Unit) -> bool:
    """RHINE-MOR-01, HEL-07: every unit has a morale value and takes markers, helicopters do not."""
    return unit.in_play and not unit.profile.is_helicopter


def words(unit: Unit) -> str:
    """The markers on a unit, beside how many would break it."""
    return f"{counted(unit.markers, 'morale marker')} of {unit.profile.morale}"


def put_markers(state: State, unit_id: str, markers: int, why: str, rule: str) -> bool:
    """RHINE-MOR-03 to 05: so many markers lie on a unit now, never more than its morale value.

    Answers whether that has broken it just now. `why` is how it came to that: "T-72A 2 is hit".
    """
    unit = state.units[unit_id]
    if not takes_markers(unit):
        return False
    after = unit.with_markers(markers)
    breaks = after.broken and not unit.broken
    if breaks:
        state.put(after, f"{why} and is Broken ({words(after)})", rule)
    elif after.markers != unit.markers:
        state.put(after, f"{why}: {words(after)}", rule)
    else:
        state.tell("result", f"{why}, but that changes nothing ({words(after)})", rule, unit_id)
    return breaks
