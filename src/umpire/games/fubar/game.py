"""FUBAR Imperial Commander as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.battle.contract import Summary
from umpire.battle.forces import Army
from umpire.battle.tabletop import Tabletop
from umpire.games.fubar import ending, scoring
from umpire.games.fubar.content import SHELF, Content
from umpire.games.fubar.house import House
from umpire.games.fubar.model import Profile, Record, State
from umpire.games.fubar.schema import ScenarioFile


class ImperialCommander(Tabletop[House, Content, State]):
    """Single soldiers of a far future, squad against squad."""

    slug = "fubar"
    title = "FUBAR Imperial Commander"
    about = (
        "Squads, heroes and war machines of a far future, figure by figure.\n"
        "You act until a unit fails you; whoever stands on guard shoots at what moves."
    )
    version = "12"
    length_unit = "in"
    package = "umpire.games.fubar"
    shelf = SHELF
    record = Record
    profile = Profile

    def content(self, scenario: str, file: ScenarioFile, house: House, armies: Mapping[str, Army]) -> Content:
        own = {seat: self.part("muster").own_list(army, file, seat) for seat, army in armies.items()}
        content = Content(scenario, file, house, own)
        for seat in own:
            self.part("muster").check_arrivals(content, seat)
        return content

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

    def summary(self, state: State) -> Summary:
        units = ((unit.side, scoring.destroyed(state, unit)) for unit in state.units.values() if not unit.origin)
        return self.counted(state.turn, units)
