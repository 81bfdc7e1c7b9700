"""What the tests of moves share: whether a move is allowed, and a whole move that nobody reacts to."""

from __future__ import annotations

from typing import Any

from tests.games.rhine.skirmish import Skirmish
from umpire.battle.decisions import Route
from umpire.dice import Procedure
from umpire.games.rhine.actions import routes
from umpire.games.rhine.actions.movement import Walk, start_walk, walk_to
from umpire.games.rhine.model import State
from umpire.games.rhine.schema import TerrainEntry
from umpire.table import length


def verdict(s: Skirmish, unit: str, route: Route, kind: str = "move") -> str:
    """The rule under which a move is refused, in one sentence about the unit; "" if it is allowed."""
    refusal = routes.check_move(s.state, s[unit], route, kind)
    if refusal is None:
        return ""
    assert refusal.sentence.endswith(".")
    assert s[unit].name in refusal.sentence
    return refusal.rule


def alone(*terrain: TerrainEntry, at: tuple[float, float] = (36, 10), **unit: Any) -> Skirmish:
    """A table with one unit, `u`; a slow MBT facing north unless told otherwise."""
    s = Skirmish(terrain=terrain, options=unit.pop("options", None))
    s.unit("A", "u", at=at, **unit)
    return s


def move(state: State, unit: str, route: Route, kind: str = "move") -> Procedure[Walk]:
    """A whole move that nobody reacts to."""
    walk = start_walk(state, unit, route.path, route.facing, kind)
    return (yield from walk_to(state, walk, length(route.path)))
