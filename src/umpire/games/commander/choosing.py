"""How the bots of both Commander games choose: what promises most, if it is enough. Each game says what that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any, Final

from umpire.battle.advice import Adviser
from umpire.battle.contract import Advice
from umpire.battle.decisions import Option, PickOne, PickSome, PutInOrder, Route
from umpire.dice import Weights

Promise = Callable[[Option], float]
"""What an option is worth, in points."""

Doing = Callable[[Any, Any, Option], float]
"""What an option is worth in a state to a unit, in points."""

WORTH_ACTING = 3.0
"""An action that promises less than this is not worth a roll."""

LEAST_WORTH: Final = 15.0
"""What losing even the cheapest unit costs."""

SUPPRESSED: Final = 0.4
DRIVEN: Final = 0.3
"""How much of a unit's worth it takes to suppress it, or to drive it back."""


# --- What things are worth -----------------------------------------------------------------------------------


def worth(points: int, left: int | None) -> float:
    """What losing a unit of so many points costs: the more, the fewer losses are left before its side breaks, if it
    counts for that at all."""
    value = max(float(points), LEAST_WORTH)
    return value if left is None else value * (1.0 + 2.0 / (max(1, left) + 2))


def damage(weights: Weights, marked: float) -> float:
    """The share of a unit's worth that an attack takes, by its exact odds; each unsaved hit marks so much of it."""
    total = 0.0
    for outcome, weight in weights.pairs:
        share = marked * outcome.unsaved
        if outcome.result in ("ko", "ko_fall_back"):
            share = 1.0
        elif outcome.result == "suppressed":
            share += SUPPRESSED
        elif outcome.result in ("fall_back", "halted_on_friend"):
            share += DRIVEN
        total += share * weight
    return total / weights.total


def groups_of(option: Option) -> list[tuple[int, int]]:
    """The dice of an attack with the scores they need, as its odds have them."""
    assert option.odds is not None
    return [(dice, need) for dice, need in dict(option.odds.inputs)["groups"]]


# --- What to choose ------------------------------------------------------------------------------------------


def best_of(options: Sequence[Option], promise: Promise) -> tuple[float, Option]:
    """The option that promises most, the first of equals, and what it promises."""
    found = [(promise(option), option) for option in options]
    return max(found, key=lambda each: each[0])


def best_action(state: Any, unit: Any, options: Sequence[Option], doing: Doing) -> tuple[float, Option]:
    """What a unit would do by itself, and what that promises."""
    return best_of(options, lambda option: doing(state, unit, option))


def best_place(routes: Sequence[Route], promise: Callable[[Route, float], float]) -> tuple[float, Route]:
    """The way to the place that promises most. Of a place, what promises no more than the best before it need not be
    told to the end."""
    best, chosen = -inf, routes[0]
    for route in routes:
        found = promise(route, best)
        if found > best:
            best, chosen = found, route
    return best, chosen


def place_advice(answer: Any, promise: float) -> Advice:
    return Advice(answer, f"that place is worth {promise:.0f}: objectives and targets, less the danger")


def best_attack(decision: PickOne, least: float, otherwise: Advice, promise: Promise, by: float = 0.0) -> Advice:
    """The first of the best attacks, if it promises more than `least`; one that comes later is better `by` so much."""
    best, found = least, otherwise
    for option in decision.options:
        if option.odds is not None:
            points = promise(option)
            if points > best + by:
                best, found = points, Advice(option.key, f"worth {points:.0f} points")
    return found


# --- Answers to decisions that both games ask ----------------------------------------------------------------


def who_acts(actions: Callable[[Any, Any], Sequence[Option]], doing: Doing) -> Adviser:
    """Who acts on initiative: the unit whose best action promises most, or nobody any more."""

    def advised(state: Any, decision: PickOne) -> Advice:
        best, found = WORTH_ACTING, Advice("done", "nothing worth doing unordered")
        for option in decision.options:
            if option.key == "done":
                continue
            unit = state.units[option.key]
            points, action = best_action(state, unit, actions(state, unit), doing)
            if points > best:
                best = points
                found = Advice(unit.id, f"{unit.name} to {action.label} is worth {points:.0f} points")
        return found

    return advised


def what(doing: Doing) -> Adviser:
    """What a unit does that has to do something."""

    def advised(state: Any, decision: PickOne) -> Advice:
        most, action = best_action(state, state.units[decision.piece], decision.options, doing)
        return Advice(action.key, f"{action.label} is worth {most:.0f} points")

    return advised


def react_where(least: float, attack: Callable[[Any, list[tuple[int, int]], Any], float]) -> Adviser:
    """In which window to fire at a mover: the first of the best, if its dice promise more than `least`."""
    passing = Advice("pass", "the shot is kept for a better target")

    def advised(state: Any, decision: PickOne) -> Advice:
        mover = state.units[decision.piece]
        return best_attack(decision, least, passing, lambda option: attack(state, groups_of(option), mover), by=0.01)

    return advised


def everybody(why: str) -> Adviser:
    """All who are offered, or as many of them as may be."""

    def advised(state: Any, decision: PickSome) -> Advice:
        return Advice([option.key for option in decision.options][: decision.most], why)

    return advised


def in_order(why: str, *kinds: str) -> Adviser:
    """What was declared in this order of its kinds; the others after them."""
    rank: Mapping[str, int] = {kind: at for at, kind in enumerate(kinds)}

    def advised(state: Any, decision: PutInOrder) -> Advice:
        keys = [option.key for option in decision.options]
        keys.sort(key=lambda key: rank.get(key.partition(":")[0], len(rank)))
        return Advice(keys, why)

    return advised
