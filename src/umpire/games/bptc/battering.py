"""Attacks on constructions: whether they stand, after one volley or after many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from umpire.dice import Number, Pool, Procedure, stage
from umpire.games.bptc import sheet
from umpire.games.bptc.house import House


class Battered(NamedTuple):
    """Whether a construction still stands, and the hits on it."""

    result: Literal["destroyed", "stands"]
    hits: int


def battered(house: House, kind: str, dice: Number, prior: int = 0) -> Procedure[Battered]:
    """An attack on a construction.

    BPTC-CON-01 to 04: its hits and its save. BPTC-CON-05: hit on 4 or more, saved, and destroyed at its hits.
    """
    line = sheet.built(kind)
    need = sheet.SCORE_TO_HIT["open"]
    kept: int = yield Pool(dice, need, but_not=line.save, rule="BPTC-CON-05", label="hits on the construction")
    total = prior + kept
    return Battered("destroyed" if total >= line.hits else "stands", min(total, line.hits))


class Construction(NamedTuple):
    result: Literal["destroyed", "stands"]


def construction(
    house: House, kind: str, volleys: Sequence[Number], turns: int = 1, persists: bool = False, prior: int = 0
) -> Procedure[Construction]:
    """Does a construction survive the same volleys turn after turn?

    BPTC-CON-07, END-01: at the end of a turn its hits go, unless they persist. `prior` are those marked before.
    """
    after: int = yield from stage(_bombarded, house, kind, tuple(volleys), prior)
    if after >= sheet.built(kind).hits:
        return Construction("destroyed")
    if turns == 1:
        return Construction("stands")
    # Turn by turn: what comes of the rest depends on the hits alone, so it is worked out once for each number of them.
    stays = persists or house.construction_damage_persists
    return (yield from stage(construction, house, kind, tuple(volleys), turns - 1, persists, after if stays else 0))


def _bombarded(house: House, kind: str, volleys: Sequence[Number], prior: int) -> Procedure[int]:
    """BPTC-CON-05: the hits on a construction after all volleys of a turn."""
    hits = prior
    for dice in volleys:
        after: Battered = yield from stage(battered, house, kind, dice, hits)
        if after.result == "destroyed":
            return after.hits
        hits = after.hits
    return hits
