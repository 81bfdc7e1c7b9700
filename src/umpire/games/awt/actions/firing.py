"""A unit shoots: every way it may, at whom, and the whole of its attack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from umpire.battle.decisions import Listed, Option, PickOne, Refused
from umpire.battle.options import Offer, keys_of, ready
from umpire.battle.words import acts
from umpire.dice import Procedure
from umpire.games.awt import field, sheet
from umpire.games.awt.actions import blasting, prospects, shooting
from umpire.games.awt.actions.shooting import Manner
from umpire.games.awt.model import State, Unit


def shots(
    state: State, unit: Unit, word: str, moved: bool, steady: bool = False, manhandled: bool = False
) -> list[Offer]:
    """AWT-SH-01 to 04, IN-04: every way to shoot at everybody it may shoot at, each with its odds."""
    if unit.under("double") or not unit.profile.arms or (len(unit.models) > 1 and field.cohesion(unit.bases)):
        return []
    offers: list[Offer] = []
    for mode in shooting.modes(unit):
        manner = Manner(mode, moved, steady, manhandled)
        for foe in shooting.targets(state, unit, manner):
            key = f"{word}:{mode}:{foe.id}"
            offers.append((key, partial(_shot, key, state, unit, foe, manner)))
    return offers


def _shot(key: str, state: State, unit: Unit, foe: Unit, manner: Manner) -> Option:
    weapon = sheet.WEAPONS.get(manner.mode)
    if weapon is not None and weapon.kind == "he":
        verb = "throw grenades at" if weapon.id == shooting.THROW else f"shell with the {weapon.name}:"
        return Option(key, f"{verb} {foe.name}", "AWT-TP-06", foe.id, blasting.odds(state, unit, foe, manner))
    name = "" if weapon is None or len(unit.profile.arms) == 1 else f" with the {weapon.name}"
    return Option(key, f"shoot at {foe.name}{name}", "AWT-SH-02", foe.id, prospects.odds(state, unit, foe, manner))


def fire(state: State, uid: str, target: str, manner: Manner) -> Procedure[None]:
    """AWT-SH-01, 05: the whole unit shoots at one target, with templates, dice, or both."""
    unit, foe = state.units[uid], state.units[target]
    state.tell("shooting", f"{unit.name} shoots at {foe.name}", "AWT-SH-01", uid, target)
    compelled = not manner.rush
    if manner.mode == shooting.THROW and compelled:
        compelled = foe in shooting.targets(state, unit, manner._replace(mode=shooting.FIRE))
    firing = list(shooting.guns(state, unit, foe, manner, compelled))
    if any(gun.weapon.kind == "he" for gun in firing):
        plain = manner._replace(mode=shooting.FIRE)
        spare = list(shooting.guns(state, unit, foe, plain, compelled)) if manner.mode == shooting.THROW else []
        yield from blasting.attack(state, uid, target, manner, firing, spare)
    else:
        yield from shooting.shoot(state, uid, target, shooting.dice_of(state, unit, foe, manner, firing))


def then_shoot(state: State, uid: str, moved: bool, steady: bool = False, manhandled: bool = False) -> Procedure[None]:
    """After a move: whether and at whom the unit shoots."""
    unit = state.units[uid]
    if not unit.fights_on or unit.in_combat:
        return
    offers = shots(state, unit, "shoot", moved, steady, manhandled)
    if not offers:
        return
    options = Listed.of([*offers, ready(Option("no", "do not shoot", "AWT-WK-05"))])
    prompt = f"{acts(unit.name, 'has')} moved: shoot now?" if moved else f"{unit.name}: shoot?"
    key: str = yield PickOne(unit.side, prompt, "AWT-WK-05", options, "no", uid)
    if key != "no":
        _, mode, target = key.split(":")
        yield from fire(state, uid, target, Manner(mode, moved, steady, manhandled))


def why_not(state: State, unit: Unit, answer: object, options: Sequence[Option]) -> Refused | None:
    """AWT-IN-04: why a unit may not shoot as it is told to; None if it may, or is told something else."""
    parts = answer.split(":") if isinstance(answer, str) else []
    if len(parts) != 3 or parts[0] != "shoot" or answer in keys_of(options):
        return None
    target = state.units.get(parts[2])
    if target is None or target.side == unit.side or not target.on_table or parts[1] not in shooting.modes(unit):
        return None
    return shooting.refusal(state, unit, target, Manner(parts[1]))
