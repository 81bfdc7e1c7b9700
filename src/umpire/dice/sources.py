"""Where faces come from: a seeded stream for battles, a fast one for simulation, a script for tests."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Protocol

from umpire.dice.requests import BadRoll, DiceRequest, Faces_, Roll, Throw, check_faces


class DiceSource(Protocol):
    """Answers a throw with faces from 1 to the number of sides."""

    def throw(self, throw: Throw) -> Faces_: ...


def roll_for(request: DiceRequest, source: DiceSource) -> Roll:
    """All the throws of one request."""
    roll: Roll = ()
    while True:
        throw = request.next_throw(roll)
        if throw is None:
            return roll
        roll = (*roll, source.throw(throw))


_BLOCK = 64


class SeededDice:
    """The dice of a battle: one stream per seed, and `used` says how far it has been read.

    The stream is a hash of seed and position: the same on every machine, and a saved battle only needs these
    two numbers.
    """

    __slots__ = ("_block", "_number", "seed", "used")

    def __init__(self, seed: int, used: int = 0) -> None:
        self.seed = seed
        self.used = used
        self._number = -1
        self._block = b""

    def _byte(self) -> int:
        number, offset = divmod(self.used, _BLOCK)
        if number != self._number:
            self._block = blake2b(f"{self.seed}/{number}".encode(), digest_size=_BLOCK).digest()
            self._number = number
        self.used += 1
        return self._block[offset]

    def _face(self, sides: int) -> int:
        if sides <= 256:
            limit = 256 - 256 % sides
            while (value := self._byte()) >= limit:
                pass
        else:
            limit = 65536 - 65536 % sides
            while (value := self._byte() * 256 + self._byte()) >= limit:
                pass
        return value % sides + 1

    def throw(self, throw: Throw) -> Faces_:
        return tuple([self._face(throw.sides) for _ in range(throw.dice)])


_D6 = bytes(value % 6 + 1 for value in range(256))
_D6_UNFAIR = bytes(range(252, 256))


class FastDice:
    """Dice for simulation: faces are cut from a block of random bytes."""

    __slots__ = ("_faces", "_next", "rng")

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._faces = b""
        self._next = 0

    def throw(self, throw: Throw) -> Faces_:
        if throw.sides != 6:
            below = self.rng.randrange
            return tuple([below(throw.sides) + 1 for _ in range(throw.dice)])
        end = self._next + throw.dice
        while end > len(self._faces):
            self._faces = self._faces[self._next :] + self.rng.randbytes(2048).translate(_D6, _D6_UNFAIR)
            self._next, end = 0, throw.dice
        faces = tuple(self._faces[self._next : end])
        self._next = end
        return faces


class ScriptedDice:
    """Faces laid down in advance, for tests: each throw takes the next ones; at the end `used_up()` should be true."""

    __slots__ = ("faces", "throws")

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.throws: list[Throw] = []

    def throw(self, throw: Throw) -> Faces_:
        if len(self.faces) < throw.dice:
            raise BadRoll(f"the script has {len(self.faces)} faces left, {throw.dice} are rolled: {throw.purpose}")
        faces = tuple(self.faces[: throw.dice])
        check_faces(throw, faces)
        del self.faces[: throw.dice]
        self.throws.append(throw)
        return faces

    def used_up(self) -> bool:
        return not self.faces
