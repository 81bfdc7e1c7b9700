"""Answers worth keeping: geometry is asked the same again and again."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


KEPT = 30_000
"""How many answers of a kind are kept: more than a battle asks for again, and no burden after a thousand battles."""


def keep(memo: dict[K, V], key: K, value: V, most: int = KEPT) -> V:
    """Remember an answer; a memory that holds more than so many begins anew.

    >>> memo = {1: "one", 2: "two"}
    >>> keep(memo, 3, "three", 1), memo
    ('three', {3: 'three'})
    """
    if len(memo) > most:
        memo.clear()
    memo[key] = value
    return value
