"""The battlefield as units see it: the ground, cover, who sees whom, who stands apart, who is suppressed.

All of it asks, nothing changes. Lines of sight themselves are in `sight.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from umpire.games.fubar import needs, sheet
from umpire.games.fubar.content import Content
from umpire.games.fubar.cover import may_shoot
from umpire.games.fubar.model import State
from umpire.games.fubar.sight import (
    SLACK,
    Ray,
    apart,
    blocking_hulls,
    hull_before,
    near,
    open_lines,
    ray,
    sees,
    spot,
)
from umpire.games.fubar.units import ACTIVE, CARRIED, Figure, Unit
from umpire.table import Base, Point, Terrain, gap, gap_to_polygon, groups, keep

__all__ = [
    "SLACK", "Ray", "aloft", "apart", "behind_wall", "blocking_hulls", "bodies", "by_cover", "carrier",
    "counted_markers", "cover_at", "distance", "exposed", "figure_sees", "halved", "harder", "hold_ground",
    "hull_before", "in_cover", "level", "main_bodies", "may_shoot", "near", "nearest_visible", "open_lines", "ray",
    "sees", "sees_enemy", "spot", "stand", "stragglers", "suppressed", "under", "unit_sees", "wrecks",
]  # fmt: skip

# --- The ground ----------------------------------------------------------------------------------------------


def under(state: State, point: Point) -> list[Terrain]:
    """The terrain at a point: what a standing bridge leads over is left out, a breached one is not there."""
    found = _under(state.content, point)
    if not found:
        return found
    features = state.content.features
    gone = state.breached
    if gone:
        found = [piece for piece in found if piece.id not in gone]
    over = [each for piece in found for each in features[piece.id].over]
    return [piece for piece in found if piece.id not in over] if over else found


def _under(content: Content, point: Point) -> list[Terrain]:
    found: list[Terrain] | None = content.under_memo.get(point)
    if found is None:
        found = keep(content.under_memo, point, content.ground.at(point))
    return found


def cover_at(state: State, point: Point) -> str:
    """FUBAR-COV-08: the cover of the areas that hold a point: "", soft, moderate or hard, the hardest of them."""
    best = ""
    for piece in under(state, point):
        feature = state.content.features[piece.id]
        if feature.cover and not feature.linear:
            best = harder(best, feature.cover)
    return best


def harder(cover: str, other: str) -> str:
    """FUBAR-COV-07: of two covers the harder, which alone matters with the option `graded_cover`."""
    return other if _HARDNESS[other] > _HARDNESS[cover] else cover


_HARDNESS = {"": 0, "soft": 1, "moderate": 2, "hard": 3}


def wrecks(state: State) -> list[Base]:
    """FUBAR-DMG-13: what is left of vehicles on the table."""
    return [unit.figures[0].base for unit in state.units.values() if unit.out_of_action and unit.on_table]


# --- Units ---------------------------------------------------------------------------------------------------


def distance(figures: Iterable[Figure], others: Iterable[Figure]) -> float:
    """The least distance between two groups of figures."""
    theirs = [figure.base for figure in others]
    return min((gap(figure.base, base) for figure in figures for base in theirs), default=float("inf"))


def carrier(state: State, unit: Unit) -> Unit:
    """What a unit is seen with and sees from: its transport while it is aboard, else itself."""
    return state.units[unit.carried_by] if unit.place == CARRIED else unit


def stand(state: State, unit: Unit, figure: Figure) -> Base:
    """Where a figure is: aboard, where its transport is."""
    return carrier(state, unit).figures[0].base if unit.place == CARRIED else figure.base


def aloft(state: State, unit: Unit, target: Unit) -> bool:
    """FUBAR-VTL-05: whether one of two units is in the air, where all terrain is seen over."""
    return carrier(state, unit).flying or carrier(state, target).flying


def exposed(state: State, target: Unit, other: Figure) -> tuple[str, ...]:
    """FUBAR-GRV-04: the terrain over which a figure may be fired at, with the grav vehicle it rides in.

    Of bikes that are not all of one type only those that fly.
    """
    if target.place == CARRIED:
        return carrier(state, target).exposed
    return target.exposed if other.profile.grav else ()


def figure_sees(state: State, unit: Unit, figure: Figure, target: Unit, other: Figure) -> bool:
    """FUBAR-FIRE-08, VTL-05, GRV-04: whether one figure sees another where both stand.

    A grav vehicle that fired over terrain is seen over it.
    """
    return sees(state, figure.base, other.base, exposed(state, target, other), aloft(state, unit, target))


def sees_enemy(state: State, unit: Unit) -> bool:
    """FUBAR-ACT-03: whether any fit figure of a unit sees any enemy figure, vehicle or bike that is fit."""
    return any(unit_sees(state, unit, enemy) for enemy in state.enemies(unit.side))


def unit_sees(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether any active figure of a unit sees any active one of another."""
    theirs = enemy.active
    return any(figure_sees(state, unit, figure, enemy, other) for figure in unit.active for other in theirs)


class Sighted(NamedTuple):
    """A figure, and one of an enemy unit that it sees."""

    figure: Figure
    enemy: Unit
    other: Figure


def nearest_visible(state: State, unit: Unit) -> Sighted | None:
    """FUBAR-MOR-05, FAN-03: the nearest enemy figure that one of a unit sees, and from whom it is so near."""
    pairs = [
        (gap(figure.base, other.base), enemy.id, mine, theirs, Sighted(figure, enemy, other))
        for enemy in state.enemies(unit.side)
        for mine, figure in enumerate(unit.active)
        for theirs, other in enumerate(enemy.active)
    ]
    pairs.sort(key=lambda pair: pair[:4])
    for *_, pair in pairs:
        if figure_sees(state, unit, pair.figure, pair.enemy, pair.other):
            return pair
    return None


def level(unit: Unit) -> str:
    """FUBAR-EXP-06, 07, VEH-12: the level most of its active figures have, of two equally frequent the lower."""
    counts: dict[str, int] = {}
    for figure in unit.active or unit.figures:
        name = figure.profile.level
        counts[name] = counts.get(name, 0) + 1
    most = max(counts.values())
    return next(name for name in sheet.LEVELS if counts.get(name) == most)


def bodies(figures: Sequence[Figure]) -> list[list[Figure]]:
    """FUBAR-UNIT-03: the groups of figures linked by gaps of at most 3 inches, in the order of their first ones."""
    return [[figures[i] for i in group] for group in groups([f.base for f in figures], sheet.COHESION + SLACK)]


def main_bodies(unit: Unit) -> list[list[Figure]]:
    """FUBAR-UNIT-04: the largest linked groups of a unit; if one of several has the Leader it is that alone."""
    found = bodies(unit.active)
    size = max((len(group) for group in found), default=0)
    largest = [group for group in found if len(group) == size]
    led = [group for group in largest if any(figure.profile.has("leader") for figure in group)]
    return led or largest


def stragglers(unit: Unit, main: Sequence[Figure] | None = None) -> list[Figure]:
    """FUBAR-UNIT-03, 04, 06, PWR-04: the active figures outside the main body.

    That is the largest linked group; of equal ones that with the Leader, else the one its owner names (`main`), or the
    first. Figures in powered armour never are stragglers, and nobody is in a guard group or aboard.
    """
    active = unit.active
    if len(active) < 2 or unit.tending or unit.place == CARRIED:
        return []
    inside = [figure.id for figure in main or main_bodies(unit)[0]]
    return [figure for figure in active if figure.id not in inside and not figure.profile.powered]


def suppressed(state: State, figure: Figure) -> bool:
    """FUBAR-SUP-03, 07: whether a figure suffers from its markers.

    Option double_suppression = needs_two: who can take two is suppressed only from the second on.
    """
    return figure.markers >= needs.markers_to_suppress(state.house, figure.profile.armour)


def counted_markers(state: State, unit: Unit) -> int:
    """FUBAR-ACT-04: the markers of a unit as its activation counts them."""
    if state.house.double_suppression == "needs_two":
        return sum(suppressed(state, figure) for figure in unit.active)
    return unit.markers


def halved(state: State, unit: Unit) -> bool:
    """FUBAR-AUT-04: whether a unit of automatons moves and shoots half as far: with any of them suppressed."""
    return unit.is_automaton and any(suppressed(state, figure) for figure in unit.active)


def in_cover(state: State, figure: Figure) -> bool:
    """FUBAR-COV-08: whether the centre of its base is in an area of cover."""
    return cover_at(state, figure.base.centre) != ""


def behind_wall(state: State, firer: Base, target: Base) -> str:
    """FUBAR-COV-08, SAP-02: the cover of a linear obstacle that the target touches and that lies across the shot.

    One that is breached gives none.
    """
    for piece in ray(state, firer.centre, target.centre).walls:
        found = state.content.ground.piece(piece)
        if found is not None and piece not in state.breached and gap_to_polygon(target, found.shape) <= sheet.TOUCH:
            return state.content.features[piece].cover or "soft"
    return ""


def by_cover(state: State, figure: Figure) -> bool:
    """FUBAR-COV-08, ORD-05: whether a figure is in an area of cover, or touches a linear obstacle."""
    if in_cover(state, figure):
        return True
    features = state.content.features
    return any(
        features[piece.id].linear
        and piece.id not in state.breached
        and gap_to_polygon(figure.base, piece.shape) <= sheet.TOUCH
        for piece in state.content.ground.pieces
    )


def hold_ground(unit: Unit) -> list[Base]:
    """The bases of a unit that take up room: of active figures, and of hulls."""
    return [f.base for f in unit.figures if f.status == ACTIVE or (f.profile.is_vehicle and unit.out_of_action)]
