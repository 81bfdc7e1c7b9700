"""Places to stand: round a hull, and off each other's feet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from umpire.games.fubar import field
from umpire.games.fubar.actions import going
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure
from umpire.table import Base, Polygon, ahead, free, gap, gap_to_polygon

_STEP = 250
_FARTHEST = 24_000

CLEAR = 60
"""How far a figure that does not assault stays from the bases of enemy figures, in thousandths."""


def round_hull(
    state: State,
    hull: Base,
    figures: Iterable[Figure],
    limit: int,
    side: int | None = None,
    clear_of: Sequence[Base] = (),
) -> list[Figure]:
    """Figures set down on free ground within a limit of a hull, behind it first, and `clear_of` some bases.

    With a `side` only on that side of it, while there is room. Who finds none within the limit stands on the nearest
    free ground beyond it.
    """
    taken = [hull, *state.bases()]
    # A base that is kept clear of takes up that much more room.
    taken += [base._replace(width=base.width + 2 * CLEAR, depth=base.depth + 2 * CLEAR) for base in clear_of]
    closed = [piece.shape for piece in going.closed_ground(state).pieces]
    reach = max(hull.width, hull.depth)
    back = (hull.facing + 180) % 360
    all_round = [(back + turn) % 360 for turn in range(0, 360, 15)]
    on_side = [] if side is None else [(side + turn) % 360 for turn in _HALF]
    found: list[Figure] = []
    for figure in figures:
        base = figure.base
        rings = (
            _ring(state, hull, base, taken, closed, out, limit, bearings)
            for bearings in (on_side, all_round)
            for out in range(0, limit + reach, _STEP)
        )
        there = next((place for place in rings if place is not None), None)
        if there is None:
            there = free_near(state, figure.at(hull.centre), taken)
        taken.append(there)
        found.append(figure._replace(base=there))
    return found


_HALF = (0, 15, 345, 30, 330, 45, 315, 60, 300, 75, 285)


def _ring(
    state: State, hull: Base, base: Base, taken: Sequence[Base], closed: Sequence[Polygon], out: int,
    limit: int, bearings: Sequence[int],
) -> Base | None:  # fmt: skip
    for bearing in bearings:
        x, y = ahead(hull.centre, bearing, base.width // 2 + 20 + out)
        there = base.moved(x, y)
        if gap(there, hull) > limit or not free(there, taken, state.content.size):
            continue
        if all(gap_to_polygon(there, shape) > 0 for shape in closed):
            return there
    return None


def settled(state: State, figures: Iterable[Figure], others: Sequence[Base]) -> list[Figure]:
    """Figures with nobody standing on another: who does is moved to the nearest free place."""
    taken = list(others)
    found: list[Figure] = []
    for figure in figures:
        base = figure.base
        if not free(base, taken, state.content.size):
            base = free_near(state, figure, taken)
        taken.append(base)
        found.append(figure._replace(base=base))
    return found


def free_near(state: State, figure: Figure, taken: Sequence[Base]) -> Base:
    """The nearest free place round that of a figure, in growing rings, on ground that is open to it (FUBAR-ORD-11)."""
    base = figure.base
    what = going.Obstacles(going.closed_ground(state), (), tuple(field.wrecks(state)))
    for out in range(_STEP, _FARTHEST, _STEP):
        for turn in range(0, 360, 15):
            x, y = ahead(base.centre, turn, out)
            there = base.moved(x, y)
            if free(there, taken, state.content.size) and going.may_stand(state, figure, there, what) is None:
                return there
    return base
