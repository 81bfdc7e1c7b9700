"""Whom an order is for is chosen with the odds that it goes through."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.ordering import command, pick, tanks
from umpire.battle.decisions import PickSome
from umpire.dice.run import Runner
from umpire.games.fwc.offered import PROCEDURES
from umpire.games.fwc.sequence import activation


@pytest.mark.rule("FWC-CMD-01", "FWC-CMD-11")
@pytest.mark.parametrize(("gap", "value"), [(2, 8), (40, 6)])
def test_each_unit_tells_the_odds_of_an_order_to_it_alone(gap: float, value: int) -> None:
    s = command(cv=8)
    tanks(s, "near", "far", gap=gap)
    pick(s)
    asked: Any = Runner(activation(s.state)).request
    assert isinstance(asked, PickSome)
    found = {option.key: option.odds for option in asked.options}
    offered = next(each for each in PROCEDURES if each.name == "command_roll")
    call = found["far"]
    assert call is not None
    told = offered.odds(s.state.house, dict(call.inputs)).by("result")
    meant = offered.odds(s.state.house, {"cv": value}).by("result")
    assert told == meant, "1 less for each radius beyond the first"
