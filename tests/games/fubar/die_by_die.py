"""Volleys, fights and damage as the specification has them, every die by itself: what procedures are held against.

Nothing here comes from the game's own code: figures, tables and the order of marks are typed from the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.dice import F, Shares, add, faces

SAVES = {"UA": None, "FA": 6, "FI": 5, "LA": 4, "PA": 3, "AD": 2, "AUT": 3}
ORDER = ["***", "**", "**,*", "", "*"]


def passes(need: int, six_rule: str = "auto") -> F:
    """FUBAR-GEN-03, 04: the chance of one die."""
    good = F(0)
    for face, share in faces(6):
        if face == 1:
            continue
        if face == 6 and need > 6:
            if six_rule == "auto":
                good += share
            elif six_rule == "then" and need <= 9:
                good += share * sum((p for second, p in faces(6) if second >= need - 3), F(0))
        elif face >= need:
            good += share
    return good


def stops(mark: str, armour: str, cover_save: int | None, star_mark: str = "immune") -> F:
    """FUBAR-MRK-01 to 07, ARM-08: the chance that a figure survives one hit."""
    save = SAVES[armour]
    own = F(0)
    if save is not None and mark not in ("**", "***"):
        if mark == "*" and star_mark == "immune" and save <= 3:
            own = F(1)
        elif save > 3 and (mark == "**,*" or (mark == "*" and star_mark == "beats_4plus")):
            own = F(0)
        else:
            own = passes(save)
    cover = passes(cover_save) if cover_save is not None and mark != "***" else F(0)
    return 1 - (1 - own) * (1 - cover)


def volley(
    groups: Sequence[tuple[int, int, str]],
    figures: Sequence[str],
    cover_save: int | None = None,
    six_rule: str = "auto",
    star_mark: str = "immune",
    misses: bool = False,
) -> Shares:
    """FUBAR-FIRE-03 to 11, SUP-01, 02: each die hits or misses, each hit falls on the next figure."""
    shares: Shares = {}
    dice = [(need, mark) for wanted in ORDER for count, need, mark in groups if mark == wanted for _ in range(count)]

    def roll(index: int, marks: tuple[str, ...], p: F) -> None:
        if not p:
            return
        if index < len(dice):
            need, mark = dice[index]
            chance = passes(need, six_rule)
            roll(index + 1, (*marks, mark), p * chance)
            roll(index + 1, marks, p * (1 - chance))
            return
        suffer(0, marks, 0, 0, p)

    def suffer(figure: int, marks: tuple[str, ...], killed: int, suppressed: int, p: F) -> None:
        if figure == len(figures):
            add(shares, (killed, suppressed), p)
            return
        mine = marks[figure :: len(figures)]
        touched = bool(mine) or (misses and figure < len(dice))
        alive = F(1)
        for mark in mine:
            alive *= stops(mark, figures[figure], cover_save, star_mark)
        if alive:
            suffer(figure + 1, marks, killed, suppressed + touched, p * alive)
        if alive < 1:
            suffer(figure + 1, marks, killed + 1, suppressed, p * (1 - alive))

    roll(0, (), F(1))
    return shares


def fight(attackers: Sequence[int], defenders: Sequence[int], ones: bool = False) -> Shares:
    """FUBAR-MEL-03 to 05: every die of both sides."""
    shares: Shares = {}

    def roll(left: list[int], thrown: list[tuple[int, int]], p: F) -> list[tuple[list[tuple[int, int]], F]]:
        if not left:
            return [(thrown, p)]
        found = []
        for face, share in faces(6):
            found += roll(left[1:], [*thrown, (face, face + left[0])], p * share)
        return found

    for ours, p in roll(list(attackers), [], F(1)):
        for theirs, q in roll(list(defenders), [], F(1)):
            best, other = max(t for _, t in ours), max(t for _, t in theirs)
            able = [t for face, t in ours if not (ones and face == 1)]
            their_able = [t for face, t in theirs if not (ones and face == 1)]
            if best > other and any(t > other for t in able):
                add(shares, ("attacker_hits",), p * q)
            elif other > best and any(t > best for t in their_able):
                add(shares, ("defender_hits",), p * q)
            else:
                add(shares, ("tie",), p * q)
    return shares


def damage(hits: int, weapons: int, activation: int, light: int, immobile: bool, grav: bool) -> Shares:
    """FUBAR-DMG-01 to 10, 13, GRV-07: both tables, a hit at a time."""
    shares: Shares = {}

    def hit(left: int, weapons: int, light: int, immobile: bool, shaken: bool, hurt: bool, p: F) -> None:
        if not left:
            add(shares, ("damaged" if hurt else "untouched", light, weapons, immobile, shaken), p)
            return
        for face, share in faces(6):
            score = face + grav
            if score <= 3:
                hit(left - 1, weapons, light, immobile, True, True, p * share)
            elif score <= 5:
                if activation + light + 1 > 9:
                    add(shares, ("wrecked", light + 1, weapons, immobile, shaken), p * share)
                else:
                    hit(left - 1, weapons, light + 1, immobile, shaken, True, p * share)
            else:
                heavy(left, weapons, light, immobile, shaken, p * share)

    def heavy(left: int, weapons: int, light: int, immobile: bool, shaken: bool, p: F) -> None:
        for face, share in faces(6):
            if face <= 2 and weapons:
                hit(left - 1, weapons - 1, light, immobile, shaken, True, p * share)
            elif face <= 4 and not immobile:
                hit(left - 1, weapons, light, True, shaken, True, p * share)
            else:
                add(shares, ("destroyed", light, weapons, immobile, shaken), p * share)

    hit(hits, weapons, light, immobile, False, False, F(1))
    return shares
