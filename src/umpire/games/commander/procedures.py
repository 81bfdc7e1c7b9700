"""Dice mechanics common to the Commander games. Each game passes its own rule IDs for the log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from umpire.dice import Faces, Number, Odds, Pool, Procedure, Tally, Total, solve, stage, value_of

Groups = Sequence[tuple[Number, Number]]
"""Dice with the score they need: `(dice, need)`."""

CommandResult = Literal["double_one", "success", "failure", "blunder"]
AssaultResult = Literal["defender_ko", "defender_retreats", "attacker_retreats", "attacker_ko", "draw", "no_result"]


class Command(NamedTuple):
    """How a command roll or a request for support came out."""

    result: CommandResult


def command_result(target: Number, rule: str, label: str) -> Procedure[Command]:
    """Two dice, the target or less: double one always succeeds, double six is always a blunder."""
    faces: tuple[int, int] = yield Faces(2, goal=f"{value_of(target)} or less", why=target, rule=rule, label=label)
    if faces == (1, 1):
        return Command("double_one")
    if faces == (6, 6):
        return Command("blunder")
    return Command("success" if sum(faces) <= value_of(target) else "failure")


@lru_cache(maxsize=64)
def success(target: int) -> float:
    """The chance that an order goes through, as bots reckon with it.

    >>> success(7) == 21 / 36, success(14) == 35 / 36, success(-3) == 1 / 36
    (True, True, True)
    """
    odds = Odds(solve(command_result, target, "", ""))
    return float(odds.p(result="double_one") + odds.p(result="success"))


def holds_on(target: Number, rule: str) -> Procedure[bool]:
    """The break test: a command roll of the army's chief; True if the army fights on."""
    command: Command = yield from stage(command_result, target, rule, "break test")
    return command.result in ("double_one", "success")


def grouped(groups: Groups) -> tuple[tuple[Number, Number], ...]:
    """Dice that need the same score are one group, the lowest score first; empty groups go."""
    if len(groups) == 1 and value_of(groups[0][0]) > 0:
        return (groups[0],)
    merged: dict[int, tuple[Number, Number]] = {}
    for dice, need in groups:
        if value_of(dice) <= 0:
            continue
        found = merged.get(value_of(need))
        merged[value_of(need)] = (dice, need) if found is None else (added(found[0], dice), found[1])
    return tuple(merged[score] for score in sorted(merged))


def added(one: Number, other: Number) -> Number:
    """The dice of two attackers together, each term still to be read."""
    if isinstance(one, Tally) and isinstance(other, Tally):
        return Tally(one.value + other.value, one.reasons + other.reasons)
    return value_of(one) + value_of(other)


def suppressed_by(hits: int, need: Number, rule: str) -> Procedure[bool]:
    """The suppression test: a die for each hit taken, one that reaches the score to hit is enough."""
    caught: int = yield Pool(hits, need, enough=1, rule=rule, label="suppression")
    return bool(caught)


def driven_back(hits: int, limit: int | None, rule: str) -> Procedure[int]:
    """The fall-back roll: a die for each hit taken, their sum in cm. Beyond a limit it does not matter how far."""
    enough = None if limit is None else limit + 1
    distance: int = yield Total(hits, enough=enough, rule=rule, label="fall-back")
    return distance


class Struck(NamedTuple):
    """Hits that got through, and the shield points left."""

    unsaved: int
    shield: int


def verdict(attacker_hits: int, defender_hits: int, zero_ko: bool = True) -> AssaultResult:
    """Compare unsaved hits: equal is a draw, more makes the loser retreat, twice as many knock him out.

    Against a side without a hit any hit is twice as many, unless `zero_ko` is off: then that side retreats.
    """
    if attacker_hits == defender_hits:
        return "draw"
    if attacker_hits > defender_hits:
        doubled = attacker_hits >= 2 * defender_hits and (zero_ko or defender_hits > 0)
        return "defender_ko" if doubled else "defender_retreats"
    doubled = defender_hits >= 2 * attacker_hits and (zero_ko or attacker_hits > 0)
    return "attacker_ko" if doubled else "attacker_retreats"


def half_die(face: int) -> int:
    """Half the score of a die: 1 or 2 counts 1, 3 or 4 counts 2, 5 or 6 counts 3."""
    return (face + 1) // 2
