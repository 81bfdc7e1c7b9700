"""The force lists and scenarios of every game."""

from __future__ import annotations

import pytest

from umpire import games
from umpire.battle.datafile import DataError
from umpire.battle.tabletop import Tabletop


@pytest.mark.parametrize("name", sorted(games.names()))
def test_a_force_list_that_is_missing_is_told_by_its_name(name: str) -> None:
    game = games.game(name)
    assert isinstance(game, Tabletop)
    with pytest.raises(DataError, match=r"nobody\.toml: cannot be read"):
        game.shelf.force("nobody")
