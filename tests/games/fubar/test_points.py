"""What figures, vehicles and armies cost, and what is wrong with a roster."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.games.fubar.dice import house
from umpire.games.fubar import armoury, points, roster, sheet
from umpire.games.fubar.content import SHELF
from umpire.games.fubar.schema import ForceFile, UnitEntry

# --- Prices --------------------------------------------------------------------------------------------------

# Typed from the specification: the units of both forces with their points.
MERIDIAN = {"a1": 91, "a2": 106, "a3": 104, "a4": 107, "a5": 83, "a6": 31, "a7": 67, "a8": 47, "a9": 47, "a10": 66}
COLONIES = {
    "b1": 77, "b2": 80, "b3": 102, "b4": 100, "b5a": 19, "b5b": 19, "b6": 46, "b7": 86, "b8": 62, "b9": 57, "b10": 23,
    "b11": 32, "b12": 43, "b13": 23, "b14": 4,
}  # fmt: skip


def cost(entry: dict[str, Any]) -> int:
    unit = msgspec.convert({"id": "x", "name": "X", **entry}, UnitEntry)
    return roster.unit_points(unit, armoury.WEAPONS)


def figure(**fields: Any) -> int:
    return cost({"figure": [{"level": "regular", **fields}]})


def vehicle(**fields: Any) -> int:
    return cost({"vehicle": {"level": "regular", "chassis": "wheeled", **fields}})


@pytest.mark.rule("FUBAR-PTS-01", "FUBAR-PTS-02", "FUBAR-PTS-03", "FUBAR-PTS-04", "FUBAR-PTS-05")
@pytest.mark.parametrize(
    ("force", "units", "missions", "total"), [("meridian", MERIDIAN, 28, 777), ("free-colonies", COLONIES, 15, 788)]
)
def test_the_sample_forces_cost_what_the_specification_says(
    force: str, units: dict[str, int], missions: int, total: int
) -> None:
    listed = SHELF.force(force)
    known, notices = roster.arsenal(listed)
    assert notices == []
    assert {entry.id: roster.unit_points(entry, known) for entry in listed.unit} == units
    assert points.mission_points({str(kind): count for kind, count in listed.missions.items()}) == missions
    assert roster.force_points(listed) == total == listed.limit


@pytest.mark.rule("FUBAR-PTS-02")
@pytest.mark.parametrize(
    ("level", "price"), [("civilian", 1), ("green", 3), ("regular", 5), ("veteran", 8), ("elite", 12), ("hero", 20)]
)
def test_levels(level: str, price: int) -> None:
    assert figure(level=level) == price


@pytest.mark.rule("FUBAR-PTS-02")
@pytest.mark.parametrize(
    ("armour", "price"), [("UA", 0), ("FA", 1), ("FI", 2), ("LA", 3), ("PA", 6), ("AD", 10), ("AUT", 6), ("Falk", 1)]
)
def test_armour(armour: str, price: int) -> None:
    assert figure(armour=armour) == 5 + price


@pytest.mark.rule("FUBAR-PTS-03")
@pytest.mark.parametrize(
    ("weapon", "price"),
    [
        ("Adv. Grenades", 7),
        ("Assault Cannon", 8),
        ("Autocannon", 8),
        ("Bolt Pistol", 2),
        ("Bolter", 4),
        ("Demolisher Cannon", 10),
        ("Flamer", 5),
        ("Flamestorm Cannon", 6),
        ("Grenade Launcher", 4),
        ("Thrown Grenades", 4),
        ("Grenades, Thrown", 4),
        ("Heavy Bolter", 6),
        ("Heavy Flamer", 7),
        ("Heavy Squad Laser", 9),
        ("Hurricane Bolter", 10),
        ("Laser Cannon", 11),
        ("Laser Pistol", 1),
        ("Laser Rifle", 4),
        ("Meltagun", 7),
        ("Minigun", 5),
        ("Missile Launcher", 7),
        ("Multi Melta", 9),
        ("Muti-Missile Launcher", 7),
        ("Plasma Cannon", 9),
        ("Plasma Gun", 7),
        ("Plasma Pistol", 4),
        ("Sniper Laser", 7),
        ("Storm Bolter", 5),
        ("Sun Gun", 5),
        ("Whirlwind Launcher", 9),
        ("Light Mortar", 6),
        ("Heavy Mortar", 9),
    ],
)
def test_weapons(weapon: str, price: int) -> None:
    assert figure(weapons=[weapon]) == 5 + price


@pytest.mark.rule("FUBAR-PTS-03")
@pytest.mark.parametrize(
    ("fields", "price"),
    [
        ({"melee": "force_sword"}, 3),
        ({"melee": "power_sword"}, 4),
        ({"melee": "power_fist"}, 3),
        ({"jump": True}, 3),
        ({"designator": True}, 3),
        ({"charges": 2}, 4),
        ({"mines": 1}, 4),
    ],
)
def test_things(fields: dict[str, Any], price: int) -> None:
    assert figure(**fields) == 5 + price


@pytest.mark.rule("FUBAR-PTS-01")
@pytest.mark.parametrize(
    ("skill", "price"),
    [
        ("leader", 8), ("sniper", 3), ("sapper", 2), ("grenadier", 2), ("medic", 3), ("fanatic", 3), ("gunner", 1),
        ("scout", 3), ("swordsman", 3),
    ],
)  # fmt: skip
def test_skills(skill: str, price: int) -> None:
    assert figure(skills=[skill]) == 5 + price


@pytest.mark.rule("FUBAR-PTS-04")
@pytest.mark.parametrize(
    ("fields", "price"),
    [
        ({}, 8),
        ({"chassis": "light_tank"}, 12),
        ({"chassis": "medium_tank"}, 16),
        ({"chassis": "heavy_tank"}, 20),
        ({"chassis": "grav"}, 18),
        ({"chassis": "walker"}, 14),
        ({"chassis": "vtol", "save": 3}, 24 + 15),
        ({"save": 6}, 8 + 3),
        ({"save": 5}, 8 + 6),
        ({"save": 4}, 8 + 10),
        ({"save": 3}, 8 + 15),
        ({"save": 2}, 8 + 21),
        ({"seats": 7}, 8 + 4),
        ({"seats": 8}, 8 + 4),
        ({"level": "elite"}, 8 + 7),
    ],
)
def test_vehicles(fields: dict[str, Any], price: int) -> None:
    assert vehicle(**fields) == 5 + price


@pytest.mark.rule("FUBAR-PTS-04")
def test_bikes_cost_no_crew_beside_their_rider() -> None:
    assert figure(bike="bike", bike_weapons=["Sun Gun"]) == 5 + 3 + 5
    assert figure(bike="grav_bike") == 5 + 6


@pytest.mark.rule("FUBAR-PTS-05")
def test_fire_missions() -> None:
    assert points.mission_points({"light": 1, "medium": 2, "heavy": 3}) == 5 + 16 + 36


# --- Faults --------------------------------------------------------------------------------------------------

LEADER = {"level": "regular", "skills": ["leader"], "weapons": ["Bolter"]}


def army(*units: dict[str, Any], **more: Any) -> ForceFile:
    """A list with a unit of one Leader, and these."""
    entries = [{"id": "lead", "name": "Leaders", "figure": [LEADER]}]
    entries += [{"id": f"u{n}", "name": f"Unit {n}", **unit} for n, unit in enumerate(units)]
    return msgspec.convert({"name": "Army", "text": "", "commander": "lead", "unit": entries, **more}, ForceFile)


def wrong(*figures: dict[str, Any], **more: Any) -> list[tuple[str, str]]:
    """The faults of a list with one more unit of these figures: where in it, and the rule."""
    listed = army({"figure": [{"level": "regular", **each} for each in figures]}, **more)
    return [
        (fault.where.removeprefix("$.unit[1]").removeprefix("."), fault.rule)
        for fault in roster.faults(listed, house())
    ]


def test_a_good_list_has_no_fault() -> None:
    assert wrong({"weapons": ["Laser Rifle"], "count": 5}) == []
    for name in SHELF.force_names:
        assert roster.faults(SHELF.force(name), house()) == []


@pytest.mark.rule("FUBAR-UNIT-01")
def test_a_roster_lists_at_least_one_unit() -> None:
    empty = msgspec.convert({"name": "N", "text": "", "commander": "x", "unit": []}, ForceFile)
    assert next(fault.rule for fault in roster.faults(empty, house())) == "FUBAR-UNIT-01"


@pytest.mark.rule("FUBAR-UNIT-02")
def test_a_unit_is_figures_or_one_vehicle() -> None:
    tank = {"level": "regular", "chassis": "heavy_tank"}
    for unit in ({}, {"figure": [{"level": "green"}], "vehicle": tank}):
        assert [fault.rule for fault in roster.faults(army(unit), house())] == ["FUBAR-UNIT-02"]


@pytest.mark.rule(
    "FUBAR-SKL-01", "FUBAR-SKL-02", "FUBAR-SKL-03", "FUBAR-SKL-04", "FUBAR-SKL-05", "FUBAR-PTS-06",
)  # fmt: skip
@pytest.mark.parametrize(
    ("level", "most", "rule"),
    [
        ("civilian", 0, "SKL-01"),
        ("regular", 1, "SKL-02"),
        ("veteran", 1, "SKL-02"),
        ("elite", 2, "SKL-03"),
        ("hero", 3, "SKL-04"),
        ("green", 0, "SKL-05"),
    ],
)
def test_a_figure_with_too_many_skills(level: str, most: int, rule: str) -> None:
    skills = ["gunner", "scout", "grenadier", "sapper"]
    assert wrong({"level": level, "skills": skills[:most]}) == []
    assert wrong({"level": level, "skills": skills[: most + 1]}) == [("figure[0].skills", f"FUBAR-{rule}")]


@pytest.mark.rule("FUBAR-LDR-01", "FUBAR-PTS-06")
def test_a_unit_with_two_leaders() -> None:
    assert wrong({"skills": ["leader"]}) == []
    assert wrong({"skills": ["leader"], "count": 2}) == [("", "FUBAR-LDR-01")]


@pytest.mark.rule("FUBAR-LDR-02", "FUBAR-PTS-06")
def test_an_army_without_a_leader() -> None:
    listed = army()
    listed.unit[0].figure[0].skills = []
    assert "FUBAR-LDR-02" in [fault.rule for fault in roster.faults(listed, house())]


@pytest.mark.rule("FUBAR-SNP-01", "FUBAR-MDC-01", "FUBAR-PTS-06")
@pytest.mark.parametrize(("skill", "rule"), [("sniper", "FUBAR-SNP-01"), ("medic", "FUBAR-MDC-01")])
def test_no_more_than_three_snipers_or_medics(skill: str, rule: str) -> None:
    assert wrong({"skills": [skill], "count": 3}) == []
    assert wrong({"skills": [skill], "count": 3}, {"skills": [skill]}) == [("$.unit", rule)]


@pytest.mark.rule("FUBAR-SAP-01", "FUBAR-GRN-01", "FUBAR-FAN-01", "FUBAR-GUN-01")
@pytest.mark.parametrize("skill", ["sapper", "grenadier", "fanatic", "gunner", "swordsman"])
def test_any_number_of_others(skill: str) -> None:
    assert sheet.skill(skill).per_army is None
    assert wrong({"skills": [skill], "count": 20}) == []


@pytest.mark.rule("FUBAR-SCT-01", "FUBAR-PTS-06")
def test_no_more_than_two_squads_of_scouts() -> None:
    squad = {"figure": [{"level": "veteran", "skills": ["scout"], "count": 4}]}
    assert roster.faults(army(squad, squad), house()) == []
    assert [fault.rule for fault in roster.faults(army(squad, squad, squad), house())] == ["FUBAR-SCT-01"]


@pytest.mark.rule("FUBAR-SNP-02", "FUBAR-PTS-06")
def test_sniper_weapons_are_for_snipers() -> None:
    assert wrong({"skills": ["sniper"], "weapons": ["Sniper Laser"]}) == []
    assert wrong({"weapons": ["Sniper Laser"]}) == [("figure[0].weapons[0]", "FUBAR-SNP-02")]
    assert wrong({"skills": ["sniper"], "weapons": ["Sniper Rifle"]}) == [("figure[0].weapons[0]", "FUBAR-SNP-02")]
    rifle = {"name": "Sniper Rifle", "range": 40, "fp": 1, "mark": "**", "cls": "P", "sniper": True}
    assert wrong({"skills": ["sniper"], "weapons": ["Sniper Rifle"]}, weapon=[rifle]) == []
    assert wrong({"weapons": ["Sniper Rifle"]}, weapon=[rifle]) == [("figure[0].weapons[0]", "FUBAR-SNP-02")]
    mounted = {"bike": "bike", "bike_weapons": ["Sun Gun", "Sniper Laser"]}
    assert wrong(mounted) == [("figure[0].bike_weapons[1]", "FUBAR-SNP-02")]
    assert wrong({"skills": ["sniper"], **mounted}) == []


@pytest.mark.rule("FUBAR-SWD-02", "FUBAR-PTS-06")
@pytest.mark.parametrize("sword", ["force_sword", "power_sword"])
def test_swords_are_for_swordsmen_and_heroes(sword: str) -> None:
    assert wrong({"melee": sword}) == [("figure[0].melee", "FUBAR-SWD-02")]
    assert wrong({"melee": sword, "skills": ["swordsman"]}) == []
    assert wrong({"melee": sword, "level": "hero"}) == []
    assert wrong({"melee": "power_fist"}) == []


@pytest.mark.rule("FUBAR-PTS-06", "FUBAR-GEN-11")
def test_what_nobody_knows() -> None:
    assert wrong({"weapons": ["Slingshot"]}) == [("figure[0].weapons[0]", "FUBAR-PTS-06")]
    assert wrong({"skills": ["cook"]}) == [("figure[0].skills[0]", "FUBAR-PTS-06")]
    assert wrong({"armour": "ZZ"}) == [("figure[0].armour", "FUBAR-GEN-11")]


@pytest.mark.rule("FUBAR-PTS-06")
def test_all_faults_of_a_list_are_told() -> None:
    found = wrong({"weapons": ["Slingshot"], "melee": "power_sword"}, {"level": "green", "skills": ["medic"]}, limit=1)
    assert [rule for _, rule in found] == ["FUBAR-PTS-06", "FUBAR-SWD-02", "FUBAR-SKL-05", "FUBAR-PTS-06"]


@pytest.mark.rule("FUBAR-PTS-06")
def test_an_army_that_costs_too_much_unless_points_do_not_count() -> None:
    listed = army(limit=16)  # Regular 5, Leader 8, Bolter 4
    (fault,) = roster.faults(listed, house())
    assert (fault.where, fault.text, fault.rule) == ("$.limit", "costs 17 points of 16", "FUBAR-PTS-06")
    assert roster.faults(listed, house(points="off")) == []
    assert roster.faults(army(limit=17), house()) == []


@pytest.mark.rule("FUBAR-WPN-09", "FUBAR-WPN-32")
def test_weapons_of_a_list() -> None:
    again = {"name": "Flamestorm Cannon", "range": 16, "fp": 5, "mark": "*", "cls": "V"}
    known, notices = roster.arsenal(army(weapon=[again]))
    assert len(notices) == 1
    assert known == armoury.WEAPONS
    other = {**again, "fp": 6}
    (fault,) = roster.faults(army(weapon=[other]), house())
    assert fault.rule == "FUBAR-WPN-09"
    rail = {"name": "Rail Gun", "range": 60, "fp": 4, "mark": "**", "cls": "H"}
    assert wrong({"weapons": ["Rail Gun"]}, weapon=[rail]) == []
    assert wrong({"weapons": ["Rail Gun"]}) == [("figure[0].weapons[0]", "FUBAR-PTS-06")]


@pytest.mark.rule("FUBAR-WPN-31")
@pytest.mark.parametrize("weapon", sorted(armoury.WEAPONS))
def test_a_vehicle_may_mount_any_weapon_but_a_snipers(weapon: str) -> None:
    tank = {"vehicle": {"level": "regular", "chassis": "heavy_tank", "save": 3, "weapons": [weapon]}}
    listed = army(tank)
    assert [f.rule for f in roster.faults(listed, house())] == (["FUBAR-SNP-02"] if weapon == "Sniper Laser" else [])
    ((profile, _),) = roster.unit_profiles("", listed.unit[1], armoury.WEAPONS)
    assert profile.weapons == (armoury.weapon(weapon),)


@pytest.mark.rule("FUBAR-BIK-05")
def test_bikes_form_units_of_their_own() -> None:
    assert wrong({"bike": "bike"}, {"bike": "grav_bike"}) == []
    assert wrong({"bike": "bike"}, {}) == [("", "FUBAR-BIK-05")]


@pytest.mark.rule("FUBAR-LDR-06")
def test_the_commander_is_a_leader() -> None:
    listed = army({"figure": [{"level": "regular"}]})
    listed.commander = "u0"
    assert [fault.rule for fault in roster.faults(listed, house())] == ["FUBAR-LDR-06"]
    listed.commander = "nobody"
    assert [fault.rule for fault in roster.faults(listed, house())] == ["FUBAR-LDR-06"]


# --- Stat lines ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-VTL-04", "FUBAR-VEH-07")
@pytest.mark.parametrize(
    ("chassis", "save", "hull"), [("vtol", None, 3), ("vtol", 6, 3), ("wheeled", None, 0), ("heavy_tank", 3, 3)]
)
def test_the_save_of_a_hull(chassis: str, save: int | None, hull: int) -> None:
    unit = {"id": "x", "name": "X", "vehicle": {"level": "regular", "chassis": chassis, "save": save}}
    ((profile, _),) = roster.unit_profiles("", msgspec.convert(unit, UnitEntry), armoury.WEAPONS)
    assert profile.save == hull


@pytest.mark.rule("FUBAR-DMG-12", "FUBAR-BIK-05")
def test_who_gets_out() -> None:
    tank: dict[str, Any] = {"id": "x", "name": "Tank", "vehicle": {
        "level": "veteran", "chassis": "heavy_tank", "weapons": ["Laser Cannon"], "crew_armour": "LA"}}  # fmt: skip
    ((profile, _),) = roster.unit_profiles("a-", msgspec.convert(tank, UnitEntry), armoury.WEAPONS)
    crew = roster.out_profile(profile)
    assert (crew.id, crew.level, crew.armour, crew.on_foot) == ("a-x.out", "veteran", "LA", True)
    assert [weapon.name for weapon in crew.weapons] == ["Laser Pistol"]
    bike: dict[str, Any] = {"id": "x", "name": "Bikes", "figure": [{
        "level": "regular", "armour": "LA", "weapons": ["Bolt Pistol"], "bike": "bike", "bike_weapons": ["Sun Gun"],
        "skills": ["leader"]}]}  # fmt: skip
    ((profile, _),) = roster.unit_profiles("a-", msgspec.convert(bike, UnitEntry), armoury.WEAPONS)
    assert (profile.width, profile.arms) == (1500, ("", "bike"))
    rider = roster.out_profile(profile)
    assert (rider.on_foot, rider.width, rider.skills) == (True, 1000, ("leader",))
    assert [weapon.name for weapon in rider.weapons] == ["Bolt Pistol"]
