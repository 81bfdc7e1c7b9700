"""Fire that has found its targets: hits, saves, and who falls. What vehicles suffer is in `hulls.py`.

As in `procedures.py`, the battle, the odds tool and the bots use the same. The battle wants to know which figure falls;
the odds only how many do, and there equal figures are taken together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from umpire.dice import Number, Pool, Procedure, stage, value_of
from umpire.games.fubar import armoury
from umpire.games.fubar.house import House
from umpire.games.fubar.needs import (
    NO_DIE,
    markers_to_suppress,
    melee_save,
    most_markers,
    not_one,
    saves_against,
    six_will_do,
)
from umpire.games.fubar.procedures import check, pick_off, successes

# --- Saves ----------------------------------------------------------------------------------------


def stopped(house: House, save: int, rule: str, label: str) -> Procedure[bool]:
    """FUBAR-ARM-01: one save against one hit; none is thrown where the hit cannot harm."""
    if save == NO_DIE:
        return True
    if save > 6 and house.six_rule == "then":
        return (yield from check(house, save, rule, label))
    need = six_will_do(not_one(save)) if house.six_rule == "auto" else not_one(save)
    kept: int = yield Pool(1, need, theirs=True, rule=rule, label=label)
    return bool(kept)


class Saved(NamedTuple):
    saved: bool


def save(house: House, armour: str, mark: str = "", weapon: str | None = None) -> Procedure[Saved]:
    """FUBAR-ARM-01, MEL-07: does armour stop a hit, by fire or by a melee weapon?"""
    if weapon is None:
        found = saves_against(house, mark, armour, None)
        need = found[0] if found else None
    else:
        need = melee_save(house, armour, weapon)
    if need is None:
        return Saved(False)
    kept = yield from stopped(house, need, armoury.ARMOURS[armour].rule, "armour save")
    return Saved(kept)


# --- Volleys at figures ---------------------------------------------------------------------------


class Group(NamedTuple):
    """Dice that need the same and have the same mark."""

    dice: int
    need: Number
    mark: str = ""


class Target(NamedTuple):
    """What protects a figure that may be hit."""

    armour: str
    cover_save: int | None = None
    pick_off: bool = False
    """A medic, whom a hit may pass by (FUBAR-MDC-05)."""
    hero: bool = False
    """Who takes no markers (FUBAR-SUP-08)."""
    markers: int = 0
    """Those it has already, which leave room for fewer (FUBAR-SUP-07)."""


class Fate(NamedTuple):
    """What a volley does to a figure: it falls, or has survived so many hits by its saves."""

    killed: bool
    saved: int


UNHURT = Fate(False, 0)
FALLEN = Fate(True, 0)


def in_order(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """FUBAR-FIRE-10: the order in which the hits of a volley are dealt."""
    return tuple(sorted(groups, key=lambda group: armoury.MARK_ORDER.index(_mark(group.mark))))


def _mark(mark: str) -> armoury.MarkName:
    for known in armoury.MARK_ORDER:
        if known == mark:
            return known
    raise ValueError(f"there is no mark {mark!r}")


def dealt(marks: tuple[str, ...], figures: int) -> list[list[str]]:
    """FUBAR-FIRE-09, 10: the hits of each figure: nobody has one more before all have as many; the turn carries on."""
    hits: list[list[str]] = [[] for _ in range(figures)]
    for number, mark in enumerate(marks):
        hits[number % figures].append(mark)
    return hits


def all_hits(house: House, groups: tuple[Group, ...]) -> Procedure[tuple[str, ...]]:
    """FUBAR-FIRE-03, 04, 10: the hits of a volley, each by its mark, in the order they are dealt."""
    marks: list[str] = []
    for group in in_order(groups):
        count = yield from hits(house, group)
        marks.extend([group.mark] * count)
    return tuple(marks)


def all_saves(house: House, marks: tuple[str, ...], targets: tuple[Target, ...]) -> Procedure[tuple[Fate, ...]]:
    """FUBAR-FIRE-09, 11: these hits dealt to figures in this order: what becomes of each."""
    fates: list[Fate] = []
    for target, hits_on in zip(targets, dealt(marks, len(targets)), strict=True):
        fate = yield from figure_saves(house, tuple(hits_on), target)
        fates.append(fate)
    return tuple(fates)


def hits(house: House, group: Group) -> Procedure[int]:
    """FUBAR-FIRE-03, 04: a die for each fire point, against the score of the target."""
    label = f"hits ({group.mark})" if group.mark else "hits"
    return (yield from successes(house, group.dice, group.need, "FUBAR-FIRE-04", label))


def figure_saves(house: House, marks: tuple[str, ...], target: Target) -> Procedure[Fate]:
    """The hits on one figure, each with its saves.

    FUBAR-FIRE-11: the first that none of them stops makes it a casualty, and further hits are lost on it.
    """
    if not marks:
        return UNHURT
    met: str = yield from stage(_one_hit, house, marks[0], target)
    if met == "falls":
        return FALLEN
    rest: Fate = yield from stage(figure_saves, house, marks[1:], target)
    return rest if rest.killed else Fate(False, rest.saved + (met == "saved"))


def _one_hit(house: House, mark: str, target: Target) -> Procedure[str]:
    """One hit: it is "saved", or the figure "falls", or is "spared".

    FUBAR-ARM-08: cover save, then armour. FUBAR-MDC-05: a medic may be passed by.
    """
    if target.pick_off:
        spared = yield from pick_off(house, medic=True)
        if spared:
            return "spared"
    kept = yield from _withstood(house, saves_against(house, mark, target.armour, target.cover_save))
    return "saved" if kept else "falls"


def _withstood(house: House, saves: tuple[int, ...]) -> Procedure[bool]:
    """FUBAR-ARM-08: the saves against one hit, one after the other; any of them stops it."""
    for number, need in enumerate(saves):
        label = "cover save" if number < len(saves) - 1 else "save"
        kept = yield from stopped(house, need, "FUBAR-ARM-01", label)
        if kept:
            return True
    return False


# --- The same for odds: how many, whoever they are -------------------------------------------------


class Volley(NamedTuple):
    killed: int
    suppressed: int


_NONE = Volley(0, 0)


def volley(
    house: House, groups: tuple[tuple[int, int, str], ...], figures: int, armour: str, cover_save: int | None = None
) -> Procedure[Volley]:
    """A volley at so many equal figures: how many fall, and how many are suppressed."""
    return (yield from fire(house, groups, (Target(armour, cover_save),) * figures))


def fire(house: House, groups: tuple[tuple[int, int, str], ...], targets: tuple[Target, ...]) -> Procedure[Volley]:
    """A volley at figures in the order hits are dealt to them: how many fall, and how many are suppressed."""
    if not targets:
        return _NONE
    touched = sum(dice for dice, _, _ in groups) if house.suppress_on_miss else 0
    return (yield from stage(_mark_by_mark, house, _alike(house, groups, targets), (), targets, touched))


Marked = tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
"""Dice and what they need, by mark in the order hits are dealt."""


def _alike(house: House, groups: tuple[tuple[int, int, str], ...], targets: tuple[Target, ...]) -> Marked:
    """The dice of a volley by mark; marks that these targets cannot tell apart are one."""
    kinds = tuple(dict.fromkeys(targets))
    found: list[tuple[str, tuple[tuple[int, int], ...]]] = []
    last: tuple[tuple[int, ...], ...] | None = None
    for group in in_order(tuple([Group(dice, need, mark) for dice, need, mark in groups])):
        effect = tuple([saves_against(house, group.mark, kind.armour, kind.cover_save) for kind in kinds])
        dice = (group.dice, value_of(group.need))
        if effect == last:
            mark, before = found[-1]
            found[-1] = (mark, (*before, dice))
        else:
            found.append((group.mark, (dice,)))
        last = effect
    return tuple(found)


def _mark_by_mark(
    house: House, left: Marked, hits_so_far: tuple[tuple[str, int], ...], targets: tuple[Target, ...], touched: int
) -> Procedure[Volley]:
    """The dice of one mark after another; what all of them do is merged at each."""
    if not left:
        return (yield from stage(_toll, house, _burdens(hits_so_far, targets, touched)))
    mark, dice = left[0]
    count: int = yield from stage(_hits, house, dice, mark)
    return (yield from stage(_mark_by_mark, house, left[1:], (*hits_so_far, (mark, count)), targets, touched))


def _hits(house: House, groups: tuple[tuple[int, int], ...], mark: str) -> Procedure[int]:
    """The hits of dice with one mark, whatever they need."""
    if not groups:
        return 0
    dice, need = groups[0]
    first = yield from hits(house, Group(dice, need, mark))
    rest: int = yield from stage(_hits, house, groups[1:], mark)
    return first + rest


Burden = tuple[int, Target, tuple[str, ...], bool]
"""So many figures that are alike, with the hits on each, and whether a shot at them has missed."""


@lru_cache(maxsize=4096)
def _burdens(hits: tuple[tuple[str, int], ...], targets: tuple[Target, ...], touched: int) -> tuple[Burden, ...]:
    """FUBAR-FIRE-09, 10: the hits as they are dealt, figures that fare alike taken together."""
    marks = tuple([mark for mark, count in hits for _ in range(count)])
    found: dict[tuple[Target, tuple[str, ...], bool], int] = {}
    for index, on_one in enumerate(dealt(marks, len(targets))):
        burden = (targets[index], tuple(on_one), index < touched)
        found[burden] = found.get(burden, 0) + 1
    return tuple([(count, *burden) for burden, count in found.items()])


def _toll(house: House, burdens: tuple[Burden, ...]) -> Procedure[Volley]:
    if not burdens:
        return _NONE
    count, target, marks, missed = burdens[0]
    first: Volley = yield from stage(_among, house, count, target, marks, missed)
    rest: Volley = yield from stage(_toll, house, burdens[1:])
    return Volley(first.killed + rest.killed, first.suppressed + rest.suppressed)


def _among(house: House, count: int, target: Target, marks: tuple[str, ...], missed: bool) -> Procedure[Volley]:
    """FUBAR-SUP-01, 02: of figures that are alike, who falls and who is suppressed by a hit he survived."""
    if not count or (not marks and not missed):
        return _NONE
    fate: Fate = yield from stage(figure_saves, house, marks, target)
    rest: Volley = yield from stage(_among, house, count - 1, target, marks, missed)
    shaken = not fate.killed and _suppressed(house, target, max(fate.saved, int(missed)))
    return Volley(rest.killed + fate.killed, rest.suppressed + shaken)


def _suppressed(house: House, target: Target, more: int) -> bool:
    """FUBAR-SUP-07 to 09: whether a figure takes any of so many markers, and has enough of them then to suffer."""
    markers = min(most_markers(house, target.armour, target.hero), target.markers + more)
    return markers > target.markers and markers >= markers_to_suppress(house, target.armour)
