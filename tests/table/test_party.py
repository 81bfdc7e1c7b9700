"""A party on the move: its arrangement, what is in its way, its cohesion."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.table import gap, overlap
from umpire.table.party import follow
from umpire.table.shapes import Base, Point

TABLE = (48_000, 48_000)


def figure(x: int, y: int) -> Base:
    return Base(x, y, 0, 1000, 1000, round=True)


SQUAD = [figure(10_000 + 1500 * column, 10_000 + 1500 * row) for row in range(2) for column in range(4)]


def test_in_the_open_everybody_keeps_his_place() -> None:
    moved = follow(SQUAD, Point(20_000, 16_000), facing=90)
    assert moved is not None
    assert [(a.x - b.x, a.y - b.y, a.facing) for a, b in zip(moved, SQUAD, strict=True)] == [(10_000, 6000, 90)] * 8


def test_a_wall_where_some_would_stand_is_gone_round() -> None:
    wall = Base(22_000, 17_000, 0, 3000, 3000)
    moved = follow(SQUAD, Point(18_000, 16_000), others=[wall], table=TABLE, cohesion=1000)
    assert moved is not None
    assert moved[0] == SQUAD[0].moved(18_000, 16_000)
    assert not any(overlap(each, wall) for each in moved)
    assert not any(overlap(a, b) for at, a in enumerate(moved) for b in moved[:at])


def test_nobody_leaves_the_table() -> None:
    moved = follow(SQUAD, Point(46_500, 47_000), table=TABLE, cohesion=1000)
    assert moved is not None
    assert all(500 <= each.x <= 47_500 and 500 <= each.y <= 47_500 for each in moved)


def test_where_there_is_no_room_there_is_no_place() -> None:
    assert follow(SQUAD, Point(20_000, 20_000), fits=lambda at, base: base.x < 20_500) is not None
    assert follow(SQUAD, Point(20_000, 20_000), fits=lambda at, base: False) is None


def test_those_put_by_hand_stand_where_they_are_put_and_the_others_join() -> None:
    moved = follow(SQUAD, Point(20_000, 20_000), by_hand={3: Point(30_000, 30_000)})
    assert moved is not None
    assert (moved[3].x, moved[3].y) == (30_000, 30_000)
    assert (moved[1].x, moved[1].y) == (21_500, 20_000)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=12, unique=True),
    st.integers(2000, 46_000),
    st.integers(2000, 46_000),
)
def test_whoever_is_placed_stands_free_on_the_table_and_in_cohesion(
    grid: list[tuple[int, int]], x: int, y: int
) -> None:
    figures = [figure(5000 + 1200 * column, 5000 + 1200 * row) for column, row in grid]
    rocks = [Base(24_000, 24_000, 0, 6000, 6000)]
    moved = follow(figures, Point(x, y), others=rocks, table=TABLE, cohesion=1500)
    if moved is None:
        return
    assert follow(figures, Point(x, y), others=rocks, table=TABLE, cohesion=1500) == moved
    for at, each in enumerate(moved[1:], 1):
        assert not overlap(each, rocks[0])
        assert not any(overlap(each, other) for other in moved[:at])
        assert min(gap(each, other) for other in moved[:at] + moved[at + 1 :]) <= 1500.001
