"""Who stands on the table, ready to be looked through: kept up to date instead of being collected anew.

The lists are never edited, so copies of a state share them, and a rule may change units while it walks through one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from umpire.battle.seats import SEATS
from umpire.games.commander.columns import Columns, columns_of
from umpire.table.shapes import Base


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


class Ranks(Generic[U]):
    """The units on the table in the order of the battle: all, by side, and those that some rules look for."""

    __slots__ = (
        "_columns",
        "_looked_for",
        "_places",
        "both",
        "hidden",
        "hidden_notes",
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
        columns: dict[str, Columns],
        looked_for: Callable[[U], bool],
    ) -> None:
        self.both = both
        self.sides = sides
        self._looked_for = looked_for
        self.notable: list[U] = []
        """Those whom the game's rules look for often, as it said when they were mustered."""
        self.hidden: list[U] = []
        self.hidden_notes: dict[str, Any] = {}
        """What rules have worked out about the hidden ones, kept until one of them changes."""
        self.notes = notes
        """What rules have worked out about the units of a side, kept until one of them changes."""
        self.widest = widest
        """No base on the table reaches farther from its middle than this, nor did one since they were mustered."""
        self._places = places
        self._columns = columns

    def updated(self, changed: Sequence[U]) -> Ranks[U] | None:
        """The same with new records of some units; None if somebody has come."""
        both, sides, columns = self.both.copy(), self.sides.copy(), self._columns.copy()
        notes, notable, hidden, left = self.notes.copy(), False, False, False
        widest = self.widest
        for unit in changed:
            places = self._places.get(unit.id)
            if places is None:
                if unit.on_table:
                    return None
                continue
            (place, inside), seat = places, unit.side
            if sides[seat] is self.sides[seat]:
                sides[seat] = self.sides[seat].copy()
                notes[seat] = {}
            notable = notable or self._looked_for(unit)
            was, base = both[place], unit.base
            hidden = hidden or unit.hidden or was.hidden
            both[place] = sides[seat][inside] = unit
            left = left or not unit.on_table
            if base is was.base:
                continue
            columns[seat] = columns[seat].moved(inside, was.base[:2], base[:2])
            widest = max(widest, base.reach)
        new = Ranks(both, sides, notes, widest, self._places, columns, self._looked_for)
        new.notable = [both[self._places[unit.id][0]] for unit in self.notable] if notable else self.notable
        if hidden:
            new.hidden = [unit for unit in both if unit.hidden]
        else:
            new.hidden, new.hidden_notes = self.hidden, self.hidden_notes
        if left:
            new._leave()
        return new

    def _leave(self) -> None:
        """Who is no longer on the table leaves the ranks, before anybody has looked at them."""
        gone = {unit.id: unit.side for unit in self.both if not unit.on_table}
        for id, seat in reversed(gone.items()):  # from behind: so those before keep their places
            self._columns[seat] = self._columns[seat].without(self._places[id][1])

        def standing(units: list[U]) -> list[U]:
            return [unit for unit in units if unit.id not in gone]

        self.both, self.notable, self.hidden = map(standing, (self.both, self.notable, self.hidden))
        self.sides = {seat: standing(mine) for seat, mine in self.sides.items()}
        self._places = _placed(self.both, self.sides)

    def near(self, seat: str, base: Base, mils: int) -> list[U]:
        """The units of a side that may be within this length of a base: no more than a first sieve."""
        x, y, _, width, depth, _ = base
        far = mils + 10 + (width if width > depth else depth) + self.widest
        return self._columns[seat].inside(self.sides[seat], x - far, y - far, x + far, y + far)

    def around(self, seat: str, west: int, south: int, east: int, north: int) -> list[U]:
        """The units of a side whose middles lie in a box, edges included."""
        return self._columns[seat].inside(self.sides[seat], west, south, east, north)


def muster(units: Iterable[U], looked_for: Callable[[U], bool]) -> Ranks[U]:
    """The ranks of a battle, collected from all its units."""
    both = [unit for unit in units if unit.on_table]
    sides = {seat: [unit for unit in both if unit.side == seat] for seat in SEATS}
    sizes = {unit.base[3:]: unit.base for unit in both}
    ranks = Ranks(
        both,
        sides,
        notes={seat: {} for seat in SEATS},
        widest=max([base.reach for base in sizes.values()], default=0),
        places=_placed(both, sides),
        columns={seat: columns_of([unit.base[:2] for unit in mine]) for seat, mine in sides.items()},
        looked_for=looked_for,
    )
    ranks.notable = [unit for unit in both if looked_for(unit)]
    ranks.hidden = [unit for unit in both if unit.hidden]
    return ranks


def _placed(both: list[U], sides: dict[str, list[U]]) -> dict[str, tuple[int, int]]:
    """Where each stands in the list of all, and in that of his side."""
    inside = {unit.id: place for mine in sides.values() for place, unit in enumerate(mine)}
    return {unit.id: (place, inside[unit.id]) for place, unit in enumerate(both)}
