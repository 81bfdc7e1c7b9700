"""A battle from its beginning, activation by activation, as one seat saw it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from umpire.battle.events import Event
from umpire.battle.view import View
from umpire.server.live import Live
from umpire.server.messages import EyesOut, ReplayOut, StepOut, TurnOut
from umpire.server.shown import event_out, view_out


class Step(NamedTuple):
    """The table after an activation, and what was told during it."""

    number: int
    state: Any
    view: View
    events: Sequence[Event]


class Course:
    """The points of a battle; views are made when somebody looks."""

    def __init__(self, live: Live, seat: str | None) -> None:
        battle = live.battle
        self.game = live.game
        self.seat = seat
        self._events = battle.events
        # The first point is the table before anything happened, the last the table as it is now.
        self._points = [(point.state, point.told) for point in battle.snapshots]
        if len(battle.events) > self._points[-1][1] or battle.log[battle.snapshots[-1].at :]:
            self._points.append((battle.state, len(battle.events)))

    def __len__(self) -> int:
        return len(self._points)

    def turn(self, number: int) -> int:
        """The turn under way at a point."""
        return self.game.summary(self._points[number][0]).turn

    def step(self, number: int) -> Step:
        state, told = self._points[number]
        before = self._points[number - 1][1] if number else 0
        events = [event for event in self._events[before:told] if event.only in ("", self.seat)]
        return Step(number, state, self.game.view(state, self.seat), events)

    def turns(self) -> list[TurnOut]:
        """The first step of each turn."""
        found: list[TurnOut] = []
        for number in range(len(self)):
            turn = self.turn(number)
            if not found or found[-1].turn != turn:
                found.append(TurnOut(turn, number))
        return found


def replay(live: Live, seat: str | None, start: int, count: int, eyes: Sequence[str] = ()) -> ReplayOut:
    """Some steps of a battle, the ground only where it is not as in the step before."""
    course = Course(live, seat)
    steps: list[StepOut] = []
    last: View | None = None
    for number in range(start, min(start + count, len(course))):
        step = course.step(number)
        same = last is not None and step.view.areas == last.areas
        last = step.view
        events = [event_out(event, max(0, number - 1)) for event in step.events]
        shown = view_out(step.view, course.game.summary(step.state), not same)
        steps.append(StepOut(number, course.turn(number), step.view.banner, shown, events))
    others = [EyesOut(each, live.names.get(each, each)) for each in eyes]
    return ReplayOut(len(course), course.game.turn_word, course.turns(), steps, seat, others)
