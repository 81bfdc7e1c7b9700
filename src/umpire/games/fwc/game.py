"""Future War Commander as the core sees it."""

from __future__ import annotations

from dataclasses import replace

from umpire.battle.contract import Summary
from umpire.battle.ended import finish
from umpire.battle.seats import other
from umpire.battle.tabletop import Tabletop
from umpire.games.fwc.content import SHELF, Content
from umpire.games.fwc.house import House
from umpire.games.fwc.model import KO, Profile, Record, State


class FutureWarCommander(Tabletop[House, Content, State]):
    """Combined-arms battles of the near and far future."""

    slug = "fwc"
    title = "Future War Commander"
    about = (
        "Tanks, walkers, infantry and artillery of the near and far future, two battlegroups on one table.\n"
        "Commanders give orders and roll whether they are obeyed; fire suppresses, drives back and destroys."
    )
    version = "18"
    length_unit = "cm"
    package = "umpire.games.fwc"
    shelf = SHELF
    record = Record
    profile = Profile

    def loaded(self, record: Record) -> Record:
        return record._replace(units=[replace(unit) for unit in record.units])

    def concede(self, state: State, seat: str) -> None:
        """FWC-VIC-03, VIC-06: a player gives up, at any decision."""
        state.sides[seat].conceded = True
        finish(state, other(seat), f"{state.sides[seat].name} concedes", "FWC-VIC-03")

    def summary(self, state: State) -> Summary:
        units = ((unit.side, unit.place == KO) for unit in state.units.values() if unit.profile.cls != "installation")
        return self.counted(state.turn, units)
