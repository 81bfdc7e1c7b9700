"""The units of a battle and who of them stands on the table: what the states of the Commander games have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic

from umpire.battle.seats import SEATS
from umpire.games.commander.ranks import Ranks, U, muster
from umpire.table.paths import box_around
from umpire.table.shapes import Base, Point


class Standing(Generic[U]):
    """The units by id, changed through `put` alone, with the ranks of those on the table kept up to date."""

    __slots__ = ("_armies", "_changed", "_looked_for", "_ranks", "units")

    def __init__(self, units: Iterable[U], looked_for: Callable[[U], bool]) -> None:
        """`looked_for` says whom the game's rules look for often: they are the ranks' `notable`."""
        self.units: dict[str, U] = {unit.id: unit for unit in units}
        self._looked_for = looked_for
        self._armies: dict[tuple[str, Callable[[U], bool] | None], tuple[str, ...]] = {}
        self._ranks: Ranks[U] | None = None
        self._changed: list[U] = []

    def put(self, unit: U, text: str = "", rule: str = "") -> U:
        """The gate: the new record of a unit, and what there is to say about it."""
        if unit.id not in self.units:
            self._armies = {}
        self.units[unit.id] = unit
        self._changed.append(unit)
        if text:
            self.tell("unit", text, rule, unit.id)
        return unit

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str, only: str = "", reveals: bool = False) -> None:
        """Something happened; who may hear of it, the game says."""
        raise NotImplementedError

    def army(self, seat: str, kind: Callable[[U], bool] | None = None) -> list[U]:
        """The units of a side, or those of a kind, wherever they are: on the table, on board, in reserve, lost."""
        ids = self._armies.get((seat, kind))
        if ids is None:  # nobody changes sides, nor what kind it is
            mine = [unit for unit in self.units.values() if unit.side == seat]
            ids = self._armies[seat, kind] = tuple([unit.id for unit in mine if kind is None or kind(unit)])
        return list(map(self.units.__getitem__, ids))

    def of(self, seat: str) -> list[U]:
        """The units of a side that stand on the table."""
        return self.ranks().sides[seat]

    def on_table(self) -> list[U]:
        return self.ranks().both

    def near(self, seat: str, base: Base, mils: int) -> list[U]:
        """The units of a side on the table that may be within this length of a base: no more than a first sieve."""
        return self.ranks().near(seat, base, mils)

    def beside(self, base: Base, mils: int) -> list[U]:
        """The same of both sides."""
        ranks = self.ranks()
        return [unit for seat in SEATS for unit in ranks.near(seat, base, mils)]

    def along(self, path: Sequence[Point], base: Base) -> list[U]:
        """The units of both sides that a base on this path may touch: no more than a first sieve."""
        ranks = self.ranks()
        box = box_around(path, base.reach + ranks.widest)
        return [unit for seat in SEATS for unit in ranks.around(seat, *box)]

    def hidden(self) -> list[U]:
        return self.ranks().hidden

    def ranks(self) -> Ranks[U]:
        """Those on the table, as they stand now."""
        found = self._ranks
        if found is None or self._changed:
            found = found.updated(self._changed) if found is not None else None
            self._ranks = found = found if found is not None else muster(self.units.values(), self._looked_for)
            self._changed = []
        return found

    def ranked_as(self, other: Standing[U]) -> None:
        """A copy of a state takes over its ranks: they are never edited."""
        self._armies = other._armies
        self._ranks = other._ranks
        self._changed = other._changed.copy()
