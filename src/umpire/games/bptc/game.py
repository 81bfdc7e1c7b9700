"""Black Powder Tactical Commander as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from umpire.battle.contract import Summary
from umpire.battle.ended import finish
from umpire.battle.seats import other
from umpire.battle.tabletop import Tabletop
from umpire.games.bptc.content import SHELF, Content
from umpire.games.bptc.house import House
from umpire.games.bptc.model import Record, State
from umpire.games.bptc.schema import ScenarioFile
from umpire.games.bptc.units import KO, Profile


class BlackPowderTacticalCommander(Tabletop[House, Content, State]):
    """Battles of horse and musket."""

    slug = "bptc"
    title = "Black Powder Tactical Commander"
    about = (
        "Horse and musket, about 1700 to 1865: battalions in line, column and square, cavalry, batteries, sappers.\n"
        "Commanders give orders and roll whether they are obeyed; charges are declared before anybody may measure."
    )
    version = "13"
    length_unit = "cm"
    largest_die = 6
    package = "umpire.games.bptc"
    shelf = SHELF
    record = Record
    profile = Profile

    def loaded(self, record: Record) -> Record:
        return record._replace(units=[replace(unit) for unit in record.units])

    def scenario_options(self, file: ScenarioFile) -> Mapping[str, Any]:
        return file.options

    def concede(self, state: State, seat: str) -> None:
        """BPTC-BRK-07: a player gives up, at any decision."""
        state.sides[seat].conceded = True
        finish(state, other(seat), f"{state.sides[seat].name} concedes", "BPTC-BRK-07")

    def summary(self, state: State) -> Summary:
        units = ((unit.side, unit.place == KO) for unit in state.units.values())
        return self.counted(state.turn, units)
