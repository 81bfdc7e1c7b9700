"""What counts as near: measured edge to edge, in whole hundredths of a centimetre (`umpire.table.rounded`)."""

from __future__ import annotations

from umpire.table import Base
from umpire.table.rounded import apart, rounded_within

HAIR = 4.99
"""A length less than this above a limit, in thousandths of a cm, is rounded down to it."""

CONTACT = 5
"""Bases this near, in hundredths of a cm, are in contact: as much as snapping and turning can part."""


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
    return rounded_within(a, b, CONTACT * 10)


def away(far: int) -> str:
    """How far off somebody is, told in hundredths of a cm.

    >>> away(1234), away(0)
    ('12.3 cm away', 'touching')
    """
    return f"{far / 100:.1f} cm away" if far > CONTACT else "touching"
