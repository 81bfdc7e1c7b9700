"""Opportunity fire: who, when, once, together; and what it does to a mover and to a charger."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, default, house, way
from umpire.battle.decisions import Decision, options_of
from umpire.games.bptc import going
from umpire.games.bptc.actions.charge import charge
from umpire.games.bptc.actions.movement import Terms, Way, plan_move, travel


def start(s: Skirmish, unit: str, *points: tuple[float, float]) -> Any:
    found = plan_move(s.state, s[unit], way(s.at(unit), *points), Terms(going.allowance(s.state, s[unit])))
    assert isinstance(found, Way), found
    return travel(s.state, unit, found)


def windows(decision: Decision) -> list[float]:
    """The places of a path, in cm from its start, at which fire is offered."""
    options = decision.options  # type: ignore[attr-defined]
    return [float(option.label.split()[2]) for option in options if option.key != "pass"]


def fight(**options: Any) -> Skirmish:
    """Cavalry of A moves across the front of a line of B with a range of 20."""
    s = Skirmish(options=options)
    s.unit("A", "mover", at=(90, 60), arm="cavalry", stands=2, hits=9)
    s.unit("B", "line", at=(90, 76), range=20)
    return s


@pytest.mark.rule("BPTC-OPP-01")
def test_windows_are_at_the_start_every_five_centimetres_and_at_the_end() -> None:
    s = fight()
    s.play(start(s, "mover", (78, 60)), choices=["pass"])
    (asked,) = s.asked
    assert asked.seat == "B"
    assert windows(asked) == [0, 5, 10, 12]
    assert s.at("mover") == (78, 60)


@pytest.mark.rule("BPTC-OPP-01")
def test_only_where_it_has_range_sight_and_cone() -> None:
    """The mover comes into range on its way: the line's front edge is at 75, its range 20."""
    s = Skirmish()
    s.unit("A", "mover", at=(90, 40), arm="cavalry", stands=2, hits=9)
    s.unit("B", "line", at=(90, 76), range=20)
    s.play(start(s, "mover", (90, 60)), choices=["pass"])
    assert windows(s.asked[0]) == [15, 20]


@pytest.mark.rule("BPTC-OPP-01")
def test_fire_comes_where_it_was_offered_and_the_mover_goes_on() -> None:
    """Four stands at the flank of a column that turned to march, no hit: the move is carried to its end."""
    s = fight()
    s.play(start(s, "mover", (78, 60)), choices=["1"], dice=[1] * 16)
    assert s["line"].reacted
    assert s.at("mover") == (78, 60)
    assert "BPTC-OPP-01" in s.rules


@pytest.mark.parametrize(
    ("dice", "where"),
    [([6, *[1] * 15, 6], (85, 60)), ([6, *[1] * 15, 1], (78, 60))],
)
@pytest.mark.rule("BPTC-OPP-01")
def test_a_mover_that_is_suppressed_stops_there(dice: list[int], where: tuple[float, float]) -> None:
    s = fight()
    s.play(start(s, "mover", (78, 60)), choices=["1"], dice=dice)
    assert s.at("mover") == where


@pytest.mark.rule("BPTC-OPP-01")
def test_once_in_an_enemy_turn() -> None:
    s = fight()
    s.play(start(s, "mover", (78, 60)), choices=["1"], dice=[1] * 16)
    s.play(start(s, "mover", (85, 60)))
    assert s.asked == []


@pytest.mark.parametrize("marks", [{"suppressed": True}, {"reacted": True}])
@pytest.mark.rule("BPTC-OPP-01", "BPTC-SUP-03")
def test_not_by_suppressed_units_nor_twice(marks: dict[str, Any]) -> None:
    s = fight()
    s.mark("line", **marks)
    s.play(start(s, "mover", (78, 60)))
    assert s.asked == []


@pytest.mark.rule("BPTC-OPP-01", "BPTC-FIR-11")
def test_not_by_limbered_guns() -> None:
    s = Skirmish()
    s.unit("A", "mover", at=(90, 60), arm="cavalry", stands=2)
    s.unit("B", "guns", at=(90, 80), arm="artillery_foot", mode="limbered", formation="march_column")
    s.play(start(s, "mover", (78, 60)))
    assert s.asked == []


@pytest.mark.rule("BPTC-OPP-01")
def test_several_who_fire_in_one_window_make_one_attack() -> None:
    s = fight()
    s.unit("B", "second", at=(70, 76), stands=2, range=20)
    s.play(start(s, "mover", (78, 60)), choices=["2", ["line", "second"]], dice=[1] * 20)
    assert len(s.throws) == 1
    assert s["line"].reacted
    assert s["second"].reacted


@pytest.mark.rule("BPTC-OPP-01")
def test_by_house_rule_nobody_fires() -> None:
    s = fight(opportunity_fire=False)
    s.play(start(s, "mover", (78, 60)))
    assert s.asked == []


# --- Chargers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-OPP-02")
def test_the_last_window_before_a_charger_is_a_centimetre_from_contact() -> None:
    """15 cm apart: windows at 0, 5, 10 and 14; its target fires at half range there."""
    s = Skirmish()
    s.unit("A", "horse", at=(90, 58.5), arm="cavalry", stands=1, hits=9)
    s.unit("B", "line", at=(90, 76), stands=1, hits=9, range=20)
    s.play(charge(s.state, ["horse"], "line"), choices=[_last, default], dice=[1, 1, 1, *[6] * 6, *[1] * 4])
    assert s.throws[0].dice == 3
    assert s["line"].place == "ko"


def _last(decision: Decision) -> str:
    assert windows(decision) == [0, 5, 10, 14]
    return "3"


@pytest.mark.parametrize("apart", [1.0, 0.9])
@pytest.mark.rule("BPTC-OPP-02", "BPTC-OPP-01")
def test_a_charger_who_begins_within_a_centimetre_is_fired_at_where_he_begins(apart: float) -> None:
    s = Skirmish()
    s.unit("A", "horse", at=(90, 73.5 - apart), arm="cavalry", stands=1, hits=9)
    s.unit("B", "line", at=(90, 76), stands=1, hits=9, range=20)
    s.play(charge(s.state, ["horse"], "line"), choices=["0"], dice=[6, 1, 1, 4])
    assert windows(s.asked[0]) == [0]
    assert (s["horse"].suppressed, s.at("horse")) == (True, (90, 73.5 - apart))


@pytest.mark.rule("BPTC-OPP-02")
def test_so_it_is_where_he_then_goes_on_along_the_face_he_strikes() -> None:
    """Beside the front and out of its cone, he goes 4.5 cm and touches it after 2.5: the window is at 1.5."""
    s = Skirmish()
    s.unit("A", "foot", at=(83.5, 58), stands=1, hits=9)
    s.unit("B", "line", at=(90, 60), stands=1, hits=9)
    s.play(charge(s.state, ["foot"], "line"), choices=["1"], dice=[6, 1, 1, 4])
    assert windows(s.asked[0]) == [1.5]
    assert (s["foot"].suppressed, s.at("foot")) == (True, (85, 58))


@pytest.mark.rule("BPTC-OPP-02", "BPTC-OPP-01")
def test_a_charger_suppressed_on_his_way_has_charged_in_vain() -> None:
    s = Skirmish()
    s.unit("A", "horse", at=(90, 58.5), arm="cavalry", stands=1, hits=9)
    s.unit("B", "line", at=(90, 76), stands=1, hits=9, range=20)
    s.play(charge(s.state, ["horse"], "line"), choices=["3"], dice=[6, 1, 1, 4])
    assert s["horse"].suppressed
    assert s.at("horse") == (90, 72.5)
    assert not any("fights" in text for text in s.events)


@pytest.mark.rule("BPTC-OPP-02")
def test_nobody_reacts_to_opportunity_fire() -> None:
    s = fight()
    s.unit("A", "guns", at=(60, 55), arm="artillery_foot", facing=45)
    s.play(start(s, "mover", (78, 60)), choices=["1"], dice=[1] * 16)
    assert [asked.seat for asked in s.asked] == ["B"]


@pytest.mark.rule("BPTC-OPP-01")
def test_each_window_says_who_fires_and_is_shown_on_the_way_of_the_mover() -> None:
    s = fight()
    s.unit("B", "battery", at=(62, 76), range=17)
    s.play(start(s, "mover", (78, 60)), choices=["pass"])
    (asked,) = s.asked
    assert asked.piece == "mover", "the bots weigh what is fired at"
    alone, both = options_of(asked)[1], options_of(asked)[-1]
    assert (alone.label, alone.piece) == ("fire after 0 cm: line", "line")
    assert (both.label, both.detail, both.piece) == ("fire after 12 cm: 2 units", "line, battery", "")
    assert asked.way is not None
    way = asked.way()
    assert way.piece == "mover"
    assert [spot.option for spot in way.spots] == [option.key for option in options_of(asked)[1:]]
    assert way.spots[-1].at == way.path[-1] == (78_000, 60_000)
    assert both.preview is not None
    foreseen = both.preview()
    assert foreseen.pieces == ("line", "battery")
    assert len(foreseen.figures) == 2, "the stands of the mover, where they would be"


@pytest.mark.rule("BPTC-OPP-01", "BPTC-HIT-04", "BPTC-CON-08")
def test_the_odds_at_a_mover_count_its_works_only_before_it_sets_out() -> None:
    s = Skirmish(built=[house("fortified_works", at=(90, 62.1), size=(20, 2))])
    s.unit("A", "mover", at=(90, 60), inside="fortified_works", shelter="dug_in")
    s.unit("B", "line", at=(90, 76), range=30)
    s.play(start(s, "mover", (90, 55)), choices=["pass"])
    odds = [dict(option.odds.inputs) for option in options_of(s.asked[0]) if option.odds is not None]
    assert [each["groups"][0][1] for each in odds] == [6, 4]


@pytest.mark.rule("BPTC-MOV-15", "BPTC-ACT-02", "BPTC-OPP-01")
def test_infantry_halted_while_it_passes_through_a_battery_stops_just_before_it() -> None:
    s = Skirmish()
    s.unit("A", "foot", at=(90, 50), formation="attack_column", move=12, hits=20)
    s.unit("A", "guns", at=(90, 55), arm="artillery_foot")
    s.unit("B", "foe", at=(90, 85), arm="artillery_foot", stands=1)
    s.play(start(s, "foot", (90, 59.5)), choices=["1"], dice=[6] * 8)
    assert s["foot"].suppressed
    assert s.at("foot") == (90, 51)
