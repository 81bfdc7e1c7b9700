"""Command tokens at the start of a turn: who brings how many, and what becomes of the old ones."""

from __future__ import annotations

from typing import Any

import pytest

import umpire
from tests.games.rhine.skirmish import Skirmish
from tests.games.rhine.turns import TEAM, activate, go, hold, offered, pools
from umpire.games.rhine.model import Aim
from umpire.table import Point


def opening(**given: Any) -> Skirmish:
    """The moment before the tokens are counted out; side B has one tank."""
    s = Skirmish(phase="turn_start", turn=0, pools=(0, 0), **given)
    s.unit("B", "foe", at=(30, 40))
    return s


def filled(s: Skirmish) -> int:
    """The tokens of side A after the pools are filled, no die rolled for it."""
    go(s)
    assert s.state.phase == "initiative"
    assert s.throws == []
    return s.state.sides["A"].pool


@pytest.mark.rule("RHINE-POOL-01")
def test_each_side_gets_a_token_for_each_unit_it_has_in_play() -> None:
    s = opening()
    for i, cls in enumerate(("MBT", "LIGHT", "INF", "SUPPORT")):
        s.unit("A", cls, at=(10 + 5 * i, 10), cls=cls)
    assert filled(s) == 4
    assert pools(s) == (4, 1)
    assert s.events == ["Turn 1 of 6", "Side A: 4 command tokens", "Side B: 1 command token"]


@pytest.mark.rule("RHINE-POOL-02", "RHINE-POOL-03")
def test_transports_and_helicopters_bring_none() -> None:
    s = opening()
    s.unit("A", "tank", at=(10, 10))
    s.unit("A", "apc", at=(15, 10), cls="APC")
    s.unit("A", "truck", at=(20, 10), cls="APC", mobility="wheeled", capacity=2, weapons=())
    s.unit("A", "gunship", at=None, cls="HELO")
    assert filled(s) == 1


@pytest.mark.rule("RHINE-POOL-04")
@pytest.mark.parametrize(("cls", "tokens"), [("MBT", 3), ("INF", 3), ("APC", 2)])
def test_the_command_unit_adds_two_to_what_it_brings_as_a_unit(cls: str, tokens: int) -> None:
    s = opening()
    s.unit("A", "command", at=(10, 10), cls=cls, command=True)
    assert filled(s) == tokens


@pytest.mark.rule("RHINE-POOL-05")
@pytest.mark.parametrize(("marks", "tokens"), [({"markers": 5}, 4), ({"place": "lost"}, 1)])
def test_the_two_are_due_while_the_command_unit_lives_broken_or_not(marks: dict[str, Any], tokens: int) -> None:
    s = opening()
    s.unit("A", "command", at=(10, 10), command=True, **marks)
    s.unit("A", "next in rank", at=(15, 10))
    assert filled(s) == tokens


@pytest.mark.rule("RHINE-POOL-06")
def test_passengers_bring_their_token_and_reserves_and_the_lost_do_not() -> None:
    s = opening()
    s.unit("A", "apc", at=(15, 10), cls="APC", capacity=2)
    s.foot("A", "squad", at=None, carried_by="apc")
    s.unit("A", "team", at=None, carried_by="apc", **TEAM)
    s.unit("A", "reserve", at=None)
    s.unit("A", "late apc", at=None, cls="APC")
    s.foot("A", "late squad", at=None, carried_by="late apc")
    s.mark("late squad", place="reserve")
    s.unit("A", "burnt", at=(20, 20), place="lost")
    assert filled(s) == 2


@pytest.mark.rule("RHINE-POOL-07")
def test_what_is_left_in_a_pool_is_gone_with_the_turn() -> None:
    s = opening()
    s.unit("A", "tank", at=(10, 10))
    s.state.sides["A"].pool = 7
    assert filled(s) == 1


@pytest.mark.rule("RHINE-POOL-07", "RHINE-MOR-03")
def test_tokens_on_units_are_taken_away_and_markers_stay() -> None:
    s = opening()
    s.unit("A", "tank", at=(10, 10), tokens=3, markers=2)
    s.unit("A", "tube", at=(15, 10), **TEAM, aims=(Aim("foe", Point(30_000, 40_000), 2),))
    s.mark("foe", tokens=1)
    go(s)
    assert [(s[name].tokens, s[name].markers) for name in ("tank", "tube", "foe")] == [(0, 2), (0, 0), (0, 0)]
    assert s["tube"].aims == ()


@pytest.mark.rule("RHINE-POOL-07", "RHINE-ACT-01")
def test_in_the_new_turn_the_first_token_is_free_again() -> None:
    s = Skirmish(pools=(2, 0))
    s.unit("A", "tank", at=(10, 10))
    s.unit("B", "foe", at=(30, 40))
    hold(s, "tank")
    hold(s, "tank", dice=[6])
    assert s.state.phase == "turn_end"
    go(s)
    go(s)
    go(s, dice=[9, 2])
    assert (s.state.turn, s.state.active) == (2, "A")
    hold(s, "tank")
    assert s["tank"].tokens == 1


@pytest.mark.rule("RHINE-POOL-08", "RHINE-REACT-01")
def test_a_side_without_tokens_is_not_asked_whether_it_reacts() -> None:
    s = Skirmish(pools=(2, 0))
    s.unit("A", "tank", at=(30, 10))
    s.unit("B", "foe", at=(30, 40))
    activate(s, "tank", "fire", "foe:0", dice=[1])
    assert [decision.seat for decision in s.asked] == ["A", "A", "A"]
    assert pools(s) == (1, 0)


@pytest.mark.rule("RHINE-POOL-08", "RHINE-ERR-02")
@pytest.mark.parametrize(("theirs", "phase", "active"), [(2, "active", "B"), (0, "turn_end", "A")])
def test_from_an_empty_pool_nothing_is_paid_nothing_asked_and_no_die_rolled(
    theirs: int, phase: str, active: str
) -> None:
    """The players may have agreed to empty it."""
    s = Skirmish(pools=(0, theirs))
    s.unit("A", "tank", at=(10, 10), tokens=1)
    s.unit("B", "foe", at=(30, 40))
    go(s)
    assert s.asked == []
    assert pools(s) == (0, theirs)
    assert (s.state.phase, s.state.active) == (phase, active)


@pytest.mark.rule("RHINE-POOL-09")
def test_with_a_unit_go_the_tokens_on_it_but_none_of_the_pool() -> None:
    s = Skirmish(pools=(3, 4))
    s.unit("A", "tank", at=(30, 10))
    s.unit("B", "foe", at=(30, 30), tokens=2)
    s.unit("B", "other", at=(50, 30), weapons=())
    activate(s, "tank", "fire", "foe:0", "decline", dice=[10, 10, 1])
    assert (s["foe"].place, s["foe"].tokens) == ("lost", 0)
    assert pools(s) == (2, 4)
    s.state.phase = "turn_start"
    go(s)
    assert pools(s) == (1, 1)


@pytest.mark.rule("RHINE-POOL-01", "RHINE-POOL-02", "RHINE-POOL-03", "RHINE-POOL-04", "RHINE-POOL-06")
def test_the_two_forces_of_kreuzdorf_begin_with_13_and_17_tokens() -> None:
    battle = umpire.battle("rhine", "kreuzdorf", seed=1)
    while battle.state.phase == "setup":
        assert battle.decision is not None
        battle.answer(battle.decision.default(), battle.decision.seat)
    assert [battle.state.sides[seat].pool for seat in "AB"] == [13, 17]
    assert battle.state.turn == 1


@pytest.mark.rule("RHINE-TURN-01")
def test_transports_use_the_tokens_of_others() -> None:
    s = Skirmish(pools=(2, 2))
    s.unit("A", "apc", at=(30, 10), cls="APC")
    s.unit("B", "foe", at=(30, 40))
    assert "activate:apc" in offered(s)
    hold(s, "apc")
    assert (s["apc"].tokens, pools(s)) == (1, (1, 2))
