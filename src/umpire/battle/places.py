"""Places in scenario files: the shapes that are drawn there, and whether all of it lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from umpire.battle.datafile import DataError, DataFile
from umpire.battle.seats import SEATS
from umpire.table import Base, Point, Polygon, circle_polygon, inside_share, line_polygon, mils
from umpire.table import box as box_around
from umpire.table.convex import convex_parts
from umpire.table.polygons import crosses_itself, has_area

Pair = tuple[float, float]
Box = tuple[float, float, float, float]
S = TypeVar("S")


# --- Shapes --------------------------------------------------------------------------------------------------


def point_of(at: Pair) -> Point:
    return Point(mils(at[0]), mils(at[1]))


def area_of(edges: Box) -> Polygon:
    """A rectangle by its edges: west, south, east, north."""
    west, south, east, north = (mils(edge) for edge in edges)
    return (Point(west, north), Point(east, north), Point(east, south), Point(west, south))


def shape_of(
    *,
    area: Box | None = None,
    box: Box | None = None,
    circle: tuple[float, float, float] | None = None,
    corners: Sequence[Pair] | None = None,
    line: Sequence[Pair] | None = None,
    width: float = 0.0,
) -> Polygon:
    """A shape that is given in one of these ways.

    area: west, south, east, north; box: middle, width and depth; circle: middle and radius; line: with a width.
    """
    if area is not None:
        return area_of(area)
    if box is not None:
        x, y, across, along = box
        return box_around(mils(x), mils(y), mils(across), mils(along))
    if circle is not None:
        x, y, radius = circle
        return circle_polygon(point_of((x, y)), mils(radius))
    if corners is not None:
        return tuple([point_of(corner) for corner in corners])
    assert line is not None
    return line_polygon([point_of(each) for each in line], mils(width))


# --- Checking ------------------------------------------------------------------------------------------------


def wholly_in(base: Base, area: Polygon) -> bool:
    """Whether a base lies in an area, but for what rounding of its corners may put outside."""
    return inside_share(base, area) >= 0.9999


_ROUNDED = -1e-6
"""What a sum of decimal fractions may be off."""


class TableFile:
    """A scenario file and the size of its table: each place off it is told where it stands in the file.

    So is a shape that cannot lie there, by its corners as they will be: in whole thousandths.
    """

    def __init__(self, file: DataFile, size: Pair) -> None:
        self._file = file
        self.width, self.depth = size

    def error(self, where: str, message: str) -> DataError:
        return self._file.error(where, message)

    def shape(self, where: str, *, width: float, **shapes: Any) -> None:
        """Exactly one of these shapes, on the table: box, area, circle, line (of this width), corners."""
        given = [(name, shape) for name, shape in shapes.items() if shape is not None]
        if len(given) != 1:
            *names, last = shapes
            raise self.error(where, f"give exactly one of {', '.join(names)} and {last}")
        ((name, shape),) = given
        check: Callable[[str, Any], None] = getattr(self, name)
        check(f"{where}.{name}", shape)
        if name == "line":
            self._as_wide(where, shape, width)

    def solid(self, where: str, shape: Polygon) -> None:
        """Something that covers ground, if only a little."""
        if not has_area(shape):
            raise self.error(where, "has no area")

    def point(self, where: str, at: Sequence[float]) -> None:
        """A place, or the middle of something that begins with it."""
        if not (0 <= at[0] <= self.width and 0 <= at[1] <= self.depth):
            raise self.error(where, "lies off the table")

    def box(self, where: str, box: Box) -> None:
        """A rectangle by its middle, its width and its depth."""
        x, y, wide, deep = box
        for middle, size, end in ((x, wide, self.width), (y, deep, self.depth)):
            if not (middle - size / 2 >= _ROUNDED and middle + size / 2 <= end - _ROUNDED):
                raise self.error(where, "lies off the table")
        self.solid(where, shape_of(box=box))

    def circle(self, where: str, circle: tuple[float, float, float]) -> None:
        """A circle by its middle and its radius."""
        x, y, radius = circle
        self.box(where, (x, y, 2 * radius, 2 * radius))
        self.solid(where, shape_of(circle=circle))

    def points(self, where: str, places: Sequence[Pair]) -> None:
        for index, at in enumerate(places):
            self.point(f"{where}[{index}]", at)

    def area(self, where: str, area: Box) -> None:
        self.edges(where, area, "area")

    def corners(self, where: str, places: Sequence[Pair]) -> None:
        if len(dict.fromkeys(places)) < 3:
            raise self.error(where, "needs 3 points that differ")
        self.points(where, places)
        outline = shape_of(corners=places)
        self.solid(where, outline)
        if crosses_itself(outline):
            raise self.error(where, "crosses itself or touches itself")

    def line(self, where: str, places: Sequence[Pair]) -> None:
        self.points(where, places)
        points = [point_of(at) for at in places]
        if len(dict.fromkeys(points)) < 2:
            raise self.error(where, "a line has at least two points that differ")
        for index, (before, point) in enumerate(pairwise(points), 1):
            if point == before:
                raise self.error(f"{where}[{index}]", "lies where the point before lies")
        try:
            line_polygon(points, 1)
        except ValueError:  # a turn that no road takes
            raise self.error(where, "a line turns back on itself nowhere") from None

    def _as_wide(self, where: str, places: Sequence[Pair], width: float) -> None:
        """A line with its width. It may overlap itself a little in a bend, as long as it can be cut into parts."""
        outline = shape_of(line=places, width=width)
        self.solid(f"{where}.width", outline)
        try:
            convex_parts(outline)
        except ValueError:
            raise self.error(f"{where}.line", "crosses itself, as wide as it is: draw it as two lines") from None

    def edges(self, where: str, box: Box, called: str) -> None:
        """A rectangle by its edges; `called` is what people call it."""
        west, south, east, north = box
        if not (0 <= west < east <= self.width and 0 <= south < north <= self.depth):
            raise self.error(where, f"the {called} is west, south, east, north on the table")
        self.solid(where, area_of(box))


def zones_apart(file: DataFile, zones: Mapping[str, Box]) -> None:
    """No two sides set up on the same ground: who comes second could be left without room."""
    seats = sorted(zones)
    for at, seat in enumerate(seats):
        west, south, east, north = zones[seat]
        for before in seats[:at]:
            theirs = zones[before]
            if west < theirs[2] and theirs[0] < east and south < theirs[3] and theirs[1] < north:
                raise file.error(f"$.side.{seat}.zone", f"overlaps the zone of side {before}")


def no_namesakes(file: DataFile, units: Mapping[str, Sequence[str]], field: str = "force") -> None:
    """No id belongs to units of two sides; `field` is what of a side says which units are its."""
    seen: list[str] = []
    for seat, mine in sorted(units.items()):
        for uid in mine:
            if uid in seen:
                raise file.error(f"$.side.{seat}.{field}", f"another side has a unit {uid!r}")
        seen += mine


def both_sides(file: DataFile, sides: Mapping[Any, S]) -> Iterator[tuple[str, S]]:
    """The sides A and B, each with its place in the file; there must be both, and no other."""
    for seat in sides:
        if seat not in SEATS:
            raise file.error(f"$.side.{seat}", "the sides are A and B")
    for seat in SEATS:
        if seat not in sides:
            raise file.error("$.side", f"side {seat} is missing")
        yield f"$.side.{seat}", sides[seat]
