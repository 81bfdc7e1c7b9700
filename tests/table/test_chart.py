"""Charts: the way round what nobody can cross."""

from __future__ import annotations

from math import dist, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.table import Ground, Point, Terrain, box
from umpire.table.chart import Chart

SIZE = (180_000, 120_000)
GOAL = Point(90_000, 95_000)
spots = st.builds(Point, st.integers(0, SIZE[0]), st.integers(0, SIZE[1]))


def _river(bridge: int) -> Ground:
    """A river from west to east with a gap of 6 cm, its middle at `bridge`."""
    west, east = bridge - 3000, SIZE[0] - bridge - 3000
    return Ground(
        [
            Terrain("west", "water", box(west // 2, 56_000, west, 12_000)),
            Terrain("east", "water", box(bridge + 3000 + east // 2, 56_000, east, 12_000)),
        ]
    )


@given(spots)
def test_with_nothing_in_the_way_it_is_the_straight_line(spot: Point) -> None:
    assert Chart(GOAL, SIZE, Ground()).far(spot) == pytest.approx(dist(spot, GOAL))


@pytest.mark.parametrize("bridge", [9_000, 60_000, 90_000, 170_500])
@pytest.mark.parametrize("spot", [Point(90_000, 20_000), Point(10_000, 40_000), Point(175_000, 5_000)])
def test_across_a_river_it_leads_over_the_bridge(bridge: int, spot: Point) -> None:
    """Eight directions are up to a twelfth longer than the way itself, squares are rough: never shorter."""
    south, north = Point(bridge, 50_000), Point(bridge, 62_000)
    true = dist(spot, south) + 12_000 + dist(north, GOAL)
    assert 0.95 * true < Chart(GOAL, SIZE, _river(bridge)).far(spot) < 1.1 * true


def test_on_the_own_bank_the_river_does_not_matter() -> None:
    chart = Chart(GOAL, SIZE, _river(30_000))
    assert chart.far(Point(170_000, 70_000)) == pytest.approx(dist((170_000, 70_000), GOAL))


def test_each_step_along_the_bank_to_the_bridge_is_a_step_nearer() -> None:
    chart = Chart(GOAL, SIZE, _river(150_000))
    ways = [chart.far(Point(x, 44_000)) for x in range(10_000, 150_001, 10_000)]
    assert ways == sorted(ways, reverse=True)
    assert ways[0] > 200_000 > dist((10_000, 44_000), GOAL)


def test_where_no_way_leads_it_is_farther_than_any_way() -> None:
    whole = Ground([Terrain("river", "water", box(90_000, 56_000, 180_000, 12_000))])
    chart = Chart(GOAL, SIZE, whole)
    assert 2 * sum(SIZE) < chart.far(Point(90_000, 20_000)) < inf
    assert not chart.leads(Point(90_000, 20_000))
    assert chart.leads(Point(20_000, 119_000))
    assert Chart(GOAL, SIZE, _river(9_000)).leads(Point(90_000, 20_000))


def test_a_goal_inside_a_building_is_reached_from_all_sides() -> None:
    house = Ground([Terrain("house", "building", box(GOAL.x, GOAL.y, 6000, 6000))])
    for spot in (Point(90_000, 20_000), Point(10_000, 95_000), Point(120_000, 119_000)):
        assert Chart(GOAL, SIZE, house).far(spot) == pytest.approx(dist(spot, GOAL))
