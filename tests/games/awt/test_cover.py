"""Cover against shooting: who has it, from what, and what it does (AWT-CV)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish, piece
from umpire.games.awt.actions import firing, shooting
from umpire.games.awt.actions.shooting import Dice, Manner

HERE = (5.0, 18.0, 20.0, 22.0)


def under_fire(kind: str, **more: Any) -> Skirmish:
    shape: dict[str, Any] = {"line": [(5, 18.6), (20, 18.6)]} if kind == "obstacle" else {"area": HERE}
    s = Skirmish(terrain=[piece(kind, **shape)] if kind else [])
    s.unit("A", "ours", at=(10, 5), skill="high")
    s.unit("B", "foe", at=(10, 20), models=4, **more)
    return s


def dice(s: Skirmish) -> Dice:
    manner = Manner("rifle")
    firing_ = list(shooting.guns(s.state, s["ours"], s["foe"], manner))
    assert firing_
    return shooting.dice_of(s.state, s["ours"], s["foe"], manner, firing_)


@pytest.mark.rule("AWT-CV-03", "AWT-CV-04", "AWT-CV-05", "AWT-CV-06", "AWT-CV-09")
@pytest.mark.parametrize(
    ("kind", "advantage", "enhanced", "again"),
    [
        ("obstacle", 1, False, False),
        ("foxholes", 1, True, False),
        ("building", 1, True, False),
        ("trenches", 1, True, True),
        ("broken", 0, False, False),
        ("wire", 0, False, False),
        ("mire", 0, False, False),
        ("", 0, False, False),
    ],
)
def test_what_each_kind_of_ground_gives(kind: str, advantage: int, enhanced: bool, again: bool) -> None:
    found = dice(under_fire(kind))
    assert [group.advantage for group in found.groups] == [advantage]
    assert (found.enhanced, found.reroll) == (enhanced, again)


@pytest.mark.rule("AWT-CV-09")
def test_woods_are_no_cover() -> None:
    s = Skirmish(terrain=[piece("woods", area=(5, 19, 20, 24))])
    s.unit("A", "ours", at=(10, 5))
    s.unit("B", "foe", at=(10, 20))
    assert dice(s).groups[0].advantage == 0


@pytest.mark.rule("AWT-CV-01")
@pytest.mark.parametrize(
    ("keywords", "covered"),
    [
        (("infantry", "regulars"), True),
        (("cavalry",), False),
        (("artillery", "weapon_team"), False),
        (("creature", "man_sized"), False),
    ],
)
def test_cover_is_for_units_with_the_keyword_infantry(keywords: tuple[str, ...], covered: bool) -> None:
    s = Skirmish(terrain=[piece("foxholes", area=HERE)])
    s.unit("A", "ours", at=(10, 5))
    s.unit("B", "foe", at=(10, 20), keywords=keywords)
    assert (dice(s).groups[0].advantage == 1) is covered


@pytest.mark.rule("AWT-CV-01", "AWT-TE-20")
def test_cover_is_for_who_occupies_it() -> None:
    s = under_fire("foxholes", spots=[(11.2, 20), (21, 20), (22.2, 20)])
    assert dice(s).groups[0].advantage == 0
    s = under_fire("foxholes", spots=[(11.2, 20), (12.4, 20), (22.2, 20)])
    assert dice(s).groups[0].advantage == 1


@pytest.mark.rule("AWT-CV-03", "AWT-TE-20")
def test_an_obstacle_covers_only_from_shots_that_cross_it() -> None:
    s = under_fire("obstacle")
    s.unit("A", "flanker", at=(10, 35))
    manner = Manner("rifle")
    for shooter, advantage in (("ours", 1), ("flanker", 0)):
        guns = list(shooting.guns(s.state, s[shooter], s["foe"], manner))
        found = shooting.dice_of(s.state, s[shooter], s["foe"], manner, guns)
        assert [group.advantage for group in found.groups] == [advantage]


@pytest.mark.rule("AWT-CV-03", "AWT-TE-20")
def test_a_shot_through_the_joint_of_two_obstacles_crosses_them() -> None:
    obstacles = [piece("obstacle", area=(0, 19, 10, 19.2)), piece("obstacle", id="next", area=(10, 19, 20, 19.2))]
    s = Skirmish(terrain=obstacles)
    s.unit("A", "ours", at=(10, 5))
    s.unit("B", "foe", at=(10, 20))
    assert [group.advantage for group in dice(s).groups] == [1]


@pytest.mark.rule("AWT-TE-20")
def test_of_several_features_the_best_row_counts() -> None:
    s = Skirmish(terrain=[piece("foxholes", area=HERE), piece("trenches", area=(5, 19, 20, 21))])
    s.unit("A", "ours", at=(10, 5))
    s.unit("B", "foe", at=(10, 20))
    found = dice(s)
    assert (found.cover, found.reroll, found.groups[0].advantage) == ("trenches", True, 1)


@pytest.mark.rule("AWT-ST-04", "AWT-CV-01")
def test_the_broken_have_no_cover() -> None:
    s = under_fire("trenches", broken=True)
    found = dice(s)
    assert (found.cover, found.groups[0].advantage) == ("", 0)


@pytest.mark.rule("AWT-CV-06", "AWT-CV-07", "AWT-CV-08")
def test_in_a_trench_a_critical_can_be_saved_and_a_failed_save_is_rolled_again() -> None:
    """Save 2 with an Advantage is 3: the save fails, and the second one holds."""
    s = under_fire("trenches")
    s.play(firing.fire(s.state, "ours", "foe", Manner("rifle")), dice=[1, 4, 3])
    assert s["foe"].strength == 4
    s = under_fire("")
    s.play(firing.fire(s.state, "ours", "foe", Manner("rifle")), dice=[1, 1], rest=True)
    assert s["foe"].strength == 3


@pytest.mark.rule("AWT-SK-11", "AWT-CV-04")
def test_who_has_dug_in_counts_as_in_foxholes() -> None:
    found = dice(under_fire("", dug_in=True))
    assert (found.cover, found.enhanced) == ("foxholes", True)
