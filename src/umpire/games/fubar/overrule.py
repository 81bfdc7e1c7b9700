"""The Cardinal Rule: what all players agree on, against or beside the rules, recorded with its rule and reason.

The session asks the others for their consent and keeps their names in the log; here the change is checked whole before
anything changes, and noted in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.battle.agreed import (
    FACING,
    MARK,
    PLACE,
    Changeable,
    check_value,
    counts,
    in_words,
    marks,
    on_table,
    one_of,
    whole,
)
from umpire.battle.catalogue import Catalogue
from umpire.battle.decisions import Refused
from umpire.battle.switches import BadOption
from umpire.battle.words import acts
from umpire.dice.offered import shown
from umpire.games.fubar.house import house_rules
from umpire.games.fubar.model import ACTIVE, CAPTURED, DEAD, LOST, TABLE, WOUNDED, State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Point

SCOPES = ("this_event", "this_unit", "rest_of_game")
_FLAGS: dict[str, Callable[[Unit, bool], Unit]] = {
    "attempted": lambda unit, on: unit._replace(attempted=on),
    "reacted": lambda unit, on: unit._replace(reacted=on),
    "ground": lambda unit, on: unit._replace(ground=on),
    "weave": lambda unit, on: unit._replace(weave=on),
    "in_melee": lambda unit, on: unit._replace(in_melee=on),
    "broken": lambda unit, on: unit._replace(broken=on),
    "moved": lambda unit, on: unit._replace(moved=on),
    "immobile": lambda unit, on: unit._replace(immobile=on),
    "landed": lambda unit, on: unit._replace(landed=on),
    "tending": lambda unit, on: unit._replace(tending=on),
}
_COUNTS: dict[str, Callable[[Unit, int], Unit]] = {
    "light": lambda unit, count: unit._replace(light=count),
    "shaken": lambda unit, count: unit._replace(shaken=count),
    "lost": lambda unit, count: unit._replace(lost=count),
}
_MOST = 1000
_GUARDS = ("", "normal", "penalised")
_MISSIONS = ("light", "medium", "heavy")
_STATUS = (ACTIVE, WOUNDED, DEAD, CAPTURED)
_FIGURE = {"markers": 2, "grenades": 20, "charges": 20, "mines": 20}
_ABOUT = ("rule", "scope", "reason")

_MAY = (
    f"of a unit x, y, facing, guard, {', '.join(_FLAGS)}, {', '.join(_COUNTS)}; of a figure x, y, status, "
    f"{', '.join(_FIGURE)}; of a side light, medium or heavy missions; or an option and its value"
)
_OF_A_UNIT = {
    "facing": FACING,
    "guard": one_of(_GUARDS),
    **dict.fromkeys(_FLAGS, MARK),
    **dict.fromkeys(_COUNTS, whole(0, _MOST)),
}
_OF_A_FIGURE = {"status": one_of(_STATUS), **{name: whole(0, most) for name, most in _FIGURE.items()}}
_OF_A_SIDE = dict.fromkeys(_MISSIONS, whole(-1, 50))
CHANGES = (*PLACE, *marks(*_FLAGS), *counts(*_COUNTS), Changeable("guard", "choice", _GUARDS))
"""What of a unit may be changed."""


def overrule(state: State, change: Mapping[str, Any], catalogue: Catalogue) -> str:
    """FUBAR-GEN-01: apply an agreed change.

    `{"rule": id, "scope": "this_event", "reason": words}` and one of `{"unit": id, ...}`, `{"figure": id, ...}`,
    `{"side": seat, ...}`, `{"option": name, "value": v}`; lengths in inches. Everything is checked first.
    """
    if not isinstance(change, Mapping):
        raise Refused(f"a change says what is to change: {_MAY}.", "FUBAR-GEN-01")
    about = _about(change, catalogue)
    rest = {str(name): value for name, value in change.items() if name not in _ABOUT}
    if "option" in rest:
        words = _option(state, rest, str(change.get("scope") or "rest_of_game"), catalogue)
    elif "side" in rest:
        words = _side(state, rest)
    elif "figure" in rest:
        words = _figure(state, rest)
    elif "unit" in rest:
        words = _unit(state, rest)
    else:
        raise Refused(f"a change says what is to change: {_MAY}.", "FUBAR-GEN-01")
    told = f"by agreement{about}, {words}"
    state.overrides = (*state.overrides, told)
    return told


def _about(change: Mapping[str, Any], catalogue: Catalogue) -> str:
    """The rule that is set aside, how far, and why."""
    rule, scope, reason = (change.get(name, "") for name in _ABOUT)
    if not all(isinstance(each, str) for each in (rule, scope, reason)) or len(reason) > 300:
        raise Refused("rule, scope and reason are words.", "FUBAR-GEN-01")
    if rule and not any(known.id == rule for known in catalogue.rules):
        raise Refused(f"there is no rule {shown(rule)}.", "FUBAR-GEN-01")
    if scope and scope not in SCOPES:
        raise Refused(f"the scope may be {', '.join(SCOPES)}.", "FUBAR-GEN-01")
    parts = [each for each in (rule, scope.replace("_", " "), reason) if each]
    return f" ({'; '.join(parts)})" if parts else ""


def _option(state: State, rest: Mapping[str, Any], scope: str, catalogue: Catalogue) -> str:
    """A house rule is changed: for the activation that is open or comes next, else for the rest of the battle."""
    name, value = str(rest["option"]), rest.get("value")
    if set(rest) != {"option", "value"}:
        raise Refused("an option and its value are asked for: option and value.", "FUBAR-GEN-01")
    if scope == "this_unit":
        told = "an option holds for all: its scope may be this_event or rest_of_game. For one unit, change the unit."
        raise Refused(told, "FUBAR-GEN-01")
    try:
        resolved = house_rules(catalogue.options.resolve({name: value}))
    except BadOption as bad:
        raise Refused(str(bad), "FUBAR-GEN-01") from None
    state.agree(name, getattr(resolved, name), for_event=scope == "this_event")
    return f"the house rule {name} is {value} " + ("for this event" if scope == "this_event" else "from now on")


def _side(state: State, rest: Mapping[str, Any]) -> str:
    side = state.sides.get(str(rest["side"]))
    if side is None:
        raise Refused(f"there is no side {shown(rest['side'])}.", "FUBAR-GEN-01")
    wanted = {name: value for name, value in rest.items() if name != "side"}
    for name, value in wanted.items():
        check_value(name, value, _OF_A_SIDE, _MAY, "FUBAR-GEN-01")
    if not wanted:
        raise Refused("say how many missions of which kind the side has.", "FUBAR-GEN-01")
    side.missions = {**side.missions, **wanted}
    return f"{side.name}: " + ", ".join(f"{name} missions = {value}" for name, value in wanted.items())


def _figure(state: State, rest: Mapping[str, Any]) -> str:
    name = str(rest["figure"])
    unit = state.unit_of(name)
    if unit is None:
        raise Refused(f"there is no figure {shown(name)}.", "FUBAR-GEN-01")
    figure = unit.figure(name)
    wanted = {key: value for key, value in rest.items() if key != "figure"}
    if not wanted:
        raise Refused(f"say what of {name} to change: {_MAY}.", "FUBAR-GEN-01")
    for key, value in wanted.items():
        figure = _figure_with(state, figure, key, value)
    state.put(unit.with_figure(figure))
    return f"{unit.name}, {name}: " + ", ".join(in_words(key, value) for key, value in wanted.items())


def _figure_with(state: State, figure: Figure, key: str, value: Any) -> Figure:
    if key in ("x", "y"):
        at = _mils(state, key, value)
        base = figure.base
        return figure.at(Point(at, base.y) if key == "x" else Point(base.x, at))
    check_value(key, value, _OF_A_FIGURE, _MAY, "FUBAR-GEN-01")
    if key == "status":
        return figure._replace(status=value, fell=0 if value == ACTIVE else state.turn)
    return {
        "markers": figure._replace(markers=value),
        "grenades": figure._replace(grenades=value),
        "charges": figure._replace(charges=value),
        "mines": figure._replace(mines=value),
    }[key]


def _unit(state: State, rest: Mapping[str, Any]) -> str:
    unit = state.units.get(str(rest["unit"]))
    if unit is None:
        raise Refused(f"there is no unit {shown(rest['unit'])} to change.", "FUBAR-GEN-01")
    if unit.place == LOST:
        raise Refused(f"{acts(unit.name, 'is')} destroyed.", "FUBAR-GEN-01")
    wanted = {key: value for key, value in rest.items() if key != "unit"}
    if not wanted:
        raise Refused(f"say what of {unit.name} to change: {_MAY}.", "FUBAR-GEN-01")
    after = unit
    for key, value in wanted.items():
        after = _unit_with(state, after, key, value)
    state.put(after)
    return f"{unit.name}: " + ", ".join(in_words(key, value) for key, value in wanted.items())


def _unit_with(state: State, unit: Unit, key: str, value: Any) -> Unit:
    if key in ("x", "y"):
        if unit.place != TABLE:
            raise Refused(f"{acts(unit.name, 'is')} not on the table.", "FUBAR-GEN-01")
        return _shifted(state, unit, key, _mils(state, key, value))
    check_value(key, value, _OF_A_UNIT, _MAY, "FUBAR-GEN-01")
    if key == "facing":
        return unit.with_figures([figure._replace(base=figure.base.turned(value)) for figure in unit.figures])
    if key == "guard":
        return unit._replace(guard=value)
    return _FLAGS[key](unit, value) if key in _FLAGS else _COUNTS[key](unit, value)


def _shifted(state: State, unit: Unit, key: str, to: int) -> Unit:
    """All figures go with the first of them; none may leave the table."""
    first = unit.figures[0].base
    dx, dy = (to - first.x, 0) if key == "x" else (0, to - first.y)
    width, depth = state.content.size
    moved = [figure.at(Point(figure.base.x + dx, figure.base.y + dy)) for figure in unit.figures]
    if any(not (0 <= f.base.x <= width and 0 <= f.base.y <= depth) for f in moved if f.status == ACTIVE):
        raise Refused(f"{unit.name} would leave the table.", "FUBAR-GEN-01")
    return unit.with_figures(moved)


def _mils(state: State, key: str, value: Any) -> int:
    return on_table(key, value, state.content.size, "inches", "FUBAR-GEN-01")
