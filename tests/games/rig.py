"""What the tests of every game's rules share: scripted dice and answers, all used up, and the exact odds of a rule.

A game's `skirmish.py` adds its own table and units:

    class Skirmish(Rig[State]): ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import pytest

from umpire.battle.contract import Game, State
from umpire.battle.decisions import Decision, Refused, Route, Together, options_of
from umpire.battle.rolling import alone, thrower
from umpire.battle.seats import SEATS
from umpire.dice import DiceRequest, Odds, Procedure, Runner, ScriptedDice, Throw, roll_for, solve
from umpire.table import Point, mils

Answer = Any
"""What a decision is answered with: plain data, a `Route`, or a function of the decision that gives it."""

S = TypeVar("S", bound=State)


def way(*points: tuple[float, float], facing: int = 0) -> Route:
    """A path through these places, in the game's unit; the first is where the unit stands."""
    return Route(tuple(Point(mils(x), mils(y)) for x, y in points), facing)


def default(decision: Decision) -> Answer:
    """An answer for `choices`: what the decision itself takes for sensible."""
    return decision.default()


def refused(answer: Answer, rule: str, then: Answer) -> Callable[[Decision], Answer]:
    """An answer for `choices`: `answer` must be refused under this rule, then `then` is given."""

    def try_it(decision: Decision) -> Answer:
        with pytest.raises(Refused) as refusal:
            decision.read(answer)
        assert refusal.value.rule == rule, f"refused under {refusal.value.rule}, not {rule}: {refusal.value}"
        return then(decision) if callable(then) else then

    return try_it


class Rig(Generic[S]):
    """A battle under way with what the test puts in it. `state` is the real thing."""

    def __init__(self, state: S) -> None:
        state.events = []
        self.state = state
        self.asked: list[Decision] = []
        """The decisions of the last `play`, in order."""
        self.throws: list[Throw] = []
        """The throws of the last `play`, in order, each with its number of dice and what they needed."""
        self.throwers: list[str] = []
        """Who made each of them."""
        self.screens: list[str] = []
        """Who alone saw each of them; "" if everybody did."""

    # --- What happened ---

    @property
    def events(self) -> list[str]:
        """The sentences told so far."""
        return [event.text for event in self.state.events or ()]

    @property
    def rules(self) -> list[str]:
        """The rules named by the events so far."""
        return [event.rule for event in self.state.events or ()]

    @property
    def prompts(self) -> list[str]:
        """What was asked in the last `play`."""
        return [decision.prompt for decision in self.asked]

    # --- Playing ---

    def play(
        self,
        procedure: Procedure[Any],
        dice: Sequence[int] = (),
        choices: Sequence[Answer] = (),
        rest: bool = False,
    ) -> Any:
        """Run a rule to its end with these faces and answers, all of which must be used up.

        Each answer must be one its decision takes. With `rest`, decisions after the last answer take their default.
        Returns what the rule returns.
        """
        faces = ScriptedDice(*dice)
        script = _Script(choices, rest)
        self.asked = script.asked
        self.throws, self.throwers, self.screens = faces.throws, [], []
        here: Any = self.state
        runner: Runner[Any] = Runner(procedure)
        while not runner.done:
            request = runner.request
            if isinstance(request, DiceRequest):
                answer = request.answer(roll_for(request, faces))
                fresh = self.throws[len(self.throwers) :]
                self.throwers += [thrower(here.rolls, here.active, SEATS, throw.theirs) for throw in fresh]
                self.screens += [alone(here.rolls, SEATS)] * len(fresh)
                runner.send(answer)
            else:
                runner.send(script.answer(request))
        assert not script.left, f"answers nobody asked for: {script.left}"
        assert faces.used_up(), f"dice nobody rolled: {faces.faces}"
        return runner.result

    def odds(
        self,
        make: Callable[[S], Procedure[Any]],
        choices: Sequence[Answer] = (),
        outcome: Callable[[S, Any], Any] | None = None,
    ) -> Odds:
        """The exact odds of a rule from here: every outcome of its dice, each played on a copy of the state.

        `make` starts the rule on a state; `outcome` says what of the end counts (the rule's result if not given) and
        must be hashable. Decisions take `choices` in order and then their default. The battle itself does not change.
        That the probabilities sum to 1 is checked.
        """

        def branch() -> Procedure[Any]:
            twin = self.state.copy()
            script = _Script(choices, True)
            running = make(twin)
            answer: Any = None
            while True:
                try:
                    request = running.send(answer)
                except StopIteration as end:
                    return end.value if outcome is None else outcome(twin, end.value)
                if isinstance(request, Decision | Together):
                    answer = script.answer(request)
                else:
                    answer = yield request

        return Odds(solve(branch))


class Report:
    """Plays a battle on, one activation after the other, and tells what is new."""

    def __init__(self, s: Rig[Any], game: Game) -> None:
        self.s = s
        self.game = game
        self.read = 0

    def __call__(self, *choices: Answer, dice: Sequence[int] = ()) -> list[str]:
        self.s.play(self.game.activation(self.s.state), dice, choices)
        fresh = self.s.events[self.read :]
        self.read += len(fresh)
        return fresh


class _Script:
    """Answers laid down in advance."""

    def __init__(self, choices: Sequence[Answer], rest: bool) -> None:
        self.left = list(choices)
        self.rest = rest
        self.asked: list[Decision] = []

    def answer(self, request: Any) -> Any:
        if isinstance(request, Together):
            return tuple([self._one(decision) for decision in request.decisions])
        assert isinstance(request, Decision), f"not a decision: {request!r}"
        return self._one(request)

    def _one(self, decision: Decision) -> Any:
        self.asked.append(decision)
        if self.left:
            answer = self.left.pop(0)
            value = decision.read(answer(decision) if callable(answer) else answer)
        else:
            assert self.rest, f"no answer for seat {decision.seat}: {decision.prompt} ({decision.rule})"
            value = decision.read(decision.default())
        len(options_of(decision))  # whoever looks at them later is to see them as they were when it was asked
        return value
