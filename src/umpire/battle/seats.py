"""The two sides of a table."""

from __future__ import annotations

SEATS = ("A", "B")


def other(seat: str) -> str:
    """The enemy's seat.

    >>> other("A"), other("B")
    ('B', 'A')
    """
    return "B" if seat == "A" else "A"
