"""Who stands in a box, found without looking at everybody: as the bits of a number, one for each place in a list."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from operator import or_
from typing import TypeVar

from umpire.table.memo import KEPT

T = TypeVar("T")


class Axis:
    """Places of a list in the order of a coordinate: their coordinates, and a bit for each. It is never edited."""

    __slots__ = ("at", "bits", "first", "last", "upto")

    def __init__(self, at: list[int], bits: list[int], upto: list[int]) -> None:
        self.at = at
        self.bits = bits
        self.first, self.last = (at[0], at[-1]) if at else (0, -1)
        """Between which they all are."""
        self.upto = upto
        """The bits of the first ones, for each number of them."""

    def moved(self, place: int, old: int, new: int) -> Axis:
        """The same with another coordinate for one place."""
        if new == old:
            return self
        at, bits, upto, bit = self.at.copy(), self.bits.copy(), self.upto.copy(), 1 << place
        was = bits.index(bit, bisect_left(at, old))
        del at[was], bits[was]
        now = bisect_left(at, new)
        at.insert(now, new)
        bits.insert(now, bit)
        # Only those whom it passes have one more before them, or one less.
        if now > was:
            upto[was + 1 : now + 1] = [each ^ bit for each in upto[was + 2 : now + 2]]
        else:
            upto[now + 1 : was + 1] = [each ^ bit for each in upto[now:was]]
        return Axis(at, bits, upto)

    def without(self, place: int) -> Axis:
        """The same without one place; those behind it are one nearer to the front."""
        bit = 1 << place
        index = self.bits.index(bit)
        bits = [each if each < bit else each >> 1 for each in self.bits]
        at = self.at.copy()
        del at[index], bits[index]
        return Axis(at, bits, _upto(bits))


def _upto(bits: list[int]) -> list[int]:
    """See `Axis.upto`."""
    return list(accumulate(bits, or_, initial=0))


class Columns:
    """Where those of a list stand, by x and by y. It is never edited.

    >>> columns = columns_of([(30, 5), (10, 5), (20, 9)])
    >>> columns.inside("abc", 0, 0, 20, 9), columns.moved(0, (30, 5), (12, 5)).inside("abc", 0, 0, 20, 6)
    (['b', 'c'], ['a', 'b'])
    """

    __slots__ = ("_across", "_along")

    def __init__(self, across: Axis, along: Axis) -> None:
        self._across = across
        self._along = along

    def inside(self, those: Sequence[T], west: int, south: int, east: int, north: int) -> list[T]:
        """Those of the list who stand in a box, edges included, in their order."""
        across, along = self._across, self._along
        # Most often none is anywhere near.
        if south > along.last or north < along.first or west > across.last or east < across.first:
            return []
        # Those up to one edge, without those up to the other: all of the second are among the first.
        start = bisect_left(across.at, west)
        bits = across.upto[bisect_right(across.at, east, start)] ^ across.upto[start]
        if bits:
            start = bisect_left(along.at, south)
            bits &= along.upto[bisect_right(along.at, north, start)] ^ along.upto[start]
        return list(map(those.__getitem__, _places(bits))) if bits else []

    def moved(self, place: int, old: tuple[int, int], new: tuple[int, int]) -> Columns:
        """The same with one of them elsewhere."""
        return Columns(self._across.moved(place, old[0], new[0]), self._along.moved(place, old[1], new[1]))

    def without(self, place: int) -> Columns:
        """The same when one of them is gone from the list.

        >>> columns_of([(30, 5), (10, 5), (20, 9)]).without(1).inside("ac", 0, 0, 30, 9)
        ['a', 'c']
        """
        return Columns(self._across.without(place), self._along.without(place))


@lru_cache(maxsize=KEPT)
def _places(bits: int) -> tuple[int, ...]:
    """The places in a list that the bits of a number stand for: kept, as the same ones stand together for long."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)


def columns_of(spots: Sequence[tuple[int, int]]) -> Columns:
    return Columns(_axis([x for x, _ in spots]), _axis([y for _, y in spots]))


def _axis(coordinates: Sequence[int]) -> Axis:
    order = sorted(range(len(coordinates)), key=coordinates.__getitem__)
    bits = [1 << place for place in order]
    return Axis([coordinates[place] for place in order], bits, _upto(bits))
