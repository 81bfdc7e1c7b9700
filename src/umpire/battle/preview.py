"""What would come of a choice, for whoever draws it: nothing here is a rule, and nothing is changed."""

from __future__ import annotations

from typing import NamedTuple

from umpire.battle.view import Figure


class Preview(NamedTuple):
    """Figures where they would stand, templates, pieces that would be touched, and the same in words.

    A game makes one for the seat that is asked, from what that seat knows.
    """

    figures: tuple[Figure, ...] = ()
    circles: tuple[tuple[int, int, int], ...] = ()
    """Middle and radius."""
    pieces: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
