"""Distances as players tell them: edge to edge, in whole hundredths of the game's unit, a limit included."""

from __future__ import annotations

from functools import lru_cache

from umpire.table.measure import gap
from umpire.table.memo import KEPT
from umpire.table.shapes import Base


@lru_cache(maxsize=KEPT)
def apart(a: Base, b: Base) -> int:
    """How far two bases are from each other, in hundredths, rounded to the nearest.

    >>> apart(Base(0, 0, 0, 3000, 3000), Base(8004, 0, 0, 3000, 3000))
    500
    """
    return int(gap(a, b) / 10 + 0.5)


def rounded_within(a: Base, b: Base, mils: int) -> bool:
    """Whether two bases are no farther apart than this length in thousandths; exactly as far is within."""
    ax, ay, _, aw, ad, _ = a
    bx, by, _, bw, bd, _ = b
    dx, dy = ax - bx, ay - by
    apart2 = dx * dx + dy * dy
    # From the centres alone most pairs are decided: edges are never farther apart, and nearer by no more than half of
    # what the bases measure all together.
    far = mils + 10 + (aw + ad + bw + bd) / 2
    if apart2 > far * far:
        return False
    near = mils - 10
    if near > 0 and apart2 < near * near:
        return True
    # So are most of the others, from how far the bases reach at most, and at least.
    most = mils + 10 + a.reach + b.reach
    if apart2 > most * most:
        return False
    sure = near + ((aw if aw < ad else ad) + (bw if bw < bd else bd)) / 2
    if sure > 0 and apart2 < sure * sure:
        return True
    return apart(a, b) * 10 <= mils
