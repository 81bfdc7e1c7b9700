"""The state of a battle: plain records with stable ids, changed through `State.put` alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from umpire.battle.events import Event
from umpire.battle.seats import SEATS, other
from umpire.games.awt.units import LOST, RESERVE, TABLE, Arm, Model, Profile, Unit, Weapon
from umpire.table.shapes import Base, Terrain

if TYPE_CHECKING:
    from umpire.games.awt.content import Content
    from umpire.games.awt.house import House

__all__ = [
    "LOST",
    "RESERVE",
    "SEATS",
    "TABLE",
    "TROOPS",
    "Altered",
    "Arm",
    "Award",
    "Blast",
    "Model",
    "Profile",
    "Record",
    "Side",
    "State",
    "Support",
    "Unit",
    "Weapon",
    "Wreck",
    "other",
]

TROOPS = ("cannonade", "elite", "line")
"""The three activation phases of a round, in their order."""


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
    """The rounds at whose end it is given; 0: see its kind."""


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
    bid: int = 0
    """What it has laid down in the last competition."""
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


class State:
    """A battle between activations, and while one runs.

    phase: "setup", "tokens", "roll_off", "command", "muster", "combat", "flight", "bid", "activate", "round_end",
    "over". `priority` is the seat with priority in the Command Phase, `active` the one that acts now, `troop` the
    activation phase, and `handed_over` whether the first of the two has passed already.
    """

    __slots__ = (
        "active",
        "altered",
        "blasts",
        "content",
        "events",
        "fought",
        "handed_over",
        "over",
        "phase",
        "priority",
        "reason",
        "reason_rule",
        "round",
        "sides",
        "support",
        "troop",
        "units",
        "winner",
        "wrecks",
    )

    events: list[Event] | None

    def __init__(self, content: Content, record: Record) -> None:
        self.content = content
        self.events = None
        self.units: dict[str, Unit] = {unit.id: unit for unit in record.units}
        self.sides: dict[str, Side] = {side.seat: side for side in record.sides}
        self.phase = record.phase
        self.round = record.round
        self.active = record.active
        self.priority = record.priority
        self.troop = record.troop
        self.handed_over = record.handed_over
        self.fought: tuple[str, ...] = tuple(record.fought)
        """Units whose close combat of this round is over."""
        self.support: tuple[Support, ...] = tuple(record.support)
        self.altered: tuple[Altered, ...] = tuple(record.altered)
        self.wrecks: tuple[Wreck, ...] = tuple(record.wrecks)
        self.winner = record.winner
        self.reason = record.reason
        self.reason_rule = record.reason_rule
        self.over = record.over
        self.blasts: tuple[Blast, ...] = tuple(record.blasts)

    def record(self) -> Record:
        return Record(
            list(self.units.values()),
            list(self.sides.values()),
            self.phase,
            self.round,
            self.active,
            self.priority,
            self.troop,
            self.handed_over,
            list(self.fought),
            list(self.support),
            list(self.altered),
            list(self.wrecks),
            self.winner,
            self.reason,
            self.reason_rule,
            self.over,
            self.blasts,
        )

    def copy(self) -> State:
        twin: State = State.__new__(State)
        twin.content = self.content
        twin.events = None
        twin.units = self.units.copy()
        twin.sides = {seat: replace(side) for seat, side in self.sides.items()}
        twin.phase = self.phase
        twin.round = self.round
        twin.active = self.active
        twin.priority = self.priority
        twin.troop = self.troop
        twin.handed_over = self.handed_over
        twin.fought = self.fought
        twin.support = self.support
        twin.altered = self.altered
        twin.wrecks = self.wrecks
        twin.winner = self.winner
        twin.reason = self.reason
        twin.reason_rule = self.reason_rule
        twin.over = self.over
        twin.blasts = self.blasts
        return twin

    # --- Changing ---

    def put(self, unit: Unit, text: str = "", rule: str = "") -> Unit:
        """The gate: the new record of a unit, and what there is to say about it."""
        self.units[unit.id] = unit
        if text:
            self.tell("unit", text, rule, unit.id)
        return unit

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str, only: str = "") -> None:
        """Something happened."""
        if self.events is not None:
            self.events.append(Event(kind, text, rule, pieces, only))

    def spend(self, seat: str, tokens: int) -> None:
        """Command Tokens leave the pool (AWT-IN-03: never more than there are)."""
        side = self.sides[seat]
        assert 0 <= tokens <= side.tokens
        side.tokens -= tokens

    # --- Asking ---

    @property
    def house(self) -> House:
        return self.content.house

    def of(self, seat: str) -> list[Unit]:
        """The units of a side that stand on the table."""
        return [unit for unit in self.units.values() if unit.side == seat and unit.place == TABLE]

    def on_table(self) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.place == TABLE]

    def captain(self, seat: str) -> Unit | None:
        """The Captain of a side, if neither Broken nor destroyed."""
        return next((unit for unit in self.of(seat) if unit.has("captain") and not unit.broken), None)
