"""Who stands in a box, found by bits, against looking at everybody."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from umpire.games.commander.columns import columns_of

COORDINATE = st.integers(-6, 6)
SPOTS = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=1, max_size=70)
MOVES = st.lists(st.tuples(st.integers(0, 69), COORDINATE, COORDINATE), max_size=8)


@given(SPOTS, MOVES, COORDINATE, COORDINATE, COORDINATE, COORDINATE)
def test_a_box_holds_who_stands_in_it_also_after_moves(
    spots: list[tuple[int, int]], moves: list[tuple[int, int, int]], west: int, south: int, east: int, north: int
) -> None:
    first = columns = columns_of(spots)
    now = list(spots)
    for number, x, y in moves:
        place = number % len(now)
        columns = columns.moved(place, now[place], (x, y))
        now[place] = (x, y)
    for found, standing in ((columns, now), (first, spots)):  # who moves makes another: the first is as it was
        there = [i for i, (x, y) in enumerate(standing) if west <= x <= east and south <= y <= north]
        assert found.inside(range(len(standing)), west, south, east, north) == there
