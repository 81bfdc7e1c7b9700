"""The state of a battle: plain records with stable ids, changed through `State.put` alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from picket.house import House
from umpire.battle.decisions import Route
from umpire.battle.events import Event
from umpire.table import Base

SIDES = {"A": "The Reds", "B": "The Blues"}
SIZE = (24_000, 24_000)
TURNS = 8
BASE = Base(0, 0, 0, 2_000, 1_000)


class Squad(NamedTuple):
    """Replaced, never edited."""

    id: str
    side: str
    name: str
    base: Base
    men: int = 5

    def at(self, route: Route) -> Squad:
        return self._replace(base=self.base.placed(*route.end, route.facing))


Saved = tuple[dict[str, Squad], int, str]
"""What a save file holds of a state: all fields that change, in their order."""


@dataclass
class State:
    """A battle between activations, and while one runs."""

    house: House
    squads: dict[str, Squad]
    done: int = 0
    """Activations so far: they say whose turn it is."""
    conceded: str = ""
    events: list[Event] | None = None

    def saved(self) -> Saved:
        return (self.squads, self.done, self.conceded)

    def copy(self) -> State:
        return State(self.house, dict(self.squads), self.done, self.conceded)

    @property
    def active(self) -> str:
        return "AB"[self.done % 2]

    @property
    def turn(self) -> int:
        return min(self.done // 2 + 1, TURNS)

    def put(self, squad: Squad, text: str = "", rule: str = "") -> None:
        """The one gate: the new record of a squad, and what there is to say about it."""
        self.squads[squad.id] = squad
        if text:
            self.tell("squad", text, rule, squad.id)

    def tell(self, kind: str, text: str, rule: str, *pieces: str) -> None:
        if self.events is not None:
            self.events.append(Event(kind, text, rule, pieces))

    def of(self, side: str) -> list[Squad]:
        """The squads of a side that still have men."""
        return [squad for squad in self.squads.values() if squad.side == side and squad.men]

    def men(self, side: str) -> int:
        return sum(squad.men for squad in self.of(side))


def fresh(house: House) -> State:
    """The scenario "dawn": two squads a side, at opposite edges."""
    squads = (
        Squad("a1", "A", "Red 1", BASE.placed(8_000, 4_000, 0)),
        Squad("a2", "A", "Red 2", BASE.placed(16_000, 4_000, 0)),
        Squad("b1", "B", "Blue 1", BASE.placed(8_000, 20_000, 180)),
        Squad("b2", "B", "Blue 2", BASE.placed(16_000, 20_000, 180)),
    )
    return State(house, {squad.id: squad for squad in squads})
