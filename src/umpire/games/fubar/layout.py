"""Where units may stand at first, and a sensible place for all figures of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from umpire.games.fubar import field
from umpire.games.fubar.actions.places import works
from umpire.games.fubar.features import Box
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Base, Point, free, gap_to_polygon, length, on_table

PLANS = {"centre": 0.0, "left": -0.25, "right": 0.25}
"""Where along its zone a side masses, as its commander sees it: a share of the zone's width from its middle."""

SPACING = 2200
"""The room between two figures of a unit, in thousandths: within cohesion, and not all of them under one shell."""

GRID = 2000

ROW = 5
"""Figures in a row."""

CLOSER = ((SPACING, ROW), (1000, 8), (300, 12))
"""Room between figures and figures in a row: as it should be, and what is tried where there is no room for that."""


def zone(state: State, unit: Unit) -> Box:
    """The box in which a unit is set up."""
    special = state.content.unit_zones.get(unit.id)
    return special.box if special is not None else state.content.zones[unit.side]


def block(unit: Unit, at: Point, facing: int, spacing: int = SPACING, in_row: int = ROW) -> list[Figure]:
    """The figures of a unit in rows behind a point, the Leader or first of them on it."""
    figures = unit.figures
    step = figures[0].base.width + spacing
    back = -1 if facing in (0, 90) else 1
    placed: list[Figure] = []
    for index, figure in enumerate(figures):
        row, column = divmod(index, in_row)
        across = ((column + 1) // 2) * step * (1 if column % 2 else -1)
        deep = row * step * back
        x, y = (at.x + across, at.y + deep) if facing in (0, 180) else (at.x + deep, at.y + across)
        placed.append(figure.at(Point(x, y), facing))
    return placed


def fits(state: State, unit: Unit, figures: Sequence[Figure], taken: Sequence[Base]) -> bool:
    """Whether figures may be set up so: in the zone, on free and open ground, in cover where that is asked."""
    west, south, east, north = zone(state, unit)
    special = state.content.unit_zones.get(unit.id)
    features = state.content.features
    for figure in figures:
        base = figure.base
        if not (west <= base.x <= east and south <= base.y <= north) or not on_table(base, *state.content.size):
            return False
        if not free(base, taken):
            return False
        for piece in state.content.ground.pieces:
            if features[piece.id].impassable and gap_to_polygon(base, piece.shape) <= 0:
                return False
        cover = field.cover_at(state, base.centre)
        if figure.profile.chassis and cover == "hard":
            return False
        if special is not None and special.in_cover and not cover:
            return False
    return True


def anchors(state: State, unit: Unit, plan: str) -> Iterator[Point]:
    """Places for the front of a unit, the best first: near the middle of the plan, infantry to the front.

    Sappers stand where it is not far to their work, whatever the plan.
    """
    west, south, east, north = zone(state, unit)
    facing = (state.content.baseline[unit.side] + 180) % 360
    wide = facing in (0, 180)
    middle = (west + east) / 2 if wide else (south + north) / 2
    size = east - west if wide else north - south
    mirrored = -1 if facing in (180, 270) else 1
    middle += PLANS[plan] * size * mirrored * (1 if facing != 90 else -1)
    depth = north - south if wide else east - west
    back = _back(unit) * depth
    watched = _front_lines(state, unit.side)
    tasks = works(state, unit)
    spots: list[tuple[float, Point]] = []
    for x in range(west + 1000, east, GRID):
        for y in range(south + 1000, north, GRID):
            front = {0: north - y, 180: y - south, 90: east - x, 270: x - west}[facing]
            point = Point(x, y)
            aside = min([length((point, task)) for task in tasks] or [abs((x if wide else y) - middle)])
            spots.append((aside + 2.5 * abs(front - back) + _bare(state, unit, point, watched), point))
    spots.sort()
    for _, point in spots:
        yield point


HIDDEN, COVERED = 2_500, 4_000
"""How far a unit on foot will go out of its way to be hidden from a place of the enemy's front, and to be in cover."""


def _front_lines(state: State, seat: str) -> list[Point]:
    """A few places of the enemies' zones, along the side that looks at the rest of the table."""
    found: list[Point] = []
    for other in state.seats:
        if other == seat:
            continue
        west, south, east, north = state.content.zones[other]
        facing = (state.content.baseline[other] + 180) % 360
        for share in (1, 3, 5):
            x, y = west + (east - west) * share // 6, south + (north - south) * share // 6
            found.append({0: Point(x, north), 180: Point(x, south), 90: Point(east, y), 270: Point(west, y)}[facing])
    return found


def _bare(state: State, unit: Unit, point: Point, watched: Sequence[Point]) -> float:
    """What speaks against a place for those who are not behind armour plate: to be seen there, without cover."""
    if unit.is_vehicle:
        return 0.0
    covered = field.cover_at(state, point) != ""
    here = field.spot(point)
    seen = sum(field.sees(state, here, field.spot(eye)) for eye in watched)
    return HIDDEN * seen - (COVERED if covered else 0.0)


def _back(unit: Unit) -> float:
    """How far behind the front of the zone a unit belongs, as a share of its depth."""
    if any(weapon.indirect for figure in unit.figures for weapon in figure.profile.weapons):
        return 0.8
    if unit.is_vtol or any(figure.profile.porter for figure in unit.figures):
        return 0.7
    return 0.4 if unit.is_vehicle else 0.15


def place(state: State, unit: Unit, plan: str, taken: Sequence[Base]) -> list[Figure] | None:
    """A place for a whole unit, None if there is none left."""
    facing = (state.content.baseline[unit.side] + 180) % 360
    for spacing, in_row in CLOSER if len(unit.figures) > 1 else CLOSER[:1]:
        for point in anchors(state, unit, plan):
            figures = block(unit, point, facing, spacing, in_row)
            if fits(state, unit, figures, taken):
                return figures
    return None


def moved(unit: Unit, to: Point, by_hand: dict[str, Point]) -> list[Figure]:
    """All figures of a unit with the first of them here, the others as they stand round it, some put by hand."""
    first = unit.figures[0].base
    dx, dy = to.x - first.x, to.y - first.y
    return [figure.at(by_hand.get(figure.id, Point(figure.base.x + dx, figure.base.y + dy))) for figure in unit.figures]
