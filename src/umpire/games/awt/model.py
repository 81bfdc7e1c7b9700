"""The state of a battle: plain records with stable ids, changed through `State.put` alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from umpire.battle.events import Event
from umpire.battle.seats import SEATS, other
from umpire.battle.words import agreeing
from umpire.games.awt.records import Altered, Award, Blast, Record, Side, Support, Wreck
from umpire.games.awt.units import LOST, RESERVE, TABLE, Arm, Model, Profile, Unit, Weapon

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


class State:
    """A battle between activations, and while one runs.

    phase: "setup", "tokens", "roll_off", "command", "muster", "combat", "flight", "bid", "activate", "round_end",
    "over". `priority` is the seat with priority in the Command Phase, `active` the one that acts now, `troop` the
    activation phase, and `handed_over` whether the first of the two has passed already.
    """

    __slots__ = (
        "acting",
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
        "rolls",
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
        self.acting = ""
        """The unit in the middle of its activation: it is not done before that is over."""
        self.rolls = ""
        """Who rolls now, if it is not the active side (`umpire.battle.rolling`)."""
        self.priority = record.priority
        self.troop = record.troop
        self.handed_over = record.handed_over
        self.fought: tuple[str, ...] = tuple(record.fought)
        """Units whose close combat of this round is over; in step 5, those that have made their compulsory move."""
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
        twin = State(self.content, self.record())
        twin.sides = {seat: replace(side) for seat, side in self.sides.items()}
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
            unit = self.units.get(pieces[0]) if pieces else None
            text = text if unit is None else agreeing(text, unit.name)
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

    @property
    def side_names(self) -> tuple[str, str]:
        return self.sides["A"].name, self.sides["B"].name

    def of(self, seat: str) -> list[Unit]:
        """The units of a side that stand on the table."""
        return [unit for unit in self.units.values() if unit.side == seat and unit.place == TABLE]

    def on_table(self) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.place == TABLE]

    def captain(self, seat: str) -> Unit | None:
        """The Captain of a side, if neither Broken nor destroyed."""
        return next((unit for unit in self.of(seat) if unit.has("captain") and not unit.broken), None)
