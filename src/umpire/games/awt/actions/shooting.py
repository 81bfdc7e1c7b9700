"""Shooting without templates: who may be shot at, which dice each model brings, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from umpire.battle.decisions import Refused
from umpire.battle.rolling import by
from umpire.battle.words import tidy
from umpire.dice import Procedure
from umpire.games.awt import field, losses, procedures, scores, sheet, sight
from umpire.games.awt.actions import aiming
from umpire.games.awt.field import SLACK
from umpire.games.awt.model import Model, State, Unit, Weapon
from umpire.games.awt.procedures import Shots
from umpire.games.awt.sight import Aim, Eyes
from umpire.games.awt.tokens import adds_tokens
from umpire.games.awt.units import weapons_of
from umpire.table import Base, Terrain

FIRE, THROW = "fire", "hand_grenade"
"""How a unit of many models shoots: everybody with his own weapon, or those who have grenades throw them."""


class Manner(NamedTuple):
    """How a unit shoots: which weapons, after what move, and what skills do to it."""

    mode: str
    """`fire`, or the id of a weapon."""
    moved: bool = False
    steady: bool = False
    """Marching Fire: having moved makes nothing difficult."""
    manhandled: bool = False
    """Manhandle: it shoots after moving although not Quickfire."""
    rush: bool = False
    """Bombing Rush: everybody who has grenades throws them, and nobody shoots."""


class Gun(NamedTuple):
    """One model that shoots: with what, and how it sees the target."""

    weapon: Weapon
    base: Base
    aim: Aim


# --- Weapons -----------------------------------------------------------------------------------------------------


def in_use(weapon: str, covered: bool) -> Weapon:
    """AWT-WP-01 to 10, WK-02, 03: the profile of a weapon that counts, in cover or not."""
    found = sheet.WEAPONS[weapon]
    return sheet.WEAPONS[found.in_cover] if covered and found.in_cover else found


def modes(unit: Unit) -> list[str]:
    """AWT-SH-01, TP-10: the ways a unit can shoot; each model uses one weapon."""
    carried = [weapons_of(unit.profile, model.number) for model in unit.models]
    if unit.profile.single:
        return list(carried[0])
    found: list[str] = []
    if any(weapon != THROW for arms in carried for weapon in arms):
        found.append(FIRE)
    if any(THROW in arms for arms in carried):
        found.append(THROW)
    return found


def _weapons_for(unit: Unit, number: int, mode: str) -> tuple[str, ...]:
    """What a model may shoot with in this mode, of which it uses the first it can: who cannot throw shoots."""
    arms = weapons_of(unit.profile, number)
    others = tuple([weapon for weapon in arms if weapon != THROW][:1])
    if mode == FIRE:
        return others
    if mode == THROW:
        return (THROW, *others) if THROW in arms else others
    return (mode,) if mode in arms else ()


def quick_enough(weapon: Weapon, manner: Manner) -> bool:
    """AWT-WK-05, 10, IN-04: who has moved shoots with Quickfire weapons only."""
    return not manner.moved or manner.manhandled or weapon.has("quickfire")


# --- Who can shoot at whom ---------------------------------------------------------------------------------------


def _far_off(target: Unit, weapon: Weapon, distance: float) -> bool:
    """False Lights and Moor Fog: from more than twelve inches, no shot at all, or none but single ones."""
    if distance <= sheet.FAR + SLACK:
        return False
    return target.under("lights") or (target.under("fog") and weapon.kind != "standard")


def guns(state: State, unit: Unit, target: Unit, manner: Manner, compelled: bool = True) -> Iterator[Gun]:
    """AWT-SH-02, TP-06, 10, WK-01, WP-09: the models that can shoot at a unit, one by one.

    Who has nowhere to lay his template uses what else he has. Without `compelled` the target is not one that the whole
    unit may choose: only templates go there (AWT-SH-04).
    """
    covered = _covered(state, unit)
    eyes: Eyes | None = None
    for model in unit.models:
        for name in _weapons_for(unit, model.number, manner.mode):
            weapon = in_use(name, covered)
            if not quick_enough(weapon, manner) or (not compelled and weapon.kind != "he"):
                continue
            eyes = eyes or Eyes(state, unit, target)
            gun = _aimed(eyes, model, weapon)
            if gun is not None and (weapon.kind != "he" or aiming.can_aim(eyes, model.base, weapon)):
                yield gun
                break


def _covered(state: State, unit: Unit) -> bool:
    """Whether a unit is in cover, if that makes any difference to what it shoots with."""
    return any(sheet.WEAPONS[arm.weapon].in_cover for arm in unit.profile.arms) and field.in_cover(state, unit)


def _aimed(eyes: Eyes, model: Model, weapon: Weapon) -> Gun | None:
    """AWT-SH-02, WK-01: a model that has some model of the target in range and in sight."""
    look = sight.over if weapon.has("arcing") else sight.aim
    aim = look(eyes, model.number, model.base, weapon.maximum, weapon.minimum)
    if aim is None or _far_off(eyes.target, weapon, aim.distance):
        return None
    return Gun(weapon, model.base, aim)


def no_room(state: State, unit: Unit, target: Unit, manner: Manner) -> Refused | None:
    """AWT-TP-06, IN-07: why no template can be laid on a unit that is in range; None if it is not about templates."""
    eyes, covered = Eyes(state, unit, target), _covered(state, unit)
    for model in unit.models:
        for name in _weapons_for(unit, model.number, manner.mode):
            weapon = in_use(name, covered)
            gun = _aimed(eyes, model, weapon) if weapon.kind == "he" and quick_enough(weapon, manner) else None
            if gun is not None:
                at = gun.aim.nearest
                return aiming.forbidden(state, unit.side, at.x, at.y, aiming.radius_of(weapon))
    return None


def can_shoot(state: State, unit: Unit, target: Unit, manner: Manner) -> bool:
    """AWT-SH-02, 03: some model can, with the weapon the manner is about, and nobody is in close combat there."""
    if target.in_combat or not target.on_table or target.side == unit.side:
        return False
    return any(manner.mode != THROW or gun.weapon.kind == "he" for gun in guns(state, unit, target, manner))


def harmless(weapon: Weapon, target: Unit) -> bool:
    """AWT-WK-06, IN-05: Small Arms do nothing to Armoured units."""
    return target.has("armoured") and not weapon.has("ordnance")


def _only_small_arms(unit: Unit) -> bool:
    return all(not sheet.WEAPONS[arm.weapon].has("ordnance") for arm in unit.profile.arms)


def targets(state: State, unit: Unit, manner: Manner) -> list[Unit]:
    """AWT-SH-03, 04, WK-07: whom a unit may shoot at.

    The nearest it can; single models, templates and option target_priority choose freely. Nobody must shoot at
    armour that he cannot hurt, nor at the Broken.
    """
    weapon = sheet.WEAPONS.get(manner.mode)
    free = state.house.target_priority == "free" or unit.profile.single or (weapon is not None and weapon.kind == "he")
    reach = _longest(unit, manner)
    foes = [foe for foe in field.enemies(state, unit) if not foe.in_combat and not field.beyond(unit, foe, reach + 1)]
    byrange = sorted([(field.apart(unit, foe), foe.id) for foe in foes])
    found: list[Unit] = []
    stop: float | None = None
    for far, uid in byrange:
        if far > reach + SLACK or (stop is not None and far > stop + SLACK):
            break
        foe = state.units[uid]
        if not can_shoot(state, unit, foe, manner):
            continue
        found.append(foe)
        if not free and not foe.broken and not (foe.has("armoured") and _only_small_arms(unit)):
            stop = far
    return found


def _longest(unit: Unit, manner: Manner) -> int:
    """How far a unit shoots at most, whether it is in cover or not."""
    names = [arm.weapon for arm in unit.profile.arms] if manner.mode == FIRE else [manner.mode]
    weapons = [sheet.WEAPONS[name] for name in names]
    return max([each.maximum for weapon in weapons for each in (weapon, sheet.WEAPONS.get(weapon.in_cover, weapon))])


def refusal(state: State, unit: Unit, target: Unit, manner: Manner) -> Refused:
    """AWT-IN-04: why a unit may not shoot at another, in a sentence."""
    if target.in_combat:
        return Refused(f"{target.name} is in close combat.", "AWT-SH-03")
    if unit.under("double"):
        return Refused(f"{unit.name} goes at the double and does not shoot.", "AWT-SK-11")
    if field.cohesion(unit.bases):
        return Refused(f"{unit.name} has lost its cohesion and does not shoot.", "AWT-MV-05")
    names = [name for model in unit.models for name in _weapons_for(unit, model.number, manner.mode)]
    if not any(quick_enough(sheet.WEAPONS[name], manner) for name in names):
        return Refused(f"{unit.name} has moved, and its weapon is not Quickfire.", "AWT-WK-05")
    if not can_shoot(state, unit, target, manner):
        if can_shoot(state, unit, target._replace(effects=()), manner):
            hidden = "false lights hide" if target.under("lights") else "fog hides"
            return Refused(f"{hidden} {target.name} beyond {tidy(sheet.FAR)} inches.", "AWT-SK-11")
        return no_room(state, unit, target, manner) or Refused(
            f"no model of {unit.name} has {target.name} in range and in sight.", "AWT-IN-04"
        )
    return Refused(f"{unit.name} must shoot at the nearest enemy it can.", "AWT-SH-04")


# --- Dice --------------------------------------------------------------------------------------------------------


def difficult(unit: Unit, target: Unit, gun: Gun, manner: Manner) -> str:
    """The rule that makes a shot difficult, "" if none does.

    AWT-DS-01 to 07, WK-09: moved (but not Swift), beyond effective range, less than half in sight, Pinned or Shaken,
    fog; only Standard Issue weapons are ever difficult, and nothing is worse than difficult.
    """
    if gun.weapon.kind != "standard":
        return ""
    if manner.moved and not manner.steady and not gun.weapon.has("swift"):
        return "AWT-DS-01"
    if gun.aim.distance > gun.weapon.effective + SLACK:
        return "AWT-DS-02"
    if not gun.aim.clear:
        return "AWT-DS-03"
    if unit.pinned or unit.shaken:
        return "AWT-DS-07"
    if target.under("fog") and gun.aim.distance > sheet.FAR + SLACK:
        return "AWT-SK-11"
    return ""


class Dice(NamedTuple):
    """The dice of an attack, with what the target has against them."""

    groups: tuple[Shots, ...]
    cover: str
    """The row of the cover table that counts for all of it."""

    @property
    def reroll(self) -> bool:
        return bool(self.cover) and sheet.COVER[self.cover].reroll

    @property
    def enhanced(self) -> bool:
        return bool(self.cover) and sheet.COVER[self.cover].enhanced


def dice_of(state: State, unit: Unit, target: Unit, manner: Manner, firing: Sequence[Gun]) -> Dice:
    """AWT-SH-01, 05: the dice of an attack by weapon, difficult or not, and by cover."""
    row = sight.cover_row(state, target)
    groups: dict[Shots, int] = {}
    for gun, shot, _ in shots_of(state, unit, target, manner, firing, row):
        groups[shot] = groups.get(shot, 0) + gun.weapon.shots
    return Dice(tuple([shot._replace(dice=dice) for shot, dice in groups.items()]), row)


def shots_of(
    state: State, unit: Unit, target: Unit, manner: Manner, firing: Sequence[Gun], row: str
) -> Iterator[tuple[Gun, Shots, str]]:
    """AWT-DS-06, CV-01, 03 to 08: how each model shoots that lays no template, and the cover against it.

    `row` is the one of the cover table that counts against all of them.
    """
    beside = field.beside(state, target) if not row and target.has("infantry") and not target.broken else []
    volley = 1 if unit.under("volley") else 0
    for gun in firing:
        weapon = gun.weapon
        if weapon.kind == "he":
            continue
        cover = row or ("obstacle" if beside and _crosses(state, beside, gun) else "")
        shot = Shots(
            weapon.kind,
            0,
            bool(difficult(unit, target, gun, manner)),
            volley if weapon.kind == "standard" else 0,
            scores.advantage(
                state.house,
                sheet.COVER[cover].advantage if cover else 0,
                sheet.SMALL_CALIBRE if weapon.has("small_calibre") else 0,
            ),
            weapon.has("devastating"),
            harmless(weapon, target),
        )
        yield gun, shot, cover


def _crosses(state: State, beside: list[Terrain], gun: Gun) -> bool:
    """AWT-TE-20: whether the line of this shot crosses an Obstacle beside which the target stands."""
    return any(piece in beside for piece in sight.crossed(state, gun.base, gun.aim.nearest))


# --- The attack --------------------------------------------------------------------------------------------------


def shoot(state: State, uid: str, target: str, dice: Dice) -> Procedure[None]:
    """AWT-RS-01 to 06: hits, saves, casualties, then what the target thinks of it."""
    if not dice.groups:
        return
    unit, foe = state.units[uid], state.units[target]
    declared = foe.strength
    outcome = yield from by(
        state,
        unit.side,
        procedures.volley(
            state.house, unit.profile.skill, dice.groups, foe.profile.save, declared, 0, dice.reroll, dice.enhanced
        ),
    )
    yield from struck(state, uid, target, declared, outcome.wounds, outcome.devastating, outcome.near, outcome.pin_due)


def pinnable(unit: Unit) -> bool:
    """AWT-ST-04, 06, 07: the Broken, vehicles and creatures take no Pinning Test."""
    return not (unit.broken or unit.profile.is_vehicle or unit.profile.is_creature)


def struck(
    state: State, uid: str, target: str, declared: int, wounds: int, devastating: int, near: int, pin_due: bool
) -> Procedure[None]:
    """AWT-RS-02 to 06: the casualties of an attack and the tests they bring."""
    if wounds:
        yield from losses.suffer(state, target, wounds, "AWT-RS-02")
    elif not (pin_due and pinnable(state.units[target])):
        state.tell("shooting", f"{state.units[target].name} takes no harm", "AWT-RS-06", target)
    yield from sequel(state, uid, target, declared, wounds, devastating, near, pin_due)


def sequel(
    state: State, uid: str, target: str, declared: int, wounds: int, devastating: int, near: int, pin_due: bool
) -> Procedure[None]:
    """AWT-RS-03 to 12, ST-02, 06, 07: Pinning Test, Devastating Tests, Shaken; a pin by a Support unit is noted."""
    foe = state.units[target]
    if not foe.on_table or foe.profile.is_vehicle:
        return
    creature = foe.profile.is_creature
    after = yield from by(state, foe.side, procedures.aftermath(
        state.house, declared, foe.strength, foe.start, foe.profile.zeal, foe.stress, field.led(state, foe), wounds,
        devastating, near, pin_due and pinnable(foe), creature, foe.shaken,
    ))  # fmt: skip
    if after.pinned:
        _pin(state, uid, target)
    elif pin_due and not wounds and pinnable(foe):
        state.tell("shooting", f"{foe.name} stands firm", "AWT-RS-09", target)
    yield from losses.after_nerves(state, target, after.models, after.stress, after.broken)
    foe = state.units[target]
    if after.shaken and foe.fights_on and not foe.shaken:
        state.put(foe._replace(shaken=True), f"{foe.name} is Shaken", "AWT-RS-11")


def _pin(state: State, uid: str, target: str) -> None:
    """AWT-RS-09, 12, CT-06, 07, 10: Pinned; if a Support unit did it, that is a token in the next round."""
    foe = state.units[target]
    words = f"{foe.name} is Pinned" if not foe.pinned else f"{foe.name} stays Pinned"
    state.put(foe._replace(pinned=True), words, "AWT-RS-09")
    shooter = state.units.get(uid)
    if shooter is None or shooter.side == foe.side or not (shooter.has("support") and adds_tokens(shooter)):
        return
    side = state.sides[shooter.side]
    if target not in side.pins:
        side.pins = (*side.pins, target)
        state.tell("tokens", f"{shooter.name} has pinned {foe.name}: a Command Token next round", "AWT-RS-12", uid)
