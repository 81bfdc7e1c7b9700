"""First contact of a base pushed straight along a vector."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import affinity

from tests.table.things import TABLE, bases, circles, core, few, polygons, radius, some
from umpire.table import (
    EPSILON,
    Base,
    Circle,
    Contact,
    Point,
    Polygon,
    Terrain,
    ahead,
    bearing,
    beside,
    box,
    clearance,
    contacts,
    direction,
    first_contact,
    on_table,
    overlap,
    pushed,
    touching,
    unit_vector,
)

PUSHED = Base(20_000, 20_000, 0, 2000, 2000)
NORTH, EAST, SOUTH = (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)
HORSESHOE = Terrain("u", "ditch", (
    Point(0, 0), Point(9000, 0), Point(9000, 9000), Point(6000, 9000),
    Point(6000, 3000), Point(3000, 3000), Point(3000, 9000), Point(0, 9000),
))  # fmt: skip


@some
@given(bases(), bases(12_000), st.integers(0, 359), st.integers(0, 20_000))
def test_a_push_meets_a_base_where_shapely_first_finds_them_together(
    base: Base, other: Base, way: int, distance: int
) -> None:
    assume(clearance(base, other) > 0)
    found = first_contact(base, way, distance, [("other", other)])
    # From shapely: the distance at each step of the push, with the machine's own sines.
    vx, vy = sin(radians(way)), cos(radians(way))
    rims = radius(base) + radius(other)
    end = distance if found is None else found.distance
    for share in range(0, 21):
        gone = end * share / 20
        moved = affinity.translate(core(base), vx * gone, vy * gone)
        assert moved.distance(core(other)) - rims > -EPSILON
        assert moved.intersection(core(other).buffer(-EPSILON - 0.01, join_style="mitre")).area == 0
    if found is not None:
        assert (found.kind, found.id) == ("base", "other")
        assert found.distance <= distance
        moved = affinity.translate(core(base), vx * end, vy * end)
        assert abs(moved.distance(core(other)) - rims) < 0.01


@some
@given(bases(), bases(12_000), st.integers(-15, 15))
def test_a_push_that_goes_into_another_base_has_met_it_before(base: Base, other: Base, off: int) -> None:
    assume(clearance(base, other) > 0)
    way = (bearing(base.centre, other.centre) + off) % 360
    found = first_contact(base, way, 60_000, [("other", other)])
    for gone in range(0, 60_000, 300):
        if clearance(pushed(base, way, gone), other) < -2 * EPSILON:
            assert found is not None
            assert found.distance <= gone
            assert first_contact(base, way, found.distance - 1, [("other", other)]) is None
            break
    else:
        # Missed altogether, or met so shallowly that no step fell into it.
        assert off or found is None


@some
@given(bases(is_round=False), bases(12_000), st.integers(-25, 25))
def test_a_base_pushed_to_its_contact_touches_and_does_not_overlap(base: Base, other: Base, off: int) -> None:
    assume(clearance(base, other) > 0)
    way = (bearing(base.centre, other.centre) + off) % 360
    found = first_contact(base, way, 40_000, [("other", other)])
    assume(found is not None)
    assert found is not None
    halted = pushed(base, way, found.distance)
    assert touching(halted, other)
    # Pushed on, it is met at once; pushed back, it is free.
    again = first_contact(halted, way, 5000, [("other", other)])
    assert again is None or again.distance < 200
    assert first_contact(halted, (way + 180) % 360, 9000, [("other", other)]) is None


def test_distances_are_exact() -> None:
    wall = Terrain("wall", "wall", box(20_000, 30_000, 10_000, 1000))
    friend = Base(20_000, 26_000, 0, 2000, 2000)
    assert first_contact(PUSHED, NORTH, 9000, [("friend", friend)]) == (4000.0, "base", "friend")
    assert first_contact(PUSHED, 0, 9000, (), [wall]) == (8500.0, "terrain", "wall")
    slope = Base(20_000 + 3 * 2000, 20_000 + 4 * 2000, 0, 2000, 2000, True)
    disc = PUSHED._replace(round=True)
    assert first_contact(disc, (0.6, 0.8), 9000, [("slope", slope)]) == (8000.0, "base", "slope")


def test_touching_at_exactly_the_end_is_contact_but_flush_with_the_edge_is_not_off() -> None:
    friend = Base(20_000, 26_000, 0, 2000, 2000)
    assert first_contact(PUSHED, NORTH, 4000, [("friend", friend)]) == (4000.0, "base", "friend")
    assert first_contact(PUSHED, NORTH, 3999, [("friend", friend)]) is None
    assert first_contact(PUSHED, SOUTH, 19_000, table=TABLE) is None
    assert first_contact(PUSHED, SOUTH, 19_001, table=TABLE) == (19_000.0, "edge", "south")


def test_sliding_past_is_no_contact() -> None:
    passed = Base(22_000, 24_000, 0, 2000, 2000)
    assert first_contact(PUSHED, NORTH, 20_000, [("passed", passed)]) is None
    assert first_contact(PUSHED, NORTH, 20_000, [("in", passed.moved(21_999, 24_000))]) == (
        2000.0,
        "base",
        "in",
    )
    wall = Terrain("wall", "wall", box(22_000, 24_000, 2000, 2000))
    assert first_contact(PUSHED, NORTH, 20_000, (), [wall]) is None


@some
@given(st.integers(0, 359), st.sampled_from((90, 270)), bases(is_round=False), bases(is_round=False))
def test_bases_side_by_side_at_any_angle_slide_along_each_other(facing: int, side: int, one: Base, two: Base) -> None:
    one, two = one.turned(facing), two.turned(facing)
    placed = beside(two, one, facing + side)
    assert touching(one, placed)
    assert first_contact(placed, facing, 9000, [("one", one)]) is None
    assert first_contact(placed, facing + 180, 9000, [("one", one)]) is None
    into = first_contact(placed, (facing + side + 180) % 360, 9000, [("one", one)])
    assert into is not None
    assert into.distance <= EPSILON
    assert first_contact(placed, (facing + side) % 360, 9000, [("one", one)]) is None


def test_what_is_touched_at_the_start_counts_only_if_pushed_into() -> None:
    ahead_, behind = PUSHED.moved(20_000, 22_000), PUSHED.moved(20_000, 18_000)
    assert first_contact(PUSHED, NORTH, 5000, [("behind", behind)]) is None
    assert first_contact(PUSHED, EAST, 5000, [("behind", behind), ("ahead", ahead_)]) is None
    assert first_contact(PUSHED, NORTH, 5000, [("behind", behind), ("ahead", ahead_)]) == (
        0.0,
        "base",
        "ahead",
    )


def test_what_is_overlapped_at_the_start_counts_only_if_pushed_further_in() -> None:
    overlapped = PUSHED.moved(20_000, 21_000)
    assert overlap(PUSHED, overlapped)
    assert first_contact(PUSHED, NORTH, 5000, [("other", overlapped)]) == (0.0, "base", "other")
    assert first_contact(PUSHED, SOUTH, 5000, [("other", overlapped)]) is None
    wood = Terrain("wood", "dense", box(20_000, 20_000, 10_000, 10_000))
    near_the_edge = PUSHED.moved(20_000, 24_000)
    assert first_contact(near_the_edge, NORTH, 9000, (), [wood]) is None
    assert first_contact(near_the_edge, SOUTH, 9000, (), [wood]) == (0.0, "terrain", "wood")


def test_a_hollow_piece_left_on_one_side_is_met_again_on_the_other() -> None:
    base = Base(2500, 7000, 0, 1000, 1000)
    assert first_contact(base, EAST, 9000, (), [HORSESHOE]) == (3000.0, "terrain", "u")
    assert first_contact(base, EAST, 2999, (), [HORSESHOE]) is None
    in_the_hollow = base.moved(4500, 7000)
    assert first_contact(in_the_hollow, SOUTH, 9000, (), [HORSESHOE]) == (3500.0, "terrain", "u")
    assert first_contact(in_the_hollow, NORTH, 9000, (), [HORSESHOE]) is None


@some
@given(bases(15_000), polygons(), st.integers(0, 359), st.integers(0, 25_000))
def test_a_push_meets_terrain_where_shapely_first_finds_them_together(
    base: Base, shape: Polygon, way: int, distance: int
) -> None:
    whole = shapely.Polygon(shape)
    assume(whole.is_valid)
    assume(core(base).distance(whole) > radius(base) + 0.01)
    found = first_contact(base, way, distance, (), [Terrain("t", "", shape)])
    vx, vy = sin(radians(way)), cos(radians(way))
    end = distance if found is None else found.distance
    shrunk = whole.buffer(-EPSILON - 0.01, join_style="mitre")
    for share in range(0, 21):
        moved = affinity.translate(core(base), vx * end * share / 20, vy * end * share / 20)
        assert moved.distance(shrunk) >= radius(base) - 0.01 or moved.intersection(shrunk).area == 0
    if found is not None:
        moved = affinity.translate(core(base), vx * end, vy * end)
        assert abs(moved.distance(whole) - radius(base)) < 0.01


@some
@given(bases(15_000), circles, st.integers(0, 359), st.integers(0, 30_000))
def test_a_push_meets_the_edge_of_a_circle_from_both_sides(base: Base, circle: Circle, way: int, distance: int) -> None:
    centre = shapely.Point(circle.x, circle.y)
    shape = core(base)
    farthest = shapely.hausdorff_distance(shape, centre) + radius(base)
    nearest = shape.distance(centre) - radius(base)
    assume(farthest < circle.radius - 0.01 or nearest > circle.radius + 0.01)
    inside = farthest < circle.radius
    found = first_contact(base, way, distance, circles=[("dome", circle)])
    end = distance if found is None else found.distance
    vx, vy = sin(radians(way)), cos(radians(way))
    for share in range(0, 21):
        moved = affinity.translate(shape, vx * end * share / 20, vy * end * share / 20)
        if inside:
            assert shapely.hausdorff_distance(moved, centre) + radius(base) <= circle.radius + 0.01
        else:
            assert moved.distance(centre) - radius(base) >= circle.radius - EPSILON - 0.01
    if found is not None:
        assert (found.kind, found.id) == ("circle", "dome")
        moved = affinity.translate(shape, vx * end, vy * end)
        reached = shapely.hausdorff_distance(moved, centre) + radius(base) if inside else 0.0
        assert abs((reached if inside else moved.distance(centre) - radius(base)) - circle.radius) < 0.01


def test_the_edge_of_a_dome_is_met_from_inside_at_the_farthest_corner() -> None:
    base = Base(0, 0, 0, 6000, 2000)
    # The corner (3000, 1000) reaches the circle at (3000, 4000).
    assert first_contact(base, NORTH, 9000, circles=[("dome", Circle(0, 0, 5000))]) == (
        3000.0,
        "circle",
        "dome",
    )
    poking = base.moved(0, 4500)
    assert first_contact(poking, NORTH, 9000, circles=[("dome", Circle(0, 0, 5000))]) == (
        0.0,
        "circle",
        "dome",
    )
    assert first_contact(poking, SOUTH, 2000, circles=[("dome", Circle(0, 0, 5000))]) is None
    outside = base.moved(0, 9000)
    assert first_contact(outside, SOUTH, 9000, circles=[("dome", Circle(0, 0, 5000))]) == (
        3000.0,
        "circle",
        "dome",
    )


@some
@given(bases(), st.integers(0, 359), st.integers(0, 60_000))
def test_a_push_off_the_table_stops_at_its_edge(base: Base, way: int, distance: int) -> None:
    base = base.moved(base.x + 15_000, base.y + 15_000)
    assert on_table(base, *TABLE)
    found = first_contact(base, way, distance, table=TABLE)
    if found is None:
        vx, vy = direction(way)
        assert on_table(base.moved(base.x + int(vx * distance), base.y + int(vy * distance)), *TABLE)
    else:
        assert on_table(pushed(base, way, found.distance), *TABLE)
        assert not on_table(pushed(base, way, found.distance + 200 + distance), *TABLE)


def test_a_base_over_the_edge_already_counts_if_pushed_further_out() -> None:
    over = PUSHED.moved(20_000, 500)
    assert first_contact(over, SOUTH, 100, table=TABLE) == (0.0, "edge", "south")
    assert first_contact(over, NORTH, 100, table=TABLE) is None
    assert first_contact(over, EAST, 100, table=TABLE) is None


def test_things_are_met_in_order_and_bases_before_the_rest() -> None:
    friend = Base(20_000, 26_000, 0, 2000, 2000)
    wood = Terrain("wood", "dense", box(20_000, 27_000, 2000, 4000))
    dome = Circle(20_000, 40_000, 10_000)
    found = contacts(PUSHED, NORTH, 60_001, [("friend", friend)], [wood], TABLE, [("dome", dome)])
    assert found == [
        Contact(4000.0, "base", "friend"),
        Contact(4000.0, "terrain", "wood"),
        Contact(9000.0, "circle", "dome"),
        Contact(59_000.0, "edge", "north"),
    ]
    assert contacts(PUSHED, NORTH, 3000, [("friend", friend)], [wood], TABLE, [("dome", dome)]) == []


@few
@given(bases(), bases(12_000), st.integers(0, 359))
def test_a_push_straight_at_the_centre_of_another_always_meets_it(base: Base, other: Base, way: int) -> None:
    assume(clearance(base, other) > 0)
    vector = unit_vector(base.centre, other.centre)
    found = first_contact(base, vector, 60_000, [("other", other)])
    assert found is not None
    assert found.distance >= clearance(base, other) - 0.01
    back = first_contact(other, (-vector[0], -vector[1]), 60_000, [("base", base)])
    assert back is not None
    assert back.distance == pytest.approx(found.distance, abs=0.01)


def test_pushing_keeps_the_facing() -> None:
    assert pushed(PUSHED.turned(77), 90, 1234).facing == 77
    assert pushed(PUSHED, 90, 1234).centre == ahead(PUSHED.centre, 90, 1234)
