"""Fire of one unit at several others: all of it is declared before any is resolved."""

from __future__ import annotations

import pytest

from tests.games.fubar.skirmish import Skirmish, man
from umpire.games.fubar.actions import aim, fire
from umpire.games.fubar.actions.aim import Mode

AIMED = Mode(aimed=True)


def launcher_and_rifle() -> Skirmish:
    """Two men: one can kill a hull, the other somebody else."""
    s = Skirmish()
    men = [man(weapons=["Missile Launcher"], skills=["leader"]), man()]
    s.squad("A", "us", (20, 10), figures=men, spots=[(20, 10), (20.5, 11.2)])
    return s


@pytest.mark.rule("FUBAR-FIRE-02")
def test_a_wreck_does_not_spoil_the_shots_declared_at_who_is_behind_it() -> None:
    s = launcher_and_rifle()
    s.vehicle("B", "tank", (20, 20), facing=90, save=None, crew=1, weapons=[])
    s.squad("B", "foe", (20, 22.5))
    # One hit destroys the tank (6, then 6) and its one crewman gets out (6); then the rifle: two hits, and he falls.
    s.play(fire.volley(s.state, "us", AIMED), dice=[6, 1, 1, 6, 6, 6, 6, 6, 1], choices=["split", "0:tank", "0:foe"])
    assert s["tank"].destroyed
    assert s.fig("foe.1").status == "dead"


@pytest.mark.rule("FUBAR-FIRE-02")
def test_who_is_behind_a_hull_keeps_its_save_against_the_shots_that_were_declared() -> None:
    s = launcher_and_rifle()
    s.vehicle("B", "tank", (20, 20), facing=90, save=2, crew=1, weapons=[])
    s.squad("B", "foe", (20, 22.5))
    # The hull saves on 2+ and fails once; it is destroyed all the same, and stops both hits of the rifle.
    s.play(
        fire.volley(s.state, "us", AIMED),
        dice=[6, 1, 1, 1, 6, 6, 6, 6, 6, 2, 2],
        choices=["split", "0:tank", "0:foe"],
    )
    assert s["tank"].destroyed
    assert s.fig("foe.1").active
    assert s.fig("foe.1").markers == 1


@pytest.mark.rule("FUBAR-FIRE-02", "FUBAR-DMG-12")
def test_who_fell_with_his_transport_is_not_shot_again() -> None:
    s = launcher_and_rifle()
    s.vehicle("B", "truck", (20, 20), chassis="wheeled", save=None, crew=1, weapons=[], open=True, seats=6)
    s.squad("B", "foe", None, marks={"carried_by": "truck"})
    # The crewman gets out (6), the passenger does not (1) and is wounded (4): no dice are thrown at him any more.
    s.play(fire.volley(s.state, "us", AIMED), dice=[6, 1, 1, 6, 6, 6, 1, 4], choices=["split", "0:truck", "0:foe"])
    assert s.fig("foe.1").status == "wounded"


@pytest.mark.rule("FUBAR-FIRE-12")
@pytest.mark.parametrize(("x", "open_"), [(25.0, ["left", "right"]), (24.9, ["right"]), (25.1, ["left"])])
def test_of_two_enemies_equally_near_the_owner_chooses(x: float, open_: list[str]) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10))
    s.squad("B", "left", (15, 20))
    s.squad("B", "right", (x, 20))
    (reached,) = aim.table(s.state, s["us"], AIMED).values()
    assert reached == open_
    s.play(fire.volley(s.state, "us", AIMED), dice=[1, 1], choices=[f"fire:{open_[-1]}"])
