"""How far it is to a place round what nobody can cross: rough, by squares, for those who choose where to go.

Rules measure the very path somebody takes (`paths.cost`); a chart tells a bot which way is the way round.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf, sqrt

from umpire.table.ground import Ground
from umpire.table.polygons import contains
from umpire.table.shapes import Point

STEP = 3000
"""The side of a square, in thousandths: a bridge as wide as this is found."""

_DIAGONAL = sqrt(2.0)
_AROUND = (
    (-1, 0, 1.0), (1, 0, 1.0), (0, -1, 1.0), (0, 1, 1.0),
    (-1, -1, _DIAGONAL), (-1, 1, _DIAGONAL), (1, -1, _DIAGONAL), (1, 1, _DIAGONAL),
)  # fmt: skip


class Chart:
    """The ways to one place on a table with barriers.

    >>> from umpire.table.shapes import Terrain, box
    >>> river = [Terrain("w", "water", box(20_000, 30_000, 40_000, 6000)),
    ...          Terrain("e", "water", box(75_000, 30_000, 50_000, 6000))]
    >>> chart = Chart(Point(15_000, 50_000), (100_000, 60_000), Ground(river))
    >>> chart.far(Point(80_000, 50_000))  # on the same bank: straight
    65000.0
    >>> chart.far(Point(15_000, 10_000)) > 60_000  # on the other: round by the gap at 45 cm, not 40 straight on
    True
    """

    __slots__ = ("_across", "_along", "_extra", "goal")

    def __init__(self, goal: Point, size: tuple[int, int], barriers: Ground) -> None:
        self.goal = goal
        self._across, self._along = -(-size[0] // STEP), -(-size[1] // STEP)
        # What the goal itself lies in bars nobody's way to it.
        walls = [piece for piece in barriers.pieces if not contains(piece.shape, goal)]
        self._extra: list[float] = self._detours(Ground(walls)) if walls else []

    def far(self, point: Point) -> float:
        """How long the way from a point to the place is; as good as endless where there is none."""
        dx, dy = point.x - self.goal.x, point.y - self.goal.y
        return sqrt(dx * dx + dy * dy) + self._detour(point)

    def leads(self, point: Point) -> bool:
        """Whether any way leads from a point to the place."""
        return self._detour(point) < self._endless

    def _detour(self, point: Point) -> float:
        """How much longer than the straight line: weighed between the middles of the four squares around."""
        if not self._extra:
            return 0.0
        x, y = point.x / STEP - 0.5, point.y / STEP - 0.5
        column, row = int(x // 1), int(y // 1)
        total = weights = 0.0
        for i in (0, 1):
            for j in (0, 1):
                share = abs(1 - i - (x - column)) * abs(1 - j - (y - row))
                extra = self._at(column + i, row + j)
                if extra < inf and share > 0:
                    total += share * extra
                    weights += share
        return total / weights if weights else self._endless

    @property
    def _endless(self) -> float:
        """Longer than any way round."""
        return float(STEP * self._across * self._along)

    def _at(self, column: int, row: int) -> float:
        column = min(max(column, 0), self._across - 1)
        row = min(max(row, 0), self._along - 1)
        return self._extra[row * self._across + column]

    def _detours(self, walls: Ground) -> list[float]:
        """For each square how much longer the way is with the walls than without, from the goal outward."""
        across, along = self._across, self._along
        start = (min(self.goal.x // STEP, across - 1), min(self.goal.y // STEP, along - 1))
        ways = [inf] * (across * along)
        ways[start[1] * across + start[0]] = 0.0
        open_ends: list[tuple[float, int, int]] = [(0.0, start[0], start[1])]
        while open_ends:
            way, column, row = heappop(open_ends)
            if way > ways[row * across + column]:
                continue
            here = self.goal if (column, row) == start else _middle(column, row)
            for i, j, far in _AROUND:
                x, y = column + i, row + j
                if not (0 <= x < across and 0 <= y < along) or way + far >= ways[y * across + x]:
                    continue
                there = _middle(x, y)
                if walls.along(here, there) or walls.at(there):
                    continue
                ways[y * across + x] = way + far
                heappush(open_ends, (way + far, x, y))
        return [
            inf if way == inf else (way - _free(at % across - start[0], at // across - start[1])) * STEP
            for at, way in enumerate(ways)
        ]


def _middle(column: int, row: int) -> Point:
    return Point(column * STEP + STEP // 2, row * STEP + STEP // 2)


def _free(columns: int, rows: int) -> float:
    """How many squares' lengths it is with nothing in the way, by the same eight directions."""
    longer, shorter = max(abs(columns), abs(rows)), min(abs(columns), abs(rows))
    return longer - shorter + shorter * _DIAGONAL
