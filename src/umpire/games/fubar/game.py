"""FUBAR Imperial Commander as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.battle.contract import Advice, Look, Summary
from umpire.battle.decisions import Decision, Route
from umpire.battle.forces import Army, Fault, Roster
from umpire.battle.sheet import Sheet
from umpire.battle.tabletop import Tabletop
from umpire.battle.view import View
from umpire.dice import Procedure
from umpire.dice.offered import Offered
from umpire.games.fubar import ending, scoring
from umpire.games.fubar.content import SHELF, Content
from umpire.games.fubar.house import House, house_rules
from umpire.games.fubar.model import Profile, Record, State
from umpire.games.fubar.offered import PROCEDURES


class ImperialCommander(Tabletop[House, Content, State]):
    """Single soldiers of a far future, squad against squad."""

    slug = "fubar"
    title = "FUBAR Imperial Commander"
    about = (
        "Squads, heroes and war machines of a far future, figure by figure.\n"
        "You act until a unit fails you; whoever stands on guard shoots at what moves."
    )
    version = "1"
    length_unit = "inch"
    package = "umpire.games.fubar"
    shelf = SHELF
    record = Record
    profile = Profile

    def house_rules(self, values: Mapping[str, Any]) -> House:
        return house_rules(values)

    def content(self, scenario: str, house: House) -> Content:
        return Content(scenario, SHELF.scenario(scenario), house, {})

    def content_with(self, scenario: str, house: House, armies: Mapping[str, Army]) -> Content:
        from umpire.games.fubar.muster import check_set_up, own_list

        own = {seat: own_list(army, scenario, seat) for seat, army in armies.items()}
        content = Content(scenario, SHELF.scenario(scenario), house, {}, own)
        for seat in own:
            check_set_up(content, seat)
        return content

    def rosters(self) -> Sequence[Roster]:
        from umpire.games.fubar.muster import rosters

        return rosters()

    def usual_army(self, scenario: str, seat: str) -> Army:
        from umpire.games.fubar.muster import usual_army

        return usual_army(scenario, seat)

    def army_faults(self, army: Army, scenario: str | None, seat: str | None) -> Sequence[Fault]:
        from umpire.games.fubar.muster import army_faults

        return army_faults(army, scenario, seat, self.house({}))

    def fresh(self, content: Content) -> Record:
        return content.fresh()

    def state(self, content: Content, record: Record) -> State:
        return State(content, record)

    @property
    def procedures(self) -> Sequence[Offered]:
        return PROCEDURES

    def sheet(self) -> Sheet:
        from umpire.games.fubar.reference import reference_sheet

        return reference_sheet(self.catalogue)

    def activation(self, state: State) -> Procedure[None]:
        from umpire.games.fubar.sequence import activation

        return activation(state)

    def concede(self, state: State, seat: str) -> None:
        """A player gives up, at any decision; of the others the one with the most points has won."""
        side = state.sides[seat]
        side.conceded = True
        others = [each for each in state.seats if each != seat]
        winner = max(others, key=lambda each: scoring.points(state, each))
        ending.finish(state, winner, f"{side.name} concedes", "FUBAR-VIC-02")

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        from umpire.games.fubar.overrule import overrule

        return overrule(state, change, self.catalogue)

    def view(self, state: State, seat: str | None) -> View:
        from umpire.games.fubar.view import view

        return view(state, seat)

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        from umpire.games.fubar.look import look

        return look(state, piece, route)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        """Nothing is hidden in this game."""
        return ()

    def advise(self, state: State, decision: Decision) -> Advice:
        from umpire.games.fubar.bot import advise

        return advise(state, decision)

    def summary(self, state: State) -> Summary:
        lost = dict.fromkeys(state.seats, 0)
        fielded = dict.fromkeys(state.seats, 0)
        for unit in state.units.values():
            if unit.origin:
                continue
            fielded[unit.side] += 1
            lost[unit.side] += scoring.destroyed(state, unit)
        return Summary(state.turn, lost, fielded)
