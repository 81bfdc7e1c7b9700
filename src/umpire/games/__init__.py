"""The games. Each registers itself under the entry point `umpire.games`, so that others can live elsewhere."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

from umpire.battle.contract import Game
from umpire.dice.offered import shown


class UnknownGame(ValueError):
    """No game of that name is installed."""


_found: dict[str, Any] = {}


def names() -> list[str]:
    """The slugs of the games installed, sorted."""
    return sorted(point.name for point in entry_points(group="umpire.games"))


def game(slug: str) -> Game:
    """The game with this slug.

    >>> game("fwc").title
    'Future War Commander'
    """
    if not isinstance(slug, str) or slug not in _found:
        for point in entry_points(group="umpire.games"):
            if point.name == slug:
                _found[slug] = point.load()
                break
        else:
            raise UnknownGame(f"there is no game {shown(slug)}; there is {', '.join(names()) or 'none'}.")
    found: Game = _found[slug]
    return found
