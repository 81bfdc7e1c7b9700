"""What one seat sees: built for it from nothing, never a state with things taken out."""

from __future__ import annotations

from typing import Any, NamedTuple

LOOKS = (
    "woods", "block", "hill", "water", "road", "wall", "wire", "ditch", "rough", "crops", "scorched", "smoke", "dome",
    "zone", "deployment", "objective", "gap", "plain",
)  # fmt: skip
"""What areas may look like: a block is built up, a wall is a line that shelters, a gap leads through an obstacle."""


class Area(NamedTuple):
    """Something flat on the table: terrain, a zone, smoke."""

    id: str
    kind: str
    name: str
    outline: tuple[tuple[int, int], ...] = ()
    circle: tuple[int, int, int] | None = None
    height: int = 0
    look: str = ""
    """How to draw it, one of `LOOKS`, whatever the game calls it; "" leaves that to whoever draws."""


class Piece(NamedTuple):
    """A playing piece to scale, with what its card says."""

    id: str
    side: str
    name: str
    symbol: str
    x: int
    y: int
    facing: int
    width: int
    depth: int
    markers: tuple[str, ...] = ()
    card: tuple[tuple[str, str], ...] = ()
    ready: bool = False
    on_table: bool = True


class SideView(NamedTuple):
    seat: str
    name: str
    lines: tuple[tuple[str, str], ...] = ()


class View(NamedTuple):
    """The table as a seat sees it."""

    game: str
    scenario: str
    seat: str | None
    banner: str
    turn: int
    length_unit: str
    size: tuple[int, int]
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]
    sides: tuple[SideView, ...]
    active: str = ""
    extra: tuple[tuple[str, Any], ...] = ()
