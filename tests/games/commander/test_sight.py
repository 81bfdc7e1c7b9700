"""What the ground leaves to see, found by a glance where that is enough, against all lines."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.games.commander.sight import Outlook
from umpire.table import Base, Terrain, box, lines, silhouette_lines, within

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
    return any(not stopped(view.ground.along(p, q)) for p, q in lines(a, b))


@settings(max_examples=500, deadline=None)
@given(BASES, BASES, st.lists(PIECES, max_size=4, unique_by=lambda piece: piece.id))
def test_a_glance_says_what_all_lines_say(a: Base, b: Base, pieces: list[Terrain]) -> None:
    view = outlook(pieces)
    assert view.sees(a, b) == some_line_is_clear(view, a, b)


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
