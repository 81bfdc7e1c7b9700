"""Bearings come from one fixed table, and are the same whichever way the table is turned."""

from __future__ import annotations

from decimal import Decimal, localcontext
from math import atan2, degrees, radians, sin, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.table.things import many, points, some, turned_point
from umpire.table import Point, ahead, bearing, direction, opposite, snap, turn_between, unit_vector
from umpire.table.fixed import COSINES, GRAIN, SCALE, SINES, grain

ORIGIN = Point(0, 0)


def exact_sine(degree: int) -> Decimal:
    """The sine by its series, to forty digits."""
    with localcontext() as context:
        context.prec = 50
        pi = Decimal("3.14159265358979323846264338327950288419716939937510")
        x = pi * degree / 180
        total = term = x
        for k in range(1, 60, 2):
            term = -term * x * x / ((k + 1) * (k + 2))
            total += term
        return total


def test_the_table_holds_the_nearest_whole_numbers_to_the_sines() -> None:
    for degree in range(91):
        assert abs(exact_sine(degree) * SCALE - SINES[degree]) <= Decimal("0.5000001"), degree


def test_the_table_goes_all_around() -> None:
    assert len(SINES) == len(COSINES) == 360
    for degree in range(360):
        assert abs(SINES[degree] / SCALE - sin(radians(degree))) < 1e-9
        assert COSINES[degree] == SINES[(degree + 90) % 360]
        assert SINES[degree] == -SINES[(degree + 180) % 360]


@pytest.mark.parametrize(
    ("to", "expected"),
    [((0, 9), 0), ((9, 9), 45), ((9, 0), 90), ((0, -9), 180), ((-9, 0), 270), ((-9, 9), 315)],
)
def test_bearings_are_clockwise_from_north(to: tuple[int, int], expected: int) -> None:
    assert bearing(ORIGIN, Point(*to)) == expected


def test_a_point_has_bearing_nought_to_itself() -> None:
    assert bearing(Point(7, 7), Point(7, 7)) == 0
    assert unit_vector(Point(7, 7), Point(7, 7)) == (0.0, 1.0)


@many
@given(points(200_000), points(200_000))
def test_a_bearing_is_the_nearest_whole_degree(p: Point, q: Point) -> None:
    assume(p != q)
    true = degrees(atan2(q.x - p.x, q.y - p.y)) % 360
    off = abs(bearing(p, q) - true)
    assert min(off, 360 - off) <= 0.5 + 1e-7


@many
@given(points(), points(), st.integers(0, 3))
def test_a_bearing_turns_with_the_table(p: Point, q: Point, quarters: int) -> None:
    assume(p != q)
    turned = bearing(turned_point(p, quarters, False), turned_point(q, quarters, False))
    assert turned == (bearing(p, q) + 90 * quarters) % 360


@some
@given(points(), points())
def test_the_way_back_is_the_opposite_bearing(p: Point, q: Point) -> None:
    assume(p != q)
    assert bearing(q, p) == opposite(bearing(p, q))


def test_every_bearing_leads_back_to_itself() -> None:
    for degree in range(360):
        assert bearing(ORIGIN, ahead(ORIGIN, degree, 50_000)) == degree
        x, y = direction(degree)
        assert abs(x * x + y * y - 1) < 1e-9


@many
@given(points(), st.integers(0, 359), st.integers(0, 150_000))
def test_going_ahead_never_overshoots_and_hardly_falls_short(p: Point, degree: int, distance: int) -> None:
    q = ahead(p, degree, distance)
    gone = (q.x - p.x) ** 2 + (q.y - p.y) ** 2
    assert gone <= distance * distance
    assert sqrt(gone) > distance - 2.5


@some
@given(points(), st.integers(0, 359), st.integers(0, 99_999), st.integers(0, 3), st.booleans())
def test_going_ahead_turns_and_mirrors_with_the_table(
    p: Point, degree: int, distance: int, quarters: int, mirrored: bool
) -> None:
    turned = degree + 90 * quarters
    image = ahead(turned_point(p, quarters, mirrored), -turned if mirrored else turned, distance)
    assert image == turned_point(ahead(p, degree, distance), quarters, mirrored)


@some
@given(st.integers(0, 359), st.integers(0, 359))
def test_a_turn_is_the_short_way_round(a: int, b: int) -> None:
    turn = turn_between(a, b)
    assert 0 <= turn <= 180
    assert turn == turn_between(b, a)
    assert b in ((a + turn) % 360, (a - turn) % 360)


@some
@given(st.floats(-1e6, 1e6))
def test_snapping_goes_to_the_nearest_and_mirrors(value: float) -> None:
    assert abs(snap(value) - value) <= 0.5
    assert snap(-value) == -snap(value)
    assert abs(grain(value) - value) <= 0.5 / GRAIN + 1e-9
    assert grain(-value) == -grain(value)
