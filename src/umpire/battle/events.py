"""What happens in a battle, as small records for logs, pages and reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from umpire.dice import DiceRequest, Reason, Roll, Throw, Total


class Thrown(NamedTuple):
    """One throw as it fell; `by` is the seat that threw it, "" if nobody in particular."""

    purpose: str
    faces: tuple[int, ...]
    sides: int
    need: int | None
    goal: str
    reasons: tuple[Reason, ...]
    theirs: bool = False
    most: int | None = None
    by: str = ""

    @property
    def each(self) -> bool:
        """Whether every die counts for itself."""
        return self.need is not None or self.most is not None

    def counts(self, face: int) -> bool:
        """Whether a die with this face scored what it needed."""
        return (self.need is not None and face >= self.need) or (self.most is not None and face <= self.most)

    @property
    def made(self) -> int:
        """How many dice scored what they needed."""
        return sum(map(self.counts, self.faces))


class Event(NamedTuple):
    """One thing that happened: a sentence, its rule, the pieces it is about.

    `only` names the one seat that may know of it; "" is everybody. `reveals` marks a secret shown: it cannot be undone.
    One that reveals without a text is not told: by what came of his answer, or did not, somebody may know more.
    """

    kind: str
    text: str
    rule: str = ""
    pieces: tuple[str, ...] = ()
    only: str = ""
    reveals: bool = False
    throws: tuple[Thrown, ...] = ()
    answer: Any = None


def thrown(throw: Throw, faces: tuple[int, ...], by: str = "") -> Thrown:
    """A throw with the faces it fell on."""
    return Thrown(
        throw.purpose, faces, throw.sides, throw.need, throw.goal, throw.reasons, throw.theirs, throw.most, by
    )  # fmt: skip


def dice_event(request: DiceRequest, roll: Roll, answer: Any, by: Callable[[Throw], str] = lambda throw: "") -> Event:
    """The event of a roll, every face with the number needed and its reasons; `by` tells who threw what.

    Of a sum all is told: that large ones may be one class to a procedure is nothing to who reads the dice.
    """
    if isinstance(request, Total) and roll:
        answer = sum(roll[0])
    throws: list[Thrown] = []
    for index, faces in enumerate(roll):
        throw = request.next_throw(roll[:index])
        assert throw is not None
        throws.append(thrown(throw, faces, by(throw)))
    return Event("dice", request.label or "dice", request.rule, throws=tuple(throws), answer=answer)
