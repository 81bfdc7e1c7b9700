"""Running a procedure step by step: what play, replay and simulation have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from umpire.dice.requests import Again, DiceRequest, Procedure, Stage
from umpire.dice.sources import DiceSource, roll_for

T = TypeVar("T")


class Runner(Generic[T]):
    """A procedure under way. Stages are run in place; every other request is put to whoever drives it.

    `request` is the open request, or None when the procedure is `done` and has its `result`.
    """

    __slots__ = ("_stack", "done", "request", "result")

    def __init__(self, procedure: Procedure[T]) -> None:
        self._stack: list[tuple[Procedure[Any], Stage[Any] | None]] = [(procedure, None)]
        self.done = False
        self.result: T | None = None
        self.request: Any = None
        self._step(None)

    def send(self, answer: Any) -> None:
        self._step(answer)

    def close(self) -> None:
        while self._stack:
            self._stack.pop()[0].close()

    def _step(self, answer: Any) -> None:
        stack = self._stack
        while True:
            running, stage = stack[-1]
            try:
                request = running.send(answer)
            except StopIteration as end:
                stack.pop()
                answer = end.value
                if stage is not None and isinstance(answer, Again):
                    stack.append((stage.procedure(*answer.inputs), stage))
                    answer = None
                elif not stack:
                    self.request = None
                    self.done = True
                    self.result = answer
                    return
                continue
            if isinstance(request, Stage):
                stack.append((request.procedure(*request.inputs), request))
                answer = None
                continue
            self.request = request
            return


def run(
    procedure: Procedure[T],
    source: DiceSource,
    decide: Callable[[Any], Any] | None = None,
) -> T:
    """Run a procedure to its end with dice from `source` and choices from `decide`.

    >>> from umpire.dice import Pool, ScriptedDice
    >>> def two_hits() -> Procedure[bool]:
    ...     hits: int = yield Pool(3, 4)
    ...     return hits >= 2
    >>> run(two_hits(), ScriptedDice(1, 4, 6))
    True
    """
    runner = Runner(procedure)
    while not runner.done:
        request = runner.request
        if isinstance(request, DiceRequest):
            runner.send(request.answer(roll_for(request, source)))
        elif decide is None:
            raise TypeError(f"nobody is there to decide a request of kind {request.kind!r}")
        else:
            runner.send(decide(request))
    result: Any = runner.result
    return result  # type: ignore[no-any-return]
