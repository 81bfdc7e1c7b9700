"""What both seats agree on: take-back, overrule, set dice; and what happens when a rule breaks down."""

from __future__ import annotations

from typing import Any

import pytest

import umpire
from tests.battle.toy_battles import asked, battle_at, shown, step
from tests.toy import TOY
from umpire.battle import course
from umpire.battle.decisions import Place, Refused, Route
from umpire.battle.points import take
from umpire.battle.session import Battle, RuleFailed
from umpire.dice import Throw
from umpire.lab.contract import check_replay, check_save, standing

# --- By consent ---


def test_a_take_back_needs_the_other_seat() -> None:
    battle = battle_at("yes or no", seed=5)
    before = shown(battle)
    battle.propose("a", "take back", 1)
    with pytest.raises(Refused, match="the other seat must agree"):
        battle.consent("a")
    with pytest.raises(Refused, match="no seat"):
        battle.consent("nobody")
    battle.consent("b", agreed=False)
    assert shown(battle) == before
    with pytest.raises(Refused, match="nothing is proposed"):
        battle.consent("b")


@pytest.mark.parametrize("agreed", ["no", 0, None])
def test_what_is_neither_yes_nor_no_is_no_agreement(agreed: Any) -> None:
    battle = battle_at("yes or no", seed=5)
    battle.propose("a", "take back", 1)
    before, offer = shown(battle), battle.offer
    with pytest.raises(Refused, match=r"^to agree or not is True or False, not "):
        battle.consent("b", agreed)
    assert (shown(battle), battle.offer) == (before, offer)


def test_a_take_back_goes_to_a_snapshot_and_rolls_new_dice() -> None:
    battle = battle_at("yes or no", seed=5)
    points, used = list(battle.snapshots), battle.dice_used
    battle.propose("b", "take back", 1)
    battle.consent("a")
    assert battle.log[points[1].at].kind == "taken back"
    assert len(battle.log) == points[1].at + 1
    assert battle.digest() == points[1].digest
    assert battle.dice_used == used
    assert not battle.can_undo()
    check_save(battle)
    for _ in range(12):
        step(battle)
    check_save(battle)
    check_replay(battle)


@pytest.mark.parametrize("point", [-1, 99, "1", None, True])
def test_a_take_back_names_a_point_that_is_there(point: Any) -> None:
    battle = battle_at("yes or no")
    with pytest.raises(Refused, match="points to go back to"):
        battle.propose("a", "take back", point)
    assert battle.offer is None


def test_an_overrule_by_consent_changes_the_state_and_stands_in_the_log() -> None:
    battle = battle_at("pick one", "shoot", seed=4)
    battle.propose("a", "overrule", {"piece": "b1", "hits": 1})
    assert battle.state.soldiers["b1"].hits == 0
    battle.consent("b")
    assert battle.state.soldiers["b1"].hits == 1
    assert "Lancers 1 now has 1 hits" in [event.text for event in battle.events]
    assert not battle.can_undo()
    with pytest.raises(Refused, match="nothing can be undone: you have agreed on something since your last choice"):
        battle.undo()
    check_save(battle)
    for _ in range(10):
        step(battle)
    check_save(battle)
    check_replay(battle)


def test_an_overrule_can_end_the_battle() -> None:
    battle = battle_at("pick one", "shoot")
    for piece in ("b1", "b2"):
        battle.propose("a", "overrule", {"piece": piece, "hits": 2})
        battle.consent("b")
    assert battle.result is not None
    assert battle.result.winner == "a"
    check_save(battle)
    check_replay(battle)


@pytest.mark.parametrize("change", [None, {}, {"piece": "b1"}, {"piece": "b9", "hits": 1}, [1], "b1"])
def test_an_overrule_the_game_does_not_know_is_refused(change: Any) -> None:
    battle = battle_at("place")
    before = shown(battle)
    with pytest.raises(Refused):
        battle.propose("a", "overrule", change)
    assert shown(battle) == before
    assert battle.offer is None


@pytest.mark.parametrize("slug", umpire.games.names())
@pytest.mark.parametrize("place", [{"x": 1e308}, {"y": -1e308}, {"x": 10**400}])
def test_no_game_takes_a_place_that_is_far_off_the_table(slug: str, place: dict[str, Any]) -> None:
    battle = umpire.battle(slug, seed=1)
    while not (there := [piece.id for piece in battle.view("A").pieces if piece.side == "A" and piece.on_table]):
        battle.answer(battle.decisions()[0].default())
    unit = there[0]
    with pytest.raises(Refused, match="must lie on the table, from 0 to "):
        battle.propose("A", "overrule", {"unit": unit, **place})
    assert battle.offer is None


def test_after_an_overrule_going_back_starts_from_it() -> None:
    battle = battle_at("put in order")
    battle.propose("a", "overrule", {"piece": "b1", "hits": 1})
    battle.consent("b")
    before = shown(battle)
    battle.answer(asked(battle).default())
    battle.undo()
    assert shown(battle) == before


def test_dice_set_by_consent_fall_next_and_only_in_this_activation() -> None:
    battle = battle_at("pick one", "shoot", seed=4)
    name = asked(battle).prompt
    battle.propose("a", "set dice", [6, 6, 6, 5, 5, 5, 3, 3, 3])
    battle.consent("b")
    while not (asked(battle).kind == "pick one" and asked(battle).prompt == name):
        step(battle)
    check_save(battle)
    battle.answer(next(key for key in asked(battle).candidates() if key != "hold"))
    rolls = [entry.data for entry in battle.log if entry.kind == "dice"]
    assert rolls[-1] == [[6, 6, 6], [5, 5, 5]]
    used = battle.dice_used
    while asked(battle).kind != "yes or no":
        step(battle)
    assert battle.dice_used > used, "faces left over must not reach the next activation"
    assert "set dice that were not thrown: 3, 3, 3" in [event.text for event in battle.events]
    check_save(battle)
    check_replay(battle)


def test_dice_set_by_consent_count_once_after_going_back() -> None:
    battle = battle_at("place", seed=4)
    battle.propose("a", "set dice", [6, 6, 6, 1, 1, 1, 2])
    battle.consent("b")
    battle.answer(asked(battle).default())
    loaded, used = check_save(battle), battle.dice_used
    for each in (battle, loaded, battle.copy()):
        each.answer(next(key for key in asked(each).candidates() if key != "hold"))
        assert [entry.data for entry in each.log if entry.kind == "dice"][-1] == [[6, 6, 6], [1, 1, 1]]
        assert each.dice_used == used


def test_too_few_set_dice_are_filled_up_from_the_stream() -> None:
    battle = battle_at("place", seed=4)
    battle.propose("a", "set dice", [6])
    battle.consent("b")
    battle.answer(asked(battle).default())
    used = battle.dice_used
    battle.answer(next(key for key in asked(battle).candidates() if key != "hold"))
    roll = next(entry.data for entry in reversed(battle.log) if entry.kind == "dice")
    assert roll[0][0] == 6
    assert len(roll[0]) == 3
    assert battle.dice_used > used


@pytest.mark.parametrize("faces", [None, 6, [], [0], [7], [6, 7], ["6"], [True], [1.5], (6,)])
def test_set_dice_are_a_list_of_faces_that_a_die_can_show(faces: Any) -> None:
    battle = battle_at("place")
    with pytest.raises(Refused) as refused:
        battle.propose("a", "set dice", faces)
    assert str(refused.value) == "a list of faces is asked for, from 1 to 6: no die of Toy Skirmish shows more."
    assert battle.offer is None


@pytest.mark.parametrize(("game", "most"), [("bptc", 6), ("rhine", 10), ("fwc", 360), ("awt", 360), ("fubar", 360)])
def test_the_largest_die_of_a_game_can_be_set_and_no_larger_face(game: str, most: int) -> None:
    battle = umpire.battle(game)
    battle.propose("A", "set dice", [1, most])
    with pytest.raises(Refused, match=f"from 1 to {most}: no die of"):
        battle.propose("A", "set dice", [1, most + 1])


def test_a_set_face_waits_for_a_die_that_can_show_it() -> None:
    faces = [6, 9, 2]
    small, large = Throw(2, 6, "to hit"), Throw(2, 10, "penetration")
    assert take(faces, small) == (6,)
    assert take(faces, small) == ()
    assert take(faces, large) == (9, 2)
    assert faces == []


def test_an_open_proposal_falls_when_the_battle_goes_on() -> None:
    battle = battle_at("place")
    battle.propose("a", "take back", 0)
    battle.answer(asked(battle).default())
    assert battle.offer is None
    with pytest.raises(Refused, match="only a take-back"):
        battle.propose("a", "a miracle", None)


def test_a_seat_may_concede_at_any_time() -> None:
    battle = battle_at("pick one", "shoot")
    battle.concede("b")
    assert battle.result is not None
    assert battle.result.winner == "a"
    assert battle.decision is None
    check_save(battle)
    check_replay(battle)


# --- Faults ---


def test_a_rule_that_breaks_down_leaves_the_battle_as_it_was() -> None:
    battle = battle_at("pick one", "shoot", options={"faulty": True}, seed=6)
    battle.propose("a", "take back", 0)
    before, offer = shown(battle), battle.offer
    undo = battle.can_undo()
    with pytest.raises(RuleFailed, match="the toy is broken"):
        battle.answer("fault")
    assert shown(battle) == before
    assert battle.offer == offer
    assert battle.can_undo() == undo
    twin = battle.copy()
    battle.answer("hold")
    twin.answer("hold")
    assert standing(battle) == standing(twin)
    check_save(battle)


def stopped(*words: Any) -> Any:
    """Ctrl-C."""
    raise KeyboardInterrupt


def test_ctrl_c_in_the_middle_of_an_answer_leaves_the_battle_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_at("pick one", "shoot", seed=6)
    battle.propose("a", "take back", 0)
    before, offer = shown(battle), battle.offer
    shot = next(key for key in asked(battle).candidates() if key != "hold")
    with monkeypatch.context() as patch:
        patch.setattr(course, "roll_for", stopped)
        with pytest.raises(KeyboardInterrupt):
            battle.answer(shot)
    assert shown(battle) == before
    assert battle.offer == offer
    battle.answer(shot)
    check_save(battle)


def test_ctrl_c_in_the_middle_of_an_undo_leaves_the_battle_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_at("pick one", "shoot", seed=6)
    before = shown(battle)
    usual, opened = Battle._open, []

    def stopped_at_first(self: Battle, feed: Any = ()) -> None:
        opened.append(self)
        if len(opened) == 1:
            raise KeyboardInterrupt
        usual(self, feed)

    with monkeypatch.context() as patch:
        patch.setattr(Battle, "_open", stopped_at_first)
        with pytest.raises(KeyboardInterrupt):
            battle.undo()
    assert shown(battle) == before
    battle.undo()
    check_save(battle)


def test_ctrl_c_in_the_middle_of_what_was_agreed_leaves_the_battle_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_at("pick one", "shoot", seed=6)
    battle.propose("a", "overrule", {"piece": "b1", "hits": 1})
    before = shown(battle)
    with monkeypatch.context() as patch:
        patch.setattr(type(TOY), "overrule", stopped)
        with pytest.raises(KeyboardInterrupt):
            battle.consent("b")
    assert shown(battle) == before
    battle.answer("hold")
    check_save(battle)


def test_a_check_that_breaks_down_is_a_fault_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_at("place")
    decision = asked(battle)
    assert isinstance(decision, Place)

    def broken(route: Route) -> Refused | None:
        raise KeyError("lost")

    monkeypatch.setattr(decision, "check", broken)
    before = shown(battle)
    with pytest.raises(RuleFailed, match="lost"):
        battle.answer(decision.default())
    assert shown(battle) == before


def test_own_dice_stay_on_the_table_if_the_rule_then_breaks_down() -> None:
    battle = battle_at("pick one", "shoot", options={"faulty": True}, own_dice=True)
    battle.answer("fault")
    before = shown(battle)
    with pytest.raises(RuleFailed):
        battle.roll([3])
    assert shown(battle) == before
    assert battle.throw is not None


def test_an_overrule_that_breaks_down_leaves_the_battle_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_at("pick one", "shoot", seed=4)
    battle.propose("a", "overrule", {"piece": "b1", "hits": 1})
    before = shown(battle)

    def broken(state: Any, change: Any) -> str:
        state.soldiers.clear()
        raise KeyError("lost")

    with monkeypatch.context() as patch:
        patch.setattr(TOY, "overrule", broken)
        with pytest.raises(RuleFailed):
            battle.consent("b")
    assert shown(battle) == before
    step(battle)
    check_save(battle)


def test_no_dice_are_set_for_a_battle_that_is_over() -> None:
    battle = battle_at("place")
    battle.concede("a")
    with pytest.raises(Refused, match=r"^the battle is over: no more dice are rolled\.$"):
        battle.propose("b", "set dice", [6])
    assert battle.offer is None
