"""The state of a battle: plain records with stable ids, changed through `State.put` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from umpire.battle.events import Event
from umpire.battle.seats import SEATS, other
from umpire.battle.words import agreeing
from umpire.games.commander.standing import Standing
from umpire.games.fwc.records import Effect, Gap, Record, Side, Zone
from umpire.games.fwc.units import CARRIED, KO, OFF, TABLE, Profile, Unit
from umpire.table.measure import Links
from umpire.table.shapes import Terrain

if TYPE_CHECKING:
    from umpire.games.fwc.content import Content
    from umpire.games.fwc.house import House


class State(Standing[Unit]):
    """A battle between activations, and while one runs.

    phase: "setup", "start", "initiative", "command", "command_move", "end", "over".
    """

    __slots__ = (
        "active", "command_over", "commander", "content", "effects", "events", "formation", "formation_number", "gaps",
        "house", "laid", "linked", "orders", "over", "phase", "player_turn", "reason", "reason_rule", "recon", "rolls",
        "sides", "winner", "zones",
    )  # fmt: skip

    events: list[Event] | None

    def __init__(self, content: Content, record: Record) -> None:
        super().__init__(record.units, _massive)
        self.content = content
        self.house: House = content.house
        self.events = None
        self.linked: dict[str, Links] = {}
        """Who of a side stands near whom, as last measured: see `formations`."""
        self.sides: dict[str, Side] = {side.seat: side for side in record.sides}
        self.phase = record.phase
        self.player_turn = record.player_turn
        self.active = record.active
        self.rolls = ""
        """Who rolls now, if it is not the active side (`umpire.battle.rolling`)."""
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
        twin = State(self.content, self.record())
        twin.sides = {seat: side.copy() for seat, side in self.sides.items()}
        twin.ranked_as(self)
        twin.linked = self.linked.copy()
        return twin

    # --- Changing ---

    @property
    def heard(self) -> bool:
        """Whether anybody listens: a rule whose words take long to find looks for them only then."""
        return self.events is not None

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str, only: str = "", reveals: bool = False) -> None:
        """Something happened. What is about a hidden unit, or one on board it, its owner alone is told (FWC-HID-01)."""
        if self.events is None:
            return
        for piece in pieces:
            unit = self.units.get(piece)
            text = text if unit is None else agreeing(text, unit.name)
            if unit is not None and self.concealed(unit):
                only = unit.side
        self.events.append(Event(kind, text, rule, pieces, only, reveals))

    # --- Asking ---

    @property
    def turn(self) -> int:
        """The number of the complete turn under way, counted from 1 (FWC-GEN-02)."""
        return (self.player_turn + 1) // 2

    def concealed(self, unit: Unit) -> bool:
        """FWC-HID-01: whether a unit is hidden, or on board one that is: its owner alone knows of it."""
        return unit.hidden or (bool(unit.carried_by) and self.units[unit.carried_by].hidden)

    def massive(self) -> list[Unit]:
        """The massive units on the table, which block sight (FWC-MAS-01)."""
        return self.ranks().notable

    def passengers(self, carrier: str) -> list[Unit]:
        mine = self.army(self.units[carrier].side)
        return [u for u in mine if u.carried_by == carrier and u.place == CARRIED]

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


def _massive(unit: Unit) -> bool:
    return unit.profile.is_massive


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
