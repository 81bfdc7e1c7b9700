"""Answers worth keeping: geometry is asked the same again and again."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def keep(memo: dict[K, V], key: K, value: V, most: int) -> V:
    """Remember an answer; a memory that holds more than so many begins anew.

    >>> memo = {1: "one", 2: "two"}
    >>> keep(memo, 3, "three", 1), memo
    ('three', {3: 'three'})
    """
    if len(memo) > most:
        memo.clear()
    memo[key] = value
    return value
