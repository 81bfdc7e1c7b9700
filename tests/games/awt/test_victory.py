"""Victory points and the end of a battle (AWT-VC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish, piece
from umpire.games.awt import ending, losses
from umpire.table import Point

MIDDLE: dict[str, Any] = {"id": "middle", "name": "Middle", "at": (24, 24)}


def last_round(**scenario: Any) -> Skirmish:
    s = Skirmish(phase="round_end", rounds=3, round=3, **scenario)
    s.foot("A", "ours", at=(5, 5), models=2)
    s.foot("B", "theirs", at=(5, 45), models=2)
    return s


@pytest.mark.rule("AWT-VC-01")
@pytest.mark.parametrize(("points", "winner"), [((3, 2), "A"), ((1, 2), "B"), ((2, 2), "")])
def test_after_the_last_round_more_points_win_and_as_many_are_a_draw(points: tuple[int, int], winner: str) -> None:
    s = last_round()
    for seat, count in zip("AB", points, strict=True):
        s.state.sides[seat].points = count
    s.go()
    assert (s.state.over, s.state.winner) == (True, winner)
    assert s.state.reason_rule == "AWT-VC-01"


def test_before_the_last_round_the_battle_goes_on() -> None:
    s = last_round()
    s.state.round = 2
    s.go()
    assert (s.state.over, s.state.phase) == (False, "tokens")


@pytest.mark.rule("AWT-VC-01", "AWT-VC-03")
@pytest.mark.parametrize(("round_", "points"), [(1, 0), (2, 1), (4, 1), (5, 0)])
def test_objectives_are_worth_points_in_the_rounds_the_scenario_says(round_: int, points: int) -> None:
    award = {"kind": "objective", "points": 1, "first": 2, "last": 4}
    s = Skirmish(phase="round_end", rounds=6, round=round_, objective=[MIDDLE], award=[award])
    s.foot("A", "ours", at=(24, 22), models=2)
    s.foot("B", "theirs", at=(5, 45), models=2)
    s.go()
    assert s.state.sides["A"].points == points


@pytest.mark.rule("AWT-VC-01")
@pytest.mark.parametrize(("told", "points"), [({}, (1, 1, 1)), ({"first": 2}, (0, 1, 1)), ({"last": 2}, (1, 1, 0))])
def test_an_award_by_rounds_without_a_first_or_last_one_is_given_from_the_start_or_to_the_end(
    told: dict[str, int], points: tuple[int, ...]
) -> None:
    given = []
    for round_ in (1, 2, 3):
        award = {"kind": "objective", "points": 1, **told}
        s = Skirmish(phase="round_end", rounds=3, round=round_, objective=[MIDDLE], award=[award])
        s.foot("A", "ours", at=(24, 22), models=2)
        s.foot("B", "theirs", at=(5, 45), models=2)
        s.go()
        given.append(s.state.sides["A"].points)
    assert tuple(given) == points


@pytest.mark.rule("AWT-VC-03")
@pytest.mark.parametrize(("y", "held"), [(20.5, "A"), (20.499, "")])
def test_an_objective_is_held_from_three_inches(y: float, held: str) -> None:
    s = Skirmish(objective=[MIDDLE])
    s.foot("A", "ours", at=(24, y), models=2)
    assert ending.holder(s.state, Point(24_000, 24_000)) == held


@pytest.mark.rule("AWT-VC-03")
def test_it_is_not_held_by_vehicles_or_the_broken_nor_against_an_enemy_as_near() -> None:
    s = Skirmish(objective=[MIDDLE])
    middle = Point(24_000, 24_000)
    s.tank("A", "tank", at=(24, 20))
    s.foot("A", "broken", at=(24, 26), models=2, broken=True)
    assert ending.holder(s.state, middle) == ""
    s.foot("B", "foe", at=(22, 24), models=1)
    assert ending.holder(s.state, middle) == "B"
    s.creature("A", "hound", at=(26, 24))
    assert ending.holder(s.state, middle) == ""
    s.mark("foe", broken=True)
    assert ending.holder(s.state, middle) == "A"


@pytest.mark.rule("AWT-VC-01")
def test_the_enemy_captain_destroyed_is_worth_points_at_once_however_he_goes() -> None:
    s = Skirmish(award=[{"kind": "captain", "points": 3}])
    s.captain("B", "captain", at=(10, 10))
    s.lieutenant("B", "lieutenant", at=(20, 10))
    losses.destroy(s.state, "lieutenant", "gone", "AWT-IN-09")
    assert s.state.sides["A"].points == 0
    losses.destroy(s.state, "captain", "gone", "AWT-CM-03")
    assert s.state.sides["A"].points == 3


@pytest.mark.rule("AWT-VC-01")
def test_enemy_units_of_the_set_up_destroyed_or_broken_at_the_end_are_worth_points() -> None:
    s = last_round(award=[{"kind": "units", "points": 1, "side": "B"}])
    s.foot("A", "broken", at=(10, 5), models=2, broken=True)
    s.foot("A", "lost", at=(15, 5), models=2)
    s.mark("lost", place="lost")
    s.foot("B", "also broken", at=(10, 45), models=2, broken=True)
    s.go()
    assert [s.state.sides[seat].points for seat in "AB"] == [0, 2]


@pytest.mark.rule("AWT-VC-01", "AWT-TE-20")
def test_a_trench_is_held_by_unbroken_infantry_alone_in_it() -> None:
    s = Skirmish(terrain=[piece("trenches", area=(5, 20, 30, 24), name="Trench")])
    s.horse("A", "lancers", at=(8, 22), models=2)
    assert ending.trenches_held(s.state, "A") == []
    s.foot("A", "ours", at=(14, 22), models=3)
    assert ending.trenches_held(s.state, "A") == ["Trench"]
    s.tank("B", "tank", at=(24, 22))
    assert ending.trenches_held(s.state, "A") == []
    s.mark("tank", broken=True)
    assert ending.trenches_held(s.state, "A") == ["Trench"]
    s.mark("ours", broken=True)
    assert ending.trenches_held(s.state, "A") == []


@pytest.mark.rule("AWT-VC-01")
@pytest.mark.parametrize(("held", "points"), [(False, 5), (True, 0)])
def test_the_defender_has_points_if_no_trench_is_lost_at_the_end(held: bool, points: int) -> None:
    s = last_round(
        terrain=[piece("trenches", area=(5, 20, 30, 24))], award=[{"kind": "no_trench", "points": 5, "side": "B"}]
    )
    s.foot("A", "storm", at=(10, 22 if held else 17), models=2)
    s.go()
    assert s.state.sides["B"].points == points


@pytest.mark.rule("AWT-VC-01")
def test_a_large_creature_alive_at_the_end_is_worth_points() -> None:
    s = last_round(award=[{"kind": "creature", "points": 3}])
    s.creature("A", "hound", at=(20, 5))
    s.creature("B", "giant", at=(20, 45), size="large", wounds=6)
    s.go()
    assert [s.state.sides[seat].points for seat in "AB"] == [0, 3]


@pytest.mark.rule("AWT-VC-02")
def test_a_side_without_an_unbroken_unit_has_lost_at_once_whatever_the_points() -> None:
    s = Skirmish()
    s.foot("A", "ours", at=(5, 5), models=2)
    s.foot("B", "theirs", at=(5, 45), models=2)
    s.state.sides["B"].points = 9
    ending.check_wiped_out(s.state)
    assert not s.state.over
    s.mark("theirs", broken=True)
    ending.check_wiped_out(s.state)
    assert (s.state.over, s.state.winner, s.state.reason_rule) == (True, "A", "AWT-VC-02")


@pytest.mark.rule("AWT-VC-02")
@pytest.mark.parametrize(("points", "winner"), [((1, 0), "A"), ((0, 1), "B"), ((0, 0), "")])
def test_if_that_befalls_both_points_decide(points: tuple[int, int], winner: str) -> None:
    s = Skirmish()
    s.foot("A", "ours", at=(5, 5), models=2, broken=True)
    s.foot("B", "theirs", at=(5, 45), models=2, broken=True)
    for seat, count in zip("AB", points, strict=True):
        s.state.sides[seat].points = count
    ending.check_wiped_out(s.state)
    assert (s.state.over, s.state.winner) == (True, winner)


@pytest.mark.rule("AWT-CT-11")
def test_at_the_end_of_a_round_its_effects_end() -> None:
    s = Skirmish(phase="round_end")
    s.foot("A", "ours", at=(5, 5), models=2, effects=("fog", "lights", "volley"), dug_in=True, pinned=True)
    s.foot("B", "theirs", at=(5, 45), models=2)
    s.state.sides["B"].jammed = True
    s.go()
    assert (s["ours"].effects, s["ours"].dug_in, s["ours"].pinned) == ((), True, True)
    assert not s.state.sides["B"].jammed
