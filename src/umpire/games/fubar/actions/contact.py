"""Into contact: paths of the figures of a unit to the bases of others, in an assault or to a transport."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Refused
from umpire.games.fubar.actions import going
from umpire.games.fubar.actions.going import Obstacles
from umpire.games.fubar.actions.marching import March, Track, guide, movers
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Base, Point, bearing, beside, free, length, point_at, within


def contact_plan(
    state: State, unit: Unit, targets: Sequence[Base], kind: str, all_must: bool = False, rule: str = "FUBAR-MEL-01"
) -> March | Refused:
    """FUBAR-MEL-01, TRN-03: paths of the figures of a unit into contact with these bases, as many as reach.

    Those nearest go first, each to the nearest place that is left; who reaches none goes as near as he can. With
    `all_must` everybody must reach contact.
    """
    able = sorted(movers(unit), key=lambda figure: (min(_gap2(figure.base, t) for t in targets), figure.id))
    what = going.obstacles(state, unit)
    others = state.bases((unit.id,))
    others += [figure.base for figure in unit.active if figure.left]
    taken: list[Base] = []
    tracks: list[Track] = []
    reached = 0
    waiting: list[Figure] = []
    for figure in able:
        found = touching_place(state, unit, figure, targets, kind, what, [*others, *taken])
        if found is None:
            waiting.append(figure)
            continue
        reached += 1
        taken.append(found[1])
        tracks.append(Track(figure.id, found[0], found[1].facing))
    if not reached or (all_must and waiting):
        return Refused(f"{unit.name} does not reach {'it with all figures' if all_must else 'contact'}.", rule)
    for figure in waiting:
        path, base = _nearer(state, unit, figure, targets, kind, what, [*others, *taken, *[f.base for f in waiting]])
        taken.append(base)
        tracks.append(Track(figure.id, path, base.facing))
    order = [figure.id for figure in unit.figures]
    tracks.sort(key=lambda track: order.index(track.figure))
    return March(unit.id, kind, tuple(tracks), guide(unit).id)


def _gap2(a: Base, b: Base) -> int:
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
) -> tuple[tuple[Point, ...], Base] | None:
    """A path of a figure to a free place in contact with one of these bases, the nearest first."""
    here = figure.base
    allowed = going.allowance(state, unit, figure, kind)
    for target in sorted(targets, key=lambda base: _gap2(here, base)):
        if not within(here, target, allowed):
            break
        toward = bearing(target.centre, here.centre) if target.centre != here.centre else 0
        for turn in _TURNS:
            base = beside(
                here.turned(bearing(here.centre, target.centre)) if not here.round else here, target, toward + turn
            )
            path = (here.centre, base.centre)
            if not free(base, [other for other in others if other != target]):
                continue
            if going.may_stand(state, figure, base, what) is not None:
                continue
            spent = going.cost(state, unit, figure, path, kind)
            if isinstance(spent, Refused) or not spent.fits:
                continue
            if going.blocked(state, figure, path, kind, what, contact=True) is None:
                return path, base
    return None


def _nearer(
    state: State,
    unit: Unit,
    figure: Figure,
    targets: Sequence[Base],
    kind: str,
    what: Obstacles,
    others: Sequence[Base],
) -> tuple[tuple[Point, ...], Base]:
    """As near to the nearest of these bases as a figure gets on a straight way."""
    here = figure.base
    rest = [other for other in others if other != here]
    goal = min(targets, key=lambda base: _gap2(here, base)).centre
    whole = length((here.centre, goal))
    allowed = going.allowance(state, unit, figure, kind)
    for share in (10, 8, 6, 4, 2):
        far = min(allowed, whole) * share / 10
        point, _ = point_at((here.centre, goal), far)
        base = here.moved(*point)
        path = (here.centre, point)
        spent = going.cost(state, unit, figure, path, kind)
        if isinstance(spent, Refused) or not spent.fits or not free(base, rest):
            continue
        if going.may_stand(state, figure, base, what) is None and (
            going.blocked(state, figure, path, kind, what) is None
        ):
            return path, base
    return (here.centre,), here
