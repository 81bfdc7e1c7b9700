"""The causeway for three players: a third force, allied with neither, from deployment to the end."""

from __future__ import annotations

from importlib.resources import files
from random import Random
from typing import Any

import pytest

from tests.games.fubar.dice import house
from umpire.battle.datafile import DataFile
from umpire.battle.decisions import Decision, Refused
from umpire.dice import DiceRequest, FastDice, Runner, roll_for
from umpire.games.fubar import scoring, sequence
from umpire.games.fubar.content import SHELF, Content
from umpire.games.fubar.model import State


def causeway() -> State:
    file = SHELF.checked(DataFile.read(files("umpire.games.fubar") / "variants" / "causeway-three.toml"))
    content = Content("causeway-three", file, house())
    return State(content, content.fresh())


def answer(decision: Decision, rng: Random) -> Any:
    """Something that the decision takes."""
    for _ in range(20):
        try:
            return decision.read(decision.random(rng))
        except Refused:
            continue
    return decision.read(decision.default())


def play(state: State, seed: int) -> list[str]:
    """Play to the end; returns the seats that were asked, in order."""
    rng = Random(seed)
    dice = FastDice(rng)
    asked: list[str] = []
    while not state.over:
        runner: Runner[None] = Runner(sequence.activation(state))
        while not runner.done:
            request = runner.request
            if isinstance(request, DiceRequest):
                runner.send(request.answer(roll_for(request, dice)))
            else:
                asked.append(request.seat)
                runner.send(answer(request, rng))
    return asked


@pytest.mark.rule("FUBAR-INIT-05", "FUBAR-LDR-06")
def test_the_third_force_is_the_bikes_and_the_armoured_car_with_a_leader_of_its_own() -> None:
    state = causeway()
    assert state.seats == ("A", "B", "C")
    assert [unit.id for unit in state.units.values() if unit.side == "C"] == ["b9", "b13"]
    raiders = state.sides["C"]
    assert (raiders.name, raiders.commander, raiders.missions) == ("Raiders", "b9.1", {})
    assert state.units["b9"].figures[0].profile.points == 26  # 10 the rider, 8 the bike, 8 for leading
    assert state.content.exits["C"] == (0, 180)


@pytest.mark.slow
@pytest.mark.rule("FUBAR-INIT-05", "FUBAR-VIC-01")
def test_three_players_fight_to_the_end() -> None:
    state = causeway()
    asked = play(state, 3)
    assert set(asked) == {"A", "B", "C"}
    assert sorted(state.order) == ["A", "B", "C"]
    assert state.over
    best = max(state.seats, key=lambda seat: scoring.points(state, seat))
    if state.winner and state.reason_rule == "FUBAR-VIC-01":
        assert state.winner == best
