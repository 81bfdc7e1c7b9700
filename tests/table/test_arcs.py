"""Front arcs, flanks and sides."""

from __future__ import annotations

from math import atan2, degrees

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.table.things import bases, many, points, some, turned_base, turned_point
from umpire.table import (
    Base,
    Point,
    ahead,
    behind_front,
    beside,
    in_arc,
    overlap,
    side_of,
    touched_side,
    touching,
)

TANK = Base(0, 0, 0, 2000, 4000)
MIRRORED = {"front": "front", "rear": "rear", "left": "right", "right": "left"}


@many
@given(bases(), points(), st.integers(0, 360))
def test_an_arc_spreads_equally_to_both_sides_of_the_facing(base: Base, p: Point, arc: int) -> None:
    assume(p != base.centre)
    off = (degrees(atan2(p.x - base.x, p.y - base.y)) - base.facing) % 360
    off = min(off, 360 - off)
    assume(abs(off - arc / 2) > 1e-6)
    assert in_arc(base, p, arc) == (off < arc / 2)


@pytest.mark.parametrize("facing", range(0, 360, 15))
@pytest.mark.parametrize("arc", [30, 60, 90, 120, 180, 240, 270])
def test_the_edge_of_an_arc_is_in_it(facing: int, arc: int) -> None:
    # Only compass points and diagonals can be met exactly on whole thousandths.
    base = Base(0, 0, facing, 3000, 3000)
    on_edge = 0
    for bearing, p in [(45 * i, Point(*xy)) for i, xy in enumerate(
        [(0, 9), (9, 9), (9, 0), (9, -9), (0, -9), (-9, -9), (-9, 0), (-9, 9)]
    )]:  # fmt: skip
        turn = (bearing - facing) % 360
        if arc == 2 * min(turn, 360 - turn):
            on_edge += 1
            assert in_arc(base, p, arc)
            assert not in_arc(base, p, arc - 1)
    assert on_edge or facing % 45 or (arc // 2) % 45


def test_the_narrowest_and_the_widest_arc() -> None:
    assert in_arc(TANK, Point(0, 1), 0)
    assert not in_arc(TANK, Point(0, -1), 0)
    assert not in_arc(TANK, Point(1, 1000), 0)
    assert in_arc(TANK, Point(0, -1), 360)
    assert not in_arc(TANK, Point(0, -1), 359)
    assert in_arc(TANK, TANK.centre, 0)
    assert not in_arc(TANK, Point(0, 1), -1)


@some
@given(bases(), points())
def test_behind_the_front_is_behind_the_line_through_the_front_edge(base: Base, p: Point) -> None:
    assume(not base.round)
    left, right, *_ = base.corners
    side = (right.x - left.x) * (p.y - left.y) - (right.y - left.y) * (p.x - left.x)
    assume(abs(side) > 20_000 * base.width / 100)  # corners are snapped: leave out what lies on the line
    assert behind_front(base, p) == (side < 0)


def test_on_the_front_line_is_not_behind_it() -> None:
    for facing, on, behind in ((0, (9000, 2000), (9000, 1999)), (90, (2000, -7000), (1999, -7000))):
        base = TANK.turned(facing)
        assert not behind_front(base, Point(*on))
        assert behind_front(base, Point(*behind))
    assert not behind_front(Base(0, 0, 0, 3000, 0, True), Point(0, 1500))
    assert behind_front(Base(0, 0, 0, 3000, 0, True), Point(0, 1499))


@some
@given(bases(), points(), st.integers(0, 3), st.booleans())
def test_sides_turn_with_the_table_and_change_hands_in_the_mirror(
    base: Base, p: Point, quarters: int, mirrored: bool
) -> None:
    side = side_of(base, p)
    image = side_of(turned_base(base, quarters, mirrored), turned_point(p, quarters, mirrored))
    assert image == (MIRRORED[side] if mirrored else side)


def test_sides_are_parted_by_the_diagonals() -> None:
    assert side_of(TANK, Point(999, 2000)) == side_of(TANK, Point(1000, 2000)) == "front"
    assert side_of(TANK, Point(1001, 2000)) == side_of(TANK, Point(1000, -2000)) == "right"
    assert side_of(TANK, Point(-1001, 2000)) == side_of(TANK, Point(-1000, -2000)) == "left"
    assert side_of(TANK, Point(999, -2000)) == "rear"
    assert side_of(TANK, TANK.centre) == "front"


@pytest.mark.parametrize(("where", "side"), [
    ((0, 3000), "front"), ((1999, 3000), "front"), ((0, -3000), "rear"), ((-1900, -3000), "rear"),
    ((2000, 0), "right"), ((2000, 2900), "right"), ((-2000, -2900), "left"),
])  # fmt: skip
def test_the_touched_side_is_the_one_in_contact_wherever_the_centre_lies(where: tuple[int, int], side: str) -> None:
    other = Base(*where, 0, 2000, 2000)
    assert touching(TANK, other)
    assert touched_side(TANK, other) == side


def test_corner_to_corner_the_centre_decides() -> None:
    assert touched_side(TANK, Base(2000, 3000, 0, 2000, 2000)) == "right"
    assert touched_side(TANK, Base(2000, 6000, 0, 2000, 8000)) == "front"


@some
@given(bases(), bases(), st.integers(0, 359))
def test_a_base_put_down_straight_ahead_touches_the_front(base: Base, other: Base, turn: int) -> None:
    # One longer than the side it is put down at may, askew, meet a corner of it with its own long side.
    most = base.width if base.round else min(base.width, base.depth)
    other = other._replace(width=min(other.width, most), depth=min(other.depth, most))
    for way, side in ((0, "front"), (90, "right"), (180, "rear"), (270, "left")):
        placed = beside(other.turned(turn), base, base.facing + way)
        assert not overlap(base, placed)
        assert touched_side(base, placed) == side


@some
@given(bases(is_round=False), st.integers(0, 359), st.integers(3000, 30_000))
def test_apart_the_touched_side_is_the_one_turned_to_the_other(base: Base, way: int, far: int) -> None:
    other = Base(*ahead(base.centre, way, 6000 + far), 0, 400, 400, True)
    side = touched_side(base, other)
    assert side != {"front": "rear", "rear": "front", "left": "right", "right": "left"}[side_of(base, other.centre)]
