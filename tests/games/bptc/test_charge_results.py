"""What comes of a charge: retreat, knock-out, rounds fought again, consolidation, several at one target."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, default, house, way
from tests.games.bptc.test_charge import OPEN, pair
from umpire.battle.decisions import Decision, PutInOrder, Refused
from umpire.games.bptc.actions.charge import call, charge
from umpire.games.bptc.actions.retreat import consolidate

# --- Results --------------------------------------------------------------------------------------------------


def struck(s: Skirmish, ours: int, theirs: int, *choices: Any, dice: tuple[int, int] = (10, 8)) -> None:
    """A fight of infantry against infantry, two stands each, with so many hits."""
    faces = [*[6] * ours, *[1] * (dice[0] - ours), *[6] * theirs, *[1] * (dice[1] - theirs)]
    s.play(charge(s.state, ["charger"], "foe"), dice=faces, choices=choices)


@pytest.mark.rule("BPTC-CHG-15", "BPTC-CHG-16", "BPTC-CHG-29")
def test_the_loser_retreats_half_a_move_and_the_winner_consolidates() -> None:
    s = pair(5)
    struck(s, 3, 2, way((90, 54), (90, 50), facing=90))
    assert s["foe"].place == "table"
    assert s.at("foe")[1] == 56 + 5
    assert (s.at("charger"), s["charger"].base.facing) == ((90, 50), 90)


@pytest.mark.rule("BPTC-CHG-17", "BPTC-CHG-18", "BPTC-CHG-25")
def test_twice_as_many_hits_knock_the_loser_out() -> None:
    s = pair(5)
    struck(s, 4, 2, default)
    assert s["foe"].place == "ko"
    assert "BPTC-CHG-17" in s.rules


@pytest.mark.rule("BPTC-CHG-14", "BPTC-CHG-26")
def test_equal_hits_are_fought_again_at_once() -> None:
    s = pair(5)
    tie = [*[6] * 2, *[1] * 8, *[6] * 2, *[1] * 6]
    won = [6, *[1] * 9, *[1] * 8]
    s.play(charge(s.state, ["charger"], "foe"), dice=[*tie, *tie, *won], choices=[default])
    assert s["foe"].place == "ko"


@pytest.mark.rule("BPTC-CHG-15", "BPTC-CHG-16")
def test_a_charger_who_loses_retreats_and_the_target_consolidates() -> None:
    s = pair(5)
    struck(s, 2, 3, default)
    assert s.at("charger")[1] == 54 - 5
    assert s.asked[-1].rule == "BPTC-CHG-29"
    assert s.asked[-1].seat == "B"


@pytest.mark.rule("BPTC-CHG-24")
def test_hits_of_a_charge_leave_no_markers() -> None:
    s = pair(5)
    struck(s, 3, 2, default)
    assert s["charger"].hits == s["foe"].hits == 0
    s = Skirmish(options={**OPEN, "charge_markers": True})
    pair(5, s)
    s.mark("foe", hits=0)
    struck(s, 3, 2, default)
    assert (s["charger"].hits, s["foe"].hits) == (2, 3)


@pytest.mark.rule("BPTC-CHG-26")
def test_a_charge_nobody_can_win_is_given_up_ten_centimetres_back() -> None:
    """Neither side has a stand left to roll for."""
    s = pair(5)
    s.mark("charger", stands=0)
    s.mark("foe", stands=0)
    s.play(charge(s.state, ["charger"], "foe"))
    assert s.at("charger")[1] == pytest.approx(54 - 10, abs=0.02)
    assert s.rules[-1] == "BPTC-CHG-26"


@pytest.mark.parametrize(("option", "most"), [("half", 5), ("10cm", 10)])
@pytest.mark.rule("BPTC-CHG-29")
def test_how_far_the_winner_may_go(option: str, most: float) -> None:
    s = Skirmish(options={**OPEN, "consolidate": option})
    pair(5, s)
    x, y = 90.0, 54.0
    far, near = way((x, y), (x + most + 0.1, y)), way((x, y), (x + most, y))
    struck(s, 4, 1, lambda decision: _refuse(decision, far, near))
    assert s.at("charger") == (x + most, y)


def _refuse(decision: Decision, bad: Any, good: Any) -> Any:
    with pytest.raises(Refused):
        decision.read(bad)
    return good


@pytest.mark.rule("BPTC-CHG-29")
def test_by_house_rule_nobody_consolidates() -> None:
    s = Skirmish(options={**OPEN, "consolidate": "none"})
    pair(5, s)
    struck(s, 4, 1)
    assert s.asked == []


@pytest.mark.parametrize(("to", "shelter"), [((90, 60), "dug_in"), ((90, 57), "")])
@pytest.mark.rule("BPTC-CHG-29", "BPTC-CHG-16")
def test_a_winner_behind_works_may_stay_there_or_come_out(to: tuple[float, float], shelter: str) -> None:
    s = Skirmish(built=[house("breast_works", at=(90, 62.05), size=(20, 2))], options=OPEN)
    s.unit("A", "foe", at=(90, 60), inside="breast_works", shelter="dug_in", stands=2)
    s.unit("B", "charger", at=(90, 64.2), stands=2)
    struck(s, 0, 3, way((90, 60), to) if to != (90, 60) else default)
    assert s.asked[-1].seat == "A"
    assert (s.at("foe"), s["foe"].shelter) == (to, shelter)


@pytest.mark.parametrize("marks", [{"suppressed": True}, {"inside": "brick_building", "shelter": "garrison"}])
@pytest.mark.rule("BPTC-CHG-29", "BPTC-ACT-09", "BPTC-CON-08")
def test_a_winner_who_is_suppressed_or_in_a_building_stays(marks: dict[str, Any]) -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 60))], options=OPEN)
    s.unit("B", "foe", at=(90, 60) if "inside" in marks else (90, 70), stands=2, **marks)
    s.play(consolidate(s.state, "foe"))
    assert s.asked == []


@pytest.mark.rule("BPTC-CHG-29")
def test_consolidation_does_not_lead_into_contact() -> None:
    s = pair(5)
    s.unit("B", "next", at=(90, 60), stands=2)
    contact = way((90, 54), (90, 58))
    struck(s, 4, 1, lambda decision: _refuse(decision, contact, way((90, 54), facing=0)), dice=(10, 10))
    assert s.at("charger") == (90, 54)


@pytest.mark.rule("BPTC-CHG-26", "BPTC-CHG-08")
def test_by_house_rule_the_bonus_holds_in_the_first_round_and_the_odds_know_it() -> None:
    """Two stands of 4 dice and the bonus of 2: ten dice in the first round, eight after it."""
    s = Skirmish(options={**OPEN, "charge_bonus_rounds": "first"})
    pair(5, s)
    given = dict(call(s.state, s["charger"], s["foe"]).inputs)
    assert (given["attacker"]["dice"], given["attacker"]["first_round"]) == (8, 2)
    assert (given["defender"]["dice"], given["defender"]["first_round"]) == (8, 0)
    won = [6, *[1] * 7, *[1] * 8]
    s.play(charge(s.state, ["charger"], "foe"), dice=[*[1] * 18, *won], choices=[default])
    assert s["foe"].place == "ko"


# --- Several at one target ------------------------------------------------------------------------------------


def three() -> Skirmish:
    """Two chargers, one before the front, one on the flank of a line of one stand facing south at (90, 60)."""
    s = Skirmish(options=OPEN)
    s.unit("B", "foe", at=(90, 60), stands=1)
    s.unit("A", "front", at=(90, 50), stands=1)
    s.unit("A", "flank", at=(80, 60.5), facing=90, stands=1)
    return s


@pytest.mark.rule("BPTC-CHG-28", "BPTC-CHG-11")
def test_all_approach_first_then_fight_in_their_owners_order_each_on_the_flank_counting_in_every_fight() -> None:
    """The foe has 4 - 2 dice in both fights; it wins the first and the second knocks it out."""
    s = three()
    dice = [*[1] * 5, 6, 1, *[6] * 5, 1, 1]
    s.play(charge(s.state, ["front", "flank"], "foe"), dice=dice, choices=[default, ["front", "flank"], default])
    assert isinstance(s.asked[1], PutInOrder)
    assert [throw.dice for throw in s.throws] == [5, 2, 5, 2]
    assert s["front"].place == "ko"
    assert s["foe"].place == "ko"


@pytest.mark.rule("BPTC-CHG-28")
def test_if_the_target_is_gone_the_others_stay_where_they_are() -> None:
    s = three()
    dice = [*[6] * 5, 1, 1]
    s.play(charge(s.state, ["front", "flank"], "foe"), dice=dice, choices=[default, ["front", "flank"], default])
    assert s["foe"].place == "ko"
    assert s["flank"].place == "table"
    assert len(s.asked) == 3


@pytest.mark.rule("BPTC-CHG-28", "BPTC-CHG-16")
def test_a_target_that_wins_consolidates_once_after_the_last_fight() -> None:
    s = three()
    fights = [*[1] * 5, 6, 1, *[1] * 5, 6, 6]
    s.play(charge(s.state, ["front", "flank"], "foe"), dice=fights, choices=[default, ["front", "flank"], default])
    assert [asked.rule for asked in s.asked] == ["BPTC-CHG-28", "BPTC-CHG-28", "BPTC-CHG-29"]
    assert s["front"].place == s["flank"].place == "ko"


@pytest.mark.rule("BPTC-CHG-28")
def test_a_charger_that_is_gone_keeps_none_of_those_after_it_from_the_fight() -> None:
    s = three()

    def order(decision: Decision) -> list[str]:
        s.mark("front", place="ko")
        return ["front", "flank"]

    s.play(charge(s.state, ["front", "flank"], "foe"), dice=[6] * 5 + [1] * 2, choices=[default, order, default])
    assert s["foe"].place == "ko"


@pytest.mark.parametrize(("ours", "theirs", "rule"), [(4, 2, "BPTC-CHG-17"), (3, 2, "BPTC-RET-05")])
@pytest.mark.rule("BPTC-CHG-17", "BPTC-RET-05")
def test_guns_are_lost_by_twice_the_hits_or_because_they_cannot_retreat(ours: int, theirs: int, rule: str) -> None:
    s = Skirmish(options=OPEN)
    s.unit("A", "charger", at=(90, 40), arm="cavalry", stands=1)
    s.unit("B", "foe", at=(90, 55), arm="artillery_foot", stands=1)
    struck(s, ours, theirs, default, dice=(6, 2))
    assert s["foe"].place == "ko"
    assert [event.rule for event in s.state.events or () if "overrun" in event.text] == [rule]


@pytest.mark.rule("BPTC-CHG-24")
def test_by_house_rule_who_is_lost_by_his_marks_is_told_so() -> None:
    s = Skirmish(options={**OPEN, "charge_markers": True})
    pair(5, s)
    struck(s, 4, 0, default)
    assert [event.rule for event in s.state.events or () if "broken" in event.text] == ["BPTC-CHG-24"]
