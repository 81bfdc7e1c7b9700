"""Bots against each other, without log or snapshots: the fast way through a battle."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from umpire.battle.contract import Game, Result
from umpire.battle.decisions import Decision, Together
from umpire.bots import Bot, UnknownBot
from umpire.dice import DiceRequest, DiceSource, FastDice, Runner, roll_for


class Endless(Exception):
    """A battle that does not come to an end."""


class Played(NamedTuple):
    """A battle played out: how it ended, its last state, how many decisions it took."""

    result: Result
    state: Any
    decisions: int


def play_out(
    game: Game,
    scenario: str,
    bots: Mapping[str, Bot],
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    limit: int = 1_000_000,
    dice: DiceSource | None = None,
) -> Played:
    """Play one battle from its beginning to its end, with a bot at each seat.

    Its dice are quicker ones than those of a `Battle`: the same seed gives another battle there.
    """
    if missing := [seat for seat in game.seats if seat not in bots]:
        raise UnknownBot(f"there is no bot at {' and '.join(missing)}; each seat of {game.slug} has one.")
    state = game.begin(scenario, options or {})
    source = dice if dice is not None else FastDice(Random(seed))
    taken = 0
    while (result := game.result(state)) is None:
        taken += _activation(game, state, bots, source)
        if taken > limit:
            raise Endless(f"no end after {limit} decisions")
    return Played(result, state, taken)


def _activation(game: Game, state: Any, bots: Mapping[str, Bot], source: DiceSource) -> int:
    runner = Runner(game.activation(state))
    taken = 0
    while not runner.done:
        request = runner.request
        if isinstance(request, DiceRequest):
            runner.send(request.answer(roll_for(request, source)))
        elif isinstance(request, Decision):
            taken += 1
            runner.send(request.read(bots[request.seat].answer(state, request)))
        else:
            assert isinstance(request, Together)
            taken += len(request.decisions)
            runner.send(tuple(d.read(bots[d.seat].answer(state, d)) for d in request.decisions))
    return taken
