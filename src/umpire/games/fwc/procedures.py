"""The dice mechanics of the reference sheet, with plain inputs and small outcomes.

The battle resolves itself with these, the odds tool offers them, the bots weigh by them. Each takes the house
rules first. Lengths are whole hundredths of a centimetre. What is rolled for orders and requests is in `command_rolls`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from umpire.dice import Again, Margin, Modifier, Number, Pool, Procedure, Tally, Total, stage, value_of
from umpire.games.commander.procedures import (
    AssaultResult,
    Groups,
    Struck,
    added,
    driven_back,
    holds_on,
    suppressed_by,
    verdict,
)
from umpire.games.commander.procedures import grouped as merged_groups
from umpire.games.fwc import sheet
from umpire.games.fwc.house import House

Kind = Literal["normal", "recce", "hold", "massive"]


# --- Artillery and air ----------------------------------------------------------------------------


class Dice(NamedTuple):
    dice: int


def mission_dice(house: House, attacks: Sequence[int], mode: str) -> int:
    """FWC-ART-17 to 19, GEN-04: the sum for a concentration, half of the sum for a barrage."""
    total = sum(attacks)
    if mode == "concentration":
        return total
    return total // 2 if house.barrage_round == "down" else (total + 1) // 2


def artillery_dice(house: House, attacks: Sequence[int], mode: str) -> Procedure[Dice]:
    """How many dice a mission rolls against each unit in its zone."""
    return Dice(mission_dice(house, attacks, mode))
    yield


class Deviation(NamedTuple):
    cm: int


class Straying(NamedTuple):
    """The rules by which support deviates: those of artillery and of aircraft say the same (FWC-AIR-09)."""

    distance: str
    lines: Mapping[str, Modifier]
    least: str
    direction: str
    exact: str


GUNS_STRAY = Straying("FWC-ART-09", sheet.DEVIATION, "FWC-ART-12", "FWC-ART-13", "FWC-ART-14")
AIRCRAFT_STRAY = Straying("FWC-AIR-07", sheet.AIR_DEVIATION, "FWC-AIR-09", "FWC-AIR-09", "FWC-AIR-09")


def deviation_dice(
    house: House, distance: int, step: int, higher: bool, designated: bool, by: Straying = GUNS_STRAY
) -> Tally:
    """FWC-ART-09, 11, 12, DES-02: a die for each step or part of one, at least one; less the reductions, to none."""
    steps = distance // step if house.deviation_round == "floor" else -(-distance // step)
    dice = Tally.of(max(1, steps), "distance", by.distance)
    dice = by.lines["higher"].add(dice, higher)
    dice = by.lines["designated"].add(dice, designated and house.designator_effect)
    return dice.at_least(0, "no fewer than none", by.least)


def deviation(
    house: House,
    distance: int,
    step: int,
    higher: bool = False,
    designated: bool = False,
    by: Straying = GUNS_STRAY,
) -> Procedure[Deviation]:
    """How far the aiming point is shifted."""
    dice = deviation_dice(house, distance, step, higher, designated, by)
    cm: int = yield Total(dice, rule=by.distance, label="deviation")
    return Deviation(cm)


class AntiAircraft(NamedTuple):
    result: Literal["abort", "flies"]
    attacks: int


def anti_aircraft(house: House, dice: Sequence[Number], attacks: int, score: Number) -> Procedure[AntiAircraft]:
    """FWC-AAF-05 to 08: fire at one aircraft; each hit takes one attack, and any hit may turn it away."""
    guns = sum(value_of(each) for each in dice)
    hits: int = yield Pool(guns, score, rule="FWC-AAF-01", label="anti-aircraft fire")
    turned: int = yield Pool(hits, score, enough=1, rule="FWC-AAF-05", label="does it abort")
    if turned:
        return AntiAircraft("abort", 0)
    return AntiAircraft("flies", max(0, attacks - hits))


# --- Casualties -----------------------------------------------------------------------------------


class Casualties(NamedTuple):
    """What an attack did: `fall_back` is the distance moved in cm, `shield` the points left."""

    result: Literal["ko", "ko_fall_back", "fall_back", "held", "suppressed", "unaffected"]
    unsaved: int
    fall_back: int
    shield: int


def grouped(groups: Groups) -> tuple[tuple[Number, Number], ...]:
    """FWC-CAS-02: dice that need the same score are one group, the lowest score first. FWC-GEN-06: empty groups go."""
    return merged_groups(groups)


def struck(
    house: House, dice: Number, need: Number, save: Number | None, shield: int, theirs: bool = False
) -> Procedure[Struck]:
    """FWC-CAS-03 to 05 and SHD-02 for one group: hits, less those the shield takes, less those saved.

    `theirs`: they strike back, so that the hits are thrown by the others, and the saves by who rolls.
    """
    if shield <= 0:
        kept: int = yield Pool(dice, need, but_not=save, theirs=theirs, rule="FWC-CAS-03", label="hits")
        return Struck(kept, 0)
    hits: int = yield Pool(dice, need, theirs=theirs, rule="FWC-CAS-03", label="hits")
    if house.shield_mode == "save":
        stopped: int = yield Pool(hits, shield_save(shield), theirs=not theirs, rule="FWC-SHD-02", label="shield")
        left = shield
    else:
        stopped = min(hits, shield)
        left = shield - stopped
    hits -= stopped
    if save is not None:
        saved: int = yield Pool(hits, save, theirs=not theirs, rule="FWC-CAS-04", label="saves")
        hits -= saved
    return Struck(hits, left)


def shield_save(shield: int) -> int:
    """House rule: shield points are a save of their own, 6 for one point, one better for each further one."""
    return max(2, 7 - shield)


def casualties(
    house: House,
    groups: Groups,
    save: Number | None = None,
    hits: int | None = 4,
    prior: int = 0,
    suppressed: bool = False,
    shield: int = 0,
    kind: Kind = "normal",
) -> Procedure[Casualties]:
    """The casualty test in eight steps: hits, saves, knock-out, suppression or fall-back.

    FWC-CAS-03 to 06: hits, the saves of those who have one, and whether old and new hits are too many.
    FWC-CAS-11, 12, FAL-01: only a unit that was suppressed before the attack rolls for fall-back.
    FWC-FAL-03, 04, 14 to 16: who stays and who is lost by the distance rolled.
    """
    through: list[tuple[int, Number]] = []
    unsaved = 0
    found = grouped(groups)
    if suppressed and len(found) > 1:
        # Only a suppression test asks which score made a hit: without one the groups are merged.
        unsaved, shield = yield from stage(_struck_by_all, house, found, save, shield)
        found = ()
    for dice, need in found:
        if shield > 0:
            one: Struck = yield from stage(struck, house, dice, need, save, shield)
            kept, shield = one
        else:
            kept = yield Pool(dice, need, but_not=save, rule="FWC-CAS-03", label="hits")
        unsaved += kept
        through.append((kept, need))
    if hits is not None and prior + unsaved >= hits:
        return Casualties("ko", unsaved, 0, shield)
    if not suppressed:
        return (yield from _suppression(through, unsaved, shield))
    if unsaved == 0:
        return Casualties("held", 0, 0, shield)
    if kind == "massive":
        return Casualties("held", unsaved, 0, shield)
    if kind == "recce":
        far: int = yield from driven_back(unsaved, None, "FWC-FAL-02")
        return Casualties("fall_back", unsaved, far, shield)
    limit = sheet.FALL_BACK_LIMIT_CM
    distance: int = yield from driven_back(unsaved, limit, "FWC-FAL-02")
    if distance > limit:
        return Casualties("ko_fall_back", unsaved, 0, shield)
    if kind == "hold":
        return Casualties("held", unsaved, 0, shield)
    return Casualties("fall_back", unsaved, distance, shield)


def _struck_by_all(
    house: House, groups: tuple[tuple[Number, Number], ...], save: Number | None, shield: int
) -> Procedure[Struck]:
    """FWC-CAS-03 to 05, SHD-02: group after group; all of them together."""
    if not groups:
        return Struck(0, shield)
    *rest, (dice, need) = groups
    before: Struck = yield from stage(_struck_by_all, house, tuple(rest), save, shield)
    last: Struck = yield from stage(struck, house, dice, need, save, before.shield)
    return Struck(before.unsaved + last.unsaved, last.shield)


def _suppression(through: Sequence[tuple[int, Number]], unsaved: int, shield: int) -> Procedure[Casualties]:
    """FWC-CAS-08 to 10, SUP-01: a die per unsaved hit, each against the score that made the hit."""
    for count, need in through:
        if count:
            caught: bool = yield from suppressed_by(count, need, "FWC-CAS-09")
            if caught:
                return Casualties("suppressed", unsaved, 0, shield)
    return Casualties("unaffected", unsaved, 0, shield)


# --- Close assault --------------------------------------------------------------------------------


class Assault(NamedTuple):
    result: AssaultResult
    attacker_shield: int
    defender_shield: int


def close_assault(
    house: House,
    attacker_dice: Number,
    defender_hit_on: Number,
    defender_save: Number | None,
    defender_dice: Number,
    attacker_hit_on: Number,
    attacker_save: Number | None = None,
    attacker_shield: int = 0,
    defender_shield: int = 0,
    one_round: bool = False,
    first_round_dice: int = 0,
) -> Procedure[Assault | Again]:
    """FWC-CA-11 to 16: rounds of close assault until one side has more unsaved hits; twice as many knock out.

    FWC-CA-09: what a side rolls it rolls in every round, but for `first_round_dice`, attacker's dice of the first
    round only (house rule `assault_bonus_first_round`).
    """
    if value_of(attacker_dice) + first_round_dice <= 0 and value_of(defender_dice) <= 0:
        return Assault("no_result", attacker_shield, defender_shield)
    saves = (attacker_save, defender_save) if house.assault_saves else (None, None)
    result: AssaultResult
    ours: Number = added(attacker_dice, first_round_dice) if first_round_dice else attacker_dice
    if attacker_shield <= 0 and defender_shield <= 0:
        result = yield Margin(
            Pool(ours, defender_hit_on, but_not=saves[1], rule="FWC-CA-11", label="attacker's dice"),
            Pool(defender_dice, attacker_hit_on, but_not=saves[0], rule="FWC-CA-11", label="defender's dice"),
            _VERDICTS[house.assault_zero_ko],
            rule="FWC-CA-12",
            label="a round of close assault",
        )
    else:
        on_defender: Struck = yield from stage(struck, house, ours, defender_hit_on, saves[1], defender_shield)
        on_attacker: Struck = yield from stage(
            struck, house, defender_dice, attacker_hit_on, saves[0], attacker_shield, True
        )
        attacker_shield, defender_shield = on_attacker.shield, on_defender.shield
        result = verdict(on_defender.unsaved, on_attacker.unsaved, house.assault_zero_ko)
    if result == "draw" and not one_round:
        return Again(
            house,
            attacker_dice,
            defender_hit_on,
            defender_save,
            defender_dice,
            attacker_hit_on,
            attacker_save,
            attacker_shield,
            defender_shield,
            one_round,
            0,
        )
    return Assault(result, attacker_shield, defender_shield)


_VERDICTS: dict[bool, Callable[[int, int], AssaultResult]] = {
    True: verdict,
    False: partial(verdict, zero_ko=False),
}


# --- The end of a turn ----------------------------------------------------------------------------


class BreakTest(NamedTuple):
    result: Literal["stays", "withdraws"]


def break_test(house: House, cv: Number, over: int) -> Procedure[BreakTest]:
    """FWC-BRK-04: a battlegroup at its breakpoint tests against its CO's command value; without the test it goes."""
    if not house.break_test:
        return BreakTest("withdraws")
    target = cv if isinstance(cv, Tally) else Tally.of(cv, "CO's command value", "FWC-BRK-04")
    target = target.plus(-over, "losses beyond the breakpoint", "FWC-BRK-04")
    stays: bool = yield from holds_on(target, "FWC-BRK-04")
    return BreakTest("stays" if stays else "withdraws")


class Recon(NamedTuple):
    success: bool


def recon(house: House, need: Number) -> Procedure[Recon]:
    """FWC-REC-01: one die against the score to hit the enemy observed."""
    seen: int = yield Pool(1, need, rule="FWC-REC-01", label="recon")
    return Recon(bool(seen))
