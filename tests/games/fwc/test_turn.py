"""The course of a whole battle: phases, player turns, and answers that are refused."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import umpire
from umpire.battle.decisions import Decision, PickOne, PickSome, Place, PutInOrder, Refused, ShareOut, YesNo
from umpire.battle.session import Battle

TURN = ["start", "initiative", "command", "command_move", "end"]


def played(seed: int) -> Battle:
    """A battle between two random players."""
    rng = Random(seed)
    return course(umpire.battle("fwc", "first-contact", seed=seed), lambda decision: decision.random(rng))


def course(battle: Battle, answer: Callable[[Decision], Any]) -> Battle:
    while (decision := battle.decision) is not None:
        battle.answer(answer(decision), decision.seat)
    return battle


def phases(battle: Battle) -> list[tuple[str, str, int]]:
    """The phases of the battle with the active side and the player turn, one after the other."""
    found: list[tuple[str, str, int]] = []
    for point in battle.snapshots:
        state = point.state
        row = (state.phase, state.active, state.player_turn)
        if not found or found[-1] != row:
            found.append(row)
    return found


def passive(decision: Decision) -> Any:
    """Whoever may do nothing does nothing."""
    if isinstance(decision, PickOne) and any(option.key == "done" for option in decision.options):
        return "done"
    return decision.default()


# --- Phases and turns ----------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-GEN-01")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_player_turn_goes_through_initiative_command_and_end_in_this_order(seed: int) -> None:
    battle = played(seed)
    assert battle.result is not None
    turns = [phase for phase, _, _ in phases(battle) if phase != "setup"]
    assert turns.pop() == "over"
    assert len(turns) % len(TURN) == 0
    assert turns == TURN * (len(turns) // len(TURN))


@pytest.mark.rule("FWC-GEN-01")
def test_what_belongs_to_a_phase_is_asked_in_it() -> None:
    battle = umpire.battle("fwc", "first-contact", seed=5)
    rng = Random(5)
    asked: dict[str, set[str]] = {}

    def note(decision: Decision) -> Any:
        asked.setdefault(battle.state.phase, set()).add(decision.rule)
        return decision.random(rng)

    course(battle, note)
    assert "FWC-INI-01" in asked["initiative"]
    assert {"FWC-CMD-07", "FWC-CMD-08", "FWC-CMD-25"} <= asked["command"]
    assert "FWC-CMD-23" in asked["command_move"]
    for phase, rules in asked.items():
        assert ("FWC-INI-01" in rules) == (phase == "initiative")
        assert ("FWC-CMD-08" in rules) == (phase == "command")
        assert ("FWC-CMD-23" in rules) == (phase == "command_move")


@pytest.mark.rule("FWC-GEN-02")
@pytest.mark.parametrize("answer", ["passive", "random"])
def test_the_sides_take_turns_and_a_has_the_first(answer: str) -> None:
    if answer == "passive":
        battle = course(umpire.battle("fwc", "first-contact", seed=1), passive)
        assert battle.result is not None
        assert battle.state.player_turn == 12, "six complete turns"
    else:
        battle = played(4)
    starts = [(seat, turn) for phase, seat, turn in phases(battle) if phase == "initiative"]
    assert len(starts) >= 4
    assert starts == [("AB"[i % 2], i + 1) for i in range(len(starts))]
    for point in battle.snapshots:
        if point.state.phase not in ("setup", "start"):
            assert point.state.turn == (point.state.player_turn + 1) // 2
            assert point.state.active == ("A" if point.state.player_turn % 2 else "B")


@pytest.mark.rule("FWC-GEN-02")
def test_set_up_is_over_before_the_first_turn_begins() -> None:
    battle = course(umpire.battle("fwc", "first-contact", seed=1), passive)
    rows = phases(battle)
    assert rows[:3] == [("setup", "B", 0), ("setup", "A", 0), ("start", "A", 0)]
    assert all(phase != "setup" for phase, _, _ in rows[2:])


# --- Refusals ------------------------------------------------------------------------------------------------


def illegal(decision: Decision) -> list[Any]:
    """Answers this decision cannot take."""
    found: list[Any] = [None, 17, {"path": "home"}, object()]
    if isinstance(decision, PickOne):
        found += ["somebody else", "", ["done"]]
    elif isinstance(decision, PickSome):
        key = decision.options[0].key
        found += ["everybody", [key, key], ["somebody else"], [key, "somebody else"]]
    elif isinstance(decision, PutInOrder):
        found += [[], [decision.options[0].key] * len(decision.options)]
    elif isinstance(decision, ShareOut):
        found += [{}, {"somebody else": 1}]
    elif isinstance(decision, Place):
        found += [
            {"path": [], "facing": 0},
            {"path": [[-5000, -5000]], "facing": 0},
            {"path": [[-5000, -5000], [10_000, 10_000]], "facing": 0},
            {"path": [[0, 0]], "facing": 360},
            {"path": [[0.5, 0]], "facing": 0},
        ]
    elif isinstance(decision, YesNo):
        found += ["yes", 1]
    return found


@pytest.mark.rule("FWC-GEN-05")
@pytest.mark.parametrize(("scenario", "seed", "answers"), [("first-contact", 1, 10_000), ("relay-strike", 2, 400)])
def test_an_illegal_answer_is_refused_before_any_die_and_changes_nothing(
    scenario: str, seed: int, answers: int
) -> None:
    rng = Random(seed)
    battle = umpire.battle("fwc", scenario, seed=seed)
    kinds: set[str] = set()
    for _ in range(answers):
        decision = battle.decision
        if decision is None:
            break
        if rng.random() < 0.4:
            kinds.add(decision.kind)
            before = (battle.digest(), battle.dice_used, len(battle.log), len(battle.events))
            for answer in illegal(decision):
                with pytest.raises(Refused) as refusal:
                    battle.answer(answer)
                assert refusal.value.rule.startswith("FWC-")
            with pytest.raises(Refused):
                battle.answer(decision.default(), "B" if decision.seat == "A" else "A")
            assert (battle.digest(), battle.dice_used, len(battle.log), len(battle.events)) == before
            assert battle.decision is decision
        battle.answer(decision.random(rng))
    assert {"pick one", "pick some", "place"} <= kinds
    assert battle.dice_used > 20, "it has gone well beyond deployment"


@pytest.mark.rule("FWC-GEN-05")
def test_a_deployment_outside_the_zone_is_refused_with_its_rule() -> None:
    battle = umpire.battle("fwc", "first-contact", seed=1)
    rng = Random(1)
    while not isinstance(battle.decision, Place):
        assert battle.decision is not None
        battle.answer(battle.decision.random(rng))
    for x, y in ((45_000, 30_000), (45_000, 5000)):
        with pytest.raises(Refused) as refusal:
            battle.answer({"path": [[x, y]], "facing": 0})
        assert refusal.value.rule == "FWC-GEN-05"
    assert battle.state.phase == "setup"


@pytest.mark.rule("FWC-GEN-05")
def test_a_path_off_the_table_or_from_elsewhere_is_refused() -> None:
    battle = umpire.battle("fwc", "first-contact", seed=1)
    while battle.state.phase != "command_move":
        assert battle.decision is not None
        battle.answer(passive(battle.decision))
    decision = battle.decision
    assert isinstance(decision, PickOne)
    mover = battle.state.units[decision.options[2].key]
    battle.answer(mover.id)
    here = [mover.base.x, mover.base.y]
    paths = [
        ([here, [mover.base.x, 100]], "FWC-MOV-06"),
        ([[0, 0], here], "FWC-MOV-01"),
        ([here, [mover.base.x, 59_000]], "FWC-MOV-01"),
    ]
    before = battle.digest()
    for path, rule in paths:
        with pytest.raises(Refused) as refusal:
            battle.answer({"path": path, "facing": 0})
        assert refusal.value.rule == rule
    assert battle.digest() == before
