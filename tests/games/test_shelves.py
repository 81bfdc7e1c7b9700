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


@pytest.mark.parametrize("name", sorted(games.names()))
def test_a_zone_that_proves_too_small_is_told_by_file_line_and_field(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be roomy and yet hold nobody, as the ground is barred: that shows when a battle begins."""
    game = type(games.game(name))()  # with nothing tried yet
    scenario = game.scenarios()[0].id
    monkeypatch.setattr(f"umpire.games.{name}.deploy.has_room", lambda state, seat: seat != "B")
    with pytest.raises(DataError, match=rf"{scenario}\.toml:\d+: side\.B\.zone: too small for its force"):
        game.begin(scenario, {})
