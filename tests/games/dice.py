"""Helpers for tests that roll dice: odds as fractions, scripted rolls, and every face of every die in turn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeVar

from umpire.dice import Odds, Procedure, ScriptedDice, Tally, Throw, run

F = Fraction
T = TypeVar("T")
Shares = dict[tuple[Any, ...], F]


def rolled(procedure: Procedure[T], *faces: int) -> tuple[T, list[Throw]]:
    """What comes of a procedure with these faces, all of which it must use; and what it threw."""
    dice = ScriptedDice(*faces)
    outcome = run(procedure, dice)
    assert dice.used_up(), f"{dice.faces} were not rolled"
    return outcome, dice.throws


def terms(tally: Tally) -> list[tuple[str, int]]:
    """A score by its rules, their ids without the name of the game."""
    return [(reason.rule.partition("-")[2], reason.amount) for reason in tally.reasons]


def plain(found: Odds) -> Shares:
    """Odds by the plain values of the outcome; certain to sum to 1."""
    assert sum(found.values()) == 1
    return {tuple(outcome): p for outcome, p in found.items()}


def add(shares: Shares, outcome: tuple[Any, ...], p: F) -> None:
    """One more way to an outcome, if it can happen."""
    if p:
        shares[outcome] = shares.get(outcome, F(0)) + p


def faces(sides: int) -> Iterator[tuple[int, F]]:
    """One die, face by face."""
    for face in range(1, sides + 1):
        yield face, F(1, sides)
