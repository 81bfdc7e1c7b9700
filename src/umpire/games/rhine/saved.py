"""A saved state, looked at before anything is measured in it: what no battle comes to is refused in one sentence.

A base of a thousand inches is not only wrong: room for passengers would be searched all round it, without an end.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.games.rhine import sheet
from umpire.games.rhine.records import Record
from umpire.games.rhine.units import AIR, CARRIED, LOST, RESERVE, TABLE, Unit
from umpire.table.shapes import Base

MOST_INCHES = 1000
"""No table is larger."""

_PLACES = (TABLE, RESERVE, CARRIED, AIR, LOST)


def check(record: Record) -> Record:
    """RHINE-ERR-03: the record itself, if a battle can have come to it."""
    for fault in _faults(record):
        raise ValueError(f"no battle has {fault}")
    return record


def _faults(record: Record) -> Iterator[str]:
    units = {unit.id: unit for unit in record.units}
    for unit in record.units:
        if unit.place not in _PLACES or (unit.carried_by and unit.carried_by not in units):
            yield f"{unit.name} where it is said to be"
        if not _fits(unit.base, unit):
            yield f"a base like that of {unit.name}"
        if not 0 <= unit.markers <= unit.profile.morale or unit.tokens < 0 or unit.smoke < 0:
            yield f"so many markers, tokens or discharges of smoke on {unit.name}"
    for side in record.sides:
        if side.pool < 0:
            yield f"{side.pool} tokens in a pool"
    for wreck in record.wrecks:
        if wreck.unit not in units or not _fits(wreck.base, units[wreck.unit]):
            yield "such a wreck"
    for disc in record.smoke:
        if disc.radius != sheet.SMOKE_RADIUS * 1000 or not _on_some_table(disc.x, disc.y):
            yield "such smoke"
    for point in record.plan.path if record.plan is not None else ():
        if not _on_some_table(point.x, point.y):
            yield "a way so far off the table"


def _fits(base: Base, unit: Unit) -> bool:
    """Whether a base is as large as the stat line of its unit says, and on a table."""
    profile = unit.profile
    same = (base.width, base.depth, base.round) == (profile.width, profile.depth, False)
    return same and 0 <= base.facing < 360 and _on_some_table(base.x, base.y)


def _on_some_table(x: int, y: int) -> bool:
    return all(0 <= each <= MOST_INCHES * 1000 for each in (x, y))
