"""Distances between units: edge to edge, whole hundredths of a centimetre, the limit included."""

from __future__ import annotations

from functools import lru_cache

from umpire.table import Base, gap

HAIR = 4.99
"""A length less than this above a limit, in thousandths of a cm, is rounded down to it."""

CONTACT = 5
"""Bases this near, in hundredths of a cm, are in contact: as much as snapping and turning can part."""


@lru_cache(maxsize=262_144)
def apart(a: Base, b: Base) -> int:
    """FWC-GEN-03, BPTC-GEN-03: edge to edge, in hundredths of a cm, rounded to the nearest."""
    return int(gap(a, b) / 10 + 0.5)


def within(a: Base, b: Base, mils: int) -> bool:
    """Whether two bases are no farther apart than this length in thousandths; exactly at the limit is inside."""
    dx, dy = a.x - b.x, a.y - b.y
    apart2 = dx * dx + dy * dy
    # From the centres alone most pairs are decided: edges are never farther apart, and little nearer.
    far = mils + 10 + a.reach + b.reach
    if apart2 > far * far:
        return False
    near = mils - 10
    if near > 0 and apart2 < near * near:
        return True
    return apart(a, b) * 10 <= mils


def nearer_than(a: Base, b: Base, limit: int) -> bool:
    """Whether bases are less than so many hundredths of a cm apart."""
    dx, dy = a.x - b.x, a.y - b.y
    apart2 = dx * dx + dy * dy
    far = limit * 10 + 10 + a.reach + b.reach
    if apart2 > far * far:
        return False
    near = limit * 10 - 10
    return (near > 0 and apart2 < near * near) or apart(a, b) < limit


def in_contact(a: Base, b: Base) -> bool:
    return apart(a, b) <= CONTACT
