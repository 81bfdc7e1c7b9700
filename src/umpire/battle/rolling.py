"""Whose dice they are: of the side whose turn it is, or of another where a rule says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from umpire.dice import Procedure, Throw

T = TypeVar("T")

EITHER = "either"
"""Dice that are nobody's in particular: each side throws its own, or anybody for both."""


class Rolling(Protocol):
    """A state that knows who rolls, if it is not the side whose turn it is."""

    rolls: str


def by(state: Rolling, seat: str, procedure: Procedure[T]) -> Procedure[T]:
    """A procedure the dice of which this seat rolls: `yield from by(state, unit.side, morale(...))`."""
    before = state.rolls
    state.rolls = seat
    try:
        return (yield from procedure)
    finally:
        state.rolls = before


def thrower(roller: str, throw: Throw, seats: Sequence[str]) -> str:
    """Who throws these dice of a roll; "" if it is nobody in particular.

    Saves, and their side of a fight, are thrown by those whom the roll is directed against.
    """
    if not throw.theirs:
        return roller
    others = [seat for seat in seats if seat != roller]
    return others[0] if roller and len(others) == 1 else ""
