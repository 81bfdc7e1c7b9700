"""What happens in a battle, as small records for logs, pages and reports."""

from __future__ import annotations

from typing import Any, NamedTuple

from umpire.dice import DiceRequest, Reason, Roll, Total


class Thrown(NamedTuple):
    """One throw as it fell."""

    purpose: str
    faces: tuple[int, ...]
    sides: int
    need: int | None
    goal: str
    reasons: tuple[Reason, ...]
    theirs: bool = False


class Event(NamedTuple):
    """One thing that happened: a sentence, its rule, the pieces it is about.

    `only` names the one seat that may know of it; "" is everybody. `reveals` marks a secret shown: it cannot be undone.
    """

    kind: str
    text: str
    rule: str = ""
    pieces: tuple[str, ...] = ()
    only: str = ""
    reveals: bool = False
    throws: tuple[Thrown, ...] = ()
    answer: Any = None


def dice_event(request: DiceRequest, roll: Roll, answer: Any) -> Event:
    """The event of a roll, every face with the number needed and its reasons.

    Of a sum all is told: that large ones may be one class to a procedure is nothing to who reads the dice.
    """
    if isinstance(request, Total) and roll:
        answer = sum(roll[0])
    throws: list[Thrown] = []
    for index, faces in enumerate(roll):
        throw = request.next_throw(roll[:index])
        assert throw is not None
        throws.append(Thrown(throw.purpose, faces, throw.sides, throw.need, throw.goal, throw.reasons, throw.theirs))
    return Event("dice", request.label or "dice", request.rule, throws=tuple(throws), answer=answer)
