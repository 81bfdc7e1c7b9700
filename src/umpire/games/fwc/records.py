"""What a state is made of besides its units, and all of it as it is saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from umpire.games.fwc.units import Unit
from umpire.table.shapes import Base, Circle, Polygon, Terrain

# Compiled classes keep of an annotation no more than a plain class. msgspec, which checks what is loaded, needs these
# two whole; this module itself is never compiled.
Unit.__annotations__["base"] = Base
Terrain.__annotations__["shape"] = Polygon


class Effect(NamedTuple):
    """A timed change of command value: from player turn `first` to `last` (None: for good)."""

    unit: str
    """The command unit; or "HQ" / "CO" of a side for battlegroup-wide ones."""
    side: str
    amount: int
    first: int
    last: int | None
    rule: str


class Zone(NamedTuple):
    """Smoke or a dome: a circle made in player turn `made` by unit `source`."""

    kind: str
    x: int
    y: int
    radius: int
    made: int
    source: str

    @property
    def circle(self) -> Circle:
        return Circle(self.x, self.y, self.radius)


class Gap(NamedTuple):
    """An opening engineers made in wire or ditch (FWC-ENG-02)."""

    terrain: str
    x: int
    y: int


@dataclass
class Side:
    """A battlegroup."""

    seat: str
    name: str
    tech: str
    air: str
    breakpoint: int
    counting: int
    losses: int = 0
    withdrawn: bool = False
    conceded: bool = False
    deployed: bool = False
    has_fired: bool = False

    def copy(self) -> Side:
        return Side(
            self.seat, self.name, self.tech, self.air, self.breakpoint, self.counting, self.losses, self.withdrawn,
            self.conceded, self.deployed, self.has_fired,
        )  # fmt: skip


class Record(NamedTuple):
    """Everything of a state that is saved."""

    units: list[Unit]
    sides: list[Side]
    phase: str
    player_turn: int
    active: str
    commander: str
    formation: list[str]
    formation_number: int
    orders: int
    command_over: bool
    effects: list[Effect]
    zones: list[Zone]
    gaps: list[Gap]
    laid: list[Terrain]
    recon: list[str]
    winner: str
    reason: str
    reason_rule: str
    over: bool
