"""Whom an order is for is chosen with the odds that it goes through."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from tests.games.fwc.ordering import command, pick, tanks
from tests.games.fwc.skirmish import Skirmish
from umpire.battle.decisions import PickSome
from umpire.dice.run import Runner
from umpire.games.fwc.offered import PROCEDURES
from umpire.games.fwc.sequence import activation

ORDER = next(each for each in PROCEDURES if each.name == "command_roll")


@pytest.mark.rule("FWC-CMD-01", "FWC-CMD-11")
@pytest.mark.parametrize(("gap", "value"), [(2, 8), (40, 6)])
def test_each_unit_tells_the_odds_of_an_order_to_it_alone(gap: float, value: int) -> None:
    s = command(cv=8)
    tanks(s, "near", "far", gap=gap)
    assert as_told(s, "far") == as_meant(s, value), "1 less for each radius beyond the first"


@pytest.mark.rule("FWC-CMD-11", "FWC-CMD-26")
@pytest.mark.parametrize(
    ("cumulative", "marks", "value"),
    [
        (False, {"acted": True, "reacted": True}, 7),
        (True, {"acted": True}, 7),
        (True, {"reacted": True}, 7),
        (True, {"acted": True, "reacted": True}, 6),
    ],
)
def test_the_odds_add_up_reactions_where_the_house_does(cumulative: bool, marks: dict[str, bool], value: int) -> None:
    s = command(cv=8, options={"opp_init_cumulative": cumulative})
    tanks(s, "near", **marks)
    assert as_told(s, "near") == as_meant(s, value)


@pytest.mark.rule("FWC-CMD-08", "FWC-CMD-11")
def test_several_together_are_told_the_one_roll_for_all_of_them() -> None:
    s = command(cv=8)
    tanks(s, "near", "far", gap=40)
    asked = whom(s)
    assert asked.joint is not None
    alone, both = asked.joint(("near",)), asked.joint(("near", "far"))
    assert ORDER.odds(s.state.house, dict(alone.inputs)).by("result") == as_meant(s, 8)
    assert ORDER.odds(s.state.house, dict(both.inputs)).by("result") == as_meant(s, 6)
    assert both.why is not None
    ((_, target),) = both.why()
    assert target == 6


def as_told(s: Skirmish, unit: str) -> Mapping[Any, Fraction]:
    """The odds that stand beside this unit when it is asked whom the order is for."""
    call = {option.key: option.odds for option in whom(s).options}[unit]
    assert call is not None
    return ORDER.odds(s.state.house, dict(call.inputs)).by("result")


def whom(s: Skirmish) -> PickSome:
    """The question whom the order is for."""
    pick(s)
    asked: Any = Runner(activation(s.state)).request
    assert isinstance(asked, PickSome)
    return asked


def as_meant(s: Skirmish, value: int) -> Mapping[Any, Fraction]:
    return ORDER.odds(s.state.house, {"cv": value}).by("result")
