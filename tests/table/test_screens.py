"""What is certain to stand between two bases, against lines from all over them."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from umpire.table import Base, Point, box, circle_polygon, gap, length_inside, overlap, passed_at_least, stands_across
from umpire.table.shapes import Polygon

SPOT = st.integers(0, 40_000)
BASES = st.builds(
    Base, SPOT, SPOT, st.integers(0, 359), st.sampled_from((1500, 3000, 6000)), st.sampled_from((0, 1500, 3000))
)
SPOTS = st.builds(lambda x, y: Base(x, y, 0, 0, 0, True), SPOT, SPOT)
ROUND = st.builds(
    lambda x, y, radius: tuple(Point(round(px), round(py)) for px, py in circle_polygon((x, y), radius, 24)),
    SPOT,
    SPOT,
    st.integers(2000, 12_000),
)
SHAPES = st.one_of(st.builds(box, SPOT, SPOT, st.integers(1000, 24_000), st.integers(1000, 24_000)), ROUND)
PARTS = st.lists(st.tuples(*[st.floats(0, 1)] * 4), min_size=30, max_size=30)
"""Lines between two bases, each by where it begins and ends on them."""


def spot(base: Base, across: float, along: float) -> Point:
    """A point of a base, by how far it lies from one side to the other, and from the front to the rear."""
    left, right, _, rear = base.corners
    x = left.x + (right.x - left.x) * across + (rear.x - left.x) * along
    y = left.y + (right.y - left.y) * across + (rear.y - left.y) * along
    return Point(round(x), round(y))


def apart(a: Base, b: Base) -> bool:
    """Whether two bases share no ground; of mere fronts and spots none may touch the other either."""
    return not overlap(a, b) and (min(a.depth, b.depth) > 0 or gap(a, b) > 0)


def passed(a: Base, b: Base, shape: Polygon, parts: list[tuple[float, float, float, float]]) -> list[float]:
    """How much of a shape each of some lines between two bases passes, those between their corners among them."""
    lines = [(p, q) for p in a.corners for q in b.corners]
    lines += [(spot(a, one, two), spot(b, three, four)) for one, two, three, four in parts]
    return [length_inside(p, q, shape) for p, q in lines]


@settings(max_examples=600, deadline=None)
@given(BASES | SPOTS, BASES | SPOTS, SHAPES, PARTS)
def test_no_line_passes_less_of_a_shape_than_is_certain(
    a: Base, b: Base, shape: Polygon, parts: list[tuple[float, float, float, float]]
) -> None:
    assume(apart(a, b))
    assert passed_at_least(a, b, shape) <= min(passed(a, b, shape, parts)) + 3


@settings(max_examples=600, deadline=None)
@given(BASES | SPOTS, BASES | SPOTS, SHAPES, PARTS)
def test_what_stands_across_is_in_every_line(
    a: Base, b: Base, shape: Polygon, parts: list[tuple[float, float, float, float]]
) -> None:
    assume(apart(a, b))
    assert not stands_across(a, b, shape) or min(passed(a, b, shape, parts)) > 0


def test_of_a_wood_between_two_bases_its_depth_is_passed_and_of_one_around_a_base_what_is_before_it() -> None:
    here, there = Base(0, 0, 0, 3000, 3000), Base(0, 40_000, 0, 3000, 3000)
    assert passed_at_least(here, there, box(0, 20_000, 9000, 5000)) == 5000
    assert passed_at_least(here, there, box(0, 0, 9000, 9000)) == 3000
    assert passed_at_least(here, there, box(0, 20_000, 2000, 5000)) == 0  # there is a line past it
    assert passed_at_least(here, there, box(0, 1000, 9000, 3000)) == 1000  # it lies over the base: what is before that
    assert passed_at_least(here, there, box(0, 30_000, 9000, 20_000)) == 18_500  # and behind what is before the other


def test_a_wall_that_both_outermost_lines_run_through_stands_across_unless_it_is_behind_the_front() -> None:
    here, there = Base(0, 0, 0, 3000, 3000), Base(0, 40_000, 0, 3000, 3000)
    assert stands_across(here, there, box(0, 20_000, 3002, 500))
    assert not stands_across(here, there, box(100, 20_000, 3002, 500))
    assert stands_across(here, there, box(0, 1400, 9000, 500))
    assert not stands_across(here, there, box(0, 1000, 9000, 500))


def test_a_wall_across_a_base_leaves_what_stands_out_before_it() -> None:
    here, there = Base(0, 0, 45, 3000, 3000), Base(0, 40_000, 45, 3000, 3000)
    assert stands_across(here, there, box(0, 3000, 9000, 400))
    assert not stands_across(here, there, box(0, 800, 9000, 400))
