"""What the bot advises where its choice would otherwise be wasted."""

from __future__ import annotations

import pytest

from tests.games.awt.commanding import command_phase
from tests.games.awt.skirmish import Skirmish, way
from umpire.games.awt.bot import advise


def test_a_gun_that_was_manhandled_is_advised_to_shoot() -> None:
    s = Skirmish(troop="cannonade")
    s.team("A", "gun", at=(10, 5), weapon="field_gun", keywords=("artillery", "weapon_team"), pace=3)
    s.foot("B", "foe", at=(10, 30), models=6)
    s.go("gun", "ability:B3", way((10, 5), (10, 6)), "no")
    assert advise(s.state, s.asked[-1]).answer == "shoot:field_gun:foe"


@pytest.mark.parametrize(
    ("marks", "answer"),
    [
        ({"stress": 1, "pinned": True, "shaken": True}, "pinned"),
        ({"stress": 1, "shaken": True}, "shaken"),
    ],
)
def test_who_is_steadied_is_advised_to_get_rid_of_what_hinders_him(marks: dict[str, int | bool], answer: str) -> None:
    s = command_phase()
    s.captain("A", "captain", at=(10, 10))
    s.foot("A", "rifles", at=(12, 10), models=8, **marks)
    s.go("O2:rifles", "stress")
    s.mark("rifles", **marks)
    assert advise(s.state, s.asked[-1]).answer == answer
