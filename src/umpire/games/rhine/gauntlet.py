"""The odds of "move here, then fire": the enemy's best reaction is part of them.

The policy stands in the words of every such figure: the enemy takes the one reaction shot, at the one point of the
path, that is likeliest to stop the mover.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from umpire.battle.decisions import Call, Inputs, Numbers
from umpire.battle.words import tidy
from umpire.dice import solve
from umpire.games.rhine import chances, procedures
from umpire.games.rhine.actions import fire, movement
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.chances import Chance, Ledger
from umpire.games.rhine.house import House
from umpire.games.rhine.model import Plan, State, Unit, other
from umpire.games.rhine.offered import move_then_fire_inputs, reaction_fire_inputs
from umpire.games.rhine.spoken import STOPPED
from umpire.table import Base


class Answer(NamedTuple):
    """A reaction shot at a mover: by whom, where on the path, how likely it is to stop it."""

    chance: Chance
    gone: float
    base: Base
    """Where the mover's base is then."""
    stops: float

    @property
    def words(self) -> str:
        who, where = self.chance.unit.name, f"after {tidy(self.gone)} in" if self.gone else "before it acts"
        return f"counting the reaction likeliest to stop it: {who} {where}"


def best_answer(state: State, mover: Unit, plan: Plan) -> Answer | None:
    """The policy: of all reaction shots along the path the one likeliest to stop the mover; None if there is none.

    RHINE-REACT-01, POOL-08: there is none either if the enemy has no token for it.
    """
    if not state.sides[other(mover.side)].pool:
        return None
    return max(answers(state, mover, plan), key=lambda each: each.stops, default=None)


def answers(state: State, mover: Unit, plan: Plan) -> Iterator[Answer]:
    """Every reaction shot the enemy could take at a mover on this path."""
    walk = movement.Walk(mover.id, plan.path, plan.facing, "move", start=plan.start)
    for chance in chances.chances(state, plan, Ledger(state.house), walk):
        if chance.kind == "fire":
            yield from _shots(state, mover, plan, chance)


def _shots(state: State, mover: Unit, plan: Plan, chance: Chance) -> Iterator[Answer]:
    """The shots one unit could take with one weapon, at each point where it may."""
    reacts = reaction_chance(state.house, tuple(sorted(chances.inputs(state, plan, chance).items())))
    for gone, base in chance.spots:
        yield Answer(chance, gone, base, reacts * _stops(state, chance.unit, mover, chance.weapon, base, plan.moves))


class ReactionCall(Call):
    """The whole of a reaction: the roll to react, and then `shot`."""

    __slots__ = ("shot",)

    def __init__(self, state: State, plan: Plan, chance: Chance, shot: Call) -> None:
        super().__init__(
            "reaction_fire",
            lambda: reaction_fire_inputs(chances.inputs(state, plan, chance), shot),
            lambda: (("reacts on", chances.need(state, plan, chance)), *(shot.why() if shot.why is not None else ())),
            shot.at,
        )
        self.shot = shot


def shot_there(state: State, plan: Plan, chance: Chance, base: Base) -> ReactionCall:
    """The odds of a reaction with a shot while the mover's base is here."""
    mover = state.units[plan.unit]
    firing = Firing(chance.unit, mover, chance.weapon, reacting_to_move=plan.moves, at=base)
    return ReactionCall(state, plan, chance, fire.call(state, firing))


def reaction_shot(state: State, plan: Plan, chance: Chance) -> tuple[ReactionCall, str]:
    """The odds of a reaction with a shot, at the best point of the path, and where that is."""
    mover = state.units[plan.unit]
    best = max(_shots(state, mover, plan, chance), key=lambda each: each.stops)
    where = f"at its best after {tidy(best.gone)} in of its way" if best.gone else ""
    return shot_there(state, plan, chance, best.base), where


def reaction_roll(state: State, plan: Plan, chance: Chance) -> Call:
    """The odds of a reaction that is no shot: whether it comes to it."""
    return Call(
        "reaction",
        lambda: tuple(chances.inputs(state, plan, chance).items()),
        lambda: (("reacts on", chances.need(state, plan, chance)),),
    )


def best_point(state: State, plan: Plan, chance: Chance) -> float:
    """How far along the path a reaction shot is likeliest to stop the mover."""
    return max(_shots(state, state.units[plan.unit], plan, chance), key=lambda each: each.stops).gone


def _stops(state: State, unit: Unit, mover: Unit, weapon: int, at: Base, moves: bool) -> float:
    call = fire.call(state, Firing(unit, mover, weapon, reacting_to_move=moves, at=at))
    return stopping(state.house, call.procedure, call.inputs)


@lru_cache(maxsize=20_000)
def stopping(house: House, procedure: str, inputs: Inputs) -> float:
    """The chance of a shot to break or destroy its target."""
    weights = solve(getattr(procedures, procedure), house, *[value for _, value in inputs])
    return sum(weight for hit, weight in weights.pairs if hit.result in STOPPED) / weights.total


@lru_cache(maxsize=2_000)
def reaction_chance(house: House, inputs: tuple[tuple[str, Any], ...]) -> float:
    """The chance of a reaction roll to succeed."""
    given = dict(inputs)
    names = ("target", "hidden", "tokens", "markers", "recce", "atgm", "concealed")
    weights = solve(procedures.reaction, house, *[given[name] for name in names])
    return sum(weight for outcome, weight in weights.pairs if outcome.result != "failed") / weights.total


def call(state: State, mover: Unit, plan: Plan, shot: tuple[str, int], base: Base, answer: Answer) -> Call:
    """The whole of it as a dice procedure: the reaction, its shot at the mover, then the mover's own shot.

    RHINE-REACT-11, 12: the reaction may seize the initiative, which takes nothing from the mover's shot.
    """

    def inputs() -> Inputs:
        chance, target = answer.chance, state.units[shot[0]]
        given = chances.inputs(state, plan, chance)
        first = fire.call(state, Firing(chance.unit, mover, chance.weapon, reacting_to_move=True, at=answer.base))
        then = fire.call(state, Firing(mover, target, shot[1], True, base=base))
        return move_then_fire_inputs(given, first, then)

    def why() -> Numbers:
        chance, target = answer.chance, state.units[shot[0]]
        then = fire.numbers(state, Firing(mover, target, shot[1], True, base=base))
        return (*then, (f"{chance.unit.name} reacts on", chances.need(state, plan, chance)))

    return Call("move_then_fire", inputs, why, shot[0])
