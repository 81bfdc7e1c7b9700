"""A line of a modifier list."""

from __future__ import annotations

from typing import NamedTuple

from umpire.dice.tally import Tally


class Modifier(NamedTuple):
    """A line of a modifier list: what it is for, what it adds each time, its rule."""

    text: str
    amount: int
    rule: str

    def add(self, number: Tally, times: int = 1) -> Tally:
        """A number with this modifier, so many times; not at all with 0. Whom it is not for need not be said then.

        >>> line = Modifier("each marker (not of helicopters)", -1, "X-MOD-01")
        >>> line.add(Tally.of(5, "to hit", "X-HIT-01"), 2).value
        3
        """
        if not times:
            return number
        return number.plus(self.amount * times, self.text.partition(" (")[0], self.rule)

    def on_roll(self, need: Tally, times: int = 1) -> Tally:
        """The score a die must show once this changes the roll: a roll made worse needs as much more."""
        return self.add(need, -times)
