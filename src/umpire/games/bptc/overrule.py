"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from umpire.battle.decisions import Refused
from umpire.games.bptc import sheet
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.stands import in_formation
from umpire.games.bptc.units import GARRISON, KO, TABLE

MARKERS = ("suppressed", "hidden", "dug_in")

_MAY = "x, y, facing, hits, formation, or true or false for " + ", ".join(MARKERS)


def overrule(state: State, change: Mapping[str, Any]) -> str:
    """Apply an agreed change: `{"unit": id, "x": cm, "y": cm, "facing": degrees, "hits": n, "formation": name ...}`.

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
    hits, formation = unit.hits, unit.formation
    words: list[str] = []
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
        elif name == "hits" and _whole(value) and 0 <= value < unit.profile.hits:
            hits = value
        elif name == "formation" and value in sheet.formations_of(unit.profile.arm, unit.mode):
            formation = value
        elif name in MARKERS and isinstance(value, bool):
            flags[name] = value
        else:
            raise Refused(f"{name} = {value!r} cannot be set; it may be {_MAY}.")
        words.append(f"{name} = {value}")
    if not words:
        raise Refused(f"say what of {unit.name} to change: {_MAY}.")
    if ("x" in change or "y" in change) and unit.place != TABLE:
        raise Refused(f"{unit.name} is not on the table.")
    state.put(_changed(unit, x, y, facing, formation, flags).with_hits(hits))
    return f"by agreement, {unit.name}: {', '.join(words)}"


def _changed(unit: Unit, x: int, y: int, facing: int, formation: str, flags: Mapping[str, bool]) -> Unit:
    base = unit.base if unit.shelter == GARRISON else in_formation(unit, formation)
    placed = base.placed(x, y, facing)
    fresh = unit.formed(formation, placed)
    if placed.centre != unit.base.centre:
        fresh = fresh.went(in_formation(fresh, formation, placed))
    if "suppressed" in flags:
        fresh = fresh.with_suppressed(flags["suppressed"])
    if "hidden" in flags:
        fresh = fresh.with_hidden(flags["hidden"])
    if "dug_in" in flags and unit.shelter != GARRISON:
        fresh = fresh.sheltered(
            fresh.inside if flags["dug_in"] else "", "dug_in" if flags["dug_in"] else "", fresh.base
        )
    return fresh


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return _whole(value) or (isinstance(value, float) and isfinite(value))
