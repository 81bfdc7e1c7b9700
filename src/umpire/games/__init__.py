"""The games. Each registers itself under the entry point `umpire.games`, so that others can live elsewhere."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from umpire.battle.contract import Game
from umpire.dice.offered import shown


class UnknownGame(ValueError):
    """No game of that name is installed."""


class BrokenGame(UnknownGame):
    """A game that is installed but cannot be loaded."""


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
                _found[slug] = _loaded(point)
                break
        else:
            raise UnknownGame(f"there is no game {shown(slug)}; there is {', '.join(names()) or 'none'}.")
    found: Game = _found[slug]
    return found


def sound() -> tuple[list[Game], list[BrokenGame]]:
    """All games installed that can be loaded, and what is wrong with the others."""
    found: list[Game] = []
    broken: list[BrokenGame] = []
    for slug in names():
        try:
            found.append(game(slug))
        except BrokenGame as error:
            broken.append(error)
    return found, broken


def _loaded(point: EntryPoint) -> Any:
    """What an entry point gives; whatever goes wrong in a package of somebody's own is told in a sentence."""
    try:
        found = point.load()
    except Exception as error:
        reason = str(error).rstrip(".") or type(error).__name__
        raise BrokenGame(f"the game {point.name!r} is installed but cannot be loaded: {reason}.") from error
    if getattr(found, "slug", None) != point.name:
        raise BrokenGame(f"the game {point.name!r} is installed but {point.value} is no game of that name.")
    return found
