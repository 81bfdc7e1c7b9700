"""What games of pieces on a table have in common, so that each game writes only what is its own.

A game need not use this: `umpire.battle.contract.Game` is all the core asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from umpire.battle.contract import Result, ScenarioCard, Summary
from umpire.battle.datafile import DataFile
from umpire.battle.forces import FORCES, FULLEST, MOST_UNITS, Army, ArmyFault, Roster, armies_of, covered, no_room
from umpire.battle.parts import Parts
from umpire.battle.reading import known
from umpire.battle.rolling import alone, thrower
from umpire.battle.scenarios import SCENARIO, house_rules_in, own_file
from umpire.battle.shelf import Shelf
from umpire.battle.switches import BadOption


class Contents(Protocol):
    """What a battle has besides its state: all that its scenario, forces and house rules say."""

    @property
    def profiles(self) -> Mapping[str, Any]:
        """Stat lines by id."""
        ...

    @property
    def file(self) -> Any:
        """The scenario; of each side it says the `zone`."""
        ...

    @property
    def own(self) -> Mapping[str, Any]:
        """The lists that players put together themselves, by seat."""
        ...

    def bases(self, seat: str) -> Sequence[tuple[int, int]]:
        """Width and depth of all that a side sets up in its zone."""
        ...

    def fresh(self) -> Any:
        """The record before the first activation."""
        ...


C = TypeVar("C", bound=Contents)
H = TypeVar("H")
S = TypeVar("S")


class _Kept(Generic[C]):
    """The content of battles, and whether it has been tried that all forces can be set up."""

    __slots__ = ("content", "tried")

    def __init__(self, content: C) -> None:
        self.content = content
        self.tried = False


class Tabletop(Parts[H, S], Generic[H, C, S]):
    """A game of parts, with house rules `H`, the static content of a battle `C`, and a state `S`.

    Its state (`model.State`) is made from a content (`content.Content`) and a record; `state.record()` gives the record
    again, whose profiles are saved by their ids. Battles of one scenario share its content, and what is remembered
    there of sight lines. The part `deploy` says whether a side `has_room`; where players may put forces together,
    that is the part `muster`, whose `mustered` gives the force list that a player's own list makes.
    """

    shelf: Shelf[Any, Any]
    record: type[Any]
    """All of a state that is saved."""
    profile: type[Any]
    """Stat lines, which belong to the content: saved by id."""

    # --- What a game says itself ---

    def content(self, scenario: str, file: Any, house: H, armies: Mapping[str, Army]) -> C:
        """All that a scenario and house rules say, with these seats fielding lists of their own."""
        forces = {seat: self.part("muster").mustered(army, seat) for seat, army in armies.items()}
        made: C = self.part("content").Content(scenario, file, house, forces)
        return made

    def state(self, content: C, record: Any) -> S:
        made: S = self.part("model").State(content, record)
        return made

    def loaded(self, record: Any) -> Any:
        """A record as it was read, made fit for `state`.

        Where records are compiled their class must make them; msgspec fills one in without calling it.
        """
        return record

    def summary(self, state: S) -> Summary:
        raise NotImplementedError

    def scenario_options(self, file: Any) -> Mapping[str, Any]:
        """House rules that a scenario has different; what the players say goes before."""
        return {}

    # --- Forces that players put together: the part `muster` ---

    def rosters(self) -> Sequence[Roster]:
        """What can be fielded (see `umpire.battle.forces`); nothing where a game has no points, and no such part."""
        listed: Sequence[Roster] = self.part("muster").rosters() if self._has_points else ()
        return listed

    @cached_property
    def _has_points(self) -> bool:
        return find_spec(f"{self.package}.muster") is not None

    def usual_army(self, scenario: str, seat: str, options: Mapping[str, Any] | None = None) -> Army:
        army: Army = self.part("muster").usual_army(self.scenario(scenario, options), seat)
        return army

    def army_faults(
        self, army: Army, scenario: str | None, seat: str | None, options: Mapping[str, Any] | None = None
    ) -> Sequence[ArmyFault]:
        file = None if scenario is None else self.scenario(scenario, options)
        faults: Sequence[ArmyFault] = self.part("muster").army_faults(army, file, seat, self.house(options or {}))
        return faults

    # --- What follows from it ---

    def house(self, options: Mapping[str, Any]) -> H:
        return super().house(house_rules_in(options))

    def scenarios(self) -> Sequence[ScenarioCard]:
        return self.shelf.cards()

    def scenario(self, name: str, options: Mapping[str, Any] | None = None) -> Any:
        """What a scenario says: the game's of this name, or the one that a battle with these options carries."""
        if not options or SCENARIO not in options:
            return self.shelf.scenario(name)
        text = options[SCENARIO]
        found = self._own.get((name, text)) if isinstance(text, str) else None
        if found is None:
            if len(self._own) >= _MOST_CONTENTS:
                self._own.clear()
            found = self._own[name, text] = self._checked(own_file(name, text))
        return found

    def _checked(self, file: DataFile) -> Any:
        """A scenario of the players' own: as the game has them, for as many as sit here, with house rules there are."""
        found = self.shelf.checked(file)
        for seat in found.side:
            if seat not in self.seats:
                raise file.error(f"$.side.{seat}", f"the sides are {' and '.join(self.seats)}")
        try:
            self.catalogue.options.resolve(self.scenario_options(found))
        except BadOption as error:
            raise file.error("$.options", str(error)) from None
        return found

    def scenario_text(self, name: str) -> str:
        return self.shelf.file_of(name).text

    def own_card(self, name: str, text: Any) -> ScenarioCard:
        return self.shelf.card(name, self.scenario(name, {SCENARIO: text}))._replace(opening=False)

    @cached_property
    def _own(self) -> dict[tuple[str, str], Any]:
        return {}

    def begin(self, scenario: str, options: Mapping[str, Any]) -> S:
        kept = self._shared(scenario, options)
        state: Any = self.state(kept.content, kept.content.fresh())
        if not kept.tried:
            own = SCENARIO in options
            file = own_file(scenario, options[SCENARIO]) if own else self.shelf.file_of(scenario)
            self._try(kept.content, state, file)
            kept.tried = True
        begun: S = state
        return begun

    def _try(self, content: C, state: Any, file: DataFile) -> None:
        """Whether all that a scenario and the players field can be set up; what cannot is told."""
        for seat, fielded in self.summary(state).fielded.items():
            if fielded > MOST_UNITS:
                raise file.error(f"$.side.{seat}", f"fields {fielded} units; at most {MOST_UNITS} can be")
        seat = self._without_room(content)
        if seat in content.own:
            raise no_room(state.sides[seat].name)
        if seat:
            raise file.error(f"$.side.{seat}.zone", "too small for its force")

    def _without_room(self, content: C) -> str:
        """The first seat that cannot set up all it fields, or ""."""
        state = self.state(content, content.fresh())
        sides: Mapping[str, Any] = content.file.side
        for seat, side in sides.items():
            if covered(content.bases(seat), side.zone) > FULLEST or not self.part("deploy").has_room(state, seat):
                return seat
        return ""

    def roller(self, state: Any, theirs: bool = False) -> str:
        return thrower(state.rolls, state.active, self.seats, theirs)

    def screened(self, state: Any) -> str:
        return alone(state.rolls, self.seats)

    def result(self, state: Any) -> Result | None:
        return Result(state.winner or None, state.reason, state.reason_rule) if state.over else None

    def encode(self, state: Any) -> bytes:
        return self._encoder.encode(state.record())

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> S:
        content = self._shared(scenario, options).content
        profiles = content.profiles

        def from_id(kind: type, value: Any) -> Any:
            if kind is self.profile:
                return profiles[value]
            raise NotImplementedError

        return self.state(content, self.loaded(msgspec.json.decode(data, type=known(self.record), dec_hook=from_id)))

    @cached_property
    def _encoder(self) -> msgspec.json.Encoder:
        def to_id(value: Any) -> Any:
            if type(value) is self.profile:
                return value.id
            raise NotImplementedError(f"{value!r} does not belong in a state")

        return msgspec.json.Encoder(enc_hook=to_id)

    def _shared(self, scenario: str, options: Mapping[str, Any]) -> _Kept[C]:
        file = self.scenario(scenario, options)
        house = self.house({**self.scenario_options(file), **options})
        armies = armies_of(options, self.rosters(), self.seats) if FORCES in options else {}
        key = (scenario, options.get(SCENARIO), house, tuple(armies.items()))
        found = self._contents.get(key)
        if found is None:
            if len(self._contents) >= _MOST_CONTENTS:
                self._contents.clear()
            found = self._contents[key] = _Kept(self.content(scenario, file, house, armies))
        return found

    @cached_property
    def _contents(self) -> dict[tuple[str, str | None, H, tuple[tuple[str, Army], ...]], _Kept[C]]:
        return {}


_MOST_CONTENTS = 64
