"""A War Transformed as the core sees it."""

from __future__ import annotations

from umpire.battle.contract import Summary
from umpire.battle.ended import finish
from umpire.battle.seats import other
from umpire.battle.tabletop import Tabletop
from umpire.games.awt.content import SHELF, Content
from umpire.games.awt.house import House
from umpire.games.awt.model import LOST, Profile, Record, State
from umpire.games.awt.records import checked


class AWarTransformed(Tabletop[House, Content, State]):
    """Patrols of a Great War in which the old gods have come back."""

    slug = "awt"
    title = "A War Transformed"
    about = (
        "The Western Front after the Moon was struck: patrols, tanks and witches.\n"
        "Tokens buy orders, ruses and rituals; charges end in a reckoning of nerve."
    )
    version = "10"
    length_unit = "in"
    turn_word = "round"
    package = "umpire.games.awt"
    shelf = SHELF
    record = Record
    profile = Profile

    def loaded(self, record: Record) -> Record:
        return checked(record)

    def concede(self, state: State, seat: str) -> None:
        """A player gives up, at any decision."""
        side = state.sides[seat]
        side.conceded = True
        finish(state, other(seat), f"{side.name} concedes", "AWT-VC-02")

    def summary(self, state: State) -> Summary:
        units = ((unit.side, unit.place == LOST) for unit in state.units.values())
        return self.counted(state.round, units)
