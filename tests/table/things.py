"""Random things on a table, their images in turned and mirrored tables, and the same things for shapely."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import shapely
from hypothesis import settings
from hypothesis import strategies as st

from umpire.table import Base, Circle, Ground, Point, Polygon, Terrain, snap
from umpire.table.fixed import UNITS

TABLE = (120_000, 80_000)

few = settings(max_examples=40, deadline=None)
some = settings(max_examples=100, deadline=None)
many = settings(max_examples=250, deadline=None)

facings = st.one_of(st.sampled_from((0, 45, 90, 180, 270)), st.integers(0, 359))
sizes = st.one_of(st.sampled_from((1000, 2000, 3000, 6000)), st.integers(400, 6000))


def points(span: int = 20_000) -> st.SearchStrategy[Point]:
    return st.builds(Point, st.integers(-span, span), st.integers(-span, span))


@st.composite
def bases(draw: st.DrawFn, span: int = 8000, is_round: bool | None = None) -> Base:
    where = draw(points(span))
    turned = draw(facings)
    rounded = draw(st.booleans()) if is_round is None else is_round
    return Base(where.x, where.y, turned, draw(sizes), draw(sizes), rounded)


@st.composite
def polygons(draw: st.DrawFn, span: int = 8000) -> Polygon:
    """A polygon that does not cross itself, often hollowed: spokes of any length around a middle."""
    x, y = draw(points(span))
    sides = draw(st.integers(4, 9))
    spokes = [draw(st.integers(1000, 9000)) for _ in range(sides)]
    start = draw(st.integers(0, 359))
    shape = []
    for i, spoke in enumerate(spokes):
        ux, uy = UNITS[(start + i * 360 // sides) % 360]
        shape.append(Point(snap(x + ux * spoke), snap(y + uy * spoke)))
    return tuple(shape if draw(st.booleans()) else reversed(shape))


circles = st.builds(
    Circle,
    st.floats(-9000, 9000, allow_nan=False),
    st.floats(-9000, 9000, allow_nan=False),
    st.integers(1000, 12_000),
)


@st.composite
def grounds(draw: st.DrawFn, pieces: int = 4, span: int = 12_000) -> Ground:
    shapes = draw(st.lists(polygons(span), min_size=1, max_size=pieces))
    return Ground([Terrain(f"t{i}", "dense", shape) for i, shape in enumerate(shapes)])


def turned_point(p: Point, quarters: int, mirrored: bool) -> Point:
    """A point after quarter turns clockwise about the corner of the table, and then perhaps in the mirror."""
    x, y = p
    for _ in range(quarters):
        x, y = y, -x
    return Point(-x if mirrored else x, y)


def turned_base(base: Base, quarters: int, mirrored: bool) -> Base:
    where = turned_point(base.centre, quarters, mirrored)
    facing = base.facing + 90 * quarters
    return base.moved(*where).turned(-facing if mirrored else facing)


def turned_shape(shape: Polygon, quarters: int, mirrored: bool) -> Polygon:
    return tuple(turned_point(p, quarters, mirrored) for p in shape)


def true_corners(base: Base) -> list[tuple[float, float]]:
    """The corners of a rectangle from the machine's own sines, independent of the table under test."""
    angle = radians(base.facing)
    fx, fy = sin(angle), cos(angle)
    rx, ry = cos(angle), -sin(angle)
    return [
        (base.x + f * fx * base.depth / 2 + r * rx * base.width / 2,
         base.y + f * fy * base.depth / 2 + r * ry * base.width / 2)
        for f, r in ((1, -1), (1, 1), (-1, 1), (-1, -1))
    ]  # fmt: skip


def core(base: Base) -> Any:
    """For shapely: a rectangle, or the centre of a round base."""
    return shapely.Point(base.x, base.y) if base.round else shapely.Polygon(true_corners(base))


def radius(base: Base) -> float:
    return base.width / 2 if base.round else 0.0


def oracle_gap(a: Base, b: Base) -> float:
    return max(float(shapely.distance(core(a), core(b))) - radius(a) - radius(b), 0.0)
