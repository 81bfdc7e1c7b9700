"""The two sides of a charge: their dice, their cover, their saves, their support."""

from __future__ import annotations

from typing import Any, NamedTuple

from umpire.battle.decisions import Numbers
from umpire.dice import Tally, value_of
from umpire.games.bptc import field, sheet
from umpire.games.bptc.actions.damage import save_and_dice
from umpire.games.bptc.charges import Fighter, charging_dice
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.stands import stands_of
from umpire.games.bptc.units import UNLIMBERED
from umpire.table import Point


class Sides(NamedTuple):
    """Both sides of a charge, and whether the defender is a battery in action."""

    attacker: Fighter
    defender: Fighter
    guns: bool


def fighters(state: State, unit: Unit, target: Unit, flanked: int, support: tuple[int, int], source: Point) -> Sides:
    """BPTC-CHG-04 to 12, 22, 23, 30: what each side rolls, what hits it and how it saves."""
    house = state.house
    later = house.charge_bonus_rounds == "all"
    counter = house.counter_charge and target.is_cavalry and not target.suppressed and flanked == 0
    ours = charging_dice(house, unit.name, value(unit), unit.stands, later, support[0], unit.suppressed)
    theirs = charging_dice(
        house, target.name, value(target), target.stands, counter and later, support[1], target.suppressed, flanked
    )
    bonus = 0 if later else unit.stands * sheet.CHARGE["charging"].amount
    answer = target.stands * sheet.CHARGE["charging"].amount if counter and not later else 0
    save, spare = save_and_dice(state, unit, False)
    target_save, target_spare = save_and_dice(state, target, False)
    attacker = Fighter(
        ours, score_against_charger(state, unit, target), save, spare, unit.profile.hits, unit.hits, bonus
    )
    defender = Fighter(
        theirs,
        field.score_to_hit(state, target, source),
        target_save,
        target_spare,
        target.profile.hits,
        target.hits,
        answer,
    )
    return Sides(attacker, defender, target.mode == UNLIMBERED)


def value(unit: Unit) -> int:
    """BPTC-CHG-04 to 06, 30: what each stand brings."""
    return sheet.charge_value(unit.profile.arm, unit.mounted)


def score_against_charger(state: State, unit: Unit, target: Unit) -> Tally:
    """BPTC-CHG-23: a charger is in the open, unless both are inside the same wood or crops."""
    shared = [id for id in _areas_of(state, unit) if id in _areas_of(state, target)]
    covers = [state.scene.features[id] for id in shared]
    best = max(covers, key=lambda feature: feature.cover == "hard", default=None)
    if best is None or best.cover == "none":
        return Tally.of(sheet.SCORE_TO_HIT["open"], "charging, in the open", "BPTC-CHG-23")
    kind: sheet.Cover = "hard" if best.cover == "hard" else "soft"
    return Tally.of(sheet.SCORE_TO_HIT[kind], f"{kind} cover ({best.name})", "BPTC-CHG-23")


def _areas_of(state: State, unit: Unit) -> list[str]:
    """The areas at least half of a unit's stands are in."""
    stands = stands_of(unit)
    counted: dict[str, int] = {}
    for stand in stands:
        for piece in field.under(state.scene, stand.base):
            counted[piece.id] = counted.get(piece.id, 0) + 1
    return [id for id, count in counted.items() if 2 * count >= len(stands)]


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
        named = ((f"dice of {one.name}", side.dice), (f"{one.name} is hit on", side.hit_on))
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
