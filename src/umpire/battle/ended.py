"""The end of a battle, for games whose states say it as `Tabletop.result` reads it."""

from __future__ import annotations

from typing import Protocol


class Ending(Protocol):
    """What a state says of its end."""

    over: bool
    phase: str
    winner: str
    reason: str
    reason_rule: str

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str) -> None: ...


def finish(state: Ending, winner: str | None, reason: str, rule: str) -> None:
    """The battle is over; nobody as the winner is a draw."""
    state.over = True
    state.phase = "over"
    state.winner = winner or ""
    state.reason = reason
    state.reason_rule = rule
    state.tell("end", reason, rule)
