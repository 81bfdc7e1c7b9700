"""What a state is made of besides its units, and all of it as it is saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from umpire.games.bptc.units import Unit, Work
from umpire.table.shapes import Base, Point, Polygon

# Compiled classes keep of an annotation no more than a plain class. msgspec, which checks what is loaded, needs these
# whole; this module itself is never compiled.
Unit.__annotations__["base"] = Base
Unit.__annotations__["works"] = tuple[Work, ...]


class Feature(NamedTuple):
    """A piece of terrain: its class, what the ground is like, the cover it gives, whether it hides what is behind."""

    id: str
    name: str
    cls: str
    shape: Polygon
    ground: tuple[str, ...] = ()
    cover: str = "none"
    blocks: bool = False
    height: int = 0
    look: str = "plain"
    parts: tuple[Polygon, ...] = ()
    """Of a line with sharp bends what lies between them: each is met and crossed by itself."""


class Construction(NamedTuple):
    """A building, works or a bridge (BPTC-CON-01 to 04)."""

    id: str
    name: str
    kind: str
    base: Base
    hits: int = 0
    destroyed: bool = False


class Gap(NamedTuple):
    """An opening that engineers made in an obstacle or works (BPTC-ENG-01)."""

    terrain: str
    x: int
    y: int


class Objective(NamedTuple):
    """What scores at the end. kind: "hold" a feature or construction, or "exit" by the road."""

    id: str
    name: str
    points: int
    kind: str
    target: str
    destroyed: str = ""
    """Who has the points if it is destroyed."""
    default: str = ""
    """Who has them if nobody holds it."""
    exits: tuple[tuple[str, Point], ...] = ()
    """For each seat, where its units leave."""


@dataclass
class Side:
    """An army."""

    seat: str
    name: str
    initiative: int
    """BPTC-INI-02: the initiative distance, in thousandths of a cm."""
    breakpoint: int
    counting: int
    lost: int = 0
    exited: int = 0
    """Counting units that left by the road for the objective."""
    withdrawn: bool = False
    conceded: bool = False
    deployed: bool = False

    def copy(self) -> Side:
        return Side(
            self.seat, self.name, self.initiative, self.breakpoint, self.counting, self.lost, self.exited,
            self.withdrawn, self.conceded, self.deployed,
        )  # fmt: skip


class Record(NamedTuple):
    """Everything of a state that is saved."""

    units: list[Unit]
    sides: list[Side]
    constructions: list[Construction]
    gaps: list[Gap]
    phase: str
    player_turn: int
    active: str
    commander: str
    group: list[str]
    command_over: bool
    winner: str
    reason: str
    reason_rule: str
    over: bool


def fresh_record(
    units: Sequence[Unit], sides: Sequence[Side], constructions: Sequence[Construction], deploys: str
) -> Record:
    """Before deployment: everybody off the table."""
    return Record(
        units=list(units), sides=list(sides), constructions=list(constructions), gaps=[], phase="setup",
        player_turn=0, active=deploys, commander="", group=[], command_over=False, winner="", reason="",
        reason_rule="", over=False,
    )  # fmt: skip
