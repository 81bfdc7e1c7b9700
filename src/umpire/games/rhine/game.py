"""Seven Days to the River Rhine as the core sees it."""

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
from umpire.games.rhine import ending
from umpire.games.rhine.content import SHELF, Content
from umpire.games.rhine.house import House, house_rules
from umpire.games.rhine.model import LOST, Profile, Record, State
from umpire.games.rhine.offered import PROCEDURES


class SevenDays(Tabletop[House, Content, State]):
    """Platoons and companies in a Cold War that turned hot."""

    slug = "rhine"
    title = "Seven Days to the River Rhine"
    about = (
        "NATO against the Warsaw Pact in Central Europe, platoon against company.\n"
        "Command tokens pass back and forth, and every move may be answered."
    )
    version = "1"
    length_unit = "inch"
    package = "umpire.games.rhine"
    shelf = SHELF
    record = Record
    profile = Profile

    def house_rules(self, values: Mapping[str, Any]) -> House:
        return house_rules(values)

    def content(self, scenario: str, house: House) -> Content:
        return Content(scenario, SHELF.scenario(scenario), house, {})

    def content_with(self, scenario: str, house: House, armies: Mapping[str, Army]) -> Content:
        from umpire.games.rhine.muster import mustered

        forces = {seat: mustered(army, seat) for seat, army in armies.items()}
        content = Content(scenario, SHELF.scenario(scenario), house, {}, forces)
        for seat in forces:
            here = [(profile.width, profile.depth) for _, _, profile in content.roster[seat]]
            check_room(forces[seat].name, here, content.side(seat).zone)
        return content

    def rosters(self) -> Sequence[Roster]:
        from umpire.games.rhine.muster import rosters

        return rosters()

    def usual_army(self, scenario: str, seat: str) -> Army:
        from umpire.games.rhine.muster import usual_army

        return usual_army(scenario, seat)

    def army_faults(self, army: Army, scenario: str | None, seat: str | None) -> Sequence[Fault]:
        from umpire.games.rhine.muster import army_faults

        return army_faults(army, scenario, seat)

    def fresh(self, content: Content) -> Record:
        return content.fresh()

    def state(self, content: Content, record: Record) -> State:
        # msgspec fills in a record without calling its class; a compiled class must make its records itself.
        return State(content, record._replace(sides=[replace(side) for side in record.sides]))

    @property
    def procedures(self) -> Sequence[Offered]:
        return PROCEDURES

    def sheet(self) -> Sheet:
        from umpire.games.rhine.reference import reference_sheet

        return reference_sheet(self.catalogue)

    def activation(self, state: State) -> Procedure[None]:
        from umpire.games.rhine.sequence import activation

        return activation(state)

    def concede(self, state: State, seat: str) -> None:
        """A player gives up, at any decision."""
        side = state.sides[seat]
        side.conceded = True
        ending.finish(state, other(seat), f"{side.name} concedes", "RHINE-WIN-05")

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        from umpire.games.rhine.overrule import overrule

        return overrule(state, change)

    def view(self, state: State, seat: str | None) -> View:
        from umpire.games.rhine.view import view

        return view(state, seat)

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        from umpire.games.rhine.look import look

        return look(state, piece, route)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        """Nothing is hidden in this game: both sides see all pieces, tokens and plans."""
        return ()

    def advise(self, state: State, decision: Decision) -> Advice:
        from umpire.games.rhine.bot import advise

        return advise(state, decision)

    def summary(self, state: State) -> Summary:
        lost = dict.fromkeys(self.seats, 0)
        fielded = dict.fromkeys(self.seats, 0)
        for unit in state.units.values():
            fielded[unit.side] += 1
            lost[unit.side] += unit.place == LOST
        return Summary(state.turn, lost, fielded)
