"""The fuzzer finds what is broken: each test breaks the toy game in one way."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping
from typing import Any

import pytest

from tests.toy import TOY, Toy
from tests.toy_rules import State
from umpire import games
from umpire.battle import savefile
from umpire.battle.decisions import Decision, Option, PickOne, Place, YesNo
from umpire.battle.session import Battle
from umpire.dice import Procedure
from umpire.lab import fuzz
from umpire.lab.fuzz import Found, Task
from umpire.lab.players import play_on, seated
from umpire.lab.verify import difference

TASK = Task("toy", "wood", ("random", "random"), 4)


def found(game: Toy, monkeypatch: pytest.MonkeyPatch, patience: float = 60, levels: str = "random") -> Found:
    monkeypatch.setattr(games, "game", lambda slug: game)
    return fuzz.fuzz(TASK._replace(levels=(levels, levels)), patience)


def test_a_sound_game_has_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    for levels in ("random", "greedy"):
        result = found(TOY, monkeypatch, levels=levels)
        assert result.fault == ""
        assert result.decisions > 10


def test_a_state_that_does_not_survive_saving_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgetful(Toy):
        def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> State:
            state = super().decode(data, scenario, options)
            for name, soldier in state.soldiers.items():
                state.soldiers[name] = soldier._replace(hits=0)
            return state

    assert "state" in found(Forgetful(), monkeypatch).fault


def test_something_kept_outside_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counting(Toy):
        begun = 0

        def activation(self, state: State) -> Procedure[None]:
            self.begun += 1
            if self.begun == 9:
                state.turn += 1
            return super().activation(state)

    assert "state" in found(Counting(), monkeypatch).fault


def test_a_decision_that_is_not_a_function_of_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Moody(Toy):
        moods = itertools.count()

        def activation(self, state: State) -> Procedure[None]:
            if state.phase == "order":
                question = f"How do you feel, for the {next(self.moods)}. time?"
                yield YesNo(state.order[0], question, "TOY-SEQ-02")
            yield from super().activation(state)

    assert "another decision is open" in found(Moody(), monkeypatch).fault


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Trapped(Toy):
        def activation(self, state: State) -> Procedure[None]:
            if state.phase == "share":
                nothing: list[Option] = []
                yield PickOne(state.order[0], "Which of none?", "TOY-AMM-01", nothing)
            yield from super().activation(state)

    fault = found(Trapped(), monkeypatch).fault
    assert fault == "dead end: nothing can be answered to 'Which of none?' (pick one, TOY-AMM-01)"


def test_a_candidate_that_is_not_legal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "CANDIDATES_EVERY", 1)
    real = Place.candidates

    def with_one_too_far(self: Place) -> Any:
        return [*real(self), {"path": [[0, 0], [59_000, 0]], "facing": 0}]

    monkeypatch.setattr(Place, "candidates", with_one_too_far)
    assert "offers {'path': [[0, 0], [59000, 0]], 'facing': 0} and refuses it" in found(TOY, monkeypatch).fault


def test_a_bot_that_answers_nonsense_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Babbling(Toy):
        def advise(self, state: State, decision: Decision) -> Any:
            return super().advise(state, decision)._replace(answer="xyzzy")

    fault = found(Babbling(), monkeypatch, levels="greedy").fault
    assert fault.startswith("the bot's answer 'xyzzy' to 'What do you bid?'")


def test_a_battle_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Toy):
        def result(self, state: State) -> None:
            return None

        def activation(self, state: State) -> Procedure[None]:
            state.turn = 1
            state.phase = "bid"
            return super().activation(state)

    monkeypatch.setattr(fuzz, "LIMIT", 40)
    result = found(Endless(), monkeypatch)
    assert result.fault == "no end after 40 decisions"
    assert result.decisions == 40


def test_a_hang_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging(Toy):
        def activation(self, state: State) -> Procedure[None]:
            while state.phase == "share":
                time.sleep(0.01)
            return super().activation(state)

    # Long enough for the steps before, which a busy machine may take its time over.
    result = found(Hanging(), monkeypatch, patience=3)
    assert result.fault == "nothing happened for 3 s"
    assert result.at > 0


def test_tasks_go_through_all_scenarios_and_some_through_another_process() -> None:
    made = fuzz.tasks("toy", ["wood", "open"], ("random", "random"), 3, 10, hash_seeds=1)
    assert [(task.scenario, task.seed) for task in made] == [
        (scenario, seed) for seed in (10, 11, 12) for scenario in ("wood", "open")
    ]
    assert [task.hash_seed for task in made] == [11, 11, None, None, None, None]
    [alone] = fuzz.tasks("toy", ["open"], ("random", "random"), 1, 12, hash_seeds=1)
    assert alone in fuzz.tasks("toy", ["wood", "open"], ("random", "random"), 3, 10, hash_seeds=3)


@pytest.mark.slow
@pytest.mark.usefixtures("toy_installed")
def test_another_process_with_another_hash_seed_agrees() -> None:
    assert fuzz.fuzz(TASK._replace(hash_seed=7)).fault == ""


@pytest.mark.slow
@pytest.mark.usefixtures("toy_installed")
def test_another_process_that_disagrees_is_told_with_its_hash_seed() -> None:
    battle = Battle(TOY, "wood", None, 4)
    play_on(battle, seated(TOY, ("greedy", "greedy"), 4))
    fault = fuzz.elsewhere(TASK._replace(hash_seed=7), savefile.save(battle))
    assert fault.startswith("with PYTHONHASHSEED=7: line ")


def test_a_battle_played_again_must_give_the_same_log() -> None:
    battle = Battle(TOY, "wood", None, 4)
    play_on(battle, seated(TOY, ("random", "greedy"), 4))
    saved = savefile.read(savefile.save(battle))
    assert difference(TOY, saved, ["random", "greedy"]) == ""
    assert difference(TOY, saved, ["greedy", "greedy"]).startswith("line ")
