"""The state of a battle: plain records with stable ids, changed through `State.put` alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from umpire.battle.events import Event
from umpire.battle.seats import SEATS, other
from umpire.battle.words import agreeing
from umpire.games.rhine.records import MOVES, Plan, Record, Side, Smoke, Wreck
from umpire.games.rhine.units import AIR, CARRIED, LOST, RESERVE, TABLE, Aim, Profile, Unit, Weapon
from umpire.table.shapes import Base

if TYPE_CHECKING:
    from umpire.games.rhine.content import Content
    from umpire.games.rhine.house import House

__all__ = [
    "AIR",
    "CARRIED",
    "LOST",
    "MOVES",
    "RESERVE",
    "SEATS",
    "TABLE",
    "Aim",
    "Plan",
    "Profile",
    "Record",
    "Side",
    "Smoke",
    "State",
    "Unit",
    "Weapon",
    "Wreck",
    "other",
]


Obstacle = tuple[int, int, int, Base, str]
"""A vehicle in the way of sight: its middle, how far from there it reaches at most, its base, whose it is."""


class Glances:
    """What was found out about sight past vehicles, wrecks and smoke, good as long as none of them changes."""

    __slots__ = ("hidden", "seen", "smoke", "vehicles", "wrecks")

    def __init__(self, vehicles: list[Obstacle], wrecks: tuple[Wreck, ...], smoke: tuple[Smoke, ...]) -> None:
        self.vehicles = vehicles
        self.wrecks = wrecks
        self.smoke = smoke
        self.seen: dict[tuple[Base, Base, tuple[str, ...]], bool] = {}
        """Whether two bases see each other, those of some units left out."""
        self.hidden: dict[tuple[Base, Base, tuple[str, ...]], int] = {}
        """How much of the second is hidden from the first."""


class State:
    """A battle between activations, and while one runs.

    phase: "setup", "turn_start", "initiative", "active", "turn_end", "over". `active` is the seat with the initiative
    (during set-up: the seat that places next).
    """

    __slots__ = (
        "_glances",
        "_vehicles",
        "active",
        "content",
        "events",
        "over",
        "phase",
        "plan",
        "reason",
        "reason_rule",
        "rolls",
        "sides",
        "smoke",
        "turn",
        "units",
        "winner",
        "wrecks",
    )

    events: list[Event] | None

    def __init__(self, content: Content, record: Record) -> None:
        self.content = content
        self.events = None
        self._vehicles: list[Obstacle] | None = None
        self._glances: Glances | None = None
        self.units: dict[str, Unit] = {unit.id: unit for unit in record.units}
        self.sides: dict[str, Side] = {side.seat: side for side in record.sides}
        self.phase = record.phase
        self.turn = record.turn
        self.active = record.active
        self.rolls = ""
        """Who rolls now, if it is not the active side (`umpire.battle.rolling`)."""
        self.smoke: tuple[Smoke, ...] = tuple(record.smoke)
        self.wrecks: tuple[Wreck, ...] = tuple(record.wrecks)
        self.plan = record.plan
        """The plan under way, for all to see."""
        self.winner = record.winner
        self.reason = record.reason
        self.reason_rule = record.reason_rule
        self.over = record.over

    def record(self) -> Record:
        return Record(
            list(self.units.values()),
            list(self.sides.values()),
            self.phase,
            self.turn,
            self.active,
            list(self.smoke),
            list(self.wrecks),
            self.plan,
            self.winner,
            self.reason,
            self.reason_rule,
            self.over,
        )

    def copy(self) -> State:
        twin = State(self.content, self.record())
        twin.sides = {seat: replace(side) for seat, side in self.sides.items()}
        return twin

    # --- Changing ---

    def put(self, unit: Unit, text: str = "", rule: str = "") -> Unit:
        """The gate: the new record of a unit, and what there is to say about it."""
        self.units[unit.id] = unit
        self._vehicles = None
        if text:
            self.tell("unit", text, rule, unit.id)
        return unit

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str, only: str = "") -> None:
        """Something happened."""
        if self.events is not None:
            unit = self.units.get(pieces[0]) if pieces else None
            text = text if unit is None else agreeing(text, unit.name)
            self.events.append(Event(kind, text, rule, pieces, only))

    def spend(self, seat: str) -> None:
        """A token leaves the pool (RHINE-POOL-08: never one that is not there)."""
        side = self.sides[seat]
        assert side.pool > 0
        side.pool -= 1

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

    @property
    def vehicles(self) -> list[Obstacle]:
        """The vehicles on the table as they stand in the way; asked for at every look, so kept until a unit changes."""
        found = self._vehicles
        if found is None:
            found = self._vehicles = [
                (unit.base.x, unit.base.y, (unit.base.width + unit.base.depth) // 2 + 2, unit.base, unit.id)
                for unit in self.units.values()
                if unit.place == TABLE and unit.profile.is_vehicle
            ]
        return found

    @property
    def glances(self) -> Glances:
        """Who sees whom, as far as somebody asked since anything changed."""
        found, vehicles = self._glances, self.vehicles
        if (
            found is None
            or found.vehicles is not vehicles
            or found.wrecks is not self.wrecks
            or found.smoke is not self.smoke
        ):
            found = self._glances = Glances(vehicles, self.wrecks, self.smoke)
        return found

    def passengers(self, carrier: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.carried_by == carrier and unit.place == CARRIED]

    def commander(self, seat: str) -> Unit | None:
        """The command unit of a side, if it lives (RHINE-POOL-04, 05)."""
        for unit in self.units.values():
            if unit.side == seat and unit.profile.command and unit.place != LOST:
                return unit
        return None
