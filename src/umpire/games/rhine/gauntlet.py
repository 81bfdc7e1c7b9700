"""The odds of "move here, then fire": the enemy's best reaction is part of them.

The policy stands in the words of every such figure: the enemy takes the one reaction shot, at the one point of the
path, that is likeliest to stop the mover.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from umpire.battle.decisions import Call, Inputs
from umpire.battle.words import tidy
from umpire.dice import solve
from umpire.games.rhine import procedures, reaction
from umpire.games.rhine.actions import fire, movement
from umpire.games.rhine.composed import Reactor
from umpire.games.rhine.house import House
from umpire.games.rhine.model import Plan, State, Unit, other
from umpire.games.rhine.reaction import Chance, Ledger
from umpire.table import Base

STOPPED = ("broken", "abandoned", "foom", "kaboom", "destroyed")


class Answer(NamedTuple):
    """A reaction shot at a mover: by whom, where on the path, how likely it is to stop it."""

    chance: Chance
    gone: float
    base: Base
    """Where the mover's base is then."""
    stops: float

    def words(self, mover: Unit) -> str:
        return (
            f"counting the enemy's reaction most likely to stop {mover.name}: {self.chance.unit.name} after "
            f"{tidy(self.gone)} inches ({self.stops:.0%})"
        )


def best_answer(state: State, mover: Unit, plan: Plan) -> Answer | None:
    """The policy: of all reaction shots along the path the one likeliest to stop the mover; None if there is none."""
    if not state.sides[other(mover.side)].pool:
        return None
    return max(answers(state, mover, plan), key=lambda each: each.stops, default=None)


def answers(state: State, mover: Unit, plan: Plan) -> Iterator[Answer]:
    """Every reaction shot the enemy could take at a mover on this path."""
    walk = movement.Walk(mover.id, plan.path, plan.facing, "move")
    for chance in reaction.chances(state, plan, Ledger(state.house), walk):
        if chance.kind == "fire":
            reacts = reaction_chance(state.house, tuple(sorted(reaction.inputs(state, plan, chance).items())))
            for gone in chance.triggers:
                base = movement.base_at(mover, plan.path, gone) if len(plan.path) > 1 else mover.base
                stops = _stops(state, chance.unit, mover, chance.weapon, base)
                yield Answer(chance, gone, base, reacts * stops)


def _stops(state: State, unit: Unit, mover: Unit, weapon: int, at: Base) -> float:
    call = fire.call(state, unit, mover, weapon, False, reacting_to_move=True, at=at)
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
    """The whole of it as a dice procedure: the reaction, its shot at the mover, then the mover's own shot."""

    def inputs() -> Inputs:
        chance, target = answer.chance, state.units[shot[0]]
        given = reaction.inputs(state, plan, chance)
        first = fire.call(state, chance.unit, mover, chance.weapon, False, reacting_to_move=True, at=answer.base)
        then = fire.call(state, mover, target, shot[1], True, base=base)
        return move_then_fire_inputs(given, mover, dict(first.inputs), target, dict(then.inputs))

    return Call("move_then_fire", inputs)


def move_then_fire_inputs(
    reacting: dict[str, Any], mover: Unit, answer: dict[str, Any], target: Unit, shot: dict[str, Any]
) -> Inputs:
    """The inputs of `move_then_fire`, by name."""
    given = {name: reacting[name] for name in Reactor._fields}
    given |= _shot("reaction_", mover, answer) | _target("mover_", mover, answer)
    given |= _shot("shot_", target, shot) | _target("target_", target, shot)
    return tuple(given.items())


def _shot(prefix: str, target: Unit, attack: dict[str, Any]) -> dict[str, Any]:
    """A shot at this target; at foot the attack's `weapon` is its caliber."""
    heavy = "caliber" if target.profile.is_foot else "weapon"
    names = ("dice", "need", "heat", "autocannon", "mortar")
    found = {f"{prefix}{name}": attack[name] for name in names if name in attack}
    return found | {f"{prefix}{heavy}": attack["weapon"]}


def _target(prefix: str, unit: Unit, attack: dict[str, Any]) -> dict[str, Any]:
    names = ("morale", "markers", "armour", "vulnerable", "special_armour", "ground")
    kind = {f"{prefix}kind": fire.target_kind(unit)}
    return kind | {f"{prefix}{name}": attack[name] for name in names if name in attack}
