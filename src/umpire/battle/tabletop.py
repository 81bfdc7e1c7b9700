"""What games of pieces on a table have in common, so that each game writes only what is its own.

A game need not use this: `umpire.battle.contract.Game` is all the core asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any, Generic, TypeVar

import msgspec

from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.battle.contract import Result, ScenarioCard
from umpire.battle.forces import FORCES, Army, Fault, Roster, armies_of, limit_faults, without_forces
from umpire.battle.seats import SEATS
from umpire.battle.shelf import Shelf

C = TypeVar("C")
H = TypeVar("H")
S = TypeVar("S")


class Tabletop(Generic[H, C, S]):
    """A game with house rules `H`, the static content of a battle `C`, and a state `S`.

    Its state is made from a content and a record; `state.record()` gives the record again, whose profiles are saved by
    their ids. Battles of one scenario share its content, and what is remembered there of sight lines.
    """

    package: str
    """The game's package: its `rules.toml` lies there."""
    shelf: Shelf[Any, Any]
    record: type[Any]
    """All of a state that is saved."""
    profile: type[Any]
    """Stat lines, which belong to the content: saved by id."""
    seats: tuple[str, ...] = SEATS

    # --- What a game says itself ---

    def house_rules(self, values: Mapping[str, Any]) -> H:
        """The record for a complete set of options."""
        raise NotImplementedError

    def content(self, scenario: str, house: H) -> C:
        raise NotImplementedError

    def state(self, content: C, record: Any) -> S:
        raise NotImplementedError

    def fresh(self, content: C) -> Any:
        """The record before the first activation."""
        raise NotImplementedError

    def content_with(self, scenario: str, house: H, armies: Mapping[str, Army]) -> C:
        """As `content`, with these seats fielding lists of their own. Only for games that have `rosters`."""
        raise NotImplementedError

    def rosters(self) -> Sequence[Roster]:
        """What can be fielded; nothing where a game has no points (see `umpire.battle.forces`)."""
        return ()

    def usual_army(self, scenario: str, seat: str) -> Army:
        raise NotImplementedError

    def army_faults(self, army: Army, scenario: str | None, seat: str | None) -> Sequence[Fault]:
        return limit_faults(army, self.rosters())

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
        return self.state(content, self.fresh(content))

    def result(self, state: Any) -> Result | None:
        return Result(state.winner or None, state.reason, state.reason_rule) if state.over else None

    def encode(self, state: Any) -> bytes:
        return self._encoder.encode(state.record())

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> S:
        content = self._shared(scenario, options)
        profiles: Mapping[str, Any] = content.profiles  # type: ignore[attr-defined]

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
