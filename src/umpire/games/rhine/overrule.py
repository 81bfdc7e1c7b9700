"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.battle.agreed import PLACE, counts, in_words, place_of, unit_to_change
from umpire.battle.decisions import Refused
from umpire.dice.offered import is_whole, shown
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
    most = {"tokens": 100, "markers": unit.profile.morale, "smoke": 100}
    place = {"x": unit.base.x, "y": unit.base.y, "facing": unit.base.facing}
    counts = {"tokens": unit.tokens, "markers": unit.markers, "smoke": unit.smoke}
    words: list[str] = []
    for name, value in change.items():
        if name == "unit":
            continue
        at = place_of(name, value, state.content.size, "inches")
        if at is not None:
            place[name] = at
        elif name in counts and is_whole(value) and 0 <= value <= most[name]:
            counts[name] = value
        else:
            raise Refused(f"{name} = {shown(value)} cannot be set; it may be {_MAY}.")
        if name in place and unit.place != TABLE:
            raise Refused(f"{unit.name} is not on the table.")
        words.append(in_words(name, value))
    if not words:
        raise Refused(f"say what of {unit.name} to change: {_MAY}.")
    base = unit.base.placed(place["x"], place["y"], place["facing"])
    state.put(unit._replace(base=base, tokens=counts["tokens"], markers=counts["markers"], smoke=counts["smoke"]))
    return f"by agreement, {unit.name}: {', '.join(words)}"


def _side(state: State, change: Mapping[str, Any]) -> str:
    side = state.sides.get(str(change["side"]))
    pool: Any = change.get("pool")
    if side is None or set(change) != {"side", "pool"} or not is_whole(pool) or not 0 <= pool <= 200:
        raise Refused("of a side only its pool can be set, from 0 to 200 tokens: side and pool.")
    side.pool = pool
    return f"by agreement, {side.name}: pool = {pool}"
