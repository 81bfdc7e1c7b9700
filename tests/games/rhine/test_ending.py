"""The end of a turn and of the battle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.gunnery import APC
from tests.games.rhine.skirmish import Skirmish
from umpire.games.rhine import ending, tokens
from umpire.games.rhine.actions import damage, fire
from umpire.games.rhine.sequence import activation

BRIDGE = {"id": "bridge", "name": "bridge", "at": (36, 24), "points": 3}
FORD = {"id": "ford", "name": "ford", "at": (10, 24), "points": 2}


def late(turn: int = 6, **scenario: Any) -> Skirmish:
    """The end of a turn, of the last one if nothing else is said; each side has a tank far from everything."""
    s = Skirmish(phase="turn_end", turn=turn, **scenario)
    s.unit("A", "ours", at=(60, 5), bp=6)
    s.unit("B", "theirs", at=(60, 43), bp=6)
    return s


def end(s: Skirmish) -> tuple[str, str]:
    s.play(activation(s.state))
    assert s.throws == []
    assert s.asked == []
    return s.state.winner, s.state.reason_rule


def points(s: Skirmish) -> tuple[int, int]:
    return ending.score(s.state, "A"), ending.score(s.state, "B")


# --- The turn --------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-WIN-03")
def test_a_turn_that_is_not_the_last_is_followed_by_another() -> None:
    s = late(turn=5)
    assert end(s) == ("", "")
    assert (s.state.phase, s.state.over) == ("turn_start", False)


@pytest.mark.rule("RHINE-SMK-02", "RHINE-WIN-02", "RHINE-WIN-03")
def test_everything_happens_in_its_order() -> None:
    s = late()
    s.smoke((30, 30), last=6)
    s.state.sides["A"].lost_bp = 3
    assert end(s) == ("B", "RHINE-WIN-02")
    assert s.rules == ["RHINE-SMK-02", "RHINE-WIN-03", "RHINE-WIN-02", "RHINE-WIN-02"]
    assert s.state.phase == "over"


# --- Break points ----------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-WIN-01")
@pytest.mark.parametrize(
    ("bp", "cost", "worth"), [(3, 40, 3), (None, 40, 5), (None, 44, 6), (None, 43, 5), (None, 3, 1)]
)
def test_break_points_are_those_of_the_data_or_an_eighth_of_the_points(bp: int | None, cost: int, worth: int) -> None:
    s = late()
    s.unit("A", "unit", at=(10, 10), points=cost, bp=bp)
    assert s["unit"].profile.break_points == worth
    s.play(damage.destroy(s.state, "unit"))
    assert s.state.sides["A"].lost_bp == worth


@pytest.mark.rule("RHINE-WIN-02")
@pytest.mark.parametrize(("lost", "start", "winner"), [(5, 10, "B"), (4, 10, ""), (5, 11, ""), (6, 11, "B")])
def test_a_side_that_has_lost_half_of_its_break_points_is_beaten_at_the_end_of_the_turn(
    lost: int, start: int, winner: str
) -> None:
    s = late(turn=2)
    s.state.sides["A"].start_bp, s.state.sides["A"].lost_bp = start, lost
    assert end(s) == (winner, "RHINE-WIN-02" if winner else "")
    assert s.state.over is bool(winner)


@pytest.mark.rule("RHINE-WIN-02")
@pytest.mark.parametrize(("fraction", "winner"), [("1/3", "B"), ("2/5", "B"), ("3/5", ""), ("1", "")])
def test_or_another_part_of_them_where_the_house_says_so(fraction: str, winner: str) -> None:
    s = late(turn=2, options={"break_fraction": fraction})
    s.state.sides["A"].start_bp, s.state.sides["A"].lost_bp = 10, 4
    assert end(s)[0] == winner


@pytest.mark.rule("RHINE-WIN-02")
def test_not_before_the_end_of_the_turn() -> None:
    s = Skirmish(turn=2)
    s.unit("A", "us", at=(20, 10))
    s.unit("B", "foe", at=(20, 30), bp=9)
    s.unit("B", "other", at=(40, 30), bp=1)
    s.play(fire.shoot(s.state, "us", "foe", 0, False), [10, 10, 1])
    tokens.after(s.state)
    assert s.state.sides["B"].lost_bp == 9
    assert not s.state.over


@pytest.mark.rule("RHINE-WIN-02")
@pytest.mark.parametrize(("holder", "winner"), [("A", "A"), ("B", "B"), (None, "")])
def test_if_both_break_at_once_victory_points_decide(holder: str | None, winner: str) -> None:
    s = late(turn=2, objective=[BRIDGE])
    if holder:
        s.unit(holder, "holder", at=(36, 24))
    for seat in "AB":
        s.state.sides[seat].lost_bp = s.state.sides[seat].start_bp
    assert end(s) == (winner, "RHINE-WIN-02")
    assert s.state.over


# --- The last turn ---------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-WIN-03")
@pytest.mark.parametrize(
    ("holders", "lost", "winner"),
    [
        (("A", "B"), (0, 0), "A"),  # 3 to 2
        (("B", "A"), (0, 0), "B"),
        (("A", None), (2, 0), "A"),
        ((None, None), (2, 1), "B"),
        ((None, None), (1, 2), "A"),
        ((None, None), (2, 2), ""),
    ],
)
def test_after_the_last_turn_victory_points_then_losses_decide(
    holders: tuple[str | None, str | None], lost: tuple[int, int], winner: str
) -> None:
    s = late(objective=[BRIDGE, FORD])
    for seat in "AB":
        s.state.sides[seat].start_bp = 100
        s.state.sides[seat].lost_bp = lost["AB".index(seat)]
    for index, holder in enumerate(holders):
        if holder:
            s.unit(holder, f"holder{index}", at=((36, 24), (10, 24))[index])
    assert end(s) == (winner, "RHINE-WIN-03")
    assert s.state.over


# --- Objectives ------------------------------------------------------------------------------------------------


def holding(**unit: Any) -> str:
    s = late(objective=[BRIDGE])
    s.unit("A", "holder", **{"at": (36, 24), **unit})
    return ending.holder(s.state, s.content.objectives[0])


@pytest.mark.rule("RHINE-WIN-04", "RHINE-MOR-05")
@pytest.mark.parametrize(
    ("unit", "held"),
    [
        ({}, "A"),
        ({"at": (36, 18.6)}, "A"),  # its edge is exactly 4 inches away
        ({"at": (36, 18.59)}, ""),
        ({"markers": 4}, "A"),
        ({"markers": 5}, ""),
        ({"cls": "INF"}, "A"),
        ({"cls": "APC"}, "A"),
        ({"cls": "HELO"}, ""),
        ({"place": "lost"}, ""),
        ({"at": None}, ""),
    ],
)
def test_who_holds_an_objective(unit: dict[str, Any], held: str) -> None:
    assert holding(**unit) == held


@pytest.mark.rule("RHINE-WIN-04", "RHINE-MOR-05")
@pytest.mark.parametrize(("at", "markers", "held"), [((36, 29.4), 0, ""), ((36, 29.41), 0, "A"), ((36, 29.4), 5, "A")])
def test_an_enemy_who_is_not_broken_within_4_inches_contests_it(
    at: tuple[float, float], markers: int, held: str
) -> None:
    s = late(objective=[BRIDGE])
    s.unit("A", "holder", at=(36, 22))
    s.unit("B", "rival", at=at, markers=markers)
    assert ending.holder(s.state, s.content.objectives[0]) == held
    assert points(s) == (3 if held else 0, 0)
    told = "bridge 3, held by a unit that is not Broken within 4 inches, with no such enemy there."
    assert ending.goals(s.state)[1] == f"Points: {told}"


@pytest.mark.rule("RHINE-WIN-04")
def test_passengers_hold_nothing_of_their_own() -> None:
    s = late(objective=[BRIDGE])
    s.unit("A", "carrier", at=(36, 24), **{**APC, "markers": 4})
    s.foot("A", "rider", at=(36, 24), carried_by="carrier")
    assert ending.holder(s.state, s.content.objectives[0]) == ""


# --- What a scenario may count besides -------------------------------------------------------------------------


@pytest.mark.rule("RHINE-WIN-03")
@pytest.mark.parametrize(
    ("unit", "scored"),
    [
        ({"at": (20, 40.01)}, 1),
        ({"at": (20, 40)}, 0),
        ({"at": (20, 44), "cls": "INF"}, 1),
        ({"at": (20, 44), "cls": "APC"}, 0),
        ({"at": (20, 44), "cls": "HELO"}, 0),
        ({"at": (20, 44), "place": "lost"}, 0),
    ],
)
def test_units_beyond_a_line_are_worth_points_transports_are_not(unit: dict[str, Any], scored: int) -> None:
    line = {"side": "A", "toward": "north", "line": 40, "points": 1, "text": "north of the road"}
    s = late(breakthrough=[line])
    s.unit("A", "runner", **unit)
    s.unit("B", "rival", at=(30, 44))
    assert points(s) == (scored, 0)


@pytest.mark.rule("RHINE-WIN-03")
@pytest.mark.parametrize(
    ("toward", "line", "scored"), [("north", 30, 1), ("south", 30, 0), ("east", 30, 0), ("west", 30, 1)]
)
def test_whichever_way_the_line_is_crossed(toward: str, line: float, scored: int) -> None:
    s = Skirmish(breakthrough=[{"side": "A", "toward": toward, "line": line, "points": 1, "text": "beyond"}])
    s.unit("A", "runner", at=(20, 40))
    assert ending.score(s.state, "A") == scored


@pytest.mark.rule("RHINE-WIN-03")
def test_destroyed_enemies_of_a_class_are_worth_points() -> None:
    s = late(turn=2, kill=[{"cls": "MBT", "points": 1, "text": "tanks"}])
    s.unit("B", "tank", at=(10, 40))
    s.unit("B", "light", at=(15, 40), cls="LIGHT")
    s.unit("A", "friend", at=(20, 10))
    for uid in ("tank", "light", "friend"):
        s.play(damage.destroy(s.state, uid))
    assert points(s) == (1, 1)
    for seat in "AB":
        s.state.sides[seat].start_bp = 100
    end(s)
    assert [s.state.sides[seat].points for seat in "AB"] == [1, 1]


# --- Nobody left -----------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-WIN-05")
@pytest.mark.parametrize(
    ("left", "winner"),
    [
        ({}, "A"),
        ({"at": (20, 40)}, ""),
        ({"at": (20, 40), "markers": 5}, ""),
        ({"at": None}, ""),
        ({"at": (20, 40), "cls": "HELO"}, "A"),
        ({"at": (20, 40), "place": "lost"}, "A"),
    ],
    ids=["nobody", "one", "a Broken one", "a reserve", "a helicopter", "a dead one"],
)
def test_a_side_with_nobody_on_the_table_or_in_reserve_has_lost_at_once(left: dict[str, Any], winner: str) -> None:
    s = Skirmish()
    s.unit("A", "us", at=(20, 10))
    if left:
        s.unit("B", "left", **left)
    tokens.after(s.state)
    assert s.state.over is bool(winner)
    assert (s.state.winner, s.state.reason_rule) == (winner, "RHINE-WIN-05" if winner else "")


@pytest.mark.rule("RHINE-WIN-05")
def test_the_last_shot_ends_the_battle_in_the_middle_of_a_turn() -> None:
    s = Skirmish(pools=(5, 0))
    s.unit("A", "us", at=(20, 10))
    s.unit("B", "foe", at=(20, 30))
    s.play(tokens.spend_one(s.state), [10, 10, 1], ["activate:us", "fire", "foe:0"])
    assert (s.state.winner, s.state.phase) == ("A", "over")
    assert s.state.reason == "Side B has nobody left on the table"


@pytest.mark.rule("RHINE-WIN-05")
def test_if_neither_has_anybody_it_is_a_draw() -> None:
    s = Skirmish()
    ending.check_wiped_out(s.state)
    assert (s.state.over, s.state.winner) == (True, "")


@pytest.mark.rule("RHINE-WIN-05")
@pytest.mark.parametrize("phase", ["setup", "over"])
def test_it_is_not_asked_before_the_battle_nor_after_it(phase: str) -> None:
    s = Skirmish(phase=phase)
    s.state.over = phase == "over"
    ending.check_wiped_out(s.state)
    assert s.state.reason == ""
