"""The command phase: who is ordered by whom, what an order does, and what its failure ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, refused, way
from umpire.battle.decisions import Decision, PickOne, PickSome
from umpire.games.fwc.actions import fire
from umpire.games.fwc.sequence import activation

SUCCESS, FAILURE, DOUBLE_ONE, DOUBLE_SIX = (3, 3), (6, 5), (1, 1), (6, 6)
CO_SHAKEN = (5, 6)
"""A row of the blunder table without further dice: the CO's command value falls."""


def command(*commanders: str, cv: int = 8, **given: Any) -> Skirmish:
    """The command phase of side A with these command units ("hq" if none is named) along its baseline.

    A name says the role: co, hq, hq2, fao, fac.
    """
    s = Skirmish(phase="command", **given)
    for i, name in enumerate(commanders or ("hq",)):
        role = name.rstrip("0123456789").upper()
        s.unit("A", name, at=(60 + 5 * i, 20), cls="command", role=role, cv=cv, attacks=0)
    return s


def tanks(s: Skirmish, *names: str, gap: float = 2, **line: Any) -> None:
    """Tanks in a row, so far apart."""
    for i, name in enumerate(names):
        s.unit("A", name, at=(60 + i * (3 + gap), 30), **line)


def target_dummy(s: Skirmish, name: str = "foe", at: tuple[float, float] = (60, 70), **line: Any) -> None:
    """An enemy that fires at nobody."""
    s.unit("B", name, at=at, **{"attacks": 0, **line})


def pick(s: Skirmish, commander: str = "hq") -> None:
    s.play(activation(s.state), choices=[commander])


def order(s: Skirmish, formation: Any, *choices: Any, dice: Sequence[int] = SUCCESS, go_on: str = "") -> None:
    """An order to a formation, with what its units are to do and what is decided after that."""
    s.play(activation(s.state), dice, [*([go_on] if go_on else []), formation, *choices])


def finish(s: Skirmish) -> None:
    """The command unit gives no more orders: it says so, or picks nobody for a new formation."""
    s.play(activation(s.state), choices=["finish" if s.state.formation else []])


def keys(decision: Decision) -> list[str]:
    assert isinstance(decision, PickOne | PickSome)
    return [option.key for option in decision.options]


def who_may_command(s: Skirmish) -> list[str]:
    """The command units to choose from; the phase is then left."""
    assert not s.state.commander
    s.play(activation(s.state), choices=["done"] if _asks(s) else [])
    assert s.state.phase == "command_move"
    return [key for decision in s.asked for key in keys(decision) if key != "done"]


def _asks(s: Skirmish) -> bool:
    phase = activation(s.state.copy())
    try:
        next(phase)
    except StopIteration:
        return False
    phase.close()
    return True


def who_may_be_ordered(s: Skirmish, go_on: str = "") -> list[str]:
    """The units the present command unit may choose from; nothing is done."""
    phase = activation(s.state.copy())
    decision: Any = next(phase)
    if go_on:
        decision = phase.send(decision.read(go_on))
    phase.close()
    return keys(decision)


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
    pick(s)
    order(s, ["a"], "hold")


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
    s.play(activation(s.state), choices=["new"])
    assert who_may_command(s) == ["co"]


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
    order(s, ["a", "b"], "assault:foe", "fire:foe", sequence, way((60, 42)), "far", dice=(*WON, 1, 1))
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
    order(s, ["a", "b"], "assault:foe", "fire:foe", sequence, "pass", way((60, 42)), "none", dice=WON)
    assert not any("b fires" in event for event in s.events)
    assert s.asked[-1].seat == "A"


@pytest.mark.rule("FWC-CMD-27")
def test_without_another_target_the_shot_is_lost() -> None:
    s = overrun()
    order(s, ["a", "b"], "assault:foe", "fire:foe", ["assault:foe", "fire:foe"], way((60, 42)), dice=WON)
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
    after = [lambda decision: decision.default()] if choice == "second" else []
    sequence = ["fire:foe", "assault:foe"]
    order(s, ["a", "b"], "fire:foe", "assault:foe", sequence, choice, *after, dice=(*killed, *fight))
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
    order(s, ["a", "b"], "fire:foe", "assault:foe", ["fire:foe", "assault:foe"], dice=(*SUCCESS, 4, 1, 1, 1))
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


# --- The way is barred ---------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-02")
def test_whose_way_has_been_taken_chooses_another_within_its_move() -> None:
    s = command()
    tanks(s, "a", "b", move=10)
    pick(s)
    same = [way((60, 30), (62, 38)), way((65, 30), (62, 38))]
    another = refused(way((65, 30), (65, 40.01)), "FWC-MOV-01", way((65, 30), (66, 38)))
    order(s, ["a", "b"], "move", same[0], "move", same[1], ["move:a", "move:b"], another)
    assert s.at("a") == (62, 38)
    assert s.at("b") == (66, 38)
