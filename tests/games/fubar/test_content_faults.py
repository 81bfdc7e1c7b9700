"""Force lists and scenarios that are broken: nothing is loaded, and what is wrong is told with file, line and field."""

from __future__ import annotations

import pytest

from tests.games.faults import Fault, begun, told
from umpire.battle.datafile import DataError, DataFile
from umpire.games.fubar.content import SHELF

FORCE = """\
name = "Test force"
text = "A squad and a tank."
commander = "squad"
limit = 200

[[unit]]
id = "squad"
name = "Squad"

[[unit.figure]]
level = "regular"
armour = "LA"
weapons = ["Bolter"]
skills = ["leader"]

[[unit.figure]]
count = 4
level = "green"
weapons = ["Laser Rifle"]

[[unit]]
id = "tank"
name = "Tank"

[unit.vehicle]
level = "regular"
chassis = "heavy_tank"
save = 3
weapons = ["Laser Cannon"]
"""


def test_the_good_list_is_good() -> None:
    assert SHELF.checked_force(DataFile("good.toml", FORCE)).name == "Test force"


@pytest.mark.rule("FUBAR-PTS-06", "FUBAR-GEN-11")
@pytest.mark.parametrize(
    "fault",
    [
        ('level = "green"', 'level = "novice"', 18, "unit[0].figure[1].level", "'novice' is not a value it may have"),
        ('armour = "LA"', 'armour = "ZZ"', 12, "unit[0].figure[0].armour", "there is no armour 'ZZ' (FUBAR-GEN-11)"),
        (
            '"Bolter"',
            '"Slingshot"',
            13,
            "unit[0].figure[0].weapons[0]",
            "there is no weapon 'Slingshot' (FUBAR-PTS-06)",
        ),
        (
            '"leader"]',
            '"leader", "medic"]',
            14,
            "unit[0].figure[0].skills",
            "Regular may have 1 (FUBAR-SKL-02)",
        ),
        ('skills = ["leader"]', "", 6, "unit", "an army has at least one Leader, this has none (FUBAR-LDR-02)"),
        ("save = 3", "save = 7", 28, "unit[1].vehicle.save", "expected a whole number"),
        ("count = 4", "count = 0", 17, "unit[0].figure[1].count", "expected a whole number"),
        ("limit = 200", "limit = 60", 4, "limit", "costs 99 points of 60 (FUBAR-PTS-06)"),
        ('id = "tank"', 'id = "squad"', 22, "unit[1].id", "'squad' stands twice"),
        ('name = "Tank"', 'name = "Squad"', 23, "unit[1].name", "'Squad' stands twice"),
        ('commander = "squad"', 'commander = "tank"', 3, "commander", "Tank has no Leader (FUBAR-LDR-06)"),
        ('chassis = "heavy_tank"', 'chassis = "bike"', 27, "unit[1].vehicle.chassis", "is not a value it may have"),
        ("count = 4", "count = 4\ncolour = 3", 18, "unit[0].figure[1].colour", "is not a field known here"),
    ],
)
def test_what_is_wrong_with_a_list_is_told(fault: Fault) -> None:
    told(FORCE, SHELF.checked_force, fault)


@pytest.mark.rule("FUBAR-PTS-06")
def test_all_that_is_wrong_is_told_at_once() -> None:
    text = FORCE.replace('"Bolter"', '"Slingshot"').replace("limit = 200", "limit = 60").replace('["leader"]', "[]")
    with pytest.raises(DataError) as caught:
        SHELF.checked_force(DataFile("broken.toml", text))
    for rule in ("FUBAR-PTS-06", "FUBAR-LDR-02", "FUBAR-LDR-06"):
        assert rule in caught.value.message
    assert "there is no weapon 'Slingshot'" in caught.value.message
    assert "points of 60" in caught.value.message


@pytest.mark.rule("FUBAR-WPN-09")
def test_a_second_flamestorm_cannon_with_other_figures_is_an_error() -> None:
    weapon = '\n[[weapon]]\nname = "Flamestorm Cannon"\nrange = 16\nfp = 6\nmark = "*"\ncls = "V"\n'
    with pytest.raises(DataError, match="Flamestorm Cannon stands twice with different figures"):
        SHELF.checked_force(DataFile("broken.toml", FORCE + weapon))
    assert SHELF.checked_force(DataFile("good.toml", FORCE + weapon.replace("fp = 6", "fp = 5")))


SCENARIO = """\
title = "Test"
text = "A test."
minutes = 10
turns = 4
size = [48, 36]
deploys = ["B", "A"]
defender = "B"
start_on_guard = "defender"
crates = ["well"]
arrive = { p2 = 2 }
rides = { o1 = "o4" }

[side.A]
force = "landing-party"
baseline = "south"
zone = [0, 0, 48, 6]

[side.B]
force = "outpost"
baseline = "north"
zone = [0, 30, 48, 36]
units = ["o1", "o4"]

[[objective]]
id = "well"
name = "Well"
at = [24, 18]
points = 2

[[score]]
kind = "breached"
points = 1
target = "bridge"
text = "the bridge is gone"

[[system]]
id = "guns"
name = "Guns"
at = [24, 18]
side = "A"
dice = 3
radius = 8

[[trap]]
id = "trap"
terrain = "gully"

[[place]]
unit = "o1"
box = [0, 20, 48, 36]

[[terrain]]
id = "gully"
kind = "gully"
area = [20, 0, 24, 36]

[[terrain]]
id = "bridge"
kind = "bridge"
area = [20, 16, 24, 20]
over = ["gully"]
"""


def test_the_good_scenario_is_good() -> None:
    assert SHELF.checked(DataFile("good.toml", SCENARIO)).title == "Test"


@pytest.mark.parametrize(
    "fault",
    [
        ('force = "outpost"', 'force = "nobody"', 19, "side.B.force", "there is no force 'nobody'"),
        ("zone = [0, 0, 48, 6]", "zone = [0, 0, 2, 1]", 16, "side.A.zone", "too small for its force"),
        ("zone = [0, 30, 48, 36]", "zone = [0, 30, 48, 37]", 21, "side.B.zone", "the zone is west, south, east, north"),
        ('deploys = ["B", "A"]', 'deploys = ["B", "B"]', 6, "deploys", "names each side once"),
        ('defender = "B"', 'defender = "C"', 7, "defender", "there is no side C"),
        ('"o1", "o4"]', '"o1", "o9"]', 22, "side.B.units[1]", "outpost has no unit 'o9'"),
        ('"o1", "o4"]', '"o4"]', 22, "side.B.units", "a side has a Leader among its units (FUBAR-LDR-02)"),
        ('"o1", "o4"]', '"o1", "o4"]\nmissions = { heavy = 1 }', 23, "side.B.missions.heavy", "has not bought so many"),
        ("at = [24, 18]", "at = [24, 40]", 27, "objective[0].at", "lies off the table"),
        ('crates = ["well"]', 'crates = ["pump"]', 9, "crates[0]", "there is no objective 'pump'"),
        ("{ p2 = 2 }", "{ p9 = 2 }", 10, "arrive.p9", "there is no unit 'p9' here"),
        ('{ o1 = "o4" }', '{ o1 = "o9" }', 11, "rides.o1", "there is no unit 'o9' here"),
        ('target = "bridge"', 'target = "tunnel"', 33, "score[0].target", "there is no 'tunnel' for breached"),
        ('kind = "breached"', 'kind = "leader"', 33, "score[0].target", "leader has no target"),
        ('terrain = "gully"', 'terrain = "cave"', 46, "trap[0].terrain", "there is no terrain 'cave'"),
        ('unit = "o1"', 'unit = "o2"', 49, "place[0].unit", "there is no unit 'o2' here"),
        ("area = [20, 0, 24, 36]", "area = [20, 0, 24, 37]", 55, "terrain[0].area", "on the table"),
        ("area = [20, 0, 24, 36]", "circle = [40, 9, 10]", 55, "terrain[0].circle", "off the table"),
        ("area = [20, 0, 24, 36]", "", 52, "terrain[0]", "give exactly one of area, circle and line"),
        ('over = ["gully"]', "", 57, "terrain[1].over", "a bridge, and nothing else, names what it leads over"),
        ('over = ["gully"]', 'over = ["river"]', 61, "terrain[1].over", "there is no terrain 'river'"),
        ('id = "gully"\nkind', 'id = "wreck-1"\nkind', 53, "terrain[0].id", "are for wrecks"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_told(fault: Fault) -> None:
    told(SCENARIO, begun("fubar"), fault)


@pytest.mark.rule("FUBAR-INIT-05", "FUBAR-LDR-06")
def test_a_scenario_may_have_three_sides_and_make_a_figure_a_leader() -> None:
    text = SCENARIO.replace('deploys = ["B", "A"]', 'deploys = ["B", "A", "C"]').replace("[[objective]]", (
        '[side.C]\nforce = "free-colonies"\nbaseline = "east"\nzone = [40, 8, 48, 28]\nunits = ["b9", "b13"]\n'
        'leader = "b9"\nexits = ["north", "south"]\n\n[[objective]]'
    ))  # fmt: skip
    from tests.games.fubar.dice import house
    from umpire.games.fubar.content import Content

    content = Content("three", SHELF.checked(DataFile("three.toml", text)), house())
    assert content.seats == ("A", "B", "C")
    assert content.exits["C"] == (0, 180)
    record = content.fresh()
    assert {side.seat: side.commander for side in record.sides} == {"A": "p1.1", "B": "o1.1", "C": "b9.1"}
    (bikes,) = [unit for unit in record.units if unit.id == "b9"]
    assert [figure.profile.has("leader") for figure in bikes.figures] == [True, False, False]
    assert bikes.figures[0].profile.points == 18 + 8
