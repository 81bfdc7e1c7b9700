"""Indirect fire: mortars, artillery off the table, drift, and who is under the shell."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece, refused, way
from umpire.battle.decisions import Place
from umpire.games.fubar import armoury, orders
from umpire.games.fubar.actions import indirect
from umpire.table import Point, mils


def at(x: float, y: float) -> dict[str, Any]:
    return {"path": [[mils(x), mils(y)]], "facing": 0}


def battery(
    *terrain: Any, weapon: str = "Heavy Mortar", level: str = "regular", options: dict[str, Any] | None = None,
    skills: tuple[str, ...] = ("gunner",),
) -> Skirmish:  # fmt: skip
    s = Skirmish(terrain=terrain, options=options or {}, size=(72, 72))
    s.squad("A", "us", (20, 10), level=level, weapons=[weapon], skills=list(skills))
    return s


def fire(s: Skirmish, point: Any, dice: list[int], *more: Any) -> None:
    s.play(indirect.fire_mortars(s.state, "us"), dice=dice, choices=[point, *more], rest=True)


# --- The shot ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-IND-01", "FUBAR-IND-16", "FUBAR-GEN-10")
def test_the_point_lies_within_range_in_sight_or_not_and_as_near_as_one_likes() -> None:
    s = battery(piece("hill", area=(0, 20, 72, 25)))
    far = refused(at(20, 58.51), "FUBAR-IND-01", refused(at(20, 80), "FUBAR-IND-01", at(20, 58.5)))
    fire(s, far, [8])
    fire(s, at(20, 12.1), [8])
    assert s.events[-1] == "The shell hits nobody"


@pytest.mark.rule("FUBAR-IND-02")
@pytest.mark.parametrize(("face", "hits"), [(5, True), (4, False), (8, True), (1, False)])
def test_a_d8_against_the_expertise_of_the_gunner(face: int, hits: bool) -> None:
    s = battery()
    fire(s, at(40, 30), [face] if hits else [face, 90])
    assert ("The Heavy Mortar is on target" in s.events) is hits
    assert s.throws[0].sides == 8


def need(s: Skirmish, x: float, y: float, unit: str = "us") -> int:
    from umpire.games.fubar import needs

    figure = s[unit].active[0]
    what = indirect.inputs(
        s.state, s[unit], figure, indirect.barrel(s.state, s[unit], figure, 0), Point(mils(x), mils(y))
    )
    return needs.indirect_need(**what).value  # type: ignore[arg-type]


@pytest.mark.rule("FUBAR-IND-02", "FUBAR-IND-03", "FUBAR-IND-04", "FUBAR-GUN-02")
def test_what_makes_it_harder() -> None:
    s = battery(piece("hill", area=(0, 20, 30, 25)), piece("wood", area=(40, 30, 50, 40)))
    assert need(s, 45, 15) == 5
    assert need(s, 20, 30) == 6  # out of sight
    assert need(s, 41, 31) == 6  # in cover, at its edge
    s = battery(skills=())
    assert need(s, 45, 15) == 7


@pytest.mark.rule("FUBAR-IND-05", "FUBAR-SCT-03", "FUBAR-IND-18")
def test_a_designator_that_sees_the_point_helps_a_scouts_twice_as_much() -> None:
    s = battery()
    s.squad("A", "painter", (60, 10), designator=True)
    assert need(s, 45, 15) == 4
    s.squad("A", "second", (64, 10), designator=True)
    assert need(s, 45, 15) == 4  # several count once
    s.squad("A", "scout", (68, 10), designator=True, skills=["scout"])
    assert need(s, 45, 15) == 3


@pytest.mark.rule("FUBAR-IND-18")
@pytest.mark.parametrize("how", ["suppressed", "melee", "aboard", "blind"])
def test_who_does_not_designate(how: str) -> None:
    s = battery(piece("hill", area=(50, 12, 58, 20)))
    s.vehicle("A", "truck", (66, 20), chassis="wheeled", seats=4)
    s.squad("A", "painter", (60, 10) if how != "blind" else (66, 16), designator=True)
    if how == "suppressed":
        s.figure("painter.1", markers=1)
    elif how == "melee":
        s.mark("painter", in_melee=True)
    elif how == "aboard":
        s.mark("painter", place="carried", carried_by="truck")
    assert need(s, 45, 15) == 5


@pytest.mark.rule("FUBAR-IND-06")
@pytest.mark.parametrize(("option", "inches"), [("roll", 2), ("shortfall", 3)])
def test_a_miss_drifts_in_a_direction_of_chance(option: str, inches: int) -> None:
    """A 2 where 5 is needed, to the east: 90 degrees on a die of 360."""
    s = battery(options={"drift_distance": option})
    s.squad("B", "foe", (40 + inches, 30), level="green")
    fire(s, at(40, 30), [2, 90, 1, 1])
    assert f"The Heavy Mortar drifts {inches} in east" in s.events
    assert "foe is under the shell" in s.events


# --- Under the shell -----------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-IND-07", "FUBAR-IND-15")
@pytest.mark.parametrize(("apart", "under"), [(0, True), (1.99, True), (2.01, False)])
def test_every_model_touched_by_the_disc_is_hit_friend_or_foe(apart: float, under: bool) -> None:
    """A disc of 3 inches across and a base of 1: they touch up to 2 inches from middle to middle."""
    s = battery()
    s.squad("A", "friend", (40 + apart, 30))
    found = indirect.covered(s.state, (mils(40), mils(30)), 1500)
    assert ("friend" in found) is under


@pytest.mark.rule("FUBAR-IND-15")
@pytest.mark.parametrize(("option", "radius"), [(False, 1500), (True, 3000)])
def test_the_area_is_a_diameter_unless_the_house_says_otherwise(option: bool, radius: int) -> None:
    s = battery(options={"aoe_is_radius": option})
    assert indirect.radius(s.state, indirect.barrel(s.state, s["us"], s.fig("us.1"), 0)) == radius


@pytest.mark.rule("FUBAR-IND-08", "FUBAR-IND-10", "FUBAR-MRK-06")
def test_each_model_under_it_brings_the_weapons_dice_and_saves_are_rolled() -> None:
    s = battery()
    s.squad("B", "foe", (40, 30), count=4, spots=[(40, 30), (41, 30), (39, 30), (50, 30)], armour="PA")
    # Three under it: six dice that need 3; two hits, one saved.
    fire(s, at(40, 30), [8, 3, 3, 1, 1, 1, 1, 3, 1, 1], "order", ["foe.1", "foe.2", "foe.3"])
    assert (s.throws[1].dice, s.throws[1].need) == (6, 3)
    assert [s.fig(f"foe.{n}").status for n in (1, 2, 3, 4)] == ["active", "dead", "active", "active"]
    assert s.fig("foe.1").markers == 1


@pytest.mark.rule("FUBAR-IND-08")
def test_cover_and_having_gone_to_ground_count() -> None:
    s = battery(piece("wood", area=(30, 20, 50, 40)))
    s.squad("B", "foe", (40, 30), marks={"ground": True})
    s.play(indirect.burst(s.state, (mils(40), mils(30)), 1500, 2), dice=[4, 4])
    assert s.throws[0].need == 5


@pytest.mark.rule("FUBAR-IND-08", "FUBAR-MED-09", "FUBAR-COV-09")
@pytest.mark.parametrize(("edge", "need"), [(20, 4), (31, 3)])
@pytest.mark.parametrize(("hit", "status"), [(True, "dead"), (False, "wounded")])
def test_cover_counts_for_the_wounded_with_nobody_else_under_the_shell(
    edge: int, need: int, hit: bool, status: str
) -> None:
    """The wounded man at (40, 30) lies in the wood or before it; his comrade is in it, far from the shell."""
    s = battery(piece("wood", area=(30, edge, 60, 40)))
    s.squad("B", "foe", (40, 30), count=2, spots=[(40, 30), (50, 35)])
    s.figure("foe.1", status="wounded")
    s.play(indirect.burst(s.state, (mils(40), mils(30)), 1500, 1), dice=[need if hit else need - 1])
    assert [throw.need for throw in s.throws] == [need]
    assert s.fig("foe.1").status == status


@pytest.mark.rule("FUBAR-IND-15", "FUBAR-IND-08", "FUBAR-DMG-01")
def test_a_vehicle_under_it_is_one_model() -> None:
    s = battery()
    s.vehicle("B", "tank", (40, 30), save=4)
    s.play(indirect.burst(s.state, (mils(40), mils(30)), 1500, 2), dice=[3, 3, 4, 3, 1])
    assert [throw.dice for throw in s.throws[:2]] == [2, 2]
    assert s["tank"].shaken == 2


@pytest.mark.rule("FUBAR-IND-07")
def test_a_shell_hurts_those_in_melee() -> None:
    s = battery()
    s.squad("B", "foe", (40, 30), level="green", marks={"in_melee": True})
    s.play(indirect.burst(s.state, (mils(40), mils(30)), 1500, 1), dice=[2, 1])
    assert not s["foe"].active


@pytest.mark.rule("FUBAR-IND-16")
def test_a_shell_off_the_table_does_nothing() -> None:
    s = battery()
    s.squad("A", "edge", (1, 40))
    fire(s, at(0, 40), [3, 270])
    assert s.events[-1] == "The shell falls off the table"
    assert s["edge"].active


@pytest.mark.rule("FUBAR-IND-09", "FUBAR-IND-10", "FUBAR-IND-16", "FUBAR-EXP-07")
@pytest.mark.parametrize(("weapon", "fp"), [("Light Mortar", 1), ("Heavy Mortar", 2)])
def test_mortars_fire_with_a_standing_action(weapon: str, fp: int) -> None:
    s = Skirmish()
    s.squad(
        "A", "us", (20, 10), figures=[man("veteran", weapons=[weapon], skills=["gunner"]), man("green"), man("green")]
    )
    barrel = indirect.barrel(s.state, s["us"], s.fig("us.1"), 0)
    assert (barrel.range, barrel.aoe, barrel.fp, barrel.level) == (48_000, 3000, fp, "veteran")
    s.play(orders.act(s.state, "us"), dice=[4], choices=["indirect", at(30, 30)])
    assert s.at("us.1") == (20, 10)


# --- Artillery -----------------------------------------------------------------------------------------------


def call(s: Skirmish, dice: list[int], *choices: Any) -> None:
    s.play(indirect.call_fire(s.state, "us"), dice=dice, choices=choices, rest=True)


@pytest.mark.rule("FUBAR-IND-11", "FUBAR-IND-12", "FUBAR-IND-13", "FUBAR-IND-17")
@pytest.mark.parametrize(("kind", "fp"), [("light", 1), ("medium", 2), ("heavy", 3)])
def test_any_unit_calls_artillery_with_its_action(kind: str, fp: int) -> None:
    s = Skirmish()
    s.squad("A", "us", (2, 2))
    s.squad("B", "foe", (70, 46), level="green")
    s.state.sides["A"].missions = {kind: 1}
    s.play(orders.act(s.state, "us"), dice=[8, *[1] * fp], choices=["call", at(70, 46)])
    assert s.throws[1].dice == fp
    assert armoury.ARTILLERY[kind].aoe == 5000
    assert s.state.sides["A"].missions == {kind: 0}


@pytest.mark.rule("FUBAR-IND-14", "FUBAR-IND-17")
def test_a_mission_is_used_up_hit_or_miss_and_then_there_is_none() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 20))
    s.state.sides["A"].missions = {"light": 1, "heavy": 1}
    call(s, [1, 90], "heavy", at(40, 40))
    assert s.state.sides["A"].missions == {"light": 1, "heavy": 0}
    assert indirect.missions(s.state, "A") == ["light"]
    call(s, [8], at(40, 40))
    assert indirect.missions(s.state, "A") == []
    assert "call" not in [option.key for option in orders.options(s.state, s["us"])]


@pytest.mark.rule("FUBAR-IND-14")
def test_without_a_limit_missions_do_not_run_out() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 20))
    s.state.sides["A"].missions = {"light": -1}
    call(s, [8], at(40, 40))
    assert indirect.missions(s.state, "A") == ["light"]


@pytest.mark.rule("FUBAR-IND-17", "FUBAR-LDR-04", "FUBAR-GUN-02")
@pytest.mark.parametrize(("skills", "need_"), [([], 5), (["leader"], 4)])
def test_a_leader_calls_better_and_nobody_needs_a_gunner(skills: list[str], need_: int) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 20), skills=skills)
    s.state.sides["A"].missions = {"light": 1}
    call(s, [8], at(40, 40))
    assert sum(reason.amount for reason in s.throws[0].reasons) == need_


@pytest.mark.rule("FUBAR-IND-17")
def test_vehicles_call_as_well() -> None:
    s = Skirmish()
    s.vehicle("A", "us", (20, 20), level="elite")
    s.state.sides["A"].missions = {"light": 1}
    s.play(orders.act(s.state, "us"), dice=[3], choices=["call", at(40, 40)])
    assert "The Light Artillery is on target" in s.events


@pytest.mark.rule("FUBAR-IND-17", "FUBAR-IND-03", "FUBAR-EXP-07")
@pytest.mark.parametrize(("level", "need_"), [("regular", 5), ("veteran", 5), ("elite", 4)])
def test_who_sees_the_point_calls_unless_another_makes_up_for_it(level: str, need_: int) -> None:
    """The first of the unit stands behind a hill, the second is a Regular who sees the point."""
    s = Skirmish(terrain=[piece("hill", area=(18, 12, 21, 14))], size=(72, 72))
    s.squad("A", "us", (20, 10), figures=[man(level), man("regular")], spots=[(20, 10), (23, 10)])
    s.state.sides["A"].missions = {"light": 1}
    call(s, [8], at(20, 40))
    assert sum(reason.amount for reason in s.throws[0].reasons) == need_


@pytest.mark.rule("FUBAR-IND-16", "FUBAR-VEH-09")
@pytest.mark.parametrize(("lost", "fires"), [((), True), ((0,), False)])
def test_a_mortar_on_a_vehicle_fires_with_a_crew_of_gunners(lost: tuple[int, ...], fires: bool) -> None:
    s = Skirmish(size=(72, 72))
    s.vehicle("A", "us", (20, 20), weapons=["Heavy Mortar"], marks={"lost_weapons": lost})
    assert ("indirect" in [option.key for option in orders.options(s.state, s["us"])]) is fires
    if fires:
        s.play(orders.act(s.state, "us"), dice=[5], choices=["indirect", at(40, 40)])  # a Regular's expertise: 5+
        assert "The Heavy Mortar is on target" in s.events


@pytest.mark.rule("FUBAR-AUT-04", "FUBAR-IND-09")
@pytest.mark.parametrize(("markers", "rule"), [(0, ""), (1, "FUBAR-IND-01")])
def test_a_suppressed_automaton_fires_its_mortar_at_half_range(markers: int, rule: str) -> None:
    s = Skirmish()
    s.squad("A", "us", (5, 10), armour="AUT", weapons=["Light Mortar"])
    s.figure("us.1", markers=markers)
    s.squad("B", "foe", (45, 10))
    asked = next(indirect.fire_mortars(s.state, "us"))
    assert isinstance(asked, Place)
    refusal = asked.check(way((45, 10)))
    assert (refusal.rule if refusal is not None else "") == rule
    assert asked.check(way((29, 10))) is None


@pytest.mark.rule("FUBAR-IND-16", "FUBAR-MOR-06")
@pytest.mark.parametrize(("face", "shots"), [(4, 2), (3, 1)])
def test_mortars_fall_silent_when_their_own_shell_breaks_them(face: int, shots: int) -> None:
    """The first shell is on target, on two of the three; both are dead, and the third fires if he holds."""
    s = Skirmish()
    spots = [(20, 20), (21.2, 20), (26, 20)]
    s.squad("A", "us", (20, 20), count=3, spots=spots, weapons=["Light Mortar"], skills=["gunner"])
    s.squad("B", "foe", (20, 40))
    dice = [8, *(3, 3), *(1, 1), face, *[8] * (shots - 1)]
    s.play(indirect.fire_mortars(s.state, "us"), dice=dice, choices=[way((20.6, 20)), way((20, 46))][:shots])
    assert s.rules.count("FUBAR-IND-02") == shots
