"""Melee: who comes to blows with whom, the dice, and how it goes on from turn to turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne
from umpire.battle.rolling import EITHER, by
from umpire.dice import Die, Procedure, Tally
from umpire.games.fubar import armoury, field, needs, procedures, volleys
from umpire.games.fubar.actions import casualties, damage, morale
from umpire.games.fubar.actions.closing import called, pile_in
from umpire.games.fubar.hulls import hull_save_roll
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Unit
from umpire.table import touching


class Fighter(NamedTuple):
    """A figure in contact with the enemy, and the unit it belongs to."""

    unit: str
    figure: str


class Bout(NamedTuple):
    """FUBAR-MEL-05: one figure against one or more. `named` is who of the many is hit if the lone figure wins."""

    lone: Fighter
    gang: tuple[Fighter, ...]
    named: int = 0


# --- Who fights ----------------------------------------------------------------------------------------------


def begin(state: State, unit_id: str, target_id: str) -> Procedure[None]:
    """FUBAR-MEL-01 to 03, 14: the defender closes up, then one round between these two units.

    A unit in melee that is assaulted by another fights this round only with the newcomers. Section 2: who is On Guard
    or gone to ground stays so until he is activated, should he get out of it.
    """
    for each in (unit_id, target_id):
        state.put(state.units[each]._replace(in_melee=True))
    yield from pile_in(state, target_id, [unit_id])
    yield from round_of(state, [unit_id, target_id])


def engaged(state: State, units: Sequence[str]) -> dict[Fighter, list[Fighter]]:
    """Every figure of these units in base contact with an enemy among them, with those it touches."""
    found: dict[Fighter, list[Fighter]] = {}
    for index, first in enumerate(units):
        one = state.units[first]
        for second in units[index + 1 :]:
            two = state.units[second]
            if one.side == two.side:
                continue
            for mine in one.active:
                for theirs in two.active:
                    if touching(mine.base, theirs.base):
                        a, b = Fighter(first, mine.id), Fighter(second, theirs.id)
                        found.setdefault(a, []).append(b)
                        found.setdefault(b, []).append(a)
    return found


def bouts(state: State, units: Sequence[str]) -> Procedure[list[Bout]]:
    """FUBAR-MEL-05: one to one first; then surplus figures join a fight as their owner says, spread evenly."""
    contacts = engaged(state, units)
    order = by_contacts(contacts, units)
    matched = pairs(contacts, order)
    gangs: dict[Fighter, list[Fighter]] = {}
    lone_of: dict[Fighter, Fighter] = {}
    for fighter in order:
        if fighter in matched:
            continue
        foe = yield from _join(state, fighter, contacts[fighter], gangs, lone_of)
        partner = matched[foe]
        gangs.setdefault(foe, [partner]).append(fighter)
        lone_of[partner] = foe
        lone_of[fighter] = foe
    return (yield from _arranged(state, order, matched, gangs, lone_of))


def by_contacts(contacts: dict[Fighter, list[Fighter]], units: Sequence[str]) -> list[Fighter]:
    """Who has the fewest to choose from is paired off first."""
    return sorted(contacts, key=lambda each: (len(contacts[each]), units.index(each.unit), each.figure))


def pairs(contacts: dict[Fighter, list[Fighter]], order: Sequence[Fighter]) -> dict[Fighter, Fighter]:
    """As many fights of one against one as the contacts allow.

    With fewer, two surplus figures could meet across one fight, and that would be many against many.
    """
    matched: dict[Fighter, Fighter] = {}

    def paired(fighter: Fighter, tried: list[Fighter]) -> bool:
        for foe in sorted(contacts[fighter], key=order.index):
            if foe in tried:
                continue
            tried.append(foe)
            if foe not in matched or paired(matched[foe], tried):
                matched[fighter], matched[foe] = foe, fighter
                return True
        return False

    for fighter in order:
        if fighter not in matched:
            paired(fighter, [fighter])
    return matched


def _join(
    state: State,
    fighter: Fighter,
    foes: Sequence[Fighter],
    gangs: dict[Fighter, list[Fighter]],
    lone_of: dict[Fighter, Fighter],
) -> Procedure[Fighter]:
    """FUBAR-MEL-05: which fight a surplus figure joins: one with the fewest on its side, as its owner says."""
    able = [foe for foe in foes if foe not in lone_of] or list(foes)
    least = min(len(gangs.get(foe, [0])) for foe in able)
    open_ = [foe for foe in able if len(gangs.get(foe, [0])) == least]
    if len(open_) == 1:
        return open_[0]
    unit = state.units[fighter.unit]
    options = [Option(foe.figure, f"against {_name(state, foe)}", "FUBAR-MEL-05", foe.figure) for foe in open_]
    prompt = f"Whose fight does {_name(state, fighter)} of {unit.name} join?"
    key: str = yield PickOne(unit.side, prompt, "FUBAR-MEL-05", options, piece=unit.id)
    return next(foe for foe in open_ if foe.figure == key)


def _arranged(
    state: State,
    order: Sequence[Fighter],
    matched: dict[Fighter, Fighter],
    gangs: dict[Fighter, list[Fighter]],
    lone_of: dict[Fighter, Fighter],
) -> Procedure[list[Bout]]:
    found: list[Bout] = []
    done: set[Fighter] = set()
    for fighter in order:
        if fighter in done or fighter in lone_of or fighter not in matched:
            continue
        gang = gangs.get(fighter, [matched[fighter]])
        if len(gang) == 1 and matched[fighter] in gangs:
            continue
        named = 0
        if len(gang) > 1:
            named = yield from _named(state, fighter, gang)
        found.append(Bout(fighter, tuple(gang), named))
        done.update([fighter, *gang])
    return found


def _named(state: State, lone: Fighter, gang: Sequence[Fighter]) -> Procedure[int]:
    """FUBAR-MEL-05: before the dice the owner of a figure alone against many says which of them it would hit."""
    unit = state.units[lone.unit]
    options = [Option(foe.figure, _name(state, foe), "FUBAR-MEL-05", foe.figure) for foe in gang]
    prompt = f"Whom does {_name(state, lone)} of {unit.name} strike at, alone against {len(gang)}?"
    key: str = yield PickOne(unit.side, prompt, "FUBAR-MEL-05", options, piece=unit.id)
    return next(index for index, foe in enumerate(gang) if foe.figure == key)


def _name(state: State, fighter: Fighter) -> str:
    return called(state.units[fighter.unit].figure(fighter.figure))


# --- The dice ------------------------------------------------------------------------------------------------


def bonus(state: State, fighter: Fighter, foe: Fighter) -> Tally:
    """FUBAR-MEL-03, 06, 08, 15, MWP-01 to 07: what a figure adds to its die against this foe; cover has no effect."""
    own, their = state.units[fighter.unit], state.units[foe.unit]
    figure, other = own.figure(fighter.figure), their.figure(foe.figure)
    profile = figure.profile
    hull = other.profile.is_vehicle and damage.hull_save(their) is not None
    foe_armour = "UA" if other.profile.is_vehicle else other.profile.armour
    if profile.is_vehicle:
        # A hull strikes with itself: it adds the bonus of its crew and no more.
        return needs.melee_tally(profile.level, "force_sword")
    return needs.melee_tally(
        profile.level,
        profile.melee,
        profile.armour,
        foe_armour,
        field.suppressed(state, figure),
        profile.has("swordsman"),
        profile.has("grenadier"),
        hull,
    )


def round_of(state: State, units: Sequence[str]) -> Procedure[None]:
    """FUBAR-MEL-03 to 11: one round: all fights at once, casualties after them, then morale."""
    hits: list[tuple[Fighter, Fighter]] = []
    if state.house.melee_mode == "pairs":
        found = yield from bouts(state, units)
        for bout in found:
            hit = yield from by(state, EITHER, _fight(state, bout))
            if hit is not None:
                hits.append(hit)
    else:
        hits = yield from by(state, EITHER, _all_together(state, units))
    yield from morale.event(state, by(state, EITHER, _strike_home(state, hits)))
    settle(state, units)


def _fight(state: State, bout: Bout) -> Procedure[tuple[Fighter, Fighter] | None]:
    """FUBAR-MEL-04, 05: one figure against one or more. Answers who strikes whom, if anybody does."""
    lone = bonus(state, bout.lone, bout.gang[bout.named])
    many = tuple([bonus(state, each, bout.lone) for each in bout.gang])
    state.tell("melee", _words(state, bout), "FUBAR-MEL-03", bout.lone.unit, bout.gang[0].unit)
    outcome = yield from procedures.fight(state.house, lone, many)
    if outcome.result == "tie":
        return None
    if outcome.result == "lone":
        return (bout.lone, bout.gang[bout.named])
    index = outcome.best[0]
    if len(outcome.best) > 1:
        index = yield from _whose_weapon(state, bout, outcome.best)
    return (bout.gang[index], bout.lone)


def _words(state: State, bout: Bout) -> str:
    gang = ", ".join(_name(state, each) for each in bout.gang)
    mine, theirs = state.units[bout.lone.unit].name, state.units[bout.gang[0].unit].name
    return f"{_name(state, bout.lone)} ({mine}) fights {gang} ({theirs})"


def _whose_weapon(state: State, bout: Bout, best: Sequence[int]) -> Procedure[int]:
    """FUBAR-MEL-05: of equal best totals the owner says whose weapon strikes."""
    weapons = [state.units[bout.gang[i].unit].figure(bout.gang[i].figure).profile.melee for i in best]
    if len(dict.fromkeys(weapons)) == 1:
        return best[0]
    unit = state.units[bout.gang[best[0]].unit]
    options = [
        Option(who.figure, f"{_name(state, who)}: {_weapon_name(weapon)}", "FUBAR-MEL-05", who.figure)
        for who, weapon in zip([bout.gang[i] for i in best], weapons, strict=True)
    ]
    key: str = yield PickOne(unit.side, "Whose weapon strikes?", "FUBAR-MEL-05", options, piece=unit.id)
    return next(i for i in best if bout.gang[i].figure == key)


def _weapon_name(weapon: str) -> str:
    return armoury.MELEE_WEAPONS[weapon].name


def _all_together(state: State, units: Sequence[str]) -> Procedure[list[tuple[Fighter, Fighter]]]:
    """FUBAR-MEL-05, option melee_mode.

    unit_best: the highest total of each side is compared, the losing side takes one hit. all_dice: every die is
    compared with the other side's best, and who is below it is hit. Option one_six_in_melee: who rolls a natural 1
    beats nobody.
    """
    contacts = engaged(state, units)
    totals: list[tuple[int, Fighter, str]] = []
    able: list[tuple[int, Fighter, str]] = []
    for fighter, foes in contacts.items():
        why = bonus(state, fighter, foes[0])
        face: int = yield Die(
            goal="the higher total", why=why, rule="FUBAR-MEL-03", label=f"melee, {_name(state, fighter)}"
        )
        totals.append((face + why.value, fighter, state.units[fighter.unit].side))
        if face > 1 or not state.house.one_six_in_melee:
            able.append(totals[-1])
    sides = list(dict.fromkeys(side for _, _, side in totals))
    best = {side: max(total for total, _, own in totals if own == side) for side in sides}
    hits: list[tuple[Fighter, Fighter]] = []
    for side in sides:
        against = max((total for total, _, own in able if own != side), default=-99)
        victor = next((f for total, f, own in able if own != side and total == against), None)
        losers = [(total, fighter) for total, fighter, own in totals if own == side and total < against]
        if victor is None or not losers:
            continue
        if state.house.melee_mode == "unit_best":
            if best[side] < against:
                hits.append((victor, min(losers)[1]))
        else:
            hits += [(victor, fighter) for _, fighter in losers]
    return hits


def _strike_home(state: State, hits: Iterable[tuple[Fighter, Fighter]]) -> Procedure[None]:
    """FUBAR-MEL-07, 08, 11, 15: saves by personal armour; casualties are taken off after all fights."""
    fallen: dict[str, list[str]] = {}
    hulls: dict[str, int] = {}
    for winner, loser in hits:
        victor, victim = state.units[winner.unit], state.units[loser.unit]
        if not victor.brawls:
            continue
        weapon = victor.figure(winner.figure).profile.melee
        if victim.is_vehicle:
            saved = yield from hull_save_roll(state.house, damage.hull_save(victim), "")
            if not saved:
                hulls[loser.unit] = hulls.get(loser.unit, 0) + 1
            continue
        outcome = yield from volleys.save(state.house, victim.figure(loser.figure).profile.armour, "", weapon)
        if outcome.saved:
            state.tell("melee", f"{_name(state, loser)} is saved by armour", "FUBAR-MEL-07", loser.unit)
        else:
            fallen.setdefault(loser.unit, []).append(loser.figure)
    for name, figures in fallen.items():
        yield from casualties.fall(state, name, list(dict.fromkeys(figures)))
    for name, count in hulls.items():
        yield from damage.suffer(state, name, count)


# --- Going on ------------------------------------------------------------------------------------------------


def settle(state: State, units: Iterable[str]) -> None:
    """FUBAR-MEL-09, 13, 15: who still has an enemy in contact goes on next turn; most vehicles are not held."""
    for name in units:
        unit = state.units[name]
        if unit.in_melee and not (unit.brawls and _touches_foe(state, unit)):
            text = "" if unit.is_vehicle or not unit.active else f"{unit.name} is out of melee"
            state.put(unit._replace(in_melee=False), text, "FUBAR-MEL-13")


def settle_all(state: State) -> None:
    """FUBAR-MEL-13: whoever has lost the last enemy in contact, by whatever happened since, is out of melee."""
    settle(state, [unit.id for unit in state.units.values() if unit.in_melee])


def _touches_foe(state: State, unit: Unit) -> bool:
    """Whether anybody of it is in contact with an enemy that is in melee and held by it."""
    for enemy in state.enemies(unit.side):
        if enemy.in_melee and enemy.brawls:
            for mine in unit.active:
                if any(touching(mine.base, theirs.base) for theirs in enemy.active):
                    return True
    return False


def groups(state: State) -> list[list[str]]:
    """FUBAR-MEL-09, 14: the melees under way, each as the units that hang together in it."""
    left = [unit.id for unit in state.units.values() if unit.in_melee and unit.on_table]
    found: list[list[str]] = []
    while left:
        group = [left.pop(0)]
        for name in group:
            for other in list(left):
                one, two = state.units[name], state.units[other]
                if one.side != two.side and _in_contact(one, two):
                    left.remove(other)
                    group.append(other)
        found.append(group)
    return found


def _in_contact(one: Unit, two: Unit) -> bool:
    return any(touching(mine.base, theirs.base) for mine in one.active for theirs in two.active)
