"""Constructions, engineers and transport."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, default, house, piece, way
from tests.games.bptc.test_movement import plan, refused
from umpire.battle.decisions import Decision, PickOne, Refused
from umpire.games.bptc import going, groups, initiative
from umpire.games.bptc.actions import damage, deploying, engineers, fire, shelter, transport
from umpire.games.bptc.actions.approach import may_charge
from umpire.games.bptc.actions.movement import Way
from umpire.games.bptc.ending import remove_hits
from umpire.games.bptc.execute import _fire
from umpire.games.bptc.initiative import initiative_phase


def keys(s: Skirmish, unit: str) -> list[str]:
    return [option.key for option in deploying.options(s.state, s[unit])]


def deploy(s: Skirmish, unit: str, key: str, *choices: Any) -> None:
    s.play(deploying.perform(s.state, unit, key), choices=choices)


# --- Garrisons and works --------------------------------------------------------------------------------------


def at_the_farm(stands: int = 4, **line: Any) -> Skirmish:
    s = Skirmish(built=[house("brick_building", at=(90, 60))])
    s.unit("A", "unit", at=(90, 56), stands=stands, **line)
    return s


@pytest.mark.parametrize(
    ("line", "may"),
    [
        ({}, True),
        ({"stands": 6}, True),
        ({"stands": 7}, False),
        ({"arm": "cavalry"}, False),
        ({"arm": "artillery_foot"}, False),
    ],
)
@pytest.mark.rule("BPTC-CON-08")
def test_one_foot_unit_of_up_to_six_stands_enters_a_building_by_deploy_in_contact(
    line: dict[str, Any], may: bool
) -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 60))])
    s.unit("A", "unit", at=(90, 56), **line)
    depth = s["unit"].base.depth / 2000
    s.mark("unit", base=s["unit"].base.moved(90_000, round((57 - depth) * 1000)))
    assert ("garrison:brick_building" in keys(s, "unit")) is may


@pytest.mark.rule("BPTC-CON-08", "BPTC-ACT-06")
def test_it_goes_in_and_comes_out_again() -> None:
    s = at_the_farm()
    deploy(s, "unit", "garrison:brick_building")
    assert (s["unit"].inside, s["unit"].shelter, s.at("unit")) == ("brick_building", "garrison", (90, 60))
    assert not going.can_move(s.state, s["unit"])
    assert keys(s, "unit") == ["come_out"]
    deploy(s, "unit", "come_out", default)
    assert s["unit"].inside == ""
    assert s.at("unit") != (90, 60)


@pytest.mark.rule("BPTC-CON-08")
def test_a_building_holds_one_unit() -> None:
    s = at_the_farm()
    s.unit("A", "second", at=(90, 64), facing=180)
    deploy(s, "unit", "garrison:brick_building")
    assert "garrison:brick_building" not in keys(s, "second")


@pytest.mark.parametrize(("stands", "dice"), [(4, 4), (5, 6), (1, 2)])
@pytest.mark.parametrize("at", [(90, 90), (90, 30), (60, 60), (120, 60)])
@pytest.mark.rule("BPTC-CON-08", "BPTC-FIR-09")
def test_half_of_a_garrison_fires_from_any_face(stands: int, dice: int, at: tuple[float, float]) -> None:
    s = at_the_farm(stands, range=50)
    deploy(s, "unit", "garrison:brick_building")
    s.unit("B", "foe", at=at, formation="square")
    found = fire.dice(s.state, s["unit"], s["foe"])
    assert sum(term.amount for term in found.reasons if term.rule == "BPTC-FIR-07") == dice


@pytest.mark.rule("BPTC-CON-08", "BPTC-SAV-01")
def test_a_garrison_has_no_formation_bonus() -> None:
    s = at_the_farm(save=5)
    assert damage.save_and_dice(s.state, s["unit"], True) == (5, 4)
    deploy(s, "unit", "garrison:brick_building")
    assert damage.save_and_dice(s.state, s["unit"], True) == (5, 0)


@pytest.mark.rule("BPTC-CON-08", "BPTC-FRM-08")
def test_a_square_that_went_into_a_building_has_its_saves_against_fire() -> None:
    s = at_the_farm(save=5, formation="square")
    assert damage.save_and_dice(s.state, s["unit"], True) == (None, 0)
    s.mark("unit", inside="brick_building", shelter="garrison")
    assert damage.save_and_dice(s.state, s["unit"], True) == (5, 0)


@pytest.mark.rule("BPTC-CON-08", "BPTC-FIR-08")
def test_a_garrison_is_no_extended_line_to_fire_at() -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 60))], options={"extended_line_on": "target"})
    s.unit("A", "line", at=(90, 40))
    s.unit("B", "foe", at=(90, 60), formation="extended_line")
    assert fire.dice(s.state, s["line"], s["foe"]).value == 4 * (2 - 1)
    s.mark("foe", inside="brick_building", shelter="garrison", base=s.state.constructions[0].base)
    assert fire.dice(s.state, s["line"], s["foe"]).value == 4 * 2


@pytest.mark.rule("BPTC-CON-08", "BPTC-CMD-07")
def test_a_garrison_is_no_march_column_beside_its_commander() -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 60))])
    s.unit("A", "hq", at=(90, 55.5), arm="command", role="HQ")
    s.unit("A", "unit", at=(90, 60), formation="march_column", inside="brick_building", shelter="garrison")
    assert not groups.columns_touching(s["hq"], [s["unit"]])
    s.mark("unit", inside="", shelter="")
    assert groups.columns_touching(s["hq"], [s["unit"]])


@pytest.mark.rule("BPTC-CON-08", "BPTC-FBK-07")
def test_behind_works_a_unit_keeps_its_formation_and_is_dug_in() -> None:
    s = Skirmish(built=[house("log_works", at=(90, 60), size=(20, 2))])
    s.unit("A", "unit", at=(90, 58), save=5)
    deploy(s, "unit", "dig_in:log_works")
    assert (s["unit"].shelter, s["unit"].formation) == ("dug_in", "line")
    assert damage.holds(s["unit"])
    assert damage.save_and_dice(s.state, s["unit"], True) == (5, 4)


# --- Battering ------------------------------------------------------------------------------------------------


def under_fire(**options: Any) -> Skirmish:
    """Guns 30 cm before a wooden building with a garrison."""
    s = Skirmish(built=[house("wooden_building", at=(90, 80))], options=options, phase="command")
    s.unit("A", "guns", at=(90, 45), arm="artillery_foot", stands=2, range=60)
    s.unit("A", "line", at=(60, 70), range=40, facing=90)
    s.unit("B", "inside", at=(90, 80), inside="wooden_building", shelter="garrison")
    return s


@pytest.mark.rule("BPTC-CON-05", "BPTC-FIR-02")
def test_only_artillery_batters_with_half_range_but_without_other_modifiers() -> None:
    """The wall is 30 cm before the guns: 2 x (3 + 1)."""
    s = under_fire()
    assert [built.id for built in fire.constructions(s.state, s["guns"])] == ["wooden_building"]
    assert fire.constructions(s.state, s["line"]) == []
    assert fire.dice_at_construction(s.state, s["guns"], "wooden_building").value == 8
    s.mark("guns", base=s["guns"].base.moved(90_000, 44_900))
    assert fire.dice_at_construction(s.state, s["guns"], "wooden_building").value == 6


@pytest.mark.rule("BPTC-CON-05", "BPTC-CON-01")
def test_hits_add_up_within_a_turn_until_it_falls() -> None:
    s = under_fire()
    s.play(shelter.batter(s.state, "wooden_building", 3), dice=[4, 4, 3])
    assert _hits(s, "wooden_building") == 2
    s.play(shelter.batter(s.state, "wooden_building", 1), dice=[4])
    built = s.state.construction("wooden_building")
    assert built is not None
    assert built.destroyed


@pytest.mark.rule("BPTC-CON-05", "BPTC-FIR-10")
def test_the_odds_of_battering_count_the_hits_it_has_and_who_fires_with_it() -> None:
    s = under_fire()
    s.unit("A", "more", at=(70, 45), arm="artillery_foot", stands=1, range=60, facing=30)
    s.play(shelter.batter(s.state, "wooden_building", 3), dice=[4, 3, 3])
    firing = _fire(s.state, ["guns", "more"])
    s.play(firing, choices=["at:wooden_building", "at:wooden_building"], dice=[1] * 11)
    calls = [_inputs(decision, "at:wooden_building") for decision in s.asked]
    assert calls == [
        {"kind": "wood", "volleys": (8,), "prior": 1},
        {"kind": "wood", "volleys": (11,), "prior": 1},
    ]
    assert s.throws[-1].dice == 11


def _inputs(decision: Decision, key: str) -> dict[str, Any]:
    assert isinstance(decision, PickOne)
    call = next(option.odds for option in decision.options if option.key == key)
    assert call is not None
    return dict(call.inputs)


def _hits(s: Skirmish, id: str) -> int:
    built = s.state.construction(id)
    assert built is not None
    return built.hits


@pytest.mark.rule("BPTC-CON-06")
def test_a_collapse_leaves_rubble_and_shaken_occupants() -> None:
    s = under_fire()
    s.play(shelter.batter(s.state, "wooden_building", 3), dice=[4, 4, 4])
    feature = s.state.scene.features["wooden_building"]
    assert (feature.cls, feature.cover) == ("low", "soft")
    assert (s["inside"].suppressed, s["inside"].formation, s["inside"].inside) == (True, "disordered", "")
    assert s["inside"].place == "table"


@pytest.mark.rule("BPTC-CON-06")
def test_who_was_behind_works_that_fall_keeps_his_facing() -> None:
    s = Skirmish(built=[house("breast_works", at=(90, 60), size=(2, 20))])
    s.unit("A", "behind", at=(87.9, 60), facing=90, inside="breast_works", shelter="dug_in")
    s.play(shelter.batter(s.state, "breast_works", 3), dice=[4, 4, 4])
    assert (s["behind"].formation, s["behind"].base.facing) == ("disordered", 90)


@pytest.mark.rule("BPTC-CON-06")
def test_who_was_suppressed_before_is_lost_with_it_and_by_house_rule_everybody() -> None:
    s = under_fire()
    s.mark("inside", suppressed=True)
    s.play(shelter.batter(s.state, "wooden_building", 3), dice=[4, 4, 4])
    assert s["inside"].place == "ko"
    s = under_fire(collapse="ko")
    s.play(shelter.batter(s.state, "wooden_building", 3), dice=[4, 4, 4])
    assert s["inside"].place == "ko"


@pytest.mark.rule("BPTC-CON-06", "BPTC-TER-12")
@pytest.mark.parametrize("water", ["river", "brook"])
def test_units_on_a_bridge_that_falls_are_lost(water: str) -> None:
    s = Skirmish(terrain=[piece(water, box=(90, 60, 180, 12))], built=[house("bridge", at=(90, 60), size=(6, 12))])
    s.unit("A", "on it", at=(90, 60), formation="march_column", stands=2)
    s.unit("A", "beside", at=(90, 50), stands=2)
    s.play(shelter.batter(s.state, "bridge", 3), dice=[4, 4, 4])
    assert (s["on it"].place, s["beside"].place) == ("ko", "table")


@pytest.mark.parametrize(("option", "left"), [(False, 0), (True, 2)])
@pytest.mark.rule("BPTC-CON-07", "BPTC-END-01")
def test_hits_on_constructions_come_off_unless_they_persist(option: bool, left: int) -> None:
    s = under_fire(construction_damage_persists=option)
    s.play(shelter.batter(s.state, "wooden_building", 3), dice=[4, 4, 3])
    remove_hits(s.state)
    assert _hits(s, "wooden_building") == left


# --- Engineers ------------------------------------------------------------------------------------------------


def work(s: Skirmish, task: str, turns: int, dice: list[int] | None = None) -> None:
    """So many initiative phases at one task."""
    for turn in range(turns):
        s.mark("sappers", acted=False)
        s.state.phase = "initiative"
        last = turn == turns - 1
        s.play(initiative_phase(s.state), choices=["sappers", f"task:{task}"], dice=(dice or []) if last else [])


@pytest.mark.parametrize(("kind", "points"), [("breast_works", 2), ("log_works", 4)])
@pytest.mark.rule("BPTC-ENG-01", "BPTC-INI-05")
def test_works_take_so_many_points_and_are_ten_centimetres_long(kind: str, points: int) -> None:
    s = Skirmish()
    s.unit("A", "sappers", at=(90, 50), arm="engineer", stands=2)
    work(s, kind, points - 1)
    assert not [*s.state.constructions]
    work(s, kind, 1)
    (built,) = s.state.constructions
    assert (built.kind, built.base.width) == (kind, 10_000)


@pytest.mark.rule("BPTC-ENG-01")
def test_points_are_kept_when_they_are_suppressed_or_move() -> None:
    s = Skirmish()
    s.unit("A", "sappers", at=(90, 50), arm="engineer", stands=2)
    work(s, "breast_works", 1)
    s.mark("sappers", suppressed=True)
    assert engineers.tasks(s.state, s["sappers"]) == []
    s.mark("sappers", suppressed=False, base=s["sappers"].base.moved(95_000, 55_000))
    work(s, "breast_works", 1)
    assert len(s.state.constructions) == 1


@pytest.mark.parametrize(("option", "points"), [("quick", 1), ("slow", 4)])
@pytest.mark.rule("BPTC-ENG-01")
def test_by_house_rule_the_points_are_fewer_or_more(option: str, points: int) -> None:
    s = Skirmish(options={"engineer_points": option})
    s.unit("A", "sappers", at=(90, 50), arm="engineer", stands=2)
    task = next(task for task in engineers.tasks(s.state, s["sappers"]) if task.key == "breast_works")
    assert task.points == points


@pytest.mark.rule("BPTC-ENG-01")
def test_a_gap_lets_others_through_without_a_stop() -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(60, 60), (120, 60)], width=0.4)])
    s.unit("A", "sappers", at=(90, 58.75), arm="engineer", stands=2)
    s.unit("A", "column", at=(90, 50), formation="march_column", stands=2, move=12, stops=())
    s.mark("sappers", place="off")  # out of the way
    stopped = plan(s, "column", (90, 61))
    assert isinstance(stopped, Way)
    assert stopped.stop == "hedge"
    s.mark("sappers", place="table")
    work(s, "gap:hedge", 1)
    s.mark("sappers", place="off")
    through = plan(s, "column", (90, 61))
    assert isinstance(through, Way)
    assert through.stop == ""
    assert through.path[-1].y == 61_000


@pytest.mark.rule("BPTC-ENG-01", "BPTC-TER-12")
def test_a_bridge_takes_three_points_and_a_transport_in_contact() -> None:
    s = Skirmish(terrain=[piece("river", box=(90, 60, 180, 12))])
    s.unit("A", "sappers", at=(90, 52.9), arm="engineer", stands=2)
    assert not any(task.key.startswith("bridge") for task in engineers.tasks(s.state, s["sappers"]))
    s.unit("A", "wagon", at=(96, 51), arm="transport", stands=1)
    work(s, "bridge:river", 3)
    (built,) = s.state.constructions
    assert built.kind == "bridge"
    s.mark("sappers", place="off")
    s.unit("A", "column", at=(90, 51), formation="march_column", stands=1, move=12)
    assert refused(plan(s, "column", (90, 62))) == ""


@pytest.mark.rule("BPTC-ENG-01", "BPTC-GEN-03")
def test_more_than_fifteen_centimetres_of_water_are_too_wide() -> None:
    for depth, may in ((15, True), (15.004, True), (15.01, False), (15.5, False)):
        s = Skirmish(terrain=[piece("river", box=(90, 54 + depth / 2, 180, depth))])
        s.unit("A", "sappers", at=(90, 52.9), arm="engineer", stands=2)
        s.unit("A", "wagon", at=(96, 51), arm="transport", stands=1)
        assert any(task.key == "bridge:river" for task in engineers.tasks(s.state, s["sappers"])) is may


@pytest.mark.rule("BPTC-ENG-01")
def test_they_repair_a_persisting_hit() -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 60))], options={"construction_damage_persists": True})
    s.unit("A", "sappers", at=(90, 56), arm="engineer", stands=2)
    s.play(shelter.batter(s.state, "brick_building", 2), dice=[4, 4, 1, 1])
    work(s, "repair:brick_building", 1)
    assert _hits(s, "brick_building") == 1


@pytest.mark.rule("BPTC-ENG-02", "BPTC-CON-05")
def test_demolition_lays_the_charge_and_then_fires_three_dice_for_each_stand() -> None:
    s = Skirmish(built=[house("wooden_building", at=(90, 60))])
    s.unit("A", "sappers", at=(90, 56), arm="engineer", stands=2)
    work(s, "demolish:wooden_building", 1)
    assert s.throws == []
    work(s, "demolish:wooden_building", 1, [4, 4, 4, 1, 1, 1])
    assert s.throws[0].dice == 6
    built = s.state.construction("wooden_building")
    assert built is not None
    assert built.destroyed


@pytest.mark.rule("BPTC-ENG-01", "BPTC-INI-05")
def test_only_engineers_in_contact_work() -> None:
    s = Skirmish(built=[house("wooden_building", at=(90, 60))])
    s.unit("A", "line", at=(90, 56))
    s.unit("A", "far", at=(90, 40), arm="engineer", stands=2)
    assert engineers.tasks(s.state, s["line"]) == []
    assert not any("wooden" in task.key for task in engineers.tasks(s.state, s["far"]))
    assert initiative.may_act(s.state, s["far"])


@pytest.mark.rule("BPTC-ACT-03", "BPTC-ACT-05", "BPTC-CON-08", "BPTC-TRN-01")
def test_behind_works_guns_limber_troopers_mount_and_foot_boards_and_are_dug_in_no_longer() -> None:
    s = Skirmish(built=[house("breast_works", at=(90, 60), size=(60, 2))])
    dug_in: dict[str, Any] = {"inside": "breast_works", "shelter": "dug_in"}
    s.unit("A", "guns", at=(70, 57), arm="artillery_foot", stands=2, **dug_in)
    s.unit("A", "troopers", at=(90, 57.5), arm="cavalry", keywords=["mounted_infantry"], mode="foot", **dug_in)
    s.unit("A", "foot", at=(110, 58), stands=2, **dug_in)
    s.unit("A", "wagon", at=(110, 55), arm="transport", stands=1, capacity=4)
    deploy(s, "guns", "limber", default)
    deploy(s, "troopers", "mount", default)
    assert (s["guns"].mode, s["guns"].inside, s["guns"].shelter) == ("limbered", "", "")
    assert (s["troopers"].mode, s["troopers"].inside, s["troopers"].shelter) == ("mounted", "", "")
    deploy(s, "foot", "board:wagon")
    assert (s["foot"].place, s["foot"].shelter) == ("carried", "")


# --- Horses, limbers, transport -------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-ACT-03", "BPTC-ACT-06")
def test_mounted_infantry_mounts_and_dismounts() -> None:
    s = Skirmish()
    s.unit("A", "dragoons", at=(90, 50), arm="cavalry", keywords=["mounted_infantry"], attack=1, range=15)
    s.unit("A", "lancers", at=(120, 50), arm="cavalry")
    assert "dismount" in keys(s, "dragoons")
    assert "dismount" not in keys(s, "lancers")
    deploy(s, "dragoons", "dismount", default)
    assert (s["dragoons"].mode, s.at("dragoons")) == ("foot", (90, 50))
    deploy(s, "dragoons", "mount", default)
    assert s["dragoons"].mode == "mounted"


@pytest.mark.rule("BPTC-ACT-05", "BPTC-ACT-06")
def test_guns_limber_and_unlimber() -> None:
    s = Skirmish()
    s.unit("A", "guns", at=(90, 50), arm="artillery_foot", stands=2)
    deploy(s, "guns", "limber", default)
    assert (s["guns"].mode, s["guns"].formation) == ("limbered", "march_column")
    assert going.allowance(s.state, s["guns"]) == 15_000
    deploy(s, "guns", "unlimber", way((90, 50), facing=90))
    assert (s["guns"].mode, s["guns"].formation, s["guns"].base.facing) == ("unlimbered", "line", 90)


def wagon_train(**line: Any) -> Skirmish:
    s = Skirmish()
    s.unit("A", "wagon", at=(90, 50), arm="transport", stands=1, capacity=4)
    s.unit("A", "unit", at=(90, 53), **line)
    depth = s["unit"].base.depth / 2000
    s.mark("unit", base=s["unit"].base.moved(90_000, round((52 + depth) * 1000)))
    return s


@pytest.mark.parametrize(
    ("line", "may"),
    [
        ({}, True), ({"stands": 5}, False), ({"arm": "cavalry"}, False), ({"arm": "command", "role": "HQ"}, False),
        ({"arm": "artillery_foot", "stands": 2}, True), ({"arm": "artillery_foot", "stands": 3}, False),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-TRN-01", "BPTC-TRN-02")
def test_a_transport_carries_one_foot_unit_of_its_capacity_and_guns_at_twice_their_stands(
    line: dict[str, Any], may: bool
) -> None:
    s = wagon_train(**line)
    assert transport.may_board(s.state, s["unit"], s["wagon"]) is may


@pytest.mark.rule("BPTC-TRN-01", "BPTC-ACT-03")
def test_it_loads_and_unloads_by_deploy_in_contact_and_passengers_do_nothing_else() -> None:
    s = wagon_train()
    deploy(s, "unit", "board:wagon")
    assert (s["unit"].place, s["unit"].carried_by) == ("carried", "wagon")
    s.unit("A", "second", at=(90, 47), facing=180)
    assert "board:wagon" not in keys(s, "second")
    s.mark("second", place="off")
    assert keys(s, "unit") == ["unload"]
    assert not initiative.may_act(s.state, s["unit"])
    s.mark("wagon", base=s["wagon"].base.moved(60_000, 60_000))
    deploy(s, "unit", "unload", default)
    assert s["unit"].place == "table"
    assert abs(s.at("unit")[0] - 60) < 12


@pytest.mark.rule("BPTC-TRN-01")
def test_passengers_share_the_fate_of_their_transport() -> None:
    s = wagon_train()
    deploy(s, "unit", "board:wagon")
    damage.knock_out(s.state, "wagon", "the wagon is lost", "BPTC-CAS-05")
    assert s["unit"].place == "ko"
    assert s.state.sides["A"].lost == 1


def ferry() -> Skirmish:
    s = Skirmish(terrain=[piece("river", box=(90, 60, 180, 12))])
    s.unit("A", "boat", at=(90, 56), arm="boat", stands=1, capacity=4)
    s.unit("A", "unit", at=(90, 53))
    return s


@pytest.mark.rule("BPTC-TRN-02", "BPTC-TER-13")
def test_a_boat_takes_foot_on_board_at_the_bank_and_lands_it_on_the_other_side() -> None:
    s = ferry()
    deploy(s, "unit", "board:boat")
    found = plan(s, "boat", (90, 64))
    assert isinstance(found, Way)
    s.mark("boat", base=s["boat"].base.moved(90_000, 64_000))

    def other_bank(decision: Decision) -> Any:
        with pytest.raises(Refused):
            decision.read(way((90, 61)))
        return way((90, 67.05))

    deploy(s, "unit", "unload", other_bank)
    assert s.at("unit") == (90, 67.05)


@pytest.mark.rule("BPTC-TRN-02", "BPTC-CHG-19")
def test_passengers_charge_only_next_turn() -> None:
    s = ferry()
    deploy(s, "unit", "board:boat")
    deploy(s, "unit", "unload", default)
    refusal = may_charge(s.state, s["unit"])
    assert isinstance(refusal, Refused)
    assert refusal.rule == "BPTC-TRN-02"
    s.state.player_turn += 2
    assert may_charge(s.state, s["unit"]) is None


@pytest.mark.rule("BPTC-TRN-01", "BPTC-TRN-02")
def test_who_gets_off_a_wagon_may_charge_at_once() -> None:
    s = wagon_train()
    deploy(s, "unit", "board:wagon")
    deploy(s, "unit", "unload", default)
    assert may_charge(s.state, s["unit"]) is None


@pytest.mark.rule("BPTC-CON-08", "BPTC-TRN-01")
def test_who_has_room_beside_a_house_or_a_wagon_only_if_he_turns_comes_out_so() -> None:
    """A lane of 12 cm between two cliffs; the line is 16 cm wide and 2 cm deep."""
    cliffs = [piece("cliff", box=(x, 60, 14, 60), id=f"cliff{x}") for x in (77, 103)]
    s = Skirmish(terrain=cliffs, built=[house("brick_building", at=(90, 60))])
    s.unit("A", "inside", at=(90, 60), inside="brick_building", shelter="garrison")
    assert [option.key for option in shelter.options(s.state, s["inside"])] == ["come_out"]
    s.play(shelter.perform(s.state, "inside", "come_out"), choices=[default])
    assert s["inside"].shelter == ""
    assert s["inside"].base.facing % 180 == 90
    s = Skirmish(terrain=cliffs)
    s.unit("A", "wagon", at=(90, 60), arm="transport", stands=1, capacity=4)
    s.unit("A", "on board", at=(90, 60), place="carried", carried_by="wagon")
    assert [option.key for option in transport.options(s.state, s["on board"])] == ["unload"]
