"""Forces and scenarios: what their files hold."""

from __future__ import annotations

from typing import Any

import pytest

from umpire.battle.decisions import Refused
from umpire.games.fwc import GAME, content, schema
from umpire.games.fwc.schema import TerrainEntry

# --- Forces -----------------------------------------------------------------------------------------------------

FORCES: dict[str, str] = {
    # count, unit, class, move, attacks, range (off: off the table, any: unlimited), hits, save, points
    "orion": """
        1  co              command   30  0  0    4  5  100
        2  hq              command   25  0  0    4  5  60
        1  fao             command   20  0  0    3  -  40
        1  fac             command   20  0  0    3  -  40
        2  scout-hover     recon     30  2  40   3  6  50
        4  power-infantry  infantry  15  4  30   4  5  60
        4  line-infantry   infantry  10  3  30   4  -  30
        4  wolverine-ifv   afv       25  3  40   4  5  65
        4  hover-tank      afv       25  5  60   5  4  120
        1  titan-walker    walker    15  8  80   8  4  320
        1  dome-carrier    vehicle   15  0  0    4  5  90
        1  cryo-crawler    vehicle   20  4  30   4  5  80
        1  engineers       infantry  10  2  15   4  -  35
        1  sniper          infantry  10  2  40   3  -  25
        1  aa-track        afv       20  2  40   4  5  70
        2  sp-howitzer     artillery 15  4  150  4  6  90
        1  frigate-lance   artillery 0   6  off  -  3  200
        2  falcon-jet      aircraft  0   5  off  -  -  110
        1  gunship         gunship   40  4  40   4  5  130
        1  dropship        dropship  40  1  20   5  5  90
    """,
    "levy": """
        1  co                 command   20  0  0    4  -  70
        3  hq                 command   20  0  0    4  -  40
        1  fao                command   20  0  0    3  -  30
        1  fac                command   20  0  0    3  -  30
        2  buggy              recon     30  1  30   3  -  25
        8  militia            infantry  10  2  30   4  -  20
        3  jungle-guerrillas  infantry  12  3  20   4  -  35
        3  truck              transport 25  0  0    3  -  15
        4  battle-tank        afv       20  4  50   5  5  85
        3  at-gun             gun       5   4  70   3  -  45
        2  mortar             gun       5   3  80   3  -  35
        3  field-howitzer     artillery 0   4  off  4  -  60
        2  flak-gun           gun       5   2  30   3  -  45
        2  drone-swarm        infantry  15  2  15   2  -  10
        1  ore-crawler        vehicle   10  6  50   9  4  260
        2  scrap-bomber       aircraft  0   4  off  -  -  80
    """,
}
POINTS = {"orion": 2940, "levy": 1945 - 80}
"""The 80 points of the Levy's obstacles are terrain here."""

SPECIAL: dict[tuple[str, str], dict[str, Any]] = {
    ("orion", "co"): {"cv": 9, "role": "CO", "keywords": {"hover"}},
    ("orion", "hq"): {"cv": 8, "role": "HQ"},
    ("orion", "fao"): {"cv": 8, "role": "FAO"},
    ("orion", "fac"): {"cv": 8, "role": "FAC"},
    ("orion", "scout-hover"): {"designator": 60, "keywords": {"independent"}},
    ("orion", "power-infantry"): {"shield": 1, "keywords": {"elite", "assault"}},
    ("orion", "wolverine-ifv"): {"ifv": 2, "capacity": 1, "keywords": {"ifv", "smoke"}},
    ("orion", "hover-tank"): {"keywords": {"hover", "stabilised", "guided"}},
    ("orion", "titan-walker"): {"shield": 3, "keywords": {"massive"}},
    ("orion", "dome-carrier"): {"keywords": {"dome_generator"}},
    ("orion", "cryo-crawler"): {"keywords": {"freeze"}},
    ("orion", "engineers"): {"keywords": {"engineer"}},
    ("orion", "sniper"): {"keywords": {"sniper", "independent"}},
    ("orion", "aa-track"): {"aa": (4, 60), "keywords": {"aa"}},
    ("orion", "sp-howitzer"): {"keywords": {"howitzer"}},
    ("orion", "frigate-lance"): {"keywords": {"spacecraft"}},
    ("orion", "dropship"): {"capacity": 3},
    ("levy", "co"): {"cv": 8, "role": "CO"},
    ("levy", "hq"): {"cv": 7, "role": "HQ"},
    ("levy", "fao"): {"cv": 7, "role": "FAO"},
    ("levy", "fac"): {"cv": 7, "role": "FAC"},
    ("levy", "jungle-guerrillas"): {"keywords": {"adaptive_camo", "independent"}},
    ("levy", "truck"): {"capacity": 2, "keywords": {"unarmoured"}},
    ("levy", "mortar"): {"keywords": {"mortar"}},
    ("levy", "field-howitzer"): {"keywords": {"howitzer"}},
    ("levy", "flak-gun"): {"aa": (4, 60), "keywords": {"aa"}},
    ("levy", "drone-swarm"): {"keywords": {"expendable"}},
    ("levy", "ore-crawler"): {"keywords": {"massive"}},
}


def row(entry: schema.UnitEntry) -> list[str]:
    reach = "off" if entry.off_table else "any" if entry.range is None else str(entry.range)
    hits = "-" if entry.hits is None else str(entry.hits)
    save = "-" if entry.save is None else str(entry.save)
    figures = [str(figure) for figure in (entry.move, entry.attacks)]
    return [str(entry.count), entry.id, entry.cls, *figures, reach, hits, save, str(entry.points)]


@pytest.mark.parametrize("name", FORCES)
def test_a_force_has_the_units_of_its_list(name: str) -> None:
    expected = [line.split() for line in FORCES[name].split("\n") if line.strip()]
    assert [row(entry) for entry in content.SHELF.force(name).unit] == expected


@pytest.mark.parametrize("name", FORCES)
def test_what_units_have_beyond_their_figures(name: str) -> None:
    nothing = {"cv": 2, "role": "", "ifv": 0, "shield": 0, "designator": 0, "capacity": 0, "aa": None}
    for entry in content.SHELF.force(name).unit:
        expected = {**nothing, "keywords": set(), **SPECIAL.get((name, entry.id), {})}
        found = {field: getattr(entry, field) for field in nothing}
        assert {**found, "keywords": set(entry.keywords)} == expected


@pytest.mark.parametrize(("name", "points"), POINTS.items())
def test_a_force_costs_what_its_list_says(name: str, points: int) -> None:
    assert sum(entry.count * entry.points for entry in content.SHELF.force(name).unit) == points


@pytest.mark.rule("FWC-AAF-03")
@pytest.mark.parametrize("dice", [0, 1, 2])
def test_co_and_hq_have_anti_aircraft_dice_by_the_house_rule_others_only_if_listed(dice: int) -> None:
    for unit in GAME.begin("relay-strike", {"co_hq_aa": dice}).units.values():
        if unit.profile.role in ("CO", "HQ"):
            assert (unit.profile.aa_dice, unit.profile.aa_range) == (dice, 30_000)
        else:
            assert unit.profile.aa_dice == (4 if unit.profile.has("aa") else 0)


# --- Scenarios --------------------------------------------------------------------------------------------------

BATTLEGROUPS = {
    # scenario, side: points, counting points, breakpoint, tech level, air superiority
    ("relay-strike", "A"): (2940, 24, 12, "advanced", "partial"),
    ("relay-strike", "B"): (1865, 24, 12, "primitive", "none"),
    ("three-towns", "A"): (2130, 19, 10, "advanced", "none"),
    ("three-towns", "B"): (2120, 27, 14, "contemporary", "full"),
}


@pytest.mark.rule("FWC-BRK-01", "FWC-BRK-02", "FWC-BRK-03")
@pytest.mark.parametrize(("name", "seat"), BATTLEGROUPS)
def test_the_battlegroups_of_a_scenario(name: str, seat: str) -> None:
    state = GAME.begin(name, {})
    side = state.sides[seat]
    points = sum(unit.profile.points for unit in state.units.values() if unit.side == seat)
    found = (points, side.counting, side.breakpoint, side.tech, side.air)
    assert found == BATTLEGROUPS[name, seat]


TERRAIN: dict[str, list[tuple[str, tuple[float, ...]]]] = {
    # kind, and box (middle x, y, width, depth), circle (x, y, radius) or line (x, y, x, y, width)
    "relay-strike": [
        ("hill", (60, 50, 15)),
        ("dense", (30, 60, 20, 15)),
        ("dense", (130, 50, 20, 15)),
        ("building", (83, 53, 8, 8)),
        ("building", (97, 53, 8, 8)),
        ("building", (83, 67, 8, 8)),
        ("building", (97, 67, 8, 8)),
        ("wall", (58, 40, 88, 40, 0.5)),
        ("road", (90, 0, 90, 120, 4)),
        ("laser_wire", (70, 74, 88, 74, 0.5)),
        ("laser_wire", (92, 74, 134, 74, 0.5)),
        ("toxic_ditch", (100, 82, 140, 82, 2)),
        ("scorched", (60, 80, 20, 20)),
    ],
    "three-towns": [
        ("building", (40, 60, 20, 20)),
        ("building", (90, 60, 20, 20)),
        ("building", (140, 60, 20, 20)),
        ("road", (0, 60, 180, 60, 4)),
        ("impassable", (65, 27.5, 4, 55)),
        ("impassable", (65, 92.5, 4, 55)),
        ("bridge", (65, 60, 4, 10)),
        ("dense", (110, 30, 30, 20)),
        ("hill", (150, 80, 30, 15)),
    ],
}


def figures(piece: TerrainEntry) -> tuple[float, ...]:
    if piece.line is not None:
        return (*[length for point in piece.line for length in point], piece.width)
    return tuple(piece.box or piece.circle or ())


@pytest.mark.parametrize("name", TERRAIN)
def test_the_terrain_of_a_scenario(name: str) -> None:
    file = content.SHELF.scenario(name)
    assert file.size == (180, 120)
    assert [(piece.kind, figures(piece)) for piece in file.terrain] == TERRAIN[name]
    assert [piece.id for piece in file.terrain if piece.height != (piece.kind == "hill")] == []


def test_relay_strike_is_set_up_as_described() -> None:
    file = content.SHELF.scenario("relay-strike")
    bunkers = [(entry.side, entry.at, entry.hits, entry.save, entry.score) for entry in file.installation]
    assert bunkers == [("B", (78, 85), 8, 4, 5), ("B", (120, 90), 8, 4, 5)]
    assert (file.turns, file.limit_winner, file.first, file.deploys) == (10, "B", "A", "B")
    ours, theirs = file.side["A"], file.side["B"]
    assert (ours.baseline, ours.zone, ours.dig_in, ours.dugouts, ours.hidden) == (
        "south", (0, 0, 180, 20), False, 0, False,
    )  # fmt: skip
    assert (theirs.baseline, theirs.zone, theirs.dig_in, theirs.dugouts, theirs.hidden) == (
        "north", (0, 60, 180, 120), True, 4, True,
    )  # fmt: skip
    assert file.hold_fire == schema.HoldFire("B", 30)
    [goal] = file.objective
    assert (goal.kind, goal.side, goal.targets, goal.need) == ("knock_out", "A", ["relay-west", "relay-east"], 2)


def test_three_towns_is_set_up_as_described() -> None:
    file = content.SHELF.scenario("three-towns")
    assert (file.turns, file.limit_winner, file.first) == (8, "score", "A")
    assert (file.side["A"].baseline, file.side["A"].zone) == ("south", (0, 0, 180, 20))
    assert (file.side["B"].baseline, file.side["B"].zone) == ("north", (0, 100, 180, 120))
    [goal] = file.objective
    assert (goal.kind, goal.side, goal.need) == ("hold", "both", 2)
    assert goal.targets == ["west-town", "mid-town", "east-town"]


def test_a_scenario_changes_the_force_it_is_fought_with() -> None:
    def count(seat: str, unit: str) -> int:
        return sum(each.profile.id == f"{seat.lower()}-{unit}" for each in GAME.begin("three-towns", {}).units.values())

    for gone in ("frigate-lance", "dome-carrier", "cryo-crawler", "dropship"):
        assert count("A", gone) == 0
    assert (count("A", "falcon-jet"), count("A", "hover-tank"), count("B", "battle-tank")) == (1, 2, 7)


def test_the_opening_scenario_stands_first_and_every_card_can_be_played() -> None:
    cards = GAME.scenarios()
    assert [card.opening for card in cards] == [True] + [False] * (len(cards) - 1)
    for card in cards:
        assert GAME.begin(card.id, {}).phase == "setup"
        assert card.sides.keys() == {"A", "B"}


def test_a_scenario_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused, match="there is no scenario 'nothing'; there is first-contact, relay-strike"):
        content.SHELF.scenario("nothing")
