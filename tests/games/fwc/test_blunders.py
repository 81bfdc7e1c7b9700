"""Command blunders: the table for a double six by a CO or HQ, and the moves it forces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, way
from tests.games.fwc.support import value
from umpire.battle.decisions import PickOne, PutInOrder
from umpire.games.fwc import orders
from umpire.games.fwc.actions import command_blunders
from umpire.games.fwc.schema import InstallationEntry
from umpire.table import bearing

DOUBLE_SIX = (6, 6)


def staff(**more: Any) -> Skirmish:
    """A CO with CV 9 and two HQs with CV 8, far from everything."""
    more.setdefault("player_turn", 3)
    s = Skirmish(phase="command", size=(180, 120), **more)
    s.unit("A", "co", at=(150, 30), cls="command", role="CO", attacks=0, cv=9)
    s.unit("A", "hq1", at=(155, 30), cls="command", role="HQ", attacks=0, cv=8)
    s.unit("A", "hq2", at=(160, 30), cls="command", role="HQ", attacks=0, cv=8)
    return s


def blunder(
    s: Skirmish, row: Sequence[int], formation: Sequence[str], *choices: Any, dice: Sequence[int] = (), who: str = "hq1"
) -> None:
    s.play(command_blunders.blunder(s.state, who, tuple(formation)), [*row, *dice], choices)


def close(place: tuple[float, float], x: float, y: float) -> bool:
    """At this place, to the hundredth of a centimetre that rounding may cost."""
    return abs(place[0] - x) <= 0.01 and abs(place[1] - y) <= 0.01


@pytest.mark.rule("FWC-BLD-01")
def test_a_double_six_by_an_hq_consults_the_table() -> None:
    s = staff()
    s.unit("A", "tank", at=(20, 30))
    s.unit("B", "foe", at=(20, 110), attacks=0)
    s.state.commander = "hq1"
    s.play(orders.command_phase(s.state), [*DOUBLE_SIX, 1, 2], [["tank"], "hold"])
    assert [throw.purpose for throw in s.throws] == ["command roll", "command blunder"]
    assert "FWC-BLD-04" in s.rules


@pytest.mark.rule("FWC-BLD-02")
@pytest.mark.parametrize(("face", "half"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_of_a_die(face: int, half: int) -> None:
    s = staff()
    blunder(s, (6, 6), (), dice=[face])
    assert value(s, "hq1", 3) == 8 - half


@pytest.mark.rule("FWC-BLD-03")
def test_row_2_lowers_the_command_value_in_the_next_turn_only() -> None:
    s = staff()
    blunder(s, (1, 1), (), dice=[4])
    assert [value(s, "hq1", turn) for turn in (3, 4, 5, 6, 7)] == [8, 8, 6, 8, 8]
    assert value(s, "hq2", 5) == 8
    assert value(s, "co", 5) == 9


@pytest.mark.rule("FWC-BLD-04")
def test_row_3_lowers_every_hq_for_this_turn_and_the_next() -> None:
    s = staff()
    s.unit("B", "enemy-hq", at=(20, 110), cls="command", role="HQ", attacks=0, cv=7)
    blunder(s, (1, 2), (), who="co")
    for name in ("hq1", "hq2"):
        assert [value(s, name, turn) for turn in (3, 5, 7)] == [7, 7, 8]
    assert [value(s, "co", 3), value(s, "enemy-hq", 4)] == [9, 7]


@pytest.mark.rule("FWC-BLD-05")
def test_row_4_sends_the_formation_back_half_a_move() -> None:
    s = staff()
    s.unit("A", "tank", at=(20, 60), move=25)
    s.unit("A", "foot", at=(30, 60), cls="infantry", move=10)
    blunder(s, (2, 2), ("tank", "foot"), ["foot", "tank"])
    assert close(s.at("tank"), 20, 47.5)
    assert close(s.at("foot"), 30, 55)


@pytest.mark.rule("FWC-BLD-06")
def test_row_5_one_die_of_attacks_on_the_unit_nearest_the_enemy() -> None:
    s = staff()
    s.unit("A", "near", at=(20, 60), cls="infantry")
    s.unit("A", "far", at=(20, 50), cls="infantry")
    s.unit("B", "foe", at=(20, 90))
    blunder(s, (2, 3), ("far", "near"), dice=[3, 4, 4, 1, 1, 1])
    assert (s["near"].hits, s["far"].hits) == (2, 0)


@pytest.mark.rule("FWC-BLD-07")
def test_row_6_draws_each_unit_half_a_move_to_its_nearest_visible_enemy() -> None:
    s = staff()
    s.unit("A", "left", at=(20, 40), move=20)
    s.unit("A", "right", at=(60, 40), move=20)
    s.unit("B", "north", at=(20, 90), attacks=0)
    s.unit("B", "east", at=(100, 40), attacks=0)
    blunder(s, (3, 3), ("left", "right"), ["left", "right"])
    assert close(s.at("left"), 20, 50)
    assert close(s.at("right"), 70, 40)
    assert (s["left"].base.facing, s["right"].base.facing) == (0, 90)


@pytest.mark.rule("FWC-BLD-08")
def test_row_7_sends_the_command_unit_back_three_dice() -> None:
    s = staff()
    blunder(s, (3, 4), (), dice=[3, 4, 5])
    assert close(s.at("hq1"), 155, 18)


@pytest.mark.rule("FWC-BLD-08")
def test_row_7_is_a_length_not_a_move() -> None:
    s = staff(terrain=[piece("dense", box=(155, 25, 20, 20))])
    s.mark("hq1", base=s["hq1"].base.moved(155_000, 40_000))
    blunder(s, (3, 4), (), dice=[6, 6, 6])
    assert close(s.at("hq1"), 155, 22)


@pytest.mark.rule("FWC-BLD-08")
def test_on_row_7_a_command_unit_leaves_ground_that_it_might_not_enter() -> None:
    s = staff(terrain=[piece("dense", box=(120, 25, 20, 20))])
    s.unit("A", "car", at=(120, 30), cls="command", role="HQ", keywords=["unarmoured"], attacks=0)
    blunder(s, (3, 4), (), dice=[3, 4, 5], who="car")
    assert close(s.at("car"), 120, 18)


@pytest.mark.rule("FWC-BLD-09")
def test_row_8_is_a_full_move_at_the_enemy() -> None:
    s = staff()
    s.unit("A", "tank", at=(20, 40), move=20)
    s.unit("B", "north", at=(20, 90), attacks=0)
    blunder(s, (4, 4), ("tank",))
    assert close(s.at("tank"), 20, 60)


@pytest.mark.rule("FWC-BLD-09", "FWC-BLD-15")
def test_the_line_to_the_enemy_is_the_exact_one_even_where_no_whole_degree_fits() -> None:
    # The enemy stands 16.497 degrees east of north; half a degree is 2.6 mm on this move.
    s = staff()
    s.unit("A", "tank", at=(60, 30), move=30)
    s.unit("B", "foe", at=(70.07, 64), attacks=0)
    blunder(s, (4, 4), ("tank",))
    part = 30 / (10.07**2 + 34**2) ** 0.5
    assert close(s.at("tank"), 60 + part * 10.07, 30 + part * 34)
    assert s["tank"].base.facing == 16


@pytest.mark.rule("FWC-BLD-10")
def test_row_9_two_dice_of_attacks() -> None:
    s = staff()
    s.unit("A", "near", at=(20, 60), cls="infantry", hits=8)
    s.unit("B", "foe", at=(20, 90))
    blunder(s, (4, 5), ("near",), dice=[3, 4, *[1] * 7])
    assert [throw.dice for throw in s.throws] == [2, 2, 7]


@pytest.mark.rule("FWC-BLD-11")
def test_row_10_is_a_full_move_back() -> None:
    s = staff()
    s.unit("A", "tank", at=(20, 60), move=25)
    blunder(s, (5, 5), ("tank",))
    assert close(s.at("tank"), 20, 35)


@pytest.mark.rule("FWC-BLD-12")
def test_row_11_takes_two_off_the_co_for_this_turn_and_the_next() -> None:
    s = staff()
    blunder(s, (5, 6), ())
    assert [value(s, "co", turn) for turn in (3, 5, 7)] == [7, 7, 9]
    assert value(s, "hq1", 3) == 8


@pytest.mark.rule("FWC-BLD-13")
def test_row_12_lowers_the_command_value_for_good() -> None:
    s = staff()
    blunder(s, (6, 6), (), dice=[5])
    assert [value(s, "hq1", turn) for turn in (3, 5, 99)] == [5, 5, 5]
    assert value(s, "hq2", 5) == 8


@pytest.mark.rule("FWC-BLD-14")
def test_penalties_add_up() -> None:
    s = staff()
    blunder(s, (1, 2), ())
    blunder(s, (1, 1), (), dice=[6])
    blunder(s, (6, 6), (), dice=[1])
    assert [value(s, "hq1", turn) for turn in (3, 5, 7)] == [6, 3, 7]


@pytest.mark.rule("FWC-BLD-14")
def test_a_replacement_keeps_only_the_penalties_of_the_whole_battlegroup() -> None:
    s = staff()
    blunder(s, (1, 2), ())
    blunder(s, (6, 6), (), dice=[6])
    blunder(s, (6, 6), (), dice=[1], who="hq2")
    command_blunders.forget_personal(s.state, "hq1")
    assert (value(s, "hq1", 5), value(s, "hq2", 5)) == (7, 6)


@pytest.mark.rule("FWC-BLD-15")
@pytest.mark.parametrize(
    ("kind", "goes_back", "goes_forward"),
    [
        ("plain", True, True),
        ("dug in", True, False),
        ("deployed gun", True, False),
        ("limbered gun", False, False),
        ("move 0", False, False),
        ("frozen", False, False),
        ("suppressed", False, False),
    ],
)
def test_who_makes_a_forced_move(kind: str, goes_back: bool, goes_forward: bool) -> None:
    marks: dict[str, dict[str, Any]] = {
        "plain": {},
        "dug in": {"dug_in": True},
        "deployed gun": {"cls": "gun"},
        "limbered gun": {"cls": "gun", "deployed": False},
        "move 0": {"move": 0},
        "frozen": {"frozen": True},
        "suppressed": {"suppressed": True},
    }
    for row, goes in (((5, 5), goes_back), ((4, 4), goes_forward)):
        s = staff()
        s.unit("A", "it", at=(20, 60), **marks[kind])
        s.unit("B", "foe", at=(20, 100), attacks=0)
        blunder(s, row, ("it",))
        assert (s.at("it") != (20, 60)) == goes
        if goes:
            assert not s["it"].dug_in, "who moves is no longer dug in"


@pytest.mark.rule("FWC-BLD-15")
def test_a_unit_that_sees_no_enemy_stays() -> None:
    s = staff(terrain=[piece("dense", box=(20, 80, 40, 12))])
    s.unit("A", "tank", at=(20, 60))
    s.unit("B", "foe", at=(20, 100), attacks=0)
    blunder(s, (4, 4), ("tank",))
    assert s.at("tank") == (20, 60)


@pytest.mark.rule("FWC-BLD-15")
def test_it_stops_a_centimetre_short_of_the_enemy_without_assault() -> None:
    s = staff()
    s.unit("A", "tank", at=(20, 60), move=30)
    s.unit("B", "foe", at=(20, 75), attacks=0)
    blunder(s, (4, 4), ("tank",))
    assert close(s.at("tank"), 20, 71)
    assert s["foe"].on_table


@pytest.mark.rule("FWC-BLD-15")
@pytest.mark.parametrize(
    ("y", "words"), [(64.04, "finds its way barred and stays"), (64.06, "is forced to move 0.1 cm")]
)
def test_who_could_go_for_less_than_half_a_millimetre_stays(y: float, words: str) -> None:
    s = staff()
    s.unit("A", "tank", at=(20, 60), move=30)
    s.unit("B", "foe", at=(20, y), attacks=0)
    blunder(s, (4, 4), ("tank",))
    assert s.events[-1] == f"tank {words}"


@pytest.mark.rule("FWC-BLD-15")
def test_it_stops_a_centimetre_short_of_a_friend_so_the_order_matters() -> None:
    for order, rear in ((["front", "rear"], 36.0), (["rear", "front"], 45.0)):
        s = staff()
        s.unit("A", "rear", at=(20, 56), move=20)
        s.unit("A", "front", at=(20, 41), move=20)
        blunder(s, (5, 5), ("rear", "front"), order)
        assert isinstance(s.asked[0], PutInOrder)
        assert close(s.at("front"), 20, 21)
        assert close(s.at("rear"), 20, rear)


@pytest.mark.rule("FWC-BLD-15", "FWC-INS-01", "FWC-MOV-05")
@pytest.mark.parametrize(("move", "y", "inside"), [(10, 35, ""), (8, 40, "bunker")])
def test_who_does_not_get_out_of_an_installation_stays_inside(move: int, y: float, inside: str) -> None:
    """To be clear of it takes 4.5 cm; half of a move of 8 cm would end on top of it."""
    s = staff(installations=[InstallationEntry("bunker", "Bunker", "A", (20, 40), 8, 5)])
    s.unit("A", "crew", at=(20, 40), cls="infantry", move=move, inside="bunker")
    blunder(s, (2, 2), ("crew",))
    assert close(s.at("crew"), 20, y)
    assert s["crew"].inside == inside


@pytest.mark.rule("FWC-BLD-15")
def test_touching_neighbours_move_side_by_side() -> None:
    s = staff()
    s.unit("A", "one", at=(20, 60))
    s.unit("A", "two", at=(23, 60))
    blunder(s, (2, 2), ("one", "two"), ["one", "two"])
    assert close(s.at("one"), 20, 50)
    assert close(s.at("two"), 23, 50)


@pytest.mark.rule("FWC-BLD-15")
def test_neighbours_too_close_to_turn_go_as_they_stand() -> None:
    s = staff()
    s.unit("A", "one", at=(20, 60))
    s.unit("A", "two", at=(23.2, 60))
    s.unit("B", "foe", at=(60, 100), attacks=0)
    blunder(s, (4, 4), ("one", "two"), ["two", "one"])
    assert s.at("two") != (23.2, 60)
    assert s.at("one") != (20, 60)


@pytest.mark.rule("FWC-BLD-15")
@pytest.mark.parametrize("kind", ["impassable", "laser_wire", "toxic_ditch"])
def test_it_stops_on_contact_with_what_it_may_not_enter(kind: str) -> None:
    s = staff(terrain=[piece(kind, box=(20, 50, 30, 2))])
    s.unit("A", "tank", at=(20, 60))
    blunder(s, (5, 5), ("tank",))
    assert close(s.at("tank"), 20, 52.5)


@pytest.mark.rule("FWC-BLD-15")
def test_it_stops_at_a_dome_and_goes_through_a_gap() -> None:
    s = staff(terrain=[piece("laser_wire", box=(60, 50, 30, 1))])
    s.unit("A", "tank", at=(20, 60))
    s.unit("A", "other", at=(60, 60))
    s.zone("dome", (20, 40), 10, "nobody")
    s.gap("laser_wire", (60, 50.5))
    blunder(s, (5, 5), ("tank", "other"), ["tank", "other"])
    assert close(s.at("tank"), 20, 51.5)
    assert close(s.at("other"), 60, 40)


@pytest.mark.rule("FWC-BLD-15")
def test_hard_going_costs_a_forced_move_as_any_other() -> None:
    s = staff(terrain=[piece("dense", box=(20, 50, 30, 10))])
    s.unit("A", "tank", at=(20, 60), move=20)
    blunder(s, (5, 5), ("tank",))
    assert close(s.at("tank"), 20, 47.5)  # 5 cm in the open, 7.5 cm of wood at half rate


@pytest.mark.rule("FWC-BLD-15", "FWC-MOV-04")
def test_who_is_forced_to_goes_onto_scorched_ground() -> None:
    s = staff(terrain=[piece("scorched", box=(20, 50, 30, 10)), piece("scorched", box=(155, 20, 30, 10), id="other")])
    s.unit("A", "squad", at=(20, 60), cls="infantry", move=10)
    blunder(s, (5, 5), ("squad",))
    assert close(s.at("squad"), 20, 50)
    blunder(s, (3, 4), (), dice=[3, 4, 5])
    assert close(s.at("hq1"), 155, 18)


@pytest.mark.rule("FWC-BLD-15", "FWC-MOV-06")
def test_leaving_the_table_is_a_knock_out() -> None:
    s = staff()
    s.unit("A", "tank", at=(20, 11), capacity=1)
    s.unit("A", "rider", at=(20, 11), cls="infantry", place="carried", carried_by="tank")
    blunder(s, (5, 5), ("tank",))
    assert (s["tank"].place, s["rider"].place) == ("ko", "ko")
    assert s.state.sides["A"].losses == 2
    flush = staff()
    flush.unit("A", "tank", at=(20, 11.5), move=10)
    blunder(flush, (5, 5), ("tank",))
    assert close(flush.at("tank"), 20, 1.5)


@pytest.mark.rule("FWC-BLD-15", "FWC-BLD-08")
def test_a_command_unit_can_run_off_the_table() -> None:
    s = staff()
    s.mark("hq1", base=s["hq1"].base.moved(155_000, 9_000))
    blunder(s, (3, 4), (), dice=[2, 3, 3])
    assert s["hq1"].place == "ko"


@pytest.mark.rule("FWC-BLD-15")
def test_opportunity_fire_may_stop_it() -> None:
    s = staff()
    s.unit("A", "tank", at=(20, 40), move=20, hits=3)
    s.unit("B", "foe", at=(20, 100), attacks=4, range=60)
    # The enemy fires after 5 cm with four dice and his hit suppresses the tank.
    blunder(s, (4, 4), ("tank",), lambda decision: decision.options[2].key, dice=[4, 1, 1, 1, 4])
    assert s["tank"].suppressed
    assert s["foe"].reacted
    assert close(s.at("tank"), 20, 45)


@pytest.mark.rule("FWC-BLD-15")
def test_the_enemy_is_looked_for_at_the_instant_of_the_move() -> None:
    for order, target in ((["first", "second"], "ambush"), (["second", "first"], "foe")):
        s = staff()
        s.unit("A", "first", at=(20, 50))
        s.unit("A", "second", at=(60, 50))
        s.unit("B", "foe", at=(20, 90), attacks=0)
        s.unit("B", "ambush", at=(28, 68), attacks=0, hidden=True)
        way_there = bearing(s["second"].base.centre, s[target].base.centre)
        blunder(s, (4, 4), ("first", "second"), order)
        assert not s["ambush"].hidden, "the first comes close to it"
        assert s["second"].base.facing == way_there


@pytest.mark.rule("FWC-BLD-15")
def test_between_two_enemies_equally_near_the_owner_chooses() -> None:
    s = staff()
    s.unit("A", "first", at=(40, 40))
    s.unit("B", "east", at=(60, 80), attacks=0)
    s.unit("B", "west", at=(20, 80), attacks=0)
    blunder(s, (3, 3), ("first",), "west")
    assert isinstance(s.asked[0], PickOne)
    assert s.at("first")[0] < 40, "it went to the enemy its owner chose"


@pytest.mark.rule("FWC-BLD-16")
def test_cover_counts_against_the_nearest_enemy_and_fall_back_is_away_from_him() -> None:
    s = staff(terrain=[piece("wall", line=[(63, 50), (63, 70)], width=0.5)])
    s.unit("A", "near", at=(60, 60), cls="infantry", suppressed=True)
    s.unit("B", "foe", at=(90, 60))
    s.unit("B", "second", at=(60, 110))
    blunder(s, (2, 3), ("near",), dice=[2, 4, 5, 6])
    hits = next(throw for throw in s.throws if throw.purpose == "hits")
    assert (hits.dice, hits.need) == (2, 5)
    assert close(s.at("near"), 54, 60)


@pytest.mark.rule("FWC-BLD-16")
def test_the_owner_chooses_among_equally_near_members() -> None:
    s = staff()
    s.unit("A", "left", at=(20, 60))
    s.unit("A", "right", at=(30, 60))
    s.unit("B", "foe", at=(25, 90))
    blunder(s, (2, 3), ("left", "right"), "right:foe", dice=[1, 4, 1])
    assert (s["left"].hits, s["right"].hits) == (0, 1)


@pytest.mark.rule("FWC-BLD-16", "FWC-HID-01")
def test_hidden_enemies_do_not_count_as_near() -> None:
    s = staff()
    s.unit("A", "left", at=(20, 60))
    s.unit("A", "right", at=(40, 60))
    s.unit("B", "ambush", at=(20, 80), hidden=True)
    s.unit("B", "foe", at=(40, 90))
    blunder(s, (2, 3), ("left", "right"), dice=[1, 4, 1])
    assert s["right"].hits == 1
    alone = staff()
    alone.unit("A", "left", at=(20, 60))
    blunder(alone, (2, 3), ("left",))


@pytest.mark.rule("FWC-BLD-16", "FWC-HID-01")
@pytest.mark.parametrize("hidden", [True, False])
def test_the_dice_tell_neither_which_hidden_unit_is_under_fire_nor_where_it_is(hidden: bool) -> None:
    s = staff(terrain=[piece("dense", box=(20, 60, 10, 10), name="East wood")])
    s.unit("A", "guns", at=(20, 60), cls="infantry", hidden=hidden)
    s.unit("B", "foe", at=(20, 100))
    blunder(s, (2, 3), ("guns",), dice=[1, 5, 6])
    assert [throw.need for throw in s.throws] == [None, None, 5, 5]
    told = " ".join([*(each.purpose for each in s.throws), *(why.text for each in s.throws for why in each.reasons)])
    assert [word in told for word in ("guns", "East wood", "a hidden unit")] == [not hidden, not hidden, hidden]


@pytest.mark.rule("FWC-BLD-17")
@pytest.mark.parametrize("who", ["hq1", "co"])
def test_the_order_is_not_carried_out_and_the_command_unit_is_finished(who: str) -> None:
    s = staff()
    s.unit("A", "tank", at=(20, 30))
    s.unit("B", "foe", at=(20, 110), attacks=0)
    s.state.commander = who
    s.play(orders.command_phase(s.state), [*DOUBLE_SIX, 1, 2], [["tank"], "move", way((20, 30), (20, 40))])
    assert s.at("tank") == (20, 30)
    assert s[who].finished
    assert s["tank"].finished
    assert s.state.command_over == (who == "co")
