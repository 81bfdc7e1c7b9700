"""A battle under way: answers, seats asked together, undo, copies, replay."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from tests.battle.toy_battles import asked, battle_at, bid, shown, step
from tests.toy import TOY
from umpire.battle import savefile
from umpire.battle.decisions import PickOne, Place, Refused, Route
from umpire.battle.log import Drift
from umpire.battle.session import Battle
from umpire.lab.contract import check_save, standing

# --- Answering ---


def test_a_new_battle_stands_at_its_first_decision() -> None:
    battle = Battle(TOY, "wood", seed=3)
    assert [decision.seat for decision in battle.decisions()] == ["a", "b"]
    assert battle.log == []
    assert battle.result is None
    assert [event.text for event in battle.events] == ["Turn 1 begins."]


def test_the_same_seed_gives_the_same_battle_and_another_seed_another() -> None:
    def faces(seed: int) -> list[Any]:
        battle = battle_at("yes or no", seed=seed)
        return [entry.data for entry in battle.log if entry.kind == "dice"]

    assert faces(1) == faces(1)
    assert faces(1) != faces(2)


def test_a_second_answer_to_one_request_is_refused() -> None:
    battle = Battle(TOY, "wood")
    at = battle.asked_at
    battle.answer("2", "a", at=at)
    with pytest.raises(Refused, match="seat b is to decide, not seat a"):
        battle.answer("2", "a")
    battle.answer("0", "b", at=at)
    before = shown(battle)
    # By now seat a is asked something else: only the number tells that this answer is for the old question.
    assert asked(battle).seat == "a"
    with pytest.raises(Refused, match="answered already"):
        battle.answer(asked(battle).default(), "a", at=at)
    assert shown(battle) == before


def test_an_answer_by_the_wrong_seat_is_refused() -> None:
    battle = battle_at("put in order")
    other = "b" if asked(battle).seat == "a" else "a"
    before = shown(battle)
    with pytest.raises(Refused, match=f"is to decide, not seat {other}"):
        battle.answer(asked(battle).default(), other)
    assert shown(battle) == before


def test_after_the_end_nothing_more_is_answered() -> None:
    battle = Battle(TOY, "wood")
    battle.concede("a")
    with pytest.raises(Refused, match="is over"):
        battle.answer(True)
    with pytest.raises(Refused, match="is over"):
        battle.concede("b")
    with pytest.raises(Refused, match="no dice"):
        battle.roll([1])


def test_the_log_keeps_plain_data_whatever_is_answered() -> None:
    battle = battle_at("place")
    decision = asked(battle)
    assert isinstance(decision, Place)
    route = decision.routes()[1]
    assert isinstance(route, Route)
    battle.answer(route)
    assert battle.log[-1].data == {"path": [list(p) for p in route.path], "facing": route.facing}
    check_save(battle)
    battle = battle_at("place")
    stand = asked(battle).default()
    battle.answer({**stand, "junk": object()})
    assert battle.log[-1].data == stand
    check_save(battle)


# --- Several seats at once ---


def test_answers_given_together_are_kept_unseen_until_all_are_there() -> None:
    battle = Battle(TOY, "wood", seed=1)
    before = shown(battle)
    battle.answer("2", "b")
    assert battle.decisions()[0].seat == "a"
    assert battle.view("a") == Battle(TOY, "wood", seed=1).view("a")
    assert battle.digest() == before[0].digest
    assert battle.events == before[1]
    battle.answer("1", "a")
    assert "a bids 1, b bids 2: b moves first." in [event.text for event in battle.events]


def test_the_log_has_answers_given_together_in_the_order_of_the_seats() -> None:
    one, other = Battle(TOY, "wood", seed=1), Battle(TOY, "wood", seed=1)
    bid(one, "1", "2")
    other.answer("2", "b")
    other.answer("1", "a")
    assert one.log == other.log
    assert [entry.seat for entry in one.log[:2]] == ["a", "b"]


def test_a_battle_saved_between_two_answers_given_together_keeps_the_first() -> None:
    battle = Battle(TOY, "wood", seed=1)
    battle.answer("2", "b")
    loaded = check_save(battle)
    with pytest.raises(Refused):
        loaded.answer("0", "b")
    loaded.answer("1", "a")
    battle.answer("1", "a")
    assert standing(loaded) == standing(battle)


def test_a_bid_can_be_undone_until_the_other_one_is_there() -> None:
    battle = Battle(TOY, "wood", seed=1)
    battle.answer("2", "b")
    assert not battle.can_undo("a")
    battle.undo("b")
    assert len(battle.decisions()) == 2
    bid(battle, "1", "0")
    assert not battle.can_undo("a")
    assert not battle.can_undo("b")


# --- In a few words ---


def test_a_battle_and_its_decision_tell_what_they_are() -> None:
    battle = Battle(TOY, "wood", seed=4)
    assert repr(battle) == "<Battle of toy, wood, seed 4: turn 1, a and b are asked>"
    assert repr(battle.decision) == "<PickOne for a: What do you bid? [TOY-SEQ-01]>"
    battle.answer("1", "a")
    assert repr(battle).endswith("b is asked>")
    battle.concede("a")
    assert repr(battle).endswith("turn 1, over, b wins>")


# --- Undo ---


def test_undo_goes_back_over_the_end_of_an_activation() -> None:
    battle = battle_at("put in order")
    before = shown(battle)
    seat = asked(battle).seat
    battle.answer(asked(battle).default())
    battle.answer(asked(battle).default())
    assert asked(battle).kind == "place"
    battle.undo(seat)
    assert asked(battle).kind == "share out"
    battle.undo(seat)
    assert shown(battle) == before


def test_who_can_undo_nothing_is_told_the_true_reason() -> None:
    battle = Battle(TOY, "wood", seed=1)
    with pytest.raises(Refused, match="nothing has been chosen yet"):
        battle.undo("a")
    bid(battle, "1", "0")
    with pytest.raises(Refused, match="a die has been rolled or a secret shown"):
        battle.undo("a")
    battle = battle_at("put in order")
    seat = asked(battle).seat
    while asked(battle).seat == seat:
        battle.answer(asked(battle).candidates()[0])
    battle.answer(asked(battle).default())
    with pytest.raises(Refused, match="the other side has chosen since"):
        battle.undo(seat)


def test_undo_tells_nothing_twice() -> None:
    battle = battle_at("place")
    asked_place = asked(battle)
    events = list(battle.events)
    battle.answer(next(c for c in asked_place.candidates() if len(set(map(tuple, c["path"]))) > 1))
    assert battle.events[-1].text.endswith("moves.")
    battle.undo()
    assert battle.events == events


def test_nothing_is_undone_once_a_die_has_rolled() -> None:
    battle = battle_at("pick one", "shoot", seed=2)
    decision = asked(battle)
    target = next(key for key in decision.candidates() if key != "hold")
    battle.answer(target)
    assert any(entry.kind == "dice" for entry in battle.log)
    before = shown(battle)
    assert not battle.can_undo()
    with pytest.raises(Refused, match="a die has been rolled"):
        battle.undo()
    assert shown(battle) == before


def test_only_the_seat_that_chose_last_can_undo() -> None:
    battle = battle_at("share out")
    seat = asked(battle).seat
    other = "b" if seat == "a" else "a"
    assert battle.can_undo(seat)
    assert not battle.can_undo(other)
    with pytest.raises(Refused):
        battle.undo(other)


def test_a_throw_on_the_table_ends_undo_even_if_the_roll_is_not_finished() -> None:
    battle = battle_at("pick one", "shoot", own_dice=True)
    battle.answer(next(key for key in asked(battle).candidates() if key != "hold"))
    assert battle.can_undo()
    battle.roll([4, 1, 5])
    assert battle.throw is not None
    assert not battle.can_undo()


# --- Copies, recall, drift ---


def test_a_copy_can_go_back_as_far_as_its_original() -> None:
    battle = battle_at("place")
    twin = battle.copy()
    assert twin.can_undo() == battle.can_undo()
    twin.undo()
    assert asked(twin).kind == "share out"
    assert asked(battle).kind == "place"
    assert twin.snapshots[:3] == battle.snapshots[:3]


def test_a_copy_rolls_the_same_dice_unless_it_is_given_another_seed() -> None:
    battle = battle_at("pick one", "shoot", seed=6)

    def end(twin: Battle) -> str:
        while twin.result is None:
            twin.answer(twin.decisions()[-1].default(), twin.decisions()[-1].seat)
        return str([entry.data for entry in twin.log if entry.kind == "dice"])

    assert end(battle.copy()) == end(battle.copy())
    assert len({end(battle.copy(seed=seed)) for seed in range(20)}) > 5
    other = battle.copy(seed=99)
    end(other)
    assert check_save(other).digest() == other.digest()


def test_a_battle_is_copied_by_python_too_but_travels_as_a_save_file() -> None:
    battle = battle_at("pick one", "shoot", seed=6)
    for twin in (copy.copy(battle), copy.deepcopy(battle)):
        before = standing(battle)
        assert standing(twin) == before
        twin.answer(twin.decisions()[0].default())
        assert standing(battle) == before
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(battle)


def test_nobody_sees_answers_or_goes_back_at_a_seat_that_is_not_there() -> None:
    battle = battle_at("place")
    before = standing(battle)
    asks: list[Callable[[Any], object]] = [
        battle.view, battle.undo, battle.can_undo, battle.concede, lambda seat: battle.answer("left", seat),
    ]  # fmt: skip
    for ask in asks:
        with pytest.raises(Refused, match=r"^there is no seat 'Q'; there is a and b\.$"):
            ask("Q")
        with pytest.raises(Refused, match=r"^there is no seat a number too long to write; "):
            ask(10**5000)
    assert standing(battle) == before


def test_a_loaded_battle_recalls_its_past() -> None:
    battle = battle_at("yes or no", seed=5)
    step(battle)
    loaded = savefile.load(savefile.read(savefile.save(battle)), TOY)
    assert len(loaded.snapshots) == 1
    loaded.recall()
    assert loaded.events == battle.events
    assert loaded.snapshots == battle.snapshots
    loaded.recall()
    assert loaded.events == battle.events
    loaded.propose("a", "take back", 1)
    loaded.consent("b")
    assert loaded.digest() == battle.snapshots[1].digest


@pytest.mark.parametrize("garbage", [None, 7, [None], [[[]]]])
def test_a_past_that_makes_no_sense_leaves_the_loaded_battle_as_it_is(garbage: object) -> None:
    battle = battle_at("yes or no", seed=5)
    step(battle)
    loaded = savefile.load(savefile.read(savefile.save(battle)), TOY)
    at = next(i for i, entry in enumerate(loaded.log) if entry.kind == "dice")
    loaded.log[at] = loaded.log[at]._replace(data=garbage)
    events = list(loaded.events)
    with pytest.raises(Drift, match="a rule breaks down over this log"):
        loaded.recall()
    assert loaded.events == events
    assert asked(loaded).prompt == asked(battle).prompt


def test_replay_says_which_rule_now_asks_something_else() -> None:
    battle = battle_at("place")
    log = list(battle.log)
    at = next(i for i, entry in enumerate(log) if entry.ask == "put in order")
    log[at] = log[at]._replace(ask="yes or no")
    with pytest.raises(Drift, match="rule TOY-SEQ-02 now asks for put in order where TOY-SEQ-02 asked for yes"):
        Battle(TOY, "wood", history=log)


def test_replay_stops_at_a_state_that_is_not_the_same() -> None:
    battle = battle_at("place")
    log = [entry._replace(data="0" * 24) if entry.kind == "end" else entry for entry in battle.log]
    with pytest.raises(Drift, match=r"the state is .* where the log has 000"):
        Battle(TOY, "wood", history=log)


def test_replay_stops_at_an_answer_that_is_no_longer_allowed() -> None:
    battle = battle_at("share out")
    log = list(battle.log)
    at = next(i for i, entry in enumerate(log) if entry.ask == "put in order")
    log[at] = log[at]._replace(data=["a1", "a9"])
    with pytest.raises(Drift, match="TOY-SEQ-02 now refuses the logged answer"):
        Battle(TOY, "wood", history=log)


def test_replay_stops_at_a_log_that_goes_on_after_the_end() -> None:
    battle = Battle(TOY, "wood")
    battle.concede("a")
    log = [*battle.log, battle.log[-1]._replace(kind="choice", ask="yes or no", seat="a", data=True)]
    with pytest.raises(Drift, match="goes on after the end"):
        Battle(TOY, "wood", history=log)


def test_replay_stops_at_dice_that_cannot_be() -> None:
    battle = battle_at("yes or no", seed=5)
    log = [entry._replace(data=[[7]]) if entry.kind == "dice" else entry for entry in battle.log]
    with pytest.raises(Drift, match="TOY-SEQ-01 does not take the logged dice"):
        Battle(TOY, "wood", history=log)


def test_the_options_of_a_choice_carry_the_odds_that_the_battle_then_rolls() -> None:
    battle = battle_at("pick one", "shoot")
    decision = asked(battle)
    assert isinstance(decision, PickOne)
    call = next(option.odds for option in decision.options if option.odds is not None)
    offered = next(each for each in TOY.procedures if each.name == call.procedure)
    odds = offered.odds(TOY.house({}), dict(call.inputs))
    assert sum(odds.values()) == 1
