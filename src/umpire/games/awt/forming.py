"""Units put down fresh: in ranks round their leader, everybody free and where he may stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt

from umpire.battle.decisions import Refused
from umpire.games.awt import field, sheet
from umpire.games.awt.model import State, Unit
from umpire.games.awt.units import base_of
from umpire.table import Base, Point, follow, free, on_table, overlap
from umpire.table.fixed import UNITS, snap
from umpire.table.paths import sweep_hits_polygon

_OPEN, _CLOSE = 600, 250
"""Between two models of a rank: open order, because of templates, where that is in cohesion."""


def ranks(unit: Unit, lead: Point, facing: int) -> list[Base]:
    """The models of a unit in two ranks (three of many), the leader in the middle of the first."""
    count = len(unit.models)
    wide = count if count < 5 else (count + 1) // 2 if count < 13 else (count + 2) // 3
    size = max(unit.profile.width, unit.profile.depth)
    step = size + (_OPEN if wide * (size + _OPEN) <= sheet.SPREAD + 2 * size else _CLOSE)
    sine, cosine = UNITS[facing % 360]
    order: list[tuple[int, int]] = []
    for rank in range((count + wide - 1) // wide):
        files = sorted(range(wide), key=lambda at: (abs(2 * at - wide + 1), at))
        order += [(rank, at) for at in files]
    first = order[0][1]
    found: list[Base] = []
    for rank, at in order[:count]:
        right, back = (at - first) * step, rank * step
        x = lead.x + snap(cosine * right - sine * back)
        y = lead.y + snap(-sine * right - cosine * back)
        found.append(base_of(unit.profile, Point(x, y), facing))
    return found


def may_stand(state: State, unit: Unit, base: Base) -> bool:
    """AWT-TE-02, 06, 11, 16, 17, 18: on the table, and not on ground closed to its class."""
    if not on_table(base, *state.content.size):
        return False
    centre = base.centre
    return not any(
        sweep_hits_polygon(base, centre, centre, piece.shape, base.facing)
        for piece in field.closed_to(state, unit).pieces
    )


Circle = tuple[int, int, float]
"""A middle and a radius."""


def meeting_points(circles: Sequence[Circle]) -> Iterator[Point]:
    """Where circles cross each other: the corners of a place that has to be inside some and outside others."""
    for i, (x, y, radius) in enumerate(circles):
        for x1, y1, other in circles[:i]:
            dx, dy = x1 - x, y1 - y
            apart = sqrt(dx * dx + dy * dy)
            if not abs(radius - other) < apart < radius + other:
                continue
            along = (radius * radius - other * other + apart * apart) / (2 * apart)
            aside = sqrt(max(0.0, radius * radius - along * along))
            for hand in (aside, -aside):
                yield Point(snap(x + (dx * along - dy * hand) / apart), snap(y + (dy * along + dx * hand) / apart))


def settle(
    state: State,
    unit: Unit,
    lead: Point,
    facing: int,
    fits: Callable[[Base], bool],
    by_hand: Mapping[int, Point] | None = None,
) -> dict[int, Base] | Refused:
    """Places for all models of a unit whose leader is put down here; `fits` is where a model may be.

    AWT-MV-04, IN-08: in cohesion, nobody on another.
    """
    shape = ranks(unit, lead, facing)
    others = [base for each in state.on_table() if each.id != unit.id for base in each.bases]
    index = {model.number: at for at, model in enumerate(unit.models)}
    told = {index[number]: point for number, point in (by_hand or {}).items() if number in index}

    def suits(base: Base) -> bool:
        return may_stand(state, unit, base) and fits(base)

    for at, base in enumerate(shape):
        point = told.get(at, lead if at == 0 else None)
        if point is None:
            continue
        spot = base.moved(*point)
        if not free(spot, others, state.content.size):
            return Refused(f"there is no room for {unit.name} there.", "AWT-IN-08")
        if not suits(spot):
            return Refused(f"{unit.name} may not stand there.", "AWT-IN-08")
    ends = follow(
        shape, lead, by_hand=told, others=others, table=state.content.size, cohesion=sheet.COHESION,
        fits=lambda _, spot: suits(spot),
    )  # fmt: skip
    if ends is None:
        return Refused(f"there is no room for all of {unit.name} there.", "AWT-MV-04")
    if any(overlap(a, b) for i, a in enumerate(ends) for b in ends[:i]):
        return Refused(f"two bases of {unit.name} would overlap.", "AWT-IN-08")
    if field.cohesion(ends):
        return Refused(f"{unit.name} would not be in cohesion.", "AWT-MV-04")
    return {model.number: base for model, base in zip(unit.models, ends, strict=True)}
