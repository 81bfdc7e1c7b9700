"""Moves by road: how far they are said to lead, and which are offered."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.games.fwc.ordering import battle, foe, meanwhile, ordered
from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from umpire.battle.decisions import Place, Route
from umpire.games.fwc import initiative
from umpire.games.fwc.actions import places
from umpire.table import Base, length, overlap

ROAD = piece("road", line=[(60, 0), (60, 90)], width=4)
BENT = piece("road", line=[(20, 30), (60, 30), (60, 90)], width=4)


def decision(s: Skirmish, unit: str = "u", taken: Sequence[Base] = ()) -> Place:
    return places.move_decision(s.state, s[unit], "FWC-MOV-01", taken=taken)


def farthest(routes: Sequence[Route]) -> float:
    return max(length(route.path) for route in routes)


@pytest.mark.rule("FWC-MOV-08")
@pytest.mark.parametrize(
    ("at", "unit", "most", "words"),
    [
        ((60, 20), {"cls": "afv"}, 25, "up to 20 cm, 25 cm by road"),
        ((66, 20), {"cls": "afv"}, 20, "up to 20 cm"),
        ((60, 20), {"cls": "infantry"}, 20, "up to 20 cm"),
        ((60, 20), {"cls": "gunship"}, 20, "up to 20 cm"),
    ],
    ids=["tank", "tank off the road", "infantry", "gunship"],
)
def test_who_may_go_by_road_is_told_and_offered_how_far(
    at: tuple[float, float], unit: dict[str, Any], most: int, words: str
) -> None:
    s = Skirmish(terrain=[ROAD])
    s.unit("A", "u", at=at, move=20, **unit)
    asked = decision(s)
    assert f"({words})" in asked.prompt
    assert asked.reach == most * 1000
    assert farthest(asked.routes()) == most * 1000
    assert asked.draw is not None
    rng = Random(1)
    assert farthest([asked.draw(rng) for _ in range(200)]) == most * 1000


@pytest.mark.rule("FWC-MOV-08")
def test_without_the_house_rule_nothing_is_said_of_it() -> None:
    s = Skirmish(terrain=[ROAD], options={"road_bonus": False})
    s.unit("A", "u", at=(60, 20), move=20)
    assert decision(s).reach == 20_000
    assert "road" not in decision(s).prompt


@pytest.mark.rule("FWC-MOV-08")
def test_a_way_by_road_follows_its_bends_and_is_allowed() -> None:
    s = Skirmish(terrain=[BENT])
    s.unit("A", "u", at=(50, 31), move=20, facing=90)
    longer = [route for route in decision(s).routes() if length(route.path) > 20_000]
    east, west = sorted(longer, key=lambda route: -route.end.x)
    assert [(point.x, point.y) for point in east.path[:2]] == [(50_000, 31_000), (60_000, 30_000)]
    assert (east.end.x, east.facing) == (60_000, 0)
    assert 44_900 < east.end.y < 45_000
    assert west.facing == 268
    assert length(east.path) == pytest.approx(25_000, abs=1)
    assert length(west.path) == pytest.approx(25_000, abs=1)


@pytest.mark.rule("FWC-MOV-08")
def test_a_road_that_ends_before_offers_nothing_longer() -> None:
    s = Skirmish(terrain=[piece("road", line=[(60, 5), (60, 40)], width=4)])
    s.unit("A", "u", at=(60, 20), move=20)
    assert farthest(decision(s).routes()) == 20_000


@pytest.mark.rule("FWC-MOV-08", "FWC-MOV-05")
def test_a_way_by_road_ends_before_the_place_another_is_to_take() -> None:
    s = Skirmish(terrain=[BENT])
    s.unit("A", "u", at=(50, 30), move=20)
    taken = s["u"].base.placed(60_000, 45_000, 0)
    offered = decision(s, taken=[taken]).routes()
    bent = [route for route in offered if len(route.path) == 3]
    assert [(route.end, route.facing) for route in bent] == [((60_000, 42_000), 0)]
    assert not any(overlap(s["u"].base.placed(*route.end, route.facing), taken) for route in offered)


@pytest.mark.rule("FWC-MOV-08", "FWC-INI-03")
@pytest.mark.parametrize(("x", "most"), [(60, 25), (66, 20)])
def test_on_initiative_too(x: float, most: int) -> None:
    s = Skirmish(terrain=[ROAD])
    s.unit("A", "u", at=(x, 40), move=20)
    s.unit("B", "b", at=(x, 55))
    asked = initiative._straight_line(s.state, s["u"], s["b"], away=True)
    assert asked.reach == most * 1000
    assert farthest(asked.routes()) == most * 1000


@pytest.mark.rule("FWC-MOV-08", "FWC-FIR-07")
@pytest.mark.parametrize(
    ("start", "left"), [((60, 20), 15), ((52, 24), 10)], ids=["by road so far", "across country so far"]
)
def test_after_a_shot_on_the_move_another_way_is_longer_by_road_only_if_all_was_by_road(
    start: tuple[float, float], left: float
) -> None:
    s = battle(terrain=[ROAD])
    s.unit("A", "a", at=(64.5, 20), attacks=3, range=70, keywords=["stabilised"], move=20)
    s.unit("A", "b", at=start, attacks=3, range=70, keywords=["stabilised"], move=20)
    s.unit("A", "stray", at=(80, 20))
    foe(s, (60, 85), attacks=1, range=60)
    # Both fire after 10 cm; then somebody stands where b is to end. It has 10 cm left, and 5 more by road.
    declared = [
        *("move_fire", way((64.5, 20), (64.5, 30), (64.5, 36)), "foe", "2"),
        *("move_fire", way(start, (60, 30), (60, 36)), "foe", "2"),
    ]
    another = refused(way((60, 30), (60, 30.01 + left)), "FWC-MOV-01", way((60, 30), (60, 30 + left)))
    holds_fire = ["pass", "pass", [], meanwhile(s, "stray", (58, 37), [])]
    ordered(s, ["a", "b"], *declared, *holds_fire, "pass", another, "pass", dice=[1] * 4)
    assert s.at("a") == (64.5, 36)
    assert s.at("b") == (60, 30 + left)


@pytest.mark.rule("FWC-MOV-08")
def test_what_a_way_allows_is_told_by_the_way() -> None:
    s = Skirmish(terrain=[ROAD])
    s.unit("A", "u", at=(60, 20), cls="afv", move=20)
    allowance = decision(s).allowance
    assert allowance is not None
    assert allowance(way((60, 20), (60, 42))) == 25_000
    assert allowance(way((60, 20), (82, 20))) == 20_000
