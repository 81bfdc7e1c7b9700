"""Close assault: what the rounds lead to, for loser and winner."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.fwc.brawls import dice, facing_off, fight, linked, ten_apart, terms
from tests.games.fwc.skirmish import Skirmish, default, piece, refused, way
from umpire.battle.decisions import Place
from umpire.games.fwc.actions import assault, melee
from umpire.games.fwc.model import State

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270


# --- The result ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CA-12")
def test_equal_hits_are_fought_again() -> None:
    s = facing_off()
    s.play(fight(s), dice=[4, 1, 1, 1, 4, 1, 1, 4, 4, 1, 1, 4, 4, 1, 4, 1, 1, 1, 1, 1, 1], choices=[default])
    assert len(s.throws) == 6
    assert s["b"].place == "ko"


@pytest.mark.rule("FWC-CA-13")
@pytest.mark.parametrize("winner", ["a", "b"])
def test_the_side_with_fewer_hits_retreats_and_the_other_consolidates(winner: str) -> None:
    s = facing_off()
    rolled = [4, 4, 4, 1, 4, 4, 1] if winner == "a" else [4, 4, 1, 1, 4, 4, 4]
    loser = "b" if winner == "a" else "a"
    s.play(fight(s), dice=rolled, choices=[default])
    assert s.at(loser) == ((60, 53) if loser == "b" else (60, 30))
    assert s[loser].suppressed
    assert [(d.seat, d.rule) for d in s.asked] == [(winner.upper(), "FWC-CA-18")]


@pytest.mark.rule("FWC-CA-14")
@pytest.mark.parametrize("winner", ["a", "b"])
def test_twice_as_many_hits_knock_the_loser_out(winner: str) -> None:
    s = facing_off()
    rolled = [4, 4, 1, 1, 4, 1, 1] if winner == "a" else [4, 1, 1, 1, 4, 4, 1]
    loser = "b" if winner == "a" else "a"
    s.play(fight(s), dice=rolled, choices=[default])
    assert s[loser].place == "ko"
    assert s.state.sides[loser.upper()].losses == 1
    assert [d.rule for d in s.asked] == ["FWC-CA-18"]


@pytest.mark.rule("FWC-CA-15")
def test_any_hit_against_none_knocks_out_unless_the_house_says_otherwise() -> None:
    s = facing_off()
    s.play(fight(s), dice=[4, 1, 1, 1, 1, 1, 1], choices=[default])
    assert s["b"].place == "ko"
    lenient = facing_off(assault_zero_ko=False)
    lenient.play(fight(lenient), dice=[4, 1, 1, 1, 1, 1, 1], choices=[default])
    assert lenient["b"].place == "table"
    assert lenient.at("b") == (60, 53)


@pytest.mark.rule("FWC-CA-15", "FWC-CA-12")
def test_no_hits_on_both_sides_are_a_draw() -> None:
    s = facing_off()
    s.play(fight(s), dice=[1] * 7 + [4, 1, 1, 1, 1, 1, 1], choices=[default])
    assert len(s.throws) == 4


@pytest.mark.rule("FWC-CA-12", "FWC-CA-13", "FWC-CA-14", "FWC-CA-15")
def test_the_odds_of_a_whole_combat_are_those_of_the_worked_example() -> None:
    def outcome(state: State, _: Any) -> tuple[str, str]:
        def fate(name: str) -> str:
            unit = state.units[name]
            return "ko" if unit.place == "ko" else "retreats" if unit.suppressed else "stands"

        return fate("a"), fate("b")

    s = facing_off()
    odds = s.odds(lambda state: melee.combat(state, ["a"], "b", []), outcome=outcome)
    assert dict(odds) == {
        ("stands", "ko"): Fraction(17, 31),
        ("stands", "retreats"): Fraction(13, 93),
        ("retreats", "stands"): Fraction(2, 31),
        ("ko", "stands"): Fraction(23, 93),
    }


@pytest.mark.rule("FWC-CA-16")
def test_without_any_dice_the_assaulter_moves_back_10_cm() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 40), attacks=1, facing=SOUTH)
    s.unit("A", "west", at=(57, 43), attacks=0, facing=NORTH)
    s.unit("B", "b", at=(60, 43), attacks=1)
    s.unit("B", "b2", at=(54, 43), attacks=0, facing=EAST)
    s.mark("a", suppressed=True)
    s.play(melee.combat(s.state, ["a"], "b", []))
    assert s.at("a") == (60, 30)
    assert (s["a"].place, s["b"].place, s["b"].suppressed) == ("table", "table", False)
    assert s.rules[-1] == "FWC-CA-16"


@pytest.mark.rule("FWC-CA-16")
def test_moving_back_without_a_result_stops_where_there_is_no_more_room() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 5.5), attacks=1, facing=SOUTH, suppressed=True)
    s.unit("B", "b", at=(60, 8.5), attacks=0)
    s.play(melee.combat(s.state, ["a"], "b", []), dice=[])
    assert s.at("a") == (60, 1.5)
    assert s["a"].place == "table"


@pytest.mark.rule("FWC-CA-16", "FWC-MOV-05")
def test_moving_back_without_a_result_stops_1_cm_short_of_another_enemy() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 40), attacks=1, facing=SOUTH, suppressed=True)
    s.unit("B", "b", at=(60, 43), attacks=0)
    s.unit("B", "behind", at=(60, 32), attacks=0)
    s.play(melee.combat(s.state, ["a"], "b", []))
    assert s.at("a") == (60, 36)


@pytest.mark.rule("FWC-CA-17")
def test_all_units_linked_by_contact_fight_one_combat_and_share_its_result() -> None:
    s = facing_off()
    s.unit("B", "b2", at=(57, 42), attacks=2, facing=EAST)  # touches a at its flank
    s.unit("A", "a2", at=(54, 42), attacks=2, facing=EAST)  # touches b2 from behind
    s.unit("B", "b3", at=(60, 46), attacks=6)  # touches b only
    found = linked(s)
    assert [unit.id for unit in found.attackers] == ["a", "a2"]
    assert [unit.id for unit in found.defenders] == ["b", "b2"]
    assert found.assaulting == ("a",)
    result = dice(s)
    assert (result.attacker_dice.value, result.defender_dice.value) == (3 + 2 + 1 - 1, 3 + 2 - 1)
    s.play(fight(s), dice=[4] * 5 + [1] * 4, choices=[[], default, default])
    assert (s["b"].place, s["b2"].place, s["b3"].place) == ("ko", "ko", "table")


@pytest.mark.rule("FWC-CA-17")
def test_a_mixed_side_is_hit_on_its_lowest_score_and_saves_by_its_worst() -> None:
    s = facing_off()
    s.mark("b", dug_in=True)
    s.unit("B", "b2", at=(57, 42), attacks=2, save=4)
    s.unit("B", "boss", at=(63, 42), cls="command", role="HQ", attacks=0)
    hard = dice(s)
    assert (hard.defender_hit_on.value, hard.defender_save) == (4, None)
    s.mark("b2", dug_in=True)
    assert dice(s).defender_hit_on == 5
    s.unit("A", "rest", at=(66, 43), attacks=1, facing=WEST)
    s.mark("b", place="off")
    s.unit("B", "b3", at=(60, 43), attacks=2, save=6)
    s.unit("B", "b4", at=(60, 37), attacks=2, save=5)
    mixed = dice(s, target="b2")
    assert [unit.id for unit in linked(s, target="b2").defenders] == ["b2", "boss", "b3", "b4"]
    assert mixed.defender_save == 6


@pytest.mark.rule("FWC-CA-18")
def test_a_winner_may_consolidate_10_cm_and_turn_but_not_into_contact() -> None:
    s = facing_off()
    s.unit("B", "other", at=(70, 40), attacks=0)
    too_far = way((60, 40), (60, 50.1))
    into = way((60, 40), (67, 40))
    near = way((60, 40), (66.1, 40))
    wanted = way((60, 40), (60, 50), facing=EAST)
    s.play(
        fight(s),
        dice=[4, 1, 1, 1, 1, 1, 1],
        choices=[refused(too_far, "FWC-CA-18", refused(into, "FWC-MOV-05", refused(near, "FWC-MOV-05", wanted)))],
    )
    assert s.at("a") == (60, 50)
    assert s["a"].base.facing == EAST


@pytest.mark.rule("FWC-CA-18")
def test_consolidation_is_optional_its_offers_are_legal_and_a_suppressed_winner_stays() -> None:
    s = facing_off()
    s.play(fight(s), dice=[4, 1, 1, 1, 1, 1, 1], choices=[default])
    place = s.asked[-1]
    assert isinstance(place, Place)
    assert s.at("a") == (60, 40)
    assert len(place.candidates()) > 3
    for offer in place.candidates():
        place.read(offer)
    pinned = facing_off()
    pinned.mark("b", suppressed=True)
    pinned.play(fight(pinned), dice=[1, 1, 1, 1, 4, 1])
    assert pinned["a"].place == "ko"


@pytest.mark.rule("FWC-CA-18")
def test_house_rule_length_of_consolidation() -> None:
    s = facing_off(consolidate_cm=5)
    route = way((60, 40), (60, 45.1))
    s.play(fight(s), dice=[4, 1, 1, 1, 1, 1, 1], choices=[refused(route, "FWC-CA-18", way((60, 40), (60, 45)))])
    assert s.at("a") == (60, 45)


@pytest.mark.rule("FWC-CA-18")
def test_house_rule_of_no_consolidation_leaves_the_change_of_facing() -> None:
    s = facing_off(consolidate_cm=0)
    turn = way((60, 40), facing=EAST)
    s.play(
        fight(s),
        dice=[4, 1, 1, 1, 1, 1, 1],
        choices=[refused(way((60, 40), (60, 40.5)), "FWC-CA-18", turn)],
    )
    assert s.at("a") == (60, 40)
    assert s["a"].base.facing == EAST


@pytest.mark.rule("FWC-CA-18")
def test_a_winner_that_cannot_move_may_still_turn() -> None:
    s = facing_off()
    s.mark("b", place="off")
    s.unit("B", "gun", at=(60, 43), cls="gun", attacks=3, deployed=False)
    turn = refused(way((60, 43), (60, 45)), "FWC-MOV-07", way((60, 43), facing=EAST))
    s.play(fight(s, target="gun"), dice=[1, 1, 1, 1, 4, 1, 1], choices=[turn])
    assert s["a"].place == "ko"
    assert s["gun"].base.facing == EAST


@pytest.mark.rule("FWC-CA-18")
def test_no_road_takes_a_consolidating_unit_farther() -> None:
    s = Skirmish(terrain=[piece("road", line=[(60, 0), (60, 90)], width=4)])
    s.unit("A", "a", at=(60, 40), attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=3)
    along = refused(way((60, 40), (60, 50.1)), "FWC-CA-18", way((60, 40), (60, 50)))
    s.play(fight(s), dice=[4, 1, 1, 1, 1, 1, 1], choices=[along])
    assert s.at("a") == (60, 50)


@pytest.mark.rule("FWC-HID-03", "FWC-CA-18")
def test_a_consolidation_stops_short_of_a_hidden_unit() -> None:
    s = Skirmish(terrain=[piece("building", box=(60, 60, 30, 16))])
    s.unit("A", "a", at=(60, 40))
    s.unit("B", "b", at=(60, 43), attacks=3)
    s.unit("B", "ambush", at=(68, 40), cls="infantry", hidden=True, attacks=0)
    s.mark("a", suppressed=False)
    s.play(fight(s), dice=[4, 1, 1, 1, 1, 1, 1, 1], choices=[way((60, 40), (68, 40))])
    assert s.at("a") == (64, 40)
    assert not s["ambush"].hidden


@pytest.mark.rule("FWC-HID-03", "FWC-CA-18")
def test_a_consolidation_stopped_on_top_of_a_friend_stops_before_him() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 40))
    s.unit("A", "friend", at=(65, 40), attacks=0)
    s.unit("B", "b", at=(60, 43), attacks=3)
    s.unit("B", "ambush", at=(69, 40), cls="infantry", hidden=True, attacks=0)
    s.play(fight(s), dice=[4, 1, 1, 1, 1, 1, 1, 1], choices=[way((60, 40), (68.2, 40))])
    # 1 cm short of the ambush would be at 65.
    assert s.at("a") == (62, 40)
    assert not s["ambush"].hidden


@pytest.mark.rule("FWC-CA-19", "FWC-LOS-04")
def test_a_command_unit_assaulted_alone_is_lost_without_dice() -> None:
    s = ten_apart()
    s.mark("b", place="off")
    s.unit("B", "boss", at=(60, 43), cls="command", role="HQ", attacks=0)
    assert [enemy.id for enemy in assault.candidates(s.state, s["a"])] == ["boss"]
    route = assault.reach(s.state, s["a"], s["boss"])
    assert route is not None
    call = assault.call(s.state, s["a"], s["boss"])
    assert call is not None
    assert dict(call.inputs)["defender_dice"] == 0
    s.play(assault.charge(s.state, [("a", route)], "boss"), choices=[default])
    assert s["boss"].place == "ko"
    assert "FWC-CA-19" in s.rules


@pytest.mark.rule("FWC-CA-19", "FWC-CA-15")
def test_where_no_hits_save_from_knock_out_no_odds_are_shown_against_a_lone_command_unit() -> None:
    s = Skirmish(options={"assault_zero_ko": False})
    s.unit("A", "a", at=(60, 30))
    s.unit("B", "boss", at=(60, 43), cls="command", role="HQ", attacks=0)
    route = assault.reach(s.state, s["a"], s["boss"])
    assert route is not None
    assert assault.call(s.state, s["a"], s["boss"]) is None
    s.play(assault.charge(s.state, [("a", route)], "boss"), choices=[default])
    assert s["boss"].place == "ko"


@pytest.mark.rule("FWC-CA-19")
def test_a_command_unit_with_others_adds_nothing_and_shares_the_result() -> None:
    s = facing_off()
    s.unit("B", "boss", at=(57, 42), cls="command", role="HQ", attacks=3, suppressed=True, facing=NORTH)
    found = dice(s)
    assert terms(found.defender_dice) == [("FWC-CA-02", 3)]
    assert terms(found.attacker_dice) == [("FWC-CA-02", 3), ("FWC-CA-03", 1)]
    s.play(fight(s), dice=[4, 1, 1, 1, 1, 1, 1], choices=[default])
    assert (s["b"].place, s["boss"].place) == ("ko", "ko")
