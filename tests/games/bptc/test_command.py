"""The command phase: who orders whom, the modifiers on the table, failure, bonus, and what becomes of commanders."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, default, piece, way
from umpire.battle.decisions import Decision, PickOne, PickSome, Refused, options_of
from umpire.games.bptc.declare import Declared, options_for
from umpire.games.bptc.execute import execute
from umpire.games.bptc.groups import check_group, orderable
from umpire.games.bptc.orders import command_phase, command_units_move, target_of
from umpire.games.bptc.start import turn_start

QUIET = {"opportunity_fire": False}


def brigade(**options: Any) -> Skirmish:
    """A CO with one unit of his own, an HQ with two."""
    s = Skirmish(phase="command", options={**QUIET, **options})
    s.unit("A", "co", at=(60, 40), arm="command", role="CO", cv=9)
    s.unit("A", "hq", at=(100, 40), arm="command", role="HQ", cv=8)
    s.unit("A", "one", at=(90, 50), commander="hq")
    s.unit("A", "two", at=(120, 50), commander="hq")
    s.unit("A", "guard", at=(60, 50), commander="co")
    s.unit("B", "foe", at=(90, 110))
    return s


def order(s: Skirmish, commander: str, group: list[str], *rest: Any, dice: list[int]) -> None:
    """One order of a commander, who is picked first if he is not the one already."""
    if s.state.commander != commander:
        s.play(command_phase(s.state), choices=[commander])
    s.play(command_phase(s.state), choices=[group, *rest], dice=dice)


def who(s: Skirmish) -> list[str]:
    """The command units that may begin to give orders now."""
    running = command_phase(s.state)
    decision = next(running)
    running.close()
    assert isinstance(decision, PickOne)
    return [option.key for option in decision.options]


# --- Who ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-CMD-13")
def test_an_hq_orders_its_own_units_and_the_co_anybody() -> None:
    s = brigade()
    assert [unit.id for unit in orderable(s.state, s["hq"])] == ["one", "two"]
    assert [unit.id for unit in orderable(s.state, s["co"])] == ["one", "two", "guard"]


@pytest.mark.rule("BPTC-CMD-13")
def test_by_house_rule_any_hq_orders_anybody() -> None:
    s = brigade(hq_restricts=False)
    assert [unit.id for unit in orderable(s.state, s["hq"])] == ["one", "two", "guard"]


@pytest.mark.rule("BPTC-CMD-13")
def test_a_unit_takes_orders_from_one_command_unit_a_turn_even_if_they_failed() -> None:
    s = brigade()
    order(s, "hq", ["one"], "hold", dice=[6, 5])
    assert [unit.id for unit in orderable(s.state, s["co"])] == ["two", "guard"]


@pytest.mark.rule("BPTC-ACT-09", "BPTC-SUP-03")
def test_suppressed_units_are_not_ordered() -> None:
    s = brigade()
    s.mark("one", suppressed=True)
    assert [unit.id for unit in orderable(s.state, s["hq"])] == ["two"]


@pytest.mark.rule("BPTC-CMD-16")
def test_a_suppressed_command_unit_gives_no_orders() -> None:
    s = brigade()
    assert who(s) == ["co", "hq", "done"]
    s.mark("hq", suppressed=True)
    assert who(s) == ["co", "done"]


@pytest.mark.rule("BPTC-CMD-12")
def test_one_finishes_all_his_orders_before_another_begins() -> None:
    s = brigade()
    order(s, "hq", ["one"], "hold", dice=[3, 3])
    running = command_phase(s.state)
    decision = next(running)
    running.close()
    assert isinstance(decision, PickSome)
    assert decision.piece == "hq"
    s.play(command_phase(s.state), choices=[[]])
    assert who(s) == ["co", "done"]


@pytest.mark.rule("BPTC-CMD-02", "BPTC-CMD-03", "BPTC-INI-07")
@pytest.mark.parametrize(
    ("options", "marks", "told"),
    [
        ({}, {}, "27.5 cm away (-1)"),
        ({"distance_step": "part"}, {"orders": 1}, "27.5 cm away (-2), ordered before (-1)"),
        ({}, {"acted": True}, "27.5 cm away (-1)"),
        ({"initiative_penalty": 2}, {}, "27.5 cm away (-1)"),
        ({"initiative_penalty": 2}, {"acted": True}, "27.5 cm away (-1), acted on initiative (-2)"),
        (
            {"initiative_penalty": 1},
            {"acted": True, "orders": 2},
            "27.5 cm away (-1), ordered before (-2), acted on initiative (-1)",
        ),
    ],
)
def test_beside_a_unit_stands_what_an_order_to_it_costs(options: Any, marks: Any, told: str) -> None:
    s = brigade(**options)
    s.unit("A", "far", at=(100, 70), commander="hq")
    s.mark("far", **marks)
    s.play(command_phase(s.state), choices=["hq"])
    running = command_phase(s.state)
    decision = next(running)
    running.close()
    assert isinstance(decision, PickSome)
    [detail] = [option.detail for option in decision.options if option.key == "far"]
    assert detail == told
    costs = [int(cost) for cost in re.findall(r"\((-\d+)\)", detail)]
    target = target_of(s.state, s["hq"], [Declared("far", "hold")])
    assert target.value == 8 + sum(costs)


# --- Groups ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-CMD-14")
def test_a_later_order_goes_to_a_part_of_the_group_never_to_more() -> None:
    s = brigade()
    order(s, "hq", ["one"], "hold", dice=[3, 3])
    refusal = check_group(s.state, ["one", "two"])
    assert isinstance(refusal, Refused)
    assert refusal.rule == "BPTC-CMD-14"
    s = brigade()
    order(s, "hq", ["one", "two"], "hold", "hold", dice=[3, 3])
    assert check_group(s.state, ["one"]) is None
    assert check_group(s.state, ["one", "two"]) is None


@pytest.mark.rule("BPTC-CMD-14", "BPTC-GEN-03")
def test_a_group_needs_no_chain_but_by_house_rule() -> None:
    assert check_group(brigade().state, ["one", "two"]) is None
    refusal = check_group(brigade(formation_chain_cm=10).state, ["one", "two"])
    assert isinstance(refusal, Refused)
    assert refusal.rule == "BPTC-CMD-14"
    for cm, linked in ((14, True), (14.004, True), (14.01, False)):
        s = brigade(formation_chain_cm=14)
        s.mark("two", base=s["two"].base.moved(round((90 + 16 + cm) * 1000), 50_000))
        assert (check_group(s.state, ["one", "two"]) is None) is linked


@pytest.mark.rule("BPTC-CMD-15", "BPTC-ACT-01", "BPTC-ACT-04")
def test_units_of_one_group_may_do_different_things_or_nothing() -> None:
    s = brigade()
    choices = ["move", "deploy", ["deploy:two", "move:one"], "form:march_column", default, way((90, 50), (90, 58))]
    order(s, "hq", ["one", "two"], *choices, dice=[3, 3])
    assert s.at("one") == (90, 58)
    assert s["two"].formation == "march_column"
    s = brigade()
    order(s, "hq", ["one", "two"], "hold", "hold", dice=[3, 3])
    assert s.at("one") == (90, 50)


# --- Modifiers ------------------------------------------------------------------------------------------------


def target(s: Skirmish, commander: str, *declared: Declared) -> int:
    return target_of(s.state, s[commander], declared).value


@pytest.mark.rule("BPTC-CMD-02")
def test_each_order_that_went_through_makes_the_next_harder_by_the_unit_with_most() -> None:
    s = brigade()
    order(s, "hq", ["one", "two"], "hold", "hold", dice=[3, 3])
    order(s, "hq", ["one"], "hold", dice=[3, 3])
    assert (s["one"].orders, s["two"].orders) == (2, 1)
    assert target(s, "hq", Declared("one", "hold"), Declared("two", "hold")) == 6


@pytest.mark.parametrize(("x", "want"), [(129.48, 8), (129.5, 7), (149.5, 6)])
@pytest.mark.rule("BPTC-CMD-03")
def test_the_distance_is_that_of_the_furthest_unit_edge_to_edge(x: float, want: int) -> None:
    """The HQ ends at x = 101.5, a unit of four stands begins 8 cm before its middle."""
    s = brigade()
    s.unit("A", "far", at=(x, 40), commander="hq")
    assert target(s, "hq", Declared("one", "hold"), Declared("far", "hold")) == want


@pytest.mark.rule("BPTC-CMD-04")
def test_recce_is_left_out_of_the_distance() -> None:
    s = brigade()
    s.unit("A", "scouts", at=(170, 40), arm="cavalry", keywords=["recce"], commander="hq", stands=1)
    assert target(s, "hq", Declared("scouts", "hold")) == 8
    assert target(s, "hq", Declared("one", "hold"), Declared("scouts", "hold")) == 8


@pytest.mark.rule("BPTC-CMD-05", "BPTC-DEN-15", "BPTC-CMD-06")
def test_dense_ground_and_charges_cost_one_each_however_many_do_it() -> None:
    s = brigade()
    assert target(s, "hq", Declared("one", "dense"), Declared("two", "dense")) == 7
    assert target(s, "hq", Declared("one", "charge", "foe"), Declared("two", "charge", "foe")) == 7
    assert target(s, "hq", Declared("one", "charge", "foe"), Declared("two", "dense")) == 6


@pytest.mark.rule("BPTC-CMD-05")
def test_a_charge_through_dense_ground_counts_as_well() -> None:
    s = Skirmish(phase="command", terrain=[piece("mud", box=(90, 60, 60, 6))], options=QUIET)
    s.unit("A", "hq", at=(90, 40), arm="command", role="HQ", cv=8)
    s.unit("A", "one", at=(90, 50), commander="hq")
    s.unit("B", "foe", at=(90, 68))
    assert target(s, "hq", Declared("one", "charge", "foe")) == 6


@pytest.mark.rule("BPTC-CMD-05")
def test_a_move_declared_without_dense_ground_does_not_lead_through_it() -> None:
    s = Skirmish(phase="command", terrain=[piece("mud", box=(90, 60, 60, 6))], options=QUIET)
    s.unit("A", "hq", at=(90, 40), arm="command", role="HQ", cv=8)
    s.unit("A", "one", at=(90, 50), commander="hq")

    def try_it(decision: Decision) -> Any:
        with pytest.raises(Refused) as refusal:
            decision.read(way((90, 50), (90, 58)))
        assert refusal.value.rule == "BPTC-CMD-05"
        return way((90, 50), (90, 55))

    order(s, "hq", ["one"], "move", try_it, dice=[3, 3])
    assert s.at("one") == (90, 55)


def columns(*xs: float, formation: str = "march_column") -> Skirmish:
    """Columns 4 cm wide side by side; the HQ, 3 cm wide, ends at x = 91.5."""
    s = Skirmish(phase="command", options=QUIET)
    s.unit("A", "hq", at=(90, 50), arm="command", role="HQ", cv=8)
    for number, x in enumerate(xs):
        s.unit("A", f"column {number}", at=(x, 50), formation=formation, commander="hq")
    return s


@pytest.mark.rule("BPTC-CMD-07", "BPTC-FRM-04")
def test_columns_that_touch_the_commander_directly_or_in_a_chain_are_easier_to_order() -> None:
    both = Declared("column 0", "hold"), Declared("column 1", "hold")
    assert target(columns(93.5, 97.5), "hq", *both) == 9
    assert target(columns(93.5, 98.5), "hq", *both) == 8
    assert target(columns(94, 98), "hq", *both) == 8
    assert target(columns(93.5, 97.5), "hq", both[0]) == 9


@pytest.mark.rule("BPTC-CMD-07", "BPTC-FRM-04")
def test_all_must_be_in_march_column() -> None:
    s = columns(93.5, 97.5)
    s.mark("column 1", formation="attack_column")
    assert target(s, "hq", Declared("column 0", "hold"), Declared("column 1", "hold")) == 8


@pytest.mark.rule("BPTC-CMD-08", "BPTC-CMD-01")
def test_the_order_is_rolled_against_the_modified_value_with_its_reasons() -> None:
    s = brigade()
    order(s, "hq", ["one"], "hold", dice=[3, 3])
    order(s, "hq", ["one"], "hold", dice=[3, 4])
    assert s.throws[0].goal == "7 or less"
    assert [(reason.amount, reason.rule) for reason in s.throws[0].reasons] == [(8, "BPTC-CMD-01"), (-1, "BPTC-CMD-02")]
    assert s["one"].orders == 2


# --- Failure and bonus ----------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-CMD-10")
def test_who_fails_gives_no_more_orders_this_turn() -> None:
    s = brigade()
    order(s, "hq", ["one"], "move", dice=[4, 5])
    assert s.at("one") == (90, 50)
    assert who(s) == ["co", "done"]


@pytest.mark.rule("BPTC-CMD-11")
def test_when_the_co_fails_nobody_orders_any_more() -> None:
    s = brigade()
    order(s, "co", ["guard"], "hold", dice=[5, 5])
    s.play(command_phase(s.state))
    assert s.state.phase == "command_move"


@pytest.mark.rule("BPTC-CMD-09", "BPTC-BON-01", "BPTC-BON-02")
def test_on_a_double_one_every_unit_acts_twice_and_it_counts_as_one_order() -> None:
    s = brigade()
    s.mark("one", orders=9)
    choices = ["move", way((90, 50), (90, 58)), "move", way((90, 58), (90, 66))]
    order(s, "hq", ["one"], *choices, dice=[1, 1])
    assert s.at("one") == (90, 66)
    assert s["one"].orders == 10
    assert "BPTC-BON-01" in s.rules


@pytest.mark.rule("BPTC-BON-02")
def test_nobody_charges_twice_by_one_order() -> None:
    s = brigade()
    s.mark("foe", base=s["foe"].base.moved(90_000, 95_000))

    def no_charge(decision: Decision) -> str:
        assert isinstance(decision, PickOne)
        assert "charge" not in [option.key for option in decision.options]
        return "hold"

    order(s, "hq", ["one"], "charge", "foe", no_charge, dice=[1, 1])


@pytest.mark.rule("BPTC-BON-02")
def test_the_second_action_may_be_another() -> None:
    s = brigade()
    choices = ["deploy", "form:march_column", default, "move", way((90, 50), (90, 58))]
    order(s, "hq", ["one"], *choices, dice=[1, 1])
    assert (s["one"].formation, s.at("one")) == ("march_column", (90, 58))


@pytest.mark.rule("BPTC-FIR-10", "BPTC-CAS-01")
def test_fire_of_one_order_at_one_target_is_pooled_unless_the_house_rules_say_no() -> None:
    for pooled, throws in ((True, [8]), (False, [4, 4])):
        s = brigade(pool_fire=pooled)
        s.mark("one", stands=2)
        s.mark("two", stands=2)
        for uid, x in (("one", 80_000), ("two", 100_000)):
            s.mark(uid, base=s[uid].base._replace(x=x, y=60_000, width=8_000))
        s.mark("foe", base=s["foe"].base.moved(90_000, 76_000))
        told: list[int] = []

        def aim(decision: Decision, told: list[int] = told) -> str:
            found = next(option.odds for option in options_of(decision) if option.key == "foe")
            assert found is not None
            told.append(dict(found.inputs() if callable(found.inputs) else found.inputs)["groups"][-1][0])
            return "foe"

        sequence = [] if pooled else [["one", "two"]]
        order(s, "hq", ["one", "two"], "fire", "fire", aim, aim, *sequence, dice=[3, 3, *[1] * 8])
        assert [throw.dice for throw in s.throws[1:]] == throws
        assert told == [4, 4]


@pytest.mark.parametrize(
    ("sequence", "dice", "driven"),
    [(["one", "two"], [6, 1, 4, 6, 1, 2], True), (["two", "one"], [6, 1, 1, 6, 1, 4], False)],
)
@pytest.mark.rule("BPTC-CMD-15", "BPTC-FIR-10", "BPTC-FBK-13")
def test_the_owner_says_which_of_the_attacks_of_an_order_is_first(
    sequence: list[str], dice: list[int], driven: bool
) -> None:
    """The enemy in front, suppressed, falls back onto the one in the rear: who is hit after that falls back himself."""
    s = Skirmish(phase="command")
    s.unit("A", "one", at=(80, 50), stands=1)
    s.unit("A", "two", at=(95, 50), stands=1)
    s.unit("B", "front", at=(80, 63), stands=1, suppressed=True)
    s.unit("B", "rear", at=(88, 68))
    s.play(
        execute(s.state, [Declared("one", "fire"), Declared("two", "fire")]),
        dice=dice,
        choices=["front", "rear", sequence],
    )
    assert s["rear"].suppressed
    assert (s.at("rear") != (88, 68)) is driven


@pytest.mark.parametrize(("screen", "shots"), [(["move:screen", "fire"], [6]), (["fire", "move:screen"], [])])
@pytest.mark.rule("BPTC-CMD-15", "BPTC-ACT-07", "BPTC-VIS-03")
def test_guns_are_ordered_to_fire_when_the_screen_before_them_has_gone(screen: list[str], shots: list[int]) -> None:
    s = Skirmish(phase="command", options=QUIET)
    s.unit("A", "hq", at=(70, 40), arm="command", role="HQ")
    s.unit("A", "guns", at=(90, 40), arm="artillery_foot", stands=2, commander="hq")
    s.unit("A", "screen", at=(90, 45), stands=2, commander="hq")
    s.unit("B", "foe", at=(90, 95), stands=1)
    assert "fire" not in [option.key for option in options_for(s.state, s["guns"], True)]
    go = way((90, 45), (100, 45), facing=0)
    rest = [go, "foe"] if shots else [go]
    order(s, "hq", ["guns", "screen"], "fire", "move", screen, *rest, dice=[3, 3, *[1] * sum(shots)])
    assert [throw.dice for throw in s.throws[1:]] == shots


# --- Commanders -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-CMD-17", "BPTC-MOV-02")
def test_after_all_orders_unsuppressed_commanders_move_up_to_their_rate() -> None:
    s = brigade()
    s.state.phase = "command_move"
    s.mark("hq", suppressed=True)

    def not_hq(decision: Decision) -> str:
        assert isinstance(decision, PickOne)
        assert {option.key for option in decision.options} == {"done", "co", "horse:co"}
        return "co"

    s.play(command_units_move(s.state), choices=[not_hq, way((60, 40), (30, 40))])
    assert s.at("co") == (30, 40)
    s.play(command_units_move(s.state))
    assert s.state.phase == "end"


@pytest.mark.rule("BPTC-ACT-03", "BPTC-MOV-01")
def test_a_commander_may_dismount_instead() -> None:
    s = brigade()
    s.state.phase = "command_move"
    s.play(command_units_move(s.state), choices=["horse:hq"])
    assert s["hq"].mode == "foot"


@pytest.mark.rule("BPTC-CMD-18")
def test_a_lost_commander_is_replaced_at_his_sides_next_turn_beside_an_unsuppressed_friend() -> None:
    s = brigade()
    s.mark("hq", place="ko")
    s.mark("two", suppressed=True)
    s.state.player_turn = 2
    assert [unit.id for unit in orderable(s.state, s["co"])] == ["one", "guard"]

    def hosts(decision: Decision) -> str:
        assert isinstance(decision, PickOne)
        assert [option.key for option in decision.options] == ["co", "one", "guard"]
        return "one"

    s.play(turn_start(s.state), choices=[hosts, default])
    assert s["hq"].place == "table"
    assert s["hq"].profile.cv == 8
    assert s.state.phase == "initiative"


@pytest.mark.rule("BPTC-CMD-18")
def test_without_a_friend_to_join_there_is_no_replacement_and_by_house_rule_never() -> None:
    s = Skirmish(phase="start")
    s.unit("A", "hq", at=(90, 40), arm="command", role="HQ", place="ko")
    s.unit("A", "one", at=(90, 50), suppressed=True)
    s.play(turn_start(s.state))
    assert s["hq"].place == "ko"
    s = brigade(replace_command=False)
    s.mark("hq", place="ko")
    s.play(turn_start(s.state))
    assert s["hq"].place == "ko"


@pytest.mark.rule("BPTC-CMD-18")
def test_without_a_co_the_hqs_act_as_ever() -> None:
    s = brigade()
    s.mark("co", place="ko")
    assert who(s) == ["hq", "done"]


@pytest.mark.rule("BPTC-FRM-12", "BPTC-CMD-15")
def test_before_cavalry_an_order_leaves_infantry_the_square_or_nothing() -> None:
    s = brigade()
    s.unit("B", "horse", at=(90, 75), arm="cavalry")
    assert [option.key for option in options_for(s.state, s["one"], True)] == ["hold", "deploy"]
