"""Distances are edge to edge; "within" includes the limit; touching is not overlapping."""

from __future__ import annotations

from math import floor

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.table.things import (
    TABLE,
    bases,
    circles,
    core,
    few,
    many,
    oracle_gap,
    points,
    radius,
    some,
    turned_base,
)
from umpire.table import (
    EPSILON,
    Base,
    Circle,
    Point,
    ahead,
    clearance,
    gap,
    gap_to_point,
    groups,
    in_zone,
    nearest,
    on_table,
    overlap,
    touching,
    within,
)

SQUARE = Base(0, 0, 0, 3000, 3000)
DISC = Base(0, 0, 0, 3000, 3000, True)


@many
@given(bases(12_000), bases(12_000))
def test_the_gap_agrees_with_shapely(a: Base, b: Base) -> None:
    assert gap(a, b) == pytest.approx(oracle_gap(a, b), abs=1e-4)


@many
@given(bases(), bases())
def test_the_gap_is_the_same_from_both_ends(a: Base, b: Base) -> None:
    assert gap(a, b) == gap(b, a)
    assert overlap(a, b) == overlap(b, a)
    assert touching(a, b) == touching(b, a)


@many
@given(bases(), bases(), st.integers(0, 3), st.booleans())
def test_the_gap_is_the_same_on_a_turned_or_mirrored_table(a: Base, b: Base, quarters: int, mirrored: bool) -> None:
    image = turned_base(a, quarters, mirrored), turned_base(b, quarters, mirrored)
    assert clearance(*image) == clearance(a, b)
    assert overlap(*image) == overlap(a, b)


@many
@given(bases(), bases(), st.integers(0, 15_000))
def test_within_means_a_gap_no_wider_than_the_limit(a: Base, b: Base, limit: int) -> None:
    apart = gap(a, b)
    assume(abs(apart - limit) > 1e-6)
    assert within(a, b, limit) == (apart < limit)


@some
@given(bases(), bases(), st.integers(0, 15_000), st.integers(0, 15_000))
def test_what_is_within_a_limit_is_within_any_wider_one(a: Base, b: Base, limit: int, more: int) -> None:
    assume(within(a, b, limit))
    assert within(a, b, limit + more)


@some
@given(st.integers(1, 40_000), st.booleans(), st.booleans(), st.sampled_from((0, 90, 180, 270)))
def test_the_limit_itself_is_within(limit: int, first: bool, second: bool, way: int) -> None:
    a = DISC if first else SQUARE
    b = (DISC if second else SQUARE).moved(*ahead(Point(0, 0), way, 3000 + limit))
    assert gap(a, b) == limit
    assert within(a, b, limit)
    assert not within(a, b, limit - 1)


def test_round_bases_compare_by_whole_numbers() -> None:
    # 3-4-5: the centres are exactly 5,000,000 apart, and one thousandth off on one axis is seen.
    a = Base(0, 0, 0, 1000, 1000, True)
    assert within(a, a.moved(3_000_000, 4_000_000), 4_999_000)
    assert not within(a, a.moved(3_000_000, 4_000_001), 4_999_000)
    odd = Base(0, 0, 0, 1001, 1001, True)
    assert within(odd, odd.moved(2001, 0), 1000)
    assert not within(odd, odd.moved(2002, 0), 1000)


def test_corner_to_corner_is_measured_across() -> None:
    assert gap(SQUARE, SQUARE.moved(6000, 7000)) == 5000.0


def test_a_negative_limit_holds_nothing() -> None:
    assert not within(SQUARE, SQUARE, -1)


@pytest.mark.parametrize(("shift", "apart", "touches", "overlaps"), [
    (3001, 1.0, False, False), (3000, 0.0, True, False), (2999, 0.0, False, True), (0, 0.0, False, True),
])  # fmt: skip
def test_contact_is_neither_apart_nor_overlapping(shift: int, apart: float, touches: bool, overlaps: bool) -> None:
    for one in (SQUARE, DISC):
        for other in (SQUARE, DISC):
            for image in (other.moved(shift, 0), other.moved(0, -shift)):
                assert gap(one, image) == apart
                assert touching(one, image) is touches
                assert overlap(one, image) is overlaps


def test_crossed_bases_overlap_though_no_corner_lies_in_the_other() -> None:
    long = Base(0, 0, 0, 9000, 1000)
    for facing in (45, 90, 100):
        assert overlap(long, long.turned(facing))
        assert gap(long, long.turned(facing)) == 0.0


@many
@given(bases(), bases())
def test_overlap_agrees_with_shapely(a: Base, b: Base) -> None:
    if a.round or b.round:
        shared = shapely.distance(core(a), core(b)) < radius(a) + radius(b)
    else:
        shared = core(a).intersection(core(b)).area > 0
    depth = clearance(a, b)
    assume(abs(depth) > 1e-4)
    assert (depth < 0) == shared
    assert overlap(a, b) == (depth < -EPSILON)


@some
@given(bases(), bases(6000))
def test_the_depth_of_an_overlap_is_the_shift_that_parts_two_bases(a: Base, b: Base) -> None:
    depth = clearance(a, b)
    assume(depth < -2)
    # A shift somewhat shorter than that in any direction leaves them overlapping.
    shift = floor(-depth * 0.9) - 1
    for way in range(0, 360, 15):
        assert clearance(a, b.moved(*ahead(b.centre, way, max(shift, 0)))) < 0


@some
@given(bases(), points())
def test_the_gap_to_a_point_agrees_with_shapely(base: Base, p: Point) -> None:
    true = max(float(shapely.distance(core(base), shapely.Point(p))) - radius(base), 0.0)
    assert gap_to_point(base, p.x, p.y) == pytest.approx(true, abs=1e-4)


@some
@given(bases(), circles)
def test_a_zone_holds_every_base_with_a_part_in_it(base: Base, circle: Circle) -> None:
    true = float(shapely.distance(core(base), shapely.Point(circle.x, circle.y))) - radius(base)
    assume(abs(true - circle.radius) > 1e-3)
    assert in_zone(base, circle) == (true < circle.radius)


def test_a_base_that_just_reaches_a_zone_is_in_it() -> None:
    for base in (SQUARE, DISC):
        assert in_zone(base.moved(0, 11_500), Circle(0, 0, 10_000))
        assert not in_zone(base.moved(0, 11_501), Circle(0, 0, 10_000))


@some
@given(bases())
def test_a_base_is_on_the_table_if_all_of_it_is(base: Base) -> None:
    image = base.moved(base.x + 8000, base.y + 8000)
    shape = core(image).buffer(radius(image), quad_segs=90)
    west, south, east, north = shape.bounds
    inside = min(west, south, TABLE[0] - east, TABLE[1] - north)
    assume(abs(inside + EPSILON) > 1e-3)
    assert on_table(image, *TABLE) == (inside > -EPSILON)


def test_flush_with_the_edge_is_on_the_table() -> None:
    assert on_table(Base(1500, 1500, 90, 3000, 3000), *TABLE)
    assert on_table(Base(TABLE[0] - 1500, TABLE[1] - 1500, 0, 3000, 3000, True), *TABLE)
    for x, y in ((1499, 1500), (1500, 1499), (TABLE[0] - 1499, 1500), (1500, TABLE[1] - 1499)):
        assert not on_table(Base(x, y, 0, 3000, 3000), *TABLE)


@few
@given(bases(), st.lists(bases(20_000), min_size=1, max_size=8))
def test_the_nearest_are_all_that_no_other_is_nearer_than(base: Base, others: list[Base]) -> None:
    named = [(str(i), other) for i, other in enumerate(others)]
    found = nearest(base, named)
    least = min(gap(base, other) for other in others)
    assert found == tuple(name for name, other in named if gap(base, other) <= least + 1e-3)


def test_nobody_is_nearest_among_none() -> None:
    assert nearest(SQUARE, ()) == ()


@few
@given(st.lists(bases(20_000), max_size=10), st.integers(0, 9000))
def test_groups_are_the_chains_of_small_gaps(pieces: list[Base], limit: int) -> None:
    found = groups(pieces, limit)
    assert sorted(i for group in found for i in group) == list(range(len(pieces)))
    for group in found:
        apart = [within(pieces[i], pieces[j], limit) for i in group for j in range(len(pieces)) if j not in group]
        assert not any(apart)
        # From the first member every other is reached by steps inside the group.
        reached = [group[0]]
        for i in reached:
            reached += [j for j in group if j not in reached and within(pieces[i], pieces[j], limit)]
        assert sorted(reached) == list(group)
