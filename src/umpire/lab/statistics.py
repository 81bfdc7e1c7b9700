"""What a batch of battles says: shares with their intervals, means, and a report of it all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

_Z = 1.959963984540054  # 95 of 100


class Outcome(NamedTuple):
    """How one battle of a batch came out. `swapped`: the second bot sat at the first seat."""

    number: int
    seed: int
    swapped: bool
    winner: str | None
    reason: str
    turn: int
    lost: Mapping[str, int]
    fielded: Mapping[str, int]
    decisions: int
    seconds: float


class Share(NamedTuple):
    """So many of so many, and between which shares the truth lies 95 times out of 100."""

    times: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        return self.times / self.of if self.of else 0.0


class Spread(NamedTuple):
    mean: float
    least: float
    most: float


def wilson(count: int, of: int) -> Share:
    """The share with Wilson's score interval.

    >>> share = wilson(90, 100)
    >>> share.value, round(share.low, 3), round(share.high, 3)
    (0.9, 0.826, 0.945)
    """
    if of == 0:
        return Share(0, 0, 0.0, 1.0)
    share, square = count / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == of else min(1.0, middle + half)
    return Share(count, of, low, high)


def spread(values: Iterable[float]) -> Spread:
    """Mean, least and most."""
    found = list(values)
    return Spread(sum(found) / len(found), min(found), max(found)) if found else Spread(0.0, 0.0, 0.0)


class Report(NamedTuple):
    """A batch in figures. `bots` are named as in `named`, sides by their seats."""

    battles: int
    bots: Mapping[str, Share]
    sides: Mapping[str, Share]
    draws: Share
    turns: Spread
    losses: Mapping[str, Spread]
    """Units lost, by side."""
    fielded: Mapping[str, float]
    reasons: Mapping[str, int]
    decisions: int
    seconds: float
    """Time spent playing, added up over all processes."""

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0


def named(levels: Sequence[str], seats: Sequence[str]) -> tuple[str, ...]:
    """The bots' names in a report: two of one level are told apart by where they sit first."""
    if len(set(levels)) == len(levels):
        return tuple(levels)
    return tuple(f"{level} ({seat})" for level, seat in zip(levels, seats, strict=True))


def report(outcomes: Sequence[Outcome], levels: Sequence[str], seats: Sequence[str]) -> Report:
    """Count a batch up."""
    names = named(levels, seats)
    total = len(outcomes)
    by_bot = dict.fromkeys(names, 0)
    by_side = dict.fromkeys(seats, 0)
    reasons: dict[str, int] = {}
    for each in outcomes:
        reasons[each.reason] = reasons.get(each.reason, 0) + 1
        if each.winner is not None:
            by_side[each.winner] += 1
            at = seats.index(each.winner)
            by_bot[names[len(names) - 1 - at if each.swapped else at]] += 1
    return Report(
        total,
        {name: wilson(count, total) for name, count in by_bot.items()},
        {seat: wilson(count, total) for seat, count in by_side.items()},
        wilson(total - sum(by_side.values()), total),
        spread(each.turn for each in outcomes),
        {seat: spread(each.lost[seat] for each in outcomes) for seat in seats},
        {seat: spread(each.fielded[seat] for each in outcomes).mean for seat in seats},
        dict(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
        sum(each.decisions for each in outcomes),
        sum(each.seconds for each in outcomes),
    )


def plain(report: Report) -> dict[str, Any]:
    """A report as JSON has it."""

    def share(one: Share) -> dict[str, Any]:
        return {"count": one.times, "share": one.value, "low": one.low, "high": one.high}

    return {
        "battles": report.battles,
        "bots": {name: share(one) for name, one in report.bots.items()},
        "sides": {seat: share(one) for seat, one in report.sides.items()},
        "draws": share(report.draws),
        "turns": report.turns._asdict(),
        "losses": {seat: one._asdict() for seat, one in report.losses.items()},
        "fielded": dict(report.fielded),
        "reasons": dict(report.reasons),
        "decisions": report.decisions,
        "seconds": report.seconds,
        "decisions_per_second": report.decisions_per_second,
    }


def plain_outcomes(outcomes: Sequence[Outcome], levels: Sequence[str], seats: Sequence[str]) -> list[dict[str, Any]]:
    """Battle by battle as JSON has it, bots called as in the report; no times, so that a seed gives the same list."""
    names = named(levels, seats)
    return [
        {
            "number": each.number,
            "seed": each.seed,
            "swapped": each.swapped,
            "seats": dict(zip(seats, names[::-1] if each.swapped else names, strict=True)),
            "winner": each.winner,
            "reason": each.reason,
            "turn": each.turn,
            "losses": dict(each.lost),
            "fielded": dict(each.fielded),
            "decisions": each.decisions,
        }
        for each in outcomes
    ]
