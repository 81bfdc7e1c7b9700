"""Orders of Captains and Lieutenants (AWT-SK-02, 11): to whom each makes sense, and what it does."""

from __future__ import annotations

from collections.abc import Callable

from umpire.battle.decisions import Option, PickOne
from umpire.battle.rolling import by
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.awt import field, losses, procedures, scores
from umpire.games.awt.model import State, Unit


def sensible(state: State, order: str, unit: Unit) -> bool:
    """AWT-ST-04, IN-02: whom an order can be given to; Broken units hear nothing but Rally.

    Who is in close combat may hear what counts in its activation: it may be out of the combat by then (AWT-CN-19).
    """
    if order == "O1":
        return unit.broken
    if unit.broken:
        return False
    if order == "O2":
        return bool(_burdens(unit))
    if order in ("O5", "O6"):
        return unit.engaged
    return unit.acted != state.round and (order != "O4" or bool(unit.profile.arms))


def give(state: State, order: str, target: str) -> Procedure[None]:
    """AWT-SK-02: no roll, its hook does the rest."""
    yield from HOOKS[order](state, target)


def _burdens(unit: Unit) -> list[tuple[str, str]]:
    found = [("stress", "one Combat Stress Marker")] if unit.stress else []
    found += [("pinned", "Pinned")] if unit.pinned else []
    return found + ([("shaken", "Shaken")] if unit.shaken else [])


def rally(state: State, target: str) -> Procedure[None]:
    """O1: a d10 test against modified Zeal; who passes is back, with a marker more."""
    unit = state.units[target]
    zeal = scores.modified_zeal(unit.profile.zeal, unit.stress, field.led(state, unit), unit.strength, unit.start)
    test = yield from by(state, unit.side, procedures.nerve_test(state.house, zeal))
    if not test.passed:
        state.tell("skill", f"{unit.name} stays Broken", "AWT-ST-04", target)
        return
    state.put(unit._replace(broken=False), f"{unit.name} rallies", "AWT-ST-04")
    yield from losses.stress(state, target, 1, "AWT-SK-11")


def steady(state: State, target: str) -> Procedure[None]:
    """O2: a marker, Pinned or Shaken goes."""
    unit = state.units[target]
    burdens = _burdens(unit)
    key = burdens[0][0]
    if len(burdens) > 1:
        options = [Option(word, words, "AWT-SK-11", target) for word, words in burdens]
        key = yield PickOne(unit.side, f"What {does(unit.name)} get rid of?", "AWT-SK-11", options, None, target)
    if key == "stress":
        words = f"{unit.name} is steadied: one Combat Stress Marker fewer"
        state.put(unit._replace(stress=unit.stress - 1), words, "AWT-SK-11")
    elif key == "pinned":
        state.put(unit._replace(pinned=False), f"{unit.name} is steadied: Pinned no more", "AWT-SK-11")
    else:
        state.put(unit._replace(shaken=False), f"{unit.name} is steadied: Shaken no more", "AWT-SK-11")


def _effect(name: str, words: str) -> Callable[[State, str], Procedure[None]]:
    def hook(state: State, target: str) -> Procedure[None]:
        unit = state.units[target]
        state.put(unit.with_effect(name), f"{unit.name} {words}", "AWT-SK-11")
        return
        yield

    return hook


HOOKS: dict[str, Callable[[State, str], Procedure[None]]] = {
    "O1": rally,
    "O2": steady,
    "O3": _effect("double", "will go at the double"),
    "O4": _effect("volley", "will fire by volleys"),
    "O5": _effect("bayonets", "fixes bayonets"),
    "O6": _effect("fall_back", "will fall back after the fight"),
}
