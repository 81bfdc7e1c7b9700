"""Future War Commander as the core sees it."""

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
from umpire.games.fwc import content, ending
from umpire.games.fwc.house import House, house_rules
from umpire.games.fwc.model import KO, Profile, Record, State, other
from umpire.games.fwc.offered import PROCEDURES


class FutureWarCommander:
    """Combined-arms battles of the near and far future."""

    slug = "fwc"
    title = "Future War Commander"
    about = (
        "Tanks, walkers, infantry and artillery of the near and far future, two battlegroups on one table.\n"
        "Commanders give orders and roll whether they are obeyed; fire suppresses, drives back and destroys."
    )
    version = "1"
    length_unit = "cm"
    seats: tuple[str, ...] = ("A", "B")

    @cached_property
    def catalogue(self) -> Catalogue:
        return load_catalogue(files("umpire.games.fwc") / "rules.toml")

    @property
    def procedures(self) -> Sequence[Offered]:
        return PROCEDURES

    def sheet(self) -> Sheet:
        from umpire.games.fwc.reference import reference_sheet

        return reference_sheet(self.catalogue)

    def house(self, options: Mapping[str, Any]) -> House:
        return house_rules(self.catalogue.options.resolve(options)) if options else self._default_house

    @cached_property
    def _default_house(self) -> House:
        return house_rules(self.catalogue.options.defaults())

    def scenarios(self) -> Sequence[ScenarioCard]:
        return [content.card(name) for name in content.scenario_names()]

    def begin(self, scenario: str, options: Mapping[str, Any]) -> State:
        battlefield = self._content(scenario, options)
        return State(battlefield, battlefield.fresh())

    def _content(self, scenario: str, options: Mapping[str, Any]) -> content.Content:
        house = self.house(options)
        return _content(scenario, house)

    def activation(self, state: State) -> Procedure[None]:
        from umpire.games.fwc.sequence import activation

        return activation(state)

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        return Result(state.winner or None, state.reason, state.reason_rule)

    def concede(self, state: State, seat: str) -> None:
        """FWC-VIC-03, VIC-06: a player gives up, at any decision."""
        state.sides[seat].conceded = True
        ending.finish(state, other(seat), f"{state.sides[seat].name} concedes", "FWC-VIC-03")

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        from umpire.games.fwc.overrule import overrule

        return overrule(state, change)

    def encode(self, state: State) -> bytes:
        return _ENCODER.encode(state.record())

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> State:
        battlefield = self._content(scenario, options)

        def profile(kind: type, value: Any) -> Any:
            if kind is Profile:
                return battlefield.profiles[value]
            raise NotImplementedError

        record = msgspec.json.decode(data, type=Record, dec_hook=profile)
        return State(battlefield, record)

    def view(self, state: State, seat: str | None) -> View:
        from umpire.games.fwc.view import view

        return view(state, seat)

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        from umpire.games.fwc.look import look

        return look(state, seat, piece, route)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        from umpire.games.fwc.view import secrets

        return secrets(state, seat)

    def advise(self, state: State, decision: Decision) -> Advice:
        from umpire.games.fwc.bot import advise

        return advise(state, decision)

    def summary(self, state: State) -> Summary:
        lost = dict.fromkeys(self.seats, 0)
        fielded = dict.fromkeys(self.seats, 0)
        for unit in state.units.values():
            if unit.profile.cls != "installation":
                fielded[unit.side] += 1
                lost[unit.side] += unit.place == KO
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
