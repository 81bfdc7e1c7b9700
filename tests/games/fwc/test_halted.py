"""Movers that are stopped on their way: where they come to stand, and turned how."""

from __future__ import annotations

import pytest

from tests.games.fwc.ordering import battle, ordered
from tests.games.fwc.skirmish import Skirmish, piece, way
from umpire.games.fwc import field
from umpire.games.fwc.actions import assault
from umpire.games.fwc.actions.movement import check_move


def beside_the_ditch(*keywords: str) -> Skirmish:
    """A tank goes askew up to a ditch, where it is to stand square to it; a gun stops it there, still turned askew."""
    s = battle(terrain=[piece("toxic_ditch", line=[(40, 40), (80, 40)], width=2)])
    s.unit("A", "tank", at=(55, 30), attacks=0, hits=5, keywords=keywords)
    s.unit("B", "gun", at=(60, 70), cls="gun", attacks=1, range=40)
    ordered(s, ["tank"], "move", way((55, 30), (60, 37.4)), "2", dice=(4, 4))
    assert s["tank"].suppressed
    assert s.at("tank") == (60, 37.4)
    return s


@pytest.mark.rule("FWC-OPP-05", "FWC-MOV-03")
def test_who_is_stopped_beside_an_obstacle_does_not_stand_in_it_as_he_went() -> None:
    s = beside_the_ditch()
    assert s["tank"].base.facing == 0, "as it stood at first"
    assert "tank stops short" not in s.events
    across = check_move(s.state, s.mark("tank", suppressed=False), way((60, 37.4), (60, 45)))
    assert across is not None, "nor is it half over it already"
    assert across.rule == "FWC-MOV-03"


@pytest.mark.rule("FWC-OPP-05", "FWC-MOV-03")
def test_who_hovers_over_it_stays_turned_as_he_went() -> None:
    assert beside_the_ditch("hover")["tank"].base.facing == 34


@pytest.mark.rule("FWC-HID-03", "FWC-CA-01")
def test_who_hides_in_smoke_beside_the_enemy_assaulted_is_found_on_the_last_step() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(61, 30), attacks=3)
    s.unit("B", "foe", at=(60, 43), attacks=0)
    s.unit("B", "ghost", at=(63.1, 43), hidden=True)
    s.zone("smoke", (71, 43), 10)
    assert field.sees(s.state, s["tank"], s["foe"])
    s.play(assault.charge(s.state, [("tank", way((61, 30), (61, 40)))], "foe"))
    assert not s["ghost"].hidden
    assert s.at("tank") == (61, 39), "1 cm short of both"
    assert s.events[-2:] == ["ghost is revealed: tank comes upon it", "the way of tank is barred"]
