"""The few lines of `silhouette_lines` against all eye-to-eye lines, with one convex thing in between."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from umpire.table import (
    Base,
    Ground,
    Point,
    Screens,
    Terrain,
    box,
    closed,
    grazing_lines,
    inside_share,
    is_convex,
    lines,
    silhouette_lines,
)
from umpire.table.convex import hull

SIZES = st.sampled_from((3000, 6000))
NORTH, TURN = st.integers(-14_000, 14_000), st.integers(0, 359)
WEST = st.builds(Base, st.integers(-20_000, -9000), NORTH, TURN, SIZES, SIZES, st.just(False))
EAST = st.builds(Base, st.integers(9000, 20_000), NORTH, TURN, SIZES, SIZES, st.just(False))
SPOTS = st.tuples(st.integers(-4500, 4500), st.integers(-12_000, 12_000))


def clear(ground: Ground, pairs: object) -> bool:
    return any(not ground.along(p, q) for p, q in pairs)  # type: ignore[attr-defined]


@settings(max_examples=400, deadline=None)
@given(WEST, EAST, st.lists(SPOTS, min_size=3, max_size=6))
def test_one_convex_thing_never_hides_what_some_line_sees(a: Base, b: Base, spots: list[tuple[int, int]]) -> None:
    shape = tuple(Point(int(x), int(y)) for x, y in hull(spots))
    assume(len(shape) >= 3)
    ground = Ground([Terrain("wall", "building", shape)])
    if clear(ground, lines(a, b)):
        assert clear(ground, silhouette_lines(a, b))


def test_the_wall_that_three_lines_from_the_centres_miss() -> None:
    wall = Terrain("wall", "x", (Point(-1380, 2022), Point(3339, 2097), Point(3761, 7232), Point(706, 4671)))
    a, b = Base(0, 0, 99, 3000, 3000), Base(1195, 7498, 230, 3000, 3000)
    assert clear(Ground([wall]), lines(a, b, False))
    assert clear(Ground([wall]), silhouette_lines(a, b))


@settings(max_examples=400, deadline=None)
@given(WEST, EAST, st.lists(SPOTS, min_size=3, max_size=9), st.sampled_from((0, 500, 2000, 5000)))
def test_what_hides_at_a_glance_stands_in_every_line(
    a: Base, b: Base, spots: list[tuple[int, int]], depth: int
) -> None:
    shape = tuple(Point(int(x), int(y)) for x, y in hull(spots))
    assume(len(shape) >= 3)
    wood = Terrain("wood", "dense", shape)
    if Screens([wood], depth).hiding(a, b):
        for p, q in lines(a, b):
            assert sum(leave - enter for _, enter, leave in Ground([wood]).along(p, q)) > depth


@settings(max_examples=400, deadline=None)
@given(WEST, EAST, st.lists(st.lists(SPOTS, min_size=3, max_size=6), min_size=1, max_size=4))
def test_what_is_closed_lets_no_line_through(a: Base, b: Base, outlines: list[list[tuple[int, int]]]) -> None:
    shapes = [tuple(Point(int(x), int(y)) for x, y in hull(spots)) for spots in outlines]
    assume(all(is_convex(shape) for shape in shapes))
    if closed(a, b, shapes):
        ground = Ground([Terrain(str(number), "wall", shape) for number, shape in enumerate(shapes)])
        assert all(ground.along(p, q) for p, q in lines(a, b))
        assert all(ground.along(p, q) for p, q in grazing_lines(a, b, shapes))


def test_two_houses_close_a_street_if_no_line_from_base_to_base_is_so_aslant_as_to_get_between_them() -> None:
    a, b = Base(0, 0, 0, 3000, 3000), Base(0, 43_000, 180, 3000, 3000)
    left, right = box(-5000, 10_000, 12_000, 2000), box(5000, 30_000, 10_000, 2000)
    assert not closed(a, b, [left, right]), "1 wide and 20 or less apart: a line may get from one edge to the other"
    assert closed(a, b, [left, right, box(0, 20_000, 3000, 2000)]), "what is between them leaves no room"
    assert closed(a, b, [box(-5000, 10_000, 14_000, 2000), right]), "2 wide"
    small, large = Base(0, 0, 0, 1000, 1000), Base(0, 43_000, 180, 6000, 6000)
    assert closed(small, large, [box(-5000, 10_000, 11_200, 2000), right]), "what gets between them begins beside a"
    assert closed(large, small.moved(0, 86_000), [box(-5000, 76_000, 11_200, 2000), box(5000, 56_000, 10_000, 2000)])
    for some in ([left], [right], []):
        assert not closed(a, b, some)
    assert not closed(a, a.moved(0, 2000), [box(0, 1000, 9000, 500)]), "bases that overlap are not parted"


def test_a_wood_hides_at_a_glance_only_where_it_is_deep_enough() -> None:
    a, b = Base(0, 0, 0, 3000, 3000), Base(0, 40_000, 180, 3000, 3000)
    wood = Terrain("wood", "dense", box(0, 20_000, 20_000, 10_000))
    assert Screens([wood], 9000).hiding(a, b) == [wood]
    assert not Screens([wood], 10_000).hiding(a, b), "nothing of it is 5 inside all its sides"
    aside = Terrain("wood", "dense", box(9000, 20_000, 20_000, 10_000))
    assert Screens([aside]).hiding(a, b) == []
    assert Screens([wood], 5000).hiding(a.moved(0, 13_000), b) == [], "too near the one base to be passed in full"


def test_nothing_hides_a_base_from_what_stands_in_its_middle() -> None:
    here = Base(0, 20_000, 0, 3000, 3000)
    wood = Terrain("wood", "dense", box(0, 20_000, 20_000, 10_000))
    for depth in (0, 5000):
        assert Screens([wood], depth).hiding(here, Base(0, 20_000, 90, 0, 0, True)) == []


def test_only_what_is_convex_hides_at_a_glance() -> None:
    a, b = Base(0, 0, 0, 3000, 3000), Base(0, 40_000, 180, 3000, 3000)
    hollow = (Point(-9000, 18_000), Point(0, 19_000), Point(9000, 18_000), Point(9000, 22_000), Point(-9000, 22_000))
    crossed = (Point(-9000, 18_000), Point(9000, 22_000), Point(9000, 18_000), Point(-9000, 22_000))
    star = tuple(Point(x * 900, 20_000 + y * 90) for x, y in ((0, 10), (-6, -8), (10, 3), (-10, 3), (6, -8)))
    nothing = (Point(0, 20_000), Point(9000, 20_000), Point(4000, 20_000))
    for shape in (hollow, crossed, star, nothing):
        assert Screens([Terrain("odd", "wall", shape)]).hiding(a, b) == []


@given(st.builds(Base, st.integers(-9000, 9000), NORTH, TURN, SIZES, SIZES, st.booleans()))
def test_a_base_stands_in_what_holds_half_of_it(base: Base) -> None:
    hollow = (Point(-8000, -8000), Point(8000, -8000), Point(0, -1000), Point(8000, 8000), Point(-8000, 8000))
    piece = Terrain("wood", "dense", hollow)
    assert Ground([piece]).under(base) == ([piece] if inside_share(base, hollow) >= 0.5 else [])


def test_a_wall_that_both_outermost_lines_run_through_parts_the_bases() -> None:
    a, b = Base(0, 0, 0, 6000, 6000), Base(0, 20_000, 180, 3000, 3000)
    aslant = (Point(-9000, -1000), Point(-8000, -2000), Point(14_000, 25_000), Point(13_000, 26_000))
    assert closed(a, b, [aslant]), "it reaches behind both of them, and touches neither"
    assert not closed(a, b, [(*aslant[:2], Point(500, 9000), Point(-500, 10_000))]), "the right line passes it"
    astride = (Point(-9000, -1000), Point(9000, -1000), Point(9000, 9000), Point(-9000, 9000))
    assert closed(a, b, [astride]), "what is on a base stands before it too"
