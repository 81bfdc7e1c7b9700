"""Abilities: paid with Command Tokens, the whole action of a unit, each with a movement (AWT-SK-06, 11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from umpire.battle.decisions import Listed, Option, PickOne, Refused
from umpire.battle.options import keys_of
from umpire.battle.words import counted, does
from umpire.dice import Procedure
from umpire.games.awt import field, sheet
from umpire.games.awt.actions import charging, firing, moving, shooting
from umpire.games.awt.actions.contact import Charge
from umpire.games.awt.actions.shooting import THROW, Manner
from umpire.games.awt.model import State, Unit
from umpire.games.awt.skills.library import BY_ID
from umpire.games.awt.units import half

_SHOOTERS = ("B1", "B2", "B3")
"""Abilities that are about shooting."""
_CHARGERS = ("B1", "B6")
"""Abilities that may be a charge instead of a move."""


def options(state: State, unit: Unit) -> list[Option]:
    """AWT-SK-06, ST-01, 02, MV-05: the abilities a unit can use and its side can pay for."""
    if unit.pinned or unit.shaken or not unit.profile.abilities or field.cohesion(unit.bases):
        return []
    found: list[Option] = []
    for ability in unit.profile.abilities:
        if BY_ID[ability].price <= state.sides[unit.side].tokens:
            found += _ways(state, unit, ability)
    return found


def _ways(state: State, unit: Unit, ability: str) -> list[Option]:
    skill = BY_ID[ability]
    found: list[Option] = []
    shooter = ability in _SHOOTERS
    if (
        moving.may_move(unit)
        and not (shooter and unit.under("double"))
        and not (ability == "B1" and not _grenades(unit))
    ):
        found.append(
            Option(f"ability:{ability}", f"{skill.name}: {skill.text}", "AWT-SK-06", unit.id, detail=_price(ability))
        )
    if ability in _CHARGERS and charging.may_charge(unit):
        going = Charge(state, unit, sheet.RUSH if ability == "B1" else 0, leap=ability == "B6")
        for foe in going.targets():
            words = f"{skill.name}: charge {foe.name}"
            call = charging.odds(going, foe)
            found.append(Option(f"ability:{ability}:{foe.id}", words, "AWT-SK-06", foe.id, call, _price(ability)))
    return found


def _price(ability: str) -> str:
    return counted(BY_ID[ability].price, "Command Token")


def _grenades(unit: Unit) -> bool:
    return THROW in shooting.modes(unit)


def why_not(state: State, unit: Unit, answer: object, options: Sequence[Option]) -> Refused | None:
    """AWT-SK-06, IN-03, ST-01, 02, MV-05: why a unit may not use an ability of its own; None if that is not it."""
    word, _, rest = answer.partition(":") if isinstance(answer, str) else ("", "", "")
    ability, _, target = rest.partition(":")
    if word != "ability" or ability not in unit.profile.abilities or answer in keys_of(options):
        return None
    side = state.sides[unit.side]
    if unit.pinned:
        return Refused(f"{unit.name} is Pinned and uses no abilities.", "AWT-ST-01")
    if unit.shaken:
        return Refused(f"{unit.name} is Shaken and uses no abilities.", "AWT-ST-02")
    if field.cohesion(unit.bases):
        return Refused(f"{unit.name} has lost its cohesion and uses no abilities.", "AWT-MV-05")
    if BY_ID[ability].price > side.tokens:
        left = counted(side.tokens, "Command Token")
        return Refused(f"{BY_ID[ability].name} costs {_price(ability)}, and {side.name} has {left}.", "AWT-IN-03")
    if unit.under("double") and ability in _SHOOTERS:
        return Refused(f"{unit.name} goes at the double and neither shoots nor charges.", "AWT-SK-11")
    foe = state.units.get(target)
    if foe is not None and ability in _CHARGERS and foe.side != unit.side and foe.on_table:
        return charging.refusal(state, unit, foe)
    return moving.why_not(unit, "move") if not target else None


def use(state: State, uid: str, key: str) -> Procedure[None]:
    """AWT-SK-06: the tokens are paid, then its hook does the rest."""
    ability, _, target = key.partition(":")
    unit = state.units[uid]
    skill = BY_ID[ability]
    state.spend(unit.side, skill.price)
    state.tell("skill", f"{unit.name} uses {skill.name}", "AWT-SK-06", uid)
    if target:
        bonus = sheet.RUSH if ability == "B1" else 0
        yield from charging.charge(state, uid, target, bonus, leap=ability == "B6")
    else:
        yield from HOOKS[ability](state, uid)


def bombing_rush(state: State, uid: str) -> Procedure[None]:
    """B1: move, then everybody who has grenades throws them."""
    moved = yield from moving.move(state, uid, state.units[uid].pace)
    unit = state.units[uid]
    if not unit.fights_on:
        return
    offers = [offer for offer in firing.shots(state, unit, "shoot", moved) if offer[0].split(":")[1] == THROW]
    if not offers:
        return
    prompt = f"At whom {does(unit.name)} throw?"
    key: str = yield PickOne(unit.side, prompt, "AWT-SK-06", Listed.of(offers), None, uid)
    yield from firing.fire(state, uid, key.split(":")[2], Manner(THROW, moved, rush=True))


def marching_fire(state: State, uid: str) -> Procedure[None]:
    """B2: move, then shoot as if it had not moved."""
    moved = yield from moving.move(state, uid, state.units[uid].pace)
    yield from firing.then_shoot(state, uid, moved, steady=True)


def manhandle(state: State, uid: str) -> Procedure[None]:
    """B3: half a move, then a shot with a weapon that is not Quickfire."""
    moved = yield from moving.move(state, uid, half(moving.pace(state.units[uid])))
    yield from firing.then_shoot(state, uid, moved, manhandled=True)


def crush_the_wire(state: State, uid: str) -> Procedure[None]:
    """B4: over the wire without a test; what is crossed is Broken Ground from now on."""
    yield from moving.move(state, uid, moving.pace(state.units[uid]), crushing=True)


def dig_in(state: State, uid: str) -> Procedure[None]:
    """B5: half a move, then in Foxholes until it moves again."""
    yield from moving.move(state, uid, half(moving.pace(state.units[uid])))
    unit = state.units[uid]
    if unit.fights_on:
        state.put(unit._replace(dug_in=True), f"{unit.name} digs in", "AWT-SK-11")


def fell_leap(state: State, uid: str) -> Procedure[None]:
    """B6: a move over everything but Impassable ground."""
    yield from moving.move(state, uid, moving.pace(state.units[uid]), leap=True)


HOOKS: dict[str, Callable[[State, str], Procedure[None]]] = {
    "B1": bombing_rush,
    "B2": marching_fire,
    "B3": manhandle,
    "B4": crush_the_wire,
    "B5": dig_in,
    "B6": fell_leap,
}
