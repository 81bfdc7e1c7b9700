"""Moves along a path: length, terrain underfoot, cost, and what the base sweeps."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.table.things import bases, circles, core, few, grounds, points, polygons, radius, some
from umpire.table import (
    EPSILON,
    Base,
    Circle,
    Ground,
    Path,
    Point,
    Polygon,
    Terrain,
    affordable,
    ahead,
    bearing,
    box,
    clearance,
    cost,
    length,
    point_at,
    steps,
    stretches,
    sweep_crosses_circle_edge,
    sweep_hits_base,
    sweep_hits_polygon,
)

WOOD = Terrain("wood", "dense", box(0, 5000, 4000, 4000))
ROAD = Terrain("road", "road", box(0, 5000, 1000, 20_000))
BOTH = Ground([ROAD, WOOD])

paths: st.SearchStrategy[Path] = st.lists(points(15_000), min_size=2, max_size=5).map(tuple)


def rate(under: tuple[Terrain, ...]) -> float | None:
    kinds = [piece.kind for piece in under]
    if "road" in kinds:
        return 0.5
    return 2.0 if "dense" in kinds else 1.0


@some
@given(paths)
def test_a_path_is_as_long_as_its_legs(path: Path) -> None:
    assert length(path) == pytest.approx(shapely.LineString(path).length, abs=0.01)
    assert length(path) == length(path[::-1])


def test_a_path_of_one_point_has_no_length() -> None:
    assert length((Point(5, 5),)) == 0.0
    assert point_at((Point(5, 5),), 100) == (Point(5, 5), 0)
    assert steps((Point(5, 5),), 100) == [Point(5, 5)]
    assert stretches((Point(5, 5),), BOTH) == []


@some
@given(paths, st.floats(0, 1))
def test_a_point_on_a_path_is_where_shapely_puts_it(path: Path, share: float) -> None:
    whole = length(path)
    found, _ = point_at(path, share * whole)
    true = shapely.LineString(path).interpolate(share * whole)
    assert abs(found.x - true.x) <= 0.52
    assert abs(found.y - true.y) <= 0.52


def test_the_bearing_on_a_path_is_that_of_the_leg_just_walked() -> None:
    path = (Point(0, 0), Point(0, 4000), Point(0, 4000), Point(6000, 4000))
    assert point_at(path, 0) == (Point(0, 0), 0)
    assert point_at(path, -5) == (Point(0, 0), 0)
    assert point_at(path, 3999) == (Point(0, 3999), 0)
    assert point_at(path, 4001) == (Point(1, 4000), 90)
    assert point_at(path, 99_999) == (Point(6000, 4000), 90)


@some
@given(paths, st.integers(700, 9000))
def test_steps_run_from_start_to_end_at_even_distances(path: Path, every: int) -> None:
    found = steps(path, every)
    assert (found[0], found[-1]) == (path[0], path[-1])
    assert len(found) == (-(-length(path) // every) + 1 if length(path) else 1)
    for p, q in pairwise(found):
        assert sqrt((p.x - q.x) ** 2 + (p.y - q.y) ** 2) <= every + 1.5


def test_a_step_that_ends_on_the_end_is_not_made_twice() -> None:
    assert steps((Point(0, 0), Point(0, 10_000)), 5000) == [Point(0, 0), Point(0, 5000), Point(0, 10_000)]
    with pytest.raises(ValueError, match="length"):
        steps((Point(0, 0), Point(0, 10_000)), 0)


@some
@given(paths, grounds())
def test_stretches_cover_the_path_without_holes(path: Path, ground: Ground) -> None:
    found = stretches(path, ground)
    at = 0.0
    for stretch in found:
        assert stretch.start == at
        assert stretch.end > stretch.start
        at = stretch.end
    assert at == length(path)
    for one, two in pairwise(found):
        assert one.terrain != two.terrain


@some
@given(paths, grounds())
def test_a_path_is_in_each_piece_for_as_long_as_shapely_says(path: Path, ground: Ground) -> None:
    found = stretches(path, ground)
    for piece in ground.pieces:
        mine = sum(s.end - s.start for s in found if piece in s.terrain)
        shape, true = shapely.Polygon(piece.shape), 0.0
        for p, q in pairwise(path):
            if p != q:
                leg = shapely.LineString([p, q])
                true += leg.intersection(shape).length - leg.intersection(shape.boundary).length
        assert mine == pytest.approx(true, abs=0.02)


def test_stretches_name_what_lies_underfoot() -> None:
    found = stretches((Point(-5000, 5000), Point(5000, 5000)), BOTH)
    assert [(s.start, s.end, s.ids) for s in found] == [
        (0, 3000, ()),
        (3000, 4500, ("wood",)),
        (4500, 5500, ("road", "wood")),
        (5500, 7000, ("wood",)),
        (7000, 10_000, ()),
    ]
    assert found[2].kinds == ("road", "dense")


def test_the_cost_of_a_path_follows_the_rate_of_each_stretch() -> None:
    path = (Point(-5000, 5000), Point(5000, 5000))
    assert cost(path, BOTH, rate) == (3000 + 2 * 1500 + 0.5 * 1000 + 2 * 1500 + 3000, None, "")
    assert cost(path, BOTH, rate).possible
    refused = cost(path, BOTH, lambda under: None if any(t.kind == "road" for t in under) else 1.0)
    assert not refused.possible
    assert refused == (4500.0, 4500.0, "road")


@some
@given(paths, grounds(), st.integers(0, 40_000))
def test_what_is_affordable_costs_no_more_than_the_allowance(path: Path, ground: Ground, allowance: int) -> None:
    whole = cost(path, ground, rate).used
    far = affordable(path, ground, rate, allowance)
    if whole <= allowance:
        assert far == length(path)
    else:
        assert far < length(path)
        used = sum(
            (min(s.end, far) - s.start) * (rate(s.terrain) or 0) for s in stretches(path, ground) if s.start < far
        )
        assert used == pytest.approx(allowance, abs=0.05)


def test_nothing_is_affordable_beyond_what_may_not_be_entered() -> None:
    path = (Point(0, 0), Point(0, 20_000))
    assert affordable(path, Ground([WOOD]), lambda under: None if under else 1.0, 99_999) == 3000.0


@some
@given(bases(), points(), points(), bases(15_000), st.integers(2, 3000))
def test_how_near_a_sweep_comes_agrees_with_shapely(base: Base, p: Point, q: Point, other: Base, margin: int) -> None:
    facing = bearing(p, q) if p != q else base.facing
    ends = [core(base.turned(facing).moved(*end)) for end in (p, q)]
    apart = float(shapely.distance(shapely.unary_union(ends).convex_hull, core(other)))
    near = apart - radius(base) - radius(other)
    assume(abs(near - margin + EPSILON) > 1e-3)
    assert sweep_hits_base(base, p, q, other, margin) == (near < margin - EPSILON)


@few
@given(bases(), points(), st.integers(0, 359), st.integers(0, 20_000), bases(15_000))
def test_no_place_on_a_leg_is_nearer_than_the_sweep(base: Base, p: Point, way: int, far: int, other: Base) -> None:
    q = ahead(p, way, far)
    facing = bearing(p, q) if p != q else base.facing
    hit = sweep_hits_base(base, p, q, other)
    for spot in steps((p, q), 500):
        place = base.turned(facing).moved(*spot)
        # Snapping a place in mid leg may push it in by less than a thousandth.
        assert hit or clearance(place, other) > -2


def test_passing_at_exactly_the_margin_is_no_hit() -> None:
    base, other = Base(0, 0, 0, 2000, 2000), Base(3000, 9000, 0, 2000, 2000)
    p, q = Point(0, 0), Point(0, 20_000)
    assert not sweep_hits_base(base, p, q, other, 1000)
    assert sweep_hits_base(base, p, q, other, 1001)
    beside = other.moved(2000, 9000)
    assert not sweep_hits_base(base, p, q, beside)
    assert sweep_hits_base(base, p, q, beside.moved(1999, 9000))
    assert sweep_hits_base(base, p, q, other.moved(0, 9000))


def test_a_sweep_may_keep_its_facing() -> None:
    base = Base(0, 0, 0, 1000, 5000)
    other = Base(5000, 2000, 0, 1000, 1000)
    p, q = Point(0, 0), Point(9000, 0)
    assert not sweep_hits_base(base, p, q, other)
    assert sweep_hits_base(base, p, q, other, facing=0)


@some
@given(bases(), points(), points(), polygons())
def test_a_sweep_hits_a_polygon_as_shapely_says(base: Base, p: Point, q: Point, shape: Polygon) -> None:
    facing = bearing(p, q) if p != q else base.facing
    ends = [core(base.turned(facing).moved(*end)) for end in (p, q)]
    covered = shapely.unary_union(ends).convex_hull.buffer(radius(base), quad_segs=90)
    whole = shapely.Polygon(shape)
    hit = sweep_hits_polygon(base, p, q, shape)
    if covered.distance(whole) > 0:
        assert not hit
    elif covered.buffer(-3).intersects(whole.buffer(-3)):
        assert hit


def test_sliding_along_the_edge_of_a_polygon_is_no_hit() -> None:
    base = Base(0, 0, 0, 2000, 2000)
    assert not sweep_hits_polygon(base, Point(-3000, -9000), Point(-3000, 19_000), WOOD.shape)
    assert sweep_hits_polygon(base, Point(-2999, -9000), Point(-2999, 19_000), WOOD.shape)
    assert sweep_hits_polygon(base, Point(0, 5000), Point(0, 5000), WOOD.shape)
    assert not sweep_hits_polygon(base, Point(0, -5000), Point(0, 2000), WOOD.shape)


@some
@given(bases(), points(), points(), circles)
def test_a_sweep_passes_a_circle_if_it_leaves_its_side(base: Base, p: Point, q: Point, circle: Circle) -> None:
    facing = bearing(p, q) if p != q else base.facing
    ends = [core(base.turned(facing).moved(*end)) for end in (p, q)]
    covered = shapely.unary_union(ends).convex_hull
    centre = shapely.Point(circle.x, circle.y)
    near = covered.distance(centre) - radius(base)
    far = shapely.hausdorff_distance(covered, centre) + radius(base)
    inside = shapely.distance(shapely.Point(p), centre) <= circle.radius
    margin = far - circle.radius if inside else circle.radius - near
    assume(abs(margin - EPSILON) > 1e-3)
    assert sweep_crosses_circle_edge(base, p, q, circle) == (margin > EPSILON)
