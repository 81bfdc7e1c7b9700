"""Forces and scenarios: what their files hold, and what a battle makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.rhine.dice import house
from umpire.battle.decisions import Refused
from umpire.games.rhine import content, sheet
from umpire.games.rhine.checks import list_warnings
from umpire.games.rhine.content import Content, TerrainEntry
from umpire.games.rhine.features import Feature
from umpire.games.rhine.model import AIR, RESERVE, Profile, Unit, Weapon
from umpire.games.rhine.scores import tokens_for
from umpire.table import Point


def battlefield(name: str, **options: Any) -> Content:
    return Content(name, content.SHELF.scenario(name), house(**options))


def units(name: str, seat: str, **options: Any) -> dict[str, Unit]:
    return {unit.id: unit for unit in battlefield(name, **options).fresh().units if unit.side == seat}


# --- Forces -----------------------------------------------------------------------------------------------------

FORCES: dict[tuple[str, str], str] = {
    # ids | name | class, mobility | weapons: to-hit, kind, value, h for HEAT | front/side, s special | MV | points | BP
    ("kreuzdorf", "A"): """
    n1       | M1          | MBT tracked   | 5+ gun 10                                  | 18/16s | 6 | 65  | 8
    n2       | M1 Improved | MBT tracked   | 4+ gun 10                                  | 19/17s | 6 | 78  | 10
    n3       | M60A3       | MBT tracked   | 5+ gun 10                                  | 14/12  | 6 | 46  | 6
    n4       | M901        | LIGHT tracked | 3+ atgm 12h                                | 10/8   | 4 | 50  | 6
    n5       | HMMWV scout | LIGHT wheeled | 5+ gun 0                                   | 10/8   | 4 | 15  | 2
    n6       | LAV-25      | LIGHT atv     | 4+ autocannon 4                            | 10/8   | 4 | 32  | 4
    n7 n8 n9 | Rifle squad | INF foot      | 5+ small_arms 0, 5+ law 8                  | -      | 5 | 33  | 4
    n10      | Dragon team | SUPPORT foot  | 4+ atgm 9h                                 | -      | 3 | 20  | 3
    n11      | Mortar team | SUPPORT foot  | 8+ mortar 0                                | -      | 3 | 29  | 4
    n12      | M2 Bradley  | APC tracked   | 4+ autocannon 4, 3+ atgm 12h               | 13/11  | 4 | 35  | 4
    n13 n14  | M113        | APC tracked   | 5+ gun 0                                   | 10/8   | 4 | 7   | 1
    n15      | AH-1        | HELO air      | 5+ autocannon 4, 5+ rockets 4, 3+ atgm 12h | -      | - | 100 | 13
    """,
    ("kreuzdorf", "B"): """
    s1          | T-80B             | MBT tracked   | 5+ gun 10                                  | 18/16  | 5 | 62  | 8
    s2 s3       | T-72A             | MBT tracked   | 5+ gun 10                                  | 15/13s | 5 | 44  | 6
    s4 s5       | T-55A             | MBT tracked   | 6+ gun 8                                   | 14/12  | 5 | 24  | 3
    s6          | PT-76             | LIGHT tracked | 6+ gun 7h                                  | 11/9   | 5 | 14  | 2
    s7          | BRDM-2            | LIGHT atv     | 5+ gun 0                                   | 10/8   | 4 | 15  | 2
    s8          | BRDM Spandrel     | LIGHT wheeled | 4+ atgm 10h                                | 10/8   | 4 | 26  | 3
    s9          | ZSU-23-4          | LIGHT tracked | 5+ autocannon 5                            | 10/8   | 4 | 24  | 3
    s10 s11 s12 | Motor rifle squad | INF foot      | 5+ small_arms 0, 5+ law 8                  | -      | 5 | 25  | 3
    s13         | SA-9              | LIGHT wheeled | -                                          | 10/8   | 4 | 35  | 4
    s14         | Saxhorn team      | SUPPORT foot  | 4+ atgm 10h                                | -      | 3 | 27  | 3
    s15         | AGS-17 team       | SUPPORT foot  | 5+ grenade_launcher 2                      | -      | 3 | 15  | 2
    s16 s17     | BMP-2             | APC tracked   | 5+ autocannon 4, 4+ atgm 10h               | 11/9   | 4 | 19  | 2
    s18 s19     | BTR-60            | APC atv       | 5+ gun 0                                   | 10/8   | 4 | 7   | 1
    s20         | Truck             | APC wheeled   | -                                          | 6/6    | 3 | 4   | 1
    s21         | Mi-24             | HELO air      | 5+ autocannon 4, 5+ rockets 4, 4+ atgm 12h | -      | - | 100 | 13
    """,
}

SPECIAL: dict[str, dict[str, Any]] = {
    # what units have beyond their figures; `vulnerable` is tested by itself
    "n1": {"command": True, "fast": True, "special_armour": True, "smoke": 1},
    "n2": {"fast": True, "special_armour": True, "thermal": True},
    "n3": {"smoke": 1},
    "n4": {"thermal": True},
    "n5": {"recce": True},
    "n6": {"thermal": True, "recce": True, "aa": "gun"},
    "n7": {"aa": "manpad"},
    "n8": {"aa": "manpad"},
    "n9": {"aa": "manpad"},
    "n12": {"thermal": True, "capacity": 1},
    "n13": {"capacity": 1},
    "n14": {"capacity": 1},
    "s1": {"command": True, "fast": True},
    "s2": {"fast": True, "special_armour": True, "smoke": 1},
    "s3": {"fast": True, "special_armour": True, "smoke": 1},
    "s7": {"recce": True},
    "s9": {"aa": "gun"},
    "s13": {"aa": "sam"},
    "s16": {"capacity": 1},
    "s17": {"capacity": 1},
    "s18": {"capacity": 1},
    "s19": {"capacity": 1},
    "s20": {"capacity": 2},
}

RIDES = {
    "n7": "n12", "n8": "n13", "n9": "n14", "s10": "s16", "s11": "s17", "s12": "s18", "s14": "s19", "s15": "s20",
}  # fmt: skip


def weapon(each: Weapon) -> str:
    return f"{each.to_hit}+ {each.kind} {each.value}{'h' if each.heat else ''}"


def row(ids: list[str], profile: Profile) -> list[str]:
    armour = f"{profile.front}/{profile.side}{'s' if profile.special_armour else ''}" if profile.is_vehicle else "-"
    return [
        " ".join(ids),
        profile.name,
        f"{profile.cls} {profile.mobility}",
        ", ".join(weapon(each) for each in profile.weapons) or "-",
        armour,
        str(profile.morale or "-"),
        str(profile.points),
        str(profile.break_points),
    ]


@pytest.mark.rule("RHINE-DMG-10")
@pytest.mark.parametrize(("name", "seat"), FORCES)
def test_a_force_has_the_units_of_its_list(name: str, seat: str) -> None:
    wanted = [[cell.strip() for cell in line.split("|")] for line in FORCES[name, seat].split("\n") if line.strip()]
    kinds: dict[str, tuple[list[str], Profile]] = {}
    for unit in units(name, seat).values():
        kinds.setdefault(unit.profile.id, ([], unit.profile))[0].append(unit.id)
    assert [row(*kind) for kind in kinds.values()] == wanted


@pytest.mark.parametrize("seat", ["A", "B"])
def test_what_units_have_beyond_their_figures(seat: str) -> None:
    nothing: Mapping[str, Any] = {
        "command": False, "fast": False, "special_armour": False, "thermal": False, "recce": False, "aa": "",
        "smoke": 0, "capacity": 0, "fixed_forward": False,
    }  # fmt: skip
    for unit in units("kreuzdorf", seat).values():
        found = {field: getattr(unit.profile, field) for field in nothing}
        assert found == {**nothing, **SPECIAL.get(unit.id, {})}, unit.id
        assert unit.smoke == found["smoke"]
        raised = [each.kind for each in unit.profile.weapons if each.raised]
        assert raised == (["atgm"] if unit.id == "n4" else [])


def test_soviet_tanks_and_light_vehicles_and_nobody_else_are_vulnerable() -> None:
    burning = [uid for seat in "AB" for uid, unit in units("kreuzdorf", seat).items() if unit.profile.vulnerable]
    assert burning == ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s13"]


@pytest.mark.rule("RHINE-DMG-10")
def test_a_squad_has_rifles_and_an_anti_tank_weapon_for_12_inches_unless_its_line_says_otherwise() -> None:
    listed = next(entry for entry in content.SHELF.force("nato").unit if entry.cls == "INF")
    rifles, law = content.profile_of("A", listed).weapons
    assert (rifles.kind, rifles.max_range) == ("small_arms", 0)
    assert (law.value, law.max_range) == (8, 12_000)
    assert content.profile_of("A", replace(listed, law=6)).weapons[1].value == 6
    knives = content.WeaponEntry("small_arms", 1, to_hit=9)
    assert content.profile_of("A", replace(listed, weapons=[knives])).weapons == (Weapon("small_arms", 1, 9),)


@pytest.mark.rule("RHINE-HEL-06", "RHINE-MTR-02", "RHINE-MTR-03")
@pytest.mark.parametrize(("kind", "figures"), [("rockets", (5, 4)), ("mortar", (8, 0))])
def test_rockets_and_mortars_are_as_the_printed_table_has_them_unless_a_line_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, kind: str, figures: tuple[int, int]
) -> None:
    def carried() -> set[tuple[int, int]]:
        armed = [each for name in ("nato", "soviet") for each in content.SHELF.force(name).unit]
        arms = [arm for entry in armed for arm in content.profile_of("A", entry).weapons]
        return {(arm.to_hit, arm.value) for arm in arms if arm.kind == kind}

    assert carried() == {figures}
    monkeypatch.setitem(sheet.USUAL_WEAPONS, kind, sheet.Usual(7, 9))
    assert carried() == {(7, 9)}
    listed = content.SHELF.force("nato").unit[0]
    own = content.WeaponEntry("rockets", 6, to_hit=3)
    assert content.profile_of("A", replace(listed, weapons=[own])).weapons == (Weapon("rockets", 6, 3),)


@pytest.mark.rule("RHINE-FACE-02")
def test_the_rear_is_as_the_side_unless_it_has_a_figure_of_its_own() -> None:
    listed = next(entry for entry in content.SHELF.force("nato").unit if entry.id == "m60a3")
    plain, special = content.profile_of("A", listed), content.profile_of("A", replace(listed, armour=[14, 12, 7]))
    assert (plain.front, plain.side, plain.rear) == (14, 12, 12)
    assert (special.front, special.side, special.rear) == (14, 12, 7)


def test_bases_are_as_usual_for_the_class_or_as_the_list_says() -> None:
    ours = units("kreuzdorf", "A")
    sizes = {uid: (ours[uid].base.width, ours[uid].base.depth) for uid in ("n1", "n5", "n12", "n7", "n10")}
    vehicle, infantry, support = (1400, 2800), (2000, 1250), (1250, 1250)
    assert sizes == {"n1": vehicle, "n5": vehicle, "n12": vehicle, "n7": infantry, "n10": support}
    listed = next(entry for entry in content.SHELF.force("nato").unit if entry.id == "m1")
    large = content.profile_of("A", replace(listed, base=(2.0, 4.0)))
    assert (large.width, large.depth) == (2000, 4000)


BATTLEGROUPS = {
    # points, break points, tokens of the first turn if all are there
    ("kreuzdorf", "A"): (583, 74, 13),
    ("kreuzdorf", "B"): (585, 74, 17),
    ("two-fords", "A"): (639, 80, 13),
    ("two-fords", "B"): (585, 74, 17),
}


@pytest.mark.rule("RHINE-WIN-01", "RHINE-POOL-02", "RHINE-POOL-03", "RHINE-POOL-04")
@pytest.mark.parametrize(("name", "seat"), BATTLEGROUPS)
def test_the_battlegroups_of_a_scenario(name: str, seat: str) -> None:
    mine = units(name, seat).values()
    side = next(each for each in battlefield(name).fresh().sides if each.seat == seat)
    points = sum(unit.profile.points for unit in mine)
    tokens = tokens_for([unit.profile.cls for unit in mine], True)
    assert (points, side.start_bp, tokens) == BATTLEGROUPS[name, seat]


@pytest.mark.rule("RHINE-WIN-01")
@pytest.mark.parametrize(
    ("points", "printed", "bp"),
    [(0, None, 1), (3, None, 1), (11, None, 1), (12, None, 2), (20, None, 3), (27, None, 3), (28, None, 4),
     (100, None, 13), (100, 5, 5)],
)  # fmt: skip
def test_break_points_are_printed_or_an_eighth_of_the_points(points: int, printed: int | None, bp: int) -> None:
    entry = replace(content.SHELF.force("nato").unit[0], points=points, bp=printed)
    assert content.profile_of("A", entry).break_points == bp


@pytest.mark.rule("RHINE-HEL-01")
def test_before_deployment_all_are_in_reserve_passengers_named_with_their_transports_helicopters_off_the_table() -> (
    None
):
    record = battlefield("kreuzdorf").fresh()
    assert (record.phase, record.turn, record.over) == ("setup", 0, False)
    assert [unit.id for unit in record.units if unit.place == AIR] == ["n15", "s21"]
    assert {unit.place for unit in record.units if unit.id not in ("n15", "s21")} == {RESERVE}
    assert {unit.id: unit.carried_by for unit in record.units if unit.carried_by} == RIDES
    assert {(unit.side, unit.base.facing) for unit in record.units} == {("A", 180), ("B", 0)}


def test_units_of_one_kind_are_numbered_single_ones_are_not() -> None:
    names = {uid: unit.name for uid, unit in units("kreuzdorf", "A").items()}
    assert [names[uid] for uid in ("n7", "n8", "n9", "n10", "n14")] == [
        "Rifle squad 1", "Rifle squad 2", "Rifle squad 3", "Dragon team", "M113 2",
    ]  # fmt: skip


def test_helicopters_and_mortar_teams_stay_at_home_where_their_rules_are_not_used() -> None:
    def missing(**options: Any) -> list[str]:
        here = [*units("kreuzdorf", "A", **options), *units("kreuzdorf", "B", **options)]
        return [uid for seat in "AB" for uid in units("kreuzdorf", seat) if uid not in here]

    assert missing() == []
    assert missing(helicopters=False) == ["n15", "s21"]
    assert missing(mortars=False) == ["n11"]
    sides = battlefield("kreuzdorf", helicopters=False).fresh().sides
    assert [side.start_bp for side in sides] == [61, 61]


def test_a_scenario_may_swap_a_unit_for_another_kind_of_the_list() -> None:
    file = content.SHELF.scenario("kreuzdorf")
    swapped = replace(file, side={**file.side, "B": replace(file.side["B"], swap={"s6": "asu-85"})})
    record = Content("kreuzdorf", swapped, house()).fresh()
    gun = next(unit for unit in record.units if unit.id == "s6").profile
    assert row(["s6"], gun) == ["s6", "ASU-85", "LIGHT tracked", "6+ gun 8", "11/9", "5", "18", "2"]
    assert gun.fixed_forward
    assert gun.vulnerable
    assert [unit.name for unit in record.units if "ASU" in unit.name or "PT" in unit.name] == ["ASU-85"]


# --- Warnings ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ERR-03")
def test_too_many_support_teams_and_empty_transports_are_warned_of_but_not_forbidden() -> None:
    both = battlefield("kreuzdorf").warnings
    assert both == [
        "NATO: 2 support teams are more than half of 3 infantry units",
        "Soviet Army: 2 support teams are more than half of 3 infantry units",
    ]
    assert battlefield("crossroads").warnings == []
    assert battlefield("kreuzdorf", list_checks="off").warnings == []
    with pytest.raises(Refused, match="NATO: 2 support teams") as refusal:
        battlefield("kreuzdorf", list_checks="refuse")
    assert refusal.value.rule == "RHINE-ERR-03"


@pytest.mark.rule("RHINE-ERR-03")
def test_the_warnings_count_exactly_half_as_good_and_name_the_transport_nobody_rides_in() -> None:
    listed = content.SHELF.force("covering-force")
    assert list_warnings("us", listed) == []  # one team, two squads
    alone = replace(listed, rides={"n3": "n6"})
    assert list_warnings("us", alone) == ["us: M2 Bradley n7 is a transport without a passenger"]
    squad, team = (next(each for each in listed.unit if each.cls == cls) for cls in ("INF", "SUPPORT"))
    few = replace(listed, unit=[replace(squad, units=["n3"]), team], rides={})
    assert list_warnings("us", few) == ["us: 1 support team is more than half of 1 infantry unit"]


# --- Scenarios --------------------------------------------------------------------------------------------------

TERRAIN: dict[str, list[tuple[str, str, tuple[float, ...]]]] = {
    # id, kind, and west, south, east, north or (the hill) middle and radius
    "kreuzdorf": [
        ("road", "road", (35, 0, 37, 48)),
        ("village", "village", (30, 28, 42, 36)),
        ("church", "building", (33, 30, 35, 33)),
        ("farm", "building", (38, 30, 41, 33)),
        ("bunker", "bunker", (20, 30, 22, 31.5)),
        ("trench", "trench", (24, 27, 29, 28)),
        ("wood", "wood", (8, 20, 18, 30)),
        ("field", "field", (44, 14, 58, 24)),
        ("marsh", "marsh", (56, 28, 66, 34)),
        ("hedge", "hedge", (20, 24, 32, 24.3)),
        ("hill", "hill", (60, 41, 6)),
    ],
    "two-fords": [
        ("road", "road", (35, 0, 37, 48)),
        ("river", "river", (0, 22, 72, 25)),
        ("bridge", "bridge", (35, 22, 37, 25)),
        ("west-ford", "ford", (12, 22, 18, 25)),
        ("east-ford", "ford", (54, 22, 60, 25)),
        ("south-wood", "wood", (24, 12, 30, 18)),
        ("north-wood", "wood", (42, 29, 48, 35)),
        ("farm", "building", (38, 14, 44, 18)),
        ("south-hedge", "hedge", (50, 10, 66, 10.3)),
        ("north-hedge", "hedge", (6, 38, 22, 38.3)),
        ("rubble", "rubble", (20, 30, 28, 34)),
    ],
}


def figures(piece: TerrainEntry) -> tuple[float, ...]:
    return tuple(piece.area or piece.circle or ())


@pytest.mark.parametrize("name", TERRAIN)
def test_the_terrain_of_a_scenario(name: str) -> None:
    file = content.SHELF.scenario(name)
    assert file.size == (72, 48)
    assert [(piece.id, piece.kind, figures(piece)) for piece in file.terrain] == TERRAIN[name]
    for entry, piece in zip(file.terrain, battlefield(name).terrain, strict=True):
        if entry.area is not None:
            assert piece.bounds == tuple(round(edge * 1000) for edge in entry.area)
        else:
            assert piece.bounds == (54_000, 35_000, 66_000, 47_000)


FEATURES = {
    ("kreuzdorf", "road"): Feature("open", "open", road=True),
    ("kreuzdorf", "village"): Feature("rough", "rough", "cover", "veil"),
    ("kreuzdorf", "church"): Feature("impassable", "rough", "fortification", "block"),
    ("kreuzdorf", "farm"): Feature("impassable", "rough", "fortification", "block"),
    ("kreuzdorf", "bunker"): Feature("impassable", "rough", "fortification", "block"),
    ("kreuzdorf", "trench"): Feature("rough", "rough", "fortification", "veil"),
    ("kreuzdorf", "wood"): Feature("very_rough", "very_rough", "cover", "wood"),
    ("kreuzdorf", "field"): Feature("rough", "rough", "none", "clear"),
    ("kreuzdorf", "marsh"): Feature("very_rough", "very_rough", "none", "clear"),
    ("kreuzdorf", "hedge"): Feature("rough", "rough", "cover", "veil", linear=True),
    ("kreuzdorf", "hill"): Feature("open", "open", "none", "clear", height=1),
    ("two-fords", "river"): Feature("impassable", "very_rough"),
    ("two-fords", "bridge"): Feature("open", "open", road=True, replaces=("river",)),
    ("two-fords", "west-ford"): Feature("rough", "rough", replaces=("river",)),
    ("two-fords", "east-ford"): Feature("very_rough", "very_rough", replaces=("river",)),
    ("two-fords", "farm"): Feature("impassable", "rough", "fortification", "block"),
    ("two-fords", "rubble"): Feature("rough", "rough", "cover", "clear"),
    ("two-fords", "north-hedge"): Feature("rough", "rough", "cover", "veil", linear=True),
}


@pytest.mark.rule("RHINE-TERR-14", "RHINE-INF-17", "RHINE-LOS-03")
@pytest.mark.parametrize(("name", "piece"), FEATURES)
def test_what_a_piece_of_terrain_means(name: str, piece: str) -> None:
    assert battlefield(name).feature(piece) == FEATURES[name, piece]


@pytest.mark.rule("RHINE-TERR-14")
def test_a_piece_may_differ_from_its_kind_for_vehicles_foot_cover_and_sight() -> None:
    file = content.SHELF.scenario("kreuzdorf")
    changed = [
        replace(piece, vehicles="impassable", los="block") if piece.id == "wood" else piece for piece in file.terrain
    ]
    field = Content("kreuzdorf", replace(file, terrain=changed), house())
    assert field.feature("wood") == Feature("impassable", "very_rough", "cover", "block")


@pytest.mark.rule("RHINE-PEN-09")
def test_a_wreck_is_rough_and_a_veil() -> None:
    assert battlefield("kreuzdorf").feature("wreck-n1") == Feature("rough", "rough", "none", "veil")
    with pytest.raises(AssertionError):
        battlefield("kreuzdorf").feature("castle")


def test_the_ground_by_what_it_does() -> None:
    field = battlefield("two-fords")

    def ids(part: str) -> list[str]:
        return [piece.id for piece in getattr(field, part).pieces]

    woods, hedges = ["south-wood", "north-wood"], ["south-hedge", "north-hedge"]
    assert ids("roads") == ["road", "bridge"]
    assert ids("forts") == ["farm"]
    assert ids("crossings") == ["bridge", "west-ford", "east-ford"]
    assert ids("in_the_way") == [*woods, "farm", *hedges]
    assert ids("sheltering") == [*woods, "farm", *hedges, "rubble"]
    assert ids("going") == ["river", "west-ford", "east-ford", *woods, "farm", *hedges, "rubble"]
    assert "hill" in [piece.id for piece in battlefield("kreuzdorf").in_the_way.pieces]


def test_kreuzdorf_is_set_up_as_described() -> None:
    file = content.SHELF.scenario("kreuzdorf")
    assert (file.turns, file.deploys, file.reserves) == (6, "A", 0)
    ours, theirs = file.side["A"], file.side["B"]
    assert (ours.force, ours.baseline, ours.zone) == ("nato", "north", (0, 26, 72, 48))
    assert (theirs.force, theirs.baseline, theirs.zone) == ("soviet", "south", (0, 0, 72, 8))
    field = battlefield("kreuzdorf")
    assert field.baseline == {"A": 0, "B": 180}
    assert [(goal.id, goal.point, goal.points) for goal in field.objectives] == [
        ("church", Point(34_000, 31_500), 2), ("bunker", Point(21_000, 31_000), 2), ("hill", Point(60_000, 41_000), 2),
    ]  # fmt: skip
    [beyond] = file.breakthrough
    assert (beyond.side, beyond.toward, beyond.line, beyond.points) == ("B", "north", 40, 1)
    assert file.kill == []


def test_two_fords_is_set_up_as_described() -> None:
    file = content.SHELF.scenario("two-fords")
    assert (file.turns, file.deploys, file.reserves) == (5, "alternating", 2)
    ours, theirs = file.side["A"], file.side["B"]
    assert (ours.force, ours.baseline, ours.zone) == ("nato", "north", (0, 42, 72, 48))
    assert (theirs.force, theirs.baseline, theirs.zone) == ("soviet", "south", (0, 0, 72, 6))
    assert [(goal.id, goal.point, goal.points) for goal in battlefield("two-fords").objectives] == [
        ("bridge", Point(36_000, 23_500), 3), ("west-ford", Point(15_000, 23_500), 2),
        ("east-ford", Point(57_000, 23_500), 2),
    ]  # fmt: skip
    [kill] = file.kill
    assert (kill.cls, kill.points) == ("MBT", 1)
    assert file.breakthrough == []


def test_the_opening_scenario_is_small_and_stands_first() -> None:
    cards = content.SHELF.cards()
    assert [card.id for card in cards] == ["crossroads", "kreuzdorf", "two-fords"]
    assert [card.opening for card in cards] == [True, False, False]
    opening = cards[0]
    assert opening.sides == {"A": "NATO", "B": "Soviet Army"}
    assert (opening.turns, opening.minutes, opening.size) == (4, 15, (48_000, 36_000))
    forces = [units("crossroads", seat).values() for seat in "AB"]
    assert [len(force) for force in forces] == [7, 8]
    assert [sum(unit.profile.points for unit in force) for force in forces] == [220, 195]
    for force in forces:
        assert {unit.profile.cls for unit in force} == {"MBT", "APC", "INF", "SUPPORT"}
    goals = battlefield("crossroads").objectives
    assert [goal.text for goal in goals] == ["Inn (3 points)", "Sawmill (1 point)", "Chapel (1 point)"]


def test_a_scenario_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused, match="there is no scenario 'nothing'; there is crossroads, kreuzdorf, two-fords"):
        content.SHELF.scenario("nothing")
