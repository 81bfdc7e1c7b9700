"""The dice of A War Transformed as the specification has them, every die rolled by itself.

What the procedures are held against: written from the specification, with loops instead of formulas.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin, sqrt
from typing import NamedTuple

from tests.games.dice import F, Shares, add, faces

Counts = dict[int, F]


# --- Saves and attacks --------------------------------------------------------------------------------------------


class Save(NamedTuple):
    """How a target saves: AWT-SV-01 to 04."""

    save: int | None
    advantage: int = 0
    failed_again: bool = False
    made_again: bool = False
    extra_die: bool = False


def saved(how: Save) -> F:
    """The chance of one save, thrown die by die and thrown again where it must be."""
    if how.save is None:
        return F(0)
    once = F(0)
    for face, p in _lowest(1 + how.advantage) if how.extra_die else faces(6):
        once += p * (face != 6 and face - (0 if how.extra_die else how.advantage) <= how.save)
    if how.failed_again and not how.made_again:
        return once + (1 - once) * once
    if how.made_again and not how.failed_again:
        return once * once
    return once


def _lowest(dice: int) -> Iterator[tuple[int, F]]:
    shares: Counts = {7: F(1)}
    for _ in range(dice):
        after: Counts = {}
        for low, p in shares.items():
            for face, share in faces(6):
                after[min(low, face)] = after.get(min(low, face), F(0)) + p * share
        shares = after
    yield from shares.items()


def attack(dice: int, top: int, how: Save, cap: int, fearsome: bool, brutal: bool, deep: int = 12) -> tuple[Counts, F]:
    """AWT-CC-17 to 22, CW-03, 06 to 08: wounds, and the share given up after `deep` Brutal dice in a row."""
    through = 1 - saved(how)
    one: dict[tuple[int, bool], F] = {}
    for face, p in faces(6):
        more = brutal and face == 1
        wound = F(1) if fearsome and face == 1 else through if face <= top else F(0)
        for hurt, share in ((1, wound), (0, 1 - wound)):
            one[hurt, more] = one.get((hurt, more), F(0)) + p * share
    chain: Counts = {}
    open_: Counts = {0: F(1)}
    for _ in range(deep):
        after: Counts = {}
        for sofar, p in open_.items():
            for (hurt, more), share in one.items():
                into = after if more else chain
                into[sofar + hurt] = into.get(sofar + hurt, F(0)) + p * share
        open_ = after
    shares: Counts = {0: F(1)}
    for _ in range(dice):
        both: Counts = {}
        for a, p in shares.items():
            for b, q in chain.items():
                total = min(cap, a + b)
                both[total] = both.get(total, F(0)) + p * q
        shares = both
    return {wounds: p for wounds, p in shares.items() if p}, 1 - sum(shares.values(), F(0))


def shots(dice: int, skill: str, how: Save, cap: int, enhanced: bool, difficult: bool, to_hit: int) -> Counts:
    """AWT-TH-01 to 04, 07, DS-05, CV-08: Standard Issue shots, face by face."""
    top = {"low": 2, "medium": 3, "high": 4}[skill]
    wound = F(0)
    for face, p in faces(6):
        result = max(1, face - to_hit)
        if not (result == 1 if difficult else result <= top):
            continue
        critical = skill == "high" and face == 1 and not enhanced
        wound += p * (1 if critical else 1 - saved(how))
    shares: Counts = {0: F(1)}
    for _ in range(dice):
        after: Counts = {}
        for sofar, p in shares.items():
            for hurt, share in ((1, wound), (0, 1 - wound)):
                after[min(cap, sofar + hurt)] = after.get(min(cap, sofar + hurt), F(0)) + p * share
        shares = after
    return {wounds: p for wounds, p in shares.items() if p}


# --- Nerve --------------------------------------------------------------------------------------------------------


class Unit(NamedTuple):
    """What a unit's nerve depends on."""

    zeal: int
    leader: bool
    start: int


def modified(unit: Unit, models: int, stress: int) -> int:
    """AWT-BS-04."""
    return max(0, unit.zeal - stress + unit.leader - (2 * models < unit.start))


def marker(
    unit: Unit, models: int, stress: int, threshold: int = 3, clear: bool = True
) -> Iterator[tuple[int, int, F]]:
    """AWT-BS-01, 03, 05: one marker more, and the Battle Shock it may bring: models, markers, chance."""
    stress += 1
    if stress < threshold:
        yield models, stress, F(1)
        return
    for face, p in faces(10):
        left = max(0, models - max(0, face - modified(unit, models, stress)))
        yield left, 0 if clear or left == 0 else stress, p


def passes(face: int, target: int) -> bool:
    """AWT-RS-07."""
    return face == 1 or (face <= target and face != 10)


def nerve_tests(unit: Unit, left: int, models: int, stress: int, failed: int = 0) -> Shares:
    """AWT-RS-10: Devastating Tests one after another."""
    if left == 0 or models == 0:
        return {(models, stress, failed): F(1)}
    shares: Shares = {}
    for face, p in faces(10):
        if passes(face, modified(unit, models, stress)):
            for outcome, q in nerve_tests(unit, left - 1, models, stress, failed).items():
                add(shares, outcome, p * q)
            continue
        for now, held, share in marker(unit, models, stress):
            for outcome, q in nerve_tests(unit, left - 1, now, held, failed + 1).items():
                add(shares, outcome, p * share * q)
    return shares


def markers(unit: Unit, left: int, models: int, stress: int, threshold: int = 3, clear: bool = True) -> Shares:
    """AWT-LM-06: markers one by one."""
    if left == 0 or models == 0:
        return {(models, stress): F(1)}
    shares: Shares = {}
    for now, held, p in marker(unit, models, stress, threshold, clear):
        for outcome, q in markers(unit, left - 1, now, held, threshold, clear).items():
            add(shares, outcome, p * q)
    return shares


def machine_gun(dice: int, unit: Unit, how: Save, models: int, stress: int, devastating: bool) -> Shares:
    """AWT-TH-06, RS-01 to 11: the whole sequence of a machine gun, die by die."""
    fired: dict[tuple[int, int], F] = {(0, 0): F(1)}
    for _ in range(dice):
        after: dict[tuple[int, int], F] = {}
        for (hits, near), p in fired.items():
            for face, share in faces(6):
                key = (hits + (face <= 2), near + (face in (3, 4)))
                after[key] = after.get(key, F(0)) + p * share
        fired = after
    shares: Shares = {}
    for (hits, near), p in fired.items():
        wounds, _ = attack(hits, 6, how, models, False, False)
        for hurt, q in wounds.items():
            for outcome, share in _after(unit, models, stress, hits, near, hurt, devastating).items():
                add(shares, outcome, p * q * share)
    return shares


def _after(unit: Unit, models: int, stress: int, hits: int, near: int, hurt: int, devastating: bool) -> Shares:
    left = models - hurt
    if left == 0:
        return {(0, 0, False, False): F(1)}
    shares: Shares = {}
    target = modified(unit, left, stress) - min(3, near)
    for face, p in faces(10):
        pinned = (hits + near > 0) and not passes(face, target)
        for (now, held, failed), q in nerve_tests(unit, hurt if devastating else 0, left, stress).items():
            shaken = failed > 0 or (hurt > 0 and hurt * 4 >= models)
            add(shares, (now, held, pinned, shaken) if now else (0, 0, False, False), p * q)
    return shares


def conclusion(unit: Unit, number: int, models: int, stress: int, sides: int = 10, added: int | None = None) -> Shares:
    """AWT-CN-13, 14, LM-01 to 06."""
    if number <= 0:
        return {("broken", models, stress): F(1)}
    if number >= unit.zeal:
        return {("stand", models, stress): F(1)}
    shares: Shares = {}
    for face, p in faces(sides):
        roll = face + (stress if added is None else added)
        taken = 3 if roll >= 12 else 2 if roll >= 8 else 1 if roll >= 4 else 0
        for (left, held), q in markers(unit, taken, models, stress).items():
            add(shares, ("stand", left, held) if left else ("destroyed", 0, 0), p * q)
    return shares


# --- Priority and templates ---------------------------------------------------------------------------------------


def first(a: int, b: int) -> F:
    """AWT-PR-02: the chance of the side with `a` dice against `b`, ties thrown again."""
    mine, theirs = dict(_lowest(a)), dict(_lowest(b))
    wins = sum((p * q for x, p in mine.items() for y, q in theirs.items() if x < y), F(0))
    ties = sum((p * q for x, p in mine.items() for y, q in theirs.items() if x == y), F(0))
    return wins / (1 - ties)


def scattered(size: int, models: list[tuple[float, float]], aim: tuple[float, float], step: int = 1) -> Counts:
    """AWT-TP-01 to 05: how many models are under a template, degree by degree and inch by inch."""
    inches = {3: 3, 4: 4, 6: 6}[size]
    shares: Counts = {}
    for degree in range(0, 360, step):
        for inch in range(1, inches + 1):
            x = aim[0] + inch * cos(radians(degree))
            y = aim[1] + inch * sin(radians(degree))
            under = sum(sqrt((px - x) ** 2 + (py - y) ** 2) <= size / 2 + 1e-9 for px, py in models)
            shares[under] = shares.get(under, F(0)) + F(step, 360 * inches)
    return shares
