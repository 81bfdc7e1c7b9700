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
    left = max(0, line.hits - prior)
    kept: int = yield Pool(
        dice, need, but_not=line.save, enough=left, rule="BPTC-CON-05", label="hits on the construction"
    )
    return Battered("destroyed" if kept == left else "stands", min(prior + kept, line.hits))


class Construction(NamedTuple):
    result: Literal["destroyed", "stands"]


def construction(
    house: House, kind: str, volleys: Sequence[Number], turns: int = 1, persists: bool = False, prior: int = 0
) -> Procedure[Construction]:
    """Does a construction survive the same volleys turn after turn?

    BPTC-CON-07, END-01: at the end of a turn its hits go, unless they persist. `prior` are those marked before.
    """
    stays = persists or house.construction_damage_persists
    hits: int = yield from stage(_besieged, house, kind, tuple(volleys), turns, stays, prior)
    return Construction("destroyed" if hits >= sheet.built(kind).hits else "stands")


def _besieged(
    house: House, kind: str, volleys: tuple[Number, ...], turns: int, stays: bool, prior: int
) -> Procedure[int]:
    """BPTC-CON-07: the hits on a construction after so many turns.

    The turns are taken by halves: the weights of many are long numbers, and so there are few steps with the longest.
    """
    full = sheet.built(kind).hits
    if turns == 1:
        after: int = yield from stage(_bombarded, house, kind, volleys, prior)
        return after if stays or after >= full else 0
    first = turns // 2
    hits: int = yield from stage(_besieged, house, kind, volleys, first, stays, prior)
    if hits >= full:
        return hits
    return (yield from stage(_besieged, house, kind, volleys, turns - first, stays, hits))


def _bombarded(house: House, kind: str, volleys: tuple[Number, ...], prior: int) -> Procedure[int]:
    """BPTC-CON-05: the hits on a construction after all volleys of a turn.

    By halves too: only the hits so far matter to the next volley, not which of those before it made them.
    """
    if not volleys:
        return prior
    if len(volleys) == 1:
        after: Battered = yield from stage(battered, house, kind, volleys[0], prior)
        return after.hits
    half = len(volleys) // 2
    hits: int = yield from stage(_bombarded, house, kind, volleys[:half], prior)
    if hits >= sheet.built(kind).hits:
        return hits
    return (yield from stage(_bombarded, house, kind, volleys[half:], hits))
