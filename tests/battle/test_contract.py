"""Every installed game holds to the contract, in every scenario; so does the toy game."""

from __future__ import annotations

import pytest

from tests.toy import TOY
from umpire import games
from umpire.battle.contract import Game
from umpire.battle.session import Battle
from umpire.bots import make
from umpire.bots.match import play_out
from umpire.lab.contract import check_game, check_own_dice


def _scenarios() -> list[object]:
    """Each game with each of its scenarios."""
    found: list[Game] = [TOY, *map(games.game, games.names())]
    return [
        pytest.param(game, card.id, id=f"{game.slug}-{card.id}", marks=() if game is TOY else pytest.mark.slow)
        for game in found
        for card in game.scenarios()
    ]


@pytest.mark.parametrize(("game", "scenario"), _scenarios())
def test_a_battle_between_random_players_holds_to_the_contract(game: Game, scenario: str) -> None:
    toy = game.slug == "toy"
    check_game(game, scenario, battles=5 if toy else 1, every=1 if toy else 25)


@pytest.mark.parametrize(("game", "scenario"), _scenarios())
def test_a_battle_with_own_dice_refuses_impossible_dice_and_saves_between_throws(game: Game, scenario: str) -> None:
    check_own_dice(game, scenario, every=1 if game.slug == "toy" else 25)


@pytest.mark.parametrize(("game", "scenario"), _scenarios())
def test_random_players_finish(game: Game, scenario: str) -> None:
    for seed in (1, 2):  # the first is part of the contract
        bots = {seat: make(game, "random", seed) for seat in game.seats}
        played = play_out(game, scenario, bots, seed)
        assert played.result is not None
        assert played.decisions > 0
        assert game.result(played.state) == played.result


def test_the_toy_game_asks_all_kinds_of_decision() -> None:
    kinds = set()
    for seed in range(6):
        battle = Battle(TOY, "wood", seed=seed)
        bot = make(TOY, "random", seed)
        while battle.result is None:
            kinds.add(len(battle.decisions()) > 1 and "together")
            decision = battle.decisions()[0]
            kinds.add(decision.kind)
            battle.answer(bot.answer(battle.state, decision), decision.seat)
    asked = {"together", "pick one", "pick some", "put in order", "share out", "place", "yes or no"}
    assert kinds - {False} == asked
