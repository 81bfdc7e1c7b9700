"""The house rules and the odds of this game, as its tests ask for them."""

from __future__ import annotations

from typing import Any

import umpire
from tests.games.dice import F, T, rolled
from umpire.dice import Odds, Procedure
from umpire.games.awt import GAME
from umpire.games.awt.house import House


def house(**options: Any) -> House:
    record: House = GAME.house(options)
    return record


def odds(procedure: str, *, options: dict[str, Any] | None = None, **inputs: Any) -> Odds:
    return umpire.odds("awt", procedure, options=options, **inputs)


def came(procedure: Procedure[T], *faces: int) -> T:
    return rolled(procedure, *faces)[0]


def at_least(found: Odds, field: str, least: int) -> F:
    return sum((p for value, p in found.by(field).items() if value >= least), F(0))
