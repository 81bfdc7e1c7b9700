"""Forces and scenarios: what their files hold, and what a battle makes of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.fubar.dice import house
from umpire.battle.decisions import Refused
from umpire.games.fubar import armoury, sheet
from umpire.games.fubar.content import SHELF, Content
from umpire.games.fubar.units import Unit
from umpire.table import Point


def battlefield(name: str, **options: Any) -> Content:
    return Content(name, SHELF.scenario(name), house(**options))


def units(name: str, seat: str, **options: Any) -> dict[str, Unit]:
    return {unit.id: unit for unit in battlefield(name, **options).fresh().units if unit.side == seat}


def described(unit: Unit) -> list[str]:
    """A unit figure by figure, as the specification writes it."""
    found: list[str] = []
    for figure in unit.figures:
        p = figure.profile
        parts = [p.level, p.chassis or p.armour]
        if p.is_vehicle:
            parts.append(f"{p.save}+" if p.save else "-")
        if p.is_bike:
            parts.append(p.armour)
        parts += [weapon.name for weapon in p.weapons]
        parts += [p.melee] if p.melee != "normal" else []
        parts += [f"{{{', '.join(p.skills)}}}"] if p.skills else []
        parts += [word for word, has in (("jump", p.jump), ("designator", p.designator), ("porter", p.porter)) if has]
        parts += [f"charge {p.charges}"] if p.charges else []
        parts += [f"mines {p.mines}"] if p.mines else []
        parts += [f"seats {p.seats}{' open' if p.open else ''}"] if p.seats else []
        found.append(" ".join(parts))
    return found


# Typed from the specification.
FORCES: dict[str, list[str]] = {
    "a1": [
        "hero PA Plasma Pistol power_sword {leader, swordsman}",
        *["veteran LA Bolter"] * 2,
        "veteran LA Bolt Pistol {medic}",
    ],
    "a2": [
        "elite AD Assault Cannon Storm Bolter power_fist",
        "elite AD Heavy Flamer Storm Bolter",
        "elite AD Multi-Missile Launcher Storm Bolter",
    ],
    "a3": ["veteran PA Plasma Gun {leader}", "veteran PA Meltagun", *["veteran PA Bolter"] * 3],
    "a4": [
        "regular LA Laser Rifle {leader}",
        *["regular LA Laser Rifle"] * 5,
        "regular LA Flamer",
        "regular LA Heavy Bolter",
    ],
    "a5": ["veteran FI Laser Rifle {scout} jump designator", *["veteran FI Laser Rifle {scout} jump"] * 3],
    "a6": ["regular FA Heavy Mortar Laser Pistol {gunner}", *["regular FA Laser Pistol"] * 2],
    "a7": ["regular heavy_tank 3+ Laser Cannon Demolisher Cannon Heavy Bolter"],
    "a8": ["regular grav 4+ Plasma Cannon seats 10"],
    "a9": ["veteran walker 4+ Multi Melta Flamestorm Cannon"],
    "a10": ["regular vtol 3+ Hurricane Bolter Whirlwind Launcher seats 6"],
    "b1": [
        "elite LA Bolt Pistol force_sword {leader, swordsman}",
        *["veteran LA Bolter"] * 2,
        "veteran LA Bolt Pistol {medic}",
    ],
    "b2": ["regular UA Laser Rifle {leader}", *["green UA Laser Rifle"] * 7, *["green UA Grenade Launcher"] * 2],
    "b3": [*["regular FA Bolt Pistol {fanatic}"] * 6, *["regular FA Bolt Pistol Adv. Grenades {fanatic}"] * 2],
    "b4": ["veteran FI Bolter Thrown Grenades {grenadier}"] * 5,
    "b5a": ["veteran FA Sniper Laser {sniper}"],
    "b5b": ["veteran FA Sniper Laser {sniper}"],
    "b6": [*["regular FA Laser Pistol {sapper} charge 1"] * 3, "regular FA Laser Pistol {sapper} mines 1"],
    "b7": [*["regular AUT Minigun"] * 3, *["regular AUT Autocannon"] * 2],
    "b8": [
        "regular FI Autocannon {gunner}",
        "regular FI Missile Launcher",
        "regular FI Laser Cannon",
        "regular FI Light Mortar {gunner}",
    ],
    "b9": [*["regular bike LA Bolt Pistol Sun Gun"] * 2, "regular grav_bike LA Bolt Pistol Sun Gun"],
    "b10": ["green wheeled - Autocannon seats 8 open"],
    "b11": ["regular light_tank 5+ Heavy Squad Laser"],
    "b12": ["regular medium_tank 4+ Missile Launcher Minigun"],
    "b13": ["regular wheeled 6+ Minigun seats 4"],
    "b14": ["civilian UA porter"] * 4,
}


@pytest.mark.rule("FUBAR-UNIT-01", "FUBAR-UNIT-02")
@pytest.mark.parametrize("name", FORCES)
def test_the_sample_forces_are_those_of_the_specification(name: str) -> None:
    seat = name[0].upper()
    found = {**units("causeway", seat), **units("relay-station", seat)}
    assert described(found[name]) == FORCES[name]


def test_every_weapon_armour_and_skill_of_the_sheet_is_carried_by_somebody() -> None:
    figures = [
        f.profile for name in ("causeway", "relay-station") for u in battlefield(name).fresh().units for f in u.figures
    ]
    assert {weapon.name for profile in figures for weapon in profile.weapons} == set(armoury.WEAPONS)
    assert {profile.armour for profile in figures} == set(armoury.ARMOURS)
    assert {skill for profile in figures for skill in profile.skills} == set(sheet.SKILLS)
    assert {profile.melee for profile in figures} == set(armoury.MELEE_WEAPONS)
    assert {profile.chassis for profile in figures} == {"", *sheet.CHASSIS}
    missions = {kind for name in ("meridian", "free-colonies") for kind in SHELF.force(name).missions}
    assert missions == set(armoury.ARTILLERY)


@pytest.mark.rule("FUBAR-PWR-01")
def test_the_dreadnoughts_have_a_weapon_on_each_arm() -> None:
    for figure in units("relay-station", "A")["a2"].figures:
        assert sorted(figure.profile.arms) == ["left", "right"]


@pytest.mark.rule("FUBAR-MOR-02", "FUBAR-MOR-08")
def test_strength_leaves_medics_out_and_a_vehicle_counts_as_one() -> None:
    a = units("causeway", "A")
    assert (a["a1"].start, len(a["a1"].figures), a["a7"].start) == (3, 4, 1)
    sides = {side.seat: side for side in battlefield("causeway").fresh().sides}
    assert sides["A"].start == 27  # 28 figures, one of them a Medic


@pytest.mark.rule("FUBAR-LDR-06")
def test_the_commanders_and_the_traits_of_both_forces() -> None:
    a, b = battlefield("relay-station").fresh().sides
    assert (a.commander, b.commander) == ("a1.1", "b1.1")
    assert (a.tends, a.honours, a.human) == (True, True, True)
    assert (b.tends, b.honours, b.human) == (False, True, True)


@pytest.mark.rule("FUBAR-IND-14")
@pytest.mark.parametrize(
    ("limit", "ours", "theirs"),
    [
        (3, {"medium": 2, "heavy": 1}, {"light": 3}),
        (2, {"medium": 1, "heavy": 1}, {"light": 2}),
        (0, {}, {}),
        (10, {"medium": 2, "heavy": 1}, {"light": 3}),
        ("unlimited", {"medium": -1, "heavy": -1}, {"light": -1}),
    ],
)
def test_fire_missions_are_those_bought_and_no_more_than_the_option_lets(limit: Any, ours: Any, theirs: Any) -> None:
    file = replace(SHELF.scenario("relay-station"))
    file.side = {"A": replace(file.side["A"], missions=None), "B": file.side["B"]}
    a, b = Content("relay-station", file, house(fire_missions=limit)).fresh().sides
    assert (a.missions, b.missions) == (ours, theirs)


@pytest.mark.rule("FUBAR-IND-14")
@pytest.mark.parametrize(("scenario", "ours"), [("relay-station", {"medium": 1}), ("causeway", {})])
def test_a_scenario_may_leave_a_side_some_of_its_missions(scenario: str, ours: dict[str, int]) -> None:
    a, b = battlefield(scenario).fresh().sides
    assert (a.missions, b.missions) == (ours, {"light": 3})


@pytest.mark.rule("FUBAR-FIRE-15")
def test_what_figures_carry_at_the_start() -> None:
    b = units("relay-station", "B")
    assert [figure.grenades for figure in b["b3"].figures] == [0] * 6 + [3] * 2
    assert [figure.charges for figure in b["b6"].figures] == [1, 1, 1, 0]
    assert [figure.mines for figure in b["b6"].figures] == [0, 0, 0, 1]


@pytest.mark.rule("FUBAR-SKL-04", "FUBAR-PTS-06")
def test_a_roster_with_faults_by_the_house_rules_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        battlefield("relay-station", hero_skills=1)
    assert refusal.value.rule == "FUBAR-SKL-04"
    assert "2 skills; Hero may have 1" in refusal.value.sentence


# --- Scenarios -----------------------------------------------------------------------------------------------


def test_the_opening_scenario_comes_first() -> None:
    assert SHELF.scenario_names[0] == "pump-house"
    cards = {card.id: card for card in SHELF.cards()}
    assert cards["pump-house"].opening
    assert 10 <= cards["pump-house"].minutes <= 15
    assert [card.turns for card in cards.values()] == [4, 8, 6]


@pytest.mark.rule("FUBAR-ORD-04")
def test_the_relay_station() -> None:
    content = battlefield("relay-station")
    assert content.size == (48_000, 48_000)
    assert content.on_guard == ("B",)
    assert content.deploy_order == ("B", "A")
    assert content.initiative == {("A", 1): 1}
    assert content.zones == {"A": (0, 0, 48_000, 10_000), "B": (0, 30_000, 48_000, 48_000)}
    assert content.unit_zones["b5a"].in_cover
    assert content.unit_zones["b5b"].box == (0, 18_000, 48_000, 48_000)
    assert content.mine_zones == {"b6": (0, 20_000, 48_000, 48_000)}
    assert content.rides == {"a3": "a8"}
    assert content.arrivals == {"a2": 5}
    assert [(goal.id, goal.point, goal.points) for goal in content.objectives] == [
        ("relay", Point(24_000, 24_000), 5),
        ("bunker", Point(40_000, 36_000), 5),
    ]
    (guns,) = content.systems
    assert (guns.side, guns.dice, guns.radius, guns.mark) == ("A", 3, 8000, "")
    assert [(trap.id, trap.terrain) for trap in content.traps] == [("bunker-trap", "bunker")]
    assert {score.kind: (score.side, score.points) for score in content.scoring} == {
        "disabled": ("B", 3), "destroyed": ("", 2), "captured": ("", 1), "crate": ("B", 1), "leader": ("", 2),
    }  # fmt: skip
    assert sorted(units("relay-station", "A")) == ["a1", "a2", "a3", "a4", "a5", "a6", "a8"]
    assert "b14" in units("relay-station", "B")


TERRAIN = {
    # id: cover, impassable, solid, area, linear, height in inches, west, south, east, north
    "west-wood": ("soft", False, False, True, False, 0, 8, 14, 16, 22),
    "east-wood": ("soft", False, False, True, False, 0, 32, 16, 40, 22),
    "ruins": ("moderate", False, False, True, False, 0, 20, 20, 28, 28),
    "bunker": ("hard", False, False, True, False, 0, 38, 34, 42, 38),
    "low-wall": ("soft", False, False, False, True, 0, 12, 31.9, 22, 32.1),
    "ridge": ("", True, True, False, False, 6, 4, 26, 14, 29),
    "tower": ("", True, True, False, False, 10, 30, 28, 33, 31),
}


@pytest.mark.parametrize("name", TERRAIN)
def test_the_ground_of_the_relay_station(name: str) -> None:
    content = battlefield("relay-station")
    feature = content.feature(name)
    piece = next(piece for piece in content.terrain if piece.id == name)
    found = (feature.cover, feature.impassable, feature.solid, feature.area, feature.linear, feature.height / 1000)
    assert (*found, *[edge / 1000 for edge in piece.bounds]) == TERRAIN[name]
    assert len(content.terrain) == len(TERRAIN)


def test_the_causeway() -> None:
    content = battlefield("causeway")
    assert content.size == (72_000, 48_000)
    assert content.on_guard == ()
    assert content.arrivals == {"a10": 4, "b9": 1}
    assert content.exits == {"A": (90,), "B": (270,)}
    assert content.structures == ("bridge",)
    assert content.feature("bridge").over == ("gully",)
    assert content.feature("bridge").road
    assert content.feature("gully").cover == "moderate"
    assert not content.feature("gully").area
    assert content.feature("ruins").cover == "hard"
    assert content.feature("hill").height == 5000
    assert sorted(units("causeway", "A")) == ["a1", "a10", "a2", "a3", "a4", "a5", "a7", "a8", "a9"]
    assert len(units("causeway", "B")) == 14
    assert {score.kind: (score.side, score.points) for score in content.scoring} == {
        "intact": ("A", 1), "breached": ("B", 5), "vehicle": ("", 3), "immobilised": ("", 1), "exit": ("", 3),
        "army_broken": ("", 5),
    }  # fmt: skip


@pytest.mark.rule("FUBAR-ORD-04")
@pytest.mark.parametrize(
    ("scenario", "option", "guards"),
    [
        ("relay-station", "none", ("B",)),
        ("relay-station", "all", ("A", "B")),
        ("causeway", "none", ()),
        ("causeway", "defender", ()),
        ("causeway", "all", ("A", "B")),
    ],
)
def test_who_begins_on_guard(scenario: str, option: str, guards: tuple[str, ...]) -> None:
    assert battlefield(scenario, start_on_guard=option).on_guard == guards


def test_without_sapper_rules_there_are_no_traps() -> None:
    assert battlefield("relay-station", sapper_rules=False).traps == ()
