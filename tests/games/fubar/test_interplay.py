"""Two or three rules at once, where each alone would leave the other out."""

from __future__ import annotations

import pytest

from tests.games.fubar.skirmish import Skirmish, man
from umpire.games.fubar import GAME
from umpire.games.fubar.actions import casualties, morale
from umpire.games.fubar.overrule import overrule

# --- Bikes ---------------------------------------------------------------------------------------------------


def riders() -> Skirmish:
    """Three bikes, the first with the commander of the force; a squad beside them, an enemy far off."""
    s = Skirmish()
    s.squad("A", "bikes", (20, 10), figures=[man(bike="bike", skills=["leader"]), *[man(bike="bike")] * 2])
    s.squad("A", "line", (24, 12), count=4)
    s.squad("B", "foe", (20, 40))
    return s


@pytest.mark.rule("FUBAR-LDR-06", "FUBAR-BIK-05")
@pytest.mark.parametrize(("dice", "led"), [([5], True), ([4, 6], False)])
def test_a_commander_thrown_off_his_bike_commands_on_foot(dice: list[int], led: bool) -> None:
    s = riders()
    assert morale.led(s.state, s["line"])
    s.play(casualties.fall(s.state, "bikes", ["bikes.1"]), dice=dice)  # he gets clear on 5; wounded, he commands nobody
    assert s.state.unit_of("bikes.1") == s["bikes-riders"]
    assert morale.led(s.state, s["line"]) is led


@pytest.mark.rule("FUBAR-GEN-01", "FUBAR-BIK-05")
def test_what_is_agreed_on_a_rider_holds_for_him_on_foot() -> None:
    s = riders()
    s.play(casualties.fall(s.state, "bikes", ["bikes.1"]), dice=[5])
    overrule(s.state, {"figure": "bikes.1", "markers": 1}, GAME.catalogue)
    assert s["bikes-riders"].markers == 1
