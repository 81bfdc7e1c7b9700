"""Fire: who may shoot at whom, with what, with how many dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.gunnery import (
    APC,
    AUTOCANNON,
    GRENADES,
    GUN,
    MACHINE_GUN,
    MISS,
    MISSILE,
    SQUAD,
    TANK,
    TEAM,
    Stats,
    called,
    chances,
    duel,
    fate,
    needed,
    shoot,
    to_hit,
    why,
)
from tests.games.rhine.skirmish import piece
from umpire.games.rhine.actions import fire
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.activation import carry_out
from umpire.games.rhine.model import Plan

LAUNCHER: Stats = {"cls": "LIGHT", "weapons": [MISSILE], "armour": (10, 8)}
CANNON: Stats = {"cls": "LIGHT", "weapons": [AUTOCANNON], "armour": (10, 8)}
MISSILE_TEAM: Stats = {**TEAM, "weapons": [MISSILE]}
BUNKER = piece("bunker", area=(15, 35, 25, 45))


# --- The two tables --------------------------------------------------------------------------------------------


def rolled(inches: float, ours: Stats, theirs: Stats, weapon: int = 0, moving: bool = False, **more: Any) -> int:
    """The dice really thrown in a shot that misses; 0 if it may not be fired."""
    s = duel(inches, ours, theirs, **more)
    expected = fire.dice(s.state, Firing(s["us"], s["foe"], weapon, moving))
    if why(s, weapon, moving):
        return 0
    shoot(s, [MISS] * expected, weapon, moving)
    assert len(s.throws) == 1
    return s.throws[0].dice


@pytest.mark.rule("RHINE-FIRE-01", "RHINE-FIRE-02", "RHINE-FIRE-04", "RHINE-FIRE-05")
@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize(("inches", "dice"), [(6, 1), (11.99, 1), (12, 1), (30, 1)])
def test_a_vehicles_gun_throws_one_die_at_a_vehicle(inches: float, dice: int, moving: bool) -> None:
    assert rolled(inches, TANK, TANK, moving=moving) == dice


@pytest.mark.rule("RHINE-FIRE-05", "RHINE-FIRE-21")
@pytest.mark.parametrize(("inches", "dice"), [(11.99, 0), (12, 1), (30, 1)])
def test_so_does_its_missile_but_not_below_12_inches(inches: float, dice: int) -> None:
    assert rolled(inches, LAUNCHER, TANK) == dice
    assert why(duel(inches, LAUNCHER, TANK)) == ("" if dice else "RHINE-FIRE-21")


@pytest.mark.rule("RHINE-FIRE-06", "RHINE-FIRE-07", "RHINE-FIRE-14", "RHINE-FIRE-15", "RHINE-INF-13")
@pytest.mark.parametrize("inches", [6, 12, 30])
@pytest.mark.parametrize("theirs", [TANK, SQUAD, TEAM])
def test_an_autocannon_throws_two_at_anything_at_any_range(theirs: Stats, inches: float) -> None:
    assert rolled(inches, CANNON, theirs) == 2


@pytest.mark.rule("RHINE-FIRE-08", "RHINE-FIRE-09", "RHINE-ERR-02")
@pytest.mark.parametrize(("moving", "rule"), [(False, "RHINE-FIRE-08"), (True, "RHINE-FIRE-09")])
@pytest.mark.parametrize(("inches", "dice"), [(3, 1), (11.99, 1), (12, 0), (13, 0)])
def test_infantry_throws_one_at_a_vehicle_nearer_than_12_inches(
    inches: float, dice: int, moving: bool, rule: str
) -> None:
    assert rolled(inches, SQUAD, TANK, weapon=1, moving=moving) == dice
    assert why(duel(inches, SQUAD, TANK), 1, moving) == ("" if dice else rule)


@pytest.mark.rule("RHINE-FIRE-10", "RHINE-FIRE-11", "RHINE-FIRE-19")
@pytest.mark.parametrize("inches", [6, 12, 30])
@pytest.mark.parametrize("theirs", [TANK, SQUAD, TEAM])
def test_a_support_team_that_stays_throws_one_at_anything(theirs: Stats, inches: float) -> None:
    assert rolled(inches, {**TEAM, "weapons": [GRENADES]}, theirs) == 1


@pytest.mark.rule("RHINE-FIRE-12", "RHINE-FIRE-13", "RHINE-INF-13")
@pytest.mark.parametrize("theirs", [SQUAD, TEAM])
@pytest.mark.parametrize("gun", [GUN, MACHINE_GUN])
@pytest.mark.parametrize(("inches", "dice"), [(6, 2), (11.99, 2), (12, 1), (30, 1)])
def test_a_vehicles_gun_throws_two_at_foot_at_short_range(
    inches: float, dice: int, gun: dict[str, Any], theirs: Stats
) -> None:
    assert rolled(inches, {"weapons": [gun]}, theirs) == dice


@pytest.mark.rule("RHINE-FIRE-13", "RHINE-FIRE-22")
def test_a_vehicles_missile_throws_one_at_foot_in_a_bunker() -> None:
    assert rolled(25, LAUNCHER, SQUAD, terrain=[BUNKER]) == 1


@pytest.mark.rule("RHINE-FIRE-16", "RHINE-FIRE-17", "RHINE-FIRE-18", "RHINE-INF-13")
@pytest.mark.parametrize(
    ("inches", "moving", "dice"), [(6, False, 2), (12, False, 1), (30, False, 1), (6, True, 1), (12, True, 1)]
)
def test_infantry_that_stays_throws_two_at_foot_at_short_range(inches: float, moving: bool, dice: int) -> None:
    assert rolled(inches, SQUAD, SQUAD, moving=moving) == dice


@pytest.mark.rule("RHINE-FIRE-29", "RHINE-FIRE-18")
@pytest.mark.parametrize("actions", [("fire", "move"), ("move", "fire")])
def test_infantry_moves_if_a_move_is_part_of_its_activation_before_or_after_the_shot(actions: tuple[str, str]) -> None:
    s = duel(8, SQUAD, SQUAD)
    path = (s["us"].base.centre, s["us"].base.moved(20_000, 11_000).centre)
    plan = Plan("us", actions, path, 0, "foe", 0)
    s.play(carry_out(s.state, plan, reactions=False), [MISS])
    assert to_hit(s)[0] == 1


@pytest.mark.rule("RHINE-FIRE-02", "RHINE-FIRE-03")
@pytest.mark.parametrize(("choice", "dice"), [("long", 1), ("short", 2)])
def test_exactly_12_inches_is_long_unless_the_house_says_short(choice: str, dice: int) -> None:
    assert rolled(12, TANK, SQUAD, options={"range_12_is": choice}) == dice
    assert rolled(11.99, TANK, SQUAD, options={"range_12_is": choice}) == 2
    assert rolled(12.01, TANK, SQUAD, options={"range_12_is": choice}) == 1


@pytest.mark.rule("RHINE-FIRE-03", "RHINE-FIRE-08")
def test_if_12_inches_are_short_infantry_reaches_vehicles_there() -> None:
    assert rolled(12, SQUAD, TANK, weapon=1, options={"range_12_is": "short"}) == 1
    assert why(duel(12.01, SQUAD, TANK, options={"range_12_is": "short"}), 1) == "RHINE-FIRE-08"


# --- Missiles --------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-FIRE-20", "RHINE-FIRE-10", "RHINE-FIRE-19", "RHINE-ERR-02")
@pytest.mark.parametrize(("inches", "rule"), [(6, "RHINE-FIRE-20"), (12, "RHINE-FIRE-20"), (12.01, ""), (40, "")])
def test_the_missile_of_a_support_team_needs_more_than_12_inches(inches: float, rule: str) -> None:
    assert why(duel(inches, MISSILE_TEAM, TANK)) == rule


@pytest.mark.rule("RHINE-FIRE-20", "RHINE-FIRE-21")
@pytest.mark.parametrize(("inches", "may"), [(11.99, False), (12, True)])
@pytest.mark.parametrize("ours", [MISSILE_TEAM, LAUNCHER])
def test_with_one_limit_for_all_missiles_12_inches_are_enough(ours: Stats, inches: float, may: bool) -> None:
    assert (why(duel(inches, ours, TANK, options={"atgm_min_uniform": True})) == "") is may


@pytest.mark.rule("RHINE-FIRE-22", "RHINE-INF-17", "RHINE-ERR-02")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("bunker", ""), ("trench", ""), ("building", ""), ("rubble", "RHINE-FIRE-22"), (None, "RHINE-FIRE-22")],
)
@pytest.mark.parametrize("ours", [LAUNCHER, MISSILE_TEAM])
@pytest.mark.parametrize("theirs", [SQUAD, TEAM])
def test_missiles_are_fired_at_foot_only_in_a_fortification(
    theirs: Stats, ours: Stats, kind: str | None, rule: str
) -> None:
    terrain = [piece(kind, area=(15, 35, 25, 45))] if kind else []
    assert why(duel(28, ours, theirs, terrain=terrain)) == rule


@pytest.mark.rule("RHINE-FIRE-22")
def test_a_vehicle_in_the_open_is_a_target_for_missiles() -> None:
    assert why(duel(28, LAUNCHER, APC)) == ""


@pytest.mark.rule("RHINE-FIRE-23", "RHINE-ERR-02")
@pytest.mark.parametrize("weapon", [GRENADES, MISSILE, {"kind": "small_arms", "value": 0}])
def test_a_support_team_does_not_fire_in_an_activation_with_a_move(weapon: dict[str, Any]) -> None:
    s = duel(20, {**TEAM, "weapons": [weapon]}, TANK)
    assert why(s, moving=True) == "RHINE-FIRE-23"
    assert why(s, moving=False) == ""


@pytest.mark.rule("RHINE-ACT-11")
@pytest.mark.parametrize("double", [False, True])
def test_where_a_missile_is_a_double_action_nobody_moves_and_fires_one(double: bool) -> None:
    ours = {"cls": "APC", "weapons": [AUTOCANNON, MISSILE], "armour": (13, 11)}
    s = duel(20, ours, TANK, options={"atgm_double_action": double})
    assert why(s, 1, moving=True) == ("RHINE-ACT-11" if double else "")
    assert why(s, 1, moving=False) == ""
    assert why(s, 0, moving=True) == ""


@pytest.mark.rule("RHINE-FIRE-20")
@pytest.mark.parametrize(
    ("blast", "kind", "markers"), [(True, "building", 1), (False, "building", 0), (True, "bunker", 0), (True, None, 0)]
)
def test_back_blast_shakes_a_missile_team_in_a_building(blast: bool, kind: str | None, markers: int) -> None:
    terrain = [piece(kind, area=(15, 5, 25, 15))] if kind else []
    s = duel(20, MISSILE_TEAM, TANK, terrain=terrain, options={"atgm_backblast": blast})
    shoot(s, [MISS])
    assert s["us"].markers == markers
    assert to_hit(s)[1] == 5  # the marker comes after the shot


@pytest.mark.rule("RHINE-FIRE-20", "RHINE-MOR-05")
def test_back_blast_can_break_a_team_but_not_shake_one_that_fires_something_else() -> None:
    house = {"atgm_backblast": True}
    terrain = [piece("building", area=(15, 5, 25, 15))]
    s = duel(20, {**MISSILE_TEAM, "markers": 2}, TANK, terrain=terrain, options=house)
    shoot(s, [MISS])
    assert s["us"].broken
    s = duel(20, {**TEAM, "weapons": [GRENADES]}, TANK, terrain=terrain, options=house)
    shoot(s, [MISS])
    assert s["us"].markers == 0


# --- To hit ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-FIRE-24", "RHINE-FIRE-28")
def test_each_weapon_has_its_own_score_and_one_is_picked_for_a_shot() -> None:
    ours = {"cls": "APC", "weapons": [{**AUTOCANNON, "to_hit": 4}, {**MISSILE, "to_hit": 3}]}
    s = duel(20, ours, TANK)
    assert fire.shots(s.state, s["us"], False) == [("foe", 0), ("foe", 1)]
    shoot(s, [MISS, MISS], 0)
    assert to_hit(s) == (2, 4)
    shoot(s, [MISS], 1)
    assert to_hit(s) == (1, 3)


@pytest.mark.rule("RHINE-FIRE-24")
def test_who_has_no_weapon_or_not_this_one_does_not_fire() -> None:
    s = duel(20, {"cls": "APC", "weapons": []}, TANK)
    assert why(s) == "RHINE-FIRE-24"
    assert why(duel(20), 1) == "RHINE-FIRE-24"
    assert why(duel(20), -1) == "RHINE-FIRE-24"


@pytest.mark.rule("RHINE-FIRE-25")
@pytest.mark.parametrize(("face", "hit"), [(1, False), (4, False), (5, True), (10, True)])
def test_a_die_that_shows_the_score_hits(face: int, hit: bool) -> None:
    s = duel(20, {"weapons": [{"kind": "gun", "value": 0}]}, {"armour": (9, 9)})
    shoot(s, [face, 1] if hit else [face])
    assert s["foe"].markers == int(hit)


@pytest.mark.rule("RHINE-FIRE-25", "RHINE-FIRE-32", "RHINE-MOD-14")
@pytest.mark.parametrize(("natural", "hit"), [(False, False), (True, True)])
def test_no_die_hits_of_itself_unless_the_house_has_a_10_do_it(natural: bool, hit: bool) -> None:
    s = duel(8, {**SQUAD, "to_hit": 9, "markers": 2}, SQUAD, options={"natural_10_hits": natural})
    shoot(s, [10, 9, 1] if hit else [10, 9])
    assert to_hit(s) == (2, 10 if natural else 11)
    assert s["foe"].markers == int(hit)
    assert ("RHINE-FIRE-32" in s.rules) is not hit


@pytest.mark.rule("RHINE-FIRE-25")
def test_nor_does_a_1_miss_of_itself() -> None:
    s = duel(20, {**TANK, "to_hit": 1}, {"armour": (18, 18)})
    shoot(s, [1, 1])
    assert s["foe"].markers == 1


@pytest.mark.rule("RHINE-FIRE-32")
def test_a_shot_that_cannot_hit_is_legal_but_warned_of() -> None:
    s = duel(8, {**SQUAD, "to_hit": 9, "markers": 2}, SQUAD)
    score = fire.need(s.state, Firing(s["us"], s["foe"], 0))
    assert score == 11
    assert fire.warning(s.state, score) == "cannot hit: it would need 11 on a D10"
    s.mark("us", markers=1)
    assert fire.warning(s.state, fire.need(s.state, Firing(s["us"], s["foe"], 0))) == ""
    assert needed(s) == 10


@pytest.mark.rule("RHINE-FIRE-26", "RHINE-DMG-08")
def test_every_die_that_hits_is_a_hit_of_its_own() -> None:
    s = duel(20, CANNON, {"armour": (13, 13)})
    shoot(s, [5, 10, 1, 8])
    assert s["foe"].markers == 2


@pytest.mark.rule("RHINE-FIRE-26")
@pytest.mark.parametrize("theirs", [{"armour": (13, 13)}, SQUAD], ids=["vehicle", "foot"])
def test_where_the_better_die_of_an_autocannon_counts_there_is_one_hit(theirs: Stats) -> None:
    s = duel(20, CANNON, theirs, options={"autocannon_best_of_two": True})
    shoot(s, [5, 10, 1])
    assert to_hit(s) == (2, 5)
    assert s["foe"].markers == 1


@pytest.mark.rule("RHINE-FIRE-26")
def test_other_weapons_keep_their_two_hits_then() -> None:
    s = duel(8, SQUAD, SQUAD, options={"autocannon_best_of_two": True})
    shoot(s, [5, 5, 1, 1])
    assert s["foe"].markers == 2


# --- Whom one may fire at --------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-FIRE-27")
@pytest.mark.parametrize("theirs", [TANK, SQUAD])
def test_there_is_no_greatest_range(theirs: Stats) -> None:
    assert why(duel(70, TANK, theirs)) == ""
    assert why(duel(70, SQUAD, SQUAD)) == ""


@pytest.mark.rule("RHINE-FIRE-27")
@pytest.mark.parametrize(("inches", "rule"), [(24, ""), (24.01, "RHINE-FIRE-27")])
def test_but_for_a_weapon_whose_data_have_one(inches: float, rule: str) -> None:
    assert why(duel(inches, {"weapons": [{**GUN, "max_range": 24}]}, TANK)) == rule


@pytest.mark.rule("RHINE-FIRE-27", "RHINE-LOS-01", "RHINE-ERR-01", "RHINE-ERR-02")
def test_nobody_fires_at_what_he_does_not_see() -> None:
    s = duel(20, terrain=[piece("building", area=(10, 18, 30, 22))])
    assert why(s) == "RHINE-FIRE-27"
    assert fire.shots(s.state, s["us"], False) == []


@pytest.mark.rule("RHINE-FIRE-27")
def test_a_shot_is_for_one_target_and_the_nearest_is_offered_first() -> None:
    s = duel(20)
    s.unit("B", "near", at=(30, 25))
    s.unit("B", "far", at=(30, 60))
    assert [uid for uid, _ in fire.shots(s.state, s["us"], False)] == ["near", "foe", "far"]
    shoot(s, [5, 1])
    assert [s[uid].markers for uid in ("near", "foe", "far")] == [0, 1, 0]


@pytest.mark.rule("RHINE-DMG-10")
def test_infantry_has_rifles_for_foot_and_an_anti_tank_weapon_for_vehicles() -> None:
    s = duel(8, SQUAD, TANK)
    s.unit("B", "squad", at=(28, 18), cls="INF")
    assert sorted(fire.shots(s.state, s["us"], False)) == [("foe", 1), ("squad", 0)]
    assert why(s, 0) == "RHINE-DMG-10"
    assert why(s, 1, theirs="squad") == "RHINE-DMG-10"


@pytest.mark.rule("RHINE-FIRE-30")
@pytest.mark.parametrize(
    ("at", "facing", "rule"),
    [
        ((20, 35), 0, ""),
        ((45, 35), 0, ""),  # 45 degrees, exactly on the edge of the arc
        ((45.1, 35), 0, "RHINE-FIRE-30"),
        ((20, 35), 180, "RHINE-FIRE-30"),
    ],
)
def test_a_weapon_fixed_forward_fires_into_the_front_arc(at: tuple[float, float], facing: int, rule: str) -> None:
    s = duel(20, {"cls": "LIGHT", "fixed_forward": True, "facing": facing}, TANK)
    s.stand("foe", at)
    assert why(s) == rule
    turret = duel(20, {"cls": "LIGHT", "facing": facing}, TANK)
    turret.stand("foe", at)
    assert why(turret) == ""


@pytest.mark.rule("RHINE-FIRE-30")
def test_as_it_faces_after_its_move_and_in_an_arc_as_wide_as_the_house_has_it() -> None:
    s = duel(20, {"cls": "LIGHT", "fixed_forward": True, "facing": 180}, TANK)
    turned = s["us"].base.turned(0)
    assert fire.why_not(s.state, Firing(s["us"], s["foe"], 0, True, base=turned)) is None
    wide = duel(20, {"cls": "LIGHT", "fixed_forward": True}, TANK, options={"front_arc_degrees": 180})
    wide.stand("foe", (60, 10))
    assert why(wide) == ""


@pytest.mark.rule("RHINE-FIRE-31", "RHINE-ERR-02")
@pytest.mark.parametrize(("cls", "side", "rule"), [("APC", "A", "RHINE-FIRE-27"), ("INF", "A", ""), ("INF", "B", "")])
def test_vehicles_stand_in_the_way_people_do_not(cls: str, side: str, rule: str) -> None:
    s = duel(20, SQUAD, {**TEAM, "base": (1, 1)})
    s.unit(side, "between", at=(20, 20), cls=cls, facing=90)
    assert why(s) == rule


@pytest.mark.rule("RHINE-FIRE-31", "RHINE-TRN-05", "RHINE-ERR-02")
def test_nobody_fires_at_friends_passengers_or_who_is_not_there() -> None:
    s = duel(20)
    s.unit("A", "friend", at=(30, 30))
    s.unit("B", "carrier", at=(40, 30), **APC)
    s.foot("B", "rider", at=(40, 30), carried_by="carrier")
    s.foot("B", "late", at=None)
    s.unit("B", "dead", at=(50, 30), place="lost")
    assert fire.shots(s.state, s["us"], False) == [("foe", 0), ("carrier", 0)]
    rules = {uid: why(s, theirs=uid) for uid in ("friend", "rider", "late", "dead")}
    assert rules == {
        "friend": "RHINE-FIRE-31", "rider": "RHINE-FIRE-31", "late": "RHINE-ERR-02", "dead": "RHINE-ERR-02",
    }  # fmt: skip


@pytest.mark.rule("RHINE-MOR-05", "RHINE-TRN-05", "RHINE-ERR-02", "RHINE-ACT-12")
@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"markers": 5}, "RHINE-MOR-05"),
        ({"markers": 4}, ""),
        ({"place": "lost"}, "RHINE-ERR-02"),
        ({"place": "reserve"}, "RHINE-ACT-12"),
        ({"place": "carried", "carried_by": "truck"}, "RHINE-TRN-05"),
    ],
)
def test_a_broken_carried_lost_or_waiting_unit_does_not_fire(marks: dict[str, Any], rule: str) -> None:
    s = duel(8, SQUAD, SQUAD)
    s.unit("A", "truck", at=(10, 10), cls="APC", weapons=[])
    s.mark("us", **marks)
    assert why(s) == rule


def test_it_can_be_asked_as_if_a_unit_stood_elsewhere_on_the_table_or_not_yet() -> None:
    s = duel(20, SQUAD, TANK)
    here = s["us"].base.moved(20_000, 20_000)
    assert fire.why_not(s.state, Firing(s["us"], s["foe"], 1, True, base=here)) is None
    s.mark("us", place="reserve")
    assert fire.why_not(s.state, Firing(s["us"], s["foe"], 1, True, base=here)) is None
    assert fire.shots(s.state, s["us"], True, base=here) == [("foe", 1)]
    s.mark("foe", place="reserve")
    near = s["foe"].base.moved(20_000, 25_000)
    assert fire.why_not(s.state, Firing(s["us"], s["foe"], 1, True, base=here)) is not None
    assert fire.why_not(s.state, Firing(s["us"], s["foe"], 1, True, base=here, at=near)) is None
    assert fire.dice(s.state, Firing(s["us"], s["foe"], 1, True, base=here, at=near)) == 1


# --- Odds ------------------------------------------------------------------------------------------------------

PAIRS = [
    pytest.param(8, TANK, SQUAD, 0, id="tank at squad"),
    pytest.param(20, TANK, {**TANK, "vulnerable": True}, 0, id="tank at tank"),
    pytest.param(8, {**TANK, "markers": 2}, {**APC, "markers": 3}, 0, id="shaken tank at shaken APC"),
    pytest.param(8, SQUAD, {**SQUAD, "markers": 5}, 0, id="squad at Broken squad"),
    pytest.param(8, SQUAD, TANK, 1, id="squad at tank"),
    pytest.param(20, CANNON, {**APC, "armour": (11, 9)}, 0, id="autocannon at APC"),
    pytest.param(20, {"weapons": [{**GUN, "value": 7, "heat": True}]}, {"special_armour": True}, 0, id="HEAT"),
]


@pytest.mark.rule("RHINE-FIRE-25", "RHINE-FIRE-26", "RHINE-DMG-01", "RHINE-INF-01")
@pytest.mark.parametrize(("inches", "ours", "theirs", "weapon"), PAIRS)
@pytest.mark.parametrize("profile", ["sheet", "published"])
def test_the_odds_shown_for_a_shot_are_those_of_the_battle(
    inches: float, ours: Stats, theirs: Stats, weapon: int, profile: str
) -> None:
    s = duel(inches, ours, theirs, options={"profile": profile})
    shown: dict[Any, Fraction] = {}
    for outcome, chance in called(s, fire.call(s.state, Firing(s["us"], s["foe"], weapon))).items():
        key = "lost" if outcome.markers is None else outcome.markers
        shown[key] = shown.get(key, Fraction(0)) + chance
    assert shown == chances(s, weapon)


@pytest.mark.rule("RHINE-FIRE-27")
def test_a_shot_is_told_in_plain_words() -> None:
    s = duel(8, SQUAD, SQUAD)
    shoot(s, [5, 5, 4, 1])
    assert s.events == ["us fires its rifles at foe", "foe is hit: 3 morale markers of 5"]
    assert fate(s.state) == 3
    shoot(s, [MISS, MISS])
    assert s.events[-1] == "foe is none the worse for it (3 morale markers of 5)"
