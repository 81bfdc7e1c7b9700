"""Close assault: the dice of both sides, hits and saves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.brawls import dice, facing_off, fight, ten_apart, terms
from tests.games.fwc.skirmish import Skirmish, default, piece
from umpire.battle.decisions import Call, PickSome
from umpire.games.fwc import sheet
from umpire.games.fwc.actions import assault, melee

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270


# --- The dice ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CA-02")
def test_each_side_rolls_the_attack_values_of_its_units_in_contact() -> None:
    s = facing_off()
    s.unit("B", "b2", at=(56.9, 43), attacks=2)
    assert dice(s).defender_dice == 3
    s.mark("b2", base=s["b2"].base.moved(57_000, 43_000))  # corner to corner is contact
    assert dice(s).defender_dice == 5
    assert ("FWC-CA-02", 2) in terms(dice(s).defender_dice)


@pytest.mark.rule("FWC-CA-02")
def test_a_lost_round_counts_the_losers_hits_too() -> None:
    s = facing_off()
    s.play(fight(s), dice=[4, 4, 4, 1, 4, 4, 1], choices=[default])
    assert [(throw.purpose, throw.dice) for throw in s.throws] == [("attacker's dice", 4), ("defender's dice", 3)]
    assert s["b"].place == "table"


@pytest.mark.rule("FWC-CA-03")
def test_one_more_die_for_assaulting() -> None:
    found = dice(facing_off())
    assert (found.attacker_dice.value, found.defender_dice.value) == (4, 3)
    assert terms(found.attacker_dice) == [("FWC-CA-02", 3), ("FWC-CA-03", 1)]


@pytest.mark.rule("FWC-CA-03", "FWC-CA-09")
def test_house_rule_bonus_for_assaulting_in_the_first_round_only() -> None:
    s = facing_off(assault_bonus_first_round=True)
    found = dice(s)
    assert (found.attacker_dice.value, found.first_round_dice) == (3, 1)
    s.play(fight(s), dice=[1] * 4 + [1] * 3 + [6] * 3 + [1] * 3, choices=[default])
    assert [throw.dice for throw in s.throws] == [4, 3, 3, 3]
    fresh = ten_apart(assault_bonus_first_round=True)
    call = assault.call(fresh.state, fresh["a"], fresh["b"])
    assert call is not None
    assert dict(call.inputs)["first_round_dice"] == 1


@pytest.mark.rule("FWC-CA-04")
def test_one_more_die_for_each_unit_in_support_within_10_cm_and_sight() -> None:
    s = facing_off()
    s.unit("A", "near", at=(60, 30))
    s.unit("A", "far", at=(60, 28))
    assert [unit.id for unit in melee.supporters(s.state, "A", [s["b"]])] == ["near"]
    found = dice(s, ours=["near"])
    assert terms(found.attacker_dice) == [("FWC-CA-02", 3), ("FWC-CA-04", 1), ("FWC-CA-03", 1)]


@pytest.mark.rule("FWC-CA-05", "FWC-MAS-01")
def test_two_more_dice_for_a_massive_unit_in_support() -> None:
    s = facing_off()
    s.unit("A", "titan", at=(52, 40), cls="walker", keywords=["massive"])
    assert terms(dice(s, ours=["titan"]).attacker_dice)[1] == ("FWC-CA-05", 2)


@pytest.mark.rule("FWC-CA-06")
def test_an_ifv_adds_its_own_value_in_support_of_infantry_on_foot() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 40), cls="infantry", attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=3)
    s.unit("A", "carrier", at=(66, 36), keywords=["ifv"], ifv=3)
    found = dice(s, ours=["carrier"])
    assert terms(found.attacker_dice)[1] == ("FWC-CA-06", 3)
    assert found.attacker_dice == 7


@pytest.mark.rule("FWC-CA-20")
def test_ifv_and_massive_replace_the_plain_bonus_and_an_ifv_without_infantry_adds_one() -> None:
    s = facing_off()
    s.unit("A", "carrier", at=(66, 36), keywords=["ifv"], ifv=3)
    assert terms(dice(s, ours=["carrier"]).attacker_dice)[1] == ("FWC-CA-04", 1)
    s.unit("B", "walker", at=(60, 50), cls="walker", keywords=["massive", "ifv"], ifv=1)
    s.unit("B", "rifles", at=(60, 37), cls="infantry", attacks=1)
    found = dice(s, theirs=["walker"])
    assert [term for term in terms(found.defender_dice) if term[1] > 0] == [
        ("FWC-CA-02", 3),
        ("FWC-CA-02", 1),
        ("FWC-CA-05", 2),
    ]


@pytest.mark.rule("FWC-CA-07")
def test_one_die_less_for_a_suppressed_unit() -> None:
    s = facing_off()
    s.mark("b", suppressed=True)
    assert terms(dice(s).defender_dice) == [("FWC-CA-02", 3), ("FWC-CA-07", -1)]


@pytest.mark.rule("FWC-FRZ-01")
def test_one_die_less_for_a_frozen_unit() -> None:
    s = facing_off()
    s.mark("b", frozen=True, suppressed=True)
    found = dice(s).defender_dice
    assert found == 1
    assert ("FWC-FRZ-01", -1) in terms(found)


@pytest.mark.rule("FWC-CA-08")
@pytest.mark.parametrize(("facing", "lost"), [(SOUTH, 0), (EAST, 1), (NORTH, 1), (WEST, 1)])
def test_one_die_less_for_an_enemy_at_flank_or_rear(facing: int, lost: int) -> None:
    s = facing_off()
    s.mark("b", base=s["b"].base.turned(facing))
    found = dice(s).defender_dice
    assert found == 3 - lost
    assert (("FWC-CA-08", -1) in terms(found)) == bool(lost)


@pytest.mark.rule("FWC-CA-08")
def test_infantry_and_dug_in_units_have_flanks_in_close_assault() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 40))
    s.unit("B", "b", at=(60, 43), cls="infantry", attacks=3, facing=NORTH, dug_in=True)
    assert dice(s).defender_dice == 2


@pytest.mark.rule("FWC-CA-03", "FWC-CA-04", "FWC-CA-05", "FWC-CA-07", "FWC-CA-08", "FWC-FRZ-01")
@pytest.mark.parametrize("key", list(sheet.ASSAULT))
def test_the_dice_follow_the_table_that_is_printed(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    s = facing_off()
    s.unit("A", "near", at=(60, 30))
    s.unit("A", "titan", at=(52, 40), cls="walker", keywords=["massive"])
    s.mark("a", suppressed=True, frozen=True, base=s["a"].base.turned(EAST))
    line = sheet.ASSAULT[key]
    before = terms(dice(s, ours=["near", "titan"]).attacker_dice)
    assert len(before) == 1 + len(sheet.ASSAULT)
    assert (line.rule, line.amount) in before
    monkeypatch.setitem(sheet.ASSAULT, key, line._replace(amount=7))
    after = terms(dice(s, ours=["near", "titan"]).attacker_dice)
    assert after == [(rule, 7 if rule == line.rule else amount) for rule, amount in before]


@pytest.mark.rule("FWC-CA-09")
def test_modifiers_count_per_unit_and_per_enemy() -> None:
    s = facing_off()
    s.unit("A", "west", at=(57, 43), attacks=2, facing=EAST, suppressed=False)
    s.unit("A", "east", at=(63, 43), attacks=2, facing=WEST, suppressed=True)
    s.mark("b", profile=s["b"].profile, suppressed=True)
    found = dice(s, "a", "west", "east")
    assert terms(found.attacker_dice) == [
        ("FWC-CA-02", 3),
        ("FWC-CA-02", 2),
        ("FWC-CA-02", 2),
        ("FWC-CA-07", -1),
        ("FWC-CA-03", 3),
    ]
    # Two enemies at its flanks and its own suppression: 3 - 1 - 2.
    assert found.defender_dice == 0
    assert [term for term in terms(found.defender_dice) if term[0] == "FWC-CA-08"] == [("FWC-CA-08", -1)] * 2


@pytest.mark.rule("FWC-CA-09", "FWC-GEN-06")
def test_a_pool_never_falls_below_nothing() -> None:
    s = facing_off()
    s.unit("A", "west", at=(57, 43), facing=EAST)
    s.unit("A", "east", at=(63, 43), facing=WEST)
    s.unit("A", "north", at=(60, 46), facing=SOUTH)
    s.mark("b", suppressed=True)
    found = dice(s, "a", "west", "east", "north")
    assert found.defender_dice == 0
    assert terms(found.defender_dice)[-1] == ("FWC-GEN-06", 1)


@pytest.mark.rule("FWC-CA-10")
def test_supports_are_named_once_the_defender_first() -> None:
    s = facing_off()
    s.unit("A", "a-friend", at=(66, 36), attacks=1)
    s.unit("B", "b-friend", at=(54, 46), attacks=1)
    s.play(
        fight(s),
        choices=[["b-friend"], ["a-friend"], default],
        dice=[4] + [1] * 4 + [4] + [1] * 3 + [4] * 5 + [1] * 4,  # a tie, then a win: supports are not asked again
    )
    asked = [d for d in s.asked if isinstance(d, PickSome)]
    assert [d.seat for d in asked] == ["B", "A"]
    assert [throw.dice for throw in s.throws] == [5, 4, 5, 4]
    odds = asked[1].options[0].odds
    assert isinstance(odds, Call)
    assert (dict(odds.inputs)["attacker_dice"], dict(odds.inputs)["defender_dice"]) == (5, 4)


@pytest.mark.rule("FWC-CA-10", "FWC-SUP-02")
def test_who_may_not_support() -> None:
    s = facing_off()
    s.unit("A", "pinned", at=(66, 36), suppressed=True)
    s.unit("A", "cold", at=(54, 36), frozen=True)
    s.unit("A", "truck", at=(60, 36), attacks=0)
    s.unit("A", "flak", at=(60, 33), attacks=0, aa=(4, 60), keywords=["aa"])
    s.unit("A", "boss", at=(50, 40), cls="command", role="HQ", attacks=2)
    s.unit("A", "busy", at=(64, 40))
    s.unit("A", "fighting", at=(70, 43), facing=SOUTH)
    s.unit("B", "foe", at=(70, 40))
    s.unit("A", "able", at=(56, 40))
    assert [unit.id for unit in melee.supporters(s.state, "A", [s["b"]], ["busy"])] == ["able"]


@pytest.mark.rule("FWC-CA-10")
def test_a_unit_supports_one_combat_of_an_action() -> None:
    s = facing_off()
    s.unit("A", "friend", at=(66, 36))
    busy: list[str] = []
    s.play(
        melee.combat(s.state, ["a"], "b", busy),
        choices=[["friend"], default],
        dice=[4] * 5 + [1] * 3,
    )
    assert busy == ["friend"]
    assert [unit.id for unit in melee.supporters(s.state, "A", [s["b"]], busy)] == ["a"]


@pytest.mark.rule("FWC-CA-10", "FWC-LOS-01")
def test_a_supporter_must_see_an_enemy_in_the_combat() -> None:
    s = Skirmish(terrain=[piece("building", box=(66, 42, 3, 12))])
    s.unit("A", "a", at=(60, 40))
    s.unit("B", "b", at=(60, 43))
    s.unit("A", "blind", at=(70, 43))
    assert melee.supporters(s.state, "A", [s["b"]]) == []
    s.mark("blind", base=s["blind"].base.moved(60_000, 35_000))
    assert [unit.id for unit in melee.supporters(s.state, "A", [s["b"]])] == ["blind"]


# --- Hits and saves ------------------------------------------------------------------------------------------


def in_a_wood(**options: Any) -> Skirmish:
    s = Skirmish(options=options, terrain=[piece("dense", box=(60, 41.5, 20, 20))])
    s.unit("A", "a", at=(60, 40), cls="infantry", attacks=3, save=5)
    s.unit("B", "b", at=(60, 43), cls="infantry", attacks=3, save=6)
    return s


@pytest.mark.rule("FWC-CA-11")
def test_an_assaulting_unit_is_hit_in_the_open_a_stationary_one_in_its_cover_and_saves_are_taken() -> None:
    s = in_a_wood()
    # Two hits on b, one of them saved, and three on a, one of them saved: b wins by two to one.
    s.play(fight(s), dice=[5, 5, 4, 4, 6, 5, 4, 4, 4, 5, 1, 1], choices=[default])
    assert [(throw.dice, throw.need) for throw in s.throws] == [(4, 5), (2, 6), (3, 4), (3, 5)]
    assert s["a"].place == "ko"
    assert (s["b"].hits, s["b"].suppressed) == (0, False)


@pytest.mark.rule("FWC-CA-11", "FWC-CA-17")
@pytest.mark.parametrize("names", [("south", "north"), ("north", "south")])
def test_a_wall_is_no_cover_once_one_of_the_attackers_is_past_it(names: tuple[str, str]) -> None:
    s = Skirmish(terrain=[piece("wall", line=[(50, 58.2), (70, 58.2)], width=0.5)])
    for name in names:  # whoever is listed first
        s.unit("A", name, at=(60, 57 if name == "south" else 63))
    s.unit("B", "b", at=(60, 60))
    assert dice(s, "south", "north").defender_hit_on == 4
    s.mark("north", place="off")
    assert dice(s, "south").defender_hit_on == 5


@pytest.mark.rule("FWC-CA-11")
def test_house_rules_without_cover_or_saves_in_close_assault() -> None:
    s = in_a_wood(assault_cover=False, assault_saves=False)
    s.play(fight(s), dice=[4, 4, 1, 1, 1, 1, 1], choices=[default])
    assert [(throw.dice, throw.need) for throw in s.throws] == [(4, 4), (3, 4)]
    assert s["b"].place == "ko"


@pytest.mark.rule("FWC-SHD-02")
def test_shields_of_a_side_are_pooled_and_their_owner_says_whose_points_go() -> None:
    s = facing_off()
    s.mark("b", shield=2)
    s.unit("B", "b2", at=(57, 42), attacks=1, shield=2)
    # Both are outflanked. 3 dice hit three times, the shields take all three; 3 dice of the defender hit once.
    s.play(fight(s), dice=[4, 4, 4, 4, 1, 1], choices=[{"b": 1, "b2": 2}, default, default])
    assert (s["b"].shield, s["b2"].shield) == (1, 0)
    assert s["a"].place == "ko"


@pytest.mark.rule("FWC-SHD-02")
def test_shield_points_of_a_single_unit_go_without_a_question() -> None:
    s = facing_off()
    s.mark("b", shield=2)
    s.play(fight(s), dice=[4, 1, 1, 1, 4, 1, 1], choices=[default])
    assert s["b"].shield == 1
    assert s["a"].place == "ko"
