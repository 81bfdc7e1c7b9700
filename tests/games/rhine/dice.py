"""The house rules and the odds of this game, as its tests ask for them."""

from __future__ import annotations

from typing import Any

import umpire
from umpire.dice import Odds
from umpire.games.rhine import GAME
from umpire.games.rhine.house import House


def house(**options: Any) -> House:
    record: House = GAME.house(options)
    return record


def odds(procedure: str, *, options: dict[str, Any] | None = None, **inputs: Any) -> Odds:
    return umpire.odds("rhine", procedure, options=options, **inputs)
