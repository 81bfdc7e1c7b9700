"""Picket as the core sees it: everything that `umpire.battle.contract.Game` asks for and its parts do not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from picket import sequence
from picket.house import House
from picket.model import SIDES, SIZE, TURNS, Saved, State, fresh
from umpire.battle.contract import Result, ScenarioCard, Summary
from umpire.battle.decisions import Refused
from umpire.battle.parts import Parts


class Picket(Parts[House, State]):
    """Two patrols meet at dawn."""

    slug = "picket"
    title = "Picket"
    about = "Two patrols on an open field: a squad at a time moves or shoots.\nThe example of the manual."
    version = "1"
    length_unit = "in"
    package = "picket"

    def scenarios(self) -> Sequence[ScenarioCard]:
        text = "Two patrols see each other across an open field."
        return (ScenarioCard("dawn", "Dawn", text, 5, TURNS, SIDES, SIZE, opening=True),)

    def begin(self, scenario: str, options: Mapping[str, Any]) -> State:
        if scenario != "dawn":
            raise Refused(f"there is no scenario {scenario!r}; there is dawn.")
        return fresh(self.house(options))

    def result(self, state: State) -> Result | None:
        return sequence.result(state)

    def concede(self, state: State, seat: str) -> None:
        state.conceded = seat

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(state.saved())

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> State:
        return State(self.house(options), *msgspec.json.decode(data, type=Saved))

    def summary(self, state: State) -> Summary:
        return self.counted(state.turn, ((squad.side, not squad.men) for squad in state.squads.values()))
