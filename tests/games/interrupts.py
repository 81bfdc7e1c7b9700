"""Saving in the middle of an interrupt, for games in which a state knows the plan that is being carried out."""

from __future__ import annotations

import umpire
from umpire.battle.contract import Game
from umpire.lab.contract import check_save, standing


def check_saves_inside_plans(game: Game, scenario: str, seed: int, enough: int) -> int:
    """Two bots play, going on from the save file of each decision while a plan is carried out, until there were enough.

    At every decision the battle stands as one that was never saved does. Gives how often it was saved.
    """
    battle = umpire.battle(game.slug, scenario, seed=seed)
    straight = umpire.battle(game.slug, scenario, seed=seed)
    inside = 0
    while battle.result is None and inside < enough:
        decision = battle.decision
        assert decision is not None
        answer = game.advise(battle.state, decision).answer
        if battle.state.plan is not None:
            inside += 1
            battle = check_save(battle)
        battle.answer(answer, decision.seat)
        straight.answer(answer, decision.seat)
        assert standing(battle) == standing(straight)
    return inside
