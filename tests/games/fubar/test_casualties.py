"""The fallen: wounded or dead, who stays with them, what medics do, who is captured."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, put, refused
from umpire.games.fubar import activation, ending, orders, reaction, scoring
from umpire.games.fubar.actions import aim, assault, casualties, hazards, indirect, leaving, transport, wounded
from umpire.games.fubar.actions.aim import Mode


def squad(count: int = 4, *, tends: bool = True, **more: Any) -> Skirmish:
    s = Skirmish(options=more.pop("options", {}))
    s.squad("A", "us", (20, 10), count=count, **more)
    s.state.sides["A"].tends = tends
    return s


def hurt(s: Skirmish, *numbers: int, unit: str = "us") -> None:
    for n in numbers:
        s.figure(f"{unit}.{n}", status="wounded")


# --- Wounded or dead -----------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MED-01")
@pytest.mark.parametrize(("face", "status"), [(3, "dead"), (4, "wounded")])
def test_every_casualty_rolls_whether_it_is_only_wounded(face: int, status: str) -> None:
    s = squad()
    s.play(casualties.fall(s.state, "us", ["us.2"]), dice=[face])
    assert s.fig("us.2").status == status
    assert s.fig("us.2").fell == 1


@pytest.mark.rule("FUBAR-AUT-06")
def test_automatons_that_fall_are_dead_without_a_roll() -> None:
    s = squad(armour="AUT")
    s.play(casualties.fall(s.state, "us", ["us.2"]))
    assert s.fig("us.2").status == "dead"


@pytest.mark.rule("FUBAR-MOR-02", "FUBAR-MDC-06")
def test_dead_and_wounded_are_losses_and_medics_are_not() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(), man(), man(skills=["medic"])])
    assert s["us"].start == 2
    s.play(casualties.fall(s.state, "us", ["us.1", "us.3"]), dice=[4, 1])
    assert s["us"].lost == 1


@pytest.mark.rule("FUBAR-MOR-02")
def test_by_the_option_only_the_dead_are_losses() -> None:
    s = squad(options={"wounded_count_for_morale": False})
    s.play(casualties.fall(s.state, "us", ["us.1", "us.2"]), dice=[4, 1])
    assert s["us"].lost == 1


@pytest.mark.rule("FUBAR-VIC-03")
def test_wounded_keep_their_unit_from_being_destroyed() -> None:
    s = squad(2)
    s.figure("us.1", status="dead")
    hurt(s, 2)
    assert not scoring.destroyed(s.state, s["us"])
    assert not scoring.able_to_act(s.state, "A")
    s.figure("us.2", status="dead")
    assert scoring.destroyed(s.state, s["us"])


@pytest.mark.rule("FUBAR-MED-09")
def test_a_wounded_figure_hit_again_is_dead() -> None:
    s = squad(1)
    hurt(s, 1)
    s.play(indirect.burst(s.state, (20_000.0, 10_000.0), 1500, 1), dice=[3])
    assert s.fig("us.1").status == "dead"
    s = squad(1)
    hurt(s, 1)
    s.play(indirect.burst(s.state, (20_000.0, 10_000.0), 1500, 1), dice=[2])
    assert s.fig("us.1").status == "wounded"


# --- Those who stay ------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MED-02")
def test_a_force_that_tends_its_wounded_stays_within_three_inches_of_them() -> None:
    s = squad(1 + 1)
    hurt(s, 2)
    s.squad("B", "far", (60, 45), weapons=["Laser Pistol"])
    away = put((20, 16), (20, 10))
    near = put((18, 10), (20, 10))
    s.play(orders.act(s.state, "us"), choices=["walk", refused(away, "FUBAR-MED-02", near)])
    assert s.at("us.1") == (18, 10)


@pytest.mark.rule("FUBAR-MED-02")
def test_others_leave_them_lying() -> None:
    s = squad(2, tends=False)
    hurt(s, 2)
    s.play(orders.act(s.state, "us"), choices=["walk", put((20, 16), (20, 10))])
    assert s.at("us.1") == (20, 16)
    assert s.fig("us.2").status == "wounded"


@pytest.mark.rule("FUBAR-MED-03", "FUBAR-MED-04")
def test_guards_may_be_left_with_them_one_for_each() -> None:
    s = squad(5)
    hurt(s, 4, 5)
    few = refused(["us.3"], "FUBAR-MED-03", ["us.2", "us.3"])
    s.play(orders.act(s.state, "us"), choices=["walk", "leave", few, put((20, 16), (20, 10))])
    group = s["us-guard1"]
    assert [figure.id for figure in group.figures] == ["us.2", "us.3", "us.4", "us.5"]
    assert [figure.id for figure in s["us"].figures] == ["us.1"]
    assert s.at("us.1") == (20, 16)
    assert (group.tending, group.guard, group.origin) == (True, "normal", "us")


@pytest.mark.rule("FUBAR-MED-03", "FUBAR-UNIT-05")
def test_nobody_goes_if_all_the_activation_reached_stay_as_guards() -> None:
    s = squad(3)
    hurt(s, 3)
    s.figure("us.2", left=True)
    s.play(orders.act(s.state, "us"), choices=["walk", "leave", ["us.1"]])
    assert [figure.id for figure in s["us-guard1"].figures] == ["us.1", "us.3"]
    assert [figure.id for figure in s["us"].figures] == ["us.2"]


def far_from_his_wounded() -> Skirmish:
    """Two men in reach of an enemy, a third with the wounded one behind them."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=4, spots=[(20, 16), (22, 16), (20, 11), (20, 10)])
    s.squad("B", "foe", (20, 22))
    s.state.sides["A"].tends = True
    hurt(s, 4)
    return s


@pytest.mark.rule("FUBAR-MED-02", "FUBAR-MED-03", "FUBAR-MEL-01")
def test_an_assault_away_from_the_wounded_leaves_guards_with_them() -> None:
    s = far_from_his_wounded()
    s.figure("us.3", base=s.fig("us.3").base.moved(21_000, 16_000))
    assert not assault.can_reach(s.state, s["us"], s["foe"])
    nobody = refused([], "FUBAR-MED-03", ["us.3"])
    # Two against one, all dice even: nobody is hurt.
    s.play(orders.act(s.state, "us"), dice=[3, 3, 3], choices=["assault:foe", nobody], rest=True)
    assert [figure.id for figure in s["us-guard1"].figures] == ["us.3", "us.4"]
    assert s["us"].in_melee


@pytest.mark.rule("FUBAR-MED-03", "FUBAR-MEL-01")
def test_who_is_left_as_a_guard_must_leave_the_rest_able_to_reach() -> None:
    s = far_from_his_wounded()
    s.figure("us.2", base=s.fig("us.2").base.moved(20_000, 11_500))
    spared = refused(["us.1"], "FUBAR-MEL-01", ["us.2"])
    s.play(orders.act(s.state, "us"), dice=[3, 3], choices=["assault:foe", "leave", spared], rest=True)
    assert [figure.id for figure in s["us-guard1"].figures] == ["us.2", "us.4"]
    assert s["us"].in_melee


@pytest.mark.rule("FUBAR-MED-02", "FUBAR-MED-03", "FUBAR-MEL-01")
@pytest.mark.parametrize(("answers", "guards"), [(["stay"], []), (["leave", ["us.2"]], ["us.2", "us.3"])])
def test_an_assault_beside_the_wounded_needs_no_guards(answers: list[Any], guards: list[str]) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3, spots=[(20, 10), (21, 10), (20, 9)])
    s.squad("B", "foe", (20, 11.5))
    s.state.sides["A"].tends = True
    hurt(s, 3)
    s.play(orders.act(s.state, "us"), dice=[3] * (2 if guards else 3), choices=["assault:foe", *answers], rest=True)
    left = [unit for unit in s.state.units.values() if unit.tending]
    assert [figure.id for unit in left for figure in unit.figures] == guards
    assert s["us"].in_melee


@pytest.mark.rule("FUBAR-MED-03", "FUBAR-MEL-01")
def test_nobody_is_offered_an_assault_for_which_he_would_have_to_leave_the_wounded_alone() -> None:
    s = far_from_his_wounded()
    for number in (2, 3):
        s.figure(f"us.{number}", status="dead")
    assert assault.targets(s.state, s["us"])
    assert assault.reachable(s.state, s["us"]) == []


def test_guards_cost_no_penalty_to_activate() -> None:
    s = squad(3)
    hurt(s, 3)
    s.squad("B", "foe", (20, 40))
    wounded.form_group(s.state, "us", ("us.2",))
    s.stand("us.1", (40, 10))
    assert activation.need(s.state, s["us"]).value == 4


@pytest.mark.rule("FUBAR-MED-04")
def test_guards_and_wounded_cannot_be_activated_but_may_react() -> None:
    s = squad(3)
    hurt(s, 3)
    group = wounded.form_group(s.state, "us", ("us.2",))
    s.mark(group.id, attempted=False)
    assert not activation.eligible(s.state, s[group.id])
    assert reaction.can_react(s.state, s[group.id])
    s.squad("B", "foe", (20, 30))
    shots = aim.table(s.state, s[group.id], Mode(reaction=True, only="foe"))
    assert [gun.figure for gun in shots] == ["us.2"]


@pytest.mark.rule("FUBAR-MED-07")
def test_a_medic_guards_up_to_five() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(skills=["medic"]), *[man()] * 7])
    medic, other = (s.fig("us.1"),), (s.fig("us.2"),)
    hurt(s, 4, 5, 6, 7, 8)
    assert wounded.guards_needed(s["us"], medic)
    assert not wounded.guards_needed(s["us"], other)
    hurt(s, 3)
    assert not wounded.guards_needed(s["us"], medic)
    assert wounded.guards_needed(s["us"], (*medic, *other))


@pytest.mark.rule("FUBAR-MED-05")
def test_guards_and_wounded_ride_in_transports() -> None:
    s = squad(3)
    hurt(s, 3)
    s.vehicle("A", "truck", (22, 13), chassis="wheeled", seats=8)
    group = wounded.form_group(s.state, "us", ("us.2",))
    s.play(transport.after_move(s.state, "truck", 0.0), choices=[[group.id]])
    assert s[group.id].carried_by == "truck"
    s.play(transport.after_move(s.state, "truck", 0.0), choices=[[group.id]], rest=True)
    assert s[group.id].on_table
    assert s.fig("us.3").status == "wounded"


@pytest.mark.rule("FUBAR-MED-09")
def test_guards_without_wounded_rejoin_their_unit_or_are_one_of_their_own() -> None:
    s = squad(3)
    hurt(s, 3)
    group = wounded.form_group(s.state, "us", ("us.2",))
    s.figure("us.3", status="dead")
    wounded.release_guards(s.state)
    assert [figure.id for figure in s["us"].active] == ["us.1", "us.2"]
    assert not s[group.id].on_table
    s = squad(3)
    hurt(s, 3)
    group = wounded.form_group(s.state, "us", ("us.2",))
    s.figure("us.3", status="dead")
    s.stand("us.1", (40, 40))
    wounded.release_guards(s.state)
    assert not s[group.id].tending
    assert activation.eligible(s.state, s[group.id]._replace(attempted=False, made=0))


# --- Medics --------------------------------------------------------------------------------------------------


def ward(*, options: dict[str, Any] | None = None, level: str = "veteran") -> Skirmish:
    s = Skirmish(options=options or {})
    s.squad("A", "us", (20, 10), figures=[man(level, skills=["medic"]), man(), man()])
    return s


@pytest.mark.rule("FUBAR-MDC-02", "FUBAR-MDC-03")
@pytest.mark.parametrize(("status", "fell"), [("wounded", 0), ("dead", 1)])
@pytest.mark.parametrize(("face", "heals"), [(3, False), (4, True)])
def test_a_medic_heals_the_wounded_and_those_who_died_this_turn(status: str, fell: int, face: int, heals: bool) -> None:
    s = ward()
    s.figure("us.2", status=status, fell=fell)
    s.mark("us", lost=1)
    s.play(wounded.heal(s.state), dice=[face], choices=["us.2"])
    assert s.fig("us.2").status == ("active" if heals else status)
    assert s.fig("us.2").markers == (1 if heals else 0)
    assert s["us"].lost == (0 if heals else 1)


@pytest.mark.rule("FUBAR-MDC-02")
def test_the_dead_of_earlier_turns_are_beyond_help_and_so_is_who_is_far() -> None:
    s = ward()
    s.state.turn = 2
    s.figure("us.2", status="dead", fell=1)
    s.figure("us.3", status="wounded")
    s.stand("us.3", (24.01, 10))  # more than 3 inches from edge to edge
    assert wounded.patients(s.state, s["us"], s.fig("us.1")) == []
    s.stand("us.3", (24, 10))
    assert [figure.id for _, figure in wounded.patients(s.state, s["us"], s.fig("us.1"))] == ["us.3"]


@pytest.mark.rule("FUBAR-MDC-02")
def test_a_medic_tries_once_a_turn_and_may_help_another_unit() -> None:
    s = ward()
    s.squad("A", "friends", (20, 12), count=1)
    hurt(s, 2)
    s.figure("friends.1", status="wounded")
    s.play(wounded.heal(s.state), dice=[4], choices=["friends.1"])
    assert s.fig("friends.1").active
    assert s.fig("us.2").status == "wounded"


@pytest.mark.rule("FUBAR-MDC-07")
def test_a_medic_in_melee_aboard_or_fallen_cannot_heal() -> None:
    s = ward()
    hurt(s, 2)
    s.mark("us", in_melee=True)
    s.play(wounded.heal(s.state))
    s.mark("us", in_melee=False)
    s.figure("us.1", status="wounded")
    s.play(wounded.heal(s.state))
    s.figure("us.1", status="active")
    s.mark("us", place="carried", carried_by="truck")
    s.play(wounded.heal(s.state))
    assert s.fig("us.2").status == "wounded"


@pytest.mark.rule("FUBAR-MDC-07")
def test_no_second_medic_tries_the_same_figure_in_a_turn() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(skills=["medic"]), man(skills=["medic"]), man()])
    hurt(s, 3)
    s.play(wounded.heal(s.state), dice=[1], choices=["us.3"])
    assert s.fig("us.3").status == "wounded"


@pytest.mark.rule("FUBAR-MDC-03")
def test_by_the_option_a_medic_only_keeps_them_alive() -> None:
    s = ward(options={"medic_heals_to": "wounded"})
    s.figure("us.2", status="dead", fell=1)
    s.play(wounded.heal(s.state), dice=[4], choices=["us.2"])
    assert s.fig("us.2").status == "wounded"


@pytest.mark.rule("FUBAR-MDC-03", "FUBAR-SUP-08")
def test_a_hero_is_back_without_a_marker() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(skills=["medic"]), man("hero")])
    hurt(s, 2)
    s.play(wounded.heal(s.state), dice=[5], choices=["us.2"])
    assert (s.fig("us.2").status, s.fig("us.2").markers) == ("active", 0)


# --- Captures ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MED-08", "FUBAR-GEN-10")
@pytest.mark.parametrize(
    ("foe", "friend", "taken"), [(2.0, 9.0, True), (2.01, 9.0, False), (2.0, 4.0, False), (2.0, 4.01, True)]
)
def test_wounded_are_captured_by_an_enemy_within_one_inch_and_no_friend_within_three(
    foe: float, friend: float, taken: bool
) -> None:
    """Distances from middle to middle: bases are an inch wide."""
    s = squad(2, spots=[(20, 10), (20 + friend, 10)])
    hurt(s, 1)
    s.squad("B", "foe", (20 - foe, 10))
    wounded.capture(s.state)
    assert s.fig("us.1").status == ("captured" if taken else "wounded")


@pytest.mark.rule("FUBAR-MED-08", "FUBAR-MDC-02")
def test_at_the_end_of_a_turn_medics_come_before_captors() -> None:
    s = ward()
    hurt(s, 2)
    s.stand("us.2", (23.9, 10))
    s.stand("us.3", (60, 40))
    s.squad("B", "foe", (25, 10))
    s.state.phase = "end"
    s.play(ending.turn_end(s.state), dice=[4], choices=["us.2"])
    assert s.fig("us.2").status == "active"


@pytest.mark.rule("FUBAR-MED-01")
def test_mines_make_casualties_that_roll_like_others() -> None:
    s = squad(2)
    s.play(hazards.blast(s.state, "us", 3, ""), dice=[3, 1, 1, 4, 4], choices=["rear"])
    assert sorted(figure.status for figure in s["us"].figures) == ["active", "wounded"]


# --- Units that go off ---------------------------------------------------------------------------------------


def leaving_by_the_north(tends: bool) -> Skirmish:
    s = Skirmish(side={"A": {"exits": ["north"]}}, score=[{"kind": "exit", "points": 3, "text": "each unit"}])
    s.squad("A", "us", (20, 42), count=3)
    s.squad("B", "foe", (22, 41))
    s.state.sides["A"].tends = tends
    hurt(s, 3)
    return s


@pytest.mark.rule("FUBAR-MED-08", "FUBAR-VIC-02")
def test_a_unit_that_leaves_the_table_leaves_its_wounded_on_it() -> None:
    s = leaving_by_the_north(tends=False)
    s.play(orders.act(s.state, "us"), choices=["leave:0"])
    assert s["us"].place == "exited"
    assert [figure.id for figure in s["us"].figures] == ["us.1", "us.2"]
    lying = s["us-wounded1"]
    assert ([figure.id for figure in lying.wounded], lying.place, lying.origin) == (["us.3"], "table", "us")
    wounded.capture(s.state)
    assert s.fig("us.3").status == "captured"


@pytest.mark.rule("FUBAR-MED-02")
def test_a_force_that_tends_its_wounded_does_not_leave_the_table_without_them() -> None:
    s = leaving_by_the_north(tends=True)
    s.figure("us.2", status="dead")
    assert leaving.edges(s.state, s["us"]) == []  # the only man left cannot both stay and go
    s.figure("us.3", status="dead")
    assert leaving.edges(s.state, s["us"]) == [0]


@pytest.mark.rule("FUBAR-MED-03", "FUBAR-VIC-02")
def test_with_guards_left_beside_the_wounded_the_rest_leave_the_table() -> None:
    s = leaving_by_the_north(tends=True)
    both = refused(["us.1", "us.2"], "FUBAR-MED-03", ["us.2"])
    s.play(orders.act(s.state, "us"), choices=["leave:0", both])
    assert (s["us"].place, [figure.id for figure in s["us"].figures]) == ("exited", ["us.1"])
    assert [figure.id for figure in s["us-guard1"].figures] == ["us.2", "us.3"]
    assert s["us-guard1"].on_table
    assert s.state.sides["A"].exits == 1


@pytest.mark.rule("FUBAR-MED-03")
def test_guards_are_those_without_whom_the_rest_reach_the_edge() -> None:
    s = leaving_by_the_north(tends=True)
    s.stand("us.1", (20, 30))  # too far from the edge to go himself
    only = refused(["us.2"], "FUBAR-ORD-02", ["us.1"])
    s.play(orders.act(s.state, "us"), choices=["leave:0", only])
    assert [figure.id for figure in s["us"].figures] == ["us.2"]


@pytest.mark.rule("FUBAR-MED-02", "FUBAR-MED-08", "FUBAR-TRN-03")
@pytest.mark.parametrize("tends", [False, True])
def test_who_boards_leaves_wounded_out_of_reach_unless_he_tends_them(tends: bool) -> None:
    s = squad(3, tends=tends)
    s.vehicle("A", "truck", (20, 14), chassis="wheeled", seats=8, save=None)
    hurt(s, 2, 3)
    s.stand("us.2", (21, 10))
    s.stand("us.3", (30, 4))
    open_ = [carrier.id for carrier in transport.boardable(s.state, s["us"])]
    assert open_ == ([] if tends else ["truck"])
    if not tends:
        s.play(orders.act(s.state, "us"), choices=["board:truck"])
        assert [figure.id for figure in s["us"].figures] == ["us.1", "us.2"]
        assert [figure.id for figure in s["us-wounded1"].figures] == ["us.3"]


@pytest.mark.rule("FUBAR-MDC-03")
def test_who_is_healed_among_his_guards_is_no_loss_of_his_unit_any_more() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(), man(), man(skills=["medic"])], marks={"lost": 1})
    hurt(s, 2)
    wounded.form_group(s.state, "us", ("us.3",))
    s.play(wounded.heal(s.state), dice=[5], choices=["us.2"])
    wounded.release_guards(s.state)
    assert [figure.id for figure in s["us"].active] == ["us.1", "us.2", "us.3"]
    assert s["us"].lost == 0


@pytest.mark.rule("FUBAR-MED-09", "FUBAR-BIK-05")
def test_guards_rejoin_those_who_left_them_and_not_the_bikes_these_came_from() -> None:
    s = Skirmish()
    s.squad("A", "bikes", (20, 12), bike="bike")
    s.squad("A", "bikes-riders", (20, 10), count=3, marks={"origin": "bikes"})
    hurt(s, 3, unit="bikes-riders")
    wounded.form_group(s.state, "bikes-riders", ("bikes-riders.2",))
    s.figure("bikes-riders.3", status="dead")
    wounded.release_guards(s.state)
    assert [figure.id for figure in s["bikes-riders"].active] == ["bikes-riders.1", "bikes-riders.2"]
    assert len(s["bikes"].figures) == 1


@pytest.mark.rule("FUBAR-MDC-07")
def test_a_medic_who_was_brought_back_at_this_end_heals_nobody_yet() -> None:
    s = Skirmish()
    s.squad("A", "first", (20, 20), figures=[man(skills=["medic"])])
    s.squad("A", "second", (22, 20), figures=[man(skills=["medic"]), man()])
    s.figure("second.1", status="dead", fell=1)
    s.figure("second.2", status="dead", fell=1)
    s.play(wounded.heal(s.state), dice=[5], choices=["second.1"])
    assert s.fig("second.1").active
    assert s.fig("second.2").status == "dead"


@pytest.mark.rule("FUBAR-MOR-02", "FUBAR-BIK-04")
def test_the_bike_of_a_medic_is_no_loss() -> None:
    rider: dict[str, Any] = {"weapons": ["Bolt Pistol"], "bike": "bike", "bike_weapons": ["Sun Gun"]}
    s = Skirmish()
    s.squad("A", "us", (20, 20), figures=[man(skills=["medic"], **rider), man(**rider)])
    s.play(casualties.fall(s.state, "us", ["us.1"]), dice=[6])
    assert s["us"].lost == 0
    s.play(casualties.fall(s.state, "us", ["us.2"]), dice=[6])
    assert s["us"].lost == 1
