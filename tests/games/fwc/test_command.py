"""The command phase: who is ordered by whom, what an order does, and what its failure ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.ordering import (
    CO_SHAKEN,
    DOUBLE_ONE,
    DOUBLE_SIX,
    FAILURE,
    SUCCESS,
    command,
    finish,
    keys,
    order,
    pick,
    tanks,
    target_dummy,
    who_may_be_ordered,
    who_may_command,
)
from tests.games.fwc.skirmish import refused, way
from umpire.games.fwc.sequence import activation

# --- The roll ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-01")
@pytest.mark.parametrize(("dice", "rule"), [((4, 4), "FWC-CMD-02"), ((5, 4), "FWC-CMD-05"), ((1, 2), "FWC-CMD-02")])
def test_an_order_goes_through_on_the_command_value_or_less(dice: tuple[int, int], rule: str) -> None:
    s = command(cv=8)
    tanks(s, "a")
    pick(s)
    order(s, ["a"], "hold", dice=dice)
    assert s.throws[0].dice == 2
    assert s.throws[0].goal == "8 or less"
    assert s.rules[:2] == ["FWC-CMD-01", rule]


@pytest.mark.rule("FWC-CMD-02")
def test_on_a_success_every_unit_does_the_one_thing_declared_for_it() -> None:
    s = command()
    tanks(s, "a", "b", "c", attacks=2)
    target_dummy(s)
    pick(s)
    move = way((60, 30), (60, 40))
    order(s, ["a", "b", "c"], "move", move, "fire:foe", "hold", ["move:a", "fire:foe"], dice=(*SUCCESS, 4, 1, 1))
    assert s.at("a") == (60, 40)
    assert s["foe"].hits == 1
    assert s.at("b") == (65, 30)
    assert s.at("c") == (70, 30)
    assert all(s[name].ordered_by == "hq" for name in ("a", "b", "c"))


@pytest.mark.rule("FWC-CMD-01", "FWC-CMD-05")
def test_on_a_failure_nothing_declared_happens() -> None:
    s = command()
    tanks(s, "a", "b")
    target_dummy(s)
    pick(s)
    order(s, ["a", "b"], "move", way((60, 30), (60, 40)), "fire:foe", dice=FAILURE)
    assert s.at("a") == (60, 30)
    assert s["foe"].hits == 0


@pytest.mark.rule("FWC-CMD-03")
def test_double_one_succeeds_whatever_the_penalties_and_gives_two_actions() -> None:
    s = command(cv=2)
    tanks(s, "a", move=10)
    s.mark("a", acted=True)
    pick(s)
    there, on = way((60, 30), (60, 40)), way((60, 40), (60, 50))
    order(s, ["a"], "move", there, "move", on, dice=DOUBLE_ONE)
    assert s.throws[0].goal == "1 or less"
    assert s.at("a") == (60, 50)


@pytest.mark.rule("FWC-CMD-03")
def test_two_actions_are_still_one_order() -> None:
    s = command(cv=8)
    tanks(s, "a")
    pick(s)
    order(s, ["a"], "hold", "hold", dice=DOUBLE_ONE)
    order(s, ["a"], "hold", go_on="again", dice=FAILURE)
    assert s.throws[0].goal == "7 or less", "the second order, not the third"


@pytest.mark.rule("FWC-CMD-03", "FWC-CMD-21")
def test_the_second_action_is_declared_after_the_first_and_may_be_no_assault() -> None:
    s = command()
    tanks(s, "a", attacks=2)
    target_dummy(s, at=(60, 43))
    pick(s)
    second = refused("assault:foe", "FWC-CMD-25", "fire:foe")
    order(s, ["a"], "hold", second, dice=(*DOUBLE_ONE, 1, 1, 1))
    assert "assault:foe" in keys(s.asked[1]), "it was possible in the first"
    assert "fire:foe" in keys(s.asked[2])
    assert s["foe"].on_table


@pytest.mark.rule("FWC-CMD-03")
def test_who_is_stopped_in_the_first_action_has_no_second() -> None:
    s = command()
    tanks(s, "a", "b")
    s.unit("B", "foe", at=(60, 60), attacks=1, range=29)
    pick(s)
    move = way((60, 30), (60, 40))
    order(s, ["a", "b"], "move", move, "hold", "0", "hold", dice=(*DOUBLE_ONE, 4, 4))
    assert s["a"].suppressed
    assert len(s.asked) == 6, "who, two declarations with a path, the shot, and one more declaration"


@pytest.mark.rule("FWC-CMD-04", "FWC-CMD-24")
def test_double_six_is_a_blunder_and_a_failure_whatever_the_command_value() -> None:
    s = command("hq", "co", cv=12)
    tanks(s, "a", "b")
    pick(s)
    order(s, ["a"], "move", way((60, 30), (60, 40)), dice=(*DOUBLE_SIX, *CO_SHAKEN))
    assert s.throws[0].goal == "12 or less"
    assert [throw.purpose for throw in s.throws] == ["command roll", "command blunder"]
    assert "FWC-CMD-04" in s.rules
    assert s.at("a") == (60, 30)
    assert who_may_command(s) == ["co"]


# --- What a failure ends -------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-05")
@pytest.mark.parametrize("dice", [FAILURE, (*DOUBLE_SIX, *CO_SHAKEN)], ids=["failure", "blunder"])
def test_a_failed_hq_is_finished_and_its_formation_is_ordered_by_nobody(dice: tuple[int, ...]) -> None:
    s = command("hq", "hq2")
    tanks(s, "a", "b", "c")
    pick(s)
    order(s, ["a", "b"], "hold", "hold", dice=dice)
    s.play(activation(s.state), choices=[refused("hq", "FWC-CMD-07", "hq2")])
    assert keys(s.asked[0]) == ["hq2", "done"]
    order(s, refused(["a", "c"], "FWC-CMD-08", ["c"]), "hold")
    assert who_may_be_ordered(s, "again") == ["c"]


@pytest.mark.rule("FWC-CMD-05")
def test_in_its_next_turn_it_commands_again() -> None:
    s = command()
    tanks(s, "a")
    pick(s)
    order(s, ["a"], "hold", dice=FAILURE)
    s.state.phase = "start"
    s.play(activation(s.state))
    s.state.phase = "command"
    assert s["a"].ordered_by == ""
    pick(s)
    order(s, ["a"], "hold")
    assert s["a"].ordered_by == "hq"


@pytest.mark.rule("FWC-CMD-06")
@pytest.mark.parametrize("dice", [FAILURE, (*DOUBLE_SIX, *CO_SHAKEN)], ids=["failure", "blunder"])
def test_a_failed_co_ends_all_command(dice: tuple[int, ...]) -> None:
    s = command("co", "hq", "fao", "fac")
    tanks(s, "a")
    pick(s, "co")
    order(s, ["a"], "hold", dice=dice)
    assert s.rules[-1] == "FWC-CMD-06"
    assert who_may_command(s) == []


@pytest.mark.rule("FWC-CMD-06")
def test_by_house_rule_fao_and_fac_go_on_after_a_failed_co() -> None:
    s = command("co", "hq", "fao", "fac", options={"co_fail_stops_support": False})
    tanks(s, "a")
    pick(s, "co")
    order(s, ["a"], "hold", dice=FAILURE)
    assert who_may_command(s) == ["fao", "fac"]


@pytest.mark.rule("FWC-CMD-06")
def test_a_failed_hq_silences_only_itself() -> None:
    s = command("co", "hq", "fao", "fac")
    tanks(s, "a")
    pick(s)
    order(s, ["a"], "hold", dice=FAILURE)
    assert who_may_command(s) == ["co", "fao", "fac"]


@pytest.mark.rule("FWC-CMD-07")
def test_a_command_unit_finishes_before_the_next_begins() -> None:
    s = command("co", "hq", "hq2")
    tanks(s, "a", "b")
    pick(s, "hq2")
    order(s, ["a"], "hold")
    assert [s.prompts[0].split()[0], s.state.commander] == ["hq2", "hq2"], "it is not asked who is next"
    s.play(activation(s.state), choices=[refused("co", "FWC-CMD-10", "finish")])
    assert who_may_command(s) == ["co", "hq"]


@pytest.mark.rule("FWC-CMD-07")
@pytest.mark.parametrize("sequence", [("co", "hq"), ("hq", "co")])
def test_the_owner_chooses_their_sequence(sequence: tuple[str, str]) -> None:
    s = command("co", "hq")
    tanks(s, "a", "b")
    for commander, unit in zip(sequence, ("a", "b"), strict=True):
        pick(s, commander)
        order(s, [unit], "hold")
        finish(s)
    assert who_may_command(s) == []
    assert (s["a"].ordered_by, s["b"].ordered_by) == sequence


@pytest.mark.rule("FWC-CMD-07")
def test_the_support_officers_take_their_turn_like_the_others() -> None:
    s = command("hq", "fao")
    s.unit("A", "howitzer", at=(20, 10), cls="artillery", keywords=["howitzer"], range=150)
    target_dummy(s)
    pick(s, "fao")
    s.play(activation(s.state), choices=["finish"])
    assert s.prompts[0].startswith("fao")
    assert who_may_command(s) == ["hq"]


@pytest.mark.rule("FWC-CMD-07")
def test_a_suppressed_command_unit_gives_no_orders() -> None:
    s = command("co", "hq")
    tanks(s, "a")
    s.mark("co", suppressed=True)
    s.play(activation(s.state), choices=[refused("co", "FWC-CMD-07", "done")])
    assert s.state.phase == "command_move"


# --- Formations ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-08")
@pytest.mark.parametrize(("gap", "linked"), [(10, True), (10.004, True), (10.005, False), (10.01, False)])
def test_neighbours_in_a_formation_are_at_most_10_cm_apart(gap: float, linked: bool) -> None:
    s = command()
    tanks(s, "a", "b", gap=gap)
    pick(s)
    if linked:
        order(s, ["a", "b"], "hold", "hold")
    else:
        order(s, refused(["a", "b"], "FWC-CMD-08", ["a"]), "hold")
    assert len(s.state.formation) == (2 if linked else 1)


@pytest.mark.rule("FWC-CMD-08")
@pytest.mark.parametrize(("gap", "linked"), [(15, True), (15.01, False)])
def test_the_house_may_set_another_chain_length(gap: float, linked: bool) -> None:
    s = command(options={"formation_chain_cm": 15})
    tanks(s, "a", "b", gap=gap)
    pick(s)
    order(s, ["a", "b"] if linked else refused(["a", "b"], "FWC-CMD-08", ["b"]), *["hold"] * (2 if linked else 1))


@pytest.mark.rule("FWC-CMD-08")
def test_a_chain_holds_them_together_not_the_distance_between_its_ends() -> None:
    s = command()
    tanks(s, "a", "b", "c", gap=9)
    pick(s)
    order(s, refused(["a", "c"], "FWC-CMD-08", ["a", "b", "c"]), "hold", "hold", "hold")
    assert s.state.formation == ("a", "b", "c")


@pytest.mark.rule("FWC-CMD-08")
@pytest.mark.parametrize(
    "unit",
    [{"suppressed": True}, {"frozen": True}, {"cls": "command", "role": "FAO"}, {"ordered_by": "hq2"}],
    ids=["suppressed", "frozen", "command", "ordered by another"],
)
def test_who_cannot_be_a_member_is_refused_before_the_roll(unit: dict[str, Any]) -> None:
    s = command()
    tanks(s, "a")
    s.unit("A", "b", at=(65, 30), **unit)
    pick(s)
    assert who_may_be_ordered(s) == ["a"]
    before = s.state.record()
    phase = activation(s.state)
    decision: Any = next(phase)
    refused(["a", "b"], "FWC-CMD-08", None)(decision)
    phase.close()
    after = s.state.record()
    assert after._replace(formation_number=before.formation_number) == before


@pytest.mark.rule("FWC-CMD-08")
def test_the_chain_is_tested_at_each_order() -> None:
    s = command(cv=10)
    tanks(s, "a", "b", "c", gap=8)
    pick(s)
    order(s, ["a", "b", "c"], "hold", "hold", "move", way((82, 30), (90, 30), facing=90))
    order(s, refused(["a", "b", "c"], "FWC-CMD-08", ["a", "b"]), "hold", "hold", go_on="again")
    assert s.state.formation == ("a", "b")


@pytest.mark.rule("FWC-CMD-09")
def test_a_further_order_goes_to_some_of_them_and_the_others_are_done() -> None:
    s = command("hq", "hq2", cv=10)
    tanks(s, "a", "b", "c", "d")
    pick(s)
    order(s, ["a", "b", "c"], "hold", "hold", "hold")
    order(s, ["a", "b"], "hold", "hold", go_on="again")
    assert who_may_be_ordered(s, "again") == ["a", "b"]
    assert who_may_be_ordered(s, "new") == ["d"], "c is not ordered again by anyone"
    finish(s)
    pick(s, "hq2")
    assert who_may_be_ordered(s) == ["d"]


@pytest.mark.rule("FWC-CMD-09")
def test_units_of_two_formations_are_never_merged() -> None:
    s = command(cv=10)
    tanks(s, "a", "b", "c")
    pick(s)
    order(s, ["a"], "hold")
    order(s, refused(["a", "b"], "FWC-CMD-08", ["b"]), "hold", go_on="new")
    order(s, refused(["b", "c"], "FWC-CMD-08", ["b"]), "hold", go_on="again")
    assert s.throws[0].goal == "9 or less"


@pytest.mark.rule("FWC-CMD-10")
def test_each_formation_counts_its_own_orders_and_the_first_is_then_finished() -> None:
    s = command(cv=10)
    tanks(s, "a", "b")
    pick(s)
    order(s, ["a"], "hold")
    order(s, ["a"], "hold", go_on="again")
    assert s.throws[0].goal == "9 or less"
    order(s, ["b"], "hold", go_on="new")
    assert s.throws[0].goal == "10 or less"
    assert who_may_be_ordered(s, "again") == ["b"]
    assert s["a"].finished


@pytest.mark.rule("FWC-CMD-10")
def test_a_command_unit_without_anybody_left_to_order_is_finished() -> None:
    s = command("hq", "co", cv=10)
    tanks(s, "a")
    pick(s)
    order(s, ["a"], "hold")
    s.play(activation(s.state), choices=[refused("new", "FWC-CMD-10", "finish")])
    assert who_may_command(s) == ["co"]
