"""Room for a passenger where no place right beside its transport will do: every gap is searched, closer and closer,
until it is found or sure to be too small.
"""

from __future__ import annotations

from collections.abc import Callable

from umpire.games.rhine.actions import standing, terrain
from umpire.games.rhine.model import State, Unit
from umpire.table import Base, keep, on_table, overlap, within

_LEVELS = ((250, 15), (125, 5), (62, 2), (31, 1))
"""Half the size of the squares that are looked at, in thousandths, and the degrees from one facing to the next."""
_MOST = 500
"""Of so many of them a closer look is taken at most."""


def gap_for(state: State, unit: Unit, carrier: Base, reach: int, free: Callable[[Base], bool]) -> Base | None:
    """RHINE-PEN-11, TRN-03, 04: a free place within reach of a unit's transport or wreck; None if there is none."""
    search = _Search(state, unit, carrier, reach)
    memo = state.content.room_memo
    if search.key not in memo:
        keep(memo, search.key, search.place(free))
    return memo[search.key]


class _Search:
    """What is near enough to matter, and the search among it."""

    def __init__(self, state: State, unit: Unit, carrier: Base, reach: int) -> None:
        self.base = unit.base
        self.carrier = carrier
        self.reach = reach
        self.size = state.content.size
        x, y = carrier.centre
        far = carrier.reach + reach + 2 * unit.base.reach + standing.CLEAR
        near = [each for each in state.on_table() if _is_near(each.base, carrier, far)]
        self.enemies = [each.base for each in near if each.side != unit.side]
        self.others = [each.base for each in near if each.side == unit.side and each.id != unit.id]
        self.others += [wreck.base for wreck in state.wrecks if _is_near(wreck.base, carrier, far)]
        box = (x - far, y - far, x + far, y + far)
        led = terrain.led_through(state.content)  # RHINE-TERR-12: there is room on the road
        closed = terrain.going(state.content, terrain.mobility(unit.profile)).closed
        self.closed = [piece for piece in closed.near(*box).pieces if piece.id not in led]
        self.key = (unit.profile.id, carrier, tuple(self.others), tuple(self.enemies))

    def place(self, free: Callable[[Base], bool]) -> Base | None:
        size, turn = _LEVELS[0]
        bases = [base for base in self._all_round(size, turn) if self._may_be_near(base, size, turn)]
        for half, less in _LEVELS[1:]:
            for base in bases:
                if free(base):
                    return base
            bases = [
                near
                for base in bases[:_MOST]
                for east in (-half, half)
                for north in (-half, half)
                for way in (0, less, -less)
                if self._may_be_near(near := base.placed(base.x + east, base.y + north, base.facing + way), half, less)
            ]
        return next((base for base in bases if free(base)), None)

    def _all_round(self, size: int, turn: int) -> list[Base]:
        x, y = self.carrier.centre
        steps = (self.carrier.reach + self.reach + self.base.reach) // (2 * size) + 1
        marks = [(2 * size * i, 2 * size * j) for i in range(-steps, steps + 1) for j in range(-steps, steps + 1)]
        marks.sort(key=lambda mark: mark[0] ** 2 + mark[1] ** 2)
        facings = range(0, 180, turn)  # turned about it covers the same
        return [self.base.placed(x + east, y + north, facing) for east, north in marks for facing in facings]

    def _may_be_near(self, base: Base, size: int, turn: int) -> bool:
        """Whether there may be room in this square and turned by less than half a step: not if even the part that
        would always be covered has none."""
        less = (size * 1415 + base.reach * turn * 9) // 1000 + 1
        if not within(base, self.carrier, self.reach + less + 5):
            return False
        if base.width <= 2 * less or base.depth <= 2 * less:
            return True
        core = base._replace(width=base.width - 2 * less, depth=base.depth - 2 * less)
        return (
            on_table(core, *self.size)
            and not any(overlap(core, other) for other in self.others)
            and not any(within(core, enemy, standing.CLEAR - 10) for enemy in self.enemies)
            and not any(terrain.stands_on(core, piece) for piece in self.closed)
        )


def _is_near(base: Base, carrier: Base, far: int) -> bool:
    return abs(base.x - carrier.x) <= far + base.reach and abs(base.y - carrier.y) <= far + base.reach
