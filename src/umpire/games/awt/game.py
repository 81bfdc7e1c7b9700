"""A War Transformed as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from umpire.battle.contract import Summary
from umpire.battle.ended import finish
from umpire.battle.forces import Army
from umpire.battle.seats import other
from umpire.battle.tabletop import Tabletop
from umpire.games.awt.content import SHELF, Content
from umpire.games.awt.house import House
from umpire.games.awt.model import LOST, Profile, Record, State
from umpire.games.awt.schema import ScenarioFile


class AWarTransformed(Tabletop[House, Content, State]):
    """Patrols of a Great War in which the old gods have come back."""

    slug = "awt"
    title = "A War Transformed"
    about = (
        "The Western Front after the Moon was struck: patrols, tanks and witches.\n"
        "Tokens buy orders, ruses and rituals; charges end in a reckoning of nerve."
    )
    version = "7"
    length_unit = "in"
    package = "umpire.games.awt"
    shelf = SHELF
    record = Record
    profile = Profile

    def content(self, scenario: str, file: ScenarioFile, house: House, armies: Mapping[str, Army]) -> Content:
        forces = {seat: self.part("muster").mustered(army, seat) for seat, army in armies.items()}
        return Content(scenario, file, house, forces)

    def state(self, content: Content, record: Record) -> State:
        return State(content, record)

    def concede(self, state: State, seat: str) -> None:
        """A player gives up, at any decision."""
        side = state.sides[seat]
        side.conceded = True
        finish(state, other(seat), f"{side.name} concedes", "AWT-VC-02")

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        """Nothing on the table is hidden; bids and splits are kept by the core until both are there."""
        return ()

    def summary(self, state: State) -> Summary:
        units = ((unit.side, unit.place == LOST) for unit in state.units.values())
        return self.counted(state.round, units)
