"""Words for the log: names in a row, lengths, ways over the table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import atan2, degrees

from umpire.table import Point

_POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def listed(names: Iterable[str]) -> str:
    """Names in a row; three or more numbered ones that follow each other are drawn together.

    >>> listed(["CO", "Militia 1", "Militia 2", "Militia 3", "Militia 5", "Mortar"])
    'CO, Militia 1-3, Militia 5, Mortar'
    """
    runs: list[list[str]] = []
    for name in names:
        if runs and _follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(f"{run[0]}-{_number(run[-1])}" if len(run) > 2 else ", ".join(run) for run in runs)


def _number(name: str) -> int:
    found = re.search(r" (\d+)$", name)
    return int(found[1]) if found else 0


def _follows(name: str, other: str) -> bool:
    number = _number(name)
    return number > 0 and other == f"{name.rpartition(' ')[0]} {number + 1}"


def counted(number: int, word: str) -> str:
    """A number of things.

    >>> counted(1, "token"), counted(2, "token")
    ('1 token', '2 tokens')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def worth(things: Iterable[tuple[str, int]]) -> str:
    """What brings points: names in a row, each with how many.

    >>> worth([("Mill", 2), ("Ridge", 1)])
    'Mill 2, Ridge 1'
    """
    return ", ".join(f"{name} {points}" for name, points in things)


def compass(bearing: float) -> str:
    """The nearest of the eight points.

    >>> compass(350), compass(90)
    ('north', 'east')
    """
    return _POINTS[round(bearing / 45) % 8]


def way(start: Point, end: Point) -> str:
    """Where a straight way leads: compass and place.

    >>> way(Point(0, 0), Point(45_000, 10_500))
    'east to 45, 10.5'
    """
    heading = round(degrees(atan2(end.x - start.x, end.y - start.y))) % 360
    return f"{compass(heading)} to {tidy(end.x)}, {tidy(end.y)}"


def tidy(mils: float) -> str:
    """Thousandths of a length as people read them.

    >>> tidy(10_000), tidy(6_660)
    ('10', '6.7')
    """
    return f"{mils / 1000:.1f}".removesuffix(".0")
