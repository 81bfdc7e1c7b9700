"""Shots as the specification has them, every die rolled by itself: what the procedures are held against."""

from __future__ import annotations

from itertools import product

from tests.games.dice import F, Shares, add, faces


def hit_counts(dice: int, need: int, natural_10: bool, best: bool) -> dict[int, F]:
    """RHINE-FIRE-25, 26: hits of so many D10, rolled one by one."""
    counts = {0: F(1)}
    for _ in range(dice):
        after: dict[int, F] = {}
        for hits, p in counts.items():
            for face, share in faces(10):
                hit = face >= need or (natural_10 and face == 10)
                after[hits + hit] = after.get(hits + hit, F(0)) + p * share
        counts = after
    if best:
        missed = counts.get(0, F(0))
        counts = {0: missed, 1: 1 - missed}
    return {hits: p for hits, p in counts.items() if p}


def shot_at_vehicle(
    counts: dict[int, F],
    weapon: int,
    armour: int,
    morale: int,
    markers: int,
    vulnerable: bool,
    lower: bool,
    mortar: bool,
    broken_rule: str,
) -> Shares:
    """RHINE-DMG-01 to 09, PEN-01, 03, 07, MOR-05 to 07, MTR-03, a hit at a time."""
    shares: Shares = {}
    was_broken = markers == morale
    throws = list(faces(10))
    if lower:
        pairs = [min(pair) for pair in product(range(1, 11), repeat=2)]
        throws = [(face, F(pairs.count(face), 100)) for face in range(1, 11)]

    def hits(left: int, now: int, p: F) -> None:
        if left == 0 or weapon + 10 < armour:
            add(shares, ("broken" if now == morale else "standing", now), p)
            return
        if weapon + 10 > armour:
            if was_broken and broken_rule != "pinned_only":
                add(shares, ("abandoned", None), p)
                return
            now = min(now + 1, morale)
            if now == morale and broken_rule == "destroyed_at_mv":
                add(shares, ("abandoned", None), p)
                return
        for face, share in throws:
            if weapon + face < armour:
                hits(left - 1, now, p * share)
            elif weapon + face > armour:
                blow_up(p * share)
            elif broken_rule == "destroyed_at_mv":
                add(shares, ("abandoned", None), p * share)
            else:
                hits(left - 1, morale, p * share)

    def blow_up(p: F) -> None:
        for face, share in faces(6):
            score = face + vulnerable
            if mortar:
                score = -(-score // 2)
            add(shares, ("kaboom" if score >= 5 else "foom", None), p * share)

    for count, p in counts.items():
        hits(count, markers, p)
    return shares


CONVERTS_ON = {
    ("light", "open"): (4, 5, 6),
    ("light", "cover"): (5, 6),
    ("light", "fortification"): (6,),
    ("heavy", "open"): (4, 5, 6),
    ("heavy", "cover"): (4, 5, 6),
    ("heavy", "fortification"): (5, 6),
}


def shot_at_foot(
    counts: dict[int, F], weapon: str, ground: str, morale: int, markers: int, broken_rule: str, convert_effect: str
) -> Shares:
    """RHINE-INF-01 to 12, 16, MOR-05 to 07, a die at a time."""
    shares: Shares = {}
    converts = CONVERTS_ON[weapon, ground]

    def convert(dice: int, gained: int, killed: bool, p: F) -> None:
        if dice:
            for face, share in faces(6):
                good = face in converts
                extra = good and convert_effect == "extra_marker"
                convert(dice - 1, gained + extra, killed or (good and not extra), p * share)
            return
        now = min(morale, markers + gained)
        if killed or (gained and now == morale and broken_rule == "destroyed_at_mv"):
            add(shares, ("destroyed", None), p)
        else:
            add(shares, ("broken" if now == morale else "standing", now), p)

    for hits, p in counts.items():
        if hits and markers == morale and broken_rule != "pinned_only":
            add(shares, ("destroyed", None), p)
        else:
            convert(hits * (2 if weapon == "heavy" else 1), hits, False, p)
    return shares
