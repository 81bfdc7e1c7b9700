"""A War Transformed as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from umpire.games.awt import ending
from umpire.games.awt.content import SHELF, Content
from umpire.games.awt.house import House, house_rules
from umpire.games.awt.model import LOST, Profile, Record, State
from umpire.games.awt.offered import PROCEDURES


class AWarTransformed(Tabletop[House, Content, State]):
    """Patrols of a Great War in which the old gods have come back."""

    slug = "awt"
    title = "A War Transformed"
    about = (
        "The Western Front after the Moon was struck: patrols, tanks and witches.\n"
        "Tokens buy orders, ruses and rituals; charges end in a reckoning of nerve."
    )
    version = "1"
    length_unit = "inch"
    package = "umpire.games.awt"
    shelf = SHELF
    record = Record
    profile = Profile

    def house_rules(self, values: Mapping[str, Any]) -> House:
        return house_rules(values)

    def content(self, scenario: str, house: House) -> Content:
        return Content(scenario, SHELF.scenario(scenario), house)

    def content_with(self, scenario: str, house: House, armies: Mapping[str, Army]) -> Content:
        from umpire.games.awt.muster import mustered

        forces = {seat: mustered(army, seat) for seat, army in armies.items()}
        content = Content(scenario, SHELF.scenario(scenario), house, forces)
        for seat in forces:
            fielded = [profile for _, _, profile in content.roster[seat] for _ in range(profile.models)]
            bases = [(profile.width, profile.depth) for profile in fielded]
            check_room(forces[seat].name, bases, content.file.side[seat].zone)
        return content

    def rosters(self) -> Sequence[Roster]:
        from umpire.games.awt.muster import rosters

        return rosters()

    def usual_army(self, scenario: str, seat: str) -> Army:
        from umpire.games.awt.muster import usual_army

        return usual_army(scenario, seat)

    def army_faults(self, army: Army, scenario: str | None, seat: str | None) -> Sequence[Fault]:
        from umpire.games.awt.muster import army_faults

        return army_faults(army, scenario, seat)

    def fresh(self, content: Content) -> Record:
        return content.fresh()

    def state(self, content: Content, record: Record) -> State:
        return State(content, record)

    @property
    def procedures(self) -> Sequence[Offered]:
        return PROCEDURES

    def sheet(self) -> Sheet:
        from umpire.games.awt.reference import reference_sheet

        return reference_sheet(self.catalogue)

    def activation(self, state: State) -> Procedure[None]:
        from umpire.games.awt.sequence import activation

        return activation(state)

    def concede(self, state: State, seat: str) -> None:
        """A player gives up, at any decision."""
        side = state.sides[seat]
        side.conceded = True
        ending.finish(state, other(seat), f"{side.name} concedes", "AWT-VC-02")

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        from umpire.games.awt.overrule import overrule

        return overrule(state, change)

    def view(self, state: State, seat: str | None) -> View:
        from umpire.games.awt.view import view

        return view(state, seat)

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        from umpire.games.awt.look import look

        return look(state, piece, route)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        """Nothing on the table is hidden; bids and splits are kept by the core until both are there."""
        return ()

    def advise(self, state: State, decision: Decision) -> Advice:
        from umpire.games.awt.bot import advise

        return advise(state, decision)

    def summary(self, state: State) -> Summary:
        lost = dict.fromkeys(self.seats, 0)
        fielded = dict.fromkeys(self.seats, 0)
        for unit in state.units.values():
            fielded[unit.side] += 1
            lost[unit.side] += unit.place == LOST
        return Summary(state.round, lost, fielded)
