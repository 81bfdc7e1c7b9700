"""Shooting without templates: hits, saves, and the whole sequence for a machine gun."""

from __future__ import annotations

from typing import NamedTuple

from umpire.dice import Procedure, stage
from umpire.games.awt import scores, sheet
from umpire.games.awt.house import House
from umpire.games.awt.nerve import Aftermath, aftermath
from umpire.games.awt.rolls import Attack, Burst, Guard, Low, Saves, Strike, guard
from umpire.games.awt.sheet import Skill


class Wounds(NamedTuple):
    wounds: int


class Shots(NamedTuple):
    """Dice of one kind of weapon in a volley."""

    kind: str
    """standard, rapid or mg"""
    dice: int
    difficult: bool = False
    to_hit_advantage: int = 0
    advantage: int = 0
    """What the weapon adds to saves: Small Calibre."""
    devastating: bool = False
    harmless: bool = False
    """Small Arms at armour: dice are rolled, nothing wounds."""


class Volley(NamedTuple):
    """What a volley did: wounds, those by Devastating weapons, near misses, whether a Pinning Test is due."""

    wounds: int
    devastating: int
    near: int
    pin_due: bool


def volley(
    house: House,
    skill: Skill,
    groups: tuple[Shots, ...],
    save: int | None,
    strength: int,
    advantage: int = 0,
    reroll_failed: bool = False,
    enhanced: bool = False,
) -> Procedure[Volley]:
    """Hits and saves of all weapons of a unit but those with templates.

    AWT-RS-01, 02, SH-05, SV-05: weapon by weapon, hits and then saves. AWT-TH-06: a Machine Gun just misses too.
    AWT-WK-08, CV-07: what calibre and cover add to saves; `advantage`, `reroll_failed` and `enhanced` are the cover's.
    AWT-WK-04: wounds by Devastating weapons are counted apart. AWT-WK-06, IN-05: Small Arms at armour do not wound.
    AWT-RS-08: a Machine Gun that hit or just missed, or any wound, makes a Pinning Test due.
    """
    wounds = devastating = near = 0
    pin_due = False
    for shots in groups:
        shield = guard(house, save, scores.advantage(house, advantage, shots.advantage), reroll_failed)
        if shots.kind == "mg":
            hits, missed = yield Burst(
                shots.dice,
                sheet.MACHINE_GUN.most,
                sheet.MACHINE_GUN_NEAR,
                rule=sheet.MACHINE_GUN.rule,
                label="machine gun",
            )
            near += missed
            pin_due = pin_due or hits + missed > 0
            kept: int = 0 if shots.harmless else (yield Saves(hits, shield, enough=strength))
        else:
            kept = yield from _shooting(house, skill, shots, shield, strength, enhanced)
        kept = min(kept, strength - wounds)
        wounds += kept
        devastating += kept if shots.devastating else 0
    return Volley(wounds, devastating, near, pin_due or wounds > 0)


def _shooting(house: House, skill: Skill, shots: Shots, shield: Guard, strength: int, enhanced: bool) -> Procedure[int]:
    """Wounds by Standard Issue or Rapid Fire weapons."""
    strike, rule = shooting_strike(house, skill, shots, enhanced)
    if shots.harmless:
        yield Low(shots.dice, strike.most, enough=0, rule="AWT-IN-05", label="Small Arms at armour")
        return 0
    wounds: int = yield Attack(shots.dice, strike, shield, enough=strength, rule=rule, label="shots")
    return wounds


def shooting_strike(house: House, skill: Skill, shots: Shots, enhanced: bool) -> tuple[Strike, str]:
    """How shots strike, and the rule of their table.

    AWT-TH-01 to 03: Standard Issue by skill, a natural 1 of High skill being a critical (AWT-TH-04) unless the
    target has enhanced cover (AWT-CV-08). AWT-TH-05: Rapid Fire. AWT-DS-04, 05: a difficult shot hits on 1 alone.
    AWT-TH-07: an Advantage lowers the die or, with option advantage_mode, adds dice.
    """
    if shots.kind == "rapid":
        return Strike(sheet.RAPID.most), sheet.RAPID.rule
    score = sheet.DIFFICULT if shots.difficult else sheet.STANDARD[skill]
    critical = skill == sheet.CRITICAL_SKILL and not enhanced
    if house.advantage_mode == "extra_die":
        return Strike(score.most, 1 + shots.to_hit_advantage, critical), score.rule
    return Strike(min(sheet.D6, score.most + shots.to_hit_advantage), 1, critical), score.rule


def rifle_fire(
    house: House,
    dice: int,
    skill: Skill,
    save: int | None,
    strength: int,
    advantage: int = 0,
    reroll_failed: bool = False,
    enhanced_cover: bool = False,
    difficult: bool = False,
    to_hit_advantage: int = 0,
) -> Procedure[Wounds]:
    """Standard Issue weapons: wounds."""
    shots = (Shots("standard", dice, difficult, to_hit_advantage),)
    found = yield from volley(house, skill, shots, save, strength, advantage, reroll_failed, enhanced_cover)
    return Wounds(found.wounds)


def rapid_fire(
    house: House, dice: int, save: int | None, strength: int, advantage: int = 0, reroll_failed: bool = False
) -> Procedure[Wounds]:
    """AWT-TH-05: Rapid Fire, whatever the skill: wounds."""
    found = yield from volley(house, "low", (Shots("rapid", dice),), save, strength, advantage, reroll_failed)
    return Wounds(found.wounds)


class MachineGunDice(NamedTuple):
    hits: int
    near: int


def machine_gun_dice(house: House, dice: int) -> Procedure[MachineGunDice]:
    """AWT-TH-06: hits and near misses of Machine Gun dice."""
    hits, near = yield Burst(
        dice, sheet.MACHINE_GUN.most, sheet.MACHINE_GUN_NEAR, rule=sheet.MACHINE_GUN.rule, label="machine gun"
    )
    return MachineGunDice(hits, near)


class UnderFire(NamedTuple):
    """A unit after a machine gun: what is left of it, its markers and its state; nothing of one destroyed."""

    models: int
    stress: int
    pinned: bool
    shaken: bool


def machine_gun(
    house: House,
    dice: int,
    zeal: int,
    save: int | None,
    current: int,
    start: int,
    stress: int = 0,
    leader: bool = False,
    advantage: int = 0,
    reroll_failed: bool = False,
    devastating: bool = False,
    broken: bool = False,
    shaken: bool = False,
) -> Procedure[UnderFire]:
    """AWT-RS-01 to 06: the whole sequence for one machine gun.

    AWT-ST-04: who is Broken, or breaks by option shock_breaks, is neither pinned nor shaken. AWT-ST-02: who is Shaken
    already takes a marker instead.
    """
    shots = (Shots("mg", dice, devastating=devastating),)
    shot: Volley = yield from stage(volley, house, "low", shots, save, current, advantage, reroll_failed, False)
    after: Aftermath = yield from stage(
        aftermath,
        house,
        current,
        current - shot.wounds,
        start,
        zeal,
        stress,
        leader,
        shot.wounds,
        shot.devastating,
        shot.near,
        shot.pin_due and not broken,
        False,
        shaken,
    )
    if after.models == 0:
        return UnderFire(0, 0, False, False)
    if after.broken:
        return UnderFire(after.models, after.stress, False, False)
    return UnderFire(after.models, after.stress, after.pinned, shaken or (after.shaken and not broken))
