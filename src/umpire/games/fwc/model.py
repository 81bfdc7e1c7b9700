"""The state of a battle: plain records with stable ids, changed through `State.put` alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from umpire.battle.events import Event
from umpire.games.fwc.units import CARRIED, KO, OFF, TABLE, Profile, Unit
from umpire.table.shapes import Circle, Terrain

if TYPE_CHECKING:
    from umpire.games.fwc.content import Content
    from umpire.games.fwc.house import House

SEATS = ("A", "B")


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


class State:
    """A battle between activations, and while one runs.

    phase: "setup", "start", "initiative", "command", "command_move", "end", "over".
    """

    __slots__ = (
        "_on_table", "active", "command_over", "commander", "content", "effects", "events", "formation",
        "formation_number", "gaps", "laid", "orders", "over", "phase", "player_turn", "reason", "reason_rule", "recon",
        "sides", "units", "winner", "zones",
    )  # fmt: skip

    events: list[Event] | None

    def __init__(self, content: Content, record: Record) -> None:
        self.content = content
        self.events = None
        self._on_table: dict[str, list[Unit]] | None = None
        self.units: dict[str, Unit] = {unit.id: unit for unit in record.units}
        self.sides: dict[str, Side] = {side.seat: side for side in record.sides}
        self.phase = record.phase
        self.player_turn = record.player_turn
        self.active = record.active
        self.commander = record.commander
        self.formation: tuple[str, ...] = tuple(record.formation)
        self.formation_number = record.formation_number
        self.orders = record.orders
        self.command_over = record.command_over
        self.effects: tuple[Effect, ...] = tuple(record.effects)
        self.zones: tuple[Zone, ...] = tuple(record.zones)
        self.gaps: tuple[Gap, ...] = tuple(record.gaps)
        self.laid: tuple[Terrain, ...] = tuple(record.laid)
        self.recon: tuple[str, ...] = tuple(record.recon)
        self.winner = record.winner
        self.reason = record.reason
        self.reason_rule = record.reason_rule
        self.over = record.over

    def record(self) -> Record:
        return Record(
            list(self.units.values()), list(self.sides.values()), self.phase, self.player_turn, self.active,
            self.commander, list(self.formation), self.formation_number, self.orders, self.command_over,
            list(self.effects), list(self.zones), list(self.gaps), list(self.laid), list(self.recon), self.winner,
            self.reason, self.reason_rule, self.over,
        )  # fmt: skip

    def copy(self) -> State:
        twin: State = State.__new__(State)
        twin.content = self.content
        twin.events = None
        twin._on_table = self._on_table
        twin.units = self.units.copy()
        twin.sides = {seat: side.copy() for seat, side in self.sides.items()}
        twin.phase = self.phase
        twin.player_turn = self.player_turn
        twin.active = self.active
        twin.commander = self.commander
        twin.formation = self.formation
        twin.formation_number = self.formation_number
        twin.orders = self.orders
        twin.command_over = self.command_over
        twin.effects = self.effects
        twin.zones = self.zones
        twin.gaps = self.gaps
        twin.laid = self.laid
        twin.recon = self.recon
        twin.winner = self.winner
        twin.reason = self.reason
        twin.reason_rule = self.reason_rule
        twin.over = self.over
        return twin

    # --- Changing ---

    def put(self, unit: Unit, text: str = "", rule: str = "") -> Unit:
        """The gate: the new record of a unit, and what there is to say about it."""
        self.units[unit.id] = unit
        self._on_table = None
        if text:
            self.tell("unit", text, rule, unit.id)
        return unit

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str, only: str = "", reveals: bool = False) -> None:
        """Something happened. What is about a hidden unit, or one on board it, its owner alone is told (FWC-HID-01)."""
        if self.events is None:
            return
        for piece in pieces:
            unit = self.units.get(piece)
            if unit is not None and (unit.hidden or (unit.carried_by and self.units[unit.carried_by].hidden)):
                only = unit.side
        self.events.append(Event(kind, text, rule, pieces, only, reveals))

    # --- Asking ---

    @property
    def house(self) -> House:
        return self.content.house

    @property
    def turn(self) -> int:
        """The number of the complete turn under way, counted from 1 (FWC-GEN-02)."""
        return (self.player_turn + 1) // 2

    def of(self, seat: str) -> list[Unit]:
        """The units of a side that stand on the table."""
        return self._standing()[seat]

    def on_table(self) -> list[Unit]:
        return self._standing()["both"]

    def massive(self) -> list[Unit]:
        """The massive units on the table, which block sight (FWC-MAS-01)."""
        return self._standing()["massive"]

    def _standing(self) -> dict[str, list[Unit]]:
        found = self._on_table
        if found is None:
            everybody = [unit for unit in self.units.values() if unit.place == TABLE]
            found = {seat: [unit for unit in everybody if unit.side == seat] for seat in SEATS}
            found["both"] = everybody
            found["massive"] = [unit for unit in everybody if unit.profile.is_massive]
            self._on_table = found
        return found

    def passengers(self, carrier: str) -> list[Unit]:
        return [u for u in self.units.values() if u.carried_by == carrier and u.place == CARRIED]

    def command_value(self, unit: Unit) -> int:
        """FWC-BLD-14: the printed value less the timed penalties that run in this player turn."""
        value = unit.profile.cv
        for effect in self.effects:
            if effect.side != unit.side or effect.unit not in (unit.id, unit.profile.role):
                continue
            if effect.first <= self.player_turn and (effect.last is None or self.player_turn <= effect.last):
                value += effect.amount
        return value

    def baseline_bearing(self, seat: str) -> int:
        """The bearing straight towards a side's own baseline."""
        return self.content.baseline[seat]


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


__all__ = [
    "CARRIED",
    "KO",
    "OFF",
    "SEATS",
    "TABLE",
    "Effect",
    "Gap",
    "Profile",
    "Record",
    "Side",
    "State",
    "Unit",
    "Zone",
    "other",
]
