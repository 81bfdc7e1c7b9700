"""The forces, creatures and scenarios of the specification, as the data files have them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.dice import house
from umpire.battle.decisions import Refused
from umpire.games.awt import checks, sheet
from umpire.games.awt.content import SHELF, Content, creatures, profile_of
from umpire.games.awt.model import Award, Profile
from umpire.games.awt.units import weapons_of
from umpire.table import Point

# id | phase | keywords | models, wounds | pace, skill, zeal, save | weapons | close-combat weapons | points
FORCES = """
a1 | unique | infantry leader captain | 1 2 | 6 high 8 2 | revolver 1 | fearsome | 45
a2 | unique | infantry leader lieutenant | 1 2 | 6 medium 7 2 | self_loading_pistol 1 | standard | 25
a3 | unique | infantry leader witch | 1 2 | 6 low 6 1 | - | none | 40
a4 | line | infantry regulars | 10 1 | 6 medium 6 2 | rifle 9 light_machine_gun 1 | standard | 80
a5 | line | infantry regulars | 10 1 | 6 medium 6 2 | rifle 10 | standard | 70
a6 | elite | infantry assault | 8 1 | 6 high 7 3 | revolver 8 hand_grenade 2 | brutal | 95
a7 | cannonade | infantry support weapon_team | 1 3 | 4 medium 6 2 | heavy_machine_gun 1 | standard | 50
a8 | cannonade | tracked armoured tank | 1 6 | 5 medium 7 3 | six_pounder 1 vehicle_machine_gun 1 | standard | 110
a9 | cannonade | tracked armoured behemoth | 1 8 | 4 medium 8 4 | six_pounder 1 | standard | 150
a10 | cannonade | tracked armoured tank | 1 6 | 5 medium 7 3 | six_pounder 1 vehicle_machine_gun 1 | standard | 110
a11 | elite | infantry assault | 8 1 | 6 high 7 3 | revolver 8 hand_grenade 2 | brutal | 95
b1 | unique | infantry leader captain | 1 2 | 6 medium 8 2 | self_loading_pistol 1 | standard | 45
b2 | unique | infantry leader witch | 1 2 | 6 low 6 1 | - | none | 40
b3 | line | infantry rabble | 12 1 | 6 low 4 1 | rifle 12 | standard | 55
b4 | line | infantry regulars | 10 1 | 6 medium 6 2 | rifle 10 | standard | 70
b5 | elite | infantry assault | 8 1 | 7 high 7 3 | rifle 6 automatic_rifle 2 hand_grenade 2 | fearsome | 100
b6 | elite | cavalry | 6 1 | 10 medium 7 2 | revolver 6 | cavalry | 70
b7 | cannonade | artillery weapon_team | 1 4 | 2 medium 6 2 | field_gun 1 | standard | 75
b8 | cannonade | wheeled armoured car | 1 4 | 12 medium 6 2 | vehicle_machine_gun 1 | standard | 60
b9 | unique | infantry leader witch | 1 2 | 6 low 6 1 | - | none | 40
b10 | cannonade | infantry support weapon_team | 1 3 | 3 medium 6 2 | trench_mortar 1 | none | 60
b11 | cannonade | infantry support weapon_team | 1 3 | 4 medium 6 2 | heavy_machine_gun 1 | standard | 50
"""


def content(scenario: str, **options: Any) -> Content:
    return Content(scenario, SHELF.scenario(scenario), house(**options))


def plain(uid: str, profile: Profile) -> str:
    """A unit as the table above has it."""
    columns = (
        uid,
        profile.phase,
        " ".join(profile.keywords),
        f"{profile.models} {profile.wounds}",
        f"{profile.pace // 1000} {profile.skill} {profile.zeal} {profile.save}",
        " ".join(f"{arm.weapon} {arm.carriers}" for arm in profile.arms) or "-",
        " ".join(profile.cc),
        str(profile.points),
    )
    return " | ".join(columns)


# --- Forces ------------------------------------------------------------------------------------------------------


def test_the_forces_are_those_of_the_specification() -> None:
    here = content("wicker-king")
    found = [plain(uid, profile) for seat in "AB" for uid, _, profile in here.roster[seat]]
    assert sorted(found) == sorted(FORCES.strip().splitlines())
    assert len(found) == 22


def test_a_force_costs_515_points_without_what_is_attached() -> None:
    for seat, models in (("A", 33), ("B", 40)):
        here = content("drowned-crossroads")
        attached = here.file.side[seat].attached
        rows = [row for row in here.roster[seat] if row[0] not in attached]
        assert (len(rows), len(attached)) == (8, 1)
        assert sum(profile.points for _, _, profile in rows) == 515
        assert sum(profile.models for _, _, profile in rows) == models


def test_only_the_storm_troop_is_blooded() -> None:
    here = content("wicker-king")
    blooded = [profile.id for profile in here.profiles.values() if profile.conclusion]
    assert blooded == ["b-storm-troop"]


def test_every_force_may_be_raised() -> None:
    for name in SHELF.force_names:
        assert checks.composition(SHELF.force(name)) == []


@pytest.mark.parametrize(
    ("uid", "width", "depth"),
    [
        ("a1", 1000, 1000),
        ("a5", 1000, 1000),
        ("b6", 1500, 1500),
        ("a7", 2000, 2000),
        ("b7", 2000, 2000),
        ("b8", 2500, 4000),
        ("a8", 3500, 5500),
        ("a9", 4000, 6500),
    ],
)
def test_bases_are_what_is_usual_for_the_keywords(uid: str, width: int, depth: int) -> None:
    here = content("wicker-king")
    profile = next(row[2] for seat in "AB" for row in here.roster[seat] if row[0] == uid)
    assert (profile.width, profile.depth, profile.round) == (width, depth, width == depth)


@pytest.mark.rule("AWT-TE-19")
@pytest.mark.parametrize(
    ("keywords", "moves"),
    [
        (("infantry", "leader", "witch"), "infantry"),
        (("infantry", "support", "weapon_team"), "infantry"),
        (("artillery", "weapon_team"), "infantry"),
        (("creature", "tiny"), "infantry"),
        (("creature", "large"), "infantry"),
        (("cavalry",), "cavalry"),
        (("tracked", "armoured", "tank"), "tracked"),
        (("wheeled", "armoured", "car"), "wheeled"),
    ],
)
def test_everybody_has_a_movement_class(keywords: tuple[str, ...], moves: str) -> None:
    assert checks.move_class(keywords) == moves


def test_grenades_come_beside_the_other_weapon_of_the_first_models() -> None:
    storm = next(row[2] for row in content("drowned-crossroads").roster["B"] if row[0] == "b5")
    carried = [weapons_of(storm, number) for number in range(1, 9)]
    assert carried[:2] == [("rifle", "hand_grenade")] * 2
    assert carried[2:] == [("rifle",)] * 4 + [("automatic_rifle",)] * 2


# --- Weapons -----------------------------------------------------------------------------------------------------

WEAPONS = {
    "rifle": ("standard", 1, 25, 30, "small_arms quickfire", "WP-01"),
    "revolver": ("standard", 1, 10, 14, "small_arms quickfire swift", "WP-02"),
    "self_loading_pistol": ("standard", 2, 10, 14, "small_arms small_calibre quickfire swift", "WP-03"),
    "automatic_rifle": ("rapid", 4, 15, 15, "small_arms quickfire bipod", "WP-04"),
    "automatic_rifle_in_cover": ("mg", 4, 25, 25, "small_arms bipod", "WP-05"),
    "light_machine_gun": ("rapid", 6, 15, 15, "small_arms bipod", "WP-06"),
    "light_machine_gun_in_cover": ("mg", 6, 25, 25, "small_arms devastating bipod", "WP-07"),
    "hand_grenade": ("he", 1, 8, 8, "small_arms arcing devastating quickfire", "WP-08"),
    "heavy_machine_gun": ("mg", 8, 30, 30, "small_arms devastating", "WP-10"),
    "vehicle_machine_gun": ("rapid", 6, 20, 20, "small_arms quickfire", "WP-10"),
    "six_pounder": ("standard", 1, 25, 35, "ordnance quickfire devastating", "WP-10"),
    "field_gun": ("he", 1, 48, 48, "ordnance devastating", "WP-10"),
    "trench_mortar": ("he", 1, 30, 30, "ordnance arcing devastating", "WP-10"),
}


@pytest.mark.parametrize("weapon", WEAPONS)
def test_the_weapons_are_those_of_the_sheet(weapon: str) -> None:
    found = sheet.WEAPONS[weapon]
    kind, shots, effective, longest, keywords, rule = WEAPONS[weapon]
    assert (found.kind, found.shots, found.effective, found.maximum) == (
        kind, shots, effective * 1000, longest * 1000,
    )  # fmt: skip
    assert set(found.keywords) == set(keywords.split())
    assert found.rule == f"AWT-{rule}"


def test_templates_minimum_range_and_bipods() -> None:
    assert set(WEAPONS) == set(sheet.WEAPONS)
    templates = {weapon.id: weapon.template for weapon in sheet.WEAPONS.values() if weapon.template}
    assert templates == {"hand_grenade": "small", "field_gun": "large", "trench_mortar": "medium"}
    assert {weapon.id: weapon.minimum for weapon in sheet.WEAPONS.values() if weapon.minimum} == {"trench_mortar": 6000}
    assert {weapon.id: weapon.in_cover for weapon in sheet.WEAPONS.values() if weapon.in_cover} == {
        "automatic_rifle": "automatic_rifle_in_cover",
        "light_machine_gun": "light_machine_gun_in_cover",
    }


# --- Creatures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size", "strength", "line", "weapons"),
    [
        ("M1", "tiny", 2, (9, "high", 5, 1), ("standard",)),
        ("M2", "man_sized", 4, (5, "medium", 7, 3), ("fearsome",)),
        ("M3", "large", 6, (6, "medium", 9, 3), ("brutal", "fearsome")),
    ],
)
def test_the_creatures_are_those_of_the_library(
    name: str, size: str, strength: int, line: tuple[int, str, int, int], weapons: tuple[str, ...]
) -> None:
    profile = profile_of("A", creatures()[name])
    assert (profile.keywords, profile.phase, profile.models) == (("creature", size), "unique", 1)
    assert (profile.start, profile.pace // 1000, profile.skill, profile.zeal, profile.save) == (strength, *line)
    assert profile.cc == weapons
    assert profile.abilities == ("B6",)
    assert (profile.width, profile.round) == (2000 if size == "large" else 1000, True)


# --- Scenarios ---------------------------------------------------------------------------------------------------


def test_the_scenarios_with_the_opening_one_first() -> None:
    cards = SHELF.cards()
    assert [card.id for card in cards] == ["old-sap", "drowned-crossroads", "wicker-king"]
    assert [card.opening for card in cards] == [True, False, False]
    assert 10 <= cards[0].minutes <= 15


def test_the_drowned_crossroads() -> None:
    here = content("drowned-crossroads")
    assert (here.size, here.rounds, here.edges) == ((48_000, 48_000), 6, {"A": 180, "B": 0})
    assert [goal.point for goal in here.objectives] == [
        Point(12_000, 24_000), Point(24_000, 24_000), Point(36_000, 24_000),
    ]  # fmt: skip
    assert here.awards == (Award("objective", 1, "", 2, 6), Award("captain", 3), Award("units", 1))
    kinds = [piece.kind for piece in here.terrain]
    assert kinds == [
        "building", "woods", "broken", "mire", "wire", "foxholes", "foxholes", "obstacle", "impassable",
    ]  # fmt: skip
    assert [piece.bounds for piece in here.terrain if piece.kind == "mire"] == [(14_000, 14_000, 22_000, 19_000)]
    assert max(point.y for point in here.zones["A"]) == 10_000
    assert min(point.y for point in here.zones["B"]) == 38_000


def test_the_night_of_the_wicker_king() -> None:
    here = content("wicker-king")
    assert (here.size, here.rounds) == ((72_000, 48_000), 8)
    assert sorted(uid for uid, _, _ in here.roster["A"]) == sorted(f"a{n}" for n in range(1, 12))
    assert sorted(uid for uid, _, _ in here.roster["B"]) == sorted(f"b{n}" for n in range(1, 12))
    assert here.awards == (
        Award("trench", 2, "A", 3, 8), Award("units", 1, "B"), Award("units", 2, "A"), Award("no_trench", 5, "B"),
        Award("creature", 3),
    )  # fmt: skip
    assert [piece.id for piece in here.terrain if piece.kind == "trenches"] == ["west-trench", "east-trench"]
    assert max(point.y for point in here.zones["A"]) == 8_000
    assert min(point.y for point in here.zones["B"]) == 30_000


@pytest.mark.rule("AWT-CT-11")
def test_each_witch_brings_a_manifestation_token_or_as_many_as_the_house_rule_says() -> None:
    def tokens(**options: Any) -> list[int]:
        return [side.manifest for side in content("wicker-king", **options).fresh().sides]

    assert tokens() == [1, 2]
    assert tokens(start_manifest=3) == [3, 6]
    assert tokens(start_manifest=0) == [0, 0]


def test_everybody_begins_in_reserve_at_full_strength() -> None:
    record = content("drowned-crossroads").fresh()
    assert {unit.place for unit in record.units} == {"reserve"}
    assert all(unit.strength == unit.start for unit in record.units)
    assert [side.start for side in record.sides] == [9, 9]


# --- Composition -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-IN-01")
@pytest.mark.parametrize(
    ("kind", "units", "words"),
    [
        ("captain", [], "has 0 Captains instead of one"),
        ("captain", ["x1", "x2"], "has 2 Captains instead of one"),
        ("lieutenant", ["x1", "x2", "x3"], "has 3 Lieutenants, more than two"),
        ("hedge-witch", ["x1", "x2", "x3"], "has 3 Witches, more than two"),
        ("rifle-section", [], "has 1 Line units, fewer than two"),
        ("trench-raiders", ["x1", "x2", "x3", "x4"], "has 4 Elite units for 2 of the Line"),
        ("vickers-team", ["x1", "x2", "x3", "x4"], "has 5 Cannonade units, more than four"),
        ("land-behemoth", ["x1"], "costs 665 points instead of about 500"),
        ("rifle-section", ["x1", "x2", "x3"], "has 53 models, which is not what its points stand for"),
    ],
)
def test_a_force_beyond_its_limits_may_not_be_raised(
    kind: str, units: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = next(each for each in SHELF.force("expeditionary-patrol").unit if each.id == kind)
    monkeypatch.setattr(entry, "units", units)
    assert words in checks.composition(SHELF.force("expeditionary-patrol"))
    with pytest.raises(Refused) as refusal:
        content("drowned-crossroads")
    assert refusal.value.rule == "AWT-IN-01"
    assert f"Doggerland Expeditionary Patrol {words}" in content("drowned-crossroads", composition="off").warnings
