"""Future War Commander as the core sees it."""

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
from umpire.games.fwc import ending
from umpire.games.fwc.content import SHELF, Content
from umpire.games.fwc.house import House, house_rules
from umpire.games.fwc.model import KO, Profile, Record, State
from umpire.games.fwc.offered import PROCEDURES


class FutureWarCommander(Tabletop[House, Content, State]):
    """Combined-arms battles of the near and far future."""

    slug = "fwc"
    title = "Future War Commander"
    about = (
        "Tanks, walkers, infantry and artillery of the near and far future, two battlegroups on one table.\n"
        "Commanders give orders and roll whether they are obeyed; fire suppresses, drives back and destroys."
    )
    version = "1"
    length_unit = "cm"
    package = "umpire.games.fwc"
    shelf = SHELF
    record = Record
    profile = Profile

    def house_rules(self, values: Mapping[str, Any]) -> House:
        return house_rules(values)

    def content(self, scenario: str, house: House) -> Content:
        return Content(scenario, SHELF.scenario(scenario), house, {})

    def content_with(self, scenario: str, house: House, armies: Mapping[str, Army]) -> Content:
        from umpire.games.fwc.muster import mustered

        forces = {seat: mustered(army) for seat, army in armies.items()}
        content = Content(scenario, SHELF.scenario(scenario), house, {}, forces)
        for seat in forces:
            fielded = [(profile, number) for profile, number, off in content.entries[seat] if not off]
            bases = [(profile.width, profile.depth) for profile, number in fielded for _ in range(number)]
            check_room(forces[seat].name, bases, content.side(seat).zone)
        return content

    def rosters(self) -> Sequence[Roster]:
        from umpire.games.fwc.muster import rosters

        return rosters()

    def usual_army(self, scenario: str, seat: str) -> Army:
        from umpire.games.fwc.muster import usual_army

        return usual_army(scenario, seat)

    def army_faults(self, army: Army, scenario: str | None, seat: str | None) -> Sequence[Fault]:
        from umpire.games.fwc.muster import army_faults

        return army_faults(army, scenario, seat)

    def fresh(self, content: Content) -> Record:
        return content.fresh()

    def state(self, content: Content, record: Record) -> State:
        # msgspec fills in a record without calling its class; a compiled class must make its records itself.
        return State(content, record._replace(units=[replace(unit) for unit in record.units]))

    @property
    def procedures(self) -> Sequence[Offered]:
        return PROCEDURES

    def sheet(self) -> Sheet:
        from umpire.games.fwc.reference import reference_sheet

        return reference_sheet(self.catalogue)

    def activation(self, state: State) -> Procedure[None]:
        from umpire.games.fwc.sequence import activation

        return activation(state)

    def concede(self, state: State, seat: str) -> None:
        """FWC-VIC-03, VIC-06: a player gives up, at any decision."""
        state.sides[seat].conceded = True
        ending.finish(state, other(seat), f"{state.sides[seat].name} concedes", "FWC-VIC-03")

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        from umpire.games.fwc.overrule import overrule

        return overrule(state, change)

    def view(self, state: State, seat: str | None) -> View:
        from umpire.games.fwc.view import view

        return view(state, seat)

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        from umpire.games.fwc.look import look

        return look(state, seat, piece, route)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        from umpire.games.fwc.view import secrets

        return secrets(state, seat)

    def advise(self, state: State, decision: Decision) -> Advice:
        from umpire.games.fwc.bot import advise

        return advise(state, decision)

    def summary(self, state: State) -> Summary:
        lost = dict.fromkeys(self.seats, 0)
        fielded = dict.fromkeys(self.seats, 0)
        for unit in state.units.values():
            if unit.profile.cls != "installation":
                fielded[unit.side] += 1
                lost[unit.side] += unit.place == KO
        return Summary(state.turn, lost, fielded)
