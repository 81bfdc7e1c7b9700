"""Seven Days to the River Rhine as the core sees it."""

from __future__ import annotations

from dataclasses import replace

from umpire.battle.contract import Summary
from umpire.battle.ended import finish
from umpire.battle.seats import other
from umpire.battle.tabletop import Tabletop
from umpire.games.rhine import saved
from umpire.games.rhine.content import SHELF, Content
from umpire.games.rhine.house import House
from umpire.games.rhine.model import LOST, Profile, Record, State
from umpire.games.rhine.sheet import TOP_FACE


class SevenDays(Tabletop[House, Content, State]):
    """Platoons and companies in a Cold War that turned hot."""

    slug = "rhine"
    title = "Seven Days to the River Rhine"
    about = (
        "NATO against the Warsaw Pact in Central Europe, platoon against company.\n"
        "Command tokens pass back and forth, and every move may be answered."
    )
    version = "10"
    length_unit = "in"
    largest_die = TOP_FACE
    package = "umpire.games.rhine"
    shelf = SHELF
    record = Record
    profile = Profile

    def loaded(self, record: Record) -> Record:
        return saved.check(record)._replace(sides=[replace(side) for side in record.sides])

    def concede(self, state: State, seat: str) -> None:
        """A player gives up, at any decision."""
        side = state.sides[seat]
        side.conceded = True
        finish(state, other(seat), f"{side.name} concedes", "RHINE-WIN-05")

    def summary(self, state: State) -> Summary:
        units = ((unit.side, unit.place == LOST) for unit in state.units.values())
        return self.counted(state.turn, units)
