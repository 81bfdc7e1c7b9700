"""How the bots of both Commander games choose: what promises most, if it is enough. Each game says what that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from umpire.battle.contract import Advice
from umpire.battle.decisions import Option, PickOne
from umpire.games.commander.ways import Named

N = TypeVar("N", bound=Named)

Promise = Callable[[Option], float]
"""What an option is worth, in points."""

WORTH_ACTING = 3.0
"""An action that promises less than this is not worth a roll."""


def best_of(options: Sequence[Option], promise: Promise) -> tuple[float, Option]:
    """The option that promises most, the first of equals, and what it promises."""
    found = [(promise(option), option) for option in options]
    return max(found, key=lambda each: each[0])


def what(options: Sequence[Option], promise: Promise) -> Advice:
    """What a unit does that has to do something."""
    most, action = best_of(options, promise)
    return Advice(action.key, f"{action.label} is worth {most:.0f} points")


def who_acts(decision: PickOne, units: Mapping[str, N], best_action: Callable[[N], tuple[float, Option]]) -> Advice:
    """Who acts on initiative: the unit whose best action promises most, or nobody any more."""
    best, who, why = WORTH_ACTING, "done", "nothing worth doing unordered"
    for option in decision.options:
        if option.key == "done":
            continue
        unit = units[option.key]
        promise, action = best_action(unit)
        if promise > best:
            best, who, why = promise, unit.id, f"{unit.name} to {action.label} is worth {promise:.0f} points"
    return Advice(who, why)


def react_where(decision: PickOne, least: float, promise: Callable[[list[tuple[int, int]]], float]) -> Advice:
    """In which window to fire at a mover: the first of the best, if its dice promise more than `least`."""
    best, key, why = least, "pass", "the shot is kept for a better target"
    for option in decision.options:
        if option.odds is None:
            continue
        found = promise(groups_of(option))
        if found > best + 0.01:
            best, key, why = found, option.key, f"worth {found:.0f} points"
    return Advice(key, why)


def groups_of(option: Option) -> list[tuple[int, int]]:
    """The dice of an attack with the scores they need, as its odds have them."""
    assert option.odds is not None
    return [(dice, need) for dice, need in dict(option.odds.inputs)["groups"]]
