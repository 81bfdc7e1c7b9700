"""Picket as the core sees it: everything that `umpire.battle.contract.Game` asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any

import msgspec

from picket import bot, sequence, view
from picket.model import SIDES, SIZE, TURNS, Saved, State, fresh
from picket.procedures import PROCEDURES, RANGE, SHORT, House, to_hit
from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.battle.contract import Advice, Look, Result, ScenarioCard, Summary
from umpire.battle.decisions import Decision, Refused, Route
from umpire.battle.sheet import Book, Row, Section, Sheet, Table, at_least, plain, sentences
from umpire.battle.view import View
from umpire.battle.words import tidy
from umpire.dice import Procedure


class Picket:
    """Two patrols meet at dawn."""

    slug = "picket"
    title = "Picket"
    about = "Two patrols on an open field: a squad at a time moves or shoots.\nThe example of the manual."
    version = "1"
    length_unit = "inch"
    seats: tuple[str, ...] = tuple(SIDES)
    procedures = PROCEDURES

    @cached_property
    def catalogue(self) -> Catalogue:
        return load_catalogue(files("picket") / "rules.toml")

    def house(self, options: Mapping[str, Any]) -> House:
        values: dict[str, Any] = self.catalogue.options.resolve(options)
        return House(**values)

    def scenarios(self) -> Sequence[ScenarioCard]:
        text = "Two patrols see each other across an open field."
        return (ScenarioCard("dawn", "Dawn", text, 5, TURNS, SIDES, SIZE, opening=True),)

    def begin(self, scenario: str, options: Mapping[str, Any]) -> State:
        if scenario != "dawn":
            raise Refused(f"there is no scenario {scenario!r}; there is dawn.")
        return fresh(self.house(options))

    def activation(self, state: State) -> Procedure[None]:
        return sequence.activation(state)

    def result(self, state: State) -> Result | None:
        return sequence.result(state)

    def concede(self, state: State, seat: str) -> None:
        state.conceded = seat

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        """`{"unit": "a1", "men": 3}`: how many men a squad has."""
        squad = state.squads.get(str(change.get("unit"))) if isinstance(change, Mapping) else None
        if squad is None or not squad.men or set(change) != {"unit", "men"} or change["men"] not in range(21):
            raise Refused("a squad and its men, 0 to 20, are asked for: unit and men.")
        state.put(squad._replace(men=int(change["men"])))
        return f"by agreement {squad.name} has {change['men']} men"

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(state.saved())

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> State:
        return State(self.house(options), *msgspec.json.decode(data, type=Saved))

    def view(self, state: State, seat: str | None) -> View:
        return view.view(state, seat)

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        return view.look(state, piece, route)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        return ()

    def advise(self, state: State, decision: Decision) -> Advice:
        return bot.advise(state, decision)

    def summary(self, state: State) -> Summary:
        fielded = {seat: sum(squad.side == seat for squad in state.squads.values()) for seat in SIDES}
        lost = {seat: fielded[seat] - len(state.of(seat)) for seat in SIDES}
        return Summary(state.turn, lost, fielded)

    def sheet(self) -> Sheet:
        book, house = Book(self.catalogue), self.house({})
        scores = ((SHORT, to_hit(house, far=False)), (RANGE, to_hit(house, far=True)))
        rows = tuple(Row((f"up to {tidy(far)} in", at_least(need.value))) for far, need in scores)
        sections = (
            Section("Acting", (plain(book.say("ACT-01")),)),
            Section("Shooting", (plain(book.say("SHT-01")), Table("To hit", ("range", "score"), rows))),
            Section("The end", (plain(book.say("END-01")),)),
        )
        return Sheet(self.title, "Two patrols on an open field", sections, sentences(self.catalogue))
