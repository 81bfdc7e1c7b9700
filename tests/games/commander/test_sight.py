"""What the ground leaves to see, found by a glance where that is enough, against all lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from umpire.games.commander.sight import Outlook
from umpire.table import (
    Base,
    Point,
    Terrain,
    box,
    gap_to_point,
    gap_to_polygon,
    lines,
    overlap,
    silhouette_lines,
    within,
)

SEE_IN = 5010
SPOT = st.integers(0, 60_000)
BASES = st.builds(Base, SPOT, SPOT, st.integers(0, 359), st.sampled_from((3000, 6000)), st.just(3000), st.booleans())
KINDS = st.sampled_from((("dense", 0), ("building", 0), ("hill", 1)))
PIECES = st.builds(
    lambda x, y, wide, deep, kind: Terrain(f"{x}-{y}", kind[0], box(x, y, wide, deep), kind[1]),
    SPOT,
    SPOT,
    st.integers(2000, 24_000),
    st.integers(2000, 24_000),
    KINDS,
)


def outlook(pieces: list[Terrain]) -> Outlook:
    found = Outlook(pieces, "dense", SEE_IN, lambda base: [])
    return found


def some_line_is_clear(view: Outlook, a: Base, b: Base) -> bool:
    stopped = view.stops(a, b)
    tried = (*lines(a, b), *view.prospect(a, b).narrow())
    return overlap(a, b) or any(not stopped(view.ground.along(p, q)) for p, q in tried)


def rim(base: Base, steps: int) -> list[Point]:
    """Points all along the sides of a base."""
    found: list[Point] = []
    for p, q in pairwise([*base.corners, base.corners[0]]):
        found += [Point(p.x + (q.x - p.x) * i // steps, p.y + (q.y - p.y) * i // steps) for i in range(steps)]
    return found


@settings(max_examples=500, deadline=None)
@given(BASES, BASES, st.lists(PIECES, max_size=4, unique_by=lambda piece: piece.id))
def test_a_glance_says_what_all_lines_say(a: Base, b: Base, pieces: list[Terrain]) -> None:
    view = outlook(pieces)
    assert view.sees(a, b) == some_line_is_clear(view, a, b)
    there, back = view.line(a, b), view.line(b, a)
    assert (there is not None) == view.sees(a, b)
    if there is not None and not overlap(a, b):
        assert back == (there[1], there[0])
        assert not view.stops(a, b)(view.ground.along(*there))
        assert gap_to_point(a, *there[0]) <= 2
        assert gap_to_point(b, *there[1]) <= 2


SQUARES = st.builds(Base, SPOT, SPOT, st.integers(0, 359), st.sampled_from((3000, 6000)), st.just(3000))
BARS = st.tuples(SPOT, SPOT, st.integers(2000, 24_000), st.integers(2000, 24_000), KINDS)


@settings(max_examples=200, deadline=None)
@given(SQUARES, SQUARES, st.lists(BARS, max_size=4, unique_by=lambda bar: bar[:2]))
def test_who_looks_from_every_point_of_a_base_sees_no_more(
    a: Base, b: Base, bars: list[tuple[int, int, int, int, tuple[str, int]]]
) -> None:
    """Of the lines of a close look those count that pass everything by a hair: it is a little larger there.

    No piece lies over a part of a base: of what is left of it, corners and middles alone would be looked at.
    """
    assume(not overlap(a, b))
    assume(all(gap_to_polygon(base, box(*bar[:4])) > 0 for base in (a, b) for bar in bars))
    view, larger = (
        outlook(
            [
                Terrain(str(number), kind, box(x, y, wide + hair, deep + hair), height)
                for number, (x, y, wide, deep, (kind, height)) in enumerate(bars)
            ]
        )
        for hair in (0, 12)
    )
    stopped, ground = view.stops(a, b), larger.ground.between(a, b)
    clear = any(not stopped(ground.along(p, q)) for p in rim(a, 6) for q in rim(b, 6))
    assert view.sees(a, b) or not clear


@pytest.mark.parametrize("wide", [200, 1000, 3000])
def test_two_units_see_each_other_along_a_lane_that_no_corner_or_middle_looks_into(wide: int) -> None:
    west, east = (
        Terrain(name, "building", box(40_750 + side * (10_000 + wide // 2), 45_000, 20_000, 16_000))
        for name, side in (("west", -1), ("east", 1))
    )
    a, b = Base(40_000, 35_000, 0, 3000, 3000), Base(40_000, 55_000, 180, 3000, 3000)
    assert outlook([west, east]).sees(a, b)
    assert not outlook([west, east]).sees(a.moved(36_000, 35_000), b)
    door = Terrain("door", "building", box(40_750, 45_000, wide, 500))
    assert not outlook([west, east, door]).sees(a, b)


@pytest.mark.parametrize(("gap", "clear"), [(4960, True), (5010, True), (5030, False)])
def test_in_a_wood_the_nearest_points_of_two_bases_see_each_other(gap: int, clear: bool) -> None:
    """A corner, and a point of a side that is neither a corner nor its middle."""
    wood = Terrain("wood", "dense", box(30_000, 30_000, 60_000, 60_000))
    a, b = Base(30_000, 20_000, 0, 6000, 6000), Base(31_500, 0, 45, 3000, 3000)
    b = b.moved(31_500, 23_000 + gap + 31_500 - min(x for x, _ in b.corners))
    assert outlook([wood]).sees(a, b) is clear


def test_who_stands_at_a_wood_is_seen_beside_a_house_by_the_middle_of_his_side() -> None:
    """Many lines are clear, but none of the few that settle most cases."""
    wood = Terrain("wood", "dense", box(7000, 25_000, 12_000, 8000))
    house = Terrain("house", "building", box(19_000, 19_000, 10_000, 2000))
    view = outlook([wood, house])
    a, b = Base(10_000, 2000, 0, 3000, 3000), Base(17_000, 27_000, 45, 6000, 6000)
    assert all(view.stops(a, b)(view.ground.along(p, q)) for p, q in silhouette_lines(a, b))
    assert view.sees(a, b)
    assert not view.sees(a, b.moved(23_000, 27_000))


def test_a_round_base_is_seen_beside_a_wall_that_is_narrower() -> None:
    wall = Terrain("wall", "building", box(16_060, 0, 2000, 2266))
    square, disc = Base(2500, 0, 0, 3000, 3000), Base(18_560, 0, 0, 3000, 3000, round=True)
    assert outlook([wall]).sees(square, disc)
    assert not outlook([wall._replace(shape=box(16_060, 0, 2000, 3100))]).sees(square, disc)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 359), st.integers(-4000, 4000), st.integers(-4000, 4000), BASES)
def test_nothing_is_seen_from_deep_inside_but_what_is_near(turn: int, dx: int, dy: int, other: Base) -> None:
    wood = Terrain("wood", "dense", box(30_000, 30_000, 24_000, 24_000))
    view = outlook([wood])
    deep = Base(30_000 + dx, 30_000 + dy, turn, 3000, 3000)
    clear = some_line_is_clear(view, deep, other)
    if within(deep, other, SEE_IN + 1):
        assert clear or not view.sees(deep, other)
    else:
        assert not clear
        assert not view.sees(deep, other)


def test_deep_in_a_wood_neighbours_see_each_other() -> None:
    view = outlook([Terrain("wood", "dense", box(0, 0, 40_000, 40_000))])
    here = Base(0, 0, 0, 3000, 3000)
    assert view.sees(here, here.moved(8000, 0)), "5 cm from edge to edge"
    assert not view.sees(here, here.moved(8100, 0))
    assert not view.sees(here, here.moved(30_000, 0)), "nor anybody outside"


def test_a_wood_that_is_thin_enough_is_seen_through_where_a_line_goes_straight_across() -> None:
    """It is 5.006 cm thick, and one sees 5.01 cm: between their middles a line goes too far aslant."""
    wood = Terrain("wood", "dense", box(25_236, 4866, 5820, 5006))
    view = outlook([wood])
    a, b = Base(26_828, 0, 0, 3000, 3000), Base(24_058, 10_418, 0, 6000, 6000, True)
    assert view.stops(a, b)(view.ground.along(a.centre, b.centre))
    assert view.sees(a, b)


def test_a_wood_is_seen_through_at_its_corner_though_not_on_the_outermost_line() -> None:
    wood = Terrain("wood", "dense", box(24_527, 4006, 5620, 5012))
    view = outlook([wood])
    a, b = Base(25_579, 9512, 0, 6000, 6000, True), Base(23_214, 0, 0, 3000, 3000)
    assert view.sees(a, b)
