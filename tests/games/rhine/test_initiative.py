"""Who begins a turn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish
from tests.games.rhine.turns import go, offered
from umpire.games.rhine import initiative


def roll_off(pools: tuple[int, int] = (3, 3), **given: Any) -> Skirmish:
    s = Skirmish(phase="initiative", pools=pools, active="", **given)
    s.unit("A", "ours", at=(20, 10))
    s.unit("B", "theirs", at=(20, 40))
    return s


@pytest.mark.rule("RHINE-INIT-01")
@pytest.mark.parametrize(("dice", "active"), [((7, 3), "A"), ((3, 7), "B"), ((10, 9), "A"), ((1, 2), "B")])
def test_both_roll_a_d10_and_the_higher_is_active(dice: tuple[int, int], active: str) -> None:
    s = roll_off()
    go(s, dice=dice)
    assert (s.state.phase, s.state.active) == ("active", active)
    assert [throw.sides for throw in s.throws] == [10, 10]
    assert s.events == [f"Side {active} has the initiative"]


@pytest.mark.rule("RHINE-INIT-02")
def test_ties_are_rolled_again_by_both_until_they_differ() -> None:
    s = roll_off()
    go(s, dice=[4, 4, 10, 10, 2, 9])
    assert s.state.active == "B"
    assert len(s.throws) == 6


@pytest.mark.rule("RHINE-INIT-01", "RHINE-INIT-02")
def test_both_have_the_same_chance_after_all_re_rolls() -> None:
    s = roll_off()
    odds = s.odds(initiative.roll_off, outcome=lambda state, _: state.active)
    assert dict(odds) == {"A": Fraction(1, 2), "B": Fraction(1, 2)}


@pytest.mark.rule("RHINE-INIT-03")
@pytest.mark.parametrize(("pools", "dice", "active"), [((0, 3), (9, 1), "B"), ((3, 0), (1, 9), "A")])
def test_a_winner_without_tokens_leaves_the_turn_to_the_other_side(
    pools: tuple[int, int], dice: tuple[int, int], active: str
) -> None:
    s = roll_off(pools)
    go(s, dice=dice)
    assert (s.state.phase, s.state.active) == ("active", active)
    assert s.rules == ["RHINE-INIT-01", "RHINE-INIT-03"]


@pytest.mark.rule("RHINE-INIT-03")
def test_without_tokens_on_either_side_the_turn_is_over() -> None:
    s = roll_off((0, 0))
    go(s, dice=[9, 1])
    assert s.state.phase == "turn_end"


@pytest.mark.rule("RHINE-TURN-07")
@pytest.mark.parametrize("dice", [(9, 1), (1, 9)])
def test_the_winner_of_the_opening_roll_may_hand_over_at_once(dice: tuple[int, int]) -> None:
    s = roll_off()
    go(s, dice=dice)
    winner = s.state.active
    assert "hand_over" in offered(s)
    go(s, "hand_over")
    assert s.state.active != winner
    assert [s.state.sides[seat].pool for seat in "AB"] == [3, 3]


@pytest.mark.rule("RHINE-TURN-07")
def test_the_house_may_have_the_winner_spend_a_token_first() -> None:
    s = roll_off(options={"opening_must_spend": True})
    go(s, dice=[9, 1])
    assert "hand_over" not in offered(s)
    go(s, "activate:ours", "hold")
    assert "hand_over" in offered(s)


@pytest.mark.rule("RHINE-INIT-01")
def test_a_duty_of_the_last_turn_is_forgotten() -> None:
    s = roll_off()
    s.state.phase, s.state.sides["A"].must_spend = "turn_start", True
    go(s)
    go(s, dice=[9, 1])
    assert s.state.active == "A"
    assert "hand_over" in offered(s)
