"""What stands in the way of a model, and the shortest way round it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TypeVar

from umpire.battle.decisions import Refused
from umpire.battle.words import tidy
from umpire.games.awt import field, sheet
from umpire.games.awt.field import SLACK
from umpire.games.awt.model import State, Unit
from umpire.table import (
    Base,
    Path,
    Point,
    Polygon,
    Terrain,
    bearing,
    contains,
    gap,
    gap_to_edge,
    round_base,
    round_shape,
    sweep_hits_base,
    way_round,
)
from umpire.table.convex import segment_gap2
from umpire.table.detours import FINE, round_corners
from umpire.table.fixed import EPSILON
from umpire.table.ground import line_crossings
from umpire.table.paths import sweep_hits_polygon
from umpire.table.shapes import bounds

_STEP = 250
_ROOM, _CLOSE = 30, 3
"""What a way keeps clear of the things it goes round, and one looked for more closely."""


class Block:
    """Something a model may not come onto, or not nearer than a margin."""

    __slots__ = ("base", "id", "limits", "margin", "shape")

    def __init__(self, id: str, base: Base | None, shape: Polygon | None, margin: int) -> None:
        self.id = id
        """Of the unit whose model it is, or of the piece of ground."""
        self.base = base
        self.shape = shape
        self.margin = margin
        if base is not None:
            room = base.reach + margin
            self.limits = (base.x - room, base.y - room, base.x + room, base.y + room)
        else:
            assert shape is not None
            self.limits = bounds(shape)

    def hit(self, mover: Base, p: Point, q: Point, margin: int | None = None) -> bool:
        """Whether a mover on a straight leg comes onto it, or too near."""
        facing = None if mover.round else mover.facing
        if self.shape is not None:
            return sweep_hits_polygon(mover, p, q, self.shape, facing)
        base = self.base
        assert base is not None
        clear = self.margin if margin is None else margin
        if mover.round and base.round:
            limit = (mover.width + base.width) / 2 + clear - EPSILON
            return segment_gap2(base.x, base.y, p.x, p.y, q.x, q.y) < limit * limit
        return sweep_hits_base(mover, p, q, base, clear, facing)


class Walk:
    """What is in the way of a unit that moves: ground closed to it, other units' models (AWT-MV-06).

    `reach` is how far it could go at most. `charging` ignores the inch round enemies and adds the ground nobody charges
    over (AWT-TE-07, 14). `leap` knows no ground but the Impassable and passes over everybody (Fell Leap). In `flight`
    friends are passed through (AWT-CM-02). `shun` are kinds of ground it keeps out of although it need not.
    """

    def __init__(
        self,
        state: State,
        unit: Unit,
        reach: int,
        *,
        charging: bool = False,
        leap: bool = False,
        flight: bool = False,
        shun: Sequence[str] = (),
    ) -> None:
        self.state = state
        self.unit = unit
        self.size = state.content.size
        self.clear = 0 if charging or flight else sheet.CLEAR
        west, south, east, north = unit.box
        room = reach + 2 * sheet.CLEAR
        self.west, self.east, self.south, self.north = west - room, east + room, south - room, north + room
        self.over = leap
        self.met: list[Block] = []
        """What the last search for a shortest way went round, or tried to."""
        friends, foes = self._near_models(state)
        self.foes = foes
        self.others: list[Base] = [base for _, base in friends] + [base for _, base in foes]
        """Everybody else nearby: nobody ends on them."""
        self.blocks: list[Block] = []
        if not (flight or leap):
            self.blocks += [Block(uid, base, None, 0) for uid, base in friends]
        if not leap:
            self.blocks += [Block(uid, base, None, self.clear) for uid, base in foes]
        self.blocks += [
            Block(piece.id, None, piece.shape, 0) for piece in self._closed(state, unit, charging, leap, shun)
        ]

    def _near_models(self, state: State) -> tuple[list[tuple[str, Base]], list[tuple[str, Base]]]:
        """The models of friends and of enemies any part of which the unit could come near, each with its unit."""
        friends: list[tuple[str, Base]] = []
        foes: list[tuple[str, Base]] = []
        for each in state.units.values():
            if each.place != "table" or each.id == self.unit.id:
                continue
            west, south, east, north = each.box
            if west > self.east or east < self.west or south > self.north or north < self.south:
                continue
            found = friends if each.side == self.unit.side else foes
            # The models of a unit have bases of one size, and a hull reaches far beyond its centre.
            room = each.leader.reach
            west, east, south, north = self.west - room, self.east + room, self.south - room, self.north + room
            for model in each.models:
                base = model.base
                if west <= base.x <= east and south <= base.y <= north:
                    found.append((each.id, base))
        return friends, foes

    def _closed(self, state: State, unit: Unit, charging: bool, leap: bool, shun: Sequence[str]) -> list[Terrain]:
        lie = field.lie(state)
        if leap:
            pieces = [piece for piece in lie.all.pieces if piece.kind == "impassable"]
        else:
            pieces = list(field.closed_to(state, unit).pieces)
            if charging:
                cls = unit.profile.move_class
                pieces += [
                    piece
                    for piece in lie.all.pieces
                    if cls in sheet.GROUND[piece.kind].no_charge and piece not in pieces
                ]
            pieces += [piece for kind in shun for piece in lie.tests[kind].pieces]
        return [piece for piece in pieces if self._near(piece.shape)]

    def _near(self, shape: Polygon) -> bool:
        west, south, east, north = bounds(shape)
        return west <= self.east and east >= self.west and south <= self.north and north >= self.south

    # --- Asking ---

    def hit(self, mover: Base, p: Point, q: Point, start: Base) -> Block | None:
        """The first thing that stops a mover on a straight leg; what it begins on or beside does not hold it back."""
        reach = mover.reach
        west, east = (p.x - reach, q.x + reach) if p.x < q.x else (q.x - reach, p.x + reach)
        south, north = (p.y - reach, q.y + reach) if p.y < q.y else (q.y - reach, p.y + reach)
        for block in self.blocks:
            x0, y0, x1, y1 = block.limits
            if x0 > east or x1 < west or y0 > north or y1 < south:
                continue
            if block.hit(mover, p, q) and not self._leaves(block, mover, p, q, start):
                return block
        return None

    def _leaves(self, block: Block, mover: Base, p: Point, q: Point, start: Base) -> bool:
        """Who begins on closed ground may go off it, who begins too near to an enemy may go no nearer."""
        if block.shape is not None:
            return _off(start, p, q, block.shape)
        assert block.base is not None
        before = gap(start, block.base)
        if block.margin and before < block.margin:
            return not block.hit(mover, p, q, max(0, int(before) - 1))
        return False

    def refusal(self, block: Block, over: str) -> Refused:
        """AWT-MV-06, TE-02, 06, 11, 16 to 18: why a unit does not come onto what stops it, or too near.

        `over` is what it would do to a model that it may come up to.
        """
        if block.shape is not None:
            piece = field.lie(self.state).all.piece(block.id)
            assert piece is not None
            words = f"{self.unit.name} may not enter {piece.name or piece.kind}."
            return Refused(words, sheet.GROUND[piece.kind].rule)
        would = f"come within {tidy(block.margin)} inch of" if block.margin else over
        return Refused(f"{self.unit.name} would {would} {self.state.units[block.id].name}.", "AWT-MV-06")

    def on_table(self, point: Point, base: Base) -> bool:
        """AWT-MV-11: wholly on the table; of a hull, which may lie there any way, its middle."""
        if not base.round:
            return 0 <= point.x <= self.size[0] and 0 <= point.y <= self.size[1]
        room = base.width / 2 - EPSILON
        return room <= point.x <= self.size[0] - room and room <= point.y <= self.size[1] - room

    def leaves_table(self, base: Base, path: Sequence[Point]) -> bool:
        """Whether a base leaves the table on a path."""
        return any(not self.on_table(point, base) for point in path[1:])

    def met_on(self, base: Base, path: Sequence[Point], start: Base) -> Block | None:
        """The first thing that stops a base on a path; `start` is how it stood before it turned that way."""
        for i in range(1, len(path)):
            p, q = path[i - 1], path[i]
            mover = base if base.round else base.placed(p.x, p.y, base.facing)
            found = self.hit(mover, p, q, start)
            if found is not None:
                return found
        return None

    def passes(self, base: Base, path: Sequence[Point], start: Base | None = None) -> bool:
        """Whether a base can go by a path.

        `start` is how it stood before it turned: what it only turns onto does hold it back.
        """
        return not self.leaves_table(base, path) and self.met_on(base, path, start or base) is None

    def lands_too_near(self, base: Base) -> bool:
        """AWT-MV-06: who leaps over everybody still ends an inch from enemies; others never come that near."""
        if not self.over:
            return False
        return any(gap(base, foe) < sheet.CLEAR - SLACK for _, foe in self.foes)

    # --- The shortest way ---

    def shortest(self, base: Base, goal: Point, limit: float) -> Path | None:
        """The shortest way to a place that is no longer than a limit: straight, or round what is in the way.

        Hulls turn freely on it, as in flight (AWT-CM-02).
        """
        return self.shortest_of(base, (goal,), limit)

    def shortest_of(self, base: Base, goals: Sequence[Point], limit: float, *, close: bool = False) -> Path | None:
        """The shortest way to any of these places; looked for more closely, it passes all that is there as close as
        can be.
        """
        ends = [goal for goal in goals if self.on_table(goal, base)]
        narrow = Base(base.x, base.y, 0, base.width, base.width, True)

        def in_the_way(p: Point, q: Point) -> Block | None:
            if base.round:
                return self.hit(base, p, q, base)
            # How a hull lies at a place is known only from the leg it came by: there it needs its width at least.
            return self.hit(base.turned(bearing(p, q)) if p != q else narrow, p, q, base)

        self.met = []

        def beside(block: Block) -> list[Point]:
            if block not in self.met:
                self.met.append(block)
            return self.beside(block, base, close=close)

        return way_round(base.centre, ends, limit + SLACK, in_the_way, beside, thorough=close)

    def beside(self, block: Block, base: Base, *, close: bool = False) -> list[Point]:
        """Places on the table where a base just passes something; a hull, which may do so lengthwise, in two rows."""
        rooms = [base.width / 2] if base.round else [base.reach, base.width / 2] if close else [base.reach]
        spots: list[Point] = []
        for room in [room + (_CLOSE if close else _ROOM) for room in rooms]:
            if block.base is not None:
                spots += round_base(block.base, room + block.margin, FINE if close else 45)
            else:
                assert block.shape is not None
                spots += round_corners(block.shape, room) if close else round_shape(block.shape, room)
        return [spot for spot in spots if self.on_table(spot, base)]


def _off(start: Base, p: Point, q: Point, shape: Polygon) -> bool:
    """Whether who begins on a piece of closed ground leaves it by this leg, over its near rim."""
    here = start.centre
    if not sweep_hits_polygon(start, here, here, shape, None if start.round else start.facing):
        return False
    inside = line_crossings(p, q, shape)
    far = gap_to_edge(shape, here.x, here.y)
    if not contains(shape, here):
        # Only its rim is on the piece: the middle comes no nearer to it.
        room = 2 * max(0, int(far) - 1)
        return not inside and not sweep_hits_polygon(Base(0, 0, 0, room, room, True), p, q, shape)
    if not inside:
        return True
    return p == here and len(inside) == 1 and inside[0][0] < 1 and inside[0][1] <= 1.5 * far + 10


T = TypeVar("T")


def farthest(most: float, at: Callable[[float], T | None]) -> T | None:
    """What there is farthest along a way: looked for at every quarter of an inch from its end, then to a thousandth."""
    found = at(most)
    far = over = most
    while found is None and far > 0:
        over, far = far, max(0.0, far - _STEP)
        found = at(far) if far else None
    while over - far > 1:
        middle = (far + over) / 2
        more = at(middle)
        if more is None:
            over = middle
        else:
            far, found = middle, more
    return found


def toward(start: Point, end: Point, distance: float) -> Point:
    """So far along the straight way, at most to its end."""
    dx, dy = end.x - start.x, end.y - start.y
    size = sqrt(dx * dx + dy * dy)
    if size <= distance or not size:
        return end
    return Point(start.x + int(dx * distance / size), start.y + int(dy * distance / size))
