"""The dice mechanics of the reference sheet, with plain inputs and small outcomes.

The battle resolves itself with these, the odds tool offers them, the bots weigh by them. Each takes the house
rules first. How dice fall is in `rolls.py`, what is reckoned without them in `scores.py`. Shooting is in `volleys.py`,
high explosive in `explosives.py`, nerve and morale in `nerve.py`; all are named here.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from umpire.dice import Again, Die, Number, Pool, Procedure, Tally, Total, stage
from umpire.games.awt import scores, sheet
from umpire.games.awt.explosives import (
    Bursts,
    Covered,
    Duds,
    Scattered,
    bursts,
    duds,
    high_explosive,
    scatter,
    scatter_roll,
)
from umpire.games.awt.house import House
from umpire.games.awt.nerve import (
    Aftermath,
    Conclusion,
    Devastated,
    Losses,
    Passed,
    Stressed,
    aftermath,
    battle_shock,
    combat_conclusion,
    devastating,
    nerve_test,
    stress,
    take_stress,
)
from umpire.games.awt.rolls import Attack, Highest, Low, Lowest, Saves, Strike, guard
from umpire.games.awt.sheet import Skill
from umpire.games.awt.volleys import (
    MachineGunDice,
    Shots,
    UnderFire,
    Volley,
    Wounds,
    machine_gun,
    machine_gun_dice,
    rapid_fire,
    rifle_fire,
    volley,
)
from umpire.table import mils

__all__ = [
    "Aftermath",
    "Bursts",
    "Conclusion",
    "Covered",
    "Devastated",
    "Duds",
    "Losses",
    "MachineGunDice",
    "Passed",
    "Scattered",
    "Shots",
    "Stressed",
    "UnderFire",
    "Volley",
    "Wounds",
    "aftermath",
    "battle_shock",
    "bursts",
    "combat_conclusion",
    "devastating",
    "duds",
    "high_explosive",
    "machine_gun",
    "machine_gun_dice",
    "nerve_test",
    "rapid_fire",
    "rifle_fire",
    "scatter",
    "scatter_roll",
    "stress",
    "take_stress",
    "volley",
]

# --- Skills ---------------------------------------------------------------------------------------


class Attempt(NamedTuple):
    result: Literal["success", "failure"]


def _attempt(made: bool) -> Attempt:
    return Attempt("success" if made else "failure")


def ruse(house: House, dice: int, level: int) -> Procedure[Attempt]:
    """AWT-SK-01, 07, 08: d3s thrown together, as many 1s as the level are needed."""
    ones: int = yield Low(dice, 1, enough=level, sides=sheet.SKILL_DIE, rule="AWT-SK-01", label=f"level {level} Ruse")
    return _attempt(ones >= level)


def ritual(house: House, dice: int, level: int) -> Procedure[Attempt]:
    """AWT-SK-03, 07, 08: as a Ruse."""
    ones: int = yield Low(dice, 1, enough=level, sides=sheet.SKILL_DIE, rule="AWT-SK-03", label=f"level {level} Ritual")
    return _attempt(ones >= level)


def manifestation(house: House, tokens: int, threshold: int) -> Procedure[Attempt]:
    """AWT-SK-04, 05: a d6 for each token; the sum, or with option manifest_mode the best, must reach the threshold."""
    if house.manifest_mode == "best_die":
        best: int = yield Highest(tokens, rule="AWT-SK-04", label=f"Manifestation, {threshold} needed")
        return _attempt(best >= threshold)
    goal = f"{threshold} or more in all"
    total: int = yield Total(
        tokens, enough=threshold, sides=sheet.MANIFESTATION_DIE, goal=goal, rule="AWT-SK-04", label="Manifestation"
    )
    return _attempt(total >= threshold)


# --- Priority -------------------------------------------------------------------------------------


class Winner(NamedTuple):
    winner: Literal["a", "b"]


SIDES = ("side A", "side B")
"""What the sides are called where nobody knows their names."""


def roll_off(house: House, names: tuple[str, str] = SIDES) -> Procedure[Winner]:
    """AWT-PR-01: a d6 each, the lower wins."""
    return (yield from stage(_lower_wins, 0, 0, "AWT-PR-01", names))


def priority(house: House, bid_a: int = 0, bid_b: int = 0, names: tuple[str, str] = SIDES) -> Procedure[Winner]:
    """AWT-PR-02: a d6 and one more for each token staked; with option priority_mode stakes add none."""
    if house.priority_mode == "plain":
        bid_a = bid_b = 0
    return (yield from stage(_lower_wins, bid_a, bid_b, "AWT-PR-02", names))


def _lower_wins(bid_a: int, bid_b: int, rule: str, names: tuple[str, str]) -> Procedure[Winner | Again]:
    """AWT-PR-01, 02: the lowest die of each side, the lower wins; ties are thrown again with the same dice."""
    a: int = yield Lowest(1 + bid_a, rule=rule, label=f"priority: {names[0]}")
    b: int = yield Lowest(1 + bid_b, rule=rule, label=f"priority: {names[1]}")
    if a == b:
        return Again(bid_a, bid_b, rule, names)
    return Winner("a" if a < b else "b")


def coin_flip(house: House, names: tuple[str, str] = SIDES) -> Procedure[Winner]:
    """AWT-CN-11: a coin decides between two sides."""
    face: int = yield Die(sides=2, goal=f"1 for {names[0]}, 2 for {names[1]}", rule="AWT-CN-11", label="coin")
    return Winner("a" if face == 1 else "b")


# --- Close combat ---------------------------------------------------------------------------------


class Dice(NamedTuple):
    dice: int


def attack_dice(house: House, start: int, current: int, zeal: int, stress: int = 0) -> Procedure[Dice]:
    """AWT-CC-01 to 06: attack dice of a unit of many models."""
    return Dice(attack_sum(house, start, current, zeal, stress).value)
    yield


def attack_sum(house: House, start: int, current: int, zeal: int, stress: int = 0) -> Tally:
    """AWT-CC-01 to 06; AWT-CC-16: option stress_attacks has markers cost some."""
    return scores.stressed_dice(house, scores.strength_dice(start, current, zeal), stress)


class Saved(NamedTuple):
    saved: bool


def save(
    house: House,
    save: int | None = None,
    advantage: int = 0,
    reroll_failed: bool = False,
    reroll_successful: bool = False,
) -> Procedure[Saved]:
    """AWT-SV-01 to 04: is one hit saved?"""
    unsaved: int = yield Saves(1, guard(house, save, advantage, reroll_failed, reroll_successful))
    return Saved(not unsaved)


def saves(
    house: House,
    hits: int,
    save: int | None,
    strength: int,
    advantage: int = 0,
    reroll_failed: bool = False,
    reroll_successful: bool = False,
) -> Procedure[Wounds]:
    """AWT-SV-01, CC-22: how many of some plain hits wound; no more than the strength."""
    kept: int = yield Saves(hits, guard(house, save, advantage, reroll_failed, reroll_successful), enough=strength)
    return Wounds(kept)


def close_strike(skill: Skill, fearsome: bool, brutal: bool, hit_on: int | None) -> tuple[Strike, str]:
    """How a unit strikes in close combat, and the rule of its table.

    AWT-CC-17 to 19: by skill. AWT-CC-24: another highest face. AWT-CW-03, 06, 08: what a natural 1 does.
    """
    score = sheet.CLOSE_COMBAT[skill]
    if hit_on is not None:
        score = sheet.Score(hit_on, sheet.AGAINST_ARMOUR.rule)
    return Strike(score.most, 1, fearsome, brutal), score.rule


def close_combat(
    house: House,
    dice: Number,
    skill: Skill,
    save: int | None,
    strength: int,
    fearsome: bool = False,
    brutal: bool = False,
    advantage: int = 0,
    cavalry_charge: bool = False,
    hit_on: int | None = None,
) -> Procedure[Wounds]:
    """The attacks of one unit on another, and its saves.

    AWT-CW-01 to 08: what the weapons do; AWT-CW-04: a charge with cavalry weapons has saves made thrown again.
    AWT-CC-22: no more wounds than the target has strength.
    """
    strike, rule = close_strike(skill, fearsome, brutal, hit_on)
    shield = guard(house, save, advantage, reroll_successful=cavalry_charge)
    wounds: int = yield Attack(dice, strike, shield, enough=strength, rule=rule, label="close combat")
    return Wounds(wounds)


# --- Combat conclusion ----------------------------------------------------------------------------


class ConclusionNumber(NamedTuple):
    number: int


def conclusion_number(
    house: House,
    zeal: int,
    suffered: int,
    inflicted: int,
    infantry_vs_cavalry: bool = False,
    friends_lost: int = 0,
    friends: int = 0,
    enemies_lost: int = 0,
) -> Procedure[ConclusionNumber]:
    """AWT-CN-02 to 09: what a combat leaves of a unit's Zeal."""
    total = scores.conclusion_sum(zeal, suffered, inflicted, infantry_vs_cavalry, friends_lost, friends, enemies_lost)
    return ConclusionNumber(total.value)
    yield


class Gained(NamedTuple):
    gained: int


def manifestation_gain(house: House, points: int) -> Procedure[Gained]:
    """AWT-CN-15: a d3 for each point above Zeal, each 1 a Manifestation token."""
    ones: int = yield Low(points, 1, sides=sheet.SKILL_DIE, rule="AWT-CN-15", label="Manifestation tokens")
    return Gained(ones)


# --- Movement -------------------------------------------------------------------------------------


class Reach(NamedTuple):
    reach: int


def charge_distance(house: House, pace: int, bonus: int = 0) -> Procedure[Reach]:
    """AWT-CH-01: Pace and a d6, or what option charge_bonus says; lengths in thousandths of an inch."""
    if house.charge_bonus == "d6":
        face: int = yield Die(sides=sheet.CHARGE_DIE, goal="inches more", rule="AWT-CH-01", label="charge")
    else:
        face = int(house.charge_bonus)
    return Reach(pace + mils(face) + bonus)


class Reached(NamedTuple):
    reached: bool


def charge_reach(house: House, pace: int, needed: int, bonus: int = 0) -> Procedure[Reached]:
    """AWT-CH-01, 02: does a charge get so far? Lengths in thousandths of an inch."""
    found = yield from charge_distance(house, pace, bonus)
    return Reached(found.reach >= needed)


class Falls(NamedTuple):
    falls: int


def cavalry_falls(house: House, riders: int, terrain: sheet.Rough) -> Procedure[Falls]:
    """AWT-TE-03, 12: a d6 for each rider; how many fall. None where option terrain_tests is none."""
    if house.terrain_tests == "none":
        return Falls(0)
    fall = sheet.FALLS[terrain]
    fallen: int = yield Pool(riders, fall.least, rule=fall.rule, label="riders who fall")
    return Falls(fallen)


class Crossing(NamedTuple):
    result: Literal["pass", "halt", "hurt", "bogged", "immobilised"]


def wire_test(house: House) -> Procedure[Crossing]:
    """AWT-TE-08: infantry in wire goes on, halts, or halts with a wound."""
    if house.terrain_tests == "none":
        return Crossing("pass")
    goal = f"{sheet.WIRE_PASS} or less passes, {sheet.faces(sheet.WIRE_HURT, sheet.D6)} wounds"
    face: int = yield Die(goal=goal, rule="AWT-TE-08", label="wire")
    if face <= sheet.WIRE_PASS:
        return Crossing("pass")
    return Crossing("hurt" if face >= sheet.WIRE_HURT else "halt")


def vehicle_test(house: House, behemoth: bool = False) -> Procedure[Crossing]:
    """AWT-TE-09: a vehicle in wire or mire goes on, is Bogged, or Immobilised; a Behemoth is Bogged at worst."""
    if house.terrain_tests == "none":
        return Crossing("pass")
    stuck = sheet.VEHICLE_STUCK
    bogs, all_bog = [sheet.faces(sheet.VEHICLE_PASS + 1, most, " and ") for most in (stuck - 1, sheet.D6)]
    goal = f"{all_bog} bog" if behemoth else f"{bogs} bogs, {sheet.faces(stuck, sheet.D6)} immobilises"
    face: int = yield Die(goal=goal, rule="AWT-TE-09", label="difficult ground")
    if face <= sheet.VEHICLE_PASS:
        return Crossing("pass")
    return Crossing("immobilised" if face >= stuck and not behemoth else "bogged")


def unbog(house: House) -> Procedure[Passed]:
    """AWT-TE-21: does a Bogged vehicle get free?"""
    free: int = yield Low(1, sheet.UNBOG, rule="AWT-TE-21", label="getting free")
    return Passed(bool(free))


class Distance(NamedTuple):
    distance: int


def flight(house: House, pace: int) -> Procedure[Distance]:
    """AWT-CM-02: Pace and a d6, in thousandths of an inch."""
    face: int = yield Die(sides=sheet.FLIGHT_DIE, goal="inches more", rule="AWT-CM-02", label="flight")
    return Distance(pace + mils(face))
