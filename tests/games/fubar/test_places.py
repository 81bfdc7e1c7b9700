"""Where a unit may go: ways that are offered, what would come of one, figures put by hand."""

from __future__ import annotations

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece, way
from umpire.battle.decisions import Refused, Route
from umpire.games.fubar import orders
from umpire.games.fubar.actions import places
from umpire.games.fubar.actions.marching import March
from umpire.games.fubar.actions.places import Planner
from umpire.table import Point, length

RIDGE = piece("ridge", area=(8, 14, 12, 16))


def planner(s: Skirmish, unit: str, kind: str = "walk") -> Planner:
    return Planner(s.state, s[unit], kind)


@pytest.mark.rule("FUBAR-UNIT-03")
def test_a_preview_shows_every_figure_where_it_would_stand() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), count=4)
    shown = planner(s, "squad").preview(way((10, 10), (10, 16)))
    assert [(figure.id, figure.x, figure.y) for figure in shown.figures] == [
        (f"squad.{number}", 8_500 + 1_500 * number, 16_000) for number in (1, 2, 3, 4)
    ]
    assert all(not figure.markers for figure in shown.figures)


@pytest.mark.rule("FUBAR-UNIT-04")
def test_and_who_would_be_out_of_touch() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), count=4)
    route = Route((Point(10_000, 10_000), Point(10_000, 16_000)), 0, (("squad.4", Point(14_500, 9_000)),))
    shown = planner(s, "squad").preview(route)
    assert [figure.id for figure in shown.figures if "straggler" in figure.markers] == ["squad.4"]
    assert "1 would be out of cohesion" in shown.lines


def test_a_preview_of_a_way_that_is_refused_says_why() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), count=2)
    shown = planner(s, "squad").preview(way((10, 10), (10, 20)))
    assert (shown.figures, shown.lines) == ((), ("squad would need 10 inches of movement and has 6.",))


def test_offered_ways_lead_to_objectives_enemies_and_cover_and_are_allowed() -> None:
    wood = piece("wood", area=(4, 12, 8, 16))
    s = Skirmish(terrain=[wood], objective=[{"id": "hut", "name": "Hut", "at": (30, 10), "points": 3}])
    s.squad("A", "squad", (10, 10), count=3)
    s.squad("B", "foe", (10, 30))
    plan = planner(s, "squad", "run")
    found = places.ways(s.state, plan)
    assert len(found) >= 8
    ends = [route.end for route in found if plan.check(route) is None]
    assert Point(22_000, 10_000) in ends  # a whole run toward the hut
    assert any(point.x <= 8_000 and 12_000 <= point.y <= 16_000 for point in ends)  # into the wood
    assert min(length((end, Point(10_000, 30_000))) for end in ends) == 8_000  # toward the foe


@pytest.mark.rule("FUBAR-ORD-11")
def test_a_way_is_found_round_what_cannot_be_crossed() -> None:
    s = Skirmish(terrain=[RIDGE])
    s.squad("A", "squad", (10, 10))
    plan = planner(s, "squad", "run")
    route = places.toward(s.state, plan, Point(10_000, 24_000))
    assert route is not None
    assert len(route.path) == 3
    found = plan.plan(route)
    assert isinstance(found, March)
    assert found.size <= 12_001


@pytest.mark.rule("FUBAR-GEN-08")
def test_only_figures_of_the_unit_may_be_put_by_hand() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), count=2)
    route = Route((Point(10_000, 10_000), Point(10_000, 14_000)), 0, (("foe.1", Point(9_000, 9_000)),))
    found = planner(s, "squad").plan(route)
    assert isinstance(found, Refused)
    assert found.rule == "FUBAR-GEN-08"


def test_porters_are_shown_the_crates_and_the_way_home() -> None:
    s = Skirmish(objective=[{"id": "relay", "name": "Relay", "at": (24, 24), "points": 5}], crates=["relay"])
    s.squad("B", "porters", (24, 40), figures=[man(porter=True, weapons=[])])
    assert Point(24_000, 24_000) in places.goals(s.state, s["porters"])
    s.figure("porters.1", crate=True)
    assert Point(24_000, 48_000) in places.goals(s.state, s["porters"])


@pytest.mark.rule("FUBAR-MEL-01")
def test_an_assault_shows_who_would_come_into_contact() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), count=2)
    s.squad("B", "foe", (10, 16))
    option = next(each for each in orders.options(s.state, s["squad"]) if each.key == "assault:foe")
    assert option.preview is not None
    first = option.preview().figures[0]
    assert (first.id, first.x, first.y) == ("squad.1", 10_000, 15_000)
