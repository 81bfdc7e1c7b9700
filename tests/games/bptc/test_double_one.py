"""A double one: every unit of the group acts twice, both times before the next unit begins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Answer, Skirmish, default, house, piece, way
from tests.games.bptc.test_command import QUIET, order
from umpire.battle.decisions import Decision, PickOne, options_of
from umpire.games.bptc.bot import advise
from umpire.games.bptc.declare import options_for

BOTH = ["one", "two"]
AHEAD = {"one": way((70, 50), (70, 58)), "two": way((110, 50), (110, 58))}
FARTHER = {"one": way((70, 58), (70, 60)), "two": way((110, 58), (110, 60))}
LOST = [*[1] * 5, *[6] * 4]
"""A fight of one stand that charges: five dice and four, and it is broken."""
WON = [*[6] * 5, *[1] * 4]


def pair(**options: Any) -> Skirmish:
    """Two units of one stand under an HQ, each with an enemy 20 cm ahead, at whom it has two dice."""
    s = Skirmish(phase="command", options={**QUIET, **options})
    s.unit("A", "hq", at=(90, 30), arm="command", role="HQ", cv=8)
    s.unit("A", "one", at=(70, 50), stands=1, commander="hq")
    s.unit("A", "two", at=(110, 50), stands=1, commander="hq")
    s.unit("B", "left", at=(70, 72), stands=1, hits=9)
    s.unit("B", "right", at=(110, 72), stands=1, hits=9)
    return s


def side_by_side(**options: Any) -> Skirmish:
    """The two 6 cm apart, 15 cm before the middle of one enemy."""
    s = pair(**options)
    for name, x, y in (("one", 85, 50), ("two", 95, 50), ("left", 90, 67), ("right", 170, 110)):
        s.mark(name, base=s[name].base.moved(x * 1000, y * 1000))
    return s


def double_one(s: Skirmish, *choices: Answer, dice: tuple[int, ...] | list[int] = (), group: Any = BOTH) -> None:
    order(s, "hq", group, *choices, dice=[1, 1, *dice])


def course(s: Skirmish) -> list[str]:
    """Whom the questions were about, from when the sequence of the order was settled."""
    first = next(i for i, decision in enumerate(s.asked) if decision.kind == "put in order")
    return [decision.piece for decision in s.asked[first + 1 :]]


def not_offered(kind: str, answer: str) -> Answer:
    """An answer to what a unit is to do, which must not be able to do this."""

    def check(decision: Decision) -> str:
        assert isinstance(decision, PickOne)
        assert kind not in [option.key for option in decision.options]
        return answer

    return check


# --- Unit by unit ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-BON-01", "BPTC-BON-02")
def test_a_unit_takes_both_actions_before_the_next_begins() -> None:
    """One moves and fires; only then two is asked where it goes, and what it does after that."""
    s = pair()

    def two_has_not_begun(decision: Decision) -> str:
        assert s.at("one") == (70, 58)
        assert s.at("two") == (110, 50)
        return "fire"

    choices = ["move", "move", ["move:one", "move:two"], AHEAD["one"], two_has_not_begun, "left"]
    double_one(s, *choices, AHEAD["two"], "move", FARTHER["two"], dice=[6, 1, 6])
    assert course(s) == ["one", "one", "one", "two", "two", "two"]
    assert [throw.dice for throw in s.throws] == [2, 2, 1]
    assert s["left"].suppressed
    assert s.at("two") == (110, 60)
    assert (s["one"].orders, s["two"].orders) == (1, 1)


@pytest.mark.rule("BPTC-BON-02", "BPTC-CMD-15")
def test_the_owner_chooses_who_is_first() -> None:
    s = pair()
    choices = ["move", "move", ["move:two", "move:one"], AHEAD["two"], "move", FARTHER["two"], AHEAD["one"], "hold"]
    double_one(s, *choices)
    assert course(s) == ["two", "two", "two", "one", "one"]
    assert (s.at("one"), s.at("two")) == ((70, 58), (110, 60))


@pytest.mark.rule("BPTC-BON-02")
def test_a_unit_says_its_second_action_when_those_before_it_have_done_both() -> None:
    """One breaks the only enemy in range; two, asked after that, has nobody to fire at and moves."""
    s = pair()
    s.mark("right", place="ko")
    s.mark("two", base=s["two"].base.moved(80_000, 50_000))
    sequence = ["charge:left", "move:two"]
    there = way((80, 50), (80, 58))
    choices = ["charge", "left", "move", sequence, default, "hold", there, not_offered("fire", "move"), default]
    double_one(s, *choices, dice=WON)
    assert s["left"].place == "ko"
    assert course(s) == ["one", "one", "two", "two", "two"]


@pytest.mark.rule("BPTC-BON-02", "BPTC-ACT-07")
def test_a_unit_may_do_the_same_twice() -> None:
    """Its two volleys are two attacks: the first suppresses, the second drives back (3 cm)."""
    s = pair()
    double_one(s, "fire", "left", "fire", "left", dice=[6, 1, 6, 6, 1, 3], group=["one"])
    assert [throw.dice for throw in s.throws] == [2, 2, 1, 2, 1]
    assert s["left"].suppressed
    assert s.at("left") == (70, 75)


@pytest.mark.rule("BPTC-BON-01", "BPTC-BON-02")
def test_who_was_to_hold_may_act_all_the_same_when_his_owner_likes() -> None:
    s = pair()
    choices = ["move", "hold", ["hold:two", "move:one"], "move", AHEAD["two"], AHEAD["one"], "hold"]
    double_one(s, *choices)
    assert course(s) == ["two", "two", "one", "one"]
    assert (s.at("one"), s.at("two")) == ((70, 58), (110, 58))


@pytest.mark.rule("BPTC-CMD-15")
def test_without_a_double_one_who_holds_is_not_asked_again() -> None:
    s = pair()
    order(s, "hq", BOTH, "move", "hold", AHEAD["one"], dice=[1, 2])
    assert s.at("one") == (70, 58)


# --- Who has no second action ---------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-BON-02", "BPTC-OPP-01", "BPTC-ACT-09")
def test_a_unit_suppressed_on_its_way_has_no_second_action_and_the_next_goes_on() -> None:
    s = pair(opportunity_fire=True)
    s.mark("right", reacted=True)
    choices = ["move", "move", ["move:one", "move:two"], AHEAD["one"], "0", AHEAD["two"], "hold"]
    double_one(s, *choices, dice=[6, 1, 6])
    assert s["one"].suppressed
    assert [decision.rule for decision in s.asked[-4:]] == ["BPTC-ACT-01", "BPTC-OPP-01", "BPTC-ACT-01", "BPTC-BON-02"]
    assert course(s) == ["one", "one", "two", "two"]
    order_asked = next(decision for decision in s.asked if decision.kind == "put in order")
    told = [(option.label, option.piece) for option in options_of(order_asked)]
    assert told == [("move: one", "one"), ("move: two", "two")], "whose turn it is can be tapped"


@pytest.mark.rule("BPTC-BON-02", "BPTC-CHG-17")
def test_nor_has_one_that_is_broken_in_its_charge() -> None:
    s = pair()
    choices = ["charge", "left", "move", ["charge:left", "move:two"], default, AHEAD["two"], "hold"]
    double_one(s, *choices, dice=LOST)
    assert s["one"].place == "ko"
    assert course(s) == ["left", "two", "two"]


@pytest.mark.rule("BPTC-BON-02", "BPTC-RET-06", "BPTC-ACT-09")
def test_one_suppressed_by_the_second_action_of_another_has_neither() -> None:
    """One moves up, charges with two in support, loses by two hits to three and runs into two, who was to move."""
    s = pair()
    s.mark("one", base=s["one"].base.moved(58_000, 60_000))
    s.mark("two", base=s["two"].base.moved(67_000, 65_000))
    up = way((58, 60), (63, 67.5), facing=90)
    choices = ["move", "move", ["move:one", "move:two"], up, "charge", "left", default]
    double_one(s, *choices, dice=[6, 6, *[1] * 4, 6, 6, 6, 1])
    assert s["one"].place == "table"
    assert s["two"].suppressed
    assert course(s) == ["one", "one", "one", "left"]


# --- Charges --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-BON-02", "BPTC-ACT-08")
def test_the_second_action_may_be_the_charge_if_the_first_was_none() -> None:
    s = pair()
    double_one(s, "move", AHEAD["one"], "charge", "left", default, dice=WON, group=["one"])
    assert s["left"].place == "ko"


def flanked() -> Skirmish:
    """An enemy of one stand, who has two dice with one of the chargers on its flank, and a third unit farther off."""
    s = Skirmish(phase="command", options=QUIET)
    s.unit("A", "hq", at=(90, 30), arm="command", role="HQ", cv=8)
    s.unit("A", "front", at=(90, 50), stands=1, commander="hq")
    s.unit("A", "flank", at=(80, 60.5), facing=90, stands=1, commander="hq")
    s.unit("A", "third", at=(130, 50), stands=1, commander="hq")
    s.unit("B", "foe", at=(90, 60), stands=1)
    s.unit("B", "far", at=(90, 100), stands=1)
    return s


@pytest.mark.rule("BPTC-BON-02", "BPTC-CHG-28")
def test_those_who_charged_together_act_again_after_the_charge_and_before_the_next_unit() -> None:
    """The first fight breaks the enemy; both chargers then go their ways, and neither may charge again."""
    s = flanked()
    declared = ["charge", "foe", "charge", "foe", "move", ["charge:foe", "move:third"]]
    fought = [default, ["front", "flank"], way((90, 58), facing=0)]
    again = [not_offered("charge", "move"), not_offered("charge", "deploy"), ["deploy:flank", "move:front"]]
    carried = ["form:march_column", default, way((90, 58), (90, 66)), way((130, 50), (130, 58)), "hold"]
    double_one(s, *declared, *fought, *again, *carried, dice=[*[6] * 5, 1, 1], group=["front", "flank", "third"])
    assert s["foe"].place == "ko"
    assert s.at("front") == (90, 66)
    assert s["flank"].formation == "march_column"
    whom = ["", "", "front", "front", "flank", "", "flank", "flank", "front", "third", "third"]
    assert course(s) == whom


@pytest.mark.rule("BPTC-BON-02", "BPTC-CHG-28")
def test_of_those_who_charged_together_only_who_is_left_acts_again() -> None:
    s = flanked()
    choices = ["charge", "foe", "charge", "foe", default, ["front", "flank"], default, not_offered("charge", "hold")]
    double_one(s, *choices, dice=[*[1] * 5, 6, 1, *[6] * 5, 1, 1], group=["front", "flank"])
    assert (s["front"].place, s["flank"].place, s["foe"].place) == ("ko", "table", "ko")
    assert course(s) == ["", "flank", "flank"]


@pytest.mark.rule("BPTC-BON-02", "BPTC-CHG-28")
def test_a_charge_whose_enemy_is_gone_is_lost_but_not_the_second_action() -> None:
    """One fires at the enemy of two's charge and breaks it in its own; two may do anything after that but charge."""
    s = side_by_side()
    s.mark("left", suppressed=True)
    choices = ["fire", "charge", "left", ["fire", "charge:left"], "left", "charge", "left", default]
    double_one(s, *choices, not_offered("charge", "hold"), dice=[1, 1, *[6] * 5, 1, 1, 1])
    assert "left is no longer there to be charged" in s.events
    assert s.at("two") == (95, 50)


# --- Fire -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-BON-02", "BPTC-FIR-10")
def test_those_who_fired_together_and_fire_again_at_one_enemy_do_that_together_too() -> None:
    """Two attacks of four dice: the first suppresses, the second drives back."""
    s = side_by_side()
    choices = ["fire", "fire", "left", "left", "fire", "fire", "left", "left"]
    double_one(s, *choices, dice=[6, 1, 1, 1, 6, 6, 1, 1, 1, 3])
    assert [throw.dice for throw in s.throws] == [2, 4, 1, 4, 1]
    assert s.at("left")[1] == pytest.approx(70, abs=0.2)


@pytest.mark.rule("BPTC-BON-02", "BPTC-FIR-10")
def test_by_house_rule_each_fires_alone_and_acts_again_before_the_next_fires() -> None:
    s = side_by_side(pool_fire=False)
    back = way((85, 50), (85, 45))
    choices = ["fire", "fire", "left", "left", ["one", "two"], "move", back, "hold"]
    double_one(s, *choices, dice=[1, 1, 1, 1])
    assert [throw.dice for throw in s.throws] == [2, 2, 2]
    assert s.at("one") == (85, 45)


@pytest.mark.rule("BPTC-BON-02", "BPTC-FIR-10")
def test_who_fires_at_different_enemies_acts_again_before_the_other_fires_in_the_order_of_the_owner() -> None:
    s = pair()

    def only_two_has_fired(decision: Decision) -> str:
        assert s["right"].suppressed
        assert not s["left"].suppressed
        return "move"

    choices = ["fire", "fire", "left", "right", ["two", "one"], only_two_has_fired, AHEAD["two"], "hold"]
    double_one(s, *choices, dice=[6, 1, 6, 6, 1, 6])
    assert s["left"].suppressed
    assert course(s) == ["two", "two", "one"]


@pytest.mark.rule("BPTC-BON-02", "BPTC-ACT-07")
def test_a_target_lost_to_the_second_action_of_another_costs_the_shot_not_the_second_action() -> None:
    s = side_by_side()
    s.mark("right", base=s["right"].base.moved(85_000, 62_000))
    s.mark("left", base=s["left"].base.moved(95_000, 62_000), suppressed=True)
    choices = ["fire", "fire", "right", "left", ["one", "two"], "charge", "left", default, "hold"]
    double_one(s, *choices, dice=[1, 1, 1, *[6] * 6, 1, 1, 1, 1])
    assert "two has lost the target" in s.events


@pytest.mark.rule("BPTC-BON-02", "BPTC-CON-05")
def test_guns_whose_view_of_a_building_is_barred_meanwhile_do_not_batter_it() -> None:
    """One fires at an enemy, then goes between the guns and the house they have taken aim at."""
    s = Skirmish(phase="command", options=QUIET, built=[house("wooden_building", at=(110, 90))])
    s.unit("A", "hq", at=(90, 30), arm="command", role="HQ", cv=8)
    s.unit("A", "one", at=(98, 58), commander="hq")
    s.unit("A", "guns", at=(110, 50), arm="artillery_foot", stands=1, commander="hq")
    s.unit("B", "foe", at=(98, 74), stands=1)
    between = way((98, 58), (108, 58))
    choices = ["fire", "fire", "foe", "at:wooden_building", ["one", "guns"], "move", between, "hold"]
    double_one(s, *choices, dice=[1] * 8, group=["one", "guns"])
    assert "guns has lost the target" in s.events


@pytest.mark.rule("BPTC-BON-02", "BPTC-CMD-15")
def test_who_took_no_aim_after_all_still_has_a_second_action() -> None:
    s = pair()
    choices = ["fire", "fire", "none", "right", ["one", "two"], "move", AHEAD["one"], "hold"]
    double_one(s, *choices, dice=[1, 1])
    assert s.at("one") == (70, 58)
    assert s.at("two") == (110, 50)


# --- The bot --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-BON-02")
def test_the_bot_has_a_reason_for_what_it_is_asked_after_a_double_one() -> None:
    s = side_by_side()

    def advised(then: Answer) -> Answer:
        def check(decision: Decision) -> Any:
            advice = advise(s.state, decision)
            decision.read(advice.answer)
            assert advice.why != "nothing better is known"
            return then

        return check

    after = [["hold:one", "fire"], "fire", "left", "left", "hold"]
    double_one(s, "hold", "fire", *[advised(answer) for answer in after], dice=[1, 1, 1, 1])
    sequence = next(decision for decision in s.asked if decision.kind == "put in order")
    assert advise(s.state, sequence).answer == ["fire", "hold:one"]


@pytest.mark.rule("BPTC-BON-02")
def test_the_bot_lets_the_strongest_fire_first() -> None:
    s = pair()
    for foe in ("left", "right"):
        s.mark(foe, base=s[foe].base.moved(s[foe].base.x, 62_000))

    def advised(decision: Decision) -> Any:
        advice = advise(s.state, decision)
        assert advice.why == "the strongest fire first"
        return advice.answer

    double_one(s, "fire", "fire", "left", "right", advised, "hold", "hold", dice=[1] * 6)
    assert [decision.rule for decision in s.asked if decision.kind == "put in order"] == ["BPTC-BON-02"]


@pytest.mark.rule("BPTC-CMD-05")
def test_once_the_order_is_rolled_for_dense_ground_makes_it_no_harder() -> None:
    s = Skirmish(phase="command", options=QUIET, terrain=[piece("mud", box=(70, 60, 60, 6))])
    s.unit("A", "one", at=(70, 50), stands=1)
    offers = [options_for(s.state, s["one"], True, rolled) for rolled in (False, True)]
    labels = [[option.label for option in offer if option.key == "dense"] for offer in offers]
    assert labels == [["move through dense ground (-1 to the order)"], ["move through dense ground"]]
