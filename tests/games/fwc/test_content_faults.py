"""Force lists and scenarios that are broken: what is wrong is told with file, line and field."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.games.faults import Fault, begun, told
from umpire.battle.datafile import DataError, DataFile
from umpire.games.fwc import GAME, content
from umpire.games.fwc.content import SHELF

# --- Broken force lists -----------------------------------------------------------------------------------------

FORCE = """\
name = "Test force"
text = "A CO and some rifles."

[[unit]]
id = "co"
name = "CO"
cls = "command"
count = 1
points = 60
move = 20
hits = 4
cv = 9
role = "CO"

[[unit]]
id = "rifles"
name = "Rifles"
cls = "infantry"
keywords = ["elite"]
count = 4
points = 30
move = 10
attacks = 3
range = 30
hits = 4
save = 5
"""

BROKEN_FORCES = [
    ("count = 4", "count = = 4", 20, "", "is not TOML"),
    ('text = "A CO and some rifles."\n', "", 1, "text", "is missing"),
    ("count = 4\n", "", 15, "unit[1].count", "is missing"),
    ("attacks = 3", "attacks = 3\nmvoe = 10", 24, "unit[1].mvoe", "is not a field known here"),
    ("move = 10", 'move = "far"', 22, "unit[1].move", "expected a whole number, got text"),
    ("move = 10", "move = 10.5", 22, "unit[1].move", "expected a whole number"),
    ("move = 10", "move = -1", 22, "unit[1].move", ">= 0"),
    ("count = 4", "count = 0", 20, "unit[1].count", ">= 1"),
    ("save = 5", "save = 7", 26, "unit[1].save", "<= 6"),
    ("save = 5", "save = 1", 26, "unit[1].save", ">= 2"),
    ("cv = 9", "cv = 13", 12, "unit[0].cv", "<= 12"),
    ("hits = 4\nsave", "hits = 0\nsave", 25, "unit[1].hits", ">= 1"),
    ('cls = "infantry"', 'cls = "cavalry"', 18, "unit[1].cls", "'cavalry' is not a value it may have"),
    ('["elite"]', '["elite", "brave"]', 19, "unit[1].keywords[1]", "may have: aa, adaptive_camo, assault, "),
    ("save = 5", "aa = [4]", 26, "unit[1].aa", "length 2"),
    ("save = 5", "aa = [4, 60]", 26, "unit[1].aa", "go with the keyword aa"),
    ('["elite"]', '["elite", "aa"]', 15, "unit[1].aa", "go with the keyword aa"),
    (
        'cls = "infantry"\nkeywords = ["elite"]',
        'cls = "afv"\nkeywords = ["elite", "engineer"]',
        19,
        "unit[1].keywords",
        "only infantry and engineers have the keyword engineer",
    ),
    ("save = 5", "ifv = 2", 26, "unit[1].ifv", "goes with the keyword ifv"),
    ('["elite"]', '["elite", "ifv"]', 15, "unit[1].ifv", "goes with the keyword ifv"),
    ('id = "rifles"', 'id = "co"', 16, "unit[1].id", "'co' stands twice"),
    ('role = "CO"', 'role = "MP"', 13, "unit[0].role", "may have: CO, FAC, FAO, HQ"),
    ('role = "CO"\n', "", 4, "unit[0].role", "a command unit, and only one, has the role"),
    ("save = 5", 'role = "HQ"', 26, "unit[1].role", "a command unit, and only one, has the role"),
    ('role = "CO"', 'role = "HQ"', 4, "unit", "exactly one CO"),
    ("count = 1", "count = 2", 4, "unit", "exactly one CO"),
    ("range = 30\n", "", 15, "unit[1].range", "a unit with attacks needs a range"),
    ("hits = 4\nsave", "save", 15, "unit[1].hits", "a unit on the table needs hits"),
    ('cls = "infantry"', 'cls = "installation"', 18, "unit[1].cls", "belong to a scenario"),
    ("[[unit]]", "breakpoint = 0\n\n[[unit]]", 4, "breakpoint", ">= 1"),
]


def fault_of(file: DataFile, check: str) -> DataError:
    with pytest.raises(DataError) as caught:
        (SHELF.checked_force if check == "force" else SHELF.checked)(file)
    return caught.value


def broken(text: str, old: str, new: str) -> DataFile:
    assert old in text
    return DataFile("broken.toml", text.replace(old, new, 1))


def test_the_force_list_the_broken_ones_are_made_of_is_good() -> None:
    assert [entry.id for entry in SHELF.checked_force(DataFile("good.toml", FORCE)).unit] == ["co", "rifles"]


@pytest.mark.parametrize("fault", BROKEN_FORCES)
def test_a_broken_force_list_is_told_with_file_line_and_field(fault: Fault) -> None:
    told(FORCE, SHELF.checked_force, fault)


def test_a_single_table_where_a_list_of_them_belongs_is_told_too() -> None:
    error = fault_of(broken(FORCE[: FORCE.rindex("[[unit]]")], "[[unit]]", "[unit]"), "force")
    assert (error.line, error.field) == (4, "unit")
    assert "expected a list" in error.message


# --- Broken scenarios -------------------------------------------------------------------------------------------

SCENARIO = """\
title = "Test"
text = "A test."
minutes = 10
turns = 5
size = [90, 60]
first = "A"
deploys = "B"
limit_winner = "score"
hold_fire = { side = "B", cm = 30 }

[side.A]
force = "patrol"
tech = "contemporary"
air = "partial"
baseline = "south"
zone = [0, 0, 90, 12]
without = { scout = 1 }

[side.B]
force = "garrison"
tech = "contemporary"
baseline = "north"
zone = [0, 48, 90, 60]
extra = { militia = 1 }

[[objective]]
kind = "hold"
targets = ["farm", "wall"]
need = 2

[[objective]]
kind = "knock_out"
side = "A"
targets = ["bunker"]

[[installation]]
id = "bunker"
name = "Bunker"
side = "B"
at = [45, 50]
hits = 8
score = 5

[[terrain]]
id = "farm"
kind = "building"
box = [45, 30, 10, 10]

[[terrain]]
id = "wall"
kind = "wall"
line = [[36, 22], [54, 22]]

[[terrain]]
id = "hill"
kind = "hill"
circle = [72, 30, 9]
"""

BROKEN_SCENARIOS: Sequence[tuple[str, str, int, str, str]] = [
    ("turns = 5", "turns = five", 4, "", "is not TOML"),
    ("turns = 5\n", "", 1, "turns", "is missing"),
    ("turns = 5", "turns = 0", 4, "turns", ">= 1"),
    ("turns = 5", "turns = 5\nweather = 1", 5, "weather", "is not a field known here"),
    ("size = [90, 60]", "size = [90]", 5, "size", "length 2"),
    ("size = [90, 60]", "size = [90, 0]", 5, "size[1]", "> 0"),
    ("size = [90, 60]", "size = [90, inf]", 5, "size[1]", "<= 1000"),
    ("size = [90, 60]", "size = [nan, 60]", 5, "size[0]", "> 0"),
    ('first = "A"', 'first = "C"', 6, "first", "'C' is not a value it may have"),
    ('limit_winner = "score"', 'limit_winner = "nobody"', 8, "limit_winner", "'nobody' is not a value"),
    ('{ side = "B", cm = 30 }', '{ side = "B" }', 9, "hold_fire.cm", "is missing"),
    ('force = "patrol"', 'force = "nobody"', 12, "side.A.force", "there is no force 'nobody'; there is garrison, levy"),
    ('force = "patrol"', 'force = "../forces/patrol"', 12, "side.A.force", "there is no force"),
    ('tech = "contemporary"', 'tech = "stone age"', 13, "side.A.tech", "may have: advanced, contemporary, primitive"),
    ('baseline = "south"', 'baseline = "up"', 15, "side.A.baseline", "'up' is not a value"),
    ("zone = [0, 0, 90, 12]", "zone = [0, 0, 5, 5]", 16, "side.A.zone", "too small for its force"),
    ("zone = [0, 48, 90, 60]", "zone = [0, 48, 90, 49]", 23, "side.B.zone", "too small for its force"),
    ("zone = [0, 48, 90, 60]", "zone = [0, 11, 90, 60]", 23, "side.B.zone", "overlaps the zone of side A"),
    ("box = [45, 30, 10, 10]", "box = [45, 30, 160, 12]", 47, "terrain[0].box", "lies off the table"),
    ("box = [45, 30, 10, 10]", "box = [45, 55, 10, 12]", 47, "terrain[0].box", "lies off the table"),
    ("circle = [72, 30, 9]", "circle = [72, 30, 19]", 57, "terrain[2].circle", "lies off the table"),
    ("zone = [0, 0, 90, 12]", "zone = [0, 0, 90, 61]", 16, "side.A.zone", "on the table"),
    ("zone = [0, 0, 90, 12]", "zone = [90, 0, 0, 12]", 16, "side.A.zone", "on the table"),
    ("zone = [0, 0, 90, 12]", "zone = [0, 0, 90, 0]", 16, "side.A.zone", "on the table"),
    ("zone = [0, 0, 90, 12]", "zone = [0, -1, 90, 12]", 16, "side.A.zone[1]", ">= 0"),
    ("{ scout = 1 }", "{ frigate = 1 }", 17, "side.A.without.frigate", "patrol has no unit 'frigate', but co, "),
    ("{ scout = 1 }", "{ scout = 2 }", 17, "side.A.without.scout", "patrol has only 1"),
    ("{ scout = 1 }", "{ scout = -1 }", 17, "side.A.without.scout", ">= 0"),
    ("{ scout = 1 }", "{ co = 1 }", 17, "side.A.without.co", "exactly one CO"),
    ("{ militia = 1 }", "{ co = 1 }", 24, "side.B.extra.co", "exactly one CO"),
    ("{ militia = 1 }", "{ tank = 1 }", 24, "side.B.extra.tank", "garrison has no unit 'tank'"),
    ("[side.B]", "[side.C]", 19, "side.C", "the sides are A and B"),
    ('["farm", "wall"]', '["farm", "well"]', 28, "objective[0].targets", "there is no 'well'"),
    ('["farm", "wall"]', '["farm", "bunker"]', 28, "objective[0].targets", "there is no 'bunker'"),
    ('["bunker"]', '["farm"]', 34, "objective[1].targets", "there is no 'farm'"),
    ("need = 2", "need = 3", 29, "objective[0].need", "more than there are"),
    ('["farm", "wall"]', '["farm", "farm"]', 29, "objective[0].need", "more than there are different targets"),
    ('targets = ["bunker"]', "", 31, "objective[1].need", "more than there are"),
    ('kind = "knock_out"\nside = "A"\n', 'kind = "knock_out"\n', 31, "objective[1].side", "names the side"),
    ('kind = "hold"', 'kind = "burn"', 27, "objective[0].kind", "'burn' is not a value"),
    ("at = [45, 50]", "at = [45, 61]", 40, "installation[0].at", "lies off the table"),
    ("score = 5", "score = 1", 42, "installation[0].score", ">= 2"),
    ("[[terrain]]\n", '[[installation]]\nid = "bunker"\nname = "B"\nside = "B"\nat = [9, 50]\nhits = 8\nscore = 5\n\n'
     "[[terrain]]\n", 45, "installation[1].id", "'bunker' stands twice"),
    ('id = "wall"', 'id = "farm"', 50, "terrain[1].id", "'farm' stands twice"),
    ('kind = "building"', 'kind = "lava"', 46, "terrain[0].kind", "'lava' is not a value"),
    ("box = [45, 30, 10, 10]", "", 44, "terrain[0]", "exactly one of box, circle and line"),
    ("box = [45, 30, 10, 10]", "box = [45, 30, 10, 10]\ncircle = [45, 30, 5]", 44, "terrain[0]", "exactly one of"),
    ("box = [45, 30, 10, 10]", "box = [45, 30, 10, 0]", 47, "terrain[0].box[3]", "> 0"),
    ("box = [45, 30, 10, 10]", "box = [45, 61, 10, 10]", 47, "terrain[0].box", "lies off the table"),
    ("circle = [72, 30, 9]", "circle = [91, 30, 9]", 57, "terrain[2].circle", "lies off the table"),
    ("circle = [72, 30, 9]", "circle = [72, 30, -9]", 57, "terrain[2].circle[2]", "> 0"),
    ("circle = [72, 30, 9]", "circle = [72, 30, 9]\nheight = 10", 58, "terrain[2].height", "<= 9"),
    ("[[36, 22], [54, 22]]", "[[36, 22]]", 52, "terrain[1].line", "at least two points"),
    ("[[36, 22], [54, 22]]", "[[36, 22], [36, 22]]", 52, "terrain[1].line", "two points that differ"),
    ("[[36, 22], [54, 22]]", "[[36, 22], [54, 22], [45, 22]]", 52, "terrain[1].line", "turns back on itself"),
    ('id = "bunker"', 'id = "b-militia"', 37, "installation[0].id", "ids that begin with a- or b- are for units"),
    ("[[36, 22], [54, 22]]", "[[36, 22], [54, 61]]", 52, "terrain[1].line[1]", "lies off the table"),
]  # fmt: skip


def test_the_scenario_the_broken_ones_are_made_of_is_good() -> None:
    file = SHELF.checked(DataFile("good.toml", SCENARIO))
    state = content.Content("good", file, GAME.house({})).fresh()
    assert [unit.id for unit in state.units if unit.profile.cls == "recon"] == ["b-buggy-1"]


@pytest.mark.parametrize("fault", BROKEN_SCENARIOS)
def test_a_broken_scenario_is_told_with_file_line_and_field(fault: Fault) -> None:
    told(SCENARIO, begun("fwc"), fault)


def test_a_scenario_without_one_of_its_sides_says_so() -> None:
    start, end = SCENARIO.index("[side.B]"), SCENARIO.index("[[objective]]")
    error = fault_of(DataFile("broken.toml", SCENARIO[:start] + SCENARIO[end:]), "scenario")
    assert (error.line, error.field, error.message) == (11, "side", "side B is missing")


@pytest.mark.rule("FWC-AIR-15")
def test_a_scenario_gives_air_superiority_to_one_side_at_most() -> None:
    line = 'tech = "contemporary"\nbaseline = "north"'
    error = fault_of(broken(SCENARIO, line, line + '\nair = "full"'), "scenario")
    assert (error.line, error.field) == (23, "side.B.air")
    assert "at most one side has air superiority" in error.message
