"""Step 4: every close combat on the table, both sides at once (AWT-RD-04, CC, CW)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from umpire.battle.decisions import Call, Option, PickOne, ShareOut, Together
from umpire.battle.rolling import by
from umpire.battle.words import does, listed
from umpire.dice import Procedure, Tally
from umpire.games.awt import conclusion, ending, field, losses, procedures, scores, sheet
from umpire.games.awt.model import SEATS, State, Support, Unit

UNLIMITED = 10_000
"""Wounds are counted without a cap first: who gets the credit for them depends on it (AWT-CC-23)."""


# --- Who fights whom -----------------------------------------------------------------------------------------------


def combats(state: State) -> list[tuple[str, ...]]:
    """AWT-CC-20, RD-14: the connected groups of units in close combat that have not fought this round."""
    left = [unit.id for unit in state.on_table() if unit.in_combat and unit.id not in state.fought]
    found: list[tuple[str, ...]] = []
    while left:
        group = [left[0]]
        for uid in group:
            group += [each for each in state.units[uid].in_combat if each not in group]
        found.append(tuple(sorted(group)))
        left = [uid for uid in left if uid not in group]
    return found


def muster(state: State) -> Procedure[None]:
    """AWT-CC-26: before anybody fights, who stands near enough supports one combat."""
    state.fought = ()
    state.support = ()
    groups = combats(state)
    for seat in SEATS:
        for unit in state.of(seat):
            if groups and can_support(unit):
                yield from _join(state, unit, groups)
    state.phase = "combat"


def can_support(unit: Unit) -> bool:
    """AWT-CC-26, ST-01: neither Broken nor Pinned, in no combat itself, no vehicle and no Artillery."""
    return not (unit.broken or unit.pinned or unit.in_combat or unit.profile.is_vehicle or unit.has("artillery"))


def _join(state: State, unit: Unit, groups: Sequence[tuple[str, ...]]) -> Procedure[None]:
    """The nearest combat; between two just as near the owner chooses."""
    limit = state.house.support_range * 1000
    near: list[tuple[int, str]] = []
    for group in groups:
        friends = [state.units[uid] for uid in group if state.units[uid].side == unit.side]
        ways = sorted(
            [(round(field.apart(unit, friend)), friend.id) for friend in friends if field.near(unit, friend, limit)]
        )
        near += ways[:1]
    if not near:
        return
    least = min(near)[0]
    choice = [uid for far, uid in near if far == least]
    friend = choice[0]
    if len(choice) > 1:
        options = [Option(uid, f"that of {state.units[uid].name}", "AWT-CC-26", uid) for uid in choice]
        friend = yield PickOne(
            unit.side, f"Which combat {does(unit.name)} support?", "AWT-CC-26", options, None, unit.id
        )
    state.support = (*state.support, Support(unit.id, friend))
    state.tell("combat", f"{unit.name} supports {state.units[friend].name}", "AWT-CC-26", unit.id, friend)


def next_combat(state: State) -> Procedure[None]:
    """AWT-RD-04, 14, CW-05: one combat after the other, in the order the side with priority likes.

    With the last of them every charge is used up, fought out or not.
    """
    groups = combats(state)
    if not groups:
        for unit in state.on_table():
            if unit.charged:
                state.put(unit._replace(charged=False))
        state.fought = ()
        state.support = ()
        state.phase = "flight"
        return
    group = groups[0]
    if len(groups) > 1:
        options = [Option(each[0], _names(state, each), "AWT-RD-14", each[0]) for each in groups]
        prompt = "Which combat is fought next?"
        first: str = yield PickOne(state.priority, prompt, "AWT-RD-14", options)
        group = next(each for each in groups if each[0] == first)
    yield from fight(state, group)
    ending.check_wiped_out(state)


def _names(state: State, group: Sequence[str]) -> str:
    sides = [listed([state.units[uid].name for uid in group if state.units[uid].side == seat]) for seat in SEATS]
    return " against ".join(sides)


# --- The fight -----------------------------------------------------------------------------------------------------


class Attacks(NamedTuple):
    """A unit that fights several enemies, and the dice it has to share out among them."""

    unit: Unit
    foes: Sequence[Unit]
    dice: int

    @property
    def name(self) -> str:
        return f"{self.unit.name} ({self.dice})"


class Split(ShareOut):
    """AWT-CC-21: attack dice shared out; unasked, evenly, with the remainder on the lowest Zeal.

    Everybody of a side who has dice to share out is asked about at once, so that all of its splits are made before it
    learns any of the enemy's. Shares are named by the enemy; where several units share out, as `unit:enemy`.
    """

    __slots__ = ("attacks",)

    def __init__(self, state: State, attacks: Sequence[Attacks]) -> None:
        self.attacks = attacks
        unit = attacks[0].unit
        only = len(attacks) == 1
        options = [
            Option(
                self.key(each, foe),
                foe.name if only else f"{each.unit.name} at {foe.name}",
                "AWT-CC-21",
                foe.id,
                odds(state, each.unit, foe),
            )
            for each in attacks
            for foe in each.foes
        ]
        most = {self.key(each, foe): each.dice for each in attacks for foe in each.foes}
        if only:
            prompt = f"How {does(unit.name)} share out its {_attack_dice(attacks[0].dice)}?"
        else:
            prompt = f"How do {' and '.join([each.name for each in attacks])} share out their attack dice?"
        total = sum([each.dice for each in attacks])
        super().__init__(unit.side, prompt, "AWT-CC-21", options, total, most, unit.id if only else "")

    def key(self, attack: Attacks, foe: Unit) -> str:
        return foe.id if len(self.attacks) == 1 else f"{attack.unit.id}:{foe.id}"

    def read(self, answer: Any) -> dict[str, int]:
        shares = super().read(answer)
        for attack in self.attacks:
            given = sum(self.of(shares, attack).values())
            if given != attack.dice:
                raise self.refuse(f"{attack.unit.name} has {_attack_dice(attack.dice)} to share out, not {given}.")
        return shares

    def of(self, shares: Mapping[str, int], attack: Attacks) -> dict[str, int]:
        """What a unit has of these shares, by enemy."""
        return {foe.id: shares[self.key(attack, foe)] for foe in attack.foes}

    def default(self) -> dict[str, int]:
        return self._shares([even(each.foes, each.dice) for each in self.attacks])

    def random(self, rng: Random) -> dict[str, int]:
        shares = [dict.fromkeys([foe.id for foe in each.foes], 0) for each in self.attacks]
        for each, mine in zip(self.attacks, shares, strict=True):
            for _ in range(each.dice):
                mine[each.foes[int(rng.random() * len(each.foes))].id] += 1
        return self._shares(shares)

    def candidates(self) -> Sequence[dict[str, int]]:
        """Evenly, or one of the units all at one enemy."""
        usual = self.default()
        found = [usual]
        for each in self.attacks:
            for foe in each.foes:
                whole = {self.key(each, other): each.dice if other.id == foe.id else 0 for other in each.foes}
                found.append({**usual, **whole})
        return found

    def _shares(self, by_unit: Sequence[Mapping[str, int]]) -> dict[str, int]:
        return {
            self.key(each, foe): shares[foe.id]
            for each, shares in zip(self.attacks, by_unit, strict=True)
            for foe in each.foes
        }


def _attack_dice(dice: int) -> str:
    return "1 attack die" if dice == 1 else f"{dice} attack dice"


def even(foes: Sequence[Unit], dice: int) -> dict[str, int]:
    """AWT-CC-21: an even split, the remainder to the lowest Zeal."""
    shares = {foe.id: dice // len(foes) for foe in foes}
    lowest = min(foes, key=lambda foe: (foe.profile.zeal, foe.id))
    shares[lowest.id] += dice - sum(shares.values())
    return shares


def dice_of(state: State, unit: Unit) -> Tally:
    """AWT-CC-01 to 16: the attack dice of a unit, by printed Zeal and strength, or by what a single model is."""
    profile = unit.profile
    if profile.single:
        dice = scores.single_dice(profile.keywords)
    else:
        dice = scores.strength_dice(unit.start, unit.strength, profile.zeal)
    return scores.stressed_dice(state.house, dice, unit.stress)


def fight(state: State, group: Sequence[str]) -> Procedure[None]:
    """AWT-RD-04, CC-16, 20 to 25: dice are counted and shared out before any is rolled, and all fall together."""
    state.tell("combat", f"close combat: {_names(state, group)}", "AWT-RD-04", *group)
    dice = {uid: dice_of(state, state.units[uid]) for uid in group}
    shares = yield from _shares(state, group, dice)
    unsaved: dict[str, dict[str, int]] = {uid: {} for uid in group}
    for uid in group:
        for foe, count in shares[uid].items():
            if count:
                blow = yield from strike(state, state.units[uid], state.units[foe], _part(dice[uid], count))
                unsaved[foe][uid] = blow
    suffered = dict.fromkeys(group, 0)
    inflicted = dict.fromkeys(group, 0)
    for target in group:
        suffered[target] = min(sum(unsaved[target].values()), state.units[target].strength)
        yield from _credit(state, target, unsaved[target], suffered[target], inflicted)
    for target in group:
        if suffered[target]:
            yield from losses.suffer(state, target, suffered[target], "AWT-CC-22")
    yield from conclusion.conclude(state, group, suffered, inflicted)
    state.fought = (*state.fought, *group)
    for uid in group:
        _after(state, uid)


def _part(dice: Tally, count: int) -> Tally | int:
    return dice if dice.value == count else count


def _after(state: State, uid: str) -> None:
    """AWT-ST-03, CW-05: after a fight nobody is Pinned or Shaken any more, and a charge is used up."""
    unit = state.units[uid]
    if unit.on_table:
        state.put(unit._replace(pinned=False, shaken=False, charged=False))


def _shares(state: State, group: Sequence[str], dice: dict[str, Tally]) -> Procedure[dict[str, dict[str, int]]]:
    """AWT-CC-21: who fights several enemies shares out his dice: all of both sides, in secret, before any roll."""
    shares: dict[str, dict[str, int]] = {}
    open_: dict[str, list[Attacks]] = {seat: [] for seat in SEATS}
    for uid in group:
        unit = state.units[uid]
        foes = [state.units[foe] for foe in unit.in_combat]
        if len(foes) == 1:
            shares[uid] = {foes[0].id: dice[uid].value}
        else:
            open_[unit.side].append(Attacks(unit, foes, dice[uid].value))
    asked = [Split(state, attacks) for attacks in open_.values() if attacks]
    if asked:
        answers: tuple[Any, ...] = yield Together(asked, "AWT-CC-21")
        for decision, answer in zip(asked, answers, strict=True):
            for attack in decision.attacks:
                shares[attack.unit.id] = decision.of(answer, attack)
    return shares


def strike(state: State, unit: Unit, foe: Unit, dice: Tally | int) -> Procedure[int]:
    """AWT-CC-17 to 19, 22, 24, 25, CW-01 to 08: the attacks of one unit on another; how many wounds are not saved."""
    count = dice.value if isinstance(dice, Tally) else dice
    words = f"{unit.name} attacks {foe.name} with {'1 die' if count == 1 else f'{count} dice'}"
    state.tell("combat", words, "AWT-CC-22", unit.id, foe.id)
    outcome = yield from by(state, unit.side, procedures.close_combat(
        state.house, dice, unit.profile.skill, foe.profile.save, UNLIMITED, *blows(unit, foe),
    ))  # fmt: skip
    return outcome.wounds


class Blows(NamedTuple):
    """How a unit strikes another: its weapons and what the target is."""

    fearsome: bool
    brutal: bool
    advantage: int
    cavalry: bool
    hit_on: int | None


def blows(unit: Unit, foe: Unit) -> Blows:
    """AWT-CW-01 to 08, CC-24: what the weapons do; armour is hurt on natural 1s only, but by creatures and vehicles."""
    cc = unit.profile.cc
    bare_hands = foe.has("armoured") and not unit.profile.is_creature and not unit.profile.is_vehicle
    return Blows(
        "fearsome" in cc or unit.under("bayonets"),
        "brutal" in cc,
        sheet.UNARMED_ADVANTAGE if "none" in cc else 0,
        "cavalry" in cc and unit.charged,
        sheet.AGAINST_ARMOUR.most if bare_hands else None,
    )


def odds(state: State, unit: Unit, foe: Unit) -> Call:
    """The call that tells what a unit does to another in close combat."""
    how = blows(unit, foe)
    return Call(
        "close_combat",
        (
            ("dice", dice_of(state, unit).value),
            ("skill", unit.profile.skill),
            ("save", foe.profile.save),
            ("strength", foe.strength),
            ("fearsome", how.fearsome),
            ("brutal", how.brutal),
            ("advantage", how.advantage),
            ("cavalry_charge", how.cavalry),
            ("hit_on", how.hit_on),
        ),
    )


def _credit(state: State, target: str, unsaved: dict[str, int], cap: int, inflicted: dict[str, int]) -> Procedure[None]:
    """AWT-CC-22, 23: wounds are credited up to what the target had, first to who made more of them."""
    left = cap
    waiting = [uid for uid, wounds in unsaved.items() if wounds]
    while left and waiting:
        most = max(unsaved[uid] for uid in waiting)
        first = [uid for uid in waiting if unsaved[uid] == most]
        pick = first[0]
        if len(first) > 1 and sum(unsaved[uid] for uid in first) > left:
            options = [Option(uid, state.units[uid].name, "AWT-CC-23", uid) for uid in first]
            prompt = f"Who gets the credit for the end of {state.units[target].name}?"
            pick = yield PickOne(state.units[pick].side, prompt, "AWT-CC-23", options)
        share = min(left, unsaved[pick])
        inflicted[pick] += share
        left -= share
        waiting.remove(pick)
