"""Helpers for tests that roll every die by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.games.dice import F


def faces(dice: int) -> Iterator[tuple[int, ...]]:
    """All ways so many dice can fall; one way for none."""
    return product(range(1, 7), repeat=dice)


def scores(needs: list[int]) -> Iterator[tuple[int, F]]:
    """Dice that need these scores, die by die: how many reach them, with the chance of each way to fall."""
    for reached in product((True, False), repeat=len(needs)):
        p = F(1)
        for good, need in zip(reached, needs, strict=True):
            p *= F(7 - need, 6) if good else F(need - 1, 6)
        yield sum(reached), p


def through(groups: list[tuple[int, int]], save: int | None, spare: int) -> dict[int, F]:
    """Unsaved hits, die by die: BPTC-CAS-03, CAS-04, SAV-01, SAV-02."""
    found: dict[int, F] = {}
    for hits, p in scores([need for count, need in groups for _ in range(count)]):
        if save is None or hits == 0:
            found[hits] = found.get(hits, F(0)) + p
            continue
        for saved, share in scores([save] * (hits + spare)):
            left = hits - min(hits, saved)
            found[left] = found.get(left, F(0)) + p * share
    return found
