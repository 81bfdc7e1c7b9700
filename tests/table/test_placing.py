"""Finding places for bases, always in the same order; and where templates land."""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.table.things import TABLE, bases, few, polygons, some
from umpire.table import (
    Base,
    Point,
    Polygon,
    bearing,
    beside,
    box,
    deviate,
    free,
    gap,
    inside_share,
    on_table,
    overlap,
    place_touching,
    spread,
    touching,
)
from umpire.table.placing import Search

SMALL = Base(0, 0, 0, 2000, 2000)
TRUCK = Base(10_000, 10_000, 0, 3000, 4000)


@some
@given(bases(), bases(), st.integers(0, 359))
def test_a_base_put_beside_another_touches_it_on_that_bearing(base: Base, anchor: Base, way: int) -> None:
    placed = beside(base, anchor, way)
    assert touching(placed, anchor)
    assert placed.facing == base.facing
    off = (bearing(anchor.centre, placed.centre) - way) % 360
    assert min(off, 360 - off) <= 1


@few
@given(bases(), bases(9000), st.lists(bases(9000), max_size=6))
def test_a_place_found_is_free_touching_and_on_the_table(base: Base, anchor: Base, others: list[Base]) -> None:
    anchor = anchor.moved(anchor.x + 9000, anchor.y + 9000)
    others = [other.moved(other.x + 9000, other.y + 9000) for other in others]
    place = place_touching(base, anchor, others, TABLE, legal=lambda spot: spot.x >= 5000)
    if place is None:
        for way in range(0, 360, 5):
            spot = beside(base, anchor, anchor.facing + way)
            assert spot.x < 5000 or not free(spot, others, TABLE)
        return
    assert touching(place, anchor)
    assert on_table(place, *TABLE)
    assert not any(overlap(place, other) for other in others)
    assert place.x >= 5000


def test_places_are_tried_to_the_front_then_right_then_left() -> None:
    first = place_touching(SMALL, TRUCK)
    assert first is not None
    assert first.centre == (10_000, 13_000)
    second = place_touching(SMALL, TRUCK, [first])
    assert second is not None
    assert second.x > 10_000
    third = place_touching(SMALL, TRUCK, [first, second])
    assert third is not None
    assert third.x < 10_000
    behind = place_touching(SMALL, TRUCK, start=180)
    assert behind is not None
    assert behind.centre == (10_000, 7000)


def test_no_place_is_no_place() -> None:
    assert place_touching(SMALL, TRUCK, legal=lambda spot: False) is None
    wall = [TRUCK.moved(10_000 + 3000 * i, 10_000 + 4000 * j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    assert place_touching(SMALL, TRUCK, wall) is None


@few
@given(st.lists(bases(), min_size=1, max_size=6), polygons(), st.lists(bases(), max_size=3))
def test_bases_spread_in_a_zone_lie_in_it_apart(pieces: list[Base], zone: Polygon, others: list[Base]) -> None:
    placed = spread(pieces, zone, others)
    assume(placed is not None)
    assert placed is not None
    assert len(placed) == len(pieces)
    for piece, place in zip(pieces, placed, strict=True):
        assert place == piece.moved(*place.centre)
        assert inside_share(place, zone) == 1.0
        assert not any(overlap(place, other) for other in others)
    assert not any(overlap(a, b) for a, b in combinations(placed, 2))


@few
@given(polygons(), st.lists(bases(), min_size=1, max_size=4))
def test_a_search_goes_on_to_the_places_that_one_from_the_start_would_find(zone: Polygon, between: list[Base]) -> None:
    search = Search(SMALL, zone, TABLE, near=(20_000, 20_000))
    taken: list[Base] = []
    for other in between:
        found = spread([SMALL], zone, taken, TABLE, near=(20_000, 20_000))
        assert search.next(taken) == (None if found is None else found[0])
        taken += [other, *(found or ())]


def test_a_zone_is_filled_to_the_last_place_and_no_further() -> None:
    zone = box(6000, 4000, 12_000, 8000)
    full = spread([SMALL] * 24, zone, table=TABLE)
    assert full is not None
    assert [base.centre for base in full[:3]] == [(1000, 1000), (3000, 1000), (5000, 1000)]
    assert spread([SMALL] * 25, zone, table=TABLE) is None


def test_spacing_and_a_point_to_gather_at() -> None:
    zone = box(30_000, 10_000, 60_000, 20_000)
    spaced = spread([SMALL] * 10, zone, spacing=1000)
    assert spaced is not None
    assert all(gap(a, b) >= 1000 for a, b in combinations(spaced, 2))
    gathered = spread([SMALL] * 9, zone, near=(30_000, 10_000))
    assert gathered is not None
    far = [sqrt((base.x - 30_000) ** 2 + (base.y - 10_000) ** 2) for base in gathered]
    assert max(far) < 4500
    legal = spread([SMALL] * 3, zone, legal=lambda spot: spot.x > 40_000)
    assert legal is not None
    assert all(base.x > 40_000 for base in legal)


@some
@given(st.integers(0, 359), st.integers(0, 60_000))
def test_a_template_deviates_by_the_full_distance_and_is_not_snapped(way: int, distance: int) -> None:
    x, y = deviate(Point(50_000, 50_000), way, distance)
    assert sqrt((x - 50_000) ** 2 + (y - 50_000) ** 2) == pytest.approx(distance, abs=1e-3)
    back = deviate((x, y), way + 180, distance)
    assert back == pytest.approx((50_000, 50_000), abs=1e-6)
