"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.battle.agreed import PLACE, counts, in_words, marks, place_of
from umpire.battle.decisions import Refused
from umpire.dice.offered import is_whole, shown
from umpire.games.awt.model import LOST, TABLE, State, Unit
from umpire.table import Base

_FLAGS = ("pinned", "shaken", "broken", "bogged", "immobilised")
_MAY = f"x, y, facing, stress, wounds, {', '.join(_FLAGS)}; or, of a side, tokens, manifest or points"
CHANGES = (*PLACE, *counts("stress", "wounds"), *marks(*_FLAGS))
"""What of a unit may be changed."""


def overrule(state: State, change: Mapping[str, Any]) -> str:
    """Apply an agreed change: `{"unit": id, "x": inches, "y": inches, "stress": n, "pinned": true, ...}` or
    `{"side": seat, "tokens": n}`. Everything is checked before anything changes. A unit of several models is moved as
    it stands, its leader to x, y.
    """
    if not isinstance(change, Mapping):
        raise Refused(f"a change names a unit and what of it is to change: {_MAY}.")
    if "side" in change:
        return _side(state, change)
    unit = state.units.get(str(change.get("unit")))
    if unit is None:
        raise Refused(f"there is no unit {shown(change.get('unit'))} to change; it may be {_MAY}.")
    if unit.place == LOST:
        raise Refused(f"{unit.name} is destroyed.")
    words: list[str] = []
    now, place = unit, {"x": unit.leader.x, "y": unit.leader.y, "facing": unit.leader.facing}
    for name, value in change.items():
        if name == "unit":
            continue
        at = place_of(name, value, state.content.size, "inches")
        if at is not None:
            place[name] = at
        else:
            now = _field(now, name, value)
        if name in place and unit.place != TABLE:
            raise Refused(f"{unit.name} is not on the table.")
        words.append(in_words(name, value))
    if not words:
        raise Refused(f"say what of {unit.name} to change: {_MAY}.")
    state.put(_moved(state, now, place) if unit.place == TABLE else now)
    return f"by agreement, {unit.name}: {', '.join(words)}"


def _field(unit: Unit, name: str, value: Any) -> Unit:
    if name == "stress" and is_whole(value) and 0 <= value <= 20:
        return unit._replace(stress=value)
    if name == "wounds" and unit.profile.single and is_whole(value) and 1 <= value <= unit.start:
        return unit._replace(wounds=value)
    if isinstance(value, bool):
        if name == "pinned":
            return unit._replace(pinned=value)
        if name == "shaken":
            return unit._replace(shaken=value)
        if name == "broken" and not unit.in_combat:
            return unit._replace(broken=value)
        if name == "bogged" and unit.profile.is_vehicle:
            return unit._replace(bogged=value)
        if name == "immobilised" and unit.profile.is_vehicle:
            return unit._replace(immobilised=value)
    raise Refused(f"{name} = {shown(value)} cannot be set; it may be {_MAY}.")


def _moved(state: State, unit: Unit, place: Mapping[str, int]) -> Unit:
    dx, dy = place["x"] - unit.leader.x, place["y"] - unit.leader.y
    wide, deep = state.content.size
    bases: dict[int, Base] = {}
    for model in unit.models:
        base = model.base.placed(model.base.x + dx, model.base.y + dy, place["facing"])
        if not (0 <= base.x <= wide and 0 <= base.y <= deep):
            raise Refused(f"all models of {unit.name} must lie on the table.")
        bases[model.number] = base
    return unit.standing(bases)


def _side(state: State, change: Mapping[str, Any]) -> str:
    side = state.sides.get(str(change["side"]))
    rest = {name: value for name, value in change.items() if name != "side"}
    able = all(name in ("tokens", "manifest", "points") and is_whole(v) and 0 <= v <= 200 for name, v in rest.items())
    if side is None or not rest or not able:
        raise Refused("of a side its tokens, manifest and points can be set, from 0 to 200.")
    side.tokens = rest.get("tokens", side.tokens)
    side.manifest = rest.get("manifest", side.manifest)
    side.points = rest.get("points", side.points)
    return f"by agreement, {side.name}: {', '.join(f'{name} = {value}' for name, value in rest.items())}"
