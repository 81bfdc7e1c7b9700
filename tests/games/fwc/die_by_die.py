"""Helpers for tests that roll every die by itself."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from umpire.dice import Odds

F = Fraction


def plain(odds: Odds) -> dict[tuple[Any, ...], F]:
    """Odds by the plain values of the outcome; certain to sum to 1."""
    assert sum(odds.values()) == 1
    return {tuple(outcome): p for outcome, p in odds.items()}


Shares = dict[tuple[Any, ...], F]


def add(shares: Shares, outcome: tuple[Any, ...], p: F) -> None:
    if p:
        shares[outcome] = shares.get(outcome, F(0)) + p


def scores(need: int) -> Iterator[tuple[bool, F]]:
    """One die: does it score what it needs?"""
    good = sum(face >= need for face in range(1, 7))
    yield True, F(good, 6)
    yield False, F(6 - good, 6)
