"""The shapes that lie on a table."""

from __future__ import annotations

from math import sqrt

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tests.table.things import bases, points, some, true_corners, turned_base, turned_point
from umpire.table import Base, Point, Terrain, ahead, box, circle_polygon, line_polygon
from umpire.table.shapes import extents, outline


def test_corners_run_from_the_front_left_clockwise() -> None:
    assert Base(0, 0, 0, 4000, 2000).corners == ((-2000, 1000), (2000, 1000), (2000, -1000), (-2000, -1000))
    assert Base(0, 0, 180, 4000, 2000).corners == ((2000, -1000), (-2000, -1000), (-2000, 1000), (2000, 1000))


@some
@given(bases(is_round=False))
def test_corners_are_the_true_ones_snapped(base: Base) -> None:
    for snapped, free, true in zip(base.corners, outline(base), true_corners(base), strict=True):
        assert abs(snapped.x - true[0]) <= 0.501
        assert abs(snapped.y - true[1]) <= 0.501
        assert abs(free[0] - true[0]) < 1e-5
        assert abs(free[1] - true[1]) < 1e-5


@some
@given(bases(), st.integers(0, 3))
def test_corners_turn_with_the_table(base: Base, quarters: int) -> None:
    image = turned_base(base, quarters, False).corners
    assert image == tuple(turned_point(p, quarters, False) for p in base.corners)


@some
@given(bases())
def test_nothing_of_a_base_is_beyond_its_reach(base: Base) -> None:
    for x, y in base.corners:
        assert sqrt((x - base.x) ** 2 + (y - base.y) ** 2) <= base.reach
    ex, ey = extents(base)
    assert max(ex, ey) <= base.reach


@some
@given(bases(), points())
def test_moving_and_turning_keep_the_rest(base: Base, p: Point) -> None:
    assert base.moved(*p).moved(*base.centre) == base
    assert base.turned(base.facing + 90).turned(base.facing + 360) == base
    assert base.moved(*p).centre == p


def test_a_round_piece_of_terrain_has_its_corners_on_the_circle() -> None:
    shape = circle_polygon(Point(5000, 5000), 4000)
    assert len(shape) == len(set(shape)) == 48
    assert all(abs(sqrt((x - 5000) ** 2 + (y - 5000) ** 2) - 4000) < 0.71 for x, y in shape)
    with pytest.raises(ValueError, match="three sides"):
        circle_polygon(Point(0, 0), 1000, 2)


def test_terrain_knows_the_box_around_it() -> None:
    assert Terrain("hill", "hill", box(0, 0, 10_000, 4000, 90)).bounds == (-2000, -5000, 2000, 5000)


def test_a_road_bends_exactly_at_right_angles() -> None:
    road = line_polygon((Point(0, 0), Point(10_000, 0), Point(10_000, 10_000)), 2000)
    assert shapely.Polygon(road).area == 11_000 * 2000 + 9000 * 2000
    assert set(road) == {
        (0, 1000),
        (0, -1000),
        (9000, 1000),
        (11_000, -1000),
        (9000, 10_000),
        (11_000, 10_000),
    }


@some
@given(st.integers(-150, 150), st.integers(400, 3000), st.booleans())
def test_a_line_covers_what_lies_within_half_its_width(turn: int, width: int, repeat: bool) -> None:
    start, bend = Point(0, 0), Point(20_000, 0)
    end = ahead(bend, 90 + turn, 20_000)
    line = (start, bend, bend, end) if repeat else (start, bend, end)
    strip = shapely.Polygon(line_polygon(line, width))
    flat = shapely.LineString([start, bend, end]).buffer(width / 2 - 2, cap_style="flat", join_style="bevel")
    mitred = shapely.LineString([start, bend, end]).buffer(
        width / 2 + 2, cap_style="square", join_style="mitre", mitre_limit=10
    )
    assert strip.is_valid
    assert strip.buffer(2).covers(flat)
    assert mitred.covers(strip)


def test_a_line_must_lead_somewhere_and_not_straight_back() -> None:
    with pytest.raises(ValueError, match="two different points"):
        line_polygon((Point(0, 0), Point(0, 0)), 1000)
    with pytest.raises(ValueError, match="turns back"):
        line_polygon((Point(0, 0), Point(9000, 0), Point(0, 100)), 1000)
