"""Dice mechanics common to the Commander games. Each game passes its own rule IDs for the log."""

from __future__ import annotations

from typing import Literal, NamedTuple

from umpire.dice import Faces, Number, Procedure, value_of

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
