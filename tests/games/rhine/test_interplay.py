"""Where two or three rules meet: a reaction in the middle of something else, a house rule beside another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, default, way
from tests.games.rhine.turns import activate

# --- An assault and the reaction to it --------------------------------------------------------------------------------


def charge(*reaction: Any, dice: list[int]) -> Skirmish:
    """ "us" assaults "foe", who reacts before it has gone a step."""
    s = Skirmish(options={"close_assault": True})
    s.foot("A", "us", at=(20, 10))
    s.foot("B", "foe", at=(20, 16))
    s.foot("B", "pal", at=(25, 13))
    activate(s, "us", "assault", "foe", default, *reaction, dice=dice)
    return s


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-REACT-15")
@pytest.mark.parametrize("facing", [180, 150])
def test_a_defender_who_comes_to_meet_the_attacker_is_fought_where_they_meet(facing: int) -> None:
    meets = way((20, 16), (20, 13.5), facing=facing)
    s = charge("move:foe", way((20, 10)), meets, dice=[4, 6, 1])
    assert "us runs into foe" in s.events
    assert s["foe"].broken
    assert s.at("us")[1] < 12.3  # and not 14.75, where foe stood at first


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-REACT-15")
def test_somebody_else_who_gets_in_the_way_ends_the_assault_without_a_fight() -> None:
    s = charge("move:pal", way((20, 10)), way((25, 13), (20, 13), facing=180), dice=[4])
    assert "us runs into pal" in s.events
    assert not s["foe"].broken
    assert not any("gone" in text for text in s.events)
