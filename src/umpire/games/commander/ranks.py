"""Who stands on the table, ready to be looked through: kept up to date instead of being collected anew.

The lists are never edited, so copies of a state share them, and a rule may change units while it walks through one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, Generic, Protocol, TypeVar

from umpire.battle.seats import SEATS
from umpire.table.shapes import Base, Bounds


class Ranked(Protocol):
    """What the ranks ask of a unit."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def base(self) -> Base: ...
    @property
    def hidden(self) -> bool: ...
    @property
    def on_table(self) -> bool: ...


U = TypeVar("U", bound=Ranked)


Row = tuple[int, int, int, U]
"""A unit with where it stands, as x and y, and last but one its place among those of its side."""

_placed = itemgetter(2)


class Columns(Generic[U]):
    """The units of a side from west to east, so that those in a box are found without looking at all of them."""

    __slots__ = ("across", "rows")

    def __init__(self, rows: Iterable[Row[U]]) -> None:
        self.rows = sorted(rows, key=itemgetter(0))
        self.across = [row[0] for row in self.rows]

    def copy(self) -> Columns[U]:
        twin: Columns[U] = Columns(())
        twin.rows, twin.across = self.rows.copy(), self.across.copy()
        return twin

    def change(self, old_x: int, row: Row[U]) -> None:
        """The new row of a unit that stood at this x before."""
        x, place = row[0], row[2]
        at = bisect_left(self.across, old_x)
        while self.rows[at][2] != place:
            at += 1
        if x == old_x:
            self.rows[at] = row
            return
        del self.rows[at], self.across[at]
        at = bisect_left(self.across, x)
        self.rows.insert(at, row)
        self.across.insert(at, x)

    def around(self, west: int, south: int, east: int, north: int) -> list[U]:
        """Those in a box, edges included, in the order of the battle."""
        across = self.across
        near = self.rows[bisect_left(across, west) : bisect_right(across, east)]
        found = [row for row in near if south <= row[1] <= north]
        if len(found) > 1:
            found.sort(key=_placed)
        return [row[3] for row in found]


class Ranks(Generic[U]):
    """The units on the table in the order of the battle: all, by side, and those that some rules look for."""

    __slots__ = (
        "_boxes",
        "_columns",
        "_looked_for",
        "_places",
        "both",
        "hidden",
        "notable",
        "notes",
        "sides",
        "widest",
    )

    def __init__(
        self,
        both: list[U],
        sides: dict[str, list[U]],
        notes: dict[str, dict[str, Any]],
        widest: int,
        places: dict[str, tuple[int, int]],
        columns: dict[str, Columns[U]],
        boxes: dict[str, Bounds],
        looked_for: Callable[[U], bool],
    ) -> None:
        self.both = both
        self.sides = sides
        self._looked_for = looked_for
        self.notable: list[U] = []
        """Those whom the game's rules look for often, as it said when they were mustered."""
        self.hidden: list[U] = []
        self.notes = notes
        """What rules have worked out about the units of a side, kept until one of them changes."""
        self.widest = widest
        """No base on the table reaches farther from its middle than this, nor did one since they were mustered."""
        self._places = places
        self._columns = columns
        self._boxes = boxes

    def updated(self, changed: Sequence[U]) -> Ranks[U] | None:
        """The same with new records of some units; None if somebody has come or gone."""
        both, sides, columns = self.both.copy(), self.sides.copy(), self._columns.copy()
        notes, boxes = self.notes.copy(), self._boxes.copy()
        notable = hidden = False
        widest = self.widest
        for unit in changed:
            places = self._places.get(unit.id)
            if (places is None) == unit.on_table:
                return None
            if places is None:
                continue
            (place, inside), seat = places, unit.side
            if sides[seat] is self.sides[seat]:
                sides[seat] = self.sides[seat].copy()
                columns[seat] = self._columns[seat].copy()
                notes[seat] = {}
            notable = notable or self._looked_for(unit)
            was, base = both[place], unit.base
            hidden = hidden or unit.hidden or was.hidden
            both[place] = sides[seat][inside] = unit
            x, y = base.x, base.y
            columns[seat].change(was.base.x, (x, y, inside, unit))
            if base is was.base:
                continue
            widest = max(widest, base.reach)
            west, south, east, north = boxes[seat]
            if not (west <= x <= east and south <= y <= north):
                boxes[seat] = _box([(west, south), (east, north), (x, y)])
        new = Ranks(both, sides, notes, widest, self._places, columns, boxes, self._looked_for)
        new.notable = [both[self._places[unit.id][0]] for unit in self.notable] if notable else self.notable
        new.hidden = [unit for unit in both if unit.hidden] if hidden else self.hidden
        return new

    def near(self, seat: str, base: Base, mils: int) -> list[U]:
        """The units of a side that may be within this length of a base: no more than a first sieve."""
        x, y, _, width, depth, _ = base
        far = mils + 10 + (width if width > depth else depth) + self.widest
        return self.around(seat, x - far, y - far, x + far, y + far)

    def around(self, seat: str, west: int, south: int, east: int, north: int) -> list[U]:
        """The units of a side whose middles lie in a box, edges included."""
        left, bottom, right, top = self._boxes[seat]
        if west > right or east < left or south > top or north < bottom:
            return []
        return self._columns[seat].around(west, south, east, north)


def muster(units: Iterable[U], looked_for: Callable[[U], bool]) -> Ranks[U]:
    """The ranks of a battle, collected from all its units."""
    both: list[U] = []
    sides: dict[str, list[U]] = {seat: [] for seat in SEATS}
    rows: dict[str, list[Row[U]]] = {seat: [] for seat in SEATS}
    places: dict[str, tuple[int, int]] = {}
    widest = 0
    for unit in units:
        if unit.on_table:
            mine, base = sides[unit.side], unit.base
            inside = len(mine)
            places[unit.id] = (len(both), inside)
            rows[unit.side].append((base.x, base.y, inside, unit))
            mine.append(unit)
            both.append(unit)
            if base.reach > widest:
                widest = base.reach
    ranks = Ranks(
        both,
        sides,
        notes={seat: {} for seat in SEATS},
        widest=widest,
        places=places,
        columns={seat: Columns(mine) for seat, mine in rows.items()},
        boxes={seat: _box(mine) for seat, mine in rows.items()},
        looked_for=looked_for,
    )
    ranks.notable = [unit for unit in both if looked_for(unit)]
    ranks.hidden = [unit for unit in both if unit.hidden]
    return ranks


def _box(rows: Sequence[tuple[int, ...] | Row[U]]) -> Bounds:
    """A box around units; nobody of a side stands outside the box kept for it, but it need not be tight."""
    across, along = [row[0] for row in rows] or [0], [row[1] for row in rows] or [0]
    return min(across), min(along), max(across), max(along)
