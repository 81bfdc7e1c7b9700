"""Blunders: the six rows, whom they strike, and how forced moves go."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, piece
from umpire.battle.decisions import Decision, PickOne
from umpire.games.bptc import field
from umpire.games.bptc.actions.blunders import blunder, under_command
from umpire.games.bptc.orders import command_phase


def army(terrain: list[Any] | None = None) -> Skirmish:
    """An HQ with four units at different distances, the CO, and an enemy in the north."""
    s = Skirmish(terrain=terrain or [], phase="command")
    s.unit("A", "co", at=(20, 20), arm="command", role="CO", cv=9)
    s.unit("A", "hq", at=(90, 40), arm="command", role="HQ", cv=8)
    for name, x in (("near", 90), ("next", 108), ("third", 70), ("fourth", 130)):
        s.unit("A", name, at=(x, 50), stands=2, commander="hq", hits=8)
    s.unit("B", "foe", at=(90, 80), stands=2, hits=9)
    return s


def roll(s: Skirmish, row: int, *dice: int, choices: tuple[Any, ...] = (), group: tuple[str, ...] = ("near",)) -> None:
    s.play(blunder(s.state, "hq", group), dice=[row, *dice], choices=choices)


@pytest.mark.rule("BPTC-BLN-00", "BPTC-CMD-09", "BPTC-CMD-10")
def test_a_double_six_spoils_the_order_and_rolls_on_the_table() -> None:
    """Row 3: the HQ goes 15 cm back."""
    s = army()
    s.play(command_phase(s.state), choices=["hq"])
    s.play(command_phase(s.state), choices=[["near"], "hold"], dice=[6, 6, 3])
    assert "BPTC-BLN-03" in s.rules
    assert s["near"].orders == 0
    assert s["hq"].finished


@pytest.mark.rule("BPTC-FRM-12", "BPTC-BLN-06")
def test_by_house_rule_infantry_forms_square_before_cavalry_that_a_blunder_brings_near() -> None:
    """Row 6: the horse comes from 37 cm to 22."""
    s = Skirmish(phase="command", options={"square_reaction": "immediate"})
    s.unit("A", "hq", at=(90, 40), arm="command", role="HQ", cv=8)
    s.unit("A", "horse", at=(90, 45.5), arm="cavalry", stands=2, commander="hq")
    s.unit("B", "foe", at=(90, 85))
    s.play(command_phase(s.state), choices=["hq"])
    s.play(command_phase(s.state), choices=[["horse"], "hold"], dice=[6, 6, 6])
    assert s.at("horse")[1] == pytest.approx(60.5, abs=0.05)
    assert s["foe"].formation == "square"


# --- Row 1 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-BLN-01")
def test_cease_firing_strikes_the_commander_as_often_as_a_die_shows() -> None:
    s = army()
    roll(s, 1, 3, 4, 1, 1, 4)
    assert [throw.dice for throw in s.throws] == [1, 1, 3, 1]
    assert s["hq"].suppressed
    assert s["hq"].hits == 1


@pytest.mark.rule("BPTC-BLN-01", "BPTC-HIT-02")
def test_the_cover_he_is_in_counts() -> None:
    s = army([piece("wood", box=(90, 40, 8, 8))])
    roll(s, 1, 2, 4, 4)
    assert s.throws[2].need == 5


@pytest.mark.rule("BPTC-BLN-11", "BPTC-BLN-01")
def test_who_falls_back_from_nobody_goes_away_from_the_closest_enemy_he_sees_else_to_his_own_edge() -> None:
    s = army()
    s.mark("hq", suppressed=True)
    roll(s, 1, 1, 6, 4)
    assert s.at("hq") == (90, 36)
    s = army([piece("wood", box=(90, 65, 180, 12))])
    s.mark("hq", suppressed=True, base=s["hq"].base.moved(90_000, 44_000))
    for uid in ("near", "next", "third", "fourth"):
        s.mark(uid, place="off")
    roll(s, 1, 1, 6, 4)
    assert s.at("hq") == (90, 40)


# --- Row 2 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-BLN-02", "BPTC-BLN-07", "BPTC-BLN-08")
def test_cross_fire_is_three_dice_at_each_of_the_three_nearest() -> None:
    s = army()
    roll(s, 2, *[1] * 9)
    assert [throw.dice for throw in s.throws] == [1, 3, 3, 3]
    struck = [
        event.pieces[0] for event in s.state.events or () if event.rule == "BPTC-BLN-02" and "caught" in event.text
    ]
    assert struck == ["near", "next", "third"]


@pytest.mark.rule("BPTC-BLN-08", "BPTC-FRM-08")
def test_cross_fire_goes_round_hedges_and_leaves_a_square_no_saves() -> None:
    s = army([piece("hedge", box=(90, 51.2, 60, 0.3))])
    for uid in ("next", "third", "fourth"):
        s.mark(uid, place="off")
    s.mark("near", formation="square", profile=s["near"].profile)
    roll(s, 2, 4, 1, 1, 1)
    assert [throw.need for throw in s.throws[1:]] == [4, 4]
    assert [throw.purpose for throw in s.throws[1:]] == ["hits", "suppression"]


@pytest.mark.rule("BPTC-BLN-08")
def test_of_units_equally_near_the_owner_picks() -> None:
    s = army()
    s.mark("third", base=s["third"].base.moved(72_000, 50_000))
    s.mark("fourth", base=s["fourth"].base.moved(108_000, 30_000))
    s.mark("next", base=s["next"].base.moved(108_000, 50_000))

    def equal(decision: Decision) -> str:
        assert isinstance(decision, PickOne)
        assert decision.rule == "BPTC-BLN-08"
        assert {option.key for option in decision.options} == {"next", "third", "fourth"}
        return "fourth"

    def left(decision: Decision) -> str:
        assert isinstance(decision, PickOne)
        return "third"

    roll(s, 2, *[1] * 9, choices=(equal, left))
    struck = [event.pieces[0] for event in s.state.events or () if "caught" in event.text]
    assert struck == ["near", "fourth", "third"]


@pytest.mark.rule("BPTC-BLN-07")
def test_under_him_are_his_own_units_or_for_a_co_without_any_the_group_just_ordered() -> None:
    s = army()
    assert [unit.id for unit in under_command(s.state, "hq", ("near",))] == ["near", "next", "third", "fourth"]
    assert [unit.id for unit in under_command(s.state, "co", ("fourth", "near"))] == ["near", "fourth"]
    s.unit("A", "guard", at=(20, 30), commander="co")
    assert [unit.id for unit in under_command(s.state, "co", ("fourth", "near"))] == ["guard"]


@pytest.mark.rule("BPTC-BLN-07")
def test_fewer_than_three_are_all_there_are() -> None:
    s = army()
    s.mark("third", place="ko")
    s.mark("fourth", place="ko")
    roll(s, 2, *[1] * 6)
    assert [throw.dice for throw in s.throws] == [1, 3, 3]


# --- Rows 3, 4 and 6 ------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-BLN-03", "BPTC-BLN-10", "BPTC-GEN-04")
def test_the_commander_goes_half_a_move_straight_away_from_the_closest_enemy() -> None:
    s = army()
    roll(s, 3)
    assert s.at("hq")[0] == 90
    assert s.at("hq")[1] == pytest.approx(25, abs=0.05)


@pytest.mark.rule("BPTC-BLN-10")
def test_without_a_visible_enemy_nobody_moves() -> None:
    s = army()
    s.mark("foe", place="ko")
    roll(s, 3)
    assert s.at("hq") == (90, 40)


@pytest.mark.parametrize(("row", "rule", "y"), [(4, "BPTC-BLN-04", 45), (6, "BPTC-BLN-06", 55)])
@pytest.mark.rule("BPTC-BLN-04", "BPTC-BLN-06", "BPTC-BLN-10")
def test_units_in_the_open_go_half_a_move_back_or_at_the_enemy(row: int, rule: str, y: float) -> None:
    s = army()
    s.mark("hq", base=s["hq"].base.moved(90_000, 30_000))
    s.mark("next", suppressed=True)
    roll(s, row)
    assert s.at("near")[1] == pytest.approx(y, abs=0.05)
    assert s.at("next") == (108, 50)
    assert s.at("hq") == (90, 30)
    assert rule in s.rules


@pytest.mark.parametrize("row", [4, 6])
@pytest.mark.rule("BPTC-BLN-04", "BPTC-BLN-06", "BPTC-BLN-10")
def test_units_in_cover_stay(row: int) -> None:
    s = army([piece("crops", box=(90, 50, 20, 10))])
    roll(s, row)
    assert s.at("near") == (90, 50)
    assert s.at("third") != (70, 50)


@pytest.mark.parametrize(("nearest", "y"), [("before", 50), ("behind", 55)])
@pytest.mark.rule("BPTC-BLN-10", "BPTC-VIS-06", "BPTC-HIT-04")
def test_of_enemies_equally_near_the_one_its_owner_names_decides_whether_it_is_in_the_open(
    nearest: str, y: float
) -> None:
    """A hedge covers it from the north; both enemies are 13 cm off."""
    s = Skirmish(terrain=[piece("hedge", box=(90, 51.2, 20, 0.3))], phase="command")
    s.unit("A", "hq", at=(20, 40), arm="command", role="HQ")
    s.unit("A", "line", at=(90, 50), stands=2, commander="hq")
    s.unit("B", "before", at=(90, 65), stands=2)
    s.unit("B", "behind", at=(90, 35), stands=2, facing=0)
    roll(s, 4, choices=(nearest,), group=("line",))
    assert s.at("line")[1] == pytest.approx(y, abs=0.01)


@pytest.mark.rule("BPTC-BLN-10")
def test_who_goes_at_the_enemy_stops_a_centimetre_short_of_him() -> None:
    s = army()
    s.mark("foe", base=s["foe"].base.moved(90_000, 55_000))
    roll(s, 6)
    assert s.at("near")[1] == pytest.approx(52, abs=0.05)


@pytest.mark.rule("BPTC-BLN-06", "BPTC-BLN-10")
def test_who_goes_at_the_enemy_aslant_stops_a_centimetre_short_of_him_too() -> None:
    s = Skirmish(phase="command")
    s.unit("A", "hq", at=(20, 20), arm="command", role="HQ")
    s.unit("A", "horse", at=(90, 60), facing=15, arm="cavalry", stands=2, commander="hq")
    s.unit("B", "foe", at=(101.03, 53.03), facing=283, stands=1)
    roll(s, 6, group=("horse",))
    assert 100 <= field.distance(s["horse"], s["foe"]) <= 102


@pytest.mark.rule("BPTC-BLN-10")
def test_who_goes_back_obeys_the_ground_and_stops_at_the_edge_and_at_others() -> None:
    s = army([piece("wood", box=(60, 46, 30, 4))])
    s.mark("near", base=s["near"].base.moved(90_000, 3_000))
    s.mark("hq", base=s["hq"].base.moved(20_000, 60_000))
    roll(s, 4)
    assert s.at("near")[1] == pytest.approx(1, abs=0.05)
    assert s.at("third")[1] == pytest.approx(48.9, abs=0.2)


# --- Row 5 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-BLN-05", "BPTC-BLN-09")
def test_everybody_fires_at_the_closest_enemy_in_range_and_cone_the_nearest_to_the_commander_first() -> None:
    s = army()
    s.mark("foe", base=s["foe"].base.moved(100_000, 68_000))
    s.unit("B", "other", at=(100, 90), stands=2)
    s.mark("third", suppressed=True)
    roll(s, 5, *[1] * 8)
    fired = [event.text for event in s.state.events or () if event.kind == "fire"]
    assert [text.split()[0] for text in fired] == ["near", "next"]
    assert all("foe" in text for text in fired)
    assert len(s.throws) == 3


@pytest.mark.rule("BPTC-BLN-09", "BPTC-VIS-06")
def test_of_enemies_equally_near_the_owner_says_who_is_fired_at() -> None:
    s = Skirmish()
    s.unit("A", "hq", at=(90, 40), arm="command", role="HQ")
    s.unit("A", "unit", at=(90, 50), stands=2, attack=1, commander="hq")
    for name, x in (("left", 84), ("right", 96)):
        s.unit("B", name, at=(x, 60), stands=1, formation="attack_column")
    s.play(blunder(s.state, "hq", ["unit"]), dice=[5, 4, 4, 4, 4], choices=["right"])
    assert (s["left"].hits, s["right"].place) == (0, "ko")


@pytest.mark.rule("BPTC-BLN-09")
def test_without_a_target_there_is_no_effect() -> None:
    s = army()
    roll(s, 5)
    assert len(s.throws) == 1
