"""Luck: what the dice made against what was to be expected, with the error of that expectation.

Only dice with a score of their own count: those are made or missed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from umpire.battle.events import Event, Thrown
from umpire.battle.view import View
from umpire.server.messages import LuckOut


class Tallied:
    """The dice of one side."""

    def __init__(self) -> None:
        self.rolls = 0
        self.dice = 0
        self.made = 0
        self.expected = 0.0
        self.variance = 0.0

    def count(self, throw: Thrown) -> None:
        chance = chance_of(throw)
        self.rolls += 1
        self.dice += len(throw.faces)
        self.made += throw.made
        self.expected += len(throw.faces) * chance
        self.variance += len(throw.faces) * chance * (1 - chance)


def chance_of(throw: Thrown) -> float:
    """The chance of each die to score what it needs."""
    return sum(map(throw.counts, range(1, throw.sides + 1))) / throw.sides


def luck(events: Sequence[Event], view: View) -> list[LuckOut]:
    """The luck of each side, in the order of the seats."""
    found = {side.seat: Tallied() for side in view.sides}
    for event in events:
        for throw in event.throws:
            if throw.each and throw.by in found:
                found[throw.by].count(throw)
    names = {side.seat: side.name for side in view.sides}
    return [_out(seat, names, tallied) for seat, tallied in found.items()]


def _out(seat: str, names: Mapping[str, str], tallied: Tallied) -> LuckOut:
    error = sqrt(tallied.variance)
    sigmas = (tallied.made - tallied.expected) / error if error else 0.0
    said = f"{tallied.made} made of {tallied.dice}, {tallied.expected:.1f} ± {error:.1f} expected"
    return LuckOut(
        seat, names[seat], tallied.rolls, tallied.dice, tallied.made, round(tallied.expected, 2), round(error, 2),
        round(sigmas, 2), said if tallied.dice else "no dice yet",
    )  # fmt: skip
