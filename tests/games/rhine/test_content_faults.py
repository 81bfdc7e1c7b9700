"""Force lists and scenarios that are broken: nothing is loaded, and what is wrong is told with file, line and field."""

from __future__ import annotations

import pytest

from tests.games.faults import Fault, begun, told
from tests.games.rhine.dice import house
from umpire.battle.datafile import DataError, DataFile
from umpire.games.rhine import content
from umpire.games.rhine.content import SHELF

# --- Force lists ------------------------------------------------------------------------------------------------

FORCE = """\
name = "Test force"
text = "A tank, a squad in its carrier, a team, a helicopter."

[[unit]]
id = "tank"
name = "Tank"
cls = "MBT"
units = ["t1"]
command = true
points = 46
morale = 6
armour = [14, 12]
weapons = [{ kind = "gun", value = 10, to_hit = 5 }]

[[unit]]
id = "squad"
name = "Squad"
cls = "INF"
units = ["i1", "i2"]
points = 33
morale = 5
to_hit = 5

[[unit]]
id = "carrier"
name = "Carrier"
cls = "APC"
mobility = "tracked"
units = ["c1"]
points = 7
morale = 4
armour = [10, 8]
weapons = [{ kind = "gun", value = 0, to_hit = 5 }]

[[unit]]
id = "helicopter"
name = "Helicopter"
cls = "HELO"
units = ["h1"]
points = 100
weapons = [{ kind = "atgm", value = 12, to_hit = 3 }]

[rides]
i1 = "c1"
"""

NAMED_BY_THE_RULE: list[Fault] = [
    ('cls = "MBT"', 'cls = "TANK"', 7, "unit[0].cls", "'TANK' is not a value it may have"),
    ("morale = 6", "morale = 0", 11, "unit[0].morale", ">= 1"),
    ("armour = [14, 12]", "armour = [14, -1]", 12, "unit[0].armour[1]", ">= 0"),
    ("value = 10, to_hit = 5 }", "value = 10 }", 13, "unit[0].weapons[0].to_hit", "an armed unit needs a to-hit"),
    ("to_hit = 5\n", "", 15, "unit[1].to_hit", "an armed unit needs a to-hit"),
    ('units = ["t1"]', 'units = ["t1", "t2"]', 9, "unit[0].command", "one command unit, not two"),
    ("to_hit = 5\n", "to_hit = 5\ncommand = true\n", 23, "unit[1].command", "one command unit, not two"),
    ('i1 = "c1"', 'i1 = "c1"\ni2 = "c1"', 45, "rides.i2", "Carrier c1 carries 2, but has room for 1"),
    ('i1 = "c1"', 'i1 = "t1"', 44, "rides.i1", "Tank t1 carries 1, but has room for 0"),
]

OTHER_FAULTS: list[Fault] = [
    ("points = 46", "points = = 46", 10, "", "is not TOML"),
    ("points = 46\n", "", 4, "unit[0].points", "is missing"),
    ("points = 46", "points = 46\nsped = 10", 11, "unit[0].sped", "is not a field known here"),
    ("points = 46", 'points = "many"', 10, "unit[0].points", "expected a whole number, got text"),
    ("points = 46", "points = 46\nbp = 0", 11, "unit[0].bp", ">= 1"),
    ('kind = "gun"', 'kind = "laser"', 13, "unit[0].weapons[0].kind", "'laser' is not a value it may have"),
    ("value = 10, to_hit = 5", "value = 10, to_hit = 11", 13, "unit[0].weapons[0].to_hit", "<= 10"),
    ("value = 10, to_hit = 5", "to_hit = 5", 13, "unit[0].weapons[0].value", "is missing"),
    ("value = 10", "value = -1", 13, "unit[0].weapons[0].value", ">= 0"),
    ('id = "squad"', 'id = "tank"', 16, "unit[1].id", "'tank' stands twice"),
    ('["i1", "i2"]', '["i1", "t1"]', 19, "unit[1].units[1]", "'t1' stands twice"),
    ("command = true\n", "", 4, "unit", "this has none"),
    ('cls = "MBT"', 'cls = "APC"\nmobility = "tracked"', 10, "unit[0].command", "nor a transport can be"),
    ("morale = 6\n", "", 4, "unit[0].morale", "needs a morale value"),
    ("points = 100", "points = 100\nmorale = 4", 41, "unit[3].morale", "a helicopter has no morale value"),
    ("armour = [14, 12]", "armour = [14]", 12, "unit[0].armour", "front and side"),
    ("armour = [14, 12]", "armour = [14, 12, 10, 8]", 12, "unit[0].armour", "front and side"),
    ("to_hit = 5\n", "to_hit = 5\narmour = [1, 1]\n", 23, "unit[1].armour", "only vehicles have armour"),
    ("to_hit = 5\n", "to_hit = 5\ncapacity = 1\n", 23, "unit[1].capacity", "only vehicles carry others"),
    ("to_hit = 5\n", "to_hit = 5\nsmoke = 1\n", 23, "unit[1].smoke", "smoke dischargers"),
    ("to_hit = 5\n", "to_hit = 5\nfast = true\n", 23, "unit[1].fast", "only an MBT"),
    ("points = 100", 'points = 100\naa = "gun"', 41, "unit[3].aa", "no anti-aircraft weapon"),
    ("weapons = [{ kind = \"atgm\", value = 12, to_hit = 3 }]", "", 35, "unit[3].weapons", "needs a weapon"),
    ('i1 = "c1"', 'i9 = "c1"', 44, "rides.i9", "no unit 'i9'"),
    ('i1 = "c1"', 'i1 = "c9"', 44, "rides.i1", "no unit 'c9'"),
    ('i1 = "c1"', 't1 = "c1"', 44, "rides.t1", "Tank is not on foot"),
]  # fmt: skip


def test_the_force_list_the_broken_ones_are_made_of_is_good() -> None:
    assert [entry.id for entry in SHELF.checked_force(DataFile("good.toml", FORCE)).unit] == [
        "tank", "squad", "carrier", "helicopter",
    ]  # fmt: skip


@pytest.mark.rule("RHINE-ERR-03")
@pytest.mark.parametrize("fault", NAMED_BY_THE_RULE)
def test_what_the_rule_names_stops_the_loading_of_a_force(fault: Fault) -> None:
    told(FORCE, SHELF.checked_force, fault)


@pytest.mark.rule("RHINE-ERR-03")
@pytest.mark.parametrize("fault", OTHER_FAULTS)
def test_a_broken_force_list_is_told_with_file_line_and_field(fault: Fault) -> None:
    told(FORCE, SHELF.checked_force, fault)


@pytest.mark.rule("RHINE-TERR-09")
@pytest.mark.parametrize(
    "fault",
    [
        ('mobility = "tracked"\n', "", 24, "unit[2].mobility", "wheeled, atv or tracked"),
        ('mobility = "tracked"', 'mobility = "foot"', 28, "unit[2].mobility", "wheeled, atv or tracked"),
        ("points = 46", 'points = 46\nmobility = "wheeled"', 11, "unit[0].mobility", "MBT is always tracked"),
        ("points = 33", 'points = 33\nmobility = "air"', 21, "unit[1].mobility", "INF is always foot"),
    ],
)
def test_a_light_vehicle_says_how_it_moves_and_for_the_others_the_class_settles_it(fault: Fault) -> None:
    told(FORCE, SHELF.checked_force, fault)


@pytest.mark.rule("RHINE-PEN-08")
def test_no_transport_takes_the_soviet_penalty() -> None:
    fault = ('mobility = "tracked"', 'mobility = "tracked"\nvulnerable = true', 29, "unit[2].vulnerable", "only MBTs")
    told(FORCE, SHELF.checked_force, fault)


@pytest.mark.rule("RHINE-TRN-01")
def test_a_transport_carries_one_unit_unless_it_says_more() -> None:
    both = FORCE.replace('i1 = "c1"', 'i1 = "c1"\ni2 = "c1"')
    larger = both.replace('cls = "APC"', 'cls = "APC"\ncapacity = 2')
    assert SHELF.checked_force(DataFile("good.toml", larger)).rides == {"i1": "c1", "i2": "c1"}
    with pytest.raises(DataError, match="has room for 1"):
        SHELF.checked_force(DataFile("broken.toml", both))


# --- Scenarios --------------------------------------------------------------------------------------------------

SCENARIO = """\
title = "Test"
text = "A test."
minutes = 10
turns = 5
size = [48, 36]
deploys = "A"
reserves = 1

[side.A]
force = "nato"
baseline = "north"
zone = [0, 26, 48, 36]

[side.B]
force = "soviet"
baseline = "south"
zone = [0, 0, 48, 8]
swap = { s6 = "asu-85" }

[[objective]]
id = "church"
name = "Church"
at = [20, 20]
points = 2

[[breakthrough]]
side = "B"
toward = "north"
line = 30
points = 1
text = "1 point for each unit north of 30."

[[terrain]]
id = "river"
kind = "river"
area = [0, 16, 48, 18]

[[terrain]]
id = "ford"
kind = "ford"
line = [[10, 15], [10, 19]]
width = 2
replaces = ["river"]

[[terrain]]
id = "hill"
kind = "hill"
circle = [30, 22, 4]
"""

BROKEN_SCENARIOS: list[Fault] = [
    ("turns = 5", "turns = five", 4, "", "is not TOML"),
    ("turns = 5\n", "", 1, "turns", "is missing"),
    ("turns = 5", "turns = 0", 4, "turns", ">= 1"),
    ("turns = 5", "turns = 5\nweather = 1", 5, "weather", "is not a field known here"),
    ("size = [48, 36]", "size = [48]", 5, "size", "length 2"),
    ("size = [48, 36]", "size = [48, 0]", 5, "size[1]", "> 0"),
    ('deploys = "A"', 'deploys = "C"', 6, "deploys", "'C' is not a value it may have"),
    ("reserves = 1", "reserves = -1", 7, "reserves", ">= 0"),
    ("reserves = 1", "reserves = 11", 7, "reserves", "side A has only 11 units to deploy"),
    ('force = "nato"', 'force = "nobody"', 10, "side.A.force", "there is no force 'nobody'"),
    ('force = "nato"', 'force = "../forces/nato"', 10, "side.A.force", "there is no force"),
    ('force = "soviet"', 'force = "nato"', 18, "side.B.swap.s6", "nato has no unit 's6'"),
    ('baseline = "north"', 'baseline = "up"', 11, "side.A.baseline", "'up' is not a value"),
    ("zone = [0, 26, 48, 36]", "zone = [0, 34, 3, 36]", 12, "side.A.zone", "too small for its force"),
    ("zone = [0, 26, 48, 36]", "zone = [0, 26, 48, 37]", 12, "side.A.zone", "on the table"),
    ("zone = [0, 26, 48, 36]", "zone = [48, 26, 0, 36]", 12, "side.A.zone", "on the table"),
    ("zone = [0, 26, 48, 36]", "zone = [0, -1, 48, 36]", 12, "side.A.zone[1]", ">= 0"),
    ('"asu-85"', '"castle"', 18, "side.B.swap.s6", "soviet has no 'castle'"),
    ('"asu-85"', '"t-55a"', 18, "side.B.swap.s6", "one of its own class"),
    ("s6 =", "s99 =", 18, "side.B.swap.s99", "soviet has no unit 's99'"),
    ("[side.B]", "[side.C]", 14, "side.C", "the sides are A and B"),
    ("at = [20, 20]", "at = [20, 37]", 23, "objective[0].at", "lies off the table"),
    ("points = 2", "points = 0", 24, "objective[0].points", ">= 1"),
    ("line = 30", "line = 36", 29, "breakthrough[0].line", "lies off the table"),
    ('id = "ford"', 'id = "river"', 39, "terrain[1].id", "'river' stands twice"),
    ('id = "hill"', 'id = "wreck-1"', 46, "terrain[2].id", "for wrecks"),
    ('kind = "hill"', 'kind = "lava"', 47, "terrain[2].kind", "'lava' is not a value"),
    ("area = [0, 16, 48, 18]", "", 33, "terrain[0]", "exactly one of area, circle and line"),
    ("area = [0, 16, 48, 18]", "area = [0, 16, 48, 18]\ncircle = [9, 9, 1]", 33, "terrain[0]", "exactly one of"),
    ("area = [0, 16, 48, 18]", "area = [0, 16, 48, 16]", 36, "terrain[0].area", "on the table"),
    ("area = [0, 16, 48, 18]", "area = [0, 16, 49, 18]", 36, "terrain[0].area", "on the table"),
    ("circle = [30, 22, 4]", "circle = [30, 22, 40]", 48, "terrain[2].circle", "lies off the table"),
    ("circle = [30, 22, 4]", "circle = [49, 22, 4]", 48, "terrain[2].circle", "lies off the table"),
    ("circle = [30, 22, 4]", "circle = [30, 22, 0]", 48, "terrain[2].circle[2]", "> 0"),
    ("circle = [30, 22, 4]", "circle = [30, 22, 4]\nheight = 10", 49, "terrain[2].height", "<= 9"),
    ("[[10, 15], [10, 19]]", "[[10, 15], [10, 15]]", 41, "terrain[1].line", "two points that differ"),
    ("[[10, 15], [10, 19]]", "[[10, 15], [10, 37]]", 41, "terrain[1].line[1]", "lies off the table"),
]


def test_the_scenario_the_broken_ones_are_made_of_is_good() -> None:
    file = SHELF.checked(DataFile("good.toml", SCENARIO))
    record = content.Content("good", file, house()).fresh()
    assert next(unit for unit in record.units if unit.id == "s6").name == "ASU-85"


@pytest.mark.rule("RHINE-ERR-03")
@pytest.mark.parametrize("fault", BROKEN_SCENARIOS)
def test_a_broken_scenario_is_told_with_file_line_and_field(fault: Fault) -> None:
    told(SCENARIO, begun("rhine"), fault)


@pytest.mark.rule("RHINE-TERR-14")
@pytest.mark.parametrize(
    "fault",
    [
        ('replaces = ["river"]', "", 38, "terrain[1].replaces", "a bridge or ford names its river"),
        ('["river"]', '["hill"]', 43, "terrain[1].replaces", "there is no river 'hill'"),
        ("circle", 'replaces = ["river"]\ncircle', 48, "terrain[2].replaces", "only a bridge or ford"),
    ],
)
def test_a_crossing_and_nothing_else_names_the_river_it_leads_over(fault: Fault) -> None:
    told(SCENARIO, SHELF.checked, fault)


@pytest.mark.rule("RHINE-ERR-03")
def test_the_two_sides_have_no_unit_of_the_same_id() -> None:
    plain = SCENARIO.replace('swap = { s6 = "asu-85" }\n', "")
    told(plain, SHELF.checked, ('"soviet"', '"covering-force"', 15, "side.B.force", "another side has a unit 'n1'"))


def test_a_scenario_without_one_of_its_sides_says_so() -> None:
    start, end = SCENARIO.index("[side.B]"), SCENARIO.index("[[objective]]")
    with pytest.raises(DataError) as caught:
        SHELF.checked(DataFile("broken.toml", SCENARIO[:start] + SCENARIO[end:]))
    assert (caught.value.line, caught.value.field, caught.value.message) == (9, "side", "side B is missing")
