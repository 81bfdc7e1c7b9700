"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.battle.agreed import MARK, PLACE, Allowed, Values, counts, marks, read_change, unit_to_change, whole
from umpire.battle.decisions import Refused
from umpire.dice.offered import is_whole
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
    if isinstance(change, Mapping) and "side" in change:
        return _side(state, change)
    unit = unit_to_change(state.units, change, _MAY)
    if unit.place == LOST:
        raise Refused(f"{unit.name} is destroyed.")
    read = read_change(change, unit.name, unit.leader, (state.content.size, "inches"), _allowed(unit), _MAY)
    if unit.place != TABLE and any(each.name in change for each in PLACE):
        raise Refused(f"{unit.name} is not on the table.")
    now = unit._replace(**read.values)
    state.put(_moved(state, now, read.place) if unit.place == TABLE else now)
    return read.words


def _allowed(unit: Unit) -> Allowed:
    """What may be set of a unit: wounds of a single model, the state of a vehicle if it is one."""
    able: dict[str, Values] = {"stress": whole(0, 20), "pinned": MARK, "shaken": MARK}
    if unit.profile.single:
        able["wounds"] = whole(1, unit.start)
    if not unit.in_combat:
        able["broken"] = MARK
    if unit.profile.is_vehicle:
        able.update(bogged=MARK, immobilised=MARK)
    return able


def _moved(state: State, unit: Unit, place: tuple[int, int, int]) -> Unit:
    x, y, facing = place
    dx, dy = x - unit.leader.x, y - unit.leader.y
    wide, deep = state.content.size
    bases: dict[int, Base] = {}
    for model in unit.models:
        base = model.base.placed(model.base.x + dx, model.base.y + dy, facing)
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
