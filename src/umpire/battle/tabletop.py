"""What games of pieces on a table have in common, so that each game writes only what is its own.

A game need not use this: `umpire.battle.contract.Game` is all the core asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.battle.contract import Advice, Look, Result, ScenarioCard, Summary
from umpire.battle.decisions import Decision, Route
from umpire.battle.forces import FORCES, Army, Fault, Roster, armies_of, without_forces
from umpire.battle.seats import SEATS
from umpire.battle.sheet import Sheet
from umpire.battle.shelf import Shelf
from umpire.battle.view import View
from umpire.dice import Procedure
from umpire.dice.offered import Offered


class Contents(Protocol):
    """What a battle has besides its state: all that its scenario, forces and house rules say."""

    @property
    def profiles(self) -> Mapping[str, Any]:
        """Stat lines by id."""
        ...

    def fresh(self) -> Any:
        """The record before the first activation."""
        ...


C = TypeVar("C", bound=Contents)
H = TypeVar("H")
S = TypeVar("S")


class Tabletop(Generic[H, C, S]):
    """A game with house rules `H`, the static content of a battle `C`, and a state `S`.

    Its state is made from a content and a record; `state.record()` gives the record again, whose profiles are saved by
    their ids. Battles of one scenario share its content, and what is remembered there of sight lines.

    The parts of a game have the same names in all of them, and are found by these: `house.house_rules`,
    `offered.PROCEDURES`, `reference.reference_sheet`, `sequence.activation`, `overrule.overrule`, `view.view`,
    `look.look`, `bot.advise`, and `muster` for forces. Each is read when it is first needed: bots that fight by the
    thousand never load the sheet. A game whose part takes something else writes that method itself.
    """

    package: str
    """The game's package: its `rules.toml` and its parts lie there."""
    shelf: Shelf[Any, Any]
    record: type[Any]
    """All of a state that is saved."""
    profile: type[Any]
    """Stat lines, which belong to the content: saved by id."""
    seats: tuple[str, ...] = SEATS

    # --- What a game says itself ---

    def content(self, scenario: str, house: H) -> C:
        raise NotImplementedError

    def state(self, content: C, record: Any) -> S:
        raise NotImplementedError

    def content_with(self, scenario: str, house: H, armies: Mapping[str, Army]) -> C:
        """As `content`, with these seats fielding lists of their own. Only for games that have `rosters`."""
        raise NotImplementedError

    def secrets(self, state: S, seat: str | None) -> Sequence[str]:
        """Nothing is hidden, unless a game says otherwise."""
        return ()

    # --- The parts of a game ---

    def part(self, name: str) -> Any:
        return import_module(f"{self.package}.{name}")

    def house_rules(self, values: Mapping[str, Any]) -> H:
        """The record for a complete set of options."""
        record: H = self.part("house").house_rules(values)
        return record

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

    def overrule(self, state: S, change: Mapping[str, Any]) -> str:
        sentence: str = self.part("overrule").overrule(state, change)
        return sentence

    def view(self, state: S, seat: str | None) -> View:
        seen: View = self.part("view").view(state, seat)
        return seen

    def look(self, state: S, seat: str | None, piece: str, route: Route | None = None) -> Look:
        measured: Look = self.part("look").look(state, seat, piece, route)
        return measured

    def advise(self, state: S, decision: Decision) -> Advice:
        advice: Advice = self.part("bot").advise(state, decision)
        return advice

    def rosters(self) -> Sequence[Roster]:
        """What can be fielded (see `umpire.battle.forces`); nothing where a game has no points, and no such part."""
        listed: Sequence[Roster] = self.part("muster").rosters() if self._has_points else ()
        return listed

    @cached_property
    def _has_points(self) -> bool:
        return find_spec(f"{self.package}.muster") is not None

    def usual_army(self, scenario: str, seat: str) -> Army:
        army: Army = self.part("muster").usual_army(scenario, seat)
        return army

    def army_faults(self, army: Army, scenario: str | None, seat: str | None) -> Sequence[Fault]:
        faults: Sequence[Fault] = self.part("muster").army_faults(army, scenario, seat)
        return faults

    # --- What follows from it ---

    @cached_property
    def catalogue(self) -> Catalogue:
        return load_catalogue(files(self.package) / "rules.toml")

    def house(self, options: Mapping[str, Any]) -> H:
        rules = without_forces(options)
        return self.house_rules(self.catalogue.options.resolve(rules)) if rules else self._usual

    @cached_property
    def _usual(self) -> H:
        return self.house_rules(self.catalogue.options.defaults())

    def scenarios(self) -> Sequence[ScenarioCard]:
        return self.shelf.cards()

    def begin(self, scenario: str, options: Mapping[str, Any]) -> S:
        content = self._shared(scenario, options)
        return self.state(content, content.fresh())

    def result(self, state: Any) -> Result | None:
        return Result(state.winner or None, state.reason, state.reason_rule) if state.over else None

    def counted(self, turn: int, units: Iterable[tuple[str, bool]]) -> Summary:
        """The summary of a battle: for each unit that was fielded its side, and whether it is lost."""
        lost = dict.fromkeys(self.seats, 0)
        fielded = dict.fromkeys(self.seats, 0)
        for side, gone in units:
            fielded[side] = fielded.get(side, 0) + 1
            lost[side] = lost.get(side, 0) + gone
        return Summary(turn, lost, fielded)

    def encode(self, state: Any) -> bytes:
        return self._encoder.encode(state.record())

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> S:
        content = self._shared(scenario, options)
        profiles = content.profiles

        def from_id(kind: type, value: Any) -> Any:
            if kind is self.profile:
                return profiles[value]
            raise NotImplementedError

        return self.state(content, msgspec.json.decode(data, type=self.record, dec_hook=from_id))

    @cached_property
    def _encoder(self) -> msgspec.json.Encoder:
        def to_id(value: Any) -> Any:
            if type(value) is self.profile:
                return value.id
            raise NotImplementedError(f"{value!r} does not belong in a state")

        return msgspec.json.Encoder(enc_hook=to_id)

    def _shared(self, scenario: str, options: Mapping[str, Any]) -> C:
        house = self.house(options)
        armies = armies_of(options, self.rosters(), self.seats) if FORCES in options else {}
        key = (scenario, house, tuple(armies.items()))
        found = self._contents.get(key)
        if found is None:
            if len(self._contents) >= _MOST_CONTENTS:
                self._contents.clear()
            made = self.content_with(scenario, house, armies) if armies else self.content(scenario, house)
            found = self._contents[key] = made
        return found

    @cached_property
    def _contents(self) -> dict[tuple[str, H, tuple[tuple[str, Army], ...]], C]:
        return {}


_MOST_CONTENTS = 64
