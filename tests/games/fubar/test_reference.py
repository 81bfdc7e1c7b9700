"""The reference sheet of FUBAR Imperial Commander: printed from the tables the rules play by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.sheets import said
from umpire.battle.sheet import Lines, at_least, signed
from umpire.dice import Modifier
from umpire.games.fubar import armoury
from umpire.games.fubar import sheet as tables
from umpire.games.fubar.game import ImperialCommander

GAME = ImperialCommander()


def test_the_sections_follow_the_turn() -> None:
    assert [section.title for section in GAME.sheet().sections] == [
        "The turn", "Experience", "Activation", "Actions of infantry", "On Guard", "Firing", "Cover", "Suppression",
        "Weapons", "Armour saves", "Melee", "Indirect fire", "Casualties", "Morale", "Vehicles", "Grav, VTOLs, bikes",
        "Damage", "Skills", "Winning", "House rules",
    ]  # fmt: skip


def test_every_house_rule_is_on_it_with_its_default() -> None:
    (options,) = GAME.sheet().sections[-1].blocks
    assert isinstance(options, Lines)
    lines = {line.key: line.text for line in options.lines}
    assert list(lines) == [option.name for option in GAME.catalogue.options]
    assert (lines["six_rule"], lines["army_break_pct"], lines["allow_pass"]) == ("auto", "50", "false")


def test_heavy_tanks_are_on_it_and_who_fires_support_weapons_on_a_walk() -> None:
    assert tables.CHASSIS["heavy_tank"].over("moderate") == tables.CHASSIS["medium_tank"].over("moderate")
    assert "Heavy tanks move as medium ones" in said(GAME.sheet(), "FUBAR-VEH-04")
    for rule in ("FUBAR-ORD-09", "FUBAR-AUT-08"):
        assert "not on a Walk, but for PA, AD and automatons" in said(GAME.sheet(), rule)


# --- Printed from the tables ---------------------------------------------------------------------------------


def modifier_tables() -> list[tuple[Mapping[str, Modifier], str]]:
    found = (tables.ACTIVATING, tables.ACTIVATION, tables.TO_HIT, tables.IN_MELEE, tables.MORALE, tables.INDIRECT_NEED)
    return [(table, key) for table in found for key in table]


@pytest.mark.parametrize(("table", "key"), modifier_tables(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_modifier_follows_its_table(monkeypatch: pytest.MonkeyPatch, table: dict[str, Modifier], key: str) -> None:
    line = table[key]
    assert f"{signed(line.amount)} {line.text}" in said(GAME.sheet(), line.rule)
    monkeypatch.setitem(table, key, line._replace(amount=-77))
    assert f"−77 {line.text}" in said(GAME.sheet(), line.rule)


@pytest.mark.parametrize("row", armoury.WEAPON_ROWS, ids=lambda row: str(row.rule))
def test_every_weapon_is_on_it(row: armoury.WeaponRow) -> None:
    weapon = row.weapon
    words = f"{weapon.name}{weapon.mark} {weapon.range // 1000} {weapon.fp} {weapon.cls}"
    assert words in said(GAME.sheet(), row.rule)


@pytest.mark.parametrize("name", [name for name in tables.LEVELS if name != "civilian"])
def test_every_level_is_on_it(name: str) -> None:
    row = tables.LEVELS[name]
    numbers = f"{at_least(row.activation)} {at_least(row.expertise)} {at_least(row.to_be_hit)} {signed(row.melee)}"
    assert f"{row.name} {numbers}" in said(GAME.sheet(), row.rule)


HERO = tables.LEVELS["hero"]
FIGURES: list[tuple[str, Any, str, str]] = [
    ("COHESION", 77_000, "FUBAR-UNIT-03", "within 77 in"),
    ("LEVELS.hero", HERO._replace(activation=4), "FUBAR-EXP-05", "Hero 4+ 2+ 5+"),
    ("ACTIONS.walk", tables.ACTIONS["walk"]._replace(move=77_000), "FUBAR-ORD-01", "Walk 77 9"),
    ("ACTIONS.run", tables.ACTIONS["run"]._replace(jump=None), "FUBAR-ORD-02", "Run 12 –"),
    ("JUMP_HEIGHT", 77_000, "FUBAR-JMP-03", "77 in high"),
    ("COVER_DEPTH", 77_000, "FUBAR-COV-02", "through 77 in"),
    ("SHARED_DEPTH", 77_000, "FUBAR-COV-04", "up to 77 in"),
    ("POWER_DEPTH", 77_000, "FUBAR-PWR-02", "77 in"),
    ("WEAPONS.Bolter", armoury.WEAPONS["Bolter"]._replace(fp=77), "FUBAR-WPN-05", "Bolter* 32 77 S"),
    ("GRENADES", 77, "FUBAR-FIRE-15", "77 grenades"),
    ("ARMOURS.LA", armoury.ARMOURS["LA"]._replace(save=2), "FUBAR-ARM-05", "LA 2+"),
    ("PILE_IN", 77_000, "FUBAR-MEL-02", "within 77 in"),
    ("INDIRECT.Heavy Mortar", armoury.INDIRECT["Heavy Mortar"]._replace(aoe=7000), "FUBAR-IND-10", "48 7 2"),
    ("WOUNDED_ON", 5, "FUBAR-MED-01", "5+ only wounded"),
    ("TEND", 77_000, "FUBAR-MED-02", "within 77 in"),
    ("MEDIC_TENDS", 77, "FUBAR-MED-07", "guards 77"),
    ("WITHDRAWAL", 77_000, "FUBAR-MOR-05", "77 in back"),
    ("RALLY", 77_000, "FUBAR-MOR-06", "within 77 in"),
    ("CHASSIS.wheeled", tables.CHASSIS["wheeled"]._replace(road=77_000), "FUBAR-VEH-02", "wheeled 77 10 4 4"),
    ("CHASSIS.grav", tables.CHASSIS["grav"]._replace(disembark=77_000), "FUBAR-GRV-05", "77 in if passengers"),
    ("CHASSIS.vtol", tables.CHASSIS["vtol"]._replace(disembark=77_000), "FUBAR-VTL-03", "within 77 in"),
    ("VTOL_SAVE", 5, "FUBAR-VTL-04", "save 5+"),
    ("DISEMBARK", 77_000, "FUBAR-TRN-04", "within 77 in"),
    ("BAIL_OUT", 4, "FUBAR-DMG-07", "on 4+ or armour"),
    ("WRECKED_ABOVE", 77, "FUBAR-DMG-08", "above 77"),
    ("DAMAGE", tables.DAMAGE[:2], "FUBAR-DMG-03", "4–6 light damage"),
    ("SKILLS.medic", tables.SKILLS["medic"]._replace(points=77, per_army=5), "FUBAR-MDC-01", "Medic 77 5"),
]


@pytest.mark.parametrize(("name", "value", "rule", "words"), FIGURES, ids=[row[0] for row in FIGURES])
def test_a_figure_follows_its_table(
    monkeypatch: pytest.MonkeyPatch, name: str, value: Any, rule: str, words: str
) -> None:
    assert words not in said(GAME.sheet(), rule)
    table, _, key = name.partition(".")
    if key:
        monkeypatch.setitem(getattr(tables if hasattr(tables, table) else armoury, table), key, value)
    else:
        monkeypatch.setattr(tables, table, value)
    assert words in said(GAME.sheet(), rule)
