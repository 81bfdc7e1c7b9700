"""What a state is made of besides its units, and all of it as it is saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from umpire.dice.offered import shown
from umpire.games.awt.units import Model, Unit
from umpire.table.shapes import Base, Terrain

MOST_TOKENS = 2000
"""More of either kind than any battle brings: what is offered is as long as there are tokens to lay down."""

# Compiled classes keep of an annotation no more than a plain class. msgspec, which checks what is loaded, needs these
# whole; this module itself is never compiled.
Unit.__annotations__["models"] = tuple[Model, ...]
Unit.__annotations__["in_combat"] = Unit.__annotations__["effects"] = tuple[str, ...]
Model.__annotations__["base"] = Base


class Award(NamedTuple):
    """What victory points are given for (AWT-VC-01)."""

    kind: str
    """objective: each objective held at the end of a round; captain: the enemy Captain destroyed; units: each enemy
    unit of the set-up destroyed or Broken at the end; trench: each trench held at the end of a round; no_trench: at the
    end the enemy holds none; creature: a manifested Large creature alive at the end"""
    points: int
    seat: str = ""
    """Who can earn it; "" is either side."""
    first: int = 0
    last: int = 0
    """The rounds at whose end it is given; 0: it is not given by rounds."""


class Wreck(NamedTuple):
    """What a destroyed vehicle leaves (AWT-ST-08): an Obstacle of its hull's outline."""

    unit: str
    base: Base

    @property
    def terrain(self) -> Terrain:
        return Terrain(f"wreck-{self.unit}", "obstacle", self.base.corners, 0, "wreck")


class Altered(NamedTuple):
    """A piece of terrain that is no longer what it was: its new kind, "" if it is gone."""

    piece: str
    kind: str


class Blast(NamedTuple):
    """Where a template lay: shown until somebody does something else."""

    x: int
    y: int
    radius: int


class Support(NamedTuple):
    """A unit that supports the combat in which this friend fights (AWT-CC-26)."""

    unit: str
    friend: str


@dataclass
class Side:
    """A force: its tokens, its points, and what it has tried this round."""

    seat: str
    name: str
    tokens: int = 0
    """Command Tokens."""
    manifest: int = 0
    """Manifestation tokens."""
    points: int = 0
    """Victory points."""
    start: int = 0
    """Units at set-up (AWT-CT-01)."""
    pins: tuple[str, ...] = ()
    """Enemy units pinned by own Support units this round (AWT-CT-06)."""
    pins_before: tuple[str, ...] = ()
    """The same of the round before."""
    tried: tuple[str, ...] = ()
    """Skills used this round, as AWT-SK-09 counts them."""
    jammed: bool = False
    """It may bid nothing in the next competition (Jammed Wires)."""
    conceded: bool = False
    deployed: bool = False


class Record(NamedTuple):
    """Everything of a state that is saved."""

    units: list[Unit]
    sides: list[Side]
    phase: str
    round: int
    active: str
    priority: str
    troop: str
    handed_over: bool
    fought: list[str]
    support: list[Support]
    altered: list[Altered]
    wrecks: list[Wreck]
    winner: str
    reason: str
    reason_rule: str
    over: bool
    blasts: tuple[Blast, ...] = ()


def checked(record: Record) -> Record:
    """AWT-IN-01: a record as it was read, refused in a sentence if a side has more tokens than can be."""
    for side in record.sides:
        for count, kind in ((side.tokens, "Command Tokens"), (side.manifest, "Manifestation tokens")):
            if not 0 <= count <= MOST_TOKENS:
                raise ValueError(f"side {side.seat} has from 0 to {MOST_TOKENS} {kind}, not {shown(count)}")
    return record
