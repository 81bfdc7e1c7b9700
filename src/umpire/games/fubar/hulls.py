"""Fire at vehicles: hits that a hull does not stop, and the damage they do.

As in `procedures.py`, the battle, the odds tool and the bots use the same.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from umpire.dice import Die, Pool, Procedure, Tally, stage
from umpire.games.fubar import sheet
from umpire.games.fubar.house import House
from umpire.games.fubar.needs import NO_DIE, hull_save, is_wreck, not_one, six_will_do
from umpire.games.fubar.volleys import Group, hits, in_order, stopped

# --- Hits and saves -------------------------------------------------------------------------------


def hull_save_roll(house: House, save: int | None, mark: str = "") -> Procedure[bool]:
    """FUBAR-VEH-06: does a hull stop one hit?"""
    need = hull_save(house, save, mark)
    if need is None:
        return False
    return (yield from stopped(house, need, "FUBAR-VEH-06", "hull save"))


def hull_hits(
    house: House, groups: tuple[Group, ...], save: int | None, cover_save: int | None = None
) -> Procedure[int]:
    """FUBAR-DMG-01, VEH-06: the hits on a vehicle that its hull does not stop.

    FUBAR-COV-07, option cover_save: nor the cover it is in; flame takes no notice of that (FUBAR-MRK-03).
    """
    unsaved = 0
    for group in in_order(groups):
        cover = None if group.mark == "***" else cover_save
        through = yield from _through(house, group, hull_save(house, save, group.mark), cover)
        unsaved += through
    return unsaved


def _through(house: House, group: Group, save: int | None, cover: int | None = None) -> Procedure[int]:
    """FUBAR-MRK-01, VEH-06: hits and saves in one; none of what cannot harm."""
    if save is None or save == NO_DIE or cover is not None or house.six_rule == "then":
        count = yield from hits(house, group)
        if cover is not None and save != NO_DIE:
            taken: int = yield Pool(count, cover, theirs=True, rule="FUBAR-COV-07", label="cover saves")
            count -= taken
        if save is None:
            return count
        if save == NO_DIE:
            return 0
        kept: int = yield Pool(count, save, theirs=True, rule="FUBAR-VEH-06", label="hull saves")
        return count - kept
    need = six_will_do(not_one(group.need)) if house.six_rule == "auto" else not_one(group.need)
    unsaved: int = yield Pool(group.dice, need, but_not=save, rule="FUBAR-FIRE-04", label="hits")
    return unsaved


# --- Damage ---------------------------------------------------------------------------------------


class VehicleDamage(NamedTuple):
    """What has become of a vehicle, and how it stands then."""

    result: Literal["destroyed", "wrecked", "damaged", "untouched"]
    light_damage: int
    weapons: int
    immobile: bool
    shaken: bool


def vehicle_attack(
    house: House,
    dice: int,
    need: int,
    hull: int | None = None,
    mark: str = "",
    weapons: int = 1,
    activation: int = 4,
    light_damage: int = 0,
    immobile: bool = False,
    grav: bool = False,
) -> Procedure[VehicleDamage]:
    """Fire at a vehicle: hits, hull saves, and a damage roll for each hit that gets through."""
    groups = ((dice, need, mark),)
    return (yield from vehicle_fire(house, groups, hull, weapons, activation, light_damage, immobile, grav))


def vehicle_fire(
    house: House,
    groups: tuple[tuple[int, int, str], ...],
    hull: int | None = None,
    weapons: int = 1,
    activation: int = 4,
    light_damage: int = 0,
    immobile: bool = False,
    grav: bool = False,
    cover_save: int | None = None,
) -> Procedure[VehicleDamage]:
    """The same with dice of several kinds; with the option cover_save cover may stop a hit first."""
    through: int = yield from stage(_attack_hits, house, groups, hull, cover_save)
    return (yield from vehicle_damage(house, through, weapons, activation, light_damage, immobile, grav))


def _attack_hits(
    house: House, groups: tuple[tuple[int, int, str], ...], hull: int | None, cover_save: int | None
) -> Procedure[int]:
    dice = tuple([Group(dice, need, mark) for dice, need, mark in groups])
    return (yield from hull_hits(house, dice, hull, cover_save))


def vehicle_damage(
    house: House,
    hits: int,
    weapons: int,
    activation: int,
    light_damage: int = 0,
    immobile: bool = False,
    grav: bool = False,
) -> Procedure[VehicleDamage]:
    """FUBAR-DMG-01: a roll for each hit that was not saved, one after the other.

    FUBAR-DMG-13: no more of them once it is destroyed or a wreck.
    """
    now = VehicleDamage("untouched", light_damage, weapons, immobile, False)
    return (yield from stage(_battered, hits, now, activation, grav))


def _battered(hits: int, now: VehicleDamage, activation: int, grav: bool) -> Procedure[VehicleDamage]:
    """FUBAR-DMG-08, 13: hit by hit; what is a wreck already stays one."""
    if not hits:
        return now
    # The last hit comes last: what the hits before it leave is merged, however many are still to come.
    before: VehicleDamage = yield from stage(_battered, hits - 1, now, activation, grav)
    if before.result in ("destroyed", "wrecked"):
        return before
    if is_wreck(activation, before.light_damage):
        return before._replace(result="wrecked")
    return (yield from stage(damage_roll, before, activation, grav))


def damage_roll(now: VehicleDamage, activation: int, grav: bool) -> Procedure[VehicleDamage]:
    """One unsaved hit on a vehicle.

    FUBAR-DMG-02 to 04: the first table; FUBAR-GRV-07: one more on it for grav. FUBAR-DMG-08: damage may wreck it.
    """
    bonus = Tally(0).plus(sheet.CHASSIS["grav"].damage if grav else 0, "grav", "FUBAR-GRV-07")
    goal = "1-3 shaken, 4-5 light damage, 6 heavy damage"
    face: int = yield Die(goal=goal, why=bonus, rule="FUBAR-DMG-01", label="damage")
    row = sheet.damage_row(sheet.DAMAGE, face + bonus.value)
    hurt = now._replace(result="damaged")
    if row.result == "shaken":
        return hurt._replace(shaken=True)
    if row.result == "light":
        hurt = hurt._replace(light_damage=now.light_damage + 1)
        return hurt._replace(result="wrecked") if is_wreck(activation, hurt.light_damage) else hurt
    return (yield from _heavy(hurt))


def _heavy(now: VehicleDamage) -> Procedure[VehicleDamage]:
    """FUBAR-DMG-05 to 07: the second table.

    FUBAR-DMG-09: without a weapon left to lose it is immobilised. FUBAR-DMG-10: what is immobile already is destroyed.
    """
    goal = "1-2 weapon, 3-4 immobilised, 5-6 destroyed"
    face: int = yield Die(goal=goal, rule="FUBAR-DMG-04", label="heavy damage")
    result = sheet.damage_row(sheet.HEAVY_DAMAGE, face).result
    if result == "weapon":
        if now.weapons:
            return now._replace(weapons=now.weapons - 1)
        result = "immobile"
    if result == "immobile" and not now.immobile:
        return now._replace(immobile=True)
    return now._replace(result="destroyed")
