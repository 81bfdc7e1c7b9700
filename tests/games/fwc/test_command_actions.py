"""What units are ordered to do, what becomes of it when the target is gone, and how command units return and move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.fwc.ordering import (
    FAILURE,
    SUCCESS,
    command,
    keys,
    meanwhile,
    order,
    pick,
    tanks,
    target_dummy,
    who_may_command,
)
from tests.games.fwc.skirmish import Answer, Skirmish, default, piece, refused, way
from umpire.battle.decisions import Decision, Place, Route
from umpire.games.fwc.actions import fire
from umpire.games.fwc.sequence import activation
from umpire.table import overlap

# --- What may be ordered -------------------------------------------------------------------------------------

ACTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["hold", "fire:foe", "move"]),
    ({"keywords": ["stabilised"]}, ["hold", "fire:foe", "move", "move_fire"]),
    ({"attacks": 0}, ["hold", "move"]),
    ({"range": 20}, ["hold", "move"]),
    ({"move": 40}, ["hold", "fire:foe", "move", "assault:foe"]),
    ({"cls": "gun"}, ["hold", "fire:foe", "move", "limber"]),
    ({"cls": "gun", "deployed": False}, ["hold", "deploy", "mount:truck"]),
    ({"cls": "infantry"}, ["hold", "fire:foe", "move", "mount:truck"]),
    ({"cls": "recon"}, ["hold", "fire:foe", "move", "recon"]),
    ({"cls": "engineer"}, ["hold", "fire:foe", "move", "mount:truck", "dig in:a", "wire"]),
    ({"cls": "gunship"}, ["hold", "fire:foe", "move", "land"]),
    ({"cls": "gunship", "airborne": False}, ["hold", "fire:foe", "take off"]),
    ({"keywords": ["smoke"]}, ["hold", "fire:foe", "move", "smoke"]),
]


@pytest.mark.rule("FWC-CMD-25")
@pytest.mark.parametrize(
    ("unit", "expected"), ACTIONS, ids=[" ".join(map(str, unit.values())) or "tank" for unit, _ in ACTIONS]
)
def test_what_a_unit_can_be_ordered_to_do(unit: dict[str, Any], expected: list[str]) -> None:
    s = command()
    s.unit("A", "a", at=(60, 30), **{"move": 10, **unit})
    s.unit("A", "truck", at=(64, 30), cls="transport", capacity=1, attacks=0)
    target_dummy(s, at=(60, 68))
    pick(s)
    order(s, ["a"], refused("mine sweeping", "FWC-CMD-25", "hold"))
    assert keys(s.asked[1]) == expected


@pytest.mark.rule("FWC-CMD-25")
def test_a_carrier_lets_its_passengers_dismount_by_order() -> None:
    s = command()
    s.unit("A", "truck", at=(60, 30), cls="transport", capacity=1, attacks=0, move=10)
    s.unit("A", "squad", at=(60, 30), cls="infantry", place="carried", carried_by="truck")
    pick(s)
    order(s, ["truck"], "dismount", way((60, 27)))
    assert s["squad"].on_table
    assert s.at("squad") == (60, 27)


@pytest.mark.rule("FWC-CMD-25")
def test_special_actions_are_carried_out() -> None:
    s = command()
    s.unit("A", "gun", at=(60, 30), cls="gun")
    s.unit("A", "sappers", at=(65, 30), cls="engineer")
    s.unit("A", "bird", at=(70, 30), cls="gunship")
    pick(s)
    declared = ["limber", "dig in:sappers", "land"]
    order(s, ["gun", "sappers", "bird"], *declared, ["special:bird", "special:gun", "special:sappers"])
    assert not s["gun"].deployed
    assert s["sappers"].dug_in
    assert not s["bird"].airborne


# --- The target is gone --------------------------------------------------------------------------------------


def overrun(*others: str, options: dict[str, Any] | None = None) -> Skirmish:
    """`a` is to assault the enemy `foe` at which `b` is to fire; `others` are enemies in sight of b."""
    s = command(options=options)
    s.unit("A", "a", at=(60, 30), attacks=1)
    s.unit("A", "b", at=(65, 30), attacks=2, range=30)
    target_dummy(s, at=(60, 45))
    for i, name in enumerate(others):
        target_dummy(s, name, at=(72 + 10 * i, 50))
    pick(s)
    return s


WON = (*SUCCESS, 4, 1)
"""The order, and the dice of an assault by one attack and one for assaulting."""


@pytest.mark.rule("FWC-CMD-27")
def test_who_finds_his_target_gone_fires_at_another() -> None:
    s = overrun("near", "far")
    sequence = ["assault:foe", "fire:foe"]
    order(s, ["a", "b"], "assault:foe", default, "fire:foe", sequence, way((60, 42)), "far", dice=(*WON, 1, 1))
    assert s["foe"].place == "ko"
    assert keys(s.asked[-1]) == ["near", "far", "none"]
    assert s.asked[-1].rule == "FWC-CMD-27"
    assert s.throws[-1].dice == 2
    assert "b fires at far" in s.events


@pytest.mark.rule("FWC-CMD-27")
def test_he_may_also_lose_the_shot_and_then_nobody_reacts_to_it() -> None:
    s = overrun("near")
    s.unit("B", "watcher", at=(65, 75), attacks=3, range=42)
    assert fire.can_fire(s.state, s["watcher"], s["b"])
    sequence = ["assault:foe", "fire:foe"]
    order(s, ["a", "b"], "assault:foe", default, "fire:foe", sequence, "pass", way((60, 42)), "none", dice=WON)
    assert not any("b fires" in event for event in s.events)
    assert s.asked[-1].seat == "A"


@pytest.mark.rule("FWC-CMD-27")
def test_without_another_target_the_shot_is_lost() -> None:
    s = overrun()
    order(s, ["a", "b"], "assault:foe", default, "fire:foe", ["assault:foe", "fire:foe"], way((60, 42)), dice=WON)
    assert s.rules[-1] == "FWC-CMD-27"
    assert s.events[-1] == "b has no target any more"


@pytest.mark.rule("FWC-CMD-27")
def test_a_target_out_of_sight_by_now_counts_as_gone() -> None:
    s = command()
    s.unit("A", "smoker", at=(65, 50), keywords=["smoke"], attacks=0)
    s.unit("A", "b", at=(65, 40))
    target_dummy(s, at=(65, 60))
    pick(s)
    order(s, ["smoker", "b"], "smoke", "fire:foe", ["special:smoker", "fire:foe"])
    assert s.rules[-1] == "FWC-CMD-27"
    assert s["foe"].hits == 0


@pytest.mark.rule("FWC-CMD-27")
@pytest.mark.parametrize("choice", ["second", "none"])
def test_an_assault_may_switch_only_to_another_enemy_in_reach(choice: str) -> None:
    s = command()
    s.unit("A", "a", at=(60, 30), attacks=3)
    s.unit("A", "b", at=(65, 30), attacks=1, move=20)
    target_dummy(s, at=(60, 45), hits=1)
    target_dummy(s, "second", at=(70, 45))
    target_dummy(s, "third", at=(65, 70))
    pick(s)
    killed = (*SUCCESS, 4, 1, 1, 1)
    fight = (4, 1) if choice == "second" else ()
    after = [default, default] if choice == "second" else []
    sequence = ["fire:foe", "assault:foe"]
    order(s, ["a", "b"], "fire:foe", "assault:foe", default, sequence, choice, *after, dice=(*killed, *fight))
    assert s["foe"].place == "ko"
    switched = next(decision for decision in s.asked if decision.rule == "FWC-CMD-27")
    assert keys(switched) == ["second", "none"], "the third is too far"
    assert (s["second"].place == "ko") == (choice == "second")


@pytest.mark.rule("FWC-CMD-27")
def test_an_assault_with_nobody_left_in_reach_is_lost() -> None:
    s = command()
    s.unit("A", "a", at=(60, 30), attacks=3)
    s.unit("A", "b", at=(65, 30), attacks=1, move=20)
    target_dummy(s, at=(60, 45), hits=1)
    target_dummy(s, "third", at=(65, 70))
    pick(s)
    order(s, ["a", "b"], "fire:foe", "assault:foe", default, ["fire:foe", "assault:foe"], dice=(*SUCCESS, 4, 1, 1, 1))
    assert s.rules[-1] == "FWC-CMD-27"
    assert s.at("b") == (65, 30)


@pytest.mark.rule("FWC-CMD-27")
def test_a_special_action_that_is_no_longer_possible_is_lost() -> None:
    s = command()
    s.unit("A", "squad", at=(60, 30), cls="infantry")
    s.unit("A", "truck", at=(64, 30), cls="transport", capacity=1, attacks=0)
    pick(s)
    away = way((64, 30), (70, 30), facing=90)
    order(s, ["squad", "truck"], "mount:truck", "move", away, ["move:truck", "special:squad"])
    assert s.rules[-1] == "FWC-CMD-27"
    assert s["squad"].on_table


@pytest.mark.rule("FWC-CMD-27")
@pytest.mark.parametrize("choice", ["mount:second", "none"])
def test_a_special_action_may_be_turned_on_another_target(choice: str) -> None:
    s = command()
    s.unit("A", "squad", at=(60, 30), cls="infantry")
    for name, x in (("truck", 64), ("second", 56)):
        s.unit("A", name, at=(x, 30), cls="transport", capacity=1, attacks=0)
    pick(s)
    away = way((64, 30), (70, 30), facing=90)
    order(s, ["squad", "truck"], "mount:truck", "move", away, ["move:truck", "special:squad"], choice)
    assert keys(s.asked[-1]) == ["mount:second", "none"]
    assert s.asked[-1].rule == "FWC-CMD-27"
    assert s["squad"].carried_by == ("second" if choice == "mount:second" else "")


@pytest.mark.rule("FWC-FIR-09", "FWC-CMD-27")
@pytest.mark.parametrize("last", [False, True])
def test_a_shot_turned_on_a_target_of_others_joins_their_attack_or_is_barred(last: bool) -> None:
    s = overrun("near", "far")
    s.unit("A", "c", at=(70, 30), attacks=4, range=30)
    sequence = ["assault:foe", *(["fire:near", "fire:foe"] if last else ["fire:foe", "fire:near"])]
    chosen, dice = ("far", [1] * 4 + [1] * 2) if last else ("near", [1] * 6)
    declared = ["assault:foe", default, "fire:foe", "fire:near", sequence, way((60, 42)), chosen]
    order(s, ["a", "b", "c"], *declared, dice=(*WON, *dice))
    turned = s.asked[-1]
    assert turned.rule == "FWC-CMD-27"
    assert keys(turned) == (["far", "none"] if last else ["near", "far", "none"])
    assert [throw.dice for throw in s.throws if throw.purpose == "hits"] == ([4, 2] if last else [6])


# --- The way is barred ---------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-02")
def test_whose_way_has_been_taken_chooses_another_within_its_move() -> None:
    s = command()
    tanks(s, "a", "b", "c", move=10)
    pick(s)
    ways = [way((60, 30), (60, 38)), way((65, 30), (65, 38))]
    sequence = meanwhile(s, "c", (67, 36.5), ["move:a", "move:b"])
    another = refused(way((65, 30), (65, 40.01)), "FWC-MOV-01", way((65, 30), (63.5, 38)))
    order(s, ["a", "b"], "move", ways[0], "move", ways[1], sequence, another)
    assert s.at("a") == (60, 38)
    assert s.at("b") == (63.5, 38)


@pytest.mark.rule("FWC-MOV-05")
def test_nobody_is_ordered_where_another_of_the_formation_is_to_stand() -> None:
    s = command()
    tanks(s, "a", "b", move=10)
    pick(s)
    second: Answer = way((65, 30), (65, 38))
    for there in (way((65, 30), (62, 38)), way((65, 30), (64.998, 38)), way((65, 30), (65, 38), facing=4)):
        second = refused(there, "FWC-MOV-05", second)  # touching is not overlapping, but 0.02 mm are
    order(s, ["a", "b"], "move", way((60, 30), (62, 38)), "move", second, ["move:a", "move:b"])
    assert s.at("a") == (62, 38)
    assert s.at("b") == (65, 38)


@pytest.mark.rule("FWC-MOV-05", "FWC-FLY-01")
def test_what_flies_is_ordered_above_those_who_stand_below() -> None:
    s = command()
    tanks(s, "a", move=10)
    s.unit("A", "gunship", at=(65, 30), cls="gunship", move=40)
    pick(s)
    order(s, ["a", "gunship"], "move", way((60, 30), (62, 38)), "move", way((65, 30), (62, 38)), default)
    assert s.at("a") == s.at("gunship") == (62, 38)


@pytest.mark.rule("FWC-MOV-05")
def test_who_finds_his_way_blocked_is_told_why_and_offered_none_that_blocks_the_next() -> None:
    s = command()
    tanks(s, "a", "b", "c", move=10, gap=0)
    s.unit("A", "stray", at=(52, 30), move=10)
    pick(s)
    north = [part for x in (60, 63, 66) for part in ("move", way((x, 30), (x, 40)))]
    sequence = meanwhile(s, "stray", (59, 40), ["move:a", "move:b", "move:c"])
    told: list[str] = []

    def looked(answer: Route, *theirs: tuple[float, float]) -> Callable[[Decision], Route]:
        """An answer for `choices`: none of many routes offered leads to the places of others."""

        def given(decision: Decision) -> Route:
            assert isinstance(decision, Place)
            base = s[decision.piece].base
            ends = [base.placed(*route.end, route.facing) for route in decision.routes()]
            assert len(ends) > 10
            taken = [base.placed(round(x * 1000), round(y * 1000), 0) for x, y in theirs]
            assert not any(overlap(end, each) for end in ends for each in taken)
            told.append(decision.prompt)
            return answer

        return given

    # Who likes goes where another was to stand: he is then in the way.
    first = looked(way((60, 30), (63, 39)), (63, 40), (66, 40))
    order(s, ["a", "b", "c"], *north, sequence, first, looked(way((63, 30)), (66, 40)))
    assert told == [
        "A would end on top of stray. Where does a go instead? (up to 10 cm)",
        "B would end on top of a. Where does b go instead? (up to 10 cm)",
    ]
    assert s.at("c") == (66, 40)


@pytest.mark.rule("FWC-CMD-18")
@pytest.mark.parametrize("paid", [False, True])
def test_another_way_leads_into_a_wood_only_if_the_order_was_for_such_moves(paid: bool) -> None:
    s = command(terrain=[piece("dense", box=(70, 38, 8, 8)), piece("dense", box=(50, 30, 4, 4), id="copse")])
    tanks(s, "a", "b", "stray", move=10)
    s.unit("A", "c", at=(55, 30), move=10)
    pick(s)
    ways = [way((60, 30), (60, 38)), way((65, 30), (65, 38))]
    into = way((65, 30), (67.5, 35.5))
    another = into if paid else refused(into, "FWC-CMD-18", way((65, 30), (65, 35)))
    west = ["move", way((55, 30), (51, 30))] if paid else ["hold"]
    sequence = meanwhile(s, "stray", (64, 39), ["move:a", "move:b", *(["move:c"] if paid else [])])
    order(s, ["a", "b", "c"], "move", ways[0], "move", ways[1], *west, sequence, another)
    assert s.throws[0].goal == ("7 or less" if paid else "8 or less")
    assert s.at("b") == ((67.5, 35.5) if paid else (65, 35))


def driven_off(**given: Any) -> Skirmish:
    """A gun is to fire at a suppressed enemy, and a walker beside it to assault him then."""
    s = command(**given)
    s.unit("A", "gun", at=(66, 28), attacks=2)
    s.unit("A", "a", at=(60, 28), cls="walker", keywords=["elite"], move=25)
    target_dummy(s, at=(60, 40), suppressed=True, hits=9)
    pick(s)
    return s


@pytest.mark.rule("FWC-CA-01", "FWC-CMD-27")
def test_whose_enemy_was_driven_off_says_again_from_where_it_assaults() -> None:
    s = driven_off()
    volley = [6, 6, 1, 1, 4]  # two hits, and 5 cm back
    fight = [6, 6, 6, 6, 6]
    choices = ["fire:foe", "assault:foe", "front", ["fire:foe", "assault:foe"], "right"]
    order(s, ["gun", "a"], *choices, default, dice=[*SUCCESS, *volley, *fight])
    assert "foe falls back 5 cm" in s.events
    assert s.prompts.count("From where does a assault foe?") == 2
    asked = next(decision for decision in s.asked[::-1] if decision.prompt == "From where does a assault foe?")
    assert keys(asked)[:2] == ["front", "right"]
    assert not s["foe"].on_table


@pytest.mark.rule("FWC-CMD-18", "FWC-CMD-27")
@pytest.mark.parametrize("paid", [False, True])
def test_another_way_of_an_assault_leads_into_a_wood_only_if_the_order_was_for_that(paid: bool) -> None:
    wood, copse = piece("dense", box=(60, 44, 40, 4)), piece("dense", box=(72, 28, 2, 4), id="copse")
    s = driven_off(terrain=[wood, copse])
    s.unit("A", "b", at=(70, 30), cls="infantry")
    volley = [6, 6, 1, 4, 5]  # two hits, and 9 cm back, behind the wood
    fight = [6, 6, 6, 6, 6] if paid else []
    east = ["move", way((70, 30), (72, 29))] if paid else ["hold"]
    sequence = ["fire:foe", "assault:foe", *(["move:b"] if paid else [])]
    choices = ["fire:foe", "assault:foe", "front", *east, sequence]
    order(s, ["gun", "a", "b"], *choices, *(["front", default] if paid else []), dice=[*SUCCESS, *volley, *fight])
    assert "foe falls back 9 cm" in s.events
    assert s["foe"].on_table is not paid
    assert ("a has nobody left to assault" in s.events) is not paid


# --- Command units come back, and move -----------------------------------------------------------------------


def lost_hq(**given: Any) -> Skirmish:
    """The HQ of side A is lost; its turn is about to start."""
    s = Skirmish(phase="start", **given)
    s.unit("A", "hq", at=(20, 20), cls="command", role="HQ", cv=7, attacks=0, place="ko")
    return s


@pytest.mark.rule("FWC-CMD-22")
def test_a_lost_command_unit_returns_touching_an_unsuppressed_friend() -> None:
    s = lost_hq()
    tanks(s, "a", "b", gap=20)
    s.unit("A", "stunned", at=(20, 60), suppressed=True)
    apart = refused(way((60, 26.9)), "FWC-CMD-22", way((60, 27)))
    on_top = refused(way((60, 29)), "FWC-CMD-22", apart)
    s.play(activation(s.state), choices=[refused("stunned", "FWC-CMD-22", "a"), on_top])
    assert keys(s.asked[0]) == ["a", "b"]
    assert s["hq"].on_table
    assert s.at("hq") == (60, 27)
    assert s.state.phase == "initiative"
    assert (s["hq"].profile.role, s.state.command_value(s["hq"])) == ("HQ", 7)


WIRE = piece("laser_wire", line=[(40, 27), (80, 27)])
SPOTS: list[tuple[str, dict[str, Any], str]] = [
    ("on wire", {"terrain": [WIRE]}, "FWC-MOV-03"),
    ("in a gap of the wire", {"terrain": [WIRE], "gap": True}, ""),
    ("on scorched ground", {"terrain": [piece("scorched", box=(60, 27, 10, 4))]}, "FWC-MOV-04"),
    ("close to the enemy", {"foe": {"at": (60, 23.01)}}, "FWC-MOV-05"),
    ("1 cm from the enemy", {"foe": {"at": (60, 23)}}, ""),
    ("below the enemy", {"foe": {"at": (60, 26), "cls": "gunship"}}, ""),
]


@pytest.mark.rule("FWC-CMD-22")
@pytest.mark.parametrize(("where", "given", "rule"), SPOTS, ids=[row[0] for row in SPOTS])
def test_it_returns_where_a_unit_may_be_set_down(where: str, given: dict[str, Any], rule: str) -> None:
    s = lost_hq(terrain=given.get("terrain", ()))
    tanks(s, "a")
    if "gap" in given:
        s.gap("laser_wire", (60, 27))
    if "foe" in given:
        s.unit("B", "foe", attacks=0, **given["foe"])
    beside = way((60, 33))
    s.play(activation(s.state), choices=["a", refused(way((60, 27)), rule, beside) if rule else way((60, 27))])
    assert s.at("hq") == ((60, 33) if rule else (60, 27))


@pytest.mark.rule("FWC-CMD-22")
def test_without_such_a_friend_it_waits_for_a_later_turn() -> None:
    s = lost_hq()
    s.unit("A", "stunned", at=(60, 30), suppressed=True)
    s.play(activation(s.state))
    assert s["hq"].place == "ko"
    assert s.rules[-1] == "FWC-CMD-22"
    s.state.put(s["stunned"].with_suppressed(False))
    s.state.phase = "start"
    s.play(activation(s.state), choices=["stunned", lambda decision: decision.default()])
    assert s["hq"].on_table


@pytest.mark.rule("FWC-CMD-22")
def test_only_its_own_turn_brings_it_back() -> None:
    s = lost_hq(active="B")
    tanks(s, "a")
    s.play(activation(s.state))
    assert s["hq"].place == "ko"


@pytest.mark.rule("FWC-CMD-22")
def test_other_units_do_not_come_back() -> None:
    s = Skirmish(phase="start")
    tanks(s, "a", "b")
    s.mark("b", place="ko")
    s.play(activation(s.state))
    assert s["b"].place == "ko"


@pytest.mark.rule("FWC-CMD-22")
def test_by_house_rule_it_stays_lost() -> None:
    s = lost_hq(options={"replace_command": False})
    tanks(s, "a")
    s.play(activation(s.state))
    assert s["hq"].place == "ko"
    assert s.state.phase == "initiative"


@pytest.mark.rule("FWC-CMD-23")
def test_each_command_unit_may_make_one_move_at_the_end() -> None:
    s = command("co", "hq", "fao", "fac")
    tanks(s, "a")
    s.mark("fac", suppressed=True)
    s.play(activation(s.state), choices=["done"])
    assert s.state.phase == "command_move"
    too_far = refused(way((60, 20), (60, 40.01)), "FWC-MOV-01", way((60, 20), (60, 25)))
    s.play(activation(s.state), choices=["co", too_far])
    assert keys(s.asked[0]) == ["done", "co", "hq", "fao"]
    s.play(activation(s.state), choices=[refused("co", "FWC-CMD-23", "fao"), way((70, 20), (70, 10))])
    s.play(activation(s.state), choices=["hq", way((65, 20), (65, 26))])
    s.play(activation(s.state))
    assert s.state.phase == "end"
    assert [s.at(name) for name in ("co", "hq", "fao")] == [(60, 25), (65, 26), (70, 10)]


@pytest.mark.rule("FWC-CMD-23")
def test_even_after_failed_orders_they_move_and_nobody_has_to() -> None:
    s = command("co", "hq")
    tanks(s, "a")
    pick(s, "co")
    order(s, ["a"], "hold", dice=FAILURE)
    assert who_may_command(s) == []
    s.play(activation(s.state), choices=["done"])
    assert keys(s.asked[0]) == ["done", "co", "hq"]
    assert s.state.phase == "end"
