"""What there is to win, told in sentences by every game."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

from umpire.battle.contract import Game
from umpire.battle.scenarios import SCENARIO, staging

GAMES: list[Game] = [each.load() for each in entry_points(group="umpire.games")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_scenario_says_in_sentences_what_there_is_to_win(game: Game) -> None:
    for card in game.scenarios():
        view = game.view(game.begin(card.id, {}), None)
        told = dict(view.extra)["goals"]
        assert told, card.id
        assert all(sentence.endswith(".") for sentence in told), told
        objectives = {area.name for area in view.areas if area.kind == "objective"}
        for name in objectives:
            assert name.partition(", way out of")[0] in " ".join(told), f"{name} is worth nothing"


def test_in_relay_strike_each_side_is_told_what_it_is_to_do() -> None:
    game = next(game for game in GAMES if game.slug == "fwc")
    told = dict(game.view(game.begin("relay-strike", {}), "B").extra)["goals"]
    assert "Orion Expedition: Knock out both relay bunkers." in told
    assert "Free Colony Levy: hold out to the end of turn 10." in told


def test_an_objective_without_words_is_told_by_the_names_of_what_it_is_about() -> None:
    game = next(game for game in GAMES if game.slug == "fwc")
    text = staging(game).scenario_text("first-contact")
    silent = "\n".join(each for each in text.splitlines() if not each.startswith('text = "Hold two'))
    told = dict(game.view(game.begin("mine", {SCENARIO: silent}), None).extra)["goals"]
    assert told[0] == "Hold 2 of Farm, Wood, Hill."
