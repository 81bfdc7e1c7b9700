"""Into contact: paths of the figures of a unit to the bases of others, in an assault or to a transport."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from umpire.battle.decisions import Refused
from umpire.battle.words import acts
from umpire.games.fubar.actions import going
from umpire.games.fubar.actions.going import Cost, Obstacles
from umpire.games.fubar.actions.marching import March, Track, guide, movers
from umpire.games.fubar.field import SLACK
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Base, Point, bearing, beside, free, length, point_at, touching, within

NEAREST, SPREAD, STAY = "nearest", "spread", "stay"


class Told(NamedTuple):
    """What its owner said for one figure: into contact with this base, as near as it gets without, or not at all."""

    figure: str
    goal: Base | None = None
    stays: bool = False


class Wish(NamedTuple):
    """How figures come into contact: first those of whom it was told, then the others.

    `way` is for the others: each to the nearest base, spread out one to one, or staying where they stand. `first` is a
    base that as many as can touch before any other.
    """

    way: str = NEAREST
    first: Base | None = None
    told: tuple[Told, ...] = ()

    def of(self, figure: str) -> Told | None:
        """What was told for a figure, if anything was."""
        for told in self.told:
            if told.figure == figure:
                return told
        return Told(figure, None, True) if self.way == STAY else None


NEAREST_FIRST = Wish()


def in_turn(figures: Sequence[Figure], targets: Sequence[Base], wish: Wish) -> list[Figure]:
    """Who goes before whom: those of whom it was told in that order, then who is nearest."""
    named = [told.figure for told in wish.told]
    lead = targets if wish.first is None else [wish.first]

    def turn(figure: Figure) -> tuple[int, int, str]:
        at = named.index(figure.id) if figure.id in named else len(named)
        return at, min(gap2(figure.base, base) for base in lead), figure.id

    return sorted(figures, key=turn)


def goals(wish: Wish, figure: Figure, targets: Sequence[Base], friends: Sequence[Base]) -> list[Base]:
    """FUBAR-MEL-01, 02: the bases a figure tries to touch, one after another; `friends` are there before it."""
    told = wish.of(figure.id)
    if told is not None:
        return [] if told.goal is None or told.goal not in targets else [told.goal]

    def rank(base: Base) -> tuple[bool, int, int]:
        met = sum(touching(base, friend) for friend in friends) if wish.way == SPREAD else 0
        return base != wish.first, met, gap2(figure.base, base)

    return sorted(targets, key=rank)


def contact_plan(
    state: State,
    unit: Unit,
    targets: Sequence[Base],
    kind: str,
    all_must: bool = False,
    rule: str = "FUBAR-MEL-01",
    wish: Wish = NEAREST_FIRST,
) -> March | Refused:
    """FUBAR-MEL-01, TRN-03: paths of the figures of a unit into contact with these bases, as many as reach.

    Whom each tries to touch is its owner's wish; who reaches nobody goes as near as he can. With `all_must` everybody
    must reach contact.
    """
    what_for = "it with all figures" if all_must else "contact"
    out_of_reach = Refused(f"{acts(unit.name, 'does')} not reach {what_for}.", rule)
    if all_must and not all(_near_one(state, unit, figure, targets, kind) for figure in movers(unit)):
        return out_of_reach
    what = going.obstacles(state, unit)
    others = state.bases((unit.id,))
    others += [figure.base for figure in unit.active if figure.left]
    friends = _friends(state, unit)
    taken: list[Base] = []
    tracks: list[Track] = []
    reached = 0
    waiting: list[Figure] = []
    for figure in in_turn(movers(unit), targets, wish):
        told = wish.of(figure.id)
        if told is not None and told.stays and free(figure.base, taken):
            taken.append(figure.base)
            tracks.append(Track(figure.id, (figure.base.centre,), figure.base.facing))
            continue
        wanted = goals(wish, figure, targets, [*friends, *taken])
        found = touching_place(state, unit, figure, wanted, kind, what, [*others, *taken])
        if found is None:
            waiting.append(figure)
            continue
        reached += 1
        taken.append(found[1])
        tracks.append(Track(figure.id, found[0], found[1].facing))
    if all_must and waiting:
        packed = _packed(state, unit, targets[0], kind, what, others)
        if packed is not None:
            tracks, waiting = packed, []
    if not reached or (all_must and waiting):
        return out_of_reach
    for figure in waiting:
        stood = [*others, *taken, *[f.base for f in waiting]]
        path, base = _nearer(state, unit, figure, targets, kind, what, stood, wish.of(figure.id) is not None)
        taken.append(base)
        tracks.append(Track(figure.id, path, base.facing))
    order = [figure.id for figure in unit.figures]
    tracks.sort(key=lambda track: order.index(track.figure))
    return March(unit.id, kind, tuple(tracks), guide(unit).id)


def _near_one(state: State, unit: Unit, figure: Figure, targets: Sequence[Base], kind: str) -> bool:
    """Whether a figure could touch one of these bases if nothing were in its way."""
    far = going.allowance(state, unit, figure, kind) + SLACK
    return any(within(figure.base, target, far) for target in targets)


def _packed(
    state: State, unit: Unit, hull: Base, kind: str, what: Obstacles, others: Sequence[Base]
) -> list[Track] | None:
    """FUBAR-TRN-03: everybody shoulder to shoulder round a hull, if there is room for all within their reach.

    Place by place round it, from the side that is farthest off, and at each the one who cannot wait for the next ones.
    """
    able = movers(unit)
    reach: dict[str, set[int]] = {}
    middle = Point(sum(f.base.x for f in able) // len(able), sum(f.base.y for f in able) // len(able))
    start = bearing(middle, hull.centre) if middle != hull.centre else 0
    for figure in able:
        far = going.allowance(state, unit, figure, kind) + SLACK
        reach[figure.id] = {
            turn for turn in range(360) if gap2(beside(figure.base, hull, start + turn), figure.base) <= far * far
        }
        if not reach[figure.id]:
            return None
    for back in (False, True):
        tracks: list[Track] = []
        taken: list[Base] = []
        left = sorted(able, key=lambda figure: -min(reach[figure.id]) if back else max(reach[figure.id]))
        for turn in range(359, -1, -1) if back else range(360):
            for figure in left:
                if turn not in reach[figure.id]:
                    continue
                base = beside(figure.base, hull, start + turn)
                path = (figure.base.centre, base.centre)
                if not free(base, taken) or not free(base, others):
                    continue
                if going.may_stand(state, figure, base, what) is None and _goes(state, unit, figure, path, kind, what):
                    tracks.append(Track(figure.id, path, base.facing))
                    taken.append(base)
                    left.remove(figure)
                    break
        if not left:
            return tracks
    return None


def _goes(state: State, unit: Unit, figure: Figure, path: tuple[Point, Point], kind: str, what: Obstacles) -> bool:
    return _affords(state, unit, figure, path, kind) and (
        going.blocked(state, figure, path, kind, what, contact=True) is None
    )


def _friends(state: State, unit: Unit) -> list[Base]:
    """Who of the same side stands about and does not move now."""
    found = [figure.base for each in state.of(unit.side) if each.id != unit.id for figure in each.active]
    return found + [figure.base for figure in unit.active if figure.left]


def gap2(a: Base, b: Base) -> int:
    """How far apart two bases are, middle to middle, squared."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


_TURNS = (0, 20, 340, 40, 320, 60, 300, 80, 280, 100, 260, 120, 240, 140, 220, 160, 200, 180)


def touching_place(
    state: State,
    unit: Unit,
    figure: Figure,
    targets: Sequence[Base],
    kind: str,
    what: Obstacles,
    others: Sequence[Base],
    farthest: int | None = None,
) -> tuple[tuple[Point, ...], Base] | None:
    """A path of a figure to a free place in contact with one of these bases, the first of them that it reaches.

    It goes straight, or, if what stands in the way lets it come to none of them so, round that; a way round is no
    longer than `farthest`, which is the whole move if nothing is said.
    """
    allowed = going.allowance(state, unit, figure, kind)
    near = [target for target in targets if within(figure.base, target, allowed)]
    most = allowed if farthest is None else farthest
    for closely in (False, True):
        shut = False
        for target in near:
            for base in _beside(state, figure, target, what, others, closely):
                path = (figure.base.centre, base.centre)
                if not _affords(state, unit, figure, path, kind):
                    continue
                if going.blocked(state, figure, path, kind, what, contact=True) is None:
                    return path, base
                shut = True
        for target in near if shut else ():
            ends = {base.centre: base for base in _beside(state, figure, target, what, others, closely)}
            way = going.round_about(state, figure, list(ends), most, kind, what)
            if way is not None and _affords(state, unit, figure, way, kind):
                return way, ends[way[-1]]
    return None


def _beside(
    state: State, figure: Figure, target: Base, what: Obstacles, others: Sequence[Base], closely: bool
) -> Iterator[Base]:
    """Free places in contact with a base, the nearest first; `closely`: those between the usual ones as well."""
    here = figure.base
    toward = bearing(target.centre, here.centre) if target.centre != here.centre else 0
    mover = here if here.round else here.turned(bearing(here.centre, target.centre))
    rest = [other for other in others if other != target]
    if not closely:
        places = (beside(mover, target, toward + turn) for turn in _TURNS)
    else:
        rest = [other for other in rest if within(other, target, 2 * mover.reach)]
        found = [beside(mover, target, toward + turn) for turn in range(0, 360, _FINE)]
        found += [base for other in rest for base in _between(mover, target, other)]
        places = (base for base in sorted(found, key=lambda base: gap2(base, here)))
    for base in places:
        if free(base, rest) and going.may_stand(state, figure, base, what) is None:
            yield base


_FINE = 4
"""Every so many degrees a place in contact is tried where there is none at the usual turns."""


def _between(mover: Base, target: Base, other: Base) -> Iterator[Base]:
    """The places that touch two bases, if all are round: where there is any room beside the second, it ends there."""
    if not (mover.round and target.round and other.round):
        return
    near, far = (mover.width + target.width) / 2, (mover.width + other.width) / 2
    apart2 = gap2(target, other)
    if not apart2:
        return
    apart = sqrt(apart2)
    along = (near * near - far * far + apart2) / (2 * apart)
    if abs(along) > near:
        return
    aside = sqrt(near * near - along * along)
    ux, uy = (other.x - target.x) / apart, (other.y - target.y) / apart
    for turn in (aside, -aside):
        yield mover.moved(round(target.x + ux * along - uy * turn), round(target.y + uy * along + ux * turn))


def _affords(state: State, unit: Unit, figure: Figure, path: Sequence[Point], kind: str) -> bool:
    spent = going.cost(state, unit, figure, path, kind)
    return isinstance(spent, Cost) and spent.fits


def _nearer(
    state: State,
    unit: Unit,
    figure: Figure,
    targets: Sequence[Base],
    kind: str,
    what: Obstacles,
    others: Sequence[Base],
    apart: bool,
) -> tuple[tuple[Point, ...], Base]:
    """As near to the nearest of these bases as a figure gets on a straight way; if it is to keep apart, not to them."""
    here = figure.base
    rest = [other for other in others if other != here]
    goal = min(targets, key=lambda base: gap2(here, base)).centre
    whole = length((here.centre, goal))
    allowed = going.allowance(state, unit, figure, kind)
    for share in (10, 8, 6, 4, 2):
        far = min(allowed, whole) * share / 10
        point, _ = point_at((here.centre, goal), far)
        base = here.moved(*point)
        if apart and any(touching(base, target) for target in targets):
            continue
        path = (here.centre, point)
        spent = going.cost(state, unit, figure, path, kind)
        if isinstance(spent, Refused) or not spent.fits or not free(base, rest):
            continue
        if going.may_stand(state, figure, base, what) is None and (
            going.blocked(state, figure, path, kind, what) is None
        ):
            return path, base
    return (here.centre,), here
