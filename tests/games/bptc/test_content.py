"""Forces and scenarios of the specification: points, counting units, breakpoints, stat lines, terrain, objectives."""

from __future__ import annotations

import pytest

from umpire.games.bptc import GAME, sheet
from umpire.games.bptc.content import SHELF, Content, counts, rates
from umpire.games.bptc.features import kind_of
from umpire.games.bptc.records import Record
from umpire.games.bptc.schema import UnitEntry


def content(scenario: str, **options: object) -> Content:
    file = SHELF.scenario(scenario)
    house = GAME.house({**file.options, **options})
    return Content(scenario, file, house)


def fresh(scenario: str) -> Record:
    return content(scenario).fresh()


# --- Forces ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "seat", "points", "counting", "breakpoint"),
    [
        ("alder-farm", "A", 1095, 10, 5),
        ("alder-farm", "B", 1220, 9, 5),
        ("san-marco", "A", 1105, 11, 6),
        ("san-marco", "B", 1625, 14, 7),
    ],
)
@pytest.mark.rule("BPTC-BRK-01", "BPTC-BRK-02", "BPTC-BRK-03", "BPTC-BRK-04", "BPTC-BRK-05")
def test_points_counting_units_and_breakpoint(
    scenario: str, seat: str, points: int, counting: int, breakpoint: int
) -> None:
    record = fresh(scenario)
    side = next(side for side in record.sides if side.seat == seat)
    assert sum(unit.profile.points for unit in record.units if unit.side == seat) == points
    assert (side.counting, side.breakpoint) == (counting, breakpoint)


@pytest.mark.rule("BPTC-BRK-01", "BPTC-BRK-02", "BPTC-BRK-03", "BPTC-BRK-04")
def test_all_count_toward_the_breakpoint_but_command_recce_and_transport() -> None:
    units = fresh("san-marco").units
    left_out = sorted(unit.id for unit in units if not counts(unit.profile))
    assert left_out == [
        "a-co", "a-hq1", "a-hq2", "a12", "a13", "b-co", "b-hq1", "b-hq2", "b-hq3", "b12", "b16",
    ]  # fmt: skip


@pytest.mark.rule("BPTC-SET-01")
def test_every_unit_has_its_commander_and_every_army_one_co() -> None:
    units = {unit.id: unit for unit in fresh("san-marco").units}
    under = {
        "a-hq1": "a1 a2 a3 a5 a9 a11", "a-hq2": "a4 a6 a7 a10 a14", "a-co": "a12 a13", "b-hq1": "b1 b2 b3 b7 b13",
        "b-hq2": "b4 b5 b6 b8 b14 b15", "b-hq3": "b10 b11 b12", "b-co": "b9 b16",
    }  # fmt: skip
    for leader, led in under.items():
        assert sorted(uid for uid, unit in units.items() if unit.commander == leader) == sorted(led.split())
    for seat in "AB":
        assert [unit.profile.role for unit in units.values() if unit.side == seat].count("CO") == 1
    assert {uid: units[uid].profile.cv for uid in under} == {
        "a-co": 9, "a-hq1": 8, "a-hq2": 8, "b-co": 9, "b-hq1": 8, "b-hq2": 8, "b-hq3": 7,
    }  # fmt: skip


@pytest.mark.rule("BPTC-SET-02", "BPTC-FRM-15")
def test_everybody_begins_fresh_and_in_a_formation_of_his_arm() -> None:
    for scenario in SHELF.scenario_names:
        for unit in fresh(scenario).units:
            assert (unit.hits, unit.suppressed, unit.place) == (0, False, "off")
            allowed = sheet.formations_of(unit.profile.arm, unit.mode)
            assert unit.formation in allowed if allowed else unit.formation == ""
    units = {unit.id: unit for unit in fresh("alder-farm").units}
    assert units["a5"].formation == "extended_line"
    assert (units["a7"].mode, units["a9"].mode, units["a1"].mode) == ("mounted", "unlimbered", "foot")


LINES = {
    "a1": ("infantry", 4, 10, 0, 0, 0, 2, 20, 8, 5),
    "a5": ("infantry", 3, 12, 0, 0, 0, 2, 30, 6, 5),
    "a6": ("infantry", 4, 8, 0, 0, 0, 2, 20, 8, 4),
    "a7": ("cavalry", 3, 10, 30, 0, 0, 1, 15, 6, 5),
    "a8": ("cavalry", 2, 0, 30, 0, 0, 0, 0, 4, 6),
    "a9": ("artillery_foot", 3, 5, 0, 15, 0, 3, 60, 6, 6),
    "a10": ("artillery_horse", 2, 5, 0, 30, 10, 3, 50, 4, 6),
    "a11": ("engineer", 2, 10, 0, 0, 0, 1, 15, 4, 5),
    "a12": ("transport", 1, 15, 0, 0, 0, 0, 0, 3, None),
    "a13": ("boat", 1, 15, 0, 0, 0, 0, 0, 3, None),
    "a14": ("guerrilla", 3, 12, 0, 0, 0, 1, 15, 6, None),
    "b7": ("infantry", 4, 12, 0, 0, 0, 2, 20, 8, 5),
    "b9": ("infantry", 6, 10, 0, 0, 0, 2, 20, 12, 4),
    "b10": ("cavalry", 4, 0, 30, 0, 0, 0, 0, 8, 4),
    "b13": ("artillery_foot", 4, 5, 0, 15, 0, 3, 60, 8, 6),
    "b14": ("artillery_foot", 2, 5, 0, 15, 0, 4, 80, 4, 6),
    "b-co": ("command", 1, 10, 30, 0, 0, 0, 0, 4, 6),
}
"""Arm, stands, rates (on foot, mounted, limbered, prolonge), attack, range, hits, save."""


@pytest.mark.parametrize("uid", LINES)
def test_stat_lines_are_those_of_the_specification(uid: str) -> None:
    units = [*fresh("san-marco").units, *fresh("alder-farm").units]
    line = next(unit.profile for unit in units if unit.id == uid)
    moves = (line.move, line.mounted_move, line.limbered_move, line.prolonge_move)
    found = (
        line.arm,
        line.stands,
        *(rate // 1000 for rate in moves),
        line.attack,
        line.range // 1000,
        line.hits,
        line.save,
    )
    assert found == LINES[uid]


def test_the_guard_has_columns_of_three_and_wagons_room_for_four() -> None:
    units = {unit.id: unit.profile for unit in fresh("san-marco").units}
    assert (units["b9"].column_front, units["b1"].column_front) == (3, 2)
    assert [units[uid].capacity for uid in ("a12", "a13", "b16", "a1")] == [4, 4, 4, 0]


def entry(arm: str, **more: object) -> UnitEntry:
    fields: dict[str, object] = {
        "id": "x",
        "name": "X",
        "arm": arm,
        "units": ["x"],
        "stands": 1,
        "hits": 1,
        "points": 1,
    }
    return UnitEntry(**{**fields, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arm", "usual"),
    [
        ("command", (10, 30, 0, 0)), ("infantry", (10, 0, 0, 0)), ("cavalry", (0, 30, 0, 0)),
        ("artillery_foot", (5, 0, 15, 0)), ("artillery_horse", (5, 0, 30, 0)), ("transport", (15, 0, 0, 0)),
        ("boat", (15, 0, 0, 0)), ("engineer", (10, 0, 0, 0)), ("guerrilla", (10, 0, 0, 0)),
    ],
)  # fmt: skip
@pytest.mark.rule(
    "BPTC-MOV-01", "BPTC-MOV-02", "BPTC-MOV-03", "BPTC-MOV-04", "BPTC-MOV-05", "BPTC-MOV-07", "BPTC-MOV-08",
    "BPTC-MOV-10",
)  # fmt: skip
def test_a_line_without_rates_has_the_standard_ones(arm: str, usual: tuple[int, int, int, int]) -> None:
    assert rates(entry(arm)) == usual


@pytest.mark.rule("BPTC-MOV-06", "BPTC-MOV-09", "BPTC-MOV-10")
def test_the_list_overrides_and_keywords_add() -> None:
    assert rates(entry("cavalry", mounted=25.0)) == (0, 25, 0, 0)
    assert rates(entry("cavalry", keywords=["mounted_infantry"])) == (10, 30, 0, 0)
    assert rates(entry("artillery_foot", keywords=["prolonge"])) == (5, 0, 15, 10)
    assert rates(entry("infantry", move=12.0)) == (12, 0, 0, 0)


@pytest.mark.rule("BPTC-INI-02")
def test_the_initiative_distance_is_that_of_the_house_rules() -> None:
    assert [content("alder-farm").initiative(seat) for seat in "AB"] == [20_000, 20_000]
    assert content("alder-farm", initiative_distance=30).initiative("A") == 30_000


# --- Scenarios ------------------------------------------------------------------------------------------------


def test_there_are_two_scenarios_of_the_specification_and_a_small_one_to_begin_with() -> None:
    assert SHELF.scenario_names == ("farm-lane", "alder-farm", "san-marco")
    cards = {card.id: card for card in SHELF.cards()}
    assert [card.opening for card in cards.values()] == [True, False, False]
    assert 10 <= cards["farm-lane"].minutes <= 15
    assert (cards["alder-farm"].turns, cards["san-marco"].turns) == (8, 10)
    assert cards["alder-farm"].size == cards["san-marco"].size == (180_000, 120_000)
    assert [content(name).first for name in ("alder-farm", "san-marco")] == ["B", "B"]


@pytest.mark.rule("BPTC-TER-18")
def test_alder_farm_lies_as_written() -> None:
    found = {
        feature.id: (feature.cls, feature.ground, bounds(feature.shape)) for feature in content("alder-farm").features
    }
    assert found["wood"] == ("high", ("woods",), (25, 55, 55, 75))
    assert found["cornfield"] == ("low", (), (127.5, 45, 152.5, 65))
    assert found["marsh"] == ("partially_wet", ("marsh",), (140, 77.5, 160, 92.5))
    assert found["south-hill"] == ("high_ground", ("gentle_hill",), (70, 7.5, 110, 32.5))
    assert found["north-hill"] == ("high_ground", ("gentle_hill",), (40, 87.5, 80, 112.5))
    assert found["mud"] == ("open", ("mud",), (80, 73, 110, 83))
    assert found["rough"] == ("low", ("rough",), (12.5, 32.5, 27.5, 47.5))
    assert found["brook"][0] == "shallow_wet"
    assert found["west-hedge"][0] == found["east-hedge"][0] == "linear"
    built = {
        each.id: (each.kind, each.base.x // 1000, each.base.y // 1000) for each in content("alder-farm").constructions
    }
    assert built == {"barn": ("wooden_building", 85, 60), "farmhouse": ("brick_building", 95, 60)}


def bounds(shape: tuple[tuple[int, int], ...]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return min(xs) / 1000, min(ys) / 1000, max(xs) / 1000, max(ys) / 1000


@pytest.mark.rule("BPTC-TER-18")
def test_san_marco_lies_as_written() -> None:
    here = content("san-marco")
    found = {feature.id: (feature.cls, feature.ground, bounds(feature.shape)) for feature in here.features}
    assert found["river"] == ("deep_wet", (), (0, 50, 180, 62))
    assert found["snow"] == ("open", ("deep_snow",), (0, 0, 45, 120))
    assert found["sand"] == ("open", ("soft_sand",), (160, 0, 180, 120))
    assert found["swamp"] == ("high", ("swamp",), (50, 75, 70, 95))
    assert found["village"] == ("high", ("bua",), (110, 82, 130, 98))
    assert found["cliff"] == ("impassable", (), (10, 67.5, 30, 72.5))
    assert found["orchard"] == ("low", (), (20, 34.5, 40, 49.5))
    assert found["wood"] == ("high", ("woods",), (140, 32.5, 160, 47.5))
    built = {each.id: (each.kind, each.base.width // 1000) for each in here.constructions}
    assert built == {
        "fortification": ("stone_fortification", 25), "fortified-works": ("fortified_works", 15),
        "log-works": ("log_works", 15), "breast-works": ("breast_works", 15), "church": ("stone_building", 6),
        "bridge": ("bridge", 6),
    }  # fmt: skip
    assert set(here.start) == {"a12", "a13"}
    assert here.dug_in == {"A": ("fortification", "fortified-works", "log-works", "breast-works"), "B": ()}


def test_what_is_worth_points() -> None:
    farm = [(each.id, each.points, each.kind) for each in content("alder-farm").objectives]
    assert farm == [
        ("barn", 2, "hold"), ("farmhouse", 2, "hold"), ("south-hill", 1, "hold"), ("north-hill", 1, "hold"),
        ("road-exit", 3, "exit"),
    ]  # fmt: skip
    siege = [(each.id, each.points, each.destroyed, each.default) for each in content("san-marco").objectives]
    assert siege == [
        ("fortification", 5, "B", "A"), ("village", 3, "", ""), ("bridge", 2, "A", ""), ("fortified-works", 1, "", ""),
        ("log-works", 1, "", ""), ("breast-works", 1, "", ""),
    ]  # fmt: skip


@pytest.mark.rule("BPTC-SET-02")
def test_guerrillas_hide_south_of_the_river_unless_the_house_rules_say_no() -> None:
    zone = content("san-marco").hidden_zone["A"]
    assert zone is not None
    assert bounds(zone) == (0, 0, 180, 50)
    assert content("san-marco", guerrilla_hidden=False).hidden_zone["A"] is None


def test_a_siege_leaves_its_marks_unless_the_players_say_otherwise() -> None:
    assert content("san-marco").house.construction_damage_persists
    assert not content("san-marco", construction_damage_persists=False).house.construction_damage_persists
    assert not content("alder-farm").house.construction_damage_persists


CLASSES = {
    "linear": "wall hedge fence ditch",
    "low": "crops scrub rough orchard rubble",
    "high": "wood built_up swamp",
    "high_ground": "hill gentle_hill",
    "partially_wet": "marsh stream_bed",
    "shallow_wet": "ford brook",
    "deep_wet": "river lake",
    "impassable": "cliff",
}


@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.rule("BPTC-TER-18")
def test_each_kind_of_terrain_is_of_its_class(cls: str) -> None:
    assert [kind_of(word).cls for word in CLASSES[cls].split()] == [cls] * len(CLASSES[cls].split())


@pytest.mark.rule("BPTC-HIT-05")
def test_areas_hedges_fences_and_walls_are_soft_cover() -> None:
    soft = ("wall", "hedge", "fence", "crops", "scrub", "rough", "orchard", "rubble", "wood", "built_up", "swamp")
    assert {kind_of(word).cover for word in soft} == {"soft"}
    assert {kind_of(word).cover for word in ("ditch", "hill", "brook", "road", "mud")} == {"none"}
