"""Units that a list calls by a plural: what is told and asked of them agrees with that."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.gunnery import shoot
from tests.games.rhine.skirmish import Skirmish, default, way
from tests.games.rhine.turns import DECLINE, activate, go
from umpire.battle.decisions import PickOne
from umpire.games.rhine.actions import rally


def labels(s: Skirmish, rule: str) -> list[str]:
    """The options of the last question under this rule."""
    asked = [each for each in s.asked if isinstance(each, PickOne) and each.rule == rule]
    return [option.label for option in asked[-1].options]


def meeting(**given: Any) -> Skirmish:
    s = Skirmish(**given)
    s.unit("A", "Pattons", at=(20, 10), facing=90, smoke=1)
    s.unit("B", "Hunters", at=(25, 40))
    return s


@pytest.mark.rule("RHINE-ACT-14", "RHINE-REACT-01")
def test_a_plan_of_several_is_told_and_answered() -> None:
    s = meeting()
    path = way((20, 10), (30, 10), facing=90)
    activate(s, "Pattons", "move+fire", path, "Hunters:0", DECLINE, DECLINE, dice=[1])
    assert "What are Pattons to do?" in s.prompts
    plan = "Pattons move 10 in east, then fire at Hunters"
    assert plan in s.events
    assert f"{plan}. React as they move (10 tokens left)?" in s.prompts
    assert f"{plan}. React before they fire (10 tokens left)?" in s.prompts
    assert labels(s, "RHINE-REACT-01") == ["do not react", "Hunters fire on 3+", "Hunters move on 3+"]


@pytest.mark.rule("RHINE-REACT-14")
def test_their_way_is_theirs() -> None:
    s = meeting()
    path = way((20, 10), (30, 10), facing=90)
    activate(s, "Pattons", "move", path, "fire:Hunters:0", way((24, 10), facing=90), dice=[1])
    assert "Pattons have come 4 in of their way" in s.events


@pytest.mark.rule("RHINE-TRN-02")
def test_whether_they_mount_is_asked_of_several() -> None:
    s = Skirmish()
    s.foot("A", "Rangers", at=(20, 10))
    s.unit("A", "carrier", at=(20, 16), cls="APC")
    activate(s, "Rangers", "move", way((20, 10), (20, 13.5)), "carrier")
    assert "Do Rangers mount?" in s.prompts


@pytest.mark.rule("RHINE-PEN-01", "RHINE-PEN-03", "RHINE-MOR-06")
@pytest.mark.parametrize(
    ("markers", "dice", "told"),
    [
        (0, [10, 10, 1], "Pattons are hit: Foom! They burn out"),
        (0, [10, 10, 6], "Pattons are hit: Kaboom! They blow up"),
        (5, [10], "Pattons are hit and their crews abandon them"),
    ],
)
def test_several_vehicles_are_lost(markers: int, dice: list[int], told: str) -> None:
    s = Skirmish()
    s.unit("A", "us", at=(20, 10))
    s.unit("B", "foe", at=(20, 30), markers=markers)
    s["foe"].profile.name = "Pattons"
    shoot(s, dice)
    assert told in s.events


@pytest.mark.rule("RHINE-BMC-06", "RHINE-BMC-07")
@pytest.mark.parametrize(
    ("markers", "face", "told"),
    [
        (2, 4, "Rangers rally: 1 morale marker of 5"),
        (5, 6, "Rangers rally and are no longer Broken: 3 morale markers of 5"),
    ],
)
def test_several_rally(markers: int, face: int, told: str) -> None:
    s = Skirmish()
    s.foot("A", "Rangers", at=(20, 10), markers=markers)
    s.play(rally.rally(s.state, "Rangers"), [face])
    assert s.events[-1] == told


@pytest.mark.rule("RHINE-HEL-03", "RHINE-HEL-05")
def test_several_helicopters_come_in() -> None:
    s = Skirmish()
    s.unit("A", "Hinds", at=None, cls="HELO")
    s.unit("B", "foe", at=(20, 30))
    s.unit("B", "Shilkas", at=(30, 30), cls="LIGHT", aa="gun")
    go(s, "helicopter:Hinds", "foe:0", way((25, 15)), "Shilkas", dice=[10, 3, 1])
    assert "Hinds come in (10 tokens left): who fires at them?" in s.prompts
    assert labels(s, "RHINE-HEL-03")[0] == "Shilkas fire (6+)"
    assert "Hinds have made their attack and go down in flames" in s.events


@pytest.mark.rule("RHINE-MOVE-14")
@pytest.mark.parametrize(
    ("markers", "dice", "told"),
    [
        (0, [3, 3], "neither gives way, and Rangers draw back"),
        (5, [6, 1], "Guards, Broken already, are overrun by Rangers"),
    ],
)
def test_several_fight_at_close_quarters(markers: int, dice: list[int], told: str) -> None:
    s = Skirmish(options={"close_assault": True})
    s.foot("A", "Rangers", at=(20, 10))
    s.foot("B", "Guards", at=(20, 14), markers=markers)
    answers = [] if markers else [DECLINE]
    activate(s, "Rangers", "assault", "Guards", default, *answers, dice=dice)
    assert told in s.events
