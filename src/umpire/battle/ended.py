"""The end of a battle: what it came to in words, and how states say it that `Tabletop.result` reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from umpire.battle.words import sentence


class Named(Protocol):
    """A side, as far as the end of a battle tells of it."""

    @property
    def name(self) -> str: ...


class Ending(Protocol):
    """What a state says of its end."""

    over: bool
    phase: str
    winner: str
    reason: str
    reason_rule: str

    @property
    def sides(self) -> Mapping[str, Named]: ...

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str) -> None: ...


def finish(state: Ending, winner: str | None, reason: str, rule: str, told: str = "") -> None:
    """The battle is over; nobody as the winner is a draw. Told is the reason, if nothing else is."""
    state.over = True
    state.phase = "over"
    state.winner = winner or ""
    state.reason = reason
    state.reason_rule = rule
    state.tell("end", told or reason, rule)


def won(name: str | None) -> str:
    """What a battle came to, by the name of who has won it, if anybody has.

    >>> won("The Reds"), won(None)
    ('The Reds wins', 'a draw')
    """
    return f"{name} wins" if name else "a draw"


def outcome(name: str | None, reason: str) -> str:
    """Who has won, and why.

    >>> outcome("", "the turns are over")
    'A draw: the turns are over'
    """
    return sentence(f"{won(name)}: {reason}")


def over_banner(state: Ending) -> str:
    """What stands over a battle that has ended."""
    winner = state.sides[state.winner].name if state.winner else ""
    return f"The battle is over, {won(winner)}: {state.reason}."
