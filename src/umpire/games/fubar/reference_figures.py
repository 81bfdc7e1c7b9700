"""Figures as the reference sheet of FUBAR Imperial Commander prints them."""

from __future__ import annotations

from umpire.games.fubar.sheet import INCH
from umpire.games.fubar.units import UNLIMITED


def reach(length: int) -> str:
    """A length in inches, without the word.

    >>> reach(12_000), reach(4_500), reach(UNLIMITED)
    ('12', '4.5', '∞')
    """
    if length >= UNLIMITED:
        return "∞"
    return f"{length / INCH:g}"


def inches(length: int) -> str:
    return f"{reach(length)} in"
