"""Procedures as a game offers them, in tests: what goes in, and what comes of them with dice on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.dice.honest import played, probabilities
from umpire.battle.contract import Game
from umpire.dice import solve, stage


def check_played(game: Game, name: str, inputs: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Played with every roll there is, a procedure comes out as its odds say."""
    offered = next(each for each in game.procedures if each.name == name)
    rules = game.house(options)
    read = offered.read(inputs)
    exact = probabilities(solve(offered.procedure, rules, *read))
    assert played(lambda: stage(offered.procedure, rules, *read)) == exact


def check_inputs(game: Game, contract: Mapping[str, Mapping[str, Any]]) -> None:
    """A game offers these procedures with these inputs, in this order, and their defaults."""
    offered = {each.name: {item.name: item.default for item in each.inputs} for each in game.procedures}
    assert offered == contract
    for name, inputs in contract.items():
        assert list(offered[name]) == list(inputs)
