"""Helpers for tests that roll every die by itself."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.dice import F


def scores(need: int) -> Iterator[tuple[bool, F]]:
    """One die: does it score what it needs?"""
    good = sum(face >= need for face in range(1, 7))
    yield True, F(good, 6)
    yield False, F(6 - good, 6)
