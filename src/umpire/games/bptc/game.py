"""Black Powder Tactical Commander as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from umpire.battle.contract import Advice, Look, Summary
from umpire.battle.decisions import Decision, Route
from umpire.battle.forces import Army, Fault, Roster, check_room
from umpire.battle.seats import other
from umpire.battle.sheet import Sheet
from umpire.battle.tabletop import Tabletop
from umpire.battle.view import View
from umpire.dice import Procedure
from umpire.dice.offered import Offered
from umpire.games.bptc import ending
from umpire.games.bptc.content import SHELF, Content, scenario_options
from umpire.games.bptc.house import House, house_rules
from umpire.games.bptc.model import Record, State
from umpire.games.bptc.offered import PROCEDURES
from umpire.games.bptc.units import KO, Profile


class BlackPowderTacticalCommander(Tabletop[House, Content, State]):
    """Battles of horse and musket."""

    slug = "bptc"
    title = "Black Powder Tactical Commander"
    about = (
        "Horse and musket, about 1700 to 1865: battalions in line, column and square, cavalry, batteries, sappers.\n"
        "Commanders give orders and roll whether they are obeyed; charges are declared before anybody may measure."
    )
    version = "1"
    length_unit = "cm"
    package = "umpire.games.bptc"
    shelf = SHELF
    record = Record
    profile = Profile

    def house_rules(self, values: Mapping[str, Any]) -> House:
        return house_rules(values)

    def content(self, scenario: str, house: House) -> Content:
        return Content(scenario, SHELF.scenario(scenario), house, {})

    def content_with(self, scenario: str, house: House, armies: Mapping[str, Army]) -> Content:
        from umpire.games.bptc.muster import mustered

        forces = {seat: mustered(army, seat) for seat, army in armies.items()}
        content = Content(scenario, SHELF.scenario(scenario), house, {}, forces)
        units = content.fresh().units
        for seat in forces:
            bases = [(unit.base.width, unit.base.depth) for unit in units if unit.side == seat]
            check_room(forces[seat].name, bases, content.side(seat).zone)
        return content

    def rosters(self) -> Sequence[Roster]:
        from umpire.games.bptc.muster import rosters

        return rosters()

    def usual_army(self, scenario: str, seat: str) -> Army:
        from umpire.games.bptc.muster import usual_army

        return usual_army(scenario, seat)

    def army_faults(self, army: Army, scenario: str | None, seat: str | None) -> Sequence[Fault]:
        from umpire.games.bptc.muster import army_faults

        return army_faults(army, scenario, seat)

    def fresh(self, content: Content) -> Record:
        return content.fresh()

    def state(self, content: Content, record: Record) -> State:
        # msgspec fills in a record without calling its class; a compiled class must make its records itself.
        return State(content, record._replace(units=[replace(unit) for unit in record.units]))

    def begin(self, scenario: str, options: Mapping[str, Any]) -> State:
        return super().begin(scenario, {**scenario_options(scenario), **options})

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> State:
        return super().decode(data, scenario, {**scenario_options(scenario), **options})

    @property
    def procedures(self) -> Sequence[Offered]:
        return PROCEDURES

    def sheet(self) -> Sheet:
        from umpire.games.bptc.reference import reference_sheet

        return reference_sheet(self.catalogue)

    def activation(self, state: State) -> Procedure[None]:
        from umpire.games.bptc.sequence import activation

        return activation(state)

    def concede(self, state: State, seat: str) -> None:
        """BPTC-BRK-07: a player gives up, at any decision."""
        state.sides[seat].conceded = True
        ending.finish(state, other(seat), f"{state.sides[seat].name} concedes", "BPTC-BRK-07")

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        from umpire.games.bptc.overrule import overrule

        return overrule(state, change)

    def view(self, state: State, seat: str | None) -> View:
        from umpire.games.bptc.view import view

        return view(state, seat)

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        from umpire.games.bptc.look import look

        return look(state, seat, piece, route)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        from umpire.games.bptc.view import secrets

        return secrets(state, seat)

    def advise(self, state: State, decision: Decision) -> Advice:
        from umpire.games.bptc.bot import advise

        return advise(state, decision)

    def summary(self, state: State) -> Summary:
        lost = dict.fromkeys(self.seats, 0)
        fielded = dict.fromkeys(self.seats, 0)
        for unit in state.units.values():
            fielded[unit.side] += 1
            lost[unit.side] += unit.place == KO
        return Summary(state.turn, lost, fielded)
