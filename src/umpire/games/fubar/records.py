"""What a state is made of besides its units, and all of it as it is saved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from umpire.games.fubar.units import Figure, Unit
from umpire.table.shapes import Base, Point, Polygon

# Compiled classes keep of an annotation no more than a plain class. msgspec, which checks what is loaded, needs these
# whole; this module itself is never compiled.
Unit.__annotations__["figures"] = tuple[Figure, ...]
Unit.__annotations__["lost_weapons"] = tuple[int, ...]
Unit.__annotations__["exposed"] = tuple[str, ...]
Figure.__annotations__["base"] = Base


class Minefield(NamedTuple):
    """A square of mines (FUBAR-SAP-03)."""

    id: str
    side: str
    x: int
    y: int
    size: int

    @property
    def shape(self) -> Polygon:
        half = self.size // 2
        x, y = self.x, self.y
        return (
            Point(x - half, y - half), Point(x + half, y - half), Point(x + half, y + half), Point(x - half, y + half)
        )  # fmt: skip


class Charge(NamedTuple):
    """A demolition charge that goes off at the end of the turn: at a unit, or at a structure."""

    side: str
    target: str
    structure: bool


class Plan(NamedTuple):
    """A move under way, for all to see: who, and the path that was declared."""

    unit: str
    path: tuple[Point, ...] = ()


@dataclass
class Side:
    """A force: what it is like, what it has left, what it has lost."""

    seat: str
    name: str
    tends: bool = False
    """It does not leave its wounded alone (FUBAR-MED-02)."""
    honours: bool = True
    """It spares medics (FUBAR-MDC-04)."""
    human: bool = True
    commander: str = ""
    """The figure that commands the force (FUBAR-LDR-06)."""
    missions: dict[str, int] = field(default_factory=dict)
    """Fire missions left, by kind; -1 is without limit (FUBAR-IND-14)."""
    start: int = 0
    """Figures at the start (FUBAR-MOR-08)."""
    broken: bool = False
    crates: int = 0
    exits: int = 0
    """Units that have left for points."""
    left: int = 0
    """The turn in which the last of them did, with crates too."""
    points: int = 0
    conceded: bool = False
    deployed: bool = False


class Record(NamedTuple):
    """Everything of a state that is saved."""

    units: list[Unit]
    sides: list[Side]
    phase: str
    turn: int
    active: str
    order: list[str]
    mines: list[Minefield]
    charges: list[Charge]
    breached: list[str]
    disabled: list[str]
    sprung: list[str]
    plan: Plan | None
    overrides: list[str]
    changes: dict[str, bool | int | str]
    winner: str
    reason: str
    reason_rule: str
    over: bool
    for_event: dict[str, bool | int | str] = {}  # noqa: RUF012
