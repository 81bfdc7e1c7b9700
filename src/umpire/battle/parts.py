"""A game as the sum of its parts: modules that have the same names in all games, and are found by these.

A game need not use this: `umpire.battle.contract.Game` is all the core asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from typing import Any, Generic, TypeVar

from umpire.battle.agreed import Changeable
from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.battle.contract import Advice, Look, Summary
from umpire.battle.decisions import Decision, Route
from umpire.battle.rolling import thrower
from umpire.battle.seats import SEATS
from umpire.battle.sheet import Sheet
from umpire.battle.view import View
from umpire.dice import Procedure
from umpire.dice.offered import Offered

DEGREES = 360

_read: dict[str, Any] = {}
"""The parts that have been read to their end. `sys.modules` has them while they are still being read, too: somebody in
another thread, as on a server that has just started, would get half a module."""

H = TypeVar("H")
S = TypeVar("S")


class Parts(Generic[H, S]):
    """A game with house rules `H` and a state `S`, whose package has these parts:

    `rules.toml`, `house.house_rules`, `offered.PROCEDURES`, `reference.reference_sheet`, `sequence.activation`,
    `overrule.overrule`, `view.view`, `look.look` and `bot.advise`. Each is read when it is first needed: bots that
    fight by the thousand never load the sheet. A game whose part takes something else writes that method itself.
    """

    package: str
    """The package that the parts lie in."""
    seats: tuple[str, ...] = SEATS
    largest_die: int = DEGREES
    """As large as that of a game with a directional die; without one a game may say less."""
    turn_word: str = "turn"

    def part(self, name: str) -> Any:
        path = f"{self.package}.{name}"
        # An import that has been made already is still a dozen calls, and this is asked for at each activation.
        found = _read.get(path)
        if found is None:
            found = _read[path] = import_module(path)  # waits for whoever reads it just now
        return found

    @cached_property
    def catalogue(self) -> Catalogue:
        return load_catalogue(files(self.package) / "rules.toml")

    def house_rules(self, values: Mapping[str, Any]) -> H:
        """The record for a complete set of options."""
        record: H = self.part("house").house_rules(values)
        return record

    def house(self, options: Mapping[str, Any]) -> H:
        return self.house_rules(self.catalogue.options.resolve(options)) if options else self._usual

    @cached_property
    def _usual(self) -> H:
        return self.house_rules(self.catalogue.options.defaults())

    @property
    def procedures(self) -> Sequence[Offered]:
        offered: Sequence[Offered] = self.part("offered").PROCEDURES
        return offered

    def sheet(self) -> Sheet:
        made: Sheet = self.part("reference").reference_sheet(self.catalogue)
        return made

    def activation(self, state: S) -> Procedure[None]:
        running: Procedure[None] = self.part("sequence").activation(state)
        return running

    def roller(self, state: S, theirs: bool = False) -> str:
        """Whose turn it is, if the state has an `active` seat; a game may know better."""
        return thrower("", getattr(state, "active", ""), self.seats, theirs)

    def screened(self, state: S) -> str:
        """Everybody sees all dice; a game may know better."""
        return ""

    def overrule(self, state: S, change: Mapping[str, Any]) -> str:
        sentence: str = self.part("overrule").overrule(state, change)
        return sentence

    @property
    def changes(self) -> Sequence[Changeable]:
        """What of a unit `overrule` lets people change, as far as a form can ask for it; a game may say none."""
        changes: Sequence[Changeable] = getattr(self.part("overrule"), "CHANGES", ())
        return changes

    def view(self, state: S, seat: str | None) -> View:
        seen: View = self.part("view").view(state, seat)
        return seen

    def look(self, state: S, seat: str | None, piece: str, route: Route | None = None) -> Look:
        measured: Look = self.part("look").look(state, seat, piece, route)
        return measured

    def secrets(self, state: S, seat: str | None) -> Sequence[str]:
        """What the part `view` says this seat may not know of; where it says nothing, nothing is hidden."""
        hidden = getattr(self.part("view"), "secrets", None)
        found: Sequence[str] = () if hidden is None else hidden(state, seat)
        return found

    def advise(self, state: S, decision: Decision) -> Advice:
        advice: Advice = self.part("bot").advise(state, decision)
        return advice

    def counted(self, turn: int, units: Iterable[tuple[str, bool]]) -> Summary:
        """The summary of a battle: for each unit that was fielded its side, and whether it is lost."""
        lost = dict.fromkeys(self.seats, 0)
        fielded = dict.fromkeys(self.seats, 0)
        for side, gone in units:
            fielded[side] = fielded.get(side, 0) + 1
            lost[side] = lost.get(side, 0) + gone
        return Summary(turn, lost, fielded)
