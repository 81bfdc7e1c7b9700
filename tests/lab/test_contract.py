"""The contract test finds what is broken: each test breaks the toy game in one way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.toy import Toy
from tests.toy_rules import State
from umpire.battle.contract import Advice, Look, Result, ScenarioCard, Sighting
from umpire.battle.decisions import Decision, Place, Refused, Route, YesNo
from umpire.battle.view import View
from umpire.dice import Procedure
from umpire.lab import contract
from umpire.lab.contract import check_game, check_own_dice

GUN = "Ambush gun"
"""Whose name the other side may not hear while it is hidden."""


def fault(game: Toy) -> str:
    """What the contract test says against a game."""
    with pytest.raises(AssertionError) as raised:
        check_game(game, "wood", battles=3)
    return str(raised.value)


def hidden(state: State) -> bool:
    return state.soldiers["b2"].hidden


def test_a_sound_game_holds_to_it() -> None:
    check_game(Toy(), "wood", battles=3)
    check_own_dice(Toy(), "wood")


# --- Secrets ---


def test_a_view_that_tells_a_secret_is_found() -> None:
    class Open(Toy):
        def view(self, state: State, seat: str | None) -> View:
            return super().view(state, "b")

    assert fault(Open()).startswith("the view of None tells")


def test_a_view_in_other_units_or_for_another_seat_is_found() -> None:
    class Metric(Toy):
        def view(self, state: State, seat: str | None) -> View:
            return super().view(state, seat)._replace(length_unit="in")

    class Turned(Toy):
        def view(self, state: State, seat: str | None) -> View:
            return super().view(state, None)

    assert fault(Metric()).startswith("a view of something else: ('toy', 'in', None)")
    assert fault(Turned()).startswith("a view of something else: ('toy', 'cm', None)")


def test_ground_that_looks_like_nothing_known_is_found() -> None:
    class Painted(Toy):
        def view(self, state: State, seat: str | None) -> View:
            found = super().view(state, seat)
            return found._replace(areas=tuple([area._replace(look="lava") for area in found.areas]))

    assert fault(Painted()) == "nobody knows how to draw 'lava'"


@pytest.mark.parametrize("curious", [None, "a"])
def test_measuring_that_tells_a_secret_is_found(curious: str | None) -> None:
    class Peeping(Toy):
        def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
            found = super().look(state, seat, piece, route)
            if seat != curious or not hidden(state):
                return found
            return found._replace(sightings=(*found.sightings, Sighting("b2", 1, True, "in the wood", True)))

    assert fault(Peeping()).startswith(f"what {curious} measures from ")


def test_measuring_from_what_is_secret_is_found() -> None:
    class Reaching(Toy):
        def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
            if piece == "b2":
                return Look(0, 0, 0, (), (), (), None, None, ())
            return super().look(state, seat, piece, route)

    assert fault(Reaching()) == "what the rules do not allow was not refused"


def test_a_question_that_tells_a_secret_is_found() -> None:
    class Asking(Toy):
        def activation(self, state: State) -> Procedure[None]:
            if state.phase == "order" and state.order[0] == "a" and hidden(state):
                yield YesNo("a", f"Do you fear the {GUN}?", "TOY-SEQ-02")
            yield from super().activation(state)

    assert fault(Asking()) == f"what a is asked tells {GUN!r}: 'Do you fear the {GUN}?'"


def test_news_that_tell_a_secret_are_found() -> None:
    class Shouting(Toy):
        def activation(self, state: State) -> Procedure[None]:
            if state.phase == "order" and hidden(state):
                state.tell("talk", f"the {GUN} waits", "TOY-SEQ-02")
            yield from super().activation(state)

    assert f"tells {GUN!r}" in fault(Shouting())


# --- Saving, copying, going on ---


def test_a_state_that_does_not_survive_saving_is_found() -> None:
    class Forgetful(Toy):
        def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> State:
            state = super().decode(data, scenario, options)
            for name, soldier in state.soldiers.items():
                state.soldiers[name] = soldier._replace(cartridges=0)
            return state

    assert fault(Forgetful()).startswith("a loaded battle stands differently")


def test_a_copy_that_pulls_its_original_along_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = State.copy

    def shallow(self: State) -> State:
        twin = real(self)
        twin.soldiers = self.soldiers
        return twin

    monkeypatch.setattr(State, "copy", shallow)
    assert fault(Toy()) == "a copy pulls its original along"


def test_something_kept_outside_the_state_is_found() -> None:
    class Counting(Toy):
        begun = 0

        def activation(self, state: State) -> Procedure[None]:
            self.begun += 1
            if self.begun % 9 == 0:
                state.soldiers["a1"] = state.soldiers["a1"]._replace(facing=self.begun % 360)
            return super().activation(state)

    assert "loaded battle" in fault(Counting())


def test_a_battle_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Toy):
        def result(self, state: State) -> Result | None:
            return Result("b", "a leaves", "TOY-END-02") if state.gone else None

        def activation(self, state: State) -> Procedure[None]:
            state.turn = 1
            state.phase = "bid"
            return super().activation(state)

    monkeypatch.setattr(contract, "LIMIT", 40)
    monkeypatch.setattr(contract, "check_unheard", lambda *_: None)  # nobody counts there
    assert fault(Endless()) == "the battle does not come to an end"


# --- Offers, advice, refusals ---


def test_an_offer_that_is_not_legal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Place.candidates

    def with_one_too_far(self: Place) -> Any:
        return [*real(self), {"path": [[0, 0], [59_000, 0]], "facing": 0}]

    monkeypatch.setattr(Place, "candidates", with_one_too_far)
    with pytest.raises(Refused):
        check_game(Toy(), "wood", battles=3)


def test_advice_without_a_reason_is_found() -> None:
    class Silent(Toy):
        def advise(self, state: State, decision: Decision) -> Advice:
            return super().advise(state, decision)._replace(why="")

    assert fault(Silent()).startswith("advice without a reason")


def test_advice_that_changes_something_is_found() -> None:
    class Meddling(Toy):
        def advise(self, state: State, decision: Decision) -> Advice:
            state.put(state.soldiers["a1"]._replace(facing=1))
            return super().advise(state, decision)

    assert fault(Meddling()).startswith("advice has changed something")


def test_a_refusal_that_changes_something_is_found() -> None:
    class Sloppy(Toy):
        def overrule(self, state: State, change: Mapping[str, Any]) -> str:
            state.turn += 1
            return super().overrule(state, change)

    assert fault(Sloppy()).startswith("a refused change has changed something")


def test_garbage_taken_for_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(YesNo, "read", lambda self, answer: bool(answer))
    assert fault(Toy()).startswith("garbage is taken for an answer: ")


def test_who_gives_up_and_wins_is_found() -> None:
    class Gracious(Toy):
        def concede(self, state: State, seat: str) -> None:
            super().concede(state, "b" if seat == "a" else "a")

    assert fault(Gracious()).startswith("who gives up wins")


# --- The frame ---


def test_scenarios_that_cannot_be_told_apart_or_seated_are_found() -> None:
    class Doubled(Toy):
        def scenarios(self) -> list[ScenarioCard]:
            return [*super().scenarios(), super().scenarios()[0]]

    class Crowded(Toy):
        seats = ("a", "b", "c")

    class Obliging(Toy):
        def begin(self, scenario: str, options: Mapping[str, Any]) -> State:
            return super().begin(scenario if scenario == "open" else "wood", options)

    assert fault(Doubled()).startswith("two scenarios have one name")
    assert fault(Crowded()).startswith("a scenario has other seats than the game")
    assert fault(Obliging()) == "what the rules do not allow was not refused"


def test_odds_under_a_rule_that_is_not_there_are_found() -> None:
    game = Toy()
    shot, duel, drift = game.procedures
    game.procedures = (shot._replace(rules=("TOY-XXX-01",)), duel, drift)
    assert fault(game).startswith("shot names rules that are not there")
