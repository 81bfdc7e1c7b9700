"""How a vehicle drives at the enemy in a charge, otherwise than from middle to middle (AWT-CH-02)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from umpire.games.awt import sheet
from umpire.games.awt.field import SLACK
from umpire.games.awt.model import Model, Unit
from umpire.games.awt.walking import Walk
from umpire.table import Base, Path, ahead, bearing, free, length, on_table, touching
from umpire.table.convex import difference, ray_span
from umpire.table.fixed import UNITS, snap
from umpire.table.shapes import outline, rim

_HEADINGS = tuple(sign * turn for turn in range(1, 76) for sign in (1, -1))
_AIMS = (0, 10, -10, 20, -20, 35, -35)
_TURNS = ((15, 2000, (0,)), (5, 1000, _AIMS))
"""How closely a wheeled vehicle looks for a turn on its way, and then closer: degrees, lengths, headings after it."""
_SMALL = ((8, 1000, 8), (3, 300, 3), (1, 100, 1), (1, 20, 1))
"""The changes of a turn that may make the way shorter."""
_SIGNS = tuple(product((-1, 0, 1), repeat=3))
_FIRST, _MORE, _TURNING = 4, 10, 2
"""How many of the enemy's models are tried, how many where those will not do, how many with a turn on the way."""

Turn = tuple[int, int, int]
"""The heading and the length of a first leg, and how far aside of the enemy's middle the second leads."""

Pair = tuple[float, Model, Model]
"""How far a model is from one of the enemy's."""


class Onset(NamedTuple):
    """The model that reaches the enemy first, and how."""

    number: int
    path: Path
    end: Base

    @property
    def needed(self) -> float:
        return length(self.path)


class Ram:
    """A vehicle that may charge so far."""

    def __init__(self, unit: Unit, walk: Walk, most: int) -> None:
        self.unit = unit
        self.walk = walk
        self.most = most
        self._legs: dict[tuple[int, int], Base | None] = {}

    def ways(self, pairs: Sequence[Pair]) -> list[Onset]:
        """AWT-MV-07, 08: how a vehicle drives at the enemy otherwise than from middle to middle.

        On another heading; where none will do, and it is wheeled, it may turn once on its way.
        """
        for some in (pairs[:_FIRST], pairs[_FIRST:_MORE]):
            ways = [self._headed(mine, theirs, turn) for _, mine, theirs in some for turn in _HEADINGS]
            found = [each for each in ways if each is not None]
            if found:
                return found
        if self.unit.profile.move_class != "wheeled":
            return []
        return self._turning_ways(pairs[:_TURNING])

    def _turning_ways(self, pairs: Sequence[Pair]) -> list[Onset]:
        """AWT-MV-08: how a wheeled vehicle drives at the enemy with a turn; small changes make the best way shorter.

        It is looked for more closely where a shorter one would ask less of the die.
        """
        found: list[Onset] = []
        for headings, lengths, aims in _TURNS:
            for far, mine, theirs in pairs:
                if found and self._die(far) >= self._die(min([onset.needed for onset in found])):
                    continue
                turns = [
                    (heading, gone, aim)
                    for heading in range(0, 360, headings)
                    for gone in range(sheet.WHEELED_LEAST, self.unit.pace - sheet.WHEELED_LEAST + 1, lengths)
                    for aim in aims
                ]
                tried = [(turn, self._turned(mine, theirs, turn)) for turn in turns]
                ways = [(turn, onset) for turn, onset in tried if onset is not None]
                if ways:
                    best = min(ways, key=lambda way: way[1].needed)
                    found += [self._shortened(mine, theirs, *best), *[onset for _, onset in ways]]
        return found

    def _die(self, needed: float) -> int:
        """What the die must show for a charge to get so far."""
        return max(0, ceil((needed - SLACK - self.unit.pace) / 1000))

    def _shortened(self, mine: Model, theirs: Model, turn: Turn, best: Onset) -> Onset:
        for step in _SMALL:
            changes = [tuple([sign * part for sign, part in zip(signs, step, strict=True)]) for signs in _SIGNS]
            better = True
            while better:
                better = False
                for heading, gone, aim in changes:
                    other = ((turn[0] + heading) % 360, turn[1] + gone, turn[2] + aim)
                    onset = self._turned(mine, theirs, other)
                    if onset is not None and onset.needed < best.needed:
                        turn, best, better = other, onset, True
        return best

    def _headed(self, mine: Model, theirs: Model, turn: int) -> Onset | None:
        base, target = mine.base, theirs.base
        aside = abs(UNITS[turn % 360][0]) * length((base.centre, target.centre))
        if aside > base.width / 2 + target.reach:
            return None
        home = bearing(base.centre, target.centre) if base.centre != target.centre else base.facing
        end = self._runs_into(base.turned((home + turn) % 360), target, base, self.most)
        return end and Onset(mine.number, (base.centre, end.centre), end)

    def _after(self, base: Base, heading: int, gone: int) -> Base | None:
        """Where a wheeled vehicle is after its first leg, if it may go there."""
        key = (heading, gone)
        if key not in self._legs:
            mover = base.turned(heading)
            there = mover.moved(*ahead(base.centre, heading, gone))
            may = sheet.WHEELED_LEAST <= gone <= self.unit.pace - sheet.WHEELED_LEAST and on_table(
                there, *self.walk.size
            )
            self._legs[key] = there if may and self.walk.passes(mover, (base.centre, there.centre), base) else None
        return self._legs[key]

    def _turned(self, mine: Model, theirs: Model, turn: Turn) -> Onset | None:
        base, target = mine.base, theirs.base
        heading, gone, aim = turn
        there = self._after(base, heading, gone)
        if there is None or there.centre == target.centre:
            return None
        left, far = self.most - length((base.centre, there.centre)), length((there.centre, target.centre))
        if far > left + there.reach + target.reach or abs(UNITS[aim % 360][0]) * far > base.width / 2 + target.reach:
            return None
        mover = there.turned((bearing(there.centre, target.centre) + aim) % 360)
        end = self._runs_into(mover, target, base, left)
        return end and Onset(mine.number, (base.centre, there.centre, end.centre), end)

    def _runs_into(self, mover: Base, target: Base, start: Base, limit: float) -> Base | None:
        """Where a hull that goes straight ahead touches a target; None if it does not, or something is in the way."""
        ahead_ = UNITS[mover.facing]
        span = ray_span(difference(outline(target)[::-1], outline(mover)[::-1]), rim(target), ahead_)
        if span is None or not 0 <= span[0] <= limit + SLACK:
            return None
        here = mover.centre
        end = mover.moved(snap(here.x + ahead_[0] * span[0]), snap(here.y + ahead_[1] * span[0]))
        if (
            touching(end, target)
            and free(end, self.walk.others, self.walk.size)
            and self.walk.passes(mover, (here, end.centre), start)
        ):
            return end
        return None
