"""The state of a battle: plain records with stable ids, changed through `State.put` and `State.build` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from umpire.battle.events import Event
from umpire.battle.seats import SEATS, other
from umpire.battle.words import agreeing
from umpire.games.bptc.records import Construction, Gap, Record, Side
from umpire.games.bptc.units import CARRIED, Unit
from umpire.games.commander.standing import Standing

if TYPE_CHECKING:
    from umpire.games.bptc.content import Content
    from umpire.games.bptc.house import House
    from umpire.games.bptc.land import Scene


class State(Standing[Unit]):
    """A battle between activations, and while one runs.

    phase: "setup", "start", "initiative", "command", "command_move", "end", "over".
    """

    __slots__ = (
        "_scene", "active", "command_over", "commander", "constructions", "content", "events", "gaps", "group",
        "measuring", "over", "phase", "player_turn", "reason", "reason_rule", "rolls", "sides", "winner",
    )  # fmt: skip

    events: list[Event] | None

    def __init__(self, content: Content, record: Record) -> None:
        super().__init__(record.units, _cavalry)
        self.content = content
        self.events = None
        self._scene: Scene | None = None
        self.measuring = True
        """BPTC-CHG-02: nobody measures while a charge is being declared; never so between activations."""
        self.sides: dict[str, Side] = {side.seat: side for side in record.sides}
        self.constructions: tuple[Construction, ...] = tuple(record.constructions)
        self.gaps: tuple[Gap, ...] = tuple(record.gaps)
        self.phase = record.phase
        self.player_turn = record.player_turn
        self.active = record.active
        self.rolls = ""
        """Who rolls now, if it is not the active side (`umpire.battle.rolling`)."""
        self.commander = record.commander
        self.group: tuple[str, ...] = tuple(record.group)
        self.command_over = record.command_over
        self.winner = record.winner
        self.reason = record.reason
        self.reason_rule = record.reason_rule
        self.over = record.over

    def record(self) -> Record:
        return Record(
            list(self.units.values()), list(self.sides.values()), list(self.constructions), list(self.gaps),
            self.phase, self.player_turn, self.active, self.commander, list(self.group), self.command_over,
            self.winner, self.reason, self.reason_rule, self.over,
        )  # fmt: skip

    def copy(self) -> State:
        twin = State(self.content, self.record())
        twin.sides = {seat: side.copy() for seat, side in self.sides.items()}
        twin.measuring = self.measuring
        twin.ranked_as(self)
        twin._scene = self._scene
        return twin

    # --- Changing ---

    def build(self, built: Construction, text: str = "", rule: str = "") -> None:
        """A construction as it is now: a new one, or the new record of one."""
        kept = [each if each.id != built.id else built for each in self.constructions]
        self.constructions = tuple(kept if built in kept else [*kept, built])
        self._scene = None
        if text:
            self.tell("construction", text, rule)

    def open(self, gap: Gap) -> None:
        """BPTC-ENG-01: a way through an obstacle."""
        self.gaps = (*self.gaps, gap)
        self._scene = None

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str, only: str = "", reveals: bool = False) -> None:
        """Something happened. What is about a hidden unit its owner alone is told."""
        if self.events is None:
            return
        for piece in pieces:
            unit = self.units.get(piece)
            text = text if unit is None else agreeing(text, unit.name)
            if unit is not None and unit.hidden:
                only = unit.side
        self.events.append(Event(kind, text, rule, pieces, only, reveals))

    # --- Asking ---

    @property
    def house(self) -> House:
        return self.content.house

    @property
    def scene(self) -> Scene:
        """The ground as it is now."""
        found = self._scene
        if found is None:
            self._scene = found = self.content.land.scene(self.constructions, self.gaps)
        return found

    @property
    def turn(self) -> int:
        """The number of the game turn under way, counted from 1 (BPTC-GEN-02)."""
        return (self.player_turn + 1) // 2

    def cavalry(self) -> list[Unit]:
        """Mounted cavalry on the table, of both sides."""
        return self.ranks().notable

    def passengers(self, carrier: str) -> list[Unit]:
        mine = self.army(self.units[carrier].side)
        return [unit for unit in mine if unit.carried_by == carrier and unit.place == CARRIED]

    def construction(self, id: str) -> Construction | None:
        return next((each for each in self.constructions if each.id == id), None)

    def garrison(self, construction: str) -> Unit | None:
        """Who is in a building or behind works."""
        return next((unit for unit in self.on_table() if unit.inside == construction), None)

    def baseline_bearing(self, seat: str) -> int:
        """The bearing straight towards a side's own base edge."""
        return self.content.baseline[seat]


def _cavalry(unit: Unit) -> bool:
    """Whether a unit ever fights on horseback: those who are off their horses now are looked at too."""
    return unit.profile.arm == "cavalry"


__all__ = ["SEATS", "Construction", "Gap", "Record", "Side", "State", "Unit", "other"]
