"""Odds told before a roll are those of the dice that are then rolled."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from tests.games.fwc.ordering import battle, command, foe, order, ordered, pick
from tests.games.fwc.skirmish import Skirmish, way
from tests.games.fwc.support import EXACT, FAIL, airfield, ask_fac, ask_fao, battery, infantry
from umpire.battle.decisions import Call, Decision, PickOne, PickSome
from umpire.games.fwc.schema import InstallationEntry


def told(call: Call | None, name: str) -> Any:
    assert call is not None
    return dict(call.inputs)[name]


def of_seat(s: Skirmish, seat: str) -> list[Decision]:
    return [decision for decision in s.asked if decision.seat == seat]


def hits_rolled(s: Skirmish) -> list[tuple[int, int | None]]:
    """Dice and score of every attack."""
    return [(throw.dice, throw.need) for throw in s.throws if throw.purpose == "hits"]


# --- Opportunity fire ----------------------------------------------------------------------------------------


def windows(s: Skirmish) -> dict[str, tuple[tuple[int, int], ...]]:
    """The groups of dice told for each point at which the other side may fire first."""
    question = of_seat(s, "B")[0]
    assert isinstance(question, PickOne)
    return {option.key: told(option.odds, "groups") for option in question.options if option.odds is not None}


@pytest.mark.rule("FWC-OPP-03", "FWC-MOV-07", "FWC-HIT-05", "FWC-FIR-05")
def test_a_vehicle_is_dug_in_only_until_it_has_left_its_place() -> None:
    s = command()
    s.unit("A", "tank", at=(60, 30), dug_in=True, attacks=0, hits=9)
    s.unit("B", "gun", at=(100, 20), attacks=3, range=60)
    pick(s)
    order(s, ["tank"], "move", way((60, 30), (60, 50)), "2", dice=(3, 3, 1, 1, 1, 1))
    groups = windows(s)
    assert groups["0"] == ((3, 5),), "at the start it is still dug in, and has no flank"
    assert groups["2"] == ((4, 4),)
    assert hits_rolled(s) == [(4, 4)]


@pytest.mark.rule("FWC-OPP-04", "FWC-MOV-07", "FWC-HIT-05")
@pytest.mark.parametrize("shelter", ["dug_in", "in_dugout", "inside"])
@pytest.mark.parametrize(("window", "score"), [("0", 6), ("1", 4)])
def test_infantry_leaves_what_shelters_it(shelter: str, window: str, score: int) -> None:
    fort = {"id": "fort", "name": "Fort", "side": "A", "at": (60, 30), "hits": 8, "score": 5, "save": 4}
    s = command(installations=[convert(fort, InstallationEntry)] if shelter == "inside" else [])
    within: Any = "fort" if shelter == "inside" else True
    s.unit("A", "foot", at=(60, 30), cls="infantry", attacks=0, move=10, hits=9, **{shelter: within})
    s.unit("B", "gun", at=(60, 70), attacks=3, range=60)
    pick(s)
    order(s, ["foot"], "move", way((60, 30), (60, 40)), window, dice=(3, 3, 1, 1, 1))
    assert windows(s)[window] == ((3, score),)
    assert hits_rolled(s) == [(3, score)]


@pytest.mark.rule("FWC-MOV-07", "FWC-OPP-03")
@pytest.mark.parametrize("watched", [True, False])
def test_who_goes_and_comes_back_has_left_his_digging(watched: bool) -> None:
    s = command()
    s.unit("A", "tank", at=(60, 30), dug_in=True, attacks=0, hits=9)
    if watched:
        s.unit("B", "gun", at=(60, 70), attacks=3, range=60)
    pick(s)
    there_and_back = way((60, 30), (60, 35), (60, 30))
    order(s, ["tank"], "move", there_and_back, *(["2"] if watched else []), dice=(3, 3, *([1] * 4 if watched else [])))
    assert not s["tank"].dug_in
    if watched:
        assert windows(s)["2"] == ((4, 4),), "it faces away from the gun"
        assert hits_rolled(s) == [(4, 4)]


# --- Fire on the move under split_fire -----------------------------------------------------------------------


@pytest.mark.rule("FWC-FIR-06", "FWC-FIR-09")
def test_who_is_to_fire_on_the_move_is_told_with_the_dice_he_will_have() -> None:
    s = battle(options={"split_fire": True})
    s.unit("A", "a", at=(60, 20), attacks=5, range=50, keywords=["stabilised"], move=20)
    s.unit("A", "b", at=(65, 20), attacks=4, range=50)
    foe(s, (60, 60), hits=9)
    # 37 cm from its enemy at first, 22 where it fires: within half range, less one for moving.
    declared = ["move_fire", way((60, 20), (60, 35)), "foe", "3", "fire:foe"]
    ordered(s, ["a", "b"], *declared, ["a"], dice=[1] * 9)
    question = next(asked for asked in s.asked if isinstance(asked, PickSome) and asked.rule == "FWC-FIR-09")
    assert question.joint is not None
    assert told(question.joint(("a", "b")), "groups") == ((5, 4), (4, 4))
    assert hits_rolled(s) == [(5, 4), (4, 4)]


@pytest.mark.rule("FWC-FIR-06")
def test_so_is_who_fires_first_and_then_moves() -> None:
    s = battle(options={"split_fire": True})
    s.unit("A", "a", at=(60, 20), attacks=5, range=50, keywords=["stabilised"], move=20)
    s.unit("A", "b", at=(65, 20), attacks=4, range=50)
    foe(s, (60, 60), hits=9)
    ordered(s, ["a", "b"], "move_fire", way((60, 20), (60, 35)), "foe", "0", "fire:foe", ["a", "b"], dice=[1] * 8)
    question = next(asked for asked in s.asked if isinstance(asked, PickSome) and asked.rule == "FWC-FIR-09")
    assert question.joint is not None
    assert told(question.joint(("a", "b")), "groups") == ((4, 4), (4, 4))


# --- Requests ------------------------------------------------------------------------------------------------


def pieces_asked(s: Skirmish) -> PickSome:
    return next(asked for asked in s.asked if isinstance(asked, PickSome) and asked.rule == "FWC-ART-03")


@pytest.mark.rule("FWC-ART-03", "FWC-ART-04", "FWC-ART-06", "FWC-REC-02")
@pytest.mark.parametrize(
    ("keywords", "observed", "guns", "goal"),
    [([], False, 3, 8), ([], False, 4, 7), (["adaptive_camo"], False, 4, 6), (["adaptive_camo"], True, 1, 8)],
)
def test_the_fao_is_told_the_odds_of_what_he_rolls(keywords: list[str], observed: bool, guns: int, goal: int) -> None:
    s = battery(4)
    infantry(s, keywords=keywords)
    s.state.recon = ("foe",) if observed else ()
    chosen = [f"gun{number}" for number in range(1, guns + 1)]
    calls: list[Call] = []

    def choose(question: Decision) -> list[str]:
        assert isinstance(question, PickSome)
        assert question.joint is not None
        calls.append(question.joint(tuple(chosen)))
        return chosen

    ask_fao(s, FAIL, "concentration", "foe", choose)
    (call,) = calls
    question = pieces_asked(s)
    camouflaged = bool(keywords)
    assert (told(call, "units"), told(call, "camouflaged"), told(call, "recon")) == (guns, camouflaged, observed)
    assert s.throws[0].goal == f"{goal} or less"
    assert {told(option.odds, "units") for option in question.options} == {1}
    assert {told(option.odds, "camouflaged") for option in question.options} == {camouflaged}


@pytest.mark.rule("FWC-ART-05", "FWC-ART-25")
def test_so_he_is_for_counter_battery_fire() -> None:
    s = battery(2, player_turn=3)
    s.unit("B", "battery", at=None, cls="artillery", fired_mission=2)
    ask_fao(s, FAIL, "counter_battery", ["gun1", "gun2"])
    question = pieces_asked(s)
    assert question.joint is not None
    assert told(question.joint(("gun1", "gun2")), "special")
    assert s.throws[0].goal == "7 or less"


# --- Anti-aircraft fire --------------------------------------------------------------------------------------


def flak(s: Skirmish, name: str, x: float, dice: int, **marks: Any) -> None:
    s.unit("B", name, at=(x, 60), cls="gun", keywords=["aa"], aa=(dice, 60), attacks=2, range=30, **marks)


@pytest.mark.rule("FWC-AAF-01", "FWC-AAF-02", "FWC-HID-02")
def test_a_hidden_gun_is_told_the_odds_with_those_who_fire_in_any_case() -> None:
    s = airfield(attacks=5)
    infantry(s)
    flak(s, "seen", 30, 3)
    flak(s, "hidden", 40, 4, hidden=True)
    ask_fac(s, [*EXACT, *[1] * 7, *[1] * 5], "strike", "foe", ["hidden"], "spread")
    (question,) = of_seat(s, "B")
    assert isinstance(question, PickSome)
    assert question.joint is not None
    assert told(question.options[0].odds, "dice") == (3, 4)
    assert told(question.joint(("hidden",)), "dice") == (3, 4)
    assert told(question.joint(()), "dice") == (3,)
    assert [throw.dice for throw in s.throws if throw.purpose == "anti-aircraft fire"] == [7]


@pytest.mark.rule("FWC-AAF-02")
def test_a_gun_is_told_the_odds_with_those_allotted_to_the_same_aircraft() -> None:
    s = airfield(2)
    infantry(s)
    flak(s, "one", 30, 2)
    flak(s, "two", 40, 1)
    ask_fac(s, [*EXACT, *[1] * 3, *[1] * 6], "strike", "foe", ["jet1", "jet2"], "jet2", "jet2", "spread")
    second = of_seat(s, "B")[1]
    assert isinstance(second, PickOne)
    assert {option.key: told(option.odds, "dice") for option in second.options} == {"jet1": (1,), "jet2": (2, 1)}


# --- What odds of support leave out --------------------------------------------------------------------------


def aim_at_foe(s: Skirmish) -> Any:
    """What was told of the foe when it was asked what the fire is for."""
    question = next(each for each in s.asked if each.prompt.endswith("fire on what?"))
    assert isinstance(question, PickOne)
    return next(option for option in question.options if option.key == "foe")


@pytest.mark.rule("FWC-ART-17")
def test_the_odds_of_a_target_of_guns_say_that_the_request_comes_first_and_where_their_dice_come_from() -> None:
    s = battery(2)
    infantry(s, save=5)
    ask_fao(s, FAIL, "concentration", "foe", ["gun1"])
    option = aim_at_foe(s)
    assert option.detail == "odds if the request goes through, with all who are asked, on target"
    assert option.odds is not None
    assert option.odds.why is not None
    numbers = {name: tally.value for name, tally in option.odds.why()}
    assert numbers == {"dice": 8, "foe is hit on": 4, "foe saves on": 5}


@pytest.mark.rule("FWC-AIR-12", "FWC-AIR-13")
def test_the_odds_of_a_target_of_aircraft_are_those_of_all_of_them_on_it_alone() -> None:
    s = airfield(2)
    infantry(s)
    ask_fac(s, FAIL, "strike", "foe", ["jet1"])
    option = aim_at_foe(s)
    assert option.detail
    assert option.odds is not None
    assert option.odds.why is not None
    (name, dice), *_ = option.odds.why()
    assert (name, dice.value) == ("dice", 12)
    assert [(term.amount, term.rule) for term in dice.reasons] == [
        (3, "FWC-AIR-13"), (3, "FWC-AIR-13"), (6, "FWC-AIR-12"),
    ]  # fmt: skip
