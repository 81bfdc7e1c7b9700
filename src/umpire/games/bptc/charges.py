"""Charges: the dice each side has, and rounds until one of them gives way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

from umpire.dice import Again, Margin, Number, Pool, Procedure, Tally, stage, value_of
from umpire.dice.offered import BadInput
from umpire.games.bptc import sheet
from umpire.games.bptc.house import House
from umpire.games.bptc.procedures import Dice, hits_pool
from umpire.games.commander.procedures import AssaultResult, added, verdict

ChargeResult = Literal["defender_ko", "defender_retreats", "attacker_ko", "attacker_retreats", "both_ko", "abandoned"]


def charging_dice(
    name: str,
    value: int,
    stands: int,
    charging: bool = False,
    support: int = 0,
    suppressed: bool = False,
    flanked: int = 0,
) -> Tally:
    """The dice of a unit in a charge, charging or charged.

    BPTC-CHG-07 to 11: its value for each stand, and what changes it.
    BPTC-CHG-22, GEN-05: all stands count in every formation, and none has fewer than 0 dice.
    """
    lines = sheet.CHARGE
    dice = Tally.of(value * stands, f"{name}, {stands} x {value}", "BPTC-CHG-22")
    dice = lines["charging"].add(dice, charging * stands)
    dice = lines["support"].add(dice, support * stands)
    dice = lines["suppressed"].add(dice, suppressed * stands)
    dice = lines["flanked"].add(dice, flanked * stands)
    return dice.at_least(0, "no stand below 0", "BPTC-CHG-22")


def charge_dice(
    house: House,
    value: int,
    stands: int,
    charging: bool = False,
    support: int = 0,
    suppressed: bool = False,
    flanked: int = 0,
) -> Procedure[Dice]:
    """BPTC-CHG-22: the dice of one unit in a charge."""
    return Dice(charging_dice("unit", value, stands, charging, support, suppressed, flanked).value)
    yield


class Fighter(NamedTuple):
    """One side of a charge."""

    dice: Number
    hit_on: Number
    """The score the enemy needs against it."""
    save: Number | None = None
    save_dice: Number = 0
    """Save dice beyond one for each hit."""
    hits: int | None = None
    """Hits that knock it out, with the house rule `charge_markers`."""
    prior: int = 0
    first_round: int = 0
    """Dice it has in the first round only, with the house rule `charge_bonus_rounds`."""


class Fought(NamedTuple):
    """How a charge ended, the hits marked on either side (unchanged without `charge_markers`), and by which rule."""

    result: ChargeResult
    attacker_hits: int
    defender_hits: int
    rule: str


def fight(house: House, attacker: Fighter, defender: Fighter, defender_guns: bool = False) -> Procedure[Fought | Again]:
    """Rounds of a charge until one is not equal.

    BPTC-CHG-14, 26: equal hits are fought again with the same dice; where neither side has any it is abandoned.
    BPTC-CHG-15, 17, 25: fewer hits retreat, half as many or fewer are knocked out.
    BPTC-CHG-24: the hits are only compared, unless the house rule `charge_markers` marks them first.
    BPTC-RET-05: unlimbered guns (`defender_guns`) do not retreat, they are lost.
    """
    if no_dice(attacker, defender):
        return Fought("abandoned", attacker.prior, defender.prior, "BPTC-CHG-26")
    ours, theirs = _dice(attacker), _dice(defender)
    if house.charge_markers:
        on_defender: Blow = yield from stage(_blow, house, ours, defender)
        on_attacker: Blow = yield from stage(_blow, house, theirs, attacker, True)
        attacker = attacker._replace(prior=attacker.prior + on_attacker.unsaved)
        defender = defender._replace(prior=defender.prior + on_defender.unsaved)
        fallen = _too_many(attacker, defender)
        if fallen is not None:
            return Fought(fallen, attacker.prior, defender.prior, "BPTC-CHG-24")
        came: AssaultResult = verdict(on_defender.compared, on_attacker.compared, house.zero_is_double)
    else:
        came = yield _round(house, ours, theirs, attacker, defender)
    if came == "draw":
        attacker, defender = attacker._replace(first_round=0), defender._replace(first_round=0)
        if no_dice(attacker, defender):
            return Fought("abandoned", attacker.prior, defender.prior, "BPTC-CHG-26")
        return Again(house, attacker, defender, defender_guns)
    result, rule = _outcome(came, defender_guns)
    return Fought(result, attacker.prior, defender.prior, rule)


def no_dice(attacker: Fighter, defender: Fighter) -> bool:
    """BPTC-CHG-26: whether neither side can score: no round is fought."""
    return value_of(_dice(attacker)) <= 0 and value_of(_dice(defender)) <= 0


def _dice(fighter: Fighter) -> Number:
    return added(fighter.dice, fighter.first_round) if fighter.first_round else fighter.dice


def _round(house: House, ours: Number, theirs: Number, attacker: Fighter, defender: Fighter) -> Margin:
    """BPTC-CHG-23: both pools at the same moment, saves with the bonus of a line, unsaved hits compared."""
    return Margin(
        _pool(house, ours, defender, "attacker's dice"),
        _pool(house, theirs, attacker, "defender's dice"),
        _VERDICTS[house.zero_is_double],
        rule="BPTC-CHG-23",
        label="a round of the charge",
    )


def _pool(house: House, dice: Number, target: Fighter, label: str) -> Pool:
    """The dice at one side; house rule `charge_compare`: hits scored count, so nobody saves."""
    save = target.save if house.charge_compare == "unsaved" else None
    return hits_pool(dice, target.hit_on, save, target.save_dice, "BPTC-CHG-23", label)


_VERDICTS: dict[bool, Callable[[int, int], AssaultResult]] = {
    True: verdict,
    False: partial(verdict, zero_ko=False),
}


def _outcome(came: AssaultResult, defender_guns: bool) -> tuple[ChargeResult, str]:
    """BPTC-CHG-15, 17, RET-05: what a decided round means, and by which rule; guns that would retreat are lost."""
    if came == "defender_ko":
        return "defender_ko", "BPTC-CHG-17"
    if came == "defender_retreats":
        return ("defender_ko", "BPTC-RET-05") if defender_guns else ("defender_retreats", "BPTC-CHG-15")
    return ("attacker_ko", "BPTC-CHG-17") if came == "attacker_ko" else ("attacker_retreats", "BPTC-CHG-15")


# --- House rule `charge_markers` ------------------------------------------------------------------


class Blow(NamedTuple):
    """What one side did to the other in a round: hits to compare, hits to mark."""

    compared: int
    unsaved: int


def _blow(house: House, dice: Number, target: Fighter, theirs: bool = False) -> Procedure[Blow]:
    """The hits of one side: those marked are unsaved, those compared are so too unless `charge_compare` says scored.

    `theirs`: of those who are charged, who throw these dice.
    """
    if house.charge_compare == "unsaved" or target.save is None:
        kept: int = yield hits_pool(dice, target.hit_on, target.save, target.save_dice, "BPTC-CHG-23", "hits", theirs)
        return Blow(kept, kept)
    scored: int = yield Pool(dice, target.hit_on, theirs=theirs, rule="BPTC-CHG-23", label="hits")
    if not scored:
        return Blow(0, 0)
    thrown = scored + value_of(target.save_dice)
    saved: int = yield Pool(thrown, target.save, enough=scored, theirs=not theirs, rule="BPTC-CHG-23", label="saves")
    return Blow(scored, scored - saved)


def _too_many(attacker: Fighter, defender: Fighter) -> ChargeResult | None:
    """BPTC-CHG-24: who has as many hits marked as he can take is out before hits are compared; it may be both."""
    if attacker.hits is None or defender.hits is None:
        raise BadInput("attacker and defender need hits with the option charge_markers: a whole number of 1 or more.")
    if attacker.prior >= attacker.hits:
        return "both_ko" if defender.prior >= defender.hits else "attacker_ko"
    return "defender_ko" if defender.prior >= defender.hits else None


# --- As the odds tool offers it -------------------------------------------------------------------


class Charge(NamedTuple):
    result: ChargeResult


def charge(house: House, attacker: Fighter, defender: Fighter, defender_guns: bool = False) -> Procedure[Charge]:
    """BPTC-CHG-14: a charge fought out."""
    fought: Fought = yield from stage(fight, house, attacker, defender, defender_guns)
    return Charge(fought.result)
