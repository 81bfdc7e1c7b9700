"""Hits and saves where a unit in line throws dice more than it was hit.

Each new hit gives a save die, a line gives more of them, and no more hits are saved than there are: so the saves of all
hits of an attack are one throw, and what gets through is not a matter of single dice.
"""

from __future__ import annotations

from functools import lru_cache

from umpire.dice import Number, Pool, Roll, Throw, Weights, value_of
from umpire.dice.requests import chance
from umpire.dice.tally import reasons_of
from umpire.dice.weights import reduced, successes


class SavedPool(Pool):
    """Hits of a pool less those saved by one die each and `spare` dice more; without a hit none are thrown."""

    __slots__ = ("spare",)

    def __init__(
        self, dice: Number, need: Number, save: Number, spare: Number, *, rule: str = "", label: str = ""
    ) -> None:
        super().__init__(dice, need, but_not=save, rule=rule, label=label)
        self.spare = spare

    def next_throw(self, roll: Roll) -> Throw | None:
        throw = super().next_throw(roll)
        if throw is None or not roll:
            return throw
        return throw._replace(dice=throw.dice + value_of(self.spare), reasons=reasons_of(self.spare) + throw.reasons)

    def answer(self, roll: Roll) -> int:
        if len(roll) < 2:
            return 0
        need, save = value_of(self.need), value_of(self.but_not or 0)
        return max(0, sum(face >= need for face in roll[0]) - sum(face >= save for face in roll[1]))

    def weights(self) -> Weights:
        assert self.but_not is not None
        hit, saved = chance(self.need, None, self.sides), chance(self.but_not, None, self.sides)
        return _through(max(0, value_of(self.dice)), hit, saved, value_of(self.spare))


@lru_cache(maxsize=1024)
def _through(dice: int, hit: tuple[int, int], saved: tuple[int, int], spare: int) -> Weights:
    """The weights of hits that get through: for every number of hits, every number of saves."""
    hits = successes(dice, *hit)
    of = saved[1]
    most = dice + spare
    sums: dict[int, int] = {}
    for count, weight in hits.pairs:
        if not count:
            sums[0] = sums.get(0, 0) + weight * of**most
            continue
        saves = successes(count + spare, *saved, count)
        share = weight * (of**most // saves.total)
        for stopped, ways in saves.pairs:
            sums[count - stopped] = sums.get(count - stopped, 0) + share * ways
    return reduced(sorted(sums.items()), hits.total * of**most)
