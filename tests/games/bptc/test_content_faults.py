"""Force lists and scenarios that are broken: nothing is loaded, and what is wrong is told with file, line and field."""

from __future__ import annotations

import pytest

from tests.games.faults import Fault, begun, told
from umpire.battle.datafile import DataFile
from umpire.games.bptc.content import SHELF

FORCE = """\
name = "Test force"
text = "A commander, foot, horse, guns and a wagon."

[commands]
x-co = ["x1", "x2", "x3", "x4", "x5"]

[[unit]]
id = "co"
name = "CO"
arm = "command"
units = ["x-co"]
role = "CO"
cv = 9
stands = 1
hits = 4
save = 6
points = 90

[[unit]]
id = "line"
name = "Line battalion"
arm = "infantry"
units = ["x1", "x2"]
stands = 4
move = 10
attack = 2
range = 20
hits = 8
save = 5
formation = "line"
points = 80

[[unit]]
id = "horse"
name = "Horse"
arm = "cavalry"
units = ["x3"]
stands = 2
mounted = 30
hits = 4
points = 50

[[unit]]
id = "guns"
name = "Guns"
arm = "artillery_foot"
units = ["x4"]
stands = 2
limbered = 15
attack = 3
range = 60
hits = 4
points = 70

[[unit]]
id = "wagon"
name = "Wagon"
arm = "transport"
units = ["x5"]
stands = 1
hits = 3
capacity = 4
points = 15
"""

FORCE_FAULTS: list[Fault] = [
    ("stands = 4", "stands = 0", 24, "unit[1].stands", ">= 1"),
    ("hits = 8", "hits = 0", 28, "unit[1].hits", ">= 1"),
    ("save = 5", "save = 1", 29, "unit[1].save", ">= 2"),
    ("save = 5", "save = 7", 29, "unit[1].save", "<= 6"),
    ("cv = 9", "cv = 13", 13, "unit[0].cv", "<= 12"),
    ("cv = 9", "cv = 1", 13, "unit[0].cv", ">= 2"),
    ("attack = 2", "attack = -1", 26, "unit[1].attack", ">= 0"),
    ("range = 20", "range = -5", 27, "unit[1].range", ">= 0"),
    ("move = 10", "move = -1", 25, "unit[1].move", ">= 0"),
    ("range = 20", "range = 0", 27, "unit[1].range", "needs a range"),
    ("move = 10", "move = 14", 25, "unit[1].move", "8 to 12 cm"),
    ('arm = "infantry"', 'arm = "pikemen"', 22, "unit[1].arm", "'pikemen' is not a value"),
    ('formation = "line"', 'formation = "wedge"', 30, "unit[1].formation", "'wedge' is not a value"),
    ("mounted = 30", 'mounted = 30\nformation = "square"', 40, "unit[2].formation", "BPTC-FRM-15"),
    ("limbered = 15", 'formation = "attack_column"', 49, "unit[3].formation", "BPTC-FRM-15"),
    ('role = "CO"\ncv = 9', 'role = "HQ"\ncv = 9', 7, "unit", "exactly one CO"),
    ('units = ["x-co"]', 'units = ["x-co", "x-co2"]', 7, "unit", "exactly one CO"),
    ('role = "CO"\n', "", 7, "unit[0].role", "role CO or HQ"),
    ("cv = 9\n", "", 7, "unit[0].cv", "command value"),
    ('x-co = ["x1", "x2", "x3", "x4", "x5"]', 'x-co = ["x1", "x2", "x3", "x4"]', 4, "commands", "x5 has no commander"),
    ('"x4", "x5"]', '"x4", "x5", "x9"]', 5, "commands.x-co", "no unit 'x9'"),
    ('"x4", "x5"]', '"x4", "x5", "x1"]', 5, "commands.x-co", "x1 has two commanders"),
    ('x-co = ["x1"', 'x-hq = ["x1"', 5, "commands.x-hq", "no CO or HQ 'x-hq'"),
    ('units = ["x3"]', 'units = ["x1"]', 37, "unit[2].units[0]", "'x1' stands twice"),
    ('units = ["x3"]', "units = []", 37, "unit[2].units", "at least one"),
    ("mounted = 30", "limbered = 30", 39, "unit[2].limbered", "only guns"),
    ("mounted = 30", "prolonge = 30", 39, "unit[2].prolonge", "only guns"),
    ("limbered = 15", "mounted = 15", 49, "unit[3].mounted", "only cavalry"),
    ("limbered = 15", 'keywords = ["mounted_infantry"]', 49, "unit[3].keywords", "only cavalry"),
    ("limbered = 15", "capacity = 2", 49, "unit[3].capacity", "only transport"),
    ("limbered = 15", "armour = 3", 49, "unit[3].armour", "not a field"),
]


def test_the_good_force_is_read() -> None:
    assert len(SHELF.checked_force(DataFile("good.toml", FORCE)).unit) == 5


@pytest.mark.parametrize("fault", FORCE_FAULTS, ids=[f"{fault[3]}: {fault[1][:20]}" for fault in FORCE_FAULTS])
@pytest.mark.rule("BPTC-GEN-09", "BPTC-SET-01")
def test_a_broken_force_is_refused(fault: Fault) -> None:
    told(FORCE, SHELF.checked_force, fault)


@pytest.mark.rule("BPTC-MOV-10", "BPTC-GEN-09")
def test_infantry_with_the_keyword_has_any_rate() -> None:
    special = FORCE.replace("move = 10", 'move = 14\nkeywords = ["specialty_rate"]')
    assert SHELF.checked_force(DataFile("good.toml", special)).unit[1].move == 14


SCENARIO = """\
title = "Test"
text = "A hill and a barn."
minutes = 10
turns = 4
size = [90, 60]
deploys = "A"
first = "B"

[side.A]
force = "vanguard"
baseline = "south"
zone = [0, 0, 90, 15]
without = ["v-3"]
dug_in = ["works"]

[side.A.start]
v-1 = [20, 5, 0]

[side.B]
force = "rearguard"
baseline = "north"
zone = [0, 45, 90, 60]

[[objective]]
id = "barn"
name = "Barn"
points = 2
target = "barn"

[[objective]]
id = "way"
name = "Way"
points = 1
kind = "exit"
exits = { A = [45, 60] }

[[construction]]
id = "barn"
kind = "wooden_building"
at = [45, 30]
size = [6, 6]

[[construction]]
id = "works"
kind = "breast_works"
at = [45, 12]
size = [10, 2]

[[terrain]]
id = "hill"
kind = "hill"
box = [20, 30, 10, 10]

[[terrain]]
id = "hedge"
kind = "hedge"
line = [[10, 20], [30, 20]]
"""

SCENARIO_FAULTS: list[Fault] = [
    ('force = "vanguard"', 'force = "nobody"', 10, "side.A.force", "no force 'nobody'"),
    ('force = "rearguard"', 'force = "vanguard"', 20, "side.B.force", "another side has a unit 'v-co'"),
    ("zone = [0, 45, 90, 60]", "zone = [0, 45, 5, 50]", 22, "side.B.zone", "too small for its force"),
    ("zone = [0, 45, 90, 60]", "zone = [0, 10, 90, 60]", 22, "side.B.zone", "overlaps"),
    ("zone = [0, 45, 90, 60]", "zone = [0, 45, 99, 60]", 22, "side.B.zone", "west, south, east, north"),
    ("zone = [0, 0, 90, 15]", "zone = [0, 15, 90, 0]", 12, "side.A.zone", "west, south, east, north"),
    ('without = ["v-3"]', 'without = ["r-3"]', 13, "side.A.without", "no unit 'r-3'"),
    ('without = ["v-3"]', 'without = ["v-hq"]', 13, "side.A.without", "commands others"),
    ("v-1 = [20, 5, 0]", "v-9 = [20, 5, 0]", 16, "side.A.start", "no unit 'v-9'"),
    ("v-1 = [20, 5, 0]", "v-1 = [95, 5, 0]", 17, "side.A.start.v-1", "off the table"),
    ('dug_in = ["works"]', 'dug_in = ["barn"]', 14, "side.A.dug_in", "no works 'barn'"),
    ('kind = "hill"', 'kind = "volcano"', 51, "terrain[0].kind", "'volcano' is not a value"),
    ("box = [20, 30, 10, 10]", "box = [20, 30, 160, 10]", 52, "terrain[0].box", "off the table"),
    ("box = [20, 30, 10, 10]", "box = [99, 30, 10, 10]", 52, "terrain[0].box", "off the table"),
    ("box = [20, 30, 10, 10]", "circle = [20, 70, 10]", 52, "terrain[0].circle", "off the table"),
    ("box = [20, 30, 10, 10]\n", "", 49, "terrain[0]", "exactly one of"),
    ("line = [[10, 20], [30, 20]]", "line = [[10, 20], [10, 20]]", 57, "terrain[1].line", "two points"),
    ("line = [[10, 20], [30, 20]]", "line = [[10, 20], [99, 20]]", 57, "terrain[1].line[1]", "off the table"),
    ('id = "hedge"', 'id = "hill"', 55, "terrain[1].id", "stands twice"),
    ('id = "works"\nkind', 'id = "hill"\nkind', 44, "construction[1].id", "is terrain already"),
    ('kind = "breast_works"', 'kind = "pillbox"', 45, "construction[1].kind", "'pillbox' is not a value"),
    ("at = [45, 30]", "at = [45, 70]", 40, "construction[0].at", "off the table"),
    ('target = "barn"', 'target = "mill"', 28, "objective[0].target", "no 'mill'"),
    ("exits = { A = [45, 60] }", "", 30, "objective[1].exits", "where each side leaves"),
    ("exits = { A = [45, 60] }", "exits = { A = [45, 61] }", 35, "objective[1].exits.A", "off the table"),
    ("points = 2", "points = 0", 27, "objective[0].points", ">= 1"),
    ("[side.B]", "[side.C]", 19, "side.C", "the sides are A and B"),
    ('first = "B"', 'first = "C"', 7, "first", "'C' is not a value"),
    ("turns = 4", "turns = 0", 4, "turns", ">= 1"),
]


def test_the_good_scenario_is_read() -> None:
    assert SHELF.checked(DataFile("good.toml", SCENARIO)).title == "Test"


@pytest.mark.parametrize("fault", SCENARIO_FAULTS, ids=[f"{fault[3]}: {fault[1][:24]}" for fault in SCENARIO_FAULTS])
@pytest.mark.rule("BPTC-GEN-09")
def test_a_broken_scenario_is_refused(fault: Fault) -> None:
    told(SCENARIO, begun("bptc"), fault)


@pytest.mark.rule("BPTC-GEN-09")
def test_a_scenario_needs_both_sides() -> None:
    start, end = SCENARIO.index("[side.B]"), SCENARIO.index("[[objective]]")
    with pytest.raises(ValueError, match="side B is missing"):
        SHELF.checked(DataFile("broken.toml", SCENARIO[:start] + SCENARIO[end:]))
