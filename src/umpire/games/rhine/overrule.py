"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.battle.agreed import PLACE, counts, read_change, unit_to_change, whole
from umpire.battle.decisions import Refused
from umpire.dice.offered import is_whole
from umpire.games.rhine.model import LOST, TABLE, State

_MAY = "x, y, facing, tokens, markers or smoke; or, of a side, pool"
CHANGES = (*PLACE, *counts("tokens", "markers", "smoke"))
"""What of a unit may be changed."""


def overrule(state: State, change: Mapping[str, Any]) -> str:
    """Apply an agreed change: `{"unit": id, "x": inches, "y": inches, "facing": degrees, "tokens": n, ...}` or
    `{"side": seat, "pool": n}`. Everything is checked before anything changes.
    """
    if isinstance(change, Mapping) and "side" in change:
        return _side(state, change)
    unit = unit_to_change(state.units, change, _MAY)
    if unit.place == LOST:
        raise Refused(f"{unit.name} is destroyed.")
    allowed = {"tokens": whole(0, 100), "markers": whole(0, unit.profile.morale), "smoke": whole(0, 100)}
    read = read_change(change, unit.name, unit.base, (state.content.size, "inches"), allowed, _MAY)
    if unit.place != TABLE and any(each.name in change for each in PLACE):
        raise Refused(f"{unit.name} is not on the table.")
    state.put(unit._replace(base=unit.base.placed(*read.place), **read.values))
    return read.words


def _side(state: State, change: Mapping[str, Any]) -> str:
    side = state.sides.get(str(change["side"]))
    pool: Any = change.get("pool")
    if side is None or set(change) != {"side", "pool"} or not is_whole(pool) or not 0 <= pool <= 200:
        raise Refused("of a side only its pool can be set, from 0 to 200 tokens: side and pool.")
    side.pool = pool
    return f"by agreement, {side.name}: pool = {pool}"
