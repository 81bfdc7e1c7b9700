"""Initiative and activation: who tries whom when, what a failure does, and what suppression costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece
from umpire.games.fubar import activation, field, turn
from umpire.games.fubar.actions import casualties
from umpire.games.fubar.volleys import Fate


def two_a_side(**options: Any) -> Skirmish:
    """Two squads each, in sight of each other and out of range: nobody has anything to shoot at."""
    s = Skirmish(size=(72, 72), options=options)
    for side, y in (("A", 5), ("B", 60)):
        for n in (1, 2):
            s.squad(side, f"{side.lower()}{n}", (10 + 10 * n, y), weapons=["Laser Pistol"])
    return s


# --- Initiative ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-INIT-01", "FUBAR-INIT-02", "FUBAR-INIT-03")
def test_the_highest_roll_has_the_initiative_and_ties_are_rolled_again() -> None:
    s = two_a_side()
    s.state.phase = "initiative"
    s.play(turn.roll_off(s.state), dice=[4, 4, 2, 5])
    assert (s.state.order, s.state.active, s.state.phase) == (("B", "A"), "B", "activation")


@pytest.mark.rule("FUBAR-INIT-01")
@pytest.mark.parametrize(("now", "first"), [(1, "A"), (2, "B")])
def test_a_scenario_may_add_to_the_roll_of_a_side_in_a_turn(now: int, first: str) -> None:
    s = Skirmish(turn=now, initiative=[{"side": "A", "turn": 1, "modifier": 2}])
    s.play(turn.roll_off(s.state), dice=[3, 4])
    assert s.state.active == first


@pytest.mark.rule("FUBAR-INIT-03", "FUBAR-INIT-04", "FUBAR-ACT-07")
def test_who_succeeds_goes_on_and_who_fails_hands_over() -> None:
    s = two_a_side()
    s.play(activation.attempt(s.state), dice=[4], choices=["a1", "on_guard"])
    assert s.state.active == "A"
    s.play(activation.attempt(s.state), dice=[3], choices=["a2"])
    assert s.state.active == "B"
    assert s["a2"].guard == "penalised"
    s.play(activation.attempt(s.state), dice=[3], choices=["b1"])
    assert s.state.active == "B"  # nobody of the other side is left to try


@pytest.mark.rule("FUBAR-INIT-04", "FUBAR-INIT-06", "FUBAR-ACT-08")
def test_every_unit_has_one_attempt_and_then_the_turn_ends() -> None:
    s = two_a_side()
    for choice in ("a2", "b1", "a1", "b2"):
        s.play(activation.attempt(s.state), dice=[1], choices=[choice])
    assert s.state.phase == "end"
    assert all(s[name].attempted for name in ("a1", "a2", "b1", "b2"))


@pytest.mark.rule("FUBAR-INIT-06")
def test_a_player_without_units_left_is_passed_over_even_after_failures() -> None:
    s = two_a_side()
    s.mark("b1", attempted=True)
    s.mark("b2", attempted=True)
    s.play(activation.attempt(s.state), dice=[1], choices=["a1"])
    assert (s.state.active, s.state.phase) == ("A", "activation")
    s.play(activation.attempt(s.state), dice=[1], choices=["a2"])
    assert s.state.phase == "end"


@pytest.mark.rule("FUBAR-INIT-05")
def test_with_three_players_the_initiative_goes_round_by_their_rolls() -> None:
    s = Skirmish(seats="ABC", phase="initiative")
    for side, y in (("A", 5), ("B", 43), ("C", 24)):
        s.squad(side, side.lower(), (60, y), weapons=["Laser Pistol"])
    s.play(turn.roll_off(s.state), dice=[3, 2, 5])
    assert s.state.order == ("C", "A", "B")
    for seat, unit in (("C", "c"), ("A", "a"), ("B", "b")):
        assert s.state.active == seat
        s.play(activation.attempt(s.state), dice=[1], choices=[unit])
    assert s.state.phase == "end"


# --- Who may be tried ----------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-ACT-01")
def test_the_holder_takes_his_units_in_any_order() -> None:
    s = two_a_side()
    s.play(activation.attempt(s.state), dice=[4], choices=["a2", "on_guard"])
    assert s.asked[0].seat == "A"
    assert (s["a1"].attempted, s["a2"].attempted) == (False, True)


@pytest.mark.rule("FUBAR-ACT-08")
@pytest.mark.parametrize(
    "marks",
    [{"attempted": True}, {"in_melee": True}, {"tending": True}, {"made": 1}, {"place": "reserve"}],
)
def test_some_units_get_no_attempt(marks: dict[str, Any]) -> None:
    s = two_a_side()
    assert activation.eligible(s.state, s["a1"])
    s.mark("a1", **marks)
    assert not activation.eligible(s.state, s["a1"])


@pytest.mark.rule("FUBAR-ACT-08", "FUBAR-DMG-11")
@pytest.mark.parametrize("marks", [{"shaken": 1}, {"wrecked": True}, {"destroyed": True}])
def test_shaken_and_wrecked_vehicles_get_none(marks: dict[str, Any]) -> None:
    s = Skirmish()
    s.vehicle("A", "tank", (10, 10))
    assert activation.eligible(s.state, s["tank"])
    s.mark("tank", **marks)
    assert not activation.eligible(s.state, s["tank"])


@pytest.mark.rule("FUBAR-ACT-08")
def test_passengers_get_none_and_wounded_only_units_neither() -> None:
    s = Skirmish()
    s.vehicle("A", "truck", (10, 10), chassis="wheeled", seats=8)
    s.squad("A", "aboard", None, count=2, marks={"carried_by": "truck"})
    s.squad("A", "hurt", (20, 10))
    s.figure("hurt.1", status="wounded")
    assert [unit.id for unit in activation.waiting(s.state, "A")] == ["truck"]


@pytest.mark.rule("FUBAR-ACT-08")
def test_who_bailed_out_this_turn_may_be_tried_in_the_next() -> None:
    s = two_a_side()
    s.mark("a1", made=1)
    assert not activation.eligible(s.state, s["a1"])
    s.state.turn = 2
    assert activation.eligible(s.state, s["a1"])


@pytest.mark.rule("FUBAR-ACT-09")
def test_nobody_sits_out_unless_the_house_allows_it() -> None:
    s = two_a_side()
    s.play(activation.attempt(s.state), dice=[4], choices=["a1", "on_guard"])
    assert [option.key for option in s.asked[0].options] == ["a1", "a2"]  # type: ignore[attr-defined]
    s = two_a_side(allow_pass=True)
    s.play(activation.attempt(s.state), choices=["decline:a1"])
    assert s["a1"].attempted
    assert (s["a1"].guard, s.state.active) == ("", "A")


# --- The roll ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-ACT-02", "FUBAR-ACT-06", "FUBAR-ACT-07")
@pytest.mark.parametrize(("level", "fails"), [("green", 4), ("regular", 3), ("veteran", 2), ("elite", 1), ("hero", 1)])
def test_a_unit_activates_on_its_number(level: str, fails: int) -> None:
    for face, works in ((fails, False), (fails + 1, True)):
        s = Skirmish()
        s.squad("B", "foe", (10, 45), weapons=["Laser Pistol"])
        s.squad("A", "squad", (10, 5), level=level, weapons=["Laser Pistol"])
        found = s.play(activation.activate(s.state, "squad"), dice=[face], choices=["on_guard"] if works else [])
        assert found is works
        assert s["squad"].guard == ("normal" if works else "penalised")
        assert s["squad"].attempted


@pytest.mark.rule("FUBAR-ACT-03")
def test_one_is_added_with_no_enemy_in_sight() -> None:
    s = Skirmish(terrain=[piece("hill", area=(0, 20, 72, 25))])
    s.squad("A", "squad", (10, 5))
    s.squad("B", "foe", (10, 40))
    assert activation.need(s.state, s["squad"]).value == 3
    s.stand("foe.1", (10, 15))
    assert activation.need(s.state, s["squad"]).value == 4
    s.figure("foe.1", status="wounded")
    assert activation.need(s.state, s["squad"]).value == 3


@pytest.mark.rule("FUBAR-ACT-03")
@pytest.mark.parametrize("kind", ["vehicle", "bike"])
def test_vehicles_and_bikes_are_enemies_in_sight_too(kind: str) -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 5))
    if kind == "vehicle":
        s.vehicle("B", "foe", (10, 40))
    else:
        s.squad("B", "foe", (10, 40), bike="bike")
    assert activation.need(s.state, s["squad"]).value == 4


@pytest.mark.rule("FUBAR-ACT-05")
def test_light_damage_makes_activation_harder() -> None:
    s = Skirmish()
    s.squad("B", "foe", (10, 40))
    s.vehicle("A", "tank", (10, 5), marks={"light": 2})
    assert activation.need(s.state, s["tank"]).value == 6


# --- Suppression and activation ------------------------------------------------------------------------------


def pinned(markers: int, count: int = 4, **more: Any) -> Skirmish:
    s = Skirmish(options=more.pop("options", {}))
    s.squad("B", "foe", (10, 45), weapons=["Laser Pistol"])
    s.squad("A", "squad", (10, 5), count=count, weapons=["Laser Pistol"], **more)
    for n in range(markers):
        s.figure(f"squad.{n % count + 1}", markers=n // count + 1)
    return s


@pytest.mark.rule("FUBAR-ACT-04")
@pytest.mark.parametrize(("markers", "need"), [(0, 4), (1, 4), (2, 5), (3, 5), (4, 6)])
def test_the_markers_of_a_unit_count_against_its_activation(markers: int, need: int) -> None:
    s = pinned(markers)
    assert activation.need(s.state, s["squad"]).value == need


@pytest.mark.rule("FUBAR-SUP-05", "FUBAR-SUP-04")
def test_a_passed_roll_clears_all_markers_before_the_action() -> None:
    s = pinned(3)
    s.play(activation.activate(s.state, "squad"), dice=[5], choices=["on_guard"])
    assert s["squad"].markers == 0


@pytest.mark.rule("FUBAR-SUP-06")
def test_a_failed_roll_clears_nothing() -> None:
    s = pinned(3)
    s.play(activation.activate(s.state, "squad"), dice=[4])
    assert s["squad"].markers == 3


@pytest.mark.rule("FUBAR-AUT-03", "FUBAR-AUT-05")
def test_automatons_activate_as_ever_and_lose_their_markers_after_the_action() -> None:
    s = pinned(4, armour="AUT")
    assert activation.need(s.state, s["squad"]).value == 4
    seen: list[int] = []

    def on_guard(decision: Any) -> str:
        seen.append(s["squad"].markers)
        return "on_guard"

    s.play(activation.activate(s.state, "squad"), dice=[4], choices=[on_guard])
    assert seen == [4]
    assert s["squad"].markers == 0


@pytest.mark.rule("FUBAR-AUT-05")
def test_automatons_fight_the_first_round_of_an_assault_suppressed_and_the_next_one_not() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), armour="AUT")
    s.squad("B", "foe", (20, 13))
    s.figure("us.1", markers=1)
    s.play(activation.activate(s.state, "us"), dice=[4, 3, 3], choices=["assault:foe"])  # both have 3 - 1
    assert s["us"].in_melee
    assert s["us"].markers == 0


# --- Markers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-SUP-01", "FUBAR-SUP-07", "FUBAR-SUP-08", "FUBAR-PWR-03", "FUBAR-AUT-02")
@pytest.mark.parametrize(
    ("figure", "most"),
    [
        (man(armour="LA"), 1),
        (man(armour="PA"), 2),
        (man(armour="AD"), 2),
        (man(armour="AUT"), 2),
        (man(armour="PA", level="hero"), 0),
        (man(armour="LA", bike="bike"), 1),
    ],
)
def test_how_many_markers_a_figure_takes(figure: Any, most: int) -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), figures=[figure])
    s.play(casualties.take(s.state, "squad", [("squad.1", Fate(False, 5))]))
    assert s.fig("squad.1").markers == most


@pytest.mark.rule("FUBAR-SUP-09")
def test_a_volley_gives_no_more_markers_than_hits_that_were_saved() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), count=2, armour="PA")
    s.play(casualties.take(s.state, "squad", [("squad.1", Fate(False, 1)), ("squad.2", Fate(False, 0))]))
    assert [s.fig("squad.1").markers, s.fig("squad.2").markers] == [1, 0]


@pytest.mark.rule("FUBAR-SUP-08")
def test_heroes_take_markers_where_the_house_says_so() -> None:
    s = Skirmish(options={"hero_suppressible": True})
    s.squad("A", "squad", (10, 10), level="hero", armour="LA")
    s.play(casualties.take(s.state, "squad", [("squad.1", Fate(False, 3))]))
    assert s.fig("squad.1").markers == 1


@pytest.mark.rule("FUBAR-SUP-02")
def test_a_miss_suppresses_only_by_the_option() -> None:
    for options, markers in (({}, [0, 0]), ({"suppress_on_miss": True}, [1, 0])):
        s = Skirmish(options=options)
        s.squad("A", "squad", (10, 10), count=2, armour="LA")
        missed = [("squad.1", Fate(False, 0)), ("squad.2", Fate(False, 0))]
        s.play(casualties.take(s.state, "squad", missed, dice=1))
        assert [s.fig("squad.1").markers, s.fig("squad.2").markers] == markers


@pytest.mark.rule("FUBAR-SUP-07", "FUBAR-ACT-04")
def test_by_the_option_powered_armour_is_suppressed_from_the_second_marker_on() -> None:
    for options, one, two in (({}, True, True), ({"double_suppression": "needs_two"}, False, True)):
        s = Skirmish(options=options)
        s.squad("A", "squad", (10, 10), armour="PA")
        s.figure("squad.1", markers=1)
        assert field.suppressed(s.state, s.fig("squad.1")) is one
        s.figure("squad.1", markers=2)
        assert field.suppressed(s.state, s.fig("squad.1")) is two
        assert field.counted_markers(s.state, s["squad"]) == (2 if not options else 1)


@pytest.mark.rule("FUBAR-SUP-01", "FUBAR-SUP-07")
def test_by_the_option_only_those_are_told_suppressed_who_are() -> None:
    s = Skirmish(options={"double_suppression": "needs_two"})
    s.squad("A", "squad", (10, 10), count=2, armour="PA")
    s.play(casualties.take(s.state, "squad", [("squad.1", Fate(False, 1)), ("squad.2", Fate(False, 0))]))
    s.play(casualties.take(s.state, "squad", [("squad.1", Fate(False, 1)), ("squad.2", Fate(False, 1))]))
    assert s.events == ["squad: a first marker suppresses nobody yet", "squad: 1 figure suppressed"]
