"""Whose dice they are: of the side whose turn it is, or of another where a rule says so; and who sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from umpire.dice import Procedure

T = TypeVar("T")

EITHER = "either"
"""Dice that are nobody's in particular: each side throws its own, or anybody for both."""

_AGAINST = ">"
_SCREENED = "!"
"""Stands before who rolls, where nobody else sees the dice."""


class Rolling(Protocol):
    """A state that knows who rolls, if it is not the side whose turn it is, and against whom if that is not the other.

    Only this module reads what `rolls` says.
    """

    rolls: str

    @property
    def active(self) -> str: ...


def by(state: Rolling, seat: str, procedure: Procedure[T]) -> Procedure[T]:
    """A procedure the dice of which this seat rolls: `yield from by(state, unit.side, morale(...))`."""
    return _while(state, seat, procedure)


def against(state: Rolling, seat: str, procedure: Procedure[T]) -> Procedure[T]:
    """A procedure directed against this seat, by whoever rolls now: somebody may hit his own, who then save."""
    roller = (state.rolls or state.active).partition(_AGAINST)[0]
    return (yield from _while(state, f"{roller}{_AGAINST}{seat}", procedure))


def screened(state: Rolling, procedure: Procedure[T]) -> Procedure[T]:
    """A procedure the dice of which only the seat that rolls sees, as they would tell others what it may hide."""
    return (yield from _while(state, _SCREENED + (state.rolls or state.active).removeprefix(_SCREENED), procedure))


def _while(state: Rolling, rolls: str, procedure: Procedure[T]) -> Procedure[T]:
    before = state.rolls
    state.rolls = rolls
    try:
        return (yield from procedure)
    finally:
        state.rolls = before


def thrower(rolls: str, active: str, seats: Sequence[str], theirs: bool) -> str:
    """Who throws dice while this is said of who rolls; "" if it is nobody in particular.

    >>> thrower("", "A", ("A", "B"), False), thrower("", "A", ("A", "B"), True), thrower("A>A", "B", ("A", "B"), True)
    ('A', 'B', 'A')
    """
    seat, _, against = (rolls or active).removeprefix(_SCREENED).partition(_AGAINST)
    if seat == EITHER:
        return ""
    return (against or other_seat(seat, seats)) if theirs else seat


def alone(rolls: str, seats: Sequence[str]) -> str:
    """Who alone sees the dice while this is said of who rolls; "" if all do.

    >>> alone("!A", ("A", "B")), alone("!A>B", ("A", "B")), alone("A", ("A", "B"))
    ('A', 'A', '')
    """
    seat = thrower(rolls, "", seats, False) if rolls.startswith(_SCREENED) else ""
    return seat if seat in seats else ""


def other_seat(seat: str, seats: Sequence[str]) -> str:
    """Whom a roll of a seat is directed against; "" if it could be several."""
    others = [each for each in seats if each != seat]
    return others[0] if seat and len(others) == 1 else ""
