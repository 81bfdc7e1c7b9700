"""What a state is made of besides its units, and all of it as it is saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from umpire.games.rhine.units import Aim, Unit
from umpire.table.shapes import Base, Circle, Point, Terrain

# Compiled classes keep of an annotation no more than a plain class. msgspec, which checks what is loaded, needs these
# whole; this module itself is never compiled.
Unit.__annotations__["base"] = Base
Unit.__annotations__["aims"] = tuple[Aim, ...]
Aim.__annotations__["place"] = Point


class Smoke(NamedTuple):
    """A disc of smoke; it goes at the end of turn `last` (RHINE-SMK-02)."""

    x: int
    y: int
    radius: int
    last: int

    @property
    def circle(self) -> Circle:
        return Circle(self.x, self.y, self.radius)


class Wreck(NamedTuple):
    """What a destroyed vehicle leaves (RHINE-PEN-09): a veil, rough ground."""

    unit: str
    base: Base

    @property
    def terrain(self) -> Terrain:
        return Terrain(f"wreck-{self.unit}", "wreck", self.base.corners, 0, "wreck")


class Plan(NamedTuple):
    """What a unit is to do in its activation, declared whole (RHINE-ACT-14)."""

    unit: str
    actions: tuple[str, ...]
    """One or two of move, rapid, rapid_road, fire, smoke, assault; none is `hold`."""
    path: tuple[Point, ...] = ()
    facing: int = 0
    target: str = ""
    weapon: int = 0
    """The index of the weapon fired with."""
    mount: str = ""
    """The transport a foot unit gets into at the end of its move."""
    unload: tuple[str, ...] = ()
    """The passengers a transport lets out after its move."""
    start: Base | None = None
    """How it stands before it does anything, on the table or just coming onto it (RHINE-REACT-13)."""
    moved: tuple[str, ...] = ()
    """The enemies who have moved in reaction to it so far (RHINE-TRN-02, MOD-01)."""

    @property
    def moves(self) -> bool:
        return any(action in MOVES for action in self.actions)


MOVES = ("move", "rapid", "rapid_road", "assault")


@dataclass
class Side:
    """A battlegroup: its tokens, its duty to spend one, its losses."""

    seat: str
    name: str
    pool: int = 0
    must_spend: bool = False
    """RHINE-TURN-05: it has received the initiative and may not hand it back yet."""
    checked: bool = False
    """It has made its one morale check of the turn (option `bmc_scope` = all_units)."""
    start_bp: int = 0
    lost_bp: int = 0
    points: int = 0
    """Victory points."""
    conceded: bool = False
    deployed: bool = False


class Record(NamedTuple):
    """Everything of a state that is saved."""

    units: list[Unit]
    sides: list[Side]
    phase: str
    turn: int
    active: str
    smoke: list[Smoke]
    wrecks: list[Wreck]
    plan: Plan | None
    winner: str
    reason: str
    reason_rule: str
    over: bool
