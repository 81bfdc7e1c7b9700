"""Morale: when a unit tests, what breaks it, how it rallies, when an army breaks, and what fanatics do."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece, put
from umpire.games.fubar import activation, field, orders, reaction
from umpire.games.fubar.actions import casualties, damage, morale


def squad(
    count: int, lost: int = 0, *, level: str = "regular", options: dict[str, Any] | None = None, **more: Any
) -> Skirmish:
    """A squad that has lost so many, and an enemy far to the north."""
    s = Skirmish(options=options or {})
    s.squad("A", "us", (20, 20), count=count, level=level, **more)
    s.squad("B", "foe", (20, 40))
    for n in range(lost):
        s.figure(f"us.{count - n}", status="dead", fell=1)
    s.mark("us", lost=lost)
    return s


# --- When ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MOR-01", "FUBAR-GEN-09")
@pytest.mark.parametrize(
    ("level", "count", "first"),
    [("regular", 8, 4), ("veteran", 8, 6), ("elite", 8, 6), ("green", 10, 3), ("green", 8, 2), ("regular", 5, 3)],
)
def test_a_unit_tests_from_its_levels_share_of_losses_on(level: str, count: int, first: int) -> None:
    for lost in range(count):
        s = squad(count, lost, level=level)
        assert morale.must_test(s["us"]) is (lost >= first)


@pytest.mark.rule("FUBAR-MOR-01", "FUBAR-MOR-03")
@pytest.mark.parametrize(("face", "holds"), [(3, False), (4, True)])
def test_the_test_is_against_the_activation_number(face: int, holds: bool) -> None:
    s = squad(2, 1)
    s.figure("us.1", markers=1)
    s.play(morale.after_losses(s.state, "us"), dice=[face])
    assert s["us"].broken is not holds


@pytest.mark.rule("FUBAR-MOR-04")
def test_a_unit_of_heroes_never_tests() -> None:
    s = squad(2, 1, level="hero")
    assert not morale.must_test(s["us"])


@pytest.mark.rule("FUBAR-MOR-07", "FUBAR-AUT-06")
def test_broken_units_vehicles_and_automatons_do_not_test_but_bikes_do() -> None:
    s = squad(2, 1)
    s.mark("us", broken=True)
    assert not morale.must_test(s["us"])
    assert not morale.must_test(squad(2, 1, armour="AUT")["us"])
    s = squad(2, 1, bike="bike")
    assert morale.must_test(s["us"])
    s.vehicle("A", "tank", (40, 20), marks={"lost": 1})
    assert not morale.must_test(s["tank"])


@pytest.mark.rule("FUBAR-MOR-07")
def test_one_test_for_one_event_whatever_was_lost() -> None:
    from umpire.games.fubar.actions import fire
    from umpire.games.fubar.actions.aim import Mode

    s = squad(8, level="green")
    s.squad("B", "guns", (20, 30), count=2, weapons=["Plasma Gun"])
    # Six dice, six hits, six dead: well beyond the quarter; one die of morale.
    s.play(fire.volley(s.state, "guns", Mode()), dice=[2] * 6 + [1] * 6 + [5], choices=["fire:us", "rear"])
    assert [throw.purpose for throw in s.throws].count("morale") == 1
    assert not s["us"].broken


@pytest.mark.rule("FUBAR-MOR-01")
def test_by_the_option_there_are_no_tests() -> None:
    for how in ("off", "activation_only"):
        s = squad(2, 1, options={"morale": how})
        s.play(morale.after_losses(s.state, "us"))
        assert not s["us"].broken


@pytest.mark.rule("FUBAR-MOR-01")
def test_by_the_option_a_failed_activation_with_such_losses_is_a_withdrawal() -> None:
    s = squad(2, 1, options={"morale": "activation_only"})
    s.play(activation.activate(s.state, "us"), dice=[1])
    assert s.at("us.1") == pytest.approx((20, 14), abs=0.01)
    assert not s["us"].broken


@pytest.mark.rule("FUBAR-FAN-02", "FUBAR-AUT-06", "FUBAR-MOR-01")
@pytest.mark.parametrize("more", [{"skills": ["fanatic"]}, {"armour": "AUT"}])
def test_fanatics_and_automatons_do_not_withdraw_by_that_option_either(more: dict[str, Any]) -> None:
    s = squad(2, 1, options={"morale": "activation_only"}, **more)
    s.play(activation.activate(s.state, "us"), dice=[1])
    assert s.at("us.1") == (20, 20)
    assert s["us"].guard == "penalised"


# --- Leaders and heroes --------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MOR-03", "FUBAR-LDR-06", "FUBAR-EXP-05")
@pytest.mark.parametrize(
    ("others", "need"),
    [([], 4), ([man(skills=["leader"])], 3), ([man("hero")], 3), ([man("hero", skills=["leader"])], 2)],
)
def test_a_leader_and_a_hero_in_the_unit_help(others: list[Any], need: int) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 20), figures=[*others, man(), man(), man()])
    s.mark("us", lost=2)
    s.play(morale.test(s.state, "us"), dice=[need])
    assert s.throws[0].need == need
    assert not s["us"].broken


@pytest.mark.rule("FUBAR-LDR-06", "FUBAR-GEN-10")
@pytest.mark.parametrize(("inches", "need"), [(12, 3), (12.01, 4)])
def test_the_commander_helps_units_within_twelve_inches_in_sight(inches: float, need: int) -> None:
    s = squad(2, 1)
    s.squad("A", "chief", (20, 19 - inches), skills=["leader"])
    s.play(morale.test(s.state, "us"), dice=[6])
    assert s.throws[0].need == need


@pytest.mark.rule("FUBAR-LDR-06")
def test_another_units_leader_does_not_and_neither_does_a_commander_out_of_sight() -> None:
    s = Skirmish(terrain=[piece("hill", area=(0, 15, 40, 17))])
    s.squad("A", "us", (20, 20), count=2)
    s.squad("A", "chief", (20, 12), skills=["leader"])
    s.squad("A", "sergeant", (22, 20), skills=["leader"])
    assert s.state.sides["A"].commander == "chief.1"
    assert not morale.led(s.state, s["us"])


# --- Breaking ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MOR-05")
def test_a_broken_unit_goes_six_inches_straight_from_the_nearest_enemy_it_sees() -> None:
    s = squad(3, 1)
    s.mark("us", guard="normal", ground=True)
    morale.breaks(s.state, "us")
    assert s["us"].broken
    assert (s["us"].guard, s["us"].ground) == ("", False)
    assert s.at("us.1") == pytest.approx((20, 14), abs=0.01)
    assert s.at("us.2") == pytest.approx((21.5, 14), abs=0.01)


@pytest.mark.rule("FUBAR-MOR-05")
def test_without_an_enemy_in_sight_it_goes_to_its_own_edge() -> None:
    s = Skirmish(terrain=[piece("hill", area=(0, 30, 72, 33))])
    s.squad("B", "us", (20, 20), count=2)
    s.squad("A", "foe", (20, 40))
    morale.breaks(s.state, "us")
    assert s.at("us.1")[1] > 20  # side B has its edge in the north


@pytest.mark.rule("FUBAR-MOR-05")
def test_impassable_ground_stops_it() -> None:
    s = Skirmish(terrain=[piece("tower", area=(0, 15, 40, 17))])
    s.squad("A", "us", (20, 20))
    s.squad("B", "foe", (20, 40))
    morale.breaks(s.state, "us")
    assert 17.5 <= s.at("us.1")[1] < 20


@pytest.mark.rule("FUBAR-MOR-05")
def test_who_leaves_the_table_is_lost() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 4), count=2, spots=[(20, 4), (20, 10)])
    s.squad("B", "foe", (20, 40))
    morale.breaks(s.state, "us")
    assert s.fig("us.1").status == "off"
    assert s.fig("us.2").active
    assert s["us"].lost == 1


@pytest.mark.rule("FUBAR-MOR-05")
def test_who_cannot_get_clear_of_the_enemy_is_lost() -> None:
    s = Skirmish(terrain=[piece("tower", area=(18, 15, 22, 19.5))])
    s.squad("A", "us", (20, 20), marks={"in_melee": True})
    s.squad("B", "foe", (20, 21), marks={"in_melee": True})
    morale.breaks(s.state, "us")
    assert s.fig("us.1").status == "off"
    assert not s["us"].active


@pytest.mark.rule("FUBAR-MOR-05")
@pytest.mark.parametrize(("room", "clear"), [(0.0, False), (0.3, True), (0.49, True)])
def test_a_little_room_is_enough_to_get_clear_of_the_enemy(room: float, clear: bool) -> None:
    s = Skirmish(terrain=[piece("tower", area=(18, 15, 22, 19.5 - room))])
    s.squad("A", "us", (20, 20), marks={"in_melee": True})
    s.squad("B", "foe", (20, 21), marks={"in_melee": True})
    morale.breaks(s.state, "us")
    assert s.fig("us.1").active is clear
    assert s.at("us.1") == pytest.approx((20, 20 - room), abs=0.002)


@pytest.mark.rule("FUBAR-MOR-05", "FUBAR-MEL-15")
def test_who_cannot_get_clear_of_a_walker_is_lost() -> None:
    s = Skirmish(terrain=[piece("tower", area=(18, 15, 22, 19.5))])
    s.squad("A", "us", (20, 20), marks={"in_melee": True})
    s.vehicle("B", "walker", (20, 21.5), chassis="walker", marks={"in_melee": True})
    morale.breaks(s.state, "us")
    assert s.fig("us.1").status == "off"


@pytest.mark.rule("FUBAR-MOR-05")
def test_straight_away_is_to_the_hair_and_from_the_figure_that_is_seen() -> None:
    """The nearest man of the enemy is hidden by a hill, and is none to flee from."""
    s = Skirmish(terrain=[piece("hill", area=(25, 14, 26, 26))])
    s.squad("A", "us", (30, 20))
    s.squad("B", "foe", (23, 20), count=2, spots=[(23, 20), (30.5, 34)])
    morale.breaks(s.state, "us")
    far = hypot(0.5, 14)
    assert s.at("us.1") == pytest.approx((30 - 6 * 0.5 / far, 20 - 6 * 14 / far), abs=0.002)


@pytest.mark.rule("FUBAR-MOR-06")
def test_a_broken_unit_is_never_on_guard_and_has_no_action() -> None:
    s = squad(2)
    s.mark("us", broken=True, guard="normal")
    assert not reaction.can_react(s.state, s["us"])


# --- Rallying ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MOR-06", "FUBAR-LDR-05", "FUBAR-GEN-10")
@pytest.mark.parametrize(("inches", "can"), [(6, True), (6.01, False)])
def test_a_broken_unit_rallies_only_near_a_leader(inches: float, can: bool) -> None:
    s = squad(2)
    s.squad("A", "sergeant", (20, 19 - inches), skills=["leader"])
    s.mark("us", broken=True)
    assert morale.can_rally(s.state, s["us"]) is can


@pytest.mark.rule("FUBAR-MOR-06", "FUBAR-LDR-05")
def test_a_rallied_unit_may_act_but_not_assault() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 20), figures=[man(skills=["leader"]), man()])
    s.squad("B", "foe", (20, 25), level="elite")
    s.mark("us", broken=True)
    s.figure("us.2", markers=1)
    s.state.active = "A"
    s.play(activation.activate(s.state, "us"), dice=[3], choices=["on_guard"])
    assert not s["us"].broken
    assert s["us"].markers == 0
    assert "assault:foe" not in [option.key for option in s.asked[0].options]  # type: ignore[attr-defined]
    assert "assault:foe" in [option.key for option in orders.options(s.state, s["us"])]


@pytest.mark.rule("FUBAR-MOR-06")
@pytest.mark.parametrize("led", [True, False])
def test_a_unit_that_is_not_rallied_goes_back_again_and_the_initiative_passes(led: bool) -> None:
    s = squad(2, skills=["leader"] if led else [])
    s.mark("us", broken=True)
    s.play(activation.attempt(s.state), dice=[1] if led else [], choices=["us"])
    assert s["us"].broken
    assert s["us"].guard == ""
    assert s.at("us.1") == pytest.approx((20, 14), abs=0.01)
    assert s.state.active == "B"


@pytest.mark.rule("FUBAR-MOR-06")
@pytest.mark.parametrize(("face", "rallies"), [(5, False), (6, True)])
def test_by_the_option_a_six_rallies_without_a_leader(face: int, rallies: bool) -> None:
    s = squad(2, options={"rally_without_leader": True})
    s.mark("us", broken=True)
    s.play(morale.rally(s.state, "us"), dice=[face])
    assert s["us"].broken is not rallies


# --- The army ------------------------------------------------------------------------------------------------


def army(dead: int, **options: Any) -> Skirmish:
    s = Skirmish(options=options)
    s.squad("A", "line", (20, 10), count=4)
    s.squad("A", "led", (20, 14), figures=[man(skills=["leader"])])
    s.squad("A", "hero", (26, 14), level="hero")
    s.squad("A", "zealots", (30, 14), skills=["fanatic"])
    s.vehicle("A", "tank", (40, 14))
    s.squad("B", "foe", (20, 40))
    for n in range(dead):
        s.figure(f"line.{n + 1}", status="dead")
    return s


@pytest.mark.rule("FUBAR-MOR-08", "FUBAR-VEH-12")
def test_an_army_with_half_its_figures_lost_is_broken() -> None:
    """Eight figures, the tank counting as one: three are less than half, the tank makes it four."""
    s = army(3)
    s.play(morale.army_break(s.state))
    assert not s.state.sides["A"].broken
    s.mark("tank", destroyed=True)
    s.figure("tank.1", status="dead")
    s.play(morale.army_break(s.state), dice=[6])
    assert s.state.sides["A"].broken


@pytest.mark.rule("FUBAR-MOR-02", "FUBAR-MOR-08", "FUBAR-MDC-06")
@pytest.mark.parametrize(
    ("status", "skills", "options", "lost"),
    [
        ("dead", [], {}, 1),
        ("wounded", [], {}, 1),
        ("dead", ["medic"], {}, 0),
        ("wounded", [], {"wounded_count_for_morale": False}, 0),
        ("captured", [], {"wounded_count_for_morale": False}, 1),
    ],
)
def test_what_a_unit_does_not_count_as_lost_its_army_does_not_either(
    status: str, skills: list[str], options: dict[str, Any], lost: int
) -> None:
    s = Skirmish(options=options)
    s.squad("A", "wagon-crew", (20, 10), figures=[man(skills=skills), man()])
    s.figure("wagon-crew.1", status=status)
    assert casualties.losses(s.state, "A") == lost


@pytest.mark.rule("FUBAR-MOR-08", "FUBAR-VEH-12")
def test_a_destroyed_vehicle_is_one_figure_whatever_becomes_of_its_crew() -> None:
    s = Skirmish()
    s.vehicle("A", "tank", (20, 10), crew=2)
    s.play(damage.destroy(s.state, "tank"), dice=[1, 1, 1, 1])
    assert [figure.status for figure in s["tank-crew"].figures] == ["dead", "dead"]
    assert casualties.losses(s.state, "A") == 1


@pytest.mark.rule("FUBAR-MOR-02", "FUBAR-MOR-08")
@pytest.mark.parametrize(("dead", "breaks"), [(2, False), (3, True)])
def test_medics_are_no_part_of_the_strength_an_army_loses_half_of(dead: int, breaks: bool) -> None:
    """Six figures that count and two Medics: three dead are half."""
    s = Skirmish()
    s.squad("A", "line", (20, 10), figures=[*[man() for _ in range(5)], man(skills=["medic"]), man(skills=["medic"])])
    s.squad("A", "led", (40, 14), figures=[man(skills=["leader"])])
    s.squad("B", "foe", (20, 40))
    for n in range(dead):
        s.figure(f"line.{n + 1}", status="dead")
    s.play(morale.army_break(s.state), dice=[6] if breaks else [])
    assert s.state.sides["A"].broken is breaks


@pytest.mark.rule("FUBAR-MOR-08")
def test_from_then_on_units_without_leader_hero_or_fanatics_test_at_every_end() -> None:
    s = army(3)
    s.state.sides["A"].broken = True
    s.play(morale.army_break(s.state), dice=[3])  # the commander is near: 3 is enough
    s.play(morale.army_break(s.state), dice=[2])
    assert s["line"].broken
    assert not any(s[name].broken for name in ("led", "hero", "zealots", "tank"))


@pytest.mark.rule("FUBAR-MOR-08", "FUBAR-FAN-02")
@pytest.mark.parametrize("status", ["active", "wounded"])
def test_one_fanatic_fit_to_fight_spares_his_unit_that_test(status: str) -> None:
    """He is one of four, too few to make it a unit that does not retreat."""
    s = army(0)
    s.with_profile("line.2", skills=("fanatic",))
    s.figure("line.2", status=status)
    s.state.sides["A"].broken = True
    s.play(morale.army_break(s.state), dice=[] if status == "active" else [2])
    assert s["line"].broken is (status == "wounded")


@pytest.mark.rule("FUBAR-MOR-08")
@pytest.mark.parametrize(("share", "breaks"), [(0, False), (25, True), (26, False)])
def test_by_the_option_another_share_or_never(share: int, breaks: bool) -> None:
    s = army(2, army_break_pct=share)
    s.play(morale.army_break(s.state), dice=[6] if breaks else [])
    assert s.state.sides["A"].broken is breaks


# --- Fanatics ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-FAN-02")
@pytest.mark.parametrize(("fanatics", "breaks"), [(0, True), (2, True), (3, False)])
def test_a_unit_with_more_than_half_fanatics_does_not_retreat(fanatics: int, breaks: bool) -> None:
    s = Skirmish()
    figures = [man(skills=["fanatic"])] * fanatics + [man()] * (4 - fanatics)
    s.squad("A", "us", (20, 20), figures=figures)
    s.squad("B", "foe", (20, 40))
    s.play(morale.test(s.state, "us"), dice=[1])
    assert s["us"].broken is breaks


def zealots(foe: tuple[float, float] = (20, 40), **more: Any) -> Skirmish:
    s = Skirmish()
    s.squad("A", "us", (20, 20), skills=["fanatic"], weapons=["Bolt Pistol"], **more)
    s.squad("B", "foe", foe, weapons=["Laser Pistol"])
    return s


@pytest.mark.rule("FUBAR-FAN-03")
def test_the_nearest_enemy_of_fanatics_is_one_they_see() -> None:
    s = Skirmish(terrain=[piece("hill", area=(25, 14, 26, 26))])
    s.squad("A", "us", (30, 20), skills=["fanatic"])
    s.squad("B", "half-hidden", (23, 20), count=2, spots=[(23, 20), (30, 44)])
    s.squad("B", "seen", (30, 32))
    nearest = field.nearest_visible(s.state, s["us"])
    assert nearest is not None
    assert nearest.enemy.id == "seen"


@pytest.mark.rule("FUBAR-FAN-03")
@pytest.mark.parametrize(("face", "obeys"), [(4, False), (5, True)])
def test_fanatics_who_are_to_stay_need_an_expertise_roll(face: int, obeys: bool) -> None:
    s = zealots()
    s.play(orders.act(s.state, "us"), dice=[face], choices=["on_guard"])
    assert (s["us"].guard == "normal") is obeys
    assert s.at("us.1") == pytest.approx((20, 20) if obeys else (20, 26), abs=0.01)


@pytest.mark.rule("FUBAR-FAN-03")
def test_they_need_none_to_go_nearer_and_none_without_an_enemy_in_sight() -> None:
    s = zealots()
    s.play(orders.act(s.state, "us"), choices=["run", put((20, 30), (20, 20))])
    assert s.at("us.1") == (20, 30)
    s = zealots()
    s.play(orders.act(s.state, "us"), dice=[5], choices=["run", put((20, 10), (20, 20))])
    assert s.at("us.1") == (20, 10)
    s = Skirmish()
    s.squad("A", "us", (20, 20), skills=["fanatic"])
    s.play(orders.act(s.state, "us"), choices=["on_guard"])
    assert s["us"].guard == "normal"


@pytest.mark.rule("FUBAR-FAN-03")
def test_they_assault_who_is_in_reach() -> None:
    s = zealots((20, 26))
    s.play(orders.act(s.state, "us"), dice=[1, 3, 3], choices=["on_guard"])
    assert s["us"].in_melee
