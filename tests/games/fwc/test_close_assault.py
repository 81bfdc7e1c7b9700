"""Close assault: the charge, the dice of both sides, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, default, piece, refused, way
from umpire.battle.decisions import Call, Decision, PickOne, PickSome, Place, Refused
from umpire.dice import Procedure, Tally
from umpire.games.fwc.actions import assault, melee, movement
from umpire.games.fwc.actions.melee import Fight, Pools
from umpire.games.fwc.content import InstallationEntry
from umpire.games.fwc.model import State
from umpire.table import overlap

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270


def facing_off(**options: Any) -> Skirmish:
    """Attacker `a` and defender `b` face to face in contact, in the open, 3 attacks each."""
    s = Skirmish(options=options)
    s.unit("A", "a", at=(60, 40), attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=3)
    return s


def fight(s: Skirmish, *assaulting: str, target: str = "b") -> Procedure[None]:
    """The combat after these have come into contact."""
    return melee.combat(s.state, assaulting or ("a",), target, [])


def linked(s: Skirmish, *assaulting: str, target: str = "b") -> Fight:
    return melee.linked(s.state, s[target], [s[name] for name in assaulting or ("a",)])


def dice(
    s: Skirmish, *assaulting: str, target: str = "b", ours: Sequence[str] = (), theirs: Sequence[str] = ()
) -> Pools:
    """What both sides roll, with these supports."""
    found = linked(s, *assaulting, target=target)
    return assault.pools(s.state, found._replace(attacker_support=tuple(ours), defender_support=tuple(theirs)))


def terms(tally: Tally) -> list[tuple[str, int]]:
    return [(reason.rule, reason.amount) for reason in tally.reasons]


def hold_fire(decision: Decision) -> str:
    assert isinstance(decision, PickOne)
    assert decision.rule == "FWC-OPP-03"
    return "pass"


# --- Who may assault whom, and the way in --------------------------------------------------------------------


def ten_apart(**options: Any) -> Skirmish:
    """Attacker and defender 10 cm apart."""
    s = Skirmish(options=options)
    s.unit("A", "a", at=(60, 30), attacks=3, move=10)
    s.unit("B", "b", at=(60, 43), attacks=3)
    return s


@pytest.mark.rule("FWC-CA-01")
def test_an_assault_needs_base_contact_within_the_move() -> None:
    s = ten_apart()
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    assert route.path[-1] == (60_000, 40_000)
    assert assault.check_charge(s.state, s["a"], route, s["b"]) is None
    assert [enemy.id for enemy in assault.candidates(s.state, s["a"])] == ["b"]
    s.mark("b", base=s["b"].base.moved(60_000, 43_020))
    assert assault.reach(s.state, s["a"], s["b"]) is None
    assert assault.candidates(s.state, s["a"]) == []


@pytest.mark.rule("FWC-CA-01")
def test_a_charge_that_stops_short_of_contact_is_refused() -> None:
    s = ten_apart()
    refusal = assault.check_charge(s.state, s["a"], way((60, 30), (60, 39.9)), s["b"])
    assert refusal is not None
    assert refusal.rule == "FWC-CA-01"


@pytest.mark.rule("FWC-CA-01")
def test_a_corner_turned_forward_does_not_make_the_move_longer() -> None:
    s = ten_apart()
    s.mark("b", base=s["b"].base.moved(60_000, 43_500))
    corner_first = way((60, 30), (60, 39.87), facing=45)
    assert movement.check_move(s.state, s["a"], corner_first, target="b") is None
    refusal = assault.check_charge(s.state, s["a"], corner_first, s["b"])
    assert refusal is not None
    assert refusal.rule == "FWC-CA-01"


@pytest.mark.rule("FWC-CA-01", "FWC-MOV-08")
@pytest.mark.parametrize(
    ("cls", "kind", "there"), [("afv", "road", True), ("afv", "crops", False), ("infantry", "road", False)]
)
def test_a_vehicle_that_charges_along_a_road_gets_farther(cls: str, kind: str, there: bool) -> None:
    s = Skirmish(terrain=[piece(kind, line=[(60, 0), (60, 90)], width=4)])
    s.unit("A", "a", at=(60, 30), cls=cls, move=10)
    s.unit("B", "b", at=(60, 47))
    assert (assault.reach(s.state, s["a"], s["b"]) is not None) == there


@pytest.mark.rule("FWC-CA-01")
def test_a_limit_below_the_move_counts() -> None:
    s = ten_apart()
    assert assault.candidates(s.state, s["a"], 9_900) == []
    assert [enemy.id for enemy in assault.candidates(s.state, s["a"], 10_000)] == ["b"]


@pytest.mark.rule("FWC-CA-01")
def test_a_charge_finds_its_way_round_an_obstacle_or_to_another_side() -> None:
    s = Skirmish(terrain=[piece("impassable", box=(60, 36, 4, 4))])
    s.unit("A", "a", at=(60, 30), move=25)
    s.unit("B", "b", at=(60, 43))
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    assert len(route.path) == 3
    assert assault.check_charge(s.state, s["a"], way((60, 30), (60, 40)), s["b"]) is not None
    walled = Skirmish(terrain=[piece("impassable", box=(60, 36, 118, 1))])
    walled.unit("A", "a", at=(60, 30), move=25)
    walled.unit("B", "b", at=(60, 43))
    assert assault.reach(walled.state, walled["a"], walled["b"]) is None


@pytest.mark.rule("FWC-CA-01")
def test_several_units_plan_their_places_so_that_none_overlap() -> None:
    s = Skirmish()
    for i in range(3):
        s.unit("A", f"a{i}", at=(56 + 4 * i, 30), move=20)
    s.unit("B", "b", at=(60, 43))
    charges = assault.plan(s.state, [s["a0"], s["a1"], s["a2"]], s["b"])
    assert [name for name, _ in charges] == ["a0", "a1", "a2"]
    ends = [assault.at_end(s.state, s[name], route).base for name, route in charges]
    assert not any(overlap(a, b) for i, a in enumerate(ends) for b in ends[i + 1 :])
    # 12 + 3 dice against 4 less one for the unit at its flank.
    s.play(assault.charge(s.state, charges, "b"), choices=[hold_fire] * 3, dice=[6] * 15 + [1] * 3, rest=True)
    assert s["b"].place == "ko"
    assert [s[name].base for name, _ in charges] == ends


@pytest.mark.rule("FWC-CA-01", "FWC-SUP-02", "FWC-FRZ-01", "FWC-GEN-05", "FWC-MOV-07", "FWC-FLY-01", "FWC-INS-01")
def test_who_may_not_assault_or_be_assaulted() -> None:
    bunker = InstallationEntry("bunker", "Bunker", "B", (70, 50), 8, 5)
    s = Skirmish(installations=[bunker], terrain=[piece("building", box=(20, 46, 10, 3))])
    s.unit("A", "a", at=(60, 30))
    s.unit("A", "cold", at=(50, 30), frozen=True)
    s.unit("A", "pinned", at=(54, 30), suppressed=True)
    s.unit("A", "truck", at=(45, 30), attacks=0)
    s.unit("A", "gun", at=(40, 30), cls="gun", deployed=False)
    s.unit("A", "ship", at=(35, 30), cls="gunship")
    s.unit("A", "watcher", at=(20, 40))
    s.unit("B", "b", at=(60, 43))
    s.unit("B", "flyer", at=(66, 43), cls="gunship")
    s.unit("B", "shy", at=(20, 52), cls="infantry")
    s.unit("B", "secret", at=(60, 60), cls="infantry", hidden=True)

    def rule(unit: str, target: str) -> str:
        refusal = assault.why_not(s.state, s[unit], s[target])
        assert refusal is None or isinstance(refusal, Refused)
        return refusal.rule if refusal is not None else ""

    assert rule("a", "b") == ""
    assert rule("cold", "b") == "FWC-GEN-05"
    assert rule("pinned", "b") == "FWC-GEN-05"
    assert rule("truck", "b") == "FWC-CA-01"
    assert rule("gun", "b") == "FWC-MOV-07"
    assert rule("ship", "b") == "FWC-FLY-01"
    assert rule("a", "flyer") == "FWC-FLY-01"
    assert rule("a", "bunker") == "FWC-INS-01"
    assert rule("a", "truck") == "FWC-GEN-05"
    assert rule("watcher", "shy") == "FWC-CA-01"
    assert rule("a", "secret") == "FWC-CA-01"


@pytest.mark.rule("FWC-INS-01")
def test_a_unit_inside_an_installation_is_assaulted_by_touching_the_installation() -> None:
    bunker = InstallationEntry("bunker", "Bunker", "B", (60, 43), 8, 5, facing=SOUTH)
    s = Skirmish(installations=[bunker])
    s.unit("A", "a", at=(60, 30), attacks=5)
    s.unit("B", "b", at=(60, 43), cls="infantry", attacks=2, inside="bunker", reactions=1)
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    assert route.path[-1] == (60_000, 38_500)
    s.play(assault.charge(s.state, [("a", route)], "b"), dice=[6] * 6 + [1] * 2, choices=[default])
    assert [throw.need for throw in s.throws] == [6, 4]
    assert (s["b"].place, s["bunker"].place) == ("ko", "table")


@pytest.mark.rule("FWC-CA-01")
def test_a_unit_charges_out_of_an_installation() -> None:
    bunker = InstallationEntry("bunker", "Bunker", "A", (60, 30), 8, 5)
    s = Skirmish(installations=[bunker])
    s.unit("A", "a", at=(60, 30), cls="infantry", attacks=3, inside="bunker")
    s.unit("B", "b", at=(60, 43), attacks=3, reactions=1)
    call = assault.call(s.state, s["a"], s["b"])
    assert call is not None
    assert dict(call.inputs)["attacker_dice"] == 4
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    s.play(assault.charge(s.state, [("a", route)], "b"), dice=[4] * 4 + [1] * 3, choices=[default])
    assert s["a"].inside == ""
    assert s["b"].place == "ko"


# --- The charge ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-OPP-03", "FWC-CA-01")
def test_the_enemy_may_fire_at_a_charge_until_just_before_contact() -> None:
    s = ten_apart()
    s.unit("B", "b2", at=(80, 43), attacks=2)
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    # Both fire after 9 cm: 3 and 2 dice, each with one more for half range.
    s.play(assault.charge(s.state, [("a", route)], "b"), choices=["2", ["b", "b2"]], dice=[4] + [1] * 6 + [4])
    assert s["a"].suppressed
    assert s.at("a") == (60, 39)
    assert s["b"].place == "table"
    assert all(throw.purpose in ("hits", "suppression") for throw in s.throws)


@pytest.mark.rule("FWC-OPP-03", "FWC-OPP-05")
def test_a_charger_that_is_shot_at_and_not_stopped_fights() -> None:
    s = ten_apart()
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    s.play(
        assault.charge(s.state, [("a", route)], "b"),
        choices=["0", default],
        dice=[1] * 4 + [4] * 4 + [1] * 3,
    )
    assert s.at("a") == (60, 40)
    assert s["b"].place == "ko"


@pytest.mark.rule("FWC-OPP-03", "FWC-OPP-05")
def test_a_charger_stopped_as_it_slides_along_its_target_is_not_in_contact() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(63.4, 30), attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=3)

    def last_window(decision: Decision) -> str:
        assert isinstance(decision, PickOne)
        return decision.options[-1].key

    route = way((63.4, 30), (63, 43))
    assert assault.check_charge(s.state, s["a"], route, s["b"]) is None
    s.play(assault.charge(s.state, [("a", route)], "b"), choices=[last_window], dice=[4, 1, 1, 1, 4])
    assert s["a"].suppressed
    assert s.at("a")[1] > 40
    assert not melee.in_contact(s.state, s["a"], s["b"])


@pytest.mark.rule("FWC-OPP-05")
def test_a_charger_knocked_out_on_the_way_does_not_fight_but_its_partner_does() -> None:
    s = ten_apart()
    s.unit("A", "c", at=(50, 30), attacks=2)
    s.mark("a", hits=3)
    charges = assault.plan(s.state, [s["a"], s["c"]], s["b"])
    s.play(
        assault.charge(s.state, charges, "b"),
        choices=["0", default],
        dice=[4, 1, 1, 1] + [4] * 3 + [1] * 3,
    )
    assert (s["a"].place, s["b"].place) == ("ko", "ko")
    assert [throw.dice for throw in s.throws] == [4, 3, 3]


@pytest.mark.rule("FWC-HID-03")
def test_a_charge_stops_short_of_a_hidden_unit_it_would_touch_and_there_is_no_combat() -> None:
    s = Skirmish(terrain=[piece("crops", box=(60, 36, 10, 3))])
    s.unit("A", "a", at=(60, 25), attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=0)
    s.unit("B", "ambush", at=(60, 36), cls="infantry", attacks=0, hidden=True)
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    s.play(assault.charge(s.state, [("a", route)], "b"))
    assert not s["ambush"].hidden
    assert s.at("a") == (60, 32)
    assert s["b"].place == "table"


@pytest.mark.rule("FWC-HID-03")
def test_a_charge_stopped_at_a_corner_of_its_way_does_not_go_on_straight() -> None:
    s = Skirmish(terrain=[piece("crops", box=(72, 34, 8, 8))])
    s.unit("A", "a", at=(60, 25), attacks=3, move=40)
    s.unit("B", "b", at=(60, 43), attacks=0)
    s.unit("B", "ambush", at=(72, 34), cls="infantry", attacks=0, hidden=True)
    route = way((60, 25), (72, 34), (63, 43), facing=WEST)
    assert assault.check_charge(s.state, s["a"], route, s["b"]) is None
    s.play(assault.charge(s.state, [("a", route)], "b"))
    assert not s["ambush"].hidden
    assert s.at("a")[0] < 70
    assert not melee.in_contact(s.state, s["a"], s["b"])
    assert "FWC-CA-02" not in s.rules


@pytest.mark.rule("FWC-HID-03")
def test_a_hidden_unit_beside_the_target_bars_the_last_step() -> None:
    s = Skirmish(terrain=[piece("crops", box=(63.2, 42.8, 3, 3))])
    s.unit("A", "a", at=(61.4, 30), attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=0)
    s.unit("B", "ambush", at=(63.2, 42.8), cls="infantry", attacks=0, hidden=True)
    s.play(assault.charge(s.state, [("a", way((61.4, 30), (61.4, 40)))], "b"))
    assert s.at("a") == (61.4, 39)
    assert s.rules[-1] == "FWC-HID-03"


@pytest.mark.rule("FWC-CMD-27")
def test_a_charger_whose_place_is_taken_finds_another_or_does_not_go() -> None:
    s = ten_apart()
    s.unit("A", "c", at=(60, 26), attacks=2, move=14)
    s.mark("b", reactions=1)
    alone = [(name, assault.reach(s.state, s[name], s["b"])) for name in ("a", "c")]
    charges = [(name, route) for name, route in alone if route is not None]
    assert charges[0][1].end == charges[1][1].end
    s.play(assault.charge(s.state, charges, "b"), dice=[4] * 4 + [1] * 3, choices=[default])
    assert s.at("c") == (60, 26)
    assert "FWC-CMD-27" in s.rules
    assert s["b"].place == "ko"


@pytest.mark.rule("FWC-CA-01")
def test_a_charge_at_a_target_that_is_gone_does_nothing() -> None:
    s = ten_apart()
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    s.mark("b", place="ko")
    s.play(assault.charge(s.state, [("a", route)], "b"))
    assert s.at("a") == (60, 30)


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
        choices=[refused(too_far, "FWC-MOV-01", refused(into, "FWC-MOV-05", refused(near, "FWC-MOV-05", wanted)))],
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
    s.play(fight(s), dice=[4, 1, 1, 1, 1, 1, 1], choices=[refused(route, "FWC-MOV-01", way((60, 40), (60, 45)))])
    assert s.at("a") == (60, 45)


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


# --- Odds ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CA-02", "FWC-CA-11")
def test_the_odds_shown_before_a_charge_are_the_inputs_of_the_combat_after_it() -> None:
    s = Skirmish(terrain=[piece("building", box=(60, 46, 10, 10))])
    s.unit("A", "a", at=(60, 30), attacks=4, save=5, shield=1)
    s.unit("A", "a2", at=(50, 30), attacks=2)
    s.unit("B", "b", at=(60, 43), cls="infantry", attacks=3, suppressed=True)
    charges = assault.plan(s.state, [s["a"], s["a2"]], s["b"])
    call = assault.call(s.state, [s["a"], s["a2"]], s["b"])
    assert call is not None
    assert call.procedure == "close_assault"
    for name, route in charges:
        movement.set_down(s.state, name, route.end, route.facing)
    assert melee.call_of(dice(s, "a", "a2")) == call
    inputs = dict(call.inputs)
    assert (inputs["attacker_dice"], inputs["defender_hit_on"], inputs["attacker_hit_on"]) == (8, 6, 4)
    assert (inputs["attacker_save"], inputs["attacker_shield"]) == (None, 1)
    assert "first_round_dice" not in inputs


@pytest.mark.rule("FWC-CA-01")
def test_there_are_no_odds_for_a_charge_that_cannot_arrive() -> None:
    s = ten_apart()
    s.mark("b", base=s["b"].base.moved(60_000, 60_000))
    assert assault.call(s.state, s["a"], s["b"]) is None
