"""Figures as the reference sheet of Seven Days to the River Rhine prints them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from umpire.games.rhine import sheet


def inches(length: int) -> str:
    return f"{length} in"


def d10(score: int) -> str:
    """What a D10 must show: unlike on a D6, a 6 is not its best face."""
    return f"{score}+" if score < sheet.TOP_FACE else str(score)


def dice(count: int, sides: int) -> str:
    return f"{count}D{sides}" if count else "none"


def spans(leasts: Iterable[int], most: int | None = None) -> Iterator[str]:
    """The scores of each row of a table that gives the lowest ones: `1–2`, `3–4`, and `5+` if nothing limits the last.

    >>> list(spans([1, 3, 5])), list(spans([1, 5], 6))
    (['1–2', '3–4', '5+'], ['1–4', '5–6'])
    """
    each = list(leasts)
    for low, next_low in pairwise(each):
        yield f"{low}\u2013{next_low - 1}"
    yield f"{each[-1]}+" if most is None else f"{each[-1]}\u2013{most}"
