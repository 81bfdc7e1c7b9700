"""The lists of weapons, armour and melee weapons of the reference sheet: each row stands here once.

Lengths are thousandths of an inch; the rule that gives a row stands in it. All other figures are in `sheet.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from umpire.games.fubar.sheet import INCH
from umpire.games.fubar.units import UNLIMITED, Weapon

MarkName = Literal["", "*", "**", "***", "**,*"]

# --- Marks ----------------------------------------------------------------------------------------

MARK_ORDER: tuple[MarkName, ...] = ("***", "**", "**,*", "", "*")  # FUBAR-FIRE-10
TOUGH_SAVE = 3
"""A save this good or better is beyond a single star (FUBAR-MRK-01, 05)."""

# --- Weapons --------------------------------------------------------------------------------------

INDIRECT_CLASS = "M"


class WeaponRow(NamedTuple):
    """A row of the weapon list, and its rule."""

    weapon: Weapon
    rule: str


class BadWeapon(ValueError):
    """Two weapons of one name that are not the same."""


def weapon_table(
    rows: Iterable[Weapon], known: Mapping[str, Weapon] | None = None
) -> tuple[dict[str, Weapon], list[str]]:
    """The weapons by name, and a notice for each row that only says again what another has said.

    FUBAR-WPN-09: an exact duplicate is dropped, the same name with other figures is an error.
    FUBAR-WPN-32: a force list may add weapons to those `known`.
    """
    table = dict(known or {})
    notices: list[str] = []
    for row in rows:
        found = table.get(row.name)
        if found is None:
            table[row.name] = row
        elif found == row:
            notices.append(f"{row.name} stands twice with the same figures and counts once")
        else:
            raise BadWeapon(f"{row.name} stands twice with different figures")
    return table, notices


def _row(number: int, name: str, inches: int, fp: int, mark: MarkName, cls: str, sniper: bool = False) -> WeaponRow:
    return WeaponRow(Weapon(name, inches * INCH, fp, mark, cls, sniper=sniper), f"FUBAR-WPN-{number:02d}")


WEAPON_ROWS: tuple[WeaponRow, ...] = (
    _row(1, "Adv. Grenades", 8, 4, "**", "G"),
    _row(2, "Assault Cannon", 32, 5, "", "P"),
    _row(3, "Autocannon", 48, 4, "", "H"),
    _row(4, "Bolt Pistol", 8, 2, "*", "S"),
    _row(5, "Bolter", 32, 2, "*", "S"),
    _row(6, "Demolisher Cannon", 16, 6, "**", "V"),
    _row(7, "Flamer", 8, 3, "***", "S"),
    _row(8, "Flamestorm Cannon", 16, 5, "*", "V"),
    _row(9, "Flamestorm Cannon", 16, 5, "*", "V"),
    _row(10, "Grenade Launcher", 16, 3, "*", "S"),
    _row(11, "Thrown Grenades", 8, 3, "", "G"),
    _row(12, "Heavy Bolter", 32, 4, "*", "P"),
    _row(13, "Heavy Flamer", 8, 5, "***", "P"),
    _row(14, "Heavy Squad Laser", 48, 3, "**", "P"),
    _row(15, "Hurricane Bolter", 32, 8, "*", "V"),
    _row(16, "Laser Cannon", 48, 5, "**", "H"),
    _row(17, "Laser Pistol", 8, 1, "*", "S"),
    _row(18, "Laser Rifle", 32, 2, "*", "S"),
    _row(19, "Meltagun", 16, 3, "**", "S"),
    _row(20, "Minigun", 28, 3, "", "P"),
    _row(21, "Missile Launcher", 48, 3, "", "P"),
    _row(22, "Multi Melta", 16, 5, "**", "H"),
    _row(23, "Multi-Missile Launcher", 24, 5, "", "P"),
    _row(24, "Plasma Cannon", 32, 4, "**", "H"),
    _row(25, "Plasma Gun", 24, 3, "**", "S"),
    _row(26, "Plasma Pistol", 8, 3, "", "S"),
    _row(27, "Sniper Laser", 48, 2, "**,*", "P", sniper=True),
    _row(28, "Storm Bolter", 32, 3, "*", "S"),
    _row(29, "Sun Gun", 4, 5, "*", "S"),
    _row(30, "Whirlwind Launcher", 48, 5, "", "V"),
)
"""The list as printed, row by row (FUBAR-WPN-01 to 30)."""

CREW_WEAPON = "Laser Pistol"  # FUBAR-DMG-12

# --- Indirect weapons ------------------------------------------------------------------------------


class Indirect(NamedTuple):
    """A row of the list of indirect weapons: the diameter it covers, and dice for each model there."""

    name: str
    range: int
    aoe: int
    fp: int
    on_table: bool
    rule: str


INDIRECT: dict[str, Indirect] = {
    "Light Mortar": Indirect("Light Mortar", 48 * INCH, 3 * INCH, 1, True, "FUBAR-IND-09"),
    "Heavy Mortar": Indirect("Heavy Mortar", 48 * INCH, 3 * INCH, 2, True, "FUBAR-IND-10"),
    "Light Artillery": Indirect("Light Artillery", UNLIMITED, 5 * INCH, 1, False, "FUBAR-IND-11"),
    "Medium Artillery": Indirect("Medium Artillery", UNLIMITED, 5 * INCH, 2, False, "FUBAR-IND-12"),
    "Heavy Artillery": Indirect("Heavy Artillery", UNLIMITED, 5 * INCH, 3, False, "FUBAR-IND-13"),
}


def indirect(name: str) -> Indirect:
    """FUBAR-IND-09 to 13: an indirect weapon."""
    return INDIRECT[name]


ARTILLERY: dict[str, Indirect] = {
    "light": indirect("Light Artillery"),
    "medium": indirect("Medium Artillery"),
    "heavy": indirect("Heavy Artillery"),
}
"""By the kind of a fire mission (FUBAR-IND-14)."""

MORTARS = tuple(
    Weapon(row.name, row.range, row.fp, "", INDIRECT_CLASS, aoe=row.aoe) for row in INDIRECT.values() if row.on_table
)
WEAPONS = weapon_table([*(row.weapon for row in WEAPON_ROWS), *MORTARS])[0]


def weapon(name: str) -> Weapon:
    """FUBAR-WPN-01 to 31: a weapon of the list, or a mortar."""
    return WEAPONS[name]


# --- Armour ---------------------------------------------------------------------------------------


class Armour(NamedTuple):
    """A row of the armour list: the save, None where there is no die."""

    name: str
    save: int | None
    markers: int
    """Suppression markers a figure in it can have (FUBAR-SUP-07)."""
    rule: str


ARMOURS: dict[str, Armour] = {
    "UA": Armour("unarmoured", None, 1, "FUBAR-ARM-02"),
    "FA": Armour("flak armour", 6, 1, "FUBAR-ARM-03"),
    "FI": Armour("fast infantry: heavy ballistic armour", 5, 1, "FUBAR-ARM-04"),
    "LA": Armour("light armour, full helmet", 4, 1, "FUBAR-ARM-05"),
    "PA": Armour("power armour", 3, 2, "FUBAR-ARM-06"),
    "AD": Armour("assault dreadnought armour", 2, 2, "FUBAR-ARM-07"),
    "AUT": Armour("automaton", 3, 2, "FUBAR-AUT-01"),
}
ARMOUR: dict[str, int | None] = {code: row.save for code, row in ARMOURS.items()}


def armour_save_of(code: str) -> int | None:
    """FUBAR-ARM-02 to 07, AUT-01: the save of an armour; None: no die."""
    return ARMOUR[code]


def most_markers(code: str) -> int:
    """FUBAR-SUP-07, PWR-03, AUT-02: how many suppression markers a figure in this armour can have."""
    return ARMOURS[code].markers


# --- Melee weapons ---------------------------------------------------------------------------------


class MeleeWeapon(NamedTuple):
    """A row of the list of melee weapons."""

    name: str
    bonus: int
    against_armour: int
    """Added against a foe with an armour save."""
    ignores_save: bool
    """Infantry hit by it have no save."""
    swordsmen: bool
    """Only for swordsmen and Heroes (FUBAR-SWD-02)."""
    rule: str


MELEE_WEAPONS: dict[str, MeleeWeapon] = {
    "normal": MeleeWeapon("Normal", 0, -1, False, False, "FUBAR-MWP-01"),
    "force_sword": MeleeWeapon("Force sword", 0, 0, False, True, "FUBAR-MWP-04"),
    "power_sword": MeleeWeapon("Power sword", 0, 0, True, True, "FUBAR-MWP-05"),
    "power_fist": MeleeWeapon("Power fist", 1, 0, False, False, "FUBAR-MWP-06"),
}

# --- Other names -----------------------------------------------------------------------------------

ALIASES = {
    "Muti-Missile Launcher": "Multi-Missile Launcher",
    "Grenades, Thrown": "Thrown Grenades",
    "Grenades": "Thrown Grenades",
    "Falk": "FA",
    "Flak": "FA",
}
"""Other names of weapons and armour that lists may use: the sheet's own spellings among them."""
