"""The state of a battle: plain records with stable ids, changed through `State.put` alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from umpire.battle.events import Event
from umpire.battle.words import agreeing
from umpire.games.fubar.records import Charge, Minefield, Plan, Record, Side
from umpire.games.fubar.units import (
    ACTIVE,
    CAPTURED,
    CARRIED,
    DEAD,
    EXITED,
    GONE,
    LOST,
    NORMAL,
    OFF,
    PENALISED,
    RESERVE,
    TABLE,
    WOUNDED,
    Figure,
    Profile,
    Unit,
    Weapon,
)
from umpire.table.shapes import Base

if TYPE_CHECKING:
    from umpire.games.fubar.content import Content
    from umpire.games.fubar.house import House

__all__ = [
    "ACTIVE",
    "CAPTURED",
    "CARRIED",
    "DEAD",
    "EXITED",
    "GONE",
    "LOST",
    "NORMAL",
    "OFF",
    "PENALISED",
    "RESERVE",
    "TABLE",
    "WOUNDED",
    "Charge",
    "Figure",
    "Minefield",
    "Plan",
    "Profile",
    "Record",
    "Side",
    "State",
    "Unit",
    "Weapon",
]


def changed(house: House, changes: Mapping[str, bool | int | str]) -> House:
    """The house rules with what the players agreed to change in play (FUBAR-GEN-01)."""
    return house._replace(**changes) if changes else house  # type: ignore[arg-type]


class State:
    """A battle between activations, and while one runs.

    phase: "setup", "melee", "initiative", "activation", "end", "over". `active` is the seat that holds the initiative
    (during set-up: the seat that places next), `order` the seats by their initiative, the highest first.
    """

    __slots__ = (
        "acting",
        "active",
        "breached",
        "changes",
        "charges",
        "content",
        "disabled",
        "events",
        "for_event",
        "house",
        "mines",
        "order",
        "over",
        "overrides",
        "phase",
        "plan",
        "reason",
        "reason_rule",
        "rolls",
        "sides",
        "sprung",
        "turn",
        "units",
        "winner",
    )

    events: list[Event] | None

    def __init__(self, content: Content, record: Record) -> None:
        self.content = content
        self.events = None
        self.units: dict[str, Unit] = {unit.id: unit for unit in record.units}
        self.sides: dict[str, Side] = {side.seat: side for side in record.sides}
        self.phase = record.phase
        self.turn = record.turn
        self.active = record.active
        self.acting = ""
        """The unit in the middle of its activation: it is not done before that is over."""
        self.rolls = ""
        """Who rolls now, if it is not the active side (`umpire.battle.rolling`)."""
        self.order: tuple[str, ...] = tuple(record.order)
        self.mines: tuple[Minefield, ...] = tuple(record.mines)
        self.charges: tuple[Charge, ...] = tuple(record.charges)
        self.breached: tuple[str, ...] = tuple(record.breached)
        """Structures that are gone."""
        self.disabled: tuple[str, ...] = tuple(record.disabled)
        """Defence systems that are out of order."""
        self.sprung: tuple[str, ...] = tuple(record.sprung)
        """Booby traps that have gone off or been disarmed."""
        self.plan = record.plan
        self.overrides: tuple[str, ...] = tuple(record.overrides)
        """What the players have agreed on beside the rules (FUBAR-GEN-01)."""
        self.changes: dict[str, bool | int | str] = dict(record.changes)
        """House rules they have changed in play."""
        self.for_event: dict[str, bool | int | str] = dict(record.for_event)
        """House rules they have changed for the present activation alone."""
        self.house: House = changed(content.house, {**self.changes, **self.for_event})
        self.winner = record.winner
        self.reason = record.reason
        self.reason_rule = record.reason_rule
        self.over = record.over

    def record(self) -> Record:
        return Record(
            list(self.units.values()), list(self.sides.values()), self.phase, self.turn, self.active, list(self.order),
            list(self.mines), list(self.charges), list(self.breached), list(self.disabled), list(self.sprung),
            self.plan, list(self.overrides), dict(self.changes), self.winner, self.reason, self.reason_rule, self.over,
            dict(self.for_event),
        )  # fmt: skip

    def copy(self) -> State:
        twin = State(self.content, self.record())
        twin.sides = {seat: replace(side, missions=dict(side.missions)) for seat, side in self.sides.items()}
        return twin

    # --- Changing ---

    def agree(self, option: str, value: bool | int | str, for_event: bool) -> None:
        """FUBAR-GEN-01: a house rule is changed, for the present activation alone or for the rest of the battle."""
        if for_event:
            self.for_event = {**self.for_event, option: value}
        else:
            self.changes = {**self.changes, option: value}
            self.for_event = {name: kept for name, kept in self.for_event.items() if name != option}
        self.house = changed(self.content.house, {**self.changes, **self.for_event})

    def end_event(self) -> None:
        """FUBAR-GEN-01: what was agreed for one activation is over with it."""
        if self.for_event:
            names = ", ".join(self.for_event)
            self.for_event = {}
            self.house = changed(self.content.house, self.changes)
            self.tell("agreed", f"What was agreed for this event is over: {names}", "FUBAR-GEN-01")

    def put(self, unit: Unit, text: str = "", rule: str = "") -> Unit:
        """The gate: the new record of a unit, and what there is to say about it."""
        self.units[unit.id] = unit
        if text:
            self.tell("unit", text, rule, unit.id)
        return unit

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str) -> None:
        """Something happened."""
        if self.events is not None:
            unit = self.units.get(pieces[0]) if pieces else None
            text = text if unit is None else agreeing(text, unit.name)
            self.events.append(Event(kind, text, rule, pieces))

    # --- Asking ---

    @property
    def seats(self) -> tuple[str, ...]:
        return self.content.seats

    def of(self, seat: str) -> list[Unit]:
        """The units of a side that stand on the table."""
        return [unit for unit in self.units.values() if unit.side == seat and unit.place == TABLE]

    def on_table(self) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.place == TABLE]

    def enemies(self, seat: str) -> list[Unit]:
        """The units of all other sides on the table with anybody or anything left in them."""
        return [
            unit
            for unit in self.units.values()
            if unit.side != seat and unit.place == TABLE and not unit.wrecked and not unit.destroyed
        ]

    def passengers(self, carrier: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.carried_by == carrier and unit.place == CARRIED]

    def commander(self, seat: str) -> tuple[Unit, Figure] | None:
        """Who commands a force, while he is fit to (FUBAR-LDR-06)."""
        unit = self.unit_of(self.sides[seat].commander)
        if unit is None or unit.place != TABLE:
            return None
        figure = unit.figure(self.sides[seat].commander)
        return (unit, figure) if figure.status == ACTIVE else None

    def unit_of(self, figure_id: str) -> Unit | None:
        """The unit to which a figure belongs now: not the bikes that a rider has lost his from (FUBAR-BIK-05)."""
        for unit in self.units.values():
            if any(figure.id == figure_id and figure.status != GONE for figure in unit.figures):
                return unit
        return None

    def bases(self, without: tuple[str, ...] = ()) -> list[Base]:
        """Every base that stands on the table, the fallen left out, hulls and wrecks included."""
        return [
            figure.base
            for unit in self.units.values()
            if unit.place == TABLE and unit.id not in without
            for figure in unit.figures
            if figure.status == ACTIVE or (figure.profile.is_vehicle and unit.out_of_action)
        ]
