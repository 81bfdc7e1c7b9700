"""How a vehicle drives at the enemy in a charge, otherwise than from middle to middle (AWT-CH-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.games.awt import sheet
from umpire.games.awt.model import Model, Unit
from umpire.games.awt.walking import SLACK, Walk
from umpire.table import Base, Path, ahead, bearing, free, length, on_table, touching
from umpire.table.convex import difference, ray_span
from umpire.table.fixed import UNITS, snap
from umpire.table.shapes import outline, rim

_HEADINGS = tuple(sign * turn for turn in range(1, 76) for sign in (1, -1))
_FIRST, _MORE, _TURNING = 4, 10, 2
"""How many of the enemy's models are tried, how many where those will not do, how many with a turn on the way."""

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
        self._turning: list[Base] | None = None

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
        some = pairs[:_TURNING]
        ways = [self._turned(mine, theirs, there) for _, mine, theirs in some for there in self._turns(mine.base)]
        return [each for each in ways if each is not None]

    def _headed(self, mine: Model, theirs: Model, turn: int) -> Onset | None:
        base, target = mine.base, theirs.base
        aside = abs(UNITS[turn % 360][0]) * length((base.centre, target.centre))
        if aside > base.width / 2 + target.reach:
            return None
        home = bearing(base.centre, target.centre) if base.centre != target.centre else base.facing
        end = self._runs_into(base.turned((home + turn) % 360), target, base, self.most)
        return end and Onset(mine.number, (base.centre, end.centre), end)

    def _turns(self, base: Base) -> list[Base]:
        """Where a wheeled vehicle could turn on its way."""
        if self._turning is None:
            self._turning = []
            for heading in range(0, 360, 15):
                mover = base.turned(heading)
                for far in range(sheet.WHEELED_LEAST, self.unit.pace - sheet.WHEELED_LEAST + 1, 2000):
                    there = mover.moved(*ahead(base.centre, heading, far))
                    way = (base.centre, there.centre)
                    if not on_table(there, *self.walk.size) or not self.walk.passes(mover, way, base):
                        break
                    self._turning.append(there)
        return self._turning

    def _turned(self, mine: Model, theirs: Model, there: Base) -> Onset | None:
        base = mine.base
        if there.centre == theirs.base.centre:
            return None
        left = self.most - length((base.centre, there.centre))
        if length((there.centre, theirs.base.centre)) > left + there.reach + theirs.base.reach:
            return None
        mover = there.turned(bearing(there.centre, theirs.base.centre))
        end = self._runs_into(mover, theirs.base, base, left)
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
