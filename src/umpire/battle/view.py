"""What one seat sees: built for it from nothing, never a state with things taken out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from umpire.table.shapes import Base, Point, Polygon, line_polygon

LOOKS = (
    "hill", "plain", "snow", "sand", "crops", "scrub", "marsh", "rough", "scorched", "water", "barred", "woods",
    "block", "road", "ditch", "ford", "bridge", "mines", "wire", "hedge", "wall", "gap", "deployment", "zone", "wreck",
    "dome", "smoke", "objective",
)  # fmt: skip
"""What areas may look like, from the ground up: what lies on top is drawn last. A block is built up, walls and hedges
are lines that shelter, nobody crosses what is barred, a gap leads through an obstacle."""


UNNAMED = ("road", "bridge", "ford", "wall", "hedge", "gap", "objective", "deployment", "wire", "wreck")
"""Lines and marks explain themselves: their names do not stand on a map."""

Outline = tuple[tuple[int, int], ...]


class Area(NamedTuple):
    """Something flat on the table: terrain, a zone, smoke."""

    id: str
    kind: str
    name: str
    outline: Outline = ()
    circle: tuple[int, int, int] | None = None
    height: int = 0
    look: str = "plain"
    """How to draw it, one of `LOOKS`, whatever the game calls it."""
    side: str = ""
    """The seat whose it is, where it is of one side only."""

    @property
    def named(self) -> bool:
        """Whether its name stands on a map."""
        return self.look not in UNNAMED


def outline_of(shape: Polygon) -> Outline:
    return tuple([(p.x, p.y) for p in shape])


def outline_of_box(west: int, south: int, east: int, north: int) -> Outline:
    return ((west, south), (east, south), (east, north), (west, north))


def round_area(id: str, kind: str, name: str, circle: tuple[int, int, int], look: str) -> Area:
    """Something round that lies flat: its middle and its radius."""
    return Area(id, kind, name, (), circle, 0, look)


def objective_area(id: str, name: str, at: tuple[int, int], radius: int) -> Area:
    """What counts for somebody, and how near one must be to it."""
    return round_area(f"objective-{id}", "objective", name, (*at, radius), "objective")


def deployment_area(seat: str, name: str, outline: Outline) -> Area:
    """Where the side of this name sets up."""
    return Area(f"zone-{seat}", f"deployment of {name}", "", outline, None, 0, "deployment", seat)


def declared_path(path: Sequence[Point], width: int) -> list[Area]:
    """The way somebody has said to go, drawn leg by leg: a path may turn back on itself."""
    return [
        Area(f"plan-{number}", "declared path", "declared path", outline_of(line_polygon(leg, width)), None, 0, "zone")
        for number, leg in enumerate(pairwise(path), 1)
        if leg[0] != leg[1]
    ]


class Figure(NamedTuple):
    """One stand, figure or model of a piece that is made of several, to scale."""

    id: str
    x: int
    y: int
    facing: int
    width: int
    depth: int
    symbol: str = ""
    markers: tuple[str, ...] = ()
    name: str = ""
    round: bool = False
    """A circle of diameter `width`, as the base it stands on."""


def figure_on(base: Base, id: str, symbol: str = "", markers: Iterable[str] = (), name: str = "") -> Figure:
    """A figure as it stands on its base."""
    return Figure(
        id, base.x, base.y, base.facing, base.width, base.depth, symbol, tuple(markers), name, base.round
    )  # fmt: skip


class Marker(NamedTuple):
    """What lies beside a piece, in words; one that counts something is drawn as its number, harm in another colour.

    `short` is one word for where there is no room for more, if the longest of `words` does not say it.
    """

    words: str
    number: int = 0
    harm: bool = False
    short: str = ""


class Piece(NamedTuple):
    """A playing piece to scale, with what its card says.

    A unit of several stands or figures is one piece: `figures` are where they are, and the piece itself stands for
    their leader or for the rectangle round them.
    """

    id: str
    side: str
    name: str
    symbol: str
    x: int
    y: int
    facing: int
    width: int
    depth: int
    markers: tuple[Marker, ...] = ()
    card: tuple[tuple[str, str], ...] = ()
    ready: bool = False
    on_table: bool = True
    figures: tuple[Figure, ...] = ()
    round: bool = False


def piece_on(
    base: Base,
    *,
    id: str,
    side: str,
    name: str,
    symbol: str,
    markers: Iterable[Marker],
    card: Iterable[tuple[str, str]],
    ready: bool,
    on_table: bool,
    figures: Iterable[Figure] = (),
) -> Piece:
    """A playing piece as it stands on its base."""
    return Piece(
        id, side, name, symbol, base.x, base.y, base.facing, base.width, base.depth, tuple(markers), tuple(card), ready,
        on_table, tuple(figures), base.round,
    )  # fmt: skip


class SideView(NamedTuple):
    seat: str
    name: str
    lines: tuple[tuple[str, str], ...] = ()
    strength: tuple[int, int] | None = None
    """Where single figures fall long before their units: how many are fit, of how many."""


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
    measuring: bool = True
    """False while the game forbids measuring: nothing may then tell a distance."""
