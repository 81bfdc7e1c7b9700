"""Who sees whom (AWT-TE-22), model by model, and what cover a shot has to go through.

A model is seen by nine points across its width. The ground and the models of other units stand in the way; what the
ground does is remembered, as it hardly ever changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from umpire.games.awt import field, sheet
from umpire.games.awt.field import SLACK
from umpire.games.awt.model import State, Unit
from umpire.table import Base, Ground, Terrain, gap, keep, segment_crosses_base
from umpire.table.fixed import UNITS, XY

POINTS = 9
"""The points across a model's width."""

_WOODS = sheet.WOODS_SIGHT + 0.001
"""More than two inches of wood block; the rest is what rounding may add."""


def points(eye: Base, target: Base) -> tuple[XY, ...]:
    """AWT-TE-22: nine equally spaced points across a base, as wide as it looks from there, the middle first."""
    x, y = target.x, target.y
    dx, dy = x - eye.x, y - eye.y
    size = sqrt(dx * dx + dy * dy)
    if not size:
        return ((x, y),) * POINTS
    rx, ry = -dy / size, dx / size
    half = target.width / 2
    if not target.round:
        sine, cosine = UNITS[target.facing % 360]
        half = (abs(rx * cosine - ry * sine) * target.width + abs(rx * sine + ry * cosine) * target.depth) / 2
    found: list[XY] = [(x, y)]
    for k in (1, 2, 3, 4):
        step = half * k / 4
        found += [(x + rx * step, y + ry * step), (x - rx * step, y - ry * step)]
    return tuple(found)


def _lines(state: State, eye: Base, target: Base, own: tuple[str, ...]) -> tuple[bool, ...]:
    """AWT-TE-22: which of the nine lines the ground leaves open; `own` are buildings that either unit occupies."""
    memo = state.content.lines_memo
    lie = field.lie(state)
    key = (eye, target, own, state.altered)
    found = memo.get(key)
    if found is None:
        ground = lie.sight.between(eye, target)
        if own:
            ground = Ground(piece for piece in ground.pieces if piece.id not in own)
        if ground.pieces:
            centre = eye.centre
            found = tuple([_open(ground, centre, point) for point in points(eye, target)])
        else:
            found = _ALL
        keep(memo, key, found)
    return found


_ALL = (True,) * POINTS


def _open(ground: Ground, p: XY, q: XY) -> bool:
    """AWT-TE-22: Impassable ground and Buildings block, and more than two inches of Woods in all.

    Where two woods overlap the line passes one: pieces come in the order entered.
    """
    depth = end = 0.0
    for piece, enter, leave in ground.along(p, q):
        if piece.kind != "woods":
            return False
        if leave > end:
            depth += leave - max(enter, end)
            end = leave
    return depth <= _WOODS


class Eyes:
    """What one unit sees of another, as both stand: made for one question, while nobody moves."""

    def __init__(self, state: State, unit: Unit, target: Unit) -> None:
        self.state = state
        self.unit = unit
        self.target = target
        buildings = [*field.occupied(state, unit), *field.occupied(state, target)]
        self.own = tuple([piece.id for piece in buildings if piece.kind == "building"])
        self.between = _between(state, unit, target)

    def seen(self, eye: Base, target: Base) -> int:
        """How many of the nine points of a model are seen from here."""
        lines = _lines(self.state, eye, target, self.own)
        blockers = _near_line(self.between, eye, target)
        if not blockers:
            return sum(lines)
        centre = eye.centre
        return sum(
            open_ and not any(segment_crosses_base(centre, point, base) for base in blockers)
            for open_, point in zip(lines, points(eye, target), strict=True)
        )

    def sees(self, eye: Base, target: Base) -> bool:
        """Whether any point of a model is seen from here."""
        lines = _lines(self.state, eye, target, self.own)
        blockers = _near_line(self.between, eye, target)
        if not blockers:
            return True in lines
        centre = eye.centre
        for open_, point in zip(lines, points(eye, target), strict=True):
            if open_ and not any(segment_crosses_base(centre, point, base) for base in blockers):
                return True
        return False

    def any(self) -> bool:
        """Whether any model of the unit sees any of the other's."""
        return any(self.sees(a, b) for a in self.unit.bases for b in self.target.bases)


class _Screen(NamedTuple):
    """A model that may stand in the way: its middle, how far it reaches from there, and its base."""

    x: int
    y: int
    reach: int
    base: Base


def _between(state: State, unit: Unit, target: Unit) -> list[_Screen]:
    """AWT-TE-22: the models of other units that could stand between two units."""
    mine, theirs = unit.box, target.box
    west, south = min(mine[0], theirs[0]), min(mine[1], theirs[1])
    east, north = max(mine[2], theirs[2]), max(mine[3], theirs[3])
    found: list[_Screen] = []
    for other in state.units.values():
        if other.place != "table" or other.id == unit.id or other.id == target.id:
            continue
        left, bottom, right, top = other.box
        if right <= west or left >= east or top <= south or bottom >= north:
            continue
        for model in other.models:
            base = model.base
            x, y, room = base.x, base.y, base.reach
            if west - room < x < east + room and south - room < y < north + room:
                found.append(_Screen(x, y, room, base))
    return found


def _near_line(screens: Sequence[_Screen], a: Base, b: Base) -> list[Base]:
    """Those that come near any line between two bases: nothing but a first sieve."""
    if not screens:
        return []
    ax, ay = a.x, a.y
    dx, dy = b.x - ax, b.y - ay
    size2 = dx * dx + dy * dy
    if not size2:
        return []
    size = sqrt(size2)
    beside = b.reach
    found: list[Base] = []
    for x, y, reach, base in screens:
        x, y = x - ax, y - ay
        room = (reach + beside) * size
        if -room <= x * dx + y * dy <= size2 + room and -room <= x * dy - y * dx <= room:
            found.append(base)
    return found


def sees(state: State, unit: Unit, target: Unit) -> bool:
    """Whether any model of a unit sees any model of another."""
    return Eyes(state, unit, target).any()


class Aim(NamedTuple):
    """One firing model and its target: how near the nearest model that it sees is, and what it sees of the unit."""

    number: int
    distance: float
    clear: bool
    """AWT-DS-03: at least half of the target is visible."""
    nearest: Base


def aim(eyes: Eyes, number: int, base: Base, reach: int, least: int = 0) -> Aim | None:
    """AWT-SH-02, DS-06: how a model sees the target; None if no visible model of it is in range.

    `least` is the minimum range of its weapon.
    """
    target = eyes.target
    best: tuple[float, Base] | None = None
    seen = 0
    if not _in_reach(base, target, reach):
        return None
    for model in target.models:
        if eyes.sees(base, model.base):
            seen += 1
            far = gap(base, model.base)
            if far <= reach + SLACK and far >= least - SLACK and (best is None or far < best[0]):
                best = (far, model.base)
    if best is None:
        return None
    if len(target.models) == 1:
        # A single model, the last man of a squad too: what is seen of it.
        clear = 2 * eyes.seen(base, target.leader) >= POINTS
    else:
        clear = 2 * seen >= len(target.models)
    return Aim(number, best[0], clear, best[1])


def over(eyes: Eyes, number: int, base: Base, reach: int, least: int = 0) -> Aim | None:
    """AWT-WK-01: as `aim` for an Arcing Shot, which needs no line of sight."""
    best: tuple[float, Base] | None = None
    for model in eyes.target.models:
        far = gap(base, model.base)
        if least - SLACK <= far <= reach + SLACK and (best is None or far < best[0]):
            best = (far, model.base)
    return None if best is None else Aim(number, best[0], True, best[1])


def _in_reach(base: Base, target: Unit, reach: int) -> bool:
    for model in target.models:
        other = model.base
        room = reach + base.reach + other.reach
        if (
            -room <= base.x - other.x <= room
            and -room <= base.y - other.y <= room
            and gap(base, other) <= reach + SLACK
        ):
            return True
    return False


# --- Cover ---------------------------------------------------------------------------------------------------------


def cover_row(state: State, target: Unit) -> str:
    """AWT-CV-01, 04 to 07, 09, ST-04: the best row of the cover table by the areas a unit occupies; "" for none.

    Only units with the keyword Infantry that are not Broken have any.
    """
    if not target.has("infantry") or target.broken:
        return ""
    rows = field.shelters(state, target)
    return next((row for row in ("trenches", "building", "foxholes") if row in rows), "")


def crossed(state: State, eye: Base, nearest: Base) -> list[Terrain]:
    """AWT-CV-03, TE-20: the Obstacles that the line of a shot crosses."""
    return [piece for piece, _, _ in field.lie(state).obstacles.along(eye.centre, nearest.centre)]
