"""Data that cannot be played is not loaded: the message names file, line and field (AWT-IN-01)."""

from __future__ import annotations

from importlib.resources import files

import pytest

from tests.games.faults import Fault, begun, told
from umpire.battle.datafile import DataFile
from umpire.games.awt import GAME
from umpire.games.awt.content import SHELF, check_creatures

FORCE = """name = "Patrol"
text = "A test."
[[unit]]
id = "captain"
name = "Captain"
phase = "unique"
keywords = ["infantry", "leader", "captain"]
units = ["a1"]
wounds = 2
pace = 6
skill = "high"
zeal = 8
save = 2
weapons = [{ weapon = "revolver" }]
[[unit]]
id = "section"
name = "Section"
phase = "line"
keywords = ["infantry", "regulars"]
units = ["a2"]
models = 10
pace = 6
skill = "medium"
zeal = 6
weapons = [{ weapon = "rifle", carriers = 9 }, { weapon = "hand_grenade", carriers = 2 }]
[[unit]]
id = "car"
name = "Car"
phase = "cannonade"
keywords = ["wheeled", "armoured", "car"]
pace = 12
skill = "low"
zeal = 5
"""

FORCE_FAULTS: list[Fault] = [
    ("zeal = 8", "zeal = 0", 12, "unit[0].zeal", "1"),
    ("zeal = 8", "zeal = -3", 12, "unit[0].zeal", "1"),
    ("zeal = 8", "zeal = nan", 12, "unit[0].zeal", "a whole number"),
    ('skill = "high"', 'skill = "elite"', 11, "unit[0].skill", "elite"),
    ("save = 2", "save = 6", 13, "unit[0].save", "5"),
    ("save = 2", "save = -1", 13, "unit[0].save", "0"),
    ("wounds = 2", "wounds = 0", 9, "unit[0].wounds", "1"),
    ("pace = 6", "pace = -1", 10, "unit[0].pace", "0"),
    ('weapon = "revolver"', 'weapon = "blunderbuss"', 14, "unit[0].weapons[0].weapon", "no weapon 'blunderbuss'"),
    ('weapon = "revolver"', 'weapon = "automatic_rifle_in_cover"', 14, "unit[0].weapons[0].weapon", "no weapon"),
    ('"leader", "captain"]', '"leader", "colonel"]', 7, "unit[0].keywords[2]", "colonel"),
    ('"infantry", "leader", "captain"]', '"infantry", "captain"]', 7, "unit[0].keywords", "a captain is a leader"),
    ('"infantry", "leader", "captain"]', '"infantry", "leader"]', 7, "unit[0].keywords", "a single model is a leader"),
    ('phase = "unique"', 'phase = "line"', 6, "unit[0].phase", "in the unique phase"),
    ('phase = "unique"', 'phase = "night"', 6, "unit[0].phase", "night"),
    ("save = 2", 'save = 2\nabilities = ["B9"]', 14, "unit[0].abilities[0]", "there is no ability 'B9'"),
    ("save = 2", 'save = 2\ncc = ["clubs"]', 14, "unit[0].cc[0]", "clubs"),
    ("save = 2", "save = 2\ncc = []", 14, "unit[0].cc", "named once each"),
    ("save = 2", 'save = 2\ncc = ["none", "brutal"]', 14, "unit[0].cc", "stand alone"),
    ("save = 2", 'save = 2\nmove_class = "tracked"', 14, "unit[0].move_class", "it moves as infantry"),
    ("save = 2", 'save = 2\nhat = "steel"', 14, "unit[0].hat", "not a field"),
    ('id = "section"', 'id = "captain"', 16, "unit[1].id", "captain"),
    ('id = "section"', 'id = "barghest"', 16, "unit[1].id", "'barghest' is a creature"),
    ('units = ["a2"]', 'units = ["a1"]', 20, "unit[1].units[0]", "'a1' stands twice"),
    ("models = 10", "models = 10\nwounds = 2", 22, "unit[1].wounds", "one wound"),
    ("models = 10", "models = 8", 25, "unit[1].weapons[0].carriers", "only 8 models"),
    ('grenade", carriers = 2', 'grenade", carriers = 11', 25, "unit[1].weapons[1].carriers", "only 10 models"),
    ('"hand_grenade", carriers = 2', '"revolver", carriers = 2', 25, "unit[1].weapons[1].carriers", "only 10 models"),
    ('"infantry", "regulars"]', '"infantry"]', 19, "unit[1].keywords", "in which phase"),
    ('"infantry", "regulars"]', '"infantry", "regulars", "regulars"]', 19, "unit[1].keywords", "stands twice"),
    ("pace = 12", "pace = 1", 31, "unit[2].pace", "Pace of 2 or more"),
    ('"wheeled", "armoured", "car"]', '"wheeled", "armoured"]', 30, "unit[2].keywords", "a single model is"),
    ('"wheeled", "armoured", "car"]', '"support", "car"]', 30, "unit[2].keywords", "tracked or wheeled"),
    ("pace = 12", "models = 2\npace = 12", 31, "unit[2].models", "a vehicle is one model"),
    ('"wheeled", "armoured", "car"]', '"creature", "tiny"]', 29, "unit[2].phase", "in the unique phase"),
]  # fmt: skip


@pytest.mark.rule("AWT-IN-01")
@pytest.mark.parametrize("fault", FORCE_FAULTS, ids=lambda fault: fault[3] + " " + fault[1])
def test_a_force_list_with_a_fault_is_not_loaded(fault: Fault) -> None:
    assert SHELF.checked_force(DataFile("good.toml", FORCE)).name == "Patrol"
    told(FORCE, SHELF.checked_force, fault)


@pytest.mark.rule("AWT-MV-09")
def test_wheels_need_a_pace_of_two() -> None:
    told(FORCE, SHELF.checked_force, ("pace = 12", "pace = 1", 31, "unit[2].pace", "(AWT-MV-09)"))
    SHELF.checked_force(DataFile("good.toml", FORCE.replace("pace = 12", "pace = 2")))


@pytest.mark.rule("AWT-IN-01")
def test_creatures_come_by_manifestation_only() -> None:
    listed = FORCE.replace('phase = "cannonade"', 'phase = "unique"')
    told(
        listed,
        SHELF.checked_force,
        ('"wheeled", "armoured", "car"]', '"creature", "tiny"]', 30, "unit[2].keywords", "by Manifestation only"),
    )


SCENARIO = """title = "Test"
text = "A test."
minutes = 10
turns = 4
size = [48, 48]
[side.A]
force = "expeditionary-patrol"
edge = "south"
zone = [0, 0, 48, 10]
[side.B]
force = "moor-watch"
edge = "north"
zone = [0, 38, 48, 48]
attached = { b9 = "mortar" }
[[objective]]
id = "hill"
name = "Hill"
at = [24, 24]
[[award]]
kind = "objective"
points = 1
first = 2
last = 4
[[terrain]]
id = "woods"
kind = "woods"
area = [1, 20, 9, 30]
[[terrain]]
id = "wall"
kind = "obstacle"
line = [[14, 30], [26, 30]]
"""

SCENARIO_FAULTS: list[Fault] = [
    ("size = [48, 48]", "size = [48, 0]", 5, "size[1]", "0"),
    ("size = [48, 48]", "size = [48, nan]", 5, "size[1]", "number"),
    ("turns = 4", "turns = 0", 4, "turns", "1"),
    ("[side.A]", "[side.C]", 6, "side.C", "the sides are A and B"),
    ('force = "moor-watch"', 'force = "nobody"', 11, "side.B.force", "there is no force 'nobody'"),
    ('force = "moor-watch"', 'force = "expeditionary-patrol"', 14, "side.B.attached.b9", "has no 'mortar'"),
    ('{ b9 = "mortar" }', '{ b1 = "mortar" }', 14, "side.B.attached.b1", "has a unit 'b1' already"),
    ('{ b9 = "mortar" }', '{ a1 = "mortar" }', 11, "side.B.force", "another side has a unit 'a1'"),
    ('edge = "north"', 'edge = "up"', 12, "side.B.edge", "up"),
    ("zone = [0, 38, 48, 48]", "zone = [0, 38, 5, 40]", 13, "side.B.zone", "too small for its force"),
    ("zone = [0, 38, 48, 48]", "zone = [0, 38, 49, 48]", 13, "side.B.zone", "on the table"),
    ("at = [24, 24]", "at = [24, 49]", 18, "objective[0].at", "off the table"),
    ('kind = "objective"', 'kind = "trench"', 20, "award[0].kind", "there is no trench"),
    ("last = 4", "last = 5", 22, "award[0].first", "the rounds are 1 to 4"),
    ('kind = "woods"', 'kind = "jungle"', 26, "terrain[0].kind", "jungle"),
    ("area = [1, 20, 9, 30]", "area = [9, 20, 1, 30]", 27, "terrain[0].area", "on the table"),
    ("area = [1, 20, 9, 30]", "line = [[1, 2], [3, 4]]", 27, "terrain[0].line", "only an obstacle is a line"),
    ("area = [1, 20, 9, 30]", "corners = [[1, 2], [3, 4]]", 27, "terrain[0].corners", "3 points"),
    ("area = [1, 20, 9, 30]", "circle = [2, 9, 3]", 27, "terrain[0].circle", "off the table"),
    ("area = [1, 20, 9, 30]", "circle = [50, 2, 3]", 27, "terrain[0].circle", "off the table"),
    ("[26, 30]]", "[26, 60]]", 31, "terrain[1].line[1]", "off the table"),
    ("[26, 30]]", "[26, 30], [20, 30]]", 31, "terrain[1].line", "turns back on itself"),
    ("[26, 30]]", "[14, 30]]", 31, "terrain[1].line", "two points that differ"),
    ('id = "wall"', 'id = "woods"', 29, "terrain[1].id", "woods"),
    ('id = "wall"', 'id = "wreck-a8"', 29, "terrain[1].id", "for wrecks"),
]


@pytest.mark.rule("AWT-IN-01")
@pytest.mark.parametrize("fault", SCENARIO_FAULTS, ids=lambda fault: fault[3] + " " + fault[1])
def test_a_scenario_with_a_fault_is_not_loaded(fault: Fault) -> None:
    assert SHELF.checked(DataFile("good.toml", SCENARIO)).title == "Test"
    told(SCENARIO, begun("awt"), fault)


@pytest.mark.rule("AWT-IN-01")
def test_there_is_one_creature_for_each_manifestation() -> None:
    text = (files("umpire.games.awt") / "creatures.toml").read_text(encoding="utf-8")
    assert set(check_creatures(DataFile("good.toml", text)).creature) == {"M1", "M2", "M3"}
    told(text, check_creatures, ("[creature.M3]", "[creature.M4]", 3, "creature", "the creature of M3 is missing"))
    told(text, check_creatures, ('skill = "high"', 'skill = "great"', 10, "creature.M1.skill", "great"))


@pytest.mark.rule("AWT-IN-01")
@pytest.mark.parametrize(("field", "kind"), [("tokens", "Command Tokens"), ("manifest", "Manifestation tokens")])
@pytest.mark.parametrize("count", [-1, 2001, 10**9])
def test_a_saved_side_with_more_tokens_than_can_be_is_not_loaded(field: str, kind: str, count: int) -> None:
    state = GAME.begin("old-sap", {})
    setattr(state.sides["B"], field, 2000)
    assert getattr(GAME.decode(GAME.encode(state), "old-sap", {}).sides["B"], field) == 2000
    setattr(state.sides["B"], field, count)
    with pytest.raises(ValueError, match=f"^side B has from 0 to 2000 {kind}, not {count}$"):
        GAME.decode(GAME.encode(state), "old-sap", {})


@pytest.mark.rule("AWT-IN-01")
def test_a_battle_saved_when_sides_still_kept_their_last_bid_is_loaded() -> None:
    data = GAME.encode(GAME.begin("old-sap", {}))
    older = data.replace(b'"jammed":false,', b'"jammed":false,"bid":2,')
    assert older != data
    assert b'"bid"' not in data
    assert GAME.encode(GAME.decode(older, "old-sap", {})) == data
