"""Future War Commander as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from umpire.battle.contract import Summary
from umpire.battle.ended import finish
from umpire.battle.forces import Army
from umpire.battle.seats import other
from umpire.battle.tabletop import Tabletop
from umpire.games.fwc.content import SHELF, Content
from umpire.games.fwc.house import House
from umpire.games.fwc.model import KO, Profile, Record, State
from umpire.games.fwc.schema import ScenarioFile


class FutureWarCommander(Tabletop[House, Content, State]):
    """Combined-arms battles of the near and far future."""

    slug = "fwc"
    title = "Future War Commander"
    about = (
        "Tanks, walkers, infantry and artillery of the near and far future, two battlegroups on one table.\n"
        "Commanders give orders and roll whether they are obeyed; fire suppresses, drives back and destroys."
    )
    version = "10"
    length_unit = "cm"
    package = "umpire.games.fwc"
    shelf = SHELF
    record = Record
    profile = Profile

    def content(self, scenario: str, file: ScenarioFile, house: House, armies: Mapping[str, Army]) -> Content:
        forces = {seat: self.part("muster").mustered(army) for seat, army in armies.items()}
        return Content(scenario, file, house, forces)

    def state(self, content: Content, record: Record) -> State:
        return State(content, record)

    def loaded(self, record: Record) -> Record:
        return record._replace(units=[replace(unit) for unit in record.units])

    def concede(self, state: State, seat: str) -> None:
        """FWC-VIC-03, VIC-06: a player gives up, at any decision."""
        state.sides[seat].conceded = True
        finish(state, other(seat), f"{state.sides[seat].name} concedes", "FWC-VIC-03")

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        from umpire.games.fwc.view import secrets

        return secrets(state, seat)

    def summary(self, state: State) -> Summary:
        units = ((unit.side, unit.place == KO) for unit in state.units.values() if unit.profile.cls != "installation")
        return self.counted(state.turn, units)
