"""What a session keeps to find its way: points to go back to, proposals, and dice set by agreement."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from umpire.battle.contract import Game
from umpire.battle.decisions import Decision, Refused
from umpire.battle.log import Entry
from umpire.dice import DiceRequest, Roll, SeededDice, Throw
from umpire.dice.inputs import is_whole


class RuleFailed(RuntimeError):
    """A rule broke down; the battle stands as it was before the answer."""


class Snapshot(NamedTuple):
    """The battle between two activations: its state, how long the log was, how many events had been told."""

    state: Any
    at: int
    digest: str
    told: int = 0


def digest_of(encoded: bytes) -> str:
    """The hash of a state, as the log has it at the end of an activation."""
    return blake2b(encoded, digest_size=12).hexdigest()


class Offer(NamedTuple):
    """Something one seat proposes and the other must agree to: "take back", "overrule" or "set dice"."""

    by: str
    kind: str
    data: Any


class Given(NamedTuple):
    """An answer to a decision of the activation under way, as the rule got it."""

    decision: Decision
    value: Any


class Supply:
    """The faces set by agreement first, as far as they go, then the battle's own stream."""

    __slots__ = ("dice", "faces")

    def __init__(self, faces: list[int], dice: SeededDice) -> None:
        self.faces = faces
        self.dice = dice

    def throw(self, throw: Throw) -> tuple[int, ...]:
        laid = take(self.faces, throw)
        rest = throw.dice - len(laid)
        return (*laid, *self.dice.throw(throw._replace(dice=rest))) if rest else laid


def faces_to_set(game: Game, data: Any) -> list[int]:
    """What is given as the faces that come next, if dice of the game can show them."""
    most = game.largest_die
    if not isinstance(data, list) or not data or not all(is_whole(face) and 1 <= face <= most for face in data):
        raise Refused(f"a list of faces is asked for, from 1 to {most}: no die of {game.title} shows more.")
    return data


def take(faces: list[int], throw: Throw) -> tuple[int, ...]:
    """Take from `faces` those that lie on this throw: the first ones, while its dice can show them."""
    count = 0
    while count < min(len(faces), throw.dice) and faces[count] <= throw.sides:
        count += 1
    laid = tuple(faces[:count])
    del faces[:count]
    return laid


def take_all(faces: list[int], request: DiceRequest, roll: Roll) -> None:
    """Take from `faces` what a roll of the log had of them."""
    for index in range(len(roll)):
        throw = request.next_throw(roll[:index])
        if faces and throw is not None:
            take(faces, throw)


SNAPSHOT_KINDS = ("end", "overrule", "concede")
"""The lines of a log after which the state says everything, so that a snapshot stands there."""

BETWEEN_KINDS = ("overrule", "set dice", "taken back", "concede")
"""The lines of a log that stand between activations."""


def last_point(entries: Sequence[Entry]) -> int:
    """Where the last snapshot stands in a log."""
    for at in range(len(entries) - 1, -1, -1):
        if entries[at].kind in SNAPSHOT_KINDS:
            return at + 1
    return 0
