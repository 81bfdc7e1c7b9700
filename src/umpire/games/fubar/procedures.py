"""The dice mechanics of the reference sheet, with plain inputs and small outcomes.

The battle resolves itself with these, the odds tool offers them, the bots weigh by them. Each takes the house
rules first. The scores they roll against are those of `needs.py`; fire is in `volleys.py`, damage to vehicles in
`hulls.py`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from umpire.dice import Again, Die, Number, Pool, Procedure, Tally, stage, value_of
from umpire.games.fubar import armoury, needs, sheet
from umpire.games.fubar.house import House
from umpire.games.fubar.needs import (
    activation_need,
    expertise_need,
    indirect_need,
    is_wreck,
    melee_tally,
    morale_need,
    not_one,
    six_will_do,
)

D8 = 8

# --- Pass or fail ---------------------------------------------------------------------------------


def successes(house: House, dice: int, need: Number, rule: str, label: str) -> Procedure[int]:
    """How many of these d6 pass.

    FUBAR-GEN-02, 03, 05, 06: a natural 1 fails, whatever the score. FUBAR-GEN-04: a natural 6 passes; with the option
    `six_rule` it passes a score of 7, 8 or 9 only if 4, 5 or 6 follow, or not at all.
    """
    need = not_one(need)
    if house.six_rule == "auto":
        need = six_will_do(need)
    elif house.six_rule == "then" and 7 <= value_of(need) <= 9:
        return (yield from _followed(dice, need, rule, label))
    passed: int = yield Pool(dice, need, rule=rule, label=label)
    return passed


def _followed(dice: int, need: Number, rule: str, label: str) -> Procedure[int]:
    """FUBAR-GEN-04, option `six_rule` then: a 6, and then enough on another die."""
    sixes: int = yield Pool(
        dice, Tally.of(6, f"{value_of(need)} is a 6 and more", "FUBAR-GEN-04"), rule=rule, label=label
    )
    passed: int = yield Pool(sixes, value_of(need) - 3, rule="FUBAR-GEN-04", label=f"{label}, after a 6")
    return passed


def check(house: House, need: Number, rule: str, label: str) -> Procedure[bool]:
    """FUBAR-GEN-05: one die that passes or fails."""
    passed: int = yield from successes(house, 1, need, rule, label)
    return bool(passed)


# --- Initiative -----------------------------------------------------------------------------------


class Initiative(NamedTuple):
    winner: Literal["a", "b"]


def initiative(house: House, modifier: int = 0) -> Procedure[Initiative]:
    """Who begins the turn; `a` has the modifier."""
    order = yield from initiative_order(house, (modifier, 0), ("side A", "side B"))
    return Initiative("b" if order[0] else "a")


def initiative_order(
    house: House, modifiers: tuple[int, ...], names: tuple[str, ...] = ()
) -> Procedure[tuple[int, ...]]:
    """FUBAR-INIT-01, 05: who comes in which order, as indices, the highest first."""
    return (yield from stage(_rolled_off, tuple(enumerate(modifiers)), names))


def _rolled_off(players: tuple[tuple[int, int], ...], names: tuple[str, ...]) -> Procedure[tuple[int, ...] | Again]:
    """FUBAR-INIT-01, 02: a die each with the modifiers of the scenario; those who are level roll again."""
    totals: dict[int, list[tuple[int, int]]] = {}
    for index, modifier in players:
        why = Tally(0).plus(modifier, "scenario", "FUBAR-INIT-01")
        label = f"initiative: {names[index]}" if names else f"initiative {index + 1}"
        face: int = yield Die(goal="the highest begins", why=why, rule="FUBAR-INIT-01", label=label)
        totals.setdefault(face + modifier, []).append((index, modifier))
    if len(totals) == 1 and len(players) > 1:
        return Again(players, names)
    order: list[int] = []
    for total in sorted(totals, reverse=True):
        level = tuple(totals[total])
        if len(level) == 1:
            order.append(level[0][0])
        else:
            again: tuple[int, ...] = yield from stage(_rolled_off, level, names)
            order.extend(again)
    return tuple(order)


# --- Activation -----------------------------------------------------------------------------------


class ActivationRoll(NamedTuple):
    """What one die does for a unit, and for those of it who stand apart."""

    unit: bool
    stragglers: bool


def activation_roll(
    house: House, need: Number, straggler_need: Number | None = None, label: str = "activation"
) -> Procedure[ActivationRoll]:
    """FUBAR-ACT-02: one die; FUBAR-UNIT-04, 05: the same die for stragglers, who need more."""
    least = value_of(need)
    if straggler_need is None:
        passed = yield from check(house, need, "FUBAR-ACT-02", label)
        return ActivationRoll(passed, passed)
    worst = value_of(straggler_need)
    goal = f"{least} or more, {worst} or more for stragglers"
    face: int = yield Die(goal=goal, why=need if isinstance(need, Tally) else None, rule="FUBAR-ACT-02", label=label)
    more = 0
    if face == 6 and house.six_rule == "then" and worst > 6:
        more = yield Die(goal="after a 6", rule="FUBAR-GEN-04", label=f"{label}, after a 6")
    return ActivationRoll(_reaches(house, face, more, least), _reaches(house, face, more, worst))


def _reaches(house: House, face: int, more: int, need: int) -> bool:
    """FUBAR-GEN-03, 04: does a die, with the one after a 6, reach a score?"""
    if face == 1:
        return False
    if need <= 6 or face < 6:
        return face >= need
    if house.six_rule == "then":
        return need <= 9 and more >= need - 3
    return house.six_rule == "auto"


class Activation(NamedTuple):
    activated: bool


def activation(
    house: House,
    level: str,
    suppressed: int = 0,
    no_enemy: bool = False,
    light_damage: int = 0,
    straggler: bool = False,
    automaton: bool = False,
    stragglers: int = 0,
) -> Procedure[Activation]:
    """FUBAR-ACT-02: does a unit do what it is told? FUBAR-DMG-08: never if it is a wreck."""
    if is_wreck(sheet.LEVELS[level].activation, light_damage):
        return Activation(False)
    need = activation_need(house, level, suppressed, no_enemy, light_damage, straggler, automaton, stragglers)
    rolled = yield from activation_roll(house, need)
    return Activation(rolled.unit)


# --- Scores to hit --------------------------------------------------------------------------------


class HitNumber(NamedTuple):
    need: int


def hit_number(
    house: House,
    target: str,
    cover: bool = False,
    ground: bool = False,
    suppressed: bool = False,
    failed_guard: bool = False,
    aimed: bool = False,
    unskilled: bool = False,
    grenadier: bool = False,
    sniper: bool = False,
    flame: bool = False,
    concealed: bool = False,
    hard: bool = False,
) -> Procedure[HitNumber]:
    """What a die must show to hit, before 1 and 6 are looked at."""
    steps = needs.cover_steps(cover, hard)
    need = needs.hit_number(
        house, target, steps, ground, suppressed, failed_guard, aimed, unskilled, grenadier, sniper, flame, concealed
    )
    return HitNumber(need.value)
    yield


# --- The fallen -----------------------------------------------------------------------------------


class Wounded(NamedTuple):
    dead: int
    wounded: int


def wounded(house: House, casualties: int) -> Procedure[Wounded]:
    """FUBAR-MED-01: a die for each casualty; from 4 on it is only wounded."""
    hurt = yield from successes(house, casualties, sheet.WOUNDED_ON, "FUBAR-MED-01", "only wounded")
    return Wounded(casualties - hurt, hurt)


class BailOut(NamedTuple):
    survivors: int


def bail_out(house: House, armour: str, crew: int) -> Procedure[BailOut]:
    """FUBAR-DMG-07: each gets out on 5 or more, or on his armour save where that is better."""
    save = armoury.ARMOUR[armour]
    need = Tally.of(sheet.BAIL_OUT, "bail out", "FUBAR-DMG-07")
    if save is not None and save < sheet.BAIL_OUT:
        need = Tally.of(save, f"bail out in {armour}", armoury.ARMOURS[armour].rule)
    survivors = yield from successes(house, crew, need, "FUBAR-DMG-07", "bailing out")
    return BailOut(survivors)


# --- Melee ----------------------------------------------------------------------------------------


class MeleeModifier(NamedTuple):
    modifier: int


def melee_modifier(
    house: House,
    level: str,
    weapon: str = "normal",
    armour: str = "UA",
    foe_armour: str = "UA",
    suppressed: bool = False,
    swordsman: bool = False,
    grenadier: bool = False,
    foe_hull: bool = False,
) -> Procedure[MeleeModifier]:
    """What a figure adds to its die in melee."""
    tally = melee_tally(level, weapon, armour, foe_armour, suppressed, swordsman, grenadier, foe_hull)
    return MeleeModifier(tally.value)
    yield


class Best(NamedTuple):
    """The best total of a side, and the best that may win (0 at the least)."""

    total: int
    able: int


_NOBODY = Best(-1000, -1000)


def _thrown(house: House, modifier: Number) -> Procedure[Best]:
    """FUBAR-MEL-03: a die and what the figure adds; option `one_six_in_melee`: who rolls a natural 1 cannot win."""
    why = modifier if isinstance(modifier, Tally) else None
    face: int = yield Die(goal="the higher total", why=why, rule="FUBAR-MEL-03", label="melee")
    total = face + value_of(modifier)
    return Best(total, _NOBODY.able if face == 1 and house.one_six_in_melee else total)


def _best(house: House, modifiers: tuple[int, ...]) -> Procedure[Best]:
    """The best of several, for odds: who it is does not matter."""
    if not modifiers:
        return _NOBODY
    first: Best = yield from stage(_thrown, house, modifiers[0])
    rest: Best = yield from stage(_best, house, modifiers[1:])
    return _better(first, rest)


def _better(one: Best, other: Best) -> Best:
    return Best(max(one.total, other.total), max(one.able, other.able))


def _margin(ours: Best, theirs: Best) -> int:
    """FUBAR-MEL-04, GEN-05: above 0 we win, below 0 they do, equal totals do nothing."""
    if ours.total == theirs.total:
        return 0
    if ours.total > theirs.total:
        return int(ours.able > theirs.total)
    return -int(theirs.able > ours.total)


class Melee(NamedTuple):
    result: Literal["attacker_hits", "defender_hits", "tie"]


def melee(house: House, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> Procedure[Melee]:
    """FUBAR-MEL-04, 05: one against one or more; the best total of the many counts, and the loser takes one hit."""
    ours: Best = yield from stage(_best, house, tuple(sorted(attackers)))
    theirs: Best = yield from stage(_best, house, tuple(sorted(defenders)))
    margin = _margin(ours, theirs)
    if margin == 0:
        return Melee("tie")
    return Melee("attacker_hits" if margin > 0 else "defender_hits")


class Fight(NamedTuple):
    """How one figure fares against one or more; whose totals are the best of these, by index."""

    result: Literal["lone", "gang", "tie"]
    best: tuple[int, ...]


def fight(house: House, lone: Number, gang: tuple[Number, ...]) -> Procedure[Fight]:
    """FUBAR-MEL-03 to 05: each rolls for himself; the best of the gang against the lone figure."""
    mine = yield from _thrown(house, lone)
    theirs: list[Best] = []
    for modifier in gang:
        rolled = yield from _thrown(house, modifier)
        theirs.append(rolled)
    top = _NOBODY
    for each in theirs:
        top = _better(top, each)
    margin = _margin(mine, top)
    deciding = top.able if margin < 0 else top.total
    best = tuple([index for index, each in enumerate(theirs) if (each.able if margin < 0 else each.total) == deciding])
    return Fight("tie" if margin == 0 else "lone" if margin > 0 else "gang", best)


# --- Indirect fire --------------------------------------------------------------------------------


class IndirectShot(NamedTuple):
    on_target: bool
    drift: int
    """In inches."""


def indirect(
    house: House,
    level: str,
    line_of_sight: bool = True,
    cover: bool = False,
    designator: int = 0,
    leader: bool = False,
    unskilled: bool = False,
) -> Procedure[IndirectShot]:
    """FUBAR-GEN-02, IND-02: a d8 against the score; a natural 1 always drifts, a natural 8 never does.

    FUBAR-IND-06: a shot that drifts goes as many inches as the die shows (option `drift_distance`: as it falls short).
    """
    need = indirect_need(level, line_of_sight, cover, designator, leader, unskilled)
    least = min(max(need.value, 2), D8)
    face: int = yield Die(sides=D8, goal=f"{least} or more", why=need, rule="FUBAR-IND-02", label="indirect fire")
    if face >= least:
        return IndirectShot(True, 0)
    short = max(need.value, 2) - face
    return IndirectShot(False, short if house.drift_distance == "shortfall" else face)


# --- Morale, expertise, picking off ---------------------------------------------------------------


class Morale(NamedTuple):
    passed: bool


def morale(house: House, level: str, leader: bool = False, hero: bool = False) -> Procedure[Morale]:
    """FUBAR-MOR-03: a die against the activation number; FUBAR-MOR-04: a Hero unit passes without."""
    if sheet.LEVELS[level].morale_pct is None:
        return Morale(True)
    passed = yield from check(house, morale_need(level, leader, hero), "FUBAR-MOR-03", "morale")
    return Morale(passed)


class Passed(NamedTuple):
    passed: bool


class Expertise(NamedTuple):
    """Whether it went well, and whether the die showed a natural 1."""

    passed: bool
    one: bool


def expertise(house: House, level: str) -> Procedure[Passed]:
    """A medic, a sapper, or fanatics who are to be held back."""
    rolled = yield from expertise_roll(house, level)
    return Passed(rolled.passed)


def expertise_roll(house: House, level: str, label: str = "expertise", rule: str = "") -> Procedure[Expertise]:
    """FUBAR-MDC-03, SAP-02, 04, 05, FAN-03: the expertise of who acts for this `rule`; a natural 1 for booby traps."""
    need = expertise_need(level)
    face: int = yield Die(goal=f"{need.value} or more", why=need, rule=rule or sheet.LEVELS[level].rule, label=label)
    return Expertise(_reaches(house, face, 0, need.value), face == 1)


def pick_off(house: House, medic: bool) -> Procedure[bool]:
    """FUBAR-SNP-06, MDC-05: on 4 or more the hit goes by (option `pick_off`: another score, or no such roll)."""
    if not house.pick_off:
        return False
    rule, label = ("FUBAR-MDC-05", "a medic is spared") if medic else ("FUBAR-SNP-06", "the Leader is missed")
    return (yield from check(house, Tally.of(house.pick_off, "picking off", rule), rule, label))
