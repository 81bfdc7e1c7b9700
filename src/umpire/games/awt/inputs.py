"""Kinds of input of the odds tool that this game alone has: templates and places."""

from __future__ import annotations

from typing import Any

from umpire.dice.offered import REQUIRED, Input, Length, Row, Rows, is_number, is_whole
from umpire.games.awt.sheet import BY_SIZE
from umpire.table import mils

MOST_INCHES = 200

_PLACE = tuple([Length(name, unit="in", least=-MOST_INCHES, most=MOST_INCHES) for name in ("x", "y")])


class Size(Input):
    """The width of a template, in inches."""

    __slots__ = ("choices",)

    def __init__(self, name: str) -> None:
        self.choices = tuple(BY_SIZE)
        super().__init__(name, "3, 4 or 6", REQUIRED, "template across, in inches: small, medium, large")

    def read(self, value: Any) -> int:
        if not is_whole(value) or value not in BY_SIZE:
            raise self.refuse(value)
        return value


def _is_spot(value: Any) -> bool:
    """Whether this is a place, [x, y] in inches."""
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(map(is_number, value))
        and all(-MOST_INCHES <= each <= MOST_INCHES for each in value)
    )


class Spot(Row):
    """A place, [x, y] in inches: read as thousandths."""

    __slots__ = ()

    def __init__(self, name: str, text: str = "") -> None:
        says = f"[x, y] in inches, each from -{MOST_INCHES} to {MOST_INCHES}"
        super().__init__(name, says, _PLACE, (0, 0), text)

    def read(self, value: Any) -> tuple[int, int]:
        if not _is_spot(value):
            raise self.refuse(value)
        return mils(value[0]), mils(value[1])


class Spots(Rows):
    """Places of models."""

    __slots__ = ()

    def __init__(self, name: str, text: str = "") -> None:
        says = f"a list of [x, y] in inches, each from -{MOST_INCHES} to {MOST_INCHES}"
        super().__init__(name, says, _PLACE, REQUIRED, text, [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1]])

    def read(self, value: Any) -> tuple[tuple[int, int], ...]:
        if not all(map(_is_spot, self.entries(value, 200))):
            raise self.refuse(value)
        return tuple((mils(x), mils(y)) for x, y in value)
