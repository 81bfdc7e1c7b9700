"""The charge: who may assault whom, the way into contact, the enemy's fire at it, and its odds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.games.fwc.brawls import dice, ten_apart
from tests.games.fwc.skirmish import Skirmish, default, piece, way
from umpire.battle.decisions import Decision, PickOne, Refused, Route
from umpire.games.fwc import initiative
from umpire.games.fwc.actions import assault, melee, movement
from umpire.games.fwc.actions.sides import OWN_WAY, Ways
from umpire.games.fwc.schema import InstallationEntry
from umpire.table import Base, beside, overlap, touched_side

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270


def hold_fire(decision: Decision) -> str:
    assert isinstance(decision, PickOne)
    assert decision.rule == "FWC-OPP-03"
    return "pass"


# --- Who may assault whom, and the way in --------------------------------------------------------------------


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
def test_who_finds_room_beside_an_enemy_among_friends_may_assault_him() -> None:
    """Friends leave no place squared up to him that can be reached, but one at his flank."""
    s = Skirmish()
    s.unit("A", "tank", at=(60, 30), attacks=3)
    s.unit("B", "foe", at=(60, 45), cls="infantry", attacks=0)
    for number, at in enumerate(((56, 41), (55, 45), (61.5, 41))):
        s.unit("A", f"friend-{number}", at=at)
    route = assault.reach(s.state, s["tank"], s["foe"])
    assert route is not None
    assert assault.check_charge(s.state, s["tank"], route, s["foe"]) is None
    s.unit("A", "last", at=(64.5, 45), facing=90)
    assert assault.reach(s.state, s["tank"], s["foe"]) is None


@pytest.mark.rule("FWC-CA-01")
def test_a_charge_from_close_by_is_not_barred_by_the_turn_into_contact() -> None:
    """There is no room to face the enemy before the last step: on the way the base stands as it did."""
    s = Skirmish()
    s.unit("A", "a", at=(62.09, 45.232), facing=152, attacks=3)
    s.unit("B", "b", at=(57.565, 41.989), facing=175, keywords=["massive"], attacks=0)
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    assert overlap(s["a"].base.turned(route.facing), s["b"].base)
    # 4 dice to none, one hit: had it been barred, nobody would have rolled.
    s.play(assault.charge(s.state, [("a", route)], "b"), dice=[4, 1, 1, 1], choices=[default])
    assert s["b"].place == "ko"
    assert "FWC-HID-03" not in s.rules
    assert (s["a"].base.centre, s["a"].base.facing) == (route.end, route.facing)


@pytest.mark.rule("FWC-OPP-03")
def test_the_enemy_may_fire_first_even_at_one_who_hardly_moves_to_assault_him() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(62.09, 45.232), facing=152, attacks=3)
    s.unit("B", "b", at=(57.565, 41.989), facing=175, keywords=["massive"], attacks=1)
    route = assault.reach(s.state, s["a"], s["b"])
    assert route is not None
    # Two dice at half range and three at its flank; one hits and suppresses.
    shot = [4, 1, 1, 4]
    s.play(assault.charge(s.state, [("a", route)], "b"), dice=shot, choices=["0"])
    assert s["a"].suppressed
    assert s["b"].reactions == 1
    assert s.at("a") == (62.09, 45.232)


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


# --- From where ----------------------------------------------------------------------------------------------


def choice_of_sides(s: Skirmish, side: str, dice: list[int]) -> dict[str, int]:
    """Unit `a` assaults `b` from this side; how many dice b would have, by the sides to choose from."""
    found: dict[str, int] = {}

    def from_there(decision: Decision) -> str:
        assert isinstance(decision, PickOne)
        assert decision.rule == "FWC-CA-01"
        *offered, own = decision.options
        assert own.key == OWN_WAY
        for option in offered:
            assert option.odds is not None
            found[option.key] = dict(option.odds.inputs)["defender_dice"]
        return side

    s.play(initiative.initiative_phase(s.state), dice, ["a", "assault:b", from_there], rest=True)
    return found


@pytest.mark.rule("FWC-CA-01", "FWC-CA-08")
def test_the_attacker_says_which_side_he_assaults_where_he_can_reach_several() -> None:
    for side, theirs in (("front", 3), ("left", 2)):
        s = ten_apart()
        s.mark("a", base=s["a"].base.moved(64_000, 34_000))
        s.mark("b", base=s["b"].base.moved(60_000, 42_000), reactions=1)
        s.unit("B", "aside", at=(20, 80))
        # Four hits on the defender, none on the attacker.
        found = choice_of_sides(s, side, [4, 4, 4, 4, *[1] * theirs])
        assert found == {"front": 3, "left": 2}, "the right flank and the rear are too far"
        assert [throw.dice for throw in s.throws] == [4, theirs]
        assert s["b"].place == "ko"


def ways_of(s: Skirmish, unit: str, target: str, taken: Sequence[Base] = ()) -> dict[str, Route]:
    """The way to each side that can be reached."""
    first = assault.reach(s.state, s[unit], s[target])
    assert first is not None
    ways = Ways(s.state, s[unit], s[target], first, taken)
    found = {side: ways.to(side) for side in ways.reached()}
    return {side: route for side, route in found.items() if route is not None}


@pytest.mark.rule("FWC-CA-01", "FWC-CA-08")
def test_with_room_to_go_round_him_even_the_rear_can_be_assaulted() -> None:
    s = ten_apart()
    s.unit("A", "fast", at=(64, 30), move=40)
    assert set(ways_of(s, "fast", "b")) == {"front", "left", "right", "rear"}
    for side, route in ways_of(s, "fast", "b").items():
        assert assault.check_charge(s.state, s["fast"], route, s["b"]) is None
        assert touched_side(s["b"].base, s["fast"].base.placed(*route.end, route.facing)) == side
    assert list(ways_of(s, "a", "b")) == ["front"]


@pytest.mark.rule("FWC-CA-01")
def test_those_who_assault_together_leave_each_other_room() -> None:
    s = ten_apart()
    s.mark("a", base=s["a"].base.moved(60_000, 35_000))
    straight = ways_of(s, "a", "b")["front"]
    taken = s["a"].base.placed(*straight.end, straight.facing)
    left = ways_of(s, "a", "b", [taken])
    assert left
    for route in left.values():
        assert not overlap(s["a"].base.placed(*route.end, route.facing), taken)


def by_his_own_way(s: Skirmish, path: Sequence[tuple[int, int]], facing: int, dice: list[int]) -> None:
    """Unit `a` assaults `b` by a way that its owner draws."""
    way = {"path": [list(point) for point in path], "facing": facing}
    s.play(initiative.initiative_phase(s.state), dice, ["a", "assault:b", OWN_WAY, way], rest=True)


def beside_his_flank() -> Skirmish:
    s = ten_apart()
    s.mark("a", base=s["a"].base.moved(64_000, 34_000))
    s.mark("b", base=s["b"].base.moved(60_000, 42_000), reactions=1)
    s.unit("B", "aside", at=(20, 80))
    return s


@pytest.mark.rule("FWC-CA-01", "FWC-CA-08")
def test_the_attacker_may_draw_his_own_way_in() -> None:
    s = beside_his_flank()
    end = beside(s["a"].base.turned(270), s["b"].base, 90).centre
    # Four hits on the defender; he has a die less, as his flank is assaulted.
    by_his_own_way(s, [(64_000, 34_000), (66_000, 40_000), end], 270, [4, 4, 4, 4, 1, 1])
    assert [throw.dice for throw in s.throws] == [4, 2]
    assert s["b"].place == "ko"


@pytest.mark.rule("FWC-CA-01", "FWC-MOV-05")
@pytest.mark.parametrize(
    ("path", "facing", "sentence"),
    [
        ([(64_000, 34_000), (64_000, 36_000)], 0, "does not reach"),
        ([(64_000, 34_000), (90_000, 34_000), (63_500, 42_000)], 270, "takes"),
        ([(60_000, 34_000), (63_500, 42_000)], 270, "must begin where it stands"),
    ],
)
def test_his_own_way_must_be_one(path: list[tuple[int, int]], facing: int, sentence: str) -> None:
    s = beside_his_flank()
    before = s["a"].base
    with pytest.raises(Refused, match=sentence):
        by_his_own_way(s, path, facing, [])
    assert s["a"].base == before
    assert s.throws == []


@pytest.mark.rule("FWC-CA-01")
def test_his_own_way_leaves_room_for_those_who_have_declared_before() -> None:
    s = beside_his_flank()
    first = assault.reach(s.state, s["a"], s["b"])
    assert first is not None
    taken = s["a"].base.placed(*first.end, first.facing)
    ways = Ways(s.state, s["a"], s["b"], first, [taken])
    refusal = ways.why_not(first)
    assert refusal is not None
    assert refusal.rule == "FWC-MOV-05"
    assert all(ways.why_not(route) is None for route in ways.routes())
