"""Seven Days to the River Rhine as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.battle.contract import Advice, Look, Result, ScenarioCard, Summary
from umpire.battle.decisions import Decision, Route
from umpire.battle.sheet import Sheet
from umpire.battle.view import View
from umpire.dice import Procedure
from umpire.dice.offered import Offered
from umpire.games.rhine import content, ending
from umpire.games.rhine.house import House, house_rules
from umpire.games.rhine.model import LOST, Profile, Record, State, other
from umpire.games.rhine.offered import PROCEDURES


class SevenDays:
    """Platoons and companies in a Cold War that turned hot."""

    slug = "rhine"
    title = "Seven Days to the River Rhine"
    about = (
        "NATO against the Warsaw Pact in Central Europe, platoon against company. Command tokens pass back and forth, "
        "and every move may be answered."
    )
    version = "1"
    length_unit = "inch"
    seats: tuple[str, ...] = ("A", "B")

    @cached_property
    def catalogue(self) -> Catalogue:
        return load_catalogue(files("umpire.games.rhine") / "rules.toml")

    @property
    def procedures(self) -> Sequence[Offered]:
        return PROCEDURES

    def sheet(self) -> Sheet:
        from umpire.games.rhine.reference import reference_sheet

        return reference_sheet(self.catalogue)

    def house(self, options: Mapping[str, Any]) -> House:
        return house_rules(self.catalogue.options.resolve(options)) if options else self._default_house

    @cached_property
    def _default_house(self) -> House:
        return house_rules(self.catalogue.options.defaults())

    def scenarios(self) -> Sequence[ScenarioCard]:
        return [content.card(name) for name in content.scenario_names()]

    def begin(self, scenario: str, options: Mapping[str, Any]) -> State:
        battlefield = _content(scenario, self.house(options))
        return State(battlefield, battlefield.fresh())

    def activation(self, state: State) -> Procedure[None]:
        from umpire.games.rhine.sequence import activation

        return activation(state)

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        return Result(state.winner or None, state.reason, state.reason_rule)

    def concede(self, state: State, seat: str) -> None:
        """A player gives up, at any decision."""
        side = state.sides[seat]
        side.conceded = True
        ending.finish(state, other(seat), f"{side.name} concedes", "RHINE-WIN-05")

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        from umpire.games.rhine.overrule import overrule

        return overrule(state, change)

    def encode(self, state: State) -> bytes:
        return _ENCODER.encode(state.record())

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> State:
        battlefield = _content(scenario, self.house(options))

        def profile(kind: type, value: Any) -> Any:
            if kind is Profile:
                return battlefield.profiles[value]
            raise NotImplementedError

        return State(battlefield, msgspec.json.decode(data, type=Record, dec_hook=profile))

    def view(self, state: State, seat: str | None) -> View:
        from umpire.games.rhine.view import view

        return view(state, seat)

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        from umpire.games.rhine.look import look

        return look(state, piece, route)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        """Nothing is hidden in this game: both sides see all pieces, tokens and plans."""
        return ()

    def advise(self, state: State, decision: Decision) -> Advice:
        from umpire.games.rhine.bot import advise

        return advise(state, decision)

    def summary(self, state: State) -> Summary:
        lost = dict.fromkeys(self.seats, 0)
        fielded = dict.fromkeys(self.seats, 0)
        for unit in state.units.values():
            fielded[unit.side] += 1
            lost[unit.side] += unit.place == LOST
        return Summary(state.turn, lost, fielded)


def _encode_static(value: Any) -> Any:
    if isinstance(value, Profile):
        return value.id
    raise NotImplementedError(f"{value!r} does not belong in a state")


_ENCODER = msgspec.json.Encoder(enc_hook=_encode_static)


@lru_cache(maxsize=64)
def _content(scenario: str, house: House) -> content.Content:
    """Battles of one scenario share its static content, and what is remembered of its sight lines."""
    return content.Content(scenario, content.scenario_file(scenario), house, {})
