"""What terrain means, and what a scenario puts on the table: goals, points, defence systems, traps."""

from __future__ import annotations

from typing import NamedTuple

from umpire.table.shapes import Point

Box = tuple[int, int, int, int]
"""West, south, east, north, in thousandths of an inch."""


class Feature(NamedTuple):
    """What a piece of terrain is to those who move, shoot and hide."""

    cover: str = ""
    """"", soft, moderate or hard."""
    impassable: bool = False
    road: bool = False
    linear: bool = False
    """A wall or hedge: cover to who touches it, for shots across it; it never blocks sight (FUBAR-COV-08)."""
    solid: bool = False
    """It blocks sight whoever stands where (FUBAR-FIRE-08)."""
    area: bool = False
    """A defined area: it blocks sight unless one end of the line is in it (FUBAR-COV-06)."""
    height: int = 0
    """In thousandths of an inch (FUBAR-JMP-03)."""
    structure: bool = False
    """A demolition charge breaches it (FUBAR-SAP-02)."""
    over: tuple[str, ...] = ()
    """The pieces that a bridge takes the way over, while it stands."""

    @property
    def open(self) -> bool:
        """Neither cover nor in the way of anybody."""
        return not self.cover and not self.impassable


WRECK = Feature(cover="hard", impassable=True, solid=True, height=2000)
"""FUBAR-DMG-13: what is left of a vehicle; hard cover that blocks sight."""


class Goal(NamedTuple):
    """An objective: a place worth points to who holds it at the end."""

    id: str
    name: str
    point: Point
    points: int

    @property
    def text(self) -> str:
        return f"{self.name} ({self.points} point{'s' if self.points != 1 else ''})"


class Score(NamedTuple):
    """What else is worth points.

    kind: destroyed, captured, leader, disabled, crate, vehicle, immobilised, exit, army_broken, intact or breached.
    `side` is the seat that gets them, "" every seat; `target` the system or terrain it is about.
    """

    kind: str
    side: str
    points: int
    target: str = ""
    text: str = ""


class Defence(NamedTuple):
    """A defence system: it shoots at enemies who move near it in its sight, until a sapper disables it."""

    id: str
    name: str
    point: Point
    side: str
    dice: int
    radius: int
    mark: str = ""


class Trap(NamedTuple):
    """A booby trap in a piece of terrain."""

    id: str
    terrain: str


class UnitZone(NamedTuple):
    """Where a single unit may be set up, and whether all of it must be in cover."""

    box: Box
    in_cover: bool = False
