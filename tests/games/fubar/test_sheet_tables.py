"""The tables of the reference sheet, row by row: the figures here are typed from the sheet, not taken from the code."""

from __future__ import annotations

import pytest

from tests.games.fubar.dice import house
from umpire.games.fubar import armoury, roster, sheet
from umpire.games.fubar.units import UNLIMITED, Weapon

# --- Experience: activation, expertise, to be hit, melee, morale, suppression -------------------------------------

EXPERIENCE = {
    "Green": (5, 6, 2, -1, 25, 1),
    "Regular": (4, 5, 3, 0, 50, 2),
    "Veteran": (3, 4, 4, 1, 75, 3),
    "Elite": (2, 3, 5, 2, 75, 4),
    "Hero": (2, 2, 5, 3, None, None),
}


@pytest.mark.rule("FUBAR-EXP-01", "FUBAR-EXP-02", "FUBAR-EXP-03", "FUBAR-EXP-04", "FUBAR-EXP-05")
@pytest.mark.parametrize("name", EXPERIENCE)
def test_the_experience_table(name: str) -> None:
    row = sheet.level(name.lower())
    found = (row.activation, row.expertise, row.to_be_hit, row.melee, row.morale_pct, row.max_suppression)
    assert row.name == name
    assert found == EXPERIENCE[name]


@pytest.mark.rule("FUBAR-EXP-06")
def test_civilians_have_the_row_of_green_troops() -> None:
    assert sheet.level("civilian")[1:-1] == sheet.level("green")[1:-1]


def test_there_are_no_further_levels() -> None:
    assert [row.name for row in sheet.LEVELS.values()] == ["Civilian", *EXPERIENCE]


# --- Weapons: as printed, in the order printed; the class is ours -------------------------------------------------

WEAPONS = [
    # number, name, range in inches, fire points, mark, class
    (1, "Adv. Grenades", 8, 4, "**", "G"),
    (2, "Assault Cannon", 32, 5, "", "P"),
    (3, "Autocannon", 48, 4, "", "H"),
    (4, "Bolt Pistol", 8, 2, "*", "S"),
    (5, "Bolter", 32, 2, "*", "S"),
    (6, "Demolisher Cannon", 16, 6, "**", "V"),
    (7, "Flamer", 8, 3, "***", "S"),
    (8, "Flamestorm Cannon", 16, 5, "*", "V"),
    (9, "Flamestorm Cannon", 16, 5, "*", "V"),
    (10, "Grenade Launcher", 16, 3, "*", "S"),
    (11, "Thrown Grenades", 8, 3, "", "G"),
    (12, "Heavy Bolter", 32, 4, "*", "P"),
    (13, "Heavy Flamer", 8, 5, "***", "P"),
    (14, "Heavy Squad Laser", 48, 3, "**", "P"),
    (15, "Hurricane Bolter", 32, 8, "*", "V"),
    (16, "Laser Cannon", 48, 5, "**", "H"),
    (17, "Laser Pistol", 8, 1, "*", "S"),
    (18, "Laser Rifle", 32, 2, "*", "S"),
    (19, "Meltagun", 16, 3, "**", "S"),
    (20, "Minigun", 28, 3, "", "P"),
    (21, "Missile Launcher", 48, 3, "", "P"),
    (22, "Multi Melta", 16, 5, "**", "H"),
    (23, "Multi-Missile Launcher", 24, 5, "", "P"),
    (24, "Plasma Cannon", 32, 4, "**", "H"),
    (25, "Plasma Gun", 24, 3, "**", "S"),
    (26, "Plasma Pistol", 8, 3, "", "S"),
    (27, "Sniper Laser", 48, 2, "**,*", "P"),
    (28, "Storm Bolter", 32, 3, "*", "S"),
    (29, "Sun Gun", 4, 5, "*", "S"),
    (30, "Whirlwind Launcher", 48, 5, "", "V"),
]


@pytest.mark.rule(
    "FUBAR-WPN-01", "FUBAR-WPN-02", "FUBAR-WPN-03", "FUBAR-WPN-04", "FUBAR-WPN-05", "FUBAR-WPN-06", "FUBAR-WPN-07",
    "FUBAR-WPN-08", "FUBAR-WPN-09", "FUBAR-WPN-10", "FUBAR-WPN-11", "FUBAR-WPN-12", "FUBAR-WPN-13", "FUBAR-WPN-14",
    "FUBAR-WPN-15", "FUBAR-WPN-16", "FUBAR-WPN-17", "FUBAR-WPN-18", "FUBAR-WPN-19", "FUBAR-WPN-20", "FUBAR-WPN-21",
    "FUBAR-WPN-22", "FUBAR-WPN-23", "FUBAR-WPN-24", "FUBAR-WPN-25", "FUBAR-WPN-26", "FUBAR-WPN-27", "FUBAR-WPN-28",
    "FUBAR-WPN-29", "FUBAR-WPN-30",
)  # fmt: skip
@pytest.mark.parametrize(("number", "name", "inches", "fp", "mark", "cls"), WEAPONS)
def test_the_weapon_list(number: int, name: str, inches: int, fp: int, mark: str, cls: str) -> None:
    rule = f"FUBAR-WPN-{number:02d}"
    (printed,) = [row.weapon for row in armoury.WEAPON_ROWS if row.rule == rule]
    used = armoury.weapon(name)
    for weapon in (printed, used):
        assert (weapon.name, weapon.range, weapon.fp, weapon.mark, weapon.cls) == (name, inches * 1000, fp, mark, cls)
        assert not weapon.indirect
        assert weapon.sniper == (name == "Sniper Laser")


def test_there_are_no_weapons_beyond_the_list_and_its_two_mortars() -> None:
    assert [row.weapon.name for row in armoury.WEAPON_ROWS] == [row[1] for row in WEAPONS]
    assert set(armoury.WEAPONS) == {row[1] for row in WEAPONS} | {"Light Mortar", "Heavy Mortar"}
    assert {weapon.cls for weapon in armoury.WEAPONS.values()} == set("SPHGVM")


@pytest.mark.rule("FUBAR-WPN-09")
def test_the_flamestorm_cannon_is_loaded_once_and_that_is_told() -> None:
    table, notices = armoury.weapon_table([row.weapon for row in armoury.WEAPON_ROWS])
    assert len(table) == len(armoury.WEAPON_ROWS) - 1 == 29
    assert notices == ["Flamestorm Cannon stands twice with the same figures and counts once"]


@pytest.mark.rule("FUBAR-WPN-09", "FUBAR-WPN-32")
def test_a_weapon_with_other_figures_under_a_known_name_is_an_error() -> None:
    other = armoury.WEAPONS["Flamestorm Cannon"]._replace(fp=6)
    with pytest.raises(armoury.BadWeapon, match="Flamestorm Cannon stands twice with different figures"):
        armoury.weapon_table([other], armoury.WEAPONS)
    new = Weapon("Rail Gun", 60_000, 4, "**", "H")
    table, notices = armoury.weapon_table([new], armoury.WEAPONS)
    assert table["Rail Gun"] is new
    assert notices == []
    assert "Rail Gun" not in armoury.WEAPONS


def test_the_spellings_of_the_sheet_are_known() -> None:
    assert armoury.ALIASES["Muti-Missile Launcher"] == "Multi-Missile Launcher"
    assert armoury.ALIASES["Grenades, Thrown"] == "Thrown Grenades"
    assert armoury.ALIASES["Falk"] == "FA"
    for name in armoury.ALIASES.values():
        assert name in armoury.WEAPONS or name in armoury.ARMOUR


# --- Armour -------------------------------------------------------------------------------------------------------

ARMOUR = {"UA": None, "FA": 6, "FI": 5, "LA": 4, "PA": 3, "AD": 2}


@pytest.mark.rule(
    "FUBAR-ARM-02", "FUBAR-ARM-03", "FUBAR-ARM-04", "FUBAR-ARM-05", "FUBAR-ARM-06", "FUBAR-ARM-07",
)  # fmt: skip
@pytest.mark.parametrize(("code", "save"), ARMOUR.items())
def test_the_armour_list(code: str, save: int | None) -> None:
    assert armoury.ARMOURS[code].save == save
    assert armoury.armour_save_of(code) == save


@pytest.mark.rule("FUBAR-AUT-01", "FUBAR-AUT-02", "FUBAR-PWR-03")
def test_automatons_save_on_3_and_they_and_powered_armour_carry_two_markers() -> None:
    assert armoury.armour_save_of("AUT") == 3
    assert list(armoury.ARMOURS) == [*ARMOUR, "AUT"]
    assert {code: armoury.most_markers(code) for code in armoury.ARMOURS} == {
        "UA": 1, "FA": 1, "FI": 1, "LA": 1, "PA": 2, "AD": 2, "AUT": 2,
    }  # fmt: skip


# --- Indirect weapons ---------------------------------------------------------------------------------------------

INDIRECT = [
    # number, name, range in inches (None: anywhere), area of effect, fire points
    (9, "Light Mortar", 48, 3, 1),
    (10, "Heavy Mortar", 48, 3, 2),
    (11, "Light Artillery", None, 5, 1),
    (12, "Medium Artillery", None, 5, 2),
    (13, "Heavy Artillery", None, 5, 3),
]


@pytest.mark.rule("FUBAR-IND-09", "FUBAR-IND-10", "FUBAR-IND-11", "FUBAR-IND-12", "FUBAR-IND-13")
@pytest.mark.parametrize(("number", "name", "inches", "aoe", "fp"), INDIRECT)
def test_the_list_of_indirect_weapons(number: int, name: str, inches: int | None, aoe: int, fp: int) -> None:
    row = armoury.indirect(name)
    assert row.rule == f"FUBAR-IND-{number:02d}"
    assert row.range == (UNLIMITED if inches is None else inches * 1000)
    assert (row.aoe, row.fp, row.on_table) == (aoe * 1000, fp, inches is not None)
    if row.on_table:
        weapon = armoury.WEAPONS[name]
        assert (weapon.range, weapon.aoe, weapon.fp, weapon.mark) == (row.range, row.aoe, fp, "")
    else:
        assert armoury.ARTILLERY[name.split()[0].lower()] is row


def test_there_are_no_further_indirect_weapons() -> None:
    assert list(armoury.INDIRECT) == [row[1] for row in INDIRECT]
    assert len(armoury.ARTILLERY) == 3


# --- Melee weapons ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "bonus", "against_armour", "ignores_save", "swordsmen"),
    [
        ("normal", 0, -1, False, False),
        ("force_sword", 0, 0, False, True),
        ("power_sword", 0, 0, True, True),
        ("power_fist", 1, 0, False, False),
    ],
)
def test_the_list_of_melee_weapons(
    name: str, bonus: int, against_armour: int, ignores_save: bool, swordsmen: bool
) -> None:
    row = armoury.MELEE_WEAPONS[name]
    found = (row.bonus, row.against_armour, row.ignores_save, row.swordsmen)
    assert found == (bonus, against_armour, ignores_save, swordsmen)
    assert len(armoury.MELEE_WEAPONS) == 4


def test_powered_armour_in_melee() -> None:
    assert (sheet.IN_MELEE["AD"].amount, sheet.IN_MELEE["PA"].amount) == (2, 1)


# --- Skills -------------------------------------------------------------------------------------------------------

SKILLS = [
    # name, points, most in a unit, most in an army, most squads, rule of the price
    ("leader", 8, 1, None, None, "LDR-01"),
    ("sniper", 3, None, 3, None, "SNP-01"),
    ("sapper", 2, None, None, None, "SAP-01"),
    ("grenadier", 2, None, None, None, "GRN-01"),
    ("medic", 3, None, 3, None, "MDC-01"),
    ("fanatic", 3, None, None, None, "FAN-01"),
    ("gunner", 1, None, None, None, "GUN-01"),
    ("scout", 3, None, None, 2, "SCT-01"),
    ("swordsman", 3, None, None, None, "SWD-01"),
]


@pytest.mark.rule(
    "FUBAR-LDR-01", "FUBAR-SNP-01", "FUBAR-SAP-01", "FUBAR-GRN-01", "FUBAR-MDC-01", "FUBAR-FAN-01", "FUBAR-GUN-01",
    "FUBAR-SCT-01", "FUBAR-SWD-01",
)  # fmt: skip
@pytest.mark.parametrize(("name", "points", "unit", "army", "squads", "rule"), SKILLS)
def test_the_skills(name: str, points: int, unit: int | None, army: int | None, squads: int | None, rule: str) -> None:
    row = sheet.skill(name)
    assert (row.points, row.per_unit, row.per_army, row.squads) == (points, unit, army, squads)
    assert row.rule == f"FUBAR-{rule}"


def test_there_are_no_further_skills() -> None:
    assert list(sheet.SKILLS) == [row[0] for row in SKILLS]


@pytest.mark.rule("FUBAR-SKL-01", "FUBAR-SKL-02", "FUBAR-SKL-03", "FUBAR-SKL-04", "FUBAR-SKL-05")
def test_how_many_skills_a_figure_may_have() -> None:
    usual = {"civilian": 0, "green": 0, "regular": 1, "veteran": 1, "elite": 2, "hero": 3}
    assert {level: roster.most_skills(level, house()) for level in sheet.LEVELS} == usual
    assert roster.most_skills("hero", house(hero_skills=5)) == 5


# --- Actions and vehicles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "move", "jump"),
    [
        ("walk", 6, 9),
        ("run", 12, 18),
        ("duck_weave", 8, None),
        ("on_guard", 0, 0),
        ("ground", 3, 3),
        ("aimed", 0, 0),
        ("assault", 8, 8),
    ],
)
def test_the_actions_of_infantry(action: str, move: int, jump: int | None) -> None:
    row = sheet.ACTIONS[action]
    assert row.move == sheet.MOVES[action] == move * 1000
    assert row.jump == (None if jump is None else jump * 1000)


def test_jump_packs_have_their_own_moves() -> None:
    assert len(sheet.ACTIONS) == 7
    assert (sheet.MOVES["jump_walk"], sheet.MOVES["jump_run"], sheet.MOVES["scout_jump"]) == (9000, 18_000, 2000)
    assert sheet.JUMP_HEIGHT == 9000


VEHICLES = [
    # chassis, inches on road, open, soft, moderate, hard ground; all weapons up to; to disembark
    ("wheeled", 18, 10, 4, 4, None, 0, 6, "VEH-02"),
    ("light_tank", 12, 12, 6, None, None, 0, 6, "VEH-03"),
    ("medium_tank", 12, 12, 6, 6, None, 0, 6, "VEH-04"),
    ("heavy_tank", 12, 12, 6, 6, None, 0, 6, "VEH-04"),
    ("grav", 18, 18, 9, 9, 18, 6, 6, "GRV-01"),
    ("walker", 9, 9, 9, 4.5, None, 9, 6, "WLK-01"),
    ("vtol", 36, 36, 36, 36, 36, 18, 12, "VTL-01"),
    ("bike", 18, 10, 4, 4, None, 0, 6, "BIK-03"),
    ("grav_bike", 18, 18, 9, 9, 18, 6, 6, "BIK-03"),
]


@pytest.mark.rule(
    "FUBAR-VEH-02", "FUBAR-VEH-03", "FUBAR-VEH-04", "FUBAR-VEH-08", "FUBAR-GRV-01", "FUBAR-WLK-01", "FUBAR-WLK-02",
    "FUBAR-VTL-01", "FUBAR-BIK-03",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "road", "opened", "soft", "moderate", "hard", "all_weapons", "disembark", "rule"), VEHICLES
)
def test_how_vehicles_move(
    name: str,
    road: float,
    opened: float,
    soft: float | None,
    moderate: float | None,
    hard: float | None,
    all_weapons: float,
    disembark: float,
    rule: str,
) -> None:
    row = sheet.CHASSIS[name]
    limits = [row.over(ground) for ground in ("road", "", "soft", "moderate", "hard")]
    assert limits == [None if far is None else far * 1000 for far in (road, opened, soft, moderate, hard)]
    assert (row.all_weapons, row.disembark) == (all_weapons * 1000, disembark * 1000)
    assert row.rule == f"FUBAR-{rule}"
    assert row.damage == (1 if name == "grav" else row.damage)
    assert len(sheet.CHASSIS) == len(VEHICLES)


def test_the_hull_of_a_vtol() -> None:
    assert sheet.VTOL_SAVE == 3


@pytest.mark.rule("FUBAR-DMG-02", "FUBAR-DMG-03", "FUBAR-DMG-04", "FUBAR-DMG-05", "FUBAR-DMG-06", "FUBAR-DMG-07",
                  "FUBAR-GRV-07")  # fmt: skip
def test_both_damage_tables_face_by_face() -> None:
    first = [sheet.damage_row(sheet.DAMAGE, score).result for score in range(1, 8)]
    assert first == ["shaken", "shaken", "shaken", "light", "light", "heavy", "heavy"]
    second = [sheet.damage_row(sheet.HEAVY_DAMAGE, score).result for score in range(1, 7)]
    assert second == ["weapon", "weapon", "immobile", "immobile", "destroyed", "destroyed"]
