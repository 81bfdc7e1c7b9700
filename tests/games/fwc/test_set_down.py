"""Units set down without a move: out of a transport, out of the air."""

from __future__ import annotations

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from umpire.games.fwc.actions import flying, transport
from umpire.games.fwc.actions.movement import check_move


def ditch() -> Skirmish:
    """A toxic ditch whose near edge is at y = 39."""
    return Skirmish(terrain=[piece("toxic_ditch", line=[(40, 40), (80, 40)], width=2)])


@pytest.mark.rule("FWC-MOV-03", "FWC-MOV-07", "FWC-GEN-03")
def test_who_dismounts_may_stand_at_the_very_edge_of_an_obstacle_as_who_moves_there() -> None:
    s = ditch()
    s.unit("A", "truck", at=(60, 33), cls="transport", capacity=1, attacks=0)
    s.unit("A", "squad", at=(60, 28), cls="infantry")
    assert check_move(s.state, s["squad"], way((60, 28), (64, 37.5)), 20_000) is None
    s.state.put(s["squad"].mounted("truck"))
    answer = refused(way((60, 37.51)), "FWC-MOV-03", way((60, 37.5)))
    s.play(transport.perform(s.state, "squad", "dismount"), choices=[answer])
    assert s.at("squad") == (60, 37.5)


@pytest.mark.rule("FWC-MOV-03", "FWC-FLY-01")
@pytest.mark.parametrize(("y", "lands"), [(37.5, True), (37.51, False)])
def test_what_lands_may_stand_there_too(y: float, lands: bool) -> None:
    s = ditch()
    s.unit("A", "bird", at=(60, y), cls="gunship")
    assert [option.key for option in flying.options(s.state, s["bird"])] == (["land"] if lands else [])
