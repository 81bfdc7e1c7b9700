"""Where on a way there may be a shot that lasts for a moment only: between two things, or just within range.

Looking at a way inch by inch finds most shots. What it can miss is sought here: the moments at which a line past the
corners of what stands in the way sweeps over a figure, at which that comes nearest, and at which least of a wood is in
the way (`depths`). Whether there is a shot then is for others to see, who are told between whom it would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from umpire.games.fubar import cover, field, sight
from umpire.games.fubar.actions import aim, depths
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.actions.marching import March
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Base, Point, direction, gap, grazing_lines, length, point_at

FINE = 250
"""How closely a way is looked at for weapons that do not bear all round."""


class Swath(NamedTuple):
    """A straight part of a figure's way: from where to where, and after what distances."""

    figure: Figure
    """At its beginning."""
    end: Point
    start: float
    stop: float

    @property
    def base(self) -> Base:
        return self.figure.base

    def at(self, share: float) -> float:
        """The distance after a share of it; a hull turns at its end, and is looked at before that."""
        gone = self.start + share * (self.stop - self.start)
        return gone if self.base.round else min(gone, self.stop - 1)

    def figure_at(self, share: float) -> Figure:
        x, y = self.base.x + share * (self.end.x - self.base.x), self.base.y + share * (self.end.y - self.base.y)
        return self.figure._replace(base=self.base.moved(round(x), round(y)))


class Moment(NamedTuple):
    """When there may be a shot: after what distance, from whom and at whom; without names, between any two."""

    gone: float
    firer: str = ""
    target: str = ""


class Search:
    """The way of some figures to a distance, which has been looked at step by step already.

    `fires` if it is they who may fire.
    """

    def __init__(
        self, state: State, march: March, upto: float, moving: Sequence[Figure], step: int, fires: bool = False
    ) -> None:
        self.state = state
        self.march = march
        self.upto = upto
        self.step = step
        self.fires = fires
        self.swaths = [each for figure in moving for each in _swaths(march, figure, upto)]
        if self.swaths:
            self.first = _round([swath.base for swath in self.swaths])
            self.last = _round([swath.base.moved(*swath.end) for swath in self.swaths])

    def moments(self, still: Sequence[Figure], ranges: Mapping[str, Sequence[int]], over: bool) -> Iterator[Moment]:
        """Those at which there may be a shot between the figures and some that stand, by the ranges of who fires.

        With `over` it may go over what hides them.
        """
        if self.hopeless([figure.base for figure in still], _farthest(ranges), over):
            return
        for swath in self.swaths:
            for figure in still:
                firer, target = (swath.figure, figure) if self.fires else (figure, swath.figure)
                for far in ranges.get(firer.id, ()):
                    for gone in _of_pair(self, swath, figure, far, over):
                        yield Moment(gone, firer.id, target.id)

    def hopeless(self, still: Sequence[Base], far: int, over: bool) -> bool:
        """A glance: whether all of the way is out of range of all, or one thing hides it from them."""
        if not self.swaths or not still or not far:
            return True
        others = _round(still)
        room = far + others.reach + max(self.first.reach, self.last.reach)
        if _nearest(self.first, self.last.centre, others)[1] > room:
            return True
        return not over and _hidden(self.state, others, self.first, self.last)


def for_reaction(search: Search, unit: Unit, mode: Mode) -> Iterator[Moment]:
    """FUBAR-REA-01: moments at which a unit On Guard may have a shot at a mover."""
    state = search.state
    shooters = aim.shooters(unit, mode)
    still = [figure._replace(base=field.stand(state, unit, figure)) for figure in shooters]
    ranges = _ranges(state, unit, shooters, mode)
    over = _over(state, unit, state.units[search.march.unit])
    if search.hopeless([figure.base for figure in still], _farthest(ranges), over):
        return
    yield from search.moments(still, ranges, over)
    if _fixed(shooters):
        yield from map(Moment, steps_of(search.march.gone, search.upto, FINE))


def for_fire(state: State, march: March, mode: Mode, step: int) -> Iterator[Moment]:
    """FUBAR-ORD-01: moments of a move at which the mover may have a shot at somebody."""
    unit = state.units[march.unit]
    shooters = aim.shooters(unit, mode)
    ranges = _ranges(state, unit, shooters, mode)
    search = Search(state, march, march.size, shooters, step, fires=True)
    hope = False
    for enemy in aim.targets(state, unit):
        still = [figure._replace(base=field.stand(state, enemy, figure)) for figure in enemy.active]
        over = _over(state, unit, enemy)
        hope = hope or not search.hopeless([figure.base for figure in still], _farthest(ranges), over)
        yield from search.moments(still, ranges, over)
    if hope and _fixed(shooters):  # a weapon that does not bear all round bears on something else on each leg
        yield from [Moment(swath.at(0.5)) for swath in search.swaths]
        yield from map(Moment, steps_of(0.0, march.size, FINE))


def _over(state: State, unit: Unit, target: Unit) -> bool:
    """FUBAR-VTL-05, GRV-04: whether a unit may fire at another over terrain."""
    if field.aloft(state, unit, target) or any(figure.profile.grav for figure in unit.active):
        return True
    return any(field.exposed(state, target, other) for other in target.active)


def _fixed(shooters: Sequence[Figure]) -> bool:
    return any(weapon.arc < 360 for figure in shooters for weapon in figure.profile.weapons)


def steps_of(start: float, stop: float, step: int) -> list[float]:
    """The places of a way from one distance to another, step by step, both ends included."""
    found = [start]
    while found[-1] + step < stop:
        found.append(found[-1] + step)
    if stop > found[-1]:
        found.append(stop)
    return found


def _ranges(state: State, unit: Unit, shooters: Sequence[Figure], mode: Mode) -> dict[str, list[int]]:
    """How far the weapons reach of each of those who may fire."""
    found: dict[str, list[int]] = {}
    for figure in shooters:
        able = [index for slot in aim.slots(state, unit, figure, mode) for index in slot]
        found[figure.id] = list(dict.fromkeys(aim.reach(state, unit, figure.profile.weapons[index]) for index in able))
    return found


def _farthest(ranges: Mapping[str, Sequence[int]]) -> int:
    return max([far for each in ranges.values() for far in each], default=0)


def _swaths(march: March, figure: Figure, upto: float) -> Iterator[Swath]:
    """The straight parts of what is left of a figure's way to a distance."""
    for track in march.tracks:
        if track.figure != figure.id:
            continue
        done = 0.0
        for index in range(1, len(track.path)):
            size = length(track.path[index - 1 : index + 1])
            start, stop = max(done, march.gone), min(done + size, upto)
            if start < stop:
                here = track.path[index - 1] if start == done else point_at(track.path, start)[0]
                there = track.path[index] if stop == done + size else point_at(track.path, stop)[0]
                base = figure.base.moved(*here)
                if not base.round:
                    base = base.turned(point_at(track.path, (start + stop) / 2)[1])
                yield Swath(figure._replace(base=base), there, start, stop)
            done += size


def _round(bases: Sequence[Base]) -> Base:
    """A disc round some bases."""
    x = (min(base.x for base in bases) + max(base.x for base in bases)) // 2
    y = (min(base.y for base in bases) + max(base.y for base in bases)) // 2
    reach = max(sqrt((base.x - x) ** 2 + (base.y - y) ** 2) + base.reach for base in bases)
    wide = 2 * round(reach + 1)
    return Base(x, y, 0, wide, wide, True)


def _hidden(state: State, here: Base, first: Base, last: Base) -> bool:
    """Whether one thing hides two places, and so all between them."""
    hiding = sight.hiding(state, here, first)
    return bool(hiding) and any(piece in hiding for piece in sight.hiding(state, here, last))


def _nearest(base: Base, end: Point, other: Base) -> tuple[float, float]:
    """After what share of a straight way a base is nearest to another, middle to middle, and how near then."""
    dx, dy = end.x - base.x, end.y - base.y
    x, y = other.x - base.x, other.y - base.y
    size2 = dx * dx + dy * dy
    share = min(1.0, max(0.0, (x * dx + y * dy) / size2)) if size2 else 0.0
    return share, sqrt((x - share * dx) ** 2 + (y - share * dy) ** 2)


def _of_pair(search: Search, swath: Swath, still: Figure, far: int, over: bool) -> Iterator[float]:
    """The moments of one figure that moves, for one that stands.

    What lasts for a step or more has been seen already.
    """
    state, base, end, other = search.state, swath.base, swath.end, still.base
    if _nearest(base, end, other)[1] > far + base.reach + other.reach:
        return
    if not over and _hidden(state, other, base, base.moved(*end)):
        return
    dx, dy = end.x - base.x, end.y - base.y
    size = sqrt(dx * dx + dy * dy)
    short = search.step / size
    share, low, high = _in_range(swath, other, far)
    if low > high:
        return
    if high - low < short:
        yield swath.at(share)
    for share in depths.moments(state, depths.Leg(base, dx, dy, low, high), other):
        mover = swath.figure_at(share)
        firer, target = (mover, other) if search.fires else (still, mover.base)
        if cover.shallow(state, firer, target):
            yield swath.at(share)
    middle = Base((base.x + end.x) // 2, (base.y + end.y) // 2, 0, round(size) + 2 * base.reach, 0, True)
    shapes = sight.in_between(state, other, middle, hulls=_hulls(search, other))
    if not shapes:
        return
    for p, q in grazing_lines(other, middle, shapes):
        swept = _swept(base, dx, dy, p, q)
        if swept is None:
            continue
        first, last = max(low, swept[0]), min(high, swept[1])
        if not 0 <= last - first < short:
            continue
        share = (first + last) / 2
        # The line itself, as far as the figure: if that is not clear it tells nothing.
        ux, uy = q.x - p.x, q.y - p.y
        x, y = base.x + share * dx - p.x, base.y + share * dy - p.y
        along = (x * ux + y * uy) / (ux * ux + uy * uy)
        there = Point(round(p.x + along * ux), round(p.y + along * uy))
        if not sight.blocked(state, p, there):
            yield swath.at(share)


def _hulls(search: Search, other: Base) -> list[Base]:
    """Vehicles that may stand in the way, wrecks too."""
    found = [unit for unit in search.state.on_table() if unit.is_vehicle and not unit.flying]
    return [unit.figures[0].base for unit in found if unit.id != search.march.unit and unit.figures[0].base != other]


def _aside(base: Base, nx: float, ny: float) -> float:
    """How far a base reaches from its middle in a direction."""
    if base.round:
        return base.width / 2
    sine, cosine = direction(base.facing)
    return (base.width * abs(cosine * nx - sine * ny) + base.depth * abs(sine * nx + cosine * ny)) / 2


def _in_range(swath: Swath, other: Base, far: int) -> tuple[float, float, float]:
    """When a figure is nearest to a base, and from and to which share of its way it is no farther off than so much."""
    base = swath.base
    if base.round and other.round:
        low, high = _near_middle(swath, other, far + (base.width + other.width) / 2)
        return _nearest(base, swath.end, other)[0], low, high
    low, high = _near_middle(swath, other, far + base.reach + other.reach)

    def off(share: float) -> float:
        return gap(swath.figure_at(share).base, other) - far

    # How far two bases are apart falls to its least on a straight way, and grows from there.
    first, last = low, high
    for _ in range(_NARROWED):
        third = (last - first) / 3
        first, last = (first, last - third) if off(first + third) <= off(last - third) else (first + third, last)
    share = (first + last) / 2
    if off(share) > field.SLACK:
        return share, 1.0, 0.0
    return share, _limit(off, share, low), _limit(off, share, high)


_NARROWED = 24
"""So often the way is narrowed on which the nearest place of a hull is sought."""


def _limit(off: Callable[[float], float], inside: float, outside: float) -> float:
    """The last share of a way, towards one that may be out of range, that is in it."""
    if off(outside) <= field.SLACK:
        return outside
    for _ in range(16):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if off(middle) <= field.SLACK else (inside, middle)
    return inside


def _near_middle(swath: Swath, other: Base, room: float) -> tuple[float, float]:
    """From and to which share of its way a figure is no farther from a place, middle to middle."""
    base, end = swath.base, swath.end
    dx, dy, x, y = end.x - base.x, end.y - base.y, other.x - base.x, other.y - base.y
    size2 = dx * dx + dy * dy
    passing, aside = (x * dx + y * dy) / size2, x * dy - y * dx
    half = sqrt(max(0.0, (room * room - aside * aside / size2) / size2))
    return max(0.0, passing - half), min(1.0, passing + half)


def _swept(base: Base, dx: float, dy: float, p: Point, q: Point) -> tuple[float, float] | None:
    """From and to which share of its way a base that goes by (dx, dy) is on a line."""
    ux, uy = q.x - p.x, q.y - p.y
    size = sqrt(ux * ux + uy * uy)
    here = ((base.x - p.x) * uy - (base.y - p.y) * ux) / size
    more = (dx * uy - dy * ux) / size
    room = _aside(base, uy / size, -ux / size)
    if abs(more) < 1:
        return (0.0, 1.0) if abs(here) <= room else None
    one, other = (-room - here) / more, (room - here) / more
    first, last = (one, other) if one < other else (other, one)
    return None if last < 0 or first > 1 else (max(0.0, first), min(1.0, last))
