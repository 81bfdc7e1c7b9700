"""Measuring against polygons, hollowed ones too."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.table.things import bases, core, few, points, polygons, radius, some, turned_base, turned_shape
from umpire.table import (
    XY,
    Base,
    Point,
    Polygon,
    box,
    contains,
    gap_to_edge,
    gap_to_polygon,
    inside_share,
    minus,
    near_polygon,
)
from umpire.table.convex import area2, clipped, convex_parts, hull
from umpire.table.shapes import bounds

WOOD = box(0, 0, 10_000, 10_000)
HORSESHOE = (
    Point(0, 0), Point(9000, 0), Point(9000, 9000), Point(6000, 9000),
    Point(6000, 3000), Point(3000, 3000), Point(3000, 9000), Point(0, 9000),
)  # fmt: skip


@some
@given(polygons(), points(12_000))
def test_a_point_is_in_a_polygon_as_shapely_says(shape: Polygon, p: Point) -> None:
    assert contains(shape, p) == shapely.Polygon(shape).covers(shapely.Point(p))


@some
@given(polygons(), st.integers(0, 8))
def test_edges_and_corners_count_as_inside(shape: Polygon, index: int) -> None:
    p, q = shape[index % len(shape)], shape[(index + 1) % len(shape)]
    assert contains(shape, p)
    assert contains(shape, ((p.x + q.x) / 2, (p.y + q.y) / 2))


def test_the_hollow_of_a_polygon_is_outside() -> None:
    assert not contains(HORSESHOE, Point(4500, 6000))
    assert contains(HORSESHOE, Point(4500, 3000))
    assert contains(HORSESHOE, Point(1000, 9000))
    assert gap_to_edge(HORSESHOE, 4500, 6000) == 1500.0


@some
@given(bases(15_000), polygons())
def test_the_gap_to_a_polygon_agrees_with_shapely(base: Base, shape: Polygon) -> None:
    true = max(float(shapely.distance(core(base), shapely.Polygon(shape))) - radius(base), 0.0)
    assert gap_to_polygon(base, shape) == pytest.approx(true, abs=1e-4)


def test_the_gap_to_a_polygon_is_nought_inside_and_in_contact() -> None:
    assert gap_to_polygon(Base(0, 0, 30, 1000, 1000), WOOD) == 0.0
    assert gap_to_polygon(Base(6500, 0, 0, 3000, 3000), WOOD) == 0.0
    assert gap_to_polygon(Base(6501, 0, 0, 3000, 3000), WOOD) == 1.0
    assert gap_to_polygon(Base(4500, 6000, 0, 1000, 1000), HORSESHOE) == 1000.0


@some
@given(bases(30_000), polygons(), st.integers(0, 12_000))
def test_near_is_a_gap_no_wider_than_the_limit(base: Base, shape: Polygon, limit: int) -> None:
    true = gap_to_polygon(base, shape)
    assert near_polygon(base, shape, limit) == (true <= limit)
    assert near_polygon(base, shape, true)
    assert not near_polygon(base, shape, true - 0.5)


@some
@given(bases(12_000, is_round=False), polygons())
def test_the_share_inside_agrees_with_shapely(base: Base, shape: Polygon) -> None:
    rectangle = core(base)
    true = rectangle.intersection(shapely.Polygon(shape)).area / rectangle.area
    assert inside_share(base, shape) == pytest.approx(true, abs=1e-6)


@few
@given(bases(12_000, is_round=True), polygons())
def test_the_share_of_a_round_base_agrees_with_shapely(base: Base, shape: Polygon) -> None:
    disc = core(base).buffer(radius(base), quad_segs=64)
    true = disc.intersection(shapely.Polygon(shape)).area / disc.area
    assert inside_share(base, shape) == pytest.approx(true, abs=2e-3)


@some
@given(bases(), polygons(), st.integers(0, 3), st.booleans())
def test_the_share_is_the_same_on_a_turned_or_mirrored_table(
    base: Base, shape: Polygon, quarters: int, mirrored: bool
) -> None:
    image = inside_share(turned_base(base, quarters, mirrored), turned_shape(shape, quarters, mirrored))
    assert image == pytest.approx(inside_share(base, shape), abs=1e-8)


@some
@given(st.integers(0, 359), st.integers(500, 3000), st.integers(500, 3000), st.booleans())
def test_a_base_centred_on_a_straight_edge_is_exactly_half_inside(
    facing: int, width: int, depth: int, is_round: bool
) -> None:
    assert inside_share(Base(5000, 0, facing, width, depth, is_round), WOOD) == 0.5


def test_a_base_wholly_inside_or_outside_has_a_share_of_one_or_nought() -> None:
    for is_round in (False, True):
        assert inside_share(Base(3500, 3500, 0, 3000, 3000, is_round), WOOD) == 1.0
        assert inside_share(Base(6500, 0, 0, 3000, 3000, is_round), WOOD) == 0.0
        assert inside_share(Base(20_000, 0, 0, 3000, 3000, is_round), WOOD) == 0.0
    assert inside_share(Base(0, 0, 45, 20_000, 20_000), WOOD) == 0.25


def test_a_base_without_size_is_in_or_out_as_its_centre_is() -> None:
    for is_round in (False, True):
        assert inside_share(Base(5000, 0, 45, 0, 0, is_round), WOOD) == 1.0
        assert inside_share(Base(5001, 0, 45, 0, 0, is_round), WOOD) == 0.0


def test_what_lies_beyond_a_line_is_cut_off_and_a_corner_on_the_line_stays_once() -> None:
    kite: list[XY] = [(0.0, -2.0), (2.0, 0.0), (0.0, 2.0), (-2.0, 0.0)]
    assert clipped(kite, 1.0, 0.0, 2.0) == kite
    assert clipped(kite, 1.0, 0.0, 0.0) == [(0.0, -2.0), (0.0, 2.0), (-2.0, 0.0)]
    assert clipped(kite, 1.0, 0.0, 1.0) == [(0.0, -2.0), (1.0, -1.0), (1.0, 1.0), (0.0, 2.0), (-2.0, 0.0)]
    assert clipped(kite, 1.0, 0.0, -3.0) == clipped([], 1.0, 0.0, 0.0) == []


@some
@given(polygons())
def test_the_convex_parts_make_up_the_polygon(shape: Polygon) -> None:
    parts = [shapely.Polygon(part) for part in convex_parts(shape)]
    whole = shapely.Polygon(shape)
    assume(whole.is_valid)
    assert sum(part.area for part in parts) == pytest.approx(whole.area)
    assert shapely.unary_union(parts).symmetric_difference(whole).area < 1.0
    assert all(area2(part) > 0 for part in convex_parts(shape))


def test_corners_in_line_and_repeated_corners_do_no_harm() -> None:
    shape = (*HORSESHOE[:1], Point(3000, 0), Point(3000, 0), *HORSESHOE[1:])
    assert sum(area2(part) for part in convex_parts(shape)) == 2 * shapely.Polygon(HORSESHOE).area
    assert len(convex_parts((Point(0, 0), Point(5, 0), Point(9, 0), Point(9, 9), Point(0, 9)))) == 1


def test_a_polygon_that_crosses_itself_or_is_flat_is_refused() -> None:
    with pytest.raises(ValueError, match="three corners"):
        convex_parts((Point(0, 0), Point(5000, 0), Point(9000, 0)))
    with pytest.raises(ValueError, match="crosses itself"):
        convex_parts((Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10), Point(-9, 5), Point(4, 9), Point(-9, 4)))


@some
@given(st.lists(points(50), min_size=1, max_size=12))
def test_the_hull_agrees_with_shapely(spots: list[Point]) -> None:
    true = shapely.MultiPoint(spots).convex_hull
    found = hull(spots)
    if len(found) > 2:
        assert true.equals(shapely.Polygon(found))
        assert area2(found) > 0
    else:
        assert true.length == shapely.LineString([*found, found[-1]]).length


@few
@given(polygons(), polygons())
def test_what_is_left_of_a_polygon_is_the_rest_of_it(shape: Polygon, hole: Polygon) -> None:
    """Snapping shifts corners by a thousandth at most, so areas agree but for a rim of that width."""
    left = [shapely.Polygon(part) for part in minus(shape, hole)]
    expected = shapely.difference(shapely.Polygon(shape), shapely.Polygon(hole))
    rim = 2.0 * sum([part.length for part in left], expected.length + 10.0)
    assert abs(sum([part.area for part in left], 0.0) - expected.area) <= rim
    for part in left:
        assert shapely.area(shapely.intersection(part, shapely.Polygon(hole))) <= rim


def test_a_river_is_parted_by_a_bridge_and_nothing_is_left_of_what_is_covered() -> None:
    river, bridge = box(0, 0, 40_000, 3000), box(0, 0, 2000, 3000)
    assert sorted(bounds(part) for part in minus(river, bridge)) == [
        (-20_000, -1500, -1000, 1500),
        (1000, -1500, 20_000, 1500),
    ]
    assert minus(bridge, river) == []
    beside = minus(river, box(0, 9000, 2000, 2000))
    assert sum(abs(area2(part)) for part in beside) == abs(area2(river))
