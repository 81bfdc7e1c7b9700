"""A unit in the middle of its action is not shown as one that is done."""

from __future__ import annotations

import pytest

import umpire
from umpire import games
from umpire.battle.decisions import Place
from umpire.bots import make

NAMES = sorted(games.names())
DONE = "has acted"


@pytest.mark.parametrize("name", NAMES)
def test_whoever_is_told_where_to_go_has_not_acted_yet(name: str) -> None:
    battle = umpire.battle(name, seed=2)
    bot = make(battle.game, "random", seed=4)
    gone = 0
    for _ in range(150):
        if (decision := battle.decision) is None:
            break
        piece = next((each for each in battle.view(None).pieces if each.id == decision.piece), None)
        if isinstance(decision, Place) and decision.shape == "path" and piece and piece.side == decision.seat:
            gone += 1
            assert DONE not in [marker.words for marker in piece.markers], decision.prompt
        battle.answer(bot.answer(battle.state, decision), decision.seat)
    assert gone


@pytest.mark.parametrize("name", ["awt", "fubar"])
def test_it_is_ready_until_its_action_is_over_and_done_afterwards(name: str) -> None:
    battle = umpire.battle(name, seed=2)
    bot = make(battle.game, "random", seed=4)
    seen: list[str] = []
    for _ in range(150):
        if (decision := battle.decision) is None:
            break
        at = battle.view(None)
        piece = next((each for each in at.pieces if each.id == decision.piece), None)
        walks = isinstance(decision, Place) and decision.shape == "path"
        if walks and piece and piece.side == at.active == decision.seat:
            assert piece.ready, decision.prompt
            seen.append(piece.id)
        battle.answer(bot.answer(battle.state, decision), decision.seat)
        now = battle.view(None)
        done = [each.id for each in now.pieces if any(marker.words == DONE for marker in each.markers)]
        if seen and seen[-1] in done:
            assert not next(each.ready for each in now.pieces if each.id == seen[-1])
            return
    raise AssertionError("nobody has acted")
