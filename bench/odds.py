"""Exact odds: ours against icepool and dyce, each written as its users would write it.

Three questions of Future War Commander, at 4+ with a save of 5, for 6 to 40 dice:

- fresh: what n dice do to a fresh unit of 4 hits,
- suppressed: what they do to one already suppressed, with every distance it may fall back,
- assault: n against n in close assault, ties fought again without end.

All answers are compared as fractions before anything is timed. Cold means with every cache emptied and every object
made anew; warm means asked a second time. icepool is timed in two forms: with its `@` operator, as its tutorials add
up dice, and with a pool that is summed, which is quicker for many dice.

    uv run --no-sync python bench/odds.py [--json] [--repeats N]
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import dyce
import icepool
from dyce.lifecycle import ExperimentalWarning
from timing import arguments, medians, micro, show, table, versions

import umpire
import umpire.dice

NEED, SAVE, HITS, LIMIT = 4, 5, 4, 10
DICE = (6, 12, 24, 40)

Shares = Mapping[Any, Fraction]


class Peer(NamedTuple):
    """A library: its answers to the three questions, and how its caches are emptied."""

    name: str
    ask: Mapping[str, Callable[[int], Any]]
    shares: Callable[[str, Any], Shares]
    forget: Callable[[], None]


# --- Ours -----------------------------------------------------------------------------------------------


def our_fresh(dice: int) -> umpire.Odds:
    return umpire.odds("fwc", "casualties", groups=[[dice, NEED]], save=SAVE, hits=HITS)


def our_suppressed(dice: int) -> umpire.Odds:
    return umpire.odds("fwc", "casualties", groups=[[dice, NEED]], save=SAVE, hits=HITS, suppressed=True)


def our_assault(dice: int) -> umpire.Odds:
    return umpire.odds(
        "fwc",
        "close_assault",
        attacker_dice=dice,
        defender_hit_on=NEED,
        defender_save=SAVE,
        defender_dice=dice,
        attacker_hit_on=NEED,
        attacker_save=SAVE,
    )


def our_shares(case: str, odds: umpire.Odds) -> Shares:
    if case == "assault":
        return odds.by("result")
    return {(o.result, o.unsaved, o.fall_back): p for o, p in odds.items()}


OURS = Peer(
    "umpire",
    {"fresh": our_fresh, "suppressed": our_suppressed, "assault": our_assault},
    our_shares,
    umpire.dice.clear,
)


# --- icepool --------------------------------------------------------------------------------------------


def summed(dice: int) -> Any:
    """Unsaved hits with the `@` operator."""
    d6 = icepool.d(6)
    return dice @ ((d6 >= NEED) & (d6 < SAVE))


def pooled(dice: int) -> Any:
    """Unsaved hits as the sum of a pool."""
    d6 = icepool.d(6)
    return ((d6 >= NEED) & (d6 < SAVE)).pool(dice).sum()


def ice_fresh(unsaved: Any) -> Any:
    d6 = icepool.d(6)

    def result(hits: int) -> Any:
        if hits >= HITS:
            return "ko", hits, 0
        if hits == 0:
            return "unaffected", 0, 0
        return (d6.highest(hits) >= NEED).if_else(("suppressed", hits, 0), ("unaffected", hits, 0))

    return unsaved.map(result)


def ice_suppressed(unsaved: Any) -> Any:
    d6 = icepool.d(6)

    def result(hits: int) -> Any:
        if hits >= HITS:
            return "ko", hits, 0
        if hits == 0:
            return "held", 0, 0
        return (hits @ d6).map(lambda cm: ("ko_fall_back", hits, 0) if cm > LIMIT else ("fall_back", hits, cm))

    return unsaved.map(result)


def verdict(mine: int, yours: int) -> str:
    if mine == yours:
        return "draw"
    if mine > yours:
        return "defender_ko" if mine >= 2 * yours else "defender_retreats"
    return "attacker_ko" if yours >= 2 * mine else "attacker_retreats"


def ice_assault(unsaved: Any) -> Any:
    def fight(mine: int, yours: int) -> Any:
        return icepool.Reroll if mine == yours else verdict(mine, yours)

    return icepool.map(fight, unsaved, unsaved)


def ice_shares(case: str, die: Any) -> Shares:
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


def ice_forget() -> None:
    icepool.d.cache_clear()
    icepool.z.cache_clear()
    icepool.math.comb_row_cache.clear()
    icepool.Pool.clear_cache()
    for evaluator in vars(icepool.evaluator).values():
        if not isinstance(evaluator, type) and hasattr(evaluator, "_cache"):
            evaluator._cache.clear()


def ice(name: str, unsaved: Callable[[int], Any]) -> Peer:
    ask = {
        "fresh": lambda dice: ice_fresh(unsaved(dice)),
        "suppressed": lambda dice: ice_suppressed(unsaved(dice)),
        "assault": lambda dice: ice_assault(unsaved(dice)),
    }
    return Peer(name, ask, ice_shares, ice_forget)


# --- dyce (which keeps nothing between calls) -----------------------------------------------------------------

EXACT = Fraction(0)  # dyce drops branches below a small probability unless told not to


def dyce_unsaved(dice: int) -> Any:
    d6 = dyce.H(6)
    return dice @ (d6.ge(NEED) & d6.lt(SAVE))


def dyce_fresh(dice: int) -> Any:
    scores = dyce.H(6).ge(NEED)

    def result(roll: Any) -> Any:
        hits = roll.outcome
        if hits >= HITS:
            return "ko", hits, 0
        if hits == 0:
            return "unaffected", 0, 0
        return (hits @ scores).apply(lambda high: ("suppressed" if high else "unaffected", hits, 0))

    return dyce.expand(result, dyce_unsaved(dice), min_path_probability=EXACT)


def dyce_suppressed(dice: int) -> Any:
    d6 = dyce.H(6)

    def result(roll: Any) -> Any:
        hits = roll.outcome
        if hits >= HITS:
            return "ko", hits, 0
        if hits == 0:
            return "held", 0, 0
        return (hits @ d6).apply(lambda cm: ("ko_fall_back", hits, 0) if cm > LIMIT else ("fall_back", hits, cm))

    return dyce.expand(result, dyce_unsaved(dice), min_path_probability=EXACT)


def dyce_assault(dice: int) -> Any:
    unsaved = dyce_unsaved(dice)
    once = unsaved.apply(verdict, unsaved)
    return dyce.H({result: count for result, count in once.items() if result != "draw"}).lowest_terms()


def dyce_shares(case: str, h: Any) -> Shares:
    return {outcome: Fraction(count, h.total) for outcome, count in h.items()}


def nothing_kept() -> None:
    """dyce has no caches beyond its objects, which are made anew each time."""


DYCE = Peer(
    "dyce",
    {"fresh": dyce_fresh, "suppressed": dyce_suppressed, "assault": dyce_assault},
    dyce_shares,
    nothing_kept,
)

PEERS = (OURS, ice("icepool @", summed), ice("icepool pool", pooled), DYCE)
CASES = tuple(OURS.ask)


def check() -> None:
    """The same question must have the same answer before it matters who is quicker."""
    for case in CASES:
        for dice in (1, *DICE):
            expected = OURS.shares(case, OURS.ask[case](dice))
            assert sum(expected.values()) == 1
            for peer in PEERS[1:]:
                found = peer.shares(case, peer.ask[case](dice))
                assert found == expected, f"{peer.name} differs from umpire: {case}, {dice} dice"


def measure(repeats: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for case in CASES:
        for dice in DICE:
            calls = {peer.name: _asking(peer, case, dice) for peer in PEERS}
            forget = {peer.name: peer.forget for peer in PEERS}
            for run, prepare in (("cold", forget), ("warm", None)):
                seconds = medians(calls, prepare, repeats)
                ratios = {name: spent / seconds[OURS.name] for name, spent in seconds.items()}
                rows.append({"case": case, "dice": dice, "run": run, "seconds": seconds, "ratio": ratios})
    return rows


def _asking(peer: Peer, case: str, dice: int) -> Callable[[], Any]:
    ask = peer.ask[case]
    return lambda: ask(dice)


def report(rows: list[dict[str, Any]]) -> str:
    head = ["question", "dice", "", "umpire"]
    for peer in PEERS[1:]:
        head += [peer.name, "times"]
    lines = []
    for row in rows:
        cells = [row["case"], str(row["dice"]), row["run"], micro(row["seconds"][OURS.name])]
        for peer in PEERS[1:]:
            cells += [micro(row["seconds"][peer.name]), f"{row['ratio'][peer.name]:.1f}"]
        lines.append(cells)
    return table(head, lines) + "\n\ntimes: how many times as long as umpire"


def main() -> None:
    parser = arguments("Exact odds against icepool and dyce.")
    parser.add_argument("--repeats", type=int, default=60, help="runs of which the median is taken")
    asked = parser.parse_args()
    warnings.simplefilter("ignore", ExperimentalWarning)
    check()
    rows = measure(asked.repeats)
    figures = {"bench": "odds", "versions": versions("icepool", "dyce"), "rows": rows}
    show(asked.json, figures, report(rows))


if __name__ == "__main__":
    main()
