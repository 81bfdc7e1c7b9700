"""The two sides of a charge: their dice, their cover, their saves, their support."""

from __future__ import annotations

from typing import Any, NamedTuple

from umpire.battle.decisions import Numbers
from umpire.battle.words import acts
from umpire.dice import Tally, value_of
from umpire.games.bptc import field, sheet
from umpire.games.bptc.actions.damage import save_and_dice
from umpire.games.bptc.charges import Fighter, charging_dice
from umpire.games.bptc.house import House
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.stands import stands_of
from umpire.games.bptc.units import UNLIMBERED


class Sides(NamedTuple):
    """Both sides of a charge, and whether the defender is a battery in action."""

    attacker: Fighter
    defender: Fighter
    guns: bool


def fighters(state: State, unit: Unit, target: Unit, face: str, flanked: int, support: tuple[int, int]) -> Sides:
    """BPTC-CHG-04 to 12, 22, 23, 30: what each side rolls, what hits it and how it saves, the charger in contact.

    The `face` he strikes is his own; `flanked` counts all who are at the target's flanks and rear (BPTC-CHG-28). House
    rule `counter_charge`: cavalry rides at whoever charges it in front, though others are at its flank.
    """
    counter = state.house.counter_charge and target.is_cavalry and not target.suppressed and face == "front"
    ours, bonus = _dice(state.house, unit, True, support[0], 0)
    theirs, answer = _dice(state.house, target, counter, support[1], flanked)
    save, spare = save_and_dice(state, unit, False)
    target_save, target_spare = save_and_dice(state, target, False)
    attacker = Fighter(
        ours, score_against_charger(state, unit, target), save, spare, unit.profile.hits, unit.hits, bonus
    )
    defender = Fighter(
        theirs,
        field.score_to_hit(state, target, unit.base.centre),
        target_save,
        target_spare,
        target.profile.hits,
        target.hits,
        answer,
    )
    return Sides(attacker, defender, target.mode == UNLIMBERED)


def _dice(house: House, unit: Unit, charges: bool, support: int, flanked: int) -> tuple[Tally, int]:
    """BPTC-CHG-08, 22: the dice of a side in every round, and by the house rule `charge_bonus_rounds` those it has more
    in the first.
    """

    def dice(charging: bool) -> Tally:
        return charging_dice(unit.name, value(unit), unit.stands, charging, support, unit.suppressed, flanked)

    first = dice(charges)
    if house.charge_bonus_rounds == "all":
        return first, 0
    later = dice(False)
    return later, first.value - later.value


def in_flank(target: Unit, face: str) -> bool:
    """BPTC-CHG-11, FRM-14, CON-08: whether who strikes this face of a unit fights it in flank or rear."""
    return face != "front" and field.has_flank(target)


def value(unit: Unit) -> int:
    """BPTC-CHG-04 to 06, 30: what each stand brings."""
    return sheet.charge_value(unit.profile.arm, unit.mounted)


def score_against_charger(state: State, unit: Unit, target: Unit) -> Tally:
    """BPTC-CHG-23: a charger is in the open, unless both are inside the same wood or crops."""
    ours, theirs = [[stand.base for stand in stands_of(each)] for each in (unit, target)]
    theirs_too = field.areas_of(state.scene, theirs)
    shared = [id for id in field.areas_of(state.scene, ours) if id in theirs_too]
    covers = [state.scene.features[id] for id in shared]
    best = max(covers, key=lambda feature: feature.cover == "hard", default=None)
    if best is None or best.cover == "none":
        return Tally.of(sheet.SCORE_TO_HIT["open"], "charging, in the open", "BPTC-CHG-23")
    kind: sheet.Cover = "hard" if best.cover == "hard" else "soft"
    return Tally.of(sheet.SCORE_TO_HIT[kind], f"{kind} cover ({best.name})", "BPTC-CHG-23")


def support(state: State, unit: Unit, enemy: Unit) -> int:
    """BPTC-CHG-09, 12, 27: friends of a unit within 10 cm of, and in sight of, the enemy it fights.

    House rule `support_to` = friend: of the unit itself.
    """
    about = enemy if state.house.support_to == "enemy" else unit
    near = state.near(unit.side, about.base, sheet.SUPPORT_CM * 1000)
    return sum([_supports(state, each, unit, enemy, about) for each in near])


def _supports(state: State, each: Unit, unit: Unit, enemy: Unit, about: Unit) -> bool:
    if each.id == unit.id or not each.ready or each.profile.is_command or each.profile.has("recce"):
        return False
    if each.attack < 1 or each.hidden or field.in_touch(state, each):
        return False
    return field.units_within(each, about, sheet.SUPPORT_CM) and field.sees(state, each, enemy)


def numbers(unit: Unit, target: Unit, sides: Sides) -> Numbers:
    """The numbers of a fight with their reasons: the dice of each, and what hits it."""
    found: list[tuple[str, Tally]] = []
    for one, side in ((unit, sides.attacker), (target, sides.defender)):
        named = ((f"dice of {one.name}", side.dice), (f"{acts(one.name, 'is')} hit on", side.hit_on))
        found += [(label, number) for label, number in named if isinstance(number, Tally)]
    return tuple(found)


def plain(side: Fighter) -> dict[str, Any]:
    """A side as an input of the odds tool."""
    return {
        "dice": value_of(side.dice),
        "hit_on": value_of(side.hit_on),
        "save": None if side.save is None else value_of(side.save),
        "save_dice": value_of(side.save_dice),
        "hits": side.hits,
        "prior": side.prior,
        "first_round": side.first_round,
    }
