"""Units driven back by fire or out of close assault: where several things come together on the way."""

from __future__ import annotations

import pytest

from tests.games.fwc.skirmish import Skirmish, piece
from umpire.battle.decisions import PickOne
from umpire.games.fwc.actions.damage import Source, take_attack


@pytest.mark.rule("FWC-FAL-11", "FWC-FAL-13", "FWC-FAL-16")
def test_a_friend_met_at_the_same_moment_as_wire_does_not_save_it() -> None:
    s = Skirmish(terrain=[piece("laser_wire", box=(61, 49, 1, 1))])
    s.unit("A", "south", at=(60, 20))
    s.unit("A", "east", at=(85, 45))
    s.unit("B", "friend", at=(58.4, 50))
    s.unit("B", "foe", at=(60, 45), suppressed=True, hits=30)
    s.play(take_attack(s.state, "foe", [(1, 4)], Source(("south", "east"))), [4, 6], ["south"])
    question = s.asked[0]
    assert isinstance(question, PickOne)
    assert [option.detail for option in question.options] == ["the unit would be lost", ""]
    assert s["foe"].place == "ko"
    assert s.events[-1] == "foe falls back into laser wire and is lost"
    assert not s["friend"].suppressed
