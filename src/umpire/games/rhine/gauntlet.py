"""The odds of "move here, then fire": the enemy's best reaction and the ground on the way are part of them.

The policy stands in the words of every such figure: the enemy takes the one reaction shot, at the one point of the
path, that is likeliest to stop the mover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from umpire.battle.decisions import Call, Inputs, Numbers
from umpire.battle.words import listed, tidy
from umpire.dice import Tally, solve
from umpire.games.rhine import chances, procedures, sheet
from umpire.games.rhine.actions import fire, movement, terrain
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.actions.terrain import Touch
from umpire.games.rhine.chances import Chance, Ledger
from umpire.games.rhine.house import House
from umpire.games.rhine.model import RESERVE, Plan, State, Unit, other
from umpire.games.rhine.offered import (
    HALT,
    move_then_fire_inputs,
    no_reaction_inputs,
    reaction_fire_inputs,
    shot_inputs,
)
from umpire.games.rhine.spoken import STOPPED
from umpire.table import Base, on_table


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
    firing = chances.reply(state, chance.unit, mover, chance.weapon, plan.moves, base)
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
    call = fire.call(state, chances.reply(state, unit, mover, weapon, moves, at))
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


# --- The whole of it ---------------------------------------------------------------------------------------------


class Run:
    """A move under way in thought: the reaction that its odds count, if anybody may react, and the ground it tests."""

    def __init__(self, state: State, mover: Unit, plan: Plan, answered: bool) -> None:
        self.state = state
        self.mover = mover
        self.plan = plan
        self.answer = best_answer(state, mover, plan) if answered else None
        enters = state.units[mover.id].place == RESERVE
        self.walk = movement.Walk(mover.id, plan.path, plan.facing, "move", start=plan.start, enters=enters)
        ahead = movement.tests_ahead(state, mover, self.walk)
        self.mobility = terrain.mobility(mover.profile)
        self.tests = [touch for touch in ahead if sheet.TERRAIN[self.mobility][touch.ground].need is not None]

    @property
    def words(self) -> str:
        """What the odds count, besides the shot itself."""
        found = [] if self.answer is None else [self.answer.words]
        return "; ".join([*found, *[f"counting the terrain test: {self._ground(touch)}" for touch in self.tests]])

    def _ground(self, touch: Touch) -> str:
        return listed(terrain.name_of(self.state, piece) for piece in touch.pieces)

    def call(self, firing: Firing) -> Call:
        """The odds of all of it: the tests, the reaction and its shot at the mover, then the mover's own shot.

        RHINE-REACT-11, 12: the reaction may seize the initiative, which takes nothing from the mover's shot.
        """
        if self.answer is None and not self.tests:
            return fire.call(self.state, firing)
        return Call("move_then_fire", lambda: self._inputs(firing), lambda: self._why(firing), firing.target.id)

    def _why(self, firing: Firing) -> Numbers:
        found = list(fire.numbers(self.state, firing))
        if self.answer is not None:
            chance = self.answer.chance
            found.append((f"{chance.unit.name} reacts on", chances.need(self.state, self.plan, chance)))
        for touch in self.tests:
            test = sheet.TERRAIN[self.mobility][touch.ground]
            found.append((f"{self._ground(touch)} passed on", Tally.of(test.need or 0, self.mobility, test.rule)))
        return tuple(found)

    def _inputs(self, firing: Firing) -> Inputs:
        state, answer = self.state, self.answer
        then = fire.call(state, firing)
        if answer is None:
            given = dict(no_reaction_inputs(self.mover, then))
        else:
            reacting = chances.inputs(state, self.plan, answer.chance)
            given = dict(move_then_fire_inputs(reacting, fire.call(state, self._reply(answer.base)), then))
        if self.tests:
            rows = tuple([self._halted(touch, firing, given) for touch in self.tests])
            given |= {"mobility": self.mobility, "halts": rows}
        return tuple(given.items())

    def _reply(self, at: Base) -> Firing:
        assert self.answer is not None
        chance = self.answer.chance
        return chances.reply(self.state, chance.unit, self.mover, chance.weapon, self.plan.moves, at)

    def _halted(self, touch: Touch, firing: Firing, given: Mapping[str, Any]) -> tuple[Any, ...]:
        """RHINE-TERR-11: both shots if this ground halts the mover: its own from there, if it has one there.

        The enemy whose point lies beyond it takes his shot there too, if he has one (RHINE-REACT-14, 21).
        """
        state, answer = self.state, self.answer
        base = movement.resting_place(state, self.mover, self.walk._replace(gone=touch.at, halted=True))
        off = self.walk.enters and not on_table(base, *state.content.size)
        found = {**given, "test": touch.ground}
        own = firing.from_there(base)
        if off or fire.why_not(state, own) is not None:
            found["shot_dice"] = 0
        else:
            found |= shot_inputs(fire.call(state, own), "shot_", "target_")
        if answer is not None and touch.at < answer.gone:
            reply = self._reply(base)
            if off or not chances.watches(state, answer.chance, self.mover.id, base) or fire.why_not(state, reply):
                found["reaction_dice"] = 0
            else:
                found |= shot_inputs(fire.call(state, reply), "reaction_", "mover_")
        return tuple([found.get(column.name, column.default) for column in HALT])
