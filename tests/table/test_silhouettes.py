"""The few lines of `silhouette_lines` against all eye-to-eye lines, with one convex thing in between."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from umpire.table import Base, Ground, Point, Terrain, box, length_inside, lines, near_lines, silhouette_lines
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


@given(st.builds(Base, st.integers(-9000, 9000), st.integers(3000, 9000), TURN, SIZES, SIZES, st.just(False)), TURN)
def test_the_lines_of_the_nearest_corners_are_the_shortest_out_of_a_wood(a: Base, turn: int) -> None:
    wood = box(0, 20_000, 60_000, 40_000)
    b = Base(a.x, -20_000, turn, 3000, 3000)

    def depth(pairs: object) -> float:
        return min(length_inside(p, q, wood) for p, q in pairs)  # type: ignore[attr-defined]

    assert depth(near_lines(a, b)) <= depth(lines(a, b, False)) + 1
