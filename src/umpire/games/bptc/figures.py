"""Stands as they are drawn: where they are, and where they would be."""

from __future__ import annotations

from umpire.battle.preview import Preview
from umpire.battle.view import Figure, figure_on
from umpire.games.bptc.model import Unit
from umpire.games.bptc.stands import stands_of
from umpire.games.bptc.units import GARRISON, LIMBERED, MOUNTED
from umpire.table import Base

SYMBOLS = {
    "infantry": "I", "cavalry": "H", "artillery_foot": "G", "artillery_horse": "G", "engineer": "E", "guerrilla": "P",
    "transport": "W", "boat": "B", "command": "C",
}  # fmt: skip


def figures(unit: Unit) -> tuple[Figure, ...]:
    """The stands of a unit to scale; a garrison is in its building and shows none."""
    if unit.shelter == GARRISON or unit.profile.is_command:
        return ()
    marks = ("mounted",) if unit.mode == MOUNTED else ("limbered",) if unit.mode == LIMBERED else ()
    symbol = SYMBOLS[unit.profile.arm]
    found: list[Figure] = []
    for number, stand in enumerate(stands_of(unit), 1):
        found.append(figure_on(stand.base, f"{unit.id}-{number}", symbol, marks))
    return tuple(found)


def single(unit: Unit) -> tuple[Figure, ...]:
    return (figure_on(unit.base, unit.id, SYMBOLS[unit.profile.arm]),)


def preview(unit: Unit, *lines: str) -> Preview:
    """A unit as it would stand, with what there is to say."""
    return Preview(figures=figures(unit) or single(unit), lines=lines)


def size_of(base: Base) -> str:
    """A footprint in words."""
    return f"{base.width / 1000:g} x {base.depth / 1000:g} cm"
