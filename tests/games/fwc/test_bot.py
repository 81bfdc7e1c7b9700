"""What the greedy bot makes of decisions that come up on the way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.games.fwc.ordering import SUCCESS, command, order, pick, target_dummy
from tests.games.fwc.skirmish import default
from umpire.battle.decisions import Decision
from umpire.games.fwc import GAME


@pytest.mark.rule("FWC-CMD-27", "FWC-CA-01")
@pytest.mark.parametrize(
    ("attacks", "fight", "expected"),
    [(0, [4, 1, 1], "second"), (8, [], "none")],
    ids=["helpless", "stronger by far"],
)
def test_whose_enemy_is_gone_assaults_another_only_where_the_odds_are_for_it(
    attacks: int, fight: Sequence[int], expected: str
) -> None:
    s = command()
    s.unit("A", "a", at=(60, 30), attacks=3)
    s.unit("A", "b", at=(65, 30), attacks=2, move=20)
    target_dummy(s, at=(60, 45), hits=1)
    target_dummy(s, "second", at=(70, 45), attacks=attacks, range=5)
    pick(s)
    answers: list[object] = []

    def advised(decision: Decision) -> object:
        answers.append(GAME.advise(s.state, decision).answer)
        return answers[-1]

    sequence = ["fire:foe", "assault:foe"]
    after = [default] * 2 if fight else []
    choices = ["fire:foe", "assault:foe", default, sequence, advised, *after]
    order(s, ["a", "b"], *choices, dice=[*SUCCESS, 4, 1, 1, 1, *fight])
    assert answers == [expected]
    assert s["second"].on_table is not bool(fight)
