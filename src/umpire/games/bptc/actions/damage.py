"""What attacks do to units: knock-out, suppression, fall-back, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.rolling import against
from umpire.battle.words import counted
from umpire.dice import Procedure
from umpire.games.bptc import field, sheet
from umpire.games.bptc.actions import driven
from umpire.games.bptc.actions.driven import Behind
from umpire.games.bptc.actions.hidden import come_upon
from umpire.games.bptc.content import counts
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.procedures import Attack, Told, attack_told, saves
from umpire.games.bptc.units import GARRISON, SQUARE, UNLIMBERED
from umpire.games.commander.procedures import Groups, grouped
from umpire.table import XY, Point

_LIMIT = sheet.FALL_BACK_LIMIT_CM * 1000
_FAR = 300_000
"""Recce and guerrillas may fall back any distance: farther than a table is wide."""
_WALL_RULE = {"enemy": "BPTC-FBK-09", "impassable": "BPTC-FBK-10", "edge": "BPTC-FBK-11"}


def save_and_dice(state: State, target: Unit, fire: bool) -> tuple[int | None, int]:
    """BPTC-FRM-08, SAV-01 to 03, CON-08: the save of a unit and its dice beyond one for each hit.

    A square has none against fire; a garrison has neither bonus nor drawback of the formation it went in with.
    """
    formation = "" if target.shelter == GARRISON else target.formation
    if fire and formation == SQUARE:
        return None, 0
    return saves(state.house, target.profile.save, formation, target.stands)


def holds(unit: Unit) -> bool:
    """BPTC-FBK-07, 08: dug-in troops, garrisons and unlimbered guns do not move."""
    return bool(unit.shelter) or unit.mode == UNLIMBERED


def long_fall_back(unit: Unit) -> bool:
    """BPTC-FBK-05, 06: recce and guerrillas go as far as the dice say."""
    return unit.profile.has("recce") or unit.profile.has("guerrilla") or unit.profile.arm == "guerrilla"


class Condition(NamedTuple):
    """What the casualty test asks of a unit besides the dice thrown at it, in the order of the procedure."""

    hits: int
    save: int | None
    save_dice: int
    prior: int
    suppressed: bool
    holds: bool
    long_fall_back: bool


def condition_of(state: State, unit: Unit) -> Condition:
    """A unit as fire finds it."""
    save, spare = save_and_dice(state, unit, True)
    return Condition(unit.profile.hits, save, spare, unit.hits, unit.suppressed, holds(unit), long_fall_back(unit))


def way_back(state: State, target: Unit, attackers: tuple[str, ...], passing: Sequence[str] = ()) -> tuple[XY, Behind]:
    """BPTC-FBK-01, 03, 05, 06, 09 to 12: which way a unit would fall back from these attackers, and what lies there.

    It is looked for as far as the unit may fall back at all; those `passing` are not counted. There is no way for who
    was not suppressed before, or holds.
    """
    if not target.suppressed or holds(target):
        return (0.0, 0.0), Behind()
    vector = driven.away(state, target, closest(state, target, attackers))
    return vector, driven.behind(state, target, vector, _FAR if long_fall_back(target) else _LIMIT, passing)


def take_attack(state: State, target_id: str, groups: Groups, attackers: tuple[str, ...]) -> Procedure[str]:
    """BPTC-CAS-01 to 08 for one target: rolls, and applies what comes of it. Returns the result's name.

    BPTC-GEN-05: without dice there is no attack.
    """
    target = state.units[target_id]
    groups = grouped(groups)
    if not groups or not target.on_table:
        return "unaffected"
    vector, back = way_back(state, target, attackers)
    condition = condition_of(state, target)
    told: Told = yield from against(state, target.side, attack_told(groups, *condition, back.wall_at, back.friend_at))
    _apply(state, target_id, told, vector, back)
    return told.outcome.result


def closest(state: State, target: Unit, attackers: tuple[str, ...]) -> Point | None:
    """BPTC-CAS-08, FBK-03, BLN-11, VIS-06: the attacker a unit falls back from, the lowest id of equals.

    Without attackers it is the nearest enemy seen, and without one nobody.
    """
    units = [state.units[uid] for uid in attackers]
    if units:
        return field.nearest_first(target, units)[0][1].base.centre
    near = field.nearest_visible(state, target)
    return near[0].base.centre if near else None


def _apply(state: State, target_id: str, told: Told, vector: tuple[float, float], back: Behind) -> None:
    target = state.units[target_id]
    outcome = told.outcome
    if outcome.result == "ko":
        hits = counted(target.hits + outcome.unsaved, "hit")
        text = f"{target.name} is knocked out ({hits} of {target.profile.hits})"
        knock_out(state, target_id, text, "BPTC-CAS-05")
        return
    if outcome.unsaved:
        target = state.put(target.with_hits(target.hits + outcome.unsaved))
    if outcome.result == "suppressed":
        suppress(state, target_id, f"{target.name} is suppressed{_hits_so_far(target)}", "BPTC-CAS-07")
    elif outcome.result == "ko_fall_back":
        _lost(state, target, told.too_far, vector, back)
    elif outcome.result in ("fall_back", "halted_on_friend"):
        _driven(state, target, outcome, vector, back)
    else:
        word = "holds its ground" if outcome.result == "held" else "is not shaken"
        rule = "BPTC-CAS-06"
        if outcome.result == "held":
            rule = "BPTC-FBK-08" if target.mode == UNLIMBERED else "BPTC-FBK-07"
        word = f"{word}{_hits_so_far(target)}" if outcome.unsaved else "takes no hit"
        state.tell("result", f"{target.name} {word}", rule, target_id)


def _hits_so_far(unit: Unit) -> str:
    return f" ({counted(unit.hits, 'hit')} of {unit.profile.hits})" if unit.hits else ""


def _lost(state: State, target: Unit, too_far: bool, vector: tuple[float, float], back: Behind) -> None:
    """BPTC-FBK-04, 07 to 11, 14: beyond 10 cm, which comes first, or into an enemy, the impassable or over the edge."""
    limit = sheet.FALL_BACK_LIMIT_CM
    if too_far:
        rule = "BPTC-FBK-04"
        if holds(target):
            rule = "BPTC-FBK-08" if target.mode == UNLIMBERED else "BPTC-FBK-07"
        knock_out(state, target.id, f"{target.name} is broken, driven more than {limit} cm back", rule)
        return
    assert back.wall_at is not None
    come_upon(state, target, vector, back.wall_at * 10)
    words = "off the table" if back.wall == "edge" else f"into {_name(state, back.by)}"
    knock_out(state, target.id, f"{target.name} is driven {words} and is lost", _WALL_RULE[back.wall])


def _name(state: State, id: str) -> str:
    if id in state.units:
        return state.units[id].name
    feature = state.scene.features.get(id)
    return feature.name if feature is not None and feature.name else "impassable ground"


def _driven(state: State, target: Unit, outcome: Attack, vector: tuple[float, float], back: Behind) -> None:
    """BPTC-FBK-03, 12, 13, 15, FRM-16: it falls back, and stops at friends, who are suppressed by it."""
    far = outcome.fall_back
    come_upon(state, target, vector, far * 1000)
    moved = driven.moved_back(state, target, vector, far * 1000, far > 0 and state.house.disorder_on_fallback)
    halted = outcome.result == "halted_on_friend"
    rule = "BPTC-FBK-12" if halted else "BPTC-FBK-03"
    friends = [state.units[uid] for uid in back.friends] if halted else []
    where = f" onto {driven.names(friends)}" if halted else ""
    driven.put_back(state, moved, f"{target.name} falls back {far:g} cm{where}", rule)
    for friend in friends:
        suppress(state, friend.id, f"{friend.name} is suppressed by it", "BPTC-FBK-13")


def suppress(state: State, unit_id: str, text: str, rule: str) -> None:
    """BPTC-SUP-03: a unit becomes suppressed; one that is already only stays so."""
    unit = state.units[unit_id]
    if not unit.suppressed and unit.on_table:
        state.put(unit.with_suppressed(True), text, rule)


def knock_out(state: State, unit_id: str, text: str, rule: str) -> None:
    """A unit is lost, and counted; BPTC-TRN-01: with all on board."""
    unit = state.units[unit_id]
    if unit.place == "ko":
        return
    aboard = state.passengers(unit_id)
    count_loss(state, unit)
    state.put(unit.knocked_out(), text, rule)
    for passenger in aboard:
        count_loss(state, passenger)
        state.put(passenger.knocked_out(), f"{passenger.name} is lost with {unit.name}", "BPTC-TRN-01")


def count_loss(state: State, unit: Unit) -> None:
    """BPTC-BRK-05: counting units knocked out."""
    if counts(unit.profile):
        state.sides[unit.side].lost += 1
