"""The figures and the dice of Picket."""

from __future__ import annotations

from typing import NamedTuple

from picket.house import House
from umpire.dice import Pool, Procedure, Tally

MOVE = 6_000
SHORT = 6_000
RANGE = 12_000
TO_HIT = 4


def to_hit(house: House, far: bool) -> Tally:
    """PKT-SHT-01: what a die must score, and why."""
    need = Tally.of(TO_HIT, "to hit", "PKT-SHT-01")
    return need.plus(house.long_range, "beyond 6 inches", "PKT-SHT-01") if far else need


class Volley(NamedTuple):
    losses: int
    wiped_out: bool


def volley(house: House, men: int, target: int, far: bool) -> Procedure[Volley]:
    """PKT-SHT-01: so many men shoot at a squad of so many."""
    hits: int = yield Pool(men, to_hit(house, far), enough=target, rule="PKT-SHT-01", label="shots")
    return Volley(hits, hits == target)
