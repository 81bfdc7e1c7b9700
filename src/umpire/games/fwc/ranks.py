"""Who stands on the table, ready to be looked through: kept up to date instead of being collected anew.

The lists are never edited, so copies of a state share them, and a rule may change units while it walks through one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from umpire.battle.seats import SEATS
from umpire.games.fwc.units import TABLE, Unit
from umpire.table.shapes import Base, Bounds

Row = tuple[int, int, Unit]
"""A unit and where its middle is: a first sieve by distance asks for no more."""


class Ranks:
    """The units on the table in the order of the battle: all, by side, and those that some rules look for."""

    __slots__ = ("_boxes", "_places", "_rows", "both", "hidden", "massive", "notes", "sides", "widest")

    def __init__(
        self,
        both: list[Unit],
        sides: dict[str, list[Unit]],
        notes: dict[str, dict[str, Any]],
        widest: int,
        places: dict[str, tuple[int, int]],
        rows: dict[str, list[Row]],
        boxes: dict[str, Bounds],
    ) -> None:
        self.both = both
        self.sides = sides
        self.massive: list[Unit] = []
        self.hidden: list[Unit] = []
        self.notes = notes
        """What rules have worked out about the units of a side, kept until one of them changes."""
        self.widest = widest
        """No base on the table reaches farther from its middle than this."""
        self._places = places
        self._rows = rows
        self._boxes = boxes

    def updated(self, changed: Sequence[Unit]) -> Ranks | None:
        """The same with new records of some units; None if somebody has come or gone."""
        both, sides, rows = self.both.copy(), self.sides.copy(), self._rows.copy()
        notes, boxes = self.notes.copy(), self._boxes.copy()
        massive = hidden = False
        for unit in changed:
            places = self._places.get(unit.id)
            if (places is None) == (unit.place == TABLE):
                return None
            if places is None:
                continue
            (place, inside), seat = places, unit.side
            if sides[seat] is self.sides[seat]:
                sides[seat] = self.sides[seat].copy()
                rows[seat] = self._rows[seat].copy()
                notes[seat] = {}
            massive = massive or unit.profile.is_massive
            hidden = hidden or unit.hidden or both[place].hidden
            both[place] = sides[seat][inside] = unit
            rows[seat][inside] = row = _row(unit)
            west, south, east, north = boxes[seat]
            if not (west <= row[0] <= east and south <= row[1] <= north):
                boxes[seat] = _box([(west, south, unit), (east, north, unit), row])
        new = Ranks(both, sides, notes, self.widest, self._places, rows, boxes)
        new.massive = [unit for unit in both if unit.profile.is_massive] if massive else self.massive
        new.hidden = [unit for unit in both if unit.hidden] if hidden else self.hidden
        return new

    def near(self, seat: str, base: Base, mils: int) -> list[Unit]:
        """The units of a side that may be within this length of a base: no more than a first sieve."""
        far = mils + 10 + base.reach + self.widest
        return self.around(seat, base.x - far, base.y - far, base.x + far, base.y + far)

    def around(self, seat: str, west: int, south: int, east: int, north: int) -> list[Unit]:
        """The units of a side whose middles lie in a box, edges included."""
        left, bottom, right, top = self._boxes[seat]
        if west > right or east < left or south > top or north < bottom:
            return []
        return [unit for x, y, unit in self._rows[seat] if west <= x <= east and south <= y <= north]


def muster(units: Iterable[Unit]) -> Ranks:
    """The ranks of a battle, collected from all its units."""
    both = [unit for unit in units if unit.place == TABLE]
    sides = {seat: [unit for unit in both if unit.side == seat] for seat in SEATS}
    inside = {unit.id: place for mine in sides.values() for place, unit in enumerate(mine)}
    rows = {seat: [_row(unit) for unit in mine] for seat, mine in sides.items()}
    ranks = Ranks(
        both,
        sides,
        notes={seat: {} for seat in SEATS},
        widest=max([unit.base.reach for unit in both], default=0),
        places={unit.id: (place, inside[unit.id]) for place, unit in enumerate(both)},
        rows=rows,
        boxes={seat: _box(mine) for seat, mine in rows.items()},
    )
    ranks.massive = [unit for unit in both if unit.profile.is_massive]
    ranks.hidden = [unit for unit in both if unit.hidden]
    return ranks


def _row(unit: Unit) -> Row:
    base = unit.base
    return base.x, base.y, unit


def _box(rows: Sequence[Row]) -> Bounds:
    """A box around units; nobody of a side stands outside the box kept for it, but it need not be tight."""
    across, along = [row[0] for row in rows] or [0], [row[1] for row in rows] or [0]
    return min(across), min(along), max(across), max(along)
