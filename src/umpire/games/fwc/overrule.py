"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from umpire.battle.decisions import Refused
from umpire.games.fwc.model import KO, TABLE, State

MARKERS = ("suppressed", "frozen", "designated", "dug_in", "hidden", "deployed", "airborne")


_MAY = "x, y, facing, hits, shield, or true or false for " + ", ".join(MARKERS)


def overrule(state: State, change: Mapping[str, Any]) -> str:
    """Apply an agreed change: `{"unit": id, "x": cm, "y": cm, "facing": degrees, "hits": n, "suppressed": bool ...}`.

    Everything is checked before anything changes.
    """
    if not isinstance(change, Mapping):
        raise Refused(f"a change names a unit and what of it is to change: {_MAY}.")
    unit = state.units.get(str(change.get("unit")))
    if unit is None:
        if "unit" not in change:
            raise Refused(f"a change names a unit and what of it is to change: {_MAY}.")
        raise Refused(f"there is no unit {change['unit']!r} to change.")
    if unit.place == KO:
        raise Refused(f"{unit.name} is knocked out.")
    x, y, facing = unit.base.x, unit.base.y, unit.base.facing
    words: list[str] = []
    hits, shield = unit.hits, unit.shield
    flags: dict[str, bool] = {}
    for name, value in change.items():
        if name == "unit":
            continue
        if name in ("x", "y") and _number(value):
            limit = state.content.size[0 if name == "x" else 1]
            mils = round(value * 1000)
            if not 0 <= mils <= limit:
                raise Refused(f"{name} must lie on the table, from 0 to {limit / 1000:g} cm.")
            x, y = (mils, y) if name == "x" else (x, mils)
        elif name == "facing" and _whole(value) and 0 <= value < 360:
            facing = value
        elif name == "hits" and _whole(value) and 0 <= value < (unit.profile.hits or 100):
            hits = value
        elif name == "shield" and _whole(value) and 0 <= value <= unit.profile.shield:
            shield = value
        elif name in MARKERS and isinstance(value, bool):
            flags[name] = value
        else:
            raise Refused(f"{name} = {value!r} cannot be set; it may be {_MAY}.")
        words.append(f"{name} = {value}")
    if not words:
        raise Refused(f"say what of {unit.name} to change: {_MAY}.")
    fresh = unit.at(unit.base.moved(x, y).turned(facing)).with_hits(hits).with_shield(shield)
    if "suppressed" in flags:
        fresh = fresh.with_suppressed(flags["suppressed"])
    if "frozen" in flags:
        fresh = fresh.with_frozen(flags["frozen"])
    if "designated" in flags:
        fresh = fresh.with_designated(flags["designated"])
    if "dug_in" in flags:
        fresh = fresh.with_dug_in(flags["dug_in"])
    if "hidden" in flags:
        fresh = fresh.with_hidden(flags["hidden"])
    if "deployed" in flags:
        fresh = fresh.with_deployed(flags["deployed"])
    if "airborne" in flags:
        fresh = fresh.with_airborne(flags["airborne"])
    if ("x" in change or "y" in change) and fresh.place != TABLE:
        raise Refused(f"{unit.name} is not on the table.")
    state.put(fresh)
    return f"by agreement, {unit.name}: {', '.join(words)}"


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return _whole(value) or (isinstance(value, float) and isfinite(value))
